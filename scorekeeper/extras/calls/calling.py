"""Calls for the referee, as a company and a tournament keep them: who calls, and who comes.

Referees are phones that were given a link, each under the name that was said on it. Whose phone
bears no name any more was dismissed; new links end them all.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scorekeeper.extras.company import Company
from scorekeeper.extras.tournament import Tournament
from scorekeeper.ledger import Event
from scorekeeper.schema import spec
from scorekeeper.stream.roles import Keyword, Text

Organisation = Company | Tournament
"""What has referees."""


@dataclass(frozen=True)
class CallDetails:
    """What a table calls for: the `person` of the match who asks, his own words, and the code of
    the verdict that he looked at.
    """

    person: int | None = spec(None, ge=0, null_is_answer=True)
    note: Text = ""
    link: Keyword = ""


@dataclass(frozen=True)
class RefereeCall:
    """A call from the table of the match `code`; `answer` is the event that ended the waiting."""

    event: Event
    code: str
    matter: CallDetails
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


def calls_of(organisation: Organisation) -> tuple[RefereeCall, ...]:
    """All calls in their order, from tables that are still there."""
    events = organisation.events
    answers = {event.body["event"]: event for event in events if event.kind == "came"}
    called = ((e, _code_of(organisation, e.body)) for e in events if e.kind == "called")
    return tuple(
        RefereeCall(event, code, _matter(event.body), answers.get(event.seq))
        for event, code in called
        if code
    )


def waiting_calls(organisation: Organisation) -> list[RefereeCall]:
    """The calls that nobody has answered."""
    return [call for call in calls_of(organisation) if call.waits]


def referees_of(organisation: Organisation) -> Mapping[str, str]:
    """The mark of each phone that was a referee's since the links are these → the name; empty of
    one that was dismissed.
    """
    named: dict[str, str] = {}
    for event in organisation.events:
        if event.kind == "relinked":
            named = {}
        elif event.kind == "appointed":
            named[event.body["phone"]] = event.body["name"]
    return named


def _code_of(organisation: Organisation, called: Mapping[str, Any]) -> str:
    """The code of the match that a call came from; empty if that was taken back."""
    if isinstance(organisation, Company):
        code = str(called["match"])
        return code if code in organisation.matches else ""
    number, table = called["round"], called["table"]
    rounds = organisation.rounds[:number]
    return rounds[-1].tables[table].code if len(rounds) == number else ""


def _matter(body: Mapping[str, object]) -> CallDetails:
    person = body.get("person")
    known = person if isinstance(person, int) else None
    return CallDetails(known, str(body.get("note", "")), str(body.get("link", "")))
