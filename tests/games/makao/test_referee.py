"""The referee of Makao: kept cases, what each rule costs, and the rules told a second time."""

from random import Random
from typing import Any

import pytest

from scorekeeper.dispute import Admitted
from scorekeeper.explanation import onward
from scorekeeper.games.makao import GAME
from scorekeeper.games.makao.house import HouseRules
from scorekeeper.games.makao.referee.demands import FUNCTIONAL, RANKS, SUITS
from scorekeeper.judgements import judge_question
from scorekeeper.referee import Penalty, judge, judge_admitted
from scorekeeper.rulebook import open_rulebook
from tests.games.makao.table import USUAL
from tests.verification.walks.makao import HOUSES

PACK = GAME.pack(USUAL)
NATURAL = [str(card) for card in PACK.cards if card.suit in SUITS]

FREE = {"makao.restock", "makao.deal.misdeal", "makao.card-stands", "makao.invalid.until"}
"""Rules whose breach costs nothing."""


# --- what offences cost --------------------------------------------------------------------------


@pytest.mark.slow("tries every position")
@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize("rule", GAME.rules, ids=lambda rule: f"{rule.asks.kind} {rule.id}")
def test_an_invalid_move_costs_what_the_house_says(rule: Any, house: HouseRules) -> None:
    if rule.id == "makao.call" and rule.check:
        assert rule.penalty(house) == Penalty("cards", amount=5)
    elif rule.id in FREE or (rule.check is None and rule.asks is not Admitted):
        assert rule.penalty(house) is None
    elif house.invalid_penalty:
        assert rule.penalty(house) == Penalty("cards", amount=house.invalid_penalty)
    else:
        assert rule.penalty(house) == Penalty("take-back")


def test_a_forgotten_makao_costs_five_cards_where_it_has_to_be_said() -> None:
    assert judge_admitted(GAME.rules, "makao.call", USUAL) is None
    verdict = judge_admitted(GAME.rules, "makao.call", HouseRules(makao_call=True))
    assert verdict is not None
    assert (verdict.verdict, verdict.penalty) == ("offence", Penalty("cards", amount=5))


def test_any_other_invalid_move_can_be_penalised() -> None:
    verdict = judge_admitted(GAME.rules, "makao.invalid", USUAL)
    assert verdict is not None
    assert (verdict.offence, verdict.penalty) == ("invalid", Penalty("cards", amount=2))


# --- the rules told a second time ----------------------------------------------------------------


TAKES = {"2": 2, "3": 3, "KH": 5, "KS": 5, "KC": 5, "KD": 5}
"""What a card on top has made somebody take, or the king that it lies behind."""
ATTACKS = {"2S", "2H", "2D", "2C", "3S", "3H", "3D", "3C", "KH", "KS"}


def may_lay(top: str, cards: list[str], given: dict[str, Any]) -> bool:
    """Whether cards may be laid (2 and 3), told with codes."""
    first = cards[0]
    if any(card[0] != first[0] for card in cards):
        return False
    alike = first[0] == top[0] or first[1] == top[1]
    if given.get("attack"):
        return alike and first in ATTACKS
    if given.get("skips"):
        return first[0] == "4"
    if "rank" in given:
        return first[0] in (given["rank"], "J")
    if "suit" in given:
        return first[1] == given["suit"] or first[0] == "A"
    return alike


def situation(random: Random) -> tuple[str, dict[str, Any]]:
    """A top card, and what may lie on it to be answered."""
    top = random.choice(NATURAL)
    answers: list[dict[str, Any]] = [{}, {"rank": random.choice(RANKS)}]
    answers.append({"suit": random.choice(SUITS)})
    if least := TAKES.get(top, TAKES.get(top[0], 0)):
        answers.append({"attack": least + random.choice((0, 0, 2, 3, 4, 5, 6, 7, 8))})
    if top[0] == "4":
        answers.append({"skips": random.randrange(1, 4)})
    return top, random.choice(answers)


def some_cards(random: Random, top: str) -> list[str]:
    """Cards to lay, mostly of one rank, often of one that fits."""
    rank = random.choice([top[0], *"234JQKA57"])
    cards = [rank + random.choice("SHDC") for _ in range(random.randrange(1, 4))]
    return [random.choice(NATURAL), *cards[1:]] if random.random() < 0.1 else cards


