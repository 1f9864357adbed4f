"""What nobody can be sure of in a sentence: a card, or a word, beside one that nobody knows.

A word that is not in the lexicon may be the verb that says what was done with the card beside it, a
denial, or another card with two slips. What stands beside it is not told; then somebody is asked.
"""

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import replace

from scorekeeper.core.cards import JOKER, TAROKS
from scorekeeper.rulebook.sentence.lexicon import (
    GRAMMAR,
    LEAST_BARE,
    NAMING,
    PUTTING,
    SUIT_WORDS,
    of_cards,
)
from scorekeeper.rulebook.sentence.phrases import (
    COUNTED_RANK,
    OF_CARDS,
    SUBJECTS,
    Phrase,
    clause_of,
    is_behind,
    parts,
)
from scorekeeper.rulebook.sentence.tokens import (
    EXIST,
    NOT_FAR,
    Token,
    said_in,
    word_before,
    word_behind,
)

PASSED_OVER = ("is:det", "is:of", "is:more", "is:only")
"""Words that stand between a card and what is said of it."""
DENIALS = ("is:not", "is:no", "is:nobody", "is:nothing", "is:without", "is:nor")
NOT_NAMED = frozenset(f"-{role}" for role in NAMING)
NOT_PUT = frozenset(f"-{role}" for role in PUTTING)
IDLE = frozenset[str](GRAMMAR["idle"])
ASIDE, SPENT = frozenset[str](GRAMMAR["putting-aside"]), frozenset[str](GRAMMAR["spending"])
DOUBTFUL = "doubtful"
TWENTIETH = TAROKS[19]
"""The tarok behind whose number another word may belong to it."""
SAID_OF_HAND = {"lack", "without", "hold"}


def is_unknown(tokens: Sequence[Token], at: int) -> bool:
    """True for a word that nobody knows and that is no name."""
    if not 0 <= at < len(tokens):
        return False
    token = tokens[at]
    begins = at == 0 or (tokens[at - 1].is_mark and tokens[at - 1].text != ",")
    name = token.text[0].isupper() and not begins
    known = token.is_mark or token.meanings or token.common or name
    return not known and token.text[0].isalpha() and len(token.text) >= LEAST_BARE


def is_unsure(tokens: Sequence[Token], phrase: Phrase, others: Sequence[Phrase]) -> bool:
    """True for cards that stand nearer to a word that nobody knows than to what governs them, where
    that may be another verb than one of putting down.
    """
    if phrase.shape not in OF_CARDS:
        return False
    if _is_next_in_list(tokens, phrase) or _is_behind_rank(tokens, phrase, others):
        return True
    if "hold" in phrase.roles and _goes_on(tokens, phrase, others):
        return True
    before = word_before(tokens, phrase.first, *PASSED_OVER)
    behind = word_behind(tokens, phrase.end, *PASSED_OVER)
    held = "hold" in phrase.roles
    if phrase.governor >= phrase.end:
        between = is_unknown(tokens, behind) and behind < phrase.governor
    elif phrase.governor >= 0:
        between = is_unknown(tokens, before) and before > phrase.governor
        between = between or (held and is_unknown(tokens, phrase.governor - 1))
    else:
        put = any(each.governor >= 0 and not PUTTING.isdisjoint(each.roles) for each in others)
        return (put or "with" in phrase.roles) and is_unknown(tokens, before)
    return between and (held or PUTTING.isdisjoint(phrase.roles))


def _is_behind_rank(tokens: Sequence[Token], phrase: Phrase, others: Sequence[Phrase]) -> bool:
    """True for cards right behind the rank of another one of which nothing is told."""
    before = phrase.first - 1
    rank = before >= 0 and tokens[before].value("rank") is not None
    return rank and not any(each.first <= before < each.end for each in others)


def _goes_on(tokens: Sequence[Token], phrase: Phrase, others: Sequence[Phrase]) -> bool:
    """True if a joining word adds something to a hand that is no card, or one not understood."""
    at, joined = phrase.end, False
    while at < len(tokens) and (tokens[at].means("is:and", "is:det") or tokens[at].text == ","):
        joined = joined or tokens[at].means("is:and")
        at += 1
    if at in (phrase.end, len(tokens)) or any(each.first <= at < each.end for each in others):
        return False
    token = tokens[at]
    of_cards = any(m.startswith(("rank:", "suit:", "number:")) for m in token.meanings)
    return (joined and is_unknown(tokens, at)) or (of_cards and not (token.verbs or token.slip))


