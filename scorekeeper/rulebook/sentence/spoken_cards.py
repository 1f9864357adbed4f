"""The cards of a sentence: a suit and a rank in any order, a tarok by its number, lists of them."""

from itertools import takewhile

from scorekeeper.core.cards import JOKER, TAROK, TAROKS, Pack
from scorekeeper.rulebook.sentence.grammar import SUIT_ROLES
from scorekeeper.rulebook.sentence.lexicon import SIGNS, Lexicon
from scorekeeper.rulebook.sentence.tokens import Token, Tokens, said_in, word_behind

NEAR = 2
MOST_COUNTED = 4
"""Cards of one rank: a number up to this one counts them."""
REACH = 6
"""So many words before a card and behind it are looked at for what governs it."""
TEN = "T"
"""The rank of a ten."""
NUMBERED = TAROKS[:-1]
"""The taroks that have a number, from I."""
COUNTED = ("is:card", "is:point", "is:trick", "is:player", "is:turn", "is:taroks")
"""What a number may count that is no rank."""
JOINING = ("is:and",)
COURTS, FIGURES = "KQJCA", frozenset("23456789")


def is_attribute(token: Token, lexicon: Lexicon) -> bool:
    """True if a suit is, or with a slip of a letter may be, an attribute."""
    return token.slip or token.folded.endswith(lexicon.attributes)


