"""Who of a group somebody at a table is who is called nearly like a member: it is asked, and who
may be two is neither until somebody says so.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from flask import request
from flask_babel import gettext as _

from scorekeeper.extras.group import Group, Member
from scorekeeper.match import Match
from scorekeeper.web.forms.labels import number

NEW = "new"
"""What a form says of somebody who is none of those who may be meant."""


@dataclass(frozen=True)
class Doubt:
    """A person of a match who may be one of some members; or is `new`, if nobody had the name."""

    person: int
    name: str
    members: tuple[Member, ...]
    new: bool

    @property
    def answer(self) -> int | str | None:
        """Who it is, as the form says: a member, or by the name somebody new."""
        said = request.form.get(f"person-{self.person}", "")
        if said == NEW and self.new:
            return self.name
        chosen = number(said)
        known = [member.number for member in self.members]
        return chosen if isinstance(chosen, int) and chosen in known else None


def doubts_about(group: Group, match: Match) -> list[Doubt]:
    """The people of a match about whom has to be asked before it is the group's."""
    return list(_doubts(group, match))


def _doubts(group: Group, match: Match) -> Iterator[Doubt]:
    names = match.seating.people
    sure = [group.called(name) for name in names if not group.meant(name)]
    for person, name in enumerate(names):
        if members := tuple(each for each in group.meant(name) if each not in sure):
            yield Doubt(person, name, members, new=group.called(name) is None)


def answers(doubts: list[Doubt]) -> Mapping[int, int | str]:
    """Who the doubted people are, as far as the form says it."""
    return {d.person: d.answer for d in doubts if d.answer is not None}


def question(group: Group, name: str) -> str:
    """Asks whether a typed name is that of somebody known, unless that was asked; empty if not."""
    meant = group.meant(name, request.form.getlist("asked"))
    names = " / ".join(member.name for member in meant)
    text = _("%(typed)s is new here. Do you mean %(name)s?", typed=name, name=names)
    return text if meant else ""
