"""Seals of an evening: its head as it stands on paper, who signed it, and whether that holds.

Here belong the notation of heads, signatures – whether one fits, as RFC 8032 says; nothing is
signed here, and nothing secret passes through – and what a file is checked for. The chain itself
does not, it is the ledger's.
"""

import re
from base64 import b32encode, urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as NotBase64
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from hashlib import sha512

from scorekeeper.ledger import Event, canonical_json
from scorekeeper.ledger.chain import SIGNED, Head, known_hashes, last_hash, last_signature
from scorekeeper.match import MATCH
from scorekeeper.names import FORGOTTEN_NAME

NAME = "SCOREKEEPER"
SHORTEST = 16
"""How many letters of a hash tell an evening from any other: 80 bits."""
WHOLE = 52
"""How many letters a whole hash has."""
_CODE, _PLACE = re.compile(r"[A-Z0-9]{1,16}"), re.compile(r"([1-9][0-9]{0,8}) ([A-Z2-7 ]+)")
_NUMBER = re.compile(r"(?:\D+ )?\d+(?: \(\d+\))?")
"""What somebody is called whose name was forgotten: "3", "hráč 3", "hráč 3 (1)"."""
_MISREAD = str.maketrans("018", "OIB")
"""What base32 never says, as it is mistaken for something else."""


class SignatureStatus(Enum):
    """Why a signature proves nothing, or that it does."""

    VALID = "fits"
    TAP = "agreed by a tap"
    VOID = "void"
    INVALID = "does not fit"


@dataclass(frozen=True)
class Signature:
    """That a person signed the head that event `head` was; `status` says what that is worth.

    `key` is what the phone that signed is known by; empty for none.
    """

    event: int
    person: int
    head: int
    key: str
    status: SignatureStatus

    @property
    def holds(self) -> bool:
        """True if somebody agreed to what stands here, be it only by a tap."""
        return self.status in (SignatureStatus.VALID, SignatureStatus.TAP)

    @property
    def phone(self) -> str:
        """The first letters of the key in groups, as the phone shows them; empty for none."""
        return fingerprint(urlsafe_b64decode(f"{self.key}=").hex()) if self.key else ""


@dataclass(frozen=True)
class PaperEvent:
    """An event as somebody read it off paper: perhaps only the first letters of its hash.

    Event 0 is none: no hash, no letters.
    """

    seq: int
    letters: str

    def fits(self, hash: str) -> bool:
        """True if the event has this hash, as far as it was read."""
        return letters_of(hash).startswith(self.letters)


@dataclass(frozen=True)
class PaperHead:
    """What stands on paper: a head, and behind the + the last signature.

    `signed` is event 0 where nobody had signed, and None where paper says nothing of signatures.
    """

    match: str
    head: PaperEvent
    signed: PaperEvent | None = None

    @property
    def last(self) -> int:
        """The last event that paper says something of."""
        return max(self.head.seq, self.signed.seq if self.signed else 0)

    @property
    def is_whole(self) -> bool:
        """True if no letter is missing."""
        return all(len(each.letters) in (0, WHOLE) for each in (self.head, self.signed) if each)

    def fits(self, head: Head) -> bool:
        """True if this is that head, as far as it was read."""
        same = (self.match, self.head.seq) == (head.match, head.seq)
        return same and self.head.fits(head.hash)


def head_of(events: Sequence[Event]) -> Head:
    """The head of a whole stream: its last event that says something of what was played."""
    unsealed = MATCH.kinds_with("outside_seal")
    last = next(event for event in reversed(events) if event.kind not in unsealed)
    return Head(last.stream, last.seq, last_hash(events[: last.seq]))


def letters_of(hash: str) -> str:
    """A hash in the letters and digits that a QR code holds best.

    >>> letters_of("ff" + "00" * 31)
    '74AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'
    """
    return b32encode(bytes.fromhex(hash)).decode().rstrip("=")


