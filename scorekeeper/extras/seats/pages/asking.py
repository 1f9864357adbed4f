"""What a player asked of the referee on his own phone, shown to the table."""

from contextlib import suppress

from flask import Blueprint, abort, redirect, request, url_for
from werkzeug import Response as AnyResponse

from scorekeeper.extras.seats.events import Asked
from scorekeeper.ledger import KeyReused
from scorekeeper.match.questions import Question
from scorekeeper.schema import load
from scorekeeper.stream.kinds import AS_WRITTEN
from scorekeeper.web.access import match_for, matches, seat_in
from scorekeeper.web.marks import phone_mark
from scorekeeper.web.referee.rulings import judgement_of
from scorekeeper.web.referee.table import table_in
from scorekeeper.web.referee.verdicts import keep
from scorekeeper.web.saving import read_key

asking = Blueprint("asking", __name__, url_prefix="/m/<code>")


@asking.post("/asked")
def ask(code: str) -> AnyResponse:
    """Shows the table a verdict that a player asked for on his phone; without one, no more."""
    match = match_for(code)
    person, table = seat_in(match), table_in(match)
    if person is None:
        abort(403)
    key, question = read_key(), None
    if "back" not in request.form:
        judgement = judgement_of(table)
        if judgement.game is not match.game:
            abort(404)
        link = request.form.get("verdict") or keep(table, judgement)
        question = load(Question, {"link": link, **judgement.dump()}, AS_WRITTEN)
    with suppress(KeyReused):
        asked = Asked(person=person, phone=phone_mark(code), question=question)
        matches().say(match, asked, key)
    return redirect(url_for("sheet.show", code=code), 303)
