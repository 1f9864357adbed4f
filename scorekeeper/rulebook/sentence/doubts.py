"""What nobody can be sure of in a sentence: a card, or a word, beside one that nobody knows.

A word that is not in the lexicon may be the verb that says what was done with the card beside it, a
denial, or another card with two slips. What stands beside it is not told; then somebody is asked.
"""

from collections.abc import Iterator, Set
from dataclasses import replace

from scorekeeper.core.cards import JOKER, TAROK, TAROKS
from scorekeeper.rulebook.sentence import grammar
from scorekeeper.rulebook.sentence.gaps import ASKS
from scorekeeper.rulebook.sentence.grammar import ASIDE, HAVING, PUTTING, SPENT, SUBJECTS
from scorekeeper.rulebook.sentence.lexicon import EXIST, LEAST_BARE, of_cards
from scorekeeper.rulebook.sentence.phrases import (
    COUNTED_RANK,
    OF_CARDS,
    Phrase,
    Phrases,
    clause_of,
    codes_of,
    is_behind,
    parts,
)
from scorekeeper.rulebook.sentence.tokens import NOT_FAR, Tokens, said_in, word_before, word_behind

PASSED_OVER = ("is:det", "is:of", "is:more", "is:only")
"""Words that stand between a card and what is said of it."""
DENIALS = ("is:not", "is:no", "is:nobody", "is:nothing", "is:without", "is:nor")
BY_WHICH = ("after", "with", "named-with")
"""How a rank is told with which something was named."""
DOUBTFUL = "doubtful"
TWENTIETH = TAROKS[19]
"""The tarok behind whose number another word may belong to it."""
PEOPLE = (*SUBJECTS, "is:me")
SAID_OF_HAND = {"lack", "without", "hold"}
LAY = ("on", "lead", "lie")


def is_unknown(tokens: Tokens, at: int) -> bool:
    """True for a word that nobody knows and that is no name."""
    if not 0 <= at < len(tokens):
        return False
    token = tokens[at]
    begins = at == 0 or (tokens[at - 1].is_mark and tokens[at - 1].text != ",")
    name = token.text[0].isupper() and not begins
    unknown = not (token.is_known or name)
    return unknown and token.text[0].isalpha() and len(token.text) >= LEAST_BARE


def is_unsure(tokens: Tokens, phrase: Phrase, others: Phrases) -> bool:
    """True for cards that stand nearer to a word that nobody knows than to what governs them, where
    that may be another verb than one of putting down; and for those right behind the rank of
    another card of which nothing is told.
    """
    if phrase.shape not in OF_CARDS:
        return False
    at, held = phrase.first - 1, phrase.has(HAVING)
    rank = at >= 0 and tokens[at].value("rank") is not None
    rank = rank and not tokens[phrase.first].means("is:counted")
    if rank and not any(each.first <= at < each.end for each in others):
        return True
    if _is_next_in_list(tokens, phrase) or (held and _goes_on(tokens, phrase, others)):
        return True
    before = word_before(tokens, phrase.first, *PASSED_OVER)
    behind = word_behind(tokens, phrase.end, *PASSED_OVER)
    if not phrase.is_governed:
        put = any(each.is_governed and each.is_put for each in others)
        return (put or phrase.has("with")) and is_unknown(tokens, before)
    if phrase.governor >= phrase.end:
        between = is_unknown(tokens, behind) and behind < phrase.governor
    else:
        between = is_unknown(tokens, before) and before > phrase.governor
        between = between or (held and is_unknown(tokens, phrase.governor - 1))
    return between and (held or not phrase.is_put)


def _goes_on(tokens: Tokens, phrase: Phrase, others: Phrases) -> bool:
    """True if a joining word adds something to a hand that is no card, or one not understood."""
    at, joined = phrase.end, False
    while at < len(tokens) and (tokens[at].means("is:and", "is:det") or tokens[at].text == ","):
        joined = joined or tokens[at].means("is:and")
        at += 1
    if at in (phrase.end, len(tokens)) or any(each.first <= at < each.end for each in others):
        return False
    token = tokens[at]
    of_card = any(token.value(kind) for kind in ("rank", "suit", "number"))
    return (joined and is_unknown(tokens, at)) or (of_card and not (token.verbs or token.slip))


