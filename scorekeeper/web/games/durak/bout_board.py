"""The cards of a bout on the table: what attacks, beside what beats it.

A tap changes the board: "trump.H", "hand.-1", "first", "beat.0.KH". What may lie there is asked of
the referee, not here.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from scorekeeper.cards import Pack
from scorekeeper.games.durak.referee.cards import HAND, MOST_CARDS
from scorekeeper.schema import Invalid
from scorekeeper.web.forms.numbers import number

Action = Literal["attack", "beat", "transfer"]
ATTACKS: tuple[Action, Action] = ("attack", "transfer")
CHOICES = ("trump", "hand", "first", "took", "last", "attack", "beat", "transfer")
MOST_PAIRS = 12
"""Cards of an attack that the page has room for: no pack lets more lie there."""


@dataclass(frozen=True)
class Spot:
    """A spot on the table: the pair it belongs to (0-based), and what a card does there."""

    action: Action
    pair: int

    def __str__(self) -> str:
        return f"{self.action}.{self.pair}"


@dataclass(frozen=True)
class BoutBoard:
    """The board of a bout; `cards` are codes, in the order in which they came.

    `hand` is how many cards the defender held before the bout (whoever it was passed on to: he
    defends now), `trump` a suit or empty. `first` says that it is the first bout of the game,
    `took` that he takes, `last` that it is passed on with a last card.
    """

    trump: str = ""
    hand: int = HAND
    first: bool = False
    took: bool = False
    last: bool = False
    cards: Mapping[Spot, str] = field(default_factory=dict)

    @property
    def passed_on(self) -> bool:
        """True if the attack was passed on: then the next player defends."""
        return any(spot.action == "transfer" for spot in self.cards)

    @property
    def attacks(self) -> list[Spot]:
        """The spots of attacking cards, and of those that passed the attack on, pair by pair."""
        return sorted((s for s in self.cards if s.action != "beat"), key=lambda spot: spot.pair)

    @property
    def attacking(self) -> list[str]:
        """The codes of the attacking cards."""
        return [self.cards[spot] for spot in self.attacks]

    @property
    def beating(self) -> list[str]:
        """The codes of the cards that beat one of them."""
        pairs = {spot.pair for spot in self.attacks}
        return [c for s, c in self.cards.items() if s.action == "beat" and s.pair in pairs]

    def spot(self, text: str) -> Spot | None:
        """The spot that a text names ("beat.0"): in a pair that is there, or the one after."""
        action, _, number_of = text.partition(".")
        pair, pairs = number(number_of), len(self.attacks)
        if not isinstance(pair, int) or not 0 <= pair <= min(pairs, MOST_PAIRS):
            return None
        if action == "beat":
            return Spot("beat", pair) if pair < pairs else None
        fresh: Mapping[str, Spot] = {each: Spot(each, pair) for each in ATTACKS}
        return (self.attacks[pair] if pair < pairs else fresh[action]) if action in fresh else None

    def tap(self, move: str, pack: Pack) -> "BoutBoard":
        """The board after one tap. Raises Invalid.

        >>> from scorekeeper.cards import FRENCH_36
        >>> board = BoutBoard().tap("trump.H", FRENCH_36).tap("attack.0.7S", FRENCH_36)
        >>> board.tap("beat.0.9S", FRENCH_36).beating
        ['9S']
        >>> board.tap("beat.0.7S", FRENCH_36)
        Traceback (most recent call last):
        scorekeeper.schema.Invalid: move: twice
        """
        match move.split("."):
            case ["trump", suit] if suit in dict(pack.suits):
                return replace(self, trump=suit)
            case ["hand", by] if isinstance(n := number(by), int):
                return replace(self, hand=min(max(1, self.hand + n), MOST_CARDS))
            case ["first"]:
                return replace(self, first=not self.first)
            case ["took"]:
                return replace(self, took=not self.took)
            case ["last"]:
                return replace(self, last=not self.last)
            case [action, pair, code] if spot := self.spot(f"{action}.{pair}"):
                return self.put(code, spot, pack)
        raise Invalid("move", "not-a-choice", choices=", ".join(CHOICES))

    def put(self, code: str, spot: Spot, pack: Pack) -> "BoutBoard":
        """The board with a card on a spot.

        Raises Invalid if the pack has no such card, if it is on the table already, or if no trump
        was chosen.
        """
        if code not in pack.by_code:
            raise Invalid("move", "unknown-card", code=code[:20])
        if not self.trump:
            raise Invalid("trump", "missing")
        if any(each == code for at, each in self.cards.items() if at != spot):
            raise Invalid("move", "twice", item=code)
        return replace(self, cards={**self.cards, spot: code})
