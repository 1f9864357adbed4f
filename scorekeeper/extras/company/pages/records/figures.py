"""What the pages of records share: which season one shows and the ways to the others, figures of
the book as text, each with the way to the row that it came from, and the charts: totals over the
season, wins by contract, who buys.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from typing import NamedTuple
from zoneinfo import ZoneInfo

from flask import current_app, request, url_for
from flask_babel import gettext as _

from scorekeeper.extras.company import Company
from scorekeeper.extras.company.events import Bought
from scorekeeper.extras.company.records.seasons import ALL_TIME, Season, year, years
from scorekeeper.extras.company.records.stats import (
    CompanyStats,
    GameStats,
    MatchSummary,
    MemberStats,
)
from scorekeeper.extras.company.records.stats_cache import StatsCache
from scorekeeper.extras.company.records.summary import (
    BOUGHT,
    LOST,
    MATCHES,
    PLAYED,
    POINTS,
    WON,
    Key,
    RowRef,
    Tally,
)
from scorekeeper.game import AnyGame
from scorekeeper.web.render import Values
from scorekeeper.web.wording.figures import SHAPES, Bar, Cell, Chart, Column, bars_of, draw
from scorekeeper.web.wording.reader import book_of, date_text, decimal, game_points_text, money

ENDS = ("since", "until")
EXAMPLE = "2026-11-20"


@dataclass(frozen=True)
class FilterLink:
    """A way to another season or game; the one that is shown is `chosen`."""

    text: str
    url: str
    chosen: bool


@dataclass(frozen=True)
class SeasonQuery:
    """The season that an address asks for: a `year`, or since and until which day.

    `args` are those of the address, `typed` the two days as they were typed, and `errors` what is
    wrong with them.
    """

    season: Season
    args: Values
    typed: dict[str, str]
    errors: dict[str, str] = field(default_factory=dict)

    @property
    def status(self) -> int:
        """422 for days that cannot be read."""
        return 422 if self.errors else 200


def season_query() -> SeasonQuery:
    """The season of this request's address."""
    number = request.args.get("year", type=int)
    typed = {end: request.args.get(end, "").strip() for end in ENDS}
    if number is not None and date.min.year <= number <= date.max.year:
        return SeasonQuery(year(number), {"year": str(number)}, dict.fromkeys(ENDS, ""))
    args = {end: text for end, text in typed.items() if text}
    days, errors = _days(typed)
    if errors:
        return SeasonQuery(ALL_TIME, {}, typed, errors)
    return SeasonQuery(Season(days["since"], days["until"]), args, typed)


def _days(typed: dict[str, str]) -> tuple[dict[str, date | None], dict[str, str]]:
    """The two days, and what is wrong with them."""
    days: dict[str, date | None] = dict.fromkeys(ENDS)
    errors: dict[str, str] = {}
    for end, text in typed.items():
        try:
            days[end] = date.fromisoformat(text) if text else None
        except ValueError:
            errors[end] = _("Write the date as %(day)s.", day=EXAMPLE)
    since, until = days["since"], days["until"]
    if since and until and until < since:
        errors["until"] = _("This is before the first day.")
    return days, errors


def stats_cache() -> StatsCache:
    """The app's sums of matches: one for each process."""
    here: StatsCache = current_app.extensions["records"]
    return here


def zone() -> ZoneInfo:
    """Where the clocks of the pubs are."""
    return ZoneInfo(current_app.config["BABEL_DEFAULT_TIMEZONE"])


def summaries_of(company: Company) -> tuple[MatchSummary, ...]:
    """All matches of a company in figures."""
    return stats_cache().summarise(company, zone())


def stats_in(company: Company, summaries: Sequence[MatchSummary], season: Season) -> CompanyStats:
    """What is counted of a company's matches in a season."""
    return stats_cache().book(company, summaries, season)


def seasons_of(
    summaries: Sequence[MatchSummary], query: SeasonQuery, to: str, args: Values
) -> tuple[FilterLink, ...]:
    """All the time, and each year in which anything was played."""
    every = FilterLink(_("All time"), url_for(to, **args), query.season == ALL_TIME)
    return (
        every,
        *(
            FilterLink(str(each), url_for(to, **args, year=each), query.season.year == each)
            for each in years(summaries)
        ),
    )


@dataclass(frozen=True)
class Figure:
    """A figure as text; `url` leads to the row that it came from."""

    text: str
    url: str = ""


NOTHING = Figure("–")


class Line(NamedTuple):
    """A line of the table: what it counts, and a figure for each player."""

    label: str
    figures: tuple[Figure, ...]


def row_url(company: Company, place: RowRef | None) -> str:
    """The way to a row of a match, or to the match; empty for none."""
    if place is None:
        return ""
    code, row = company.code, place.row or None
    return url_for("company.open_match", code=code, match=place.match, row=row)


def lines_of(
    company: Company, game: AnyGame, book: GameStats, members: Sequence[int]
) -> Iterator[Line]:
    """The table of a game: each figure that anybody has, for some members."""
    accounts = [book.accounts.get(member, MemberStats()) for member in members]
    for key, label in labels_of(game, book).items():
        figures = tuple(_figure(company, game, key, account.get(key)) for account in accounts)
        if any(figure != NOTHING for figure in figures):
            yield Line(label, figures)
    offences = [_offences(company, account) for account in accounts]
    if any(figure != NOTHING for figure in offences):
        yield Line(_("Offences"), tuple(offences))