def fingerprint(hash: str) -> str:
    """The first letters of a hash or key in groups, to be read aloud and compared.

    >>> fingerprint("00" * 32)
    'AAAA AAAA AAAA AAAA'
    """
    letters = letters_of(hash)
    return " ".join(letters[at : at + 4] for at in range(0, SHORTEST, 4))


def text_of(head: Head) -> str:
    """A head as phones sign it, and as older versions printed it."""
    return f"{NAME} {head.match} {head.seq} {letters_of(head.hash)}"


def paper_text(events: Sequence[Event]) -> str:
    """The head of a whole stream and its last signature, as they stand in the QR code."""
    signed = last_signature(events)
    behind = f"{signed.seq} {letters_of(signed.hash)}" if signed else "0"
    return f"{text_of(head_of(events))} + {behind}"


def paper_letters(events: Sequence[Event]) -> tuple[str, str]:
    """What stands beside the QR code: the first letters of the head; the number and first letters
    of the last signature, "0" for none.
    """
    signed = last_signature(events)
    behind = f"{signed.seq} {fingerprint(signed.hash)}" if signed else "0"
    return fingerprint(head_of(events).hash), behind


def read_head(text: str) -> PaperHead:
    """A head that was typed or scanned. Raises ValueError, which says what is missing.

    >>> read_head("scorekeeper 7kq4 42 aaaa aaaa aaaa aaaa + 0").head.seq
    42
    """
    head, plus, signed = text.upper().partition("+")
    words = head.split()
    code, *place = words[words[:1] == [NAME] :] or [""]
    if not _CODE.fullmatch(code):
        raise _no_head(text)
    return PaperHead(code, _place(text, place), _signed(text, signed.split()) if plus else None)


def _signed(text: str, words: Sequence[str]) -> PaperEvent:
    return PaperEvent(0, "") if words == ["0"] else _place(text, words)


def _place(text: str, words: Sequence[str]) -> PaperEvent:
    """An event by its number and the letters of its hash, which hold no 0, 1 or 8."""
    written = [*words[:1], *(word.translate(_MISREAD) for word in words[1:])]
    found = _PLACE.fullmatch(" ".join(written))
    if not found:
        raise _no_head(text)
    letters = found[2].replace(" ", "")
    if len(letters) < SHORTEST:
        raise ValueError(f"of the hash at least {SHORTEST} letters are needed, not {len(letters)}")
    return PaperEvent(int(found[1]), letters)


def _no_head(text: str) -> ValueError:
    return ValueError(f"{text!r} is no head; one looks like {NAME} 7KQ4 42 ABCD EFGH …")


def signed_text(head: Head, person: int) -> str:
    """What a phone signs for a person: the head, and who agrees to it."""
    return f"{text_of(head)} PERSON {person}"


def signatures_of(events: Sequence[Event]) -> list[Signature]:
    """Who signed what in a whole stream whose chain holds, in the order of signing."""
    if all(event.kind != SIGNED for event in events):
        return []
    hashes = ["", *known_hashes(events)]
    found: list[Signature] = []
    for event in events:
        if event.kind == SIGNED:
            signature = _signature(event, hashes)
            if signature.status is SignatureStatus.VOID and not _can_be_void(events, found):
                signature = replace(signature, status=SignatureStatus.INVALID)
            found.append(signature)
    return found


def _can_be_void(events: Sequence[Event], before: Iterable[Signature]) -> bool:
    """True if names were forgotten after a signature, and after all `before` it: then hashes are
    others, and none of those holds. Who only empties a signature finds the names still there.
    """
    return not any(each.holds for each in before) and any(map(_is_without_name, events))


def _is_without_name(event: Event) -> bool:
    """True if somebody goes by a number here, or was taken out of what was typed."""
    return any(
        map(_NUMBER.fullmatch, event.body.get("names", ()))
    ) or FORGOTTEN_NAME in canonical_json(event.body)


def _signature(event: Event, hashes: Sequence[str]) -> Signature:
    body = event.body
    head = Head(event.stream, body["head"], hashes[body["head"]])
    status = _doubt(head, body["person"], body["hash"], body["key"], body["signature"])
    return Signature(event.seq, body["person"], head.seq, body["key"], status)


