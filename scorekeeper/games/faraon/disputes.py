"""The kinds of dispute in Faraón (rules document, section 8); a play of cards is in
`turn`, chains of answers are in `answers`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from scorekeeper.cards import Card
from scorekeeper.games.chains import FEWEST, ONE_RANK, one_rank, players_of
from scorekeeper.games.faraon.answers import AceAnswer, Sevens
from scorekeeper.games.faraon.entries import HAND
from scorekeeper.games.faraon.house import HouseRules
from scorekeeper.games.faraon.turn import (
    ACE,
    EACH_SEVEN,
    FARAON,
    MOST,
    OBER,
    RED_SEVEN,
    SEVEN,
    Play,
    Rank,
    matches,
    orders,
)
from scorekeeper.plain import Seat, Unreadable, part
from scorekeeper.referee import Dispute


@dataclass(frozen=True)
class Return(Dispute):
    """A card laid to bring back a player who ran out with `finished_with`.

    `same_round`: since then not everybody has had his turn.
    """

    kind: ClassVar[str] = "return"
    finished_with: Card
    players: int = players_of(MOST)
    card: Card = RED_SEVEN
    same_round: bool | None = None

    def places(self) -> Mapping[str, Iterable[Card]]:
        """The card that he finished with, and the one laid."""
        return {"finished_with": (self.finished_with,), "card": (self.card,)}

    @property
    def by_ace(self) -> bool:
        """Whether the game was won at once by an ace (faraon.ace-finish)."""
        return self.players == FEWEST and self.finished_with.rank == ACE

    def result(self, house: HouseRules) -> Mapping[str, Any]:
        """What the player who is brought back takes (source 13); nothing if he cannot be."""
        if self.same_round is None and self.players > FEWEST:
            return {}
        may = self.card == RED_SEVEN and not self.by_ace and self.same_round is not False
        return {"takes": EACH_SEVEN if may else 0}


@dataclass(frozen=True)
class Start(Dispute):
    """A start card, and the cards at the bottom of the stock from the lowest up."""

    kind: ClassVar[str] = "start"
    start: Card
    bottom: tuple[Card, ...] | None = None

    def places(self) -> Mapping[str, Iterable[Card]]:
        """The start card, and the bottom of the stock."""
        return {"start": (self.start,), "bottom": self.bottom or ()}

    @property
    def suited(self) -> Card | None:
        """The lowest card that tells a horník's suit: itself no horník (source 7)."""
        return next((card for card in self.bottom or () if card.rank != OBER), None)

    @property
    def known(self) -> bool:
        """Whether enough of the bottom is known."""
        if self.start.rank == OBER:
            return self.suited is not None
        return self.start.rank not in (ACE, SEVEN) or bool(self.bottom)

    @property
    def works(self) -> bool:
        """Whether the start card does what it does in play (faraon.start; source 7, 11)."""
        if self.start.rank in (ACE, SEVEN):
            return any(card.rank == self.start.rank for card in (self.bottom or ())[:1])
        return self.start.rank == OBER or self.start == FARAON

    @property
    def suit(self) -> str | None:
        """The suit that a horník demands."""
        asks = self.start.rank == OBER and self.suited
        return asks.suit if asks else None

    def result(self, house: HouseRules) -> Mapping[str, Any]:
        """Whether the card works, and the suit demanded by it."""
        return {"works": self.works, "suit": self.suit} if self.known else {}


@dataclass(frozen=True)
class Burnt(Dispute):
    """Four cards of one rank in order, and what was laid after them; None: he drew."""

    kind: ClassVar[str] = "burnt"
    cards: tuple[Card, ...]
    after: Card | None = None

    def check(self) -> None:
        """Raises Unreadable unless there are four."""
        if len(self.cards) != ONE_RANK:
            raise Unreadable("cards", "wrong-number", n=ONE_RANK)

    def places(self) -> Mapping[str, Iterable[Card]]:
        """The four, and what was laid after them."""
        return {"cards": self.cards, "after": (self.after,) if self.after else ()}

    @property
    def fits(self) -> bool:
        """Whether what came after may lie there; of four horníks he names the suit himself."""
        last = self.cards[-1]
        return self.after is None or last.rank == OBER or matches(self.after, last)

    def alternatives(self) -> Iterable[Self]:
        """The four in every order."""
        if one_rank(self.cards):
            laid = (cards for cards in orders(self.cards) if len(cards) == ONE_RANK)
            return (replace(self, cards=cards) for cards in laid)
        return ()

    def done(self) -> tuple[Card, ...]:
        """The four, in order."""
        return self.cards


