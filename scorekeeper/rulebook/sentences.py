"""Facts in a sentence: seats and cards by name, lists as one says them, counts that agree.

A sentence of a book names its facts in braces. What a fact is follows from its name or stands
behind a colon: `{seat}`, `{leads:seat}`, `{last[seat]:seat}`, `{cards}`, `{n}`. A number with what
it counts has the forms of that word there: `{n:card|cards}`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.core.cards import JOKER, TAROKS
from scorekeeper.core.sheet import Facts
from scorekeeper.rulebook.fallback import FallbackText, Words, language_of

_EMPTY: tuple[object, ...] = (None, (), [])
_SIGN_OF_ZERO = re.compile(r"[−±+](?=0(?![.,]?\d))")


def look_up(words: Words, *path: str) -> str | Words:
    """The text or table at a path. Raises KeyError.

    >>> look_up({"texts": {"of": {"one": "a", "other": "b"}}}, "texts", "of", "one")
    'a'
    """
    at: str | Words = words
    for step in path:
        if isinstance(at, str):
            raise KeyError(step)
        at = at[step]
    return at


def text_at(words: Words, *path: str) -> str:
    """The text at a path. Raises KeyError."""
    text = look_up(words, *path)
    if not isinstance(text, str):
        raise KeyError(path[-1])
    return text


def table_at(words: Words, *path: str) -> Words:
    """The table at a path; an empty one if the path leads nowhere."""
    try:
        table = look_up(words, *path)
    except KeyError:
        return {}
    return {} if isinstance(table, str) else table


@dataclass(frozen=True)
class Sentences:
    """How a language says facts.

    `words` are a game's ids that have a text, `cards` the names of cards, and `shared` the words
    of all games: "and", "yes", "no". A sentence of another language is said `elsewhere`.
    """

    language: str
    words: Words
    cards: Words
    shared: Words
    elsewhere: Callable[[str], Sentences]

    def fill(self, text: str | Words, facts: Facts, names: Sequence[str]) -> str:
        """A sentence with its facts; one in plural forms agrees with the fact `n`, and what is
        nothing has no sign.
        """
        if (language := language_of(text, self.language)) != self.language:
            return FallbackText(self.elsewhere(language).fill(text, facts, names), language)
        filled = str(self._form(text, facts)).format_map(
            {k: _Fact(self, k, v, names) for k, v in facts.items()}
        )
        return _SIGN_OF_ZERO.sub("", filled)

    def _form(self, text: str | Words, facts: Facts) -> object:
        if isinstance(text, str):
            return text
        number = facts["n"]
        assert isinstance(number, int), f"{number} takes no plural form"
        return text[plural(self.language, number)]

    def fact_text(self, what: str, value: object, names: Sequence[str]) -> str:
        """A fact as text, by what it is: seat, seats, card, cards, points (of each seat).

        Anything else is a number, yes or no, an id among the game's words, or a text as it is; what
        is unknown or empty is a dash.
        """
        if what in ("seat", "card") and value is not None:
            return self.fact_text(f"{what}s", (value,), names)
        if value in _EMPTY:
            return "\N{EN DASH}"
        if isinstance(value, int):
            return self._number(value)
        if isinstance(value, tuple | list) and what == "points":
            value = dict(enumerate(value))
        if isinstance(value, Mapping):
            pairs = [
                (names[int(seat)], self.fact_text("", each, names)) for seat, each in value.items()
            ]
            return ", ".join(_figured(name, each) for name, each in pairs)
        if isinstance(value, tuple | list | frozenset):
            return self._list([self._item(what, each, names) for each in value])
        return str(self.words.get(str(value), value))

    def counted(self, number: int, forms: Sequence[str]) -> str:
        """A number with what it counts, whose plural forms stand in the order of CLDR.

        >>> cs = Sentences("cs", {}, {}, {}, elsewhere=lambda _language: cs)
        >>> cs.fill("{n:karta|karty|karet}", {"n": 3}, ())
        '3 karty'
        """
        at = {"one": 0, "few": 1}.get(plural(self.language, number), -1)
        return f"{self._number(number)} {forms[at]}"

    def card(self, code: str) -> str:
        """A card's name. Where suits are adjectives, they follow the gender of the rank."""
        words = self.cards
        if code.startswith(f"{JOKER}="):
            return text_at(words, "joker").format(card=self.card(code.partition("=")[2]))
        if code in table_at(words, "named"):
            return text_at(words, "named", code)
        if code in TAROKS:
            return text_at(words, "tarok").format(rank=code)
        pattern = text_at(words, "pattern")
        rank, suit = look_up(words, "ranks", code[:-1]), look_up(words, "suits", code[-1])
        gender = "" if isinstance(rank, str) else str(rank["gender"])
        name = rank if isinstance(rank, str) else rank["name"]
        if not isinstance(suit, str):
            suit = suit.get(gender) or next(iter(suit.values()))  # a rank of another language
        return pattern.format(rank=name, suit=suit)

    def _number(self, value: int) -> str:
        if isinstance(value, bool):
            return str(self.shared["yes" if value else "no"])
        return str(value).replace("-", "\N{MINUS SIGN}")

    def _item(self, what: str, value: object, names: Sequence[str]) -> str:
        if what == "seats":
            return names[int(str(value))]
        if what == "pairs" and isinstance(value, tuple | list):
            seat, number = value
            return _figured(names[int(seat)], self.fact_text("", number, names))
        return self.card(str(value)) if what == "cards" else self.fact_text("", value, names)

    def _list(self, items: Sequence[str]) -> str:
        """Items as one would say them: a, b and c."""
        if len(items) < 2:
            return "".join(items)
        return f"{', '.join(items[:-1])} {self.shared['and']} {items[-1]}"


