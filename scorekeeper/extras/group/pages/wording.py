"""What happened in a group, in words: for Undo and Redo, its history, and a late phone."""

from collections.abc import Callable, Mapping
from datetime import date

from flask_babel import gettext as _

from scorekeeper.extras.group import Group
from scorekeeper.extras.group.deck import GAME
from scorekeeper.ledger import Event
from scorekeeper.web.wording.events import retired_text
from scorekeeper.web.wording.reader import book_of, date_text, money


def describe(group: Group, event: Event) -> str:
    if event.kind == "struck":
        return _describe_strike(group, event)
    if words := _WORDS.get(event.kind):
        return words(group, event)
    return retired_text(group, event)


def _describe_strike(group: Group, event: Event) -> str:
    target = group.events[event.body["event"] - 1]
    if target.kind == "struck":
        original = group.events[target.body["event"] - 1]
        return _("brought back: %(what)s", what=describe(group, original))
    return _("taken back: %(what)s", what=describe(group, target))


def phone_name(group: Group, mark: str) -> str:
    """What a phone calls itself, or its number; empty for none."""
    phone = group.phone(mark)
    return phone.called or _("phone %(n)d", n=phone.number) if mark else ""


def _name(group: Group, number: int) -> str:
    return group.members[number].name


def _opened(group: Group, event: Event) -> str:
    return _("group founded: %(names)s", names=", ".join(event.body["members"]))


def _joined(group: Group, event: Event) -> str:
    return _("%(name)s joins", name=event.body["name"])


def _named(group: Group, event: Event) -> str:
    return _("new name: %(name)s", name=event.body["name"])


def _admitted(group: Group, event: Event) -> str:
    name = _name(group, event.body["member"])
    return _("%(name)s is a member now", name=name)


def _left(group: Group, event: Event) -> str:
    return _("%(name)s plays here no more", name=_name(group, event.body["member"]))


def _returned(group: Group, event: Event) -> str:
    return _("%(name)s plays again", name=_name(group, event.body["member"]))


def _belongs(group: Group, event: Event) -> str:
    return _("match %(code)s added", code=event.body["match"])


def _seated(group: Group, event: Event) -> str:
    return _("round %(n)d", n=event.body["round"])


def _located(group: Group, event: Event) -> str:
    where = event.body
    pub = ", ".join(filter(None, (where["pub"], where["town"])))
    return _("pub: %(pub)s", pub=pub or "–")


def _dated(group: Group, event: Event) -> str:
    night = date.fromisoformat(event.body["night"])
    return _("evening of %(day)s", day=date_text(night, "named"))


def _withdrawn(group: Group, event: Event) -> str:
    return _("match %(code)s removed", code=event.body["match"])


def _merged(group: Group, event: Event) -> str:
    one, other = (group.members[event.body[name]].name for name in ("member", "into"))
    return _("%(one)s and %(other)s are the same player", one=one, other=other)


def _bought(group: Group, event: Event) -> str:
    body = event.body
    buyer = _name(group, body["buyer"])
    return _("%(name)s bought: %(what)s", name=buyer, what=body["what"])


def _paid(group: Group, event: Event) -> str:
    body = event.body
    payer, payee = _name(group, body["payer"]), _name(group, body["payee"])
    amount = money(body["amount"], body["currency"])
    return _("%(payer)s paid %(payee)s %(amount)s", payer=payer, payee=payee, amount=amount)


def _house_set(group: Group, event: Event) -> str:
    return _("house rules “%(name)s”", name=event.body["name"])


def _deck(group: Group, event: Event) -> str:
    return _("new pack of cards")


def _inscribed(group: Group, event: Event) -> str:
    card = book_of(GAME).card(event.body["card"])
    return _("inscribed card: %(card)s", card=card)


def _ranked(group: Group, event: Event) -> str:
    return _("another rule for the table of the season")


def _introduced(group: Group, event: Event) -> str:
    return _("a phone is called %(name)s", name=event.body["name"])


def _kept(group: Group, event: Event) -> str:
    if keeper := event.body.get("keeper", ""):
        return _("%(phone)s keeps this book", phone=phone_name(group, keeper))
    return _("a new code for coming back")


def _ended(group: Group, event: Event) -> str:
    return _("%(phone)s writes no more", phone=phone_name(group, event.body["of"]))


def _relinked(group: Group, event: Event) -> str:
    return _("new links instead of the old ones")


_WORDS: Mapping[str, Callable[[Group, Event], str]] = {
    "opened": _opened,
    "joined": _joined,
    "named": _named,
    "admitted": _admitted,
    "left": _left,
    "returned": _returned,
    "belongs": _belongs,
    "seated": _seated,
    "located": _located,
    "dated": _dated,
    "withdrawn": _withdrawn,
    "merged": _merged,
    "bought": _bought,
    "paid": _paid,
    "agreed": _house_set,
    "deck": _deck,
    "inscribed": _inscribed,
    "ranked": _ranked,
    "introduced": _introduced,
    "kept": _kept,
    "ended": _ended,
    "relinked": _relinked,
}
