"""The kinds of dispute in Makao (rules document, section 6); chains of answers are in `answers`."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from scorekeeper.cards import JOKER, Card, as_joker
from scorekeeper.games.chains import one_rank, players_of
from scorekeeper.games.makao.answers import Attack, Skip
from scorekeeper.games.makao.entries import losers, needed
from scorekeeper.games.makao.house import HouseRules
from scorekeeper.games.makao.situation import (
    ACE,
    BACK,
    MOST,
    SKIP,
    Demand,
    Rank,
    Situation,
    Suit,
    at_start,
    direction,
    fits,
    laid,
    meant,
    worth,
)
from scorekeeper.plain import Seat, Unreadable, part
from scorekeeper.referee import Dispute, from_hand, held


def pending(top: Card, situation: Situation) -> None:
    """Raises Unreadable unless what has to be answered can follow from the top card."""
    if situation.attack and not (worth(top) or top.rank == "K"):
        raise Unreadable("attack", "refused", rule="makao.attack")
    if situation.skips and top.rank != SKIP:
        raise Unreadable("skips", "refused", rule="makao.skip")
    if situation.rank and situation.suit:
        raise Unreadable("suit", "refused", rule="makao.demand.answer")


@dataclass(frozen=True)
class Play(Dispute):
    """Cards laid in one turn, in order, on the `top` card; `hand` is the hand before it.

    `rank` or `suit` is demanded, `attack` cards are to be taken or `skips` turns to be missed by
    whoever does not answer; `demands` is what the player demands with it. With `start` the top card
    is the one turned up at the deal, and nobody has played yet.
    """

    kind: ClassVar[str] = "play"
    top: Card
    cards: tuple[Card, ...]
    players: int = players_of(MOST)
    rank: Rank | None = None
    suit: Suit | None = None
    attack: int = part(0, at_least=0, at_most=200)
    skips: int = part(0, at_least=0, at_most=12)
    hand: tuple[Card, ...] | None = part(None, includes=("cards",))
    demands: Demand | None = None
    start: bool = False

    @property
    def meant(self) -> tuple[Card, ...]:
        """The cards as they were named."""
        return meant(self.cards)

    @property
    def told(self) -> Situation:
        """What the player faces, as it was told."""
        return Situation(self.top.meant, self.rank, self.suit, self.attack, self.skips)

    def facing(self, house: HouseRules) -> Situation:
        """What the player faces; a start card works only where the house says so (makao.deal)."""
        return at_start(self.top.meant) if self.start and house.start_effect else self.told

    def check(self) -> None:
        """Raises Unreadable for cards that cannot lie so."""
        if not self.cards:
            raise Unreadable("cards", "missing")
        pending(self.top.meant, self.told)
        if self.start and not self.told.quiet:
            raise Unreadable("start", "refused", rule="makao.deal")
        held(self.hand, "cards", self.cards)

    def places(self) -> Mapping[str, Iterable[Card]]:
        """The top card, and the hand or the cards laid."""
        return {"top": (self.top,), **from_hand(self.hand, "cards", self.cards)}

    def alternatives(self) -> Iterable[Self]:
        """Every card of the hand, laid alone; a joker as a card that fits wherever one does."""
        cards = dict.fromkeys(card.physical for card in self.hand or ())
        return (
            replace(self, cards=(self._named(card),), demands=None, hand=None) for card in cards
        )

    def done(self) -> Any:
        """The cards; one alone by itself, since more of its rank may always go with it."""
        cards = [str(card.physical) for card in self.cards]
        return cards[0] if len(cards) == 1 else cards

    def result(self, house: HouseRules) -> Mapping[str, Any]:
        """What the next player faces, and which way the turn goes; nothing if cards go back."""
        facing = self.facing(house)
        if not (one_rank(self.meant) and fits(facing, self.meant)):
            return {}
        after = laid(facing, self.meant)
        way = direction(after.top)
        return {
            "attack": after.attack,
            "skips": after.skips,
            "direction": way,
            "back": way == BACK,
        }

    def _named(self, card: Card) -> Card:
        """A joker named as what is asked for; any other card as it is."""
        if card.suit != JOKER:
            return card
        top = self.top.meant
        if self.attack and not worth(top):  # A king that does nothing, laid on one that does.
            return as_joker(Card("K", "H"))
        if self.told.demanded:
            return as_joker(Card(self.rank or ACE, self.suit or "S"))
        return as_joker(Card(ACE, "S") if top.suit == JOKER else top)


@dataclass(frozen=True)
class JokerPlay(Play):
    """A play with a joker in it: given as a play, with a joker named as a card (`JOKER=KH`)."""

    kind: ClassVar[str] = "joker"

    def check(self) -> None:
        """Raises Unreadable for cards that cannot lie so, or among which there is no joker."""
        super().check()
        if not any(card.suit == JOKER for card in self.cards):
            raise Unreadable("cards", "refused", rule="makao.joker")

    def result(self, house: HouseRules) -> Mapping[str, Any]:
        """What follows, and the cards as they were meant."""
        result = super().result(house)
        return {**result, "as": [str(card) for card in self.meant]} if result else {}


@dataclass(frozen=True)
class Holds(Dispute):
    """A demand made by a seat, when it is the turn of another: does it still hold?

    Nobody has answered it with a new demand; `round_done`: the turn has been all the way round,
    perhaps past somebody who is out by now, or who missed his turn.
    """

    kind: ClassVar[str] = "demand"
    by: Seat
    turn: Seat
    round_done: bool
    players: int = players_of(MOST)

    def result(self, house: HouseRules) -> Mapping[str, Any]:
        """It holds until the turn is back with the one who made it (makao.demand.answer)."""
        return {"holds": not self.round_done and self.turn != self.by}


@dataclass(frozen=True)
class Drawn(Dispute):
    """A card just drawn instead of playing: may it be laid at once?"""

    kind: ClassVar[str] = "drawn"
    top: Card
    card: Card
    rank: Rank | None = None
    suit: Suit | None = None
    attack: int = part(0, at_least=0, at_most=200)

    @property
    def facing(self) -> Situation:
        """What the player faces."""
        return Situation(self.top.meant, self.rank, self.suit, self.attack)

    def check(self) -> None:
        """Raises Unreadable for what cannot be true together."""
        pending(self.top.meant, self.facing)

    def places(self) -> Mapping[str, Iterable[Card]]:
        """The top card, and the one drawn."""
        return {"top": (self.top,), "card": (self.card,)}


@dataclass(frozen=True)
class Finish(Dispute):
    """The seats that are out, in order: is the game over, and who lost?"""

    kind: ClassVar[str] = "finish"
    out: tuple[Seat, ...]
    players: int = players_of(MOST)

    def check(self) -> None:
        """Raises Unreadable if somebody is out twice, or more are out than can be."""
        for seat, times in Counter(self.out).items():
            if times > 1:
                raise Unreadable("out", "twice", item=seat)
        if len(self.out) > needed(self.players):
            raise Unreadable("out", "refused", rule="makao.end")

    def result(self, house: HouseRules) -> Mapping[str, Any]:
        """Whether it is over, and the seats that lost (makao.end)."""
        lost = losers(self.players, self.out)
        return {"over": bool(lost), "losers": list(lost)}

    def entry(self) -> Mapping[str, Any] | None:
        """The finished game, as it is written on the sheet."""
        if not losers(self.players, self.out):
            return None
        return {"type": "game", "out": [int(seat) for seat in self.out]}


DISPUTES: tuple[type[Dispute], ...] = (
    Play,
    JokerPlay,
    Attack,
    Skip,
    Holds,
    Drawn,
    Finish,
)
