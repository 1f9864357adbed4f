"""What an app stands on – a server with its file, or a phone with or without one –, and what its
`config.py` may say: each setting with what holds without it, and what it must be.
"""

import gc
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from difflib import get_close_matches
from typing import Any, Protocol
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from flask import Flask, current_app
from werkzeug.exceptions import ServiceUnavailable

from scorekeeper.ledger import Ledger

LANGUAGES = {
    "cs": "Čeština",
    "sk": "Slovenčina",
    "pl": "Polski",
    "be": "Беларуская",
    "en": "English",
}
MOST_PROXIES = 9


@dataclass(frozen=True)
class Setting:
    """What holds unless it is set; what it must be, as it is said; and whether a value is that."""

    default: object
    must_be: str
    is_fine: Callable[[Any], bool]


def _is_address(value: object) -> bool:
    if not isinstance(value, str) or re.search(r"\s", value):
        return False
    try:
        url = urlsplit(value)
    except ValueError:
        return False
    return not value or bool(url.scheme in ("http", "https") and url.hostname and not url.query)


def _are_hosts(value: object) -> bool:
    return isinstance(value, list | tuple) and all(
        isinstance(each, str) and re.fullmatch(r"[^\s/]+", each) for each in value
    )


def _is_zone(value: object) -> bool:
    # Only here: a phone reads no settings.
    import pytz  # type: ignore[import-untyped]  # noqa: PLC0415

    try:
        # Pages ask the one, years of a group the other.
        return isinstance(value, str) and bool(ZoneInfo(value) and pytz.timezone(value))
    except (LookupError, ValueError, OSError):
        return False


def _is_limit(value: object) -> bool:
    # Only here: a phone reads no settings.
    from limits import parse  # noqa: PLC0415

    try:
        return isinstance(value, str) and parse(value).amount > 0
    except ValueError:
        return False


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value)


def _yes_or_no(default: bool) -> Setting:
    return Setting(default, "True or False", lambda value: isinstance(value, bool))


def _limit(default: str) -> Setting:
    return Setting(default, 'a limit such as "20 per minute"', _is_limit)


def _span(days: int) -> Setting:
    return Setting(
        timedelta(days),
        "a timedelta of more than nothing",
        lambda value: isinstance(value, timedelta) and value > timedelta(),
    )


SETTINGS: Mapping[str, Setting] = {
    # How many proxies stand in front and set X-Forwarded-For, -Proto, -Host and -Prefix.
    "PROXIES": Setting(
        0,
        f"a whole number from 0 to {MOST_PROXIES}",
        lambda value: type(value) is int and 0 <= value <= MOST_PROXIES,
    ),
    # Where the links lead; else to the host that was asked.
    "BASE_URL": Setting("", 'an address with its scheme, "https://scores.example"', _is_address),
    # Names of this server, ".example.org" with all below; no other one is answered.
    "TRUSTED_HOSTS": Setting(None, 'a list of names, ["scores.example"]', _are_hosts),
    # Everybody may come to a public house: codes of new matches are longer.
    "PUBLIC": _yes_or_no(False),
    "BABEL_DEFAULT_LOCALE": Setting(
        "cs", f"one of {', '.join(LANGUAGES)}", lambda value: value in [*LANGUAGES]
    ),
    "BABEL_DEFAULT_TIMEZONE": Setting(
        "Europe/Prague", 'a time zone such as "Europe/Prague"', _is_zone
    ),
    # Without it scorekeeper.db beside config.py.
    "LEDGER": Setting(None, "the address of a ledger", _is_text),
    # Without it that of secret.key.
    "SECRET_KEY": Setting(
        None,
        "text or bytes",
        lambda value: value is None or (isinstance(value, str | bytes) and bool(value)),
    ),
    # A code by which a table is watched rests so long after the last entry; links do not.
    "CODES_REST_AFTER": _span(7),
    "PERMANENT_SESSION_LIFETIME": _span(400),
    "RATELIMIT_ENABLED": _yes_or_no(True),
    # Of one view; each worker counts for itself.
    "RATELIMIT_DEFAULT": _limit("600 per minute"),
    # Those below are divided among the workers.
    "CODES_PER_ADDRESS": _limit("20 per minute"),
    "WRONG_CODES_PER_HOUSE": _limit("200 per hour"),
    "WRONG_LINKS_PER_ADDRESS": _limit("30 per minute"),
    "MATCHES_PER_ADDRESS": _limit("60 per hour"),
    "ROUNDS_PER_ADDRESS": _limit("60 per hour"),
    "VERDICTS_PER_ADDRESS": _limit("120 per hour"),
    # Yes and no to a row by turns: far more than anybody means.
    "ANSWERS_PER_SEAT": _limit("120 per hour"),
    "STRANGERS_VERDICTS_PER_HOUSE": _limit("2000 per day"),
}
GONE = (
    "METRICS",
    "REQUEST_LOG",
    "SECURITY_CONTACT",
    "CONNECTIONS_PER_ADDRESS",
    "COMPARISONS_PER_ADDRESS",
    "RATELIMIT_STORAGE_URI",
)
"""Settings of older versions, which do nothing any more."""


def fault_of(name: str, value: object) -> str:
    """What is wrong with a setting, in a sentence without its value, which may be a secret; empty
    if nothing is.

    >>> fault_of("PUBLIC", "no")
    'PUBLIC must be True or False'
    >>> fault_of("PROXIE", 1)
    'there is no setting PROXIE: is it PROXIES?'
    """
    if name in SETTINGS:
        setting = SETTINGS[name]
        return "" if setting.is_fine(value) else f"{name} must be {setting.must_be}"
    if name in GONE:
        return ""
    near = get_close_matches(name, SETTINGS, 1)
    return f"there is no setting {name}: {f'is it {near[0]}?' if near else 'remove it'}"


SERVER, PHONE, PHONE_ALONE = "server", "phone", "phone alone"
"""What an app stands on (`PLATFORM`): a server, a phone that follows one, a phone without any."""


class NeedsServer(ServiceUnavailable):
    """What was asked for is not to be had in the phone alone."""


class Platform(Protocol):
    """What an app stands on: a server with a file, or a phone."""

    def configure(self, app: Flask) -> None:
        """Takes settings that come before those that the caller gives."""

    def begin(self, app: Flask) -> Ledger:
        """The ledger, and what comes before all pages; gives the app its secret."""

    def finish(self, app: Flask) -> None:
        """What comes once an app has all its pages."""


def in_phone() -> bool:
    return bool(current_app.config["PLATFORM"] != SERVER)


def is_phone_only() -> bool:
    """True for the app in a phone that follows no server."""
    return bool(current_app.config["PLATFORM"] == PHONE_ALONE)


OBJECTS = 20_000
"""New objects after which the youngest are looked through. A page makes thousands of them, and the
first fold of a long match hundreds of thousands, hardly any in a circle: to look after each 700, as
is usual, takes a fifth of the time of a form, and more of such a fold.
"""


def settle_memory() -> None:
    """Takes all that is here now as what stays, so that nobody looks through it again: that would
    stop all phones at once.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(OBJECTS)
