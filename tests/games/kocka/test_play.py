"""A game of Černá kočka from the first round to the drinks (sections 4 to 7), and any game."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.games.kocka import GAME
from scorekeeper.games.kocka.entries import POINTS, Standing
from scorekeeper.games.kocka.house import HouseRules
from scorekeeper.rulebook import open_rulebook
from scorekeeper.sheet import add, sum_of
from tests.games.kocka.table import (
    OFF,
    OPTIONAL,
    SKIP,
    USUAL,
    Plain,
    follow,
    lost,
    renonc,
    round_of,
)

pytestmark = pytest.mark.slow("plays whole games at random")


# --- 4 and 5: who buys, and what it is called ----------------------------------------------------


@pytest.mark.parametrize(
    ("dokladackas", "called", "bought"),
    [
        ((), [], (1, 0, 0, 0)),
        ((1,), [], (1, 1, 0, 0)),
        ((0,), ["dabl"], (2, 0, 0, 0)),
        ((0, 1), ["dabl"], (2, 1, 0, 0)),
        ((0, 0), ["tripl"], (3, 0, 0, 0)),
        ((0, 0, 0), ["tripl"], (4, 0, 0, 0)),
    ],
)
def test_the_loser_of_each_buys_a_round(
    dokladackas: tuple[int, ...], called: list[str], bought: tuple[int, ...]
) -> None:
    before = Standing((99, 0, 0, 0), 0, ("round",), dokladackas=dokladackas)
    standing = follow(before, round_of(28, 0, 0, 0))
    assert standing.bought == bought
    assert [n.id for n in standing.notices] == ["over", *called, *["pays"] * (4 - bought.count(0))]


def test_a_round_is_a_drink_for_each() -> None:
    house = HouseRules(stake="malé pivo", stake_price=3500)
    before = Standing((99, 0, 0, 0), 0, ("round",), dokladackas=(0,))
    (_, _, pays) = follow(before, round_of(28, 0, 0, 0), house).notices
    assert pays.seats == (0,)
    bill = {"stake": "malé pivo", "currency": "CZK", "n": 2, "money": 2 * 4 * 3500}
    assert pays.facts == {**bill, "why": ("for-dokladacka", "for-game")}


# --- the evening of 1996 -------------------------------------------------------------------------

TABLE = """\
14 14 25 25 28 28 41 41 60 75 89 94 93 92 95
14 42 46 64 67 67 66 94 93 92 91 90 90 97 97
-1 -2 1 11 11 28 28 27 26 39 49 65 93 96 113
0 -1 9 8 30 41 56 56 65 65 69 76 75 93 101"""


def test_the_game_of_1996_is_scored_as_it_was_written_down() -> None:
    rows = list(zip(*(map(int, line.split()) for line in TABLE.split("\n")), strict=True))
    standing, due_after = GAME.start(4, 0, USUAL), []
    for number, (before, after) in enumerate(zip([(0, 0, 0, 0), *rows], rows, strict=False), 1):
        gained = tuple(b - a for a, b in zip(before, after, strict=True))
        assert not standing.over
        no_trick = tuple(seat for seat, points in enumerate(gained) if points < 0)
        standing = follow(standing, round_of(*(max(p, 0) for p in gained), no_trick=no_trick))
        assert standing.totals == after
        if standing.due:
            due_after.append(number)
            standing = follow(standing, lost(1))
    assert due_after == [4]
    assert (standing.played, standing.over, standing.loser) == (15, True, 2)


# --- any game ------------------------------------------------------------------------------------

HOUSES = st.sampled_from([USUAL, OPTIONAL, OFF, HouseRules(renonc_penalty="points", stake_price=1)])


def any_round(random: Random) -> Plain:
    """A round as the cards may fall, told in one of the ways."""
    if random.random() < 0.1:
        return {"type": "round", random.choice(["durch", "durch_caught"]): random.randrange(4)}
    cards = {str(card): random.randrange(4) for card in POINTS}
    clean = [seat for seat in range(4) if seat not in cards.values()]
    no_trick = tuple(seat for seat in clean[:2] if random.random() < 0.5)
    if random.random() < 0.5:
        return {"type": "round", "cards": cards, "no_trick": no_trick}
    points = (sum(p for c, p in POINTS.items() if cards[str(c)] == seat) for seat in range(4))
    return round_of(*points, no_trick=no_trick)


def any_barrage(random: Random, standing: Standing) -> Plain:
    left, points = 28, {}
    for seat in standing.barrage:
        points[str(seat)] = random.randint(0, min(left, 3))
        left -= points[str(seat)]
    if len(points) == 4:
        points[str(random.randrange(4))] += left
    return {"type": "barrage", "points": points}


def any_entry(random: Random, standing: Standing) -> Plain:
    usual = standing.next[0]
    kind = usual if random.random() < 0.8 else random.choice(standing.next)
    entries = {
        "round": lambda: any_round(random),
        "barrage": lambda: any_barrage(random, standing),
        "dokladacka": lambda: lost(random.randrange(4)),
        "skip-dokladacka": lambda: SKIP,
        "renonc": lambda: renonc(random.randrange(4), random.choice([None, 1, 9])),
    }
    return entries[kind]()


@settings(max_examples=80, deadline=None)
@given(st.integers(), HOUSES)
def test_any_game_adds_up_and_comes_to_its_end(seed: int, house: HouseRules) -> None:
    random, standing = Random(seed), GAME.start(4, 0, house)
    books = [open_rulebook(GAME.folder, language) for language in ("cs", "en")]
    for _ in range(400):
        if standing.over:
            break
        plain = any_entry(random, standing)
        entry = GAME.read_entry(plain, 4, house)
        assert GAME.check(entry, standing, house) is None, (plain, standing)
        assert GAME.read_entry(GAME.write_entry(entry), 4, house) == entry
        lines = GAME.score(entry, standing, house)
        if "kocka.points" in (rules := [line.rule for line in lines]):
            assert sum(lines[rules.index("kocka.points")].points) == 28
        before, standing = standing, GAME.after(standing, entry, lines, house)
        assert standing.totals == add(before.totals, sum_of(lines, 4))
        assert set(standing.next) <= set(GAME.entry_types)
        assert bool(standing.next) != standing.over
        for notice in (*standing.milestones, *standing.notices):
            facts = {**notice.facts, "seat": notice.seats[0], "seats": notice.seats}
            assert all(book.say("notices", notice.id, facts, "ČPTR") for book in books)
        assert {line.rule for line in lines} <= set(books[0].data["steps"])
    assert standing.over, f"no end after 400 entries: {standing}"
    assert standing.totals[standing.loser] >= 100
