"""Taroky as the rules document tells it: sections 1 (points), 7 (announcements), 8, 10 and 11."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement, pairwise, product
from random import Random
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from scorekeeper.cards import TAROCK_54, TAROK, Card, parse_cards
from scorekeeper.games.taroky import GAME
from scorekeeper.games.taroky.entries import (
    LARGE,
    SMALL,
    VARIANTS,
    Announcement,
    Deal,
    Renonc,
    Standing,
    playing,
)
from scorekeeper.games.taroky.house import HouseRules, Tariff
from scorekeeper.games.taroky.referee.announcements import (
    EXCLUDED,
    Holding,
    clash,
    doubled,
    holds,
    possible,
)
from scorekeeper.games.taroky.referee.counting import (
    CARDS_PER_WORTH,
    POINTS,
    count,
    count_by_worth,
    groups,
)
from scorekeeper.games.taroky.referee.counting import total_of_piles as total_of
from scorekeeper.house import dump_house, load_house
from scorekeeper.rulebook import open_rulebook
from scorekeeper.schema import Invalid
from scorekeeper.sheet import Line, sum_of
from tests.games.taroky.table import (
    NET,
    USUAL,
    Plain,
    by_threes,
    deal,
    lines,
    may_announce,
    pagat,
    start,
    valat,
    worth,
)

BOOK = open_rulebook(GAME.folder, "en")
NAMES: tuple[Announcement, ...] = (*SMALL, *LARGE)

# --- 1: counting ---------------------------------------------------------------------------------

EXAMPLE = parse_cards(TAROCK_54, "KS KH AH II III IV QS 9S 8S XXI I 8C QD CD V VI VII")
CARDS = st.permutations(TAROCK_54.cards)


def test_cards_are_worth_what_they_should() -> None:
    assert {card: worth(card) for card in TAROCK_54.cards} == POINTS
    assert {n: list(POINTS.values()).count(n) for n in range(1, 6)} == dict(CARDS_PER_WORTH)
    assert sum(POINTS.values()) == 106


def test_the_sources_example_is_counted_by_threes() -> None:
    threes = [EXAMPLE[at : at + 3] for at in range(0, len(EXAMPLE), 3)]
    assert [count(three).points for three in threes] == [9, 1, 4, 9, 6, 1]
    assert (count(EXAMPLE).points, count(EXAMPLE).other) == (30, 40)


@settings(max_examples=100, deadline=None)
@given(CARDS, st.integers(0, 54))
def test_two_piles_are_70_however_they_are_grouped(cards: list[Card], cut: int) -> None:
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
def test_four_piles_are_69_70_or_71_by_their_sizes(cards: list[Card], cuts: list[int]) -> None:
    ends = [0, *sorted(cuts), 54]
    piles = [cards[a:b] for a, b in pairwise(ends)]
    total = sum(by_threes(pile) for pile in piles)
    assert total == total_of(map(len, piles)) == sum(count(pile).points for pile in piles)
    assert total in (69, 70, 71)


def test_all_three_totals_of_four_piles_occur() -> None:
    assert [total_of(p) for p in ((13, 13, 13, 15), (12, 12, 15, 15), (14, 14, 14, 12))] == [
        *(69, 70, 71)
    ]


# --- 7: announcements ----------------------------------------------------------------------------


@pytest.mark.parametrize("two", list(combinations(NAMES, 2)))
def test_the_same_cards_are_not_announced_twice(two: tuple[Announcement, Announcement]) -> None:
    excluded = {
        *(frozenset(("trulhonery", small)) for small in ("trul", "honery")),
        frozenset(("taroky", "tarocky")),
        *(frozenset(("kralovske-honery", one)) for one in ("honery", "trulhonery", "barvy-honery")),
        frozenset(("trul", "honery")),
        *(frozenset(("barvy-honery", small)) for small in ("barvy", "honery")),
    }
    assert (doubled(frozenset(two)) is not None) == (frozenset(two) in excluded)


Sums = frozenset[tuple[int, int, int]]
PACK = {"K": 4, "trul": 3, "taroks": 19, "plain": 28}


@cache
def hands_of(said: frozenset[Announcement]) -> Sums:
    """Kings, cards of the trul and other taroks of every hand that may be announced so.

    A hand is made of real cards and asked what it may be announced as.
    """
    cards = TAROCK_54.cards
    kings = [card for card in cards if card.rank == "K"]
    high = [card for card in cards if card.rank in ("I", "XXI", "SKYZ")]
    others = [card for card in cards if card.suit == TAROK and card not in high]
    plain = [card for card in cards if card.suit != TAROK and card not in kings]
    return frozenset(
        (k, t, o)
        for k, t, o in product(range(5), range(4), range(13))
        if k + t + o <= 12
        and said <= may_announce([*kings[:k], *high[:t], *others[:o], *plain[: 12 - k - t - o]])
    )


@cache
def sums_of(said: tuple[frozenset[Announcement], ...]) -> Sums:
    """What several hands can hold together, one hand after another (the pack has no more)."""
    if not said:
        return frozenset({(0, 0, 0)})
    *before, last = said
    reached = {
        (a + k, b + t, c + o)
        for a, b, c in sums_of(tuple(before))
        for k, t, o in hands_of(last)
        if a + k <= PACK["K"] and b + t <= PACK["trul"] and c + o <= PACK["taroks"]
    }
    return frozenset(s for s in reached if 12 * len(said) - sum(s) <= PACK["plain"])


def can_be(*said: frozenset[Announcement]) -> bool:
    """Whether four hands of one pack can be announced so, found by making them."""
    silent = (frozenset[Announcement](),) * (4 - len(said))
    return bool(sums_of((*silent, *said)))


def one(name: Announcement) -> frozenset[Announcement]:
    return frozenset((name,))


@pytest.mark.slow("makes real hands for every announcement")
@pytest.mark.parametrize("size", [1, 2, 3])
def test_one_announcement_each_is_possible_exactly_if_hands_can_be_made(size: int) -> None:
    for names in combinations_with_replacement(NAMES, size):
        said = tuple(map(one, names))
        assert possible(said) == can_be(*said), names
        seats = dict(zip((3, 0, 2), said, strict=False))
        assert (clash(seats) == ()) == can_be(*said)


@pytest.mark.slow("makes real hands for every announcement")
@pytest.mark.parametrize("pair", list(combinations(NAMES, 2)))
def test_two_announcements_of_a_hand_are_possible_exactly_if_it_can_be_made(
    pair: tuple[Announcement, Announcement],
) -> None:
    assert possible((frozenset(pair),)) == can_be(frozenset(pair))


SAID = st.frozensets(st.sampled_from(NAMES), max_size=3)


@pytest.mark.slow("makes real hands for every announcement")
@settings(max_examples=150, deadline=None)
@given(st.lists(SAID, min_size=4, max_size=4))
@example([one("barvy"), one("barvy"), one("barvy"), one("barvy")])
@example([one("kralovske-honery"), one("trul"), one("barvy"), one("barvy")])
@example([one("kralovske-honery"), one("barvy"), one("barvy"), one("barvy")])
def test_four_players_are_possible_exactly_if_hands_can_be_made(
    said: list[frozenset[Announcement]],
) -> None:
    assert possible(tuple(said)) == can_be(*said)


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
def test_the_fewest_who_cannot_have_announced_so_are_named(
    said: dict[int, str], seats: tuple[int, ...]
) -> None:
    told: Any = {seat: frozenset(names.split()) for seat, names in said.items()}
    assert clash(told) == seats


def lopsided(random: Random) -> list[list[Card]]:
    """Four hands of a pack in which some hands like taroks, kings or the trul."""
    liked = [random.choice([0, 0, 3]) for _ in range(4)]
    kings, trul = random.choice([0, 0, 4]), random.choice([0, 0, 4])
    seats = range(4)
    hands: list[list[Card]] = [[] for _ in seats]
    for card in random.sample(TAROCK_54.cards, 54):
        free = [seat for seat in seats if len(hands[seat]) < 12]
        weights = [
            1
            + liked[seat] * (card.suit == TAROK)
            + 9 * (kings == seat + 1) * (card.rank == "K")
            + 9 * (trul == seat + 1) * (card.rank in ("I", "XXI", "SKYZ"))
            for seat in free
        ]
        if free:
            hands[random.choices(free, weights)[0]].append(card)
    return hands


@pytest.mark.slow("makes real hands for every announcement")
def test_what_real_hands_are_announced_as_is_possible() -> None:
    random, seen = Random(1), set[Announcement]()
    for _ in range(2_000):
        hands = lopsided(random)
        told = {seat: may_announce(hand) for seat, hand in enumerate(hands)}
        for hand in hands:
            high = sum(card.rank in ("I", "XXI", "SKYZ") for card in hand)
            others = sum(card.suit == TAROK for card in hand) - high
            holding = Holding(sum(card.rank == "K" for card in hand), high, others)
            assert {name for name in NAMES if holds(holding, name)} == may_announce(hand)
        seen.update(*told.values())
        assert clash(told) == ()  # type: ignore[arg-type]
    assert seen == set(NAMES)


# --- 11: any deal --------------------------------------------------------------------------------

TARIFFS = st.sampled_from([one for one in Tariff.presets.values() if not one.pot]) | st.builds(
    Tariff,
    zakladni=st.integers(0, 9),
    preferanc_third=st.integers(0, 9),
    solo=st.integers(0, 20),
    small=st.integers(0, 30),
    large=st.integers(0, 50),
    pagat_silent=st.integers(0, 30),
    pagat_declared=st.integers(0, 60),
    valat_silent=st.integers(0, 60),
    valat_declared=st.integers(0, 90),
    ceiling=st.integers(0, 500),
    rounding=st.integers(1, 12),
)
HOUSES = st.builds(
    HouseRules,
    tariff=TARIFFS,
    honours_always=st.sampled_from(["honery", "all-honours"]),
    honours_in_draw=st.booleans(),
    varsava_pays=st.just("difference") | st.integers(0, 60),
)
WAYS = [(c, way) for c, ways in VARIANTS.items() for way in ways or (None,)]
LEVELS = {None: 1, "flek": 2, "reflek": 4, "superflek": 8}
FLEK = st.sampled_from(list(LEVELS))


@st.composite
def any_deal(draw: st.DrawFn) -> tuple[int, Plain]:
    """How many sit at the table, and a deal as it may have been."""
    players = draw(st.integers(4, 6))
    dealer = draw(st.integers(0, players - 1))
    pausing = {4: set[int](), 5: {dealer}, 6: {dealer, (dealer + 3) % 6}}[players]
    order = [(dealer + step) % players for step in range(1, players + 1)]
    seats = [seat for seat in order if seat not in pausing]
    contract, way = draw(st.sampled_from(WAYS))
    declarer = seats[0] if contract == "zakladni" else draw(st.sampled_from(seats))
    told = {"type": "deal", "dealer": dealer, "declarer": declarer}
    told |= {"contract": contract, "variant": way}
    if way == "varsava":
        told["points"] = draw(four_piles(players, seats))
    elif way != "folded":
        told["points"] = draw(st.integers(0, 70) | st.just(35))
        told["counted_side"] = draw(st.sampled_from(["declarer", "opponents"]))
        told["announcements"] = draw(truly_announced(seats))
        told |= draw(promises(seats, declarer, contract == "druha"))
    if way == "normal":
        told["partner"] = draw(st.sampled_from([seat for seat in seats if seat != declarer]))
    return players, told


@st.composite
def four_piles(draw: st.DrawFn, players: int, seats: list[int]) -> list[int]:
    cards = draw(st.permutations(TAROCK_54.cards))
    ends = [0, *sorted(draw(st.lists(st.integers(0, 54), min_size=3, max_size=3))), 54]
    points = [0] * players
    for seat, (begin, end) in zip(seats, pairwise(ends), strict=True):
        points[seat] = by_threes(cards[begin:end])
    return points


@st.composite
def truly_announced(draw: st.DrawFn, seats: list[int]) -> Plain:
    hands, said = lopsided(Random(draw(st.integers(0, 10**6)))), {}
    for seat, hand in zip(seats, hands, strict=True):
        true = may_announce(hand)
        once = true - {small for large in true for small in EXCLUDED.get(large, ())}
        said[str(seat)] = [name for name in sorted(once) if draw(st.booleans())]
    return said


@st.composite
def promises(draw: st.DrawFn, seats: list[int], declarer: int, druha: bool) -> Plain:
    """What became of pagát and valát, and the fleks that they and the game allow."""
    told, fleks = {}, {"game": draw(FLEK)}
    if druha or draw(st.booleans()):
        owner = declarer if druha else draw(st.sampled_from(seats))
        told["pagat"] = pagat(owner, draw(st.booleans()), draw(st.booleans()))
        fleks["pagat"] = draw(FLEK) if druha or told["pagat"]["declared"] else None
    if draw(st.booleans()):
        declared, side = draw(st.booleans()), draw(st.sampled_from(["declarer", "opponents"]))
        told["valat"] = valat(side, declared, not declared or draw(st.booleans()))
        fleks["valat"] = draw(FLEK) if declared else None
    return {**told, "fleks": {item: level for item, level in fleks.items() if level}}


def due(told: Plain, tariff: Tariff, house: HouseRules) -> Iterator[tuple[str, int]]:
    """Rule → what each opponent owes each of the declarer's side, told anew from section 11."""
    side = {told["declarer"], told.get("partner")}
    points = told["points"] if told["counted_side"] == "declarer" else 70 - told["points"]
    flek = {item: LEVELS[level] for item, level in told["fleks"].items()}
    rate = {"zakladni": tariff.zakladni, "druha": tariff.druha, "solo": tariff.solo}
    thirds = {"first": tariff.preferanc_first, "second": tariff.preferanc_second}
    thirds["third"] = tariff.preferanc_third
    times = rate.get(told["contract"]) if told["contract"] in rate else thirds[told["variant"]]
    game = (points - 35) * flek.get("game", 1) * times
    yield "taroky.settle.draw" if points == 35 else "taroky.settle.base", game
    if bound := told.get("pagat"):
        promised = bound["declared"] or told["contract"] == "druha"
        price = tariff.pagat_declared * flek.get("pagat", 1) if promised else tariff.pagat_silent
        lost = "taroky.pagat.failed" if promised else "taroky.pagat.silent-failed"
        sign = (1 if bound["made"] else -1) * (1 if bound["seat"] in side else -1)
        yield "taroky.settle.pagat" if bound["made"] else lost, price * sign
    if all_tricks := told.get("valat"):
        price = tariff.valat_declared * flek.get("valat", 1)
        price = price if all_tricks["declared"] else tariff.valat_silent
        sign = 1 if all_tricks["side"] == "declarer" else -1
        yield "taroky.settle.valat", price * sign * (1 if all_tricks["made"] else -1)
    honours = {"honery"}
    if house.honours_always == "all-honours":
        honours |= {"kralovske-honery", "trulhonery", "barvy-honery"}
    for seat, names in told["announcements"].items():
        ours = int(seat) in side
        won = points >= 36 if ours else points <= 34
        always = points != 35 or house.honours_in_draw
        for name in names:
            if won or (always and name in honours):
                price = tariff.small if name in SMALL else tariff.large
                yield f"taroky.announce.{name}", price if ours else -price


