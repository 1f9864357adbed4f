"""A game of Černá kočka from the first round to the drinks (sections 4 to 7), and any game."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.games.kocka import GAME
from scorekeeper.games.kocka.entries import POINTS, Dokladacka, Renonc, Round, Standing
from scorekeeper.games.kocka.house import HouseRules
from scorekeeper.rulebook import open_rulebook
from scorekeeper.schema import Seat
from scorekeeper.sheet import add, sum_of
from tests.games.kocka.table import (
    OFF,
    OPTIONAL,
    SKIP,
    USUAL,
    Plain,
    at,
    barrage,
    follow,
    lost,
    play,
    refusal,
    renonc,
    round_of,
    told,
)

pytestmark = pytest.mark.slow("plays whole games at random")

QUIET = round_of(7, 7, 7, 7)

# --- the dokládačka ------------------------------------------------------------------------------

TO_50 = (round_of(25, 3, 0, 0), round_of(25, 3, 0, 0))


def test_a_dokladacka_is_due_at_fifty_and_names_who_reached_it() -> None:
    assert told(play(TO_50[0]).notices) == []
    standing = play(*TO_50)
    assert standing.due
    assert told(standing.notices) == [("dokladacka", (0,))]


@pytest.mark.parametrize(
    "way", [lost(2), SKIP, {"type": "dokladacka", "loser": 1, "how": "renonc"}]
)
def test_play_goes_on_when_the_dokladacka_is_played_or_skipped(way: Plain) -> None:
    standing = play(*TO_50, way)
    assert not standing.due
    assert standing.totals == (50, 6, 0, 0)
    assert standing.next[0] == "round"
    assert standing.dokladackas == (() if way is SKIP else (way["loser"],))


def test_a_second_dokladacka_is_due_only_after_everybody_was_below_fifty() -> None:
    standing = play(*TO_50, lost(0), round_of(0, 28, 0, 0, no_trick=(0, 2)))
    assert standing.totals == (49, 34, -1, 0)
    assert follow(standing, round_of(1, 0, 27, 0)).due, "everybody was below fifty"
    standing = play(*TO_50, lost(0), round_of(0, 28, 0, 0), round_of(0, 28, 0, 0))
    assert standing.totals == (50, 62, 0, 0)
    assert not standing.due, "somebody was always at fifty or more"


@pytest.mark.parametrize(
    ("house", "due", "may"),
    [
        (USUAL, True, ("dokladacka", "skip-dokladacka", "renonc")),
        (OPTIONAL, True, ("dokladacka", "skip-dokladacka", "renonc", "round")),
        (OFF, False, ("round", "renonc")),
    ],
)
def test_the_table_agrees_whether_a_dokladacka_is_played(
    house: HouseRules, due: bool, may: tuple[str, ...]
) -> None:
    standing = play(*TO_50, house=house)
    assert (standing.due, standing.next) == (due, may)


def test_an_optional_dokladacka_lapses_with_the_next_round() -> None:
    standing = play(*TO_50, QUIET, house=OPTIONAL)
    assert not standing.due
    assert refusal(lost(1), standing, OPTIONAL)
    assert play(*TO_50, renonc(1), house=OPTIONAL).due, "a void round lets nothing lapse"


# --- the end and the barrage ---------------------------------------------------------------------


def test_the_highest_total_lost_at_exactly_a_hundred() -> None:
    standing = follow(at(95, 10, 0, 0), round_of(5, 23, 0, 0))
    assert (standing.over, standing.loser, standing.next) == (True, 0, ())
    assert told(standing.notices) == [("over", (0,)), ("pays", (0,))]


def test_a_hundred_shared_is_not_the_end_until_the_barrage() -> None:
    standing = follow(at(95, 10, 0, 97), round_of(10, 10, 0, 8))
    assert (standing.over, standing.loser, standing.barrage) == (False, None, (0, 3))
    assert standing.next == ("barrage", "renonc")
    again = follow(standing, barrage(s0=8, s3=8))
    assert (again.over, again.barrage) == (False, (0, 3)), "equal again: once more"
    over = follow(again, barrage(s0=-1, s3=0))
    assert (over.over, over.loser, over.barrage) == (True, 3, ())
    assert over.totals == (112, 20, 0, 113)


def test_of_three_in_a_barrage_those_who_stay_equal_play_on() -> None:
    standing = follow(at(99, 99, 99, 0), round_of(9, 9, 9, 1))
    assert standing.barrage == (0, 1, 2)
    standing = follow(standing, barrage(s0=10, s1=2, s2=10))
    assert standing.barrage == (0, 2)
    standing = follow(standing, barrage(s0=0, s2=28))
    assert (standing.over, standing.loser) == (True, 2)


def test_who_is_not_in_the_barrage_cannot_lose() -> None:
    standing = follow(at(80, 99, 0, 80), round_of(20, 1, 7, 0))
    assert standing.barrage == (0, 1)
    assert follow(standing, barrage(s0=1, s1=0)).loser == 0


def test_no_dokladacka_is_due_when_the_game_is_over_or_shared() -> None:
    jump = renonc(0, 60)
    assert not follow(at(45, 0, 0, 0), jump).due
    assert follow(at(45, 0, 0, 0), jump).over


# --- renonc --------------------------------------------------------------------------------------


def test_a_void_round_costs_a_round_of_drinks_and_the_deal_passes() -> None:
    standing = play(QUIET, renonc(2))
    assert (standing.totals, standing.bought) == ((7, 7, 7, 7), (0, 0, 1, 0))
    assert (standing.dealer, standing.played) == (2, 1)


def test_agreed_points_are_added_and_the_deal_stays() -> None:
    standing = play(QUIET, renonc(2, 5))
    assert (standing.totals, standing.bought) == ((7, 7, 12, 7), (0, 0, 0, 0))
    assert (standing.dealer, standing.played) == (1, 1)


def test_agreed_points_can_make_a_dokladacka_due_and_end_the_game() -> None:
    assert follow(at(45, 0, 0, 0), renonc(0, 5)).due
    assert follow(at(95, 0, 0, 0), renonc(0, 5)).loser == 0


def test_agreed_points_in_a_barrage_do_not_decide_it_before_it_is_played() -> None:
    """The points belong to the round of the barrage, which still has to be written (1g, 6)."""
    standing = follow(at(95, 10, 0, 97), round_of(10, 10, 0, 8))
    standing = follow(standing, renonc(0, 5))
    assert not standing.over
    over = follow(standing, barrage(s0=1, s3=9))
    assert (over.totals[0], over.totals[3], over.loser) == (111, 114, 3)


def test_the_deal_passes_left_with_each_deal() -> None:
    dealers = [play(*TO_50[:n], dealer=3).dealer for n in range(3)]
    assert dealers == [3, 0, 1]
    assert play(*TO_50, lost(0), dealer=3).dealer == 2
    assert play(*TO_50, SKIP, dealer=3).dealer == 1


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


@pytest.mark.parametrize(
    ("before", "points", "marks"),
    [
        (66, 5, []),
        (66, 6, [("pivovar", (0,))]),
        (72, 8, []),
        (85, 5, []),
        (85, 6, [("seliko", (0,))]),
        (70, 21, [("pivovar", (0,)), ("seliko", (0,))]),
    ],
)
def test_milestones_are_told_when_they_are_passed(
    before: int, points: int, marks: list[tuple[str, tuple[int, ...]]]
) -> None:
    assert (
        told(follow(at(before, 0, 0, 0), round_of(points, 28 - points, 0, 0)).milestones) == marks
    )


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


def test_the_statistics_count_what_happened_to_whom() -> None:
    entries = (
        Round(durch=1),
        Round(durch_caught=2),
        Round(points=(28, 0, 0, 0), no_trick=frozenset({3})),
        Dokladacka(0),
        Renonc(2),
    )
    counted = {stat.id: tuple(map(int, stat.values)) for stat in GAME.statistics(entries, 4)}
    assert counted == {
        "rounds": (3, 3, 3, 3),
        "rounds-without-durch": (2, 2, 2, 2),
        "dokladackas": (1, 1, 1, 1),
        "no-trick": (1, 0, 1, 2),
        "durch": (0, 1, 0, 0),
        "durch-caught": (0, 0, 1, 0),
        "vagon": (1, 0, 0, 0),
        "dokladacka-lost": (1, 0, 0, 0),
        "renonc": (0, 0, 1, 0),
        "lost": (0, 0, 0, 0),
        "dabl": (0, 0, 0, 0),
        "tripl": (0, 0, 0, 0),
    }


@pytest.mark.parametrize(("dokladackas", "called"), [(0, None), (1, "dabl"), (2, "tripl")])
def test_the_statistics_know_who_lost_the_game(dokladackas: int, called: str | None) -> None:
    vagon = Round(points=(28, 0, 0, 0))
    entries = (*(Dokladacka(Seat(0)),) * dokladackas, *(vagon,) * 3, Round(points=(20, 8, 0, 0)))
    stats = {stat.id: tuple(map(int, stat.values)) for stat in GAME.statistics(entries, 4)}
    assert stats["lost"] == (1, 0, 0, 0)
    assert stats["rounds-without-durch"] == (4, 4, 4, 4)
    for id in ("dabl", "tripl"):
        assert stats[id] == (int(id == called), 0, 0, 0)
