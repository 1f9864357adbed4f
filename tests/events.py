"""The page of the public format, written from the declarations of the kinds of event.

`make events` writes it anew after a declaration was changed.
"""

from collections.abc import Iterator
from dataclasses import MISSING, is_dataclass
from hashlib import sha256
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from scorekeeper.core.schema import MAX_TEXT_LENGTH, fields_of, spec_of
from scorekeeper.extras.group import GROUP
from scorekeeper.match import MATCH
from scorekeeper.stream.kinds import AnyKinds
from scorekeeper.stream.tournament import TOURNAMENT

PAGE = Path(__file__).parents[1] / "scorekeeper" / "ledger" / "EVENTS.md"
NOUNS: tuple[AnyKinds, ...] = (MATCH, GROUP, TOURNAMENT)
HEAD = """# Events

What the ledger keeps, and what a file of `export` holds, by kind of event: a public format. This
page is written from the declarations (`make events`); a test compares it. Its version: `{version}`.

A line of a file is a JSON object: `match` (the code of the stream), `seq` (1, 2, 3 …), `kind`,
`body` (below), `key` (made by the phone for each save), `at` (UTC) and `hash`. A text has at most
{letters} letters, if nothing else is said; no member is taken that is not here. What was ever
written stays readable: members are added with a default, none is renamed or removed.

A line is what Python's `json.dumps(event, ensure_ascii=False, sort_keys=True)` writes, byte for
byte, and a line feed. Its hash is SHA-256, as 64 digits 0–9 a–f, of the hash of the event before
(64 ASCII bytes; nothing before the first) followed by the UTF-8 of the object without its `hash`,
written so with `separators=(",", ":")`. Events of versions before 0.8 have none: the first that has
one seals those before it. `scorekeeper check FILE` proves that a file is as it was written: whoever
changes, adds, leaves out or moves an event of it, and nothing else, is found, with the line.
Against somebody who works the whole chain out anew, or cuts its end off, only another copy helps.
"""
ROLES = {
    "name": "a name; forgotten with the person",
    "label": "a name that people gave; forgotten where it names somebody",
    "text": "free text; forgotten where it names somebody",
    "word": "a word that names nobody",
    "licence": "a licence number; forgotten with the person",
    "event": "the number of an event",
    "mark": "the mark of a phone",
    "member": "a member, by number",
    "stream": "the code of a match",
    "day": "a day",
}
TRAITS = {
    "undoable": "Undo takes it back",
    "never_conflicts": "makes no save come too late",
    "applied_if_struck": "counts people or rows though it was struck",
    "takes_pencil": "says which phone writes",
    "claims_phone": "says in whose hand a phone is",
    "settles_question": "ends what was asked",
    "by_seats": "counts by who sits there",
    "answers_row": "agrees with a row or not",
    "undone_in_turn": "only Undo takes it back, in its turn",
}


def page() -> str:
    body = "\n".join([*(line for kinds in (MATCH, GROUP) for line in _of_noun(kinds)), *_gone()])
    version = sha256(body.encode()).hexdigest()[:16]
    return f"{HEAD.format(version=version, letters=MAX_TEXT_LENGTH)}\n{body}\n"


def _of_noun(kinds: AnyKinds) -> Iterator[str]:
    yield f"## A {kinds.noun}\n"
    parts: dict[type, None] = {}
    for kind, shape in kinds.body_types.items():
        if shape.retired:
            continue
        yield f"### `{kind}`\n"
        yield _text(shape)
        traits = [text for trait, text in TRAITS.items() if getattr(shape.traits, trait)]
        if traits:
            yield f"*{'; '.join(traits)}.*\n"
        yield from _members(shape)
        parts |= dict.fromkeys(_parts(shape))
    for part in parts:
        yield f"### The object {part.__name__}\n"
        yield _text(part)
        yield from _members(part)


def _gone() -> Iterator[str]:
    yield "## Kinds that are gone\n"
    yield "Older versions wrote them: they stay in files and have no effect.\n"
    for kinds in NOUNS:
        retired = (kind for kind, shape in kinds.body_types.items() if shape.retired)
        if told := ", ".join(f"`{kind}`" for kind in sorted(retired)):
            yield f"- a {kinds.noun}: {told}"
    yield ""


def _text(shape: type) -> str:
    paragraphs = (shape.__doc__ or "").split("\n")
    return "\n".join(line.removeprefix("    ") for line in paragraphs).strip() + "\n"


def _members(shape: type) -> Iterator[str]:
    hints = get_type_hints(shape, include_extras=True)
    for name, field in fields_of(shape).items():
        bounds = spec_of(field)
        # What may be left out is not null instead, but where that tells something.
        left_out = field.default is None and not bounds.null_is_answer
        said = [_kind(hints[name]).removesuffix(" or null") if left_out else _kind(hints[name])]
        said += [ROLES[role] for role in sorted(_roles(hints[name]))]
        letters = bounds.max_length != MAX_TEXT_LENGTH
        said += [f"at most {bounds.max_length} letters"] if letters else []
        said += [f"at least {bounds.ge}"] if bounds.ge is not None else []
        said += [f"at most {bounds.le}"] if bounds.le is not None else []
        if field.default is not MISSING or field.default_factory is not MISSING:
            said.append("may be left out")
        yield f"- `{name}`: {'; '.join(said)}"
    yield ""


def _kind(kind: Any) -> str:
    origin, args = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _kind(args[0])
    if origin in (Union, UnionType):
        return " or ".join(_kind(each) for each in args)
    if origin is Literal:
        return " or ".join(f"`{each}`" for each in args)
    if origin is tuple:
        return f"a list ({_kind(args[0])})"
    if is_dataclass(kind) and isinstance(kind, type):
        return f"an object {kind.__name__}"
    simple = {str: "text", int: "a whole number", bool: "true or false", NoneType: "null"}
    return simple.get(kind, "any" if kind is object else "an object")


def _roles(kind: Any) -> set[str]:
    if get_origin(kind) is Annotated:
        return {get_args(kind)[1]}
    return set().union(*map(_roles, get_args(kind)))


def objects_in(kind: object) -> Iterator[type]:
    """The objects that lie in a member."""
    if is_dataclass(kind) and isinstance(kind, type):
        yield kind
    else:
        for each in get_args(kind):
            yield from objects_in(each)


def _parts(shape: type) -> Iterator[type]:
    """The objects that lie in the members of a body, and in theirs."""
    hints = get_type_hints(shape, include_extras=True)
    for name in fields_of(shape):
        for part in objects_in(hints[name]):
            yield part
            yield from _parts(part)


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
