"""Fields of simple values: a choice, a text, numbers, a player or several of them, or cards, whose
codes lie in a hidden control, parted by blanks.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import get_args

from flask_babel import gettext as _
from wtforms import BooleanField, Field, RadioField

from scorekeeper.core.cards import Card
from scorekeeper.core.schema import Json, RuleId, Seat
from scorekeeper.web.forms.kinds import kind as base
from scorekeeper.web.forms.labels import DeclaredType, Fragment, Labels, amount, amount_text, number

MAX_NUMBER_CHOICES = 13
"""As many numbers are offered to choose from; of more, one is typed."""


class Flag(base.FieldKind, accepts=lambda kind, *_: kind is bool):
    """Yes or no: a checkbox if the default is no, else two radio buttons. A fact of a dispute
    starts with neither chosen: it is unknown until somebody says it.
    """

    widget = "flag"

    def read(self, text: str) -> Json:
        return {"y": True, "n": False}.get(text)

    def filled(self, value: Json, target: str) -> base.ControlValue:
        if self.default is False:
            return value is True
        return "y" if value is True else "n" if value is False else None

    def field(self) -> Field:
        if self.default is False:
            return BooleanField(false_values=("", "n", False))
        return RadioField(validate_choice=False)

    def choices(self, labels: Labels, value: base.ControlValue) -> Iterable[tuple[str, str]]:
        return (("y", _("yes")), ("n", _("no")))


class Choice(base.FieldKind, accepts=lambda kind, *_: base.is_choice(kind)):
    """One of some values."""

    widget = "choice"
    ticks_one = True

    def read(self, text: str) -> Json:
        return text or None

    def choices(self, labels: Labels, value: base.ControlValue) -> Iterable[tuple[str, str]]:
        """What is offered; a rule that a verdict named stays, though it is not offered."""
        offered, rule = dict(self.offered(labels)), str(value or "")
        if rule and rule not in offered and rule in labels.book.rules:
            offered[rule] = labels.book.rule(rule).title
        return (*offered.items(), *self.none(labels, _("none of these")))

    def offered(self, labels: Labels) -> Iterable[tuple[str, str]]:
        return worded(self.name, base.literals_of(self.main), labels)


class RuleChoice(Choice, accepts=lambda kind, *_: kind is RuleId):
    """One of the rules that the book offers for the field."""

    def offered(self, labels: Labels) -> Iterable[tuple[str, str]]:
        return labels.choices(self.name).items()


class Text(base.FieldKind, accepts=lambda kind, *_: kind is str):
    """A text as it was typed."""

    widget = "text"


class Number(
    base.FieldKind,
    accepts=lambda kind, types, spec: (
        kind is int and not spec.money and not any(map(base.is_many_numbers, types))
    ),
):
    """A number, or one of the words that may stand for it; of few numbers one is chosen.

    Where cards may stand for it, it is how many they are.
    """

    widget = "number"
    numeric = True
    may_be_negative = True

    def __init__(self, cls: type, name: str, facts: bool = False) -> None:
        super().__init__(cls, name, facts)
        self.words = tuple(
            w for kind in self.types if base.is_choice(kind) for w in base.literals_of(kind)
        )
        least, most = self.spec.ge, self.spec.le
        self.few = range(0)
        """The numbers that the field may hold, if they are few enough to choose from."""
        if least is not None and most is not None and most - least < MAX_NUMBER_CHOICES:
            self.few = range(least, most + 1)
        if self.few:
            self.widget = "few-numbers"

    def filled(self, value: Json, target: str) -> base.ControlValue:
        return str(len(value)) if isinstance(value, list) else super().filled(value, target)

    def choices(self, labels: Labels, value: base.ControlValue) -> Iterator[tuple[str, str]]:
        for n in map(str, self.few):
            yield n, self._side(n, labels) or labels.of(self.name, "choices", n) or n
        for word in () if self.few else self.words:
            yield word, labels.of(self.name, "choices", word)

    def describe(self, value: Json, labels: Labels) -> Iterator[Fragment]:
        side = self._side(value, labels)
        return iter([Fragment(side)]) if side else super().describe(value, labels)

    def text(self, value: Json, labels: Labels) -> str:
        return labels.of(self.name, "choices", str(value)) or super().text(value, labels)

    def _side(self, value: Json, labels: Labels) -> str:
        """The players of the side that a number stands for; empty where that is not known."""
        sides, told = self.spec.sides, str(value)
        if not sides or not told.isdecimal():
            return ""
        return " + ".join(labels.names[int(told) :: sides])


class Numbers(base.FieldKind, accepts=lambda kind, types, spec: spec.listed):
    """Numbers one after the other, typed in one control."""

    widget = "text"

    def read(self, text: str) -> Json:
        return [number(each) for each in re.split(r"[\s,;+]+", text.strip()) if each] or None

    def filled(self, value: Json, target: str) -> base.ControlValue:
        return " ".join(map(str, value)) if isinstance(value, list) else super().filled(value, "")


class Money(base.FieldKind, accepts=lambda kind, types, spec: kind is int and spec.money):
    """An amount in haléře, typed in crowns."""

    widget = "money"

    def read(self, text: str) -> Json:
        return amount(text) if text else None

    def filled(self, value: Json, target: str) -> base.ControlValue:
        return amount_text(value) if isinstance(value, int) else str(value or "")

    def describe(self, value: Json, labels: Labels) -> Iterator[Fragment]:
        yield Fragment(str(self.filled(value, "")))


class OfPlayers(base.FieldKind):
    """One seat, or some of them."""

    ticks_one = True
    numeric = True

    def choices(self, labels: Labels, value: base.ControlValue) -> Iterable[tuple[str, str]]:
        return (*players(labels), *self.none(labels, _("nobody")))

    def reseat(self, value: Json, seats: Sequence[int | None], table: int) -> Json:
        if isinstance(value, list):
            return [moved(place, seats) for place in value]
        return moved(value, seats)


class Player(OfPlayers, accepts=lambda kind, *_: kind is Seat):
    """A seat."""

    widget = "seat"


class Several(base.FieldKind):
    """What more than one box may be ticked for."""

    ticks_several = True
    lists = True

    def parse(self, submitted: base.FormData, seats: int, prefix: str) -> Json:
        boxes = submitted.getlist(prefix + self.name)
        told = [self.read(text) for text in boxes if text != base.NONE]
        return told if told or base.NONE in boxes else None

    def filled(self, value: Json, target: str) -> base.ControlValue:
        return [base.NONE] if self.may_be_none and value == [] else ticked(value)


class Players(
    Several, OfPlayers, accepts=lambda kind, *_: base.is_set(kind) and base.item_of(kind) is Seat
):
    """Some of the seats."""

    widget = "seats"


class PlayersInOrder(
    OfPlayers,
    accepts=lambda kind, *_: (
        base.is_many(kind) and not base.is_set(kind) and base.item_of(kind) is Seat
    ),
):
    """Seats one after the other, tapped in their order: each place has a control that holds one."""

    widget = "seats-in-order"
    lists = True

    def targets(self, seats: int) -> Mapping[str, str]:
        return {f"{self.name}-{place}": str(place) for place in range(seats)}

    def parse(self, submitted: base.FormData, seats: int, prefix: str) -> Json:
        held = [submitted.get(prefix + control) for control in self.targets(seats)]
        placed = [number(text) for text in held if text and text != base.NONE]
        return placed if placed or base.NONE in held else None

    def pressed(self, submitted: base.FormData, seats: int) -> Mapping[str, str]:
        """A player's name puts him behind those who have a place, or takes him away again."""
        if (seat := submitted.get(self.name)) is None:
            return {}
        held = (submitted.get(control) for control in self.targets(seats))
        placed = [each for each in held if each and (seat == base.NONE) == (each == base.NONE)]
        left = [each for each in placed if each != seat] if seat in placed else [*placed, seat]
        padded = [*left, *[""] * seats]
        return dict(zip(self.targets(seats), padded, strict=False))

    def label_of(self, target: str, labels: Labels) -> str:
        return f"{int(target) + 1}."

    def filled(self, value: Json, target: str) -> base.ControlValue:
        nobody = self.may_be_none and value == [] and target == "0"
        return base.NONE if nobody else super().filled(value, target)


