"""A sentence phrase by phrase, before it is a question of any kind: its tokens, its phrases, and
what each of its words is called in the patterns of grammars.
"""

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

from scorekeeper.core.cards import Pack
from scorekeeper.rulebook.sentence import doubts, facts
from scorekeeper.rulebook.sentence.ellipsis import completed, said_of
from scorekeeper.rulebook.sentence.gaps import PLAYED, UPON
from scorekeeper.rulebook.sentence.grammar import BEFORE, DENIABLE, NAMING
from scorekeeper.rulebook.sentence.lexicon import LEAST_BARE, SOMEONE, Lexicon
from scorekeeper.rulebook.sentence.phrases import Phrase, Phraser, Phrases, clause_of, parts
from scorekeeper.rulebook.sentence.roles import with_roles
from scorekeeper.rulebook.sentence.seats import (
    NAMED_SEAT,
    OBJECT_SEAT,
    Seat,
    seat_before,
    seats_in,
)
from scorekeeper.rulebook.sentence.tokens import Token, Tokens, said_in, tokens_of
from scorekeeper.rulebook.stems import VOWELS, normalized

LONGEST = 300
"""Letters of a sentence that are read."""
CAME = ("wait", "for", "attack", "due")
"""Roles of one card that somebody has to answer."""
BOTH, FOREHAND = (0, 1), "forehand"
"""The first two players, and the name of the first one."""
NAMED = ("do:", "is:")
TOLD = ("rank", "nth")


@dataclass(frozen=True)
class Sentence:
    """A sentence with its tokens and phrases."""

    text: str
    tokens: tuple[Token, ...]
    phrases: tuple[Phrase, ...]
    pack: Pack

    @cached_property
    def words(self) -> facts.Words:
        """What each of its words is: verbs and other things by their names, `-` those negated; and
        what its phrases and their roles add to these.
        """
        supposed = doubts.supposed_in(self.tokens)
        words: list[tuple[str, int]] = []
        for at, token in enumerate(self.tokens):
            before = self.tokens[max(0, at - 1) : at]
            other = token.means(*DENIABLE) and said_in(before, "is:not")  # "not to the left"
            names = filter(None, map(_name, token.meanings)) if at not in supposed else ()
            words += [
                (f"-{name}" if token.negated or other else name, at) for name in sorted(names)
            ]
            if token.puts and not token.negated:
                words.append(("put", at))
            if token.means(SOMEONE) and not any(each.verbs for each in before):
                words.append(("someone-else", at))
        words += [(name, phrase.first) for phrase in self.phrases for name in _names(phrase)]
        words += [("seat", seat.first) for seat in self.seats]
        return sorted(words, key=lambda each: each[1])

    @cached_property
    def seats(self) -> Sequence[Seat]:
        """The players who are told by their turns."""
        return [*seats_in(self.tokens)]

    def seat_at(self, at: int) -> int | None:
        """The seat of whom the clause of a place tells by his turn, before it."""
        seat = seat_before(self.tokens, self.seats, at)
        return seat.number if seat else None

    def turns_at(self, places: Iterable[int]) -> Set[int]:
        """The places of the words that tell by their turns who did what stands at some places."""
        seats = (seat_before(self.tokens, self.seats, at) for at in places)
        return {at for seat in seats if seat for at in seat.places}

    @cached_property
    def pair(self) -> Sequence[int]:
        """The seats of the two of whom it tells, the first two where it does not say which; nobody
        if it tells of others.
        """
        two = {seat.number for seat in self.seats}
        two |= {0} if any(name == FOREHAND for name, _at in self.words) else set()
        if two <= {*BOTH}:  # also "one did, and the second one, too"
            return BOTH
        return sorted(two) if len(two) == len(BOTH) else ()

    def leaves_out(self, places: Sequence[int], others: Set[int]) -> bool:
        """True if somebody may have done more than some words say, or somebody before did what
        nobody knows; of the seats of `others` it is known what they did.
        """
        seats = {seat.number for seat in self.seats}
        if seats and seats == {*others, *map(self.seat_at, places)}:
            return False
        tokens, first = self.tokens, min(places)
        also = (
            range(*clause_of(tokens, at, at + 1)) for at in places if tokens[at].means("is:more")
        )
        if any(tokens[at].verbs - NAMING for clause in also for at in clause):
            return True
        people = [at for at in range(first) if tokens[at].is_somebody]
        if len(people) > 1 and tokens[people[-1]].means("is:next"):
            return True
        if people and any(parts(token) for token in tokens[people[0] : people[-1]]):
            return True
        end = clause_of(tokens, max(places), max(places) + 1)[1]
        acts = any(token.is_somebody for token in tokens[end:])
        if acts and all(each.verbs <= NAMING for each in tokens[end:]):
            return True
        verbs = {at for at, each in enumerate(tokens) if each.verbs or each.value("nth")}
        talk = set[int]() if acts else {*range(end, len(tokens))}
        return next(self.unread(verbs | talk | {*places}), None) is not None

    @cached_property
    def runs_together(self) -> bool:
        """True if cards stand side by side that no word joins or tells apart."""
        cards = [phrase for phrase in self.phrases if phrase.shape == "cards"]
        return any(
            first.end == second.first
            and first.instrumental == second.instrumental
            and not (first.has(*BEFORE) or second.has(*BEFORE))
            for first, second in pairwise(cards)
        )

    def unused(self, used: Phrases, places: Set[int]) -> Phrases:
        """The phrases that are neither used nor said by words in some places."""
        others = (phrase for phrase in self.phrases if phrase not in used)
        return [p for p in others if places.isdisjoint(range(p.first, p.end))]

    def unread(self, covered: Set[int]) -> Iterator[str]:
        """The words that nobody knows, and cards that tell nothing here."""
        for at, token in enumerate(self.tokens):
            of_cards = any(not m.startswith((*NAMED, "letter:")) for m in token.meanings)
            known = token.is_mark or token.common or (token.meanings and not of_cards)
            if at not in covered and not known:
                yield token.text


