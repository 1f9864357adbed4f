"""The words of sentences: what a spoken word may mean, in the forms in which players say it.

A lexicon is data: `<language>.toml` beside this module has what all games share, a game's
`sentences.toml` what only it says. A form is a word without case and diacritics: `~` behind it
stands for the endings of the language, `*` for whatever follows; `_` joins several words. One
behind `=` is meant with its diacritics: `=dál` is no "dal".

A meaning is a text of its class and value, such as `rank:Q`, `suit:H`, `card:XXI`, `number:3`,
`nth:1`; `do:` a verb, `is:` anything else that the grammars of games know by its name.
"""

import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import product
from pathlib import Path
from typing import Any

from scorekeeper.rulebook import shared_words
from scorekeeper.rulebook.stems import VOWELS, normalized

FOLDER = Path(__file__).parent
CLASSES = {
    "ranks": "rank",
    "suits": "suit",
    "cards": "card",
    "numbers": "number",
    "nths": "nth",
    "letters": "letter",
    "verbs": "do",
    "words": "is",
}
"""Tables of a lexicon → the class of their meanings."""
LEAST_SLIP, LEAST_VERB, LEAST_SWAP = 5, 6, 4
"""Letters of a card's word, of a verb – also of the beginning by which one is known –, and of a
word with two letters swapped, that have a slip.
"""
CARDS = ("rank:", "suit:", "card:", "is:trump", "is:tarok")
LAYING = frozenset({"do:play", "do:throw"})
"""Verbs of which one with a slip may be either: both lay a card down."""
LISTS = (
    *("accusative", "nominative", "infinitive", "attributes"),
    *("negation", "auxiliary", "clitics", "owners", "are-not"),
)
"""What a lexicon lists besides: endings, and words that are no form of another."""
FIRST = 2
"""By so many letters of their first words, patterns of several words are found; none is shorter
that has an ending.
"""
EXACT = "="
MOST_ALIKE = 3
ENDING = 2
"""Letters behind the beginning of a verb that are surely its ending."""
LEAST_BARE = 3
"""What a negation may stand before has at least as many letters."""
SMALL = frozenset({"is:det", "is:and", "is:not"})
"""What short words mean in which two letters may be swapped."""
SOMEONE = "is:someone"
"""A pronoun, or a name: it says nothing of a game but who it was."""
EXIST = "exist"
"""A verb that says no more than that something was there."""
SIGNS = {"♠": "suit:S", "♥": "suit:H", "♦": "suit:D", "♣": "suit:C"}
CYRILLIC = re.compile("[а-яіўё]")
CYRILLIC_VOWELS = frozenset("аеёіоуыэюя")
ALIKE = str.maketrans("iaeopcxyи", "іаеорсхуі")
Meanings = frozenset[str]
NONE: Meanings = frozenset()


def folded(text: str) -> str:
    """A word as it is compared: in Cyrillic, Latin letters that look alike are those that they
    stand for.
    """
    whole = normalized(text)
    return whole.translate(ALIKE) if CYRILLIC.search(whole) else whole


