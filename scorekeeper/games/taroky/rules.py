"""The rules of Taroky that can be broken, and the table of them.

Sections 3, 5, 6 and 9 of the rules document; the most specific rule of a kind stands first. Rules
on calls, announcements, fleks and the deal are in `promise_rules`.
"""

from scorekeeper.cards import TAROCK_54, TAROK, Card
from scorekeeper.games.taroky.counting import POINTS
from scorekeeper.games.taroky.disputes import ORDER, Bidding, Counting, Discard, Play
from scorekeeper.games.taroky.entries import SEATS
from scorekeeper.games.taroky.house import HouseRules
from scorekeeper.games.tricks import of_suit
from scorekeeper.referee import AnyRule, Broken, Finding, Missing, Penalty, Rule, decides

PAGAT, MOND, SKYZ = (TAROCK_54.parse(code) for code in ("I", "XXI", "SKYZ"))


def height(card: Card) -> int:
    """The height of a tarok, or of a card within its suit."""
    return TAROCK_54.height[card]


def strength(card: Card, led: str) -> int:
    """How a card stands in a trick to which a suit was led (taroky.play.winner)."""
    if card.suit == TAROK:
        return 100 + height(card)
    return height(card) if card.suit == led else -1


def does_not_follow(play: Play, house: HouseRules) -> Finding:
    """taroky.play.follow: who has the led suit (or, to a led tarok, a tarok) plays it."""
    if not play.trick or play.card.suit == (led := play.trick[0].suit):
        return None
    if play.hand is None:
        return Missing("hand")
    held = of_suit(play.hand, led)
    return Broken({"cards": held, "led": play.trick[0], "card": play.card}) if held else None


def plays_no_tarok(play: Play, house: HouseRules) -> Finding:
    """taroky.play.tarok: without the led suit a tarok is played, if there is one."""
    if not play.trick or play.card.suit in (TAROK, play.trick[0].suit):
        return None
    if play.hand is None:
        return Missing("hand")
    led = play.trick[0].suit
    taroks = of_suit(play.hand, TAROK)
    if not taroks or led == TAROK or of_suit(play.hand, led):
        return None
    return Broken({"cards": taroks, "led": play.trick[0], "card": play.card})


def underplays(play: Play, house: HouseRules) -> Finding:
    """taroky.varsava.overtake: a tarok on a tarok must be higher, if the hand has a higher one.

    The pagát, which has to wait, and a mond that may not go on the škýz are not asked for.
    """
    there = [card for card in play.trick if card.suit == TAROK]
    if not play.varsava or play.card.suit != TAROK or not there:
        return None
    if play.trick[0].suit != TAROK and not house.varsava_overtake_ruffs:
        return None
    highest = max(there, key=height)
    if height(play.card) > height(highest):
        return None
    if play.hand is None:
        return Missing("hand")
    higher = tuple(c for c in of_suit(play.hand, TAROK) if height(c) > height(highest))
    return Broken({"cards": higher, "led": highest, "card": play.card}) if higher else None


def wastes_pagat(play: Play, house: HouseRules) -> Finding:
    """taroky.varsava.pagat-last: I may be played only as the player's last tarok."""
    if not play.varsava or play.card != PAGAT:
        return None
    if play.hand is None:
        return Missing("hand")
    others = tuple(card for card in of_suit(play.hand, TAROK) if card != PAGAT)
    return Broken({"cards": others, "card": play.card}) if others else None


def throws_mond_on_skyz(play: Play, house: HouseRules) -> Finding:
    """taroky.varsava.mond-skyz: XXI does not go on SKYZ, unless nothing but I is beside it."""
    if not play.varsava or play.card != MOND or SKYZ not in play.trick:
        return None
    if play.hand is None:
        return Missing("hand")
    others = tuple(c for c in of_suit(play.hand, TAROK) if c not in (MOND, PAGAT))
    return Broken({"cards": others, "card": play.card}) if others else None


def lays_aside_a_five(discard: Discard, house: HouseRules) -> Finding:
    """taroky.talon.no-five: never a king, I, XXI or SKYZ."""
    fives = tuple(card for card in discard.aside if POINTS[card] == 5)
    return Broken({"cards": fives}) if fives else None


