"""The proof by playing: a random game in which nothing is wrong, and one with an offence in it.

Every move that is made is judged, and a game that can be audited is audited as a whole; the cards
are all there at the end, and the sheet takes the game. A planted offence is found, and nothing
else. In some positions facts are left out: no decided verdict may change with them.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from random import Random
from typing import Any

from scorekeeper.core.cards import Card
from scorekeeper.core.sheet import dump_entry
from scorekeeper.referee.verdict import Verdict, judge
from tests.verification.walks.contract import AnyWalk, dealt, evenly, walk
from tests.verification.walks.partial import questions, require_partial

PARTIAL = 25
"""One position in so many is asked about with facts left out; of each game at least the first."""
LATEST = 40
"""An offence is planted before so many choices are made, if it can be."""


class Fault(Exception):
    """The referee, or the game played, was wrong."""


@dataclass
class Count:
    """What has been proved of a game; `games` of each kind, `moves` that were judged legal.

    `partial` are the positions that were judged with facts left out.
    """

    games: int = 0
    moves: int = 0
    offences: int = 0
    partial: int = 0
    seconds: float = 0.0

    def __add__(self, other: "Count") -> "Count":
        pairs = zip(asdict(self).values(), asdict(other).values(), strict=True)
        return Count(*(a + b for a, b in pairs))

    def __str__(self) -> str:
        speed = self.moves / self.seconds if self.seconds else 0.0
        return (
            f"{self.games:>9,} games and as many with an offence: {self.moves:,} legal moves, "
            f"{self.offences:,} offences found, {self.partial:,} positions with facts left out, "
            f"{self.seconds:,.0f} s ({speed:,.0f} moves a second)"
        )


@dataclass
class Planter:
    """Picks as a game does, but once, some `turns` from now or later, what is no choice.

    Where a game can be audited, it is a card and is played; else the referee is only asked.
    """

    game: AnyWalk
    turns: int
    choose: Callable[[Random, Any, Sequence[Any]], Any] = evenly
    verdict: Verdict | None = None
    foul: Any = None

    def __call__(self, random: Random, state: Any, choices: Sequence[Any]) -> Any:
        """A choice, or the one foul."""
        self.turns -= 1
        may_plant = self.turns < 0 and self.verdict is None
        if may_plant and self._offends(random, state, choices) and self.game.audit:
            return self.foul
        return self.game.pick(random, state, choices)

    def _offends(self, random: Random, state: Any, choices: Sequence[Any]) -> bool:
        """Whether something could be tried that is no choice. Raises Fault if it is no offence."""
        fouls = [each for each in self.game.attempts(state) if each not in choices]
        if self.game.audit:
            fouls = [each for each in fouls if isinstance(each, Card)]
        if not fouls:
            return False
        self.foul = self.choose(random, state, fouls)
        question = self.game.question(state, self.foul)
        if question is None:
            return False
        self.verdict = judge(self.game.game.rules, question, state.house)
        if self.verdict.verdict != "offence":
            raise Fault(f"{self.foul} is no choice, but {self.verdict}")
        return True


def prove_legal(game: AnyWalk, seed: int) -> Count:
    """A game in which nothing is wrong. Raises Fault."""
    return _prove(game, seed, None)


def prove_offence(game: AnyWalk, seed: int) -> Count:
    """A game with one offence in it, as early as it can be. Raises Fault."""
    planted = _prove(game, seed, Planter(game, Random(seed).randrange(LATEST)))
    return planted if planted.offences else _prove(game, seed, Planter(game, 0))


def _prove(game: AnyWalk, seed: int, planter: Planter | None) -> Count:
    random, house, state = dealt(game, seed)
    all_cards, moves, partial, sample = Counter(game.cards(state)), 0, 0, Random(seed)
    for before, choice, after in walk(game, random, state, planter):
        if planter is None or choice is not planter.foul:
            _require_legal(game, before, choice)
            if planter is None and (not moves or not sample.randrange(PARTIAL)):
                for question in questions(game, sample, before, choice):
                    partial += require_partial(game, question, house)
            moves += 1
        state = after
        if planter and planter.verdict and not game.audit:
            # The offence was only asked: what follows is a legal game.
            return Count(0, moves, 1, partial)
    _require(game.is_over(state), f"no end after {moves} moves")
    _require(Counter(game.cards(state)) == all_cards, "the cards are not all there")
    planted = planter and planter.verdict
    if game.audit:
        _require_audit(judge(game.game.rules, game.audit(state), house), planter)
    if not (planted and game.audit):
        _require_entry(game, state)
    return Count(0, moves, int(planted is not None), partial)


def _require(holds: bool, why: str) -> None:
    if not holds:
        raise Fault(why)


def _require_legal(game: AnyWalk, state: Any, choice: Any) -> None:
    question = game.question(state, choice)
    if question is None:
        return
    verdict = judge(game.game.rules, question, state.house)
    _require(verdict.verdict == "legal", f"{choice} is a choice, but {verdict}")


def _require_audit(verdict: Verdict, planter: Planter | None) -> None:
    """An audit finds the card that was planted, by the rule that it broke, and nothing else."""
    found = [(breach["card"], breach["rule"]) for breach in verdict.result["breaches"]]
    planted = planter and planter.verdict
    wanted = [(str(planter.foul), planted.rules[0])] if planter and planted else []
    _require(found == wanted, f"planted {wanted}, found {found}")
    _require(verdict.verdict == ("offence" if wanted else "legal"), f"{wanted} is {verdict}")


def _require_entry(game: AnyWalk, state: Any) -> None:
    """The sheet takes the game, and its lines are what it says when it is read again."""
    entry, players = game.entry(state), len(state.hands)
    standing = game.game.start(players, 0, state.house)
    refusal = game.game.check(entry, standing, state.house)
    _require(refusal is None, f"the sheet refuses {entry}: {refusal}")
    again = game.game.read_entry(dump_entry(entry), players, state.house)
    _require(again == entry, f"{entry} is read as {again}")
    game.game.score(entry, standing, state.house)
