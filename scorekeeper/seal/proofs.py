"""What an exported file says of itself: is it as it was written, and who signed it.

Everything is worked out from the file: without a ledger, a server or a line.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from scorekeeper.company.files import is_company, load
from scorekeeper.ledger import Event
from scorekeeper.ledger.chain import SIGNED, Head, hashes_of, head_of
from scorekeeper.match import fold
from scorekeeper.match.files import Stream
from scorekeeper.seal import (
    Doubt,
    PaperHead,
    Signature,
    fingerprint,
    letters_of,
    signatures_of,
    text_of,
)
from scorekeeper.tournament import files as tournaments

FORGOTTEN = "forgotten names made it void"
WORTH = {
    Doubt.NONE: "signed {head}: the signature fits, phone {key}",
    Doubt.TAP: "agreed to {head} by a tap: that is no proof",
    Doubt.VOID: f"signed {{head}}: {FORGOTTEN}",
    Doubt.OTHER: "signed {head}: the signature does NOT fit",
}


def load_file(text: str) -> list[Stream]:
    """The streams of an exported file. Raises BrokenLine, also where a hash does not fit."""
    return tournaments.load(text) if tournaments.holds_tournament(text) else load(text)


@dataclass(frozen=True)
class Proof:
    """What a stream of a file proves, its chain whole, perhaps with its head as paper has it."""

    events: Sequence[Event]
    paper: PaperHead | None = None

    @property
    def code(self) -> str:
        """The code of the match, company or tournament."""
        return self.events[0].match

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
        on_paper = self.paper.seq if self.paper and not self._paper_fault else 0
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
        seq, last = self.paper.seq, self.events[-1].seq
        if seq > last:
            return f"the paper goes on to event {seq}, the file ends with {last}"
        written = list(hashes_of(self.events))[seq - 1]
        if not self.paper.fits(Head(self.code, seq, written)):
            return f"up to event {seq} this is NOT what stands on paper"
        if self.head.seq > seq:
            return f"{_events(seq + 1, self.head.seq)} written after the paper"
        return ""

    @property
    def _forged(self) -> Iterator[str]:
        for each in self.signatures:
            if each.doubt is Doubt.OTHER:
                yield f"the signature of event {each.event} does not fit"

    def report(self) -> Iterator[str]:
        """What there is to say of it, line by line."""
        yield f"{self._title}, {len(self.events)} events, {self._days}"
        yield f"  head: {text_of(self.head)}"
        yield f"  fingerprint: {fingerprint(self.head.hash)}"
        yield from self._sealing()
        if self.paper and not self._paper_fault:
            exact = len(self.paper.letters) == len(letters_of(self.head.hash))
            yield f"  the paper says the same{'' if exact else ', as far as it was read'}"
            yield from self._behind_the_paper(self.paper.seq)
        yield from (f"  {self._who(each)} {self._worth(each)}" for each in self.signatures)
        yield from self._shared_keys()

    def _behind_the_paper(self, seq: int) -> Iterator[str]:
        """What the paper says nothing of: who has the file can add it, signatures too."""
        if behind := self.events[seq:]:
            signed = sum(event.kind == SIGNED for event in behind)
            what = f"{len(behind)} events, {signed} of them signatures"
            yield f"  behind what the paper proves: {what}; whoever has the file can add such"

    def _shared_keys(self) -> Iterator[str]:
        """Phones that signed for more than one person."""
        signers: dict[str, dict[str, None]] = {}
        for each in self.signatures:
            signers.setdefault(each.key, {})[self._who(each)] = None
        for key, names in signers.items():
            if key and len(names) > 1:
                yield f"  phone {key[:8]} signed under several names: {', '.join(names)}"

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
        body = self.events[0].body
        if is_company(self.events):
            return f"company {self.code}: {body['company']}"
        if tournaments.is_tournament(self.events):
            return f"tournament {self.code}: {body['tournament']}"
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
        said = WORTH[signature.doubt].format(
            head=f"head {signature.head}", key=signature.key[:8] or "–"
        )
        more = signature.head < self.head.seq
        since = _events(signature.head + 1, self.head.seq)
        return f"{said}; {since} written since" if more else said


def proofs_of(streams: Sequence[Stream], paper: PaperHead | None) -> list[Proof]:
    """What a file proves, stream by stream; a head from paper is compared with its own match.

    Raises LookupError if that is not in the file.
    """
    codes = {events[0].match for events in streams}
    if paper and paper.match not in codes:
        raise LookupError(f"the paper is of {paper.match}; in the file is {', '.join(codes)}")
    mine = paper.match if paper else ""
    return [Proof(events, paper if events[0].match == mine else None) for events in streams]


def _events(first: int, last: int) -> str:
    return f"event {first} was" if first == last else f"events {first} to {last} were"
