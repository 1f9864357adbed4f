"""Events that are put behind others than they were written behind: whether each may stand there,
as it would be written there; and the two sides of a match, the server's events, and those that a
phone wrote without them.

A table chooses one of two: its own after theirs, each applied and scored anew; or it drops its own.
What cannot be applied any more is left out, and kept with its reason until the table has looked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import Any, Literal

from scorekeeper.core.schema import Invalid, Json
from scorekeeper.core.sheet import Refused
from scorekeeper.extras.pocket.ledger import (
    PocketLedger,
    SyncProblem,
    clear_problem,
    keep_problem,
    problem_of,
)
from scorekeeper.ledger import Event, Ledger, canonical_json
from scorekeeper.match import MATCH, Match, score_lines
from scorekeeper.match.files import validate_alone
from scorekeeper.referee.judgements import UnknownVerdict, judge_question, load_judgement
from scorekeeper.referee.judgements import load as load_verdict
from scorekeeper.stream.files import line_of
from scorekeeper.stream.kinds import InvalidEvent
from scorekeeper.stream.roles import with_changes

Number = Callable[[int], int | None]
"""The number that an event has now, by the one it had; None if it is not there."""


class MissingReference(LookupError):
    """An event is about another that is not there."""

    def __init__(self, number: int) -> None:
        super().__init__(f"event {number} is not there")


class Renumbering:
    """The new numbers of events: those up to `common` stay, the others are told one by one."""

    def __init__(self, common: int) -> None:
        self._common = common
        self._moved: dict[int, int] = {}

    def __call__(self, number: int) -> int | None:
        return number if number <= self._common else self._moved.get(number)

    def move(self, number: int, to: int) -> None:
        self._moved[number] = to


def renumbered(event: Event, number: Number) -> dict[str, object]:
    """The body of an event with the new numbers of those that it is about. Raises MissingReference.

    >>> strike = Event("M", 7, "struck", {"event": 6, "by": "undo"}, "key", "")
    >>> renumbered(strike, {6: 9}.get)
    {'event': 9, 'by': 'undo'}
    """

    def there(old: int) -> int:
        if (new := number(old)) is None:
            raise MissingReference(old)
        return new

    # What is of no kind is refused by who reads it.
    return with_changes(MATCH.body_types.get(event.kind, object), event.body, {"event": there})


RejectionReason = Literal[
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
    "struck",
]
"""Why an event is not taken: the line cannot be read, its key stands for another save,
it makes no sense, the game refuses it, it would be scored or judged otherwise, a phone answers
itself; or it cannot be put behind others: it is about one that is not there, others sit there or
other house rules hold now, the row that it corrects is struck out.
"""


class Rejection(ValueError):
    """An event cannot be taken; `detail` says it in words for a log, or names the refusal."""

    def __init__(self, why: RejectionReason, detail: str) -> None:
        super().__init__(f"{why}: {detail}")
        self.why, self.detail = why, detail


def validate_event(match: Match | None, event: Event, ledger: Ledger) -> None:
    """Raises Rejection unless this event would have been written so behind those of a match (None:
    it opens one). The ledger is where verdicts are kept.
    """
    with _doubting("nonsense"):
        validate_alone(event)
        MATCH.validate_event(match, event)
    if match is None:
        return
    if event.kind == "corrected" and match.row(event.body["event"]).struck:
        raise Rejection("struck", "body.event: that row is struck out")
    if "entry" in event.body:
        right = canonical_json({"lines": lines_here(match, event)})
        if right != canonical_json({"lines": event.body["lines"]}):
            raise Rejection("scored", f"body.lines: right would be {right}")
    for part in ("ruling", "question"):
        if part in event.body:
            _check_verdict(event.body[part], ledger)
    _check_voice(match, event)


def lines_here(match: Match, event: Event) -> list[Json]:
    """The lines of an event with an entry, as the game gives them here. Raises Rejection."""
    with _doubting("nonsense"):
        row = match.row(event.body["event"]) if event.kind == "corrected" else None
        at, before = (match.as_of(row), row.before) if row else (match, match.standing)
        entry = match.game.read_entry(event.body["entry"], len(at.names), at.house)
        return score_lines(at, entry, before)


def _check_verdict(question: Mapping[str, Any], ledger: Ledger) -> None:
    """Raises Rejection unless the referee says so here, or once said so and it was kept; an older
    phone may tell fewer of the facts.
    """
    said, kept = load_judgement(question), ""
    with suppress(UnknownVerdict):
        kept = canonical_json(load_verdict(ledger, str(question["link"])).dump())
    with _doubting("judged"):
        now = judge_question(said.game, said.house, said.names, said.kind, question["given"])
    told = {name: fact for name, fact in now.verdict.facts.items() if name in said.verdict.facts}
    right = replace(now, verdict=replace(now.verdict, facts=told))
    if canonical_json(said.dump()) not in (canonical_json(right.dump()), kept):
        raise Rejection("judged", f"verdict: right would be {canonical_json(now.dump())}")


def _check_voice(match: Match, event: Event) -> None:
    """Raises Rejection if a phone answers what it wrote itself."""
    if event.kind not in MATCH.kinds_with("answers_row"):
        return
    written = match.events[event.body["version"] - 1].body.get("phone", "")
    if written and written == event.body["phone"]:
        raise Rejection("own-phone", "body.phone: this phone wrote it")


@contextmanager
def _doubting(why: RejectionReason) -> Iterator[None]:
    """Tells whatever is wrong with an event as a doubt."""
    try:
        yield
    except Rejection:
        raise
    except Refused as refused:
        raise Rejection("refused", refused.refusal.id) from None
    except (InvalidEvent, Invalid) as fault:
        raise Rejection(why, str(fault)) from None


Resolution = Literal["after", "drop"]
"""Mine after theirs, or drop mine."""


def resolve(ledger: PocketLedger, code: str, choice: Resolution) -> None:
    """What the table chose to do about the problem of a match.

    Where somebody else wrote (ahead), the server's events take the place of those that wait, and
    "after" puts these behind them. Where an event is refused, "after" applies what waits anew, and
    leaves that event out if it stays as it was. Where nothing may be written any more, "after" only
    tries again. What was left out and cases of difference are let go by "drop".
    """
    problem = problem_of(ledger, code)
    kind = problem.get("kind")
    if kind == "ahead":
        _settle_two_sides(ledger, code, problem, choice)
    elif kind in ("left", "differs", "moved") and choice == "drop":
        ledger.set_problem(code, None)
    elif choice == "drop" and problem and not ledger.sent(code):
        ledger.drop(code)
    elif choice == "drop" and problem:
        ledger.take(code, ledger.sent(code) + 1, [], dropping=True)
        clear_problem(ledger, code)
    elif kind == "refused":
        _apply_anew(ledger, code, problem)
    elif kind in ("forbidden", "gone", "unreadable"):
        clear_problem(ledger, code)


def is_agreed(
    ledger: PocketLedger, code: str, theirs: Sequence[Event], numbers: Sequence[int | None]
) -> bool:
    """True if all that waits asks for what holds on the server's side, too: there is nothing to
    settle. `theirs` is all that the server has, `numbers` are those of what waits there.
    """
    sent, match = ledger.sent(code), Match.fold(theirs)
    known = {sent + n: number for n, number in enumerate(numbers, start=1) if number}
    there = Renumbering(sent)
    for old, new in known.items():
        there.move(old, new)
    unsent = (event for event in ledger.waiting(code) if event.seq not in known)
    heavy = [event for event in unsent if event.kind not in MATCH.kinds_with("never_conflicts")]
    try:
        return all(_holds(match, replace(e, body=renumbered(e, there))) for e in heavy)
    except MissingReference:
        return False


def _holds(match: Match, event: Event) -> bool:
    """True if what an event asks for is so already: at a table it would not be written."""
    about: int = event.body.get("event", 0)
    if event.kind == "struck":
        return about in match.struck_by
    if event.kind not in ("corrected", "noted") or not match.has_row(about):
        return False
    row = match.row(about)
    if event.kind == "noted":
        return bool(match.notes.get(row.seq, "") == event.body["note"])
    then = match.as_of(row)
    entry = match.game.read_entry(event.body["entry"], len(then.names), then.house)
    return bool(entry == row.entry) and not row.struck


def put_behind(
    ledger: PocketLedger, code: str, events: Sequence[Event], numbers: Renumbering
) -> None:
    """Puts events behind what stands there, as they are but for the numbers of others; what stands
    there already, under its key, is left there.
    """
    for event in events:
        there = ledger.read(code)
        number = _number_of(event, there)
        if number is None:
            body = renumbered(event, numbers)
            number = _append(ledger, code, replace(event, body=body))
        numbers.move(event.seq, number)


def move(ledger: PocketLedger, old: str, code: str) -> None:
    """A match has another code: the server had opened it already, under its own."""
    ledger.drop(old)
    ledger.set_problem(old, {"kind": "moved", "to": code})


def _settle_two_sides(
    ledger: PocketLedger, code: str, problem: SyncProblem, choice: Resolution
) -> None:
    own, sent, now_called = ledger.read(code), problem["sent"], problem["code"]
    ledger.take(now_called, problem["first"], problem["lines"], dropping=True)
    clear_problem(ledger, code)
    if now_called != code:
        move(ledger, code, now_called)
    if choice == "after":
        numbers = enumerate(problem["numbers"], sent + 1)
        common = _common(own, ledger.read(now_called), sent)
        _Rebase(ledger, now_called, own, common).put({n: new for n, new in numbers if new})


def _common(own: Sequence[Event], theirs: Sequence[Event], sent: int) -> int:
    """How far two sides are the same. Where the server lost something, what it had comes again;
    where names were forgotten every event is another, and says the same up to the last `sent`.
    """
    pairs = enumerate(zip(own, theirs, strict=False))
    until = min(len(own), len(theirs))
    common = next((n for n, (mine, other) in pairs if mine.hash != other.hash), until)
    return common or max(min(sent, len(theirs)), 1)


def _apply_anew(ledger: PocketLedger, code: str, problem: SyncProblem) -> None:
    """Applies what waits anew, but for a refused event that would be refused again."""
    sent, own = ledger.sent(code), ledger.read(code)
    if sent:
        ledger.take(code, sent + 1, [], dropping=True)
    clear_problem(ledger, code)
    if sent:
        mine = _Rebase(ledger, code, own, sent)
        mine.refused = {problem["seq"]: Rejection(problem["why"], problem["detail"])}
        mine.put({})


class _Rebase:
    """The events behind number `common` of an old stream on their way behind a new one."""

    def __init__(self, ledger: PocketLedger, code: str, own: Sequence[Event], common: int) -> None:
        self._ledger, self._code, self._events = ledger, code, own[common:]
        self._numbers = Renumbering(common)
        self._then, self._now = Match.fold(own[:common]), Match.fold(ledger.read(code))
        self.refused: Mapping[int, Rejection] = {}

    def put(self, there: Mapping[int, int]) -> None:
        """Applies each event anew that is not `there` already (old → new number)."""
        left: list[dict[str, str]] = []
        for event in self._events:
            if new := there.get(event.seq) or _number_of(event, self._now.events):
                self._numbers.move(event.seq, new)
            else:
                left += self._apply(event)
            self._then = self._then.after(event)
        if left:
            before = problem_of(self._ledger, self._code).get("left", [])
            keep_problem(self._ledger, self._code, "left", left=[*before, *left])

    def _apply(self, event: Event) -> Iterator[dict[str, str]]:
        """Writes an event anew, unless what it asks for holds; or says why it cannot be."""
        renewed = event
        try:
            renewed = self._as_written_now(event)
            if _holds(self._now, renewed):
                return
            validate_event(self._now, renewed, self._ledger)
        except MissingReference as loose:
            yield {"line": line_of(renewed), "why": "refers", "detail": str(loose)}
        except Rejection as rejection:
            yield {"line": line_of(renewed), "why": rejection.why, "detail": rejection.detail}
        else:
            number = _append(self._ledger, self._code, renewed)
            self._numbers.move(event.seq, number)
            self._now = self._now.after(self._ledger.read(self._code, number - 1)[0])

    def _as_written_now(self, event: Event) -> Event:
        """An event as it would be written now. Raises Rejection, MissingReference."""
        body = renumbered(event, self._numbers)
        now = self._now
        if event.kind in MATCH.kinds_with("by_seats"):
            there, then = now.seating, self._then.seating
            # Nobody may have come whom the other side does not know.
            if (there.seats, len(there.people)) != (then.seats, len(then.people)):
                raise Rejection("seats", "others sit there now")
        if event.kind == "agreed" and self._then.house != now.house:
            raise Rejection("house", "other house rules hold now")
        if event.kind == "relinked":
            body["generation"] = now.links.generation + 1
        anew = replace(event, seq=now.version + 1, body=body)
        if "entry" in body:
            anew = replace(anew, body={**body, "lines": lines_here(now, anew)})
        if anew.body == event.body and event.seq in self.refused:
            raise self.refused[event.seq]
        return anew


def _number_of(event: Event, there: Sequence[Event]) -> int | None:
    return next((other.seq for other in there if other.key == event.key), None)


def _append(ledger: PocketLedger, code: str, event: Event) -> int:
    """Writes an event behind all others; its number."""
    before = ledger.read(code)
    at = max([event.at, *(last.at for last in before[-1:])])
    written = ledger.append(code, len(before), event.key, event.kind, event.body, at)
    return written.seq
