"""What the second implementation asks and answers: a case of the public format."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, TypeVar

T = TypeVar("T")
Ask = Callable[[Random], "Question"]
"""Makes a question from chance."""


@dataclass(frozen=True)
class Question:
    """A case without `expect`, and what the second implementation expects of its answer."""

    case: Mapping[str, Any]
    expect: Mapping[str, Any]


def ask(
    game: str,
    kind: str,
    given: Mapping[str, Any],
    expect: Mapping[str, Any],
    house: Mapping[str, Any] | None = None,
) -> Question:
    case: dict[str, Any] = {"game": game, "kind": kind, "given": given}
    return Question({**case, "house": house} if house else case, expect)


def verdict(legal: bool) -> str:
    """The word for it."""
    return "legal" if legal else "offence"


def cut(items: Sequence[str], *sizes: int) -> list[list[str]]:
    """The items in packets of these sizes, one after the other."""
    packets, at = [], 0
    for size in sizes:
        packets.append([*items[at : at + size]])
        at += size
    return packets


def shuffled(random: Random, items: Sequence[T]) -> list[T]:
    return random.sample([*items], len(items))
