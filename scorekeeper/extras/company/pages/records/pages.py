"""The table and the records of a season: of all games together, and of each with its charts, its
records and who buys; and the rule by which a company ranks.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from flask import Blueprint, Response, request, url_for
from flask_babel import gettext as _
from werkzeug import Response as AnyResponse

from scorekeeper.extras.company import Company
from scorekeeper.extras.company.deck import GAME, decks_of, fastest
from scorekeeper.extras.company.pages.contexts import CompanyPage
from scorekeeper.extras.company.pages.entrance import company_for
from scorekeeper.extras.company.pages.evenings.settled import member_names
from scorekeeper.extras.company.pages.presenter import write_in
from scorekeeper.extras.company.pages.records.figures import (
    Figure,
    FilterLink,
    SeasonQuery,
    bought_bars,
    chart_in,
    contract_bars,
    months_of,
    row_url,
    season_query,
    seasons_of,
    shown_lines,
    stats_in,
    summaries_of,
)
from scorekeeper.extras.company.pages.records.tables import (
    RankedTable,
    RankingForm,
    game_view,
    season_view,
)
from scorekeeper.extras.company.records.ranking import game_table
from scorekeeper.extras.company.records.seasons import ALL_TIME
from scorekeeper.extras.company.records.stats import (
    CompanyStats,
    GameStats,
    MatchSummary,
    Record,
    running,
)
from scorekeeper.extras.company.records.summary import Key
from scorekeeper.game import AnyGame
from scorekeeper.games import GAMES
from scorekeeper.web.forms.labels import number
from scorekeeper.web.render import Values, page
from scorekeeper.web.saving import fresh_save
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
    """A record: what of, how much, and of all who share it."""

    label: str
    value: str
    holders: tuple[Holder, ...]


@dataclass(frozen=True)
class GameRecords:
    """What the page shows of a game."""

    records: list[RecordView]
    members: list[tuple[int, str]]
    """The number and the name of each, those first who come first in the table."""
    chart: Chart | None
    months: list[tuple[str, list[str]]]
    """The same as the chart: each month with the totals of those whose lines are told apart."""
    wins: tuple[Bar, ...]
    """The wins by kind of game."""
    table: list[tuple[str, Figure]]
    """What happened to the table as a whole."""


@dataclass(frozen=True)
class RecordsPage(CompanyPage):
    """The table of a season, and what there is of one game."""

    message: str
    query: SeasonQuery
    seasons: tuple[FilterLink, ...]
    games: list[FilterLink]
    game: AnyGame | None
    """The game that is shown; None for all of them."""
    table: RankedTable
    of_game: GameRecords | None
    bought: tuple[Bar, ...]
    hidden: list[tuple[str, str]]

    @property
    def ranking(self) -> RankingForm:
        """The rules by which the company may rank."""
        return RankingForm(self.company.ranking)


@record_pages.get("/records")
def show(code: str) -> Response:
    """The table of a season, of all games or of one."""
    return _page(company_for(code))


@record_pages.post("/records/ranking")
def rank(code: str) -> AnyResponse:
    """The company ranks by another rule."""
    body = {"by": request.form.get("by", ""), "least": number(request.form.get("least"))}
    return write_in(
        company_for(code, write=True),
        "ranked",
        body,
        lambda now: url_for("records.show", code=now.code, **season_query().args),
        lambda now, status, message, errors: _page(
            now, status, message or " ".join(errors.values())
        ),
    )


def _page(company: Company, status: int = 200, message: str = "") -> Response:
    query, summaries = season_query(), summaries_of(company)
    told, book = query.season.of(summaries), stats_in(company, summaries, query.season)
    chosen = asked if (asked := request.args.get("game")) in book else None
    game, code = GAMES[chosen] if chosen else None, company.code
    args: Values = {"game": chosen} if chosen else {}
    context = RecordsPage(
        company,
        message,
        query,
        seasons_of(summaries, query, "records.show", {"code": code, **args}),
        _games(company, book, query, chosen),
        game,
        _table(company, told, book, query, game),
        _of_game(company, game, book[game.key], query, told) if game else None,
        bought_bars(
            company, {game.key: book[game.key]} if game else book, query, of_all=game is None
        ),
        fresh_save(company).hidden,
    )
    status = query.status if status == 200 else status
    return page("extras/company/records/show.html", status=status, context=context)


def _table(
    company: Company,
    told: Sequence[MatchSummary],
    book: CompanyStats,
    query: SeasonQuery,
    game: AnyGame | None,
) -> RankedTable:
    """The table of a game, or of all of them."""
    if game:
        return game_view(company, game, book[game.key], query)
    return season_view(company, told, query, by_coming=request.args.get("sort") == "evenings")


def _games(
    company: Company, book: CompanyStats, query: SeasonQuery, chosen: str | None
) -> list[FilterLink]:
    """All games together, and those of the season."""
    code, args = company.code, query.args
    every = FilterLink(_("All games"), url_for("records.show", code=code, **args), not chosen)
    return [every] + [
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
    told: Sequence[MatchSummary],
) -> GameRecords:
    """What the page shows of a game."""
    members = [row.member for row in game_table(company, game, book)]
    # Forty lines weigh more than all else: they come when they are asked for.
    runs = running(told, game.key) if {"chart", "line"} & {*request.args} else []
    shown = shown_lines(runs, members)
    return GameRecords(
        records=[*record_views(company, game, book), *_pack(company, game, query)],
        members=[(member, company.members[member].name) for member in members],
        chart=chart_in(company, game, runs, shown, query),
        months=months_of(game, runs, shown),
        wins=contract_bars(company, game, book),
        table=_milestones(company, game, book),
    )


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
            views.append(RecordView(label, str(most), holders))
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
        )
    ]


def day_of(night: date) -> str:
    """A night, as the reader writes it."""
    return date_text(night)


def _milestones(company: Company, game: AnyGame, book: GameStats) -> list[tuple[str, Figure]]:
    """What happened to the table as a whole, and how often."""
    words = book_of(game)
    keys = (Key("milestone", id) for id in game.records.milestones)
    found = ((key, book.table[key]) for key in keys if key in book.table)
    return [
        (words.label("marks", key.id), Figure(str(tally.n), row_url(company, tally.link)))
        for key, tally in found
    ]
