"""Fields with a control for each seat, card or key."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import get_args, get_origin

from flask_babel import gettext as _
from wtforms import Field, RadioField, SelectMultipleField

from scorekeeper.cards import Card
from scorekeeper.schema import Json, Seat, Spec
from scorekeeper.web.forms.kinds.kind import NONE, Control, Filled, Kind, Submitted, member_of
from scorekeeper.web.forms.kinds.simple import moved, players, ticked, worded
from scorekeeper.web.forms.kinds.types import (
    is_choice,
    is_many,
    is_many_numbers,
    is_mapping,
    is_set,
    item_of,
    literals_of,
)
from scorekeeper.web.forms.labels import Declared, Labels
from scorekeeper.web.forms.numbers import number


class OneForEach(Kind):
    """A mapping with a control for each target; targets with an empty control are left out."""

    def parse(self, submitted: Submitted, seats: int, prefix: str) -> Json:
        each = {
            target: self.read_one(submitted, prefix + control)
            for control, target in self.targets(seats).items()
        }
        return {target: value for target, value in each.items() if value is not None} or None

    def read_one(self, submitted: Submitted, control: str) -> Json:
        """The JSON of one target's control; None if it is empty."""
        return self.read(submitted.get(control, ""))


class ForEachSeat(OneForEach):
    """What has a control for each seat."""

    by_seat = True

    def targets(self, seats: int) -> Mapping[str, str]:
        return {f"{self.name}-{seat}": str(seat) for seat in range(seats)}

    def reseat(self, value: Json, seats: Sequence[int], table: int) -> Json:
        """The values moved from places to seats; in a list, seats that pause get 0."""
        if isinstance(value, Mapping):
            return {str(seats[int(place)]): each for place, each in value.items()}
        if not isinstance(value, list):
            return value
        return [value[seats.index(seat)] if seat in seats else 0 for seat in range(table)]


class Numbers(Kind):
    """Numbers one after the other, typed in one control."""

    look = "text"

    @classmethod
    def takes(cls, kind: Declared, types: Sequence[Declared], spec: Spec) -> bool:
        return spec.listed

    def read(self, text: str) -> Json:
        return [number(each) for each in re.split(r"[\s,;+]+", text.strip()) if each] or None

    def filled(self, value: Json, target: str) -> Filled:
        return " ".join(map(str, value)) if isinstance(value, list) else super().filled(value, "")


class NumberBySeat(ForEachSeat):
    """A number for each seat, or for some."""

    look = "by-seat"

    @classmethod
    def takes(cls, kind: Declared, types: Sequence[Declared], spec: Spec) -> bool:
        return (is_many(kind) or is_mapping(kind, Seat)) and item_of(kind) in (int, bool)

    def read(self, text: str) -> Json:
        return number(text)

    def parse(self, submitted: Submitted, seats: int, prefix: str) -> Json:
        """Numbers by seat, or a list with all of them where a list is declared."""
        numbers = super().parse(submitted, seats, prefix)
        if isinstance(numbers, Mapping) and any(get_origin(kind) is tuple for kind in self.types):
            return [numbers.get(str(seat)) for seat in range(seats)]
        return numbers


class NumberOrBySeat(NumberBySeat):
    """A number for all, or one for each seat."""

    look = "number-or-by-seat"

    @classmethod
    def takes(cls, kind: Declared, types: Sequence[Declared], spec: Spec) -> bool:
        return kind is int and not spec.money and any(map(is_many_numbers, types))

    def targets(self, seats: int) -> Mapping[str, str]:
        return {self.name: "", **super().targets(seats)}

    def parse(self, submitted: Submitted, seats: int, prefix: str) -> Json:
        each = {seat: number(submitted.get(f"{prefix}{self.name}-{seat}")) for seat in range(seats)}
        if all(value is None for value in each.values()):
            return number(submitted.get(prefix + self.name))
        return list(each.values())


class PlayerByCard(OneForEach):
    """A seat for each of some cards."""

    look = "by-card"

    def __init__(self, cls: type, name: str) -> None:
        super().__init__(cls, name)
        self.worth = {str(card): points for card, points in self.spec.cards.items()}

    @classmethod
    def takes(cls, kind: Declared, types: Sequence[Declared], spec: Spec) -> bool:
        return is_mapping(kind, Card)

    def targets(self, seats: int) -> Mapping[str, str]:
        return {f"{self.name}-{card}": card for card in self.worth}

    def read(self, text: str) -> Json:
        return number(text)

    def field(self) -> Field:
        return RadioField(validate_choice=False)

    def control(self, field: Field, target: str, labels: Labels) -> Control:
        field.choices = players(labels)
        return Control(labels.book.card(target), field, target, self.worth[target], labels.book)

    def reseat(self, value: Json, seats: Sequence[int], table: int) -> Json:
        if not isinstance(value, Mapping):
            return value
        return {card: moved(place, seats) for card, place in value.items()}


