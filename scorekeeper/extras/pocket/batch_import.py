"""How a server takes in a batch, the events of one match that a phone wrote without it: each is
read, checked and scored anew.

Nothing is merged: where somebody else wrote meanwhile, nothing is taken, and the table decides.
Whatever a batch says, the answer is an answer. Nothing that a phone worked out counts: its lines
have to be those that the game gives here, its verdict the one that the referee gives. Events name
others by their numbers, which follow where those get other numbers.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import accumulate
from math import inf

from scorekeeper.core.turns import give_way
from scorekeeper.extras.pocket.fold import state_digest, state_digest_at
from scorekeeper.extras.pocket.ledger import PocketLedger, events_after
from scorekeeper.extras.pocket.rebasing import (
    MissingReference,
    Rejection,
    Renumbering,
    renumbered,
    validate_event,
)
from scorekeeper.ledger import (
    TIME_FORMAT,
    Damaged,
    Event,
    KeyReused,
    Stale,
    canonical_json,
    now,
)
from scorekeeper.ledger.chain import last_hash
from scorekeeper.match import MATCH, Match
from scorekeeper.match.actions import Matches, UnknownMatch, is_same_opening
from scorekeeper.stream.files import CODE, line_of

MOST_EVENTS = 200
"""So many events go into one batch; the rest goes into the next."""


@dataclass(frozen=True)
class Batch:
    """The events behind number `sent`, whose hash is `hash`; `fold` is that of the phone's fold.

    By what `schema` that is hashed, and what time it is by the phone's clock (`now`), phones up to
    version 0.10 do not say.
    """

    code: str
    sent: int
    hash: str
    events: tuple[Event, ...]
    fold: str
    schema: str = ""
    now: str = ""


def next_batch(
    ledger: PocketLedger, code: str, matches: Matches | None = None, most: float = inf
) -> dict[str, object]:
    """What is to be sent of a match next, as JSON; without lines if nothing waits. Its lines have
    no more than `most` bytes, unless one alone has them. With the folds of this ledger it need not
    fold a long evening anew.
    """
    sent, events = ledger.sent(code), ledger.read(code)
    waiting = [line_of(event) for event in events[sent : sent + MOST_EVENTS]]
    sizes = accumulate(len(json.dumps(line, ensure_ascii=False).encode()) + 2 for line in waiting)
    lines = waiting[: max(1, sum(size <= most for size in sizes))]
    fold = state_digest_at(events[: sent + len(lines)], matches)
    return {
        "code": code,
        "sent": sent,
        "hash": last_hash(events[:sent]),
        "lines": lines,
        "fold": fold.hash,
        "fold_schema": fold.schema,
        "now": now(),
    }


def load_batch(data: object) -> Batch:
    """The batch in what came over the line. Raises Rejection."""
    if not isinstance(data, Mapping):
        raise Rejection("unreadable", "this is no object")
    texts = {name: _text(data, name) for name in ("code", "hash", "fold")}
    schema, clock = (_text({name: "", **data}, name) for name in ("fold_schema", "now"))
    sent, lines = data.get("sent"), data.get("lines")
    if not CODE.fullmatch(texts["code"]):
        raise Rejection("unreadable", "code: a code is 1 to 16 capital letters and digits")
    if type(sent) is not int or sent < 0:
        raise Rejection("unreadable", "sent: this must be a whole number from 0")
    if not isinstance(lines, list) or not all(isinstance(line, str) for line in lines):
        raise Rejection("unreadable", "lines: this must be a list of texts")
    if not 0 < len(lines) <= MOST_EVENTS:
        raise Rejection("unreadable", f"lines: a batch has 1 to {MOST_EVENTS}")
    try:
        events = tuple(events_after(texts["code"], sent, texts["hash"], lines))
    except (Damaged, RecursionError, ValueError) as fault:
        raise Rejection("unreadable", str(fault)) from None
    return Batch(texts["code"], sent, texts["hash"], events, texts["fold"], schema, clock)


def _text(data: Mapping[object, object], name: str) -> str:
    if not isinstance(text := data.get(name), str):
        raise Rejection("unreadable", f"{name}: this must be text")
    return text


TAKEN, AHEAD, REFUSED, FORBIDDEN, GONE, BUSY = 200, 409, 422, 403, 410, 503
"""What an answer says, as HTTP says it."""
WRONG_CLOCK = timedelta(hours=1)
"""A phone's clock that is not wrong by more is believed: what is sent is on its way for a while."""
DERIVED_FIELDS = frozenset({"lines", "phone"})
"""Members of a body that one save may have otherwise where it was taken twice."""
TRIES = 8
"""So often a batch is read anew because somebody wrote while it was being taken."""


