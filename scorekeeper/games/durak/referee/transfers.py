"""Passing an attack on in Durak, by a card of its rank played beside it or only shown.

Rules document, section 3: durak.transfer and the rules below it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar, Self

from scorekeeper.cards import Card
from scorekeeper.fields import copy_with, spec
from scorekeeper.games.durak.house import HouseRules
from scorekeeper.games.durak.referee.breaches import rule, transferring
from scorekeeper.games.durak.referee.cards import (
    HAND,
    MOST_BOUTS,
    MOST_CARDS,
    Cards,
    Suit,
    require_table,
    trump_in,
)
from scorekeeper.referee import AnyRule, Broken, CardPlayed, Finding


@dataclass(frozen=True, kw_only=True)
class Transfer(CardPlayed):
    """A card played beside the attack, or only shown, to pass it all on to the next player."""

    kind: ClassVar[str] = "transfer"
    attack: Cards
    beat: Cards = ()
    card: Card
    next_hand: int = spec(ge=0, le=MOST_CARDS, prefill=HAND)
    bout: int = spec(ge=1, le=MOST_BOUTS, prefill=2)
    trump: Suit
    show: bool = False
    shown_before: bool = False
    last_card: bool = False
    hand: Cards | None = spec(None, contains=("card",))

    def check(self) -> None:
        """Raises Invalid for cards that cannot lie so."""
        require_table(self.attack, self.beat)
        super().check()

    def places(self) -> Mapping[str, Iterable[Card]]:
        """What lies on the table, and the hand or the card."""
        return {"attack": self.attack, "beat": self.beat, **super().places()}

    @property
    def to_beat(self) -> int:
        """How many cards the next player would have to beat: one that is shown is not played."""
        return len(self.attack) + (not self.show)

    def alternatives(self, house: HouseRules) -> Iterable[Self]:
        """Every card of the hand, played or shown."""
        hand = self.hand or ()
        return (copy_with(self, show=show, card=card) for show in (False, True) for card in hand)

    def choice(self) -> Card | dict[str, str]:
        """The card, or the card that is only shown."""
        return {"show": str(self.card)} if self.show else self.card


def transfers_elsewhere(transfer: Transfer, house: HouseRules) -> Finding:
    """durak.transfer (2): only in the transfer game."""
    return None if house.variant == "transfer" else Broken({"card": transfer.card})


def transfers_another_rank(transfer: Transfer, house: HouseRules) -> Finding:
    """durak.transfer.rank (3): with a card of the same rank as all that lie there.

    >>> six, spade, ten = Card("6", "H"), Card("6", "S"), Card("T", "H")
    >>> same = Transfer(attack=(six,), card=spade, trump="D", bout=2, next_hand=6)
    >>> transfers_another_rank(same, HouseRules()) is None
    True
    >>> transfers_another_rank(copy_with(same, card=ten), HouseRules()) is None
    False
    """
    rank = transfer.card.rank
    same = all(card.rank == rank for card in transfer.attack)
    return None if same else Broken({"card": transfer.card, "cards": transfer.attack})


def transfers_after_beating(transfer: Transfer, house: HouseRules) -> Finding:
    """durak.transfer.before-beat (3): not after a card was beaten."""
    return Broken({"cards": transfer.beat}) if transfer.beat else None


def transfers_too_many(transfer: Transfer, house: HouseRules) -> Finding:
    """durak.transfer.size (3): no more than the next player holds."""
    n, most = transfer.to_beat, transfer.next_hand
    return Broken({"n": n, "most": most}) if n > most else None


def transfers_the_first_bout(transfer: Transfer, house: HouseRules) -> Finding:
    """durak.transfer.first-bout (3): not in the very first bout."""
    return Broken() if transfer.bout == 1 else None


def transfers_a_trump(transfer: Transfer, house: HouseRules) -> Finding:
    """durak.transfer.trump (3): not while a trump lies among the cards."""
    trump = trump_in(house, transfer.trump)
    trumps = [card for card in transfer.attack if card.suit == trump]
    return Broken({"cards": trumps}) if trumps else None


def finishes_by_transfer(transfer: Transfer, house: HouseRules) -> Finding:
    """durak.transfer.finish (3): not by laying one's last card."""
    wrong = transfer.last_card and not transfer.show
    return Broken({"card": transfer.card}) if wrong else None


def shows_wrongly(transfer: Transfer, house: HouseRules) -> Finding:
    """durak.transfer.show (3): a trump is shown, once a bout, if the house plays it."""
    if not transfer.show:
        return None
    a_trump = transfer.card.suit == trump_in(house, transfer.trump)
    right = house.transfer_by_show and a_trump and not transfer.shown_before
    return None if right else Broken({"card": transfer.card})


def not_at_first(house: HouseRules) -> bool:
    """True if the table plays the transfer game without a transfer in the first bout."""
    return transferring(house) and not house.transfer_first_bout


def not_of_trumps(house: HouseRules) -> bool:
    """True if the table plays the transfer game without a transfer of trumps."""
    return transferring(house) and not house.transfer_trump


def not_to_finish(house: HouseRules) -> bool:
    """True if the table plays the transfer game without going out by a transfer."""
    return transferring(house) and not house.transfer_finish


TRANSFER_RULES: tuple[AnyRule, ...] = (
    rule("durak.transfer", Transfer, transfers_elsewhere),
    rule("durak.transfer.show", Transfer, shows_wrongly),
    rule("durak.transfer.rank", Transfer, transfers_another_rank, when=transferring),
    rule("durak.transfer.before-beat", Transfer, transfers_after_beating, when=transferring),
    rule("durak.transfer.first-bout", Transfer, transfers_the_first_bout, when=not_at_first),
    rule("durak.transfer.trump", Transfer, transfers_a_trump, when=not_of_trumps),
    rule("durak.transfer.finish", Transfer, finishes_by_transfer, when=not_to_finish),
    rule("durak.transfer.size", Transfer, transfers_too_many, when=transferring),
)