def dangling(
    tokens: Sequence[Token], phrases: Sequence[Phrase], used: Sequence[Phrase], places: Set[int]
) -> Iterator[int]:
    """The places of words that say half of something: without the other half, what is read may be
    otherwise.
    """
    cards = [phrase for phrase in used if phrase.shape == "cards"]
    told = {at for phrase in phrases for at in range(phrase.first, phrase.end)}
    for at in range(len(tokens)) if cards else ():
        acts = _acts_alone(tokens, at, told | places)
        acts = acts and all(phrase.governor != at for phrase in phrases)
        if acts or _is_half(tokens, at, told) or _is_not_what(tokens, at, used):
            yield at
    for card in cards:
        halves = _joins_nothing(tokens, card, phrases) or _ends_in_suit(tokens, card)
        if halves or _is_by_nothing(tokens, card, used):
            yield card.first
    yield from (each.first for each in phrases if _is_miscounted(tokens, each, used, cards))
    yield from (two.governor for one in used for two in used if _is_told_twice(tokens, one, two))


def _acts_alone(tokens: Sequence[Token], at: int, told: Set[int]) -> bool:
    """True for a verb of putting down in a clause that says who did it, and not with what."""
    puts = not (PUTTING | ASIDE).isdisjoint(tokens[at].verbs) and not tokens[at].negated
    if not puts:
        return False
    first, end = clause_of(tokens, at, at + 1)
    words = tokens[first:end]
    names = (each for each in words if each.text[0].isupper() and not each.meanings)
    someone = said_in(words, *SUBJECTS) or any(not n.common for n in names)
    it = said_in(words, "is:it", "is:on-it", "is:which")
    it = it or sum(bool(each.verbs) for each in words) > 1
    behind = tokens[end : end + 2]
    goes_on = len(behind) > 1 and behind[0].means("is:and") and bool(behind[1].verbs)
    return someone and not (it or goes_on) and told.isdisjoint(range(first, end))


def _is_half(tokens: Sequence[Token], at: int, told: Set[int]) -> bool:
    """True for "of" behind a rank without its suit, or before a suit of which nobody knows what."""
    if not 0 < at < len(tokens) - 1 or not tokens[at].means("is:of") or at in told:
        return False
    behind = tokens[at + 1]
    ends_it = behind.is_mark or behind.means("is:and") or bool(behind.verbs)
    if tokens[at - 1].value("rank"):
        return ends_it
    return behind.slip and of_cards(behind.meanings) and at + 1 not in told


def _is_not_what(tokens: Sequence[Token], at: int, used: Sequence[Phrase]) -> bool:
    """True for "not" at the end of a clause that says, without a verb, what was in the hand."""
    first, end = clause_of(tokens, at, at + 1)
    alone = tokens[at].means("is:not") and not tokens[at].verbs and at + 1 == end
    held = (p for p in used if first <= p.first < at and "hold" in p.roles)
    return alone and any(not tokens[phrase.governor].verbs for phrase in held)


def _joins_nothing(tokens: Sequence[Token], card: Phrase, phrases: Sequence[Phrase]) -> bool:
    """True for a card that a joining word adds to a rank without a suit, or to nothing that stands
    between it and its verb.
    """
    at = word_before(tokens, card.first, *PASSED_OVER)
    if at < 1 or not tokens[at].means("is:and"):
        return False
    before = next((phrase for phrase in phrases if phrase.end == at), None)
    opens = tokens[at - 1].verbs or tokens[at - 1].means("is:with", "is:on", "is:at-someone")
    nothing = before is None and bool(opens) and card.governor < at and "hold" not in card.roles
    return nothing or (before is not None and before.shape == "rank")


def _ends_in_suit(tokens: Sequence[Token], cards: Phrase) -> bool:
    """True for a list of cards, each suit before its rank, of which the last has no rank."""
    words = tokens[cards.first : cards.end]
    kinds = ["suit" if word.value("suit") else word.value("rank") and "rank" for word in words]
    joined = len(cards.values) > 1 and said_in(words[-2:-1], "is:and")
    return joined and kinds[:2] == ["suit", "rank"] and kinds[-1] == "suit"


def _is_miscounted(
    tokens: Sequence[Token], phrase: Phrase, used: Sequence[Phrase], cards: Sequence[Phrase]
) -> bool:
    """True for a number of cards that were put down where others than so many are told."""
    of_it = phrase.noun == "card" or phrase.noun.startswith(COUNTED_RANK)
    put = PUTTING | ASIDE | SPENT if of_it else ASIDE
    asked = is_behind(tokens, phrase, "is:who-takes")
    if phrase.shape != "number" or phrase in used or asked or put.isdisjoint(phrase.roles):
        return False
    rank = phrase.noun.removeprefix(COUNTED_RANK) if phrase.noun != "card" else ""
    told = [{*p.values} for p in cards if not rank or {code[:-1] for code in p.values} == {rank}]
    sizes = {len(codes) for codes in told} | {sum(map(len, told))}
    return bool(told) and int(phrase.values[0]) > 1 and int(phrase.values[0]) not in sizes


