"""Tournaments as 0.10 wrote them, with their tables."""

import json
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from flask import Flask

from scorekeeper.ledger import Event
from scorekeeper.stream.files import event_from_members
from scorekeeper.stream.tournament import fold, tables_of
from scorekeeper.web.http.access import link_path
from scorekeeper.web.stream.tournament import PAGES, Role

SEASON = Path(__file__).parent / "data" / "0.10" / "season.jsonl"


def old_tournament(code: str = "OPEN") -> list[list[Event]]:
    """The events of a tournament, then those of its tables."""
    streams = dict(_streams())
    return [streams[code], *(streams[table] for table in tables_of(streams[code]))]


def _streams() -> Iterator[tuple[str, list[Event]]]:
    lines = SEASON.read_text("utf-8").splitlines()
    events = (event_from_members(json.loads(line)) for line in lines)
    for code, group in groupby(events, key=lambda event: event.stream):
        yield code, [*group]


def bring(app: Flask, code: str = "OPEN") -> None:
    """Lets an app have a tournament with its tables."""
    ledger = app.extensions["matches"].ledger
    if not ledger.read(code):
        ledger.restore(*old_tournament(code))


def link_of(app: Flask, role: Role, code: str = "OPEN") -> str:
    """The path of the link that gave a role in it."""
    with app.test_request_context():
        return link_path(fold(old_tournament(code)[0]), role, PAGES)