@dataclass(frozen=True)
class Lexicon:
    """The forms of one game in one language, each with its meanings.

    `words` are whole words, `stems` beginnings, `phrases` patterns of several words by the first
    letters of the first one.
    `common` are words that say nothing of cards and have no slip. Endings tell a noun by which
    something is done (`instrumental`), the object of a verb (`accusative`), one that is no object
    (`nominative`), a verb that depends on another (`infinitive`), and a suit that is an attribute
    (`attributes`). `same` are suits and ranks with other letters in the game's pack.
    Before another verb, an `auxiliary` one says nothing; behind an apostrophe nor do `clitics`. A
    `negation` may be one word with the verb behind it; `are_not` are denied verbs of being. `alike`
    letters are written one for the other. Before somebody `owners` say that he has something. A
    verb that is `parted` means something else with another word of its clause.
    """

    words: Mapping[str, Meanings]
    stems: Mapping[str, Meanings]
    phrases: Mapping[str, Mapping[tuple[str, ...], Meanings]]
    common: frozenset[str]
    endings: frozenset[str]
    instrumental: tuple[str, ...]
    same: Mapping[str, str]
    parted: Mapping[str, Mapping[str, Meanings]]
    alike: str
    accusative: tuple[str, ...]
    nominative: tuple[str, ...]
    infinitive: tuple[str, ...]
    attributes: tuple[str, ...]
    negation: tuple[str, ...]
    auxiliary: tuple[str, ...]
    clitics: tuple[str, ...]
    owners: tuple[str, ...]
    are_not: tuple[str, ...]

    @cached_property
    def letters(self) -> str:
        return "".join(sorted({*"".join(filter(str.isalpha, self.words))}))

    @cached_property
    def spelled(self) -> Set[str]:
        """The words that somebody may have meant who made a slip: all that are known whole."""
        parts = (part for some in self.phrases.values() for form in some for part in form)
        return {each for each in (*self.words, *parts, *self.common) if each.isalpha()}

    def meanings(self, folded: str) -> Meanings:
        """What a word may mean as it stands; nothing if it is unknown, or a word of everyday speech
        that only begins like another one.
        """
        if folded in self.words or folded in self.common:
            return self.words.get(folded, NONE)
        ends = range(len(folded), 1, -1)
        return next((self.stems[folded[:end]] for end in ends if folded[:end] in self.stems), NONE)

    def with_slip(self, folded: str) -> Meanings:
        """What a word with one wrong letter may mean; nothing where it may be several."""
        if len(folded) < LEAST_BARE or folded in self.common or not folded.isalpha():
            return NONE
        swapped = self._near([*slips(folded, "")], LEAST_SWAP)
        if len(folded) < LEAST_SWAP:
            small = {each for each in swapped if each <= SMALL}
            return _in_common(small) or self._with_vowel(folded)
        if swapped:
            return _in_common(swapped)
        if len(folded) < LEAST_SLIP:
            return self._with_vowel(folded)
        right = [*slips(folded, self.letters)]
        near = self._near(right)
        if len(folded) < LEAST_VERB:
            long = {
                self.words[each] for each in right if len(each) >= LEAST_VERB and each in self.words
            }
            near = {each for each in near if of_cards(each)} or long
        return _in_common(near) or self._with_vowel(folded)

    def half_with_slip(self, folded: str, half: str) -> Meanings:
        """What a word with one wrong letter means beside a card's other half: the suit or the rank
        (`half`) that it may be; nothing where it may be several.
        """
        if len(folded) < LEAST_BARE or not folded.isalpha():
            return NONE
        near = frozenset[str]().union(*map(self.meanings, slips(folded, self.letters)))
        halves = frozenset(meant for meant in near if meant.startswith(f"{half}:"))
        return halves if len(halves) == 1 else NONE

    def _with_vowel(self, folded: str) -> Meanings:
        """What a verb means in which one of its vowels is missing."""
        if (VOWELS | CYRILLIC_VOWELS).isdisjoint(folded) and len(folded) < LEAST_SWAP:
            return NONE
        cuts = [(folded[:at], folded[at:]) for at in range(1, len(folded))]
        words = {a + vowel + b for a, b in cuts for vowel in VOWELS | CYRILLIC_VOWELS}
        near = self._near([*words], LEAST_SWAP if len(folded) < LEAST_SLIP else LEAST_VERB)
        verb = len(near) == 1 and all(each.startswith("do:") for meant in near for each in meant)
        return near.pop() if verb else NONE

    def _near(self, slipped: Sequence[str], least: int = LEAST_VERB) -> set[Meanings]:
        """What some words mean: those that are whole forms, else those that begin like the longest
        ones, of at least so many letters if they are no cards.
        """
        whole = {self.words[each] for each in slipped if each in self.words}
        shortest = min(least, LEAST_SLIP)
        stems = {
            each[:end]
            for each in slipped
            for end in range(shortest, len(each) + 1)
            if each[:end] in self.stems
            and (
                end >= least
                or (len(each) >= LEAST_VERB and len(each) - end <= ENDING)
                or of_cards(self.stems[each[:end]])
            )
        }
        longest = max(map(len, stems), default=0)
        begun = {self.stems[stem] for stem in stems if len(stem) == longest}
        doubtful = whole and all(m.startswith("do:") for each in whole for m in each)
        return whole | begun if doubtful and longest >= LEAST_VERB else whole or begun

    def right(self, folded: str) -> str:
        """A word without the slip that makes it one that nobody knows: two letters swapped, or one
        doubled; as it stands where it may be several.
        """
        known = folded in self.spelled or self.meanings(folded)
        if known or len(folded) < LEAST_SWAP or not folded.isalpha():
            return folded
        twice = (at for at in range(1, len(folded)) if folded[at] == folded[at - 1])
        doubled = (folded[:at] + folded[at + 1 :] for at in twice)
        right = self.spelled & {*slips(folded, ""), *doubled}
        meant = {self.words.get(each, NONE) for each in right}
        return min(right) if len(meant) == 1 and (len(right) == 1 or meant != {NONE}) else folded

    def denied(self, folded: str) -> Meanings:
        """What a verb with a negation in front means."""
        if folded in self.are_not:
            return frozenset({f"do:{EXIST}"})
        bare = (folded.removeprefix(each) for each in self.negation if folded.startswith(each))
        meant = (self.meanings(each) for each in bare if len(each) >= LEAST_BARE)
        return next(filter(None, map(_verbs, meant)), NONE)

    def denied_with_slip(self, folded: str) -> Meanings:
        """What a denied verb means of which two letters are swapped, one of them of the negation,
        or of which the negation lacks its vowel.
        """
        for negation in self.negation:
            words = [negation + folded[1:]] if folded[0] == negation[0] else []
            if len(folded) >= len(negation) + LEAST_BARE:
                words = [*slips(folded, ""), *words]
            bare = (w.removeprefix(negation) for w in words if w.startswith(negation))
            meant = (self.words.get(each, NONE) for each in bare if len(each) >= LEAST_BARE)
            if verbs := next(filter(None, map(_verbs, meant)), NONE):
                return verbs
        return NONE

    def phrase(self, folded: Sequence[str]) -> tuple[int, Meanings]:
        """How many of some words are one form, at least two, and what it means; else 0."""
        best, meant = 0, NONE
        for patterns, meanings in self.phrases.get(folded[0][:FIRST], {}).items():
            size = len(patterns)
            if best < size <= len(folded) and all(map(self._fits, patterns, folded)):
                best, meant = size, meanings
        return best, meant

    def _fits(self, pattern: str, folded: str) -> bool:
        stem = pattern.rstrip("~*")
        rest = folded.removeprefix(stem)
        if not folded.startswith(stem):
            return False
        return pattern.endswith("*") or not rest or (pattern.endswith("~") and rest in self.endings)


