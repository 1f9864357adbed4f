"""Cards of which a sentence says only a part, because it has said the rest before.

"He had spades, namely the queen": a card behind its suit is in the role of the suit. "Two sevens
lay there, on top the green": a suit in the form of an attribute is a card of the rank told before.
"""

from collections.abc import Iterator
from dataclasses import replace

from scorekeeper.core.cards import JOKER, TAROK, TAROKS, Pack
from scorekeeper.rulebook.sentence import grammar
from scorekeeper.rulebook.sentence.grammar import HAVING, LISTED, PUTTING
from scorekeeper.rulebook.sentence.lexicon import EXIST, Lexicon
from scorekeeper.rulebook.sentence.phrases import (
    COUNTED_RANK,
    OF_CARDS,
    Phrase,
    Phrases,
    codes_of,
    is_behind,
)
from scorekeeper.rulebook.sentence.spoken_cards import TEN, is_attribute
from scorekeeper.rulebook.sentence.tokens import Tokens, said_in

TOLD_OF = LISTED | PUTTING
SAID_TO_BE = frozenset({EXIST, "say"})
BETWEEN = ("is:det", "is:more", "is:only", "is:namely", "is:in-hand")
"""Words that stand between a suit and the card that it is said to be."""
NUMBERS = {str(number): number for number in range(2, 10)} | {TEN: 10}


def with_cards(
    tokens: Tokens, phrases: Phrases, lexicon: Lexicon, pack: Pack
) -> tuple[Phrase, ...]:
    """The phrases with the cards whose other part was not said again."""
    found = [*_as_taroks(tokens, [*_as_another(tokens, phrases)])]
    found = [*_with_suits(tokens, found, lexicon, pack)]
    found = [*_apposed(tokens, found, pack)]
    found = [*_all_of_rank(tokens, [*_of_rank(tokens, found, lexicon, pack)], pack)]
    found = [*_told_once(found)]
    found = [*_once_more(tokens, [*_one_of_hand(tokens, found, lexicon)])]
    return tuple(_of_same_rank(tokens, found, lexicon, pack))


def _as_another(tokens: Tokens, phrases: Phrases) -> Iterator[Phrase]:
    """The cards; a joker with the card behind "as", which it stands for."""
    jokers = [phrase for phrase in phrases if phrase.values == (JOKER,)]
    stands = (
        p
        for p in phrases
        if jokers
        and p.shape == "cards"
        and p not in jokers
        and (
            is_behind(tokens, p, "is:as")
            or p.is_named
            or any(_is_that(tokens, joker, p) for joker in jokers)
        )
    )
    other = next(stands, None)
    for phrase in phrases:
        if other and phrase in jokers:
            yield replace(phrase, values=(f"{JOKER}={other.values[0]}",))
        elif phrase is not other:
            yield phrase


def _is_that(tokens: Tokens, joker: Phrase, phrase: Phrase) -> bool:
    """True if it is said behind a joker that it is a card."""
    between = tokens[joker.end : phrase.first]
    is_it = any(EXIST in token.verbs and not token.negated for token in between)
    return is_it and all(
        token.is_mark or token.common or token.means("is:det") or token.verbs <= SAID_TO_BE
        for token in between
    )


def _as_taroks(tokens: Tokens, phrases: Phrases) -> Iterator[Phrase]:
    """The phrases; a bare number that was put or kept is that of a tarok, where another tarok was
    told by that word and no suit is.
    """
    spoken = any(
        p.values[0] in TAROKS and said_in(tokens[p.first : p.end], "is:tarok", "is:taroks")
        for p in phrases
        if p.shape == "cards"
    )
    suited = codes_of(phrases) - {*TAROKS} or any(phrase.shape == "suit" for phrase in phrases)
    for phrase in phrases:
        bare = phrase.shape == "rank" and len(phrase.values) == 1 and phrase.has(*TOLD_OF)
        number = NUMBERS.get(phrase.values[0]) if bare and spoken and not suited else None
        codes = (TAROKS[number - 1],) if number else ()
        yield replace(phrase, shape="cards", values=codes) if codes else phrase


def _with_suits(tokens: Tokens, phrases: Phrases, lexicon: Lexicon, pack: Pack) -> Iterator[Phrase]:
    """A rank, and its suits as attributes behind a comma, or in an order: cards."""
    rank: Phrase | None = None
    for phrase in phrases:
        codes = tuple(rank.values[0] + s for s in phrase.values) if rank else ()
        attribute = phrase.shape == "suit" and pack.by_code.keys() >= {*codes}
        attribute = attribute and _is_attribute_alone(tokens, phrase, lexicon)
        between = tokens[rank.end : phrase.first] if rank and attribute else ()
        words = [token for token in between if not token.means("is:det")]
        comma = bool(words) and words[-1].text == "," and not any(t.is_mark for t in words[:-1])
        aside = comma and not phrase.is_governed
        order = all(token.common or token.means("is:in", "is:turn", *BETWEEN) for token in between)
        same = len(codes) > 1 and rank is not None and phrase.governor == rank.governor
        if rank and between and (aside or (same and order)):
            yield replace(rank, shape="cards", values=codes, end=phrase.end)
            rank = None
            continue
        yield from (rank,) if rank else ()
        rank = phrase if phrase.shape == "rank" and len(phrase.values) == 1 else None
        yield from () if rank else (phrase,)
    yield from (rank,) if rank else ()


