"""The slots of a grammar: which phrases fill one, and which fact (JSON) they tell."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from scorekeeper.core.cards import TAROK
from scorekeeper.core.schema import Json
from scorekeeper.referee.hands import ANY
from scorekeeper.rulebook.sentence.gaps import UPON
from scorekeeper.rulebook.sentence.lexicon import GRAMMAR
from scorekeeper.rulebook.sentence.phrases import COUNTED_RANK, SEAT, Phrase

RANK_WHOLE, WHOLE_RANK = "rank-whole", 4
"""All cards of a rank, and how many they are."""
UNDER = "under"
PLAYS, OR = "plays", "+"
"""Between the ranks of which cards may be that fill a slot."""
SHARING = ("first", "earlier", "before")
SHARES = ("others", "latest", "last", "now")
"""What leaves something of a phrase to other slots."""
CARDS: Sequence[str] = ("cards",)
NUMBER, COUNT, NUMBERS = ("number",), ("number", "rank"), ("numbers",)
PILE = True
"""What a slot is that takes the phrases of all its roles."""
THIRDS, DUE = "thirds", "due"
"""What tells of cards that were put also by how many are due for them, three for each."""
BEFORE_AND_NOW = ("before", "now")
FOUR = 4


class Slot(NamedTuple):
    """What a slot takes: the shapes of phrases, the fact (JSON; None for none) that they tell, and
    whether it takes those of all its roles.
    """

    shapes: Sequence[str]
    fact: Callable[[Sequence[Phrase]], Json]
    pile: bool = False


def is_rank_whole(phrase: Phrase) -> bool:
    """True of all four cards of a rank."""
    ranks = {code[:-1] for code in phrase.values}
    return phrase.shape == "cards" and len(ranks) == 1 and len({*phrase.values}) == WHOLE_RANK


def fitting(shape: str, roles: Sequence[str], phrases: Sequence[Phrase]) -> list[Phrase] | None:
    """The phrases that fill a slot: of the first of its roles that has any; a slot of a pile takes
    those of all its roles. None if there are several where one is wanted.
    """
    name, _, noun = shape.partition("/")
    shapes, _fact, pile = SLOTS[name]
    ranks = noun.split(OR) if OR in noun or (name == PLAYS and noun) else ()
    noun = "" if ranks else noun
    fit = [p for p in phrases if p.shape in shapes and (not noun or _is_of(p, noun))]
    if name == THIRDS and not fit:
        fit = [p for p in phrases if p.noun == "card" and DUE in p.roles]
    if ranks and not all(code[:-1] in ranks for phrase in fit for code in phrase.values):
        return None
    if name == "whole":
        return [phrase for phrase in fit if is_rank_whole(phrase)][:1]
    fit = [phrase for phrase in fit if _counts_for(name, phrase)]
    if pile:
        every = "*" in roles
        return [p for p in fit if every or not set(roles).isdisjoint(p.roles)]
    for role in roles:
        found = [phrase for phrase in fit if role in (*phrase.roles, "*")]
        if found and name == "cards" and all(UPON in phrase.roles for phrase in found[1:]):
            return found
        if found:
            return found if len({phrase.values for phrase in found}) == 1 else None
    return []


def _counts_for(name: str, phrase: Phrase) -> bool:
    """True unless a number counts something else than a slot takes."""
    if name == "tricks":
        return phrase.shape == "nth" or phrase.noun == "trick"
    return name != "rank" or phrase.shape == "rank" or phrase.noun.startswith(COUNTED_RANK)


def _is_of(phrase: Phrase, noun: str) -> bool:
    """True for a number that counts something, and for a rank as one card of it."""
    return phrase.noun == noun or (
        phrase.shape == "rank" and phrase.values == (noun.removeprefix(COUNTED_RANK),)
    )


def _one(phrases: Sequence[Phrase]) -> Json:
    values = phrases[0].values
    return values[0] if len(values) == 1 else None


def _all(phrases: Sequence[Phrase]) -> list[str]:
    return [value for phrase in phrases for value in phrase.values]


def _from_below(phrases: Sequence[Phrase]) -> Json:
    """Cards of which one lies under another one, the lowest first."""
    return _all(sorted(phrases, key=lambda phrase: UNDER in phrase.roles))


def _latest(phrases: Sequence[Phrase]) -> Json:
    """The card played last of a row; none where nothing says that the last one told was played, or
    where another one took it.
    """
    last = phrases[-1]
    other_roles = {"lead", "lie", "free", *GRAMMAR["taking"]} & {*last.roles}
    beside = last.roles == ("with",) and not last.instrumental
    return None if other_roles or beside or len(last.values) > 1 else last.values[0]


def _rank(phrases: Sequence[Phrase]) -> Json:
    """A rank, also of which it is said how many there were."""
    first = phrases[0]
    return first.noun.removeprefix(COUNTED_RANK) if first.shape == "number" else _one(phrases)


def _patterns(phrases: Sequence[Phrase]) -> Json:
    """Cards, and patterns for any of a suit or of a rank, as the facts of a hand have them."""
    return [pattern(phrase.shape, value) for phrase in phrases for value in phrase.values]


def pattern(shape: str, value: str) -> str:
    """What stands for any card of a suit or of a rank among the facts of a hand; a card itself."""
    if shape == "cards" or value == TAROK:
        return value
    return f"{value}{ANY}" if shape == "rank" else f"{ANY}{value}"


def _figure(phrases: Sequence[Phrase]) -> Json:
    return int(phrases[0].values[0])


def _count(phrases: Sequence[Phrase]) -> Json:
    return 1 if phrases[0].shape == "rank" else _figure(phrases)


def _by_turn(phrases: Sequence[Phrase]) -> Json:
    """How many cards each of four players has, where all numbers are of players that are told."""
    told = {
        int(role.removeprefix(SEAT)) - 1: _figure([phrase])
        for phrase in phrases
        for role in phrase.roles
        if role.startswith(SEAT)
    }
    whole = len(told) == len(phrases) and max(told) < FOUR
    return [told.get(seat) for seat in range(FOUR)] if whole else None


def _seats(phrases: Sequence[Phrase]) -> Json:
    """The card of one player after another; null of one who is said to have none."""
    cards = [(p.shape, value) for p in phrases for value in p.values]
    told = {str(n): None if shape == "none" else value for n, (shape, value) in enumerate(cards)}
    return told if any(told.values()) else None


def _thirds(phrases: Sequence[Phrase]) -> Json:
    """How many cards were put, for each of which three are drawn."""
    if phrases[0].noun != "card":
        return _count(phrases)
    number, rest = divmod(int(phrases[0].values[0]), 3)
    return None if rest else number


def _figures(phrase: Phrase) -> list[Json]:
    return [int(value) for value in phrase.values]


SLOTS: Mapping[str, Slot] = {
    "card": Slot(CARDS, _one),
    "cards": Slot(CARDS, lambda ps: list(dict.fromkeys(_all(ps)))),
    "pile": Slot(CARDS, _all, PILE),
    "stack": Slot(CARDS, _from_below, PILE),
    "earlier": Slot(CARDS, lambda ps: list(_all(ps)[:-1]) or None, PILE),
    "latest": Slot(CARDS, _latest, PILE),
    "numbers": Slot(NUMBERS, lambda ps: _figures(ps[0]) if len(ps[0].values) == FOUR else None),
    "before": Slot(
        NUMBERS, lambda ps: _figures(ps[0]) if len(ps) == len(BEFORE_AND_NOW) else None, PILE
    ),
    "now": Slot(NUMBERS, lambda ps: _figures(ps[-1]), PILE),
    "whole": Slot(CARDS, lambda ps: list(ps[0].values)),
    "plays": Slot(
        CARDS, lambda ps: [{"seat": n, "cards": [*p.values]} for n, p in enumerate(ps)], PILE
    ),
    "seats": Slot(("cards", "none"), _seats, PILE),
    "pairs": Slot(CARDS, lambda ps: {str(n): _all(ps)[n // 2] for n in range(2 * len(ps))}, PILE),
    "counts": Slot(
        COUNT, lambda ps: [{"seat": n, "cards": _count([p])} for n, p in enumerate(ps)], PILE
    ),
    "tally": Slot(NUMBER, lambda ps: {str(n): _figure([p]) for n, p in enumerate(ps)}, PILE),
    "fourfold": Slot(NUMBER, lambda ps: [_figure(ps)] * FOUR),
    "hands": Slot(NUMBER, lambda ps: [_figure([p]) for p in ps] if len(ps) > 1 else None, PILE),
    "by-turn": Slot(NUMBER, _by_turn, PILE),
    "thirds": Slot(COUNT, _thirds),
    "players": Slot(("players",), lambda ps: _figures(ps[0])),
    "count": Slot(COUNT, _count),
    "last": Slot(CARDS, lambda ps: ps[0].values[-1]),
    "first": Slot(CARDS, lambda ps: ps[0].values[0]),
    "others": Slot(CARDS, lambda ps: list(ps[0].values[1:]) or None),
    "suit-or-rank": Slot(("suit", "rank"), _one),
    "lacks": Slot(("suit", "rank", "cards"), _patterns, PILE),
    "holds": Slot(("suit", "cards"), _patterns, PILE),
    "suit": Slot(("suit",), _one),
    "rank": Slot(("rank", "number"), _rank),
    "bare-rank": Slot(("rank",), _one),
    "number": Slot(NUMBER, _figure),
    "nth": Slot(("nth",), _figure),
    "under-way": Slot(("nth",), lambda ps: int(ps[0].values[0]) - 1 or None),
    "tricks": Slot(("nth", "number"), _figure),
}
