"""What the phone makes of what the server says: of its answer to a batch, and of its matches, so
that they are there when the signal goes.

Whatever was written here while the answer was under way stays, behind what the server has.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import NoneType
from typing import Any, Literal

from scorekeeper.extras.pocket.batch_import import AHEAD, FORBIDDEN, GONE, REFUSED, TAKEN
from scorekeeper.extras.pocket.fold import state_digest_at
from scorekeeper.extras.pocket.ledger import (
    PocketLedger,
    Unsent,
    clear_problem,
    events_after,
    keep_problem,
)
from scorekeeper.extras.pocket.rebasing import Renumbering, is_agreed, move, put_behind, resolve
from scorekeeper.ledger import Damaged, Event
from scorekeeper.ledger.chain import last_hash
from scorekeeper.match import MATCH
from scorekeeper.match.actions import Matches
from scorekeeper.stream.files import BrokenLine, line_of, parse_event

BatchStatus = Literal[
    "taken", "again", "late", "ahead", "refused", "forbidden", "gone", "unreadable", "differs"
]
"""What became of a batch: the server has it; it is to be sent again; the answer is to what no
longer stands so; or a problem: somebody else wrote meanwhile, an event is refused, this phone may
not write there, the match is gone, the answer fits nothing here, the folds differ.
"""


@dataclass(frozen=True)
class BatchOutcome:
    """What became of a batch, and the code that its match has now."""

    became: BatchStatus
    code: str


@dataclass(frozen=True)
class _Answer:
    """The server's events from number `first` on; `numbers` are those of the parcel's events there,
    None for what it does not have.
    """

    code: str
    first: int
    lines: list[str]
    numbers: list[int | None]
    said: Mapping[str, object]


def take_answer(
    ledger: PocketLedger,
    batch: Mapping[str, Any],
    status: int,
    answer: object,
    matches: Matches | None = None,
) -> BatchOutcome:
    """Takes what the server answered to a batch, which is given as it was sent. With the folds of
    this ledger it need not fold a long evening anew.
    """
    code: str = batch["code"]
    waiting = [line_of(event) for event in ledger.waiting(code)[: len(batch["lines"])]]
    if (ledger.sent(code), waiting) != (batch["sent"], list(batch["lines"])):
        return BatchOutcome("late", code)
    if status in (FORBIDDEN, GONE):
        return _trouble(ledger, code, "forbidden" if status == FORBIDDEN else "gone")
    read = _read(answer) if status in (TAKEN, AHEAD, REFUSED) else None
    if read is None:
        refused = status == REFUSED and isinstance(answer, Mapping) and "why" in answer
        return _trouble(ledger, code, "unreadable") if refused else BatchOutcome("again", code)
    try:
        unsaid = status == TAKEN and len(_leading(read.numbers)) != len(batch["lines"])
        if status != AHEAD and (read.first - 1 != batch["sent"] or unsaid):
            raise Damaged("this is no answer to what was sent")
        if status == AHEAD or _comes_between(ledger, code, read):
            return _ahead(ledger, code, read)
        _take(ledger, code, read)
    except (Damaged, BrokenLine) as fault:
        return _trouble(ledger, code, "unreadable", detail=str(fault))
    return _refused(ledger, code, read) if status == REFUSED else _compare(ledger, read, matches)


def _read(answer: object) -> _Answer | None:
    """What the server says; None if that is no answer of ours."""
    if not isinstance(answer, Mapping) or not (stream := _stream_in(answer)):
        return None
    numbers = answer.get("numbers")
    if not isinstance(numbers, list) or any(type(n) not in (int, NoneType) for n in numbers):
        return None
    return _Answer(*stream, numbers, answer)


def _stream_in(said: object) -> tuple[str, int, list[str]] | None:
    """The code and the lines from number `first` on that a server says; None if it does not."""
    if not isinstance(said, Mapping):
        return None
    code, first, lines = said.get("code"), said.get("first"), said.get("lines")
    if not isinstance(code, str) or type(first) is not int or not isinstance(lines, list):
        return None
    return (code, first, lines) if all(isinstance(line, str) for line in lines) else None


def _comes_between(ledger: PocketLedger, code: str, answer: _Answer) -> bool:
    """True if somebody else wrote what would come before something that was written here since."""
    light, there = MATCH.kinds_with("never_conflicts"), _leading(answer.numbers)
    rest = ledger.waiting(code)[len(there) :]
    if all(event.kind in light for event in rest):
        return False
    theirs = enumerate(answer.lines, start=answer.first)
    others = (parse_event(seq, line) for seq, line in theirs if seq not in there)
    return any(event.kind not in light for event in others)


def _take(ledger: PocketLedger, old: str, answer: _Answer) -> None:
    """The server has what was sent, or what of it lies before an event that it refused."""
    sent, there = answer.first - 1, _leading(answer.numbers)
    if not sent and not there:
        return
    numbers = Renumbering(sent)
    for number, new in enumerate(there, start=sent + 1):
        numbers.move(number, new)
    rest = ledger.read(old, sent + len(there))
    ledger.take(answer.code, answer.first, answer.lines, dropping=True)
    if answer.code != old:
        move(ledger, old, answer.code)
    put_behind(ledger, answer.code, rest, numbers)


def _refused(ledger: PocketLedger, old: str, answer: _Answer) -> BatchOutcome:
    code = answer.code if ledger.sent(answer.code) else old
    why, detail = (str(answer.said.get(name, "")) for name in ("why", "detail"))
    seq = ledger.sent(code) + 1
    return _trouble(ledger, code, "refused", seq=seq, why=why, detail=detail)


def _leading(numbers: Sequence[int | None]) -> list[int]:
    """The numbers up to the first event that is not there."""
    there: list[int] = []
    for number in numbers:
        if number is None:
            break
        there.append(number)
    return there


def _compare(ledger: PocketLedger, answer: _Answer, matches: Matches | None) -> BatchOutcome:
    """Whether the same events come to the same here and there; if not, they are kept as a case.

    A server of another version may say other things of a match, so its hash is not compared.
    """
    code = answer.code
    events = ledger.read(code)[: ledger.sent(code)]
    here, there = state_digest_at(events, matches), str(answer.said.get("fold"))
    clear_problem(ledger, code)
    if not here.differs(there, answer.said.get("fold_schema")):
        return BatchOutcome("taken", code)
    case = {"here": here.hash, "there": there, "lines": [line_of(event) for event in events]}
    return _trouble(ledger, code, "differs", case=case)


def _ahead(ledger: PocketLedger, code: str, answer: _Answer) -> BatchOutcome:
    """Somebody else wrote meanwhile: nothing was taken, and the table decides."""
    own = ledger.read(code)
    before = own[: answer.first - 1]
    theirs = events_after(answer.code, len(before), last_hash(before), answer.lines)
    there = len(before) + len(theirs)
    if there < ledger.sent(code) and _same(own[len(before) : there], theirs):
        # The server went back to an older copy: it has nothing that is not here.
        ledger.unsend(code, there)
        return BatchOutcome("again", code)
    keep_problem(
        ledger,
        code,
        "ahead",
        code=answer.code,
        first=answer.first,
        lines=answer.lines,
        numbers=answer.numbers,
        sent=ledger.sent(code),
    )
    if not is_agreed(ledger, code, [*before, *theirs], answer.numbers):
        return BatchOutcome("ahead", code)
    resolve(ledger, code, "after")
    return BatchOutcome("again", answer.code)


def _same(here: Sequence[Event], there: Sequence[Event]) -> bool:
    return [event.hash for event in here] == [event.hash for event in there]


def _trouble(ledger: PocketLedger, code: str, kind: BatchStatus, **members: object) -> BatchOutcome:
    keep_problem(ledger, code, kind, **members)
    return BatchOutcome(kind, code)


def stream_update(events: Sequence[Event], have: object) -> dict[str, object] | None:
    """What a phone has to take of a match, whole or from the first event that it lacks; None if it
    has all. `have` is what it says to have: the number of its last event, and the hash of that.
    """
    first = 1
    if isinstance(have, Sequence) and len(have) == 2:
        seq, hash = have
        if type(seq) is int and 0 < seq <= len(events) and last_hash(events[:seq]) == hash:
            first = seq + 1
    if first > len(events):
        return None
    lines = [line_of(event) for event in events[first - 1 :]]
    return {"code": events[0].stream, "first": first, "lines": lines}


def follow(ledger: PocketLedger, stream: object) -> bool:
    """Takes what the server sent of a match; False if it cannot be taken now.

    Where something waits to be sent, that comes first. What the server has lost waits again.
    """
    if (said := _stream_in(stream)) is None:
        return False
    try:
        if not _went_back(ledger, *said):
            ledger.take(*said)
    except (Damaged, Unsent):
        return False
    return True


def drop_gone(ledger: PocketLedger, code: str) -> None:
    """The server has nothing for this phone under a code any more: what waits there stays, and so
    does what the table has yet to look at.
    """
    if ledger.waiting(code):
        keep_problem(ledger, code, "gone")
    elif code not in ledger.problems:
        ledger.drop(code)


def _went_back(ledger: PocketLedger, code: str, first: int, lines: Sequence[str]) -> bool:
    """True if the server has the beginning of what it had: that is let wait again."""
    sent = ledger.sent(code)
    if first != 1 or len(lines) >= sent:
        return False
    theirs = events_after(code, 0, "", lines)
    went_back = _same(ledger.read(code)[: len(theirs)], theirs)
    if went_back:
        ledger.unsend(code, len(theirs))
    return went_back
