"""Calls for the referee, as a company and a tournament keep them: who calls, and who comes.

Referees are phones that were given a link, each under the name that was said on it. Whose phone
bears no name any more was dismissed; new links end them all.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from scorekeeper.ledger import Event
from scorekeeper.names import LONGEST_NAME, check_visible
from scorekeeper.schema import Invalid, spec
from scorekeeper.stream.roles import EventNo, Label, Mark, Text, Word


@dataclass(frozen=True)
class Answer:
    """The call of an event is answered, by this referee; or the table needs him no more."""

    event: EventNo
    referee: Text = spec("", max_length=LONGEST_NAME)
    needless: bool = False

    def check(self, organisation: "Organisation") -> None:
        """Somebody waits for it."""
        if self.event not in [call.event.seq for call in organisation.calls if call.waits]:
            raise Invalid("event", "no-such-entry", number=self.event)


@dataclass(frozen=True)
class Referee:
    """A phone is a referee's, who is called so; with an empty name it no longer is."""

    phone: Mark
    name: Label = spec(max_length=LONGEST_NAME)

    def check(self, _organisation: "Organisation") -> None:
        """His name can be seen."""
        check_visible("name", self.name)


@dataclass(frozen=True)
class Matter:
    """What a table calls for: the `person` of the match who asks, his own words, and the code of
    the verdict that he looked at.
    """

    person: int | None = spec(None, ge=0, null_tells=True)
    note: Text = ""
    link: Word = ""


@dataclass(frozen=True)
class Call:
    """A call from the table of the match `code`; `answer` is the event that ended the waiting."""

    event: Event
    code: str
    matter: Matter
    answer: Event | None = None

    @property
    def waits(self) -> bool:
        """True while nobody has said that he comes."""
        return self.answer is None

    @property
    def needless(self) -> bool:
        """True if the table took it back."""
        return bool(self.answer and self.answer.body.get("needless"))

    @property
    def referee(self) -> str:
        """The name of who comes, if he said it."""
        return str(self.answer.body.get("referee", "")) if self.answer else ""


class Organisation(Protocol):
    """What has referees: a company, or a tournament."""

    @property
    def calls(self) -> tuple[Call, ...]: ...


def calls_in(events: Sequence[Event], code_of: Callable[[Event], str]) -> tuple[Call, ...]:
    """All calls in their order; `code_of` gives the match of one, empty if that is no more."""
    answers = {event.body["event"]: event for event in events if event.kind == "came"}
    called = ((event, code_of(event)) for event in events if event.kind == "called")
    return tuple(
        Call(event, code, _matter(event.body), answers.get(event.seq))
        for event, code in called
        if code
    )


def referees_in(events: Sequence[Event]) -> Mapping[str, str]:
    """The mark of each phone that was a referee's since the links are these → the name; empty of
    one that was dismissed.
    """
    named: dict[str, str] = {}
    for event in events:
        if event.kind == "relinked":
            named = {}
        elif event.kind == "appointed":
            named[event.body["phone"]] = event.body["name"]
    return named


def _matter(body: Mapping[str, object]) -> Matter:
    person = body.get("person")
    known = person if isinstance(person, int) else None
    return Matter(known, str(body.get("note", "")), str(body.get("link", "")))