def _figured(name: str, figure: str) -> str:
    """A name with its figure, which keeps apart from a name that ends in one: "player 1: 38"."""
    return f"{name}: {figure}" if name[-1:].isdigit() else f"{name} {figure}"


@dataclass(frozen=True)
class _Fact:
    """A fact that a sentence formats: `{leads:seat}` says what it is where its name does not."""

    sentences: Sentences
    name: str
    value: object
    names: Sequence[str]

    def __getitem__(self, part: str) -> _Fact:
        """A part of a fact that has several: `{last[seat]:seat}`."""
        if not isinstance(self.value, Mapping):
            raise TypeError(f"{self.name} has no parts")
        return _Fact(self.sentences, part, self.value[part], self.names)

    def __format__(self, what: str) -> str:
        if "|" in what:
            return self.sentences.counted(int(str(self.value)), what.split("|"))
        return self.sentences.fact_text(what or self.name, self.value, self.names)


def plural(language: str, n: int) -> str:
    """The plural form that a whole number takes: one, few, many or other, as in CLDR.

    >>> plural("cs", 3), plural("pl", 22), plural("en", 2)
    ('few', 'few', 'other')
    """
    return _PLURALS.get(language, _one_or_other)(abs(n))


def _one_or_other(n: int) -> str:
    return "one" if n == 1 else "other"


def _czech(n: int) -> str:
    return "one" if n == 1 else "few" if 2 <= n <= 4 else "other"


def _polish(n: int) -> str:
    few = 2 <= n % 10 <= 4 and not 12 <= n % 100 <= 14
    return "one" if n == 1 else "few" if few else "many"


def _belarusian(n: int) -> str:
    if n % 10 == 1 and n % 100 != 11:
        return "one"
    return "few" if 2 <= n % 10 <= 4 and not 12 <= n % 100 <= 14 else "many"


_PLURALS: Mapping[str, Callable[[int], str]] = {
    "cs": _czech,
    "sk": _czech,
    "pl": _polish,
    "be": _belarusian,
}
