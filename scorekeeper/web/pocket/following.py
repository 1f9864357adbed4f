"""What a server tells a phone that follows it, and what it takes in from one."""

import json
from collections.abc import Iterator, Mapping
from importlib.metadata import version

from flask import Blueprint, Response, abort, jsonify, request, session

from scorekeeper.ledger.chain import last_hash
from scorekeeper.match import Match
from scorekeeper.match.files import line_of
from scorekeeper.pocket.lines import SENT, key_of
from scorekeeper.web.access import MATCHES, my_match, remembered, role_in
from scorekeeper.web.marks import phone_mark
from scorekeeper.web.pocket.keeping import dump_session
from scorekeeper.web.security import csrf, masked_token

following = Blueprint("following", __name__, url_prefix="/pocket")


@following.post("/follow")
@csrf.exempt  # type: ignore[untyped-decorator]
def follow() -> Response:
    """The matches that this phone may write, as texts under keys: what it does not have yet.

    Nothing is written, so no token is asked for: this gives it.
    """
    asked = _json()
    have = asked.get("have")
    have = have if isinstance(have, dict) else {}
    masked_token()  # makes the session's own, should it have none
    mine = [match for match in map(my_match, remembered(MATCHES)) if match and _writes(match)]
    records: dict[str, str | None] = {}
    for match in mine:
        records.update(_records(match, *_known(have.get(match.code))))
    return jsonify(
        version=version("scorekeeper"),
        records=records,
        session=dump_session(session),
        marks=json.dumps({match.code: phone_mark(match.code) for match in mine}),
    )


def _writes(match: Match) -> bool:
    return role_in(match) == "scorer"


def _known(told: object) -> tuple[int, str]:
    """The last event of a match that a phone says it has, with its hash; 0 for none."""
    if isinstance(told, list) and len(told) == 2:
        number, hashed = told
        if type(number) is int and number > 0 and isinstance(hashed, str):
            return number, hashed
    return 0, ""


def _records(match: Match, number: int, hashed: str) -> Iterator[tuple[str, str | None]]:
    """What a phone that has a match up to an event has to put away, or to remove (None).

    Of a match that the server lost a part of, the phone keeps what it has, and sends it again.
    """
    events = match.events
    if number > len(events):
        yield f"{SENT}/{match.code}", str(len(events))
        return
    holds = number and hashed == last_hash(events[:number])
    for event in events[number if holds else 0 :]:
        yield key_of(match.code, event.seq), line_of(event)
    if not holds or number < len(events):
        yield f"{SENT}/{match.code}", str(len(events))


def _json() -> Mapping[str, object]:
    """The request's JSON object; answers 400 to anything else."""
    data = request.get_json(silent=True)
    if not isinstance(data, dict):
        abort(400)
    return data