class ByKey(OneForEach):
    """What has a control for each of some keys."""

    def targets(self, seats: int) -> Mapping[str, str]:
        keys = literals_of(get_args(self.main)[0])
        return {f"{self.name}-{key}": key for key in keys}

    def label_of(self, target: str, labels: Labels) -> str:
        return labels.of(self.name, "keys", target) or target


class NumberByKey(ByKey):
    """A number for each key."""

    look = "numbers-by-key"

    @classmethod
    def takes(cls, kind: Declared, types: Sequence[Declared], spec: Spec) -> bool:
        return _is_keyed(kind) and item_of(kind) is int

    def read(self, text: str) -> Json:
        return number(text)


class ChoiceByKey(ByKey):
    """A choice for each key."""

    look = "choice-by-key"

    @classmethod
    def takes(cls, kind: Declared, types: Sequence[Declared], spec: Spec) -> bool:
        return _is_keyed(kind) and is_choice(item_of(kind))

    def read(self, text: str) -> Json:
        return text or None

    def field(self) -> Field:
        return RadioField(validate_choice=False)

    def choices(self, labels: Labels, value: Filled) -> Iterable[tuple[str, str]]:
        return worded(self.name, literals_of(item_of(self.main)), labels)


class ChoicesBySeat(ForEachSeat):
    """Some of some values for each seat."""

    look = "choices-by-seat"
    ticks_several = True

    @classmethod
    def takes(cls, kind: Declared, types: Sequence[Declared], spec: Spec) -> bool:
        return is_mapping(kind, Seat) and is_set(item_of(kind))

    def read_one(self, submitted: Submitted, control: str) -> Json:
        return submitted.getlist(control) or None

    def filled(self, value: Json, target: str) -> Filled:
        return ticked(member_of(value, target))

    def field(self) -> Field:
        return SelectMultipleField(validate_choice=False)

    def choices(self, labels: Labels, value: Filled) -> Iterable[tuple[str, str]]:
        return worded(self.name, literals_of(item_of(item_of(self.main))), labels)


class PlayersInOrder(Kind):
    """Seats one after the other, tapped in their order: each place has a control that holds one."""

    look = "seats-in-order"
    lists = True

    @classmethod
    def takes(cls, kind: Declared, types: Sequence[Declared], spec: Spec) -> bool:
        return is_many(kind) and not is_set(kind) and item_of(kind) is Seat

    def targets(self, seats: int) -> Mapping[str, str]:
        return {f"{self.name}-{place}": str(place) for place in range(seats)}

    def parse(self, submitted: Submitted, seats: int, prefix: str) -> Json:
        held = [submitted.get(prefix + control) for control in self.targets(seats)]
        placed = [number(text) for text in held if text and text != NONE]
        return placed if placed or NONE in held else None

    def pressed(self, submitted: Submitted, seats: int) -> Mapping[str, str]:
        """A player's name puts him behind those who have a place, or takes him away again."""
        if (seat := submitted.get(self.name)) is None:
            return {}
        held = (submitted.get(control) for control in self.targets(seats))
        placed = [each for each in held if each and (seat == NONE) == (each == NONE)]
        left = [each for each in placed if each != seat] if seat in placed else [*placed, seat]
        padded = [*left, *[""] * seats]
        return dict(zip(self.targets(seats), padded, strict=False))

    def field(self) -> Field:
        return RadioField(validate_choice=False)

    def label_of(self, target: str, labels: Labels) -> str:
        return f"{int(target) + 1}."

    def choices(self, labels: Labels, value: Filled) -> Iterable[tuple[str, str]]:
        return (*players(labels), *self.none(_("nobody")))

    def filled(self, value: Json, target: str) -> Filled:
        nobody = self.may_be_none and value == [] and target == "0"
        return NONE if nobody else super().filled(value, target)

    def reseat(self, value: Json, seats: Sequence[int], table: int) -> Json:
        return [moved(place, seats) for place in value] if isinstance(value, list) else value


def _is_keyed(kind: Declared) -> bool:
    """True if it is a mapping with a choice as its keys."""
    return get_origin(kind) is Mapping and is_choice(get_args(kind)[0])
