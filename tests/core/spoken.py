"""Sentences made of random questions, in each language, and what has to be understood of them."""

import random
from collections.abc import Mapping, Sequence

from scorekeeper.core.cards import JOKER, TAROK
from scorekeeper.core.game import AnyGame
from scorekeeper.core.schema import Json
from scorekeeper.rulebook import open_rulebook

LANGUAGES = ("cs", "sk", "pl", "be", "en")
SAID: Mapping[str, Mapping[str, str]] = {
    language: dict(
        zip(("lies", "played", "held", "lacked", "trump", "and"), said.split(" | "), strict=True)
    )
    for language, said in {
        "cs": "na stole leží {} | hodil {} | v ruce měl {} | neměl {} | trumfy jsou {} | a",
        "sk": "na stole leží {} | hodil {} | v ruke mal {} | nemal {} | tromfy sú {} | a",
        "pl": "na stole leży {} | rzucił {} | w ręku miał {} | nie miał {} | atuty to {} | i",
        "be": "на стале ляжыць {} | кінуў {} | у руцэ меў {} | не меў {} | казыры {} | і",
        "en": "on the table lies the {} | he played the {} | in his hand he had the {}"
        " | he had no {} | trumps are {} | and the",
    }.items()
}
"""How the roles of cards are said; a name stands in its first form, as a table of cards has it."""
SLOTS = {
    "durak": ("beat", "attack", "card"),
    "faraon": ("play", "top", "cards"),
    "kocka": ("play", "trick", "card"),
    "makao": ("play", "top", "cards"),
    "taroky": ("play", "trick", "card"),
}
"""Game → the kind of question on a card, the fact of what lies there, and of what was played."""
LISTS = ("trick", "cards")

Said = tuple[str, Mapping[str, Json]]
"""A sentence, and the facts (JSON) that it says."""


def said_at_random(game: AnyGame, language: str, rng: random.Random) -> Said:
    """A sentence about random cards of a game's pack: what lay there, what was played, and what
    was in the hand or lacking in it, or which suit is trump.
    """
    words, book = SAID[language], open_rulebook(game.folder, language)
    pack = game.pack(game.house())
    lies, played, *held = rng.sample([str(c) for c in pack.cards if c.suit != JOKER], 4)
    suits = (suit for suit, _ranks in pack.suits if suit not in (TAROK, played[-1]))
    suit = rng.choice([*suits])
    _kind, lie, play = SLOTS[game.key]
    given: dict[str, Json] = {lie: lies, play: played}
    given |= {name: [given[name]] for name in (lie, play) if name in LISTS}
    parts = [words["lies"].format(book.card(lies)), words["played"].format(book.card(played))]
    rng.shuffle(parts)
    if game.key == "durak":
        return _joined(parts, words["trump"].format(book.suit(suit))), {**given, "trump": suit}
    if rng.random() < 1 / 2:
        cards = f" {words['and']} ".join(book.card(code) for code in held)
        return _joined(parts, words["held"].format(cards)), {**given, "holds": [played, *held]}
    return _joined(parts, words["lacked"].format(book.suit(suit))), {**given, "lacks": [f"*{suit}"]}


def _joined(parts: Sequence[str], last: str) -> str:
    return ", ".join((*parts, last))


NEAR = {
    "a": "qsz",
    "b": "vn",
    "c": "xv",
    "d": "sf",
    "e": "wr",
    "f": "dg",
    "g": "fh",
    "h": "gj",
    "i": "uo",
    "j": "hk",
    "k": "jl",
    "l": "k",
    "m": "n",
    "n": "bm",
    "o": "ip",
    "p": "o",
    "r": "et",
    "s": "ad",
    "t": "ry",
    "u": "yi",
    "v": "cb",
    "y": "tu",
    "z": "xa",
}
"""Letters beside each other on a keyboard."""
LEAST_SLIPPED = 4


def with_slip(said: str, rng: random.Random) -> str:
    """A sentence with one letter within a word swapped, left out, doubled or another one."""
    words = said.split()
    long = [at for at, word in enumerate(words) if word.isalpha() and len(word) >= LEAST_SLIPPED]
    if not long:
        return said
    at = rng.choice(long)
    word = words[at]
    place = rng.randrange(1, len(word) - 1)
    before, letter, behind = word[:place], word[place], word[place + 1 :]
    beside = rng.choice(NEAR.get(letter, letter))
    ways = (behind[0] + letter + behind[1:], behind, letter * 2 + behind, beside + behind)
    words[at] = before + rng.choice(ways)
    return " ".join(words)
