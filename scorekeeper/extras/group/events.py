"""The kinds of event of a group: what each says, asks for, and does.

What was ever written stays readable: members are added with a default, none is renamed or removed.
Members are numbered from 0 in the order of coming, for ever. Days are written like 2026-11-20,
amounts are haléře.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Literal

from scorekeeper.core.names import (
    MAX_NAME_LENGTH,
    BadName,
    clean_names,
    strip_invisible,
    validate_visible,
)
from scorekeeper.core.schema import Invalid, spec
from scorekeeper.extras.group import GROUP, Group, GroupBody, Pub, Ranking
from scorekeeper.extras.group.rounds import Plan
from scorekeeper.ledger import Event
from scorekeeper.match.checks import require_game
from scorekeeper.stream import roles
from scorekeeper.stream.kinds import prefix_path

LONGEST_TEXT = 60
"""Letters of what is typed about an evening, of a name of house rules and of the group."""


def validate_text(path: str, text: str) -> None:
    """Raises Invalid for a text in which nothing can be seen."""
    if not strip_invisible(text).strip():
        raise Invalid(path, "missing")
    validate_visible(path, text)


def validate_names(path: str, names: Sequence[str]) -> None:
    """Raises Invalid at the first name that cannot be taken."""
    try:
        clean_names(names)
    except BadName as bad:
        raise bad.at(f"{path}.{bad.seat}") from None


def validate_new(path: str, group: Group, name: str) -> None:
    """Raises Invalid for a name that cannot be taken, or that somebody of the group has."""
    try:
        validate_names("", [name])
    except Invalid as error:
        raise Invalid(path, error.code, **error.params) from None
    if group.called(name):
        raise Invalid(path, "twice", item=name)


def validate_members(group: Group, path: str, numbers: Sequence[int]) -> None:
    """Raises Invalid unless the group knows all these members."""
    for number in numbers:
        if number not in range(len(group.members)):
            raise Invalid(path, "unknown-member", number=number)


def validate_once(path: str, numbers: Sequence[int]) -> None:
    """Raises Invalid for a member who is named twice."""
    for at, number in enumerate(numbers):
        if number in numbers[:at]:
            raise Invalid(path, "twice", item=number)


def validate_match(group: Group, path: str, code: str) -> None:
    """Raises Invalid unless a match is the group's."""
    if code not in group.matches:
        raise Invalid(path, "not-a-choice", choices=", ".join(group.matches))


def validate_day(path: str, day: str) -> None:
    """Raises Invalid unless a day is written like 2026-11-20."""
    try:
        same = date.fromisoformat(day).isoformat() == day
    except ValueError:
        same = False
    if not same:
        raise Invalid(path, "not-a-day")


def validate_secret(secret: str) -> None:
    """Raises Invalid for what is no hash of a code."""
    if secret and not HASH.fullmatch(secret):
        raise Invalid("secret", "missing")


HASH = re.compile("[0-9a-f]{64}")
CURRENCY = re.compile("[A-Z]{3}")
MOST_PAID = 10**9
"""The most haléře that one pays another at once."""


@GROUP.declare("opened")
@dataclass(frozen=True, kw_only=True)
class Opened(GroupBody):
    """The group's name, and the names of its first members. Its phone keeps the book if the
    `secret` is said, the hash of the code by which another one keeps it, too.
    """

    company: roles.Label = spec(max_length=LONGEST_TEXT)
    members: tuple[roles.Name, ...]
    secret: roles.Keyword = ""

    def validate_opening(self) -> None:
        validate_secret(self.secret)
        validate_text("company", self.company)
        validate_names("members", self.members)

    def validate(self, group: Group) -> None:
        raise Invalid("company", "twice", item=group.name)


@GROUP.declare("joined", undoable=True, applied_if_struck=True)
@dataclass(frozen=True, kw_only=True)
class Joined(GroupBody):
    """Somebody new, a member or a guest."""

    name: roles.Name = spec(max_length=MAX_NAME_LENGTH)
    guest: bool

    def validate(self, group: Group) -> None:
        validate_new("name", group, self.name)

    def apply(self, state: Group, event: Event) -> Group:
        """He has a number even if his coming was taken back."""
        return state.with_newcomer(self.name, guest=self.guest, came=state.holds(event))


