"""What an exported file says of itself: is it as it was written, and who signed it.

Everything is worked out from the file: without a ledger, a server or a line.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from scorekeeper.extras.seal import (
    PaperEvent,
    PaperHead,
    Signature,
    SignatureStatus,
    head_of,
    paper_letters,
    paper_text,
    signatures_of,
)
from scorekeeper.ledger import Event
from scorekeeper.ledger.chain import SIGNED, Head, hashes_of
from scorekeeper.match import fold
from scorekeeper.match.files import stream_type_of
from scorekeeper.stream.files import Events

FORGOTTEN = "forgotten names made it void"
WORTH = {
    SignatureStatus.VALID: "signed {head}: the signature fits, phone {phone}",
    SignatureStatus.TAP: "agreed to {head} by a tap: that is no proof",
    SignatureStatus.VOID: f"signed {{head}}: {FORGOTTEN}",
    SignatureStatus.INVALID: "signed {head}: the signature does NOT fit",
}


@dataclass(frozen=True)
class Proof:
    """What a stream of a file proves, its chain whole, perhaps with its head as paper has it."""

    events: Sequence[Event]
    paper: PaperHead | None = None

    @property
    def code(self) -> str:
        """The code of the match, company or tournament."""
        return self.events[0].stream

    @cached_property
    def head(self) -> Head:
        """The head of the stream."""
        return head_of(self.events)

    @cached_property
    def signatures(self) -> list[Signature]:
        """Who signed, in the order of signing."""
        return signatures_of(self.events)

    @property
    def last_sealed(self) -> int:
        """The last event that a hash seals, be it in the file or on paper; 0 for none."""
        hashed = (event.seq for event in reversed(self.events) if event.hash)
        on_paper = self.paper.last if self.paper and not self._paper_fault else 0
        return max(next(hashed, 0), on_paper)

    @property
    def faults(self) -> list[str]:
        """Why the file proves less than it should."""
        return list(filter(None, (self._open_end, self._paper_fault, *self._forged)))

    @property
    def _open_end(self) -> str:
        first, last = self.last_sealed + 1, self.events[-1].seq
        return f"{_events(first, last)} not sealed: nothing proves them" if first <= last else ""

    @cached_property
    def _paper_fault(self) -> str:
        """Why this is not the evening on paper; empty if it is, or if there is no paper."""
        if self.paper is None:
            return ""
        seq, last = self.paper.head.seq, self.events[-1].seq
        if self.paper.last > last:
            return f"the paper goes on to event {self.paper.last}, the file ends with {last}"
        if not self.paper.fits(Head(self.code, seq, self._hashes[seq])):
            return f"up to event {seq} this is NOT what stands on paper"
        if self.head.seq > seq:
            return f"{_events(seq + 1, self.head.seq)} written after the paper"
        return self._signed_fault(self.paper.signed) if self.paper.signed else ""

    def _signed_fault(self, signed: PaperEvent) -> str:
        """Why the signatures are not those on paper; empty if they are."""
        if not signed.fits(self._hashes[signed.seq]):
            return f"up to event {signed.seq} the signatures are NOT those on paper"
        added = [str(event.seq) for event in self.events[signed.seq :] if event.kind == SIGNED]
        where = ", ".join(added)
        return f"the paper knows nothing of the signatures in events {where}" if added else ""

    @cached_property
    def _hashes(self) -> list[str]:
        """The hash of each event by its number; of event 0 an empty one."""
        return ["", *hashes_of(self.events)]

    @property
    def _forged(self) -> Iterator[str]:
        for each in self.signatures:
            if each.status is SignatureStatus.INVALID:
                yield f"the signature of event {each.event} does not fit"

    def report(self) -> Iterator[str]:
        """What there is to say of it, line by line."""
        yield f"{self._title}, {len(self.events)} events, {self._days}"
        yield f"  head: {paper_text(self.events)}"
        yield f"  fingerprint: {' + '.join(paper_letters(self.events))}"
        yield from self._sealing()
        if self.paper and not self._paper_fault:
            yield from self._on_paper(self.paper)
        yield from (f"  {self._who(each)} {self._worth(each)}" for each in self.signatures)
        yield from self._shared_keys()

    def _on_paper(self, paper: PaperHead) -> Iterator[str]:
        """What paper says as well, and what it says nothing of: who has the file can add that."""
        too = ", of signatures too" if paper.signed else ""
        how = "" if paper.is_whole else ", as far as it was read"
        yield f"  the paper says the same{too}{how}"
        if paper.signed is None:
            yield "  the paper does not cover the signatures: nothing of them was read off it"
        if behind := self.events[paper.last :]:
            signed = sum(event.kind == SIGNED for event in behind)
            what = f"{len(behind)} events, {signed} of them signatures"
            yield f"  behind what the paper proves: {what}; whoever has the file can add such"

    def _shared_keys(self) -> Iterator[str]:
        """Phones that signed for more than one person."""
        signers: dict[str, dict[str, None]] = {}
        for each in self.signatures:
            signers.setdefault(each.phone, {})[self._who(each)] = None
        for phone, names in signers.items():
            if phone and len(names) > 1:
                yield f"  phone {phone} signed under several names: {', '.join(names)}"

    def _sealing(self) -> Iterator[str]:
        """From where the chain holds, and what was sealed only later."""
        if sealed := self.last_sealed:
            yield f"  the chain holds up to event {sealed}"
        old = [event.seq for event in self.events[:sealed] if not event.hash]
        if old and any(event.hash for event in self.events):
            first = next(event.seq for event in self.events if event.hash)
            if before := [seq for seq in old if seq < first]:
                yield f"  {_events(before[0], before[-1])} older: sealed by event {first}"

    @property
    def _title(self) -> str:
        type, body = stream_type_of(self.events), self.events[0].body
        if type.part:
            said = body[type.mark]
            name = said["name"] if isinstance(said, dict) else said
            return f"{type.name} {self.code}: {name}"
        return f"match {self.code}: {body['game']}, {', '.join(self._people)}"

    @cached_property
    def _people(self) -> tuple[str, ...]:
        return fold(self.events).seating.people

    @property
    def _days(self) -> str:
        return " to ".join(dict.fromkeys((self.events[0].at[:10], self.events[-1].at[:10])))

    def _who(self, signature: Signature) -> str:
        return self._people[signature.person]

    def _worth(self, signature: Signature) -> str:
        said = WORTH[signature.status].format(head=f"head {signature.head}", phone=signature.phone)
        more = signature.head < self.head.seq
        since = _events(signature.head + 1, self.head.seq)
        return f"{said}; {since} written since" if more else said


def proofs_of(streams: Sequence[Events], paper: PaperHead | None) -> list[Proof]:
    """What a file proves, stream by stream; a head from paper is compared with its own match.

    Raises LookupError if that is not in the file.
    """
    codes = {events[0].stream for events in streams}
    if paper and paper.match not in codes:
        raise LookupError(f"the paper is of {paper.match}; in the file is {', '.join(codes)}")
    mine = paper.match if paper else ""
    return [Proof(events, paper if events[0].stream == mine else None) for events in streams]


def _events(first: int, last: int) -> str:
    return f"event {first} was" if first == last else f"events {first} to {last} were"
