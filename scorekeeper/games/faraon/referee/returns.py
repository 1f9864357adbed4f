"""Who has won for good in Faraón, and whom the red seven brings back.

Rules document, sections 3 and 4; source (12), (13), (15), (19).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar, NotRequired, TypedDict

from scorekeeper.cards import Card
from scorekeeper.games.chains import FEWEST, ONE_RANK, one_rank, players_of
from scorekeeper.games.faraon.house import HouseRules
from scorekeeper.games.faraon.referee.breaches import keeps_last_suit, rule
from scorekeeper.games.faraon.referee.cards import ACE, EACH_SEVEN, MOST, OBER, RED_SEVEN
from scorekeeper.referee import AnyRule, Broken, Dispute, Finding, Missing, Rule
from scorekeeper.schema import Invalid


class ReturnResult(TypedDict, total=False):
    """How many cards the player who is brought back `takes`; missing while that is not known."""

    takes: int


@dataclass(frozen=True)
class Return(Dispute):
    """A card played to bring back a player who ran out with `finished_with`.

    `same_round`: since then not everybody has had a turn.
    """

    kind: ClassVar[str] = "return"
    finished_with: Card
    players: int = players_of(MOST)
    card: Card = RED_SEVEN
    same_round: bool | None = None

    def places(self) -> Mapping[str, Iterable[Card]]:
        """The last card of the player who ran out, and the one played."""
        return {"finished_with": (self.finished_with,), "card": (self.card,)}

    @property
    def by_ace(self) -> bool:
        """True if the game was won at once by an ace (faraon.ace-finish)."""
        return self.players == FEWEST and self.finished_with.rank == ACE

    def result(self, house: HouseRules) -> ReturnResult:
        """What the player who is brought back takes (source 13); 0 if that cannot be done."""
        if self.same_round is None and self.players > FEWEST:
            return {}
        may = self.card == RED_SEVEN and not self.by_ace and self.same_round is not False
        return {"takes": EACH_SEVEN if may else 0}


class FinishResult(TypedDict):
    """The player has `won` for good or `may_return`; `suit` is demanded by a last horník."""

    won: bool
    may_return: bool
    suit: NotRequired[str]


@dataclass(frozen=True)
class Finish(Dispute):
    """The last cards of a player, in order."""

    kind: ClassVar[str] = "finish"
    last: tuple[Card, ...]
    players: int = players_of(MOST)

    def check(self) -> None:
        """Raises Invalid unless they are one to four of one rank."""
        if not 1 <= len(self.last) <= ONE_RANK:
            raise Invalid("last", "wrong-number", n=f"1–{ONE_RANK}")
        if not one_rank(self.last):
            raise Invalid("last", "refused", rule="faraon.match")

    def result(self, house: HouseRules) -> FinishResult:
        """The win, for good or with a possible return, and the suit of a last horník.

        Of two players an ace wins at once (faraon.ace-finish, source 12, 13). A last horník names
        any suit, or keeps its own (source 15).

        >>> Finish((Card("A", "L"),), players=2).result(HouseRules())
        {'won': True, 'may_return': False}
        >>> Finish((Card("O", "L"),), players=3).result(HouseRules())
        {'won': False, 'may_return': True, 'suit': 'any'}
        """
        card = self.last[-1]
        won = self.players == FEWEST and card.rank == ACE
        if card.rank != OBER:
            return {"won": won, "may_return": not won}
        suit = card.suit if keeps_last_suit(house) else "any"
        return {"won": won, "may_return": not won, "suit": suit}


def returns_a_winner(back: Return, house: HouseRules) -> Finding:
    """faraon.ace-finish (12, 13): of two players an ace wins at once."""
    return Broken({"card": back.finished_with}) if back.by_ace else None


def returns_too_late(back: Return, house: HouseRules) -> Finding:
    """faraon.round (19): only a player who ran out within the current round."""
    if back.same_round is None and back.players > FEWEST:
        return Missing("same_round")
    return Broken({"card": back.finished_with}) if back.same_round is False else None


def returns_wrongly(back: Return, house: HouseRules) -> Finding:
    """faraon.red-seven (13): the red seven, for a player just out, not with an ace of two.

    >>> king = Card("K", "L")
    >>> returns_wrongly(Return(king, players=3, same_round=True), HouseRules()) is None
    True
    >>> returns_wrongly(Return(king, players=3, card=king, same_round=True), HouseRules()) is None
    False
    """
    wrong = back.card != RED_SEVEN or back.by_ace or back.same_round is False
    return Broken({"card": back.card, "finished_with": back.finished_with}) if wrong else None


RETURN_RULES: tuple[AnyRule, ...] = (
    rule("faraon.ace-finish", Return, returns_a_winner),
    rule("faraon.round", Return, returns_too_late),
    rule("faraon.red-seven", Return, returns_wrongly),
)
FINISH_RULES: tuple[AnyRule, ...] = (
    Rule("faraon.ace-finish", Finish),
    Rule("faraon.red-seven", Finish),
    Rule("faraon.ober", Finish),
)
