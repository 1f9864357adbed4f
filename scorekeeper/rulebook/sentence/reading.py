"""Readings of a sentence: the questions that it may be, each told in part, the likeliest first.

Which phrases fill which facts a game declares in its `sentences.toml`, beside the words that only
it has. A reading says nothing that the sentence does not say: all other facts are null.

    [[reading]]
    kind = "play"
    needs = ["card"]
    slots = { card = "card: play free", trick = "cards: on lead lie", trump = "suit: trump" }
    said = { show = { true = "show" } }
    because = "dokladacka"

A slot takes the phrase of its shape in one of its roles. `said` tells facts by words: all words of
a pattern are there, `<` between two says which comes first, `-` that it was not so, `!` that it is
not there, `|` other patterns. A `strict` grammar reads nothing between whose words, or beside them,
there is one that nobody knows; so does any that reads one word alone. `because` is a pattern
without which it is not read so, `doubt` one with which it may be another question. Only an
`unjoined` one reads cards side by side that no word joins. `rows` tell by words, in their order,
what one player after another did; `each` what the first two both did.
A slot whose name begins with `-` takes what tells no fact. `unasked` are facts that are not open
where one of others is told.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import MISSING, dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from typing import Any, cast

from scorekeeper.core.cards import TAROK, TAROKS, Pack
from scorekeeper.core.game import AnyGame
from scorekeeper.core.house_rules import HouseRules
from scorekeeper.core.schema import Json, default_of, fields_of, spec_of
from scorekeeper.referee.hands import HAND, HOLDS
from scorekeeper.rulebook.sentence.doubts import (
    dangling,
    is_anothers,
    is_denied,
    is_doubted,
    is_unknown,
    is_unsure,
    supposed_in,
)
from scorekeeper.rulebook.sentence.ellipsis import completed, said_of
from scorekeeper.rulebook.sentence.gaps import ASKS, PLAYED, UPON
from scorekeeper.rulebook.sentence.hand import with_hand
from scorekeeper.rulebook.sentence.lexicon import (
    GRAMMAR,
    LEAST_BARE,
    NAMING,
    PUTTING,
    SOMEONE,
    Lexicon,
    open_lexicon,
    read_table,
)
from scorekeeper.rulebook.sentence.patterns import Words, matched, row_fact, word_facts
from scorekeeper.rulebook.sentence.phrases import (
    COUNTED_RANK,
    OF_CARDS,
    SUBJECTS,
    Phrase,
    Phraser,
    clause_of,
    codes_of,
    is_behind,
    parts,
)
from scorekeeper.rulebook.sentence.roles import BEFORE, with_roles
from scorekeeper.rulebook.sentence.slots import (
    RANK_WHOLE,
    SHARES,
    SHARING,
    SLOTS,
    fitting,
    is_rank_whole,
)
from scorekeeper.rulebook.sentence.tokens import Token, said_in, tokens_of, word_before
from scorekeeper.rulebook.stems import VOWELS, normalized

LONGEST = 300
"""Letters of a sentence that are read."""
LEAST = 0.0
"""What a reading gains at least."""
FOLLOWED = "follow"
"""What is said of a suit in which somebody had to play."""
GAPPED = "gapped"
"""A card was put down, where the verb was left out."""
QUESTIONS = frozenset[str](GRAMMAR["questions"])
"""Words that ask what nobody did: only grammars that say so (`asks`) read such a sentence."""
WAITS, PUT, ELSE = "wait", "put", "someone-else"
CAME = (WAITS, "for", "attack", "due")
"""Roles of one card that somebody has to answer."""
BY_WHICH = {"after", "with", "named-with"}
"""How a rank is told with which something was named."""
DENIABLE = tuple(f"is:{word}" for word in GRAMMAR["deniable"])
"""Words for where something was passed to or when it was, which "not" right before them denies."""
IN_TURN = ("counts", "plays", "seats")
"""What one player after another did."""
LISTS = ("numbers", "players")
NO_FACT = "-"
"""How slots begin that take what tells no fact."""
NAMED = ("do:", "is:")
TOLD = ("rank", "nth")
USED, UNUSED, BECAUSE, VERB = 3.0, -1.0, 3.0, 1.0
"""What a reading gains for a phrase that it uses, loses for one that it does not, and gains for
each word that it is read for.
"""


@dataclass(frozen=True)
class Chip:
    """Words of the sentence that were understood: the path of the fact that they tell."""

    path: str
    text: str
    start: int
    end: int


@dataclass(frozen=True)
class Reading:
    """A sentence as a question of one kind: the facts (JSON) that it tells, and from which words;
    `unread` are words that tell nothing in it.
    """

    kind: str
    given: Mapping[str, Json]
    chips: tuple[Chip, ...]
    unread: tuple[str, ...]
    score: float = field(compare=False)
    unasked: tuple[str, ...] = ()
    """Facts that are not open though they are not told: there was no more of what was said, or what
    was said leaves no room for them.
    """
    is_half: bool = False
    """Some of the `unread` words say half of something: with the other, all may be otherwise."""


@dataclass(frozen=True)
class Sentence:
    """A sentence with its tokens and phrases."""

    text: str
    tokens: tuple[Token, ...]
    phrases: tuple[Phrase, ...]
    pack: Pack

    @cached_property
    def words(self) -> Words:
        """What each of its words is: verbs and other things by their names, `-` those negated."""
        supposed = supposed_in(self.tokens)
        words = [
            (f"-{name}" if token.negated or _is_not_so(self.tokens, at) else name, at)
            for at, token in enumerate(self.tokens)
            for name in sorted(map(_name, token.meanings))
            if name and at not in supposed
        ]
        counted = [(f"number/{p.noun}", p.first) for p in self.phrases if p.noun]
        counted += [(p.shape, p.first) for p in self.phrases if p.shape in LISTS]
        counted += [(RANK_WHOLE, p.first) for p in self.phrases if is_rank_whole(p)]
        counted += [
            (f"waits/{p.values[0]}", p.first)
            for p in self.phrases
            if p.shape == "rank" and {WAITS, "for"} & {*p.roles}
        ]
        counted += [
            (f"{role}/{_rank_of(p)}", p.first)
            for p in self.phrases
            for role in CAME
            if p.shape == "cards" and len(p.values) == 1 and role in p.roles
        ]
        counted += [(f"trick/{p.values[0]}", p.first) for p in self.phrases if p.noun == "trick"]
        counted += [(PUT, at) for at, token in enumerate(self.tokens) if _puts(token)]
        counted += [(ELSE, at) for at in range(len(self.tokens)) if _is_else(self.tokens, at)]
        put = [p.first for p in self.phrases if _is_put(p) and (p.governor < 0 or UPON in p.roles)]
        unsaid = [(name, at) for at in put for name in (PLAYED, GAPPED, PUT)]
        return sorted([*words, *counted, *unsaid], key=lambda each: each[1])

    def unread(self, covered: Set[int]) -> Iterator[str]:
        """The words that nobody knows, and cards that tell nothing here."""
        for at, token in enumerate(self.tokens):
            of_cards = any(
                not meaning.startswith((*NAMED, "letter:")) for meaning in token.meanings
            )
            known = token.meanings and not of_cards
            if at not in covered and not token.is_mark and not known and not token.common:
                yield token.text


def _is_not_so(tokens: Sequence[Token], at: int) -> bool:
    """True for a place right behind a word of negation: "to the right, not to the left"."""
    return at > 0 and tokens[at].means(*DENIABLE) and tokens[at - 1].means("is:not")


def _is_else(tokens: Sequence[Token], at: int) -> bool:
    """True for somebody who is not, right behind a verb, the one who does what it says."""
    return tokens[at].means(SOMEONE) and not (at and tokens[at - 1].verbs)


def _is_put(phrase: Phrase) -> bool:
    """True of a card that was put down, where the verb was left out."""
    return phrase.shape == "cards" and PLAYED in phrase.roles


def _puts(token: Token) -> bool:
    """True of a word that says in one way or another that a card was put down."""
    return not token.negated and not PUTTING.isdisjoint(token.verbs)


def _rank_of(phrase: Phrase) -> str:
    return phrase.values[0][:-1]


def _name(meaning: str) -> str:
    """What a meaning is called in the patterns of grammars; empty if they do not know it."""
    kind, _, value = meaning.partition(":")
    return value if f"{kind}:" in NAMED else meaning.replace(":", "-") if kind in TOLD else ""


def parse_sentence(
    game: AnyGame, house: HouseRules, text: str, language: str, names: Sequence[str] = ()
) -> Sentence:
    """What a sentence says, phrase by phrase, before it is a question of any kind."""
    lexicon = open_lexicon(game.folder, language)
    tokens = said_of([*_with_names(tokens_of(text[:LONGEST], lexicon), names, lexicon)])
    pack = game.pack(house)
    found = tuple(Phraser(tokens, lexicon, pack).phrases())
    governed = tuple(with_roles(tokens, found, lexicon))
    return Sentence(text, tokens, completed(tokens, governed, lexicon, pack), pack)


def _with_names(tokens: Sequence[Token], names: Sequence[str], lexicon: Lexicon) -> Iterator[Token]:
    """The tokens; a form of the name of a player that means nothing else is somebody."""
    whole = [name for name in map(normalized, names) if len(name) >= LEAST_BARE]
    stems = {name[:-1] if name[-1] in VOWELS else name for name in whole}
    forms = {stem + ending for stem in stems for ending in ("", *lexicon.endings)}
    for token in tokens:
        named = token.folded in forms and not (token.meanings or token.common)
        yield replace(token, meanings=frozenset({SOMEONE}), common=True) if named else token


def read_sentence(
    game: AnyGame, house: HouseRules, text: str, language: str, names: Sequence[str] = ()
) -> tuple[Reading, ...]:
    """The readings of a sentence as questions of a game, the likeliest first; none of one that is
    no quarrel.

    `names` are those of the players, if the table has any.
    """
    sentence = parse_sentence(game, house, text, language, names)
    readings: dict[str, Reading] = {}
    unjoined = _run_together(sentence.phrases)
    for told in read_table(game.folder / "sentences.toml").get("reading", ()):
        if unjoined and not told.get("unjoined"):
            continue
        reading = Grammar(game, told).read(sentence)
        if reading and reading.score > LEAST:
            same = readings.setdefault(f"{reading.kind} {_key(reading.given)}", reading)
            if same.score < reading.score:
                readings[f"{reading.kind} {_key(reading.given)}"] = reading
    return tuple(sorted(readings.values(), key=lambda each: -each.score))


def _run_together(phrases: Sequence[Phrase]) -> bool:
    """True if cards stand side by side that no word joins or tells apart."""
    cards = [phrase for phrase in phrases if phrase.shape == "cards"]
    return any(
        first.end == second.first
        and first.instrumental == second.instrumental
        and {*BEFORE}.isdisjoint((*first.roles, *second.roles))
        for first, second in pairwise(cards)
    )


def _key(given: Mapping[str, Json]) -> str:
    return json.dumps(given, sort_keys=True)


class Grammar:
    """One way to read sentences as questions of a kind, as a game's `sentences.toml` tells it."""

    def __init__(self, game: AnyGame, told: Mapping[str, Any]) -> None:
        self.kind: str = told["kind"]
        self.declared = game.kinds[self.kind]
        self.needs: Sequence[str] = told.get("needs", ())
        self.because: str = told.get("because", "")
        self.slots: Mapping[str, str] = told.get("slots", {})
        self.said: Mapping[str, Mapping[str, str]] = told.get("said", {})
        self.lists: Mapping[str, Mapping[str, str]] = told.get("lists", {})
        self.rows: Mapping[str, Mapping[str, str]] = told.get("rows", {})
        self.each: Mapping[str, Mapping[str, str]] = told.get("each", {})
        self.always: Mapping[str, Json] = told.get("always", {})
        self.doubt: str = told.get("doubt", "")
        self.unasked: Mapping[str, str] = told.get("unasked", {})
        self.asks: bool = told.get("asks", False)
        self.strict: bool = told.get("strict", False)
        self.weight: float = told.get("weight", 0.0)

    @cached_property
    def _within(self) -> Set[str]:
        """The facts of the cards that were played from the hand."""
        hand = fields_of(cast(type, self.declared)).get(HAND)
        return frozenset(spec_of(hand).contains if hand else ())

    def read(self, sentence: Sentence) -> Reading | None:
        """The sentence as such a question; None if it is none."""
        words = sentence.words
        if not self.asks and any(name in QUESTIONS for name, _at in words):
            return None
        reasons = matched(self.because, words) if self.because else ()
        if reasons is None:
            return None
        filled = self._filled(sentence.phrases)
        told = self._told(sentence)
        if told is None:
            return None
        if filled is None or not all(self._has(need, {*filled, *told}) for need in self.needs):
            return None
        used = [phrase for _value, phrases in filled.values() for phrase in phrases]
        if all("free" in phrase.roles for phrase in used) and not reasons and not told:
            return None
        unsure = {
            path
            for path, (_value, phrases) in filled.items()
            if any(is_unsure(sentence.tokens, phrase, used) for phrase in phrases)
            or (re.split("[:/]", self.slots[path])[0] in IN_TURN and _is_more_told(sentence, used))
        }
        played = [p for path in self._within & filled.keys() for p in filled[path][1]]
        held = filled[HOLDS][1] if HOLDS in filled else []
        others = any(is_anothers(sentence.tokens, one, two) for one in held for two in played)
        unsure |= {HOLDS} if others or unsure & self._within else set()
        sure = {path: told for path, told in filled.items() if path not in unsure}
        given: dict[str, Json] = {
            path: value for path, (value, _phrases) in sure.items() if not path.startswith(NO_FACT)
        }
        given |= {path: value for path, (value, _at) in told.items()} | {**self.always}
        places = {*reasons, *(at for _value, ats in told.values() for at in ats)}
        return self._reading(sentence, given, sure, used, places)

    def _told(self, sentence: Sentence) -> dict[str, tuple[Json, tuple[int, ...]]] | None:
        """Path → the fact that words tell, and their places; None if some is left over."""
        words = sentence.words
        told = {
            path: (value, at)
            for path, ways in self.said.items()
            for value, at in word_facts(ways, words)
            if not any(is_doubted(sentence.tokens, place, {*at}) for place in at)
        }
        for path, ways in (*self.lists.items(), *self.each.items()):
            if all_said := [
                (value, at) for value, way in ways.items() if (at := matched(way, words))
            ]:
                all_said.sort(key=lambda each: min(each[1]))
                values: list[Json] = [value for value, _at in all_said]
                both: Json = {"0": values, "1": values}
                told[path] = (
                    values if path in self.lists else both,
                    sum((at for _v, at in all_said), ()),
                )
        for path, ways in self.rows.items():
            if row := row_fact(ways, words):
                told[path] = row
                if self._leaves(sentence, row[1]):
                    return None
        return told

    def _leaves(self, sentence: Sentence, places: Sequence[int]) -> bool:
        """True if somebody may have done more than is understood."""
        verbs = {at for at, each in enumerate(sentence.tokens) if each.verbs or each.value("nth")}
        if _skips_one(sentence.tokens, min(places)):
            return True
        end = clause_of(sentence.tokens, max(places), max(places) + 1)[1]
        rest = sentence.tokens[end:]
        acts = any(each.means(*SUBJECTS) or each.value("nth") for each in rest)
        if acts and all(each.verbs <= NAMING for each in rest):
            return True
        talk = set[int]() if acts else {*range(end, len(sentence.tokens))}
        return next(sentence.unread(verbs | talk | {*places}), None) is not None

    def _has(self, need: str, paths: Set[str]) -> bool:
        return any(path.strip() in paths for path in need.split("|"))

    def _filled(self, phrases: Sequence[Phrase]) -> dict[str, tuple[Json, list[Phrase]]] | None:
        """Path → the fact that phrases tell, and these; None if they tell one fact twice."""
        filled: dict[str, tuple[Json, list[Phrase]]] = {}
        left, shared = list(phrases), list[Phrase]()
        for path, slot in self.slots.items():
            shape, _, roles = slot.partition(":")
            fit = fitting(shape, roles.split(), left)
            if fit is None:
                return None
            if shape not in SHARES:
                fit = [phrase for phrase in fit if phrase not in shared]
            if shape in SHARING:
                shared.extend(fit)
            if fit and (value := SLOTS[shape.partition("/")[0]].fact(fit)) is not None:
                filled[path] = (value, fit)
                if shape not in SHARING:
                    left = [phrase for phrase in left if phrase not in fit]
        return filled

    def _reading(
        self,
        sentence: Sentence,
        given: dict[str, Json],
        filled: Mapping[str, tuple[Json, list[Phrase]]],
        used: Sequence[Phrase],
        places: Set[int],
    ) -> Reading | None:
        """The reading; None if cards are spoken of that it has no place for."""
        said = [p for p in sentence.phrases if not places.isdisjoint(range(p.first, p.end))]
        unused = [phrase for phrase in sentence.phrases if phrase not in (*used, *said)]
        if any(
            phrase.shape in OF_CARDS and not _repeats(sentence.tokens, phrase, used)
            for phrase in unused
        ):
            return None
        if any(is_denied(sentence.tokens, phrase) for phrase in used):
            return None
        if any(phrase.shape == "numbers" for phrase in used) and any(
            phrase.shape in ("number", "numbers")
            and not any(m.startswith("is:") for m in sentence.tokens[phrase.first].meanings)
            for phrase in unused
        ):
            return None
        verbs = {phrase.governor for phrase in used if phrase.governor >= 0}
        score = self.weight + USED * len(used) + BECAUSE * len(places) + VERB * len(verbs)
        score += UNUSED * len(unused)
        covered = {at for phrase in used for at in range(phrase.first, phrase.end)}
        told_by = covered | places
        if (self.strict or len(told_by) == 1) and _is_among_unknown(sentence.tokens, told_by):
            return None
        lone = self.asks or (len(places) < 2 and (self.slots or self.said))
        unknown = any(is_unknown(sentence.tokens, at) for at in range(len(sentence.tokens)))
        if unknown and lone and given.keys() <= self.always.keys():
            return None
        halves = sorted(self._halves(sentence, used, places))
        unread = sentence.unread({*covered, *verbs, *places})
        return Reading(
            self.kind,
            self._with_hand(sentence, given, filled.get(HOLDS, (None, []))[1]),
            tuple(self._chips(sentence, filled)),
            tuple(dict.fromkeys((*unread, *(sentence.tokens[at].text for at in halves)))),
            score,
            tuple(self._unasked(given)),
            bool(halves),
        )

    def _with_hand(
        self, sentence: Sentence, given: Mapping[str, Json], held: Sequence[Phrase]
    ) -> dict[str, Json]:
        """The facts with those of the hand, which "only" tells whole if what was played is told."""
        played = [str(code) for name in sorted(self._within) for code in _listed(given.get(name))]
        fields = fields_of(cast(type, self.declared))
        untold = (name for name in self._within if name not in given)
        known = all(default_of(fields[name]) is not MISSING for name in untold)
        return with_hand(given, played, held if known else (), sentence.tokens, sentence.pack)

    def _halves(
        self, sentence: Sentence, used: Sequence[Phrase], places: Set[int]
    ) -> Iterator[int]:
        """The places of words that say half of something, or more than is read, so that nothing can
        be decided.
        """
        if self.doubt:
            yield from matched(self.doubt, sentence.words) or ()
        yield from dangling(sentence.tokens, sentence.phrases, used, places)

    def _unasked(self, given: Mapping[str, Json]) -> Iterator[str]:
        yield from (path for path, slot in self.slots.items() if slot.startswith("others:"))
        for path, ways in self.unasked.items():
            if any(given.get(way.strip()) for way in ways.split("|")):
                yield path

    def _chips(
        self, sentence: Sentence, filled: Mapping[str, tuple[Json, list[Phrase]]]
    ) -> Iterator[Chip]:
        for path, (_value, phrases) in filled.items():
            for phrase in phrases:
                first, last = sentence.tokens[phrase.first], sentence.tokens[phrase.end - 1]
                yield Chip(path, sentence.text[first.start : last.end], first.start, last.end)


