"""Finding a rule by its words: full text over the rules of all games, in a reader's language.

SQLite's FTS5 compares stems (see `stems`), so it does not matter how a word is inflected, or
whether diacritics are typed. What is typed is cut into words and never reaches SQLite as a query.
"""

import re
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from threading import Lock

from sqlite_utils import Database

from scorekeeper.games import GAMES
from scorekeeper.rulebook import Rulebook, RuleText, open_rulebook
from scorekeeper.stems import ALGORITHMS, folded, stems

WORD = re.compile(r"[^\W_]+")
LONGEST_QUERY, MOST_WORDS = 200, 12
SNIPPET = 160
"""Letters of a rule's text that a result shows."""
BEFORE = 40
"""Of these, letters before the first word that was found."""
BEGUN = 3
"""Letters from which on the last word may be one that is still being typed."""

TOKENS = "unicode61 remove_diacritics 2"
WEIGHTS = {"number": 6.0, "title": 8.0, "id": 4.0, "book": 3.0, "text": 1.0}
"""What is searched, and how much it weighs to be found there; `book` is the title of the game."""

_RANKED = f"""
select rules.game, rules.rule from rules_fts join rules on rules.rowid = rules_fts.rowid
where rules_fts match :query and (:game = '' or rules.game = :game)
order by bm25(rules_fts, {", ".join(map(str, WEIGHTS.values()))}), rules.rowid limit :most
"""


@dataclass(frozen=True)
class Piece:
    """A piece of a text, and whether it is what was looked for."""

    text: str
    found: bool


@dataclass(frozen=True)
class Hit:
    """A rule that was found: its game, its title and the part of its text that fits."""

    game: str
    book: Rulebook
    rule: RuleText
    title: tuple[Piece, ...]
    snippet: tuple[Piece, ...]


def search(text: str, language: str, game: str = "", most: int = 30) -> tuple[Hit, ...]:
    """The rules that fit what was typed, best first: those with all its words, else with any.

    `game` is the key of one game, or empty for all.
    """
    words = _telling(words_of(text[:LONGEST_QUERY]))[:MOST_WORDS]
    if not words:
        return ()
    index = _index(language)
    spoken = _spoken(language, game)
    every = [_query(words, spoken, joined) for joined in (" AND ", " OR ")]
    found = (index.find(query, game, most) for query in every)
    keys = next((rows for rows in found if rows), [])
    return tuple(_hit(key, id, language, words) for key, id in keys)


def words_of(text: str) -> list[str]:
    """The words and numbers of a text.

    >>> words_of('"černá" -kočka NEAR(')
    ['černá', 'kočka', 'NEAR']
    """
    return WORD.findall(text)


def _telling(words: list[str]) -> list[str]:
    """The words that say something: not "co" or "of", unless there is nothing else."""
    return [word for word in words if len(word) > 2 or not word.isalpha()] or words


class _Index:
    """The rules of all games in one language, in memory; threads take turns."""

    def __init__(self, language: str) -> None:
        self._lock = Lock()
        self._db = Database(sqlite3.connect(":memory:", check_same_thread=False))
        table = self._db.table("rules")
        table.insert_all(_rows(language))
        table.enable_fts(
            list(WEIGHTS), fts_version="FTS5", tokenize="unicode61 remove_diacritics 2"
        )

    def find(self, query: str, game: str, most: int) -> list[tuple[str, str]]:
        """Game and id of the rules that a query of FTS5 finds, best first."""
        facts = {"query": query, "game": game, "most": most}
        with self._lock:
            return [(row["game"], row["rule"]) for row in self._db.query(_RANKED, facts)]


_BUILDING = Lock()


def _index(language: str) -> _Index:
    with _BUILDING:
        return _built(language)


@cache
def _built(language: str) -> _Index:
    return _Index(language)


def _rows(language: str) -> Iterator[dict[str, str]]:
    for key, game in GAMES.items():
        book = open_rulebook(game.folder, language)
        for rule in book.rules.values():
            texts = {
                "number": rule.number,
                "title": rule.title,
                "id": rule.id,
                "book": book.title,
                "text": rule.text,
            }
            stemmed = {name: _stemmed(text, book.language) for name, text in texts.items()}
            yield {"game": key, "rule": rule.id, **stemmed}


def _stemmed(text: str, language: str) -> str:
    """A text as it is indexed: of each word every stem."""
    return " ".join(stem for word in words_of(text) for stem in sorted(stems(word, language)))


def _query(words: Sequence[str], spoken: Sequence[str], joined: str) -> str:
    """The words as a query of FTS5; the last one may be only begun."""
    last = len(words)
    return joined.join(f"({_term(word, at == last, spoken)})" for at, word in enumerate(words, 1))


def _term(word: str, last: bool, spoken: Sequence[str]) -> str:
    """A word by its stems in every language that the books speak."""
    said = {
        f'"{stem}"{"*" if _begun(word, last, language) else ""}'
        for language in spoken
        for stem in stems(word, language)
    }
    return " OR ".join(sorted(said))


def _spoken(language: str, game: str) -> tuple[str, ...]:
    """What a reader's books speak: a game not told in the language speaks another."""
    keys = [game] if game in GAMES else list(GAMES)
    return tuple({open_rulebook(GAMES[key].folder, language).language: key for key in keys})


def _begun(word: str, last: bool, language: str) -> bool:
    return len(word) >= BEGUN and (last or language not in ALGORITHMS)


def _hit(key: str, id: str, language: str, words: Sequence[str]) -> Hit:
    book = open_rulebook(GAMES[key].folder, language)
    rule = book.rule(id)
    return Hit(
        key,
        book,
        rule,
        tuple(_marked(rule.title, words, book.language)),
        _snippet(tuple(_marked(rule.text, words, book.language))),
    )


def _marked(text: str, words: Sequence[str], language: str) -> Iterator[Piece]:
    """A text in pieces: the words that were looked for, and what lies between."""
    wanted = frozenset(stem for word in words for stem in stems(word, language))
    begun = folded(words[-1]) if _begun(words[-1], True, language) else None
    done = 0
    for match in WORD.finditer(text):
        word = match[0]
        if stems(word, language) & wanted or (begun and folded(word).startswith(begun)):
            yield Piece(text[done : match.start()], False)
            yield Piece(word, True)
            done = match.end()
    yield Piece(text[done:], False)


def _snippet(pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    """So much of a text as a result shows, from a little before the first word that was found."""
    first = next((at for at, piece in enumerate(pieces) if piece.found), 0)
    shown, room = [], SNIPPET
    if first:
        shown.append(Piece(_ending(pieces[first - 1].text, first > 1), False))
    for piece in pieces[first:]:
        if room <= 0:
            break
        shown.append(piece if len(piece.text) <= room else Piece(_beginning(piece, room), False))
        room -= len(piece.text)
    return tuple(piece for piece in shown if piece.text)


def _ending(text: str, more: bool) -> str:
    """The end of a text, cut at a word."""
    if len(text) <= BEFORE and not more:
        return text
    return "… " + text[-BEFORE:].partition(" ")[2]


def _beginning(piece: Piece, room: int) -> str:
    """The beginning of a text, cut at a word."""
    return piece.text[:room].rpartition(" ")[0] + " …"
