"""Whether a ruling from outside, or a question, makes sense: its verdict has words, and fits it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from scorekeeper import explanation
from scorekeeper.dispute import Admitted
from scorekeeper.fields import spec
from scorekeeper.judgements import Judgement, load_judgement
from scorekeeper.match import Match
from scorekeeper.match.bodies import QuestionBody, RulingBody
from scorekeeper.match.nonsense import (
    MOST,
    Nonsense,
    check_members,
    check_person,
    english,
    exact,
    knows,
    read,
    under,
)
from scorekeeper.referee import Penalty
from scorekeeper.rulebook import Rulebook
from scorekeeper.schema import Invalid, Seat


@dataclass(frozen=True)
class _Ruling:
    how: Literal["applied", "agreed", "waived"]
    seat: Seat | None
    note: str
    about: int | None = None


@dataclass(frozen=True)
class _Question:
    link: str
    game: str
    names: tuple[str, ...]
    kind: str


@dataclass(frozen=True)
class _Asked:
    person: int
    phone: str


@dataclass(frozen=True)
class _Seen:
    rule: str


@dataclass(frozen=True)
class _Verdict:
    verdict: Literal["legal", "offence", "undecidable"]
    rules: tuple[str, ...]
    offence: str | None = None
    missing: tuple[str, ...] = ()
    decides: str | None = None
    whatever: bool = False
    customs: tuple[str, ...] = ()


SHAPES = {"facts": dict, "result": dict, "witness": dict, "instead": list, "possible": list}
OPEN_PARTS = frozenset({*SHAPES, "penalty"})
"""Members of a verdict whose shape depends on the question."""


@dataclass(frozen=True)
class _Cost(Penalty):
    """A penalty, its numbers as large as they can be."""

    each: int | None = spec(None, ge=0, le=MOST)
    amount: int | None = spec(None, ge=0, le=MOST)
    buys: int | None = spec(None, ge=0, le=MOST)


def check_ruling(match: Match, data: Any) -> None:
    """Raises Invalid or Nonsense unless a page can show this ruling."""
    about = read(_Ruling, data, len(match.names)).about
    check_members(data, RulingBody)
    if about is not None and about not in [row.seq for row in match.rows]:
        raise Nonsense("about", f"event {about} recorded no entry to be decided about")
    _check_question(match, data)


def check_asked(match: Match, body: Mapping[str, Any]) -> None:
    """Raises Invalid or Nonsense unless a table can be shown what a person asked."""
    check_person(match, read(_Asked, body).person)
    if "question" in body:
        under("question", lambda: _check_shown(match, body["question"]))


def _check_shown(match: Match, data: Any) -> None:
    _check_question(match, data)
    check_members(data, QuestionBody)


def _check_question(match: Match, data: Any) -> None:
    question = read(_Question, data)
    if question.game != match.game.key:
        raise Nonsense("game", f"this is a match of {match.game.key}")
    under("house", lambda: match.game.read_house(data.get("house")))
    under("verdict", lambda: _check_verdict(match, data.get("verdict")))
    if not isinstance(data.get("given"), dict):
        raise Invalid("given", "not-an-object")
    judgement = load_judgement(data)
    if question.kind == Admitted.kind:
        under("given", lambda: exact(_Seen, data["given"]))
    else:
        match.game.read_question(question.kind, data["given"], judgement.house)
    _check_words(judgement, english(match))


def _check_verdict(match: Match, data: Any) -> None:
    verdict = exact(_Verdict, data, *OPEN_PARTS)
    named = (*verdict.rules, *verdict.customs)
    if unknown := [id for id in named if not knows(english(match), id)]:
        raise Nonsense("rules", f"{match.game.key} has no rule {unknown[0]!r}")
    for name, kind in SHAPES.items():
        if not isinstance(data.get(name, kind()), kind):
            raise Invalid(name, "not-an-object" if kind is dict else "not-a-list")
    if "penalty" in data:
        under("penalty", lambda: exact(_Cost, data["penalty"]))


def _check_words(judgement: Judgement, book: Rulebook) -> None:
    """Raises Nonsense unless there are words for everything that a page says of a judgement."""
    try:
        tuple(_words(judgement, book))
    except (LookupError, TypeError, ValueError, AssertionError, AttributeError):
        raise Nonsense("verdict", "there are no words for this verdict on this question") from None


def _words(judgement: Judgement, book: Rulebook) -> Iterator[object]:
    verdict = judgement.verdict
    yield explanation.sentence(judgement, book)
    yield from explanation.answers(judgement, book)
    yield [explanation.play(judgement, book, choice) for choice in verdict.instead]
    if explanation.lists_breaches(judgement):
        for _, proof in explanation.breaches(judgement, book):
            yield proof and (book.card(proof["card"]), f"{proof['trick']:d}")
    if verdict.verdict == "offence":
        yield explanation.onward(judgement, book)
