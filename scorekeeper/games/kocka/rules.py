"""The rules of Černá kočka and Dokládačka that can be broken, and the table of them.

Sections 2, 5 and 6 of the rules document; the most specific rule of a kind stands first.
"""

from collections.abc import Iterable

from scorekeeper.cards import FRENCH_32, Card
from scorekeeper.games.kocka.disputes import (
    HAND,
    Cink,
    Claim,
    DokladackaPlay,
    DurchShown,
    Lead,
    Look,
    Pass,
    Play,
    RoundScore,
    Trigger,
    Turn,
)
from scorekeeper.games.kocka.house import HouseRules
from scorekeeper.games.tricks import of_suit
from scorekeeper.referee import AnyRule, Broken, Finding, Missing, Penalty, Rule, decides

HEARTS = "H"
TO_SEND = 3
ROW = ("7", "8", "9", "T", "J", "Q", "K", "A")
JACK = ROW.index("J")


def strength(card: Card, led: str) -> int:
    """How a card stands in a trick to which a suit was led (kocka.winner: no trumps)."""
    return FRENCH_32.height[card] if card.suit == led else -1


def leads_hearts_first(play: Play, house: HouseRules) -> Finding:
    """kocka.first-lead (1b): the first trick is led with a heart only from eight hearts."""
    if play.trick_no != 1 or play.trick or play.card.suit != HEARTS:
        return None
    if play.hand is None:
        return Missing("hand")
    if others := tuple(card for card in play.hand if card.suit != HEARTS):
        return Broken({"card": play.card, "cards": others})
    return None if len(play.hand) == HAND else Missing("hand")


def does_not_follow(play: Play, house: HouseRules) -> Finding:
    """kocka.follow (1b): who has the led suit plays it."""
    if not play.trick or play.card.suit == (led := play.trick[0]).suit:
        return None
    if play.hand is None:
        return Missing("hand")
    held = of_suit(play.hand, led.suit)
    return Broken({"led": led, "card": play.card, "cards": held}) if held else None


def leads_out_of_turn(lead: Lead, house: HouseRules) -> Finding:
    """kocka.lead (1c): left of the dealer, then whoever won the trick."""
    if lead.leads is None:
        return Missing("last_winner")
    return Broken({"seat": lead.seat, "leads": lead.leads}) if lead.seat != lead.leads else None


def looks_before_sending(exchange: Pass, house: HouseRules) -> Finding:
    """kocka.pass.first-send (6): received cards are not seen before one's own are sent."""
    return Broken() if exchange.looked_before_sending else None


def sends_wrongly(exchange: Pass, house: HouseRules) -> Finding:
    """kocka.pass (1c): three cards to the left-hand neighbour."""
    wrong = exchange.sent != TO_SEND or exchange.to != "left"
    return Broken({"n": exchange.sent, "to": exchange.to}) if wrong else None


def plays_out_of_turn(turn: Turn, house: HouseRules) -> Finding:
    """kocka.turn (1c): no card before one's turn."""
    return Broken({"seat": turn.seat, "turn": turn.turn}) if turn.seat != turn.turn else None


def looks_back(look: Look, house: HouseRules) -> Finding:
    """kocka.look (1c): only the last trick, until the next is led."""
    wrong = look.looked_at != look.trick_no or look.led
    return Broken({"n": look.looked_at, "last": look.trick_no}) if wrong else None


def shown_too_early(shown: DurchShown, house: HouseRules) -> Missing | None:
    """kocka.round.durch-caught (3): one has to know whether somebody could stop it."""
    return Missing("stoppable") if shown.caught is None else None


def fits_no_row(play: DokladackaPlay, house: HouseRules) -> Finding:
    """dokladacka.order (2): a jack, or the next card up or down on its suit's row."""
    if fits(play.card, play.table):
        return None
    return Broken({"card": play.card, "needs": inward(play.card)})


def cinks_with_a_card_to_play(cink: Cink, house: HouseRules) -> Finding:
    """dokladacka.cink (2): only who cannot play says it."""
    if cink.hand is None:
        return Missing("hand")
    playable = tuple(card for card in cink.hand if fits(card, cink.table))
    return Broken({"cards": playable}) if playable else None


def fits(card: Card, table: Iterable[Card]) -> bool:
    """Whether a card can be laid: a jack, or the next card towards its jack lies there already."""
    return card.rank == ROW[JACK] or inward(card) in table


def inward(card: Card) -> Card:
    """The neighbour of a card, other than a jack, on the side of its jack."""
    place = ROW.index(card.rank)
    return Card(ROW[place - 1] if place > JACK else ROW[place + 1], card.suit)


def penalty(house: HouseRules) -> Penalty:
    """What a renonc costs at this table (kocka.renonc, 6)."""
    if house.renonc_penalty == "points":
        return {"kind": "points", "amount": None, "agree": True}
    return {"kind": "void", "buys": 1}


def loses_dokladacka(house: HouseRules) -> Penalty:
    """A renonc in a dokládačka loses it (2)."""
    return {"kind": "lost", "what": "dokladacka"}


def goes_back(house: HouseRules) -> Penalty:
    """A card that fits nowhere is taken back."""
    return {"kind": "take-back"}


RULES: tuple[AnyRule, ...] = (
    Rule("kocka.first-lead", Play, leads_hearts_first, penalty=penalty),
    Rule("kocka.follow", Play, does_not_follow, penalty=penalty),
    Rule("kocka.lead", Lead, leads_out_of_turn, penalty=penalty),
    Rule("kocka.pass.first-send", Pass, looks_before_sending, penalty=penalty),
    Rule("kocka.pass", Pass, sends_wrongly, penalty=penalty),
    Rule("kocka.turn", Turn, plays_out_of_turn, penalty=penalty),
    Rule("kocka.look", Look, looks_back, penalty=penalty),
    Rule("kocka.claim", Claim, decides),
    Rule("kocka.round.durch-caught", DurchShown, shown_too_early),
    Rule("dokladacka.order", DokladackaPlay, fits_no_row, "invalid", goes_back),
    Rule("dokladacka.cink", Cink, cinks_with_a_card_to_play, penalty=loses_dokladacka),
    Rule("kocka.game.dokladacka", Trigger, decides),
    Rule("kocka.game.end", Trigger, decides),
    Rule("kocka.game.barrage", Trigger, decides),
    Rule("kocka.round.sum", RoundScore, decides),
    Rule("kocka.round.no-trick", RoundScore, decides),
)
