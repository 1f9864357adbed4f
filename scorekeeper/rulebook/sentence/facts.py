"""The facts (JSON) that a sentence tells.

Phrases fill the slots of a grammar; patterns of words tell a fact, or row by row what one player
after another did; and of a hand it is told which cards were in it, which were not, or all of it.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import NamedTuple, cast

from scorekeeper.core.cards import TAROK, Pack
from scorekeeper.core.schema import Json
from scorekeeper.referee.hands import ANY, HAND, HOLDS, LACKS, cards_of
from scorekeeper.rulebook.sentence.gaps import UPON
from scorekeeper.rulebook.sentence.grammar import HAVING, ROW_BEFORE, SUBJECTS, TAKING
from scorekeeper.rulebook.sentence.phrases import COUNTED_RANK, SEAT, Phrase, Phrases, clause_of
from scorekeeper.rulebook.sentence.tokens import Tokens, said_in, word_before

RANK_WHOLE, WHOLE_RANK = "rank-whole", 4
"""All cards of a rank, and how many they are."""
PLAYS, OR = "plays", "+"
"""Between the ranks of which cards may be that fill a slot."""
SHARING = ("first", "earlier", "before")
SHARES = ("others", "latest", "last", "now")
"""What leaves something of a phrase to other slots."""
CARDS: Sequence[str] = ("cards",)
NUMBER, COUNT, NUMBERS = ("number",), ("number", "rank"), ("numbers",)
PILE = True
"""What a slot is that takes the phrases of all its roles."""
THIRDS = "thirds"
"""What tells of cards that were put also by how many are due for them, three for each."""
FOUR = 4


class Slot(NamedTuple):
    """What a slot takes: the shapes of phrases, the fact (JSON; None for none) that they tell, and
    whether it takes those of all its roles.
    """

    shapes: Sequence[str]
    fact: Callable[[Phrases], Json]
    pile: bool = False


def is_rank_whole(phrase: Phrase) -> bool:
    """True of all four cards of a rank."""
    ranks = {code[:-1] for code in phrase.values}
    return phrase.shape == "cards" and len(ranks) == 1 and len({*phrase.values}) == WHOLE_RANK


def fitting(shape: str, roles: Sequence[str], phrases: Phrases) -> list[Phrase] | None:
    """The phrases that fill a slot: of the first of its roles that has any; a slot of a pile takes
    those of all its roles. None if there are several where one is wanted.
    """
    name, _, noun = shape.partition("/")
    shapes, _fact, pile = SLOTS[name]
    ranks = noun.split(OR) if OR in noun or (name == PLAYS and noun) else ()
    noun = "" if ranks else noun
    fit = [p for p in phrases if p.shape in shapes and (not noun or _is_of(p, noun))]
    if name == THIRDS and not fit:
        fit = [p for p in phrases if p.noun == "card" and p.has("due")]
    if ranks and not all(code[:-1] in ranks for phrase in fit for code in phrase.values):
        return None
    if name == "whole":
        return [phrase for phrase in fit if is_rank_whole(phrase)][:1]
    if name == "tricks":
        fit = [phrase for phrase in fit if phrase.shape == "nth" or phrase.noun == "trick"]
    elif name == "rank":
        fit = [p for p in fit if p.shape == "rank" or p.noun.startswith(COUNTED_RANK)]
    if pile:
        return [phrase for phrase in fit if "*" in roles or phrase.has(*roles)]
    found = next(filter(None, ([p for p in fit if role in (*p.roles, "*")] for role in roles)), [])
    upon = name == "cards" and all(phrase.has(UPON) for phrase in found[1:])
    return found if upon or len({phrase.values for phrase in found}) < 2 else None


def _is_of(phrase: Phrase, noun: str) -> bool:
    """True for a number that counts something, and for a rank as one card of it."""
    one = phrase.shape == "rank" and phrase.values == (noun.removeprefix(COUNTED_RANK),)
    return one or phrase.noun == noun


def _one(phrases: Phrases) -> Json:
    values = phrases[0].values
    return values[0] if len(values) == 1 else None


def _all(phrases: Phrases) -> list[str]:
    return [value for phrase in phrases for value in phrase.values]


def _latest(phrases: Phrases) -> Json:
    """The card played last of a row; none where nothing says that the last one told was played, or
    where another one took it.
    """
    last = phrases[-1]
    beside = last.roles == ("with",) and not last.instrumental
    other = beside or last.has("lead", "lie", "free", *TAKING)
    return None if other or len(last.values) > 1 else last.values[0]


def _rank(phrases: Phrases) -> Json:
    """A rank, also of which it is said how many there were."""
    first = phrases[0]
    return first.noun.removeprefix(COUNTED_RANK) if first.shape == "number" else _one(phrases)


def _patterns(phrases: Phrases) -> Json:
    """Cards, and patterns for any of a suit or of a rank, as the facts of a hand have them."""
    return [_pattern(phrase.shape, value) for phrase in phrases for value in phrase.values]


def _pattern(shape: str, value: str) -> str:
    if shape == "cards" or value == TAROK:
        return value
    return f"{value}{ANY}" if shape == "rank" else f"{ANY}{value}"


def _figure(phrase: Phrase) -> int:
    return int(phrase.values[0])


def _figures(phrase: Phrase) -> list[Json]:
    return [int(value) for value in phrase.values]


def _count(phrase: Phrase) -> int:
    return 1 if phrase.shape == "rank" else _figure(phrase)


def _by_turn(phrases: Phrases) -> Json:
    """How many cards each of four players has, where all numbers are of players that are told."""
    told = {
        int(role.removeprefix(SEAT)): _figure(phrase)
        for phrase in phrases
        for role in phrase.roles
        if role.startswith(SEAT)
    }
    whole = len(told) == len(phrases) and max(told) < FOUR
    return [told.get(seat) for seat in range(FOUR)] if whole else None


def _each_by_turn(phrases: Phrases) -> Json:
    """The number of each of four players, where all are told."""
    told = _by_turn(phrases)
    return told if isinstance(told, list) and None not in told else None


def _seats(phrases: Phrases) -> Json:
    """The card of one player after another; null of one who is said to have none."""
    cards = [None if p.shape == "none" else value for p in phrases for value in p.values]
    return {str(n): card for n, card in enumerate(cards)} if any(cards) else None


def with_seats(value: Json, seats: Sequence[int | None]) -> Json:
    """What one player after another did, by the seats of those who did it, if all are known."""
    known = [seat for seat in seats if seat is not None]
    if len({*known}) < len(seats):
        return value
    if isinstance(value, dict):
        return dict(zip(map(str, known), value.values(), strict=True))
    rows = cast(Sequence[Mapping[str, Json]], value)
    return [{**row, "seat": seat} for seat, row in zip(known, rows, strict=True)]


def _thirds(phrases: Phrases) -> Json:
    """How many cards were put, for each of which three are drawn."""
    if phrases[0].noun != "card":
        return _count(phrases[0])
    number, rest = divmod(_figure(phrases[0]), 3)
    return None if rest else number


SLOTS: Mapping[str, Slot] = {
    "card": Slot(CARDS, _one),
    "cards": Slot(CARDS, lambda ps: list(dict.fromkeys(_all(ps)))),
    "pile": Slot(CARDS, _all, PILE),
    "stack": Slot(CARDS, lambda ps: _all(sorted(ps, key=lambda p: p.has("under"))), PILE),
    "earlier": Slot(CARDS, lambda ps: list(_all(ps)[:-1]) or None, PILE),
    "latest": Slot(CARDS, _latest, PILE),
    "numbers": Slot(NUMBERS, lambda ps: _figures(ps[0]) if len(ps[0].values) == FOUR else None),
    "before": Slot(NUMBERS, lambda ps: _figures(ps[0]) if len(ps) == 2 else None, PILE),
    "now": Slot(NUMBERS, lambda ps: _figures(ps[-1]), PILE),
    "whole": Slot(CARDS, lambda ps: list(ps[0].values)),
    "plays": Slot(
        CARDS, lambda ps: [{"seat": n, "cards": [*p.values]} for n, p in enumerate(ps)], PILE
    ),
    "seats": Slot(("cards", "none"), _seats, PILE),
    "pairs": Slot(CARDS, lambda ps: {str(n): _all(ps)[n // 2] for n in range(2 * len(ps))}, PILE),
    "counts": Slot(
        COUNT, lambda ps: [{"seat": n, "cards": _count(p)} for n, p in enumerate(ps)], PILE
    ),
    "tally": Slot(NUMBER, lambda ps: {str(n): _figure(p) for n, p in enumerate(ps)}, PILE),
    "fourfold": Slot(NUMBER, lambda ps: [_figure(ps[0])] * FOUR),
    "hands": Slot(NUMBER, lambda ps: [_figure(p) for p in ps] if len(ps) > 1 else None, PILE),
    "by-turn": Slot(NUMBER, _by_turn, PILE),
    "each-by-turn": Slot(NUMBER, _each_by_turn, PILE),
    THIRDS: Slot(COUNT, _thirds),
    "players": Slot(("players",), lambda ps: _figures(ps[0])),
    "count": Slot(COUNT, lambda ps: _count(ps[0])),
    "last": Slot(CARDS, lambda ps: ps[0].values[-1]),
    "first": Slot(CARDS, lambda ps: ps[0].values[0]),
    "others": Slot(CARDS, lambda ps: list(ps[0].values[1:]) or None),
    "suit-or-rank": Slot(("suit", "rank"), _one),
    "lacks": Slot(("suit", "rank", "cards"), _patterns, PILE),
    "holds": Slot(("suit", "cards"), _patterns, PILE),
    "suit": Slot(("suit",), _one),
    "rank": Slot(("rank", "number"), _rank),
    "bare-rank": Slot(("rank",), _one),
    "number": Slot(NUMBER, lambda ps: _figure(ps[0])),
    "nth": Slot(("nth",), lambda ps: _figure(ps[0])),
    "under-way": Slot(("nth",), lambda ps: _figure(ps[0]) - 1 or None),
    "tricks": Slot(("nth", "number"), lambda ps: _figure(ps[0])),
}

Words = Sequence[tuple[str, int]]
"""What each word of a sentence is, by its name in the grammars, and the place of its token."""
MEMBER, FIRST = "member", "first"
"""What a row calls what was done, and who has to be the first one of whom it is told."""
SAME = "same"
"""What a row calls "also"."""
BEHIND = "+"
"""What a row has before a word that tells something only right behind who says it."""


def word_facts(ways: Mapping[str, str], words: Words) -> Iterator[tuple[Json, tuple[int, ...]]]:
    """The fact that words tell, and their places; nothing where they tell two."""
    told = [(value, at) for value, pattern in ways.items() if (at := matched(pattern, words))]
    if len(told) == 1:
        value, places = told[0]
        is_json = value in ("true", "false") or value[:1] in "[{" or value.isdecimal()
        yield cast(Json, json.loads(value)) if is_json else value, places


def row_fact(
    ways: Mapping[str, str], words: Words, seat_at: Callable[[int], int | None]
) -> tuple[Json, tuple[int, ...]] | None:
    """What one player after another did, by words in their order, and their places; `seat_at` gives
    the seat of whom a clause tells by his turn.
    """
    there = {*words}
    told = {
        at: value
        for value, names in ways.items()
        if value not in (MEMBER, FIRST)
        for name, at in words
        if name in names.split() or (f"{BEHIND}{name}" in names.split() and _is_said(words, at))
        if not {(word, at - 1) for word in ("nor", "not", "in")} & there
    }
    in_order = sorted(told.items())
    people = (n for n, _at in words if f"is:{n}" in SUBJECTS or n.startswith("nth-"))
    first = next(people, "")
    if not in_order or in_order[0][1] == SAME:
        return None
    said = [*_with_same(in_order)]
    told_seats = [seat for at, _value in said if (seat := seat_at(at)) is not None]
    by_turns = len(told_seats) == len(said)
    if not by_turns and ways.get(FIRST, first) != first:
        return None
    seats = told_seats if by_turns else range(len(said))
    row: list[Json] = [
        {"seat": seat, ways[MEMBER]: value} for seat, (_at, value) in zip(seats, said, strict=True)
    ]
    return row, tuple(at for at, _value in said)


def _with_same(said: Sequence[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """What was said, one after another; "also" without more is what the one before said."""
    before = ""
    for (at, value), behind in zip_longest(said, said[1:]):
        if value != SAME:
            before = value
            yield at, value
        elif behind is None or behind[0] > at + 1:
            yield at, before


def _is_said(words: Words, at: int) -> bool:
    """True for a word right behind somebody, or behind "also"."""
    before = {name for name, place in words if place == at - 1}
    people = any(f"is:{name}" in SUBJECTS or name.startswith("nth-") for name in before)
    return people or not before.isdisjoint(ROW_BEFORE)


def matched(pattern: str, words: Words) -> tuple[int, ...] | None:
    """The places of the words of a pattern; None where they are not there so.

    >>> matched("look < send", [("look", 1), ("send", 5)]), matched("-say", [("say", 0)])
    ((1, 5), None)
    """
    ways = (_places(way.split(), words) for way in pattern.split("|"))
    return next((places for places in ways if places is not None), None)


def _places(parts: Sequence[str], words: Words) -> tuple[int, ...] | None:
    places: list[int] = []
    after = -1
    for part in parts:
        if part == "<":
            after = places[-1]
        elif part.startswith("!"):
            if any(name == part[1:] for name, _at in words):
                return None
        else:
            at = next((at for name, at in words if name == part and at > after), None)
            if at is None:
                return None
            places.append(at)
            after = -1
    return tuple(places)


def with_hand(
    given: Mapping[str, Json], played: Sequence[str], held: Phrases, tokens: Tokens, pack: Pack
) -> dict[str, Json]:
    """The facts of a sentence: the cards `played` from a hand were in it, what is said to have been
    lacking does not count if a card of it was there, and "only" says that there was nothing else.
    """
    told = dict(given)
    codes, lacks = (cast(list[str], told.pop(name, [])) for name in (HOLDS, LACKS))
    cards = [code for code in codes if code in pack.by_code]
    if cards:
        codes = [*played, *(code for code in codes if code not in played)]
    if len(held) == 1 and _is_only(tokens, held[0]):
        suits = _of_which(tokens, held[0])
        if held[0].shape == "cards" and not suits:
            return {**told, HAND: list[Json](codes)}
        lacks = [*lacks, *_others(held[0], suits, pack)]
    lacks = [code for lack in lacks for code in _lacking(lack, played, cards, pack)]
    parts = {HOLDS: list[Json](codes), LACKS: list[Json](lacks)}
    return told | {name: value for name, value in parts.items() if value}


def _lacking(code: str, played: Sequence[str], held: Sequence[str], pack: Pack) -> Sequence[str]:
    """What was lacking, by its code: of what was played there was no other; what was held belies
    it.
    """
    cards = [str(card) for card in cards_of(code, pack)]
    if ({*held} - {*played}) & {*cards}:
        return ()
    return [code] if {*played}.isdisjoint(cards) else [c for c in cards if c not in played]


def _others(phrase: Phrase, suits: Sequence[str], pack: Pack) -> Iterator[str]:
    """What was not in a hand that held only these cards of some suits, or only these suits."""
    if phrase.shape == "cards":
        cards = (str(card) for card in pack.cards if card.suit in suits)
        yield from (code for code in cards if code not in phrase.values)
    else:
        yield from (_pattern("suit", s) for s, _ranks in pack.suits if s not in phrase.values)


def _is_only(tokens: Tokens, phrase: Phrase) -> bool:
    """True for all that somebody held: "had only the eight", "only had the eight"."""
    if not phrase.is_governed or not phrase.has(HAVING):
        return False
    first, end = sorted((phrase.governor, phrase.first))
    before = word_before(tokens, first, "is:more", "is:in-hand")
    between = tokens[first + 1 : end]
    only = said_in(between, "is:only") or (before >= 0 and tokens[before].means("is:only"))
    return only and not any(token.is_mark or token.value("number") for token in between)


def _of_which(tokens: Tokens, phrase: Phrase) -> Sequence[str]:
    """The suits that the clause of a phrase speaks of besides: "of taroks only the pagát"."""
    first, end = clause_of(tokens, phrase.first, phrase.end)
    others = (*tokens[first : phrase.first], *tokens[phrase.end : end])
    suits = [suit for token in others if (suit := token.value("suit"))]
    return [*suits, *(TAROK for token in others if token.means("is:taroks"))]