def dangling(tokens: Tokens, phrases: Phrases, used: Phrases, places: Set[int]) -> Iterator[int]:
    """The places of words that say half of something: without the other half, what is read may be
    otherwise.
    """
    cards = [phrase for phrase in used if phrase.shape == "cards"]
    told = {at for phrase in phrases for at in range(phrase.first, phrase.end)}
    governors = {phrase.governor for phrase in phrases}
    for at in range(len(tokens)) if cards else ():
        acts = at not in governors and _acts_alone(tokens, at, told | places)
        if acts or _is_half(tokens, at, told) or _is_not_what(tokens, at, used):
            yield at
    for card in cards:
        halves = _joins_nothing(tokens, card, phrases) or _ends_in_suit(tokens, card)
        if halves or _is_by_nothing(tokens, card, used):
            yield card.first
    yield from (each.first for each in phrases if _is_miscounted(tokens, each, used, cards))
    yield from (two.governor for one in used for two in used if _is_told_twice(tokens, one, two))


def _acts_alone(tokens: Tokens, at: int, told: Set[int]) -> bool:
    """True for a verb of putting down in a clause that says who did it, and not with what."""
    first, end = clause_of(tokens, at, at + 1)
    puts = not (PUTTING | ASIDE).isdisjoint(tokens[at].verbs) and not tokens[at].negated
    if not puts or not told.isdisjoint(range(first, end)):
        return False
    words = tokens[first:end]
    names = (t for t in words if t.text[0].isupper() and not (t.meanings or t.common))
    someone = said_in(words, *SUBJECTS) or any(names)
    it = said_in(words, "is:it", "is:on-it", "is:which")
    it = it or sum(bool(each.verbs) for each in words) > 1
    behind = tokens[end : end + 2]
    goes_on = len(behind) > 1 and behind[0].means("is:and") and bool(behind[1].verbs)
    return someone and not (it or goes_on)


def _is_half(tokens: Tokens, at: int, told: Set[int]) -> bool:
    """True for "of" behind a rank without its suit, or before a suit of which nobody knows what."""
    if not 0 < at < len(tokens) - 1 or not tokens[at].means("is:of") or at in told:
        return False
    behind = tokens[at + 1]
    if tokens[at - 1].value("rank"):
        return behind.is_mark or behind.means("is:and") or bool(behind.verbs)
    return behind.slip and of_cards(behind.meanings) and at + 1 not in told


def _is_not_what(tokens: Tokens, at: int, used: Phrases) -> bool:
    """True for "not" at the end of a clause that says, without a verb, what was in the hand."""
    first, end = clause_of(tokens, at, at + 1)
    alone = tokens[at].means("is:not") and not tokens[at].verbs and at + 1 == end
    held = (p for p in used if first <= p.first < at and p.has(HAVING))
    return alone and any(not tokens[phrase.governor].verbs for phrase in held)


def _joins_nothing(tokens: Tokens, card: Phrase, phrases: Phrases) -> bool:
    """True for a card that a joining word adds to a rank without a suit, or to nothing that stands
    between it and its verb.
    """
    at = word_before(tokens, card.first, *PASSED_OVER)
    if at < 1 or not tokens[at].means("is:and"):
        return False
    if before := next((phrase for phrase in phrases if phrase.end == at), None):
        return before.shape == "rank"
    opens = tokens[at - 1].verbs or tokens[at - 1].means("is:with", "is:on", "is:at-someone")
    return bool(opens) and card.governor < at and not card.has(HAVING)


def _ends_in_suit(tokens: Tokens, cards: Phrase) -> bool:
    """True for a list of cards, each suit before its rank, of which the last has no rank."""
    words = tokens[cards.first : cards.end]
    kinds = ["suit" if word.value("suit") else word.value("rank") and "rank" for word in words]
    joined = len(cards.values) > 1 and said_in(words[-2:-1], "is:and")
    return joined and kinds[:2] == ["suit", "rank"] and kinds[-1] == "suit"


