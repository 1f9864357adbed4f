"""What differs between two tables' rules: for each house rule the least situation that shows it.

House rules are compared by search. Both tables are asked every worked case and every decided
quarrel of the game, and, where those do not tell, small changes of them: which verdict or which
money is another, and by which house rule. A game does nothing for it; all is read off what it
declares. So it proves that every house rule makes a difference, and that none breaks the referee.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from scorekeeper.game import AnyGame
from scorekeeper.games import GAMES
from scorekeeper.house import (
    HousePath,
    HouseRules,
    paths_of,
    value_at,
    with_value,
)
from scorekeeper.schema import fields_of, spec_of, type_of
from tests.verification.differing.answers import HouseEvaluator
from tests.verification.differing.situations import Situation, known_situations, variations_of


@dataclass(frozen=True)
class Difference:
    """A house rule that two tables have otherwise: its `path`, and what it says at each.

    `situation` is the least one found in which it makes another verdict or other money; None if
    there was none among all that were `tried`. For a house rule of all games nothing is tried.
    """

    path: HousePath
    mine: object
    theirs: object
    situation: Situation | None
    tried: int


def compare(game: AnyGame, mine: HouseRules, theirs: HouseRules) -> tuple[Difference, ...]:
    """What differs between two sets of house rules, in the order of their declaration."""
    return tuple(_difference(game.key, mine, theirs, path) for path in differing(mine, theirs))


def differing(mine: HouseRules, theirs: HouseRules) -> tuple[HousePath, ...]:
    """The house rules in which two tables of a game differ."""
    paths = paths_of(type(mine))
    return tuple(path for path in paths if value_at(mine, path) != value_at(theirs, path))


def rule_of(cls: type, path: HousePath) -> str:
    """The id of the rule that a house rule changes."""
    name, *rest = path
    return rule_of(type_of(cls, name), tuple(rest)) if rest else spec_of(fields_of(cls)[name]).rule


@lru_cache(maxsize=1024)
def _difference(key: str, mine: HouseRules, theirs: HouseRules, path: HousePath) -> Difference:
    here, there = value_at(mine, path), value_at(theirs, path)
    if path in paths_of(HouseRules):
        return Difference(path, here, there, None, 0)
    pair, tried = _pair(key, mine, theirs), len(known_situations(key))
    found = pair.least(path, pair.telling)
    if found is None:
        # What nobody wrote down, near to what was written down of the rule.
        changed = variations_of(key, rule_of(type(mine), path))
        found, tried = pair.least(path, pair.told_apart(changed)), tried + len(changed)
    return Difference(path, here, there, found, tried)


@lru_cache(maxsize=8)
def _pair(key: str, mine: HouseRules, theirs: HouseRules) -> "_Pair":
    return _Pair(_table(key, mine), _table(key, theirs))


@lru_cache(maxsize=8)
def _table(key: str, house: HouseRules) -> HouseEvaluator:
    """A table that remembers its answers: one of two is mostly that of the source."""
    return HouseEvaluator(GAMES[key], house)


@dataclass(frozen=True)
class _Pair:
    """Two tables that are asked the same."""

    mine: HouseEvaluator
    theirs: HouseEvaluator

    @cached_property
    def telling(self) -> list[Situation]:
        """The known situations in which they differ."""
        return self.told_apart(known_situations(self.mine.game.key))

    def told_apart(self, situations: Iterable[Situation]) -> list[Situation]:
        """Those of some situations in which they differ, what tells most and is least first."""
        telling = [each for each in situations if self._differ(each)]
        telling.sort(key=self._oddness)  # which keeps the least first
        return telling

    def _differ(self, situation: Situation) -> bool:
        return self.mine.answer(situation) != self.theirs.answer(situation)

    def _oddness(self, situation: Situation) -> int:
        """The order in which situations tell most: those in which both tables give an answer, then
        those in which one of them knows no such offence, last those that one of them cannot have.
        """
        answers = [table.answer(situation) for table in (self.mine, self.theirs)]
        return 2 if not all(a.taken for a in answers) else not all(a.said for a in answers)

    def least(self, path: HousePath, telling: Sequence[Situation]) -> Situation | None:
        """The first situation that turns on a house rule: better on it alone than among others."""
        here, among_others = self._switched(self.mine, self.theirs, path), None
        for each in telling:
            answer = here.answer(each)
            if answer == self.theirs.answer(each):
                return each
            if among_others is None and answer != self.mine.answer(each):
                among_others = each
        return among_others or self._hidden(path, telling)

    def _hidden(self, path: HousePath, telling: Iterable[Situation]) -> Situation | None:
        """The first situation that turns on a house rule at the other table alone."""
        there = self._switched(self.theirs, self.mine, path)
        return next((e for e in telling if there.answer(e) != self.theirs.answer(e)), None)

    def _switched(
        self, table: HouseEvaluator, other: HouseEvaluator, path: HousePath
    ) -> HouseEvaluator:
        """A table that plays one house rule as another table does."""
        value = value_at(other.house, path)
        return HouseEvaluator(table.game, with_value(table.house, path, value))
