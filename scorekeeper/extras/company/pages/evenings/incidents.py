"""The book of disputes: rulings that nobody could decide, or that the table decided otherwise."""

from dataclasses import dataclass
from itertools import groupby

from flask import Blueprint, Response, url_for

from scorekeeper.extras.company import Company
from scorekeeper.extras.company.pages.contexts import CompanyPage
from scorekeeper.extras.company.pages.entrance import company_for
from scorekeeper.extras.company.pages.records.figures import summaries_of
from scorekeeper.extras.company.records.stats import MatchSummary
from scorekeeper.web.access import matches
from scorekeeper.web.paging import before, paginate
from scorekeeper.web.render import page
from scorekeeper.web.wording.reader import book_of, date_text
from scorekeeper.web.wording.rows import RulingView, ruling_view

incidents = Blueprint("incidents", __name__, url_prefix="/c/<code>/incidents")

SHOWN = 24
"""So many rulings stand on a page, the latest first."""


@dataclass(frozen=True)
class Incident:
    """A ruling: its day, its game, what it says, and the way to it."""

    day: str
    game: str
    ruling: RulingView
    url: str


@dataclass(frozen=True)
class IncidentsPage(CompanyPage):
    """Rulings by the name of their month."""

    months: dict[str, list[Incident]]
    older: int


@incidents.get("")
def show(code: str) -> Response:
    """The rulings, the latest first."""
    company = company_for(code)
    told = sorted(summaries_of(company), key=lambda each: each.night)
    list_page = paginate(
        [(each, seq) for each in told for seq in each.summary.incidents], before(), SHOWN
    )
    by_month = groupby(list_page.lines[::-1], lambda each: date_text(each[0].night, "month"))
    months = {month: [_incident(company, *each) for each in found] for month, found in by_month}
    context = IncidentsPage(company, months, list_page.older)
    return page("extras/company/evenings/incidents.html", context=context)


def _incident(company: Company, told: MatchSummary, seq: int) -> Incident:
    match = matches().get(told.summary.code)
    return Incident(
        date_text(told.night),
        book_of(match.game).title,
        ruling_view(match, match.events[seq - 1]),
        url_for("company.open_match", code=company.code, match=match.code, row=seq),
    )
