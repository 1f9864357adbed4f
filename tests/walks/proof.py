"""The proof by playing: random games in which nothing is wrong, and as many with one offence.

    python -m tests.walks.proof 100000            so many of both kinds, of every game
    python -m tests.walks.proof 100000 taroky     of one game

Every move that is made is judged, and a game that can be audited is audited as a whole; the cards
are all there at the end, and the sheet takes the game. A planted offence is found, and nothing
else. In some positions of each game facts are left out: no decided verdict may change with them.
A proof that was stopped (Ctrl-C) goes on when it is called again, until the code changes.
"""

import argparse
import json
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache, partial
from hashlib import sha256
from multiprocessing import Pool, cpu_count
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

from scorekeeper.cards import Card
from scorekeeper.referee import Verdict, judge
from tests.walks.contract import AnyWalk, dealt, evenly, walk
from tests.walks.games import WALKS
from tests.walks.partial import questions, require_partial

ROOT = Path(__file__).parents[2]
PROVED = ROOT / ".pytest_cache" / "proof.json"
"""How far the proof has come."""
CODE = ("scorekeeper/cards.py", "scorekeeper/referee.py", "scorekeeper/games", "tests/walks")
"""What the proof is about: if it changes, the proof begins anew."""
CHUNK = 50
"""Games of each kind between two notes of how far the proof has come."""
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


# --- one game ------------------------------------------------------------------------------------


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
    latest = Random(seed).randrange(LATEST)
    planted = _prove(game, seed, Planter(game, latest))
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
    again = game.game.read_entry(game.game.write_entry(entry), players, state.house)
    _require(again == entry, f"{entry} is read as {again}")
    game.game.score(entry, standing, state.house)


# --- a great many --------------------------------------------------------------------------------


def prove_chunk(game: AnyWalk, first: int) -> tuple[Count, str]:
    """Games of both kinds from a seed on; the first fault with its seed, or nothing."""
    count, began = Count(), perf_counter()
    for seed in range(first, first + CHUNK):
        for prove in (prove_legal, prove_offence):
            try:
                count += prove(game, seed)
            except Exception as why:
                return count, f"{game.game.key}, seed {seed}, {prove.__name__}: {why!r}"
        count.games += 1
    count.seconds = perf_counter() - began
    return count, ""


def prove_chunk_of(first: int, key: str) -> tuple[Count, str]:
    """The same, of a game by its key, for other processes."""
    return prove_chunk(WALKS[key], first)


@cache
def version() -> str:
    """What the code says that the proof is about."""
    files = (file for path in CODE for file in _sources(ROOT / path))
    return sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:16]


def _sources(path: Path) -> list[Path]:
    return [path] if path.is_file() else sorted(path.rglob("*.py"))


def read_proved(file: Path) -> dict[str, Count]:
    """What was proved of this version before."""
    data = json.loads(file.read_text("utf-8")) if file.exists() else {}
    if data.get("version") != version():
        return {}
    return {key: Count(**count) for key, count in data["proved"].items()}


def write_proved(file: Path, proved: Mapping[str, Count]) -> None:
    """Notes how far the proof has come."""
    data = {"version": version(), "proved": {key: asdict(count) for key, count in proved.items()}}
    file.parent.mkdir(exist_ok=True)
    file.write_text(json.dumps(data, indent=1) + "\n", "utf-8")


Chunks = Callable[[str, range], Iterator[tuple[Count, str]]]


def prove_all(keys: Sequence[str], games: int, chunks: Chunks, file: Path) -> str:
    """The proof as far as it is asked for; the first fault, if there is one."""
    proved = read_proved(file)
    for key in keys:
        count = proved.get(key, Count())
        began, before = perf_counter(), count.seconds
        for more, fault in chunks(key, range(count.games, games, CHUNK)):
            if fault:
                return fault
            count += more
            count.seconds = before + perf_counter() - began
            write_proved(file, {**proved, key: count})
        proved[key] = count
        print(f"{key:8}{count}", flush=True)
    return ""


def in_this_process(key: str, seeds: range) -> Iterator[tuple[Count, str]]:
    """Chunks one after the other."""
    return map(partial(prove_chunk_of, key=key), seeds)


def main(arguments: Sequence[str] | None = None, file: Path = PROVED) -> int:
    """The proof on all cores; 1 if there is a fault, 130 if it was stopped."""
    parser = argparse.ArgumentParser(prog="python -m tests.walks.proof")
    parser.add_argument("games", type=int, help="games of each kind")
    parser.add_argument("only", nargs="*", choices=[*WALKS, []], help="of these; default: of all")
    options = parser.parse_args(arguments)
    ignore = partial(signal.signal, signal.SIGINT, signal.SIG_IGN)
    with Pool(cpu_count(), initializer=ignore) as pool:

        def in_all(key: str, seeds: range) -> Iterator[tuple[Count, str]]:
            return pool.imap(partial(prove_chunk_of, key=key), seeds)

        try:
            fault = prove_all(options.only or list(WALKS), options.games, in_all, file)
        except KeyboardInterrupt:
            print("stopped; the same command goes on from here")
            return 130
    if fault:
        print(fault)
    return 1 if fault else 0


if __name__ == "__main__":
    sys.exit(main())
