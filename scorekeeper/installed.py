"""Games that are packages of their own: found among what pip installed, each by its entry point in
the group `pubscorekeeper.games`. Whatever is wrong with one, it is left out, and the rest stays.
"""

import re
import tomllib
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from email.utils import parseaddr
from importlib.metadata import Distribution, EntryPoint, entry_points

from scorekeeper.game import AnyGame, Game
from scorekeeper.sheet import Entry

GROUP = "pubscorekeeper.games"
"""The group of entry points; in it stands the key of a game, and where its `GAME` is."""
KEY = re.compile(r"[a-z][a-z0-9]*")


class BrokenGame(Exception):
    """What a package brings cannot be played; the message says why."""


@dataclass(frozen=True)
class InstalledGame:
    """A game, and what its package says of itself."""

    game: AnyGame
    name: str
    version: str
    author: str

    def __str__(self) -> str:
        return f"{self.name} {self.version}"


@dataclass(frozen=True)
class RefusedGame:
    """A game that was left out, and why: a sentence for whoever runs the house."""

    name: str
    version: str
    why: str

    def __str__(self) -> str:
        return f"{self.name} {self.version} is left out: {self.why}."


Found = InstalledGame | RefusedGame


def find_packages(taken: Collection[str]) -> tuple[Found, ...]:
    """What installed packages bring, by their keys; the keys that are `taken` are no longer free.

    Of packages with one key the first by its name has it.
    """
    known, found = {*taken}, list[Found]()
    for point, package in sorted(_points(), key=lambda each: (each[0].name, each[1].name)):
        found.append(_load(point, package, known))
        known.add(point.name)
    return tuple(found)


def _points() -> Iterator[tuple[EntryPoint, Distribution]]:
    """The entry points of games, each with its package."""
    for point in entry_points(group=GROUP):
        if point.dist is not None:
            yield point, point.dist


def _load(point: EntryPoint, package: Distribution, known: Collection[str]) -> Found:
    try:
        if not KEY.fullmatch(point.name):
            raise BrokenGame(f"a key has small letters without accents, and {point.name} has not")
        if point.name in known:
            raise BrokenGame(f"there is another game with the key {point.name}")
        game = _game_at(point)
        _probe(game)
    except BrokenGame as error:
        return RefusedGame(package.name, package.version, str(error))
    except (Exception, SystemExit) as error:  # it is a program, and can raise anything
        said = " ".join(f"{type(error).__name__}: {error}".split())
        return RefusedGame(package.name, package.version, f"it cannot be loaded ({said})")
    return InstalledGame(game, package.name, package.version, _author(package))


def _game_at(point: EntryPoint) -> AnyGame:
    """What an entry point leads to, if that is a game with its name."""
    game = point.load()
    if not isinstance(game, Game):
        raise BrokenGame(f"{point.value} is no game")
    if game.key != point.name:
        raise BrokenGame(f"its key is {game.key}, and its entry point says {point.name}")
    if not game.package:
        raise BrokenGame("its GAME has to say package=__name__")
    return game


def _probe(game: AnyGame) -> None:
    """Asks a game for what pages of the whole house ask for: its words, and a match's beginning.

    What only its own pages ask for, the contract of all games does (`scorekeeper.testing`).
    """
    # Only here: whoever has no such game need not read how books are read.
    from scorekeeper.rulebook import WORDS  # noqa: PLC0415
    from scorekeeper.rulebook.decisions import examples_of  # noqa: PLC0415
    from scorekeeper.rulebook.sources import source_of  # noqa: PLC0415

    for path in sorted(game.folder.rglob("*.toml")):
        try:
            tomllib.loads(path.read_text("utf-8"))
        except ValueError as error:
            raise BrokenGame(f"{path.relative_to(game.folder)}: {error}") from None
    for language in sorted(path.stem for path in WORDS.glob("*.toml")):
        try:
            _probe_words(game, language)
        except (KeyError, IndexError, TypeError, ValueError) as error:
            raise BrokenGame(f"its words, asked for in {language}, lack {error}") from error
    examples_of(game), source_of(game.folder).excerpts
    standing = game.start(game.seats[0], 0, game.read_house({}))
    if not all(issubclass(entry, Entry) for entry in game.entries) or not standing.next:
        raise BrokenGame("a match that begins awaits no entry")


def _probe_words(game: AnyGame, language: str) -> None:
    """Reads all that the search, the first page and the list of games say of a game."""
    from scorekeeper.rulebook import glossary_of, open_rulebook  # noqa: PLC0415
    from scorekeeper.rulebook.decisions import decision_words, decisions_of  # noqa: PLC0415

    book, said = open_rulebook(game.folder, language), decision_words(game, language)
    texts = [book.title, *(each.term for each in glossary_of(book).values())]
    texts += [book.say("texts", text, {"n": 1, "points": 1}) for text in ("played", "score")]
    texts += [book.question(kind) for kind in game.kinds]
    for told in (*book.rules.values(), *(book.rule(rule.id) for rule in game.rules)):
        texts += [told.number, told.title, *told.sentences]
    for decision in decisions_of(game):
        turns_on = book.rule(decision.example.rule)
        texts += [decision.name, turns_on.title, *vars(said.of(decision)).values()]
    "".join(texts)  # whatever is no text is told now


def _author(package: Distribution) -> str:
    """Who wrote a package, as it says itself; without an address."""
    said = {name: text for name, text in package.metadata.json.items() if isinstance(text, str)}
    return said.get("author") or parseaddr(said.get("author_email", ""))[0]
