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
what one player after another did; `each` what two of them both did. `seats` tell who was the
subject of a verb, or is behind a preposition, where players are told by their turns.
A slot whose name begins with `-` takes what tells no fact. `unasked` are facts that are not open
where one of others is told.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import MISSING, dataclass, field
from functools import cached_property

from scorekeeper.core.game import AnyGame
from scorekeeper.core.house_rules import HouseRules
from scorekeeper.core.schema import Json, default_of, fields_of, spec_of
from scorekeeper.referee.hands import HAND, HOLDS, LACKS
from scorekeeper.rulebook.sentence import doubts, facts
from scorekeeper.rulebook.sentence.grammar import QUESTIONS, SUBJECTS
from scorekeeper.rulebook.sentence.lexicon import open_lexicon, read_table
from scorekeeper.rulebook.sentence.parsing import Sentence, parsed
from scorekeeper.rulebook.sentence.phrases import OF_CARDS, Phrase, Phrases
from scorekeeper.rulebook.sentence.seats import Seat, seat_facts, seats_by_deal
from scorekeeper.rulebook.sentence.tokens import Tokens, said_in

IN_TURN = ("counts", "plays", "seats", "tally")
"""What one player after another did."""
HAND_OF_ANOTHER = "number/card: hold"
"""The slot that takes how many cards somebody else had than who played."""
LIST = "[]"
"""How in `seats` a path ends of those who did something; only one of them is read."""
DEALER = "dealer"
"""The fact from which it is known where the forehand and the dealer sit."""
LATER = "later"
"""The role of what was laid after that which is asked about."""
NO_FACT = "-"
"""How slots begin that take what tells no fact."""
Filled = Mapping[str, tuple[Json, list[Phrase]]]
"""Path → the fact that phrases tell, and these."""
WordFacts = dict[str, tuple[Json, tuple[int, ...]]]
"""Path → the fact that words tell, and their places."""
ByTurns = Mapping[str, tuple[Json, tuple[int, ...]]]
"""Path → the seat of who did it, and the places of the words that tell it, the verb first."""
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


def read_sentence(
    game: AnyGame, house: HouseRules, text: str, language: str, names: Sequence[str] = ()
) -> tuple[Reading, ...]:
    """The readings of a sentence as questions of a game, the likeliest first; none of one that is
    no quarrel.

    `names` are those of the players, if the table has any.
    """
    sentence = parsed(text, open_lexicon(game.folder, language), game.pack(house), names)
    readings: dict[str, Reading] = {}
    for told in read_table(game.folder / "sentences.toml").get("reading", ()):
        reading = Grammar(game.kinds[told["kind"]], **told).read(sentence)
        if reading and reading.score > 0:
            same = f"{reading.kind} {json.dumps(reading.given, sort_keys=True)}"
            readings[same] = max(readings.get(same, reading), reading, key=lambda r: r.score)
    return tuple(sorted(readings.values(), key=lambda each: -each.score))


