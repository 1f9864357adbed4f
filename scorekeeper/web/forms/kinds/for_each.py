"""Fields with a control for each seat, card or key."""

from collections.abc import Iterable, Mapping, Sequence
from typing import get_args, get_origin

from flask_babel import gettext as _
from wtforms import Field

from scorekeeper.core.cards import Card
from scorekeeper.core.schema import Json, Seat
from scorekeeper.web.forms.kinds import kind as base
from scorekeeper.web.forms.kinds.nested import without_none
from scorekeeper.web.forms.kinds.simple import Picked, are_cards, moved, players, ticked, worded
from scorekeeper.web.forms.labels import DeclaredType, Labels, number


class OneForEach(base.FieldKind):
    """A mapping with a control for each target; targets with an empty control are left out. That
    there is none has a control of its own where it is an answer.
    """

    def each(self, seats: int) -> Mapping[str, str]:
        """Control → the target that it asks for."""
        return {}

    def targets(self, seats: int) -> Mapping[str, str]:
        own = {self.name: ""} if self.may_be_none else {}
        return {**own, **self.each(seats)}

    def parse(self, submitted: base.FormData, seats: int, prefix: str) -> Json:
        each = {
            target: self.read_one(submitted, prefix + control)
            for control, target in self.each(seats).items()
        }
        told = {target: value for target, value in each.items() if value is not None}
        none = self.may_be_none and submitted.get(prefix + self.name) == base.NONE
        return told if told or none else None

    def filled(self, value: Json, target: str) -> base.ControlValue:
        if self.may_be_none and not target:
            return base.NONE if value == {} else None
        return super().filled(value, target)

    def part(self, bound: base.BoundFields, labels: Labels, prefix: str = "") -> base.Part:
        part = super().part(bound, labels, prefix)
        return without_none(part) if self.may_be_none else part

    def control(self, field: Field, target: str, labels: Labels) -> base.Control:
        control = super().control(field, target, labels)
        if self.may_be_none and not target:
            field.choices = [*self.none(labels, _("nobody") if self.by_seat else _("nothing"))]
        return control

    def read_one(self, submitted: base.FormData, control: str) -> Json:
        """The JSON of one target's control; None if it is empty."""
        return self.read(submitted.get(control, ""))


class ForEachSeat(OneForEach):
    """What has a control for each seat."""

    by_seat = True

    def each(self, seats: int) -> Mapping[str, str]:
        return {f"{self.name}-{seat}": str(seat) for seat in range(seats)}

    def reseat(self, value: Json, seats: Sequence[int | None], table: int) -> Json:
        """The values moved from places to seats; in a list, seats that pause get 0."""
        if isinstance(value, Mapping):
            return {str(seats[int(place)]): each for place, each in value.items()}
        if not isinstance(value, list):
            return value
        return [value[seats.index(seat)] if seat in seats else 0 for seat in range(table)]


class CardsBySeat(
    Picked,
    ForEachSeat,
    accepts=lambda kind, *_: base.is_mapping(kind, Seat) and are_cards(base.item_of(kind)),
):
    """Cards for some seats."""

    widget = "cards-by-seat"

    def read(self, text: str) -> Json:
        return text.split() or None


class CardBySeat(
    Picked,
    ForEachSeat,
    accepts=lambda kind, *_: base.is_mapping(kind, Seat) and base.item_of(kind) is Card,
):
    """A card for each seat or null."""

    widget = "card-by-seat"
    picks_one = True

    def parse(self, submitted: base.FormData, seats: int, prefix: str) -> Json:
        told = super().parse(submitted, seats, prefix)
        return (
            {str(seat): base.member_of(told, str(seat)) for seat in range(seats)} if told else None
        )


