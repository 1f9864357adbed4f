"""Cards laid in Faraón, in the situation that they have to fit (rules document, sections 2, 3)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

from scorekeeper.cards import GERMAN_32, Card, Pack
from scorekeeper.dispute import Dispute
from scorekeeper.fields import copies_with, copy_with, spec
from scorekeeper.games.chains import ONE_RANK, players_of, rank_in
from scorekeeper.games.faraon.house import HouseRules
from scorekeeper.games.faraon.referee.cards import (
    ACE,
    FARAON,
    MOST,
    OBER,
    SEVEN,
    Suit,
    lays,
    require_seats,
)
from scorekeeper.places import lying_in, require_in_hand
from scorekeeper.schema import Invalid, Json


@dataclass(frozen=True)
class Laid(Dispute):
    """Cards played at once, in order; the last is the new top card.

    `suit` is demanded, `sevens` how many are pending, `ace` whether one is to be answered.
    `second_turn`: the player goes on after a spálená, or after an ace that nobody answered; what is
    pending then waits for the others. `names_suit` is the suit named with a horník, `hand` the hand
    before the play, the cards included.
    """

    kind: ClassVar[str] = "play"
    may_lack: ClassVar[tuple[str, ...]] = ("hand",)
    top: Card
    cards: tuple[Card, ...]
    players: int = players_of(MOST)
    suit: Suit | None = None
    sevens: int = spec(0, ge=0, le=2 * ONE_RANK)
    ace: bool = False
    second_turn: bool = False
    names_suit: Suit | None = None
    hand: tuple[Card, ...] | None = spec(None, contains=("cards",))

    @classmethod
    def not_asked(cls, given: Mapping[str, Json]) -> Sequence[str]:
        """What waits only under a card that does so, and the suit that only a horník names."""
        waits = {SEVEN: "sevens", ACE: "ace", OBER: "suit"}
        top, last = rank_in(given, "top"), rank_in(given, "cards")
        others = (name for rank, name in waits.items() if rank != top)
        return (*others, *(() if last == OBER else ("names_suit",)))

    @property
    def first(self) -> Card:
        """The card that has to match."""
        return self.cards[0]

    @property
    def answers_ace(self) -> bool:
        """True if the player has to answer an ace."""
        return self.ace and not self.second_turn

    @property
    def answers_sevens(self) -> bool:
        """True if the player has to answer sevens."""
        return self.sevens > 0 and not self.ace and not self.second_turn

    @property
    def after_ace(self) -> bool:
        """True if the player goes on after an ace: more aces are played without asking again."""
        return self.second_turn and self.top.rank == ACE

    @property
    def pending(self) -> int:
        """Sevens pending after the play (faraon.seven; the faraón cancels them, source 11)."""
        if FARAON in self.cards:
            return 0
        return self.sevens + sum(card.rank == SEVEN for card in self.cards)

    @property
    def last(self) -> bool | None:
        """True if the player has no card left; None if the hand is not known."""
        return None if self.hand is None else len(self.hand) == len(self.cards)

    def check(self) -> None:
        """Raises Invalid for what cannot lie or be pending so."""
        if not self.cards:
            raise Invalid("cards", "missing")
        if self.ace and self.top.rank != ACE:
            raise Invalid("ace", "refused", rule="faraon.ace.top")
        if 0 < self.sevens < ONE_RANK and self.top.rank != SEVEN and not self.second_turn:
            raise Invalid("sevens", "refused", rule="faraon.seven.top")
        require_in_hand(self.hand, "cards", self.cards)

    def places(self) -> Mapping[str, Iterable[Card]]:
        """The top card, and the hand or the cards played."""
        return {"top": (self.top,), **lying_in(self.hand, "cards", self.cards)}

    def check_pack(self, pack: Pack) -> None:
        """Raises Invalid also if too many play, or too many sevens are out."""
        super().check_pack(pack)
        require_seats(self.players, pack)
        if self.sevens > (most := ONE_RANK * pack.copies):
            raise Invalid("sevens", "too-large", most=most)

    def alternatives(self, house: HouseRules) -> Iterable[Self]:
        """Every other way to lay cards of the hand, or if it is not known of those played."""
        for cards in lays(self.hand or self.cards):
            named = self.names_suit if cards[0].rank == OBER else None
            yield copy_with(self, cards=cards, names_suit=named)

    def completions(self, house: HouseRules) -> Iterator[Self]:
        """With nothing more in the hand, and with one card more: only the last cards differ."""
        if self.hand is None:
            other = next(c for c in GERMAN_32.cards if c not in (self.top, *self.cards))
            yield from copies_with(self, "hand", (self.cards, (*self.cards, other)))

    def choice(self) -> tuple[Card, ...]:
        """The cards, in order."""
        return self.cards
