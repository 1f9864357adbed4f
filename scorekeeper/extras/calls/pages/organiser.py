"""The organiser's side of a call: the tables of a tournament that wait, each with one tap."""

from collections.abc import Sequence

from flask import request
from flask_babel import gettext as _
from werkzeug import Response

from scorekeeper.extras.calls import actions
from scorekeeper.extras.calls.calling import waiting_calls
from scorekeeper.extras.calls.events import Came
from scorekeeper.extras.calls.pages.wording import call_text
from scorekeeper.extras.tournament import Tournament
from scorekeeper.extras.tournament.pages.access import tournament_for, tournaments
from scorekeeper.extras.tournament.pages.board import NOTICES, Notice, board, save_as_organiser


@NOTICES.fill()
def waiting(tournament: Tournament) -> Sequence[Notice]:
    """The calls that nobody has answered."""
    return [
        Notice(call_text(tournament, call.event), _("On my way"), "come", ("call", call.event.seq))
        for call in waiting_calls(tournament)
    ]


@board.post("/came")
def come(code: str) -> Response:
    """Says that the referee has come to a table that called."""
    tournament, call = tournament_for(code, write=True), request.form.get("call", 0, type=int)
    return save_as_organiser(
        tournament,
        lambda save: actions.come(tournaments(), tournament, Came(call), save.key),
        lambda now: _("Call the referee"),
    )
