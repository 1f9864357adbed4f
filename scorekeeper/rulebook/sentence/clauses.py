"""The clauses of a sentence: where one ends, what stands between it and a phrase."""

from collections.abc import Sequence

from scorekeeper.rulebook.sentence.lexicon import GRAMMAR
from scorekeeper.rulebook.sentence.phrases import Phrase
from scorekeeper.rulebook.sentence.tokens import Token

SUBJECTS = tuple(f"is:{word}" for word in GRAMMAR["subjects"])
"""Words for who does something."""


def parts(token: Token) -> bool:
    """True for what stands between two clauses."""
    return token.is_mark or token.means("is:and", "is:but", "is:then")


def ends(tokens: Sequence[Token], at: int) -> bool:
    """True if a clause ends at a token."""
    return at >= len(tokens) or parts(tokens[at])


def clause_of(tokens: Sequence[Token], first: int, end: int) -> tuple[int, int]:
    """The clause of the tokens from `first` to before `end`: its first one, and the one behind."""
    while first > 0 and not parts(tokens[first - 1]):
        first -= 1
    while not ends(tokens, end):
        end += 1
    return first, end


def is_behind(tokens: Sequence[Token], phrase: Phrase, word: str) -> bool:
    """True if a word stands before a phrase, with nothing between that tells more."""
    at = phrase.first - 1
    while at >= 0 and tokens[at].means("is:det", "is:at-once", "is:more"):
        at -= 1
    return at >= 0 and tokens[at].means(word)


def is_free(phrase: Phrase) -> bool:
    """True for a phrase that nothing governs."""
    return phrase.governor < 0 and "free" in phrase.roles
