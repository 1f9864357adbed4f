"""The phones of a group: what each calls itself."""

from dataclasses import dataclass

from flask import Blueprint, redirect, request, url_for
from werkzeug import Response as AnyResponse

from scorekeeper.extras.group import Group, Phone
from scorekeeper.extras.group.events import Introduced
from scorekeeper.extras.group.pages.entrance import group_for, groups
from scorekeeper.extras.group.pages.wording import phone_name
from scorekeeper.web.http.identifiers import phone_id
from scorekeeper.web.http.saving import statement_key
from scorekeeper.web.wording.reader import day

phones = Blueprint("group_phones", __name__, url_prefix="/c/<code>/phones")


@dataclass(frozen=True)
class PhoneView:
    """A phone of a group, as the page of its links lists it: it is `mine` if it is this one."""

    mark: str
    name: str
    called: str
    day: str
    mine: bool


def phone_views(group: Group) -> list[PhoneView]:
    """The phones that are known, this one first; it is there though it has not written yet."""
    here = phone_id(group.code)
    known = {here: Phone(here, len(group.phones) + 1, ""), **group.phones}
    return [
        PhoneView(
            mark=each.mark,
            name=phone_name(group, each.mark),
            called=each.called,
            day=day(each.at) if each.at else "",
            mine=each.mark == here,
        )
        for each in sorted(known.values(), key=lambda each: each.mark != here)
    ]


@phones.post("")
def introduce(code: str) -> AnyResponse:
    """Says what this phone is called."""
    group, name = group_for(code, write=True), " ".join(request.form.get("name", "").split())
    said = Introduced(name=name)
    said.validate(group)
    groups().append_always(group, said, statement_key("introduced", name))
    return redirect(url_for("group.share", code=code), 303)
