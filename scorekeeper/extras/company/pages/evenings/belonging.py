"""Whose a match of a company is: who was who in it, and that it is none of the company's."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flask import Blueprint, Response, abort, request, url_for
from werkzeug import Response as AnyResponse

from scorekeeper.extras.company import Company
from scorekeeper.extras.company.pages.entrance import CompanyPage, company_for
from scorekeeper.extras.company.pages.pages import MatchView, match_view
from scorekeeper.extras.company.pages.presenter import write_in
from scorekeeper.extras.company.pages.slots import company_book, own_match
from scorekeeper.match import Match
from scorekeeper.web.forms.labels import number
from scorekeeper.web.http.saving import fresh_save
from scorekeeper.web.render import page

belonging = Blueprint("belonging", __name__, url_prefix="/c/<code>/matches/<match>")


@dataclass(frozen=True)
class BelongingPage(CompanyPage):
    """A match with the member for each person of it."""

    match: str
    view: MatchView
    people: Sequence[tuple[str, int | None]]
    """The names at the table, each with the number of the member."""
    back: str
    message: str
    wrong: str
    hidden: list[tuple[str, str]]


@belonging.get("")
def show(code: str, match: str) -> Response:
    return _page(company_for(code, write=True), _match(code, match))


@belonging.post("")
def give(code: str, match: str) -> AnyResponse:
    """Says who was who; whoever is nobody here is a new guest."""
    played = _match(code, match)
    names = played.seating.people
    chosen = [number(request.form.get(f"person-{at}")) for at in range(len(names))]
    people = [name if who is None else who for who, name in zip(chosen, names, strict=True)]
    return _write(code, played, "belongs", {"match": match, "people": people})


@belonging.post("/withdraw")
def withdraw(code: str, match: str) -> AnyResponse:
    """The match is the company's no more; Undo takes it in again."""
    return _write(code, _match(code, match), "withdrawn", {"match": match})


def _write(code: str, match: Match, kind: str, body: Mapping[str, object]) -> AnyResponse:
    company = company_for(code, write=True)
    return write_in(
        company,
        kind,
        body,
        lambda now: url_for("company.show", code=now.code),
        lambda now, status, message, errors: _page(now, match, status, message, errors),
    )


def _match(code: str, match: str) -> Match:
    """A match of the company; else answers 404."""
    return own_match(company_for(code, write=True), match) or abort(404)


def _page(
    company: Company,
    match: Match,
    status: int = 200,
    message: str = "",
    errors: Mapping[str, str] | None = None,
) -> Response:
    (played,) = company_book(company, [match.code])
    context = BelongingPage(
        company,
        match.code,
        match_view(company, match),
        people=[*zip(match.seating.people, played.members, strict=True)],
        back=url_for("evenings.show", code=company.code, night=played.night.isoformat()),
        message=message,
        wrong=" ".join((errors or {}).values()),
        hidden=fresh_save(company).hidden,
    )
    return page("extras/company/evenings/belonging.html", status=status, context=context)