@GROUP.declare("named", undoable=True)
@dataclass(frozen=True, kw_only=True)
class Named(GroupBody):
    """Member number `member`, or without one the group, has this name from now on."""

    name: roles.Name = spec(max_length=LONGEST_TEXT)
    member: roles.MemberNo | None = None

    def validate(self, group: Group) -> None:
        if self.member is None:
            return validate_text("name", self.name)
        validate_members(group, "member", (self.member,))
        namesake = group.called(self.name)
        if namesake is None or namesake.number != self.member:
            validate_new("name", group, self.name)
        return None

    def apply(self, state: Group, event: Event) -> Group:
        if self.member is None:
            return replace(state, name=self.name)
        member = state.members[self.member]
        return state.with_member(replace(member, names=(*member.names, self.name)))


@dataclass(frozen=True, kw_only=True)
class MemberBody(GroupBody):
    """What changes a member whom the group knows."""

    member: roles.MemberNo

    def validate(self, group: Group) -> None:
        validate_members(group, "member", (self.member,))


@GROUP.declare("admitted", undoable=True)
@dataclass(frozen=True, kw_only=True)
class Admitted(MemberBody):
    """A guest is a member from now on, with his past."""

    def apply(self, state: Group, event: Event) -> Group:
        return state.with_member(replace(state.members[self.member], guest=False))


@GROUP.declare("left", undoable=True)
@dataclass(frozen=True, kw_only=True)
class Left(MemberBody):
    """A member plays here no more; what he played stays."""

    def apply(self, state: Group, event: Event) -> Group:
        return state.with_member(replace(state.members[self.member], left=True))


@GROUP.declare("returned", undoable=True)
@dataclass(frozen=True, kw_only=True)
class Returned(MemberBody):
    """A member who had left plays again."""

    def apply(self, state: Group, event: Event) -> Group:
        return state.with_member(replace(state.members[self.member], left=False))


@GROUP.declare("belongs", undoable=True, applied_if_struck=True)
@dataclass(frozen=True, kw_only=True)
class Belongs(GroupBody):
    """A match is the group's.

    `people` are the members by person, numbered as in the match; a text is the name of a new guest.
    A later one about the same match takes the place of this one.
    """

    match: roles.StreamCode
    people: tuple[roles.MemberNo | roles.Name, ...]

    def validate(self, group: Group) -> None:
        known = [person for person in self.people if isinstance(person, int)]
        validate_members(group, "people", known)
        validate_once("people", known)
        validate_names("people", self.guests)
        for name in self.guests:
            validate_new("people", group, name)

    @property
    def guests(self) -> tuple[str, ...]:
        """The names of who comes with the match."""
        return tuple(person for person in self.people if isinstance(person, str))

    def apply(self, state: Group, event: Event) -> Group:
        """New guests have numbers even if the match was taken out again."""
        holds, numbers, merges = state.holds(event), list[int](), state.merges
        for person in self.people:
            known = len(state.members) if isinstance(person, str) else merges.get(person, person)
            numbers.append(known)
            if isinstance(person, str):
                state = state.with_newcomer(person, guest=True, came=holds)
        if not holds:
            return state
        return replace(state, matches={**state.matches, self.match: tuple(numbers)})


@dataclass(frozen=True, kw_only=True)
class SeatedTable:
    """A table of a round: its match, and the members by person as in the match."""

    match: roles.StreamCode
    people: tuple[roles.MemberNo, ...]


@GROUP.declare("seated", undoable=True)
@dataclass(frozen=True, kw_only=True)
class Seated(GroupBody):
    """The tables of round number `round` of an evening, each of them a match of the group.

    `order` are all who were there, in leagues the ladder from the top; who sits nowhere pauses.
    `unfinished` are the tables of the round before that count for nothing.
    """

    night: roles.Day
    round: int = spec(ge=1, le=999)
    game: roles.Keyword
    how: Literal["leagues", "drawn"]
    order: tuple[roles.MemberNo, ...]
    tables: tuple[SeatedTable, ...]
    unfinished: tuple[roles.StreamCode, ...] = ()

    def validate(self, group: Group) -> None:
        """The round begins an evening or goes on with the last one, and nobody sits twice."""
        require_game(self.game)
        validate_day("night", self.night)
        before = group.bodies_of(Seated)
        if self.round not in (1, *(body.round + 1 for _seq, body in before[-1:])):
            raise Invalid("round", "not-a-choice", choices="1")
        people = [person for table in self.tables for person in table.people]
        validate_members(group, "order", self.order)
        validate_once("order", self.order)
        validate_once("tables", people)
        codes = [table.match for table in self.tables]
        if not (codes and {*people} <= {*self.order} and all(t.people for t in self.tables)):
            raise Invalid("tables", "missing")
        for code in codes:
            if code in group.matches or codes.count(code) > 1:
                raise Invalid("tables", "twice", item=code)

    @property
    def plan(self) -> Plan:
        """Who sat where."""
        seated = {person for table in self.tables for person in table.people}
        pauses = tuple(person for person in self.order if person not in seated)
        return Plan(self.order, pauses, tuple(len(table.people) for table in self.tables))

    def apply(self, state: Group, event: Event) -> Group:
        merges = state.merges
        taken = {t.match: tuple(merges.get(m, m) for m in t.people) for t in self.tables}
        return replace(state, matches={**state.matches, **taken})


