"""The words of a game in a language: rules by id, labels, and the sentences for what happened.

Each game keeps them in `rulebook/<language>.toml`; `words/<language>.toml` holds what all games
share (the names of cards, what is wrong with data that cannot be read). Code knows ids and facts;
how they are said stands only in these files.
"""

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from scorekeeper.cards import JOKER, TAROKS
from scorekeeper.plain import Unreadable
from scorekeeper.sheet import Facts

WORDS = Path(__file__).parent / "words"
_NOTHING: tuple[Any, ...] = (None, (), [])
FALLBACKS = {"sk": ("cs", "en"), "be": ("en", "cs"), "pl": ("en", "cs")}
"""Where to look when a book does not speak a language: the nearest one first."""


@dataclass(frozen=True)
class RuleText:
    """A rule as the book prints it; `source` is the section of the source document."""

    id: str
    number: str
    title: str
    text: str
    source: str


@dataclass(frozen=True)
class Rulebook:
    """The words of a game in a language: `data` of its own file, `shared` of all games."""

    language: str
    data: Mapping[str, Any]
    shared: Mapping[str, Any]

    @property
    def title(self) -> str:
        """The game's name."""
        return str(self.data["title"])

    @property
    def rules(self) -> Mapping[str, RuleText]:
        """Every rule by id, in the order of the book."""
        return {id: self._rule(id, words) for id, words in self.data["rules"].items()}

    def rule(self, id: str) -> RuleText:
        """The rule of an id, or the rule that the id is a case of. Raises KeyError."""
        while id not in self.data["rules"]:
            if "." not in id:
                raise KeyError(id)
            id = id.rpartition(".")[0]
        return self._rule(id, self.data["rules"][id])

    def label(self, *path: str) -> str:
        """A short text: `book.label("entries", "round", "name")`. Raises KeyError."""
        words: Any = self.data
        for step in path:
            words = words[step]
        return str(words)

    def step(self, id: str) -> str:
        """What a line is called in an explanation: in short, or the title of its rule."""
        short: Mapping[str, str] = self.data["steps"]
        return short[id] if id in short else self.rule(id).title

    def say(self, section: str, id: str, facts: Facts, names: Sequence[str] = ()) -> str:
        """The sentence for an id with its facts: seats by name, cards by name, counts agreeing."""
        return self._filled(self.data[section][id], facts, names)

    def unreadable(self, error: Unreadable) -> str:
        """What is wrong with data that cannot be read, and what would be right."""
        return unreadable(self.language, error)

    def card(self, code: str) -> str:
        """The name of a card, from its code."""
        return _card_name(self._cards, code)

    def rank(self, rank: str) -> str:
        """What stands on a card for its rank: a letter or a number."""
        short: Mapping[str, str] = self._cards.get("short", {})
        return short.get(rank, "10" if rank == "T" else rank)

    def question(self, kind: str) -> str:
        """The name of a kind of dispute, or of a page of the game's own that helps at the table."""
        names: Mapping[str, Any] = {**self.data.get("pages", {}), **self.data["kinds"]}
        return str(names[kind]["name"])

    def suit(self, suit: str) -> str:
        """The name of a suit, from its letter or its word (taroks, jokers)."""
        return str(self._cards["suit-names"][suit])

    def answer(self, kind: str, key: str, value: Any, names: Sequence[str] = ()) -> str:
        """The sentence for one part of a result (`answers.<kind>.<key>`); empty if it has none.

        What is not the case has a sentence only where there is one for "no"; a sentence in plural
        forms agrees with the number itself.
        """
        words = self.data.get("answers", {}).get(kind, {}).get(key, "")
        if isinstance(words, Mapping) and "no" in words:
            words = words["yes" if value else "no"]
        elif value is None or value is False or value in ([], {}):
            return ""
        return self._filled(words, {key: value, "n": value}, names)

    def _rule(self, id: str, words: Mapping[str, str]) -> RuleText:
        return RuleText(id, words["number"], words["title"], words["text"], words["source"])

    @cached_property
    def _cards(self) -> Mapping[str, Any]:
        """The words for cards: those of all games, and over them the game's own."""
        own: Mapping[str, Any] = self.data.get("cards", {})
        shared: Mapping[str, Any] = self.shared["cards"]
        return {**shared, **own}

    def _filled(self, words: Any, facts: Facts, names: Sequence[str]) -> str:
        text = words if isinstance(words, str) else words[plural(self.language, facts["n"])]
        return str(text).format_map({k: _Fact(self, k, v, names) for k, v in facts.items()})

    def shown(self, what: str, value: Any, names: Sequence[str]) -> str:
        """A fact as text, by what it is: seat, seats, card, cards, points (of each seat).

        Anything else is a number, yes or no, an id among the game's words, or a text as it is; what
        is not known or empty is a dash.
        """
        if what in ("seat", "card") and value is not None:
            return self.shown(f"{what}s", (value,), names)
        if value in _NOTHING:
            return "\N{EN DASH}"
        if isinstance(value, int):
            return self._number(value)
        if isinstance(value, Mapping) or what == "points":
            pairs = value.items() if isinstance(value, Mapping) else enumerate(value)
            return ", ".join(f"{names[int(s)]} {self.shown('', each, names)}" for s, each in pairs)
        if isinstance(value, tuple | list | frozenset):
            return self._listed([self._one(what, each, names) for each in value])
        return str(self.data.get("words", {}).get(str(value), value))

    def _number(self, value: int) -> str:
        if isinstance(value, bool):
            return str(self.shared["yes" if value else "no"])
        return str(value).replace("-", "\N{MINUS SIGN}")

    def _one(self, what: str, value: Any, names: Sequence[str]) -> str:
        if what == "seats":
            return names[int(value)]
        if what == "pairs":
            seat, number = value
            return f"{names[int(seat)]} {self.shown('', number, names)}"
        return self.card(str(value)) if what == "cards" else self.shown("", value, names)

    def _listed(self, items: Sequence[str]) -> str:
        """Items as one would say them: a, b and c."""
        if len(items) < 2:
            return "".join(items)
        return f"{', '.join(items[:-1])} {self.shared['and']} {items[-1]}"


