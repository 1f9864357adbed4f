"""The phones of a group: what each calls itself, which of them keep the book, and that one ends."""

from contextlib import suppress
from hmac import compare_digest

from flask import Blueprint, abort, redirect, request, url_for
from werkzeug import Response as AnyResponse

from scorekeeper.core.schema import dump_fields
from scorekeeper.extras.group import Group, GroupBody
from scorekeeper.extras.group.actions import UnknownGroup
from scorekeeper.extras.group.events import Ended, Introduced, Kept
from scorekeeper.extras.group.pages.entrance import (
    group_for,
    groups,
    keep_here,
)
from scorekeeper.stream.streams import Phone
from scorekeeper.web.http.identifiers import (
    SECRET,
    hash_of_secret,
    new_secret,
    phone_id,
    phone_scoped_key,
)
from scorekeeper.web.http.saving import read_key, statement_key
from scorekeeper.web.wording.figures import phone_text
from scorekeeper.web.wording.reader import day

phones = Blueprint("group_phones", __name__, url_prefix="/c/<code>/phones")


def phones_of(group: Group) -> list[tuple[Phone, str, str]]:
    """The phones that write, this one first, each with its name and the day when it wrote last."""
    here = group.phone(phone_id(group.code))
    others = (each for each in group.phones.values() if each != here and not each.ended)
    return [
        (each, phone_text(group, each.mark), day(each.at) if each.at else "")
        for each in (here, *others)
    ]


@phones.post("")
def introduce(code: str) -> AnyResponse:
    """Says what this phone is called."""
    group, name = group_for(code, write=True), " ".join(request.form.get("name", "").split())
    said = Introduced(name=name)
    said.validate(group)
    return _say(group, said)


@phones.post("/claim")
def claim(code: str) -> AnyResponse:
    """This phone keeps a book that nobody keeps, and gets its secret."""
    group, key = group_for(code, keep=True), read_key()
    if not group.secret:
        groups().claim(code, new_secret(code, key), phone_scoped_key(key))
    return _share(group)


@phones.post("/secret")
def renew_secret(code: str) -> AnyResponse:
    """A keeper gets a new secret instead of the old one."""
    group = group_for(code, keep=True)
    return _say(group, Kept(secret=new_secret(code, read_key())))


@phones.post("/keeper")
def name_keeper(code: str) -> AnyResponse:
    """A keeper lets another phone keep the book, too."""
    group = group_for(code, keep=True)
    return _say(group, Kept(keeper=_other(group)))


@phones.post("/end")
def end(code: str) -> AnyResponse:
    """A keeper ends the role of another phone; this one keeps its own."""
    group = group_for(code, keep=True)
    return _say(group, Ended(of=_other(group)))


def _other(group: Group) -> str:
    """The mark of a phone of the group that is not this one; else answers 400."""
    mark = request.form.get("phone", "")
    if mark not in group.phones or mark == phone_id(group.code):
        abort(400)
    return mark


def _say(group: Group, said: GroupBody) -> AnyResponse:
    groups().append_always(group, said, statement_key(said.kind, *dump_fields(said).values()))
    return _share(group)


def _share(group: Group) -> AnyResponse:
    return redirect(url_for("group.share", code=group.code), 303)


def come_back(typed: str) -> str:
    """The page of a group, if its code and its secret were typed: this phone keeps it then."""
    code, secret = typed[:-SECRET], typed[-SECRET:]
    with suppress(UnknownGroup):
        group = groups().get(code)
        if compare_digest(group.secret, hash_of_secret(code, secret)):
            keep_here(group)
            return url_for("group.show", code=code)
    return ""
