"""Passing an attack on in Durak, by a card of its rank played beside it or only shown.

Rules document, section 3: durak.transfer and the rules below it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar, Self

from scorekeeper.cards import Card
from scorekeeper.dispute import CardPlayed
from scorekeeper.fields import copies_with, copy_with, spec
from scorekeeper.games.durak.house import HouseRules
from scorekeeper.games.durak.referee.breaches import rule, transferring
from scorekeeper.games.durak.referee.cards import (
    FIRST_OR_LATER,
    MOST_BOUTS,
    MOST_CARDS,
    Cards,
    Suit,
    require_beaten,
    require_table,
    require_trump,
    trump_in,
)
from scorekeeper.places import require_in_hand
from scorekeeper.referee import AnyRule, Broken, Finding, Missing
from scorekeeper.schema import Invalid, Json


@dataclass(frozen=True, kw_only=True)
class Transfer(CardPlayed):
    """A card played beside the attack, or only shown, to pass it all on to the next player.

    `more` are others laid with it; `last_card`: none is left then, which the `hand` tells if it is
    known. `first_game` is the table's first one, `attacker_out`: the first attacker laid his last
    card; `against_clock`: passed on to the right and not to the left.
    """

    kind: ClassVar[str] = "transfer"
    may_lack: ClassVar[tuple[str, ...]] = ()
    depends_on: ClassVar[tuple[str, ...]] = (
        *("variant", "transfer_first_bout", "transfer_trump", "transfer_finish"),
        *("transfer_by_show", "spades_by_spades", "pack"),
    )
    attack: Cards
    beat: Cards = ()
    card: Card
    more: Cards = ()
    next_hand: int = spec(ge=0, le=MOST_CARDS, tucked=True)
    bout: int = spec(ge=1, le=MOST_BOUTS, tucked=True, few=FIRST_OR_LATER)
    trump: Suit
    show: bool = False
    shown_before: bool = False
    last_card: bool = False
    first_game: bool | None = spec(None, known="opening")
    attacker_out: bool = False
    against_clock: bool = False
    hand: Cards | None = spec(None, contains=("card", "more"))

    @classmethod
    def not_asked(cls, given: Mapping[str, Json]) -> Sequence[str]:
        """The wrong way round, of which who complains tells, and what is so only of a shown trump.

        Nobody shows several cards, or one that is no trump.
        """
        a_trump = str(given.get("card"))[-1:] == given.get("trump")
        may_show = a_trump and not given.get("more")
        shown = may_show and given.get("show") is not False
        return (
            "against_clock",
            *(() if may_show else ("show",)),
            *(() if shown else ("shown_before",)),
        )

    def check(self) -> None:
        """Raises Invalid for cards that cannot lie so, or a last card of several."""
        require_table(self.attack, self.beat)
        require_in_hand(self.hand, "card", self.cards)
        if self.show and self.more:
            raise Invalid("more", "refused", rule="durak.given.show")
        if self.last_card and self.hand is not None and len(self.hand) > len(self.cards):
            raise Invalid("last_card", "refused", rule="durak.given.last")

    def places(self) -> Mapping[str, Iterable[Card]]:
        """What lies on the table, and the hand or the cards."""
        laid = {"card": (self.card,), "more": self.more}
        hand = laid if self.hand is None else {"hand": self.hand}
        return {"attack": self.attack, "beat": self.beat, **hand}

    def check_house(self, house: HouseRules) -> None:
        """Raises Invalid for a trump that this table cannot have."""
        require_trump("trump", self.trump, house)
        require_beaten(self.attack, self.beat, (self.trump,), house)

    @property
    def cards(self) -> Cards:
        """All that was laid."""
        return (self.card, *self.more)

    @property
    def last(self) -> bool:
        """True if the player laid the last of his cards."""
        told = self.last_card if self.hand is None else len(self.hand) == len(self.cards)
        return told and not self.show

    def unknown(self) -> tuple[str, ...]:
        """Whether it was the first game, of a first bout."""
        return ("first_game",) if self.bout == 1 and self.first_game is None else ()

    def completions(self, house: HouseRules) -> Iterator[Self]:
        """The same in the first game and in another."""
        return copies_with(self, "first_game", (True, False) if self.unknown() else ())

    @property
    def to_beat(self) -> int:
        """How many cards the next player would have to beat: one that is shown is not played."""
        return len(self.attack) + (0 if self.show else len(self.cards))

    def alternatives(self, house: HouseRules) -> Iterable[Self]:
        """Every card of the hand, played or shown."""
        hand = self.hand or ()
        ways = ((show, card) for show in (False, True) for card in hand)
        return (copy_with(self, show=show, card=card, more=()) for show, card in ways)

    def choice(self) -> object:
        """The card, the cards if there are more, or the card that is only shown."""
        if self.show:
            return {"show": str(self.card)}
        return list(self.cards) if self.more else self.card


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
    same = all(card.rank == rank for card in (*transfer.attack, *transfer.more))
    return None if same else Broken({"card": transfer.card, "cards": transfer.attack})


def transfers_after_beating(transfer: Transfer, house: HouseRules) -> Finding:
    """durak.transfer.before-beat (3): not after a card was beaten."""
    return Broken({"cards": transfer.beat}) if transfer.beat else None


def transfers_too_many(transfer: Transfer, house: HouseRules) -> Finding:
    """durak.transfer.size (3): no more than the next player holds."""
    n, most = transfer.to_beat, transfer.next_hand
    return Broken({"n": n, "most": most}) if n > most else None


def transfers_the_first_bout(transfer: Transfer, house: HouseRules) -> Finding:
    """durak.transfer.first-bout (3): not in the very first bout, or only in the first game."""
    if transfer.bout > 1 or house.transfer_first_bout == "always":
        return None
    if house.transfer_first_bout == "never":
        return Broken()
    if transfer.first_game is None:
        return Missing("first_game")
    return None if transfer.first_game else Broken()


def transfers_a_trump(transfer: Transfer, house: HouseRules) -> Finding:
    """durak.transfer.trump (3): not while a trump lies among the cards."""
    trumps = trumps_in(transfer, house)
    return Broken({"cards": trumps}) if trumps and not house.transfer_trump else None


def trumps_in(transfer: Transfer, house: HouseRules) -> Cards:
    """The trumps among the cards that were to be beaten."""
    trump = trump_in(house, transfer.trump)
    return tuple(card for card in transfer.attack if card.suit == trump)


def finishes_by_transfer(transfer: Transfer, house: HouseRules) -> Finding:
    """durak.transfer.finish (3): not by laying one's last card."""
    wrong = lays_last_card(transfer, house) and not house.transfer_finish
    return Broken({"card": transfer.card}) if wrong else None