def at_most(amount: int, tariff: Tariff) -> int:
    """An amount up to the next multiple, but not above the last one below the ceiling."""
    multiples = range(0, abs(amount) + tariff.rounding, tariff.rounding)
    fitting = [m for m in multiples if not tariff.ceiling or m <= tariff.ceiling]
    size = min((m for m in fitting if m >= abs(amount)), default=fitting[-1])
    return size if amount > 0 else -size


TOGETHER = {
    *("taroky.announce.possible.pagat", "taroky.announce.possible.called"),
    *("taroky.valat.pagat", "taroky.valat.points", "taroky.valat.points.opponents"),
    "taroky.points.pile-share",
}
"""What is refused because several facts, each drawn by itself, cannot be true together."""


def can_be_written(entry: Deal, standing: Standing, house: HouseRules) -> bool:
    """Whether the facts of a deal, which were drawn one by one, can be true together."""
    refused = GAME.check(entry, standing, house)
    assert refused is None or refused.id in TOGETHER
    return refused is None


@pytest.mark.slow("plays random deals")
@settings(max_examples=800, deadline=None)
@given(any_deal(), HOUSES)
def test_any_deal_is_settled_by_the_rules(dealt: tuple[int, Plain], house: HouseRules) -> None:
    players, told = dealt
    standing = start(players, told["dealer"], house)
    entry = GAME.read_entry(told, players, house)
    if not can_be_written(entry, standing, house):
        return
    assert GAME.read_entry(GAME.write_entry(entry), players, house) == entry
    found = GAME.score(entry, standing, house)
    total = sum_of(found, players)
    assert all(sum(line.points) == 0 for line in found)
    assert all(line.rule in BOOK.rules and BOOK.step(line.rule) for line in found)
    seats, tariff = playing(entry, standing), house.tariff
    assert all(total[seat] == 0 for seat in range(players) if seat not in seats)
    if entry.way == "folded":
        assert found == ()
    elif entry.way == "varsava":
        pays_for_most(told["points"], seats, total, house)
    else:
        assert 0 <= entry.earned <= 70
        reasons = list(due(told, tariff, house))
        whole = sum(amount for _rule, amount in reasons)
        amount = at_most(whole, tariff)
        explains(found, reasons, amount - whole)
        ours = [seat for seat in seats if seat in (told["declarer"], told.get("partner"))]
        times = 1 if len(ours) == 2 else 3
        assert all(total[s] == (amount * times if s in ours else -amount) for s in seats)
        assert amount % tariff.rounding == 0
        assert not tariff.ceiling or abs(amount) <= tariff.ceiling
    assert GAME.after(standing, entry, found, house).dealer == (told["dealer"] + 1) % players


