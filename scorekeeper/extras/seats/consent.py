"""What the others at the table say of a row – they confirm it, object to it, or say nothing –, and
what the referee was asked from a seat; with the kinds of event that say what phones do.

An answer is a person's, from a phone, on one version of a row: what is corrected is asked again.
Nothing waits for an answer: what stands on the sheet counts. A person has one question at a time
before the table. It stays until he takes it back, and until the next row or ruling: what was asked
in mid-deal is settled by then.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Literal

from scorekeeper.core.schema import dump, dump_fields, spec
from scorekeeper.core.sheet import sum_of
from scorekeeper.ledger import Event, Stale
from scorekeeper.match import MATCH, Fold, Match, owners_of
from scorekeeper.match.actions import Matches
from scorekeeper.match.checks import LONGEST_CODE, require_row, validate_note, validate_person
from scorekeeper.match.rows import Row
from scorekeeper.match.rulings import JudgementRecord
from scorekeeper.referee.judgements import Judgement, load_judgement
from scorekeeper.stream.kinds import Body, InvalidEvent, prefix_path
from scorekeeper.stream.roles import EventNo, Mark, StreamCode, Text


@MATCH.declare("took", never_conflicts=True, claims_phone=True, takes_pencil=True)
@dataclass(frozen=True, kw_only=True)
class Took(Body[Match, Fold]):
    """A phone writes from now on, in the hand of a person if it has said whose it is."""

    phone: Mark
    person: int | None

    def validate(self, match: Match) -> None:
        if self.person is not None:
            validate_person(match, self.person)


@MATCH.declare("sat", never_conflicts=True, claims_phone=True)
@dataclass(frozen=True, kw_only=True)
class Sat(Took):
    """A phone is in the hand of a person, and another one goes on writing."""

    person: int


@MATCH.declare("ended", never_conflicts=True)
@dataclass(frozen=True, kw_only=True)
class Ended(Took):
    """One link ends, and with it what it gave: that of a person's seat, or, of nobody's, that of
    those who write; the phone that did it goes on writing. With that of those who write ends that a
    group may read the match, but for `group`, if one stays; older versions say nothing of it. If it
    is the role `of` one phone that ends with that link, all others stay, and the group.
    """

    group: StreamCode | None = spec(None, max_length=LONGEST_CODE)
    of: Mark = ""


@MATCH.declare("confirmed", never_conflicts=True, claims_phone=True, answers_row=True)
@dataclass(frozen=True, kw_only=True)
class Confirmed(Body[Match, Fold]):
    """A person agrees, on a phone, with what row `event` says since `version`."""

    event: EventNo
    version: EventNo
    person: int
    phone: Mark

    def validate(self, match: Match) -> None:
        """There was such a version, though perhaps it was taken back while somebody answered."""
        seq = require_row(match, self.event, "to agree with or not").seq
        about = (e for e in match.events if e.kind == "corrected" and e.body["event"] == seq)
        versions = [seq, *(event.seq for event in about)]
        if self.version not in versions:
            right = ", ".join(map(str, versions))
            raise InvalidEvent("version", f"event {seq} was written or corrected by {right}")
        validate_person(match, self.person)


@MATCH.declare("objected", never_conflicts=True, claims_phone=True, answers_row=True)
@dataclass(frozen=True, kw_only=True)
class Objected(Confirmed):
    """A person does not agree with it, and perhaps says why."""

    note: Text

    def validate(self, match: Match) -> None:
        super().validate(match)
        validate_note(self.note)


@MATCH.declare("asked", never_conflicts=True, claims_phone=True)
@dataclass(frozen=True, kw_only=True)
class Asked(Body[Match, Fold]):
    """A person shows the table what he asked on his phone; without a question, no more."""

    person: int
    phone: Mark
    question: JudgementRecord | None = None

    def validate(self, match: Match) -> None:
        validate_person(match, self.person)
        if self.question is not None:
            prefix_path("question", partial(self.question.validate, match))


SILENCE = 3
"""After so many counted rows an answer is asked for once more, and then no longer."""

State = Literal["", "waiting", "reminded", "silent", "confirmed", "objected", "decided"]
"""How a row stands: nobody asks (empty), `waiting` for an answer, `reminded` once more, `silent`:
nobody objected in time, `confirmed` by who has to, `objected` to, or `decided` by a ruling.
"""


class AnswerRefused(ValueError):
    """An answer that does not count: `why` is struck, corrected, absent, own-phone, own-entry or
    two-people.
    """

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


@dataclass(frozen=True)
class Consent:
    """What was said of a row as it stands now, by person; `before` agreed with an older version."""

    state: State = ""
    confirmed: tuple[int, ...] = ()
    objections: tuple[Event, ...] = ()
    before: tuple[int, ...] = ()


class RowAnswers:
    """What the phones of a table said, gathered once for the rows from number `since` on."""

    def __init__(self, match: Match, since: int = 0) -> None:
        self._match = match
        self._answers: defaultdict[int, list[Event]] = defaultdict(list)
        answers = MATCH.kinds_with("answers_row")
        for event in match.events[since:]:
            if event.kind in answers:
                self._answers[event.body["event"]].append(event)

    @cached_property
    def owners(self) -> Mapping[str, int]:
        """Phone → the person in whose hand it said last to be."""
        return owners_of(self._match)

    def consent(self, row: Row, later: int) -> Consent:
        """What was said of a row, if so many counted rows were written after it."""
        if row.struck:
            return Consent()
        said = self._answers[row.seq]
        now = _newest(event for event in said if int(event.body["version"]) == row.versions[-1])
        older = _newest(event for event in said if event.body["person"] not in now)
        confirmed = tuple(_agreeing(now))
        objections = tuple(event for event in now.values() if event.kind == "objected")
        state = self._state(row, confirmed, objections, later)
        return Consent(state, confirmed, objections, tuple(_agreeing(older)))

    def standing_answer(self, row: Row, person: int) -> Event | None:
        """What a person answered last of a row; None if he said nothing since it was ruled on."""
        last = _newest(self._answers[row.seq]).get(person)
        ruled = max((event.seq for event in self._match.rulings_about(row.seq)), default=0)
        return last if last and last.seq > ruled else None

    def fault(self, row: Row, person: int, phone: str, version: int) -> str:
        """Why an answer of a person, on this phone, to this version would not count; or empty."""
        said = (event.body for event in self._answers[row.seq])
        others = (body for body in said if body["person"] != person and body["phone"] == phone)
        faults = {
            "struck": row.struck,
            "corrected": version != row.versions[-1],
            "absent": person not in row.seating.seats,
            "own-phone": phone == self._phone(row),
            "own-entry": person == self.writer(row),
            "two-people": any(body["version"] == row.versions[-1] for body in others),
        }
        return next((why for why, holds in faults.items() if holds), "")

    def writer(self, row: Row) -> int | None:
        """The person whose phone wrote what a row says, if that is known."""
        return self.owners.get(self._phone(row))

    def opponents(self, row: Row) -> frozenset[int]:
        """The people whose word counts as an opponent's: they fared otherwise than the writer did.

        Where the writer is not known, he is taken for the best of the row; where all fared alike,
        anybody's word will do.
        """
        people, writer = row.seating.seats, self.writer(row)
        of_seats = sum_of(row.lines, len(people))
        points = dict(zip(people, of_seats, strict=True))
        best = next(seat for place, seat in self._match.game.ranking(of_seats) if place == 1)
        own = points[writer] if writer in points else of_seats[best]
        return frozenset(who for who in people if points[who] != own) or frozenset(people)

    def _phone(self, row: Row) -> str:
        """The mark of the phone that wrote what a row says; empty if it is not known."""
        return str(self._match.events[row.versions[-1] - 1].body.get("phone", ""))

    def _state(
        self, row: Row, confirmed: Sequence[int], objections: Sequence[Event], later: int
    ) -> State:
        if objections:
            last = max(event.seq for event in objections)
            rulings = self._match.rulings_about(row.seq)
            return "decided" if any(e.seq > last for e in rulings) else "objected"
        asked = row.house.confirm
        if any(asked != "opponent" or who in self.opponents(row) for who in confirmed):
            return "confirmed"
        if asked == "off":
            return ""
        return "waiting" if later < SILENCE else "reminded" if later == SILENCE else "silent"


def answer(matches: Matches, match: Match, said: Confirmed, key: str) -> Match:
    """Writes whether a person agrees with a row; what says the same as his last answer writes
    nothing. Raises UnknownRow, AnswerRefused, KeyReused.
    """
    body = dump_fields(said)
    while not _is_said(match, said, key):
        try:
            return matches.append_next(match, key, said.kind, body)
        except Stale:  # perhaps by the same answer, from another page
            match = matches.get(match.code)
    return match


def _is_said(match: Match, said: Confirmed, key: str) -> bool:
    """True if a person's last answer says the same. Raises UnknownRow, AnswerRefused."""
    if match.event_by_key(key) is not None:
        return False  # sent again: the ledger looks whether it is the same
    row = match.row(said.event)
    voices = RowAnswers(match, row.seq)
    if why := voices.fault(row, said.person, said.phone, said.version):
        raise AnswerRefused(why)
    last = voices.standing_answer(row, said.person)
    return last is not None and (last.kind, last.body) == (said.kind, dump(said))


def consents(match: Match, rows: Sequence[Row]) -> Mapping[int, Consent]:
    """Row number → what was said of it, for some rows of a match in their order."""
    if not rows:
        return {}
    voices, later = RowAnswers(match, rows[0].seq), _later(match, rows[0].seq)
    return {row.seq: voices.consent(row, later[row.seq]) for row in rows}


def _later(match: Match, seq: int) -> Mapping[int, int]:
    """Row number → how many counted rows that hold were written after it, from number `seq` on."""
    later: dict[int, int] = {}
    counted = 0
    for row in reversed(match.rows):
        if row.seq < seq:
            break
        later[row.seq] = counted
        counted += row.entry.numbered and not row.struck
    return later


def _newest(answers: Iterable[Event]) -> Mapping[int, Event]:
    """Person → what he answered last."""
    return {event.body["person"]: event for event in answers}


def _agreeing(answers: Mapping[int, Event]) -> Iterator[int]:
    return (who for who, event in answers.items() if event.kind == "confirmed")


def open_questions(match: Match) -> list[Event]:
    """The questions that are before the table now, the oldest first."""
    newest: dict[int, Event] = {}
    settles = MATCH.kinds_with("settles_question")
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