def _skips_one(tokens: Sequence[Token], first: int) -> bool:
    """True if somebody before the one of whom the first thing is told did what nobody knows."""
    people = [at for at in range(first) if tokens[at].means(*SUBJECTS) or tokens[at].value("nth")]
    if len(people) > 1 and tokens[people[-1]].means("is:next"):
        return True
    return any(parts(token) for token in tokens[people[0] : people[-1]]) if people else False


def _is_more_told(sentence: Sentence, used: Sequence[Phrase]) -> bool:
    """True if a number is told of which nobody knows who did so much, nor asks who takes it."""
    return any(
        p.shape == "number" and p.noun != "player" and p not in used and not _counts(p, used)
        for p in sentence.phrases
        if not is_behind(sentence.tokens, p, "is:who-takes")
    )


def _counts(number: Phrase, used: Sequence[Phrase]) -> bool:
    """True for a number that only counts cards of a rank that are told."""
    return any(
        number.values[0] == str(len(p.values)) and number.noun == f"{COUNTED_RANK}{_rank_of(p)}"
        for p in used
        if p.shape == "cards"
    )


def _is_among_unknown(tokens: Sequence[Token], places: Set[int]) -> bool:
    """True if between some words, or right beside them, is one that nobody knows, and no name."""
    span = range(max(0, min(places) - 1), max(places) + 2)
    return any(
        not (token.meanings or token.common or token.is_mark)
        and not (at and token.text[0].isupper())
        for at, token in enumerate(tokens)
        if at in span
    )


