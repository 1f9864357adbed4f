"""A table's own cases: what this company made of its quarrels, without names, and as a file."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace

from flask import Blueprint, Response
from flask_babel import gettext as _

from scorekeeper.judgements import Judgement
from scorekeeper.match.rulings import OwnCase, own_cases
from scorekeeper.rulebook import Rulebook
from scorekeeper.web.access import match_or_403, my_matches
from scorekeeper.web.forms import LabelledValue
from scorekeeper.web.paging import before, paginate
from scorekeeper.web.render import page
from scorekeeper.web.rulebook.examples import facts_of
from scorekeeper.web.rulebook.urls import book_url
from scorekeeper.web.wording.reader import book_of, date, placeholder_names
from scorekeeper.web.wording.verdicts import VerdictView, verdict_view

own = Blueprint("own_cases", __name__, url_prefix="/m/<code>/cases")

ON_A_PAGE = 12
MATCHES_SEARCHED = 40
"""Matches of this phone that are looked through for those of the same people."""


@dataclass(frozen=True)
class CaseView:
    """A case in words: the question with its facts, the verdict, and what the table made of it."""

    number: int
    day: str
    question: str
    facts: Sequence[LabelledValue]
    verdict: VerdictView
    ruled: str


@own.get("")
def show(code: str) -> Response:
    """The cases of this company at this game, the latest first."""
    match = match_or_403(code)
    book, list_page = book_of(match.game), paginate(_cases(code), before(), ON_A_PAGE)
    return page(
        "rulebook/own-cases.html",
        code=code,
        book=book,
        cases=[_view(each, book) for each in reversed(list_page.lines)],
        older=list_page.older,
        back=book_url(match.game.key, code),
    )


@own.get("/export")
def export(code: str) -> Response:
    """The cases as a case file, without names."""
    lines = (each.line for each in _cases(code))
    texts = [json.dumps(line, ensure_ascii=False) + "\n" for line in lines if line]
    response = Response("".join(texts), mimetype="application/x-ndjson")
    name = f"scorekeeper-cases-{code}.jsonl"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _cases(code: str) -> list[OwnCase]:
    """The cases of a match, and of others of the same people that this phone knows."""
    return list(own_cases(match_or_403(code), my_matches(MATCHES_SEARCHED)))


def _view(case: OwnCase, book: Rulebook) -> CaseView:
    judgement = _nameless(case.judgement)
    return CaseView(
        case.number,
        date(case.at),
        book.question(judgement.kind) if judgement.kind in judgement.game.kinds else "",
        facts_of(judgement, book),
        verdict_view(judgement, book),
        _outcome(case),
    )


def _nameless(judgement: Judgement) -> Judgement:
    """A judgement that calls the players by their numbers."""
    return replace(judgement, names=placeholder_names(len(judgement.names)))


def _outcome(case: OwnCase) -> str:
    """What the table made of it, in words."""
    seat = case.seat or 0
    how = {
        "applied": _("penalty written: %(name)s", name=placeholder_names(seat + 1)[seat]),
        "agreed": _("agreed at the table"),
        "waived": _("no penalty"),
    }[case.how]
    return f"{how}: {case.note}" if case.note else how
