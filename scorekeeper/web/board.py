"""A deal told trick by trick: which trick it is, whose turn, and who took the ones before."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.plain import Unreadable
from scorekeeper.web.question import Question
from scorekeeper.web.typed import number


@dataclass(frozen=True)
class Trick:
    """A trick: its number, its cards with who played them, and who took it (or None)."""

    number: int
    cards: tuple[tuple[str, str], ...]
    taken_by: str | None


@dataclass(frozen=True)
class Board:
    """The trick that is being told, whose turn it is, and the finished ones, newest first."""

    now: Trick
    turn: str
    done: tuple[Trick, ...]


def board_of(asked: Question) -> Board | None:
    """The board of a question that is told trick by trick; None as long as nobody leads."""
    if asked.tricks is None or asked.open:
        return None
    leader: Any = number(asked.form.parts["leader"].items[0].field.data)
    names = asked.bench.names
    if leader not in range(len(names)):
        return None
    winners: Sequence[int] = ()
    try:
        if len(asked.tricks.codes) >= len(names):
            winners = asked.judged.verdict.result["winners"]
    except Unreadable:
        return None
    leaders = (leader, *winners)
    tricks = _in_tricks(asked.tricks.codes, len(names))
    told = [_trick(at, cards, leaders[at], winners, names) for at, cards in enumerate(tricks)]
    now = told[len(winners)] if len(told) > len(winners) else None
    turn = names[(leaders[-1] + (len(now.cards) if now else 0)) % len(names)]
    fresh = Trick(len(winners) + 1, (), None)
    return Board(now or fresh, turn, tuple(reversed(told[: len(winners)])))


def _in_tricks(codes: Sequence[str], seats: int) -> list[Sequence[str]]:
    return [codes[at : at + seats] for at in range(0, len(codes), seats)]


def _trick(
    at: int, cards: Sequence[str], leader: int, winners: Sequence[int], names: Sequence[str]
) -> Trick:
    by = tuple((names[(leader + place) % len(names)], code) for place, code in enumerate(cards))
    return Trick(at + 1, by, names[winners[at]] if at < len(winners) else None)
