"""What is recorded of Makao: games, who lost them, and who came first, second and third."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.core.schema import Invalid
from scorekeeper.core.sheet import add, sum_of
from scorekeeper.games.makao import GAME
from scorekeeper.games.makao.entries import needed
from scorekeeper.referee.rule_table import Penalty
from tests.games.makao.table import SEATS, USUAL, after, game


@pytest.mark.parametrize(("players", "seat"), [(2, 2), (4, 4), (6, 6), (3, -1)])
def test_who_does_not_sit_there_cannot_be_out(players: int, seat: int) -> None:
    with pytest.raises(Invalid) as unreadable:
        GAME.read_entry(game(seat), players, USUAL)
    assert (unreadable.value.path, unreadable.value.code) == ("out.0", "no-such-seat")


@pytest.mark.parametrize("players", SEATS)
def test_as_many_places_are_counted_as_players_go_out(players: int) -> None:
    ids = [stat.id for stat in GAME.statistics((), players)]
    assert ids == [*("first", "second", "third")[: needed(players)], "lost"]


def test_cards_are_drawn_not_written_down() -> None:
    assert GAME.penalty_entry("makao.match", 0, Penalty("cards", amount=2)) is None


@given(st.sampled_from(SEATS).flatmap(lambda n: st.tuples(st.just(n), st.lists(orders(n)))))
def test_any_evening_adds_up(played: tuple[int, list[tuple[int, ...]]]) -> None:
    players, evening = played
    standing = after(players, *(game(*out) for out in evening))
    entries = [GAME.read_entry(game(*out), players, USUAL) for out in evening]
    stats = {stat.id: stat.values for stat in GAME.statistics(entries, players)}
    lost = players - needed(players)
    assert sum(standing.totals) == lost * len(evening)
    assert stats["lost"] == tuple(map(Fraction, standing.totals))
    assert [sum(place) for place in zip(*standing.places, strict=True)] == (
        [len(evening)] * needed(players)
    )
    for place, counts in enumerate(zip(*standing.places, strict=True)):
        assert stats[("first", "second", "third")[place]] == tuple(map(Fraction, counts))
    again = (0,) * players
    for entry in entries:
        lines = GAME.score(entry, GAME.start(players, 0, USUAL), USUAL)
        again = add(again, sum_of(lines, players))
    assert again == standing.totals


def orders(players: int) -> st.SearchStrategy[tuple[int, ...]]:
    return st.permutations(range(players)).map(lambda seats: tuple(seats[: needed(players)]))