def _doubt(head: Head, person: int, hash: str, key: str, signature: str) -> SignatureStatus:
    if not hash:
        return SignatureStatus.VOID
    if hash != head.hash:
        return SignatureStatus.INVALID
    if not (key or signature):
        return SignatureStatus.TAP
    return (
        SignatureStatus.VALID
        if proves(signed_text(head, person), key, signature)
        else SignatureStatus.INVALID
    )


@lru_cache(maxsize=1024)
def proves(said: str, key: str, signature: str) -> bool:
    """True if the owner of a key signed these words; key and signature are base64url."""
    try:
        return fits(_bytes(key), said.encode(), _bytes(signature))
    except ValueError:
        return False


def _bytes(text: str) -> bytes:
    """The bytes of base64url without its padding. Raises ValueError unless it is the one text."""
    try:
        data = urlsafe_b64decode(f"{text}{'=' * (-len(text) % 4)}")
    except NotBase64 as error:
        raise ValueError(text) from error
    if urlsafe_b64encode(data).decode().rstrip("=") != text:
        raise ValueError(text)
    return data


P = 2**255 - 19
"""The prime of the field."""
L = 2**252 + 27742317777372353535851937790883648493
"""The order of the base point."""
D = -121665 * pow(121666, -1, P) % P
ROOT_OF_MINUS_1 = pow(2, (P - 1) // 4, P)

Point = tuple[int, int, int, int]
"""X, Y, Z, T with x = X/Z, y = Y/Z, xy = T/Z."""
NEUTRAL: Point = (0, 1, 1, 0)


class NoPoint(ValueError):
    """These bytes stand for no point of the curve, or not in the one right way."""


def fits(key: bytes, message: bytes, signature: bytes) -> bool:
    """True if the owner of a public key signed a message so.

    Stricter than it must be: what is written in another than the one right way does not fit, nor
    does a key under which a signature would fit any message.
    """
    if len(key) != 32 or len(signature) != 64:
        return False
    s = int.from_bytes(signature[32:], "little")
    try:
        a, r = _point(key), _point(signature[:32])
    except NoPoint:
        return False
    if s >= L or _is_neutral(_times(8, a)):
        return False
    h = int.from_bytes(sha512(signature[:32] + key + message).digest(), "little") % L
    return _are_equal(_times(s, BASE), _sum(r, _times(h, a)))


def _point(data: bytes) -> Point:
    """The point that 32 bytes stand for (RFC 8032, 5.1.3). Raises NoPoint."""
    number = int.from_bytes(data, "little")
    odd, y = number >> 255, number & (2**255 - 1)
    if y >= P:
        raise NoPoint("y is no number of the field")
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = _root(square)
    if x == 0 and odd:
        raise NoPoint("zero has no sign")
    x = P - x if x & 1 != odd else x
    return x, y, 1, x * y % P


def _root(square: int) -> int:
    """A square root in the field. Raises NoPoint."""
    root = pow(square, (P + 3) // 8, P)
    if root * root % P != square:
        root = root * ROOT_OF_MINUS_1 % P
    if root * root % P != square:
        raise NoPoint("no x belongs to this y")
    return root


def _sum(p: Point, q: Point) -> Point:
    """Two points added (RFC 8032, 5.1.4)."""
    a, b = (p[1] - p[0]) * (q[1] - q[0]) % P, (p[1] + p[0]) * (q[1] + q[0]) % P
    c, d = 2 * p[3] * q[3] * D % P, 2 * p[2] * q[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def _times(number: int, point: Point) -> Point:
    result = NEUTRAL
    while number:
        if number & 1:
            result = _sum(result, point)
        point, number = _sum(point, point), number >> 1
    return result


def _are_equal(p: Point, q: Point) -> bool:
    return not ((p[0] * q[2] - q[0] * p[2]) % P or (p[1] * q[2] - q[1] * p[2]) % P)


def _is_neutral(point: Point) -> bool:
    return _are_equal(point, NEUTRAL)


BASE = _point((4 * pow(5, -1, P) % P).to_bytes(32, "little"))