class CardReader:
    """Reads the cards that the tokens of a sentence say, and their parts."""

    def __init__(self, tokens: Tokens, lexicon: Lexicon, pack: Pack) -> None:
        self.tokens, self.lexicon, self.pack = tokens, lexicon, pack
        suits = [suit for suit, _ranks in pack.suits]
        self.taroks = TAROK in suits
        self.ranks = {code[:-1] for code in pack.by_code}
        self.same = lexicon.same

    # --- what a token says --------------------------------------------------------------------

    def suit(self, at: int) -> str | None:
        value = self._value(at, "suit") or ""
        return self.same.get(value, value) or None

    def rank(self, at: int) -> str | None:
        """A rank by its word, its figure, or its letter beside the sign of a suit."""
        text = self._text(at)
        figure = TEN if text == "10" else text if text in FIGURES else ""
        signed = not SIGNS.keys().isdisjoint((self._text(at - 1), self._text(at + 1)))
        value = self._value(at, "rank") or figure or (signed and self._value(at, "letter")) or ""
        rank = self.same.get(value, value)
        return rank if value and rank in self.ranks else None

    def number(self, at: int) -> int | None:
        text = self._value(at, "number") or self._text(at)
        return int(text) if text.isdecimal() and len(text) < 4 else None

    def tarok(self, at: int) -> str | None:
        """The number of a tarok in figures, Roman ones or words."""
        text, rank = self._text(at), self._value(at, "rank") or ""
        joins = text.islower() and self._means(at, *JOINING)
        if text.upper() in NUMBERED and self.taroks and not joins:
            return text.upper()
        number = self.number(at) or self._nth(at)
        if number is None and (rank.isdecimal() or rank == TEN):
            number = 10 if rank == TEN else int(rank)
        return NUMBERED[number - 1] if number and 0 < number <= len(NUMBERED) else None

    def _nth(self, at: int) -> int | None:
        value = self._value(at, "nth")
        return int(value) if value else None

    def _value(self, at: int, kind: str) -> str | None:
        return self.tokens[at].value(kind) if 0 <= at < len(self.tokens) else None

    def _text(self, at: int) -> str:
        return self.tokens[at].text if 0 <= at < len(self.tokens) else ""

    def _means(self, at: int, *meanings: str) -> bool:
        return 0 <= at < len(self.tokens) and self.tokens[at].means(*meanings)

    def _by_it(self, token: Token) -> bool:
        """True if a noun has the ending of what something is done by."""
        word, endings = token.text.lower(), self.lexicon.instrumental
        return any(word.endswith(each) and len(word) > len(each) + 1 for each in endings)

    def _role_of_suit(self, at: int) -> str | None:
        """The role that a word says a suit has."""
        return next((role for role in SUIT_ROLES if self._means(at, f"is:{role}")), None)

    # --- cards --------------------------------------------------------------------------------

    def card(self, at: int) -> tuple[str, int] | None:
        """The card that begins at a token: its code, and the token behind it."""
        named = self._value(at, "card")
        if named == JOKER and self._means(at + 1, "is:as"):  # "the joker as the king of spades"
            card = self._suited(at + 2 + self._means(at + 2, "is:det"))
            if card:
                return f"{JOKER}={card[0]}", card[1]
        text = self._text(at)
        code = named or (text if len(text) == 2 and text.isupper() else "")
        if code in self.pack.by_code:
            return code, at + (2 if self._means(at + 1, "is:tarok") and code in NUMBERED else 1)
        return self._tarok(at) or self._suited(at)

    def _tarok(self, at: int) -> tuple[str, int] | None:
        if not self.taroks:
            return None
        number = at + 1 + self._means(at + 1, "is:number-of")
        if self._means(at, "is:tarok") and (code := self.tarok(number)):
            return code, number + 1
        code, alone = self.tarok(at) or "", self._number_word(at)
        behind = at + 1 + self._means(at + 1, "is:of")
        counts = behind == at + 1 and alone and self._means(behind, "is:taroks")
        counts = counts or (self._nth(at) is not None and self.tarok(behind + 1) is not None)
        if code and self._means(behind, "is:tarok") and not counts:
            return code, behind + 1
        told, rank = self._text(at).upper(), self._value(at, "rank")
        certain = (told in NUMBERED and len(told) > 1) or (alone or 0) > 10
        if rank and rank not in {*self.ranks, *COURTS}:
            suited = self._means(at + 1, "is:of") or self.suit(at + 1)
            the = not self.lexicon.accusative and self._means(at - 1, "is:det") and not suited
            certain = certain or alone is None or the
        return (code, at + 1) if certain and not self._counts(at) else None

    def _number_word(self, at: int) -> int | None:
        """A number in letters."""
        return self.number(at) if self._value(at, "number") else None

    def _counts(self, at: int) -> bool:
        return self._means(at + 1, *COUNTED)

    def _counts_suit(self, at: int) -> bool:
        """True for a number that counts cards of a suit: "eight hearts"."""
        the = self._means(at - 1, "is:det")
        return bool(self._number_word(at)) and self._means(at + 1, "is:counted") and not the

    def _suited(self, at: int) -> tuple[str, int] | None:
        rank, suit = self.rank(at) or self._large(at), self.suit(at)
        several = self.number(at - 1) not in (None, 1) and self._means(at + 1, "is:det")
        behind = at + 1 + (self._means(at + 1, "is:of", "is:det") and not several)
        number = self._number_word(at) or 0
        if self._counts_suit(at) or (suit and self._means(at, "is:counted")):
            return None
        if behind == at + 1 and 1 < number <= MOST_COUNTED and self._value(at, "rank"):
            return None  # "two hearts"
        if rank and (after := self.suit(behind)) and not self._is_of_next(at, behind):
            return self._in_pack(rank + after, behind + 1)
        if suit and (after := self.rank(at + 1) or self._large(at + 1)):
            return self._in_pack(after + suit, at + 2)
        return None

    def _is_of_next(self, rank: int, suit: int) -> bool:
        """True if a suit behind a rank has the case of the rank behind it: "the king with the queen
        of spades".
        """
        by_it = self.lexicon.instrumental
        words = (self.tokens[i].folded.endswith(by_it) for i in (rank, suit, suit + 1))
        return self._value(suit + 1, "rank") is not None and [*words] == [False, True, True]

    def _large(self, at: int) -> str | None:
        """A number word as a rank, if it is no small one that counts cards."""
        number = self._number_word(at) or 0
        return (TEN if number == 10 else str(number)) if MOST_COUNTED < number <= 10 else None

    def _in_pack(self, code: str, end: int) -> tuple[str, int] | None:
        return (code, end) if code in self.pack.by_code else None

    def joined(self, at: int) -> int:
        """The token behind a joining word, if one is there; else the same."""
        start = at
        before = self.tokens[max(0, at - REACH) : at]
        if self._means(at, "is:with") and said_in(before, "do:transfer"):
            return at
        while at <= start + 1 and (
            self._means(at, *JOINING)
            or (at > start and self._means(at, "is:besides"))
            or self._is_along(at)
        ):
            at += 1
        besides = at > start + 1 and self._means(at - 1, "is:besides")
        return start if besides and self._is_behind_on(start) else at

    def _is_behind_on(self, at: int) -> bool:
        """True if the list that ends here is what lies there, or is played on."""
        before = reversed(self.tokens[max(0, at - REACH) : at])
        clause = takewhile(lambda token: not (token.verbs or token.is_mark), before)
        return said_in(clause, "is:on")

    def _is_along(self, at: int) -> bool:
        """True for "with" between two cards of a list: "the jack with the queen"."""
        nouns = self.tokens[at + 1 : at + 1 + NEAR] if self._means(at, "is:along") else ()
        beats = said_in(self.tokens[max(0, at - REACH) : at], "do:beat", "do:transfer")
        return not beats and any(
            self._by_it(noun) for noun in nouns if noun.value("rank") or noun.value("card")
        )

    def cards(self, at: int) -> tuple[tuple[str, ...], int] | None:
        """The cards of a list that begins at a token, and the token behind it.

        What stands once for all of them may be left out: "red and green king", "sevens of hearts
        and spades".
        """
        first = self._shared(at) or self._of_taroks(at) or self.card(at) or self._of_suit(at)
        if first is None:
            return None
        codes = (first[0],) if isinstance(first[0], str) else first[0]
        end = first[1]
        while (more := self._more(end, codes[-1])) and {*codes}.isdisjoint(more[0]):
            codes, end = (*codes, *more[0]), more[1]
        return codes, end

    def _shared(self, at: int) -> tuple[tuple[str, ...], int] | None:
        """Cards of one rank whose suits stand before it: "red, green and bell king"."""
        suits: list[str] = []
        bare = bool(self.lexicon.attributes) and not is_attribute(self.tokens[at], self.lexicon)
        while not bare and (suit := self.suit(at)) and not self.rank(at + 1):
            suits.append(suit)
            comma = self._text(at + 1) == "," and self.suit(at + 2)
            following = at + 2 if comma else self.joined(at + 1)
            if following == at + 1:
                return None
            at = following
        card = self._suited(at) if suits and self.suit(at) else None
        if card is None:
            return None
        codes = (*(card[0][:-1] + suit for suit in suits), card[0])
        whole = len({*codes}) == len(codes) and self.pack.by_code.keys() >= {*codes}
        return (codes, card[1]) if whole else None

    def _of_suit(self, at: int) -> tuple[tuple[str, ...], int] | None:
        """Cards of one suit, which stands behind them: "jack, queen and king of clubs"."""
        ranks: list[str] = []
        bare = False
        while (rank := self.rank(at)) and not self._suited(at):
            ranks.append(rank)
            end = at + 1
            at += 2 if self._text(at + 1) == "," and self.rank(at + 2) else 1
            at = self.joined(at)
            bare = at == end
            at = at + 1 if self._means(at, "is:det") else at
        last = self._suited(at) if ranks and self.rank(at) and not bare else None
        if last and last[0][:-1] in ranks:
            return None
        if last is None or any(rank + last[0][1] not in self.pack.by_code for rank in ranks):
            return None
        return (*(rank + last[0][1] for rank in ranks), last[0]), last[1]

    def _of_taroks(self, at: int) -> tuple[tuple[str, ...], int] | None:
        """Taroks by their names or numbers, of which the last one, or a word before, says what they
        are: "the nine and the twenty of taroks", "of taroks he had the pagát, the nine and …".
        """
        codes: list[str] = []
        start = at
        while self.taroks and not (self._counts(at) and self._value(at, "number")):
            if (code := self._tarok_in_list(at)) is None:
                return None
            codes.append(code)
            of = at + 1 + self._means(at + 1, "is:of", "is:number-of")
            if self._means(of, "is:tarok"):
                return (tuple(codes), of + 1) if len(codes) > 1 else None
            following = self.joined(at + 1 + (self._text(at + 1) == ","))
            if following == at + 1 and self._tarok_in_list(following) is None:
                of_which = len(codes) > 1 and self._of_which(start)
                return (tuple(codes), at + 1) if of_which else None
            at = word_behind(self.tokens, following, "is:det", small=False)
        return None

    def _tarok_in_list(self, at: int) -> str | None:
        named = self._value(at, "card")
        return named if named in TAROKS else self.tarok(at)

    def _of_which(self, at: int) -> bool:
        """True if a word for taroks, without a number, stands before in the clause."""
        while at > 0 and not self.tokens[at - 1].is_mark:
            at -= 1
            if self._means(at, "is:taroks") and not (self.tarok(at + 1) or self.tarok(at - 1)):
                return True
        return False

    def _more(self, at: int, before: str) -> tuple[tuple[str, ...], int] | None:
        """The next cards of a list, behind a joining word."""
        start = self.joined(at)
        if start == at:
            return self._unjoined(at, before)
        start += self._means(start, "is:on-it") and self._means(start + 1, "is:more")
        while self._means(start, "is:det", "is:more", "is:soon") or (
            self._means(start - 1, "is:soon") and self._means(start, *JOINING)
        ):
            start += 1
        if self._opens_a_clause(start):
            return None
        card = self.card(start)
        return ((card[0],), card[1]) if card else self._rest(start, before)

    def _unjoined(self, at: int, before: str) -> tuple[tuple[str, ...], int] | None:
        """Behind a comma, or right behind a card, a list goes on if a joining word ends it."""
        comma = self._text(at) == ","
        start = at + comma
        start = word_behind(self.tokens, start, "is:det", small=False) if comma else start
        card = self.card(start)
        first = ((card[0],), card[1]) if card else self._numbered(start, before)
        if not first and comma and self.suit(start):
            postposed = self.suit(at - 1) and not self._value(start + 1, "rank")
            told = postposed or not is_attribute(self.tokens[start], self.lexicon)
            first = self._rest(start, before) if told else None
        rank = not card and start == at + 1 and self._value(start, "rank") is not None
        first = first or (self._rest(start, before) if rank and not self.suit(start) else None)
        if not first:
            return None
        joined = self._more(first[1], first[0][-1])
        if rank and not joined:
            return first if first[1] == len(self.tokens) or self.tokens[first[1]].is_mark else None
        return ((*first[0], *joined[0]), joined[1]) if joined else None

    def _numbered(self, at: int, before: str) -> tuple[tuple[str, ...], int] | None:
        """A number behind a tarok that had one: another one."""
        if before not in NUMBERED or not self.number(at) or self._counts(at) or self.suit(at + 1):
            return None
        code = self.tarok(at)
        return ((code,), at + 1) if code else None

    def _rest(self, at: int, before: str) -> tuple[tuple[str, ...], int] | None:
        """A card of which only the suit is said, or the rank: the other is that before it."""
        rank, suit = self.rank(at), self.suit(at)
        last = next((place for place in range(at - 1, -1, -1) if self.suit(place)), at)
        attributes = [is_attribute(self.tokens[i], self.lexicon) for i in (last, at) if suit]
        if attributes == [True, False]:
            return None
        if numbered := self._numbered(at, before):
            return numbered
        alone = before not in NUMBERED and len(before) == len("QS") and not (rank and suit)
        reach = (1,) if self._text(at + 1) == "," else (1, NEAR)
        roles = any(self._role_of_suit(at + behind) for behind in reach)
        if not alone or roles or self._counts(at):
            return None
        code = before[0] + suit if suit else rank + before[1] if rank else ""
        return ((code,), at + 1) if code in self.pack.by_code else None

    def _opens_a_clause(self, at: int) -> bool:
        """True if the card here is what the verb right behind it is about, and the list before it
        has a verb of its own.
        """
        card = self.card(at)
        skipped = ("is:which", "is:det", "is:more", "is:in-hand", "is:it", "is:besides")
        end = word_behind(self.tokens, card[1] if card else at + 1, *skipped)
        if self._means(end, "is:no"):
            return True
        if not any(token.verbs or not token.is_known for token in self.tokens[end : end + 1]):
            return False
        if self._means(end, "do:beat") and self._means(end - 1, "is:which"):
            return True
        earlier = self.tokens[max(0, at - REACH - NEAR) : at]
        object_behind = any(self.card(place) for place in range(end + 1, end + REACH))
        on_it = said_in(earlier, "is:on") and not object_behind
        return on_it or any(token.verbs for token in earlier)
