"""Who may enter a group – a phone keeps its role in one as it keeps those in matches –, founding
one, and making a match that was played one of its own: who is called nearly like a member is asked
about, and is neither until somebody says so.
"""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from flask import Blueprint, Response, abort, current_app, redirect, request, url_for
from flask_babel import gettext as _
from werkzeug import Response as AnyResponse

from scorekeeper.core.names import strip_invisible
from scorekeeper.core.schema import Invalid
from scorekeeper.extras.group import Group, Member
from scorekeeper.extras.group.actions import Groups, UnknownGroup
from scorekeeper.extras.group.events import Kept
from scorekeeper.ledger import KeyReused, Stale
from scorekeeper.match import Match
from scorekeeper.match.events import Grouped
from scorekeeper.rulebook import unreadable
from scorekeeper.web.forms.labels import number
from scorekeeper.web.http import access
from scorekeeper.web.http.grants import GROUPS, require_space
from scorekeeper.web.http.identifiers import codes_for, new_secret, phone_id, phone_scoped_key
from scorekeeper.web.http.limits import spend, visitor
from scorekeeper.web.http.saving import fresh_key, fresh_save, read_key, statement_key
from scorekeeper.web.render import Values, page
from scorekeeper.web.wording.reader import language

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
    names = match.seating.people
    sure = [group.called(name) for name in names if not group.meant(name)]
    return [
        Doubt(person, name, members, new=group.called(name) is None)
        for person, name in enumerate(names)
        if (members := tuple(each for each in group.meant(name) if each not in sure))
    ]


def question(group: Group, name: str) -> str:
    """Asks whether a typed name is that of somebody known, unless that was asked; empty if not."""
    meant = group.meant(name, request.form.getlist("asked"))
    names = " / ".join(member.name for member in meant)
    text = _("%(typed)s is new here. Do you mean %(name)s?", typed=name, name=names)
    return text if meant else ""


def typed(name: str) -> str:
    """What a form says in a line, without needless blanks."""
    return " ".join(request.form.get(name, "").split())


PAGES = "group"
"""The blueprint of the pages of a group."""


def groups() -> Groups:
    """The app's groups: one ledger, one cache of folds per process."""
    open_here: Groups = current_app.extensions["groups"]
    return open_here


def group_for(code: str, *, write: bool = False, keep: bool = False) -> Group:
    """A group that this phone may read, or `write` in, or `keep`; else answers 403.

    Raises UnknownGroup if the phone remembers one that is not here any more.
    """
    group = groups().get(code) if code in access.granted_codes(GROUPS) else None
    allowed = ("scorer",) if write or keep else access.ROLES
    if group is None or access.role_of_phone(group, GROUPS) not in allowed:
        abort(403)
    if keep and not may_keep(group):
        abort(403)
    return group


def member_for(group: Group, number: int) -> Member:
    """A member who came; else answers 404."""
    if number >= len(group.members) or not group.members[number].came:
        abort(404)
    return group.members[number]


def my_groups() -> list[Group]:
    """The groups of this phone, the latest first; those that are gone are left out."""
    mine = (_my_group(code) for code in reversed(access.granted_codes(GROUPS)))
    return [group for group in mine if group]


def _my_group(code: str) -> Group | None:
    with suppress(UnknownGroup):
        if code in access.granted_codes(GROUPS):
            group = groups().get(code)
            return group if access.role_of_phone(group, GROUPS) else None
    return None


def my_group(code: str) -> Group | None:
    """A group in which this phone may write; None if it may not, or if there is none."""
    known = _my_group(code)
    return known if known and may_write_in(known) else None


def group_of(match: Match) -> Group | None:
    """The group of this phone to which a match belongs."""
    return next((each for each in my_groups() if each.has(match)), None)


def reads(match: Match, code: str) -> bool:
    """True if this phone is in a group whose own a match is."""
    group = _my_group(code)
    return group is not None and group.has(match)


def may_write_in(group: Group) -> bool:
    return access.role_of_phone(group, GROUPS) == "scorer"


def may_keep(group: Group) -> bool:
    """True if this phone may end links, forget members, and name who else may."""
    return may_write_in(group) and group.may_keep(phone_id(group.code))


def keep_here(group: Group) -> None:
    """Lets this phone keep the book of a group from now on."""
    access.grant_role(group, "scorer", GROUPS)
    if (mark := phone_id(group.code)) not in group.keepers:
        groups().append_always(group, Kept(keeper=mark), phone_scoped_key(fresh_key()))


founding = Blueprint("founding", __name__)


@founding.get("/c/new")
def form() -> Response:
    """The form of a new group; with the people of a match (`?match=CODE`) as its members."""
    match = access.my_match(request.args.get("match", ""))
    names = match.seating.people if match else ()
    return _form("", "\n".join(names), match.code if match else "", fresh_key())


