"""How a server takes in what a phone wrote without it: each event is read, checked and scored anew.

Nothing is merged: where somebody else wrote meanwhile, nothing is taken, and the table decides.
Whatever a parcel says, the answer is an answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from scorekeeper.extras.pocket.fold import fold_of
from scorekeeper.extras.pocket.parcel import Parcel, read_parcel
from scorekeeper.extras.pocket.references import Loose, Numbers, renumbered
from scorekeeper.extras.pocket.scrutiny import Doubt, check_here
from scorekeeper.extras.pocket.signatures import resigned
from scorekeeper.ledger import Event, KeyReused, Stale, as_json, now
from scorekeeper.ledger.chain import SIGNED, last_hash
from scorekeeper.match import MATCH, Match
from scorekeeper.match.actions import Matches, UnknownMatch, is_same_opening
from scorekeeper.match.checks import PHONE_CODE
from scorekeeper.stream.files import line_of

TAKEN, AHEAD, REFUSED, FORBIDDEN, GONE, BUSY = 200, 409, 422, 403, 410, 503
"""What an answer says, as HTTP says it."""
WORKED_OUT = frozenset({"lines", "phone", "hash", "key", "signature"})
"""Members of a body that one save may have otherwise where it was taken twice."""
TRIES = 8
"""So often a parcel is read anew because somebody wrote while it was being taken."""


def _none(key: str) -> None:
    return None


@dataclass(frozen=True)
class Sender:
    """The phone that sends, as the server knows it: the `mark` that stands for it in a match of
    this code, a key as only this phone can send it (`own_key`), and where it may write.

    `find_opened` gives the code of the match that was opened by such a key, if there is one.
    """

    mark: Callable[[str], str]
    own_key: Callable[[str], str]
    may_write: Callable[[Match], bool]
    find_opened: Callable[[str], str | None] = _none


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
        parcel = read_parcel(data)
    except Doubt as doubt:
        return Receipt(REFUSED, _refusal(0, doubt))
    for _ in range(TRIES):
        try:
            return _received(matches, parcel, sender)
        except (Stale, KeyReused):
            continue
    return Receipt(BUSY, {})


def _received(matches: Matches, parcel: Parcel, sender: Sender) -> Receipt:
    """What becomes of a parcel. Raises Stale or KeyReused if somebody wrote while it was taken."""
    key = sender.own_key(parcel.events[0].key) if not parcel.sent else ""
    code = parcel.code
    if key and not matches.ledger.newest([code]):
        code = sender.find_opened(key) or code
    try:
        match = matches.get(code)
    except UnknownMatch:
        taken = bool(matches.ledger.newest([code]))
        if parcel.sent or taken:
            return Receipt(FORBIDDEN if taken else GONE, {"code": code})
        if not PHONE_CODE.fullmatch(parcel.code):
            doubt = Doubt("unreadable", "code: a match begun in a phone has eight letters")
            return Receipt(REFUSED, _refusal(0, doubt))
        receipt = _Taking(matches, parcel, sender, code, None).run()
        return replace(receipt, opened_here=receipt.match is not None)
    opened_here = match.events[0].key == key and match.opener_writes
    if not opened_here and not sender.may_write(match):
        return Receipt(FORBIDDEN, {"code": code})
    return replace(_Taking(matches, parcel, sender, code, match).run(), opened_here=opened_here)


class _Taking:
    """A parcel on its way into a match (None: it opens one): event by event, in order."""

    def __init__(
        self, matches: Matches, parcel: Parcel, sender: Sender, code: str, match: Match | None
    ) -> None:
        self._matches, self._parcel, self._sender = matches, parcel, sender
        self._code, self._match = code, match
        self._numbers = Numbers(parcel.sent)
        self._mark = sender.mark(code)

    def run(self) -> Receipt:
        """Takes what can be taken, and says what that was."""
        known = dict(self._known())
        if not self._follows():
            return self._receipt(AHEAD, known, _theirs(self._match, 1))
        others = self._others(known)
        if others and self._goes_on(known):
            return self._receipt(AHEAD, known)
        for event in self._parcel.events:
            try:
                there = known.get(event.seq)
                if there is None:
                    known[event.seq] = there = self._append(event)
                elif not self._is_same(event, there):
                    raise Doubt("key", f"this key stands for event {there.seq}")
            except Doubt as doubt:
                taken = {seq: there for seq, there in known.items() if seq < event.seq}
                return self._receipt(REFUSED, taken, _refusal(event.seq, doubt))
            self._numbers.move(event.seq, there.seq)
        assert self._match is not None, "a parcel has events"
        fold, parcel = fold_of(self._match), self._parcel
        # A phone that names no schema takes any other hash than its own for a fault.
        hash = fold.hash if parcel.schema or others else parcel.fold
        return replace(
            self._receipt(TAKEN, known, {"fold": hash, "fold_schema": fold.schema}),
            differs=not others and fold.differs(parcel.fold, parcel.schema),
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
        return any(e.seq not in ours and e.kind not in MATCH.having("aside") for e in theirs)

    def _goes_on(self, known: Mapping[int, Event]) -> bool:
        """True if a parcel has what is new, and what may come too late."""
        new = (event for event in self._parcel.events if event.seq not in known)
        return any(event.kind not in MATCH.having("aside") for event in new)

    def _append(self, sent: Event) -> Event:
        """Writes an event that is new. Raises Doubt; Stale if somebody was quicker."""
        event = self._as_here(sent)
        check_here(self._match, event, self._matches.ledger)
        written = self._matches.ledger.append(
            self._code, event.seq - 1, event.key, event.kind, event.body, event.at
        )
        self._match = self._matches.get(self._code)
        # Somebody wrote right behind it: what comes next is looked at anew.
        if self._match.version != written.seq:
            raise Stale(self._match.version)
        return written

    def _as_here(self, sent: Event) -> Event:
        """An event as this server would have written it, but for what it says. Raises Doubt."""
        before = self._events[-1:]
        return Event(
            stream=self._code,
            seq=len(self._events) + 1,
            kind=sent.kind,
            body=self._body(sent),
            key=self._key(sent),
            at=max(min(sent.at, now()), *(event.at for event in before), ""),
        )

    def _body(self, sent: Event) -> Mapping[str, object]:
        """The body of an event with this server's numbers, mark and hashes. Raises Doubt."""
        try:
            body = renumbered(sent, self._numbers)
        except Loose as loose:
            raise Doubt("refers", str(loose)) from None
        if "phone" in body:
            body["phone"] = self._mark
        return resigned(body, self._events) if sent.kind == SIGNED else body

    def _key(self, event: Event) -> str:
        # Only the phone that said something can make the key of it again.
        own = event.kind in MATCH.having("aside") | {"opened"}
        return self._sender.own_key(event.key) if own else event.key

    def _is_same(self, sent: Event, there: Event) -> bool:
        """True if an event says what stands here under its key."""
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


def _statement(body: Mapping[str, object]) -> str:
    """What somebody said of a body: the rest is worked out here."""
    return as_json({name: value for name, value in body.items() if name not in WORKED_OUT})


def _theirs(match: Match | None, first: int) -> dict[str, object]:
    events = match.events[first - 1 :] if match else ()
    return {"first": first, "lines": [line_of(event) for event in events]}


def _refusal(seq: int, doubt: Doubt) -> dict[str, object]:
    return {"seq": seq, "why": doubt.why, "detail": doubt.detail}
