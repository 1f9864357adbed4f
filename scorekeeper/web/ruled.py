"""Rulings in words, for the sheet, for a player's record, and for the history."""

from dataclasses import dataclass

from flask import url_for
from flask_babel import gettext as _

from scorekeeper.ledger import Event
from scorekeeper.match import Match
from scorekeeper.verdicts import Judged, read_judged
from scorekeeper.web.verdict import sentence
from scorekeeper.web.wording import book_of, clock


@dataclass(frozen=True)
class Made:
    """A ruling in words: when, on whom, what was decided, and the table's own note."""

    seq: int
    url: str
    at: str
    what: str
    how: str
    note: str


def question_of(event: Event) -> Judged:
    """The question that a ruling decided, with the referee's verdict."""
    return read_judged(event.body["ruling"])


def made(match: Match, event: Event) -> Made:
    """A ruling in words."""
    said = event.body["ruling"]
    seat = said["seat"]
    name = "" if seat is None else match.names[seat]
    how = {
        "applied": _("penalty written: %(name)s", name=name),
        "agreed": _("agreed at the table"),
        "waived": _("no penalty"),
    }[said["how"]]
    url = url_for("rulings.show", code=match.code, seq=event.seq)
    what = sentence(question_of(event), book_of(match.game))
    return Made(event.seq, url, clock(event.at), what, how, said["note"])
