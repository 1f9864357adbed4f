"""Fields that are picked as cards: hidden controls hold their codes, parted by blanks."""

from collections.abc import Iterable, Mapping, Sequence
from typing import get_args

from scorekeeper.cards import Card
from scorekeeper.schema import Json, Seat, Spec
from scorekeeper.web.forms.kinds.kind import Filled, Kind, Submitted, member_of
from scorekeeper.web.forms.kinds.types import is_many, is_mapping, item_of
from scorekeeper.web.forms.labels import Declared, Labels


class Picked(Kind):
    """What cards are picked for."""

    picks_cards = True

    def filled(self, value: Json, target: str) -> Filled:
        return _codes(value)

    def choices(self, labels: Labels, value: Filled) -> Iterable[tuple[str, str]]:
        """What it holds, with the names of the cards."""
        codes = str(value or "").split()
        try:
            names = labels.book.show("cards", codes, labels.names)
        except KeyError:  # what is no card is refused where the question is read
            names = " ".join(codes)
        return ((" ".join(codes), names),)


class OneCard(Picked):
    """A card."""

    look = "card"
    picks_one = True

    @classmethod
    def takes(cls, kind: Declared, types: Sequence[Declared], spec: Spec) -> bool:
        return kind is Card


class Cards(Picked):
    """Cards, in the order in which they were picked."""

    look = "cards"

    @classmethod
    def takes(cls, kind: Declared, types: Sequence[Declared], spec: Spec) -> bool:
        return is_many(kind) and item_of(kind) is Card

    def read(self, text: str) -> Json:
        return text.split() or None


class Tricks(Picked):
    """Cards in the order played, as tricks; the last one may be unfinished."""

    look = "tricks"

    @classmethod
    def takes(cls, kind: Declared, types: Sequence[Declared], spec: Spec) -> bool:
        return is_many(kind) and is_many(get_args(kind)[0])

    def parse(self, submitted: Submitted, seats: int, prefix: str) -> Json:
        cards = submitted.get(prefix + self.name, "").split()
        return [cards[at : at + seats] for at in range(0, len(cards), seats)]


class PickedBySeat(Picked):
    """What cards are picked for seat by seat."""

    by_seat = True

    def targets(self, seats: int) -> Mapping[str, str]:
        return {f"{self.name}-{seat}": str(seat) for seat in range(seats)}

    def filled(self, value: Json, target: str) -> Filled:
        return _codes(member_of(value, target))


class CardsBySeat(PickedBySeat):
    """Cards for some seats."""

    look = "cards-by-seat"

    @classmethod
    def takes(cls, kind: Declared, types: Sequence[Declared], spec: Spec) -> bool:
        inner = item_of(kind)
        return is_mapping(kind, Seat) and is_many(inner) and item_of(inner) is Card

    def parse(self, submitted: Submitted, seats: int, prefix: str) -> Json:
        cards = {
            seat: submitted.get(prefix + control, "").split()
            for control, seat in self.targets(seats).items()
        }
        return {seat: codes for seat, codes in cards.items() if codes} or None


class CardBySeat(PickedBySeat):
    """A card for each seat or null: empty seats are kept."""

    look = "card-by-seat"
    picks_one = True

    @classmethod
    def takes(cls, kind: Declared, types: Sequence[Declared], spec: Spec) -> bool:
        return is_mapping(kind, Seat) and item_of(kind) is Card

    def parse(self, submitted: Submitted, seats: int, prefix: str) -> Json:
        cards = {
            seat: submitted.get(prefix + control) or None
            for control, seat in self.targets(seats).items()
        }
        return cards if any(cards.values()) else None


def _codes(value: Json) -> str:
    """Codes of cards in one text; those of tricks one after the other."""
    if not isinstance(value, list):
        return str(value or "")
    return " ".join(map(_codes, value))
