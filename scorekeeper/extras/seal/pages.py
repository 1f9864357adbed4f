"""The pages of seals: the head of an evening as a QR code, who has signed it, and signing it with a
finger: a player's phone signs the head that it shows.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from flask import Blueprint, abort, redirect, request, url_for
from flask_babel import gettext as _
from flask_babel import ngettext
from markupsafe import Markup
from werkzeug import Response

from scorekeeper.extras.seal import (
    Signature,
    SignatureStatus,
    head_of,
    paper_letters,
    paper_text,
    proves,
    signatures_of,
    signed_text,
)
from scorekeeper.extras.seal.events import Signed, is_key, is_signature
from scorekeeper.ledger import Stale
from scorekeeper.ledger.chain import Head
from scorekeeper.match import MATCH, Match
from scorekeeper.web.access import match_or_403, matches, person_of_phone
from scorekeeper.web.render import qr
from scorekeeper.web.results.closing import closing_page
from scorekeeper.web.saving import fresh_key, read_key, save_or_show_conflict
from scorekeeper.web.wording.events import conflict_text


@dataclass(frozen=True)
class Signer:
    """Somebody who signed: which event as the head, and what that is worth, in words.

    `phone` is what the key of the phone begins with; empty for a tap.
    """

    name: str
    head: int
    worth: str
    phone: str
    doubtful: bool


@dataclass(frozen=True)
class SignForm:
    """What a phone needs to sign for its player: `says` is the text that it signs."""

    name: str
    says: str
    hidden: list[tuple[str, str]]


@dataclass(frozen=True)
class SealView:
    """The head of a match as it is printed, and behind the + its last signature.

    `form` lets the player of this phone sign it.
    """

    closing_template: ClassVar[str] = "extras/seal/closing.html"
    paper_template: ClassVar[str] = "extras/seal/paper.html"

    code: str
    event: int
    letters: str
    signed: str
    qr: Markup
    signers: tuple[Signer, ...]
    form: SignForm | None
    seated: bool


def seal_of(match: Match) -> SealView:
    """The seal of a match as this phone sees it."""
    head, signatures = head_of(match.events), signatures_of(match.events)
    letters, signed = paper_letters(match.events)
    person = person_of_phone(match)
    return SealView(
        code=match.code,
        event=head.seq,
        letters=letters,
        signed=signed,
        qr=qr(paper_text(match.events)),
        signers=tuple(_signers(match, signatures)),
        form=None if person is None else _form(match, head, person, signatures),
        seated=person is not None,
    )


def valid_signature_of(
    head: Head, person: int, signatures: Sequence[Signature]
) -> Signature | None:
    """The signature of a person under a head that holds, be it only a tap."""
    for each in reversed(signatures):
        if (each.person, each.head) == (person, head.seq) and each.holds:
            return each
    return None


def _form(
    match: Match, head: Head, person: int, signatures: Sequence[Signature]
) -> SignForm | None:
    """The form for a signature; none for who has signed already."""
    if valid_signature_of(head, person, signatures):
        return None
    hidden = [("head", str(head.seq)), ("hash", head.hash), ("signer", ""), ("signature", "")]
    name = match.seating.people[person]
    return SignForm(name, signed_text(head, person), [*hidden, ("key", fresh_key())])


def _signers(match: Match, signatures: Sequence[Signature]) -> Iterator[Signer]:
    """The latest signature of each, in the order in which they came."""
    latest = {each.person: each for each in signatures}
    for person in sorted(latest):
        signature = latest[person]
        words = [_worth(signature), _since(match, signature), *_also(match, signature, latest)]
        doubtful = signature.status is not SignatureStatus.VALID
        worth = " · ".join(filter(None, words))
        name = match.seating.people[person]
        yield Signer(name, signature.head, worth, signature.phone, doubtful)


def _worth(signature: Signature) -> str:
    texts = {
        SignatureStatus.VALID: _("the signature matches"),
        SignatureStatus.TAP: _("agreed by a tap, without a signature"),
        SignatureStatus.VOID: _("void: names were forgotten"),
        SignatureStatus.INVALID: _("the signature does not match"),
    }
    return texts[signature.status]


def _since(match: Match, signature: Signature) -> str:
    """How much was written after a signature; empty for nothing."""
    later = match.events[signature.head :]
    more = sum(event.kind not in MATCH.kinds_with("outside_seal") for event in later)
    return ngettext("%(num)d event since then", "%(num)d events since then", more) if more else ""


def _also(match: Match, signature: Signature, latest: dict[int, Signature]) -> Iterator[str]:
    """Who signed on the same phone, which is as if one had signed for both."""
    for other in latest.values():
        if signature.key and other.key == signature.key and other.person != signature.person:
            yield _("the same phone as %(name)s", name=match.seating.people[other.person])


signing = Blueprint("signing", __name__, url_prefix="/m/<code>")


class BadSignature(ValueError):
    """What came as a signature is none of this head."""


@signing.post("/sign")
def sign(code: str) -> Response:
    """Signs the head that the phone showed; without JavaScript it is agreed by a tap."""
    match = match_or_403(code)
    person = person_of_phone(match)
    if person is None:
        abort(403)

    def answer() -> Response:
        key = read_key()
        if match.event_by_key(key, 0) is None:
            _sign(match, _signed(match, person), key)
        return redirect(url_for("closing.show", code=code), 303)

    def late(now: Match) -> Response:
        return closing_page(
            now, 409, conflict_text(now, _("signature"), MATCH.kinds_with("outside_seal"))
        )

    try:
        return save_or_show_conflict(code, answer, late)
    except BadSignature:
        return closing_page(match, 422, _("This signature does not match. Sign once more."))


def _sign(match: Match, body: Signed, key: str) -> None:
    """Writes a signature, unless it says nothing new."""
    known = valid_signature_of(head_of(match.events), body.person, signatures_of(match.events))
    if known is None or (body.key and not known.key):
        matches().append_always(match, body, key)


def _signed(match: Match, person: int) -> Signed:
    """What was sent. Raises Stale if the head is another now; BadSignature."""
    head, form = head_of(match.events), request.form
    if (form.get("head"), form.get("hash")) != (str(head.seq), head.hash):
        raise Stale(match.version)
    key, signature = form.get("signer", ""), form.get("signature", "")
    if (key or signature) and not _proves(head, person, key, signature):
        raise BadSignature
    return Signed(person=person, head=head.seq, hash=head.hash, key=key, signature=signature)


def _proves(head: Head, person: int, key: str, signature: str) -> bool:
    proper = is_key(key) and is_signature(signature)
    return proper and proves(signed_text(head, person), key, signature)