@dataclass(frozen=True, kw_only=True)
class MatchesBody(GroupBody):
    """What is said of matches that are the group's."""

    matches: tuple[roles.StreamCode, ...]

    def validate(self, group: Group) -> None:
        for at, code in enumerate(self.matches):
            validate_match(group, f"matches.{at}", code)


@GROUP.declare("located", undoable=True)
@dataclass(frozen=True, kw_only=True)
class Located(MatchesBody):
    """The matches were played in this pub."""

    pub: roles.Text = spec(max_length=LONGEST_TEXT)
    town: roles.Text = spec(max_length=LONGEST_TEXT)

    def apply(self, state: Group, event: Event) -> Group:
        pub = Pub(self.pub, self.town)
        return replace(state, pubs={**state.pubs, **dict.fromkeys(self.matches, pub)})


@GROUP.declare("dated", undoable=True)
@dataclass(frozen=True, kw_only=True)
class Dated(MatchesBody):
    """The matches were played on this night, whenever they were written."""

    night: roles.Day

    def validate(self, group: Group) -> None:
        validate_day("night", self.night)
        super().validate(group)

    def apply(self, state: Group, event: Event) -> Group:
        night = date.fromisoformat(self.night)
        return replace(state, nights={**state.nights, **dict.fromkeys(self.matches, night)})


@GROUP.declare("withdrawn", undoable=True)
@dataclass(frozen=True, kw_only=True)
class Withdrawn(GroupBody):
    """A match is the group's no longer; who came with it stays a guest."""

    match: roles.StreamCode

    def validate(self, group: Group) -> None:
        validate_match(group, "match", self.match)

    def apply(self, state: Group, event: Event) -> Group:
        matches = {code: people for code, people in state.matches.items() if code != self.match}
        return replace(state, matches=matches)


@GROUP.declare("merged", undoable=True)
@dataclass(frozen=True, kw_only=True)
class Merged(GroupBody):
    """Member number `member` is the same as `into`, whose all that he had is from now on."""

    member: roles.MemberNo
    into: roles.MemberNo

    def validate(self, group: Group) -> None:
        """They are two whom the group knows, and never sat at one table."""
        validate_members(group, "member", (self.member,))
        validate_members(group, "into", (self.into,))
        validate_once("into", (self.member, self.into))
        for path, number in (("member", self.member), ("into", self.into)):
            if not group.members[number].came:
                raise Invalid(path, "unknown-member", number=number)
        if any({self.member, self.into} <= {*people} for people in group.matches.values()):
            raise Invalid("into", "twice", item=group.members[self.into].name)

    def apply(self, state: Group, event: Event) -> Group:
        """All that names the one is the other's, also what was merged into him before."""
        gone, stays = state.members[self.member], state.members[self.into]
        merges = {**state.merges, self.member: self.into}
        merges = {one: self.into if to == self.member else to for one, to in merges.items()}
        matches = {
            code: tuple(merges.get(person, person) for person in people)
            for code, people in state.matches.items()
        }
        state = state.with_member(replace(gone, came=False))
        guest, names = stays.guest and gone.guest, (*gone.names, *stays.names)
        state = state.with_member(replace(stays, guest=guest, names=names))
        return replace(state, merges=merges, matches=matches)


