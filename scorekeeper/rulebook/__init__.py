"""The words of a game in a language: rules by id, labels, the glossary, and the sentences for what
happened.

A text of a rule tells a figure that each table agrees on as a field, by the name of the house rule:
`{tariff[solo]}`.

Each game keeps them in `rulebook/<language>.toml`; `words/<language>.toml` holds what all games
share (the names of cards, what is wrong with data that cannot be read, rules of every table). Code
knows ids and facts; how they are said stands only in these files.

What a language does not say yet is said text by text in English, or else in whichever language has
it (`fallback.py`).

Here belong the books and what is done with their text: sentences, search, worked cases. Pages and
links do not: those are in `web/rulebook/`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from itertools import pairwise
from pathlib import Path
from string import Formatter
from typing import Any

from scorekeeper.core.cards import JOKER
from scorekeeper.core.house_rules import HousePath, HouseRules, dump_whole_house
from scorekeeper.core.schema import Invalid
from scorekeeper.core.sheet import NO_FACTS, Facts, FactValue
from scorekeeper.games import GAMES
from scorekeeper.referee.rule_table import Penalty
from scorekeeper.rulebook.fallback import LANGUAGE_NEUTRAL, Words, completed, in_language_of
from scorekeeper.rulebook.sentences import Sentences, look_up, table_at, text_at

WORDS = Path(__file__).parent / "words"
DEFAULT_LANGUAGE = "en"
"""The language that every game speaks: that of a reader whose own one it does not speak yet."""
END_OF_SENTENCE = re.compile(r"[.!?][”“»\")]*\s+(?=[„“«\"(]?(?P<next>\w))")
COMMON = ("rules", "house")
"""Parts of a game's book that go on with what all games share."""
MOST_TABLES = 200
"""So many books are kept, each as some table plays."""


@dataclass(frozen=True)
class RuleText:
    """A rule as the book prints it; `source` is the section of the source document.

    A blank line in the `text` begins a new paragraph.
    """

    id: str
    number: str
    title: str
    text: str
    source: str

    @property
    def sentences(self) -> tuple[str, ...]:
        """The text, sentence by sentence, each with the space behind it.

        >>> RuleText("whist", "1", "Whist", "Follow, i.e. if you can. Else play.", "1").sentences
        ('Follow, i.e. if you can. ', 'Else play.')
        """
        ends = (m.end() for m in END_OF_SENTENCE.finditer(self.text) if m["next"].isupper())
        cuts = (0, *ends, len(self.text))
        return tuple(
            in_language_of(self.text[start:end], self.text) for start, end in pairwise(cuts)
        )


