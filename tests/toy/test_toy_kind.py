"""A kind of event is one class: this one is written, undone, read, sent, moved and forgotten."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import pytest

from scorekeeper.extras.pocket.rebasing import resolve
from scorekeeper.games import GAMES
from scorekeeper.ledger import Event, Stale, open_ledger
from scorekeeper.ledger.store import LedgerStore
from scorekeeper.maintenance.checking import faults_of
from scorekeeper.maintenance.forgetting import forget_matches
from scorekeeper.match import MATCH, Fold, Match
from scorekeeper.match.actions import Matches
from scorekeeper.match.checks import validate_seat
from scorekeeper.match.files import load
from scorekeeper.schema import Invalid
from scorekeeper.stream.files import BrokenLine, dump
from scorekeeper.stream.kinds import Body
from scorekeeper.stream.roles import EventNo, Name, Text
from tests.events import page
from tests.extras.pocket.table import CODE, FIVES, Phone, Server

KOCKA = GAMES["kocka"]
NAMES = ("Petr", "Jana", "Karel", "Eva")
SAID = {"seat": 2, "since": 2, "who": "Petr", "why": "Petr s Evou"}


@pytest.fixture(autouse=True)
def smoked() -> Iterator[None]:
    """A table that lets somebody else deal while one is out to smoke."""

    @MATCH.declare("smoked", undoable=True)
    @dataclass(frozen=True, kw_only=True)
    class Smoked(Body[Match, Fold]):
        """Somebody is out to smoke; another seat deals."""

        seat: int
        since: EventNo
        who: Name
        why: Text = ""

        def validate(self, match: Match) -> None:
            validate_seat("seat", self.seat, len(match.names))

        def apply(self, state: Fold, event: Event) -> Fold:
            state.standing = replace(state.standing, dealer=self.seat)
            return state

    yield
    MATCH.withdraw("smoked")


@pytest.fixture
def ledger() -> Iterator[LedgerStore]:
    ledger = open_ledger("sqlite://")
    yield ledger
    ledger.close()


@pytest.fixture
def matches(ledger: LedgerStore) -> Matches:
    matches = Matches(ledger)
    matches.open("7KQ4", KOCKA, NAMES, 0, KOCKA.house(), "k1")
    return matches


def smoke(matches: Matches, code: str = "7KQ4", key: str = "k2", **changes: object) -> Match:
    match = matches.get(code)
    return matches.write(match, "smoked", {**SAID, **changes}, match.version, key)


def test_it_is_written_once_and_undone(matches: Matches) -> None:
    match = smoke(matches)
    assert match.standing.dealer == 2
    assert matches.write(match, "smoked", SAID, 1, "k2").version == match.version
    match = matches.undo(match, match.version, "k3")
    assert match.standing.dealer == 0
    assert matches.redo(match, match.version, "k4").standing.dealer == 2


def test_who_did_not_see_it_is_late(matches: Matches) -> None:
    match = smoke(matches)
    with pytest.raises(Stale):
        matches.write(match, "smoked", SAID, 1, "k3")


@pytest.mark.parametrize(
    ("changes", "field"),
    [({"seat": 4}, "seat"), ({"who": 3}, "who"), ({"fee": 3}, "fee"), ({"why": None}, "why")],
)
def test_what_makes_no_sense_is_refused_with_its_field(
    matches: Matches, changes: dict[str, object], field: str
) -> None:
    with pytest.raises(Invalid) as wrong:
        smoke(matches, **changes)
    assert wrong.value.path == field
    events = smoke(matches).events
    broken = replace(events[1], body={**SAID, **changes}, hash="")
    with pytest.raises(BrokenLine, match=rf"line 2: body\.{field}: "):
        load(dump([replace(events[0], hash=""), broken]))


def test_it_is_exported_imported_and_checked(matches: Matches, ledger: LedgerStore) -> None:
    events = smoke(matches).events
    assert load(dump(events)) == list(events)
    assert list(faults_of(ledger, ["7KQ4"])) == []


def test_it_is_forgotten(matches: Matches, ledger: LedgerStore) -> None:
    smoke(matches)
    forget_matches(ledger, ["7KQ4"], "petr", drop=False)
    assert ledger.read("7KQ4")[1].body == {"seat": 2, "since": 2, "who": "1", "why": ""}


def test_a_phone_sends_it_and_it_follows_what_it_is_about() -> None:
    server = Server()
    petr = Phone("Petr", server)
    petr.open()
    petr.record(FIVES)
    petr.send()
    eva = Phone("Eva", server)
    server.scorers.add(("Eva", CODE))
    eva.follow()
    eva.record(FIVES)
    eva.send()
    petr.record(FIVES)
    smoke(petr.matches, CODE, "k9", since=3)
    assert petr.send().became == "ahead"
    resolve(petr.ledger, CODE, "after")
    assert petr.send().became == "taken"
    petr.assert_at_home()
    assert server.events()[-1].body == {**SAID, "since": 4}


def test_it_is_documented() -> None:
    text = page()
    assert "### `smoked`\n\nSomebody is out to smoke; another seat deals.\n" in text
    assert "- `since`: a whole number; the number of an event\n" in text