@dataclass(frozen=True)
class Sender:
    """The phone that sends, as the server knows it: the `mark` that stands for it in a match of
    this code, a key as only this phone can send it (`phone_scoped_key`), and where it may write.

    `find_opened` gives the code of the match that was opened by such a key, if there is one, and
    `codes_for` those to try for one that is not `well_coded`.
    """

    mark: Callable[[str], str]
    phone_scoped_key: Callable[[str], str]
    may_write: Callable[[Match], bool]
    find_opened: Callable[[str], str | None]
    codes_for: Callable[[str], Iterator[str]]
    well_coded: Callable[[str], bool]


@dataclass(frozen=True)
class Receipt:
    """What the phone is answered: a `status` as of HTTP, and JSON.

    `match` is the match as it is now, where something was taken or is known; `opened_here` says
    that this phone has opened it, so it is its scorer. `differs`: the same events came to something
    else in the phone.
    """

    status: int
    answer: Mapping[str, object]
    match: Match | None = None
    opened_here: bool = False
    differs: bool = False


def receive(matches: Matches, data: object, sender: Sender) -> Receipt:
    """Takes in what a phone sends, once however often that comes."""
    try:
        batch = load_batch(data)
    except Rejection as rejection:
        return Receipt(REFUSED, _refusal(0, rejection))
    for _ in range(TRIES):
        try:
            return _received(matches, batch, sender)
        except (Stale, KeyReused):
            continue
    return Receipt(BUSY, {})


def _received(matches: Matches, batch: Batch, sender: Sender) -> Receipt:
    """What becomes of a batch. Raises Stale or KeyReused if somebody wrote while it was taken."""
    key = sender.phone_scoped_key(batch.events[0].key) if not batch.sent else ""
    code = batch.code
    if key and not matches.ledger.newest([code]):
        code = sender.find_opened(key) or code
    try:
        match = matches.get(code)
    except UnknownMatch:
        taken = bool(matches.ledger.newest([code]))
        if batch.sent or taken:
            return Receipt(FORBIDDEN if taken else GONE, {"code": code})
        if not sender.well_coded(code):
            code = next(each for each in sender.codes_for(key) if not matches.ledger.newest([each]))
        receipt = _Import(matches, batch, sender, code, None).run()
        return replace(receipt, opened_here=receipt.match is not None)
    opened_here = match.events[0].key == key and match.opener_writes
    if not opened_here and not sender.may_write(match):
        return Receipt(FORBIDDEN, {"code": code})
    return replace(_Import(matches, batch, sender, code, match).run(), opened_here=opened_here)


