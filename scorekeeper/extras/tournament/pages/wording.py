"""A tournament in words and figures: tables, standings, what happened, what cannot be done."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from flask import url_for
from flask_babel import gettext as _
from flask_babel import ngettext

from scorekeeper.extras.company import Company
from scorekeeper.extras.tournament import Round, Table, Tournament
from scorekeeper.extras.tournament.drawing import Unseatable
from scorekeeper.extras.tournament.entrants import BadEntrant
from scorekeeper.extras.tournament.pages.access import tournaments
from scorekeeper.extras.tournament.standings import (
    pause_points,
    places_of,
    points_of,
    standings,
)
from scorekeeper.ledger import Event
from scorekeeper.rulebook import unreadable
from scorekeeper.stream.streams import Stream
from scorekeeper.web.forms.labels import amount, number
from scorekeeper.web.wording.events import EVENT_WORDS
from scorekeeper.web.wording.figures import Cell, cell_of
from scorekeeper.web.wording.reader import MINUS, book_of, decimal, language


@dataclass(frozen=True)
class SeatView:
    """A player at a table: what he has there so far, with place and points once that is taken."""

    number: int
    name: str
    total: Cell
    left: bool
    place: int | None = None
    points: str = ""


@dataclass(frozen=True)
class TableView:
    """A table of a round; `at` is its number from 1.

    `differs` says that its match was changed since its result was taken over, `settled` that its
    result counts, and `state` how far its sides are, where they confirm it.
    """

    at: int
    title: str
    code: str
    url: str
    players: tuple[SeatView, ...]
    done: bool
    entries: int
    differs: bool
    settled: bool = False
    state: str = ""

    @property
    def names(self) -> str:
        """Who sits there."""
        return ", ".join(with_mark(each.name, left=each.left) for each in self.players)


@dataclass(frozen=True)
class ScoreView:
    """A line of the standings."""

    place: int
    number: int
    name: str
    points: str
    balance: Cell
    played: int
    pauses: int
    left: bool
    doubted: bool = False


def with_mark(name: str, *, left: bool) -> str:
    """A name, with a word if who has it plays no more."""
    return f"{name} ({_('no longer plays')})" if left else name


def marked_names(tournament: Tournament, numbers: Sequence[int]) -> tuple[str, ...]:
    """The names of some players; who plays no more is marked."""
    players = (tournament.players[number] for number in numbers)
    return tuple(with_mark(each.name, left=not each.present) for each in players)


def missing_texts(tournament: Tournament) -> list[str]:
    """What to do about those who left, but were drawn to tables that have no result."""
    round_ = tournament.round
    return [
        _missing_text(tournament, at, seat)
        for at, table in enumerate(round_.tables if round_ else ())
        if not table.done
        for seat in table.seats
        if not tournament.players[seat].present
    ]


def _missing_text(tournament: Tournament, at: int, player: int) -> str:
    fewer, name = tournament.opened.size - 1, tournament.players[player].name
    text = _(
        "%(name)s no longer plays. %(table)s: seat somebody else there.",
        name=name,
        table=table_title(tournament, at),
    )
    if fewer in tournament.game.player_counts(tournament.house):
        return text
    cannot = _(
        "If nobody waits, take the round back and draw again: %(n)d cannot play %(game)s.",
        game=book_of(tournament.game).title,
        n=fewer,
    )
    return f"{text} {cannot}"


def table_title(tournament: Tournament, at: int) -> str:
    """What a table is called, by its number from 0."""
    return _("League %(n)d", n=at + 1) if tournament.leagues else _("Table %(n)d", n=at + 1)


def table_views(tournament: Tournament, round_: Round) -> list[TableView]:
    """The tables of a round."""
    return [table_view(tournament, round_, at) for at in range(len(round_.tables))]


def table_view(tournament: Tournament, round_: Round, at: int) -> TableView:
    """A table of a round, by its number from 0."""
    table = round_.tables[at]
    sheet = tournaments().sheet(table)
    taken = sheet.is_result_of(table) or table.version in (None, sheet.version)
    return TableView(
        at=at + 1,
        title=table_title(tournament, at),
        code=table.code,
        url=url_for("tables.show", code=tournament.code, round_number=round_.number, table=at + 1),
        players=_seated(tournament, table, table.balances or sheet.balances),
        done=table.done,
        entries=sheet.entries,
        differs=table.done and not taken,
        settled=table.settled,
        state=state_name(table) if tournament.twice else "",
    )


def state_name(table: Table) -> str:
    """How far the sides of a table are with its result; empty if none has entered it."""
    texts = {
        "empty": "",
        "half": _("entered by one side"),
        "differs": _("the sides do not agree"),
        "doubted": _("not confirmed"),
        "confirmed": _("confirmed"),
        "decided": _("decided by the organiser"),
    }
    return str(texts[table.state])


def _seated(tournament: Tournament, table: Table, balances: Sequence[int]) -> tuple[SeatView, ...]:
    names = tournament.names(table.seats)
    cells = [cell_of(tournament, each) for each in balances]
    left = [not tournament.players[seat].present for seat in table.seats]
    if not table.done:
        parts = zip(table.seats, names, cells, left, strict=True)
        return tuple(SeatView(*each) for each in parts)
    places = places_of(tournament, table)
    points = [points_text(each) for each in points_of(tournament, table)]
    parts_done = zip(table.seats, names, cells, left, places, points, strict=True)
    return tuple(SeatView(*each) for each in parts_done)


def score_views(tournament: Tournament) -> list[ScoreView]:
    """The standings; whose result somebody doubts is marked."""
    tables = [table for round_ in tournament.rounds for table in round_.tables]
    doubted = {seat for table in tables if table.state == "doubted" for seat in table.seats}
    return [
        ScoreView(
            score.place,
            score.player,
            tournament.players[score.player].name,
            points_text(score.points),
            cell_of(tournament, score.balance),
            score.played,
            score.pauses,
            not tournament.players[score.player].present,
            score.player in doubted,
        )
        for score in standings(tournament)
    ]


def counting_text(tournament: Tournament) -> str:
    """How points come about, and what decides where they are equal."""
    opened = tournament.opened
    points = " – ".join(map(str, opened.points))
    texts = [
        _("Places at a table bring %(points)s points; a shared place shares them.", points=points)
    ]
    if not tournament.leagues:
        pause = points_text(pause_points(opened))
        texts.append(_("A sit-out brings %(points)s.", points=pause))
    if tournament.game.higher_wins:
        texts.append(_("If points are equal, the higher balance comes first."))
    else:
        texts.append(_("If points are equal, the lower balance per round played comes first."))
    return " ".join(texts)


def winners_text(tournament: Tournament) -> str:
    """Who has won a tournament that is over; empty before, and if nothing was played."""
    if not (tournament.closed and tournament.rounds):
        return ""
    first = [score.player for score in standings(tournament) if score.place == 1]
    return ", ".join(tournament.names(first))


def points_text(points: Fraction) -> str:
    """Place points as the reader writes them: at most two decimals."""
    return decimal(float(points))


def typed_points(tournament: Tournament, text: str) -> int | None:
    """Points from what was typed, in money if it is played for it; None if they are none."""
    stake, text = tournament.game.stake(tournament.house), text.strip().replace(MINUS, "-")
    if stake is None or not text:
        read = number(text)
        return read if isinstance(read, int) else None
    worth = amount(text.removeprefix("+"))
    if not isinstance(worth, int) or worth % stake.point or abs(worth) > 10**9:
        return None
    return worth // stake.point


def place_points(text: str, size: int) -> tuple[int, ...]:
    """The points of each place from a text like "4-3-2-1"; if it is empty, as many as places."""
    numbers = re.findall(r"\d{1,3}", text)
    return tuple(map(int, numbers)) if text.strip() else tuple(range(size, 0, -1))


def sum_text(tournament: Tournament, table: int, excess: int) -> str:
    """Why the result of a table (from 0) is not taken."""
    return _(
        "%(table)s: the balances add up to %(sum)s, not to zero. Look for %(sum)s.",
        table=table_title(tournament, table),
        sum=cell_of(tournament, excess).text,
    )


def unseatable_text(tournament: Tournament, fault: Unseatable) -> str:
    """Why so many players cannot be seated."""
    if tournament.leagues:
        return _("Leagues of four need 8, 12, 16 and so on; registered: %(n)d.", n=fault.players)
    text = _("Registered: %(n)d. A table needs %(size)d.", n=fault.players, size=fault.size)
    return str(text)


def why_not(why: str) -> str:
    """What NotNow says."""
    texts = {
        "closed": _("The tournament has ended. Undo brings it back."),
        "unfinished": _("Some tables have no result yet."),
        "begun": _("A table has already started scoring: the seats stay."),
        "has-result": _("This table has a result: the seats stay."),
        "decided": _("The organiser decided this result. Ask them."),
        "taken": _("Another phone has entered the result for this player."),
        "twice": _("Here the players of each table enter its result."),
    }
    return texts.get(why, _("No round has been drawn yet."))


def name_problem(bad: BadEntrant) -> str:
    """What is wrong with somebody who wants to enter."""
    if bad.problem == "invisible":
        return unreadable(language(), bad.at(""))
    texts = {
        "empty": _("A name is missing here."),
        "too-long": _("This name is too long."),
        "twice": _("This name is taken. Add something to it."),
    }
    return texts.get(bad.problem, _("The tournament is full."))


def registered_text(number: int) -> str:
    """How many people were registered at once."""
    return str(ngettext("%(num)d registered", "%(num)d registered", number))


def event_name(event: Event) -> str:
    """What Undo and Redo say of an event; empty for kinds that another room declared."""
    body = event.body
    if event.kind == "result":
        return _("result of table %(n)d", n=body["table"] + 1)
    if event.kind == "claimed":
        return _("entry for table %(n)d", n=body["table"] + 1)
    if event.kind == "substituted":
        return _("substitute at table %(n)d", n=body["table"] + 1)
    if event.kind == "entered":
        names = [each["name"] for each in body["players"]]
        return names[0] if len(names) == 1 else registered_text(len(names))
    texts = {
        "withdrew": _("withdrawal"),
        "returned": _("return of a player"),
        "drawn": _("round %(n)d", n=body.get("round", 0)),
        "shown": _("draw of round %(n)d", n=body.get("round", 0)),
        "moved": _("the seats"),
        "lot": _("lot"),
        "relinked": _("new links instead of the old ones"),
        "closed": _("end of the tournament"),
    }
    return texts.get(event.kind, "")


@EVENT_WORDS.fill()
def describe_in_company(stream: Stream, event: Event) -> str:
    """What an event about the tournaments of a company did; empty for any other."""
    return _("tournament") if event.kind == "hosted" and isinstance(stream, Company) else ""


def describe(tournament: Tournament, event: Event) -> str:
    """What an event did, for those who did not see it."""
    if event.kind == "opened":
        return tournament.name
    if event.kind == "drawn":
        return _drawn_text(tournament, event)
    if (by := event.body.get("by")) is None:
        return event_name(event) or EVENT_WORDS.first(tournament, event) or ""
    target = tournament.events[event.body["event"] - 1]
    if by == "undo":
        return _("taken back: %(what)s", what=event_name(target))
    original = tournament.events[target.body["event"] - 1]
    return _("brought back: %(what)s", what=event_name(original))


def _drawn_text(tournament: Tournament, event: Event) -> str:
    """The beginning of a round, with a word if its seats are not those that were shown last."""
    text, number = event_name(event), event.body["round"]
    before = (e.body for e in tournament.events[: event.seq - 1] if e.kind == "shown")
    shown = [body for body in before if body["round"] == number][-1:]
    seats = [table["seats"] for table in event.body["tables"]]
    if any([table["seats"] for table in body["tables"]] != seats for body in shown):
        return str(_("%(what)s, seats changed by hand", what=text))
    return text
