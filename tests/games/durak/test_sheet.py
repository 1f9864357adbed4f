"""Durak on the sheet: what can be written, what it is worth, who begins the next game."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.cases import score
from scorekeeper.games.durak import GAME
from scorekeeper.games.durak.entries import penalty_entry
from scorekeeper.games.durak.house import HouseRules, most_players, pack_of
from scorekeeper.games.durak.referee import penalty
from scorekeeper.games.durak.statistics import longest_streak
from scorekeeper.referee import Penalty
from scorekeeper.rulebook import open_rulebook
from tests.contract.books import refusals_of_games
from tests.games.durak.table import USUAL, Plain, draw, evening, fool, lost, refusal, told

NO_DRAW = HouseRules(no_draw=True)
ONE, TWO = HouseRules(epaulettes="1"), HouseRules(epaulettes="2")
PAIRS, TRIPLES = HouseRules(teams="2v2"), HouseRules(teams="3v3")
UNDER = HouseRules(next_attack="from-under-the-fool")

# --- what is refused -----------------------------------------------------------------------------

BOTH = {"type": "game", "fool": 1, "draw": [0, 1]}
ALL = {"type": "game", "fool": 1, "draw": [0, 1], "lost_team": 0}
REFUSED: list[tuple[Plain, int, HouseRules, str, str]] = [
    ({"type": "game"}, 4, USUAL, "fool.nothing", "fool"),
    ({"type": "game", "epaulettes": 1}, 4, ONE, "fool.nothing", "fool"),
    (BOTH, 4, USUAL, "fool.two-ways", "fool"),
    (ALL, 4, PAIRS, "fool.two-ways", "fool"),
    ({"type": "game", "fool": 0, "lost_team": 0}, 4, PAIRS, "fool.two-ways", "fool"),
    (draw(0, 1), 4, NO_DRAW, "draw.none", "draw"),
    (draw(0), 4, USUAL, "draw.two", "draw"),
    (draw(0, 1, 2), 4, USUAL, "draw.two", "draw"),
    (draw(0, 2), 4, PAIRS, "draw.partners", "draw"),
    (draw(1, 3), 4, PAIRS, "draw.partners", "draw"),
    (draw(1, 5), 6, TRIPLES, "draw.partners", "draw"),
    (lost(0), 4, USUAL, "teams.none", "lost_team"),
    (lost(0), 3, PAIRS, "teams.seats", "lost_team"),
    (lost(1), 6, PAIRS, "teams.seats", "lost_team"),
    (lost(1), 4, TRIPLES, "teams.seats", "lost_team"),
    (fool(0), 4, PAIRS, "teams.fool", "lost_team"),
    (fool(5), 6, TRIPLES, "teams.fool", "lost_team"),
    (fool(0, epaulettes=1), 2, USUAL, "epaulettes.off", "epaulettes"),
    (fool(0, epaulettes=1), 2, TWO, "epaulettes.few", "epaulettes"),
    ({**draw(0, 1), "epaulettes": 1}, 2, ONE, "epaulettes.fool", "epaulettes"),
    (fool(0), 7, USUAL, "pack", "type"),
    (fool(0), 8, USUAL, "pack", "type"),
]


@pytest.mark.parametrize(("plain", "players", "house", "id", "field"), REFUSED)
def test_what_cannot_be_is_refused_with_its_field(
    plain: Plain, players: int, house: HouseRules, id: str, field: str
) -> None:
    refused = refusal(plain, players, house)
    assert refused is not None
    assert (refused.id, refused.field) == (f"durak.{id}", field)


@pytest.mark.parametrize("language", ["be", "cs", "en"])
def test_every_refusal_is_shown_above_and_said_in_words(language: str) -> None:
    book = open_rulebook(GAME.folder, language)
    found = [refused for row in REFUSED if (refused := refusal(row[0], row[1], row[2]))]
    assert {refused.id for refused in found} == refusals_of_games(book)
    for refused in found:
        for section in ("refusals", "short"):
            assert "{" not in book.say(section, refused.id, refused.facts)


@pytest.mark.parametrize(
    ("plain", "players", "house"),
    [
        (fool(0), 2, USUAL),
        (fool(5), 6, USUAL),
        (fool(7), 8, HouseRules(pack="52")),
        (draw(1, 0), 2, USUAL),
        (draw(0, 3), 4, PAIRS),
        (draw(5, 0), 6, TRIPLES),
        (draw(0, 2), 5, PAIRS),
        (fool(2), 4, NO_DRAW),
        (fool(2), 5, PAIRS),
        (lost(1), 4, PAIRS),
        (lost(0), 6, TRIPLES),
        (fool(0, epaulettes=1), 2, ONE),
        (fool(0, epaulettes=2), 3, TWO),
        (fool(0, epaulettes=4), 3, TWO),
    ],
)
def test_what_can_be_is_taken(plain: Plain, players: int, house: HouseRules) -> None:
    assert refusal(plain, players, house) is None


@pytest.mark.parametrize(
    ("entry", "field"),
    [
        ({"type": "game", "fool": 3}, "fool"),
        ({"type": "game", "fool": -1}, "fool"),
        ({"type": "game", "draw": [0, 3]}, "draw.1"),
        ({"type": "game", "draw": [1, 1]}, "draw"),
        ({"type": "game", "lost_team": 2}, "lost_team"),
        ({"type": "game", "fool": 0, "epaulettes": 5}, "epaulettes"),
        ({"type": "game", "fool": 0, "won": 1}, "won"),
        ({"type": "round", "fool": 0}, "type"),
    ],
)
def test_what_cannot_be_read_is_told_with_its_field(entry: Plain, field: str) -> None:
    answer = score({"game": "durak", "players": ["A", "B", "C"], "entries": [entry]})
    assert (answer["entry"], answer["field"]) == (0, field)


# --- what it is worth ----------------------------------------------------------------------------


def test_a_fool_is_one_point_and_a_draw_is_none() -> None:
    standing = evening(fool(2), draw(0, 1), fool(2), fool(3))
    assert (standing.totals, standing.played) == ((0, 0, 2, 1), 4)
    assert GAME.state(standing) == {
        "fools": [0, 0, 2, 1],
        "draws": [1, 1, 0, 0],
        "epaulettes": [0, 0, 0, 0],
        "streak": [0, 0, 0, 1],
    }


@pytest.mark.parametrize(
    ("house", "players", "team", "totals"),
    [(PAIRS, 4, 0, (1, 0, 1, 0)), (PAIRS, 4, 1, (0, 1, 0, 1)), (TRIPLES, 6, 1, (0, 1, 0, 1, 0, 1))],
)
def test_each_of_a_losing_team_has_lost(
    house: HouseRules, players: int, team: int, totals: tuple[int, ...]
) -> None:
    assert evening(lost(team), players=players, house=house).totals == totals
    again = evening(lost(team), lost(team), players=players, house=house)
    assert again.streak == tuple(2 * point for point in totals)


def test_every_point_names_its_rule() -> None:
    for plain, house, rule in ((fool(1), USUAL, "durak.fool"), (lost(1), PAIRS, "durak.teams")):
        entry = GAME.read_entry(plain, 4, house)
        assert [line.rule for line in GAME.score(entry, GAME.start(4, 0, house), house)] == [rule]
    assert GAME.score(GAME.read_entry(draw(0, 1), 4, USUAL), GAME.start(4, 0, USUAL), USUAL) == ()


def test_streaks_grow_with_the_same_fool_and_end_with_another_or_a_draw() -> None:
    assert evening(fool(1), fool(1), fool(1)).streak == (0, 3, 0, 0)
    assert evening(fool(1), fool(1), fool(0)).streak == (1, 0, 0, 0)
    assert evening(fool(1), draw(0, 1)).streak == (0, 0, 0, 0)
    assert told(evening(fool(1), fool(1)).milestones) == [("streak", (1,))]
    assert told(evening(fool(1)).milestones) == []
    assert told(evening(draw(2, 0)).milestones) == [("draw", (0, 2))]


def test_epaulettes_add_up_beside_the_score() -> None:
    standing = evening(fool(1, epaulettes=2), fool(1), fool(1, epaulettes=1), house=ONE)
    assert (standing.totals, standing.epaulettes) == ((0, 3, 0, 0), (0, 3, 0, 0))
    assert told(standing.milestones) == [("epaulettes", (1,)), ("streak", (1,))]


# --- the next game -------------------------------------------------------------------------------


@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize("seat", range(8))
def test_the_fool_deals_and_is_attacked_or_his_neighbour_attacks(players: int, seat: int) -> None:
    big = HouseRules(pack="52")
    if seat >= players:
        return
    standing = evening(fool(seat), players=players, house=big)
    right = (seat - 1) % players
    assert (standing.dealer, standing.attack) == (seat, (right, seat))
    under = HouseRules(pack="52", next_attack="from-under-the-fool")
    left = (seat + 1) % players
    after = evening(fool(seat), players=players, house=under)
    assert after.attack == (left, (left + 1) % players)
    assert told(after.notices) == [("attack", after.attack)]


def test_after_a_draw_or_a_lost_team_the_lowest_trump_begins_and_the_deal_passes_left() -> None:
    for plain in (draw(0, 1), lost(0)):
        standing = evening(plain, house=PAIRS, dealer=3)
        assert (standing.dealer, standing.attack) == (0, None)
        assert told(standing.notices) == [("lowest-trump", ())]
    assert told(GAME.start(4, 0, USUAL).notices) == [("lowest-trump", ())]


def test_a_table_that_the_pack_is_too_small_for_is_told_at_once() -> None:
    for players in GAME.seats:
        for house in (USUAL, HouseRules(pack="52")):
            enough = players * 6 <= len(pack_of(house).cards)
            assert enough == (players <= most_players(house))
            told_so = told(GAME.start(players, 0, house).notices) == [("pack", ())]
            assert told_so == (not enough)


# --- fines, statistics, whole evenings -----------------------------------------------------------


def test_only_a_lost_game_is_written_as_a_penalty() -> None:
    entry = penalty_entry("durak.beat", 2, Penalty("lost", what="game"))
    assert entry == {"type": "game", "fool": 2}
    assert refusal(entry, 4) is None
    team = penalty_entry("durak.beat", 2, penalty(replace(PAIRS, invalid_penalty="lose-game")))
    assert team == {"type": "game", "lost_team": 0}
    assert refusal(team, 4, PAIRS) is None
    for cost in (None, Penalty("take-back"), Penalty("take-table"), Penalty("redeal")):
        assert penalty_entry("durak.beat", 2, cost) is None


def test_statistics_count_fools_draws_epaulettes_and_the_longest_streak() -> None:
    games = [fool(0), fool(0, epaulettes=2), draw(0, 1), fool(0), lost(1), lost(0)]
    house = HouseRules(epaulettes="1", teams="2v2")
    entries = [GAME.read_entry(plain, 4, house) for plain in games]
    stats = {stat.id: tuple(map(int, stat.values)) for stat in GAME.statistics(entries, 4)}
    assert stats == {
        "fool": (4, 1, 1, 1),
        "draw": (1, 1, 1, 1),
        "epaulettes": (2, 0, 0, 0),
        "streak": (2, 1, 1, 1),
    }


@given(st.lists(st.booleans(), max_size=12))
def test_the_longest_streak_is_that_of_a_search(games: list[bool]) -> None:
    text = "".join("x" if each else "." for each in games)
    assert longest_streak(games) == max(map(len, text.split(".")))


@pytest.mark.parametrize("seed", range(20))
def test_a_random_evening_adds_up_and_reads_back(seed: int) -> None:
    random = Random(seed)
    teams = random.random() < 0.5
    house = HouseRules(teams="2v2", pack="52") if teams else HouseRules(epaulettes="1", pack="52")
    plains: list[Plain] = []
    for _ in range(random.randrange(30)):
        pair = (random.choice((0, 2)), random.choice((1, 3)))
        hung = random.randrange(5)
        end = lost(random.randrange(2)) if teams else fool(pair[0], hung)
        plains.append(random.choice([end, draw(*pair)]))
    standing = evening(*plains, house=house)
    losses = sum(2 if "lost_team" in p else 1 if "fool" in p else 0 for p in plains)
    assert sum(standing.totals) == losses
    assert sum(standing.draws) == 2 * sum("draw" in p for p in plains)
    assert sum(standing.epaulettes) == sum(p.get("epaulettes", 0) for p in plains)
    for plain in plains:
        entry = GAME.read_entry(plain, 4, house)
        assert GAME.read_entry(GAME.write_entry(entry), 4, house) == entry


def test_a_struck_game_counts_no_more_and_a_corrected_one_counts_anew() -> None:
    case: dict[str, Any] = {
        "game": "durak",
        "players": ["A", "B", "C"],
        "entries": [
            fool(0),
            fool(0),
            {"type": "void", "entry": 0},
            {"type": "correct", "entry": 1, "with": draw(1, 2)},
            fool(2),
        ],
    }
    answer = score(case)
    assert answer["totals"] == [0, 0, 1]
    state = {"fools": [0, 0, 1], "draws": [0, 1, 1], "epaulettes": [0] * 3, "streak": [0, 0, 1]}
    assert answer["state"] == state


def test_a_number_stands_for_a_choice_written_in_digits() -> None:
    house = {"pack": 52, "epaulettes": 2}
    case = {"game": "durak", "players": list("ABCDEFGH"), "house": house}
    answer = score({**case, "entries": [fool(7, epaulettes=2)]})
    assert answer["state"]["epaulettes"][7] == 2
    assert "error" in score({**case, "house": {"pack": 32}, "entries": []})
