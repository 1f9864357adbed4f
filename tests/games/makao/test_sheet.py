"""What is recorded of Makao: games, who lost them, and who came first, second and third."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.core.schema import Invalid
from scorekeeper.core.sheet import sum_of
from scorekeeper.games.makao import GAME
from scorekeeper.games.makao.entries import needed
from scorekeeper.games.makao.house_rules import HouseRules
from scorekeeper.referee.rule_table import Penalty
from tests.games.matches import game, rows_at

USUAL = HouseRules()
SEATS = (2, 3, 4, 5, 6)


@pytest.mark.parametrize(("players", "seat"), [(2, 2), (4, 4), (6, 6), (3, -1)])
def test_who_does_not_sit_there_cannot_be_out(players, seat):
    with pytest.raises(Invalid) as unreadable:
        GAME.read_entry(game(out=[seat]), players, USUAL)
    assert (unreadable.value.path, unreadable.value.code) == ("out.0", "no-such-seat")


@pytest.mark.parametrize("players", SEATS)
def test_as_many_places_are_counted_as_players_go_out(players):
    ids = [stat.id for stat in GAME.statistics((), players)]
    assert ids == [*("first", "second", "third")[: needed(players)], "lost"]


def test_cards_are_drawn_not_written_down():
    assert GAME.penalty_entry("makao.match", 0, Penalty("cards", amount=2)) is None


@given(st.sampled_from(SEATS).flatmap(lambda n: st.tuples(st.just(n), st.lists(orders(n)))))
def test_any_evening_adds_up(played):
    players, evening = played
    rows = rows_at(GAME, USUAL, players, [game(out=out) for out in evening])
    standing = rows[-1].after if rows else GAME.start(players, 0, USUAL)
    entries = [row.entry for row in rows]
    stats = {stat.id: stat.values for stat in GAME.statistics(entries, players)}
    lost = players - needed(players)
    assert sum(standing.totals) == lost * len(evening)
    assert stats["lost"] == tuple(map(Fraction, standing.totals))
    assert [sum(place) for place in zip(*standing.places, strict=True)] == (
        [len(evening)] * needed(players)
    )
    for place, counts in enumerate(zip(*standing.places, strict=True)):
        assert stats[("first", "second", "third")[place]] == tuple(map(Fraction, counts))
    figures = (sum_of(row.lines, players) for row in rows)
    assert tuple(map(sum, zip((0,) * players, *figures, strict=True))) == standing.totals


def orders(players):
    return st.permutations(range(players)).map(lambda seats: list(seats[: needed(players)]))


@pytest.mark.parametrize(
    ("packs", "jokers", "number"),
    [(1, "out", 52), (2, "out", 104), (1, "wild", 54), (2, "wild", 108)],
)
def test_the_house_says_how_many_cards_there_are(packs, jokers, number):
    assert len(tuple(GAME.pack(HouseRules(packs=packs, jokers=jokers)))) == number


def test_four_play_until_one_is_left_and_so_do_five_until_three_are_out():
    assert [len(GAME.start(n, 0, USUAL).places[0]) for n in (2, 3, 4, 5, 6)] == [1, 2, 3, 3, 3]
