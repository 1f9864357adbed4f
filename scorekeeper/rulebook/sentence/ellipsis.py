"""What a sentence leaves out because it has said it before: a verb, a noun, a part of a card.

"Spades he had none, but the pagat he did": a word of assent or of denial stands for the verb. A
number without a noun counts what was counted before.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from scorekeeper.core.cards import Pack
from scorekeeper.rulebook.sentence.doubts import comes_of_it, is_instead, told_phrases
from scorekeeper.rulebook.sentence.gaps import BY_SOMEONE, ECHOED, LISTED, with_verbs
from scorekeeper.rulebook.sentence.lexicon import GRAMMAR, LEAST_BARE, NAMING, PUTTING, Lexicon
from scorekeeper.rulebook.sentence.partial_cards import with_cards
from scorekeeper.rulebook.sentence.phrases import (
    COUNTED_RANK,
    SEAT,
    SUBJECTS,
    Phrase,
    clause_of,
    ends,
    is_free,
)
from scorekeeper.rulebook.sentence.roles import HELD
from scorekeeper.rulebook.sentence.spoken_cards import MOST_COUNTED
from scorekeeper.rulebook.sentence.tokens import EXIST, WANTING, Token, said_in

NOT_BY_SOMEONE = frozenset(f"-{role}" for role in BY_SOMEONE)
FILLER = frozenset({"is:filler"})
SAID = "say"
PASSED = ("is:filler", "is:det", "is:which")
"""What stands in a closing tag beside its denial."""
DENIED: Sequence[str] = GRAMMAR["denied"]
"""Verbs for which a word of denial stands where no other was there."""
DRAWN = frozenset({"due", "draw", "take", "wait", "deal", "get", "attack", "send"})
"""What is done with so many cards as a number says."""
DEALT, FEWEST_DEALT = frozenset({"deal", "get"}), 3
"""So many cards are dealt at least where nobody says that they are cards."""
STOCK: str = GRAMMAR["in-stock"][0]
IN_STOCK, NEAR_STOCK = tuple(f"is:{word}" for word in GRAMMAR["in-stock"]), 4
"""So many words from the stock it is told how many cards are left there."""
GOES_OFF = frozenset[str](GRAMMAR["goes-off"])
"""What is done with so many cards that do not lie there."""
WISHED = frozenset[str](GRAMMAR["wished"])
"""What somebody wants to be done, who names a suit or a rank."""


def said_of(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """The tokens with the verbs that are meant, where a word stands for one."""
    return tuple(with_wishes([*with_chances([*with_echoes([*without_tag(tokens)])])]))


def without_tag(tokens: Sequence[Token]) -> Iterator[Token]:
    """The tokens; a question at the end that only asks who denies it, "who says not?", is talk."""
    tag = next((at for at in range(len(tokens)) if _is_tag(tokens[at:])), len(tokens))
    yield from tokens[:tag]
    for token in tokens[tag:]:
        talk = token if token.is_mark else replace(token, meanings=FILLER, negated=False)
        yield talk


def _is_tag(tokens: Sequence[Token]) -> bool:
    """True if all that is left of a sentence asks who says that it is not so."""
    words = [token for token in tokens if not (token.is_mark or token.common)]
    asks = len(words) > 1 and tokens[0].means("is:asks-who") and SAID in words[1].verbs
    return asks and all(token.means("is:not", *PASSED) for token in words[2:])


def with_echoes(tokens: Sequence[Token]) -> Iterator[Token]:
    """The tokens; a word of assent or of denial is the verb that it stands for."""
    said = False
    verb = ""
    for at, token in enumerate(tokens):
        denies = token.means("is:not") and not token.verbs and ends(tokens, at + 1)
        denies = denies and not tokens[at - 1].is_mark
        if said and (denies or token.means("is:yes")):
            yield replace(token, meanings=frozenset({f"do:{ECHOED[0]}"}), negated=denies)
        elif verb and denies:
            yield replace(token, meanings=frozenset({f"do:{verb}"}), negated=True)
        else:
            yield token
        said = said or not token.verbs.isdisjoint(ECHOED)
        verb = next((name for name in DENIED if name in token.verbs), verb)


def with_chances(tokens: Sequence[Token]) -> Iterator[Token]:
    """The tokens; what somebody could have put down was in his hand."""
    could = False
    for token in tokens:
        if could and not token.negated and (token.verbs & PUTTING):
            yield replace(token, meanings=frozenset({f"do:{ECHOED[0]}"}))
            could = False
        else:
            yield token
            could = token.means("is:could") or (could and not token.is_mark)


def with_wishes(tokens: Sequence[Token]) -> Iterator[Token]:
    """The tokens; of "he said that kings are to be played" the verb is that of saying, and a wish
    with no such verb is one of demanding.
    """
    found = [*tokens]
    naming = ""
    for at, token in enumerate(tokens):
        named = NAMING & token.verbs
        naming = next(iter(sorted(named)), naming)
        if not token.means("is:wish") and not (naming and token.means("is:future")):
            continue
        verb = at
        while token.means("is:wish") and verb < len(tokens) and not tokens[verb].verbs:
            verb = verb + 1 if not tokens[verb].is_mark else len(tokens)
        wished = verb < len(tokens) and not tokens[verb].negated
        if token.means("is:future") or (wished and tokens[verb].verbs & WISHED):
            told = {at} if token.means("is:future") else {at, verb}
            for place in told:
                found[place] = replace(tokens[place], meanings=FILLER)
            last = max(told)
            found[last] = replace(tokens[last], meanings=frozenset({f"do:{naming or WANTING}"}))
    yield from found


def completed(
    tokens: Sequence[Token], phrases: Sequence[Phrase], lexicon: Lexicon, pack: Pack
) -> tuple[Phrase, ...]:
    """The phrases with the roles and the cards that were not said again."""
    counted = _in_stock(tokens, [*_counts_cards(tokens, _counted_too(tokens, phrases))])
    counted = _of_each(tokens, counted)
    found = with_verbs(tokens, [*told_phrases(tokens, counted)])
    return tuple(_without_denied(with_cards(tokens, found, lexicon, pack)))


def _without_denied(phrases: Sequence[Phrase]) -> Iterator[Phrase]:
    """The phrases without cards of which nothing is told but that another one was put down."""
    put = any(p.shape == "cards" and not BY_SOMEONE.isdisjoint(p.roles) for p in phrases)
    for phrase in phrases:
        if not (put and phrase.shape == "cards" and {*phrase.roles} <= NOT_BY_SOMEONE):
            yield phrase


def _counted_too(tokens: Sequence[Token], phrases: Sequence[Phrase]) -> Iterator[Phrase]:
    """A small number behind somebody, where one before has put so many of a rank: as many of it."""
    counted: Phrase | None = None
    for phrase in phrases:
        open_roles = is_free(phrase) or not PUTTING.isdisjoint(phrase.roles)
        open_roles = open_roles or not {"add", "with"}.isdisjoint(phrase.roles)
        alone = phrase.shape == "number" and not phrase.noun and open_roles
        alone = alone and int(phrase.values[0]) <= MOST_COUNTED
        if counted and alone and _someone_between(tokens[counted.end : phrase.first]):
            yield replace(phrase, noun=counted.noun, roles=counted.roles)
            continue
        yield phrase
        rank = phrase.shape == "rank" and len(phrase.values) == 1
        puts = rank or phrase.noun.startswith(COUNTED_RANK)
        puts = puts and not PUTTING.isdisjoint(phrase.roles)
        noun = f"{COUNTED_RANK}{phrase.values[0]}" if rank else phrase.noun
        puts = puts or (phrase.noun == "card" and HELD in phrase.roles)
        counted = replace(phrase, noun=noun) if puts else counted


def _counts_cards(tokens: Sequence[Token], phrases: Iterable[Phrase]) -> Iterator[Phrase]:
    """The phrases; a number word without a noun that somebody has to draw is one of cards, and one
    behind a trick that was told, of which nothing else is said, is one of tricks.
    """
    trick = dealt = False
    told = [*phrases]
    for phrase in told:
        number = _number_alone(tokens[phrase.first], phrase, dealt)
        counts = bool(number) and _is_due(tokens, phrase, told)
        result = number and comes_of_it(tokens, replace(phrase, shape="number"))
        result = result and not tokens[phrase.first - 1].means("is:det")
        if result and (phrase.shape == "rank" or (counts and HELD not in phrase.roles)):
            yield from () if phrase.shape == "rank" else (phrase,)
            continue
        few = number and int(number) < FEWEST_DEALT and not {*phrase.roles}.isdisjoint(DEALT)
        another = said_in(tokens[phrase.first - 1 : phrase.first], "is:instead")
        if counts and not few and not another:
            yield replace(phrase, shape="number", values=(number,), noun="card")
        elif number and trick and "free" not in phrase.roles and not {*phrase.roles} & {*LISTED}:
            yield replace(phrase, shape="number", values=(number,), noun="trick")
        else:
            yield phrase
        of_it = tokens[phrase.first : phrase.end + 1]
        trick = trick or (phrase.shape == "nth" and said_in(of_it, "is:trick"))
        gave = phrase.noun == "card" and not (DEALT | {"play", HELD}).isdisjoint(phrase.roles)
        dealt = dealt or gave


def _number_alone(token: Token, phrase: Phrase, dealt: bool) -> str:
    """The number that a phrase of one word without a noun says; behind another number of cards that
    were dealt it is that of no tarok.
    """
    if phrase.end > phrase.first + 1 or len(phrase.values) > 1 or phrase.noun:
        return ""
    spoken = phrase.shape in ("rank", "number") or (dealt and phrase.shape == "cards")
    figure = token.text if token.text.isdecimal() else ""
    return (token.value("number") if spoken else None) or figure


def _is_due(tokens: Sequence[Token], phrase: Phrase, phrases: Sequence[Phrase]) -> bool:
    """True for a number of what somebody has to draw, or has."""
    before = tokens[phrase.first - 1 : phrase.first]
    if any(token.means("is:det") and token.value("letter") for token in before):
        return False
    bare = not any(t.means("is:det", "is:of", "is:on") and not t.verbs for t in before)
    due = not {*phrase.roles}.isdisjoint(DRAWN) or (bare and HELD in phrase.roles)
    due = due or any(token.value("nth") for token in (*before, *_to_whom(tokens, phrase)))
    sends = (p for p in phrases if p.noun == "card" and not is_instead(tokens, p))
    return due and not ("send" in phrase.roles and any(sends))


def _in_stock(tokens: Sequence[Token], phrases: Sequence[Phrase]) -> Iterator[Phrase]:
    """The phrases; a number of cards that are still in the stock."""
    stock = next((at for at, token in enumerate(tokens) if token.means(*IN_STOCK)), None)
    numbers = [p for p in phrases if p.shape == "number" and p.noun in ("", "card")]
    numbers += [p for p in phrases if p.shape == "rank" and tokens[p.first].value("number")]
    near = (p for p in numbers if stock is not None and stock < p.first <= stock + NEAR_STOCK)
    before = (p for p in numbers if stock is not None and p.first < stock <= p.end + NEAR_STOCK)
    there = next((p for p in (*near, *before) if _lies_there(tokens, p, stock or 0)), None)
    for phrase in phrases:
        if phrase is not there:
            yield phrase
            continue
        number = tokens[phrase.first].value("number") or phrase.values[0]
        yield replace(phrase, shape="number", values=(number,), noun="card", roles=(STOCK,))


def _lies_there(tokens: Sequence[Token], phrase: Phrase, stock: int) -> bool:
    """True if what stands between a number and the stock only says that it is there."""
    if not (PUTTING | GOES_OFF).isdisjoint(phrase.roles):
        return False
    between = tokens[min(phrase.end, stock + 1) : max(phrase.first, stock)]
    return not any(
        token.is_mark or token.verbs - {EXIST, HELD} or token.means("is:and") for token in between
    )


def _of_each(tokens: Sequence[Token], phrases: Iterable[Phrase]) -> Iterator[Phrase]:
    """The phrases; a number of cards in whose clause one player is told is his."""
    for phrase in phrases:
        first, end = clause_of(tokens, phrase.first, phrase.end)
        whose = {tokens[at].value("nth") for at in range(first, end) if _is_person(tokens, at)}
        seat = f"{SEAT}{whose.pop()}" if len(whose) == 1 and phrase.noun == "card" else ""
        yield replace(phrase, roles=(*phrase.roles, seat)) if seat else phrase


def _is_person(tokens: Sequence[Token], at: int) -> bool:
    """True for a number in a row that tells whose turn it was, not which trick or deal."""
    before, behind = tokens[at - 1 : at], tokens[at + 1 : at + 2]
    what = said_in(behind, "is:trick", "is:turn", "is:card")
    unknown = any(not (t.meanings or t.common or t.is_mark) for t in behind)
    small = (t for t in before if t.common and not t.is_mark and len(t.text) < LEAST_BARE)
    in_it = said_in(before, "is:in") or any(small)
    return tokens[at].value("nth") is not None and not (what or unknown or in_it)


def _to_whom(tokens: Sequence[Token], phrase: Phrase) -> Sequence[Token]:
    """The words right behind a number that say to whom so many were dealt."""
    to = tokens[phrase.end : phrase.end + 1]
    return tokens[phrase.end + 1 : phrase.end + 3] if said_in(to, "is:on") else ()


def _someone_between(tokens: Sequence[Token]) -> bool:
    """True if somebody else acts in what is said between two phrases."""
    if any(token.value("nth") and not token.value("rank") for token in tokens):
        return True
    return any(token.is_mark or token.means("is:and", "is:then") for token in tokens) and any(
        token.means(*SUBJECTS) or not (token.meanings or token.common or token.is_mark)
        for token in tokens
    )
