"""A company: those who play together, and the pub's book they keep. The fold of its own events.

A match belongs to no company or to one; what was written in it is never changed by the book. All
that the book counts is worked out from these events and from those of its matches.

Here belong the fold, `actions` that write events, what is counted (`records`), and `evenings`; how
a match is scored does not.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TypeVar

from scorekeeper.company import bodies
from scorekeeper.company.bodies import AgreedBody, BoughtBody, DeckBody, InscribedBody, PaidBody
from scorekeeper.ledger import Event
from scorekeeper.match import FIRST_LINKS, Match
from scorekeeper.match import bodies as match_bodies
from scorekeeper.match.bodies import RelinkedBody
from scorekeeper.match.calling import Call, calls_in, referees_in
from scorekeeper.match.strikes import redone_by, strikes_of, undone_by

ACTIONS = (
    "joined",
    "named",
    "admitted",
    "belongs",
    "located",
    "bought",
    "paid",
    "agreed",
    "deck",
    "inscribed",
)
"""Kinds of event that can be undone."""

Body = TypeVar("Body")


@dataclass(frozen=True)
class Member:
    """Somebody of the company: `names` are all that he ever had here, the present one last.

    A guest is not a member yet; one who `came` no more was written by an event that was taken back.
    """

    number: int
    names: tuple[str, ...]
    guest: bool = False
    came: bool = True

    @property
    def name(self) -> str:
        """The name by which he goes now."""
        return self.names[-1]


@dataclass(frozen=True)
class Pub:
    """Where an evening was; both are empty where nobody said so."""

    name: str = ""
    town: str = ""


NOWHERE = Pub()


@dataclass(frozen=True)
class Company:
    """Everything a company knows of itself.

    `members` stand by their numbers. `matches` are the codes of its matches in the order of being
    taken in, each with the member for each person of the match; `pubs` say where they were played.
    """

    name: str
    members: tuple[Member, ...]
    events: tuple[Event, ...]
    struck_by: Mapping[int, Event] = field(hash=False)
    matches: Mapping[str, tuple[int, ...]] = field(default_factory=dict, hash=False)
    pubs: Mapping[str, Pub] = field(default_factory=dict, hash=False)
    links: RelinkedBody = field(default_factory=lambda: FIRST_LINKS, hash=False)

    @property
    def code(self) -> str:
        """The company's code."""
        return self.events[0].match

    @property
    def version(self) -> int:
        """The number of the last event: a save says on which version it was made."""
        return self.events[-1].seq

    @property
    def undo(self) -> Event | None:
        """The event that Undo takes back."""
        return undone_by(self.events, self.struck_by, ACTIONS)

    @property
    def redo(self) -> Event | None:
        """The undo that Redo takes back."""
        return redone_by(self.events, self.struck_by, ACTIONS)

    @cached_property
    def rounds(self) -> tuple[tuple[int, BoughtBody], ...]:
        """What was bought for others, each with the number of its event."""
        return self._holding("bought", bodies.bought)

    @cached_property
    def payments(self) -> tuple[tuple[int, PaidBody], ...]:
        """What was paid, each with the number of its event."""
        return self._holding("paid", bodies.paid)

    @cached_property
    def decks(self) -> tuple[tuple[int, DeckBody], ...]:
        """The packs of cards to inscribe, the newest last, each with the number of its event."""
        return self._holding("deck", bodies.deck)

    @cached_property
    def inscriptions(self) -> tuple[tuple[int, InscribedBody], ...]:
        """The inscribed cards of all packs, each with the number of its event."""
        return self._holding("inscribed", bodies.inscribed)

    @cached_property
    def house_sets(self) -> Mapping[tuple[str, str], AgreedBody]:
        """Game and name → the house rules that are kept under it, the newest last."""
        sets: dict[tuple[str, str], AgreedBody] = {}
        for _, body in self._holding("agreed", bodies.house_set):
            sets.pop((body["game"], body["name"]), None)
            sets[body["game"], body["name"]] = body
        return sets

    @cached_property
    def calls(self) -> tuple[Call, ...]:
        """The calls for the referee from the tables of its matches."""
        calls = calls_in(self.events, lambda event: bodies.called(event)["match"])
        return tuple(call for call in calls if call.code in self.matches)

    @cached_property
    def referees(self) -> Mapping[str, str]:
        """The mark of each phone that was named a referee's → the name, empty once dismissed."""
        return referees_in(self.events)

    def called(self, name: str) -> Member | None:
        """Who has this name, or had it once; whoever has it now comes first."""
        folded, known = name.casefold(), [member for member in self.members if member.came]
        now = (member for member in known if member.name.casefold() == folded)
        once = (m for m in known if folded in (each.casefold() for each in m.names))
        return next(now, next(once, None))

    def members_of(self, match: Match) -> tuple[int | None, ...]:
        """The member for each person of a match of the company.

        Who sat down after the match was taken in is known by his name, or is nobody's member.
        """
        said = self.matches[match.code]
        later = match.seating.people[len(said) :]
        known = (self.called(name) for name in later)
        return (*said, *(member.number if member else None for member in known))

    def saved(self, key: str, version: int) -> Event | None:
        """The event that a save with this key already wrote since `version`, if it did."""
        return next((event for event in self.events[version:] if event.key == key), None)

    def holds(self, seq: int) -> bool:
        """True if an event was not taken back."""
        return seq not in self.struck_by

    def after(self, event: Event) -> "Company":
        """The company one event later."""
        return fold((*self.events, event))

    def _holding(self, kind: str, body: Callable[[Event], Body]) -> tuple[tuple[int, Body], ...]:
        events = (event for event in self.events if event.kind == kind and self.holds(event.seq))
        return tuple((event.seq, body(event)) for event in events)


