"""The words of a query, and what is shown of a text in which some of its words were found."""

import re
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass

from scorekeeper.rulebook.fallback import as_in
from scorekeeper.rulebook.stems import folded

WORD = re.compile(r"[^\W_]+(?:['’ʼ](?=[а-яўі])[^\W_]+)*")
"""An apostrophe is a letter only where Cyrillic goes on: аб’ява, but dealer’s."""
SNIPPET = 160
"""Letters of a text that a result shows."""
BEFORE = 40
"""Of these, letters before the first word that was found."""
BEGUN = 3
"""Letters that a partial term has at least: fewer are the beginning of too many words."""


@dataclass(frozen=True)
class Piece:
    """A piece of a text, and whether it is what was looked for."""

    text: str
    found: bool


@dataclass(frozen=True)
class Term:
    """A word of a query; a `partial` one also stands for every word that begins with it.

    `worth` is what it counts, `others` are words of a `language` that mean the same, with what they
    count.
    """

    word: str
    partial: bool = False
    worth: float = 1.0
    language: str = ""
    others: tuple[tuple[str, float], ...] = ()

    @property
    def prefix(self) -> str:
        """The folded beginning by which a word fits too; empty if only whole words fit."""
        return folded(self.word) if self.partial and len(self.word) >= BEGUN else ""


def marked(text: str, words: Container[str]) -> tuple[Piece, ...]:
    """A text in pieces: the words that were looked for, in lower case, and what lies between."""
    return tuple(_pieces(text, words))


def _pieces(text: str, words: Container[str]) -> Iterator[Piece]:
    end = 0
    for match in WORD.finditer(text):
        if match[0].lower() in words:
            yield Piece(as_in(text[end : match.start()], text), False)
            yield Piece(as_in(match[0], text), True)
            end = match.end()
    yield Piece(as_in(text[end:], text), False)


def snippet(pieces: Sequence[Piece]) -> tuple[Piece, ...]:
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