class Choices(
    Several, accepts=lambda kind, *_: base.is_many(kind) and base.is_choice(base.item_of(kind))
):
    """Some of some values."""

    widget = "choices"

    def read(self, text: str) -> Json:
        return text

    def choices(self, labels: Labels, value: base.ControlValue) -> Iterable[tuple[str, str]]:
        words = worded(self.name, base.literals_of(base.item_of(self.main)), labels)
        return (*words, *self.none(labels, _("none of these")))


def worded(name: str, values: Iterable[str], labels: Labels) -> Iterator[tuple[str, str]]:
    """The values of a choice that have words; those without are not offered."""
    for value in values:
        if label := labels.of(name, "choices", value):
            yield value, label


def players(labels: Labels) -> Iterable[tuple[str, str]]:
    return tuple((str(seat), player) for seat, player in enumerate(labels.names))


def ticked(value: Json) -> list[str]:
    """What boxes hold to show a list."""
    return [str(each) for each in value] if isinstance(value, list) else []


def moved(place: Json, seats: Sequence[int | None]) -> Json:
    """The seat of a place; a value that is no place is returned unchanged."""
    return seats[int(place)] if isinstance(place, int | str) else place


class Picked(base.FieldKind):
    """What cards are picked for."""

    picks_cards = True

    def filled(self, value: Json, target: str) -> base.ControlValue:
        return _codes(base.member_of(value, target) if target else value)

    def choices(self, labels: Labels, value: base.ControlValue) -> Iterable[tuple[str, str]]:
        """What it holds, with the names of the cards."""
        codes = str(value or "").split()
        try:
            names = labels.book.fact_text("cards", codes, labels.names)
        except KeyError:  # what is no card is refused where the question is read
            names = " ".join(codes)
        return ((" ".join(codes), names),)


def are_cards(kind: DeclaredType) -> bool:
    return base.is_many(kind) and base.item_of(kind) is Card


class OneCard(Picked, accepts=lambda kind, *_: kind is Card):
    """A card."""

    widget = "card"
    picks_one = True


class Cards(Picked, accepts=lambda kind, *_: are_cards(kind)):
    """Cards, in the order in which they were picked."""

    widget = "cards"

    def read(self, text: str) -> Json:
        return text.split() or None


class Tricks(
    Picked, accepts=lambda kind, *_: base.is_many(kind) and base.is_many(get_args(kind)[0])
):
    """Cards in the order played, as tricks; the last one may be unfinished."""

    widget = "tricks"

    def parse(self, submitted: base.FormData, seats: int, prefix: str) -> Json:
        cards = submitted.get(prefix + self.name, "").split()
        return [cards[at : at + seats] for at in range(0, len(cards), seats)]


def _codes(value: Json) -> str:
    """Codes of cards in one text; those of tricks one after the other."""
    if not isinstance(value, list):
        return str(value or "")
    return " ".join(map(_codes, value))
