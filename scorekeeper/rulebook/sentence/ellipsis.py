"""What a sentence leaves out because it has said it before: a verb, a noun, a part of a card.

"Spades he had none, but the pagat he did": a word of assent or of denial stands for the verb. A
number without a noun counts what was counted before.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import takewhile

from scorekeeper.core.cards import Pack
from scorekeeper.rulebook.sentence import grammar
from scorekeeper.rulebook.sentence.doubts import comes_of_it, is_instead, told_phrases
from scorekeeper.rulebook.sentence.gaps import BY_SOMEONE, with_verbs
from scorekeeper.rulebook.sentence.grammar import HAVING, LACKING, NAMING, PUTTING, SUBJECTS
from scorekeeper.rulebook.sentence.lexicon import EXIST, Lexicon
from scorekeeper.rulebook.sentence.partial_cards import with_cards
from scorekeeper.rulebook.sentence.phrases import (
    COUNTED_RANK,
    SEAT,
    Phrase,
    Phrases,
    clause_of,
    ends,
)
from scorekeeper.rulebook.sentence.seats import seats_in
from scorekeeper.rulebook.sentence.spoken_cards import MOST_COUNTED
from scorekeeper.rulebook.sentence.tokens import Token, Tokens, said_in

NOT_BY_SOMEONE = frozenset(f"-{role}" for role in BY_SOMEONE)
FILLER = frozenset({"is:filler"})
DRAWN = ("due", "draw", "take", "wait", "deal", "get", "attack", "send")
"""What is done with so many cards as a number says."""
DEALT, FEWEST_DEALT = ("deal", "get"), 3
"""So many cards are dealt at least where nobody says that they are cards."""
OF_PLAYERS = ("card", "point", "loss")
"""What each player has a number of."""
NEAR_STOCK = 4
"""So many words from the stock it is told how many cards are left there."""


def said_of(tokens: Tokens) -> tuple[Token, ...]:
    """The tokens with the verbs that are meant, where a word stands for one."""
    return tuple(_with_wishes([*_with_chances([*_with_echoes([*_without_tag(tokens)])])]))


def _without_tag(tokens: Tokens) -> Iterator[Token]:
    """The tokens; a question at the end that only asks who denies it, "who says not?", is talk."""
    tags = (at for at, token in enumerate(tokens) if token.means("is:asks-who"))
    tag = next(filter(lambda at: _is_tag(tokens[at:]), tags), len(tokens))
    yield from tokens[:tag]
    for token in tokens[tag:]:
        yield token if token.is_mark else replace(token, meanings=FILLER, negated=False)


def _is_tag(tokens: Tokens) -> bool:
    words = [token for token in tokens if not (token.is_mark or token.common)]
    beside = ("is:not", "is:filler", "is:det", "is:which")
    says = len(words) > 1 and "say" in words[1].verbs
    return says and all(token.means(*beside) for token in words[2:])


def _with_echoes(tokens: Tokens) -> Iterator[Token]:
    """The tokens; a word of assent or of denial is the verb that it stands for."""
    said = False
    verb = ""
    for at, token in enumerate(tokens):
        denies = token.means("is:not") and not token.verbs and ends(tokens, at + 1)
        denies = denies and not tokens[at - 1].is_mark
        if said and (denies or token.means("is:yes")):
            yield replace(token, meanings=frozenset({f"do:{HAVING}"}), negated=denies)
        elif verb and denies:
            yield replace(token, meanings=frozenset({f"do:{verb}"}), negated=True)
        else:
            yield token
        said = said or not token.verbs.isdisjoint((HAVING, LACKING))
        verb = next((name for name in grammar.DENIED if name in token.verbs), verb)


def _with_chances(tokens: Tokens) -> Iterator[Token]:
    """The tokens; what somebody could have put down was in his hand."""
    could = False
    for token in tokens:
        if could and token.puts and not token.negated:
            yield replace(token, meanings=frozenset({f"do:{HAVING}"}))
            could = False
        else:
            yield token
            could = token.means("is:could") or (could and not token.is_mark)


def _with_wishes(tokens: Tokens) -> Tokens:
    """The tokens; of "he said that kings are to be played" the verb is that of saying, and a wish
    with no such verb is one of demanding.
    """
    found = [*tokens]
    naming = ""
    for at, token in enumerate(tokens):
        naming = next(iter(sorted(NAMING & token.verbs)), naming)
        wish, future = token.means("is:wish"), token.means("is:future")
        verb = at if future and (wish or naming) else None
        if wish and not future:
            clause = takewhile(lambda place: not tokens[place].is_mark, range(at, len(tokens)))
            verb = next((place for place in clause if tokens[place].verbs), None)
        if verb is None or (not future and tokens[verb].negated):
            continue
        if future or tokens[verb].verbs & grammar.WISHED:
            found[at] = replace(token, meanings=FILLER)
            said = frozenset({f"do:{naming or grammar.WANTING}"})
            found[verb] = replace(tokens[verb], meanings=said)
    return found


def completed(tokens: Tokens, phrases: Phrases, lexicon: Lexicon, pack: Pack) -> tuple[Phrase, ...]:
    """The phrases with the roles and the cards that were not said again; without cards of which
    nothing is told but that another one was put down.
    """
    counted = [*_counts_cards(tokens, [*_counted_too(tokens, phrases)])]
    counted = [*_of_each(tokens, [*_in_stock(tokens, counted)])]
    found = with_verbs(tokens, [*told_phrases(tokens, counted)])
    found = with_cards(tokens, found, lexicon, pack)
    put = any(p.shape == "cards" and p.has(*BY_SOMEONE) for p in found)
    denied = (p for p in found if p.shape == "cards" and {*p.roles} <= NOT_BY_SOMEONE)
    without = [*denied] if put else []
    return tuple(phrase for phrase in found if phrase not in without)


def _counted_too(tokens: Tokens, phrases: Phrases) -> Iterator[Phrase]:
    """A small number behind somebody, where one before has put so many of a rank: as many of it."""
    counted: Phrase | None = None
    for phrase in phrases:
        open_roles = phrase.is_free or phrase.is_put or phrase.has("add", "with")
        alone = phrase.shape == "number" and not phrase.noun and open_roles
        alone = alone and int(phrase.values[0]) <= MOST_COUNTED
        if counted and alone and _someone_in(tokens[counted.end : phrase.first]):
            yield replace(phrase, noun=counted.noun, roles=counted.roles)
            continue
        yield phrase
        rank = phrase.shape == "rank" and len(phrase.values) == 1
        noun = f"{COUNTED_RANK}{phrase.values[0]}" if rank else phrase.noun
        puts = noun.startswith(COUNTED_RANK) and phrase.is_put
        if puts or (phrase.noun == "card" and phrase.has(HAVING)):
            counted = replace(phrase, noun=noun)


def _counts_cards(tokens: Tokens, phrases: Phrases) -> Iterator[Phrase]:
    """The phrases; a number word without a noun that somebody has to draw is one of cards, and one
    behind a trick that was told, of which nothing else is said, is one of tricks; behind another
    player it counts the points or losses that one before has.
    """
    trick = dealt = False
    noun = "card"
    for phrase in phrases:
        number = _number_alone(tokens[phrase.first], phrase, dealt)
        counts = bool(number) and _is_due(tokens, phrase, phrases)
        before = tokens[phrase.first - 1 : phrase.first]
        result = number and comes_of_it(tokens, replace(phrase, shape="number"))
        result = result and not tokens[phrase.first - 1].means("is:det")
        if result and (phrase.shape == "rank" or (counts and not phrase.has(HAVING))):
            yield from () if phrase.shape == "rank" else (phrase,)
            continue
        few = number and int(number) < FEWEST_DEALT and phrase.has(*DEALT)
        if counts and not few and not said_in(before, "is:instead"):
            alike = noun if any(token.value("nth") for token in before) else "card"
            yield replace(phrase, shape="number", values=(number,), noun=alike)
        elif number and trick and not phrase.has("free", *grammar.LISTED):
            yield replace(phrase, shape="number", values=(number,), noun="trick")
        else:
            yield phrase
        noun = phrase.noun if phrase.noun in OF_PLAYERS else noun
        of_it = tokens[phrase.first : phrase.end + 1]
        trick = trick or (phrase.shape == "nth" and said_in(of_it, "is:trick"))
        dealt = dealt or (phrase.noun == "card" and phrase.has(*DEALT, "play", HAVING))


def _number_alone(token: Token, phrase: Phrase, dealt: bool) -> str:
    """The number that a phrase of one word without a noun says; behind another number of cards that
    were dealt it is that of no tarok.
    """
    if phrase.end > phrase.first + 1 or len(phrase.values) > 1 or phrase.noun:
        return ""
    spoken = phrase.shape in ("rank", "number") or (dealt and phrase.shape == "cards")
    figure = token.text if token.text.isdecimal() else ""
    return (token.value("number") if spoken else None) or figure


def _is_due(tokens: Tokens, phrase: Phrase, phrases: Phrases) -> bool:
    """True for a number of what somebody has to draw, or has."""
    before = tokens[phrase.first - 1 : phrase.first]
    if any(token.means("is:det") and token.value("letter") for token in before):
        return False
    bare = not any(t.means("is:det", "is:of", "is:on") and not t.verbs for t in before)
    to_somebody = said_in(tokens[phrase.end : phrase.end + 1], "is:on")
    whose = (*before, *tokens[phrase.end + 1 : phrase.end + 3]) if to_somebody else before
    due = phrase.has(*DRAWN) or (bare and phrase.has(HAVING))
    due = due or any(token.value("nth") for token in whose)
    sends = (p for p in phrases if p.noun == "card" and not is_instead(tokens, p))
    return due and not (phrase.has("send") and any(sends))


def _in_stock(tokens: Tokens, phrases: Phrases) -> Iterator[Phrase]:
    """The phrases; a number of cards that are still in the stock."""
    stock = next((at for at, t in enumerate(tokens) if t.means(*grammar.IN_STOCK)), None)
    numbers = [p for p in phrases if p.shape == "number" and p.noun in ("", "card")]
    numbers += [p for p in phrases if p.shape == "rank" and tokens[p.first].value("number")]
    near = (p for p in numbers if stock is not None and stock < p.first <= stock + NEAR_STOCK)
    before = (p for p in numbers if stock is not None and p.first < stock <= p.end + NEAR_STOCK)
    there = next((p for p in (*near, *before) if _lies_there(tokens, p, stock or 0)), None)
    for phrase in phrases:
        if phrase is not there:
            yield phrase
            continue
        values = (tokens[phrase.first].value("number") or phrase.values[0],)
        yield replace(phrase, shape="number", values=values, noun="card", roles=(grammar.STOCK,))


def _lies_there(tokens: Tokens, phrase: Phrase, stock: int) -> bool:
    """True if what stands between a number and the stock only says that it is there."""
    between = tokens[min(phrase.end, stock + 1) : max(phrase.first, stock)]
    tells = any(t.is_mark or t.verbs - {EXIST, HAVING} or t.means("is:and") for t in between)
    return not (tells or phrase.has(*PUTTING, *grammar.GOES_OFF))


def _of_each(tokens: Tokens, phrases: Phrases) -> Iterator[Phrase]:
    """The phrases; a number in whose clause one player is told is his."""
    seats = [*seats_in(tokens)]
    for phrase in phrases:
        first, end = clause_of(tokens, phrase.first, phrase.end)
        whose = {seat.number for seat in seats if first <= seat.first < end}
        of_one = len(whose) == 1 and phrase.shape == "number"
        yield replace(phrase, roles=(*phrase.roles, f"{SEAT}{whose.pop()}")) if of_one else phrase


def _someone_in(tokens: Tokens) -> bool:
    """True if somebody else acts in what is said between two phrases."""
    if any(token.value("nth") and not token.value("rank") for token in tokens):
        return True
    parted = any(token.is_mark or token.means("is:and", "is:then") for token in tokens)
    return parted and any(token.means(*SUBJECTS) or not token.is_known for token in tokens)