def _is_miscounted(tokens: Tokens, phrase: Phrase, used: Phrases, cards: Phrases) -> bool:
    """True for a number of cards that were put down where others than so many are told."""
    of_it = phrase.noun == "card" or phrase.noun.startswith(COUNTED_RANK)
    put = phrase.has(*(PUTTING | ASIDE | SPENT if of_it else ASIDE))
    asked = is_behind(tokens, phrase, "is:who-takes")
    if phrase.shape != "number" or phrase in used or asked or not put:
        return False
    rank = phrase.noun.removeprefix(COUNTED_RANK) if phrase.noun != "card" else ""
    told = [{*p.values} for p in cards if not rank or {code[:-1] for code in p.values} == {rank}]
    sizes = {len(codes) for codes in told} | {sum(map(len, told))}
    return bool(told) and int(phrase.values[0]) > 1 and int(phrase.values[0]) not in sizes


def _is_by_nothing(tokens: Tokens, card: Phrase, used: Phrases) -> bool:
    """True for a card by which something was done, and no verb says what."""
    verbs = any(each.is_governed and tokens[each.governor].verbs for each in used)
    it = said_in(tokens[: card.first], "is:it")
    return card.instrumental and not card.is_governed and not (verbs or it)


def _is_told_twice(tokens: Tokens, first: Phrase, phrase: Phrase) -> bool:
    """True for two things of one verb: in the hand one before and one behind it, or put down one
    with another.
    """
    if first is phrase or not first.governor == phrase.governor >= 0 or first.end > phrase.first:
        return False
    if first.has(HAVING) and phrase.has(HAVING):
        return first.end <= phrase.governor < phrase.first
    between = tokens[word_before(tokens, phrase.first, *PASSED_OVER) : phrase.first]
    put = first.roles == phrase.roles and phrase.is_put and first.shape == phrase.shape == "cards"
    return put and said_in(between, "is:with", "is:along")


def is_half_told(phrase: Phrase, used: Phrases) -> bool:
    """True for a suit or a rank alone that lay there, where no card is told that did."""
    lay = any(each.shape == "cards" and each.has(*LAY) for each in used)
    alone = phrase.shape in ("suit", "rank") and len(phrase.values) == 1
    return alone and phrase.has(*LAY) and not lay


def is_doubted(tokens: Tokens, at: int, places: Set[int]) -> bool:
    """True for a verb in whose clause something is denied, and nobody knows what."""
    if tokens[at].verbs <= {"lack"} or tokens[at].negated:
        return False
    clause = range(*clause_of(tokens, at, at))
    denies = any(tokens[place].means(*DENIALS) for place in clause if place not in places)
    return denies and not any(tokens[place].negated for place in clause)


def _is_next_in_list(tokens: Tokens, phrase: Phrase) -> bool:
    """True for cards that a joining word adds to something that nobody knows."""
    at = word_before(tokens, phrase.first, *PASSED_OVER, small=False)
    if at < 1 or not tokens[at].means("is:and") or not is_unknown(tokens, at - 1):
        return False
    ahead = tokens[at - 2 : at - 1]
    return any(token.means("is:det", "is:with", "is:on", "is:of") or token.verbs for token in ahead)


def is_denied(tokens: Tokens, phrase: Phrase) -> bool:
    """True for cards before which there is a denial of something that nobody understands."""
    at = word_before(tokens, phrase.first, *PASSED_OVER)
    denied = at >= 0 and tokens[at].means("is:not") and not tokens[at].verbs
    near = (*tokens[at : phrase.first], *tokens[phrase.end : phrase.end + NOT_FAR])
    if not denied or any(token.negated for token in near) or phrase.shape not in OF_CARDS:
        return False
    return not (phrase.has(*SAID_OF_HAND) or any(role.startswith("-") for role in phrase.roles))


def supposed_in(tokens: Tokens) -> Set[int]:
    """The places of the words that say what would be if it were so, or what is so always; of what
    somebody asks it is so: "can I lead the king if I have the seven?".
    """
    supposed = set[int]()
    asked = any(token.text == "?" for token in tokens[-1:])
    supposes = False
    for at, token in enumerate(tokens):
        case = asked and at > 0 and token.means("is:case")
        supposes = (token.means("is:if") and not case) or (supposes and not token.is_mark)
        if supposes:
            supposed.add(at)
    return supposed


