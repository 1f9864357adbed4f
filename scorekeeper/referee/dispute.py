"""A dispute: a question that a table puts to the referee, as a value of declared fields; and
whether its cards can all be where it says.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence, Sized
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Self, TypeVar

from scorekeeper.core.cards import Card, Pack
from scorekeeper.core.schema import (
    Invalid,
    Json,
    Seat,
    copies_with,
    fields_of,
    remembered,
    spec,
    spec_of,
)
from scorekeeper.referee.hands import OpenHand


def require_in_hand(hand: Sequence[Card] | None, place: str, cards: Iterable[Card]) -> None:
    """Raises Invalid at `place` unless its cards were in the hand; an unknown hand holds any."""
    left = Counter(card.physical for card in hand or ())
    for card in cards if hand is not None else ():
        left[card.physical] -= 1
        if left[card.physical] < 0:
            raise Invalid(place, "not-in-hand", code=str(card))


def require_some(place: str, items: Sized) -> None:
    """Raises Invalid at a place where something has to be, and nothing is."""
    if not items:
        raise Invalid(place, "missing")


def require_at_most(place: str, cards: Sequence[object] | None, most: int) -> None:
    """Raises Invalid at a place of more cards than there can be."""
    if len(cards or ()) > most:
        raise Invalid(place, "too-many-cards", most=most)


def require_within(place: str, number: int, most: int) -> None:
    """Raises Invalid at a place of a number greater than can be."""
    if number > most:
        raise Invalid(place, "too-large", most=most)


def require_number(place: str, items: Sized | None, n: int) -> None:
    """Raises Invalid at a place of more or fewer than `n`; None are unknown."""
    if items is not None and len(items) != n:
        raise Invalid(place, "wrong-number", n=n)


def require_once(place: str, seats: Iterable[Seat]) -> None:
    """Raises Invalid at a place where a seat is named again."""
    for seat, times in Counter(seats).items():
        if times > 1:
            raise Invalid(place, "twice", item=seat)


def lying_in(
    hand: Sequence[Card] | None, place: str, cards: Iterable[Card]
) -> Mapping[str, Iterable[Card]]:
    """Field → cards that lie there: the hand the cards were played from, else their own field."""
    return {place: cards} if hand is None else {"hand": hand}


def require_distinct(places: Mapping[str, Iterable[Card]], copies: Callable[[Card], int]) -> None:
    """Raises Invalid at the place where a card appears more often than there are `copies` of it."""
    counts: Counter[Card] = Counter()
    for place, cards in places.items():
        for card in cards:
            counts[card.physical] += 1
            if counts[card.physical] > copies(card):
                raise Invalid(place, "twice", item=str(card))


class Some(tuple[object, ...]):
    """Some values of a fact: where they all have one answer, so has every other value."""


H_contra = TypeVar("H_contra", contravariant=True)
"""The house rules that a kind reads: its game's, or what a kind of several games reads of theirs.
"""


@remembered
def optional_facts(kind: type) -> tuple[str, ...]:
    """The fields of a kind of dispute that nobody may be able to tell."""
    return tuple(name for name, field in fields_of(kind).items() if spec_of(field).optional)


@dataclass(frozen=True)
class Dispute(Generic[H_contra]):
    """The root of every question put to the referee, at a table of some house rules."""

    kind: ClassVar[str]
    """Its name in case files."""
    players_field: ClassVar[str] = "players"
    """The field that says how many sit there: the number, or a list with one for each."""
    played_field: ClassVar[str | None] = None
    """The field with what was played from `hand`, of a kind that may be asked what may be."""
    fills_table: ClassVar[bool] = False
    """Where nothing says how many do, it is as many as can; else as few."""
    lists_breaches: ClassVar[bool] = False
    """Its result has all `breaches`, with their `proofs`."""
    idle_facts: ClassVar[tuple[str, ...]] = ()
    """The paths of facts that change no answer: no page asks for them, nor is it tried what they
    are.
    """
    depends_on: ClassVar[tuple[str, ...]] = ()
    """The house rules on which the answer depends; they are asked with the question where no match
    says how a table plays.
    """
    unasked: ClassVar[tuple[str, ...]] = ()
    """Its `hidden_fields`, where they are the same whatever the facts: mostly complaints, of which
    only who makes one tells.
    """
    supposes: ClassVar[Mapping[str, Json]] = {}
    """House rules without which nobody would ask this: what a table without a match plays until it
    says otherwise.
    """
    result_needs: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """A member of the result → lists of cards that it hangs on: where one of them is unknown it is
    not told; so may that it was `legal`.
    """

    @classmethod
    def from_form(cls, given: dict[str, Json]) -> dict[str, Json]:
        """JSON data of what a form sent, where its silence does not mean what a file's does."""
        return given

    def validate(self) -> None:
        """Raises Invalid if the facts cannot be true together."""

    def places(self) -> Mapping[str, Iterable[Card]]:
        """Field → the cards that lie there, each card of the pack in one place only."""
        return {}

    def validate_pack(self, pack: Pack) -> None:
        """Raises Invalid if the cards cannot all come from the pack of this table."""
        require_distinct(self.places(), pack.number)

    def validate_house(self, house: H_contra) -> None:
        """Raises Invalid if the facts cannot be true at a table of these house rules."""

    def alternatives(self, house: H_contra) -> Iterable["Dispute[H_contra]"]:
        """The same situation with everything else that could have been done."""
        return ()

    def unknown(self) -> tuple[str, ...]:
        """The fields that nobody could tell, of those on which a rule may depend."""
        return tuple(name for name in optional_facts(type(self)) if getattr(self, name) is None)

    @classmethod
    def possible_values(cls, name: str, known: Mapping[str, object]) -> Sequence[object] | None:
        """What an unknown fact may be beside those that are known, or `Some` of it; None: all of
        its type. Nothing: nobody can list it.

        `known` are the fields (not JSON) that were told or have a default, the unknown ones too.
        A fact of an object is named by its path (`deal.points`); `known` has the object's members.
        """
        return None

    def whole_hands(self, told: OpenHand, house: H_contra) -> Iterable[tuple[Card, ...]] | None:
        """Hands that may have been, of one that is `told` in part: so many and so different that
        what is so in all of them is so in every other. None: nobody can list them.

        The first has of what would count against its player no more than is sure.
        """
        return told.least()

    @classmethod
    def hidden_fields(cls, given: Mapping[str, Json]) -> Sequence[str]:
        """The fields that a page does not ask for beside facts (JSON) as they are given so far; by
        their path members of an object, and what these do not offer (`deal.variant.first`,
        `deal.pagat.none`).

        Nobody would do so there, or nothing could be so: who does not tell of it means that it was
        not.
        """
        return cls.unasked

    def completions(self, house: H_contra) -> Iterable["Dispute[H_contra]"]:
        """The same dispute with what is unknown filled in, in every way that makes a difference.

        If it can have been legal, in one of them it is; if it can have been an offence, in another.
        """
        return ()

    @property
    def accuses(self) -> bool:
        """True if it asks about something that was done; else only what follows by the rules."""
        return True

    def choice(self) -> object:
        """What the player did, as case files print it in `instead`: a card, cards, or an id."""
        return None

    def customs(self, house: H_contra) -> tuple[str, ...]:
        """Ids (of the rulebook) of the customs that what was done offends, though it was legal."""
        return ()

    def result(self, house: H_contra) -> Mapping[str, object]:
        """What the question computes, by the names of `verdict.result`. Raises Invalid."""
        return {}

    def trick_winners(self) -> tuple[int, ...]:
        """The seat that won each trick, of a kind that goes trick by trick."""
        return ()

    def entry(self) -> Mapping[str, Json] | None:
        """An entry (JSON, with its type) that the sheet can take over, or None.

        Fields that the dispute does not settle are missing; the entry's form asks for them.
        """
        return None


AnyDispute = Dispute[Any]


@dataclass(frozen=True, kw_only=True)
class CardPlayed(Dispute[H_contra]):
    """The root of questions on a single card that was played.

    `hand` is the hand before it, the card included, if it is known. A kind declares both once more
    at their place among its own fields, which is the order in which forms ask for them.
    """

    played_field: ClassVar[str | None] = "card"
    card: Card
    hand: tuple[Card, ...] | None = spec(None, optional=True)

    def validate(self) -> None:
        require_in_hand(self.hand, "card", (self.card,))

    def places(self) -> Mapping[str, Iterable[Card]]:
        return lying_in(self.hand, "card", (self.card,))

    def alternatives(self, house: H_contra) -> Iterable[Self]:
        return copies_with(self, "card", self.hand or ())

    def choice(self) -> object:
        return self.card


@dataclass(frozen=True)
class Admitted(Dispute[object]):
    """An offence that the table saw and agrees on: there is nothing to prove, only to penalise."""

    kind: ClassVar[str] = "seen"
    rule: str
