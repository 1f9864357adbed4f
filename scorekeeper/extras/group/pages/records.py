"""The table and the records of a year or of all the time: of all games together, and of each; the
rule by which a group ranks; and the evenings, figures and longest runs of one member.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from flask import Blueprint, Response, abort, request, url_for
from flask_babel import gettext as _
from werkzeug import Response as AnyResponse

from scorekeeper.core.game import AnyGame
from scorekeeper.extras.group import Group
from scorekeeper.extras.group.deck import GAME, decks_of, fastest
from scorekeeper.extras.group.pages import figures
from scorekeeper.extras.group.pages.entrance import GroupPage, group_for, may_write_in
from scorekeeper.extras.group.pages.presenter import write_in
from scorekeeper.extras.group.pages.settled import member_names
from scorekeeper.extras.group.records import stats
from scorekeeper.extras.group.records.summary import MATCHES
from scorekeeper.games import GAMES
from scorekeeper.web.forms.labels import number
from scorekeeper.web.http.saving import fresh_save
from scorekeeper.web.render import Values, before, page, paginate
from scorekeeper.web.wording.reader import book_of, date_text, games_by_title, money

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


@dataclass(frozen=True)
class RecordsPage(GroupPage):
    """The table of a year, of all games or of one with its records."""

    message: str
    year: int | None
    seasons: tuple[figures.FilterLink, ...]
    games: list[figures.FilterLink]
    game: AnyGame | None
    """The game that is shown; None for all of them."""
    table: figures.RankedTable
    records: list[RecordView]
    book: stats.GroupStats
    hidden: list[tuple[str, str]]

    @property
    def text(self) -> str:
        """The table of all games for a chat, and who leads in each of them; empty for one game."""
        if self.game:
            return ""
        came, points = self.table.heads[:2]
        year, lines = str(self.year) if self.year else _("All time"), self.table.lines
        told = (
            " · ".join((self.group.name, year, f"{points} ({came})")),
            *(f"{_called(each)} {each.figures[1]} ({each.figures[0]})" for each in lines),
            *(_leading(self.group, key, self.book[key], self.year) for key in sorted(self.book)),
        )
        return "\n".join(told)

    @property
    def args(self) -> Values:
        return figures.year_args(self.year)

    @property
    def ranking(self) -> figures.RankingForm:
        return figures.RankingForm(self.group.ranking)


@record_pages.get("/records", endpoint="show")
def records_page(code: str) -> Response:
    """The table of a year, of all games or of one."""
    return _records_of_year(group_for(code))


@record_pages.post("/records/ranking")
def rank(code: str) -> AnyResponse:
    """The group ranks by another rule."""
    body = {"by": request.form.get("by", ""), "least": number(request.form.get("least"))}
    back = url_for("records.show", code=code, **figures.year_args(figures.asked_year()))
    return write_in(group_for(code, write=True), "ranked", body, back, _records_of_year)


def _records_of_year(
    group: Group, status: int = 200, message: str = "", errors: dict[str, str] | None = None
) -> Response:
    year, summaries = figures.asked_year(), figures.summaries_of(group)
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
    context = RecordsPage(
        group,
        message or " ".join((errors or {}).values()),
        year,
        figures.seasons_of(summaries, year, "records.show", {"code": code, **args}),
        _games(group, book, year, chosen),
        game,
        table,
        records,
        book,
        fresh_save(group).hidden,
    )
    return page("extras/group/records/show.html", status=status, context=context)


def _called(line: figures.RankedLine) -> str:
    return f"{line.place} {line.name}".strip()


def _leading(group: Group, key: str, counted: stats.GameStats, year: int | None) -> str:
    """The first three of a game, by the figure that they are ranked by."""
    lines = figures.game_view(group, GAMES[key], counted, year).lines[:LEADING]
    first = ", ".join(f"{_called(each)} {each.figures[0]}" for each in lines if each.place)
    return f"{book_of(GAMES[key]).title}: {first or '–'}"


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
    return [_record(group, game, each) for each in ordered]


def _record(group: Group, game: AnyGame, record: stats.Record) -> RecordView:
    feat, words = record.feat, book_of(game)
    return RecordView(
        label=words.label("records", feat.id, "label"),
        value=money(feat.value, feat.unit) if feat.unit else str(feat.value),
        holders=tuple(_holder(group, each) for each in record.all),
    )


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
    """What a member did in a game."""

    title: str
    last: str
    """The day of the last evening, with the way to it."""
    last_url: str
    lines: tuple[tuple[str, str], ...]


@member_records.get("/<int:member>", endpoint="show")
def member_record_page(code: str, member: int) -> Response:
    """All that is counted of a member in a year."""
    group, year = group_for(code), figures.asked_year()
    if member >= len(group.members) or not group.members[member].came:
        abort(404)
    summaries = figures.summaries_of(group)
    told = stats.in_year(summaries, year)
    book = stats.group_stats(told)
    nights = stats.evening_points(told).get(member, ())
    list_page = paginate(nights, before(), NIGHTS)
    return page(
        "extras/group/records/member.html",
        group=group,
        member=group.members[member],
        writes=may_write_in(group),
        args=figures.year_args(year),
        seasons=figures.seasons_of(
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


def _night(group: Group, attended: stats.Attended) -> tuple[str, str, str]:
    night = attended.night
    url = url_for("evenings.show", code=group.code, night=night.isoformat())
    return date_text(night, "named"), figures.decimal_text(attended.points), url


def _played(book: stats.GameStats, member: int) -> bool:
    return member in book.accounts and MATCHES in book.accounts[member].tallies


def _last(told: Sequence[stats.MatchSummary], game: AnyGame, member: int) -> date:
    return max(
        each.night for each in told if each.summary.game == game.key and member in each.members
    )


def _game(
    group: Group, title: str, game: AnyGame, account: stats.MemberStats, last: date
) -> GameView:
    url = url_for("evenings.show", code=group.code, night=last.isoformat())
    return GameView(title, date_text(last), url, tuple(figures.lines_of(game, account)))
