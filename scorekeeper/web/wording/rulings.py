"""Rulings in words, for the sheet, for a player's record, and for the history."""

from dataclasses import dataclass

from flask import url_for
from flask_babel import gettext as _

from scorekeeper.explanation import sentence
from scorekeeper.judgements import Judgement, load_judgement
from scorekeeper.ledger import Event
from scorekeeper.match import Match
from scorekeeper.web.wording.reader import book_of, clock


@dataclass(frozen=True)
class RulingView:
    """A ruling in words: when, on whom, what was decided, and the table's own note."""

    seq: int
    url: str
    at: str
    what: str
    how: str
    note: str


def question_of(event: Event) -> Judgement:
    """The question that a ruling decided, with the referee's verdict."""
    return load_judgement(event.body["ruling"])


def ruling_view(match: Match, event: Event) -> RulingView:
    """A ruling in words."""
    ruling = event.body["ruling"]
    seat = ruling["seat"]
    name = "" if seat is None else match.seating.names_at(match.seats_of(event))[seat]
    how = {
        "applied": _("penalty written: %(name)s", name=name),
        "agreed": _("agreed at the table"),
        "waived": _("no penalty"),
    }[ruling["how"]]
    url = url_for("rulings.show", code=match.code, seq=event.seq)
    what = sentence(question_of(event), book_of(match.game))
    return RulingView(event.seq, url, clock(event.at), what, how, ruling["note"])