def _apposed(tokens: Tokens, phrases: Phrases, pack: Pack) -> Iterator[Phrase]:
    """A card, or its rank, behind a suit that has a role: which card of the suit it was."""
    told: list[Phrase] = []  # such a suit, and what stands behind it
    for phrase in phrases:
        if told and phrase.shape not in OF_CARDS:
            told.append(phrase)
            continue
        follows = told and _follows(tokens, told[0], phrase)
        if follows and (card := _card_of(phrase, told[0], pack)):
            yield from told[1:]
            yield replace(card, roles=told[0].roles, governor=told[0].governor)
            told = []
            continue
        yield from told
        open_roles = len(phrase.values) == 1 and phrase.has(*TOLD_OF, "on")
        told = [phrase] if phrase.shape == "suit" and open_roles else []
        yield from () if told else (phrase,)
    yield from told


def _follows(tokens: Tokens, suit: Phrase, phrase: Phrase) -> bool:
    """True if a phrase only says more of what a suit says."""
    between = tokens[suit.end : phrase.first]
    if phrase.is_free or (phrase.roles == ("with",) and not phrase.is_governed):
        return all(
            token.is_mark
            or token.common
            or token.means(*BETWEEN)
            or token.verbs
            or (token.value("number") and not token.value("rank"))
            for token in between
        )
    same = phrase.roles == suit.roles and phrase.governor == suit.governor
    only = all(token.means(*BETWEEN) or token.verbs == {EXIST} for token in between)
    return same and (only or suit.end <= suit.governor < phrase.first)


def _card_of(phrase: Phrase, suit: Phrase, pack: Pack) -> Phrase | None:
    """The phrase as cards of a suit; None if they are of another one."""
    codes, of = phrase.values, suit.values[0]
    if phrase.shape == "suit":
        return None
    if phrase.shape == "rank" and of == TAROK:
        codes = tuple(TAROKS[NUMBERS[rank] - 1] if rank in NUMBERS else "" for rank in codes)
    elif phrase.shape == "rank":
        codes = tuple(rank + of for rank in codes)
    fit = all(code in pack.by_code and _suit_of(code) == of for code in codes)
    return replace(phrase, shape="cards", values=codes) if fit and codes else None


def _suit_of(code: str) -> str:
    return TAROK if code in TAROKS else code[-1:]


def _of_rank(tokens: Tokens, phrases: Phrases, lexicon: Lexicon, pack: Pack) -> Iterator[Phrase]:
    """Suits in the form of attributes: cards of them, of the rank of which several were told, or
    of that of the card before a number; as many as were told are these.
    """
    counted, before = None, ""
    suits: list[Phrase] = []
    for phrase in phrases:
        suit = counted is not None and phrase.shape == "suit"
        if counted and suit and _is_listed(tokens, (suits or [counted])[-1], phrase):
            suits.append(phrase)
            rank = counted.noun.removeprefix(COUNTED_RANK)
            codes = tuple(rank + value for each in suits for value in each.values)
            if str(len(codes)) == counted.values[0] and pack.by_code.keys() >= {*codes}:
                these = replace(counted, first=suits[0].first, end=phrase.end, noun="")
                yield replace(these, shape="cards", values=codes)
                suits = []
            continue
        yield from _of_it(tokens, counted, suits, lexicon, pack)
        suits = [phrase] if suit else []
        yield from () if suits else (phrase,)
        counted = phrase if phrase.noun.startswith(COUNTED_RANK) else counted
        if before and lexicon.attributes and phrase.shape == "number" and not phrase.noun:
            counted = replace(phrase, noun=before)
        if phrase.values[-1] in pack.by_code:
            before = f"{COUNTED_RANK}{phrase.values[-1][:-1]}"
    yield from _of_it(tokens, counted, suits, lexicon, pack)


def _is_listed(tokens: Tokens, before: Phrase, suit: Phrase) -> bool:
    """True if a suit stands in a list, or may be one of the cards counted before it."""
    if before.noun:
        return not (suit.has(*grammar.SUIT_ROLES) or any(r[0] == "-" for r in suit.roles))
    return all(
        token.is_mark or token.common or token.means("is:and", "is:then", *BETWEEN)
        for token in tokens[before.end : suit.first]
    )


def _of_it(
    tokens: Tokens, counted: Phrase | None, suits: Phrases, lexicon: Lexicon, pack: Pack
) -> Iterator[Phrase]:
    """Suits: cards of the rank that was counted, if they are attributes and were put down."""
    rank = counted.noun.removeprefix(COUNTED_RANK) if counted else ""
    for suit in suits:
        codes = tuple(rank + each for each in suit.values)
        elliptic = _is_attribute_alone(tokens, suit, lexicon) and pack.by_code.keys() >= {*codes}
        put = elliptic and suit.has(*PUTTING, "on", "lie")
        yield replace(suit, shape="cards", values=codes) if put else suit


