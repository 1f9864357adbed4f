"""Lines of case files: bytes of a file → one case each, or what is wrong with the line.

A line costs nobody but itself: bytes that are no UTF-8, what is no JSON or beyond what we read of
it, a member that stands there twice.
"""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NoReturn

from scorekeeper.core.schema import Invalid

BOM = b"\xef\xbb\xbf"
DEEPEST = 40
"""So many lists and objects may lie in one another."""
LONGEST_NUMBER = 100
"""So many digits a number may have."""
SHOWN = 20
"""So much of a line is quoted where it stops being JSON."""

_BRACKETS = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[][{}]')


@dataclass(frozen=True)
class Case:
    """A line of a case file: its `file`, its number there from 1, and the JSON in it.

    `data` is an Invalid where the line cannot be read.
    """

    file: str
    line: int
    data: object

    @property
    def where(self) -> str:
        return f"{self.file}:{self.line}"


def read_cases(file: str, lines: Iterable[bytes]) -> Iterator[Case]:
    """The cases of a file; blank lines and lines that start with # are skipped.

    A byte order mark at the beginning is taken.
    """
    for number, line in enumerate(lines, start=1):
        raw = line.removeprefix(BOM) if number == 1 else line
        if not raw.lstrip().startswith(b"#") and (data := _data(raw)) is not _BLANK:
            yield Case(file, number, data)


_BLANK = object()


def _data(raw: bytes) -> object:
    """The JSON in a line, or the Invalid that says what is wrong with it, or _BLANK."""
    try:
        text = raw.decode()
        return parse(text.rstrip("\r\n")) if text.strip() else _BLANK
    except UnicodeDecodeError as error:
        return Invalid("", "no-utf-8", byte=error.start + 1)
    except Invalid as error:
        return error


def parse(line: str) -> object:
    """The JSON of a line. Raises Invalid.

    >>> parse('{"game": "kocka"}')
    {'game': 'kocka'}
    >>> parse('{"given": {"card": "QS", "card": "7H"}}')
    Traceback (most recent call last):
    scorekeeper.core.schema.Invalid: given.card: member-twice
    """
    if _depth(line) > DEEPEST:
        raise Invalid("", "too-deep", most=DEEPEST)
    twice: list[tuple[dict[str, object], str]] = []

    def as_object(pairs: list[tuple[str, object]]) -> dict[str, object]:
        made = dict(pairs)
        if len(made) < len(pairs):
            names = [name for name, _ in pairs]
            twice.append((made, next(name for name in names if names.count(name) > 1)))
        return made

    try:
        data: object = json.loads(
            line, object_pairs_hook=as_object, parse_int=_whole, parse_constant=_refuse_constant
        )
    except json.JSONDecodeError as error:
        raise _no_json(line, error.pos) from None
    if twice:
        made, name = twice[0]
        # What was lost as the first of two members of an outer object has no path any more.
        path = ".".join((*next(_paths(data, made), ()), name))
        raise Invalid(path, "member-twice", item=path.rpartition(".")[2])
    return data


def _no_json(line: str, at: int) -> Invalid:
    rest = line[at : at + SHOWN].rstrip()
    if not rest:
        return Invalid("", "ends-early")
    shown = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in rest)
    return Invalid("", "no-json", column=at + 1, rest=shown)


def _depth(line: str) -> int:
    """How many lists and objects lie in one another; 0 if there are too few to matter."""
    if line.count("[") + line.count("{") <= DEEPEST:
        return 0
    depth = deepest = 0
    for bracket in _BRACKETS.findall(line):
        if not bracket.startswith('"'):
            depth += 1 if bracket in "[{" else -1
            deepest = max(deepest, depth)
    return deepest


def _whole(digits: str) -> int:
    if len(digits) > LONGEST_NUMBER:
        raise Invalid("", "long-number", most=LONGEST_NUMBER, start=digits[:SHOWN])
    return int(digits)


def _refuse_constant(name: str) -> NoReturn:
    raise Invalid("", "no-number", name=name)


def _paths(data: object, wanted: dict[str, object]) -> Iterator[tuple[str, ...]]:
    if data is wanted:
        yield ()
    inner: Iterable[tuple[object, object]] = ()
    if isinstance(data, dict):
        inner = data.items()
    elif isinstance(data, list):
        inner = enumerate(data)
    for at, item in inner:
        yield from ((str(at), *path) for path in _paths(item, wanted))
