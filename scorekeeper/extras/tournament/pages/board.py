"""The organiser's page: what waits for him, tables and their results, what comes next."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from flask import Blueprint, Response, redirect, request, url_for
from flask_babel import gettext as _
from werkzeug import Response as AnyResponse

from scorekeeper.extras.tournament import Tournament
from scorekeeper.extras.tournament.actions import BadSum
from scorekeeper.extras.tournament.drawing import Tie, Unseatable, movers, ties, validate_number
from scorekeeper.extras.tournament.events import Lot
from scorekeeper.extras.tournament.pages.access import (
    organises,
    tournament_for,
    tournaments,
    version_now,
)
from scorekeeper.extras.tournament.pages.contexts import RoundPage, asked_round
from scorekeeper.extras.tournament.pages.presenter import TOURNAMENT_PRESENTER
from scorekeeper.extras.tournament.pages.wording import (
    ScoreView,
    missing_texts,
    score_views,
    sum_text,
    table_title,
    unseatable_text,
    why_not,
)
from scorekeeper.rooms import Slot
from scorekeeper.schema import Invalid
from scorekeeper.web.render import page
from scorekeeper.web.saving import Save, fresh_save, read_key
from scorekeeper.web.stream import UnsavedChange, save_and_respond
from scorekeeper.web.stream.pages import SharedPages

board = Blueprint("board", __name__, url_prefix="/t/<code>")


@dataclass(frozen=True)
class Notice:
    """What waits for the organiser: its words, and a button that posts a `field` to the `verb`."""

    text: str
    button: str
    verb: str
    field: tuple[str, object]


NOTICES: Slot[[Tournament], Sequence[Notice]] = Slot()
"""What stands above the tables until the organiser has answered it."""


@dataclass(frozen=True)
class TieView:
    """A tie for which a lot is to be drawn, what the lot says, and who is in it by number."""

    tie: Tie
    question: str
    players: Sequence[tuple[int, str]]


@dataclass(frozen=True)
class OrganiserPage(RoundPage):
    """What the organiser sees."""

    messages: Sequence[str]
    notices: Sequence[Notice]
    ties: Sequence[TieView]
    moves: Sequence[str]
    missing: Sequence[str]
    """What to do about those who left, but have a seat."""
    scores: Sequence[ScoreView]
    number_error: str
    undo: str
    redo: str
    hidden: Sequence[tuple[str, str]]


@board.get("")
def show(code: str) -> AnyResponse:
    """Everything the organiser has to see, and do next; others are shown the live page."""
    tournament = tournament_for(code)
    if not organises(tournament):
        return redirect(url_for("hall.live", code=code), 303)
    return board_page(tournament)


@board.post("/close")
def close(code: str) -> AnyResponse:
    """Ends the tournament."""
    tournament = tournament_for(code, write=True)
    return save_as_organiser(
        tournament,
        lambda save: tournaments().close(tournament, save.version, save.key),
        lambda now: _("end of the tournament"),
    )


@board.post("/lot")
def lot(code: str) -> AnyResponse:
    """Writes whom the lot named of those who tie in a league."""
    tournament = tournament_for(code, write=True)
    tie, goes = _tie(tournament), request.form.get("goes", -1, type=int)
    if tie is None or goes not in tie.players:
        raise Invalid("goes", "missing")
    drawn = Lot(len(tournament.rounds), tie.league, tie.way, tie.players, goes)
    return save_as_organiser(
        tournament,
        lambda save: tournaments().draw_lot(tournament, drawn, save.version, save.key),
        lambda now: _("lot"),
    )


def _tie(tournament: Tournament) -> Tie | None:
    """The tie that a form is about."""
    league, way = request.form.get("league", type=int), request.form.get("way")
    open_ties = ties(tournament, tournament.round) if tournament.round else ()
    return next((tie for tie in open_ties if (tie.league, tie.way) == (league, way)), None)


@board.post("/results")
def take_all(code: str) -> AnyResponse:
    """Takes over what the matches of a round say, of all tables that have no result yet."""
    tournament, key = tournament_for(code, write=True), read_key()
    if tournament.twice:
        return board_page(tournament, 422, [why_not("twice")])
    refused = list(_taken_over(tournament, key))
    now = tournaments().get(code)
    if not refused and now.version == tournament.version:
        refused = [_("Nothing to accept: no sheet says anything new.")]
    if refused:
        return board_page(now, 422, refused)
    return redirect(url_for("board.show", code=code), 303)


def _taken_over(tournament: Tournament, key: str) -> Iterator[str]:
    """Takes over each table where something was written, or changed since it was taken over.

    Says what cannot be taken; what was typed by hand stays.
    """
    round_ = tournament.round
    for at, table in enumerate(round_.tables if round_ else ()):
        sheet = tournaments().sheet(table)
        kept = table.done and (sheet.is_result_of(table) or table.version is None)
        if kept or round_ is None or not sheet.entries:
            continue
        try:
            result = sheet.result(round_.number, at)
            tournaments().finish(tournament, result, None, f"{key}-{at}")
        except BadSum as bad:
            yield sum_text(tournament, at, bad.excess)


def save_as_organiser(
    tournament: Tournament,
    do: Callable[[Save], Tournament],
    mine: Callable[[Tournament], str],
    again: str | None = None,
    to: str = "board.show",
) -> AnyResponse:
    """The answer to a save of the organiser: on `to` a page, or the board with what was in its way;
    what was `mine`, and where it is saved `again`, if somebody was quicker.
    """
    return save_and_respond(
        TOURNAMENT_PRESENTER,
        tournament,
        do,
        lambda now: redirect(url_for(to, code=now.code), 303),
        lambda now, status, message, errors: board_page(now, status, [message, *errors.values()]),
        lambda now: UnsavedChange(mine(now), again),
    )


def board_page(tournament: Tournament, status: int = 200, messages: Sequence[str] = ()) -> Response:
    """The organiser's page."""
    context = OrganiserPage(
        version=version_now(tournament),
        tournament=tournament,
        round=asked_round(tournament),
        messages=messages,
        notices=[notice for given in NOTICES(tournament) for notice in given],
        ties=_tie_views(tournament),
        moves=_moves(tournament),
        missing=missing_texts(tournament),
        scores=score_views(tournament) if tournament.round else [],
        number_error=_number_error(tournament),
        undo=TOURNAMENT_PRESENTER.undo_name(tournament),
        redo=TOURNAMENT_PRESENTER.redo_name(tournament),
        hidden=fresh_save(tournament).hidden,
    )
    return page("extras/tournament/board.html", "watch", status, context)


def _number_error(tournament: Tournament) -> str:
    """Why those present cannot be seated; empty if they can."""
    try:
        validate_number(tournament)
    except Unseatable as fault:
        return unseatable_text(tournament, fault)
    return ""


def _tie_views(tournament: Tournament) -> list[TieView]:
    """The ties for which a lot is to be drawn."""
    round_ = tournament.round
    return [
        TieView(
            tie,
            _("%(league)s: who goes up?", league=table_title(tournament, tie.league))
            if tie.way == "up"
            else _("%(league)s: who goes down?", league=table_title(tournament, tie.league)),
            list(zip(tie.players, tournament.names(tie.players), strict=True)),
        )
        for tie in (ties(tournament, round_) if round_ else ())
    ]


def _moves(tournament: Tournament) -> list[str]:
    """Who changes leagues after the round: "Jana ↓", "Petr ↑"."""
    round_ = tournament.round
    return [
        f"{tournament.players[each.player].name} {'↑' if each.way == 'up' else '↓'}"
        for each in (movers(tournament, round_) if round_ else ())
    ]


SharedPages(TOURNAMENT_PRESENTER, lambda now, status, text: board_page(now, status, [text])).join(
    board
)
