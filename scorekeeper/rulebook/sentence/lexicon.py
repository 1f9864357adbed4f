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
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import product, takewhile, zip_longest
from pathlib import Path
from typing import Any

from scorekeeper.rulebook import shared_words
from scorekeeper.rulebook.stems import normalized

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
CARD_MEANINGS = ("rank:", "card:")
ADVERBS = ("is:more", "is:only", "is:det")
SMALL = frozenset({"is:det", "is:and", "is:not"})
"""What short words mean in which two letters may be swapped."""
SOMEONE = "is:someone"
"""A pronoun, or a name: it says nothing of a game but who it was."""
SMALL_WORDS = frozenset({SOMEONE, "is:along", "is:it"})
EXIST = "exist"
"""A verb that says no more than that something was there."""
PASSIVE = ("do:beat", "do:beaten")
"""What is done to a card, also with a verb of being in front."""
PARTED = 6
"""So many words may part a verb from the word that belongs to it."""
PEOPLE = ("is:next", "is:attacker", "is:defender", "is:opponent", "is:partner", "is:declarer")
NOT_FAR = 5
"""So many words behind a word of negation the verb is looked for."""
TOKEN = re.compile(r"[^\W_]+(?:[’'ʼ][^\W\d_]+)*|[♠♥♦♣]|[,;:.!?–—()-]")
SIGNS = {"♠": "suit:S", "♥": "suit:H", "♦": "suit:D", "♣": "suit:C"}
CYRILLIC = re.compile("[а-яіўё]")
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
class Token:
    """A word of a sentence, several that are one form, or a mark.

    `start` and `end` are its place in the text; `negated`: it is said not to be so; `slip`: a
    letter of it is wrong; `common`: a word such as "he" that says nothing of a game.
    """

    text: str
    start: int
    meanings: Meanings = NONE
    negated: bool = False
    slip: bool = False
    common: bool = False

    @property
    def end(self) -> int:
        return self.start + len(self.text)

    @property
    def folded(self) -> str:
        return folded(self.text)

    @property
    def is_mark(self) -> bool:
        return not (self.text[0].isalnum() or self.text in SIGNS)

    def means(self, *meanings: str) -> bool:
        return not self.meanings.isdisjoint(meanings)

    def value(self, kind: str) -> str | None:
        """The value of its meaning of a class, or None."""
        of_kind = (m for m in sorted(self.meanings) if m.startswith(f"{kind}:"))
        return next((m.partition(":")[2] for m in of_kind), None)

    @property
    def verbs(self) -> frozenset[str]:
        return frozenset(m.partition(":")[2] for m in self.meanings if m.startswith("do:"))


