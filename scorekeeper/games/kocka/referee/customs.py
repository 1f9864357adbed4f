"""Unwritten rules (7): a card that offends one of them is legal, and the others do not like it."""

from collections.abc import Iterator, Sequence

from scorekeeper.cards import FRENCH_32, Card
from scorekeeper.games.kocka.entries import POINTS

HEARTS, SPADES, MINOR = "H", "S", "DC"
CAT, ACE_OF_SPADES = FRENCH_32.parse("QS"), FRENCH_32.parse("AS")
ENDS = ("A", "7")
"""The ranks at the ends of a row: who has none of them cannot lose a dokládačka."""


def offends(
    trick_no: int, trick: Sequence[Card], card: Card, hand: Sequence[Card] | None
) -> Iterator[str]:
    """Ids of the unwritten rules that a card offends, the strongest first (7).

    `trick` are the cards before it, `hand` is what it was played from, if that is known. Only what
    is certain is said: of a later trick nobody knows here whether it is the first of its suit.
    """
    if not trick:
        if card.suit == SPADES and _has_other_lead(hand):
            yield "kocka.custom.spade-lead"
        return
    led, first = trick[0], trick_no == 1
    if card not in POINTS or not _had_choice(led, hand):
        return
    if first and not (led == ACE_OF_SPADES and card == CAT):
        yield "kocka.custom.first-trick"
    if card == CAT and led.suit == HEARTS and trick_no <= 2:
        yield "kocka.custom.cat-in-hearts"
    if first and led.suit in MINOR:
        yield "kocka.custom.minor-suits"


def holds_back_jack(card: Card, hand: Sequence[Card] | None) -> Iterator[str]:
    """The id of the rule on jacks, if the only card that is left of a hand is one (7).

    It binds only who has neither an ace nor a seven.
    """
    left = [each for each in hand or () if each != card]
    jack = len(left) == 1 and left[0].rank == "J"
    if jack and card.rank not in (*ENDS, "J"):
        yield "kocka.custom.jack"


def _has_other_lead(hand: Sequence[Card] | None) -> bool:
    """True unless the hand is known to hold nothing but spades and hearts."""
    return hand is None or any(card.suit in MINOR for card in hand)


def _had_choice(led: Card, hand: Sequence[Card] | None) -> bool:
    """True unless the hand is known to have allowed nothing but penalty cards."""
    if hand is None:
        return True
    allowed = [card for card in hand if card.suit == led.suit] or hand
    return any(card not in POINTS for card in allowed)
