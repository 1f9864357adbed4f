"""Who did what, where a sentence tells players by their turns, "the second led", "player three
dealt", or by the names that they have at the table. Seats count from zero, as they sit there.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from scorekeeper.rulebook.sentence.grammar import BEFORE, HAVING, SUBJECTS
from scorekeeper.rulebook.sentence.lexicon import EXIST
from scorekeeper.rulebook.sentence.phrases import clause_of
from scorekeeper.rulebook.sentence.tokens import Token, Tokens, said_in, word_before

NAMED_SEAT, OBJECT_SEAT = "seat", "object-seat"
"""Where somebody sits whose name a word is: as it is written, or in another form of it."""
PLAYER = ("is:player", "is:next")
"""What else a word may mean that says by his turn who somebody is: "the third player"."""
BY_DEAL = (("is:forehand", 0), ("is:the-dealer", 3))
NOUNS = ("is:trick", "is:turn", "is:card", "is:first-card")
OTHERS = tuple(word for word in SUBJECTS if word not in PLAYER)
PASSED_OVER = ("is:det", "is:more", "is:player")
JOINING = ("is:and", "is:but")
OBJECT_BEHIND = ("is:along", "is:only-after", "is:before", *(f"is:{word}" for word in BEFORE))
HELPING = frozenset({EXIST, HAVING})
"""Verbs between somebody and what he is: "the dealer was the first one"."""


class Seat(NamedTuple):
    """A player who is told: the tokens from `first` to before `end`, his seat, and whether the form
    of his name says that he is no subject.
    """

    first: int
    end: int
    number: int
    is_object: bool = False

    @property
    def places(self) -> range:
        return range(self.first, self.end)


def seats_by_deal(tokens: Tokens) -> Iterator[Seat]:
    """The forehand and the dealer, who are the first one and the last of four."""
    for at, token in enumerate(tokens):
        yield from (Seat(at, at + 1, seat) for word, seat in BY_DEAL if token.means(word))


def seats_in(tokens: Tokens) -> Iterator[Seat]:
    """The players whom a sentence tells by their turns or names."""
    for at, token in enumerate(tokens):
        for kind in (NAMED_SEAT, OBJECT_SEAT):
            if (named := token.value(kind)) is not None:
                yield Seat(at, at + 1, int(named), kind == OBJECT_SEAT)
        behind = tokens[at + 1 : at + 2]
        if token.means("is:player") and not token.value("nth"):
            number = next((n for each in behind if (n := each.value("number"))), None)
            if number:
                yield Seat(at, at + 2, int(number) - 1)
        elif _is_seat(token) and not (said_in(behind, *NOUNS) or _is_in(tokens, at)):
            end = at + 1 + said_in(behind, "is:player", "is:one")
            yield Seat(at, end, int(token.value("nth") or 0) - 1)


def _is_seat(token: Token) -> bool:
    """True for an ordinal that is nothing else besides: no trick, no duty, no card."""
    others = (m for m in token.meanings if not m.startswith("nth:") and m not in PLAYER)
    return token.value("nth") is not None and not any(others)


def _is_in(tokens: Tokens, at: int) -> bool:
    """True for a time: "in the first"."""
    return said_in(tokens[max(0, word_before(tokens, at, "is:det", small=False)) : at], "is:in")


def seat_facts(
    tokens: Tokens, seats: Sequence[Seat], ways: Mapping[str, str]
) -> Iterator[tuple[str, int, Seat]]:
    """The seats of who did what: path, place of the word that says it, and who it was.

    `ways` has for each path the names of words: of a verb or of what he is, whose subject he is;
    or of a preposition, behind which he stands. The first of the words that is said decides.
    """
    for path, names in ways.items():
        for name in names.split():
            places = _places_of(tokens, name)
            doers = ((at, seat) for at in places if (seat := _doer(tokens, seats, name, at)))
            if doer := next(doers, None):
                yield path, *doer
            if doer or (places and name not in BEFORE):
                break


def _places_of(tokens: Tokens, name: str) -> Sequence[int]:
    """Where a verb or another word is said, and not denied."""
    meant = f"do:{name}", f"is:{name}"
    return [at for at, token in enumerate(tokens) if not token.negated and token.means(*meant)]


def _doer(tokens: Tokens, seats: Sequence[Seat], name: str, at: int) -> Seat | None:
    """Of whom the word at a place is said; None where nobody is told by his turn or name."""
    if name in BEFORE:
        return next((seat for seat in seats if _is_behind(tokens, seat, at)), None)
    return _subject_of(tokens, seats, at, passes=not tokens[at].means(f"do:{name}"))


def _is_behind(tokens: Tokens, seat: Seat, at: int) -> bool:
    return word_before(tokens, seat.first, *PASSED_OVER, small=False) == at


def _subject_of(tokens: Tokens, seats: Sequence[Seat], at: int, passes: bool) -> Seat | None:
    """The player of whom the word at a place is said, in its clause: before it, else behind it.

    None if it is somebody else, or nobody is told; `passes`: other verbs may stand between.
    """
    first, end = clause_of(tokens, at, at + 1)
    for way in (range(at - 1, first - 1, -1), range(at + 1, end)):
        for place in way:
            seat = next((s for s in seats if place in s.places), None)
            if seat and not _is_object(tokens, seat):
                return seat
            if not seat and tokens[place].means(*OTHERS):
                return None
            if not seat and not passes and tokens[place].verbs - HELPING:
                break
    return None


def seat_before(tokens: Tokens, seats: Sequence[Seat], at: int) -> Seat | None:
    """The player told last before a place in its clause, who is no object there."""
    first = at
    while first > 0 and not (tokens[first - 1].is_mark or tokens[first - 1].means(*JOINING)):
        first -= 1
    before = (s for s in reversed(seats) if first <= s.first and s.end <= at)
    return next((seat for seat in before if not _is_object(tokens, seat)), None)


def _is_object(tokens: Tokens, seat: Seat) -> bool:
    """True for somebody behind a preposition, or in another form of his name."""
    if seat.is_object:
        return True
    before = word_before(tokens, seat.first, *PASSED_OVER, small=False)
    return before >= 0 and tokens[before].means(*OBJECT_BEHIND)
