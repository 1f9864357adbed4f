"""Tournaments as 0.10 wrote them, with their tables."""

import json
from collections.abc import Mapping
from functools import cache
from itertools import groupby
from pathlib import Path

from flask import Flask

from scorekeeper.ledger import Event
from scorekeeper.stream.files import event_from_members
from scorekeeper.stream.tournament import Tournament, tables_of
from scorekeeper.web.http.access import link_path
from scorekeeper.web.stream.tournament import PAGES, Role

SEASON = Path(__file__).parent / "data" / "0.10" / "season.jsonl"


@cache
def streams_in(file: Path) -> Mapping[str, list[Event]]:
    events = (event_from_members(json.loads(line)) for line in file.read_text("utf-8").splitlines())
    return {code: [*group] for code, group in groupby(events, key=lambda event: event.stream)}


def old_tournament(code: str = "OPEN") -> list[list[Event]]:
    streams = streams_in(SEASON)
    return [streams[code], *(streams[table] for table in tables_of(streams[code]))]


def bring(app: Flask, code: str = "OPEN") -> None:
    ledger = app.extensions["matches"].ledger
    if not ledger.read(code):
        ledger.restore(*old_tournament(code))


def link_of(app: Flask, role: Role, code: str = "OPEN") -> str:
    with app.test_request_context():
        return link_path(Tournament.fold(old_tournament(code)[0]), role, PAGES)
