"""Events name others by their numbers: what they say once those have other numbers."""

from collections.abc import Callable, Mapping

from scorekeeper.ledger import Event

Body = Mapping[str, object]
Number = Callable[[int], int | None]
"""The number that an event has now, by the one it had; None if it is not there."""

_NAMED = {
    "corrected": ("event",),
    "struck": ("event",),
    "noted": ("event",),
    "confirmed": ("event", "version"),
    "objected": ("event", "version"),
    "signed": ("head",),
}
"""Kind of event → the members of its body that are numbers of events."""


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
    members = _NAMED.get(event.kind, ())
    body = {**event.body, **_moved(event.body, members, number)}
    ruling = body.get("ruling")
    if event.kind == "ruled" and isinstance(ruling, dict):
        body["ruling"] = {**ruling, **_moved(ruling, ("about",), number)}
    return body


def _moved(body: Body, members: tuple[str, ...], number: Number) -> dict[str, object]:
    named = {name: body[name] for name in members if name in body}
    # What is no number is refused by whoever reads the event.
    return {name: _there(old, number) for name, old in named.items() if type(old) is int}


def _there(old: int, number: Number) -> int:
    new = number(old)
    if new is None:
        raise Loose(old)
    return new