def explains(found: Sequence[Line], reasons: list[tuple[str, int]], adjusted: int) -> None:
    """The lines are the reasons that are worth something, and what rounding and ceiling change."""
    by_tariff = ("taroky.settle.rounding", "taroky.settle.ceiling")
    sized = [(line.rule, min(map(abs, filter(None, line.points)), default=0)) for line in found]
    named = [(rule, n) for rule, n in sized if n and rule not in by_tariff]
    assert sorted(named) == sorted((rule, abs(n)) for rule, n in reasons if n)
    assert found[0].rule == reasons[0][0]
    assert bool(adjusted) <= any(rule in by_tariff for rule, _n in sized)


def pays_for_most(
    points: list[int], seats: tuple[int, ...], total: tuple[int, ...], house: HouseRules
) -> None:
    most = max(points[seat] for seat in seats)
    losers = [seat for seat in seats if points[seat] == most]
    for seat in seats:
        if seat not in losers:
            fixed = house.varsava_pays
            due = most - points[seat] if fixed == "difference" else int(fixed)
            assert total[seat] == len(losers) * at_most(due, house.tariff)
    assert len({total[seat] for seat in losers}) == 1


# --- 10: renonc ----------------------------------------------------------------------------------


@pytest.mark.parametrize("rule", GAME.recordable_rules(Renonc))
@pytest.mark.parametrize("penalty", ["points", "none", "void", "deal-lost"])
def test_every_renonc_is_told_by_a_rule_and_sums_to_nought(rule: str, penalty: Any) -> None:
    house = HouseRules(renonc_penalty=penalty)
    lost = {k: v for k, v in deal().items() if k not in ("type", "points")}
    entry = {"type": "renonc", "seat": 1, "rule": rule, "deal": lost}
    found = lines(entry, house)
    assert sum(sum_of(found, 4)) == 0
    assert all(BOOK.step(line.rule) for line in found)
    expected = {"points": (10, -30, 10, 10), "deal-lost": (10, -10, 10, -10)}
    assert sum_of(found, 4) == expected.get(penalty, (0, 0, 0, 0))