@pytest.mark.slow("tries every position")
@pytest.mark.parametrize("part", range(4))
def test_the_referee_agrees_with_the_rules_told_a_second_time(part: int) -> None:
    random, verdicts = Random(part), {"legal": 0, "offence": 0}
    for _ in range(1_500):
        top, given = situation(random)
        cards = some_cards(random, top)
        if max(map([top, *cards].count, [top, *cards])) > 2:
            continue
        facts = {"top": top, "cards": cards, "players": 4, **given}
        verdict = judge(GAME.rules, GAME.read_dispute("play", facts, USUAL), USUAL)
        expected = may_lay(top, cards, given)
        assert (verdict.verdict == "legal") == expected, facts
        verdicts[verdict.verdict] += 1
        as_jokers(facts, expected)
        if expected:
            agrees(verdict.result, cards, given)
    assert min(verdicts.values()) > 200


def as_jokers(facts: dict[str, Any], expected: bool) -> None:
    """A joker named as a card is as good as the card."""
    named = [f"JOKER={card}" for card in facts["cards"]]
    dispute = GAME.read_dispute("joker", {**facts, "cards": named}, USUAL)
    assert (judge(GAME.rules, dispute, USUAL).verdict == "legal") == expected


def agrees(result: Any, cards: list[str], given: dict[str, Any]) -> None:
    """What has to be answered next, told a second time."""
    attack = sum(TAKES.get(card, TAKES.get(card[0], 0)) for card in cards if card in ATTACKS)
    assert result["attack"] == given.get("attack", 0) + attack
    assert result["skips"] == given.get("skips", 0) + sum(card[0] == "4" for card in cards)
    assert result["direction"] == (-1 if cards[-1] == "KS" else 1)
    assert result["back"] == (cards[-1] == "KS")


@pytest.mark.slow("tries every position")
@pytest.mark.parametrize("house", HOUSES)
def test_what_was_allowed_instead_is_every_card_that_is_legal_alone(house: HouseRules) -> None:
    random = Random(7)
    for _ in range(300):
        top, given = situation(random)
        hand = [card for card in random.sample(NATURAL, 6) if card != top]
        facts = {"top": top, "players": 4, **given, "hand": hand}
        asked = {
            card: judge(
                GAME.rules, GAME.read_dispute("play", {**facts, "cards": [card]}, house), house
            )
            for card in hand
        }
        legal = [card for card, verdict in asked.items() if verdict.verdict == "legal"]
        assert legal == [card for card in hand if may_lay(top, [card], given)]
        for verdict in asked.values():
            assert list(verdict.instead) == ([] if verdict.verdict == "legal" else legal)


def test_a_joker_in_the_hand_always_fits() -> None:
    random = Random(8)
    for _ in range(300):
        top, given = situation(random)
        facts = {"top": top, "players": 4, **given, "hand": ["JOKER", "8C"], "cards": ["8C"]}
        verdict = judge(GAME.rules, GAME.read_dispute("play", facts, USUAL), USUAL)
        assert verdict.verdict == "legal" or verdict.instead == ("JOKER",)


@pytest.mark.parametrize("card", NATURAL)
def test_only_a_jack_demands_a_rank_and_only_an_ace_a_suit(card: str) -> None:
    for demand in (*RANKS, *FUNCTIONAL, *SUITS):
        facts = {"top": "JOKER", "cards": [card], "players": 4, "demands": demand}
        verdict = judge(GAME.rules, GAME.read_dispute("play", facts, USUAL), USUAL)
        right = (card[0] == "J" and demand in RANKS) or (card[0] == "A" and demand in SUITS)
        assert (verdict.verdict == "legal") == right
        assert ("makao.demand.what" in verdict.rules and not right) == (demand in FUNCTIONAL)


# --- what the sheet takes over -------------------------------------------------------------------


def test_matches_of_older_versions_keep_what_they_were_judged_by() -> None:
    assert GAME.read_house({}).spade_king_turn == "lost"
    assert GAME.house().spade_king_turn == "his"


def test_a_card_that_must_not_be_drawn_goes_back_where_it_came_from() -> None:
    """To the talon, where who has to stand took it; a card that was laid goes to the hand."""
    drew = {"waits": "four", "number": 2, "drew": True}
    judged = judge_question(GAME, USUAL, ("Petr", "Jana"), "unanswered", drew)
    said = onward(judged, open_rulebook(GAME.folder, "cs"))
    assert said == "Líznutá karta jde zpátky do talonu a hraje další. Co čekalo, platí dál."
