"""The table and the records of a year or of all the time: of all games together, and of each; the
rule by which a group ranks; the evenings, figures and longest runs of one member; and a year on
paper – who played how, and who bought –, or as a table for other programs.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from flask import Blueprint, Response, abort, request, url_for
from flask_babel import gettext as _
from werkzeug import Response as AnyResponse

from scorekeeper.core.game import AnyGame
from scorekeeper.extras.group import Group
from scorekeeper.extras.group.deck import GAME, decks_of, fastest
from scorekeeper.extras.group.events import Bought
from scorekeeper.extras.group.pages import figures
from scorekeeper.extras.group.pages.accounts import group_tables, member_names
from scorekeeper.extras.group.pages.entrance import (
    NO_FAULT,
    Fault,
    form_values,
    group_for,
    may_write_in,
    member_for,
)
from scorekeeper.extras.group.pages.hooks import calendar_of, night_url, summaries_of
from scorekeeper.extras.group.pages.presenter import write_in
from scorekeeper.extras.group.records import stats, summary
from scorekeeper.games import GAMES
from scorekeeper.web.forms.labels import number
from scorekeeper.web.render import Values, before, page, paginate
from scorekeeper.web.results import csv_number, table_answer, without_formula
from scorekeeper.web.wording.reader import book_of, date_text, games_by_title, in_currency, money

LEADING = 3
"""So many of a game are told in a chat."""

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


@record_pages.get("/records", endpoint="show")
def records_page(code: str) -> Response:
    """The table of a year, of all games or of one."""
    return _records_page(group_for(code))


@record_pages.post("/records/ranking")
def rank(code: str) -> AnyResponse:
    """The group ranks by another rule."""
    body = {"by": request.form.get("by", ""), "least": number(request.form.get("least"))}
    back = url_for("records.show", code=code, **figures.year_args(figures.asked_year()))
    return write_in(group_for(code, write=True), "ranked", body, back, _records_page)


def _records_page(group: Group, fault: Fault = NO_FAULT) -> Response:
    year, summaries = figures.asked_year(), summaries_of(group)
    told = stats.in_year(summaries, year)
    book = stats.group_stats(told)
    chosen = asked if (asked := request.args.get("game")) in book else None
    game, code = GAMES[chosen] if chosen else None, group.code
    args: Values = {"game": chosen} if chosen else {}
    if game:
        table = figures.game_view(group, game, book[game.key], year)
    else:
        by_coming = request.args.get("sort") == "evenings"
        table = figures.season_view(group, told, year, by_coming=by_coming)
    records = record_views(group, game, book[game.key]) if game else []
    if game is GAME and year is None:  # packs take long
        records += _pack(group)
    return page(
        "extras/group/records/show.html",
        status=fault.status,
        **form_values(group, fault) | {"message": fault.text},
        year=year,
        args=figures.year_args(year),
        seasons=figures.seasons_of(summaries, year, "records.show", {"code": code, **args}),
        games=_games(group, book, year, chosen),
        game=game,
        table=table,
        records=records,
        text="" if game else "\n".join(_told(group, year, table, book)),
        ways_to_rank=[("average", _("the average of the evenings")), ("sum", _("their sum"))],
        # How often a group may ask one to come, in percent of whoever came most.
        least=[
            (0, _("once")),
            (25, _("a quarter as often as whoever came most")),
            (33, _("a third as often as whoever came most")),
            (50, _("half as often as whoever came most")),
        ],
    )


def _told(
    group: Group, year: int | None, table: figures.RankedTable, book: stats.GroupStats
) -> Iterator[str]:
    """The table of all games for a chat, and who leads in each of them."""
    came, points = table.heads[:2]
    yield " · ".join((group.name, str(year) if year else _("All time"), f"{points} ({came})"))
    yield from (f"{_called(each)} {each.figures[1]} ({each.figures[0]})" for each in table.lines)
    for key in sorted(book):
        # The first three of a game, by the figure that they are ranked by.
        lines = figures.game_view(group, GAMES[key], book[key], year).lines[:LEADING]
        first = ", ".join(f"{_called(each)} {each.figures[0]}" for each in lines if each.place)
        yield f"{book_of(GAMES[key]).title}: {first or '–'}"


def _called(line: figures.RankedLine) -> str:
    return f"{line.place} {line.name}".strip()


def _games(
    group: Group, book: stats.GroupStats, year: int | None, chosen: str | None
) -> list[figures.FilterLink]:
    """All games together, and those of the year."""
    code, args = group.code, figures.year_args(year)
    every = figures.FilterLink(
        _("All games"), url_for("records.show", code=code, **args), not chosen
    )
    return [every] + [
        figures.FilterLink(
            title, url_for("records.show", code=code, game=game.key, **args), game.key == chosen
        )
        for title, game in games_by_title()
        if game.key in book
    ]


def record_views(group: Group, game: AnyGame, book: stats.GameStats) -> list[RecordView]:
    """The records of a game, in the order of its book; one of something is none."""
    order = list(book_of(game).data.get("records", {}))
    found = (each for each in book.records.values() if each.feat.least or each.feat.value > 1)
    ordered = sorted(found, key=lambda each: order.index(each.feat.id))
    return [
        RecordView(
            label=book_of(game).label("records", each.feat.id, "label"),
            value=money(each.feat.value, each.feat.unit)
            if each.feat.unit
            else str(each.feat.value),
            holders=tuple(_holder(group, one) for one in each.all),
        )
        for each in ordered
    ]


def _holder(group: Group, record: stats.Record) -> Holder:
    who = member_names(group, record.members)
    url = url_for("group.open_match", code=group.code, match=record.match, row=record.row)
    return Holder(who, date_text(record.night), url)


def _pack(group: Group) -> list[RecordView]:
    deck = fastest(decks_of(group))
    if deck is None:
        return []
    url = url_for("deck.show", code=group.code)
    owner = member_names(group, (deck.owner,))
    label = book_of(GAME).label("records", "pack", "label")
    return [RecordView(label, str(deck.days), (Holder(owner, date_text(deck.until), url),))]


member_records = Blueprint("member_records", __name__, url_prefix="/c/<code>/members")


NIGHTS = 30
"""So many evenings of a member stand on his page, the latest; the others are one tap further."""


@dataclass(frozen=True)
class GameView:
    """What a member did in a game, and the day of the last evening with the way to it."""

    title: str
    last: str
    last_url: str
    lines: tuple[tuple[str, str], ...]


@member_records.get("/<int:member>", endpoint="show")
def member_record_page(code: str, member: int) -> Response:
    """All that is counted of a member in a year."""
    group, year = group_for(code), figures.asked_year()
    who, summaries = member_for(group, member), summaries_of(group)
    told = stats.in_year(summaries, year)
    nights = stats.evening_points(told).get(member, ())
    list_page = paginate(nights, before(), NIGHTS)
    return page(
        "extras/group/records/member.html",
        group=group,
        writes=may_write_in(group),
        member=who,
        args=figures.year_args(year),
        seasons=figures.seasons_of(
            summaries, year, "member_records.show", {"code": code, "member": member}
        ),
        evenings=len(nights),
        nights=[
            (
                date_text(each.night, "named"),
                figures.decimal_text(each.points),
                night_url(group, each.night),
            )
            for each in reversed(list_page.lines)
        ],
        older=list_page.older,
        games=list(_games_of(group, member, told)),
    )


def _games_of(group: Group, member: int, told: Sequence[stats.MatchSummary]) -> Iterator[GameView]:
    book = stats.group_stats(told)
    for title, game in games_by_title():
        account = book[game.key].accounts.get(member) if game.key in book else None
        if account and summary.MATCHES in account.tallies:
            mine = (e for e in told if e.summary.game == game.key and member in e.members)
            last = max(each.night for each in mine)
            lines = tuple(figures.lines_of(game, account))
            yield GameView(title, date_text(last), night_url(group, last), lines)


years = Blueprint("years", __name__, url_prefix="/c/<code>/years")


@dataclass(frozen=True)
class GameTable:
    """A game: its table, the best first, and the records of the year."""

    title: str
    matches: int
    table: figures.RankedTable
    records: list[RecordView]


@years.get("/<int:year>", endpoint="show")
def year_page(code: str, year: int) -> Response:
    """The year as a page to print, also one in which only other things than matches happened."""
    group = group_for(code)
    whole = summaries_of(group)
    summaries = stats.in_year(whole, year)
    if not summaries and not any(event.at.startswith(f"{year}-") for event in group.events):
        abort(404)
    counted = stats.group_stats(summaries)
    return page(
        "extras/group/evenings/year.html",
        group=group,
        year=year,
        other_years=sorted({each.night.year for each in whole} - {year}, reverse=True),
        table=figures.season_view(group, summaries, year),
        games=[
            GameTable(
                book_of(GAMES[key]).title,
                counted[key].matches,
                figures.game_view(group, GAMES[key], counted[key], year),
                record_views(group, GAMES[key], counted[key]),
            )
            for key in sorted(counted)
        ],
        buyers=list(_buyers(group, whole, list(counted.values()), year)),
    )


def _buyers(
    group: Group, whole: Sequence[stats.MatchSummary], counted: Sequence[stats.GameStats], year: int
) -> Iterator[tuple[str, int, str]]:
    """Who bought: the name, how many rounds by the sheets, and what else was written down."""
    written = [body for _seq, night, body in calendar_of(group, whole).bought if night.year == year]
    for member in group.members:
        accounts = (game.accounts.get(member.number) for game in counted)
        lost = sum(account.get(summary.BOUGHT).n for account in accounts if account)
        bought = [body for body in written if body.buyer == member.number]
        if lost or bought:
            yield member.name, lost, "; ".join(_counted(group, bought))


def _counted(group: Group, bought: Sequence[Bought]) -> Iterator[str]:
    """What was bought, each thing once, and for whom: "rum 3×, for Petr, Jana"."""
    for what in dict.fromkeys(body.what for body in bought):
        alike = [body for body in bought if body.what == what]
        guests = sorted({guest for body in alike for guest in body.guests})
        thing = what or _("a round")
        parts = [f"{thing} {len(alike)}×" if len(alike) > 1 else thing]
        if guests:
            parts.append(_("for %(names)s", names=member_names(group, guests)))
        yield ", ".join(parts)


COUNTS = (
    *(summary.MATCHES, summary.ENTRIES, summary.PLAYED, summary.WON, summary.LOST),
    *(summary.POINTS, summary.BOUGHT),
)
"""What the table of members counts, in the order of its columns."""


@group_tables.get("/members.csv", endpoint="members")
def members_table(code: str) -> Response:
    """A line for each member and game: what he played, won and lost, in points and in money."""
    group = group_for(code)
    book = stats.group_stats(stats.in_year(summaries_of(group), figures.asked_year()))
    return table_answer(f"{code}-members", _member_lines(group, book))


def _member_lines(group: Group, counted: stats.GroupStats) -> Iterator[list[str]]:
    currencies = sorted(
        {key for each in counted.values() for key in each.ids if key.kind == "money"}
    )
    yield [
        *(_("Name"), _("Game"), _("Matches"), _("Entries"), _("Played"), _("Won"), _("Lost")),
        *(_("Total points"), _("Rounds bought"), *(key.id for key in currencies)),
    ]
    for key, game in counted.items():
        title = book_of(GAMES[key]).title
        for member, account in sorted(game.accounts.items()):
            counts = [csv_number(account.get(count).n) for count in COUNTS]
            amounts = [
                csv_number(in_currency(tally.n)) if (tally := account.tallies.get(each)) else ""
                for each in currencies
            ]
            yield [without_formula(group.members[member].name), title, *counts, *amounts]
