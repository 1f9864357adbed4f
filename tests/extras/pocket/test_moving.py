"""A match that comes in a file: anew, or with what was written elsewhere; never two in one."""

from uuid import uuid4

import pytest

from scorekeeper.extras.pocket.ledger import PocketLedger
from scorekeeper.extras.pocket.match_import import DivergedMatch, import_match
from scorekeeper.games import GAMES
from scorekeeper.games.kocka.entries import Round
from scorekeeper.ledger import Event, Ledger
from scorekeeper.match.actions import Matches
from scorekeeper.match.files import load
from scorekeeper.stream.files import dump

CODE = "ABCDEFGH"


def written(matches: Matches, rounds: int) -> list[Event]:
    """The events of a match of a few rounds, as a file holds them."""
    game = GAMES["kocka"]
    match = matches.open(
        CODE, game, ("Petr", "Jana", "Karel", "Eva"), 0, game.house(), str(uuid4())
    )
    for _ in range(rounds):
        match = matches.record(match, Round(durch=1), match.version, str(uuid4()))
    return load(dump(matches.ledger.read(CODE)))


def test_a_match_is_taken_in_whole(matches: Matches) -> None:
    events, there = written(matches, 3), PocketLedger({})
    assert import_match(there, events) == 4
    assert there.read(CODE) == matches.ledger.read(CODE)
    assert [e.hash for e in there.read(CODE)] == [e.hash for e in matches.ledger.read(CODE)]


def test_what_was_written_elsewhere_comes_after_it(matches: Matches) -> None:
    events, there = written(matches, 3), PocketLedger({})
    import_match(there, events[:2])
    assert import_match(there, events) == 2
    assert [e.hash for e in there.read(CODE)] == [e.hash for e in matches.ledger.read(CODE)]
    assert import_match(there, events[:3]) == 0
    assert len(there.read(CODE)) == 4


def test_two_evenings_are_never_made_one(matches: Matches, ledger: Ledger) -> None:
    events, there = written(matches, 3), PocketLedger({})
    import_match(there, events[:2])
    there.append(CODE, 2, "another", "recorded", events[2].body, events[2].at)
    before = there.read(CODE)
    with pytest.raises(DivergedMatch) as other:
        import_match(there, events)
    assert other.value.seq == 3
    assert there.read(CODE) == before
