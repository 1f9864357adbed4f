"""Patterns of words that tell a fact, or row by row what one player after another did."""

import json
from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import zip_longest
from typing import cast

from scorekeeper.core.schema import Json
from scorekeeper.rulebook.sentence.lexicon import GRAMMAR
from scorekeeper.rulebook.sentence.phrases import SUBJECTS

Words = Sequence[tuple[str, int]]
"""What each word of a sentence is, by its name in the grammars, and the place of its token."""
MEMBER, FIRST = "member", "first"
"""What a row calls what was done, and who has to be the first one of whom it is told."""
SAME = "same"
"""What a row calls "also"."""
ROW_BEFORE: Sequence[str] = GRAMMAR["row-before"]
BEHIND = "+"
"""What a row has before a word that tells something only right behind who says it."""


def word_facts(ways: Mapping[str, str], words: Words) -> Iterator[tuple[Json, tuple[int, ...]]]:
    """The fact that words tell, and their places; nothing where they tell two."""
    told = [(value, at) for value, pattern in ways.items() if (at := matched(pattern, words))]
    if len(told) == 1:
        value, places = told[0]
        yield _literal(value), places


def _literal(value: str) -> Json:
    is_text = value not in ("true", "false") and value[:1] not in "[{" and not value.isdecimal()
    return value if is_text else cast(Json, json.loads(value))


def row_fact(ways: Mapping[str, str], words: Words) -> tuple[Json, tuple[int, ...]] | None:
    """What one player after another did, by words in their order, and their places."""
    member = ways[MEMBER]
    there = {*words}
    told = {
        at: value
        for value, names in ways.items()
        if value not in (MEMBER, FIRST)
        for name, at in words
        if name in names.split() or (f"{BEHIND}{name}" in names.split() and _is_said(there, at))
        if not {(word, at - 1) for word in ("nor", "not", "in")} & there
    }
    in_order = sorted(told.items())
    if in_order and in_order[0][1] == SAME:
        return None
    said = [*_with_same(in_order)]
    first = next((name for name, _at in words if f"is:{name}" in SUBJECTS), "")
    if ways.get(FIRST) and first != ways[FIRST]:
        return None
    row: list[Json] = [{"seat": seat, member: value} for seat, (_at, value) in enumerate(said)]
    return (row, tuple(at for at, _value in said)) if row else None


def _with_same(said: Sequence[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """What was said, one after another; "also" without more is what the one before said."""
    before = ""
    for (at, value), behind in zip_longest(said, said[1:]):
        if value != SAME:
            before = value
            yield at, value
        elif behind is None or behind[0] > at + 1:
            yield at, before


def _is_said(words: Set[tuple[str, int]], at: int) -> bool:
    """True for a word right behind somebody, or behind "also"."""
    before = {name for name, place in words if place == at - 1}
    people = any(f"is:{name}" in SUBJECTS or name.startswith("nth-") for name in before)
    return people or not before.isdisjoint(ROW_BEFORE)


def matched(pattern: str, words: Words) -> tuple[int, ...] | None:
    """The places of the words of a pattern; None where they are not there so.

    >>> matched("look < send", [("look", 1), ("send", 5)]), matched("-say", [("say", 0)])
    ((1, 5), None)
    """
    for way in pattern.split("|"):
        places = _places(way.split(), words)
        if places is not None:
            return places
    return None


def _places(parts: Sequence[str], words: Words) -> tuple[int, ...] | None:
    places: list[int] = []
    after = -1
    for part in parts:
        if part == "<":
            after = places[-1]
            continue
        if part.startswith("!"):
            if any(name == part[1:] for name, _at in words):
                return None
            continue
        at = next((at for name, at in words if name == part and at > after), None)
        if at is None:
            return None
        places.append(at)
        after = -1
    return tuple(places)
