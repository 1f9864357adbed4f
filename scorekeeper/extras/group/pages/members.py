"""The members of a group: who they are, what they are called, who comes new; and forgetting one:
what it does is said first, and only then it is done.
"""

from collections.abc import Mapping

from flask import Blueprint, Response, redirect, request, url_for
from flask_babel import gettext as _
from werkzeug import Response as AnyResponse

from scorekeeper.core.names import strip_invisible
from scorekeeper.extras.group import Group, Member
from scorekeeper.extras.group.forgetting import forget
from scorekeeper.extras.group.pages import entrance
from scorekeeper.extras.group.pages.entrance import group_for, typed
from scorekeeper.extras.group.pages.presenter import describe, write_in
from scorekeeper.web.forms.labels import number
from scorekeeper.web.http.limits import spend, visitor
from scorekeeper.web.http.saving import fresh_save, read_key, read_save
from scorekeeper.web.render import page
from scorekeeper.web.wording.events import stream_conflict_text

group_members = Blueprint("group_members", __name__, url_prefix="/c/<code>/members")


@group_members.get("", endpoint="show")
def members_page(code: str) -> Response:
    """The members and the guests; and a form for somebody new."""
    return _members_page(group_for(code))


@group_members.get("/<int:member>/edit")
def edit(code: str, member: int) -> Response:
    """The name of a member, whether he plays, who else he is."""
    return _members_page(group_for(code, write=True))


@group_members.post("")
def join(code: str) -> AnyResponse:
    """Somebody new, a member or a guest; whoever is nearly called like another is asked about."""
    group, name = group_for(code, write=True), typed("name")
    if said := entrance.question(group, name):
        return _members_page(group, entrance.Fault(422, errors={"name": said}))
    return _write(code, "joined", {"name": name, "guest": "guest" in request.form})


@group_members.post("/<int:member>/name")
def rename(code: str, member: int) -> AnyResponse:
    """Gives a member another name; his past stays his."""
    return _write(code, "named", {"member": member, "name": typed("name")})


@group_members.post("/<int:member>/admit")
def admit(code: str, member: int) -> AnyResponse:
    """Makes a guest a member, with his past."""
    return _write(code, "admitted", {"member": member})


@group_members.post("/<int:member>/left")
def leave(code: str, member: int) -> AnyResponse:
    return _write(code, "left", {"member": member})


@group_members.post("/<int:member>/returned")
def come_back(code: str, member: int) -> AnyResponse:
    return _write(code, "returned", {"member": member})


@group_members.post("/<int:member>/merge")
def merge(code: str, member: int) -> AnyResponse:
    return _write(code, "merged", {"member": member, "into": number(request.form.get("into"))})


@group_members.post("/group-name")
def rename_group(code: str) -> AnyResponse:
    return _write(code, "named", {"name": typed("name")})


def _write(code: str, kind: str, body: Mapping[str, object]) -> AnyResponse:
    return write_in(group_for(code, write=True), kind, body, _after, _members_page)


def _after(group: Group) -> str:
    """The page that a form was on: of a member, or of who is left of two; or of all."""
    member = (request.view_args or {}).get("member")
    if member is None:
        return url_for("group_members.show", code=group.code)
    left = group.merges.get(member, member)
    return url_for("group_members.edit", code=group.code, member=left)


def _members_page(group: Group, fault: entrance.Fault = entrance.NO_FAULT) -> Response:
    """The page of the member that the address names, or of all; of a form that failed, the last
    word of its address, what was typed, and what is wrong with it.
    """
    shown = entrance.form_values(group, fault) | {
        "wrong": " ".join(fault.errors.values()),
        "failed_form": request.path.rpartition("/")[2] if fault.errors else "",
        "typed": strip_invisible(request.form.get("name", "")),
    }
    number = (request.view_args or {}).get("member")
    if number is None:
        return page("extras/group/members.html", status=fault.status, **shown)
    member = entrance.member_for(group, number)
    return page(
        "extras/group/member.html",
        status=fault.status,
        **shown,
        keeps=entrance.may_keep(group),
        member=member,
        others=[each for each in shown["members"] if each is not member],
    )


member_forgetting = Blueprint(
    "member_forgetting", __name__, url_prefix="/c/<code>/members/<int:member>/forget"
)


@member_forgetting.get("")
def ask(code: str, member: int) -> Response:
    """Says what will be forgotten, with the button that does it."""
    group = group_for(code, keep=True)
    return _forget_page(group, entrance.member_for(group, member))


@member_forgetting.post("")
def do(code: str, member: int) -> AnyResponse:
    """Forgets the member for good. Whoever looked at another version is asked once more."""
    group = group_for(code, keep=True)
    asked, key = entrance.member_for(group, member), read_key()
    if any(event.key == key for event in group.events):  # sent twice
        return redirect(url_for("group_members.show", code=code), 303)
    if read_save().version != group.version:
        text = stream_conflict_text(group, asked.name, describe)
        return _forget_page(group, asked, 409, text)
    # The whole ledger is written anew, so that nothing of the name stays in its file.
    spend("MATCHES_PER_ADDRESS", visitor())
    forget(entrance.groups().ledger, group.code, asked.number, _label(asked))
    # Nobody offers a seat to a number.
    body, now = {"member": asked.number}, entrance.groups().get(code)
    entrance.groups().write(now, "left", body, now.version, key)
    return redirect(url_for("group_members.show", code=code), 303)


def _label(member: Member) -> str:
    """What he is called from now on: "hráč 3"."""
    return _("player %(n)d", n=member.number + 1)


def _forget_page(group: Group, member: Member, status: int = 200, message: str = "") -> Response:
    return page(
        "extras/group/forget.html",
        status=status,
        group=group,
        member=member,
        label=_label(member),
        message=message,
        hidden=fresh_save(group).hidden,
    )
