"""The phrases of a sentence: which words make up a card, a suit or a number, and in which role each
stands – lying there, played, in the hand –, and in which clause.

A role is the name of the verb or of the word in front that governs a phrase: `play`, `on`, `hold`;
with `-` before it if it is said not to be so, `free` where nothing governs it, and then `ahead` if
it is the first one.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from typing import Literal

from scorekeeper.core.cards import TAROK
from scorekeeper.rulebook.sentence.grammar import NAMING, PUTTING, SUIT_WORDS
from scorekeeper.rulebook.sentence.spoken_cards import JOINING, NEAR, REACH, CardReader
from scorekeeper.rulebook.sentence.tokens import Token, Tokens, said_in, word_behind

TENS = range(20, 100, 10)
"""Numbers that another word may follow: "fifty two"."""
BEFORE_ONE = ("is:det", "is:next", "is:which", "is:last")
"""Words before "one" where it stands for a noun."""
COUNTED_RANK = "rank-"
"""What a number counts: cards of a rank."""
SEAT = "seat-"
"""Whose cards a number counts: those of the first player, of the second …"""
OF_CARDS = ("cards", "suit", "rank")
Shape = Literal["cards", "suit", "rank", "number", "numbers", "nth", "players", "none"]
PASSED_OVER = ("is:more", "is:player", "do:exist")
"""Words between a player and the verb of finishing."""
OUT = ("do:finish", "do:lead")
BETWEEN_PLAYERS = (*JOINING, "is:then", "is:next", "is:on-it", "is:det", *OUT)
"""Words between two players of a list; behind a verb right before another one, who was first."""
NONE_OF_IT = ("do:lack", "is:no", "is:without")
BEFORE_LIST = (",", ":", "–", "—", "-")
IN_LIST = (*JOINING, "is:then", "is:at-once", "is:det", "is:namely", "is:soon")
"""Words between suits of a list, or before it."""
FROM_END = ("last", "before-last")
NOUNS = ("card", "trick", "point", "player", "turn", "loss")


@dataclass(frozen=True)
class Phrase:
    """Tokens from `first` to before `end` that say cards, a suit, a rank or a number.

    `values` are codes or numbers as texts; `noun` is what a number counts.
    `instrumental`: it says by what something was done; `negated`: there was none of it.
    """

    shape: Shape
    values: tuple[str, ...]
    first: int
    end: int
    noun: str = ""
    instrumental: bool = False
    negated: bool = False
    roles: tuple[str, ...] = ("free",)
    governor: int = -1

    @property
    def is_free(self) -> bool:
        return not self.is_governed and self.has("free")

    @property
    def is_governed(self) -> bool:
        """True if a token gives it its roles."""
        return self.governor >= 0

    @property
    def is_put(self) -> bool:
        return self.has(*PUTTING)

    @property
    def is_named(self) -> bool:
        return self.has(*NAMING)

    def has(self, *roles: str) -> bool:
        """True if it has one of some roles."""
        return not {*roles}.isdisjoint(self.roles)


Phrases = Sequence[Phrase]


class Phraser(CardReader):
    """Finds the phrases of the tokens of one sentence."""

    def phrases(self) -> Iterator[Phrase]:
        """All phrases of the sentence from its beginning, without their roles."""
        at = 0
        while at < len(self.tokens):
            phrase = self._phrase(at)
            if phrase and (told := [*self._of_trumps(phrase)]):
                yield from told
                at = max(each.end for each in told)
                continue
            number = str(self.number(at) or "")
            if not (phrase and phrase.shape == "cards"):
                card = self._suited(at + 1) if number and not self.card(at) else None
                if card:  # "one seven of hearts"
                    yield Phrase("number", (number,), at, at + 1, COUNTED_RANK + card[0][:-1])
                    at += 1
                    continue
            elif number and (rank := self.rank(at + 1)) and self.rank(at) is None:
                yield Phrase("number", (number,), at, at + 1, COUNTED_RANK + rank)
            if phrase and not self._is_doubtful(phrase):
                by_it = self._is_instrumental(phrase)
                yield replace(phrase, instrumental=by_it, negated=self._means(at - 1, "is:no"))
            at = phrase.end if phrase else at + 1

    def _of_trumps(self, phrase: Phrase) -> Iterator[Phrase]:
        """What is said of a card beside a word for the role of its suit, and of that suit."""
        at, role = phrase.first, self._role_of_suit(phrase.first - 1)
        if role and phrase.shape in ("cards", "rank") and self._is_of_trump(at - 1):
            yield from self._with_role(phrase, role)
            return
        if role and phrase.shape == "cards" and (suit := self.suit(at)):
            yield Phrase("suit", (suit,), at, at + 1)
            return
        told = (self.suit(place) for place in range(phrase.end + 2, phrase.end + REACH))
        of = self._means(phrase.end, "is:of") and not any(told)
        behind = phrase.end + of
        role = self._role_of_suit(behind) if of else self._role_behind(behind)
        if role and phrase.shape == "rank":
            yield from self._with_role(replace(phrase, end=behind + 1), role)
        elif role and phrase.shape == "cards" and not of and self._is_of_trump(behind):
            suits = (phrase.values[-1][1:],)
            yield Phrase("suit", suits, at, phrase.end, roles=(role,), governor=phrase.end)
            yield replace(phrase, instrumental=self._is_instrumental(phrase))

    def _is_of_trump(self, at: int) -> bool:
        """True for an attribute of a card of trumps, which a noun is not where there are cases."""
        return not self.lexicon.accusative or self._means(at, "is:of-trump")

    def _is_doubtful(self, phrase: Phrase) -> bool:
        """True if it is a suit or a rank for nothing but a word with a slip that may be a name."""
        token = self.tokens[phrase.first]
        name = token.text[0].isupper() or len(token.text) <= REACH
        clause = self.tokens[slice(*clause_of(self.tokens, phrase.first, phrase.end))]
        of_trump = phrase.shape == "suit" and said_in(clause, *SUIT_WORDS)
        return phrase.shape in ("suit", "rank") and token.slip and name and not of_trump

    def _role_behind(self, at: int) -> str | None:
        """The role that the word right behind a card says its suit has, and no other suit."""
        others = any(self.suit(place) for place in range(at + 1, at + REACH))
        if self._means(at, "is:of-trump"):
            others = self.rank(at + 1) is not None
        return None if others else self._role_of_suit(at)

    def _with_role(self, phrase: Phrase, role: str) -> Iterator[Phrase]:
        """What is said with a card called by the role of its suit: also which suit has it; or, of
        a card without its suit, which card it is, if the suit is said elsewhere.
        """
        card = replace(phrase, shape="cards", instrumental=self._is_instrumental(phrase))
        place = phrase.first - 1
        trump = Phrase("suit", (), place, phrase.first, roles=(role,), governor=place)
        if phrase.shape == "cards":
            yield card
            yield replace(trump, values=(phrase.values[0][1:],))
        elif beside := self._suit_beside(phrase):
            yield replace(card, values=(phrase.values[0] + beside[0],), end=beside[1])
            yield replace(trump, values=(beside[0],))
        elif suit := self._suit_with(role):
            yield replace(card, values=tuple(rank + suit for rank in phrase.values))
        else:
            yield phrase

    def _suit_beside(self, phrase: Phrase) -> tuple[str, int] | None:
        """The suit of the card right behind that says which one of a rank it was; its end."""
        at = phrase.end + (self._text(phrase.end) == ",")
        at = word_behind(self.tokens, at, "is:det", small=False)
        card = self._suited(at) if at > phrase.end and len(phrase.values) == 1 else None
        return (card[0][-1], card[1]) if card and card[0][:-1] == phrase.values[0] else None

    def _suit_with(self, role: str) -> str | None:
        """The suit that is said to have a role, beside that word and in its clause."""
        for at in range(len(self.tokens)):
            if not self._means(at, f"is:{role}") or self._value(at + 1, "rank"):
                continue
            for i in (at - 2, at - 1, at + 1, at + 2, at + 3):
                card = self.rank(i + 1) or (self.rank(i - 1) and not self._value(i - 1, "letter"))
                between = self.tokens[min(i, at) : max(i, at)]
                if (suit := self.suit(i)) and not card and all(t.text != "," for t in between):
                    return suit
        return None

    def _phrase(self, at: int) -> Phrase | None:
        if trick := self._trick(at):
            return trick
        if numbers := self._numbers(at):
            noun = "card" if self._means(numbers[1], "is:card") else ""
            return Phrase("numbers", numbers[0], at, numbers[1], noun)
        if self._counts_suit(at):
            return self._of_cards(at + 1)
        if several := self._by_suits(at):
            return Phrase("cards", several[0], at, several[1])
        if self.number(at) is not None and self._noun(at):
            return self._number(at)
        bare = self._value(at, "rank") and not (self.suit(at - 1) or self.card(at))
        ordinal = self._other(at) if self._nth(at) and bare else None
        return ordinal or self._of_cards(at) or self._other(at)

    def _trick(self, at: int) -> Phrase | None:
        """Which trick it was."""
        dotted = self._text(at).isdecimal() and self._text(at + 1) == "."
        if self._nth(at) and self._means(at + 1, "is:trick"):
            return Phrase("nth", (str(self._nth(at)),), at, at + 2, self._from_end(at))
        if dotted and self._means(at + 2, "is:trick"):
            return Phrase("nth", (self._text(at),), at, at + 3)
        place = at + 1 + self._means(at + 1, "is:number-of")
        if self._means(at, "is:trick") and self.number(place) and not self._counts(place):
            return Phrase("nth", (str(self.number(place)),), at, place + 1)
        return None

    def _from_end(self, at: int) -> str:
        """Whether it is the last one, or the one before it, which need not be those of a deal."""
        return next((name for name in FROM_END if self._means(at, f"is:{name}")), "")

    def _of_cards(self, at: int) -> Phrase | None:
        """Cards, suits or ranks that begin at a token."""
        if cards := self.cards(at):
            return Phrase("cards", cards[0], at, cards[1])
        if suits := self._several(at, self._suit_or_taroks):
            return Phrase("suit", suits[0], at, suits[1] + self._means(suits[1], "is:one"))
        if self._value(at, "rank") and (ranks := self._several(at, self.rank)):
            return Phrase("rank", ranks[0], at, ranks[1])
        return None

    def _suit_or_taroks(self, at: int) -> str | None:
        return TAROK if self.taroks and self._means(at, "is:tarok") else self.suit(at)

    def _other(self, at: int) -> Phrase | None:
        """Players, or a number that counts nothing."""
        acts = any(each.verbs for each in self.tokens[at + 1 :][:1])
        acts = acts and not self._means(at - 1, "is:in", "is:on")
        if self._nth(at) and not acts and said_in(self.tokens, "is:trick"):
            return Phrase("nth", (str(self._nth(at)),), at, at + 1, self._from_end(at))
        if players := self._players(at):
            return Phrase("players", players[0], at, players[1])
        if self._none_of_trumps(at):
            return Phrase("none", ("-",), at, at + 1)
        noun = self._means(at - 1, *BEFORE_ONE) or self._nth(at - 1)
        stands_for = self._means(at, "is:one") and noun
        return None if self.number(at) is None or self.rank(at) or stands_for else self._number(at)

    def _none_of_trumps(self, at: int) -> bool:
        """True for trumps that somebody is said not to have, of which no card or suit is told."""
        first, end = clause_of(self.tokens, at, at)
        clause = self.tokens[first:end] if self._means(at, *SUIT_WORDS) else ()
        told = any(self.suit(place) or self.rank(place) for place in range(first, end))
        return not told and any(each.negated or each.means(*NONE_OF_IT) for each in clause)

    def _players(self, at: int) -> tuple[tuple[str, ...], int] | None:
        """Several players by their turns, or one who is said to be out: "the first and third", "the
        third was out, then the first".
        """
        seats: list[str] = []
        end = at
        while seat := self._player(at):
            seats.append(str(seat[0] - 1))
            at = end = seat[1]
            while self._text(at) == "," or self._means(at, *BETWEEN_PLAYERS):
                first = self._means(at, *OUT) and self._player(at + 1)
                if first or self.number(at):
                    break
                at += 1
            if at == end:
                break
        behind = word_behind(self.tokens, end, *PASSED_OVER)
        out = self._means(behind, "do:finish", "is:no-cards")
        return (tuple(seats), end) if len(seats) > 1 or (seats and out) else None

    def _player(self, at: int) -> tuple[int, int] | None:
        """A player by his turn, "the third", or his number, "player three"; the token behind."""
        nth = self._nth(at) if not self._value(at, "rank") else None
        if not nth and self._means(at, "is:player"):
            at += 1
            nth = self._nth(at) or self.number(at)
        return (nth, at + 1) if nth else None

    def _numbers(self, at: int) -> tuple[tuple[str, ...], int] | None:
        """A list of at least three numbers; behind others also "nothing"."""
        values: list[str] = []
        end = at
        while True:
            number = 0 if values and self._means(at, "is:nothing") else self.number(at)
            if number is None:
                break
            ones = self.number(at + 1) if number in TENS and self._value(at, "number") else None
            whole = ones is not None and 0 < ones < TENS.step
            values.append(str(number + ones if ones and whole else number))
            at = end = at + 1 + whole
            while self._text(at) in (",", ":", "-") or self._means(at, *JOINING):
                at += 1
        of_suit = self.suit(end + self._means(end, "is:of"))
        others = of_suit or self._noun(end - 1) not in (None, "point", "card")
        return (tuple(values), end) if len(values) > NEAR and not others else None

    def _by_suits(self, at: int) -> tuple[tuple[str, ...], int] | None:
        """Cards of one rank of which their number and then each suit is said: "two nines, leaves
        then bells".
        """
        number, rank = self.number(at) or 2 * self._means(at, "is:both"), self.rank(at + 1)
        if not number or not rank or (number == 1 and self._suited(at + 1)):
            return None
        place, suits = at + 2, list[str]()
        for _ in range(number):
            while self._text(place) in BEFORE_LIST or self._means(place, *IN_LIST):
                place += 1
            if not (suit := self.suit(place)) or self.rank(place + 1):
                return None
            suits.append(suit)
            place += 1
        codes = tuple(rank + suit for suit in suits)
        return (codes, place) if all(code in self.pack.by_code for code in codes) else None

    def _several(
        self, at: int, read: Callable[[int], str | None]
    ) -> tuple[tuple[str, ...], int] | None:
        """The suits, or the ranks, of a list, and the token behind it."""
        values: list[str] = []
        while value := read(at):
            values.append(value)
            comma = self._text(at + 1) == "," and read(at + 2) and self._goes_on(at + 2, read)
            following = at + 2 if comma else self.joined(at + 1)
            if following == at + 1 or not read(following) or self.card(following):
                return tuple(values), at + 1
            at = following
        return None

    def _goes_on(self, at: int, read: Callable[[int], str | None]) -> bool:
        """True if a list in which commas stand ends with a joining word."""
        while read(at) and self._text(at + 1) == "," and read(at + 2):
            at += 2
        following = self.joined(at + 1)
        return following > at + 1 and read(following) is not None and not self.card(following)

    def _noun(self, at: int) -> str | None:
        """What a number counts: cards, tricks, points, players, taroks or cards of a rank."""
        ends = at + 1 < len(self.tokens) and self.tokens[at + 1].is_mark
        reach = () if ends else (at + 1, at + 2)
        if self._means(at + 1, "is:taroks") and not self._means(at - 1, "is:tarok"):
            return "taroks"
        several = self._value(at + 1, "number") and self.number(at) != 1
        of_rank = self.number(at) and self._value(at + 1, "rank") and not several
        rank = self.rank(at + 1) if of_rank else None
        if rank and not self.card(at + 1) and not self.card(at):
            return f"{COUNTED_RANK}{rank}"
        told = next((n for i in reach for n in NOUNS if self._means(i, f"is:{n}")), None)
        return told or ("player" if reach and self._means(at + 1, "is:next") else None)

    def _number(self, at: int) -> Phrase:
        noun = self._noun(at) or ""
        end = at + 1 + (noun.startswith(COUNTED_RANK) or noun == "taroks")
        return Phrase("number", (str(self.number(at)),), at, end, noun)

    def _is_instrumental(self, phrase: Phrase) -> bool:
        """True if each noun of the phrase says by what something was done; the number of a tarok
        has no case.
        """
        words = self.tokens[phrase.first : phrase.end]
        of_tarok = words[0].means("is:tarok")
        nouns = [
            token
            for token in words
            if (token.value("rank") and not (of_tarok and token.value("number")))
            or token.value("card")
            or (token.value("number") not in (None, "1") and not of_tarok)
        ] or words[:of_tarok]
        return bool(nouns) and all(map(self._by_it, nouns))


def parts(token: Token) -> bool:
    """True for what stands between two clauses."""
    return token.is_mark or token.means("is:and", "is:but", "is:then")


def ends(tokens: Tokens, at: int) -> bool:
    """True if a clause ends at a token."""
    return at >= len(tokens) or parts(tokens[at])


def clause_of(tokens: Tokens, first: int, end: int) -> tuple[int, int]:
    """The clause of the tokens from `first` to before `end`: its first one, and the one behind."""
    while first > 0 and not parts(tokens[first - 1]):
        first -= 1
    while not ends(tokens, end):
        end += 1
    return first, end


def is_behind(tokens: Tokens, phrase: Phrase, word: str) -> bool:
    """True if a word stands before a phrase, with nothing between that tells more."""
    at = phrase.first - 1
    passed = ("is:det", "is:at-once", "is:more", "is:as")
    while at >= 0 and tokens[at].means(*passed) and not tokens[at].means(word):
        at -= 1
    return at >= 0 and tokens[at].means(word)


def codes_of(phrases: Iterable[Phrase]) -> Set[str]:
    """The cards that some phrases say."""
    return {code for phrase in phrases if phrase.shape == "cards" for code in phrase.values}