def _verbs(meanings: Meanings) -> Meanings:
    return frozenset(each for each in meanings if each.startswith("do:"))


def _in_common(near: Set[Meanings]) -> Meanings:
    """What words that one slip makes this one have in common; else those that speak of cards; of
    verbs that put a card down, either.
    """
    cards = [each for each in near if of_cards(each)]
    common = frozenset.intersection(*near) if near else NONE
    if not common and not cards and all(each <= LAYING for each in near):
        return frozenset[str]().union(*near)
    return common or (frozenset.intersection(*cards) if cards else NONE)


def of_cards(meanings: Meanings) -> bool:
    return any(each.startswith(CARDS) for each in meanings)


def slips(word: str, letters: str) -> Iterator[str]:
    """The words that one slip makes this one: letters swapped, one missing, other or doubled; the
    first letter is right, or swapped with the second. Without `letters` only swapped ones.
    """
    cuts = [(word[:at], word[at:]) for at in range(len(word) + 1)]
    yield from (a + b[1] + b[0] + b[2:] for a, b in cuts if len(b) > 1)
    if len(word) >= LEAST_VERB:
        yield from (a + b[1:3] + b[0] + b[3:] for a, b in cuts[1:] if len(b) > 2)
        yield from (a + b[2] + b[:2] + b[3:] for a, b in cuts[1:] if len(b) > 2)
    yield from (a + b[1:] for a, b in cuts[1:] if b and letters)
    yield from (a + letter + b[1:] for a, b in cuts[1:] if b for letter in letters)
    yield from (a + letter + b for a, b in cuts[1:] for letter in letters)


