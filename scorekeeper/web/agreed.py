"""What a table agreed on, in words: its house rules with the rules of the book that they change."""

from collections.abc import Iterator
from dataclasses import dataclass

from flask_babel import gettext as _

from scorekeeper.games import AnyGame
from scorekeeper.house import HouseRules, write_house
from scorekeeper.plain import declared
from scorekeeper.web.forms import form_of
from scorekeeper.web.parts import DeclaredForm, Part, Words
from scorekeeper.web.typed import asked, group_of, kind_of, presets_of
from scorekeeper.web.wording import book_of


@dataclass(frozen=True)
class Agreed:
    """A house rule in words: what it says at a table, and what it says usually.

    `rule` is the id of the rule that it changes.
    """

    rule: str
    label: str
    help: str
    value: str
    usual: str


def agreed_of(game: AnyGame, house: HouseRules) -> tuple[Agreed, ...]:
    """All house rules of a game as a table plays them, in the order of their declaration."""
    rules = dict(_rules(game.house, ""))
    here, usual = _values(game, house), _values(game, game.house())
    return tuple(
        Agreed(rules[part.name], part.label, part.help, here[part.name], usual[part.name])
        for part in _form(game, house).every
    )


def chosen(part: Part) -> str:
    """What the one control of a part holds, in the words of its choice."""
    field = part.items[0].field
    if isinstance(field.data, bool):
        return str(_("yes") if field.data else _("no"))
    choices = dict(getattr(field, "choices", None) or ())
    return str(choices.get(field.data, field.data))


def _rules(cls: type, prefix: str) -> Iterator[tuple[str, str]]:
    """The name of every part of the form with the rule that it belongs to."""
    for name in asked(cls):
        yield prefix + name, declared(cls)[name].metadata["rule"]
        if kind_of(cls, name) == "group":
            yield from _rules(group_of(cls, name), f"{prefix}{name}-")


def _form(game: AnyGame, house: HouseRules) -> DeclaredForm:
    words = Words(book_of(game), ("house",), ())
    return form_of(game.house, words, plain=write_house(house))


def _values(game: AnyGame, house: HouseRules) -> dict[str, str]:
    """Name of the part → what it says; "–" for what was left empty."""
    parts = _form(game, house).every
    return {p.name: (_ready(game, house, p) if p.inner else chosen(p)) or "–" for p in parts}


def _ready(game: AnyGame, house: HouseRules, group: Part) -> str:
    """The name of the ready-made set that a group is, if it is one."""
    ready, words = presets_of(game.house, group.name), dict(group.presets)
    same = (words[key] for key, value in ready.items() if value == getattr(house, group.name))
    return next(same, _("our own"))
