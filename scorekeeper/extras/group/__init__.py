"""A group: those who play together, and the pub's book they keep. The fold of its own events.

A match belongs to no group or to one; what was written in it is never changed by the book. All
that the book counts is worked out from these events and from those of its matches.

Here belong the fold, `actions` that write events, what is counted (`records`), and `evenings`; how
a match is scored does not.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property
from typing import Any, Literal, TypeVar

from scorekeeper.core.names import are_near
from scorekeeper.ledger import Event
from scorekeeper.match import Match
from scorekeeper.stream.kinds import AnyBody, Body, Kinds, body_of
from scorekeeper.stream.roles import FIRST_LINKS, Links, Mark, texts_in, with_changes
from scorekeeper.stream.streams import Stream, strikes_of

B = TypeVar("B", bound=AnyBody)
GROUP: "Kinds[Group, Group]" = Kinds(
    "group", *(f"scorekeeper.extras.group.{module}" for module in ("events", "deck"))
)
"""The kinds of event of a group, and where they are declared."""


@dataclass(frozen=True, kw_only=True)
class GroupBody(Body["Group", "Group"]):
    """What the phone with this mark said; older versions do not tell which it was."""

    phone: Mark = ""


@dataclass(frozen=True)
class Member:
    """Somebody of the group: `names` are all that he ever had here, the present one last.

    A guest is not a member yet; one who `came` no more was written by an event that was taken back;
    one who has `left` plays no more, and his past stays.
    """

    number: int
    names: tuple[str, ...]
    guest: bool = False
    came: bool = True
    left: bool = False

    @property
    def name(self) -> str:
        return self.names[-1]


@dataclass(frozen=True)
class Pub:
    """Where an evening was; both are empty where nobody said so."""

    name: str = ""
    town: str = ""

    @property
    def text(self) -> str:
        return ", ".join(filter(None, (self.name, self.town)))


NOWHERE = Pub()


@dataclass(frozen=True)
class Ranking:
    """How a group ranks a season: by the average of one's evenings, or by their sum; for a place
    one comes at least so often, in percent of whoever came most.
    """

    by: Literal["average", "sum"] = "average"
    least: int = 33


@dataclass(frozen=True)
class Group(Stream):
    """Everything a group knows of itself.

    `members` stand by their numbers. `matches` are the codes of what it took in, in that order,
    each with the member for each person of the match; which of them are its own `owns` says. `pubs`
    say where they were played, `nights` when, if not when they were begun. `merges` are members who
    are others → who they are. `keepers` are the marks of the phones that keep the book, `secret` is
    the hash of the code that makes a phone one; it is empty in groups of older versions.
    """

    kinds = GROUP
    mark = "company"
    name: str
    members: tuple[Member, ...]
    events: tuple[Event, ...]
    struck_by: Mapping[int, Event] = field(hash=False)
    matches: Mapping[str, tuple[int, ...]] = field(default_factory=dict, hash=False)
    pubs: Mapping[str, Pub] = field(default_factory=dict, hash=False)
    nights: Mapping[str, date] = field(default_factory=dict, hash=False)
    merges: Mapping[int, int] = field(default_factory=dict, hash=False)
    ranking: Ranking = Ranking()
    links: Links = FIRST_LINKS
    keepers: frozenset[str] = frozenset()
    secret: str = ""

    @classmethod
    def fold(cls, events: Sequence[Event]) -> "Group":
        group = _opened(events, strikes_of(events))
        for event in events[1:]:
            group = _applied(group, event)
        return group

    @classmethod
    def growth(cls, events: Sequence[Event], struck_by: Mapping[int, Event]) -> Iterator["Group"]:
        group = _opened(events, struck_by)
        for number, event in enumerate(events):
            yield (group := replace(group, events=tuple(events[:number])))
            group = _applied(group, event) if number else group

    def owns(self, code: str, group: str | None) -> bool:
        """True if a match is its own: its book says so, and the match, which names its `group`,
        agrees; one of an older version (None) was not asked. Whoever reads the group's matches
        asks this first.
        """
        return code in self.matches and group in (None, self.code)

    def has(self, match: Match) -> bool:
        return self.owns(match.code, match.group)

    def called(self, name: str) -> Member | None:
        """Who has this name, or had it once; whoever has it now comes first."""
        had, folded = self._had(name), name.casefold()
        return next((m for m in had if m.name.casefold() == folded), had[0] if had else None)

    def _had(self, name: str) -> list[Member]:
        """Who has this name or had it once, of those who came."""
        folded, known = name.casefold(), (member for member in self.members if member.came)
        return [m for m in known if folded in (each.casefold() for each in m.names)]

    def meant(self, name: str, asked: Collection[str] = ()) -> tuple[Member, ...]:
        """Who may be meant by a name that nobody has now: who had it, or is nearly called so; none
        where it is clear who had it. Whoever was `asked` may call somebody new by a name that
        nobody had.
        """
        had, folded = self._had(name), name.casefold()
        if any(member.name.casefold() == folded for member in had) or (name in asked and not had):
            return ()
        known = (member for member in self.members if member.came)
        found = tuple(m for m in known if m in had or any(are_near(name, n) for n in m.names))
        return () if had and len(found) == 1 else found

    @property
    def by_last_table(self) -> tuple[Member, ...]:
        """Who may play: those of the last matches first, then whoever never played here."""
        sat = (person for people in [*self.matches.values()][::-1] for person in people)
        order = dict.fromkeys((*sat, *range(len(self.members))))
        known = (self.members[number] for number in order)
        return tuple(member for member in known if member.came and not member.left)

    def members_of(self, match: Match) -> tuple[int | None, ...]:
        """The member for each person of a match of the group."""
        return self.members_in(match.code, match.seating.people)

    def members_in(self, code: str, people: Sequence[str]) -> tuple[int | None, ...]:
        """The same of a match with these people: who sat down after it was taken in is known by his
        name, or is nobody's member.
        """
        said = self.matches[code]
        known = (self.called(name) for name in people[len(said) :])
        return (*said, *(member.number if member else None for member in known))

    def may_keep(self, mark: str) -> bool:
        """True if a phone that writes may do what only keepers may: as long as nobody keeps the
        book, as in older versions, all of them may.
        """
        return not self.secret or mark in self.keepers

    def after(self, event: Event) -> "Group":
        events = (*self.events, event)
        if event.kind == "struck":
            return self.fold(events)
        return _applied(replace(self, events=events), event)

    def bodies_of(self, shape: type[B]) -> tuple[tuple[int, B], ...]:
        """What events of a kind say that were not taken back, each with the number of its event."""
        if shape.kind not in self._loaded:
            events = (e for e in self.events if e.kind == shape.kind and self.holds(e))
            self._loaded[shape.kind] = tuple((e.seq, self._body_now(e, shape)) for e in events)
        return self._loaded[shape.kind]

    def _body_now(self, event: Event, shape: type[B]) -> B:
        if not self.merges:
            return body_of(event, shape)
        body = with_changes(shape, event.body, {"member": lambda n: self.merges.get(n, n)})
        return body_of(replace(event, body=body), shape)

    @cached_property
    def _loaded(self) -> dict[str, tuple[tuple[int, Any], ...]]:
        return {}

    def with_newcomer(self, name: str, *, guest: bool, came: bool) -> "Group":
        """With somebody more, who has a number even if his coming was taken back."""
        newcomer = Member(len(self.members), (name,), guest, came)
        return replace(self, members=(*self.members, newcomer))

    def with_member(self, member: Member) -> "Group":
        members = list(self.members)
        members[member.number] = member
        return replace(self, members=tuple(members))


def _opened(events: Sequence[Event], struck_by: Mapping[int, Event]) -> Group:
    body = events[0].body
    members = tuple(Member(at, (name,)) for at, name in enumerate(body["members"]))
    group = Group(body["company"], members, tuple(events), struck_by)
    if secret := body.get("secret", ""):
        group = replace(group, keepers=frozenset({body.get("phone", "")}) - {""}, secret=secret)
    return group


def _applied(group: Group, event: Event) -> Group:
    if group.holds(event) or event.kind in GROUP.kinds_with("applied_if_struck"):
        return GROUP.apply(_with_old_guests(group, event), event)
    return group


def _with_old_guests(group: Group, event: Event) -> Group:
    """With who came by an event of an older version: later numbers go on from theirs."""
    shape = GROUP.body_types.get(event.kind)
    if shape is None or not shape.retired:
        return group
    for name in texts_in(shape, event.body, "name"):
        group = group.with_newcomer(name, guest=True, came=group.holds(event))
    return group
