"""Two sides of one match: the server's events, and those that a phone wrote without them.

A table chooses one of two: its own after theirs, each applied and scored anew; or it drops its own.
What cannot be applied any more is left out, and kept with its reason until the table has looked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Literal, cast

from scorekeeper.extras.pocket import batch_import
from scorekeeper.extras.pocket.ledger import PocketLedger, clear_problem, keep_problem, problem_of
from scorekeeper.ledger import Event
from scorekeeper.match import MATCH, Match, fold
from scorekeeper.stream.files import line_of

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
    elif choice == "drop" and problem:
        _drop_waiting(ledger, code)
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
    sent, match = ledger.sent(code), fold(theirs)
    known = {sent + n: number for n, number in enumerate(numbers, start=1) if number}
    there = batch_import.Renumbering(sent)
    for old, new in known.items():
        there.move(old, new)
    unsent = (event for event in ledger.waiting(code) if event.seq not in known)
    heavy = [event for event in unsent if event.kind not in MATCH.kinds_with("never_conflicts")]
    try:
        return all(_holds(match, replace(e, body=batch_import.renumbered(e, there))) for e in heavy)
    except batch_import.MissingReference:
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
    ledger: PocketLedger, code: str, events: Sequence[Event], numbers: batch_import.Renumbering
) -> None:
    """Puts events behind what stands there, as they are but for the numbers of others; what stands
    there already, under its key, is left there.
    """
    for event in events:
        there = ledger.read(code)
        number = _number_of(event, there)
        if number is None:
            body = batch_import.renumbered(event, numbers)
            number = _append(ledger, code, replace(event, body=body))
        numbers.move(event.seq, number)


def move(ledger: PocketLedger, old: str, code: str) -> None:
    """A match has another code: the server had opened it already, under its own."""
    ledger.drop(old)
    ledger.set_problem(old, {"kind": "moved", "to": code})


def _settle_two_sides(
    ledger: PocketLedger, code: str, problem: Mapping[str, object], choice: Resolution
) -> None:
    first, lines, sent = problem["first"], problem["lines"], problem["sent"]
    known, now_called = problem["numbers"], problem["code"]
    assert isinstance(first, int) and isinstance(sent, int)  # noqa: PT018
    assert isinstance(lines, list) and isinstance(known, list)  # noqa: PT018
    own = ledger.read(code)
    ledger.take(str(now_called), first, lines, dropping=True)
    clear_problem(ledger, code)
    if now_called != code:
        move(ledger, code, str(now_called))
    if choice == "after":
        there = {number: new for number, new in enumerate(known, sent + 1) if new is not None}
        common = _common(own, ledger.read(str(now_called)), sent)
        _Rebase(ledger, str(now_called), own, common).put(there)


def _common(own: Sequence[Event], theirs: Sequence[Event], sent: int) -> int:
    """How far two sides are the same. Where the server lost something, what it had comes again;
    where names were forgotten every event is another, and says the same up to the last `sent`.
    """
    pairs = enumerate(zip(own, theirs, strict=False))
    until = min(len(own), len(theirs))
    common = next((n for n, (mine, other) in pairs if mine.hash != other.hash), until)
    return common or max(min(sent, len(theirs)), 1)


def _drop_waiting(ledger: PocketLedger, code: str) -> None:
    """Drops what waits; of a match that the server does not have, all."""
    if sent := ledger.sent(code):
        ledger.take(code, sent + 1, [], dropping=True)
        clear_problem(ledger, code)
    else:
        ledger.drop(code)


def _apply_anew(ledger: PocketLedger, code: str, problem: Mapping[str, object]) -> None:
    """Applies what waits anew, but for a refused event that would be refused again."""
    sent, own = ledger.sent(code), ledger.read(code)
    if not sent:
        clear_problem(ledger, code)
        return
    ledger.take(code, sent + 1, [], dropping=True)
    clear_problem(ledger, code)
    mine = _Rebase(ledger, code, own, sent)
    why = cast(batch_import.RejectionReason, problem["why"])
    mine.refused = {problem["seq"]: batch_import.Rejection(why, str(problem["detail"]))}
    mine.put({})


class _Rebase:
    """The events behind number `common` of an old stream on their way behind a new one."""

    def __init__(self, ledger: PocketLedger, code: str, own: Sequence[Event], common: int) -> None:
        self._ledger, self._code, self._events = ledger, code, own[common:]
        self._numbers = batch_import.Renumbering(common)
        self._then, self._now = fold(own[:common]), fold(ledger.read(code))
        self.refused: Mapping[object, batch_import.Rejection] = {}

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
            assert isinstance(before, list)
            keep_problem(self._ledger, self._code, "left", left=[*before, *left])

    def _apply(self, event: Event) -> Iterator[dict[str, str]]:
        """Writes an event anew, unless what it asks for holds; or says why it cannot be."""
        renewed = event
        try:
            renewed = self._as_written_now(event)
            if _holds(self._now, renewed):
                return
            batch_import.validate_event(self._now, renewed, self._ledger)
        except batch_import.MissingReference as loose:
            yield {"line": line_of(renewed), "why": "refers", "detail": str(loose)}
        except batch_import.Rejection as rejection:
            yield {"line": line_of(renewed), "why": rejection.why, "detail": rejection.detail}
        else:
            number = _append(self._ledger, self._code, renewed)
            self._numbers.move(event.seq, number)
            self._now = self._now.after(self._ledger.read(self._code, number - 1)[0])

    def _as_written_now(self, event: Event) -> Event:
        """An event as it would be written now. Raises Rejection, MissingReference."""
        body = batch_import.renumbered(event, self._numbers)
        now = self._now
        if event.kind in MATCH.kinds_with("by_seats") and not _same_group(self._then, now):
            raise batch_import.Rejection("seats", "others sit there now")
        if event.kind == "agreed" and self._then.house != now.house:
            raise batch_import.Rejection("house", "other house rules hold now")
        if event.kind == "relinked":
            body["generation"] = now.links.generation + 1
        anew = replace(event, seq=now.version + 1, body=body)
        if "entry" in body:
            anew = replace(anew, body={**body, "lines": batch_import.lines_here(now, anew)})
        if anew.body == event.body and event.seq in self.refused:
            raise self.refused[event.seq]
        return anew


def _number_of(event: Event, there: Sequence[Event]) -> int | None:
    return next((other.seq for other in there if other.key == event.key), None)


def _same_group(then: Match, now: Match) -> bool:
    """True if the same people sit there, and nobody came whom the other side does not know."""
    return then.seating.seats == now.seating.seats and len(then.seating.people) == len(
        now.seating.people
    )


def _append(ledger: PocketLedger, code: str, event: Event) -> int:
    """Writes an event behind all others; its number."""
    before = ledger.read(code)
    at = max([event.at, *(last.at for last in before[-1:])])
    written = ledger.append(code, len(before), event.key, event.kind, event.body, at)
    return written.seq
