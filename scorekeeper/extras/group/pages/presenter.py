"""What a group says of itself to the pages that it shares with matches: its events in words, and
its phones – what each calls itself, which of them keep the book, and that one ends.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import date
from hmac import compare_digest
from typing import Any, Literal, get_args

from flask import Blueprint, abort, redirect, request, url_for
from flask_babel import gettext as _
from werkzeug import Response

from scorekeeper.core.schema import dump_fields
from scorekeeper.extras.group import GROUP, Group, GroupBody, Pub
from scorekeeper.extras.group.actions import Groups, RoundPlayed, UnknownGroup
from scorekeeper.extras.group.deck import GAME
from scorekeeper.extras.group.events import Ended, Introduced, Kept
from scorekeeper.extras.group.pages import entrance
from scorekeeper.extras.group.pages.entrance import Fault, group_for, groups
from scorekeeper.extras.group.pages.hooks import latest_matches, version_now
from scorekeeper.ledger import Event
from scorekeeper.match import group_of
from scorekeeper.match.files import streams_of
from scorekeeper.stream.files import Events
from scorekeeper.stream.streams import Phone
from scorekeeper.web.http import identifiers
from scorekeeper.web.http.access import grant_role
from scorekeeper.web.http.grants import GROUPS
from scorekeeper.web.http.saving import read_key, statement_key
from scorekeeper.web.stream import StreamPresenter, UnsavedChange, save_and_respond
from scorekeeper.web.stream.live import Codes
from scorekeeper.web.wording.events import retired_text
from scorekeeper.web.wording.figures import phone_text
from scorekeeper.web.wording.reader import book_of, date_text, day, money

Said = Mapping[str, Any]
"""The body of an event."""


def describe(group: Group, event: Event) -> str:
    """What an event says, in words."""
    if event.kind == "struck":
        target = group.events[event.body["event"] - 1]
        if target.kind != "struck":
            return _("taken back: %(what)s", what=describe(group, target))
        original = group.events[target.body["event"] - 1]
        return _("brought back: %(what)s", what=describe(group, original))
    if words := _WORDS.get(event.kind):
        return words(group, event.body)
    return retired_text(group, event)


def _name(group: Group, said: Said, role: str = "member") -> str:
    return group.members[said[role]].name


def _paid(group: Group, said: Said) -> str:
    return _(
        "%(payer)s paid %(payee)s %(amount)s",
        payer=_name(group, said, "payer"),
        payee=_name(group, said, "payee"),
        amount=money(said["amount"], said["currency"]),
    )


_WORDS: Mapping[str, Callable[[Group, Said], str]] = {
    "opened": lambda _g, said: _("group founded: %(names)s", names=", ".join(said["members"])),
    "joined": lambda _g, said: _("%(name)s joins", name=said["name"]),
    "named": lambda _g, said: _("new name: %(name)s", name=said["name"]),
    "admitted": lambda g, said: _("%(name)s is a member now", name=_name(g, said)),
    "left": lambda g, said: _("%(name)s plays here no more", name=_name(g, said)),
    "returned": lambda g, said: _("%(name)s plays again", name=_name(g, said)),
    "belongs": lambda _g, said: _("match %(code)s added", code=said["match"]),
    "seated": lambda _g, said: _("round %(n)d", n=said["round"]),
    "located": lambda _g, said: _("pub: %(pub)s", pub=Pub(said["pub"], said["town"]).text or "–"),
    "dated": lambda _g, said: _(
        "evening of %(day)s", day=date_text(date.fromisoformat(said["night"]), "named")
    ),
    "withdrawn": lambda _g, said: _("match %(code)s removed", code=said["match"]),
    "merged": lambda g, said: _(
        "%(one)s and %(other)s are the same player",
        one=_name(g, said),
        other=_name(g, said, "into"),
    ),
    "bought": lambda g, said: _(
        "%(name)s bought: %(what)s", name=_name(g, said, "buyer"), what=said["what"]
    ),
    "paid": _paid,
    "agreed": lambda _g, said: _("house rules “%(name)s”", name=said["name"]),
    "deck": lambda _g, _said: _("new pack of cards"),
    "inscribed": lambda _g, said: _(
        "inscribed card: %(card)s", card=book_of(GAME).card(said["card"])
    ),
    "ranked": lambda _g, _said: _("another rule for the table of the season"),
    "introduced": lambda _g, said: _("a phone is called %(name)s", name=said["name"]),
    "kept": lambda g, said: (
        _("%(phone)s keeps this book", phone=phone_text(g, said["keeper"]))
        if said.get("keeper")
        else _("a new code for coming back")
    ),
    "ended": lambda g, said: _("%(phone)s writes no more", phone=phone_text(g, said["of"])),
    "relinked": lambda _g, _said: _("new links instead of the old ones"),
}


phones = Blueprint("group_phones", __name__, url_prefix="/c/<code>/phones")


def phones_of(group: Group) -> list[tuple[Phone, str, str]]:
    """The phones that write, this one first, each with its name and the day when it wrote last."""
    here = group.phone(identifiers.phone_id(group.code))
    others = (each for each in group.phones.values() if each != here and not each.ended)
    return [
        (each, phone_text(group, each.mark), day(each.at) if each.at else "")
        for each in (here, *others)
    ]


@phones.post("")
def introduce(code: str) -> Response:
    """Says what this phone is called."""
    group, said = group_for(code, write=True), Introduced(name=entrance.typed("name"))
    said.validate(group)
    return _say(group, said)


@phones.post("/claim")
def claim(code: str) -> Response:
    """This phone keeps a book that nobody keeps, and gets its secret."""
    group, key = group_for(code, keep=True), read_key()
    if not group.secret:
        groups().claim(code, identifiers.new_secret(code, key), identifiers.phone_scoped_key(key))
    return _share(group)


@phones.post("/secret")
def renew_secret(code: str) -> Response:
    """A keeper gets a new secret instead of the old one."""
    group = group_for(code, keep=True)
    return _say(group, Kept(secret=identifiers.new_secret(code, read_key())))


@phones.post("/keeper")
def name_keeper(code: str) -> Response:
    """A keeper lets another phone keep the book, too."""
    group = group_for(code, keep=True)
    return _say(group, Kept(keeper=_other(group)))


@phones.post("/end")
def end(code: str) -> Response:
    """A keeper ends the role of another phone; this one keeps its own."""
    group = group_for(code, keep=True)
    return _say(group, Ended(of=_other(group)))


def _other(group: Group) -> str:
    """The mark of a phone of the group that is not this one; else answers 400."""
    mark = request.form.get("phone", "")
    if mark not in group.phones or mark == identifiers.phone_id(group.code):
        abort(400)
    return mark


def _say(group: Group, said: GroupBody) -> Response:
    groups().append_always(group, said, statement_key(said.kind, *dump_fields(said).values()))
    return _share(group)


def _share(group: Group) -> Response:
    return redirect(url_for("group.share", code=group.code), 303)


def come_back(typed: str) -> str:
    """The page of a group, if its code and its secret were typed: this phone keeps it then."""
    code, secret = typed[: -identifiers.SECRET], typed[-identifiers.SECRET :]
    with suppress(UnknownGroup):
        group = groups().get(code)
        if compare_digest(group.secret, identifiers.hash_of_secret(code, secret)):
            entrance.keep_here(group)
            return url_for("group.show", code=code)
    return ""


GroupRole = Literal["keeper", "scorer", "watcher"]


class GroupPresenter(StreamPresenter[Group, GroupRole]):
    """Groups, followed with the matches that they took in last. The link of a keeper is known to
    the host's command line alone.
    """

    pages = entrance.PAGES
    home = "group.show"
    share_template = "extras/group/share.html"
    roles = get_args(GroupRole)
    watches: GroupRole = "watcher"
    writes: GroupRole = "scorer"
    one_by_one = True
    refusals = (RoundPlayed,)

    def streams(self) -> Groups:
        return groups()

    def open(self, code: str, *, write: bool = False) -> Group:
        return group_for(code, write=write)

    def keep(self, code: str) -> Group:
        return group_for(code, keep=True)

    def grant_role(self, stream: Group, role: GroupRole) -> None:
        if role == "keeper":
            entrance.keep_here(stream)
        else:
            grant_role(stream, role, GROUPS)

    def describe(self, stream: Group, event: Event) -> str:
        return describe(stream, event)

    def share_values(self, stream: Group) -> Mapping[str, object]:
        """The phones of the group, and what only who keeps its book may do."""
        return {
            "phones": phones_of(stream),
            "keeps": entrance.may_keep(stream),
            "secret": identifiers.shown_secret(stream.code),
        }

    def news(self, stream: Group, event: Event) -> str:
        return "" if event.kind == "introduced" else describe(stream, event)

    def may_write(self, stream: Group) -> bool:
        return entrance.may_write_in(stream)

    def refusal(self, stream: Group, fault: Exception) -> str:
        return _("Something is written at a table of this round: it stays.")

    def others(self, code: str) -> Codes:
        known = groups()
        return lambda: latest_matches(known, known.get(code))

    def version(self, stream: Group) -> str:
        return version_now(stream)

    def elsewhere(self) -> str:
        return _("There is news from a match.")

    def all_events(self, stream: Group) -> Sequence[Events]:
        events, *matches = streams_of(groups().ledger, stream.code)
        own = (each for each in matches if stream.owns(each[0].stream, group_of(each)))
        return [events, *own]


GROUP_PRESENTER = GroupPresenter()


def write_in(
    group: Group,
    kind: str,
    body: Mapping[str, object],
    then: str | Callable[[Group], str],
    show: Callable[[Group, Fault], Response],
) -> Response:
    """The answer to a form that writes an event, and leads on to a page; or is shown again."""

    def mine(now: Group) -> UnsavedChange:
        GROUP.validate_body(now, kind, body)
        return UnsavedChange(describe(now, Event(now.code, now.version + 1, kind, body, "", "")))

    return save_and_respond(
        GROUP_PRESENTER,
        group,
        lambda save: groups().write(group, kind, body, save.version, save.key),
        lambda now: redirect(then if isinstance(then, str) else then(now), 303),
        lambda now, *fault: show(now, Fault(*fault)),
        mine,
    )