def told_phrases(tokens: Tokens, phrases: Phrases) -> Iterator[Phrase]:
    """The phrases without those of a clause that says what would be if it were so, and without what
    was only due, asked about, denied, or comes of what was done.
    """
    supposed = supposed_in(tokens)
    for phrase in phrases:
        untold = phrase.first in supposed or _is_another(tokens, phrase)
        if untold or _is_asked(tokens, phrase) or is_instead(tokens, phrase):
            continue
        roles, named = {*phrase.roles}, phrase.shape in ("suit", "rank")
        if _is_doubtful(tokens, phrase):
            yield replace(phrase, roles=(DOUBTFUL,), governor=-1)
        elif not (
            roles <= grammar.IDLE
            or (named and roles <= grammar.NOT_NAMED)
            or _was_due(tokens, phrase)
            or _is_no_trump(tokens, phrase)
            or comes_of_it(tokens, phrase)
        ):
            yield phrase


def _is_asked(tokens: Tokens, phrase: Phrase) -> bool:
    """True for cards of which nobody knows whether they were in the hand."""
    if SAID_OF_HAND.isdisjoint(role.removeprefix("-") for role in phrase.roles):
        return False
    for token in reversed(tokens[: max(0, min(phrase.first, phrase.governor))]):
        if token.means("is:whether") or parts(token) or token.verbs - {EXIST}:
            return token.means("is:whether")
    return False


def _is_doubtful(tokens: Tokens, phrase: Phrase) -> bool:
    """True for cards in a clause that a word opens which nobody knows, maybe their verb; and for a
    tarok with such a word behind, maybe its number.
    """
    at, last = phrase.first - 1, tokens[phrase.end - 1]
    opens = at > 0 and (tokens[at - 1].is_mark or tokens[at - 1].means("is:and", "is:but"))
    if phrase.shape == "cards" and opens and is_unknown(tokens, at):
        return not any(token.verbs for token in tokens[phrase.end : phrase.end + 2])
    tarok = (phrase.shape == "suit" and last.means("is:tarok")) or phrase.values[-1] == TWENTIETH
    return tarok and is_unknown(tokens, phrase.end)


def comes_of_it(tokens: Tokens, phrase: Phrase) -> bool:
    """True for a number of which it is said that it is so now, or for the next player."""
    alone = phrase.shape == "number" and not phrase.noun
    first = clause_of(tokens, phrase.first, phrase.end)[0] if alone else phrase.first
    behind = tokens[phrase.end : phrase.end + 1] if first < phrase.first else ()
    clause = (*tokens[first : phrase.first], *behind)
    put = any(of_cards(token.meanings) for token in tokens[:first])
    return any(token.means("is:now") or (put and token.means("is:next")) for token in clause)


def is_instead(tokens: Tokens, phrase: Phrase) -> bool:
    """True for a number, or cards, of which nothing is told but that it would be these by right;
    a joker is played instead of another card.
    """
    joker = any(token.value("card") == JOKER for token in tokens)
    number = phrase.shape in ("number", "nth") or tokens[phrase.first].value("number")
    told = number or (phrase.shape == "cards" and not joker)
    return bool(told) and is_behind(tokens, phrase, "is:instead")


def is_anothers(tokens: Tokens, held: Phrase, did: int) -> bool:
    """True if somebody else is told to have had cards than who did what stands at a place; also if
    only behind it anybody is told.
    """
    has, acts = _people(tokens, held.first, held.end), _people(tokens, did, did + 1)
    if acts or held.first < did:
        return bool(has and acts) and has.isdisjoint(acts)
    named = {each.folded for each in tokens[:did] if each.means(*PEOPLE)}
    return not has <= named


def is_own(tokens: Tokens, held: Phrase, did: int) -> bool:
    """True if who did what stands at a place is told to have had cards."""
    first, end = clause_of(tokens, held.first, held.end)
    people = _people(tokens, first, end), _people(tokens, did, did + 1)
    return said_in(tokens[first:end], "is:attacker") or not people[0].isdisjoint(people[1])


def _people(tokens: Tokens, first: int, end: int) -> Set[str]:
    """Who acts in a clause, but for "he", who may be anybody told before."""
    first, end = clause_of(tokens, first, end)
    if first and tokens[first - 1].means("is:then"):  # "and I then played"
        begin = clause_of(tokens, first - 1, first)[0]
        first = first if any(each.verbs for each in tokens[begin : first - 1]) else begin
    people = (each for each in tokens[first:end] if each.means(*PEOPLE))
    named = (each for each in people if not each.means("is:he"))
    return {"is:me" if each.means("is:me") else each.folded for each in named}


