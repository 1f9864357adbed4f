"""The document that a game's rules come from: every statement in its own words and its order.

It stands in the game's `source.toml`, in sections as the document has them, each statement with the
places where it lives in the app: rules of the book, questions to the referee, entries of the sheet,
house rules. What is not ours has a reason. Each statement may name a `phrase`: a few words that the
texts of its rules have, in the document's language. The file also names the rules of which some
part is our decision, since the document is silent there or contradicts itself, with the numbers of
the `sentences` that are, counted from one, which are the same in every language. A rule that no
section has (its source is "—") is ours without being named.
"""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import groupby
from pathlib import Path
from typing import Any

from scorekeeper.rulebook import RuleText

IN_THE_BOOK = ("rule", "custom", "story")
"""Places that are rules of the book: what is so, what is only done so, and what is told."""
PLACES = (*IN_THE_BOOK, "question", "sheet", "house")
GAP = "\N{HORIZONTAL ELLIPSIS}"
NOWHERE = "\N{EM DASH}"
"""The section of a rule that the document does not have."""


@dataclass(frozen=True)
class Passage:
    """A statement in the words of the document; `places` are ids by kind of place.

    `phrases` are words of which each of its rules has some; `why` says why a statement that has no
    place is not ours.
    """

    text: str
    places: Mapping[str, tuple[str, ...]]
    phrases: tuple[str, ...] = ()
    why: str = ""

    @property
    def rules(self) -> tuple[str, ...]:
        return tuple(id for place in IN_THE_BOOK for id in self.places.get(place, ()))


@dataclass(frozen=True)
class Section:
    """A part of the document: `name` as rules cite it, `heading` as it is printed there."""

    name: str
    heading: str
    passages: tuple[Passage, ...]


@dataclass(frozen=True)
class Excerpt:
    """What a section says on a rule; what lies between is left out and marked."""

    section: str
    text: str


@dataclass(frozen=True)
class Source:
    """A document in its language; `digest` is that of its letters.

    `ours` are the rules of which some part is ours, and which of their sentences, from the first
    one, where the file says so.
    """

    title: str
    language: str
    digest: str
    ours: Mapping[str, frozenset[int]]
    sections: tuple[Section, ...]

    def decides(self, rule: RuleText) -> bool:
        """True if some part of a rule is ours: all of it, where no section has it."""
        return rule.id in self.ours or rule.source == NOWHERE

    @cached_property
    def excerpts(self) -> Mapping[str, tuple[Excerpt, ...]]:
        """Rule → what the document says on it, in its order, with a mark for each gap between."""
        ids = {id for section in self.sections for each in section.passages for id in each.rules}
        return {id: tuple(self._excerpts(id)) for id in ids}

    def _excerpts(self, id: str) -> Iterator[Excerpt]:
        for name, sections in groupby(self.sections, key=lambda section: section.name):
            passages = (each for section in sections for each in section.passages)
            runs = [(on, [*run]) for on, run in groupby(passages, key=lambda p: id in p.rules)]
            if said := [" ".join(each.text for each in run) for on, run in runs if on]:
                yield Excerpt(name, f" {GAP} ".join(said))


def source_of(folder: Path) -> Source:
    """The source of the game in a folder; an empty one if it has none."""
    return _load(folder / "source.toml")


@cache
def source_language(folder: Path) -> str:
    """The language of a game's source; empty if it has none. Reads that one line: the sentences
    take long to parse, and every page asks for the language.
    """
    path = folder / "source.toml"
    if not path.exists():
        return ""
    with path.open(encoding="utf-8") as lines:
        said = next(line for line in lines if line.startswith("language"))
    return str(tomllib.loads(said)["language"])


@cache
def _load(path: Path) -> Source:
    if not path.exists():
        return Source("", "", "", {}, ())
    with path.open("rb") as file:
        data = tomllib.load(file)
    sections = tuple(
        Section(row["name"], row.get("heading", ""), tuple(map(_passage, row["passages"])))
        for row in data["sections"]
    )
    ours = {row["rule"]: frozenset(row["sentences"]) for row in data["decisions"]}
    return Source(data["title"], data["language"], data["digest"], ours, sections)


def _passage(row: Mapping[str, Any]) -> Passage:
    places = {place: tuple(row[place]) for place in PLACES if place in row}
    phrase = row.get("phrase", ())
    phrases = (phrase,) if isinstance(phrase, str) else tuple(phrase)
    return Passage(row["text"], places, phrases, row.get("why", ""))