# --- an evening ----------------------------------------------------------------------------------


def test_a_new_deal_is_the_forehands_and_he_calls_the_nineteen() -> None:
    usual = {"contract": "zakladni", "called": "XIX"}
    assert GAME.preset("deal", start(), USUAL) == {**usual, "dealer": 3, "declarer": 0}
    five, six = (GAME.preset("deal", start(n, 2), USUAL) for n in (5, 6))
    assert five == {**usual, "dealer": 2, "declarer": 3, "pausing": [2]}
    assert six == {**usual, "dealer": 2, "declarer": 3, "pausing": [2, 5]}
    assert GAME.preset("renonc", start(), USUAL) == {}


# --- 11: house rules and tariffs -----------------------------------------------------------------


@settings(max_examples=100, deadline=None)
@given(HOUSES)
def test_house_rules_are_written_and_read_back(house: HouseRules) -> None:
    assert load_house(HouseRules, dump_house(house)) == house


def test_presets_are_read_by_name() -> None:
    assert load_house(HouseRules, {"tariff": "taroky.net"}) == NET
    assert load_house(HouseRules, {"tariff": "source"}) == USUAL
    assert dump_house(USUAL) == {}
    stake = GAME.stake(NET)
    assert stake is not None
    assert (stake.point, stake.currency) == (5, "CZK")
    assert GAME.stake(USUAL) is None


