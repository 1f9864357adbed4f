"""Dokládačka: which card can be laid, and who may say "cink" (source 2)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

from scorekeeper.cards import FRENCH_32, Card
from scorekeeper.dispute import CardPlayed, Dispute
from scorekeeper.fields import copies_with, spec
from scorekeeper.games.kocka.house import HouseRules
from scorekeeper.games.kocka.referee.customs import holds_back_jack
from scorekeeper.games.kocka.referee.penalties import goes_back, loses_dokladacka
from scorekeeper.games.kocka.referee.plays import HAND
from scorekeeper.places import require_at_most
from scorekeeper.referee import AnyRule, Broken, Finding, Missing, Rule
from scorekeeper.schema import Invalid

ROW = ("7", "8", "9", "T", "J", "Q", "K", "A")
JACK = ROW.index("J")
FEW = 3
"""Cards of a hand that may have been: nobody knows how many there were."""


@dataclass(frozen=True, kw_only=True)
class DokladackaPlay(CardPlayed):
    """A card laid in a dokládačka; `table` are the cards that lie there."""

    kind: ClassVar[str] = "dokladacka-play"
    may_lack: ClassVar[tuple[str, ...]] = ()
    table: tuple[Card, ...]
    card: Card
    hand: tuple[Card, ...] | None = spec(None, contains=("card",))

    def check(self) -> None:
        """Raises Invalid for cards that cannot lie so."""
        require_rows(self.table)
        super().check()
        require_at_most("hand", self.hand, HAND)

    def places(self) -> Mapping[str, Iterable[Card]]:
        """The table, and the hand or the card."""
        return {"table": self.table, **super().places()}

    def customs(self, house: HouseRules) -> tuple[str, ...]:
        """The unwritten rule on jacks, if the card offends it (7)."""
        return tuple(holds_back_jack(self.card, self.hand))


@dataclass(frozen=True)
class Cink(Dispute):
    """A player said "cink" in a dokládačka: "I cannot play"."""

    kind: ClassVar[str] = "dokladacka-cink"
    may_lack: ClassVar[tuple[str, ...]] = ("hand",)
    table: tuple[Card, ...]
    hand: tuple[Card, ...] | None = None

    def check(self) -> None:
        """Raises Invalid for cards that cannot lie so; who has none says nothing."""
        require_rows(self.table)
        require_at_most("table", self.table, len(FRENCH_32.cards) - 1)
        require_at_most("hand", self.hand, HAND)
        if self.hand == ():
            raise Invalid("hand", "missing")

    def places(self) -> Mapping[str, Iterable[Card]]:
        """The table and the hand."""
        return {"table": self.table, "hand": self.hand or ()}

    def alternatives(self, house: HouseRules) -> Iterable[Dispute]:
        """Every card of the hand, played instead."""
        hand, table = self.hand or (), self.table
        return (DokladackaPlay(table=table, card=card, hand=hand) for card in hand)

    def completions(self, house: HouseRules) -> Iterator[Self]:
        """The same with a hand that has nothing to lay, and with a card more that can be laid."""
        unlaid = [card for card in FRENCH_32.cards if card not in self.table]
        idle = [card for card in unlaid if not fits(card, self.table)][:FEW]
        playable = next(card for card in unlaid if fits(card, self.table))
        return copies_with(self, "hand", filter(None, (tuple(idle), (*idle, playable))))


def require_rows(table: Sequence[Card]) -> None:
    """Raises Invalid unless each suit lies as a row unbroken from its jack (2)."""
    for card in table:
        if not fits(card, table):
            raise Invalid("table", "refused", rule="dokladacka.order.gap", cards=[inward(card)])


def fits_no_row(play: DokladackaPlay, house: HouseRules) -> Finding:
    """dokladacka.order (2): a jack, or the next card up or down on its suit's row."""
    if fits(play.card, play.table):
        return None
    return Broken({"card": play.card, "needs": inward(play.card)})


def cinks_with_a_card_to_play(cink: Cink, house: HouseRules) -> Finding:
    """dokladacka.cink (2): only who cannot play says it."""
    if cink.hand is None:
        every = tuple(card for card in FRENCH_32.cards if card not in cink.table)
        idle = any(not fits(card, cink.table) for card in every)
        return Missing("hand") if idle else Broken({"cards": every})
    playable = tuple(card for card in cink.hand if fits(card, cink.table))
    return Broken({"cards": playable}) if playable else None


def fits(card: Card, table: Iterable[Card]) -> bool:
    """True if a card can be laid: a jack, or the next card towards its jack lies there already."""
    return card.rank == ROW[JACK] or inward(card) in table


def inward(card: Card) -> Card:
    """The neighbour of a card, other than a jack, on the side of its jack."""
    place = ROW.index(card.rank)
    return Card(ROW[place - 1] if place > JACK else ROW[place + 1], card.suit)


DOKLADACKA_RULES: tuple[AnyRule, ...] = (
    Rule("dokladacka.order", DokladackaPlay, fits_no_row, "invalid", goes_back),
    Rule("dokladacka.cink", Cink, cinks_with_a_card_to_play, penalty=loses_dokladacka),
)
