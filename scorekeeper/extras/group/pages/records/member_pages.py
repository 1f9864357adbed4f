"""One member: his evenings, and what he did in each game, with his longest runs."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from flask import Blueprint, Response, abort, url_for

from scorekeeper.core.game import AnyGame
from scorekeeper.extras.group import Group
from scorekeeper.extras.group.pages.entrance import group_for, may_write_in
from scorekeeper.extras.group.pages.records.figures import (
    asked_year,
    decimal_text,
    lines_of,
    seasons_of,
    summaries_of,
    year_args,
)
from scorekeeper.extras.group.records.ranking import Attended, evening_points
from scorekeeper.extras.group.records.stats import (
    GameStats,
    MatchSummary,
    MemberStats,
    group_stats,
    in_year,
)
from scorekeeper.extras.group.records.summary import MATCHES
from scorekeeper.web.render import before, page, paginate
from scorekeeper.web.wording.reader import date_text, games_by_title

member_records = Blueprint("member_records", __name__, url_prefix="/c/<code>/members")


NIGHTS = 30
"""So many evenings of a member stand on his page, the latest; the others are one tap further."""


@dataclass(frozen=True)
class GameView:
    """What a member did in a game."""

    title: str
    last: str
    """The day of the last evening, with the way to it."""
    last_url: str
    lines: tuple[tuple[str, str], ...]


@member_records.get("/<int:member>", endpoint="show")
def member_record_page(code: str, member: int) -> Response:
    """All that is counted of a member in a year."""
    group, year = group_for(code), asked_year()
    if member >= len(group.members) or not group.members[member].came:
        abort(404)
    summaries = summaries_of(group)
    told = in_year(summaries, year)
    book = group_stats(told)
    nights = evening_points(told).get(member, ())
    list_page = paginate(nights, before(), NIGHTS)
    return page(
        "extras/group/records/member.html",
        group=group,
        member=group.members[member],
        writes=may_write_in(group),
        args=year_args(year),
        seasons=seasons_of(
            summaries, year, "member_records.show", {"code": code, "member": member}
        ),
        evenings=len(nights),
        nights=[_night(group, each) for each in reversed(list_page.lines)],
        older=list_page.older,
        games=[
            _game(group, title, game, book[game.key].accounts[member], _last(told, game, member))
            for title, game in games_by_title()
            if game.key in book and _played(book[game.key], member)
        ],
    )


def _night(group: Group, attended: Attended) -> tuple[str, str, str]:
    """An evening, its points, and the way to its page."""
    night = attended.night
    url = url_for("evenings.show", code=group.code, night=night.isoformat())
    return date_text(night, "named"), decimal_text(attended.points), url


def _played(book: GameStats, member: int) -> bool:
    return member in book.accounts and MATCHES in book.accounts[member].tallies


def _last(told: Sequence[MatchSummary], game: AnyGame, member: int) -> date:
    return max(
        each.night for each in told if each.summary.game == game.key and member in each.members
    )


def _game(group: Group, title: str, game: AnyGame, account: MemberStats, last: date) -> GameView:
    url = url_for("evenings.show", code=group.code, night=last.isoformat())
    return GameView(title, date_text(last), url, tuple(lines_of(game, account)))