def _was_due(tokens: Tokens, phrase: Phrase) -> bool:
    """True for a suit or cards of which nothing is told but that somebody had to play them, or
    that it had to be that suit.
    """
    if phrase.shape != "suit" or not phrase.has("with", "free"):
        return phrase.shape in ("suit", "cards") and phrase.roles == ("due",)
    before = tokens[clause_of(tokens, phrase.first, phrase.end)[0] : phrase.first]
    return said_in(before, "is:must") and all(token.verbs <= {EXIST} for token in before)


def _is_another(tokens: Tokens, phrase: Phrase) -> bool:
    """True for a card of which nothing is told but that it was not this one; and for a suit of
    which it is denied that there was no other: "not hearts alone".
    """
    if not phrase.first:
        return False
    before, suit = tokens[phrase.first - 1], phrase.shape == "suit"
    only = before.means("is:only") and all(role.startswith("-") for role in phrase.roles)
    if suit and (only or {*phrase.roles} <= grammar.NOT_PUT):
        return True
    if phrase.shape == "number" and before.means("is:not") and not before.verbs:
        return True
    is_not = before.negated and EXIST in before.verbs
    return is_not or (before.means("is:not") and phrase.has("free"))


def _is_no_trump(tokens: Tokens, phrase: Phrase) -> bool:
    """True for a suit that is said not to have a role, such as that of the trumps."""
    clause = tokens[slice(*clause_of(tokens, phrase.first, phrase.end))]
    denied = any(token.means("is:not") or token.negated for token in clause)
    return phrase.shape == "suit" and denied and said_in(clause, *grammar.SUIT_WORDS)


def is_more_told(tokens: Tokens, phrases: Phrases, used: Phrases) -> bool:
    """True if a number is told of which nobody knows who did so much, nor asks who takes it, and
    that does not only count cards of a rank that are told.
    """
    cards = [phrase for phrase in used if phrase.shape == "cards"]
    counts = {(str(len(p.values)), f"{COUNTED_RANK}{p.values[0][:-1]}") for p in cards}
    return any(
        p.shape == "number"
        and p.noun != "player"
        and p not in used
        and (p.values[0], p.noun) not in counts
        and not is_behind(tokens, p, "is:who-takes")
        for p in phrases
    )


def is_among_unknown(tokens: Tokens, places: Set[int]) -> bool:
    """True if between some words, or right beside them, is one that nobody knows, and no name."""
    span = range(max(0, min(places) - 1), min(max(places) + 2, len(tokens)))
    return any(not tokens[at].is_known and not (at and tokens[at].text[0].isupper()) for at in span)


def repeats(tokens: Tokens, phrase: Phrase, used: Phrases) -> bool:
    """True for cards that are told elsewhere, and for a rank that only speaks of a card once more,
    or of who asked for another one.
    """
    codes = codes_of(used)
    if phrase.shape == "cards":
        return {*phrase.values} <= {code for each in used for code in each.values}
    again = (each for each in used if each.shape == phrase.shape and each.first < phrase.first)
    if phrase.has("free") and any(phrase.values == each.values for each in again):
        return True
    if phrase.shape == "suit":
        tarok = phrase.values == (TAROK,) and phrase.has("free") and codes & {*TAROKS}
        of_trick = said_in(tokens[phrase.end :][:1], "is:trick")
        same = of_trick and {*phrase.values} <= {code[-1:] for code in codes}
        return bool(tarok) or same or phrase.has("follow")
    if is_unknown(tokens, phrase.end):
        return False
    before = word_before(tokens, phrase.first, "is:det")
    if phrase.shape != "rank" or (before >= 0 and tokens[before].means("is:and")):
        return False
    free = phrase.has("free")
    others = (each for each in used if each.shape == "cards" and (free or each.end <= phrase.first))
    named = any(each.is_named for each in used)
    asks = phrase.has(ASKS) or (named and phrase.has(*BY_WHICH))
    asks = asks or any(each.governor == phrase.governor >= phrase.end for each in used)
    return asks or any(code[:-1] in phrase.values for each in others for code in each.values)
