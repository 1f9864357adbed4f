"""Events name others by their numbers: what they say once those have other numbers."""

from collections.abc import Callable
from functools import partial

from scorekeeper.ledger import Event
from scorekeeper.match import MATCH
from scorekeeper.stream.roles import with_changes

Number = Callable[[int], int | None]
"""The number that an event has now, by the one it had; None if it is not there."""


class Loose(LookupError):
    """An event is about another that is not there; `number` is the one that this had."""

    def __init__(self, number: int) -> None:
        super().__init__(f"event {number} is not there")
        self.number = number


class Numbers:
    """The new numbers of events: those up to `common` stay, the others are told one by one."""

    def __init__(self, common: int) -> None:
        self._common = common
        self._moved: dict[int, int] = {}

    def __call__(self, number: int) -> int | None:
        return number if number <= self._common else self._moved.get(number)

    def move(self, number: int, to: int) -> None:
        """An event has another number now."""
        self._moved[number] = to


def renumbered(event: Event, number: Number) -> dict[str, object]:
    """The body of an event with the new numbers of those that it is about. Raises Loose.

    >>> strike = Event("M", 7, "struck", {"event": 6, "by": "undo"}, "key", "")
    >>> renumbered(strike, {6: 9}.get)
    {'event': 9, 'by': 'undo'}
    """
    shape = MATCH.shapes.get(event.kind, object)  # what is of no kind is refused by who reads it
    return with_changes(shape, event.body, {"event": partial(_there, number)})


def _there(number: Number, old: int) -> int:
    new = number(old)
    if new is None:
        raise Loose(old)
    return new
