"""The taps that travel with a page, taken one after another."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from flask import request

from scorekeeper.schema import Invalid

MOVE = "move"
"""The field that holds one tap; it is sent once for each."""
MOST_TAPS = 200
"""Taps that a page follows: more than any question needs."""

S = TypeVar("S")


def taps_of_request() -> tuple[str, ...]:
    """The taps that were sent, in order; without the last one if that is to be taken back."""
    sent = request.values.getlist(MOVE)[:MOST_TAPS]
    return tuple(sent[:-1] if "undo" in request.values else sent)


@dataclass(frozen=True)
class Replay(Generic[S]):
    """Moves up to the first that cannot be: the `state` they lead to, and why the next cannot."""

    state: S
    moves: tuple[str, ...] = ()
    invalid: Invalid | None = None


def replay(start: S, moves: Iterable[str], step: Callable[[S, str], S]) -> Replay[S]:
    """Takes one step for each move; `step` raises Invalid for a move that cannot be.

    >>> def add(total: int, move: str) -> int:
    ...     if not move.isdigit():
    ...         raise Invalid("move", "not-a-number")
    ...     return total + int(move)
    >>> replay(0, ["1", "2"], add)
    Replay(state=3, moves=('1', '2'), invalid=None)
    >>> replay(0, ["1", "two", "3"], add)
    Replay(state=1, moves=('1',), invalid=Invalid('move: not-a-number'))
    """
    done = Replay(start)
    for move in moves:
        try:
            done = Replay(step(done.state, move), (*done.moves, move))
        except Invalid as invalid:
            return replace(done, invalid=invalid)
    return done
