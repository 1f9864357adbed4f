"""What the facts of a case are made of, read off the declarations: a part of FORMAT.md.

    python -m scorekeeper.referee.cases.members

writes it anew.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import MISSING
from pathlib import Path
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from scorekeeper.core import schema
from scorekeeper.core.cards import Card
from scorekeeper.core.game import AnyGame
from scorekeeper.games import GAMES
from scorekeeper.referee.dispute import AnyDispute, Dispute
from scorekeeper.referee.question import field_at, none_is_an_answer, objects_in, rules_handle_null

DOCUMENT = Path(__file__).with_name("FORMAT.md")
BEGIN, END = (
    "<!-- members: python -m scorekeeper.referee.cases.members -->",
    "<!-- end of members -->",
)
CHOICES = re.compile(r"`(\S+(?: · \S+){3,})`")
MEMBER_WITH_CHOICES = re.compile(rf"`([\w.]+)` [^`]*{CHOICES.pattern}")
NAMES: Mapping[object, str] = {
    bool: "yes/no",
    str: "text",
    schema.Seat: "seat",
    Card: "card",
    schema.RuleId: "rule",
}


def members() -> str:
    """Each kind of each game with its members, as Markdown."""
    return "\n".join(line for game in GAMES.values() for line in _of_game(game))


def _of_game(game: AnyGame) -> Iterator[str]:
    """A row for each kind; choices that stand in several places are named above the table."""
    rows = {kind.kind: _row(kind) for kind in game.kinds.values()}
    names = _named_choices(rows)
    yield f"\n### {game.key}\n"
    yield from (f"- *{name}*: `{choices}`" for choices, name in names.items())
    yield from ("", "| kind | has to be told | may be left out |", "|---|---|---|")
    for row in rows.values():
        yield CHOICES.sub(
            lambda found: f"*{names[found[1]]}*" if found[1] in names else found[0], row
        )
    yield ""


def _named_choices(rows: Mapping[str, str]) -> dict[str, str]:
    """Each set of choices that occurs again → the name of the first member that takes it."""
    often = Counter(choices for row in rows.values() for choices in CHOICES.findall(row))
    names: dict[str, str] = {}
    for kind, row in rows.items():
        for member, choices in MEMBER_WITH_CHOICES.findall(row):
            if often[choices] > 1 and choices not in names:
                name = member.rpartition(".")[2]
                names[choices] = f"{kind}.{name}" if name in names.values() else name
    return names


def _row(kind: type[AnyDispute]) -> str:
    declared = get_type_hints(kind.result)["return"]
    result = ", ".join(getattr(declared, "__annotations__", ()))
    columns: tuple[list[str], list[str]] = [], []
    for path in _paths(kind):
        cls, name = field_at(kind, path)
        field = schema.fields_of(cls)[name]
        default, spec = schema.default_of(field), schema.spec_of(field)
        said = f"`{path}` {_named(schema.type_of(cls, name), spec)}"
        left_out = "" if default is MISSING else f" = {_default(cls, name, default)}"
        # What null means, where it is more than that nobody knows.
        answer = " °" if spec.null_is_answer or not spec.in_form else ""
        null = answer or (" *" if rules_handle_null(kind, path) else "")
        columns[default is not MISSING].append(f"{said}{left_out}{null}")
    told, rest = ("; ".join(column) or "–" for column in columns)
    return f"| **{kind.kind}**{f' → {result}' if result else ''} | {told} | {rest} |"


def _paths(cls: type) -> Iterator[str]:
    """The fields of a dataclass, each object followed by the fields within it."""
    for name in schema.fields_of(cls):
        yield name
        if inner := objects_in(cls).get(name):
            yield from (f"{name}.{path}" for path in _paths(inner))


def _default(cls: type, name: str, default: object) -> str:
    if default is not None:
        return json.dumps(schema.dump(default), ensure_ascii=False)
    spec = schema.spec_of(schema.fields_of(cls)[name])
    if not issubclass(cls, Dispute):
        return "usual" if spec.known else "none"
    return "none" if spec.null_is_answer or none_is_an_answer(cls, name) else "?"


def _named(kind: Any, spec: schema.Spec) -> str:
    origin, args = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return " or ".join(_named(each, spec) for each in schema.union_members(kind))
    if kind is int:
        return _bounds(spec) or "number"
    if origin is Literal:
        return "`" + " · ".join(str(each) for each in args) + "`"
    if origin is Mapping:
        return f"{{{_named(args[0], schema.Spec())}: {_named(args[1], spec)}}}"
    if origin in (tuple, frozenset):
        return f"[{_named(args[0], spec)}]"
    return NAMES.get(kind) or f"{{{', '.join(schema.fields_of(kind))}}}"


def _bounds(spec: schema.Spec) -> str:
    least, most = (each if each is not None else "" for each in (spec.ge, spec.le))
    return f"{least}–{most}" if (least, most) != ("", "") else ""


def document(text: str) -> str:
    """FORMAT.md with the members as they are declared now."""
    before, _, rest = text.partition(BEGIN)
    return f"{before}{BEGIN}\n{members()}\n{END}{rest.partition(END)[2]}"


if __name__ == "__main__":
    DOCUMENT.write_text(document(DOCUMENT.read_text("utf-8")), "utf-8")
