"""The referee of Taroky: kept cases on the command line, and deals at random to be audited."""

import json
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from scorekeeper.cards import TAROK, Card, codes
from scorekeeper.games.taroky import GAME
from scorekeeper.games.taroky.entries import MISDEALS
from scorekeeper.games.taroky.house import HouseRules
from scorekeeper.games.taroky.referee import RULES
from scorekeeper.games.taroky.referee.audit import Audit
from scorekeeper.games.taroky.referee.deal import Dealt, DealtHow
from scorekeeper.games.taroky.referee.penalties import penalty
from scorekeeper.games.taroky.referee.plays import Play
from scorekeeper.house import load_house
from scorekeeper.referee import Missing, Penalty, Verdict, in_force, judge, judge_admitted
from scorekeeper.schema import Seat
from tests.contract.faults import Faults
from tests.games.taroky.table import NO_RUFFS, USUAL, by_threes, dealt, may_play, taroks
from tests.verification.walks import taroky as play
from tests.verification.walks.contract import played, walk
from tests.verification.walks.prove import Planter
from tests.verification.walks.seeds import games
from tests.verification.walks.taroky_table import State, audit, piles, recorded

FILE = Path(__file__).parent / "cases.jsonl"
TEXTS = [line for line in FILE.read_text("utf-8").splitlines() if line and line[0] != "#"]
CASES: list[dict[str, Any]] = [json.loads(text) for text in TEXTS]
WALKS = range(4)


# --- cases ---------------------------------------------------------------------------------------


def asked_of(case: dict[str, Any]) -> Any:
    house = load_house(GAME.house, case.get("house", {}))
    return GAME.read_dispute(case["kind"], case["given"], house), house


def test_a_legal_answer_cites_rules_and_none_of_another_contract() -> None:
    for case in CASES:
        verdict = judge(GAME.rules, *asked_of(case)) if "verdict" in case["expect"] else None
        if verdict is None or verdict.verdict != "legal":
            continue
        assert verdict.rules, case
        if case["kind"] in ("play", "audit", "announce", "flek") and "varsava" not in str(case):
            assert not [rule for rule in verdict.rules if ".varsava." in rule], case


# --- deals at random -----------------------------------------------------------------------------


def asked(state: State, card: Card) -> Play:
    question = play.question(state, card)
    assert isinstance(question, Play)
    return question


def broken_by(play: Play, ruffs: bool) -> str:
    """The rule that a card breaks, told anew: which tarok is asked of who may play one at all."""
    held, there = taroks(play.hand or ()), taroks(play.trick)
    led, card = play.trick[0].suit if play.trick else "", play.card
    height, follows = taroks([card]), [each for each in play.hand or () if each.suit == led]
    if play.variant == "varsava" and height and (led == TAROK or not follows):
        if height == [21] and 22 in there and set(held) - {1, 21}:
            return "taroky.varsava.mond-skyz"
        if height == [1] and len(held) > 1:
            return "taroky.varsava.pagat-last"
        if there and (ruffs or led == TAROK) and height[0] < max(there) < max(held):
            return "taroky.varsava.overtake"
    return "taroky.play.follow" if follows else "taroky.play.tarok"


def ready(random: Random, house: HouseRules) -> State:
    """A deal with the first lead to come; of three one is a Varšava that may be called."""
    if random.random() < 2 / 3:
        return dealt(random, house)
    state = play.bid_low(random, house, "varsava")
    while len(taroks(state.hands[0])) > 3:
        state = play.bid_low(random, house, "varsava")
    return state


def walked(random: Random, house: HouseRules) -> State:
    """A deal played to its end, legally."""
    state, why = played(play.WALK, random, ready(random, house))
    assert why == "over"
    return state


def of(seed: int) -> tuple[Random, HouseRules]:
    return Random(seed), NO_RUFFS if seed % 3 == 2 else USUAL


def judged(state: State, house: HouseRules) -> Verdict:
    return judge(GAME.rules, audit(state), house)