def lays_aside_a_tarok(discard: Discard, house: HouseRules) -> Finding:
    """taroky.talon.no-tarok: another tarok only of a hand of nothing but taroks and kings.

    Who has fewer other cards than he has to lay aside lays those aside first.
    """
    taroks = tuple(c for c in discard.aside if c.suit == TAROK and POINTS[c] < 5)
    kept = (card for card in discard.hand if card not in discard.aside)
    plain = tuple(card for card in kept if card.suit != TAROK and card.rank != "K")
    return Broken({"cards": taroks, "kept": plain}) if taroks and plain else None


def lays_aside_the_wrong_number(discard: Discard, house: HouseRules) -> Finding:
    """taroky.talon.count: everyone lays aside as many as he took."""
    wrong = len(discard.aside) != discard.took
    return Broken({"n": discard.took, "aside": len(discard.aside)}) if wrong else None


def speaks_out_of_turn(bidding: Bidding, house: HouseRules) -> Finding:
    """taroky.bid.order: from the předák to the zadák, each speaks exactly once."""
    over = len(bidding.bids) > SEATS
    turn = None if over else (bidding.dealer + len(bidding.bids)) % SEATS
    seat = bidding.bids[-1].seat
    return Broken({"seat": seat, "turn": turn}) if seat != turn else None


def forehand_passes(bidding: Bidding, house: HouseRules) -> Finding:
    """taroky.bid.forehand: the předák must bid at least the first contract."""
    opens = len(bidding.bids) == 1 and bidding.bids[0].bid == "pass"
    return Broken({"seat": bidding.bids[0].seat}) if opens else None


def bids_no_higher(bidding: Bidding, house: HouseRules) -> Finding:
    """taroky.bid.higher: a bid is higher than every bid before it."""
    *before, last = bidding.bids
    highest = max((ORDER.index(bid.bid) for bid in before), default=0)
    low = last.bid != "pass" and ORDER.index(last.bid) <= highest
    return Broken({"seat": last.seat, "bid": last.bid, "highest": ORDER[highest]}) if low else None


def bids_second_without_pagat(bidding: Bidding, house: HouseRules) -> Finding:
    """taroky.bid.second-pagat: the second contract needs I in hand."""
    second = next((bid for bid in bidding.bids if bid.bid == "druha"), None)
    if second is None:
        return None
    if bidding.pagat is None:
        return Missing("pagat")
    told = {"seat": second.seat, "pagat": bidding.pagat}
    return Broken(told) if second.seat != bidding.pagat else None


def penalty(house: HouseRules) -> Penalty | None:
    """What a renonc costs at this table (taroky.renonc)."""
    return {
        "none": None,
        "points": {"kind": "points", "each": house.renonc_points},
        "deal-lost": {"kind": "lost", "what": "deal"},
        "void": {"kind": "redeal"},
    }[house.renonc_penalty]


RULES: tuple[AnyRule, ...] = (
    Rule("taroky.varsava.mond-skyz", Play, throws_mond_on_skyz, penalty=penalty),
    Rule("taroky.varsava.pagat-last", Play, wastes_pagat, penalty=penalty),
    Rule("taroky.varsava.overtake", Play, underplays, penalty=penalty),
    Rule("taroky.play.follow", Play, does_not_follow, penalty=penalty),
    Rule("taroky.play.tarok", Play, plays_no_tarok, penalty=penalty),
    Rule("taroky.talon.no-five", Discard, lays_aside_a_five, penalty=penalty),
    Rule("taroky.talon.no-tarok", Discard, lays_aside_a_tarok, penalty=penalty),
    Rule("taroky.talon.count", Discard, lays_aside_the_wrong_number, penalty=penalty),
    Rule("taroky.bid.order", Bidding, speaks_out_of_turn, offence="invalid"),
    Rule("taroky.bid.forehand", Bidding, forehand_passes, offence="invalid"),
    Rule("taroky.bid.higher", Bidding, bids_no_higher, offence="invalid"),
    Rule("taroky.bid.second-pagat", Bidding, bids_second_without_pagat, offence="invalid"),
    Rule("taroky.count", Counting, decides),
)
