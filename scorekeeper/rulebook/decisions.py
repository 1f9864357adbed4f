"""Case law: quarrels that were decided, each under its own number for ever; and worked cases, shown
in the rulebook beside their rules. Both are run as tests.

A game keeps quarrels in its folder `decisions/`. `cases.toml` says of each number, id, topic, the
rule that it turns on, and the line of a case file; `<language>.toml` tells the quarrel and says
why. The verdict itself stands nowhere: the referee gives it each time, so words and verdict cannot
disagree. Worked cases stand in `examples.toml` with the keys of a case file and the `rule` that
each shows.
"""

import tomllib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from scorekeeper.core.game import AnyGame
from scorekeeper.rulebook import open_rulebook, words_in
from scorekeeper.rulebook.fallback import Words
from scorekeeper.rulebook.sentences import table_at, text_at


@dataclass(frozen=True)
class Example:
    """A case file's line, and the rule that it is an example of."""

    rule: str
    case: Mapping[str, Any]

    @property
    def scored(self) -> bool:
        """True if it is a ledger to be scored, not a dispute to be judged."""
        return "entries" in self.case


def examples_of(game: AnyGame) -> tuple[Example, ...]:
    """All worked cases of a game, in the order of its file."""
    return _examples(game.key, game.folder / "examples.toml")


@cache
def _examples(key: str, path: Path) -> tuple[Example, ...]:
    return tuple(Example(row.pop("rule"), {"game": key, **row}) for row in _load(path)["examples"])


OWN = ("number", "id", "topic", "rule")
"""What `cases.toml` says of a decision besides the line of a case file."""


@dataclass(frozen=True)
class Decision:
    """A decided quarrel: its case with the rule that it turns on.

    The `letter` is that of its game; its words are found by the `id`.
    """

    letter: str
    number: int
    id: str
    topic: str
    example: Example

    @property
    def name(self) -> str:
        """How it is cited: "K 17"."""
        return f"{self.letter} {self.number}"


@dataclass(frozen=True)
class DecisionText:
    """A decision in words: its title, the quarrel as the table tells it, why it was decided so."""

    title: str
    quarrel: str
    why: str


@dataclass(frozen=True)
class DecisionWords:
    """The words of a game's decisions in a language."""

    data: Words

    def of(self, decision: Decision) -> DecisionText:
        """The words of a decision. Raises KeyError."""
        parts = ("title", "quarrel", "why")
        return DecisionText(*(text_at(self.data, decision.id, part) for part in parts))

    @cached_property
    def topics(self) -> Mapping[str, str]:
        return {id: str(name) for id, name in table_at(self.data, "topics").items()}


def decisions_of(game: AnyGame) -> tuple[Decision, ...]:
    return tuple(_decisions(game.key, game.folder / "decisions" / "cases.toml").values())


def decision_of(game: AnyGame, number: int) -> Decision:
    """The decision of a number. Raises KeyError."""
    return _decisions(game.key, game.folder / "decisions" / "cases.toml")[number]


def decision_words(game: AnyGame, language: str) -> DecisionWords:
    """The words of a game's decisions, in the language of the book that its reader is given."""
    spoken = open_rulebook(game.folder, language).language
    return DecisionWords(words_in(game.folder / "decisions", spoken))


def topics_of(game: AnyGame) -> Mapping[str, str]:
    """Kind of question → the topic of most quarrels about it; without the kinds that have none."""
    asked = Counter((each.example.case.get("kind"), each.topic) for each in decisions_of(game))
    # The last one stays: that of the most quarrels.
    return {str(kind): topic for (kind, topic), _ in reversed(asked.most_common()) if kind}


@cache
def _decisions(key: str, path: Path) -> Mapping[int, Decision]:
    data = _load(path)
    decisions: dict[int, Decision] = {}
    for row in sorted(data["decisions"], key=lambda row: row["number"]):
        case = {name: value for name, value in row.items() if name not in OWN}
        example = Example(row["rule"], {"game": key, **case})
        number = row["number"]
        decisions[number] = Decision(data["letter"], number, row["id"], row["topic"], example)
    return decisions


def _load(path: Path) -> dict[str, Any]:
    with path.open("rb") as file:
        return tomllib.load(file)
