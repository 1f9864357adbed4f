"""The end of a game of Makao: who is out, and who lost (makao.end)."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, TypedDict

from scorekeeper.games.chains import players_of
from scorekeeper.games.makao.entries import losers, needed
from scorekeeper.games.makao.house import HouseRules
from scorekeeper.games.makao.referee.demands import MOST
from scorekeeper.referee import AnyRule, Dispute, Rule
from scorekeeper.schema import Invalid, Json, Seat


class FinishResult(TypedDict):
    """The game is `over`, and the seats that lost it; empty while it goes on."""

    over: bool
    losers: list[int]


@dataclass(frozen=True)
class Finish(Dispute):
    """The seats that are out, in order: is the game over, and who lost?"""

    kind: ClassVar[str] = "finish"
    out: tuple[Seat, ...]
    players: int = players_of(MOST)

    def check(self) -> None:
        """Raises Invalid if somebody is out twice, or more are out than can be."""
        for seat, times in Counter(self.out).items():
            if times > 1:
                raise Invalid("out", "twice", item=seat)
        if len(self.out) > needed(self.players):
            raise Invalid("out", "refused", rule="makao.end")

    def result(self, house: HouseRules) -> FinishResult:
        """The end of the game, and the seats that lost (makao.end).

        >>> Finish((Seat(1), Seat(0)), players=3).result(HouseRules())
        {'over': True, 'losers': [2]}
        >>> Finish((Seat(1),), players=3).result(HouseRules())
        {'over': False, 'losers': []}
        """
        lost = losers(self.players, self.out)
        return {"over": bool(lost), "losers": list(lost)}

    def entry(self) -> Mapping[str, Json] | None:
        """The finished game, as it is written on the sheet."""
        if not losers(self.players, self.out):
            return None
        return {"type": "game", "out": [int(seat) for seat in self.out]}


FINISH_RULES: tuple[AnyRule, ...] = (Rule("makao.end", Finish),)
