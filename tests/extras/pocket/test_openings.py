"""An opening that is sent again opens nothing new, though another version wrote it first."""

from collections.abc import Iterator
from contextlib import closing

import pytest

from scorekeeper.core.house_rules import dump_house, dump_whole_house
from scorekeeper.games import GAMES
from scorekeeper.ledger import KeyReused, Ledger, Stale, open_ledger
from scorekeeper.match.actions import Matches, is_same_opening
from tests.extras.pocket.table import CODE, NAMES, Phone, Server

TAROKY = GAMES["taroky"]
OURS = TAROKY.house(honours_in_draw=True)


@pytest.fixture
def ledger() -> Iterator[Ledger]:
    with closing(open_ledger("sqlite://")) as ledger:
        yield ledger


def written_before(**changes: object) -> dict[str, object]:
    """The body of an opening as versions up to 0.10 wrote it."""
    body = {"game": "taroky", "names": [*NAMES], "dealer": 0, "house": dump_house(OURS)}
    return {**body, **changes}


def test_a_match_that_an_older_version_opened_is_not_opened_twice(ledger: Ledger) -> None:
    first = ledger.append("M", 0, "key", "opened", written_before())
    match = Matches(ledger).open("M", TAROKY, NAMES, 0, OURS, "key")
    assert match.events == (first,)
    assert match.house == OURS


@pytest.mark.parametrize(
    "changes", [{"house": {}}, {"dealer": 1}, {"rules": "U Raka"}, {"names": ["A", "B", "C", "D"]}]
)
def test_a_key_that_opened_another_is_refused(ledger: Ledger, changes: dict[str, object]) -> None:
    ledger.append("M", 0, "key", "opened", written_before(**changes))
    with pytest.raises(KeyReused):
        Matches(ledger).open("M", TAROKY, NAMES, 0, OURS, "key")


def test_a_code_that_is_taken_is_refused(ledger: Ledger) -> None:
    ledger.append("M", 0, "other", "opened", written_before())
    with pytest.raises(Stale):
        Matches(ledger).open("M", TAROKY, NAMES, 0, OURS, "key")


@pytest.mark.parametrize("house", [None, 1, "x", [], {"tariff": []}, {"tariff": "x"}, {"no": 1}])
def test_what_cannot_be_read_is_another_opening(house: object) -> None:
    assert not is_same_opening(written_before(), written_before(house=house))


@pytest.mark.parametrize("older", ["phone", "server"])
def test_a_match_that_phone_and_server_opened_is_one(server: Server, older: str) -> None:
    """The server opened it, its answer was lost, so the phone did, too: of another version."""
    phone = Phone("Petr", server)
    bodies = [written_before(house=dump(OURS)) for dump in (dump_house, dump_whole_house)]
    here, there = bodies if older == "phone" else bodies[::-1]
    key = "0b5a1f7e-6a38-4a3e-9d5e-5d1c1f0b7f11"
    phone.ledger.append(CODE, 0, key, "opened", here)
    server.matches.ledger.append(
        "S", 0, server.sender("Petr").phone_scoped_key(key), "opened", there
    )
    outcome = phone.send()
    assert (outcome.became, outcome.code) == ("taken", "S")
    phone.assert_at_home()
    assert [event.body for event in server.events("S")] == [there]
