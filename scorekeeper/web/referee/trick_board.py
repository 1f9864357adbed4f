"""A deal being entered trick by trick: the current trick, whose turn it is, earlier winners."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from scorekeeper.schema import Invalid, fields_of, spec_of
from scorekeeper.web.forms.numbers import number
from scorekeeper.web.referee.question_form import QuestionForm


@dataclass(frozen=True)
class Trick:
    """A trick: its number, its cards with who played them, and who took it (or None)."""

    number: int
    cards: tuple[tuple[str, str], ...]
    taken_by: str | None


@dataclass(frozen=True)
class Board:
    """The trick being entered, whose turn it is, and the finished tricks, newest first.

    `places` are the players in the order of this trick, each with his card or "".
    """

    now: Trick
    turn: str
    places: tuple[tuple[str, str], ...]
    done: tuple[Trick, ...]


def board_of(form: QuestionForm) -> Board | None:
    """The board of a question entered trick by trick; None until somebody leads."""
    slot = form.picker.tricks
    if slot is None or form.open or (leader := _leader(form)) is None:
        return None
    winners = _winners(form, slot.codes)
    if winners is None:
        return None
    names, leaders = form.table.names, (leader, *winners)
    tricks = enumerate(_in_tricks(slot.codes, len(names)))
    all_of_them = [_trick(at, cards, leaders[at], winners, names) for at, cards in tricks]
    now = next(iter(all_of_them[len(winners) :]), Trick(len(winners) + 1, (), None))
    order = [names[(leaders[-1] + place) % len(names)] for place in range(len(names))]
    codes = [code for _, code in now.cards] + [""] * len(names)
    places = tuple(zip(order, codes, strict=False))
    done = tuple(reversed(all_of_them[: len(winners)]))
    return Board(now, order[len(now.cards) % len(order)], places, done)


def _leader(form: QuestionForm) -> int | None:
    """The seat that leads to the first trick, if the form says who."""
    kind: type = form.kind
    leads = (name for name, field in fields_of(kind).items() if spec_of(field).known == "leader")
    seat: object = number(form.form.parts[next(leads)].controls[0].field.data)
    return seat if isinstance(seat, int) and seat in range(len(form.table.names)) else None


def _winners(form: QuestionForm, codes: Sequence[str]) -> tuple[int, ...] | None:
    """Who won each finished trick, whatever else is unknown; None if that cannot be said."""
    if len(codes) < len(form.table.names):
        return ()
    with suppress(Invalid):
        question = form.judgement.question
        won = {way.trick_winners() for way in question.ways} if question else set()
        return won.pop() if len(won) == 1 else None
    return None


def _in_tricks(codes: Sequence[str], seats: int) -> list[Sequence[str]]:
    return [codes[at : at + seats] for at in range(0, len(codes), seats)]


def _trick(
    at: int, cards: Sequence[str], leader: int, winners: Sequence[int], names: Sequence[str]
) -> Trick:
    by = tuple((names[(leader + place) % len(names)], code) for place, code in enumerate(cards))
    return Trick(at + 1, by, names[winners[at]] if at < len(winners) else None)