@GROUP.declare("bought", undoable=True)
@dataclass(frozen=True, kw_only=True)
class Bought(GroupBody):
    """On a night somebody bought something for others: a round, a dinner, a spirit."""

    night: roles.Day
    buyer: roles.MemberNo
    guests: tuple[roles.MemberNo, ...]
    what: roles.Text = spec(max_length=LONGEST_TEXT)

    def validate(self, group: Group) -> None:
        validate_day("night", self.night)
        validate_members(group, "buyer", (self.buyer,))
        validate_members(group, "guests", self.guests)
        validate_once("guests", self.guests)


@GROUP.declare("paid", undoable=True)
@dataclass(frozen=True, kw_only=True)
class Paid(GroupBody):
    """One gave another so many haléře, or cents of another currency; so much less is owed.

    The currency is a code such as CZK; `night` is the evening that was settled, if it was for one.
    """

    payer: roles.MemberNo
    payee: roles.MemberNo
    amount: int = spec(ge=1, le=MOST_PAID)
    currency: roles.Keyword
    night: roles.Day | None = None

    def validate(self, group: Group) -> None:
        validate_members(group, "payer", (self.payer,))
        validate_members(group, "payee", (self.payee,))
        validate_once("payee", (self.payer, self.payee))
        if not CURRENCY.fullmatch(self.currency):
            raise Invalid("currency", "missing")
        if self.night is not None:
            validate_day("night", self.night)


@GROUP.declare("agreed", undoable=True)
@dataclass(frozen=True, kw_only=True)
class Agreed(GroupBody):
    """House rules of a game under a name; the same name again takes their place.

    They are written as `Game.abridge_house` has them.
    """

    game: roles.Keyword
    name: roles.Label = spec(max_length=LONGEST_TEXT)
    house: Mapping[str, object] = field(hash=False)

    def validate(self, group: Group) -> None:
        validate_text("name", self.name)
        game = require_game(self.game)
        prefix_path("house", lambda: game.read_house(self.house))


@GROUP.declare("ranked", undoable=True)
@dataclass(frozen=True, kw_only=True)
class Ranked(GroupBody):
    """A season is ranked by the `average` of one's evenings or by their `sum`, and for a place one
    comes at least so often, in percent of whoever came most.
    """

    by: Literal["average", "sum"]
    least: int = spec(ge=0, le=100)

    def apply(self, state: Group, event: Event) -> Group:
        """All seasons are ranked so, also those before."""
        return replace(state, ranking=Ranking(self.by, self.least))


@GROUP.declare("struck")
@dataclass(frozen=True, kw_only=True)
class Struck(GroupBody):
    """Event number `event` no longer holds; `by` tells undo and redo from a strike."""

    event: roles.EventNo
    by: Literal["undo", "redo"] | None = None

    def validate(self, group: Group) -> None:
        if not 1 < self.event <= group.version:
            raise Invalid("event", "no-such-entry", number=self.event)


@GROUP.declare("introduced", never_conflicts=True)
@dataclass(frozen=True, kw_only=True)
class Introduced(GroupBody):
    """The phone is called so."""

    name: roles.Text = spec(max_length=LONGEST_TEXT)

    def validate(self, group: Group) -> None:
        validate_text("name", self.name)


@GROUP.declare("kept", never_conflicts=True)
@dataclass(frozen=True, kw_only=True)
class Kept(GroupBody):
    """The phone of a `keeper` keeps the book from now on; with a `secret` that is the hash of the
    code by which a phone becomes one, and no older code does.
    """

    keeper: roles.Mark = ""
    secret: roles.Keyword = ""

    def validate(self, group: Group) -> None:
        validate_secret(self.secret)

    def apply(self, state: Group, event: Event) -> Group:
        keepers = state.keepers | {self.keeper} - {""}
        return replace(state, keepers=keepers, secret=self.secret or state.secret)


@GROUP.declare("ended", never_conflicts=True)
@dataclass(frozen=True, kw_only=True)
class Ended(GroupBody):
    """The role `of` a phone ends, and with it the link by which phones write; all others stay."""

    of: roles.Mark

    def apply(self, state: Group, event: Event) -> Group:
        return replace(state, keepers=state.keepers - {self.of})


@GROUP.declare("relinked")
@dataclass(frozen=True, kw_only=True)
class Relinked(roles.Links, GroupBody):
    """The links end, and with them the roles that they gave, but for those of the phone and of who
    keeps the book.
    """

    def apply(self, state: Group, event: Event) -> Group:
        return replace(state, links=self)