def _is_by_nothing(tokens: Sequence[Token], card: Phrase, used: Sequence[Phrase]) -> bool:
    """True for a card by which something was done, and no verb says what."""
    verbs = any(each.governor >= 0 and tokens[each.governor].verbs for each in used)
    it = said_in(tokens[: card.first], "is:it")
    return card.instrumental and card.governor < 0 and not (verbs or it)


def _is_told_twice(tokens: Sequence[Token], first: Phrase, phrase: Phrase) -> bool:
    """True for two things of one verb: in the hand one before and one behind it, or put down one
    with another.
    """
    if first is phrase or not first.governor == phrase.governor >= 0 or first.end > phrase.first:
        return False
    if {"hold"} <= {*first.roles} & {*phrase.roles}:
        return first.end <= phrase.governor < phrase.first
    between = tokens[word_before(tokens, phrase.first, *PASSED_OVER) : phrase.first]
    beside = said_in(between, "is:with", "is:along")
    put = first.roles == phrase.roles and not PUTTING.isdisjoint(phrase.roles)
    return put and beside and {first.shape, phrase.shape} == {"cards"}


def is_doubted(tokens: Sequence[Token], at: int, places: Set[int]) -> bool:
    """True for a verb in whose clause something is denied, and nobody knows what."""
    if tokens[at].verbs <= {"lack"} or tokens[at].negated:
        return False
    clause = range(*clause_of(tokens, at, at))
    denies = any(tokens[place].means(*DENIALS) for place in clause if place not in places)
    return denies and not any(tokens[place].negated for place in clause)


def _is_next_in_list(tokens: Sequence[Token], phrase: Phrase) -> bool:
    """True for cards that a joining word adds to something that nobody knows."""
    joined = word_before(tokens, phrase.first, *PASSED_OVER, small=False)
    if joined < 1 or not tokens[joined].means("is:and") or not is_unknown(tokens, joined - 1):
        return False
    ahead = tokens[joined - 2 : joined - 1]
    return any(token.means("is:det", "is:with", "is:on", "is:of") or token.verbs for token in ahead)


def is_denied(tokens: Sequence[Token], phrase: Phrase) -> bool:
    """True for cards before which there is a denial of something that nobody understands."""
    at = word_before(tokens, phrase.first, *PASSED_OVER)
    denied = at >= 0 and tokens[at].means("is:not") and not tokens[at].verbs
    denied = denied and not any(token.negated for token in tokens[at : phrase.first])
    behind = tokens[phrase.end : phrase.end + NOT_FAR]
    told = any(role.startswith("-") for role in phrase.roles) or {*phrase.roles} & SAID_OF_HAND
    return denied and phrase.shape in OF_CARDS and not told and not any(t.negated for t in behind)


def supposed_in(tokens: Sequence[Token]) -> Set[int]:
    """The places of the words that say what would be if it were so, or what is so always."""
    supposed = set[int]()
    supposes = False
    for at, token in enumerate(tokens):
        supposes = token.means("is:if") or (supposes and not token.is_mark)
        if supposes:
            supposed.add(at)
    return supposed


def told_phrases(tokens: Sequence[Token], phrases: Iterable[Phrase]) -> Iterator[Phrase]:
    """The phrases without those of a clause that says what would be if it were so."""
    supposed = supposed_in(tokens)
    for phrase in phrases:
        told = phrase.first not in supposed and not _is_another(tokens, phrase)
        told = told and not (_is_asked(tokens, phrase) or _is_not_only(tokens, phrase))
        told = told and not is_instead(tokens, phrase)
        if told and _is_doubtful(tokens, phrase):
            yield replace(phrase, roles=(DOUBTFUL,), governor=-1)
            continue
        told = told and not {*phrase.roles} <= IDLE and not _was_due(tokens, phrase)
        named = phrase.shape in ("suit", "rank")
        told = told and not (named and {*phrase.roles} <= NOT_NAMED)
        if told and not (_is_no_trump(tokens, phrase) or comes_of_it(tokens, phrase)):
            yield phrase


def _is_not_only(tokens: Sequence[Token], phrase: Phrase) -> bool:
    """True for a suit of which it is denied that there was no other: "not hearts alone"."""
    before = tokens[max(0, phrase.first - 1) : phrase.first]
    denied = all(role.startswith("-") for role in phrase.roles)
    return phrase.shape == "suit" and denied and said_in(before, "is:only")