def _names(phrase: Phrase) -> Iterator[str]:
    """What a phrase is called in the patterns of grammars, besides its words."""
    value, cards = phrase.values[0], phrase.shape == "cards"
    one = cards and len(phrase.values) == 1
    verbless = cards and phrase.has(PLAYED) and (not phrase.is_governed or phrase.has(UPON))
    names = (
        (f"number/{phrase.noun}", phrase.noun),
        (f"trick/{value}", phrase.noun == "trick"),
        (phrase.shape, phrase.shape in ("numbers", "players")),
        (f"waits/{value}", phrase.shape == "rank" and phrase.has("wait", "for")),
        (facts.RANK_WHOLE, facts.is_rank_whole(phrase)),
        *((f"{role}/{value[:-1]}", one and phrase.has(role)) for role in CAME),
        *((name, verbless) for name in (PLAYED, "gapped", "put")),
    )
    return (name for name, is_so in names if is_so)


def _name(meaning: str) -> str:
    """What a meaning is called in the patterns of grammars; empty if they do not know it."""
    kind, _, value = meaning.partition(":")
    return value if f"{kind}:" in NAMED else meaning.replace(":", "-") if kind in TOLD else ""


def _with_names(tokens: Tokens, names: Sequence[str], lexicon: Lexicon) -> Iterator[Token]:
    """The tokens; a form of the name of a player that means nothing else is somebody, and whoever
    sits there, if it is of one name only.
    """
    whole = {name: at for at, name in enumerate(map(normalized, names)) if len(name) >= LEAST_BARE}
    forms: dict[str, list[int]] = {}
    for name, seat in whole.items():
        stem = name[:-1] if name[-1] in VOWELS else name
        for form in {stem, *(stem + ending for ending in lexicon.endings)} - {*whole}:
            forms.setdefault(form, []).append(seat)
    for token in tokens:
        form = token.folded
        seats = [whole[form]] if form in whole else forms.get(form, [])
        other = token.meanings - {SOMEONE} or (token.common and not token.meanings)
        if other or not seats:
            yield token
            continue
        who = {f"{NAMED_SEAT if form in whole else OBJECT_SEAT}:{seats[0]}"}
        meanings = frozenset({SOMEONE, *(who if len(seats) == 1 else ())})
        yield replace(token, meanings=meanings, common=True)


def parsed(text: str, lexicon: Lexicon, pack: Pack, names: Sequence[str]) -> Sentence:
    """What a sentence says, phrase by phrase, before it is a question of any kind."""
    tokens = said_of([*_with_names(tokens_of(text[:LONGEST], lexicon), names, lexicon)])
    found = tuple(Phraser(tokens, lexicon, pack).phrases())
    governed = tuple(with_roles(tokens, found, lexicon))
    return Sentence(text, tokens, completed(tokens, governed, lexicon, pack), pack)
