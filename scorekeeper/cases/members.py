"""What the facts of a case are made of, read off the declarations: a part of FORMAT.md.

    python -m scorekeeper.cases.members

writes it anew.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import MISSING
from pathlib import Path
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from scorekeeper.cards import Card
from scorekeeper.dispute import Dispute
from scorekeeper.game import AnyGame
from scorekeeper.games import GAMES
from scorekeeper.question import field_at, none_is_an_answer, objects_in, rules_handle_null
from scorekeeper.schema import (
    RuleId,
    Seat,
    Spec,
    default_of,
    dump,
    fields_of,
    spec_of,
    type_of,
    union_members,
)

DOCUMENT = Path(__file__).with_name("FORMAT.md")
BEGIN, END = "<!-- members: python -m scorekeeper.cases.members -->", "<!-- end of members -->"
NAMES: Mapping[object, str] = {
    bool: "yes or no",
    str: "a text",
    Seat: "a seat",
    Card: "a card",
    RuleId: "a rule",
}


def members() -> str:
    """Each kind of each game with its members, as Markdown."""
    return "\n".join(line for game in GAMES.values() for line in _of_game(game))


def _of_game(game: AnyGame) -> Iterator[str]:
    yield f"\n### {game.key}\n"
    for kind in game.kinds.values():
        cls: type = kind
        results = ", ".join(f"`{name}`" for name in _results(kind))
        yield f"**{kind.kind}**{f' → {results}' if results else ''}\n"
        yield "| member | is | left out | `null` |"
        yield "|---|---|---|---|"
        yield from (_member(kind, path) for path in _paths(cls))
        yield ""


def _results(kind: type[Dispute]) -> Iterator[str]:
    """The members of its result, as its method declares them."""
    declared = get_type_hints(kind.result)["return"]
    yield from getattr(declared, "__annotations__", ())


def _paths(cls: type) -> Iterator[str]:
    """The fields of a dataclass, each object followed by the fields within it."""
    for name in fields_of(cls):
        yield name
        if inner := objects_in(cls).get(name):
            yield from (f"{name}.{path}" for path in _paths(inner))


def _member(kind: type[Dispute], path: str) -> str:
    cls, name = field_at(kind, path)
    declared = fields_of(cls)[name]
    what, default = _named(type_of(cls, name), spec_of(declared)), default_of(declared)
    missing = "has to be told" if default is MISSING else _default(cls, name, default)
    return f"| {path} | {what} | {missing} | {_null(kind, path)} |"


def _default(cls: type, name: str, default: object) -> str:
    """What leaving a member out means."""
    if default is not None:
        return f"`{json.dumps(dump(default), ensure_ascii=False)}`"
    spec = spec_of(fields_of(cls)[name])
    if not issubclass(cls, Dispute):
        return "as usual" if spec.known else "there is none"
    return "there is none" if spec.null_is_answer or none_is_an_answer(cls, name) else "not known"


def _null(kind: type[Dispute], path: str) -> str:
    """What null means."""
    cls, name = field_at(kind, path)
    spec = spec_of(fields_of(cls)[name])
    if spec.null_is_answer or not spec.in_form:
        return "as left out"
    return "not known" + ("; the rules say what it may be" if rules_handle_null(kind, path) else "")


def _named(kind: Any, spec: Spec) -> str:
    """A type in words, without None; numbers with their bounds."""
    origin, args = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return " or ".join(_named(each, spec) for each in union_members(kind))
    if kind is int:
        return " ".join(filter(None, ("a number", _bounds(spec))))
    if origin is Literal:
        return " · ".join(f"`{each}`" for each in args)
    if origin is Mapping:
        return f"{{{_named(args[0], Spec())}: {_named(args[1], spec)}}}"
    if origin in (tuple, frozenset):
        return f"[{_named(args[0], spec)}]"
    return NAMES.get(kind) or f"{{{', '.join(fields_of(kind))}}}"


def _bounds(spec: Spec) -> str:
    least, most = (each if each is not None else "" for each in (spec.ge, spec.le))
    return f"{least}–{most}" if (least, most) != ("", "") else ""


def document(text: str) -> str:
    """FORMAT.md with the members as they are declared now."""
    before, _, rest = text.partition(BEGIN)
    return f"{before}{BEGIN}\n{members()}\n{END}{rest.partition(END)[2]}"


if __name__ == "__main__":
    DOCUMENT.write_text(document(DOCUMENT.read_text("utf-8")), "utf-8")
