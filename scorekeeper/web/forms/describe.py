"""What somebody entered, said again: the fields of a dispute or an entry with their labels.

A form asks for JSON data; here it comes back as a reader sees it: cards to be drawn, players by
name, choices in their words. The labels are those of the form (`asked.<kind>.<field>`).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from flask_babel import gettext as _

from scorekeeper.rulebook import Rulebook
from scorekeeper.schema import Json
from scorekeeper.web.forms.kinds.kind import kinds_of
from scorekeeper.web.forms.kinds.nested import Group
from scorekeeper.web.forms.labels import Fragment, Labels

Described = tuple[str, tuple[Fragment, ...]]
"""A label, and what was said there."""


@dataclass(frozen=True)
class Wording:
    """A field in words: its label, what helps to answer it, and a value of it in one line.

    `rule` is the id of the rule that it changes, and `inner` says that it stands in a group.
    """

    name: str
    label: str
    help: str
    text: str
    rule: str
    inner: bool


def wordings(
    cls: type, data: Mapping[str, Json], labels: Labels, prefix: str = ""
) -> Iterator[Wording]:
    """Every field of a dataclass with its value, those of groups after their group.

    Names are those of the form's parts; what the data leaves out holds its default.
    """
    for kind in kinds_of(cls):
        value, name = data.get(kind.name, kind.default), kind.name
        label, help = labels.of(name, "label"), labels.of(name, "help")
        text, rule = kind.text(value, labels), kind.spec.rule
        yield Wording(prefix + name, label, help, text, rule, bool(prefix))
        if isinstance(kind, Group):
            inner = value if isinstance(value, Mapping) else {}
            yield from wordings(kind.group, inner, labels.within(name), f"{prefix}{name}-")


def describe(
    book: Rulebook,
    cls: type,
    given: Mapping[str, Json],
    names: Sequence[str],
    section: Sequence[str] = (),
) -> list[Described]:
    """What `given` says for the fields of a dispute, in the order of their declaration.

    Labels are those of `asked.<kind>`, or of another `section` of the book, as for an entry
    `("fields", "round")`. What is unknown (None) is left out. Raises KeyError for a missing label.
    """
    where = tuple(section) or ("asked", getattr(cls, "kind", ""))
    labels, nothing = Labels(book, where, names), (Fragment(_("nothing")),)
    return [
        (
            book.label(*where, kind.name, "label"),
            tuple(kind.describe(given[kind.name], labels)) or nothing,
        )
        for kind in kinds_of(cls)
        if given.get(kind.name) is not None
    ]
