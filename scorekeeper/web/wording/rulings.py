"""Rulings and questions to the referee in words, wherever they are shown."""

from dataclasses import dataclass

from flask import url_for
from flask_babel import gettext as _

from scorekeeper.explanation import sentence
from scorekeeper.judgements import Judgement, load_judgement
from scorekeeper.ledger import Event
from scorekeeper.match import Match
from scorekeeper.web.wording.reader import book_of, clock
from scorekeeper.web.wording.verdicts import outcome_of, word_of


@dataclass(frozen=True)
class RulingView:
    """A ruling in words: when, on whom, what was decided, and the table's own note."""

    seq: int
    url: str
    at: str
    what: str
    how: str
    note: str


@dataclass(frozen=True)
class QuestionView:
    """A question before the table: who asks, and the referee's answer. `url` shows it whole."""

    seq: int
    url: str
    person: int
    text: str
    outcome: str


def question_of(event: Event) -> Judgement:
    """The question that a ruling decided, or that the table was shown, with its verdict."""
    return load_judgement(event.body["ruling" if event.kind == "ruled" else "question"])


def question_view(match: Match, event: Event) -> QuestionView:
    """A question before the table in words: "Eva asks: NOT ALLOWED – suit not followed"."""
    said, judgement = event.body, question_of(event)
    link, outcome = said["question"]["link"], outcome_of(judgement)
    text = " – ".join(filter(None, (word_of(outcome), sentence(judgement, book_of(match.game)))))
    return QuestionView(
        seq=event.seq,
        url=url_for("verdicts.at_match", code=match.code, verdict=link),
        person=said["person"],
        text=_("%(name)s asks: %(text)s", name=match.seating.people[said["person"]], text=text),
        outcome=outcome,
    )


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
