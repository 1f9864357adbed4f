"""A year of a company on paper: who played how, every evening, and who bought."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from flask import Blueprint, Response, abort
from flask_babel import gettext as _

from scorekeeper.extras.company import Company, Pub
from scorekeeper.extras.company.events import Bought
from scorekeeper.extras.company.pages.contexts import CompanyPage
from scorekeeper.extras.company.pages.entrance import company_for
from scorekeeper.extras.company.pages.evenings.settled import member_names
from scorekeeper.extras.company.pages.records.figures import stats_in, summaries_of
from scorekeeper.extras.company.pages.records.pages import RecordView, record_views
from scorekeeper.extras.company.records.seasons import year as year_of
from scorekeeper.extras.company.records.stats import GameStats, MatchSummary, MemberStats
from scorekeeper.extras.company.records.summary import BOUGHT, LOST, MATCHES, PLAYED, POINTS, WON
from scorekeeper.game import AnyGame
from scorekeeper.games import GAMES
from scorekeeper.web.render import page
from scorekeeper.web.wording.reader import book_of as book_of_game
from scorekeeper.web.wording.reader import date_text, game_points_text, money

years = Blueprint("years", __name__, url_prefix="/c/<code>/years")

COUNTS = (MATCHES, PLAYED, WON, LOST)
"""What the table of a game counts before the points."""


@dataclass(frozen=True)
class GameTable:
    """A game: a row for each member, the best first; `money` says that it was played for some.

    `records` are those of the year.
    """

    title: str
    matches: int
    rows: tuple[tuple[str, tuple[str, ...]], ...]
    money: bool
    records: list[RecordView]


@dataclass(frozen=True)
class Night:
    """An evening: its day, its pub, its games, and who was there."""

    day: str
    pub: str
    games: str
    who: str


@dataclass(frozen=True)
class YearPage(CompanyPage):
    """A year to be printed."""

    year: int
    other_years: list[int]
    games: list[GameTable]
    evenings: list[Night]
    buyers: list[tuple[str, int, str]]
    """Who bought: the name, how many rounds by the sheets, and what else."""

    @property
    def heads(self) -> list[str]:
        """The heads of what is counted."""
        return [_("Matches"), _("Played"), _("Won"), _("Lost"), _("Total points")]


@years.get("/<int:year>")
def show(code: str, year: int) -> Response:
    """The year as a page to print."""
    company = company_for(code)
    whole = summaries_of(company)
    summaries = [each for each in whole if each.night.year == year]
    if not summaries:
        abort(404)
    counted = stats_in(company, whole, year_of(year))
    context = YearPage(
        company,
        year,
        sorted({each.night.year for each in whole} - {year}, reverse=True),
        games=[_game_table(company, key, counted[key]) for key in sorted(counted)],
        evenings=[_night(company, *where, each) for where, each in _nights(summaries).items()],
        buyers=list(_buyers(company, list(counted.values()), year)),
    )
    return page("extras/company/evenings/year.html", context=context)


def _game_table(company: Company, key: str, counted: GameStats) -> GameTable:
    game, accounts = GAMES[key], sorted(counted.accounts.items())
    totals = [account.get(POINTS).n for _number, account in accounts]
    ordered = [accounts[at] for _place, at in game.ranking(totals)]
    return GameTable(
        book_of_game(game).title,
        counted.matches,
        tuple((company.members[n].name, _figures(game, each)) for n, each in ordered),
        any(tally.kind == "money" for tally in counted.ids),
        record_views(company, game, counted),
    )


def _figures(game: AnyGame, account: MemberStats) -> tuple[str, ...]:
    """The counts, the points, and the money."""
    paid = (money(tally.n, key.id) for key, tally in account.tallies.items() if key.kind == "money")
    counts = (str(account.get(key).n) for key in COUNTS)
    points = account.get(POINTS).n
    text = game_points_text(game, points)
    return (*counts, text, " ".join(paid))


def _nights(summaries: Sequence[MatchSummary]) -> dict[tuple[date, Pub], list[MatchSummary]]:
    """The matches of each night in a pub."""
    nights: dict[tuple[date, Pub], list[MatchSummary]] = {}
    for each in summaries:
        nights.setdefault((each.night, each.pub), []).append(each)
    return nights


def _night(company: Company, night: date, pub: Pub, summaries: Sequence[MatchSummary]) -> Night:
    titles = dict.fromkeys(book_of_game(GAMES[each.summary.game]).title for each in summaries)
    people = sorted({m for each in summaries for m in each.members if m is not None})
    return Night(
        date_text(night, "night"),
        ", ".join(filter(None, (pub.name, pub.town))),
        ", ".join(titles),
        member_names(company, people),
    )


def _buyers(
    company: Company, counted: Sequence[GameStats], year: int
) -> Iterator[tuple[str, int, str]]:
    """Who bought: the name, how many rounds by the sheets, and what else was written down."""
    for member in company.members:
        lost = sum(
            game.accounts[member.number].get(BOUGHT).n
            for game in counted
            if member.number in game.accounts
        )
        bought = [
            body
            for _seq, body in company.bodies_of(Bought)
            if body.buyer == member.number and body.night.startswith(f"{year}-")
        ]
        if lost or bought:
            yield member.name, lost, "; ".join(_counted(company, bought))


def _counted(company: Company, bought: Sequence[Bought]) -> Iterator[str]:
    """What was bought, each thing once, and for whom: "rum 3×, for Petr, Jana"."""
    for what in dict.fromkeys(body.what for body in bought):
        alike = [body for body in bought if body.what == what]
        guests = sorted({guest for body in alike for guest in body.guests})
        thing = what or _("a round")
        parts = [f"{thing} {len(alike)}×" if len(alike) > 1 else thing]
        if guests:
            parts.append(_("for %(names)s", names=member_names(company, guests)))
        yield ", ".join(parts)
