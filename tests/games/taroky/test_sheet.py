"""Taroky as the rules document tells it: points, announcements, what is paid, and the pot."""

from itertools import accumulate, combinations, pairwise
from random import Random
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.core.cards import TAROCK_54, parse_cards
from scorekeeper.core.house_rules import dump_house, load_house
from scorekeeper.core.schema import Seat
from scorekeeper.core.sheet import sum_of
from scorekeeper.games.taroky import GAME, entries
from scorekeeper.games.taroky.beginners import first_deal
from scorekeeper.games.taroky.beginners import worth as worth_in
from scorekeeper.games.taroky.checks import are_tricks, can_be_shared, least, most
from scorekeeper.games.taroky.entries import Announcement, Deal, Renonc
from scorekeeper.games.taroky.house_rules import HouseRules, Tariff
from scorekeeper.games.taroky.referee.announcements import clash, doubled
from scorekeeper.games.taroky.referee.counting import (
    CARDS_PER_WORTH,
    POINTS,
    count,
    count_by_worth,
    groups,
)
from scorekeeper.games.taroky.referee.counting import total_of_piles as total_of
from scorekeeper.referee.cases import RefusedEntry, score_case
from scorekeeper.rulebook import open_rulebook
from tests.contract.switches import any_house
from tests.games import matches
from tests.games.taroky.table import NET, USUAL, by_threes, deal, lines, start, worth
from tests.verification.second.taroky import ask_deal, ask_varsava, settle

BOOK = open_rulebook(GAME.folder, "en")
NAMES = (*entries.SMALL, *entries.LARGE)


EXAMPLE = parse_cards(TAROCK_54, "KS KH AH II III IV QS 9S 8S XXI I 8C QD CD V VI VII")
CARDS = st.permutations(TAROCK_54.cards)


def test_cards_are_worth_what_they_should():
    assert {card: worth(card) for card in TAROCK_54.cards} == POINTS
    assert {n: list(POINTS.values()).count(n) for n in range(1, 6)} == dict(CARDS_PER_WORTH)
    assert sum(POINTS.values()) == 106


def test_the_sources_example_is_counted_by_threes():
    threes = [EXAMPLE[at : at + 3] for at in range(0, len(EXAMPLE), 3)]
    assert [count(three).points for three in threes] == [9, 1, 4, 9, 6, 1]
    assert (count(EXAMPLE).points, count(EXAMPLE).other) == (30, 40)


@settings(max_examples=100, deadline=None)
@given(CARDS, st.integers(0, 54))
def test_two_piles_are_70_however_they_are_grouped(cards, cut):
    mine, theirs = cards[:cut], cards[cut:]
    assert by_threes(mine) == count(mine).points == count(sorted(mine)).points
    assert count(mine).points + count(theirs).points == 70
    assert count(mine).other == count(theirs).points
    worths = [POINTS[card] for card in mine]
    shown = groups(worths)
    assert sum(points for _, points in shown) == count(mine).points
    assert sorted(one for three, _ in shown for one in three) == sorted(worths)
    assert [len(three) for three, _ in shown[:-1]] == [3] * (len(shown) - 1)
    assert count_by_worth({n: worths.count(n) for n in range(1, 6)}) == count(mine)


@settings(max_examples=100, deadline=None)
@given(CARDS, st.lists(st.integers(0, 54), min_size=3, max_size=3))
def test_four_piles_are_69_70_or_71_by_their_sizes(cards, cuts):
    ends = [0, *sorted(cuts), 54]
    piles = [cards[a:b] for a, b in pairwise(ends)]
    total = sum(by_threes(pile) for pile in piles)
    assert total == total_of(map(len, piles)) == sum(count(pile).points for pile in piles)
    assert total in (69, 70, 71)


def test_all_three_totals_of_four_piles_occur():
    assert [total_of(p) for p in ((13, 13, 13, 15), (12, 12, 15, 15), (14, 14, 14, 12))] == [
        *(69, 70, 71)
    ]


