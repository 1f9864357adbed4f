"""What is recorded of Makao: games, who lost them, and who came first, second and third."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.games.makao import GAME
from scorekeeper.games.makao.entries import losers, needed
from scorekeeper.games.makao.house import HouseRules
from scorekeeper.referee import Penalty
from scorekeeper.rulebook import open_rulebook
from scorekeeper.schema import Invalid
from scorekeeper.sheet import Line, add, sum_of
from tests.games.makao.table import SEATS, USUAL, after, game, refusal

LANGUAGES = ("pl", "cs", "en")
NAMES = ("Ala", "Bartek", "Celina", "Darek", "Ela", "Filip")


# --- the end of a game ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "out", "lost"),
    [
        (2, (1,), (0,)),
        (3, (2, 0), (1,)),
        (4, (0, 3, 1), (2,)),
        (5, (0, 3, 1), (2, 4)),
        (6, (5, 0, 2), (1, 3, 4)),
    ],
)
def test_who_is_left_lost(players: int, out: tuple[int, ...], lost: tuple[int, ...]) -> None:
    assert refusal(game(*out), players) is None
    assert losers(players, out) == lost
    standing = after(players, game(*out))
    assert standing.totals == tuple(int(seat in lost) for seat in range(players))
    for fewer in range(len(out)):
        assert losers(players, out[:fewer]) == ()


@pytest.mark.parametrize(
    ("players", "out", "id", "facts"),
    [
        (2, (), "few", {"n": 1, "needed": 1, "players": 2}),
        (4, (0, 3), "few", {"n": 1, "needed": 3, "players": 4}),
        (5, (), "few", {"n": 3, "needed": 3, "players": 5}),
        (2, (0, 1), "many", {"n": 1, "needed": 1, "players": 2}),
        (4, (0, 1, 2, 3), "many", {"n": 1, "needed": 3, "players": 4}),
        (6, (0, 1, 2, 3, 4), "many", {"n": 2, "needed": 3, "players": 6}),
        (4, (0, 1, 0), "twice", {"seat": 0}),
        (5, (1, 1), "twice", {"seat": 1}),
    ],
)
def test_a_game_that_cannot_have_ended_so_is_refused(
    players: int, out: tuple[int, ...], id: str, facts: dict[str, Any]
) -> None:
    refused = refusal(game(*out), players)
    assert refused is not None
    assert (refused.id, refused.field, refused.facts) == (f"makao.end.{id}", "out", facts)
    for language in LANGUAGES:
        book = open_rulebook(GAME.folder, language)
        assert book.rule(refused.id).id == "makao.end"
        for section in ("refusals", "short"):
            said = book.say(section, refused.id, refused.facts, NAMES)
            assert said
            assert "{" not in said


@pytest.mark.parametrize(
    ("players", "lost"), [(2, (0,)), (3, (1,)), (4, (2,)), (5, (2, 4)), (6, (1, 3, 4))]
)
def test_who_lost_is_enough(players: int, lost: tuple[int, ...]) -> None:
    told = {"type": "game", "lost": list(lost)}
    assert refusal(told, players) is None
    now = after(players, told)
    assert now.totals == tuple(int(seat in lost) for seat in range(players))
    assert GAME.state(now)["places"] == [[0] * needed(players)] * players
    entry = GAME.read_entry(told, players, HouseRules())
    stats = {stat.id: stat.values for stat in GAME.statistics((entry,), players)}
    assert stats["lost"] == now.totals


@pytest.mark.parametrize(
    ("players", "lost", "out", "id", "field"),
    [
        (4, (0, 1), (), "losers", "lost"),
        (5, (0,), (), "losers", "lost"),
        (4, (2,), (0, 3, 1), "two-ways", "out"),
    ],
)
def test_who_lost_is_told_once_and_whole(
    players: int, lost: tuple[int, ...], out: tuple[int, ...], id: str, field: str
) -> None:
    refused = refusal({"type": "game", "lost": list(lost), "out": list(out)}, players)
    assert refused is not None
    assert (refused.id, refused.field) == (f"makao.end.{id}", field)
    for language in LANGUAGES:
        assert open_rulebook(GAME.folder, language).say("refusals", refused.id, refused.facts)


@pytest.mark.parametrize(("players", "seat"), [(2, 2), (4, 4), (6, 6), (3, -1)])
def test_who_does_not_sit_there_cannot_be_out(players: int, seat: int) -> None:
    with pytest.raises(Invalid) as unreadable:
        GAME.read_entry(game(seat), players, USUAL)
    assert (unreadable.value.path, unreadable.value.code) == ("out.0", "no-such-seat")


# --- the sheet -----------------------------------------------------------------------------------


def test_a_lost_game_is_a_point_with_its_rule() -> None:
    entry = GAME.read_entry(game(0, 3, 1), 5, USUAL)
    lines = GAME.score(entry, GAME.start(5, 0, USUAL), USUAL)
    assert lines == (Line("makao.end", (0, 0, 1, 0, 1)),)


def test_losses_and_places_are_kept() -> None:
    standing = after(3, game(2, 0), game(0, 2), game(2, 1))
    assert GAME.state(standing) == {"losses": [1, 2, 0], "places": [[1, 1], [0, 1], [2, 1]]}
    assert (standing.played, standing.over, standing.next) == (3, False, ("game",))


def test_the_deal_passes_left() -> None:
    assert [after(4, *[game(0, 1, 2)] * n, dealer=2).dealer for n in range(4)] == [2, 3, 0, 1]


def test_who_lost_is_told() -> None:
    marks = after(5, game(0, 3, 1)).milestones
    assert [(mark.id, mark.seats) for mark in marks] == [("lost", (2, 4))]


def test_statistics_count_places_and_losses() -> None:
    entries = [GAME.read_entry(game(*out), 4, USUAL) for out in ((0, 1, 2), (1, 0, 3), (0, 1, 3))]
    counted = {stat.id: tuple(map(int, stat.values)) for stat in GAME.statistics(entries, 4)}
    assert counted == {
        "first": (2, 1, 0, 0),
        "second": (1, 2, 0, 0),
        "third": (0, 0, 1, 2),
        "lost": (0, 0, 2, 1),
    }


@pytest.mark.parametrize("players", SEATS)
def test_as_many_places_are_counted_as_players_go_out(players: int) -> None:
    ids = [stat.id for stat in GAME.statistics((), players)]
    assert ids == [*("first", "second", "third")[: needed(players)], "lost"]


def test_cards_are_drawn_not_written_down() -> None:
    assert GAME.penalty_entry("makao.match", 0, Penalty("cards", amount=2)) is None


@pytest.mark.slow("plays random evenings")
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


# --- the pack ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("house", "size"), [(USUAL, 108), (HouseRules(packs=1), 54)])
def test_two_packs_of_54_or_one(house: HouseRules, size: int) -> None:
    assert len(list(GAME.pack(house))) == size
