"""How a game of Makao runs beside the cards played: the deal, whose turn it was, how long a demand
holds, a card drawn from the stock, the pile when the stock is empty, "makao", and the end.

Rules makao.draw, makao.restock (rules document, section 2, GRA), makao.demand.answer, makao.call
and makao.end. What every table asks and the source does not say of deals and turns is marked as
ours.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar, TypedDict

from scorekeeper.core.cards import JOKER, Card
from scorekeeper.core.schema import Invalid, Json, Seat, spec
from scorekeeper.games import shedding
from scorekeeper.games.conduct import OutOfTurn, plays_out_of_turn
from scorekeeper.games.makao.entries import losers, needed
from scorekeeper.games.makao.house_rules import HouseRules
from scorekeeper.games.makao.referee import situation
from scorekeeper.games.makao.referee.situation import ACE, JACK, SKIP, UNNAMED, Situation, rule
from scorekeeper.referee.dispute import Dispute, require_once
from scorekeeper.referee.rule_table import Broken, Finding, Penalty, Rule, has


class Deal(shedding.Dealing[HouseRules]):
    """How it was dealt: five cards to each (makao.deal, ROZDANIE)."""

    size: ClassVar[int] = 5


@dataclass(frozen=True)
class Drawn(situation.Facing):
    """A card just drawn instead of playing: may it be played at once?"""

    kind: ClassVar[str] = "drawn"
    top: Card
    card: Card
    rank: situation.Rank | None = None
    suit: situation.Suit | None = None
    attack: int = spec(0, ge=0, le=situation.MOST_ATTACK)

    @property
    def facing(self) -> Situation:
        return Situation(self.top.meant, self.rank, self.suit, self.attack)

    def validate(self) -> None:
        situation.require_pending(self.top.meant, self.facing)

    def places(self) -> Mapping[str, Iterable[Card]]:
        return {"top": (self.top,), "card": (self.card,)}


def lays_after_taking(drawn: Drawn, house: HouseRules) -> Finding:
    """makao.attack.answer (3): drawing for an attack ends the turn."""
    return situation.unfit(drawn.facing, (drawn.card,)) if drawn.attack else None


def drawn_does_not_answer(drawn: Drawn, house: HouseRules) -> Finding:
    """makao.demand.answer (3, GRA): a drawn card has to be what was demanded, too."""
    facing, card = drawn.facing, drawn.card
    free = not facing.has_demand or card == UNNAMED
    if free or situation.answers_demand(facing, card.meant):
        return None
    return situation.unfit(facing, (card,))


def drawn_does_not_match(drawn: Drawn, house: HouseRules) -> Finding:
    """makao.match (2, GRA): a drawn card has to match the top card."""
    facing, card = drawn.facing, drawn.card
    if not facing.quiet or card == UNNAMED or situation.goes_on(card.meant, facing.top):
        return None
    return situation.unfit(facing, (card,), wrong="unlike")


def lays_a_drawn_card(drawn: Drawn, house: HouseRules) -> Finding:
    """makao.draw (2, GRA): a drawn card is played at once only if it could be played at all."""
    return (
        lays_after_taking(drawn, house)
        or drawn_does_not_answer(drawn, house)
        or drawn_does_not_match(drawn, house)
    )


class RestockResult(TypedDict):
    """How many cards the new `stock` has, and the `top` card that stays."""

    stock: int
    top: Card


@dataclass(frozen=True)
class Restock(shedding.Restocked[HouseRules]):
    """What became of the pile (makao.restock)."""

    depends_on: ClassVar[tuple[str, ...]] = ("packs", "jokers")

    def result(self, house: HouseRules) -> RestockResult:
        """All but the top card; with nothing under it nobody draws anything."""
        return {"stock": len(self.pile) - 1, "top": self.pile[-1]}


def leaves_the_order(restock: Restock, house: HouseRules) -> Finding:
    """makao.restock (GRA): the pile is shuffled; a single card, or two, have no order."""
    turned = restock.done == "turned" and len(restock.pile) > 2
    return Broken({"top": restock.pile[-1]}) if turned else None


DRAW_RULES = (
    Rule("makao.joker", Drawn, applies=has("card.suit", JOKER)),
    rule("makao.attack.answer", Drawn, lays_after_taking, applies=has("attack")),
    rule("makao.demand.answer", Drawn, drawn_does_not_answer, applies=has("facing.has_demand")),
    rule("makao.draw", Drawn, lays_a_drawn_card),
    rule("makao.match", Drawn, drawn_does_not_match, applies=has("facing.quiet")),
    Rule("makao.restock", Restock, leaves_the_order, "invalid"),
)


class HoldsResult(TypedDict):
    """The demand still `holds`, or has ended."""

    holds: bool


@dataclass(frozen=True)
class Holds(Dispute[HouseRules]):
    """A demand made by a seat, when it is the turn of another: does it still hold?

    Nobody has answered it with a new demand; `round_done`: the turn has been all the way round,
    past the one who made it if he is among those who are `out` by now, or missed a turn.
    """

    kind: ClassVar[str] = "demand"
    by: Seat
    turn: Seat
    round_done: bool
    players: int = shedding.players_of(situation.MAX_PLAYERS)
    out: frozenset[Seat] = frozenset()

    def validate(self) -> None:
        if self.turn in self.out:
            raise Invalid("turn", "refused", rule="makao.given.turn")

    def result(self, house: HouseRules) -> HoldsResult:
        """A demand holds until the turn is back with the one who made it (makao.demand.answer).

        >>> Holds(Seat(0), Seat(2), round_done=False, players=4).result(HouseRules())
        {'holds': True}
        >>> Holds(Seat(0), Seat(0), round_done=True, players=4).result(HouseRules())
        {'holds': False}
        """
        return {"holds": not self.round_done and self.turn != self.by}


@dataclass(frozen=True)
class Call(shedding.Call):
    """Whether "makao" was said (makao.call)."""

    depends_on: ClassVar[tuple[str, ...]] = ("makao_call",)


class FinishResult(TypedDict, total=False):
    """The game is `over`, and the seats that lost it; empty while it goes on.

    `works`: what was laid last has to be answered as any other card, if it is told.
    """

    over: bool
    losers: list[int]
    works: bool


@dataclass(frozen=True)
class Finish(Dispute[HouseRules]):
    """The seats that are out, in order: is the game over, and who lost?

    `last` are the cards with which the last of them went out: do they still work?
    """

    kind: ClassVar[str] = "finish"
    out: tuple[Seat, ...]
    players: int = shedding.players_of(situation.MAX_PLAYERS)
    last: tuple[Card, ...] | None = None

    def validate(self) -> None:
        self._check_last()
        require_once("out", self.out)
        if len(self.out) > needed(self.players):
            raise Invalid("out", "refused", rule="makao.end")

    def _check_last(self) -> None:
        if self.last is None:
            return
        if not self.last or not self.out:
            raise Invalid("last" if self.out else "out", "missing")
        if not shedding.one_rank(situation.meant(self.last)):
            raise Invalid("last", "refused", rule="makao.given.last")

    def places(self) -> Mapping[str, Iterable[Card]]:
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
        return {**ended, "works": not lost and any(map(functional, situation.meant(self.last)))}

    def entry(self) -> Mapping[str, Json] | None:
        if not losers(self.players, self.out):
            return None
        return {"type": "game", "out": [int(seat) for seat in self.out]}


def functional(card: Card) -> bool:
    """True if a card does something: makes others take, miss turns, or play what is demanded."""
    return situation.worth(card) > 0 or card.rank in (SKIP, JACK, ACE)


FINISH_RULES: tuple[Rule[Finish, HouseRules], ...] = (Rule("makao.end", Finish),)
HOLDS_RULES: tuple[Rule[Holds, HouseRules], ...] = (Rule("makao.demand.answer", Holds),)
CALL_RULES = shedding.call_rules(
    "makao.call", Call, "makao", lambda house: Penalty("cards", amount=5)
)
TABLE_RULES = (
    *shedding.shedding_rules(
        Deal,
        {
            "deal": "makao.deal.misdeal",
            "stands": "makao.card-stands",
            "until": "makao.invalid.until",
        },
    ),
    rule("makao.out-of-turn", OutOfTurn, plays_out_of_turn),
)
