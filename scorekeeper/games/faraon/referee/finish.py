"""Who has won for good in Faraón, whom the red seven brings back; and in an Olympic match the cards
for the next game, who is out, and who may ask for a žobrák.

Rules document, sections 3 and 4; source (12), (13), (15), (19); faraon.olympic and .beggar (20).
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar, NotRequired, Self, TypedDict

from scorekeeper.core.cards import Card, Pack
from scorekeeper.core.schema import Invalid, Seat, copies_with, spec
from scorekeeper.games.faraon.entries import HAND
from scorekeeper.games.faraon.house_rules import SEATS_A_PACK, HouseRules
from scorekeeper.games.faraon.referee import layout
from scorekeeper.games.faraon.referee.layout import ACE, OBER, SEVEN, rule
from scorekeeper.games.shedding import FEWEST, one_rank, players_of
from scorekeeper.referee.dispute import Dispute, require_some, require_within
from scorekeeper.referee.rule_table import Broken, Finding, Missing, Rule, has


class ReturnResult(TypedDict, total=False):
    """How many cards the player who is brought back `takes`; missing while that is not known.

    Of several who ran out, whoever lays the red seven `chooses` one.
    """

    takes: int
    chooses: bool


@dataclass(frozen=True)
class Return(Dispute[HouseRules]):
    """A card played to bring back a player who ran out with `finished_with`.

    `same_round`: since then not everybody has had a turn. `several`: others ran out in it as well.
    """

    kind: ClassVar[str] = "return"
    depends_on: ClassVar[tuple[str, ...]] = ("packs",)
    finished_with: Card
    players: int = players_of(layout.MAX_PLAYERS)
    card: Card = layout.RED_SEVEN
    same_round: bool | None = spec(None, optional=True)
    several: bool = False

    def validate(self) -> None:
        if self.several and self.players == FEWEST:
            raise Invalid("several", "refused", rule="faraon.round.two")

    def places(self) -> Mapping[str, Iterable[Card]]:
        return {"finished_with": (self.finished_with,), "card": (self.card,)}

    def validate_pack(self, pack: Pack) -> None:
        super().validate_pack(pack)
        layout.require_seats(self.players, pack)

    @property
    def by_ace(self) -> bool:
        """True if the game was won at once by an ace (faraon.ace-finish)."""
        return self.players == FEWEST and self.finished_with.rank == ACE

    def unknown(self) -> tuple[str, ...]:
        """With two players the round needs no telling: the other plays at once, or has lost."""
        return super().unknown() if self.players > FEWEST else ()

    def completions(self, house: HouseRules) -> Iterator[Self]:
        if self.unknown():
            yield from copies_with(self, "same_round", (True, False))

    def result(self, house: HouseRules) -> ReturnResult:
        """What the player who is brought back takes (source 13); 0 if that cannot be done."""
        may = self.card == layout.RED_SEVEN and not self.by_ace
        if may and self.unknown():
            return {}
        takes = layout.EACH_SEVEN if may and self.same_round is not False else 0
        return {"takes": takes, "chooses": True} if takes and self.several else {"takes": takes}


class FinishResult(TypedDict):
    """The player has `won` for good or `may_return`; `suit` is demanded by a last horník.

    `works`: the others have to answer what was laid last, as any other card.
    """

    won: bool
    may_return: bool
    works: bool
    suit: NotRequired[str]


@dataclass(frozen=True)
class Finish(Dispute[HouseRules]):
    """The last cards of a player, in order."""

    kind: ClassVar[str] = "finish"
    depends_on: ClassVar[tuple[str, ...]] = ("packs", "last_ober")
    last: tuple[Card, ...]
    players: int = players_of(layout.MAX_PLAYERS)

    @property
    def top(self) -> Card:
        return self.last[-1]

    def validate(self) -> None:
        require_some("last", self.last)
        if not one_rank(self.last):
            raise Invalid("last", "refused", rule="faraon.match.last")

    def validate_pack(self, pack: Pack) -> None:
        super().validate_pack(pack)
        layout.require_seats(self.players, pack)

    def result(self, house: HouseRules) -> FinishResult:
        """The win, for good or with a possible return, and what the last cards still do.

        Of two players an ace wins at once (faraon.ace-finish, source 12, 13), and so does whoever
        goes out with every red seven there is. While others play on, a last seven or ace works; a
        last horník names any suit, or keeps its own (source 13–15).

        >>> Finish((Card("A", "L"),), players=2).result(HouseRules())
        {'won': True, 'may_return': False, 'works': False}
        >>> Finish((Card("O", "L"),), players=3).result(HouseRules())
        {'won': False, 'may_return': True, 'works': True, 'suit': 'any'}
        """
        card = self.top
        ace = self.players == FEWEST and card.rank == ACE
        won = ace or self.last.count(layout.RED_SEVEN) == house.packs
        goes_on = self.players > FEWEST or not won
        works = goes_on and card.rank in (SEVEN, ACE, OBER)
        found = FinishResult(won=won, may_return=not won, works=works)
        if card.rank == OBER:
            found["suit"] = card.suit if house.last_ober == "own-suit" else "any"
        return found


def needs_its_round(back: Return, house: HouseRules) -> bool:
    return back.players > FEWEST or back.same_round is False


def returns_a_winner(back: Return, house: HouseRules) -> Finding:
    """faraon.ace-finish (12, 13): of two players an ace wins at once."""
    return Broken({"card": back.finished_with}) if back.by_ace else None


def returns_too_late(back: Return, house: HouseRules) -> Finding:
    """faraon.round (19): only a player who ran out within the current round."""
    if back.unknown():
        return Missing("same_round")
    return Broken({"card": back.finished_with}) if back.same_round is False else None


def returns_wrongly(back: Return, house: HouseRules) -> Finding:
    """faraon.red-seven (13): the red seven, for a player just out, not with an ace of two."""
    wrong = back.card != layout.RED_SEVEN or back.by_ace or back.same_round is False
    return Broken({"card": back.card, "finished_with": back.finished_with}) if wrong else None


def may_return(finish: Finish, house: HouseRules) -> bool:
    return finish.result(house)["may_return"]


def has_won(finish: Finish, house: HouseRules) -> bool:
    return not may_return(finish, house) and finish.top.rank != ACE


def finishes_with_a_seven(finish: Finish, house: HouseRules) -> bool:
    return finish.top.rank == SEVEN and finish.result(house)["works"]


def finishes_with_a_working_ace(finish: Finish, house: HouseRules) -> bool:
    return finish.top.rank == ACE and finish.result(house)["works"]


RETURN_RULES = (
    rule("faraon.ace-finish", Return, returns_a_winner, applies=has("finished_with.rank", ACE)),
    rule("faraon.round", Return, returns_too_late, applies=needs_its_round),
    rule("faraon.red-seven", Return, returns_wrongly),
)
FINISH_RULES = (
    Rule("faraon.ace-finish", Finish, applies=has("top.rank", ACE)),
    Rule("faraon.goal", Finish, applies=has_won),
    Rule("faraon.red-seven", Finish, applies=may_return),
    Rule("faraon.seven", Finish, applies=finishes_with_a_seven),
    Rule("faraon.ace", Finish, applies=finishes_with_a_working_ace),
    Rule("faraon.ober", Finish, applies=has("top.rank", OBER)),
)


class OlympicResult(TypedDict):
    """`cards` for the next game by seat, the seats that are `out`, and those that `may_beg`."""

    cards: dict[Seat, int]
    out: list[Seat]
    may_beg: list[Seat]


@dataclass(frozen=True)
class Olympic(Dispute[HouseRules]):
    """Games lost so far in an Olympic match, and who plays on as a žobrák."""

    kind: ClassVar[str] = "olympic"
    fills_table: ClassVar[bool] = True
    depends_on: ClassVar[tuple[str, ...]] = ("packs",)
    losses: Mapping[Seat, int] = spec(ge=0)
    start: int = spec(HAND, ge=1, le=8)
    beggars: frozenset[Seat] = frozenset()

    def validate(self) -> None:
        """Raises Invalid if nobody is named, or more games are lost than there were cards."""
        require_some("losses", self.losses)
        for seat in sorted(self.beggars - set(self.losses)):
            raise Invalid(f"losses.{seat}", "missing")
        for seat, lost in self.losses.items():
            require_within(f"losses.{seat}", lost, self.start + (seat in self.beggars))

    def validate_pack(self, pack: Pack) -> None:
        last = SEATS_A_PACK * pack.copies - 1
        for seat in sorted(self.losses):
            if seat > last:
                raise Invalid(f"losses.{seat}", "no-such-seat", last=last)

    @property
    def with_cards(self) -> tuple[Seat, ...]:
        return tuple(s for s in sorted(self.beggars) if self.losses.get(s, 0) < self.start)

    def cards(self, seat: Seat) -> int:
        """Cards that a seat gets next (faraon.olympic, source 20); a žobrák gets one."""
        left = self.start - self.losses[seat]
        return 1 if seat in self.beggars and left == 0 else max(left, 0)

    @property
    def out(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in sorted(self.losses) if self.cards(seat) == 0)

    def result(self, house: HouseRules) -> OlympicResult:
        """Cards for each, who is out, and who of them may still ask for a žobrák.

        >>> Olympic(losses={Seat(0): 2, Seat(1): 5}).result(HouseRules())
        {'cards': {0: 3, 1: 0}, 'out': [1], 'may_beg': [1]}
        """
        cards = {seat: self.cards(seat) for seat in sorted(self.losses)}
        may_beg = [seat for seat in self.out if seat not in self.beggars]
        return {"cards": cards, "out": [*self.out], "may_beg": may_beg}


def begs_with_cards(olympic: Olympic, house: HouseRules) -> Finding:
    """faraon.olympic.beggar (20): only a player with nothing left to play asks for one."""
    return Broken({"seats": olympic.with_cards}) if olympic.with_cards else None


def concerns_a_beggar(olympic: Olympic, house: HouseRules) -> bool:
    return bool(olympic.beggars or olympic.out)


OLYMPIC_RULES: tuple[Rule[Olympic, HouseRules], ...] = (
    Rule("faraon.olympic.beggar", Olympic, begs_with_cards, "invalid", applies=concerns_a_beggar),
    Rule("faraon.olympic", Olympic),
)
