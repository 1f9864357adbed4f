"""What only this app can make, from its secret: codes of matches, keys, marks of phones."""

import hmac
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import count
from textwrap import wrap
from uuid import UUID

from flask import current_app, has_request_context, session

from scorekeeper.ledger import Event
from scorekeeper.ledger.chain import chain_hash
from scorekeeper.web.http.security import TOKEN_FIELD

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Letters of a short code: nothing that is mistaken for something else (0 O 1 I)."""
CODE_LENGTH, PUBLIC_CODE_LENGTH = 4, 6
GROUP = 4
"""Letters of a long code that are shown together."""


def codes_for(key: str) -> Iterator[str]:
    """Codes to try for a new match; a key that is sent again gives the same ones."""
    for attempt in count():
        # One letter more after some tries, should the short codes ever be used up.
        yield _letters(f"code:{key}:{attempt}", code_length() + attempt // 8)


SECRET = 12
"""Letters of a secret; it is typed behind a code."""
NEW_SECRET = "secret"
"""Where the session keeps a secret that is shown with the next page, and the code of what it is."""


def new_secret(code: str, key: str) -> str:
    """The hash of a secret that will be shown once: the same for the same form, whose `key` nothing
    stored tells.
    """
    session[NEW_SECRET] = (code, secret := _letters(f"secret:{key}", SECRET))
    return hash_of_secret(code, secret)


def shown_secret(code: str) -> str:
    """What to type, with the code in front, if there is a new secret; it is shown this once."""
    of, secret = session.get(NEW_SECRET, ("", ""))
    if of != code:
        return ""
    del session[NEW_SECRET]
    return " ".join(wrap(code + secret, GROUP))


def hash_of_secret(code: str, secret: str) -> str:
    """What is kept of a secret that is typed behind a code."""
    return mac_of(f"secret of {code}:{secret}").hex()


def _letters(text: str, length: int) -> str:
    return "".join(LETTERS[byte % len(LETTERS)] for byte in mac_of(text)[:length])


def code_length() -> int:
    """How many letters the code of a new match has: in a public house nobody shall guess one."""
    usual = PUBLIC_CODE_LENGTH if current_app.config["PUBLIC"] else CODE_LENGTH
    return current_app.config["CODE_LENGTH"] or usual


def has_own_form(code: str) -> bool:
    """True for a code such as this app draws, or a phone that has it along: no word of an address,
    and in a public house none that can be guessed.
    """
    shortest = code_length() if current_app.config["PUBLIC"] else CODE_LENGTH
    if not shortest <= len(code) <= 2 * GROUP or not {*code} <= {*LETTERS}:
        return False
    rules = (each.rule for each in current_app.url_map.iter_rules())
    return code.lower() not in {word for rule in rules for word in re.findall("[a-z]+", rule)}


def typed_code(text: str) -> str:
    """The code that somebody typed, whatever stands between its letters; of a sentence or an
    address its words in capitals.

    >>> typed_code("7kq-4"), typed_code("the code is 7KQ4."), typed_code("pub/m/7KQ4XBAB/watch")
    ('7KQ4', '7KQ4', '7KQ4XBAB')
    """
    words = re.findall(rf"\b[{LETTERS}]{{{CODE_LENGTH},}}\b", text) if text != text.upper() else []
    return "".join(words) or letters_in(text)


def letters_in(text: str) -> str:
    """All letters of codes in a text, whatever stands between them."""
    return "".join(letter for letter in text.upper() if letter in LETTERS)


def codes_of_file(events: Sequence[Event]) -> Iterator[str]:
    """Codes to try for a match that comes in from a file: its own if it could be drawn here; then
    some that its opening gives, so that it gets the same ones however often it comes.
    """
    if has_own_form(events[0].stream):
        yield events[0].stream
    yield from codes_for(f"file:{chain_hash('', events[0])}")


def grouped(code: str) -> str:
    """A code as it is shown: a long one in groups.

    >>> grouped("7KQ4"), grouped("7KQ4XB"), grouped("7KQ4XBAB")
    ('7KQ4', '7KQ4XB', '7KQ4 XBAB')
    """
    return f"{code[:GROUP]} {code[GROUP:]}" if len(code) == 2 * GROUP else code


def phone_scoped_key(key: str) -> str:
    """The key of a form as only this phone can send it.

    Keys stand in exported files: whoever reads one there must not pass for the phone that made it.
    """
    raw = current_app.config["RAW_KEYS"]
    return key if raw else str(UUID(bytes=_phone_mac(f"key:{key}")[:16]))


def phone_id(code: str) -> str:
    """What stands for this phone in the ledger of a match; it says nothing of any other."""
    known = current_app.config["PHONE_MARKS"]().get(code)
    return known or _phone_mac(f"phone:{code}").hex()[:32]


def writing_phone(code: str) -> str:
    """The same of the phone that asks; empty where none does."""
    return phone_id(code) if has_request_context() else ""


def phone_grants_id() -> str:
    """What stands for this phone where the server keeps what it may do; in no ledger of a match."""
    return _phone_mac("roles").hex()


def _phone_mac(text: str) -> bytes:
    return mac_of(f"{session.get(TOKEN_FIELD)}:{text}")


def mac_of(text: str) -> bytes:
    secret = current_app.secret_key
    return _mac(secret.encode() if isinstance(secret, str) else secret or b"", text)


@lru_cache(maxsize=4096)
def _mac(key: bytes, text: str) -> bytes:
    """The same few are asked for with each request of a phone."""
    return hmac.new(key, text.encode(), "sha256").digest()
