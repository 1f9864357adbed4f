"""The referee of Makao: kept cases, what each rule costs, and the rules told a second time."""

from itertools import product

import pytest

from scorekeeper.games.makao import GAME
from scorekeeper.games.makao.house_rules import HouseRules
from scorekeeper.games.makao.referee.situation import FUNCTIONAL, RANKS, SUITS
from scorekeeper.referee.dispute import Admitted
from scorekeeper.referee.explanation import onward
from scorekeeper.referee.judgements import judge_question
from scorekeeper.referee.rule_table import Penalty
from scorekeeper.referee.verdict import judge, judge_admitted
from scorekeeper.rulebook import open_rulebook
from scorekeeper.web import LANGUAGES
from tests.verification.walks.makao import HOUSES

USUAL = HouseRules()
PACK = GAME.pack(USUAL)
NATURAL = [str(card) for card in PACK.cards if card.suit in SUITS]

FREE = {"makao.restock", "makao.deal.misdeal", "makao.card-stands", "makao.invalid.until"}
"""Rules whose breach costs nothing."""


def test_an_invalid_move_costs_what_the_house_says(faults):
    for rule, house in product(GAME.rules, HOUSES):
        with faults.at(rule.asks.kind, rule.id, house):
            if rule.id == "makao.call" and rule.check:
                cost = Penalty("cards", amount=5)
            elif rule.id in FREE or (rule.check is None and rule.asks is not Admitted):
                cost = None
            elif house.invalid_penalty:
                cost = Penalty("cards", amount=house.invalid_penalty)
            else:
                cost = Penalty("take-back")
            assert rule.penalty(house) == cost


def test_a_forgotten_makao_costs_five_cards_where_it_has_to_be_said():
    assert judge_admitted(GAME.rules, "makao.call", USUAL) is None
    verdict = judge_admitted(GAME.rules, "makao.call", HouseRules(makao_call=True))
    assert (verdict.verdict, verdict.penalty) == ("offence", Penalty("cards", amount=5))


def test_any_other_invalid_move_can_be_penalised():
    verdict = judge_admitted(GAME.rules, "makao.invalid", USUAL)
    assert (verdict.offence, verdict.penalty) == ("invalid", Penalty("cards", amount=2))


def test_only_a_jack_demands_a_rank_and_only_an_ace_a_suit(faults):
    for card, demand in product(NATURAL, (*RANKS, *FUNCTIONAL, *SUITS)):
        facts = {"top": "JOKER", "cards": [card], "players": 4, "demands": demand}
        verdict = judge(GAME.rules, GAME.read_dispute("play", facts, USUAL), USUAL)
        right = (card[0] == "J" and demand in RANKS) or (card[0] == "A" and demand in SUITS)
        with faults.at(card, demand):
            assert (verdict.verdict == "legal") == right
            assert ("makao.demand.what" in verdict.rules and not right) == (demand in FUNCTIONAL)


def test_a_card_that_must_not_be_drawn_goes_back_where_it_came_from():
    """To the talon, where who has to stand took it; a card that was laid goes to the hand."""
    drew = {"waits": "four", "number": 2, "drew": True}
    judged = judge_question(GAME, USUAL, ("Petr", "Jana"), "unanswered", drew)
    said = onward(judged, open_rulebook(GAME.folder, "cs"))
    assert said == "Líznutá karta jde zpátky do talonu a hraje další. Co čekalo, platí dál."


def test_more_cards_are_a_list_of_codes():
    play = GAME.read_dispute("play", {"top": "5S", "cards": ["5H", "5D"], "players": 4}, USUAL)
    assert play.choice() == ["5H", "5D"]


@pytest.mark.parametrize(
    ("language", "on_top"), [("cs", "Navrchu"), ("pl", "Na wierzchu"), ("be", "Зверху")]
)
def test_the_top_card_is_called_so_in_every_verdict(language, on_top):
    """Not what lies at the bottom: the form asks for the card on top."""
    book = open_rulebook(GAME.folder, language)
    told = [book.text("verdicts", id) for id in ("makao.match.unlike", "makao.draw")]
    assert all(f"{on_top}: {{top:card}}" in text for text in told)


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_misses_no_turn_is_told_of_none(language):
    book = open_rulebook(GAME.folder, language)
    assert not book.answer("unanswered", "misses", 0, (), {"misses": 0})
    assert "2" in book.answer("unanswered", "misses", 2, (), {"misses": 2})