def transfers_against_clock(transfer: Transfer, house: HouseRules) -> Finding:
    """durak.transfer.direction (3): to the next player on the left, never back to the right."""
    return Broken({"card": transfer.card}) if transfer.against_clock else None


def shows_wrongly(transfer: Transfer, house: HouseRules) -> Finding:
    """durak.transfer.show (3): a trump is shown, once a bout, if the house plays it."""
    if not transfer.show:
        return None
    a_trump = transfer.card.suit == trump_in(house, transfer.trump)
    right = house.transfer_by_show and a_trump and not transfer.shown_before
    return None if right else Broken({"card": transfer.card})


def shows(transfer: Transfer, house: HouseRules) -> bool:
    """True if the card was only shown."""
    return transfer.show


def in_first_bout(transfer: Transfer, house: HouseRules) -> bool:
    """True in the first bout of a game."""
    return transfer.bout == 1


def on_trumps(transfer: Transfer, house: HouseRules) -> bool:
    """True if a trump lies among the cards."""
    return bool(trumps_in(transfer, house))


def lays_last_card(transfer: Transfer, house: HouseRules) -> bool:
    """True if the last card was laid."""
    return transfer.last


def may_turn_back(transfer: Transfer, house: HouseRules) -> bool:
    """True if the attacker is out, or it was passed on to the right."""
    return transfer.attacker_out or transfer.against_clock


in_transfer_game = partial(rule, when=transferring)
TRANSFER_RULES: tuple[AnyRule, ...] = (
    rule("durak.transfer", Transfer, transfers_elsewhere),
    rule("durak.transfer.show", Transfer, shows_wrongly, applies=shows),
    in_transfer_game("durak.transfer.rank", Transfer, transfers_another_rank),
    in_transfer_game("durak.transfer.before-beat", Transfer, transfers_after_beating),
    in_transfer_game(
        "durak.transfer.first-bout", Transfer, transfers_the_first_bout, applies=in_first_bout
    ),
    in_transfer_game("durak.transfer.trump", Transfer, transfers_a_trump, applies=on_trumps),
    in_transfer_game(
        "durak.transfer.finish", Transfer, finishes_by_transfer, applies=lays_last_card
    ),
    in_transfer_game(
        "durak.transfer.direction", Transfer, transfers_against_clock, applies=may_turn_back
    ),
    in_transfer_game("durak.transfer.size", Transfer, transfers_too_many),
)