@dataclass(frozen=True)
class _Fact:
    """A fact in a sentence: `{leads:seat}` says what it is where its name does not."""

    book: Rulebook
    name: str
    value: Any
    names: Sequence[str]

    def __getitem__(self, part: str) -> "_Fact":
        """A part of a fact that has several: `{last[seat]:seat}`."""
        return _Fact(self.book, part, self.value[part], self.names)

    def __format__(self, what: str) -> str:
        return self.book.shown(what or self.name, self.value, self.names)


@cache
def open_rulebook(folder: Path, language: str) -> Rulebook:
    """The rulebook of a game's folder in a language, or in the nearest one that it speaks."""
    books = folder / "rulebook"
    spoken = next(lang for lang in nearest(language) if (books / f"{lang}.toml").exists())
    return Rulebook(spoken, _load(books / f"{spoken}.toml"), _load(WORDS / f"{spoken}.toml"))


def unreadable(language: str, error: Unreadable) -> str:
    """What is wrong with data that cannot be read, for a reader of this language."""
    spoken = next(lang for lang in nearest(language) if (WORDS / f"{lang}.toml").exists())
    text: str = _load(WORDS / f"{spoken}.toml")["unreadable"][error.problem]
    return text.format_map(error.facts)


def nearest(language: str) -> tuple[str, ...]:
    """A language and where to look when it is not spoken."""
    return (language, *FALLBACKS.get(language, ()), "en", "cs")


def plural(language: str, n: int) -> str:
    """The plural form that a number takes: one, few, many or other (as in CLDR, whole numbers)."""
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


def _card_name(words: Mapping[str, Any], code: str) -> str:
    """A card's name. Where suits are adjectives, they follow the gender of the rank."""
    if code.startswith(f"{JOKER}="):
        return str(words["joker"]).format(card=_card_name(words, code.partition("=")[2]))
    if code in words["named"]:
        return str(words["named"][code])
    if code in TAROKS:
        return str(words["tarok"]).format(rank=code)
    rank, suit = words["ranks"][code[:-1]], words["suits"][code[-1]]
    if isinstance(suit, str):
        return str(words["pattern"]).format(rank=rank, suit=suit)
    return str(words["pattern"]).format(rank=rank["name"], suit=suit[rank["gender"]])


@cache
def _load(path: Path) -> Mapping[str, Any]:
    with path.open("rb") as file:
        return tomllib.load(file)
