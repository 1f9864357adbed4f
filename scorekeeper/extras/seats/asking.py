"""What the referee was asked from a seat, and shown to the table.

A person has one question at a time before the table. It stays until he takes it back, and until the
next row or ruling: what was asked in mid-deal is settled by then.
"""

from scorekeeper.judgements import Judgement, load_judgement
from scorekeeper.ledger import Event
from scorekeeper.match import MATCH, Match


def open_questions(match: Match) -> list[Event]:
    """The questions that are before the table now, the oldest first."""
    newest: dict[int, Event] = {}
    settles = MATCH.having("settles")
    for event in reversed(match.events):
        if event.kind in settles:
            break
        if event.kind == "asked":
            newest.setdefault(event.body["person"], event)
    return sorted(filter(_asks, newest.values()), key=lambda event: event.seq)


def shown_verdict(match: Match, link: str) -> Judgement | None:
    """The verdict of a code, if the table was shown it: a match brings its own along."""
    shown = (e.body["question"] for e in match.events if e.kind == "asked" and _asks(e))
    return next((load_judgement(each) for each in shown if each["link"] == link), None)


def _asks(event: Event) -> bool:
    return "question" in event.body