class NumberBySeat(
    ForEachSeat,
    accepts=lambda kind, *_: (
        (base.is_many(kind) or base.is_mapping(kind, Seat)) and base.item_of(kind) in (int, bool)
    ),
):
    """A number for each seat, or for some."""

    widget = "by-seat"
    numeric = True
    may_be_negative = True

    def parse(self, submitted: base.FormData, seats: int, prefix: str) -> Json:
        """Numbers by seat, or a list with all of them where a list is declared."""
        numbers = super().parse(submitted, seats, prefix)
        if isinstance(numbers, Mapping) and any(get_origin(kind) is tuple for kind in self.types):
            return [numbers.get(str(seat)) for seat in range(seats)]
        return numbers


class NumberOrBySeat(
    NumberBySeat,
    accepts=lambda kind, types, spec: (
        kind is int and not spec.money and any(map(base.is_many_numbers, types))
    ),
):
    """A number for all, or one for each seat."""

    widget = "number-or-by-seat"

    def targets(self, seats: int) -> Mapping[str, str]:
        return {self.name: "", **super().targets(seats)}

    def parse(self, submitted: base.FormData, seats: int, prefix: str) -> Json:
        each = {seat: number(submitted.get(f"{prefix}{self.name}-{seat}")) for seat in range(seats)}
        if all(value is None for value in each.values()):
            return number(submitted.get(prefix + self.name))
        return list(each.values())


class PlayerByCard(OneForEach, accepts=lambda kind, *_: base.is_mapping(kind, Card)):
    """A seat for each of some cards."""

    widget = "by-card"
    ticks_one = True
    numeric = True

    def __init__(self, cls: type, name: str, facts: bool = False) -> None:
        super().__init__(cls, name, facts)
        self.worth = {str(card): points for card, points in self.spec.cards.items()}

    def each(self, seats: int) -> Mapping[str, str]:
        return {f"{self.name}-{card}": card for card in self.worth}

    def control(self, field: Field, target: str, labels: Labels) -> base.Control:
        field.choices = players(labels)
        return base.Control(
            labels.book.card(target), field, target, self.worth[target], labels.book
        )

    def reseat(self, value: Json, seats: Sequence[int | None], table: int) -> Json:
        if not isinstance(value, Mapping):
            return value
        return {card: moved(place, seats) for card, place in value.items()}


class ByKey(OneForEach):
    """What has a control for each of some keys."""

    def each(self, seats: int) -> Mapping[str, str]:
        keys = base.literals_of(get_args(self.main)[0])
        return {f"{self.name}-{key}": key for key in keys}

    def label_of(self, target: str, labels: Labels) -> str:
        return labels.of(self.name, "keys", target) or target


class NumberByKey(ByKey, accepts=lambda kind, *_: _is_keyed(kind) and base.item_of(kind) is int):
    """A number for each key."""

    widget = "numbers-by-key"
    numeric = True


class ChoiceByKey(
    ByKey, accepts=lambda kind, *_: _is_keyed(kind) and base.is_choice(base.item_of(kind))
):
    """A choice for each key."""

    widget = "choice-by-key"
    ticks_one = True
    lists = True

    def read(self, text: str) -> Json:
        return text or None

    def choices(self, labels: Labels, value: base.ControlValue) -> Iterable[tuple[str, str]]:
        return worded(self.name, base.literals_of(base.item_of(self.main)), labels)


class ChoicesBySeat(
    ForEachSeat,
    accepts=lambda kind, *_: base.is_mapping(kind, Seat) and base.is_set(base.item_of(kind)),
):
    """Some of some values for each seat."""

    widget = "choices-by-seat"
    ticks_several = True
    lists = True

    def read_one(self, submitted: base.FormData, control: str) -> Json:
        return submitted.getlist(control) or None

    def filled(self, value: Json, target: str) -> base.ControlValue:
        return ticked(base.member_of(value, target)) if target else super().filled(value, target)

    def choices(self, labels: Labels, value: base.ControlValue) -> Iterable[tuple[str, str]]:
        return worded(self.name, base.literals_of(base.item_of(base.item_of(self.main))), labels)


def _is_keyed(kind: DeclaredType) -> bool:
    return get_origin(kind) is Mapping and base.is_choice(get_args(kind)[0])
