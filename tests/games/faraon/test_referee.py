"""The referee of Faraón: kept cases, and every kind of dispute told a second time."""

import pytest

from scorekeeper.core.cards import GERMAN_32, parse_cards
from scorekeeper.games.faraon import GAME
from scorekeeper.games.faraon.house_rules import HouseRules
from scorekeeper.games.faraon.referee.chains import Unanswered
from scorekeeper.games.faraon.referee.course import Call
from scorekeeper.games.faraon.referee.finish import Finish
from scorekeeper.games.faraon.referee.layout import RED_SEVEN, lays, orders
from scorekeeper.referee.dispute import Admitted
from scorekeeper.referee.rule_table import Penalty
from scorekeeper.referee.verdict import judge, judge_admitted
from scorekeeper.rulebook import open_rulebook
from scorekeeper.web import LANGUAGES

USUAL = HouseRules()
OWN_SUIT = HouseRules(last_ober="own-suit")
HOUSES = (
    *(USUAL, OWN_SUIT, HouseRules(aces="each"), HouseRules(packs=2)),
    HouseRules(pajchel_turn="stays", camouflage="forbidden"),
)
PAJCHEL = Penalty("cards", amount=3)
FREE = {
    *("faraon.olympic.beggar", "faraon.restock", "faraon.deal.misdeal", "faraon.card-stands"),
    *("faraon.pajchel.until", "faraon.start", "faraon.deal"),
}
"""Rules whose breach costs nothing."""
RANKS = "789TUOKA"


def cards(codes):
    return parse_cards(GERMAN_32, codes)


def verdict(kind, house=USUAL, **given):
    return judge(GAME.rules, GAME.read_dispute(kind, given, house), house)


@pytest.mark.parametrize("house", HOUSES)
def test_a_pajchel_costs_three_cards_in_every_house(house):
    for rule in GAME.rules:
        breakable = rule.asks is Admitted or rule.check is not None
        if rule.asks is Call and not rule.check:
            continue
        if breakable and rule.id not in FREE:
            stopped = rule.asks is Unanswered
            assert rule.offence == ("invalid" if stopped else "pajchel")
            assert rule.penalty(house) == PAJCHEL
        else:
            assert rule.penalty(house) is None


def test_what_the_table_saw_is_a_pajchel():
    for id in ("faraon.at-once", "faraon.pajchel"):
        found = judge_admitted(GAME.rules, id, USUAL)
        assert (found.offence, found.penalty) == ("pajchel", PAJCHEL)


def test_a_slovak_says_it_so():
    book = open_rulebook(GAME.folder, "sk")
    found = verdict("play", top="8L", cards=["9H"], players=2)
    assert book.say("verdicts", "faraon.match", found.facts) == (
        "Nesedí znak ani farba: červená deviatka. Navrchu: zelená osma, farba: zeleň."
    )
    assert book.card("UL") == "faraón"
    assert [book.rank(rank) for rank in RANKS] == ["7", "8", "9", "10", "D", "H", "K", "eso"]


@pytest.mark.parametrize("players", GAME.seats)
def test_an_ace_wins_at_once_only_of_two(players):
    for card in GERMAN_32.cards:
        result = judge(GAME.rules, Finish((card,), players), USUAL).result
        assert result["won"] == (card == RED_SEVEN or (players == 2 and card.rank == "A"))
        assert result["works"] == (card.rank in "7AO" and not (result["won"] and players == 2))
        assert result["may_return"] == (not result["won"])
        assert result.get("suit") == ("any" if card.rank == "O" else None)
        own = judge(GAME.rules, Finish((card,), players), OWN_SUIT).result
        assert own.get("suit") == (card.suit if card.rank == "O" else None)


def test_with_two_packs_the_other_red_seven_may_still_come():
    two_packs = GAME.read_house({"packs": 2})
    one, both = (judge(GAME.rules, Finish((RED_SEVEN,) * n, 2), two_packs).result for n in (1, 2))
    assert (one["won"], one["may_return"]) == (False, True)
    assert (both["won"], both["may_return"]) == (True, False)


def test_cards_of_a_rank_are_laid_in_every_order_however_many():
    four = cards("KL KH KB KA")
    assert len(list(orders(four))) == 4 + 12 + 24 + 24
    assert max(map(len, orders((*four, four[0])))) == 5
    assert list(lays(cards("KL"))) == [cards("KL")]


def test_instead_of_another_ober_the_same_suit_may_be_named():
    play = {
        "top": "8L",
        "cards": ["OL"],
        "players": 2,
        "names_suit": "H",
        "hand": ["OL", "OB", "9L"],
    }
    ways = list(GAME.read_dispute("play", play, USUAL).alternatives(USUAL))
    assert {str(way.cards[0]): way.names_suit for way in ways if len(way.cards) == 1} == {
        "OL": "H",
        "OB": "H",
        "9L": None,
    }


def test_of_an_unknown_hand_two_are_thought_of():
    play = {"top": "8L", "cards": ["9L"], "players": 2}
    ways = list(GAME.read_dispute("play", play, USUAL).completions(USUAL))
    assert [len(way.hand) for way in ways] == [1, 2]
    assert ways[1].hand[1] not in cards("8L 9L")


@pytest.mark.parametrize("language", LANGUAGES)
def test_after_an_ace_nobody_is_told_that_he_plays_who_may_be_stopped(language):
    """Rule 12: the next one stands unless he answers. What a card leaves to him is said alike."""
    told = open_rulebook(GAME.folder, language).answer("play", "again", False)
    turn = {"cs": "řadě", "sk": "rade", "pl": "kolej", "be": "ходзіць", "en": "turn"}
    assert told
    assert turn[language] not in told.lower()
