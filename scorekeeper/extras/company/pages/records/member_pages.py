"""One member: his evenings, and what he did in each game, against whom, with whom, his streaks."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from flask import Blueprint, Response, abort, url_for
from flask_babel import gettext as _

from scorekeeper.extras.company import Company
from scorekeeper.extras.company.pages.entrance import company_for, may_write_in
from scorekeeper.extras.company.pages.records.figures import (
    Figure,
    decimal_text,
    lines_of,
    row_url,
    season_query,
    seasons_of,
    stats_in,
    summaries_of,
)
from scorekeeper.extras.company.records.ranking import Attended, evening_points
from scorekeeper.extras.company.records.stats import GameStats, MatchSummary, MemberStats, Streak
from scorekeeper.extras.company.records.summary import MATCHES
from scorekeeper.game import AnyGame
from scorekeeper.web.paging import before, paginate
from scorekeeper.web.render import page
from scorekeeper.web.wording.reader import book_of, date_text, games_by_title

member_records = Blueprint("member_records", __name__, url_prefix="/c/<code>/members")


NIGHTS = 30
"""So many evenings of a member stand on his page, the latest; the others are one tap further."""


@dataclass(frozen=True)
class Rival:
    """Another member: how often this one stood before him and behind him."""

    name: str
    before: int
    behind: int


@dataclass(frozen=True)
class Mate:
    """Another member: how often they played together, and won."""

    name: str
    together: int
    won: int


@dataclass(frozen=True)
class GameView:
    """What a member did in a game."""

    title: str
    last: Figure
    """The last evening, with the way to it."""
    lines: tuple[tuple[str, Figure], ...]
    rivals: tuple[Rival, ...]
    mates: tuple[Mate, ...]
    offences: tuple[tuple[str, Figure], ...]


@member_records.get("/<int:member>")
def show(code: str, member: int) -> Response:
    """All that is counted of a member in a season."""
    company, query = company_for(code), season_query()
    if member >= len(company.members) or not company.members[member].came:
        abort(404)
    summaries = summaries_of(company)
    book = stats_in(company, summaries, query.season)
    told = query.season.of(summaries)
    nights = evening_points(told).get(member, ())
    list_page = paginate(nights, before(), NIGHTS)
    return page(
        "extras/company/records/member.html",
        status=query.status,
        company=company,
        member=company.members[member],
        writes=may_write_in(company),
        query=query,
        seasons=seasons_of(
            summaries, query, "member_records.show", {"code": code, "member": member}
        ),
        evenings=len(nights),
        nights=[_night(company, each) for each in reversed(list_page.lines)],
        older=list_page.older,
        games=[
            _game(company, title, game, book[game.key], member, _last(told, game, member))
            for title, game in games_by_title()
            if game.key in book and _played(book[game.key], member)
        ],
    )


def _night(company: Company, attended: Attended) -> tuple[str, Figure]:
    """An evening and its points, with the way to its page."""
    night = attended.night
    url = url_for("evenings.show", code=company.code, night=night.isoformat())
    return date_text(night, "named"), Figure(decimal_text(attended.points), url)


def _played(book: GameStats, member: int) -> bool:
    return member in book.accounts and MATCHES in book.accounts[member].tallies


def _last(told: Sequence[MatchSummary], game: AnyGame, member: int) -> date:
    """The last night on which a member played a game."""
    return max(
        each.night for each in told if each.summary.game == game.key and member in each.members
    )


def _game(
    company: Company, title: str, game: AnyGame, book: GameStats, member: int, last: date
) -> GameView:
    account = book.accounts[member]
    lines = lines_of(company, game, book, (member,))
    url = url_for("evenings.show", code=company.code, night=last.isoformat())
    return GameView(
        title,
        Figure(date_text(last), url),
        (*((line.label, line.figures[0]) for line in lines), *_streaks(company, account)),
        # Where only who lost is written, all others stand before him alike.
        () if game.drawn_as_strokes else _rivals(company, book, member),
        _mates(company, account),
        _offences(company, game, account),
    )


def _streaks(company: Company, account: MemberStats) -> list[tuple[str, Figure]]:
    """The longest runs, and the one that goes on."""
    streaks = account.streaks
    runs = (
        (_("Longest run of wins"), streaks.won),
        (_("Longest run of losses"), streaks.lost),
        (_("Current run of wins"), Streak(streaks.now_won)),
        (_("Current run of losses"), Streak(streaks.now_lost)),
    )
    return [
        (label, Figure(str(run.length), row_url(company, run.place)))
        for label, run in runs
        if run.length > 1
    ]


def _rivals(company: Company, book: GameStats, member: int) -> tuple[Rival, ...]:
    mine = book.accounts[member].meetings
    theirs = {m: a.meetings[member] for m, a in book.accounts.items() if member in a.meetings}
    rivals = (
        Rival(
            company.members[other].name,
            mine[other].before if other in mine else 0,
            theirs[other].before if other in theirs else 0,
        )
        for other in sorted({*mine, *theirs})
    )
    return tuple(rival for rival in rivals if rival.before or rival.behind)


def _mates(company: Company, account: MemberStats) -> tuple[Mate, ...]:
    met = sorted(account.meetings.items(), key=lambda pair: (-pair[1].together, pair[0]))
    return tuple(
        Mate(company.members[other].name, each.together, each.won)
        for other, each in met
        if each.together
    )


def _offences(
    company: Company, game: AnyGame, account: MemberStats
) -> tuple[tuple[str, Figure], ...]:
    """What somebody broke, by rule."""
    words = book_of(game)
    return tuple(
        (words.offence(key.id), Figure(str(tally.n), row_url(company, tally.link)))
        for key, tally in account.tallies.items()
        if key.kind == "offence" and key.id in words.rules
    )