@dataclass(frozen=True)
class Grammar:
    """One way to read sentences as questions of a kind, as a game's `sentences.toml` tells it."""

    declared: type
    kind: str
    needs: Sequence[str] = ()
    because: str = ""
    slots: Mapping[str, str] = field(default_factory=dict)
    said: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    lists: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    rows: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    each: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    seats: Mapping[str, str] = field(default_factory=dict)
    always: Mapping[str, Json] = field(default_factory=dict)
    doubt: str = ""
    unasked: Mapping[str, str] = field(default_factory=dict)
    asks: bool = False
    strict: bool = False
    unjoined: bool = False
    weight: float = 0.0

    @cached_property
    def _within(self) -> Set[str]:
        """The facts of the cards that were played from the hand."""
        hand = fields_of(self.declared).get(HAND)
        return frozenset(spec_of(hand).contains if hand else ())

    def read(self, sentence: Sentence) -> Reading | None:
        """The sentence as such a question; None if it is none."""
        asks = any(name in QUESTIONS for name, _at in sentence.words)
        if (asks and not self.asks) or (sentence.runs_together and not self.unjoined):
            return None
        reasons = facts.matched(self.because, sentence.words) if self.because else ()
        if reasons is None:
            return None
        turns = self._by_turns(sentence, sentence.seats)
        people = {at for _seat, (_verb, *places) in turns.values() for at in places}
        phrases = [phrase for phrase in sentence.phrases if phrase.first not in people]
        filled = self._filled(phrases)
        told = None if filled is None else self._told(sentence, turns)
        if filled is None or told is None:
            return None
        used = [phrase for _value, phrases in filled.values() for phrase in phrases]
        begun = {*filled, *told, *self._half_told(sentence.phrases, used)}
        needs = ({path.strip() for path in need.split("|")} for need in self.needs)
        if any(need.isdisjoint(begun) for need in needs):
            return None
        if all(phrase.has("free") for phrase in used) and not reasons and not told:
            return None
        places = {*reasons, *(at for _value, ats in told.values() for at in ats)}
        unsure = self._unsure(sentence, filled, used, reasons)
        sure = {
            path: (self._with_seats(sentence, path, *told), told[1])
            for path, told in filled.items()
            if path not in unsure
        }
        given = {path: value for path, (value, _by) in sure.items() if path[0] != NO_FACT}
        given |= {path: value for path, (value, _at) in told.items()} | {**self.always}
        has_room = self._has_room(sentence, given, used, places)
        return self._reading(sentence, given, sure, used, places) if has_room else None

    def _with_seats(self, sentence: Sentence, path: str, value: Json, phrases: Phrases) -> Json:
        """A fact; of what one player after another did by the seats of who is told by his turn."""
        seats = [sentence.seat_at(phrase.first) for phrase in phrases]
        return facts.with_seats(value, seats) if self._shape(path) in IN_TURN else value

    def _shape(self, path: str) -> str:
        return re.split("[:/]", self.slots[path])[0]

    def _half_told(self, phrases: Phrases, used: Phrases) -> Iterator[str]:
        """The paths of facts of which a sentence says half."""
        halves = [phrase for phrase in phrases if doubts.is_half_told(phrase, used)]
        for path, slot in self.slots.items():
            if any(phrase.has(*slot.partition(":")[2].split()) for phrase in halves):
                yield path

    def _unsure(
        self, sentence: Sentence, filled: Filled, used: Phrases, reasons: Sequence[int]
    ) -> Set[str]:
        """The paths of the facts that nobody can be sure of."""
        tokens = sentence.tokens
        unsure = {
            path
            for path, (_value, phrases) in filled.items()
            if any(doubts.is_unsure(tokens, phrase, used) for phrase in phrases)
            or (
                self._shape(path) in IN_TURN and doubts.is_more_told(tokens, sentence.phrases, used)
            )
        }
        did = [filled[path][1][-1].first for path in self._within & filled.keys()]
        for path, (_value, phrases) in filled.items():
            if self._is_anothers(tokens, path, phrases, did, reasons[:1]):
                unsure.add(path)
        return unsure | ({HOLDS} if unsure & self._within else set())

    def _is_anothers(
        self, tokens: Tokens, path: str, phrases: Phrases, did: Sequence[int], why: Sequence[int]
    ) -> bool:
        """True if what is asked of who played is told of somebody else, or the other way round;
        `did` are the places of what was played, `why` that of the first word it is read for.
        """
        slot = self.slots[path]
        if slot == HAND_OF_ANOTHER:
            return any(doubts.is_own(tokens, each, at) for each in phrases for at in did)
        later = LATER in slot.split()
        if path not in (HOLDS, LACKS) and not later:
            phrases = [p for p in phrases if did and p.shape == "number" and p.has("take")]
        acts = why if later else did or why
        return any(doubts.is_anothers(tokens, each, at) for each in phrases for at in acts)

    def _by_turns(self, sentence: Sentence, seats: Sequence[Seat]) -> ByTurns:
        """Path → the seat of who did it, if he is told, and where."""
        return {
            path.removesuffix(LIST): (
                [seat.number] if path.endswith(LIST) else seat.number,
                (at, *(n for each in seats if each.number == seat.number for n in each.places)),
            )
            for path, at, seat in seat_facts(sentence.tokens, seats, self.seats)
        }

    def _told(self, sentence: Sentence, by_turns: ByTurns) -> WordFacts | None:
        """Path → the fact that words tell, and their places; None if some is left over, or nobody
        knows who said which.
        """
        told: WordFacts = {
            path: (value, places)
            for path, ways in self.said.items()
            for value, places in facts.word_facts(ways, sentence.words)
            if not any(doubts.is_doubted(sentence.tokens, at, {*places}) for at in places)
        }
        several = self._several(sentence)
        if several is None:
            return None
        told |= several
        if by_turns:  # then nobody is the first one because he is told first
            told = {path: fact for path, fact in told.items() if path not in self.seats}
        elif DEALER in told and not sentence.seats:
            by_turns = self._by_turns(sentence, [*seats_by_deal(sentence.tokens)])
        told |= by_turns
        for path, ways in self.rows.items():
            if row := facts.row_fact(ways, sentence.words, sentence.seat_at):
                told[path] = (row[0], (*row[1], *sentence.turns_at(row[1])))
                others = {seat for seat, _at in by_turns.values() if isinstance(seat, int)}
                if sentence.leaves_out(row[1], others):
                    return None
        return told

    def _several(self, sentence: Sentence) -> WordFacts | None:
        """Path → what was said of several things, by one player or by two alike, and the places of
        the words; None where nobody knows who said which.
        """
        words, told = sentence.words, dict[str, tuple[Json, tuple[int, ...]]]()
        for path, ways in (*self.lists.items(), *self.each.items()):
            found = ((facts.matched(way, words), value) for value, way in ways.items())
            said = sorted(((at, value) for at, value in found if at), key=lambda s: min(s[0]))
            if not said:
                continue
            between = sentence.tokens[min(said[0][0]) : max(said[-1][0])]
            two = sentence.pair if path in self.each else ()
            if (path in self.each and not two) or (
                len(said) > 1 and (path in self.each or said_in(between, *SUBJECTS))
            ):
                return None
            values: list[Json] = [value for _at, value in said]
            both: Json = {str(seat): values for seat in two}
            places = tuple(place for at, _value in said for place in at)
            told[path] = (both if path in self.each else values, places)
        return told

    def _filled(self, phrases: Phrases) -> dict[str, tuple[Json, list[Phrase]]] | None:
        """Path → the fact that phrases tell, and these; None if they tell one fact twice."""
        filled: dict[str, tuple[Json, list[Phrase]]] = {}
        left, shared = list(phrases), list[Phrase]()
        for path, slot in self.slots.items():
            shape, _, roles = slot.partition(":")
            fit = facts.fitting(shape, roles.split(), left)
            if fit is None:
                return None
            if shape not in facts.SHARES:
                fit = [phrase for phrase in fit if phrase not in shared]
            if shape in facts.SHARING:
                shared.extend(fit)
            fact = facts.SLOTS[shape.partition("/")[0]].fact
            if fit and (value := fact(fit)) is not None:
                filled[path] = (value, fit)
                if shape not in facts.SHARING:
                    left = [phrase for phrase in left if phrase not in fit]
        return filled

    def _has_room(
        self, sentence: Sentence, given: Mapping[str, Json], used: Phrases, places: Set[int]
    ) -> bool:
        """True unless cards or numbers are spoken of that it has no place for, or nobody knows what
        else.
        """
        tokens, unused = sentence.tokens, sentence.unused(used, places)
        others = (p for p in unused if p.shape in OF_CARDS and not doubts.is_half_told(p, used))
        if any(not doubts.repeats(tokens, phrase, used) for phrase in others):
            return False
        if any(doubts.is_denied(tokens, phrase) for phrase in used):
            return False
        if any(phrase.shape == "numbers" for phrase in used) and any(
            phrase.shape in ("number", "numbers")
            and not any(m.startswith("is:") for m in tokens[phrase.first].meanings)
            for phrase in unused
        ):
            return False
        told_by = {at for phrase in used for at in range(phrase.first, phrase.end)} | places
        if (self.strict or len(told_by) == 1) and doubts.is_among_unknown(tokens, told_by):
            return False
        lone = self.asks or said_in(tokens, "is:asks-who")
        lone = lone or (len(places) < 2 and bool(self.slots or self.said))
        unknown = any(doubts.is_unknown(tokens, at) for at in range(len(tokens)))
        return not (unknown and lone and given.keys() <= self.always.keys())

    def _reading(
        self,
        sentence: Sentence,
        given: dict[str, Json],
        filled: Filled,
        used: Phrases,
        places: Set[int],
    ) -> Reading:
        tokens, unused = sentence.tokens, sentence.unused(used, places)
        verbs = {phrase.governor for phrase in used if phrase.is_governed}
        score = self.weight + USED * len(used) + BECAUSE * len(places) + VERB * len(verbs)
        halves = {*doubts.dangling(tokens, sentence.phrases, used, places)}
        for phrase in unused:
            if doubts.is_half_told(phrase, used):
                halves.update(range(phrase.first, phrase.end))
        if self.doubt:
            halves.update(facts.matched(self.doubt, sentence.words) or ())
        half = [tokens[at].text for at in sorted(halves)]
        covered = {at for phrase in used for at in range(phrase.first, phrase.end)}
        in_turn = (told for path, told in filled.items() if self._shape(path) in IN_TURN)
        covered |= sentence.turns_at(p.first for _value, phrases in in_turn for p in phrases)
        unread = sentence.unread({*covered, *places, *verbs})
        return Reading(
            self.kind,
            self._with_hand(sentence, given, filled.get(HOLDS, (None, []))[1]),
            tuple(_chips(sentence, filled)),
            tuple(dict.fromkeys((*unread, *half))),
            score + UNUSED * len(unused),
            tuple(self._unasked(given)),
            bool(halves),
        )

    def _with_hand(
        self, sentence: Sentence, given: Mapping[str, Json], held: Phrases
    ) -> dict[str, Json]:
        """The facts with those of the hand, which "only" tells whole if what was played is told."""
        played = [str(code) for name in sorted(self._within) for code in _listed(given.get(name))]
        fields = fields_of(self.declared)
        untold = (name for name in self._within if name not in given)
        known = all(default_of(fields[name]) is not MISSING for name in untold)
        held = held if known else ()
        return facts.with_hand(given, played, held, sentence.tokens, sentence.pack)

    def _unasked(self, given: Mapping[str, Json]) -> Iterator[str]:
        yield from (path for path, slot in self.slots.items() if slot.startswith("others:"))
        for path, ways in self.unasked.items():
            if any(given.get(way.strip()) for way in ways.split("|")):
                yield path


def _chips(sentence: Sentence, filled: Filled) -> Iterator[Chip]:
    for path, (_value, phrases) in filled.items():
        for phrase in phrases:
            start, end = sentence.tokens[phrase.first].start, sentence.tokens[phrase.end - 1].end
            yield Chip(path, sentence.text[start:end], start, end)


def _listed(value: Json) -> list[Json]:
    return value if isinstance(value, list) else [value] if value else []
