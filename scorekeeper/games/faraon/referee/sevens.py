"""Chains of sevens in Faraón: who takes how many, and who plays next.

Rules document, sections 3 and 4; source (11), (13), (14), (19).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal, NotRequired, TypedDict

from scorekeeper.cards import Card, Pack
from scorekeeper.dispute import Dispute
from scorekeeper.fields import spec
from scorekeeper.games.chains import ONE_RANK, Link, in_turn, one_rank, players_of
from scorekeeper.games.faraon.house import HouseRules
from scorekeeper.games.faraon.referee.breaches import PAJCHEL, rule
from scorekeeper.games.faraon.referee.cards import EACH_SEVEN, FARAON, MOST, SEVEN, require_seats
from scorekeeper.referee import AnyRule, Broken, Finding, Rule
from scorekeeper.schema import Invalid, Seat

How = Literal["faraon", "return"]


@dataclass(frozen=True)
class Answer(Link):
    """What a seat put into the chain: sevens, or (`how`) the faraón or the red seven to return."""

    how: How | None = None


class SevensResult(TypedDict):
    """`takes`: the seat that did not answer → how many cards it takes; and who plays `next`.

    `back` is how many a player takes whom the red seven brought back.
    """

    takes: dict[int, int]
    next: int
    back: NotRequired[int]


@dataclass(frozen=True)
class Sevens(Dispute):
    """A chain of sevens, seat by seat; the seat after the last one did not answer."""

    kind: ClassVar[str] = "sevens"
    depends_on: ClassVar[tuple[str, ...]] = ("packs",)
    plays: tuple[Answer, ...]
    players: int = players_of(MOST)

    def check(self) -> None:
        """Raises Invalid if there are none, or if somebody brings back with several cards."""
        if not self.plays:
            raise Invalid("plays", "missing")
        for at, play in enumerate(self.plays):
            if play.how == "return" and play.cards > 1:
                raise Invalid(f"plays.{at}.cards", "too-large", most=1)

    def check_pack(self, pack: Pack) -> None:
        """Raises Invalid if too many play, or there are not so many such cards."""
        require_seats(self.players, pack)
        sevens = sum(play.cards for play in self.plays if play.how != "faraon")
        for number, most in (
            (sevens, ONE_RANK * pack.copies),
            (self.times("faraon"), pack.copies),
            (self.times("return"), pack.copies),
        ):
            if number > most:
                raise Invalid("plays", "too-many-cards", most=most)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats that played, in order."""
        return tuple(play.seat for play in self.plays)

    @property
    def in_order(self) -> int:
        """How many of the plays, from the first, came from the next in turn."""
        return in_turn(self.seats, self.players)

    @property
    def valid(self) -> tuple[Answer, ...]:
        """The plays that count."""
        return self.plays[: self.in_order]

    @property
    def pending(self) -> int:
        """Sevens that the next player has to answer: the faraón kills those before it (11)."""
        sevens = 0
        for play in self.valid:
            sevens = 0 if play.how == "faraon" else sevens + play.cards * (play.how is None)
        return sevens

    def times(self, how: How) -> int:
        """How often somebody played so."""
        return sum(play.how == how for play in self.plays)

    def result(self, house: HouseRules) -> SevensResult:
        """Who takes how many, and who plays after that (faraon.seven, .order; source 14, 19).

        >>> plays = Answer(Seat(0), 2), Answer(Seat(1), 1)
        >>> Sevens(plays, players=4).result(HouseRules())
        {'takes': {2: 9}, 'next': 3}
        >>> Sevens((*plays, Answer(Seat(2), 1, "faraon")), players=4).result(HouseRules())
        {'takes': {}, 'next': 3}
        """
        following = (self.valid[-1].seat + 1) % self.players
        found = SevensResult(takes={}, next=following)
        if self.pending:
            found["takes"] = {following: EACH_SEVEN * self.pending}
            found["next"] = (following + 1) % self.players
        if self.times("return"):
            found["back"] = EACH_SEVEN
        return found