def alike_spelled(word: str, alike: str) -> Iterator[str]:
    """The other spellings of a word in which letters that sound alike are exchanged, up to three.

    >>> [*alike_spelled("ctiry", "iy")]
    ['ctiri', 'ctyri', 'ctyry']
    """
    at = [place for place, letter in enumerate(word) if letter in alike]
    if len(word) < LEAST_SWAP or not 0 < len(at) <= MOST_ALIKE:
        return
    for letters in product(alike, repeat=len(at)):
        spelled = [*word]
        for place, letter in zip(at, letters, strict=True):
            spelled[place] = letter
        if "".join(spelled) != word:
            yield "".join(spelled)


def languages() -> tuple[str, ...]:
    """The languages in which sentences are read."""
    return tuple(sorted(path.stem for path in FOLDER.glob("??.toml")))


@cache
def open_lexicon(folder: Path, language: str) -> Lexicon:
    """The lexicon of the game in a folder: its own words and those that all games share."""
    shared, game = read_table(FOLDER / f"{language}.toml"), read_table(folder / "sentences.toml")
    own, alias = game.get("words", {}).get(language, {}), game.get("alias", {})
    endings = frozenset(map(folded, shared["endings"].split()))
    people = [folded(name) for name in shared["names"].split()]
    common = (*shared_words(language)["stop"], *shared["common"].split())
    words, stems = defaultdict[str, Meanings](frozenset), defaultdict[str, Meanings](frozenset)
    phrases: dict[str, dict[tuple[str, ...], Meanings]] = {}
    named = ((name, SOMEONE) for name in people)
    for form, told in (*_forms(shared), *_forms(own), *named, *_compounds(shared)):
        meaning = {alias.get(told, told)}
        patterns = tuple(form.split("_"))
        if form.startswith(EXACT):
            words[form] |= meaning
        elif len(patterns) > 1:
            begun = phrases.setdefault(patterns[0].rstrip("~*")[:FIRST], defaultdict(frozenset))
            begun[patterns] |= meaning
        elif form.endswith("*"):
            stems[form[:-1]] |= meaning
        else:
            for ending in ("", *endings) if form.endswith("~") else ("",):
                words[form.rstrip("~") + ending] |= meaning
    return Lexicon(
        words=words,
        stems=stems,
        phrases=phrases,
        common=frozenset((*people, *map(folded, common))),
        endings=endings,
        instrumental=tuple(shared.get("instrumental", "").split()),
        same=game.get("same", {}),
        parted=_parted(shared),
        alike=shared.get("alike", ""),
        **{
            name.replace("-", "_"): tuple(map(folded, shared.get(name, "").split()))
            for name in LISTS
        },
    )


def _compounds(table: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The numbers that are one word of two, as a language makes them: "{tens}{ones}"."""
    whole = {
        int(n): [form for form in forms.split() if form.isalpha()]
        for n, forms in table.get("numbers", {}).items()
    }
    for made in table.get("compound", "").split():
        for tens, ones in product(range(20, 100, 10), range(1, 10)):
            for first, second in product(whole.get(tens, ()), whole.get(ones, ())):
                yield folded(made.format(tens=first, ones=second)), f"number:{tens + ones}"


def _parted(table: Mapping[str, Any]) -> Mapping[str, Mapping[str, Meanings]]:
    """Verbs → the words that change what they mean → that meaning."""
    parted = defaultdict[str, dict[str, Meanings]](lambda: defaultdict(frozenset))
    for meaning, pairs in table.get("parted", {}).items():
        for pair in pairs.split():
            verbs, _, words = folded(pair).partition("_")
            for verb, word in product(verbs.split("/"), words.split("/")):
                parted[verb][word] |= {f"do:{meaning}"}
    return parted


@cache
def read_table(path: Path) -> Mapping[str, Any]:
    return tomllib.loads(path.read_text("utf-8"))


def _forms(table: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Each form of a lexicon with its meaning."""
    for name, kind in CLASSES.items():
        for value, forms in table.get(name, {}).items():
            for form in forms.split():
                yield form if form[0] == EXACT else folded(form), f"{kind}:{value}"
