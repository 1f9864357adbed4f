"""What follows from a position in Durak: who attacks, who draws, who is the fool, what is hung.

Nothing here can be broken; the disputes and the state machine both ask these functions.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from scorekeeper.cards import FRENCH_52, Card
from scorekeeper.games.durak.house import HouseRules, fewest_sixes
from scorekeeper.games.durak.scoring import first_attack
from scorekeeper.sheet import around

HAND = 6
"""Cards dealt to each, and up to which hands are refilled (durak.deal, durak.refill)."""
DIAMONDS, SPADES = "D", "S"


def height(card: Card) -> int:
    """How high a card is in its suit: 2 … A (the same in both packs)."""
    return FRENCH_52.height[card]


def trump_in(house: HouseRules, trump: str) -> str:
    """The suit that is trump: where spades beat only spades it is always diamonds."""
    return DIAMONDS if house.spades_by_spades else trump


def beginners(
    players: int,
    trumps: Mapping[Any, Card],
    dealer: int | None,
    fool: int | None,
    house: HouseRules,
) -> tuple[int, int] | None:
    """Who attacks whom first, or None if that is not known (durak.first).

    After a game with a fool he tells it; else the lowest of `trumps` (seat → lowest trump), and if
    nobody has a trump, left of the dealer. Attack is on the left-hand neighbour (durak.turn).
    """
    if fool is not None:
        return first_attack(fool, players, house)
    if trumps:
        attacker = min(trumps, key=lambda seat: height(trumps[seat]))
    elif dealer is not None:
        attacker = dealer + 1
    else:
        return None
    return attacker % players, (attacker + 1) % players


def refills(
    hands: Sequence[int],
    stock: int,
    attacker: int,
    throwers: Collection[int],
    defender: int | None,
) -> Iterator[tuple[int, int]]:
    """Seat and number of cards of each who draws to six, in order (durak.refill).

    First the attacker, then those who threw in clockwise, the defender last; None took.
    """
    clockwise = [seat for seat in around(attacker, len(hands))[:-1] if seat in throwers]
    for seat in (attacker, *clockwise, *(() if defender is None else (defender,))):
        drawn = min(max(HAND - hands[seat], 0), stock)
        if drawn:
            stock -= drawn
            yield seat, drawn


def ending(
    attacker_out: bool, defender_out: bool, others: int, house: HouseRules
) -> Mapping[str, Any]:
    """A draw or the fool, when the last bout is over (durak.draw, durak.fool).

    `left` is who of the two is left alone with cards, if one is.
    """
    gone = others == 0 and attacker_out and defender_out
    left = None
    if others == 0 and attacker_out != defender_out:
        left = "defender" if attacker_out else "attacker"
    fool = left == "defender" or (gone and house.no_draw)
    return {"fool": "defender" if fool else None, "draw": gone and not house.no_draw, "left": left}


def epaulettes(
    players_left: int, attack: Sequence[Card], beaten: bool, trump: str, house: HouseRules
) -> int:
    """How many epaulettes the last attack hangs on the loser (durak.epaulettes)."""
    fewest = fewest_sixes(house)
    if fewest is None or players_left != 2 or beaten or len(attack) < fewest:
        return 0
    plain = any(card.suit != trump_in(house, trump) for card in attack)
    return len(attack) if plain and all(card.rank == "6" for card in attack) else 0


def redeals(hand: Sequence[Card], house: HouseRules) -> bool:
    """Whether a dealt hand has so many cards of one suit that it is dealt anew (durak.redeal)."""
    if house.redeal_suit == "off":
        return False
    suits = [card.suit for card in hand]
    return any(suits.count(suit) >= int(house.redeal_suit) for suit in suits)