@pytest.mark.parametrize("two", list(combinations(NAMES, 2)))
def test_the_same_cards_are_not_announced_twice(two):
    excluded = {
        *(frozenset(("trulhonery", small)) for small in ("trul", "honery")),
        frozenset(("taroky", "tarocky")),
        *(frozenset(("kralovske-honery", one)) for one in ("honery", "trulhonery", "barvy-honery")),
        frozenset(("trul", "honery")),
        *(frozenset(("barvy-honery", small)) for small in ("barvy", "honery")),
    }
    assert (doubled(frozenset(two)) is not None) == (frozenset(two) in excluded)


def one(name):
    return frozenset((name,))


@pytest.mark.parametrize(
    ("said", "seats"),
    [
        ({0: "honery", 2: "honery"}, (0, 2)),
        ({1: "honery", 3: "trulhonery"}, (1, 3)),
        ({1: "kralovske-honery", 3: "trul"}, ()),
        ({1: "kralovske-honery", 3: "trulhonery"}, (1, 3)),
        ({0: "trul", 1: "trul"}, (0, 1)),
        ({0: "tarocky", 1: "tarocky"}, ()),
        ({0: "tarocky", 1: "tarocky", 2: "tarocky"}, (0, 1, 2)),
        ({0: "taroky", 1: "tarocky", 2: "barvy"}, ()),
        ({0: "taroky", 1: "taroky", 2: "barvy", 3: "barvy"}, ()),
        ({0: "barvy", 1: "barvy", 2: "barvy"}, ()),
        # 24 taroks at most in two hands, none of which can be more than 22: 8 + 28 plain cards.
        ({0: "barvy", 1: "barvy", 2: "barvy", 3: "barvy"}, (0, 1, 2, 3)),
        ({0: "honery", 1: "kralovske-honery", 2: "barvy"}, (0, 1)),
        ({0: "barvy trul"}, (0,)),
        ({0: "barvy-honery", 1: "taroky"}, ()),
    ],
)
def test_the_fewest_who_cannot_have_announced_so_are_named(said, seats):
    told = {seat: frozenset(names.split()) for seat, names in said.items()}
    assert clash(told) == seats


def at_most(amount, tariff):
    """An amount up to the next multiple, but not above the last one below the ceiling."""
    multiples = range(0, abs(amount) + tariff.rounding, tariff.rounding)
    fitting = [m for m in multiples if not tariff.ceiling or m <= tariff.ceiling]
    size = min((m for m in fitting if m >= abs(amount)), default=fitting[-1])
    return size if amount > 0 else -size


def test_any_deal_is_rounded_and_capped_by_the_tariff(faults):
    for seed in range(150):
        random = Random(seed)
        (entry,) = ask_deal(random).case["entries"]
        ours = {entry["declarer"], entry.get("partner")} - {None}
        times = 1 if len(ours) == 2 else 3
        whole = settle(entry)[entry["declarer"]] // times
        ceiling = random.choice((0, 1, 200, max(abs(whole) - random.randrange(3), 0)))
        tariff = Tariff(rounding=random.choice((1, 1, 2, 5, 12)), ceiling=ceiling)
        with faults.at("seed", seed, tariff):
            due = at_most(whole, tariff)
            found = lines(entry, HouseRules(tariff=tariff))
            assert all(sum(line.points) == 0 for line in found)
            expected = [due * times if seat in ours else -due for seat in range(4)]
            assert list(sum_of(found, 4)) == expected


@pytest.mark.parametrize("rule", GAME.recordable_rules(Renonc))
@pytest.mark.parametrize("penalty", ["points", "none", "void", "deal-lost"])
def test_every_renonc_is_told_by_a_rule_and_sums_to_nought(rule, penalty):
    house = HouseRules(renonc_penalty=penalty)
    lost = {k: v for k, v in deal().items() if k not in ("type", "points")}
    found = lines({"type": "renonc", "seat": 1, "rule": rule, "deal": lost}, house)
    assert sum(sum_of(found, 4)) == 0
    assert all(BOOK.step(line.rule) for line in found)
    expected = {"points": (10, -30, 10, 10), "deal-lost": (10, -10, 10, -10)}
    assert sum_of(found, 4) == expected.get(penalty, (0, 0, 0, 0))