@dataclass(frozen=True)
class Lexicon:
    """The forms of one game in one language, each with its meanings.

    `words` are whole words, `stems` beginnings, `phrases` patterns of several words by the first
    letters of the first one.
    `common` are words that say nothing of cards and have no slip. Endings tell a noun by which
    something is done (`instrumental`), the object of a verb (`accusative`), a verb that depends
    on another (`infinitive`), and a suit that is an attribute (`attributes`). `same` are suits
    and ranks with other letters in the game's pack, `spelled` all words that are known whole.
    Before another verb, an `auxiliary` one says nothing; behind an apostrophe nor do `clitics`;
    `are_not` are denied verbs of being; `alike` letters are written one for the other. Before
    somebody `owners` say that he has something. A verb that is `parted` means something else with
    another word of its clause.
    """

    words: Mapping[str, Meanings]
    stems: Mapping[str, Meanings]
    phrases: Mapping[str, Mapping[tuple[str, ...], Meanings]]
    common: frozenset[str]
    endings: frozenset[str]
    negations: tuple[str, ...]
    instrumental: tuple[str, ...]
    accusative: tuple[str, ...]
    infinitive: tuple[str, ...]
    attributes: tuple[str, ...]
    letters: str
    same: Mapping[str, str]
    spelled: frozenset[str] = frozenset()
    auxiliary: frozenset[str] = frozenset()
    clitics: frozenset[str] = frozenset()
    owners: frozenset[str] = frozenset()
    parted: Mapping[str, Mapping[str, Meanings]] = field(default_factory=dict)
    are_not: frozenset[str] = frozenset()
    alike: str = ""

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
            return _in_common({each for each in swapped if each <= SMALL})
        if swapped:
            return _in_common(swapped)
        if len(folded) < LEAST_SLIP:
            return NONE
        near = self._near([*slips(folded, self.letters)])
        cards = {each for each in near if of_cards(each)}
        return _in_common(near if len(folded) >= LEAST_VERB else cards)

    def _near(self, slipped: Sequence[str], least: int = LEAST_VERB) -> set[Meanings]:
        """What some words mean: those that are whole forms, else those that begin like the longest
        ones, of at least so many letters if they are no cards.
        """
        whole = {self.words[each] for each in slipped if each in self.words}
        shortest = min(least, LEAST_SLIP)
        long = ((each, end) for each in slipped for end in range(shortest, len(each) + 1))
        stems = {
            each[:end]
            for each, end in long
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

    def phrase(self, folded: Sequence[str]) -> tuple[int, Meanings]:
        """How many of some words are one form, at least two, and what it means; else 0."""
        best, meant = 0, NONE
        for patterns, meanings in self.phrases.get(folded[0][:FIRST], {}).items():
            size = len(patterns)
            if best < size <= len(folded) and all(map(self.fits, patterns, folded)):
                best, meant = size, meanings
        return best, meant

    def fits(self, pattern: str, folded: str) -> bool:
        stem = pattern.rstrip("~*")
        rest = folded.removeprefix(stem)
        if not folded.startswith(stem):
            return False
        return pattern.endswith("*") or not rest or (pattern.endswith("~") and rest in self.endings)


def _in_common(near: Set[Meanings]) -> Meanings:
    """What words that one slip makes this one have in common; else those that speak of cards."""
    cards = [each for each in near if of_cards(each)]
    common = frozenset.intersection(*near) if near else NONE
    return common or (frozenset.intersection(*cards) if cards else NONE)


def of_cards(meanings: Meanings) -> bool:
    return any(each.startswith(CARDS) for each in meanings)


def slips(word: str, letters: str) -> Iterator[str]:
    """The words that one slip makes this one: letters swapped, one missing, other or doubled; the
    first letter is right, or swapped with the second. Without `letters` only swapped ones.
    """
    cuts = [(word[:at], word[at:]) for at in range(len(word) + 1)]
    yield from (a + b[1] + b[0] + b[2:] for a, b in cuts if len(b) > 1)
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
    shared = read_table(FOLDER / f"{language}.toml")
    game = read_table(folder / "sentences.toml")
    own = game.get("words", {}).get(language, {})
    endings = frozenset(folded(each) for each in shared["endings"].split())
    words: dict[str, set[str]] = {}
    stems: dict[str, set[str]] = {}
    phrases: dict[str, dict[tuple[str, ...], set[str]]] = {}
    people = ((folded(name), SOMEONE) for name in shared["names"].split())
    alias = game.get("alias", {})
    for form, told in (*_forms(shared), *_forms(own), *people, *_compounds(shared)):
        meaning = alias.get(told, told)
        patterns = tuple(form.split("_"))
        if form.startswith(EXACT):
            words.setdefault(form, set()).add(meaning)
        elif len(patterns) > 1:
            begin = patterns[0].rstrip("~*")[:FIRST]
            phrases.setdefault(begin, {}).setdefault(patterns, set()).add(meaning)
        elif form.endswith("*"):
            stems.setdefault(form[:-1], set()).add(meaning)
        else:
            for ending in ("", *endings) if form.endswith("~") else ("",):
                words.setdefault(form.rstrip("~") + ending, set()).add(meaning)
    return Lexicon(
        {form: frozenset(each) for form, each in words.items()},
        {form: frozenset(each) for form, each in stems.items()},
        {
            begin: {form: frozenset(each) for form, each in some.items()}
            for begin, some in phrases.items()
        },
        frozenset(
            map(
                folded,
                (*shared_words(language)["stop"], *f"{shared['names']} {shared['common']}".split()),
            )
        ),
        endings,
        tuple(map(folded, shared.get("negation", "").split())),
        tuple(shared.get("instrumental", "").split()),
        tuple(map(folded, shared.get("accusative", "").split())),
        tuple(map(folded, shared.get("infinitive", "").split())),
        tuple(map(folded, shared.get("attributes", "").split())),
        "".join(sorted({*"".join(form for form in words if form[0] != EXACT and form.isalpha())})),
        game.get("same", {}),
        _spelled(words, phrases, (*shared["common"].split(), *shared_words(language)["stop"])),
        frozenset(shared.get("auxiliary", "").split()),
        frozenset(shared.get("clitics", "").split()),
        frozenset(map(folded, shared.get("owners", "").split())),
        _parted(shared),
        frozenset(shared.get("are-not", "").split()),
        shared.get("alike", ""),
    )


def _compounds(table: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The numbers that are one word of two, as a language makes them: "{tens}{ones}"."""
    numbers: Mapping[str, str] = table.get("numbers", {})
    for made in table.get("compound", "").split():
        for tens in range(20, 100, 10):
            for ones in range(1, 10):
                words = product(*(map(_whole, (numbers.get(str(n), "") for n in (tens, ones)))))
                for first, second in words:
                    form = made.format(tens=first, ones=second)
                    yield folded(form), f"number:{tens + ones}"


def _whole(forms: str) -> list[str]:
    return [form for form in forms.split() if form.isalpha()]


def _spelled(
    words: Iterable[str], phrases: Mapping[str, Iterable[tuple[str, ...]]], common: Iterable[str]
) -> frozenset[str]:
    """The words that somebody may have meant who made a slip."""
    parts = (part for some in phrases.values() for form in some for part in form)
    whole = (part for part in parts if part[-1:].isalpha())
    return frozenset(word for word in (*words, *whole, *map(folded, common)) if word.isalpha())


def _parted(table: Mapping[str, Any]) -> Mapping[str, Mapping[str, Meanings]]:
    """Verbs → the words that change what they mean → that meaning."""
    parted: dict[str, dict[str, Meanings]] = {}
    for meaning, pairs in table.get("parted", {}).items():
        for pair in pairs.split():
            verbs, _, words = folded(pair).partition("_")
            for verb in verbs.split("/"):
                for word in words.split("/"):
                    means = parted.setdefault(verb, {})
                    means[word] = means.get(word, NONE) | {f"do:{meaning}"}
    return parted


@cache
def read_table(path: Path) -> Mapping[str, Any]:
    return tomllib.loads(path.read_text("utf-8"))


GRAMMAR = read_table(FOLDER / "grammar.toml")
DONE = frozenset[str](GRAMMAR["done"])
"""What is done to a trick or a card, also with a denied verb of being in front."""
WANTING: str = GRAMMAR["wanting"]
"""A verb behind which another one says what was wanted."""
PUTTING = frozenset[str](GRAMMAR["putting"])
"""What is done with a card that is put down."""
NAMING = frozenset[str](GRAMMAR["naming"])
"""Roles of a suit or a rank that stand also behind a preposition."""
SUIT_ROLES: Sequence[str] = GRAMMAR["suit-roles"]
SUIT_WORDS = tuple(f"is:{word}" for word in SUIT_ROLES)
"""Words that say what a suit is, such as that of the trumps."""


def _forms(table: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Each form of a lexicon with its meaning."""
    for name, kind in CLASSES.items():
        for value, forms in table.get(name, {}).items():
            for form in forms.split():
                yield form if form[0] == EXACT else folded(form), f"{kind}:{value}"


def tokens_of(text: str, lexicon: Lexicon) -> tuple[Token, ...]:
    """The words and marks of a sentence, each with what it may mean."""
    spelled = [Token(match[0], match.start()) for match in TOKEN.finditer(text)]
    spelled = [token for token in spelled if not _is_hyphen(token, text)]
    folded = [_corrected(token, lexicon) for token in spelled]
    found, at = [], 0
    while at < len(spelled):
        size, meant = lexicon.phrase(folded[at:])
        words = [place for place in range(at, len(folded)) if folded[place] != ","]
        over, meant_over = lexicon.phrase([folded[place] for place in words] or folded[at:])
        if over > size and words[0] == at:
            size, meant = words[over - 1] + 1 - at, meant_over
        if size:
            whole = text[spelled[at].start : spelled[at + size - 1].end]
            found.append(Token(whole, spelled[at].start, meant))
        else:
            found.append(_understood(spelled[at], folded[at], lexicon))
        at += size or 1
    found = [*_with_owners(found, lexicon)]
    helped = _with_auxiliaries([*_with_parted(found, lexicon)], lexicon)
    return tuple(_with_duties([*_with_negations([*helped])], lexicon))


def _is_hyphen(token: Token, text: str) -> bool:
    """True for what joins two parts of one word: "twenty-one"."""
    beside = text[max(0, token.start - 1) : token.start] + text[token.end : token.end + 1]
    return token.text == "-" and len(beside) == len("ab") and beside.isalpha()


def _with_parted(tokens: Sequence[Token], lexicon: Lexicon) -> Iterator[Token]:
    """The tokens; a verb that is parted from a word that belongs to it means what both do."""
    for at, token in enumerate(tokens):
        means = NONE
        words = lexicon.parted.get(token.folded, {})
        for behind in tokens[at + 1 : at + 1 + PARTED] if words else ():
            if behind.folded in words:
                means = words[behind.folded]
                break
            if behind.is_mark or behind.verbs or behind.means("is:and", "is:but", "is:then"):
                break
        yield replace(token, meanings=means) if means else token


def _with_owners(tokens: Sequence[Token], lexicon: Lexicon) -> Iterator[Token]:
    """The tokens; a preposition before somebody says in whose hand something was."""
    for token, behind in zip_longest(tokens, tokens[1:]):
        owner = token.folded in lexicon.owners and behind is not None
        name = owner and not (behind.meanings or behind.is_mark) and behind.text[0].isupper()
        whose = name or (owner and behind.means(SOMEONE, *PEOPLE))
        yield replace(token, meanings=frozenset({"is:in-hand"})) if whose else token


def _with_auxiliaries(tokens: Sequence[Token], lexicon: Lexicon) -> Iterator[Token]:
    """The tokens; a verb that only helps the next one says nothing."""
    for at, token in enumerate(tokens):
        helps = False
        if token.folded in lexicon.auxiliary:
            behind = (each for each in tokens[at + 1 :] if not each.means(*ADVERBS))
            behind = (each for each in behind if not each.common)
            next_ = next(behind, None)
            meant = next_.meanings if next_ else NONE
            helps = any(m.startswith("do:") or m == "is:passive" for m in meant)
            helps = helps and not any(m.startswith(("rank:", "suit:")) for m in meant)
        yield replace(token, meanings=NONE, common=True) if helps else token


def _corrected(token: Token, lexicon: Lexicon) -> str:
    """A word as it is compared, without the slip that makes it one that nobody knows: two letters
    swapped, or one doubled; nothing is done where it may be several.
    """
    folded = token.folded
    known = folded in lexicon.spelled or lexicon.meanings(folded) or _may_be_name(token)
    if known or len(folded) < LEAST_SWAP or not folded.isalpha():
        return folded
    doubled = (folded[:at] + folded[at + 1 :] for at in range(1, len(folded)) if _twice(folded, at))
    right = {each for each in (*slips(folded, ""), *doubled) if each in lexicon.spelled}
    meant = {lexicon.words.get(each, NONE) for each in right}
    return min(right) if len(meant) == 1 and (len(right) == 1 or meant != {NONE}) else folded


def _twice(folded: str, at: int) -> bool:
    return folded[at] == folded[at - 1]


def _understood(token: Token, folded: str, lexicon: Lexicon) -> Token:
    """A word with what it means: as it stands, with a negation in front, or with a slip."""
    if token.text in SIGNS:
        return replace(token, meanings=frozenset({SIGNS[token.text]}))
    if meant := lexicon.words.get(EXACT + token.text.lower()) or lexicon.meanings(folded):
        slip = folded != token.folded
        return replace(token, meanings=meant, slip=slip, common=meant <= SMALL_WORDS)
    if bare := _without_clitic(token.text, lexicon):
        meant = lexicon.meanings(bare)
        return replace(token, meanings=meant, common=meant <= {SOMEONE})
    if verbs := _denied(folded, lexicon):
        return replace(token, meanings=verbs, negated=True)
    if verbs := _slipped_denial(folded, lexicon):
        return replace(token, meanings=verbs, negated=True, slip=True)
    slipped = NONE if _may_be_name(token) else lexicon.with_slip(folded)
    meant = _as_alike(folded, lexicon) or slipped
    common = len(folded) < LEAST_BARE or folded in lexicon.common
    return replace(token, meanings=meant, slip=bool(meant), common=common)


def _may_be_name(token: Token) -> bool:
    """True for a word within the text that begins with a capital letter."""
    return bool(token.start) and token.text[0].isupper() and not token.text.isupper()


def _without_clitic(text: str, lexicon: Lexicon) -> str:
    """A word without a short one behind an apostrophe: "he'd"; empty if there is none."""
    bare, _, clitic = text.replace("’", "'").partition("'")
    return folded(bare) if clitic.lower() in lexicon.clitics else ""


def _as_alike(folded: str, lexicon: Lexicon) -> Meanings:
    """What a word means in which letters that sound alike are exchanged."""
    words = alike_spelled(folded, lexicon.alike)
    return next((meant for word in words if (meant := lexicon.meanings(word))), NONE)


def _denied(folded: str, lexicon: Lexicon) -> Meanings:
    """What a verb with a negation in front means."""
    if folded in lexicon.are_not:
        return frozenset({f"do:{EXIST}"})
    bare = (folded.removeprefix(each) for each in lexicon.negations if folded.startswith(each))
    meant = (lexicon.meanings(each) for each in bare if len(each) >= LEAST_BARE)
    verbs = (frozenset(m for m in each if m.startswith("do:")) for each in meant)
    return next(filter(None, verbs), NONE)


def _slipped_denial(folded: str, lexicon: Lexicon) -> Meanings:
    """What a denied verb means of which two letters are swapped, one of them of the negation."""
    for negation in lexicon.negations:
        for word in slips(folded, "") if len(folded) > len(negation) + LEAST_BARE - 1 else ():
            bare = word.removeprefix(negation)
            if bare != word and (
                verbs := frozenset(m for m in lexicon.words.get(bare, ()) if m.startswith("do:"))
            ):
                return verbs
    return NONE


def _with_negations(tokens: Sequence[Token]) -> Iterator[Token]:
    """The tokens, each verb negated before which there is a word of negation or "without", or
    behind which there is "nothing".
    """
    left = was_not = 0
    for at, token in enumerate(tokens):
        without = at > 0 and tokens[at - 1].means("is:without")
        nothing = any(each.means("is:nothing") for each in tokens[at + 1 : at + 2])
        negates = bool((left or without or (nothing and not token.negated)) and token.verbs)
        of_it = left == NOT_FAR and any(m.startswith(CARD_MEANINGS) for m in token.meanings)
        if token.is_mark or negates or of_it:
            left = 0
        else:
            small = token.common or token.means("is:det")
            left = NOT_FAR if token.means("is:not") else max(0, left - (not small))
        behind = tokens[at + 1 : at + 2]
        not_so = any(each.negated and EXIST in each.verbs for each in behind)
        is_done = bool(was_not or not_so) and bool(token.verbs & DONE)
        now = replace(token, negated=not token.negated) if negates or is_done else token
        yield now
        was_not = NOT_FAR if now.negated and EXIST in now.verbs else max(0, was_not - 1)
        was_not = 0 if token.is_mark or is_done else was_not


def _with_duties(tokens: Sequence[Token], lexicon: Lexicon) -> Iterator[Token]:
    """The tokens; where a verb of having stands before another verb, that is what was due, and what
    something was that was done to it is told apart from what did it.
    """
    due = unwilling = False
    for at, token in enumerate(tokens):
        if unwilling and token.verbs and _is_infinitive(token, lexicon):
            yield replace(token, negated=not token.negated)
            unwilling = False
            continue
        had_to = "hold" in token.verbs and _depends(tokens[at + 1 :], lexicon)
        refuses = "refuse" in token.verbs and _depends(tokens[at + 1 :], lexicon)
        wants = refuses or (WANTING in token.verbs and not token.means("is:demanded"))
        if wants and _wants_to(tokens[at + 1 :], lexicon):
            yield replace(token, meanings=frozenset({"is:filler"}), negated=False)
            unwilling = token.negated or refuses
        elif had_to:
            yield replace(token, meanings=frozenset({"is:must"}))
        elif due and token.verbs - {EXIST}:
            yield replace(token, meanings=frozenset({"do:due"}))
        elif token.means("is:passive") and any(
            next_.means(*PASSIVE) for next_ in tokens[at + 1 :][:1]
        ):
            yield replace(token, meanings=frozenset({"is:passive"}))
        elif at and tokens[at - 1].means("is:passive") and token.means("do:beat"):
            yield replace(token, meanings=frozenset({"do:beaten"}))
        else:
            yield token
        ends = (
            token.verbs - {EXIST}
            or token.is_mark
            or token.means("is:and", "is:but")
            or token.folded.endswith(lexicon.infinitive or "-")
        )
        due = had_to or token.means("is:must") or (due and not ends)


def _is_done(tokens: Sequence[Token]) -> bool:
    return any(token.means(*PASSIVE) for token in tokens)


def _wants_to(tokens: Sequence[Token], lexicon: Lexicon) -> bool:
    """True if a verb in the infinitive stands in the same clause: what somebody wants to do."""
    end = next((at for at, token in enumerate(tokens) if token.is_mark), len(tokens))
    verbs = (token for token in tokens[:end] if token.verbs)
    return any(token.folded.endswith(lexicon.infinitive or "-") for token in verbs)


def _depends(tokens: Sequence[Token], lexicon: Lexicon) -> bool:
    """True if the next word, or the one behind such as "still", is a verb in the infinitive."""
    words = [token for token in takewhile(_is_word, tokens[:3]) if not token.means(*ADVERBS)]
    words = [token for token in words if not token.common or _is_infinitive(token, lexicon)]
    first = words[0] if words else None
    return (
        first is not None
        and not any(meaning.startswith(("rank:", "suit:", "number:")) for meaning in first.meanings)
        and not first.is_mark
        and _is_infinitive(first, lexicon)
    )


def _is_word(token: Token) -> bool:
    return not token.is_mark


def _is_infinitive(token: Token, lexicon: Lexicon) -> bool:
    """True if a word has the ending of a verb that depends on another."""
    long = len(token.folded) >= LEAST_BARE
    return long and token.folded.endswith(lexicon.infinitive or "-")