@pytest.mark.slow("plays random deals")
@games("deals", 5_000)
def test_the_audit_of_a_legal_deal_finds_nothing_and_counts_it_right(
    deals: int, faults: Faults
) -> None:
    varsavas = 0
    for seed in range(deals):
        random, house = of(seed)
        with faults.at("seed", seed):
            state = walked(random, house)
            verdict, entry = judged(state, house), recorded(state)
            result = verdict.result
            assert (verdict.verdict, result["breaches"]) == ("legal", [])
            winners = [trick.winner for trick in state.tricks]
            assert result["winners"] == winners
            assert result["tricks"] == {str(seat): winners.count(seat) for seat in range(4)}
            points = [by_threes(pile) for pile in piles(state)]
            assert result["points"] == {str(seat): each for seat, each in enumerate(points)}
            assert result["last"]["seat"] == winners[-1]
            assert result["last"]["card"] in map(str, state.tricks[-1].cards)
            varsavas += state.variant == "varsava"
            if state.variant == "varsava":
                assert tuple(points) == entry.points
            pagat, valat = entry.pagat, entry.valat
            told = pagat and {"seat": pagat.seat, "made": pagat.made}
            assert result["pagat"] == told
            assert result["valat"] == (valat and valat.side)
            taken_over(audit(state), GAME.write_entry(replace(entry, called=None)), house)
    assert varsavas > deals / 5


def taken_over(told: Audit, plain: dict[str, Any], house: HouseRules) -> None:
    """The sheet takes over what an audit tells, if it is told whole, and reads it back."""
    assert told.entry() == plain
    entry = GAME.read_entry(json.loads(json.dumps(told.entry())), 4, house)
    assert GAME.check(entry, GAME.start(4, told.dealer, house), house) is None
    assert GAME.write_entry(entry) == plain
    assert replace(told, tricks=told.tricks[:-1]).entry() is None
    if told.contract != "solo":
        assert "points" not in (replace(told, aside=None, talon=None).entry() or {"points": 0})
    if told.partner is not None or told.variant in ("first", "second", "third", "quiet-solo"):
        unsure = replace(told, variant=None, partner=None)
        assert "points" not in (unsure.entry() or {"points": 0})


@pytest.mark.slow("plays random deals")
@games("deals", 5_000)
def test_the_audit_finds_the_one_illegal_card_and_nothing_else(deals: int, faults: Faults) -> None:
    rules, led_otherwise = set(), 0
    for seed in range(deals):
        random, house = of(seed)
        with faults.at("seed", seed):
            last = begun = ready(random, house)
            planted = None
            pick = Planter(play.WALK, random.randrange(40), by_rule)
            for step in walk(play.WALK, random, begun, pick):
                before, card, last = step
                may = play.choices(before)
                if card in may:
                    continue
                assert planted is None
                planted = {
                    "trick": len(before.tricks) + 1,
                    "seat": before.turn,
                    "card": str(card),
                    "rule": broken_by(asked(before, card), house.varsava_overtake_ruffs),
                }
                rules.add(planted["rule"])
                led_otherwise += _ended(before, random.choice(may)) != _ended(before, card)
            verdict = judged(last, house)
            assert verdict.result["breaches"] == ([planted] if planted else [])
            assert verdict.verdict == ("offence" if planted else "legal")
            if planted:
                assert verdict.rules == (planted["rule"],)
    assert led_otherwise > deals / 50
    special = {"taroky.varsava.overtake", "taroky.varsava.pagat-last"}
    assert {"taroky.play.follow", "taroky.play.tarok", *special} <= rules


def by_rule(random: Random, state: State, wrong: Sequence[Card]) -> Card:
    """A card that breaks one of the rules that could be broken, each as likely as any other."""
    ruffs = state.house.varsava_overtake_ruffs
    by_rule = {
        broken_by(asked(state, card), ruffs): card for card in random.sample(wrong, len(wrong))
    }
    return by_rule[random.choice(sorted(by_rule))]


