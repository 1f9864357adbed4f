"""Founding a company, and making a match that was played one of its own."""

from flask import Blueprint, Response, redirect, request, url_for
from werkzeug import Response as AnyResponse

from scorekeeper.extras.company import Company
from scorekeeper.extras.company.pages.entrance import (
    companies,
    company_of,
    my_companies,
    my_company,
)
from scorekeeper.ledger import KeyReused, Stale
from scorekeeper.match import Match
from scorekeeper.names import visible
from scorekeeper.rulebook import unreadable
from scorekeeper.schema import Invalid
from scorekeeper.web.access import match_for, my_match, remember
from scorekeeper.web.limits import spend, visitor
from scorekeeper.web.marks import codes_for, own_key
from scorekeeper.web.render import page
from scorekeeper.web.saving import fresh_key, read_key
from scorekeeper.web.shelves import COMPANIES, require_room
from scorekeeper.web.wording.reader import language

founding = Blueprint("founding", __name__)


@founding.get("/c/new")
def form() -> Response:
    """The form of a new company; with the people of a match (`?match=CODE`) as its members."""
    match = my_match(request.args.get("match", ""))
    names = match.seating.people if match else ()
    return _form("", "\n".join(names), match.code if match else "", fresh_key())


@founding.post("/c/new")
def open_company() -> AnyResponse:
    """Founds the company; or shows the form again with what has to be mended."""
    name = " ".join(request.form.get("name", "").split())
    typed, match = request.form.get("members", ""), my_match(request.form.get("match", ""))
    members = [" ".join(line.split()) for line in typed.splitlines() if line.strip()]
    require_room(COMPANIES)
    try:
        company = _open(name, members, own_key(read_key()))
        if match:
            companies().take_in(company.code, match, own_key(f"take-in:{match.code}"))
    except Invalid as error:
        wrong = {error.path.partition(".")[0]: unreadable(language(), error)}
        code = match.code if match else ""
        seen = "\n".join(map(visible, typed.splitlines()))
        return _form(visible(name), seen, code, request.form.get("key", ""), wrong)
    remember(company, "scorer", COMPANIES)
    return redirect(url_for("company.show", code=company.code), 303)


def _open(name: str, members: list[str], key: str) -> Company:
    """The company, founded once however often this phone sends the form. Raises Invalid."""
    spend("MATCHES_PER_ADDRESS", visitor())
    for code in codes_for(key):
        try:
            return companies().open(code, name, members, key)
        except Stale:
            continue
        except KeyReused:
            break
    return _open(name, members, own_key(fresh_key()))


def _form(
    name: str, members: str, match: str, key: str, errors: dict[str, str] | None = None
) -> Response:
    return page(
        "company/found.html",
        status=422 if errors else 200,
        name=name,
        members=members,
        match=match,
        key=key,
        errors={"company": "", "members": "", **(errors or {})},
    )


@founding.get("/m/<code>/company")
def belonging(code: str) -> AnyResponse:
    """The company of a match; or the ways to one, if it has none."""
    match = match_for(code)
    if company := company_of(match):
        return redirect(url_for("company.show", code=company.code), 303)
    return _belonging_page(match_for(code, write=True))


@founding.post("/m/<code>/company")
def take_in(code: str) -> AnyResponse:
    """Makes a match a company's; its people are members by their names, or new guests."""
    match = match_for(code, write=True)
    company = my_company(request.form.get("company", ""))
    if company is None:
        return _belonging_page(match, 422)
    try:
        companies().take_in(company.code, match, read_key())
    except Invalid as error:
        return _belonging_page(match, 422, unreadable(language(), error))
    return redirect(url_for("company.show", code=company.code), 303)


def _belonging_page(match: Match, status: int = 200, message: str = "") -> Response:
    mine = [each for each in my_companies() if my_company(each.code)]
    return page(
        "company/take-in.html",
        status=status,
        match=match,
        message=message,
        companies=mine,
        key=fresh_key(),
    )
