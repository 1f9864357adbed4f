"""All evenings of a group, by month, the latest first."""

from dataclasses import dataclass

from flask import Blueprint, Response, url_for

from scorekeeper.extras.group import Group
from scorekeeper.extras.group.evenings import Evening, evenings
from scorekeeper.extras.group.pages.entrance import group_for
from scorekeeper.extras.group.pages.evenings.settled import member_names
from scorekeeper.extras.group.pages.pages import pubs_text
from scorekeeper.extras.group.pages.records.figures import summaries_of
from scorekeeper.extras.group.records.stats import MatchSummary
from scorekeeper.games import GAMES
from scorekeeper.web.paging import before, paginate
from scorekeeper.web.render import page
from scorekeeper.web.wording.reader import book_of, date_text

finding = Blueprint("finding", __name__, url_prefix="/c/<code>")

SHOWN = 24
"""So many evenings stand on a page, the latest first."""


@dataclass(frozen=True)
class Night:
    """An evening: its day, page, pub and games, and who was there."""

    day: str
    url: str
    pub: str
    games: str
    who: str


@finding.get("/evenings")
def show(code: str) -> Response:
    """All evenings, the latest first."""
    group = group_for(code)
    list_page = paginate(evenings(summaries_of(group))[::-1], before(), SHOWN)
    months: dict[str, list[Night]] = {}
    for evening in list_page.lines[::-1]:
        same_month = months.setdefault(date_text(evening.night, "month"), [])
        same_month.append(_night(group, evening))
    return page(
        "extras/group/evenings/finding.html",
        group=group,
        months=months,
        older=list_page.older,
    )


def _night(group: Group, evening: Evening[MatchSummary]) -> Night:
    titles = dict.fromkeys(book_of(GAMES[each.summary.game]).title for each in evening.played)
    return Night(
        date_text(evening.night, "night"),
        url_for("evenings.show", code=group.code, night=evening.night.isoformat()),
        pubs_text(evening.places),
        ", ".join(titles),
        member_names(group, evening.members),
    )