@dataclass(frozen=True)
class Rulebook:
    """The words of a game in a language: `data` of the file in its `folder`, with the rules and
    house rules of all games behind its own; `shared` of all games. What its table `agreed` on
    stands in its rules.
    """

    language: str
    data: Words
    shared: Words
    folder: Path
    agreed: Facts = field(default_factory=dict)

    @property
    def title(self) -> str:
        return text_at(self.data, "title")

    @cached_property
    def rules(self) -> Mapping[str, RuleText]:
        """Every rule by id, in the order of the book."""
        return {id: self._rule(id) for id in table_at(self.data, "rules")}

    def _rule(self, id: str) -> RuleText:
        parts = ("number", "title", "text", "source")
        number, title, text, source = (text_at(self.data, "rules", id, part) for part in parts)
        told = self._sentences.fill(text, self.agreed, ()) if "{" in text else text
        return RuleText(id, number, title, told, source)

    def figures(self, id: str) -> frozenset[HousePath]:
        """The house rules whose figures the text of a rule tells.

        >>> from scorekeeper.games import GAMES
        >>> open_rulebook(GAMES["taroky"].folder, "en").figures("taroky.announce.trul")
        frozenset({('tariff', 'small')})
        """
        fields = Formatter().parse(text_at(self.data, "rules", id, "text"))
        return frozenset(tuple(re.findall(r"\w+", name)) for _, name, *_ in fields if name)

    def rule(self, id: str) -> RuleText:
        """The rule of an id, or the rule that the id is a case of. Raises KeyError.

        >>> from scorekeeper.games import GAMES
        >>> book = open_rulebook(GAMES["kocka"].folder, "en")
        >>> book.rule("kocka.round.sum.short").id
        'kocka.round.sum'
        >>> book.rule("whist.follow")
        Traceback (most recent call last):
        KeyError: 'whist.follow'
        """
        case = id
        while case not in self.rules:
            if "." not in case:
                raise KeyError(id)
            case = case.rpartition(".")[0]
        return self.rules[case]

    def label(self, *path: str) -> str:
        """A short text: `book.label("entries", "round", "name")`. Raises KeyError."""
        return text_at(self.data, *path)

    def offence(self, id: str) -> str:
        """What breaking a rule is called within a sentence: as it is listed, else as the forms of
        penalties offer it; else the title of the rule.
        """
        fields = [("fields", type, "rule") for type in table_at(self.data, "fields")]
        forms = ((*path, "choices") for path in fields if table_at(self.data, *path))
        paths = (("offences",), *forms)
        return next(filter(None, (self.text(*path, id) for path in paths)), self.rule(id).title)

    def step(self, id: str) -> str:
        """What a line is called in an explanation: in short, or the title of its rule."""
        return self.text("steps", id) or self.rule(id).title

    def text(self, *path: str) -> str:
        """The text at a path as it stands there; empty if the book has none."""
        return str(table_at(self.data, *path[:-1]).get(path[-1], ""))

    def texts(self, *path: str) -> Mapping[str, str]:
        """The texts below a path: id → text, in the order of the book."""
        return {id: str(text) for id, text in table_at(self.data, *path).items()}

    def say(self, section: str, id: str, facts: Facts, names: Sequence[str] = ()) -> str:
        """The sentence for an id with its facts: seats by name, cards by name, counts agreeing."""
        return self._sentences.fill(look_up(self.data, section, id), facts, names)

    def unreadable(self, error: Invalid, names: Sequence[str] = ()) -> str:
        """What is wrong with data that cannot be read, and what would be right.

        What cannot have been so is said as the sheet refuses it, or by the rule against it.
        """
        if error.code != "refused":
            return unreadable(self.language, Invalid(error.path, error.code, **self._named(error)))
        id = str(error.params["rule"])
        if self.text("refusals", id):
            return self.say("refusals", id, error.params, names)
        rule = self.rule(id)
        said = f"{rule.title} ({rule.number}): {rule.text}"
        return unreadable(self.language, Invalid(error.path, "refused", rule=said))

    def _named(self, error: Invalid) -> dict[str, Any]:
        """What a problem tells: rules to choose from by their titles in place of their ids, a joker
        by its name, for its code is a word that not all know.
        """
        told = dict(error.params)
        ids = str(told.get("choices", "")).split(", ")
        if all(id in self.rules for id in ids):
            told["choices"] = ", ".join(self.rule(id).title for id in ids)
        code = str(told.get("code", ""))
        if error.code == "unknown-card" and code.startswith(f"{JOKER}="):
            with suppress(KeyError):  # a joker for what no pack has
                told["code"] = self.card(code)
        return told

    def card(self, code: str) -> str:
        return self._sentences.card(code)

    def rank(self, rank: str) -> str:
        """What stands on a card for its rank: a letter or a number."""
        shared, own = table_at(self.shared, "cards", "short"), table_at(self._cards, "short")
        return str({**shared, **own}.get(rank, "10" if rank == "T" else rank))

    def question(self, kind: str) -> str:
        """The name of a kind of dispute, or of a page of the game's own that helps at the table."""
        section = "kinds" if kind in table_at(self.data, "kinds") else "pages"
        return text_at(self.data, section, kind, "name")

    def suit(self, suit: str) -> str:
        """The name of a suit, from its letter or its word (taroks, jokers)."""
        return text_at(self._cards, "suit-names", suit)

    def answered(self, kind: str) -> Sequence[str]:
        """The parts of a result that have a sentence, in their order."""
        return tuple(table_at(self.data, "answers", kind))

    def answer(
        self,
        kind: str,
        key: str,
        value: FactValue,
        names: Sequence[str] = (),
        result: Facts = NO_FACTS,
    ) -> str:
        """The sentence for one part of a result (`answers.<kind>.<key>`); empty if it has none.

        What is not the case has a sentence only where there is one for "no"; a sentence in plural
        forms agrees with the number itself. It may tell other parts of the `result` as well.
        """
        words = table_at(self.data, "answers", kind).get(key, "")
        if isinstance(words, Mapping) and "no" in words:
            words = words["yes" if value else "no"]
        elif value is None or value is False or value in ([], {}):
            return ""
        return self._sentences.fill(words, {**result, key: value, "n": value}, names)

    def penalty(self, penalty: Penalty, worth: str, takes: int = 0) -> str:
        """What an offence costs: in the game's own words, else in shared ones, else by its kind.

        `worth` is how the table counts the points of `penalty.each`: "7 points", "70 Kč". Where the
        offender `takes` more cards than the penalty, the sum is told with its parts.
        """
        own, shared = (table_at(words, "penalties") for words in (self.data, self.shared))
        ids = (f"{penalty.kind}.sum", *penalty.ids) if takes else penalty.ids
        known = (words[id] for id in ids for words in (own, shared) if id in words)
        amount = penalty.amount or 0
        facts = {**penalty.dump(), "worth": worth, "n": takes or amount, "more": takes - amount}
        return next((self._sentences.fill(words, facts, ()) for words in known), penalty.kind)

    @cached_property
    def _cards(self) -> Words:
        """The words for cards: those of all games, over them those of the pack that the book names,
        and the game's own.
        """
        own = table_at(self.data, "cards")
        pack = table_at(self.shared, str(own["pack"])) if "pack" in own else {}
        return {**table_at(self.shared, "cards"), **pack, **own}

    @cached_property
    def _sentences(self) -> Sentences:
        words, cards = table_at(self.data, "words"), self._cards
        return Sentences(self.language, words, cards, self.shared, self._sentences_in)

    def _sentences_in(self, language: str) -> Sentences:
        return open_rulebook(self.folder, language)._sentences  # its own kind

    def fact_text(self, what: str, value: object, names: Sequence[str]) -> str:
        """A fact as text, by what it is (`Sentences.fact_text`)."""
        return self._sentences.fact_text(what, value, names)


