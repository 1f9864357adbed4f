"""Signing the head of a match: who agrees with all that stands there, and on which phone."""

import re
from dataclasses import dataclass

from scorekeeper.match import MATCH, Fold, Match
from scorekeeper.match.checks import validate_person
from scorekeeper.stream.kinds import Body, InvalidEvent
from scorekeeper.stream.roles import EventNo, Keyword

HASH = re.compile(r"[0-9a-f]{64}")
KEY, SIGNATURE = re.compile(r"[A-Za-z0-9_-]{43}"), re.compile(r"[A-Za-z0-9_-]{86}")
"""32 and 64 bytes as base64url without padding."""


@MATCH.declare("signed", never_conflicts=True, outside_seal=True)
@dataclass(frozen=True, kw_only=True)
class Signed(Body[Match, Fold]):
    """A person agrees, on a phone, with all up to event `head`, whose hash is this.

    `key` and `signature` are Ed25519 in base64url; a phone without JavaScript has neither. Where
    names were forgotten afterwards, the hash is empty too: nothing is signed any more.
    """

    person: int
    head: EventNo
    hash: Keyword
    key: Keyword
    signature: Keyword

    def validate(self, match: Match) -> None:
        """A phone can have signed this; whether the signature fits is not asked here."""
        validate_person(match, self.person)
        unsealed = MATCH.kinds_with("outside_seal")
        if not 1 <= self.head <= match.version or match.events[self.head - 1].kind in unsealed:
            raise InvalidEvent("head", f"event {self.head} is none that could be signed here")
        if self.hash and not HASH.fullmatch(self.hash):
            raise InvalidEvent("hash", "a hash has 64 digits 0 to 9 and a to f")
        by_tap = not (self.key or self.signature)
        if not by_tap and not (self.hash and is_key(self.key) and is_signature(self.signature)):
            raise InvalidEvent(
                "signature", "a signature has a hash, a key and itself, or none of these"
            )


def is_key(text: str) -> bool:
    """True if this has the form of a public key."""
    return bool(KEY.fullmatch(text))


def is_signature(text: str) -> bool:
    """True if this has the form of a signature."""
    return bool(SIGNATURE.fullmatch(text))
