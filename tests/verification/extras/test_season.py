"""The season that tests and people look at: it holds what a season has, and its seed decides it."""

from collections import Counter

from scorekeeper.games import GAMES
from scorekeeper.ledger import open_ledger
from scorekeeper.match.actions import Matches
from tests.extras.group.season import CODE, STRANGER, Season, season


def test_a_season_has_everything_that_happens_to_people() -> None:
    told = season()
    kinds = Counter(event.kind for match in told.played for event in match.events)
    assert {"recorded", "corrected", "struck", "ruled", "seated", "noted"} <= set(kinds)
    assert {match.game.key for match in told.played} == set(GAMES)
    assert kinds["recorded"] > 1_500
    members = told.group.members
    assert [len(member.names) for member in members][3] == 2, "one goes by another name"
    assert [member.guest for member in members[:10]] == [False] * 10, "a guest was admitted"
    assert any(member.guest for member in members)
    unknown = {match.code for match in told.played if None in told.group.members_of(match)}
    assert unknown == {m.code for m in told.played if STRANGER in m.seating.people}
    assert unknown


def test_a_season_is_written_to_a_ledger_as_its_seed_decides() -> None:
    told, ledger = season(evenings=3), open_ledger("sqlite://")
    Season(evenings=3).play().write_to(ledger)
    for code, events in told.store.events.items():
        assert ledger.read(code) == events
    assert set(told.group.matches) | {CODE} == set(ledger.matches())
    assert Matches(ledger).get(told.played[0].code).rows == told.played[0].rows