def _listed(value: Json) -> list[Json]:
    return value if isinstance(value, list) else [value] if value else []


def _repeats(tokens: Sequence[Token], phrase: Phrase, used: Sequence[Phrase]) -> bool:
    """True for cards that are told elsewhere, and for a rank that only speaks of a card once more,
    or of who asked for another one.
    """
    if phrase.shape == "cards":
        return {*phrase.values} <= {code for each in used for code in each.values}
    again = (each for each in used if each.shape == phrase.shape and each.first < phrase.first)
    if "free" in phrase.roles and any(phrase.values == each.values for each in again):
        return True
    if phrase.shape == "suit":
        tarok = phrase.values == (TAROK,) and "free" in phrase.roles and codes_of(used) & {*TAROKS}
        of_trick = said_in(tokens[phrase.end :][:1], "is:trick")
        cards = {code[-1:] for code in codes_of(used)}
        same = of_trick and {*phrase.values} <= cards
        return bool(tarok) or same or FOLLOWED in phrase.roles
    if is_unknown(tokens, phrase.end) and phrase.end < len(tokens):
        return False
    before = word_before(tokens, phrase.first, "is:det")
    if phrase.shape != "rank" or (before >= 0 and tokens[before].means("is:and")):
        return False
    free = "free" in phrase.roles
    others = (each for each in used if each.shape == "cards" and (free or each.end <= phrase.first))
    named = any(not NAMING.isdisjoint(each.roles) for each in used)
    asks = ASKS in phrase.roles or (named and not BY_WHICH.isdisjoint(phrase.roles))
    asks = asks or any(each.governor == phrase.governor >= phrase.end for each in used)
    return asks or any(code[:-1] in phrase.values for each in others for code in each.values)
