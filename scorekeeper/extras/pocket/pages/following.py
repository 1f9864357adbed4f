"""What a server tells a phone that follows it, and what it takes in from one."""

import json
from collections.abc import Mapping
from itertools import islice

from flask import Blueprint, Response, abort, current_app, jsonify, request, session

from scorekeeper.extras.pocket.answers import stream_update
from scorekeeper.extras.pocket.batch_import import Receipt, Sender, receive
from scorekeeper.extras.pocket.fold import VERSION
from scorekeeper.extras.pocket.pages.phone import dump_session
from scorekeeper.match import Match
from scorekeeper.referee import judgements
from scorekeeper.web.http.access import grant_role, granted_codes, matches, may_write, my_match
from scorekeeper.web.http.grants import MATCHES, require_space, shelves
from scorekeeper.web.http.identifiers import codes_for, has_own_form, phone_id, phone_scoped_key
from scorekeeper.web.http.limits import spend, visitor
from scorekeeper.web.http.security import masked_token
from scorekeeper.web.wording.reader import choose

following = Blueprint("following", __name__, url_prefix="/pocket")

TRIED = 8
"""So many codes are looked at for a match that a key has opened."""


@following.get("/follow")
def token() -> Response:
    """The token by which a phone follows: its worker sees no page."""
    return jsonify(token=masked_token())


@following.post("/follow")
def follow() -> Response:
    """The matches that this phone may write: what it does not have yet of each."""
    asked = _json()
    chosen = asked.get("chosen")
    for name, value in chosen.items() if isinstance(chosen, dict) else ():
        choose(name, value)
    told = asked.get("have")
    have: Mapping[str, object] = told if isinstance(told, dict) else {}
    known = {code: my_match(code) for code in granted_codes(MATCHES)}
    mine = {code: match for code, match in known.items() if match and may_write(match)}
    streams = (stream_update(match.events, have.get(code)) for code, match in mine.items())
    return jsonify(
        version=VERSION,
        streams=[stream for stream in streams if stream],
        gone=[code for code in have if code not in mine],
        session=dump_session({**session, **shelves()}),
        marks=json.dumps({code: phone_id(code) for code in mine}),
    )


@following.post("/send")
def send() -> Response:
    """Takes in what a phone wrote without a signal: each event is checked and scored here."""
    batch = _json()
    if batch.get("sent") == 0 and not matches().ledger.newest([str(batch.get("code"))]):
        require_space(MATCHES)
        spend("MATCHES_PER_ADDRESS", visitor())
    sender = Sender(phone_id, phone_scoped_key, may_write, _opened_by, codes_for, has_own_form)
    receipt = receive(matches(), batch, sender)
    if receipt.match:
        _keep_verdicts(receipt.match)
    if receipt.match and receipt.opened_here:
        grant_role(receipt.match, "scorer")
    _log(receipt)
    response = jsonify(receipt.answer)
    response.status_code = receipt.status
    return response


def _opened_by(key: str) -> str | None:
    for code in islice(codes_for(key), TRIED):
        opening = matches().ledger.read(code)[:1]
        if not opening or opening[0].key == key:
            return code if opening else None
    return None


def _keep_verdicts(match: Match) -> None:
    """Keeps the verdicts of rulings and questions for their links, as if they were given here."""
    bodies = (event.body for event in match.events)
    asked = (body.get("ruling") or body.get("question") for body in bodies)
    questions = {str(each["link"]): each for each in asked if each}
    kept = matches().ledger.newest(list(questions))
    for link, question in questions.items():
        if link not in kept:
            judgements.save(matches().ledger, judgements.load_judgement(question))


def _log(receipt: Receipt) -> None:
    """Says what was refused, and where phone and server differ: that is a fault of one of them."""
    if receipt.differs and receipt.match:
        current_app.logger.error("a phone folds match %s otherwise", receipt.match.code)
    elif receipt.status >= 400:
        why = receipt.answer.get("detail", "")
        current_app.logger.info("what a phone sent was not taken (%s): %s", receipt.status, why)


def _json() -> Mapping[str, object]:
    """The request's JSON object; answers 400 to anything else."""
    try:
        data = request.get_json(silent=True)
    except RecursionError:
        abort(400)
    if not isinstance(data, dict):
        abort(400)
    return data
