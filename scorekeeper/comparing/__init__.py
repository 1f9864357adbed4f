"""What differs between two tables' rules: for each house rule the least situation that shows it.

House rules are compared by search. Both tables are asked every worked case and every decided
quarrel of the game, and, where those do not tell, small changes of them: which verdict or which
money is another, and by which house rule. A game does nothing for it; all is read off what it
declares.

Here belongs what asks and compares answers. How they are shown does not belong here: the web does.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from scorekeeper.comparing.answers import Answer, Table
from scorekeeper.comparing.house_rules import (
    Path,
    differing,
    rule_of,
    value_at,
    with_value,
)
from scorekeeper.comparing.neighbours import neighbours_of
from scorekeeper.comparing.situations import Situation, known_situations
from scorekeeper.game import AnyGame
from scorekeeper.games import GAMES
from scorekeeper.house import HouseRules

__all__ = ["Answer", "Difference", "Situation", "Table", "compare"]


@dataclass(frozen=True)
class Difference:
    """A house rule that two tables have otherwise: its `path`, and what it says at each.

    `situation` is the least one found in which it makes another verdict or other money; None if
    there was none among all that were `tried`.
    """

    path: Path
    mine: object
    theirs: object
    situation: Situation | None
    tried: int


def compare(game: AnyGame, mine: HouseRules, theirs: HouseRules) -> tuple[Difference, ...]:
    """What differs between two sets of house rules, in the order of their declaration."""
    return _compared(game.key, mine, theirs)


@lru_cache(maxsize=64)
def _compared(key: str, mine: HouseRules, theirs: HouseRules) -> tuple[Difference, ...]:
    pair, known = _Pair(_table(key, mine), _table(key, theirs)), known_situations(key)
    paths = differing(mine, theirs)
    found = pair.least_of(paths, known) if paths else {}
    return tuple(
        Difference(path, value_at(mine, path), value_at(theirs, path), found[path], len(known))
        if path in found
        else _nearby(pair, path, len(known))
        for path in paths
    )


def _nearby(pair: "_Pair", path: Path, tried: int) -> Difference:
    """A house rule that no known situation tells, with one that is near to those about it."""
    mine, theirs = pair.mine.house, pair.theirs.house
    changed = neighbours_of(pair.mine.game.key, rule_of(type(mine), path))
    found = pair.least_of((path,), changed).get(path)
    values = value_at(mine, path), value_at(theirs, path)
    return Difference(path, *values, found, tried + len(changed))


@lru_cache(maxsize=16)
def _table(key: str, house: HouseRules) -> Table:
    """A table that remembers its answers: one of two is mostly that of the source."""
    return Table(GAMES[key], house)


@dataclass(frozen=True)
class _Pair:
    """Two tables that are asked the same."""

    mine: Table
    theirs: Table

    def least_of(
        self, paths: Iterable[Path], situations: Sequence[Situation]
    ) -> dict[Path, Situation]:
        """The least situation for each house rule that has one among some, least first."""
        telling = [each for each in situations if self._differ(each)]
        telling.sort(key=self._oddness)  # which keeps the least first
        found = ((path, self._least(path, telling)) for path in paths)
        return {path: situation for path, situation in found if situation}

    def _differ(self, situation: Situation) -> bool:
        return self.mine.answer(situation) != self.theirs.answer(situation)

    def _oddness(self, situation: Situation) -> int:
        """Two answers tell most; then that one has no such offence, or no such situation at all."""
        answers = [table.answer(situation) for table in (self.mine, self.theirs)]
        return 2 if not all(a.taken for a in answers) else not all(a.said for a in answers)

    def _least(self, path: Path, telling: Sequence[Situation]) -> Situation | None:
        """The first situation that turns on a house rule: better on it alone than among others."""
        here, among_others = self._switched(self.mine, self.theirs, path), None
        for each in telling:
            answer = here.answer(each)
            if answer == self.theirs.answer(each):
                return each
            if among_others is None and answer != self.mine.answer(each):
                among_others = each
        return among_others or self._hidden(path, telling)

    def _hidden(self, path: Path, telling: Iterable[Situation]) -> Situation | None:
        """The first situation that turns on a house rule at the other table alone."""
        there = self._switched(self.theirs, self.mine, path)
        return next((e for e in telling if there.answer(e) != self.theirs.answer(e)), None)

    def _switched(self, table: Table, other: Table, path: Path) -> Table:
        """A table that plays one house rule as another table does."""
        value = value_at(other.house, path)
        return Table(table.game, with_value(table.house, path, value))