class _Import:
    """A batch on its way into a match (None: it opens one): event by event, in order."""

    def __init__(
        self, matches: Matches, batch: Batch, sender: Sender, code: str, match: Match | None
    ) -> None:
        self._matches, self._parcel, self._sender = matches, batch, sender
        self._code, self._match = code, match
        self._numbers = Renumbering(batch.sent)
        self._mark = sender.mark(code)

    def run(self) -> Receipt:
        """Takes what can be taken, and says what that was."""
        known = dict(self._known())
        if not self._follows():
            return self._receipt(AHEAD, known, _theirs(self._match, 1))
        others = self._others(known)
        new = (event for event in self._parcel.events if event.seq not in known)
        if others and any(map(_may_conflict, new)):
            return self._receipt(AHEAD, known)
        for event in self._parcel.events:
            give_way()
            try:
                there = known.get(event.seq)
                if there is None:
                    known[event.seq] = there = self._append(event)
                elif not self._is_same(event, there):
                    raise Rejection("key", f"this key stands for event {there.seq}")
            except Rejection as rejection:
                taken = {seq: there for seq, there in known.items() if seq < event.seq}
                return self._receipt(REFUSED, taken, _refusal(event.seq, rejection))
            self._numbers.move(event.seq, there.seq)
        assert self._match is not None, "a batch has events"
        fold, batch = state_digest(self._match), self._parcel
        # A phone that names no schema takes any other hash than its own for a fault.
        hash = fold.hash if batch.schema or others else batch.fold
        return replace(
            self._receipt(TAKEN, known, {"fold": hash, "fold_schema": fold.schema}),
            differs=not others and fold.differs(batch.fold, batch.schema),
        )

    def _known(self) -> Iterator[tuple[int, Event]]:
        """The number of each event that was taken before, and what it became."""
        there = {event.key: event for event in self._events}
        for event in self._parcel.events:
            # A file that was taken in brings keys along as they stand here.
            if found := there.get(self._key(event)) or there.get(event.key):
                yield event.seq, found

    def _follows(self) -> bool:
        """True if the phone knows the history that stands here, as far as it goes."""
        before = self._events[: self._parcel.sent]
        return len(before) == self._parcel.sent and last_hash(before) == self._parcel.hash

    def _others(self, known: Mapping[int, Event]) -> bool:
        """True if somebody else wrote what this phone did not see."""
        ours = {event.seq for event in known.values()}
        theirs = self._events[self._parcel.sent :]
        return any(map(_may_conflict, (event for event in theirs if event.seq not in ours)))

    def _append(self, sent: Event) -> Event:
        """Writes an event that is new. Raises Rejection; Stale if somebody was quicker."""
        event = self._as_here(sent)
        validate_event(self._match, event, self._matches.ledger)
        written = self._matches.ledger.append(
            self._code, event.seq - 1, event.key, event.kind, event.body, event.at
        )
        self._match = self._matches.get(self._code)
        # Somebody wrote right behind it: what comes next is looked at anew.
        if self._match.version != written.seq:
            raise Stale(self._match.version)
        return written

    def _as_here(self, sent: Event) -> Event:
        """An event as this server would have written it, but for what it says. Raises Rejection."""
        before = self._events[-1:]
        return Event(
            stream=self._code,
            seq=len(self._events) + 1,
            kind=sent.kind,
            body=self._body(sent),
            key=self._key(sent),
            at=max(min(self._time(sent), now()), *(event.at for event in before), ""),
        )

    def _time(self, sent: Event) -> str:
        """When an event happened, though the clock of the phone may be wrong."""
        try:
            said = (now(), self._parcel.now, sent.at)
            here, there, then = (datetime.strptime(at, TIME_FORMAT) for at in said)
            right = (then + (here - there)).strftime(TIME_FORMAT)
        except (ValueError, OverflowError):
            return sent.at
        return right if abs(here - there) > WRONG_CLOCK else sent.at

    def _body(self, sent: Event) -> Mapping[str, object]:
        """The body of an event with this server's numbers and mark, and in no group: that it is in
        one is said here. Raises Rejection.
        """
        try:
            body = renumbered(sent, self._numbers)
        except MissingReference as loose:
            raise Rejection("refers", str(loose)) from None
        if "phone" in body:
            body["phone"] = self._mark
        if "group" in body or sent.kind == "opened":
            body["group"] = ""
        return body

    def _key(self, event: Event) -> str:
        # Only the phone that said something can make the key of it again.
        own = event.kind in MATCH.kinds_with("never_conflicts") | {"opened"}
        return self._sender.phone_scoped_key(event.key) if own else event.key

    def _is_same(self, sent: Event, there: Event) -> bool:
        if sent.kind != there.kind:
            return False
        bodies = (_statement(body) for body in (sent.body, self._body(sent)))
        return _statement(there.body) in bodies or is_same_opening(there.body, sent.body)

    @property
    def _events(self) -> tuple[Event, ...]:
        return self._match.events if self._match else ()

    def _receipt(
        self, status: int, known: Mapping[int, Event], more: Mapping[str, object] | None = None
    ) -> Receipt:
        """The answer: all that stands here since the phone's last, and what of it is its own."""
        theirs = _theirs(self._match, self._parcel.sent + 1)
        there = (known.get(event.seq) for event in self._parcel.events)
        numbers = [event.seq if event else None for event in there]
        answer = {"code": self._code, **theirs, "numbers": numbers, **(more or {})}
        return Receipt(status, answer, self._match)


def _may_conflict(event: Event) -> bool:
    """True if it may come too late: what somebody else wrote before it may matter."""
    return event.kind not in MATCH.kinds_with("never_conflicts")


def _statement(body: Mapping[str, object]) -> str:
    """What somebody said of a body: the rest is worked out here."""
    return canonical_json(
        {name: value for name, value in body.items() if name not in DERIVED_FIELDS}
    )


def _theirs(match: Match | None, first: int) -> dict[str, object]:
    events = match.events[first - 1 :] if match else ()
    return {"first": first, "lines": [line_of(event) for event in events]}


def _refusal(seq: int, rejection: Rejection) -> dict[str, object]:
    return {"seq": seq, "why": rejection.why, "detail": rejection.detail}
