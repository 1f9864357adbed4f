"""The end of a game of Makao: who is out, and who lost (makao.end)."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar, TypedDict

from scorekeeper.cards import Card
from scorekeeper.dispute import Dispute
from scorekeeper.games.chains import one_rank, players_of
from scorekeeper.games.makao.entries import losers, needed
from scorekeeper.games.makao.house import HouseRules
from scorekeeper.games.makao.referee.demands import ACE, JACK, MOST, SKIP, meant, worth
from scorekeeper.referee import AnyRule, Rule
from scorekeeper.schema import Invalid, Json, Seat


class FinishResult(TypedDict, total=False):
    """The game is `over`, and the seats that lost it; empty while it goes on.

    `works`: what was laid last has to be answered as any other card, if it is told.
    """

    over: bool
    losers: list[int]
    works: bool


@dataclass(frozen=True)
class Finish(Dispute):
    """The seats that are out, in order: is the game over, and who lost?

    `last` are the cards with which the last of them went out: do they still work?
    """

    kind: ClassVar[str] = "finish"
    out: tuple[Seat, ...]
    players: int = players_of(MOST)
    last: tuple[Card, ...] | None = None

    def check(self) -> None:
        """Raises Invalid if somebody is out twice, more are out than can be, or by such cards."""
        self._check_last()
        for seat, times in Counter(self.out).items():
            if times > 1:
                raise Invalid("out", "twice", item=seat)
        if len(self.out) > needed(self.players):
            raise Invalid("out", "refused", rule="makao.end")

    def _check_last(self) -> None:
        if self.last is None:
            return
        if not self.last or not self.out:
            raise Invalid("last" if self.out else "out", "missing")
        if not one_rank(meant(self.last)):
            raise Invalid("last", "refused", rule="makao.given.last")

    def places(self) -> Mapping[str, Iterable[Card]]:
        """The last cards."""
        return {"last": self.last or ()}

    def result(self, house: HouseRules) -> FinishResult:
        """The end of the game, and the seats that lost (makao.end).

        >>> Finish((Seat(1), Seat(0)), players=3).result(HouseRules())
        {'over': True, 'losers': [2]}
        >>> Finish((Seat(1),), players=3).result(HouseRules())
        {'over': False, 'losers': []}
        """
        lost = losers(self.players, self.out)
        ended: FinishResult = {"over": bool(lost), "losers": list(lost)}
        if self.last is None:
            return ended
        return {**ended, "works": not lost and any(map(functional, meant(self.last)))}

    def entry(self) -> Mapping[str, Json] | None:
        """The finished game, as it is written on the sheet."""
        if not losers(self.players, self.out):
            return None
        return {"type": "game", "out": [int(seat) for seat in self.out]}


def functional(card: Card) -> bool:
    """True if a card does something: makes others take, miss turns, or play what is demanded."""
    return worth(card) > 0 or card.rank in (SKIP, JACK, ACE)


FINISH_RULES: tuple[AnyRule, ...] = (Rule("makao.end", Finish),)
