"""Who may enter a company: a phone keeps its role in one as it keeps those in matches."""

from flask import abort, current_app

from scorekeeper.extras.company import Company
from scorekeeper.extras.company.actions import Companies, UnknownCompany
from scorekeeper.match import Match
from scorekeeper.web.access import (
    ROLES,
    company_at_seat,
    remembered,
    role_in,
)
from scorekeeper.web.shelves import COMPANIES

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
    company = companies().get(code) if code in remembered(COMPANIES) else None
    allowed = ("scorer",) if write else ROLES
    if company is None or role_in(company, COMPANIES) not in allowed:
        abort(403)
    return company


def my_companies() -> list[Company]:
    """The companies of this phone, the latest first; those that are gone are left out."""
    mine = (_my_company(code) for code in reversed(remembered(COMPANIES)))
    return [company for company in mine if company]


def _my_company(code: str) -> Company | None:
    try:
        company = companies().get(code)
    except UnknownCompany:
        return None
    return company if role_in(company, COMPANIES) else None


def my_company(code: str) -> Company | None:
    """A company in which this phone may write; None if it may not, or if there is none."""
    known = _my_company(code) if code in remembered(COMPANIES) else None
    return known if known and may_write_in(known) else None


def company_of(match: Match) -> Company | None:
    """The company of this phone to which a match belongs."""
    return next((each for each in my_companies() if match.code in each.matches), None)


def called_company(match: Match) -> Company | None:
    """The company whose referees are called from a match: that of this phone or of its seat."""
    found = company_of(match) or _company_at_seat(match)
    return found if found and any(found.referees.values()) else None


def _company_at_seat(match: Match) -> Company | None:
    """The company that the link of this phone's seat named, if the match is its own."""
    if not (code := company_at_seat(match)):
        return None
    try:
        company = companies().get(code)
    except UnknownCompany:
        return None
    return company if match.code in company.matches else None


def may_write_in(company: Company) -> bool:
    """True if this phone may write in a company."""
    return role_in(company, COMPANIES) == "scorer"