class WrongSevenResult(TypedDict):
    """How many cards the player `takes` now."""

    takes: int


@dataclass(frozen=True)
class WrongSeven(Dispute):
    """Cards that were laid in answer to so many pending sevens."""

    kind: ClassVar[str] = "wrong-seven"
    depends_on: ClassVar[tuple[str, ...]] = ("packs", "pajchel_turn")
    cards: tuple[Card, ...]
    sevens: int = spec(ge=1, le=2 * ONE_RANK)

    def check(self) -> None:
        """Raises Invalid if no card was laid."""
        if not self.cards:
            raise Invalid("cards", "missing")

    def places(self) -> Mapping[str, Iterable[Card]]:
        """The cards that were laid."""
        return {"cards": self.cards}

    def check_pack(self, pack: Pack) -> None:
        """Raises Invalid also if there are not so many sevens."""
        super().check_pack(pack)
        most = ONE_RANK * pack.copies - sum(card.rank == SEVEN for card in self.cards)
        if self.sevens > most:
            raise Invalid("sevens", "too-large", most=most)

    @property
    def answers(self) -> bool:
        """True if the first card answers sevens."""
        return self.cards[0].rank == SEVEN or self.cards[0] == FARAON

    @property
    def alike(self) -> bool:
        """True if they are of one rank."""
        return one_rank(self.cards)

    def result(self, house: HouseRules) -> WrongSevenResult:
        """Three for the pajchel, and those of the sevens, for the turn is over (source 14, 18).

        Where it stays with the player, the sevens still wait for an answer.

        >>> WrongSeven(sevens=1, cards=(Card("8", "L"),)).result(HouseRules())
        {'takes': 6}
        """
        if self.answers and self.alike:
            return {"takes": 0}
        waits = house.pajchel_turn == "stays"
        return {"takes": PAJCHEL + (0 if waits else EACH_SEVEN * self.sevens)}


def answers_with_unlike(wrong: WrongSeven, house: HouseRules) -> Finding:
    """faraon.match.rank (4): cards laid at once are of one rank."""
    takes = wrong.result(house)["takes"]
    return None if wrong.alike else Broken({"cards": wrong.cards, "n": takes})


def answers_wrongly(wrong: WrongSeven, house: HouseRules) -> Finding:
    """faraon.seven (14, 18): only a seven or the faraón answers sevens."""
    takes = wrong.result(house)["takes"]
    return None if wrong.answers else Broken({"card": wrong.cards[0], "n": takes})


def answers_sevens_out_of_order(sevens: Sevens, house: HouseRules) -> Finding:
    """faraon.seven.order (19): only the next in turn answers sevens."""
    valid = sevens.in_order
    if valid == len(sevens.plays):
        return None
    turn = (sevens.seats[valid - 1] + 1) % sevens.players
    return Broken({"seat": sevens.seats[valid], "turn": turn})


def lays_several(wrong: WrongSeven, house: HouseRules) -> bool:
    """True if more than one card was laid."""
    return len(wrong.cards) > 1


def kills_sevens(sevens: Sevens, house: HouseRules) -> bool:
    """True if somebody laid the faraón."""
    return sevens.times("faraon") > 0


def brings_back(sevens: Sevens, house: HouseRules) -> bool:
    """True if somebody brought a player back with the red seven."""
    return sevens.times("return") > 0


SEVEN_RULES: tuple[AnyRule, ...] = (
    rule("faraon.seven.order", Sevens, answers_sevens_out_of_order),
    Rule("faraon.unter", Sevens, applies=kills_sevens),
    Rule("faraon.red-seven", Sevens, applies=brings_back),
    Rule("faraon.seven", Sevens),
    rule("faraon.match.rank", WrongSeven, answers_with_unlike, applies=lays_several),
    rule("faraon.seven", WrongSeven, answers_wrongly),
)
