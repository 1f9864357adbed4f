"""Results that two sides of a table enter: who says what, what follows, what is refused."""

import json
from collections.abc import Iterator
from contextlib import closing

import pytest

from scorekeeper.extras.tournament.actions import NotNow, Tournaments
from scorekeeper.extras.tournament.events import Claimed, Result
from scorekeeper.extras.tournament.standings import standings
from scorekeeper.extras.tournament.tables import Fault, Table, fault_in, fields_that_differ
from scorekeeper.games import GAMES
from scorekeeper.ledger import KeyReused, Stale, open_ledger
from scorekeeper.maintenance.forgetting import forget_matches
from scorekeeper.match.actions import Matches
from scorekeeper.match.files import load_file, streams_of
from scorekeeper.stream.files import BrokenLine, dump
from tests.extras.tournament.hall import TournamentDriver
from tests.extras.tournament.test_tournament import unsealed

RIGHT, OTHER, BAD = (30, 0, -10, -20), (30, 0, -20, -10), (30, 0, -10, -10)
SAID = {"r": RIGHT, "o": OTHER, "b": BAD}


@pytest.fixture
def hall() -> Iterator[TournamentDriver]:
    """Eight players at Taroky who confirm their results, in the first round."""
    with closing(TournamentDriver(confirm="twice")) as hall:
        hall.draw()
        yield hall


def say(hall: TournamentDriver, script: str) -> Table:
    """Plays a script at the first table, and gives what became of it.

    `0Ar` is seat 0 on phone A with the right balances, `*` for the organiser who asks again, and
    `!r` his decision.
    """
    for word in script.split():
        if word[0] == "!":
            hall.do("finish", Result(1, 0, SAID[word[1]]))
        else:
            seat = None if word[0] == "*" else int(word[0])
            hall.do("claim", Claimed(1, 0, seat, word[1], SAID[word[2]]))
    assert hall.now.round
    return hall.now.round.tables[0]


@pytest.mark.slow("tries everything that two sides can say")
@pytest.mark.parametrize(
    ("script", "state", "result"),
    [
        ("", "empty", ()),
        ("0Ar", "half", ()),
        ("0Ar 1Br", "confirmed", RIGHT),
        ("0Ar 1Bo", "differs", ()),
        ("0Ab 1Bb", "differs", ()),
        ("0Ar 1Bo 1Br", "confirmed", RIGHT),
        ("0Ar 1Bo 0Ao", "confirmed", OTHER),
        ("0Ar 1Bo 2Cr", "differs", ()),
        ("0Ar 1Bo 2Cr 1Br", "confirmed", RIGHT),
        # One phone speaks for one side, the last that it said.
        ("0Ar 1Ar", "half", ()),
        ("0Ar 1Br 2Br", "confirmed", RIGHT),
        # What is corrected later is asked again, and stays until then.
        ("0Ar 1Br 0Ao", "doubted", RIGHT),
        ("0Ar 1Br 2Co", "doubted", RIGHT),
        ("0Ar 1Br 0Ao 1Bo", "confirmed", OTHER),
        ("0Ar 1Br 0Ao 0Ar", "confirmed", RIGHT),
        ("0Ar 1Br *Zo", "doubted", RIGHT),
        ("0Ar 1Br *Zo 0Ao", "doubted", RIGHT),
        ("0Ar 1Br *Zo 0Ao 1Bo", "confirmed", OTHER),
        # The organiser decides whenever he has to.
        ("!r", "decided", RIGHT),
        ("0Ar 1Bo !o", "decided", OTHER),
        ("0Ar 1Br 0Ao !r", "decided", RIGHT),
    ],
)
def test_what_the_sides_say_becomes_the_result(
    hall: TournamentDriver, script: str, state: str, result: tuple[int, ...]
) -> None:
    table = say(hall, script)
    assert (table.state, table.balances) == (state, result)
    assert table.settled == (state in ("confirmed", "decided"))
    text = "".join(map(dump, streams_of(hall.tournaments.matches.ledger, "TURNAJ")))
    with closing(open_ledger("sqlite://")) as other:
        other.restore(*load_file(text))
        assert Tournaments(Matches(other)).get("TURNAJ") == hall.now


def test_a_round_waits_for_every_confirmation(hall: TournamentDriver) -> None:
    say(hall, "0Ar 1Br")
    hall.do("finish", Result(1, 1, RIGHT))
    assert not hall.now.unfinished
    say(hall, "2Co")
    for verb in ("draw", "close"):
        with pytest.raises(NotNow, match="unfinished"):
            hall.draw() if verb == "draw" else hall.do("close")
    best = standings(hall.now)[0]
    assert best.balance == 30, "the result from before counts"
    say(hall, "2Cr")
    hall.draw()
    say(hall, "0Ao")
    assert hall.now.rounds[0].tables[0].state == "doubted"
    assert hall.now.unfinished


