"""Dokládačka: which card can be laid, and who may say "cink" (source 2)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar

from scorekeeper.cards import Card
from scorekeeper.fields import spec
from scorekeeper.games.kocka.house import HouseRules
from scorekeeper.games.kocka.referee.penalties import goes_back, loses_dokladacka
from scorekeeper.games.kocka.referee.plays import HAND
from scorekeeper.places import require_at_most
from scorekeeper.referee import AnyRule, Broken, CardPlayed, Dispute, Finding, Missing, Rule

ROW = ("7", "8", "9", "T", "J", "Q", "K", "A")
JACK = ROW.index("J")


@dataclass(frozen=True, kw_only=True)
class DokladackaPlay(CardPlayed):
    """A card laid in a dokládačka; `table` are the cards that lie there."""

    kind: ClassVar[str] = "dokladacka-play"
    table: tuple[Card, ...]
    card: Card
    hand: tuple[Card, ...] | None = spec(None, contains=("card",))

    def check(self) -> None:
        """Raises Invalid for cards that cannot lie so."""
        super().check()
        require_at_most("hand", self.hand, HAND)

    def places(self) -> Mapping[str, Iterable[Card]]:
        """The table, and the hand or the card."""
        return {"table": self.table, **super().places()}


@dataclass(frozen=True)
class Cink(Dispute):
    """A player said "cink" in a dokládačka: "I cannot play"."""

    kind: ClassVar[str] = "dokladacka-cink"
    table: tuple[Card, ...]
    hand: tuple[Card, ...] | None = None

    def check(self) -> None:
        """Raises Invalid for cards that cannot lie so."""
        require_at_most("hand", self.hand, HAND)

    def places(self) -> Mapping[str, Iterable[Card]]:
        """The table and the hand."""
        return {"table": self.table, "hand": self.hand or ()}

    def alternatives(self, house: HouseRules) -> Iterable[Dispute]:
        """Every card of the hand, played instead."""
        hand, table = self.hand or (), self.table
        return (DokladackaPlay(table=table, card=card, hand=hand) for card in hand)


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
