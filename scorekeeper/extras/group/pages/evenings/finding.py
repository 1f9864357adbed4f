"""All evenings of a group, by month, the latest first."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from flask import Blueprint, Response, url_for

from scorekeeper.extras.group import Group, Pub
from scorekeeper.extras.group.pages.entrance import group_for
from scorekeeper.extras.group.pages.evenings.settled import member_names
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


Played = tuple[date, Pub, Sequence[MatchSummary]]
"""The matches of a night in a pub."""


@finding.get("/evenings")
def show(code: str) -> Response:
    """All evenings, the latest first."""
    group = group_for(code)
    list_page = paginate(nights_of(summaries_of(group)), before(), SHOWN)
    months: dict[str, list[Night]] = {}
    for night, pub, played in list_page.lines[::-1]:
        same_month = months.setdefault(date_text(night, "month"), [])
        same_month.append(_night(group, night, pub, played))
    return page(
        "extras/group/evenings/finding.html",
        group=group,
        months=months,
        older=list_page.older,
    )


def nights_of(told: Iterable[MatchSummary]) -> list[Played]:
    """The matches of each night in a pub, the oldest first."""
    nights: dict[tuple[date, Pub], list[MatchSummary]] = {}
    for each in sorted(told, key=lambda each: each.night):
        nights.setdefault((each.night, each.pub), []).append(each)
    return [(*where, played) for where, played in nights.items()]


def _night(group: Group, night: date, pub: Pub, played: Sequence[MatchSummary]) -> Night:
    titles = dict.fromkeys(book_of(GAMES[each.summary.game]).title for each in played)
    people = sorted({m for each in played for m in each.members if m is not None})
    return Night(
        date_text(night, "night"),
        url_for("evenings.show", code=group.code, night=night.isoformat()),
        ", ".join(filter(None, (pub.name, pub.town))),
        ", ".join(titles),
        member_names(group, people),
    )
