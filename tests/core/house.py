"""A house with everything that can be kept, for tests of what moves a whole ledger."""

from contextlib import closing
from pathlib import Path

from scorekeeper.cli import main
from scorekeeper.games import GAMES
from scorekeeper.ledger import Event, open_ledger
from scorekeeper.match import Match
from scorekeeper.match.files import load
from scorekeeper.referee import judgements
from tests.extras.group.season import season
from tests.old_tournament import old_tournament
from tests.verification.drills.imports import FOLDER

EVENING = load((FOLDER / "taroky-1.jsonl").read_text("utf-8"))
TAROKY = EVENING[0].stream


def write_house(url: str) -> None:
    """A group with its matches, an old tournament with tables, evenings without hashes, and a
    verdict.
    """
    with closing(open_ledger(url)) as ledger:
        season(evenings=3, length=0.3).write_to(ledger)
        ledger.restore(*old_tournament())
        for file in FOLDER.glob("*-1.jsonl"):
            ledger.restore(load(file.read_text("utf-8")))
        game = GAMES["taroky"]
        given = {"rule": "taroky.renonc.misdeal"}
        names = Match.fold(EVENING).names
        judgements.save(ledger, judgements.judge_question(game, game.house(), names, "seen", given))


def all_of(url: str) -> dict[str, list[tuple[Event, str]]]:
    with closing(open_ledger(url, read_only=True)) as ledger:
        return {c: [(e, e.hash) for e in ledger.read(c)] for c in sorted(ledger.matches())}


def care(folder: Path, *words: str) -> int:
    return main([*words, "--instance", str(folder)])
