"""What happened in a group, in words: for Undo and Redo, its history, and a late phone."""

from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

from flask_babel import gettext as _

from scorekeeper.extras.group import Group
from scorekeeper.extras.group.deck import GAME
from scorekeeper.ledger import Event
from scorekeeper.web.wording.events import retired_text
from scorekeeper.web.wording.figures import phone_text
from scorekeeper.web.wording.reader import book_of, date_text, money

Said = Mapping[str, Any]
"""The body of an event."""


def describe(group: Group, event: Event) -> str:
    if event.kind == "struck":
        return _describe_strike(group, event)
    if words := _WORDS.get(event.kind):
        return words(group, event.body)
    return retired_text(group, event)


def _describe_strike(group: Group, event: Event) -> str:
    target = group.events[event.body["event"] - 1]
    if target.kind == "struck":
        original = group.events[target.body["event"] - 1]
        return _("brought back: %(what)s", what=describe(group, original))
    return _("taken back: %(what)s", what=describe(group, target))


def _name(group: Group, said: Said, role: str = "member") -> str:
    return group.members[said[role]].name


def _phone(group: Group, said: Said, role: str) -> str:
    return phone_text(group, said[role])


def _paid(group: Group, said: Said) -> str:
    return _(
        "%(payer)s paid %(payee)s %(amount)s",
        payer=_name(group, said, "payer"),
        payee=_name(group, said, "payee"),
        amount=money(said["amount"], said["currency"]),
    )


def _pub(said: Said) -> str:
    return ", ".join(said[part] for part in ("pub", "town") if said[part])


_WORDS: Mapping[str, Callable[[Group, Said], str]] = {
    "opened": lambda _g, said: _("group founded: %(names)s", names=", ".join(said["members"])),
    "joined": lambda _g, said: _("%(name)s joins", name=said["name"]),
    "named": lambda _g, said: _("new name: %(name)s", name=said["name"]),
    "admitted": lambda g, said: _("%(name)s is a member now", name=_name(g, said)),
    "left": lambda g, said: _("%(name)s plays here no more", name=_name(g, said)),
    "returned": lambda g, said: _("%(name)s plays again", name=_name(g, said)),
    "belongs": lambda _g, said: _("match %(code)s added", code=said["match"]),
    "seated": lambda _g, said: _("round %(n)d", n=said["round"]),
    "located": lambda _g, said: _("pub: %(pub)s", pub=_pub(said) or "–"),
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
        _("%(phone)s keeps this book", phone=_phone(g, said, "keeper"))
        if said.get("keeper")
        else _("a new code for coming back")
    ),
    "ended": lambda g, said: _("%(phone)s writes no more", phone=_phone(g, said, "of")),
    "relinked": lambda _g, _said: _("new links instead of the old ones"),
}
