"""Whether an event is what would have been written here: nothing that a phone worked out counts.

Its lines have to be those that the game gives here, its verdict the one that the referee gives.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Literal

from scorekeeper.judgements import UnknownVerdict, judge_question, load_judgement
from scorekeeper.judgements import load as load_verdict
from scorekeeper.ledger import Event, Ledger, as_json
from scorekeeper.match import MATCH, Match, score_lines
from scorekeeper.schema import Invalid, Json
from scorekeeper.sheet import Refused
from scorekeeper.stream.kinds import Nonsense

Why = Literal[
    "unreadable",
    "key",
    "nonsense",
    "refused",
    "scored",
    "judged",
    "own-phone",
    "refers",
    "seats",
    "house",
    "signed",
    "struck",
]
"""Why an event is not taken: the line cannot be read, its key stands for another save, it makes no
sense, the game refuses it, it would be scored or judged otherwise, a phone answers itself; or it
cannot be put behind others: it is about one that is not there, others sit there or other house
rules hold now, somebody signed what is no more, what it strikes is struck.
"""
Body = Mapping[str, Any]


class Doubt(ValueError):
    """An event cannot be taken; `detail` says it in words for a log, or names the refusal."""

    def __init__(self, why: Why, detail: str) -> None:
        super().__init__(f"{why}: {detail}")
        self.why, self.detail = why, detail


def check_here(match: Match | None, event: Event, ledger: Ledger) -> None:
    """Raises Doubt unless this event would have been written so behind those of a match (None: it
    opens one). The ledger is where verdicts are kept.
    """
    with _doubting("nonsense"):
        MATCH.check(match, event)
    if match is None:
        if "table_of" in event.body:
            raise Doubt("nonsense", "body.table_of: only its tournament opens a table")
        return
    _check_lines(match, event)
    for part in ("ruling", "question"):
        if part in event.body:
            _check_verdict(event.body[part], ledger)
    _check_voice(match, event)


def lines_here(match: Match, event: Event) -> list[Json]:
    """The lines of an event with an entry, as the game gives them here. Raises Doubt."""
    with _doubting("nonsense"):
        row = match.row(event.body["event"]) if event.kind == "corrected" else None
        at, before = (match.as_of(row), row.before) if row else (match, match.standing)
        entry = match.game.read_entry(event.body["entry"], len(at.names), at.house)
        return score_lines(at, entry, before)


def _check_lines(match: Match, event: Event) -> None:
    if "entry" in event.body:
        right, said = lines_here(match, event), event.body["lines"]
        if as_json({"lines": right}) != as_json({"lines": said}):
            raise Doubt("scored", f"body.lines: right would be {as_json({'lines': right})}")


def _check_verdict(question: Body, ledger: Ledger) -> None:
    """Raises Doubt unless the referee says so here, or once said so and it was kept."""
    said, kept = load_judgement(question), _verdict_under(ledger, str(question["link"]))
    with _doubting("judged"):
        names = said.names
        now = judge_question(said.game, said.house, names, said.kind, question["given"])
    if as_json(said.dump()) not in (as_json(now.dump()), kept):
        raise Doubt("judged", f"verdict: right would be {as_json(now.dump())}")


def _verdict_under(ledger: Ledger, link: str) -> str:
    """What a verdict says that is kept under a code; empty if none is."""
    try:
        return as_json(load_verdict(ledger, link).dump())
    except UnknownVerdict:
        return ""


def _check_voice(match: Match, event: Event) -> None:
    """Raises Doubt if a phone answers what it wrote itself."""
    if event.kind not in MATCH.having("answers"):
        return
    written = match.events[event.body["version"] - 1].body.get("phone", "")
    if written and written == event.body["phone"]:
        raise Doubt("own-phone", "body.phone: this phone wrote it")


@contextmanager
def _doubting(why: Why) -> Iterator[None]:
    """Tells whatever is wrong with an event as a doubt."""
    try:
        yield
    except Doubt:
        raise
    except Refused as refused:
        raise Doubt("refused", refused.refusal.id) from None
    except (Nonsense, Invalid) as fault:
        raise Doubt(why, str(fault)) from None
