"""The kinds of dispute in Makao about plays that answer one another (rules document, section 6)."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from scorekeeper.cards import Card
from scorekeeper.games.chains import one_rank, players_of
from scorekeeper.games.makao.house import HouseRules
from scorekeeper.games.makao.situation import (
    FORWARD,
    MOST,
    SKIP,
    Situation,
    direction,
    fits,
    laid,
    meant,
    neighbour,
    worth,
)
from scorekeeper.plain import Seat, Unreadable
from scorekeeper.referee import Dispute


@dataclass(frozen=True)
class Laid:
    """What one player laid in a turn, in order."""

    seat: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True)
class Chain(Dispute):
    """Plays one after another, each an answer to the one before; seats are those in the game."""

    plays: tuple[Laid, ...]
    players: int = players_of(MOST)

    def check(self) -> None:
        """Raises Unreadable if nothing was begun, or somebody laid nothing."""
        if not self.plays:
            raise Unreadable("plays", "missing")
        for at, play in enumerate(self.plays):
            if not play.cards:
                raise Unreadable(f"plays.{at}.cards", "missing")

    def places(self) -> Mapping[str, Iterable[Card]]:
        """The cards of each play."""
        return {f"plays.{at}.cards": play.cards for at, play in enumerate(self.plays)}

    def situations(self) -> Iterator[tuple[Situation, Laid]]:
        """Each play but the first, and what its player faced."""
        first, *rest = self.plays
        facing = laid(Situation(first.cards[-1].meant), meant(first.cards))
        for play in rest:
            yield facing, play
            facing = laid(facing, meant(play.cards))

    @property
    def after(self) -> Situation:
        """What has to be answered after the last play."""
        begun = Situation(self.plays[0].cards[0].meant)
        every = [card for play in self.plays for card in play.cards]
        return laid(begun, meant(every))

    @property
    def faces(self) -> int:
        """The seat that has to answer the last play."""
        last = self.plays[-1]
        return neighbour(last.seat, direction(last.cards[-1].meant), self.players)

    @property
    def sound(self) -> bool:
        """Whether every play could be laid where it was."""
        alike = all(one_rank(meant(play.cards)) for play in self.plays)
        return alike and all(fits(facing, meant(play.cards)) for facing, play in self.situations())

    def next_after(self, seat: int) -> int:
        """Who plays after somebody who took the cards or missed a turn: play goes forward."""
        return neighbour(seat, FORWARD, self.players)


@dataclass(frozen=True)
class Attack(Chain):
    """A chain of twos, threes and kings; the last one was not answered."""

    kind: ClassVar[str] = "attack"

    def check(self) -> None:
        """Raises Unreadable if the first play is no attack."""
        super().check()
        if not any(worth(card.meant) for card in self.plays[0].cards):
            raise Unreadable("plays.0.cards", "refused", rule="makao.attack")

    def result(self, house: HouseRules) -> Mapping[str, Any]:
        """Who takes how many cards, and who plays next (makao.attack.answer)."""
        if not self.sound:
            return {}
        return {"takes": {self.faces: self.after.attack}, "next": self.next_after(self.faces)}


@dataclass(frozen=True)
class Skip(Chain):
    """A chain of fours; the last one was not answered."""

    kind: ClassVar[str] = "skip"

    def check(self) -> None:
        """Raises Unreadable if the first play is no four."""
        super().check()
        if not any(card.meant.rank == SKIP for card in self.plays[0].cards):
            raise Unreadable("plays.0.cards", "refused", rule="makao.skip")

    def result(self, house: HouseRules) -> Mapping[str, Any]:
        """Who misses how many turns, and who plays next (makao.skip.answer)."""
        if not self.sound:
            return {}
        return {"misses": {self.faces: self.after.skips}, "next": self.next_after(self.faces)}
