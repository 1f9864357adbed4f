"""The records of a company: a game at a time, with its table, its charts and who buys."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from flask import Blueprint, Response, request, url_for
from flask_babel import gettext as _

from scorekeeper.extras.company import Company
from scorekeeper.extras.company.deck import GAME, decks_of, fastest
from scorekeeper.extras.company.pages.contexts import CompanyPage
from scorekeeper.extras.company.pages.entrance import company_for
from scorekeeper.extras.company.pages.evenings.settled import member_names
from scorekeeper.extras.company.pages.records.figures import (
    Figure,
    FilterLink,
    Line,
    SeasonQuery,
    bought_bars,
    chart_in,
    contract_bars,
    lines_of,
    months_of,
    row_url,
    season_query,
    seasons_of,
    stats_in,
    summaries_of,
)
from scorekeeper.extras.company.records.seasons import ALL_TIME
from scorekeeper.extras.company.records.stats import (
    CompanyStats,
    GameStats,
    MatchSummary,
    Record,
    running,
)
from scorekeeper.extras.company.records.summary import MATCHES, PLAYED, Key
from scorekeeper.game import AnyGame
from scorekeeper.games import GAMES
from scorekeeper.web.render import Values, page
from scorekeeper.web.wording.figures import Bar, Chart
from scorekeeper.web.wording.reader import book_of, date_text, games_by_title, money

record_pages = Blueprint("records", __name__, url_prefix="/c/<code>")


@dataclass(frozen=True)
class Holder:
    """Whose a record is, since when, and the way to its row; each may be empty."""

    who: str
    day: str
    url: str


@dataclass(frozen=True)
class RecordView:
    """A record: what of, how much, of all who share it, and what there is to beat."""

    label: str
    value: str
    holders: tuple[Holder, ...]
    source: str


@dataclass(frozen=True)
class GameRecords:
    """What the page shows of a game."""

    records: list[RecordView]
    members: list[tuple[str, str]]
    """The name of each, and the address of his page."""
    lines: list[Line]
    """What was counted, a figure for each member."""
    chart: Chart | None
    months: list[tuple[str, list[str]]]
    """The same as the chart: each month with the totals of the members."""
    wins: tuple[Bar, ...]
    """The wins by kind of game."""
    table: list[tuple[str, Figure]]
    """What happened to the table as a whole."""


@dataclass(frozen=True)
class RecordsPage(CompanyPage):
    """The records of a season."""

    query: SeasonQuery
    seasons: tuple[FilterLink, ...]
    games: list[FilterLink]
    game: AnyGame | None
    """The game that is shown; None if nothing was played."""
    of_game: GameRecords | None
    bought: tuple[Bar, ...]


@record_pages.get("/records")
def show(code: str) -> Response:
    """The records of a season, one game at a time."""
    company, query = company_for(code), season_query()
    summaries = summaries_of(company)
    book = stats_in(company, summaries, query.season)
    args: Values = {"game": request.args["game"]} if request.args.get("game") in GAMES else {}
    chosen = _chosen(book)
    game = GAMES[chosen] if chosen else None
    context = RecordsPage(
        company,
        query,
        seasons_of(summaries, query, "records.show", {"code": code, **args}),
        _games(company, book, query, chosen),
        game,
        _of_game(company, game, book[game.key], query, summaries) if game else None,
        bought_bars(company, book, query),
    )
    return page("extras/company/records/show.html", status=query.status, context=context)


def _chosen(book: CompanyStats) -> str | None:
    """The game that is asked for, or that was played most; None if nothing was."""
    if (query := request.args.get("game")) in book:
        return query
    return max(book, key=lambda game: book[game].matches, default=None)


def _games(
    company: Company, book: CompanyStats, query: SeasonQuery, chosen: str | None
) -> list[FilterLink]:
    """The games of the season."""
    code, args = company.code, query.args
    return [
        FilterLink(
            title, url_for("records.show", code=code, game=game.key, **args), game.key == chosen
        )
        for title, game in games_by_title()
        if game.key in book
    ]


def _of_game(
    company: Company,
    game: AnyGame,
    book: GameStats,
    query: SeasonQuery,
    summaries: Sequence[MatchSummary],
) -> GameRecords:
    """What the page shows of a game."""
    members = members_in(book)
    runs = running(query.season.of(summaries), game.key)
    return GameRecords(
        records=[*record_views(company, game, book), *_pack(company, game, query)],
        members=[(company.members[m].name, member_url(company, m, query)) for m in members],
        lines=list(lines_of(company, game, book, members)),
        chart=chart_in(company, game, runs, members, query),
        months=months_of(game, runs, members),
        wins=contract_bars(company, game, book),
        table=_table(company, game, book),
    )


def members_in(book: GameStats) -> list[int]:
    """Who played a game, the most faithful first."""
    known = {m: a for m, a in book.accounts.items() if MATCHES in a.tallies}
    return sorted(known, key=lambda m: (-known[m].get(PLAYED).n, -known[m].get(MATCHES).n, m))


def member_url(company: Company, member: int, query: SeasonQuery) -> str:
    """The page of a member in the season that is shown."""
    return url_for("member_records.show", code=company.code, member=member, **query.args)


def record_views(company: Company, game: AnyGame, book: GameStats) -> list[RecordView]:
    """The records of a game, in the order of its book; and the longest streaks."""
    order = list(book_of(game).data.get("records", {}))
    found = sorted(book.records.values(), key=lambda each: order.index(each.feat.id))
    return [_record(company, game, each) for each in found] + _streaks(company, book)


def _record(company: Company, game: AnyGame, record: Record) -> RecordView:
    feat, words = record.feat, book_of(game)
    return RecordView(
        label=words.label("records", feat.id, "label"),
        value=money(feat.value, feat.unit) if feat.unit else str(feat.value),
        holders=tuple(_holder(company, each) for each in record.all),
        source=words.text("records", feat.id, "source"),
    )


def _holder(company: Company, record: Record) -> Holder:
    who = member_names(company, record.members)
    return Holder(who, day_of(record.night), row_url(company, record.place))


def _streaks(company: Company, book: GameStats) -> list[RecordView]:
    """Who won, and who lost, most often on end."""
    streaks = {member: account.streaks for member, account in book.accounts.items()}
    views = []
    for label, runs in (
        (_("Longest run of wins"), {m: each.won for m, each in streaks.items()}),
        (_("Longest run of losses"), {m: each.lost for m, each in streaks.items()}),
    ):
        most = max((run.length for run in runs.values()), default=0)
        best = [member for member, run in runs.items() if run.length == most > 1]
        holders = tuple(
            Holder(member_names(company, (member,)), "", row_url(company, runs[member].place))
            for member in sorted(best)
        )
        if holders:
            views.append(RecordView(label, str(most), holders, ""))
    return views


def _pack(company: Company, game: AnyGame, query: SeasonQuery) -> list[RecordView]:
    """The pack that was full in the fewest days; of all the time, since packs take long."""
    deck = fastest(decks_of(company)) if game is GAME and query.season == ALL_TIME else None
    if deck is None:
        return []
    words = book_of(game)
    return [
        RecordView(
            label=words.label("records", "pack", "label"),
            value=str(deck.days),
            holders=(
                Holder(
                    member_names(company, (deck.owner,)),
                    day_of(deck.until),
                    url_for("deck.show", code=company.code),
                ),
            ),
            source=words.text("records", "pack", "source"),
        )
    ]


def day_of(night: date) -> str:
    """A night, as the reader writes it."""
    return date_text(night)


def _table(company: Company, game: AnyGame, book: GameStats) -> list[tuple[str, Figure]]:
    """What happened to the table as a whole, and how often."""
    words = book_of(game)
    keys = (Key("milestone", id) for id in game.records.milestones)
    found = ((key, book.table[key]) for key in keys if key in book.table)
    return [
        (words.label("marks", key.id), Figure(str(tally.n), row_url(company, tally.link)))
        for key, tally in found
    ]