@pytest.mark.parametrize(
    ("data", "field"),
    [
        ({"tariff": "free"}, "tariff"),
        ({"tariff": None}, "tariff"),
        ({"tariff": {"rounding": 0}}, "tariff.rounding"),
        ({"tariff": {"ceiling": -1}}, "tariff.ceiling"),
        ({"tariff": {"small": 2.5}}, "tariff.small"),
        ({"tariff": {"solo": "8"}}, "tariff.solo"),
        ({"tariff": {"currency": "USD"}}, "tariff.currency"),
        ({"tariff": {"gold": 1}}, "tariff.gold"),
        ({"honours_always": "some"}, "honours_always"),
        ({"honours_in_draw": 1}, "honours_in_draw"),
        ({"varsava_pays": "half"}, "varsava_pays"),
        ({"varsava_pays": -1}, "varsava_pays"),
        ({"renonc_penalty": "beer"}, "renonc_penalty"),
        ({"renonc_points": 1001}, "renonc_points"),
    ],
)
def test_a_house_rule_that_cannot_be_read_is_named(data: Any, field: str) -> None:
    with pytest.raises(Invalid) as error:
        load_house(HouseRules, data)
    assert error.value.path == field


def test_the_sheet_calls_every_renonc_a_renonc() -> None:
    book = open_rulebook(GAME.folder, "cs")
    assert not [
        rule for rule in GAME.recordable_rules(Renonc) if not book.step(rule).startswith("renonc: ")
    ]
