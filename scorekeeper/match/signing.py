"""Signing the head of a match: who agrees with all that stands there, and on which phone."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from scorekeeper.ledger.chain import BESIDE
from scorekeeper.match import Match
from scorekeeper.match.nonsense import Nonsense, check_person, read

HASH = re.compile(r"[0-9a-f]{64}")
KEY, SIGNATURE = re.compile(r"[A-Za-z0-9_-]{43}"), re.compile(r"[A-Za-z0-9_-]{86}")
"""32 and 64 bytes as base64url without padding."""


@dataclass(frozen=True)
class _Signed:
    person: int
    head: int
    hash: str
    key: str
    signature: str


def check_signed(match: Match, body: Mapping[str, object]) -> None:
    """Raises Nonsense or Invalid unless a phone can have signed this; whether the signature fits
    is not asked here.
    """
    signed = read(_Signed, body)
    check_person(match, signed.person)
    if not 1 <= signed.head <= match.version or match.events[signed.head - 1].kind in BESIDE:
        raise Nonsense("head", f"event {signed.head} is none that could be signed here")
    if signed.hash and not HASH.fullmatch(signed.hash):
        raise Nonsense("hash", "a hash has 64 digits 0 to 9 and a to f")
    by_tap = not (signed.key or signed.signature)
    if not by_tap and not (signed.hash and is_key(signed.key) and is_signature(signed.signature)):
        raise Nonsense("signature", "a signature has a hash, a key and itself, or none of these")


def is_key(text: str) -> bool:
    """True if this has the form of a public key."""
    return bool(KEY.fullmatch(text))


def is_signature(text: str) -> bool:
    """True if this has the form of a signature."""
    return bool(SIGNATURE.fullmatch(text))