def fold(events: Sequence[Event]) -> Company:
    """The company of these events, the first of them `opened`."""
    body = bodies.opened(events[0])
    members = tuple(Member(at, (name,)) for at, name in enumerate(body["members"]))
    company = Company(body["company"], members, tuple(events), strikes_of(events))
    for event in events[1:]:
        company = _AFTER.get(event.kind, _unchanged)(company, event)
    return company


def _unchanged(company: Company, event: Event) -> Company:
    return company


def _joined(company: Company, event: Event) -> Company:
    body = bodies.joined(event)
    return _with_newcomer(company, event, body["name"], guest=body["guest"])


def _with_newcomer(company: Company, event: Event, name: str, *, guest: bool) -> Company:
    """With somebody more, who has a number even if his coming was taken back."""
    newcomer = Member(len(company.members), (name,), guest, company.holds(event.seq))
    return replace(company, members=(*company.members, newcomer))


def _named(company: Company, event: Event) -> Company:
    body = bodies.named(event)
    if not company.holds(event.seq):
        return company
    if "member" not in body:
        return replace(company, name=body["name"])
    member = company.members[body["member"]]
    return _with_member(company, replace(member, names=(*member.names, body["name"])))


def _admitted(company: Company, event: Event) -> Company:
    member = company.members[bodies.admitted(event)["member"]]
    held = company.holds(event.seq)
    return _with_member(company, replace(member, guest=False)) if held else company


def _with_member(company: Company, member: Member) -> Company:
    members = list(company.members)
    members[member.number] = member
    return replace(company, members=tuple(members))


def _belongs(company: Company, event: Event) -> Company:
    body, numbers = bodies.belongs(event), []
    for person in body["people"]:
        numbers.append(len(company.members) if isinstance(person, str) else person)
        if isinstance(person, str):
            company = _with_newcomer(company, event, person, guest=True)
    if not company.holds(event.seq):
        return company
    return replace(company, matches={**company.matches, body["match"]: tuple(numbers)})


def _located(company: Company, event: Event) -> Company:
    body = bodies.located(event)
    if not company.holds(event.seq):
        return company
    pub = Pub(body["pub"], body["town"])
    return replace(company, pubs={**company.pubs, **dict.fromkeys(body["matches"], pub)})


def _relinked(company: Company, event: Event) -> Company:
    return replace(company, links=match_bodies.relinked(event))


_AFTER: Mapping[str, Callable[[Company, Event], Company]] = {
    "joined": _joined,
    "named": _named,
    "admitted": _admitted,
    "belongs": _belongs,
    "located": _located,
    "relinked": _relinked,
}