def _ended(state: State, card: Card) -> int:
    """Who leads the next trick, if this card is played and then always the first that may be."""
    done = len(state.tricks)
    state = play.play(state, card)
    while len(state.tricks) == done:
        state = play.play(state, play.plays(state)[0])
    return state.leader


@pytest.mark.slow("plays random deals")
@pytest.mark.parametrize("number", WALKS)
def test_with_all_hands_known_every_card_is_judged(number: int) -> None:
    """Each card of the hand at every turn: legal or not as section 9 says, never open."""
    random, house = of(number)
    for _deal in range(15):
        state = ready(random, house)
        for before, _, _ in walk(play.WALK, random, state):
            state = before
            hand, trick = state.hands[state.turn], state.trick
            varsava, ruffs = state.variant == "varsava", house.varsava_overtake_ruffs
            may = may_play(hand, trick, varsava, ruffs)
            assert may
            for card in hand:
                question = asked(state, card)
                found = [
                    rule.find(question, house) for rule in in_force(RULES, type(question), house)
                ]
                assert not [each for each in found if isinstance(each, Missing)]
                verdict = judge(GAME.rules, question, house)
                if card in may:
                    assert verdict.verdict == "legal"
                    continue
                assert verdict.verdict == "offence"
                assert verdict.rules[0] == broken_by(question, ruffs)
                assert set(verdict.instead) == set(codes(may))


def upto(told: Audit, cards: int) -> Audit:
    """The audit of the first cards of a deal; the last trick may be unfinished."""
    tricks = [trick[: max(cards - 4 * at, 0)] for at, trick in enumerate(told.tricks)]
    return replace(told, tricks=tuple(filter(None, tricks)))


def finished_at_random(random: Random, part: Audit, house: HouseRules) -> Audit:
    """A deal played to its end, whoever has the cards that nobody has seen."""
    rest = random.sample(part.unplaced, len(part.unplaced))
    ends = [sum(part.needs[:seat]) for seat in range(5)]
    hands = [tuple(rest[begin:end]) for begin, end in pairwise(ends)]
    return part._played_on(hands, house)


@pytest.mark.slow("plays random deals")
@pytest.mark.parametrize("number", WALKS)
def test_an_unfinished_audit_proves_what_it_can_and_says_what_it_cannot(number: int) -> None:
    random, house = of(number)
    seen = set()
    for _deal in range(8):
        whole = audit(walked(random, house))
        for cards in (*range(1, 48, 5), 46, 47):
            part = upto(whole, cards)
            part.validate()
            verdict = judge(GAME.rules, part, house)
            seen.add(verdict.verdict)
            assert verdict.result["breaches"] == []
            assert (verdict.result["last"], verdict.result["valat"]) == (None, None)
            if verdict.verdict == "legal":
                for _ in range(3):
                    end = finished_at_random(random, part, house)
                    assert judge(GAME.rules, end, house).verdict == "legal", part
                continue
            assert (verdict.missing, verdict.decides) == (("tricks",), "tricks")
            for way, facts in verdict.witness.items():
                end = GAME.read_dispute("audit", facts, house)
                assert judge(GAME.rules, end, house).verdict == way
                assert upto(end, cards).tricks == part.tricks
            assert set(verdict.witness) == {"legal", "offence"}
            off = any(card.suit != trick[0].suit for trick in part.tricks for card in trick)
            assert off or part.variant == "varsava"
    assert seen == {"legal", "undecidable"}


def test_the_audit_shows_the_points_of_the_sides() -> None:
    random, house = of(1)
    for _deal in range(12):
        state = walked(random, house)
        result, entry = judged(state, house).result, recorded(state)
        if entry.way == "varsava":
            assert (result["sides"], result["piles"]) == (None, result["points"])
            continue
        assert result["piles"] is None
        assert result["sides"] == {"declarer": entry.earned, "opponents": 70 - (entry.earned or 0)}


