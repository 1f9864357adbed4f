"""All evenings of a group, by month, the latest first."""

from flask import Blueprint, Response

from scorekeeper.extras.group.evenings import evenings
from scorekeeper.extras.group.pages.entrance import group_for
from scorekeeper.extras.group.pages.pages import EveningView, evening_view
from scorekeeper.extras.group.pages.records.figures import summaries_of
from scorekeeper.games import GAMES
from scorekeeper.web.render import before, page, paginate
from scorekeeper.web.wording.reader import date_text

finding = Blueprint("finding", __name__, url_prefix="/c/<code>")

SHOWN = 24
"""So many evenings stand on a page, the latest first."""


@finding.get("/evenings", endpoint="show")
def evenings_page(code: str) -> Response:
    """All evenings, the latest first."""
    group = group_for(code)
    list_page = paginate(evenings(summaries_of(group))[::-1], before(), SHOWN)
    months: dict[str, list[EveningView]] = {}
    for evening in list_page.lines[::-1]:
        same_month = months.setdefault(date_text(evening.night, "month"), [])
        games = [GAMES[each.summary.game] for each in evening.played]
        same_month.append(evening_view(group, evening, games, "night"))
    return page(
        "extras/group/evenings/finding.html",
        group=group,
        months=months,
        older=list_page.older,
    )
