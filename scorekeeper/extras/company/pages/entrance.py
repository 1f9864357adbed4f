"""Who may enter a company – a phone keeps its role in one as it keeps those in matches –, founding
one, and making a match that was played one of its own.
"""

from contextlib import suppress
from dataclasses import dataclass

from flask import Blueprint, Response, abort, current_app, redirect, request, url_for
from werkzeug import Response as AnyResponse

from scorekeeper.core.names import strip_invisible
from scorekeeper.core.schema import Invalid
from scorekeeper.extras.company import Company, Member
from scorekeeper.extras.company.actions import Companies, UnknownCompany
from scorekeeper.ledger import KeyReused, Stale
from scorekeeper.match import Match
from scorekeeper.match.events import Grouped
from scorekeeper.rulebook import unreadable
from scorekeeper.web.http.access import (
    GROUP_READS,
    ROLES,
    grant_role,
    granted_codes,
    match_or_403,
    matches,
    may_write,
    my_match,
    role_of_phone,
)
from scorekeeper.web.http.identifiers import codes_for, phone_scoped_key
from scorekeeper.web.http.limits import spend, visitor
from scorekeeper.web.http.saving import fresh_key, read_key, statement_key
from scorekeeper.web.http.shelves import COMPANIES, require_space
from scorekeeper.web.render import PageContext, page
from scorekeeper.web.wording.events import GROUP_NAMES
from scorekeeper.web.wording.reader import language

PAGES = "company"
"""The blueprint of the pages of a company."""


def companies() -> Companies:
    """The app's companies: one ledger, one cache of folds per process."""
    open_here: Companies = current_app.extensions["companies"]
    return open_here


def company_for(code: str, *, write: bool = False) -> Company:
    """A company that this phone may read, or `write` in; else answers 403.

    Raises UnknownCompany if the phone remembers one that is not here any more.
    """
    company = companies().get(code) if code in granted_codes(COMPANIES) else None
    allowed = ("scorer",) if write else ROLES
    if company is None or role_of_phone(company, COMPANIES) not in allowed:
        abort(403)
    return company


def my_companies() -> list[Company]:
    """The companies of this phone, the latest first; those that are gone are left out."""
    mine = (_my_company(code) for code in reversed(granted_codes(COMPANIES)))
    return [company for company in mine if company]


def _my_company(code: str) -> Company | None:
    try:
        company = companies().get(code)
    except UnknownCompany:
        return None
    return company if role_of_phone(company, COMPANIES) else None


def my_company(code: str) -> Company | None:
    """A company in which this phone may write; None if it may not, or if there is none."""
    known = _my_company(code) if code in granted_codes(COMPANIES) else None
    return known if known and may_write_in(known) else None


def company_of(match: Match) -> Company | None:
    """The company of this phone to which a match belongs."""
    return next((each for each in my_companies() if each.has(match)), None)


@GROUP_READS.fill()
def reads(match: Match, code: str) -> bool:
    """True if this phone is in a company whose own a match is."""
    company = _my_company(code) if code in granted_codes(COMPANIES) else None
    return company is not None and company.has(match)


def may_write_in(company: Company) -> bool:
    return role_of_phone(company, COMPANIES) == "scorer"


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
    require_space(COMPANIES)
    try:
        company = _open(name, members, phone_scoped_key(read_key()))
        if match and may_write(match):
            key = phone_scoped_key(f"take-in:{match.code}:{company.code}")
            companies().add_match(company.code, match, key)
    except Invalid as error:
        wrong = {error.path.partition(".")[0]: unreadable(language(), error)}
        code = match.code if match else ""
        seen = "\n".join(map(strip_invisible, typed.splitlines()))
        return _form(strip_invisible(name), seen, code, request.form.get("key", ""), wrong)
    grant_role(company, "scorer", COMPANIES)
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
    return _open(name, members, phone_scoped_key(fresh_key()))


def _form(
    name: str, members: str, match: str, key: str, errors: dict[str, str] | None = None
) -> Response:
    return page(
        "extras/company/found.html",
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
    match = match_or_403(code)
    if company := company_of(match):
        return redirect(url_for("company.show", code=company.code), 303)
    return _belonging_page(match_or_403(code, write=True))


@founding.post("/m/<code>/company")
def take_in(code: str) -> AnyResponse:
    """Makes a match a company's; its people are members by their names, or new guests."""
    match = match_or_403(code, write=True)
    company = my_company(request.form.get("company", ""))
    if company is None:
        return _belonging_page(match, 422)
    try:
        companies().add_match(company.code, match, read_key())
    except Invalid as error:
        return _belonging_page(match, 422, unreadable(language(), error))
    return redirect(url_for("company.show", code=company.code), 303)


@founding.post("/m/<code>/company/leave")
def leave(code: str) -> AnyResponse:
    """No group may read the match any more."""
    match = match_or_403(code, write=True)
    matches().append_always(match, Grouped(group=""), statement_key("grouped"))
    return redirect(url_for("sheet.share", code=code), 303)


@dataclass(frozen=True)
class GroupOfMatch:
    """The group that may read a match; it is `mine` if this phone is in it."""

    code: str
    name: str
    mine: bool


def group_of_match(match: Match) -> GroupOfMatch | None:
    """The group that may read a match; of one that says nothing of it, that of this phone."""
    mine = company_of(match)
    code = mine.code if mine else match.group
    return GroupOfMatch(code, name_of(code) or code, mine is not None) if code else None


@GROUP_NAMES.fill()
def name_of(code: str) -> str:
    """The name of a company; empty if there is none with this code."""
    with suppress(UnknownCompany):
        return companies().get(code).name
    return ""


def _belonging_page(match: Match, status: int = 200, message: str = "") -> Response:
    mine = [each for each in my_companies() if my_company(each.code)]
    return page(
        "extras/company/take-in.html",
        status=status,
        match=match,
        message=message,
        companies=mine,
        key=fresh_key(),
    )


@dataclass(frozen=True)
class CompanyPage(PageContext):
    """What every page of a company shows."""

    company: Company

    @property
    def writes(self) -> bool:
        return may_write_in(self.company)

    @property
    def members(self) -> list[Member]:
        return [member for member in self.company.members if member.came]