@founding.post("/c/new")
def open_group() -> AnyResponse:
    """Founds the group; or shows the form again with what has to be mended."""
    lines, match = request.form.get("members", ""), access.my_match(request.form.get("match", ""))
    members = [" ".join(line.split()) for line in lines.splitlines() if line.strip()]
    name = typed("name")
    require_space(GROUPS)
    try:
        group = _open(name, members, read_key())
        if match and access.may_write(match):
            key = phone_scoped_key(f"take-in:{match.code}:{group.code}")
            groups().add_match(group.code, match, key)
    except Invalid as error:
        wrong = {error.path.partition(".")[0]: unreadable(language(), error)}
        code = match.code if match else ""
        seen = "\n".join(map(strip_invisible, lines.splitlines()))
        return _form(strip_invisible(name), seen, code, request.form.get("key", ""), wrong)
    access.grant_role(group, "scorer", GROUPS)
    return redirect(url_for("group.show", code=group.code), 303)


def _open(name: str, members: list[str], key: str) -> Group:
    """The group, founded once however often this phone sends the form. Raises Invalid."""
    spend("MATCHES_PER_ADDRESS", visitor())
    scoped = phone_scoped_key(key)
    for code in codes_for(scoped):
        try:
            return groups().open(code, name, members, scoped, new_secret(code, key))
        except Stale:
            continue
        except KeyReused:
            break
    return _open(name, members, fresh_key())


def _form(
    name: str, members: str, match: str, key: str, errors: dict[str, str] | None = None
) -> Response:
    return page(
        "extras/group/found.html",
        status=422 if errors else 200,
        name=name,
        members=members,
        match=match,
        key=key,
        errors={"company": "", "members": "", **(errors or {})},
    )


@founding.get("/m/<code>/company")
def belonging(code: str) -> AnyResponse:
    """The group of a match; or the ways to one, if it has none."""
    match = access.match_or_403(code)
    if group := group_of(match):
        return redirect(url_for("group.show", code=group.code), 303)
    return _belonging_page(access.match_or_403(code, write=True))


@founding.post("/m/<code>/company")
def take_in(code: str) -> AnyResponse:
    """Makes a match a group's; its people are members by their names, or new guests."""
    match = access.match_or_403(code, write=True)
    group = my_group(request.form.get("group", ""))
    if group is None:
        return _belonging_page(match, 422)
    doubts = doubts_about(group, match)
    said = {d.person: d.answer for d in doubts if d.answer is not None}
    if len(said) < len(doubts):
        return page(
            "extras/group/recognising.html",
            status=422,
            match=match,
            group=group,
            doubts=doubts,
            key=fresh_key(),
        )
    try:
        groups().add_match(group.code, match, read_key(), said)
    except Invalid as error:
        return _belonging_page(match, 422, unreadable(language(), error))
    return redirect(url_for("group.show", code=group.code), 303)


@founding.post("/m/<code>/company/leave")
def leave(code: str) -> AnyResponse:
    """No group may read the match any more."""
    match = access.match_or_403(code, write=True)
    access.matches().append_always(match, Grouped(group=""), statement_key("grouped"))
    return redirect(url_for("sheet.share", code=code), 303)


@dataclass(frozen=True)
class GroupOfMatch:
    """The group that may read a match; it is `mine` if this phone is in it."""

    code: str
    name: str
    mine: bool


def group_of_match(match: Match) -> GroupOfMatch | None:
    """The group that may read a match; of one that says nothing of it, that of this phone."""
    mine = group_of(match)
    code = mine.code if mine else match.group
    return GroupOfMatch(code, name_of(code) or code, mine is not None) if code else None


def name_of(code: str) -> str:
    """The name of a group; empty if there is none with this code."""
    with suppress(UnknownGroup):
        return groups().get(code).name
    return ""


def _belonging_page(match: Match, status: int = 200, message: str = "") -> Response:
    mine = [each for each in my_groups() if my_group(each.code)]
    return page(
        "extras/group/take-in.html",
        status=status,
        match=match,
        message=message,
        groups=mine,
        key=fresh_key(),
    )


class Fault(NamedTuple):
    """Why a form is shown again: a message, or path → what is wrong there."""

    status: int = 200
    message: str = ""
    errors: Mapping[str, str] = MappingProxyType({})

    @property
    def text(self) -> str:
        """The same in a sentence, for a page that marks no field."""
        return self.message or " ".join(self.errors.values())


NO_FAULT = Fault()


def form_values(group: Group, fault: Fault) -> Values:
    """What every page of a group with forms shows; `hidden` is what each carries for its save."""
    return {
        "group": group,
        "writes": may_write_in(group),
        "members": [member for member in group.members if member.came],
        "message": fault.message,
        "hidden": fresh_save(group).hidden,
    }
