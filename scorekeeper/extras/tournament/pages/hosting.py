"""The tournaments of a company: their list, the way to each, and what its pages say of them."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

from flask import Blueprint, Response, abort, redirect, url_for
from werkzeug import Response as AnyResponse

from scorekeeper.extras.company import Company
from scorekeeper.extras.company.pages.entrance import companies, company_for, may_write_in
from scorekeeper.extras.tournament import Tournament
from scorekeeper.extras.tournament.actions import UnknownTournament
from scorekeeper.extras.tournament.events import Hosted, hosted_by
from scorekeeper.extras.tournament.pages.access import grant_role, tournaments
from scorekeeper.extras.tournament.pages.wording import ScoreView, score_views
from scorekeeper.ledger import Stale
from scorekeeper.schema import dump_fields
from scorekeeper.web.render import page
from scorekeeper.web.wording.reader import book_of, date_text, games_by_title, moment

hosting = Blueprint("hosting", __name__, url_prefix="/c/<code>/tournaments")
TOLD = 3
"""So many of the best are named where a company tells of a tournament."""


@dataclass(frozen=True)
class HostedView:
    """A tournament of a company: its day, and who is best; or the places of one member."""

    name: str
    game: str
    day: str
    url: str
    scores: tuple[ScoreView, ...]


@hosting.get("")
def index(code: str) -> Response:
    """The tournaments of a company, and the games of which one can be opened."""
    company = company_for(code)
    views = reversed(tournaments_of(company))
    return page(
        "extras/tournament/index.html",
        company=company,
        mine=[(each.name, each.game, each.day, each.url) for each in views],
        games=games_by_title() if may_write_in(company) else [],
    )


@hosting.get("/<tournament>")
def enter(code: str, tournament: str) -> AnyResponse:
    """Lets whoever reads the book of a company look on at its tournament."""
    if tournament not in hosted_by(company_for(code)):
        abort(404)
    grant_role(tournaments().get(tournament), "watcher")
    return redirect(url_for("board.show", code=tournament), 303)


def add_tournament(company: Company, tournament: Tournament) -> None:
    """Makes a tournament a company's, whoever else writes in its book."""
    while tournament.code not in hosted_by(now := companies().get(company.code)):
        with suppress(Stale):
            body = dump_fields(Hosted(tournament=tournament.code))
            companies().write(now, "hosted", body, now.version, f"hosted:{tournament.code}")


def tournaments_of(
    company: Company, year: int | None = None, member: int | None = None
) -> list[HostedView]:
    """The tournaments of a company, the oldest first: all, those of a `year`, or of a `member`."""
    return [
        HostedView(
            each.name,
            book_of(each.game).title,
            date_text(moment(each.events[0].at)),
            url_for("hosting.enter", code=company.code, tournament=each.code),
            scores,
        )
        for each in _known(company)
        if year in (None, moment(each.events[0].at).year)
        and ((scores := _scores(company, each, member)) or member is None)
    ]


def _known(company: Company) -> Iterator[Tournament]:
    """Its tournaments that are here."""
    for code in hosted_by(company):
        with suppress(UnknownTournament):
            yield tournaments().get(code)


def _scores(company: Company, tournament: Tournament, member: int | None) -> tuple[ScoreView, ...]:
    """The best of a tournament, or the line of a member; nobody before the first round."""
    scores = score_views(tournament) if tournament.rounds else []
    if member is None:
        return tuple(scores[:TOLD])
    called = ((each, company.called(each.name)) for each in scores)
    return tuple(each for each, known in called if known and known.number == member)
