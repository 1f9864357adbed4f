"""Whether what phones say of a row from outside makes sense, and of who writes."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from scorekeeper.match import Match
from scorekeeper.match.consent import WRITING
from scorekeeper.match.nonsense import Nonsense, check_person, read
from scorekeeper.match.notes import proper_note

Body = Mapping[str, Any]


@dataclass(frozen=True)
class _Pencil:
    phone: str
    person: int | None


@dataclass(frozen=True)
class _Confirmed:
    event: int
    version: int
    person: int
    phone: str


@dataclass(frozen=True)
class _Objected(_Confirmed):
    note: str


@dataclass(frozen=True)
class _Marked:
    phone: str = ""


def check_mark(kind: str, body: Body) -> None:
    """Raises Invalid unless the mark of a phone that writes is one."""
    if kind in WRITING:
        read(_Marked, body)


def check_note(note: str) -> None:
    """Raises Nonsense unless a note is as it is kept."""
    if (proper := proper_note(note)) != note:
        raise Nonsense("note", f"without needless blanks it is {proper!r}")


def _check_person(match: Match, body: Body) -> None:
    if (person := read(_Pencil, body).person) is not None:
        check_person(match, person)


def _check_confirmed(match: Match, body: Body) -> None:
    _check_answer(match, read(_Confirmed, body))


def _check_objected(match: Match, body: Body) -> None:
    objected = read(_Objected, body)
    _check_answer(match, objected)
    check_note(objected.note)


def _check_answer(match: Match, answer: _Confirmed) -> None:
    seq = answer.event
    if seq not in [row.seq for row in match.rows]:
        raise Nonsense("event", f"event {seq} recorded no entry to agree with or not")
    # A correction may have been taken back while somebody answered.
    about = (e for e in match.events if e.kind == "corrected" and e.body["event"] == seq)
    versions = [seq, *(event.seq for event in about)]
    if answer.version not in versions:
        right = ", ".join(map(str, versions))
        raise Nonsense("version", f"event {seq} was written or corrected by {right}")
    check_person(match, answer.person)


PHONE_CHECKS: Mapping[str, Callable[[Match, Body], None]] = {
    "took": _check_person,
    "ended": _check_person,
    "confirmed": _check_confirmed,
    "objected": _check_objected,
}