def labels_of(game: AnyGame, book: GameStats) -> Mapping[Key, str]:
    """What is counted, in the order of the table, with its words; nothing under two of them."""
    words, records = book_of(game), game.records
    said = {records.won, records.lost, *records.partly_told}
    money_keys = sorted(key for key in book.ids if key.kind == "money")
    ours = {
        MATCHES: _("Matches"),
        **{key: counted_label(game, key) for key in (PLAYED, WON, LOST)},
        # A stroke is a lost game, which stands above.
        **({} if game.drawn_as_strokes else {POINTS: counted_label(game, POINTS)}),
        BOUGHT: _("Rounds bought"),
    }
    # The game's own order, not that of what happened first.
    stats = [Key("stat", id) for id in words.texts("stats")]
    return {
        **ours,
        **{key: _("Money: %(currency)s", currency=key.id) for key in money_keys},
        **{k: words.label("stats", k.id) for k in stats if k in book.ids and k.id not in said},
        **{Key("milestone", id): label for id, label in words.texts("marks").items()},
    }


def counted_label(game: AnyGame, key: Key) -> str:
    """What a game calls what was played, won, lost, or its points."""
    if own := {WON: game.records.won, LOST: game.records.lost}.get(key):
        return book_of(game).label("stats", own)
    usual = {WON: _("Won"), LOST: _("Lost"), POINTS: _("Total points")}
    return usual[key] if key in usual else _("Played")


def _figure(company: Company, game: AnyGame, key: Key, tally: Tally) -> Figure:
    if not tally.n:
        return NOTHING
    url = row_url(company, tally.link)
    if key.kind == "money":
        return Figure(money(tally.n, key.id))
    if key == POINTS:
        return Figure(game_points_text(game, tally.n))
    return Figure(decimal_text(tally.value) if tally.of else str(tally.n), url)


def decimal_text(value: Fraction, digits: int = 1) -> str:
    """An average as the reader writes it."""
    return decimal(round(float(value), digits), digits)


def _offences(company: Company, account: MemberStats) -> Figure:
    """All that somebody broke."""
    tallies = [tally for key, tally in account.tallies.items() if key.kind == "offence"]
    total = sum(tally.n for tally in tallies)
    if not total:
        return NOTHING
    return Figure(str(total), row_url(company, tallies[0].link) if total == 1 else "")


MONTHS = 24
"""The table beside the chart has the last two years."""
MOST_LINES = 8
"""So many lines of a chart can be told apart; those of the others are grey."""
Running = Sequence[tuple[date, Mapping[int, int]]]


def chart_in(
    company: Company, game: AnyGame, runs: Running, members: Sequence[int], query: SeasonQuery
) -> Chart | None:
    """The totals of a season as lines: those of some members, and in grey those of all others."""
    if not runs:
        return None
    totals = runs[-1][1]
    columns = [
        _column(company, game, member, sign, totals[member], query)
        for sign, member in enumerate(members)
    ]
    others = [member for member in totals if member not in members]
    return draw([dict.fromkeys(totals, 0), *(sums for _, sums in runs)], columns, others)


def shown_lines(runs: Running, members: Sequence[int]) -> list[int]:
    """Whose lines the reader asks for, of some members; else those of the first of them."""
    known = [member for member in members if runs and member in runs[-1][1]]
    asked = [member for member in known if str(member) in request.args.getlist("line")]
    return (asked or known)[:MOST_LINES]


def months_of(game: AnyGame, runs: Running, members: Sequence[int]) -> list[tuple[str, list[str]]]:
    """The same as a table: the totals of everybody at the end of each month."""
    ends = {(night.year, night.month): (night, totals) for night, totals in runs}
    return [
        (
            date_text(night, "month"),
            [_total(game, totals.get(member)) for member in members],
        )
        for night, totals in list(ends.values())[-MONTHS:]
    ]


def _total(game: AnyGame, total: int | None) -> str:
    if total is None:
        return "–"
    return game_points_text(game, total)


def _column(
    company: Company, game: AnyGame, member: int, sign: int, total: int, query: SeasonQuery
) -> Column:
    return Column(
        person=member,
        seat=sign,
        name=company.members[member].name,
        sign=sign,
        shape=SHAPES[sign],
        total=Cell(_total(game, total), "ink"),
        deals=False,
        url=url_for("member_records.show", code=company.code, member=member, **query.args),
    )


def contract_bars(company: Company, game: AnyGame, book: GameStats) -> tuple[Bar, ...]:
    """How often each contract was played, and how much of that was won, by all together."""
    words, figures = book_of(game), []
    for played, won in game.records.contracts.items():
        n, wins = (_sum(book, Key("stat", id)) for id in (played, won))
        if n:
            text = _("%(won)s of %(played)s", won=wins, played=n)
            figures.append((words.label("stats", played), text, n, wins, ""))
    return bars_of(figures)


def _sum(book: GameStats, key: Key) -> int:
    return sum(account.get(key).n for account in book.accounts.values())


def bought_bars(
    company: Company, book: CompanyStats, query: SeasonQuery, *, of_all: bool
) -> tuple[Bar, ...]:
    """Who bought how many rounds: those that a game cost, and with those `of_all` games what was
    written in the book.
    """
    rounds: dict[int, int] = {}
    for game in book.values():
        for member, account in game.accounts.items():
            rounds[member] = rounds.get(member, 0) + account.get(BOUGHT).n
    for _seq, body in company.bodies_of(Bought) if of_all else ():
        if query.season.has(date.fromisoformat(body.night)):
            rounds[body.buyer] = rounds.get(body.buyer, 0) + 1
    ordered = sorted(rounds, key=lambda member: (-rounds[member], member))
    return bars_of(
        [
            (
                company.members[member].name,
                str(rounds[member]),
                rounds[member],
                rounds[member],
                url_for("member_records.show", code=company.code, member=member, **query.args),
            )
            for member in ordered
            if rounds[member]
        ]
    )
