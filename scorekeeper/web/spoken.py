"""Cards in words: the names that people type, and the codes that they stand for."""

from unicodedata import combining, normalize

from scorekeeper.cards import Pack
from scorekeeper.plain import Unreadable
from scorekeeper.rulebook import Rulebook

SIGNS = {"♠": "S", "♥": "H", "♦": "D", "♣": "C", "♤": "S", "♡": "H", "♢": "D", "♧": "C"}


def plain_text(text: str) -> str:
    """A text without case and diacritics, words parted by one blank."""
    bare = (c for c in normalize("NFKD", text.casefold()) if not combining(c))
    return " ".join("".join(bare).split())


def card_named(book: Rulebook, pack: Pack, text: str) -> str:
    """The code of a card that was typed: its name, its sign and rank, or its code.

    Raises Unreadable if the pack has no such card.
    """
    said = plain_text(text)
    either = {said, said.replace(" ", "")}
    for card in pack.cards:
        code = str(card)
        if either & _names(book, code, card.rank, card.suit):
            return code
    raise Unreadable("say", "unknown-card", code=text[:20])


def _names(book: Rulebook, code: str, rank: str, suit: str) -> set[str]:
    named = plain_text(book.card(code))
    signs = [sign for sign, letter in SIGNS.items() if letter == suit]
    ranks = {rank, book.rank(rank)}
    short = {plain_text(a + b) for sign in signs for r in ranks for a, b in ((sign, r), (r, sign))}
    return {named, " ".join(reversed(named.split())), code.casefold(), *short}