@lru_cache(MOST_TABLES)
def open_rulebook(folder: Path, language: str, house: HouseRules | None = None) -> Rulebook:
    """The rulebook of a game's folder in a language, as a table plays or as is usual; in English if
    the game does not speak it.
    """
    spoken = language if speaks(folder, language) else DEFAULT_LANGUAGE
    own, shared = words_in(folder / "rulebook", spoken), words_in(WORDS, spoken)
    common = {part: {**table_at(own, part), **table_at(shared, part)} for part in COMMON}
    usual = GAMES[folder.name].house() if folder.name in GAMES else HouseRules()
    agreed: Facts = dump_whole_house(house or usual)
    return Rulebook(spoken, {**own, **common}, shared, folder, agreed)


def speaks(folder: Path, language: str) -> bool:
    """True if a game says anything in a language: one that was only begun is read by nobody yet."""
    return _says_anything(_load(folder / "rulebook" / f"{language}.toml"))


def shared_words(language: str) -> Words:
    """The words that all games share, as far as a language has them."""
    return _load(WORDS / f"{language}.toml")


@cache
def words_in(folder: Path, language: str) -> Words:
    """The words of a folder in a language; what it does not say yet, in another one."""
    words = _load(folder / f"{language}.toml")
    words = {name: part for name, part in words.items() if name != "untranslated"}
    for other in _others(folder, language):
        words = completed(words, _load(folder / f"{other}.toml"), other)
    return words


def _others(folder: Path, language: str) -> Iterator[str]:
    """The languages that are asked for what one does not say: English; and all that there are, as
    long as the English book names something as `untranslated`.
    """
    every = [DEFAULT_LANGUAGE]
    if _load(folder / f"{DEFAULT_LANGUAGE}.toml").get("untranslated"):
        every += sorted(path.stem for path in folder.glob("??.toml"))
    return (other for other in dict.fromkeys(every) if other != language)


def unreadable(language: str, error: Invalid) -> str:
    """What is wrong with data that cannot be read, for a reader of this language."""
    text = text_at(words_in(WORDS, language), "unreadable", error.code)
    said = {
        name: unreadable(language, part) if isinstance(part, Invalid) else part
        for name, part in error.params.items()
    }
    return in_language_of(text.format_map(said), text)


def _says_anything(words: Words) -> bool:
    return any(
        _says_anything(text) if isinstance(text, Mapping) else text and name not in LANGUAGE_NEUTRAL
        for name, text in words.items()
    )


@cache
def _load(path: Path) -> Words:
    """A file of words; an empty one if there is none."""
    if not path.exists():
        return {}
    with path.open("rb") as file:
        return tomllib.load(file)


@dataclass(frozen=True)
class GlossaryTerm:
    """A word as the book uses it, and what it means; `also` is what else players call it."""

    id: str
    term: str
    also: str
    text: str


def glossary_of(book: Rulebook) -> Mapping[str, GlossaryTerm]:
    """The terms by id, in the order of the book; nothing if the book has no glossary.

    >>> from scorekeeper.games import GAMES
    >>> from scorekeeper.rulebook import open_rulebook
    >>> glossary_of(open_rulebook(GAMES["taroky"].folder, "cs"))["forehand"].also
    'forhont, přední ruka'
    """
    glossary = {id: ("glossary", id) for id in table_at(book.data, "glossary")}
    return {
        id: GlossaryTerm(
            id, book.label(*at, "term"), book.text(*at, "also"), book.label(*at, "text")
        )
        for id, at in glossary.items()
    }
