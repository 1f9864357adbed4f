"""Nothing of one game stands in a shared file: no Python, no template, no script, no style.

What is of one game is read off its declarations: its key, the first part of its rule ids, and what
only it calls its entries, questions, fields and choices so. That may stand in folders and files
that bear the game's key, and in books.
"""

import ast
import re
from functools import cache
from typing import Literal, get_args, get_origin

from scorekeeper.core.schema import fields_of, type_of
from scorekeeper.games import GAMES
from tests.laws.test_shape import PACKAGE

ROOT = PACKAGE.parent
ORDINARY = frozenset(
    {
        *("added", "again", "all", "answers", "aside", "B", "back", "before", "bottom"),
        *("call", "called", "checked", "clockwise", "count", "counter-clockwise", "counts"),
        *("currency", "cut", "done", "drawn", "each", "first", "fold", "forbidden"),
        *("how", "item", "joker", "L", "last", "left", "level", "lost", "made", "mode"),
        *("more", "next", "normal", "number", "once", "order", "others", "out", "pack", "place"),
        *("played", "rank", "refuse", "refused", "return", "right", "round", "seen", "sent"),
        *("settle", "several", "show", "shown", "simple", "size", "skip", "stake", "stays"),
        *("stop", "table", "take", "taken", "tapped", "to", "void", "votes", "way", "what", "when"),
        *("who", "without", "word"),
    }
)
"""Words of one game that say something else elsewhere: directions, parts of a page, of a form."""

NOT_CODE = re.compile(r"\{#.*?#\}|/\*.*?\*/|(?<!:)//[^\n]*", re.DOTALL)
WORD = re.compile(r"[\w-]+(?:\.[\w-]+)*")


@cache
def words_of(game):
    """Every name that a game declares: of entries, questions, fields and choices."""
    types = {entry.type for entry in game.entries} | {each.kind for each in game.disputes}
    declared = (*game.entries, *game.disputes, game.house)
    return frozenset(types.union(*(names_in(cls) for cls in declared)))


def names_in(cls):
    for name in fields_of(cls):
        yield name
        yield from choices_in(type_of(cls, name))


def choices_in(kind):
    for inner in get_args(kind):
        if get_origin(kind) is not Literal:
            yield from choices_in(inner)
        elif isinstance(inner, str):
            yield inner


@cache
def own_words(game):
    """What only this game calls so."""
    elsewhere = (words_of(other) for other in GAMES.values() if other is not game)
    return words_of(game).difference(*elsewhere, ORDINARY)


@cache
def prefixes(game):
    """What begins the ids of its rules."""
    return frozenset({game.key, *(rule.id.partition(".")[0] for rule in game.rules)})


def is_of(game, word):
    return word in own_words(game) or word.partition(".")[0] in prefixes(game)


def shared_files():
    """All files of the app but those that bear a game's key, or that others wrote."""
    places = ((PACKAGE, "*.py"), (ROOT / "templates", "*.html"))
    scripts = (ROOT / "static", "*.js"), (ROOT / "static", "*.css")
    for folder, pattern in (*places, *scripts):
        for path in sorted(folder.rglob(pattern)):
            parts = path.relative_to(ROOT).parts
            if "vendor" not in parts and not set(WORD.findall(stems(parts))) & set(GAMES):
                yield path


def stems(parts):
    """The parts of a path as words: `games/kocka-round.css` bears the key kocka."""
    return " ".join(parts).replace("-", " ").replace(".", " ")


@cache
def words_in(path):
    """Texts of Python but for docstrings and comments, all words of other files but comments."""
    source = path.read_text("utf-8")
    if path.suffix != ".py":
        return frozenset(WORD.findall(NOT_CODE.sub("", source)))
    nodes = list(ast.walk(ast.parse(source)))
    said = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    constants = (n for n in nodes if isinstance(n, ast.Constant) and id(n) not in said)
    return frozenset(node.value for node in constants if isinstance(node.value, str))


def test_every_game_has_words_of_its_own():
    assert all(own_words(game) for game in GAMES.values())
    assert len(list(shared_files())) > 100


def test_no_shared_file_knows_a_game():
    found = [
        f"{path.relative_to(ROOT)} says {known}: declare it in scorekeeper/games/{game.key}/, or "
        f"write a page of its own in templates/games/{game.key}/"
        for path in shared_files()
        for game in GAMES.values()
        if (known := sorted(word for word in words_in(path) if is_of(game, word)))
    ]
    assert not found, "\n".join(found)


def test_no_ordinary_word_is_named_in_vain():
    assert {word for path in shared_files() for word in words_in(path)} >= ORDINARY
    assert frozenset().union(*map(words_of, GAMES.values())) >= ORDINARY
