"""The seal of an evening: its head as a QR code, and who has signed it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from flask_babel import gettext as _
from flask_babel import ngettext
from markupsafe import Markup

from scorekeeper.extras.seal import (
    Doubt,
    Signature,
    head_of,
    paper_letters,
    paper_text,
    signatures_of,
    statement,
)
from scorekeeper.ledger.chain import Head
from scorekeeper.match import MATCH, Match
from scorekeeper.web.access import seat_in
from scorekeeper.web.render import qr
from scorekeeper.web.saving import fresh_key


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
    person = seat_in(match)
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


def has_signed(head: Head, person: int, signatures: Sequence[Signature]) -> Signature | None:
    """The signature of a person under a head that holds, be it only a tap."""
    for each in reversed(signatures):
        if (each.person, each.head) == (person, head.seq) and each.holds:
            return each
    return None


def _form(
    match: Match, head: Head, person: int, signatures: Sequence[Signature]
) -> SignForm | None:
    """The form for a signature; none for who has signed already."""
    if has_signed(head, person, signatures):
        return None
    hidden = [("head", str(head.seq)), ("hash", head.hash), ("signer", ""), ("signature", "")]
    name = match.seating.people[person]
    return SignForm(name, statement(head, person), [*hidden, ("key", fresh_key())])


def _signers(match: Match, signatures: Sequence[Signature]) -> Iterator[Signer]:
    """The latest signature of each, in the order in which they came."""
    latest = {each.person: each for each in signatures}
    for person in sorted(latest):
        signature = latest[person]
        words = [_worth(signature), _since(match, signature), *_also(match, signature, latest)]
        doubtful = signature.doubt is not Doubt.NONE
        worth = " · ".join(filter(None, words))
        name = match.seating.people[person]
        yield Signer(name, signature.head, worth, signature.phone, doubtful)


def _worth(signature: Signature) -> str:
    texts = {
        Doubt.NONE: _("the signature matches"),
        Doubt.TAP: _("agreed by a tap, without a signature"),
        Doubt.VOID: _("void: names were forgotten"),
        Doubt.OTHER: _("the signature does not match"),
    }
    return texts[signature.doubt]


def _since(match: Match, signature: Signature) -> str:
    """How much was written after a signature; empty for nothing."""
    later = match.events[signature.head :]
    more = sum(event.kind not in MATCH.having("unsealed") for event in later)
    return ngettext("%(num)d event since then", "%(num)d events since then", more) if more else ""


def _also(match: Match, signature: Signature, latest: dict[int, Signature]) -> Iterator[str]:
    """Who signed on the same phone, which is as if one had signed for both."""
    for other in latest.values():
        if signature.key and other.key == signature.key and other.person != signature.person:
            yield _("the same phone as %(name)s", name=match.seating.people[other.person])
