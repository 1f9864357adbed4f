"""Signing an evening: a player's phone signs the head that it shows."""

from flask import Blueprint, abort, redirect, request, url_for
from flask_babel import gettext as _
from werkzeug import Response

from scorekeeper.extras.seal import head_of, proves, signatures_of, statement
from scorekeeper.extras.seal.events import Signed, is_key, is_signature
from scorekeeper.extras.seal.pages.seals import has_signed
from scorekeeper.ledger import Stale
from scorekeeper.ledger.chain import Head
from scorekeeper.match import MATCH, Match
from scorekeeper.web.access import match_for, matches, seat_in
from scorekeeper.web.results.closing import closing_page
from scorekeeper.web.saving import read_key, save_or_show
from scorekeeper.web.wording.events import somebody_was_quicker

signing = Blueprint("signing", __name__, url_prefix="/m/<code>")


class Unsigned(ValueError):
    """What came as a signature is none of this head."""


@signing.post("/sign")
def sign(code: str) -> Response:
    """Signs the head that the phone showed; without JavaScript it is agreed by a tap."""
    match = match_for(code)
    person = seat_in(match)
    if person is None:
        abort(403)

    def answer() -> Response:
        key = read_key()
        if match.saved(key, 0) is None:
            _sign(match, _signed(match, person), key)
        return redirect(url_for("closing.show", code=code), 303)

    def late(now: Match) -> Response:
        return closing_page(
            now, 409, somebody_was_quicker(now, _("signature"), MATCH.having("unsealed"))
        )

    try:
        return save_or_show(code, answer, late)
    except Unsigned:
        return closing_page(match, 422, _("This signature does not match. Sign once more."))


def _sign(match: Match, body: Signed, key: str) -> None:
    """Writes a signature, unless it says nothing new."""
    known = has_signed(head_of(match.events), body.person, signatures_of(match.events))
    if known is None or (body.key and not known.key):
        matches().say(match, body, key)


def _signed(match: Match, person: int) -> Signed:
    """What was sent. Raises Stale if the head is another now; Unsigned."""
    head, form = head_of(match.events), request.form
    if (form.get("head"), form.get("hash")) != (str(head.seq), head.hash):
        raise Stale(match.version)
    key, signature = form.get("signer", ""), form.get("signature", "")
    if (key or signature) and not _proves(head, person, key, signature):
        raise Unsigned
    return Signed(person=person, head=head.seq, hash=head.hash, key=key, signature=signature)


def _proves(head: Head, person: int, key: str, signature: str) -> bool:
    proper = is_key(key) and is_signature(signature)
    return proper and proves(statement(head, person), key, signature)
