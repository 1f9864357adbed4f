"""The start card of Faraón: whether it works, and what it demands (faraon.start; source 7, 11)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar, TypedDict

from scorekeeper.cards import Card
from scorekeeper.dispute import Dispute
from scorekeeper.games.faraon.house import HouseRules
from scorekeeper.games.faraon.referee.cards import ACE, FARAON, OBER, SEVEN
from scorekeeper.referee import AnyRule, Missing, Rule


class StartResult(TypedDict, total=False):
    """The card `works` as in play, and demands `suit`; empty while that is not known."""

    works: bool
    suit: str | None


@dataclass(frozen=True)
class Start(Dispute):
    """A start card, and the cards at the bottom of the stock from the lowest up."""

    kind: ClassVar[str] = "start"
    may_lack: ClassVar[tuple[str, ...]] = ("bottom",)
    depends_on: ClassVar[tuple[str, ...]] = ("packs",)
    start: Card
    bottom: tuple[Card, ...] | None = None

    def places(self) -> Mapping[str, Iterable[Card]]:
        """The start card, and the bottom of the stock."""
        return {"start": (self.start,), "bottom": self.bottom or ()}

    @property
    def suited(self) -> Card | None:
        """The lowest card that is no horník: its suit is the one demanded (source 7)."""
        return next((card for card in self.bottom or () if card.rank != OBER), None)

    @property
    def known(self) -> bool:
        """True if enough of the bottom is known."""
        if self.start.rank == OBER:
            return self.suited is not None
        return self.start.rank not in (ACE, SEVEN) or bool(self.bottom)

    @property
    def works(self) -> bool:
        """True if the start card does what it does in play (faraon.start; source 7, 11)."""
        if self.start.rank in (ACE, SEVEN):
            return any(card.rank == self.start.rank for card in (self.bottom or ())[:1])
        return self.start.rank == OBER or self.start == FARAON

    @property
    def suit(self) -> str | None:
        """The suit that a horník demands."""
        demands = self.start.rank == OBER and self.suited
        return demands.suit if demands else None

    def result(self, house: HouseRules) -> StartResult:
        """The effect of the start card, and the suit that it demands.

        >>> Start(Card("O", "L"), (Card("8", "H"),)).result(HouseRules())
        {'works': True, 'suit': 'H'}
        >>> Start(Card("7", "L"), (Card("8", "H"),)).result(HouseRules())
        {'works': False, 'suit': None}
        """
        return {"works": self.works, "suit": self.suit} if self.known else {}


def starts_unknown(start: Start, house: HouseRules) -> Missing | None:
    """faraon.start (7): the bottom of the stock has to be looked at."""
    return None if start.known else Missing("bottom")


START_RULES: tuple[AnyRule, ...] = (Rule("faraon.start", Start, starts_unknown, offence=""),)
