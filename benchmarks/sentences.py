"""A sentence read as a question, against a search of the same words."""

from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from time import perf_counter

from benchmarks.ratio import Ratio
from scorekeeper.core.game import AnyGame
from scorekeeper.games import GAMES
from scorekeeper.rulebook.search import search
from scorekeeper.rulebook.sentence.reading import read_sentence
from tests.core import understood

SENTENCES = Path(understood.__file__).with_name("sentences.jsonl")
ROUNDS, SEARCHES = 11, 3
"""A sentence takes at most so many searches (the aim)."""
Said = tuple[AnyGame, str, str]
"""A game, a sentence about it, and its language."""


def measure() -> Iterator[Ratio]:
    """The medians of the time to read the sentences that tests keep, and to search for them."""
    said = [
        (GAMES[line["game"]], line["say"], line["language"])
        for line in understood.lines_of(SENTENCES)
    ]
    turns = [(_took(_read, said), _took(_search, said)) for _turn in range(ROUNDS + 1)][1:]
    read, searched = zip(*turns, strict=True)
    yield Ratio(
        "a sentence read: in searches of its words", median(read), median(searched), SEARCHES
    )


def _took(ask: Callable[[Said], object], said: list[Said]) -> float:
    """Microseconds for each sentence."""
    began = perf_counter()
    for each in said:
        ask(each)
    return (perf_counter() - began) / len(said) * 1e6


def _read(said: Said) -> object:
    game, sentence, language = said
    return read_sentence(game, game.house(), sentence, language)


def _search(said: Said) -> object:
    game, sentence, language = said
    return search(sentence, language, game.key)
