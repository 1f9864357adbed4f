"""The kinds of event of a match that say what phones do: who writes, who agrees, who asks."""

from dataclasses import dataclass
from functools import partial

from scorekeeper.core.schema import spec
from scorekeeper.match import MATCH, Fold, Match
from scorekeeper.match.checks import LONGEST_CODE, require_row, validate_note, validate_person
from scorekeeper.match.rulings import JudgementRecord
from scorekeeper.stream.kinds import Body, InvalidEvent, prefix_path
from scorekeeper.stream.roles import EventNo, Mark, StreamCode, Text


@MATCH.declare("took", never_conflicts=True, claims_phone=True, takes_pencil=True)
@dataclass(frozen=True, kw_only=True)
class Took(Body[Match, Fold]):
    """A phone writes from now on, in the hand of a person if it has said whose it is."""

    phone: Mark
    person: int | None

    def validate(self, match: Match) -> None:
        """The match knows the person."""
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
        """The same, in words as they are kept."""
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
        """The match knows the person, and a page can show the question."""
        validate_person(match, self.person)
        if self.question is not None:
            prefix_path("question", partial(self.question.validate, match))