@dataclass(frozen=True)
class Camouflage(Dispute):
    """Cards laid so that the lower ones were hidden, and the rank that they were said to be.

    `checked`: somebody looked before the next play.
    """

    kind: ClassVar[str] = "camouflage"
    cards: tuple[Card, ...]
    said: Rank
    checked: bool = False

    def check(self) -> None:
        """Raises Unreadable unless there are one to four cards."""
        if not 1 <= len(self.cards) <= ONE_RANK:
            raise Unreadable("cards", "wrong-number", n=f"1–{ONE_RANK}")

    @property
    def others(self) -> tuple[Card, ...]:
        """The cards that are not what was said."""
        return tuple(card for card in self.cards if card.rank != self.said)

    def result(self, house: HouseRules) -> Mapping[str, Any]:
        """Whether the move stands (source 17)."""
        return {"stands": not (self.others and self.checked)}


@dataclass(frozen=True)
class Draw(Dispute):
    """A player drew instead of playing; `played` what he laid after it in the same turn."""

    kind: ClassVar[str] = "draw"
    drew: bool | Card = True
    played: bool | Card | None = None


@dataclass(frozen=True)
class Finish(Dispute):
    """The last cards of a player, in order."""

    kind: ClassVar[str] = "finish"
    last: tuple[Card, ...]
    players: int = players_of(MOST)

    def check(self) -> None:
        """Raises Unreadable unless they are one to four of one rank."""
        if not 1 <= len(self.last) <= ONE_RANK:
            raise Unreadable("last", "wrong-number", n=f"1–{ONE_RANK}")
        if not one_rank(self.last):
            raise Unreadable("last", "refused", rule="faraon.match")

    def result(self, house: HouseRules) -> Mapping[str, Any]:
        """Whether he has won for good or may be brought back, and the suit of a horník.

        Of two players an ace wins at once (faraon.ace-finish, source 12, 13). A last horník names
        any suit, or keeps its own (source 15).
        """
        card = self.last[-1]
        won = self.players == FEWEST and card.rank == ACE
        found = {"won": won, "may_return": not won}
        if card.rank != OBER:
            return found
        return {**found, "suit": card.suit if house.last_ober == "own-suit" else "any"}


@dataclass(frozen=True)
class Olympic(Dispute):
    """Games lost so far in an Olympic match, and who plays on as a žobrák."""

    kind: ClassVar[str] = "olympic"
    at_table: ClassVar[int | None] = MOST
    losses: Mapping[Seat, int] = part(at_least=0)
    start: int = part(HAND, at_least=1, at_most=8)
    beggars: frozenset[Seat] = frozenset()

    def check(self) -> None:
        """Raises Unreadable if somebody lost more games than he can have played."""
        for seat, lost in self.losses.items():
            if lost > (most := self.start + (seat in self.beggars)):
                raise Unreadable(f"losses.{seat}", "too-large", most=most)

    @property
    def with_cards(self) -> tuple[Seat, ...]:
        """Those called žobrák who still have cards of their own."""
        return tuple(s for s in sorted(self.beggars) if self.losses.get(s, 0) < self.start)

    def cards(self, seat: Seat) -> int:
        """Cards that a seat gets next (faraon.olympic, source 20); a žobrák gets one."""
        left = self.start - self.losses[seat]
        return 1 if seat in self.beggars and left == 0 else max(left, 0)

    def result(self, house: HouseRules) -> Mapping[str, Any]:
        """Cards for each, who is out, and who of them may still ask for a žobrák."""
        cards = {seat: self.cards(seat) for seat in sorted(self.losses)}
        out = [seat for seat, n in cards.items() if n == 0]
        return {"cards": cards, "out": out, "may_beg": [s for s in out if s not in self.beggars]}


DISPUTES: tuple[type[Dispute], ...] = (
    Play,
    AceAnswer,
    Sevens,
    Return,
    Start,
    Burnt,
    Camouflage,
    Draw,
    Finish,
    Olympic,
)