@pytest.mark.parametrize(
    ("script", "why"), [("!r 0Ar", "decided"), ("0Ar 0Br", "taken"), ("0Ar *Zr", "unfinished")]
)
def test_what_a_side_may_not_is_refused(hall: TournamentDriver, script: str, why: str) -> None:
    with pytest.raises(NotNow, match=why):
        say(hall, script)


def test_sides_do_not_disturb_each_other_but_the_organiser(hall: TournamentDriver) -> None:
    seen, now = hall.now.version, hall.now
    tournaments = hall.tournaments
    claims = [Claimed(1, 0, seat, phone, RIGHT) for seat, phone in enumerate("AB")]
    for key, claim in zip("ab", claims, strict=True):
        tournaments.claim(now, claim, seen, key)
    assert tournaments.claim(now, claims[0], seen, "a").version == seen + 2, "sent again"
    with pytest.raises(KeyReused):
        tournaments.finish(now, Result(1, 1, RIGHT), None, "a")
    with pytest.raises(Stale):
        tournaments.finish(now, Result(1, 0, OTHER), seen, "c")
    with pytest.raises(Stale):
        tournaments.claim(now, Claimed(1, 0, None, "Z", OTHER), seen, "d")
    with pytest.raises(Stale):
        tournaments.undo(now, seen, "e")
    tournaments.finish(now, Result(1, 1, RIGHT), seen, "f")


def test_undo_takes_back_what_a_side_said(hall: TournamentDriver) -> None:
    whole = say(hall, "0Ar 1Br")
    hall.do("undo")
    assert say(hall, "").state == "half"
    hall.do("undo")
    hall.do("undo")
    assert hall.now.rounds == ()
    for _ in range(3):
        hall.do("redo")
    assert say(hall, "") == whole


def test_nobody_changes_seats_once_a_side_has_said_something(hall: TournamentDriver) -> None:
    say(hall, "0Ar")
    assert hall.now.round
    assert hall.tournaments.begun(hall.now.round)


@pytest.mark.parametrize(
    ("game", "balances", "pot", "fault"),
    [
        ("taroky", RIGHT, 0, None),
        ("taroky", BAD, 0, Fault("sum", 10)),
        ("taroky", BAD, -10, None),
        ("kocka", (-28, 12, 0, 5), 0, None),
        ("durak", (1, 0, 2, 0), 0, None),
        ("durak", (1, 0, -2, 0), 0, Fault("below", 0, 2)),
        ("faraon", (-1, 0, 0, 0), 0, Fault("below", 0, 0)),
        ("makao", (0, 0, 0, -1), 0, Fault("below", 0, 3)),
    ],
)
def test_the_game_says_what_cannot_be(
    game: str, balances: tuple[int, ...], pot: int, fault: Fault | None
) -> None:
    assert fault_in(GAMES[game], balances, pot) == fault


def test_the_fields_that_differ_are_named(hall: TournamentDriver) -> None:
    table = say(hall, "0Ar 1Bo")
    assert fields_that_differ(table.claims) == (2, 3)
    assert fields_that_differ(table.claims[:1]) == ()
    assert [event.kind for event in table.log] == ["claimed", "claimed"]


@pytest.mark.parametrize(
    ("line", "changes", "field"),
    [
        (3, {"round": 4}, "body.round"),
        (3, {"table": 9}, "body.table"),
        (3, {"seat": 4}, "body.seat"),
        (3, {"balances": [0, 0]}, "body.balances"),
        (3, {"phone": "x" * 80}, "body.phone"),
        (3, {"places": [1]}, "body.places"),
        (4, {"seat": 0}, "body.phone"),
        (4, {"seat": None}, "body.seat"),
        (0, {"tournament": {"name": "x", "game": "taroky", "house": {}}}, "body.table"),
        (0, {"tournament": {"name": "x", "game": "taroky", "house": {}, "confirm": 3}}, "confirm"),
    ],
)
def test_a_file_that_makes_no_sense_is_refused_with_its_field(
    hall: TournamentDriver, line: int, changes: dict[str, object], field: str
) -> None:
    say(hall, "0Ar 1Bo")
    lines = [json.loads(each) for each in unsealed(hall.now).splitlines()]
    lines[line]["body"] |= changes
    with pytest.raises(BrokenLine) as broken:
        load_file("\n".join(map(json.dumps, lines)))
    assert field in broken.value.why


def test_who_is_forgotten_has_still_confirmed(hall: TournamentDriver) -> None:
    table = say(hall, "0Ar 1Br 2Co")
    ledger = hall.tournaments.matches.ledger
    forget_matches(ledger, ["TURNAJ"], None, drop=False)  # type: ignore[arg-type]
    now = hall.tournaments.get("TURNAJ")
    assert now.rounds[0].tables[0].claims == table.claims
    assert load_file("".join(map(dump, streams_of(ledger, "TURNAJ"))))


def test_an_old_tournament_asks_nobody() -> None:
    with closing(TournamentDriver()) as hall:
        hall.draw()
        hall.finish(RIGHT)
        assert not hall.now.twice
        assert "confirm" not in hall.now.events[0].body["tournament"]
        assert hall.now.rounds[0].tables[0].settled