def test_a_new_deal_is_the_forehands_and_he_calls_the_nineteen():
    usual = {"contract": "zakladni", "called": "XIX"}
    assert GAME.preset("deal", start(), USUAL) == {**usual, "dealer": 3, "declarer": 0}
    five, six = (GAME.preset("deal", start(n, 2), USUAL) for n in (5, 6))
    assert five == {**usual, "dealer": 2, "declarer": 3, "pausing": [2]}
    assert six == {**usual, "dealer": 2, "declarer": 3, "pausing": [2, 5]}
    assert GAME.preset("renonc", start(), USUAL) == {}


def test_presets_are_read_by_name():
    assert load_house(HouseRules, {"tariff": "taroky.net"}) == NET
    assert load_house(HouseRules, {"tariff": "source"}) == USUAL
    assert dump_house(USUAL) == {}
    stake = GAME.stake(NET)
    assert (stake.point, stake.currency) == (5, "CZK")
    assert GAME.stake(USUAL) is None


def test_the_sheet_calls_every_renonc_a_renonc():
    book = open_rulebook(GAME.folder, "cs")
    assert not [
        rule for rule in GAME.recordable_rules(Renonc) if not book.step(rule).startswith("renonc: ")
    ]


def test_who_pauses_has_no_part_in_a_deal():
    (six,) = matches.rows("taroky", 6, matches.deal(partner=2, points=36))
    assert six.entry.absent(six.before) == {0, 3}
    (named,) = matches.rows("taroky", 5, matches.deal(partner=2, points=36, pausing=[4]))
    assert named.entry.absent(named.before) == {4}


def test_a_point_is_worth_what_the_tariff_says():
    stake = GAME.stake(HouseRules(tariff=Tariff(point=20, currency="EUR")))
    assert (stake.point, stake.currency) == (20, "EUR")
    assert GAME.stake(HouseRules(tariff=Tariff(point=0))) is None


def test_no_pile_of_so_many_cards_is_worth_more_or_less():
    by_worth = sorted(TAROCK_54.cards, key=worth)
    for n in range(55):
        assert least(n) == by_threes(by_worth[:n])
        assert most(n) == by_threes(by_worth[54 - n :])
    assert (most(2, fives=False), most(5, fives=False), most(6)) == (7, 16, 26)


def test_every_varsava_that_can_be_played_can_be_written():
    for seed in range(60):
        random = Random(seed)
        winners = random.choices(range(4), k=12)
        sizes = [
            sum(5 if at < 6 else 4 for at, seat in enumerate(winners) if seat == each)
            for each in range(4)
        ]
        cards = random.sample(TAROCK_54.cards, 54)
        cards.sort(key=lambda card: random.choice([0, 0, worth(card)]))
        ends = [0, *accumulate(sizes)]
        points = [by_threes(cards[a:b]) for a, b in pairwise(ends)]
        assert are_tricks(sizes)
        assert can_be_shared(points, sizes)
        assert can_be_shared(points, None)


def test_piles_that_cannot_be_are_found():
    assert not are_tricks((1, 2, 3, 48))
    assert not are_tricks((54, 0, 0))
    assert not can_be_shared((22, 22, 13, 13), (5, 5, 20, 24))  # ten cards, 44 and off 8: ten fives
    assert can_be_shared((10, 60, 0, 0), None)
    assert not can_be_shared((70, 1, 0, 0), None)


@pytest.mark.parametrize(
    ("seats", "four"), [(4, [0, 1, 2, 3]), (5, [2, 3, 4, 0]), (6, [2, 3, 5, 0])]
)
def test_four_play_in_the_order_of_seats_or_from_the_forehand(seats, four):
    assert list(Deal(declarer=Seat(0)).players(GAME.start(seats, 1, HouseRules()))) == four


COUNTS = {"won": (True, False, False), "unless-draw": (True, False, True), "always": (True,) * 3}
"""A sentence → whether the announcement counts in a win, a draw, a loss."""


def scored(house, points, rule, **facts):
    """What a line is worth for the declarer, who plays with a partner."""
    deal = Deal(declarer=Seat(0), variant="normal", partner=Seat(2), points=points, **facts)
    lines = GAME.explained(deal, GAME.start(4, 3, house), house)
    return sum(line.points[0] for line in lines if line.rule == rule)


