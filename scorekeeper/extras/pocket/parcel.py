"""A parcel: the events of one match that a phone sends, as the server reads it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scorekeeper.extras.pocket.fold import fold_at
from scorekeeper.extras.pocket.ledger import PocketLedger
from scorekeeper.extras.pocket.lines import events_after
from scorekeeper.extras.pocket.scrutiny import Doubt
from scorekeeper.ledger import Damaged, Event
from scorekeeper.ledger.chain import last_hash
from scorekeeper.match.actions import Matches
from scorekeeper.stream.files import CODE, line_of

MOST_EVENTS = 200
"""So many events go into one parcel; the rest goes into the next."""
MOST_LETTERS = 400_000
"""No more letters than that either, unless one event alone has them."""


@dataclass(frozen=True)
class Parcel:
    """The events behind number `sent`, whose hash is `hash`; `fold` is that of the phone's fold.

    By what `schema` that is hashed, phones up to version 0.10 do not say.
    """

    code: str
    sent: int
    hash: str
    events: tuple[Event, ...]
    fold: str
    schema: str = ""


def parcel_of(ledger: PocketLedger, code: str, matches: Matches | None = None) -> dict[str, object]:
    """What is to be sent of a match next, as JSON; without lines if nothing waits. With the folds
    of this ledger it need not fold a long evening anew.
    """
    sent, events = ledger.sent(code), ledger.read(code)
    lines = _as_many_as_fit([line_of(event) for event in events[sent : sent + MOST_EVENTS]])
    fold = fold_at(events[: sent + len(lines)], matches)
    return {
        "code": code,
        "sent": sent,
        "hash": last_hash(events[:sent]),
        "lines": lines,
        "fold": fold.hash,
        "fold_schema": fold.schema,
    }


def read_parcel(data: object) -> Parcel:
    """The parcel in what came over the line. Raises Doubt."""
    if not isinstance(data, Mapping):
        raise Doubt("unreadable", "this is no object")
    texts = {name: _text(data, name) for name in ("code", "hash", "fold")}
    schema = _text({"fold_schema": "", **data}, "fold_schema")
    sent, lines = data.get("sent"), data.get("lines")
    if not CODE.fullmatch(texts["code"]):
        raise Doubt("unreadable", "code: a code is 1 to 16 capital letters and digits")
    if type(sent) is not int or sent < 0:
        raise Doubt("unreadable", "sent: this must be a whole number from 0")
    if not isinstance(lines, list) or not all(isinstance(line, str) for line in lines):
        raise Doubt("unreadable", "lines: this must be a list of texts")
    if not 0 < len(lines) <= MOST_EVENTS:
        raise Doubt("unreadable", f"lines: a parcel has 1 to {MOST_EVENTS}")
    events = _events(texts["code"], sent, texts["hash"], lines)
    return Parcel(texts["code"], sent, texts["hash"], events, texts["fold"], schema)


def _text(data: Mapping[object, object], name: str) -> str:
    if not isinstance(text := data.get(name), str):
        raise Doubt("unreadable", f"{name}: this must be a text")
    return text


def _events(code: str, sent: int, hash: str, lines: list[str]) -> tuple[Event, ...]:
    try:
        return tuple(events_after(code, sent, hash, lines))
    except (Damaged, RecursionError, ValueError) as fault:
        raise Doubt("unreadable", str(fault)) from None


def _as_many_as_fit(lines: list[str]) -> list[str]:
    total = 0
    for number, line in enumerate(lines):
        total += len(line)
        if number and total > MOST_LETTERS:
            return lines[:number]
    return lines