def test_the_audit_of_a_varsava_finds_that_it_could_not_be_called() -> None:
    found = 0
    for seed in range(40):
        random, house = of(seed)
        state = play.bid_low(random, house, "varsava")
        held = taroks(state.hands[0])
        state, _ = played(play.WALK, random, state)
        verdict = judged(state, house)
        if len(held) < 4:
            assert verdict.verdict == "legal"
            assert "taroky.varsava.call" in verdict.rules
            continue
        found += 1
        (breach,) = verdict.result["breaches"]
        assert (breach["seat"], breach["rule"]) == (0, "taroky.varsava.call")
        before = [state.tricks[at] for at in range(breach["trick"])]
        own = [trick.cards[-trick.leader % 4] for trick in before]
        assert len(taroks(own)) == 4
        assert breach["card"] == str(own[-1])
    assert found > 20


def test_a_wrong_leader_is_found_beside_what_he_led() -> None:
    random, house = of(0)
    for _deal in range(40):
        state = walked(random, house)
        right = audit(state)
        wrong = replace(right, leader=Seat((right.leader + 1) % 4))
        breaches = judge(GAME.rules, wrong, house).result["breaches"]
        assert breaches[0] == {
            "trick": 1,
            "seat": wrong.leader,
            "card": str(right.tricks[0][0]),
            "rule": "taroky.play.lead",
        }


def test_a_penalty_is_written_as_the_sheet_knows_it() -> None:
    for cost in (Penalty("points", each=10), Penalty("lost", what="deal")):
        plain = {"type": "renonc", "seat": 2, "rule": "taroky.fold"}
        assert GAME.penalty_entry("taroky.fold", 2, cost) == plain
        assert GAME.penalty_entry("taroky.bid.order", 2, cost) is None
    for cost in (None, Penalty("redeal"), Penalty("take-back")):
        assert GAME.penalty_entry("taroky.fold", 2, cost) is None


@pytest.mark.parametrize(
    "house",
    [
        {},
        {"renonc_penalty": "none"},
        {"renonc_penalty": "deal-lost"},
        {"renonc_penalty": "void"},
        {"renonc_points": 3},
    ],
)
def test_a_misdeal_costs_the_same_by_every_door(house: dict[str, Any]) -> None:
    rules = HouseRules(**house)
    counted = judge(GAME.rules, Dealt(hands=(13, 12, 12, 11), talon=6), rules)
    packets = judge(GAME.rules, DealtHow(packets=(6, 3, 3)), rules)
    seen = judge_admitted(GAME.rules, "taroky.renonc.misdeal", rules)
    assert seen
    assert counted.penalty == packets.penalty == seen.penalty == penalty(rules)
    assert counted.offence == packets.offence == seen.offence == "misdeal"
    assert counted.result == packets.result == {"redeal": True}


@pytest.mark.parametrize("way", ["points", "void"])
def test_after_a_misdeal_the_same_dealer_deals(way: Any) -> None:
    house = HouseRules(renonc_penalty=way)
    start = GAME.start(4, 2, house)
    assert {rule.id for rule in GAME.rules if rule.offence == "misdeal"} == MISDEALS
    for id in sorted(MISDEALS):
        entry = GAME.read_entry({"type": "renonc", "seat": 2, "rule": id}, 4, house)
        after = GAME.after(start, entry, GAME.score(entry, start, house), house)
        assert after.dealer == 2


@pytest.mark.parametrize(
    "rule", ["taroky.play.look", "taroky.renonc.misdeal", "taroky.renonc.conduct"]
)
def test_what_the_table_saw_costs_as_much_as_what_is_proved(rule: str) -> None:
    for house in (USUAL, HouseRules(renonc_penalty="void"), HouseRules(renonc_points=3)):
        verdict = judge_admitted(GAME.rules, rule, house)
        assert verdict is not None
        offence = "misdeal" if rule == "taroky.renonc.misdeal" else "renonc"
        assert (verdict.offence, verdict.rules) == (offence, (rule,))
        assert verdict.penalty == penalty(house)