@given(any_house(GAME))
def test_an_announcement_counts_as_the_form_says(house):
    for one in get_args(Announcement):
        (told,) = worth_in(house)[one]
        paid = [
            scored(house, points, f"taroky.announce.{one}", announcements={0: frozenset({one})})
            for points in (entries.HALF + 1, entries.HALF, entries.HALF - 1)
        ]
        assert paid == [told.facts["n"] if counts else 0 for counts in COUNTS[told.id]]


@given(any_house(GAME))
def test_a_pagat_and_a_valat_are_worth_what_the_form_says(house):
    if house.tariff.pot:
        return
    told = worth_in(house)
    for declared in (True, False):
        how = "declared" if declared else "silent"
        pagat, valat = entries.Pagat(Seat(0), declared), entries.Valat("declarer", declared)
        (said,) = told["pagat"]
        assert scored(house, 40, "taroky.settle.pagat", pagat=pagat) == said.facts[how]
        (said,) = told["valat"]
        assert scored(house, 70, "taroky.settle.valat", valat=valat) == said.facts[how]


@pytest.mark.parametrize(
    ("house", "told", "facts"),
    [
        (HouseRules(), "varsava", {}),
        (HouseRules(varsava_pays=10), "varsava-fixed", {"n": 10}),
        (HouseRules(tariff=Tariff.presets["pocitadlo"]), "varsava-with-pot", {}),
    ],
)
def test_a_varsava_costs_what_the_house_pays(house, told, facts):
    (said,) = worth_in(house)["varsava"]
    assert (said.id, said.facts) == (told, facts)


@pytest.mark.parametrize("preset", Tariff.presets)
def test_the_first_deal_is_paid_as_it_is_told(preset):
    house = HouseRules(tariff=Tariff.presets[preset])
    pay = first_deal(house)[-1].facts
    deal = Deal(declarer=Seat(0), variant="normal", partner=Seat(2), points=int(str(pay["points"])))
    before = GAME.start(4, 3, house)
    total = sum(line.points[0] for line in GAME.score(deal, before, house))
    ante = -house.ante if house.tariff.pot else 0
    assert total - ante == pay["n"]


POT = HouseRules(tariff=Tariff.presets["pocitadlo"], ante=10)


def test_a_half_played_paper_sheet_may_have_a_pot():
    paper = {"type": "paper", "points": [5, -15, -15, -15], "dealer": 0, "played": 1}
    assert matches.row(GAME, paper, start(house=POT), POT).after.pot == 40
    excess = {"type": "paper", "points": [5, 0, 0, 0], "dealer": 0}
    refused = matches.refusal(GAME, excess, start(house=POT), POT)
    assert refused
    assert refused.id == "taroky.settle.paper.sum"


@pytest.mark.parametrize("ante", [1, 7, 30])
def test_players_and_pot_have_nothing_after_every_row(ante, faults):
    """Over any deals, whatever is then corrected, struck, or put in the place of another."""
    taken = 0
    for seed in range(25):
        random = Random(seed)
        asked = (
            random.choice((ask_deal, ask_varsava))(random) for _ in range(random.randint(1, 5))
        )
        told = [plain for each in asked for plain in each.case["entries"]]
        changes = [change(random, told) for _ in range(random.randrange(4))]
        house = {"tariff": "pocitadlo", "ante": ante}
        case = {"game": "taroky", "players": list("ABCD"), "house": house}
        with faults.at("seed", seed):
            try:
                match = score_case({**case, "entries": [*told, *changes]}).match
            except RefusedEntry:
                continue
            taken += 1
            standings = (match.standing, *(row.after for row in match.rows))
            assert not any(sum(each.totals) + each.pot for each in standings)
    assert taken > 10


def change(random, told):
    """A correction of a row with any of the deals, or its strike."""
    row = random.randrange(len(told))
    struck = {"type": "void", "entry": row}
    return random.choice([struck, {"type": "correct", "entry": row, "with": random.choice(told)}])
