"""How sentences about quarrels are understood: whole, in part, or otherwise than they were meant.

    python -m tests.core.understood FILE…

prints for each file, game and language how many sentences were understood whole, how many are
asked about, and how many were read as something that they do not say.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Literal, get_args

from scorekeeper.core.house_rules import load_house
from scorekeeper.games import GAMES
from scorekeeper.referee.cases.asking import NO_QUARREL, alike, facts_told
from scorekeeper.referee.dispute import Dispute
from scorekeeper.rulebook.sentence.reading import read_sentence

Understood = Literal["whole", "asked", "wrong"]
Line = Mapping[str, Any]


def lines_of(path: Path) -> Iterator[Line]:
    yield from map(json.loads, path.read_text("utf-8").splitlines())


def understood(line: Line) -> Understood:
    """Whether a sentence is read as its line says; `asked` if something that it says is not told,
    `wrong` if something else is.
    """
    game = GAMES[line["game"]]
    house = load_house(game.house, line.get("house", {}))
    readings = read_sentence(game, house, line["say"], line["language"])
    kinds = line["kind"] if isinstance(line["kind"], list) else [line["kind"]]
    kind = readings[0].kind if readings else NO_QUARREL
    if kind not in kinds:
        return "asked" if kind == NO_QUARREL else "wrong"
    told = facts_told(readings[0].given) if readings else {}
    given, cls = line.get("given", {}), game.kinds.get(kind, Dispute)
    if not all(alike(cls, name, given.get(name), told[name]) for name in told):
        return "wrong"
    half = bool(readings) and readings[0].is_half
    return "whole" if given.keys() == told.keys() and not half else "asked"


def counted(lines: Iterable[Line]) -> Counter[Understood]:
    return Counter(map(understood, lines))


def main() -> None:
    for name in sys.argv[1:]:
        lines = [*lines_of(Path(name))]
        groups = {"all": lines}
        for part in ("game", "language"):
            for line in lines:
                groups.setdefault(str(line[part]), []).append(line)
        for group, these in groups.items():
            n = counted(these)
            told = ", ".join(f"{word} {n[word]}" for word in get_args(Understood))
            print(f"{name} {group:8}{len(these):4}: {told}")


if __name__ == "__main__":
    main()