def _is_asked(tokens: Sequence[Token], phrase: Phrase) -> bool:
    """True for cards of which nobody knows whether they were in the hand."""
    if SAID_OF_HAND.isdisjoint(role.removeprefix("-") for role in phrase.roles):
        return False
    at = min(phrase.first, phrase.governor) - 1
    while at >= 0 and not (tokens[at].means("is:whether") or parts(tokens[at])):
        if tokens[at].verbs - {EXIST}:
            return False
        at -= 1
    return at >= 0 and tokens[at].means("is:whether")


def _is_doubtful(tokens: Sequence[Token], phrase: Phrase) -> bool:
    """True for cards in a clause that a word opens which nobody knows, maybe their verb; and for a
    tarok with such a word behind, maybe its number.
    """
    at = phrase.first - 1
    opens = at > 0 and (tokens[at - 1].is_mark or tokens[at - 1].means("is:and", "is:but"))
    if phrase.shape == "cards" and opens and is_unknown(tokens, at):
        return not any(token.verbs for token in tokens[phrase.end : phrase.end + 2])
    last = tokens[phrase.end - 1]
    tarok = (phrase.shape == "suit" and last.means("is:tarok")) or phrase.values[-1:] == (
        TWENTIETH,
    )
    return tarok and is_unknown(tokens, phrase.end)


def comes_of_it(tokens: Sequence[Token], phrase: Phrase) -> bool:
    """True for a number of which it is said that it is so now, or for the next player."""
    alone = phrase.shape == "number" and not phrase.noun
    first = clause_of(tokens, phrase.first, phrase.end)[0] if alone else phrase.first
    behind = tokens[phrase.end : phrase.end + 1] if first < phrase.first else ()
    clause = (*tokens[first : phrase.first], *behind)
    put = any(of_cards(token.meanings) for token in tokens[:first])
    return any(token.means("is:now") or (put and token.means("is:next")) for token in clause)


def is_instead(tokens: Sequence[Token], phrase: Phrase) -> bool:
    """True for a number, or cards, of which nothing is told but that it would be these by right;
    a joker is played instead of another card.
    """
    joker = any(token.value("card") == JOKER for token in tokens)
    told = [tokens[phrase.first].value("number"), phrase.shape == "number"]
    told += [phrase.shape == "cards" and not joker, phrase.shape == "nth"]
    return any(told) and is_behind(tokens, phrase, "is:instead")


def is_anothers(tokens: Sequence[Token], held: Phrase, played: Phrase) -> bool:
    """True if somebody else is told to have had cards than who played."""
    has, plays = (_people(tokens, phrase) for phrase in (held, played))
    return bool(has and plays) and has.isdisjoint(plays)


def _people(tokens: Sequence[Token], phrase: Phrase) -> Set[str]:
    """Who acts in the clause of a phrase, but for "he", who may be anybody told before."""
    first, end = clause_of(tokens, phrase.first, phrase.end)
    people = (each for each in tokens[first:end] if each.means("is:someone", "is:next", "is:me"))
    named = (each for each in people if not each.means("is:he"))
    return {"is:me" if each.means("is:me") else each.folded for each in named}


def _was_due(tokens: Sequence[Token], phrase: Phrase) -> bool:
    """True for a suit or cards of which nothing is told but that somebody had to play them, or
    that it had to be that suit.
    """
    if phrase.shape != "suit" or {*phrase.roles}.isdisjoint({"with", "free"}):
        return phrase.shape in ("suit", "cards") and phrase.roles == ("due",)
    first, _end = clause_of(tokens, phrase.first, phrase.end)
    before = tokens[first : phrase.first]
    must = said_in(before, "is:must")
    return must and all(token.verbs <= {EXIST} for token in before)


def _is_another(tokens: Sequence[Token], phrase: Phrase) -> bool:
    """True for a card of which nothing is told but that it was not this one."""
    if not phrase.first:
        return False
    if phrase.shape == "suit" and {*phrase.roles} <= NOT_PUT:
        return True
    before = tokens[phrase.first - 1]
    if phrase.shape == "number" and before.means("is:not") and not before.verbs:
        return True
    is_not = before.negated and EXIST in before.verbs
    return is_not or (before.means("is:not") and "free" in phrase.roles)


def _is_no_trump(tokens: Sequence[Token], phrase: Phrase) -> bool:
    """True for a suit that is said not to have a role, such as that of the trumps."""
    if phrase.shape != "suit":
        return False
    first, end = clause_of(tokens, phrase.first, phrase.end)
    clause = tokens[first:end]
    denied = any(token.means("is:not") or token.negated for token in clause)
    return denied and said_in(clause, *SUIT_WORDS)