def _is_attribute_alone(tokens: Tokens, suit: Phrase, lexicon: Lexicon) -> bool:
    """True if a suit is an attribute, and behind it there is no word that nobody knows."""
    whole = all(token.is_known for token in tokens[suit.end : suit.end + 1])
    return whole and is_attribute(tokens[suit.end - 1], lexicon)


def _all_of_rank(tokens: Tokens, phrases: Phrases, pack: Pack) -> Iterator[Phrase]:
    """The phrases; as many cards of a rank as there are, where that is all that was done."""
    for phrase in phrases:
        counted = phrase.noun.startswith(COUNTED_RANK)
        rank = phrase.noun.removeprefix(COUNTED_RANK) if counted else phrase.values[0]
        codes = tuple(code for code in pack.by_code if code[:-1] == rank)
        of_all = said_in(tokens[phrase.first - 1 : phrase.first], "is:all")
        burnt = phrase.has("burn")
        if counted:
            every = (of_all or burnt) and str(len(codes)) == phrase.values[0]
        else:
            every = of_all and burnt and phrase.shape == "rank"
        told = any(each.shape == "cards" and {*each.values} <= {*codes} for each in phrases)
        whole = every and codes and not told
        yield replace(phrase, shape="cards", values=codes, noun="") if whole else phrase


def _told_once(phrases: Phrases) -> Iterator[Phrase]:
    """The phrases without a number of cards that only counts those that were put down, and without
    cards that are only named again, with no word of what was done.
    """
    put = {str(len(p.values)) for p in phrases if p.shape == "cards" and len(p.values) > 1}
    for at, phrase in enumerate(phrases):
        counts = phrase.noun == "card" and phrase.has("free") and phrase.values[0] in put
        again = phrase.shape == "cards" and phrase.is_free
        if not (counts or (again and {*phrase.values} <= codes_of(phrases[:at]))):
            yield phrase


def _one_of_hand(tokens: Tokens, phrases: Phrases, lexicon: Lexicon) -> Iterator[Phrase]:
    """The phrases; a rank, or a suit as an attribute, that was put down is the one card of it
    among several that were told to be in the hand before.
    """
    held = list[str]()
    for phrase in phrases:
        attribute = phrase.shape == "suit" and _is_attribute_alone(tokens, phrase, lexicon)
        put = (attribute or phrase.shape == "rank") and phrase.is_put and len(held) > 1
        fit = [code for code in held if put and phrase.values[0] in (code[:-1], code[-1:])]
        another = said_in(tokens[phrase.first - 1 : phrase.first], "is:next")
        one = len(fit) == 1 == len(phrase.values) and not another
        yield replace(phrase, shape="cards", values=(*fit,)) if one else phrase
        if phrase.shape == "cards" and phrase.roles == (HAVING,):
            held.extend(phrase.values)


def _once_more(tokens: Tokens, phrases: Phrases) -> Iterator[Phrase]:
    """The phrases; a rank that was in the hand, if one card of it was told before, is that card; if
    several cards were told of one suit, it is of that suit.
    """
    for at, phrase in enumerate(phrases):
        told, right_before = codes_of(phrases[:at]), tokens[phrase.first - 1 : phrase.first]
        held = phrase.shape == "rank" and phrase.has(HAVING)
        of_it = {code for code in told if code not in TAROKS and (code[:-1],) == phrase.values}
        this = held and len(of_it) == 1 and said_in(right_before, "is:det")
        suits = {_suit_of(code) for code in told} if len(told) > 1 else set()
        same = held and len(suits) == 1 and TAROK not in suits
        codes = tuple(of_it) if this else tuple(r + s for r in phrase.values for s in suits)
        known = this or (same and not said_in(right_before, "is:some"))
        yield replace(phrase, shape="cards", values=codes) if known else phrase


def _of_same_rank(
    tokens: Tokens, phrases: Phrases, lexicon: Lexicon, pack: Pack
) -> Iterator[Phrase]:
    """The phrases; "that of clubs", where all cards before are of one rank, is another card of it;
    one of those on the table that was beaten is not told again.
    """
    for at, phrase in enumerate(phrases):
        told = codes_of(phrases[:at])
        attribute = phrase.shape == "suit" and _is_attribute_alone(tokens, phrase, lexicon)
        ranks = {code[:-1] for code in told} if attribute and len(phrase.values) == 1 else set()
        code = f"{min(ranks, default='')}{phrase.values[0]}"
        this = said_in(tokens[phrase.first - 1 : phrase.first], "is:det")
        there = this and phrase.has(*PUTTING, *LISTED, "on")
        if len(ranks) == 1 and there and code in {*pack.by_code} - {*told}:
            yield replace(phrase, shape="cards", values=(code,))
        elif not (
            len(ranks) == 1 < len(told) and code in told and {*phrase.roles} <= grammar.TAKING
        ):
            yield phrase
