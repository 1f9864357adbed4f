"""The roles of phrases: what governs each of them, by the words around it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from scorekeeper.rulebook.sentence import grammar
from scorekeeper.rulebook.sentence.grammar import HAVING, LACKING, LYING, NAMING, SUIT_WORDS
from scorekeeper.rulebook.sentence.lexicon import EXIST, Lexicon, of_cards
from scorekeeper.rulebook.sentence.phrases import (
    COUNTED_RANK,
    OF_CARDS,
    Phrase,
    Phrases,
    clause_of,
    ends,
    is_behind,
    parts,
)
from scorekeeper.rulebook.sentence.tokens import Token, Tokens, said_in, word_before, word_behind

ENDED = "finish"
"""What is said of a suit of which somebody has no card left."""
AFTER = ("after", "in", "as")
FOR_SO_MANY = ("for", "as")
PASSIVE = tuple(f"do:{verb}" for verb in grammar.PASSIVE)
NAMED_WITH = "named-with"
"""By what something was named."""
OPEN = (*grammar.WITH_OBJECT, "free")
"""Roles beside which a preposition still tells what is done with a card."""
WALL, VERB_BETWEEN, PHRASE_BETWEEN, JOINED = 20, 4, 2, 10
"""What makes a verb further from a phrase than the words between: the end of a clause, another
verb, another phrase, a joining word.
"""
NAMED_FIRST = 1.5
"""A verb of naming before a suit or a rank is nearer, behind a card further."""
LACKED = 3
"""A verb of lacking is further from a single card, of which that is seldom told."""
ENOUGH = 10
"""A verb further away than this governs nothing."""
QUESTIONS = ("is:how-much", "is:who-takes", "is:who-draws")
"""Words that open a question, also with no mark before them."""
BEFORE_ALSO = ("is:more", "is:in-hand")
"""Words between a verb and a joining word that means "also"."""
NEAR = 2
"""So far from a suit a word that gives it its role stands at most."""


def with_roles(tokens: Tokens, phrases: Phrases, lexicon: Lexicon) -> Iterator[Phrase]:
    """The phrases, each with its roles and the token that gives them."""
    taken = {at for phrase in phrases for at in range(phrase.first, phrase.end)}
    governed = [_with_roles(tokens, phrases, phrase, taken) for phrase in phrases]
    if not lexicon.accusative:
        governed = [_who_names(governed, phrase) for phrase in governed]
    for verb in grammar.WITH_OBJECT:
        governed = list(_told_apart(tokens, governed, verb, lexicon))
    yield from _with_first(tokens, governed)


def _who_names(phrases: Phrases, phrase: Phrase) -> Phrase:
    """The phrase; of a card before a verb of naming that has an object behind it, what named it."""
    names = phrase.shape == "cards" and phrase.end <= phrase.governor and phrase.is_named
    named = any(
        p.governor == phrase.governor < p.first and p.shape in ("suit", "rank") for p in phrases
    )
    return replace(phrase, roles=("with", NAMED_WITH)) if names and named else phrase


def _with_first(tokens: Tokens, phrases: Phrases) -> Iterator[Phrase]:
    """The phrases; what is told first, and behind a comma once more, may be what lies."""
    row: Phrase | None = None
    cards = False
    for phrase in phrases:
        follows = row and [token.text for token in tokens[row.end : phrase.first]] == [","]
        behind = word_behind(tokens, phrase.end + 1, "is:det", small=False)
        joins = _word(tokens, phrase.end, ("and",)) and any(p.first == behind for p in phrases)
        first = follows or not (cards or joins)
        ahead = first and phrase.roles == ("free",) and len(phrase.values) == 1
        yield replace(phrase, roles=("free", "ahead")) if ahead else phrase
        cards = cards or phrase.shape == "cards"
        row = phrase if ahead and phrase.shape == "cards" else None


def _with_roles(tokens: Tokens, phrases: Phrases, phrase: Phrase, taken: set[int]) -> Phrase:
    """The phrase with what the words beside it say, or its verb; by what something was done, of
    a verb that has no other object, is what the verb is about.
    """
    if phrase.is_governed:
        return phrase
    beside = _beside(tokens, phrase)
    named = beside and beside.has("on", "for") and phrase.shape in ("suit", "rank")
    if beside and not (named or beside.has("with")):
        return beside
    governed = _governed(tokens, phrases, phrase, taken)
    return _nearer(tokens, phrase, beside, governed) if beside else governed


def _nearer(tokens: Tokens, phrase: Phrase, beside: Phrase, governed: Phrase) -> Phrase:
    """The phrase as its verb governs it, or as the word beside it does."""
    before, by_it = governed.governor < phrase.first, beside.has("with")
    if phrase.shape == "rank" and by_it and governed.is_named and before:
        return replace(beside, roles=("with", NAMED_WITH))
    held = governed.has(HAVING) and before and bool(tokens[governed.governor].verbs)
    by_it = by_it and (governed.governor > phrase.end or held)
    if by_it or (phrase.shape == "cards" and governed.is_named and before):
        return beside
    if beside.has("on", "for") and phrase.shape in ("suit", "rank"):
        fits = governed.has(*({grammar.WANTING} if beside.has("on") else NAMING))
    else:
        fits = not governed.has(*OPEN)
    return governed if fits else beside


def _beside(tokens: Tokens, phrase: Phrase) -> Phrase | None:
    """The phrase with the role that the word in front of it gives, or one beside it."""
    at = word_before(tokens, phrase.first, "is:det", *SUIT_WORDS)
    words: Sequence[str] = AFTER if phrase.shape == "nth" else ()
    words = grammar.BEFORE if phrase.shape in OF_CARDS else words
    words = FOR_SO_MANY if phrase.noun.startswith((COUNTED_RANK, "card")) else words
    word = _word(tokens, at, words)
    behind = word_behind(tokens, phrase.end, "is:more", "is:det")
    in_hand = len(phrase.values) == 1 and said_in(tokens[behind : behind + 1], "is:in-hand")
    if told := _behind_attribute(tokens, phrase, at):
        return told
    if _is_from(tokens, phrase):
        return replace(phrase, roles=("for",), governor=at)
    if word == "with" and phrase.shape == "suit":
        roles = (_word(tokens, phrase.end + n, grammar.SUIT_ROLES) for n in range(NEAR))
        word = next(filter(None, roles), word)
    if word == "with" and in_hand:  # "with the seven of hearts still in his fist"
        return replace(phrase, roles=(HAVING,), governor=at)
    if word and not (word == "after" and _is_done(tokens, phrase)):
        return replace(phrase, roles=(word,), governor=at)
    return _with_role_near(tokens, phrase) if phrase.shape == "suit" else None


def _is_from(tokens: Tokens, phrase: Phrase) -> bool:
    """True for a card for which somebody has to draw: "two from the two of hearts"."""
    counted = any(t.means("is:from") and n.value("number") for n, t in pairwise(tokens))
    counted = counted and phrase.shape == "cards" and not phrase.instrumental
    return counted and is_behind(tokens, phrase, "is:from")


def _behind_attribute(tokens: Tokens, phrase: Phrase, at: int) -> Phrase | None:
    """A card behind a verb that has a preposition before it: "on the led queen"."""
    said = tokens[at].verbs if at == phrase.first - 1 >= 0 and not tokens[at].negated else ()
    if not said or phrase.shape != "cards":
        return None
    at = word_before(tokens, at, "is:det", small=False)
    word = _word(tokens, at, grammar.BEFORE)
    return replace(phrase, roles=(word, *sorted(said)), governor=at) if word else None


def _with_role_near(tokens: Tokens, phrase: Phrase) -> Phrase | None:
    """A suit with the role that a word near it gives, such as that of the trumps."""
    least, behind = phrase.first - 1, phrase.end
    while least > 0 and _is_passed_over(tokens[least]):
        least -= 1
    ahead = range(min(least, phrase.first - NEAR - 1), phrase.first)
    reach = [*ahead, *range(behind, behind + NEAR)]
    while behind + 1 < len(tokens) and _is_passed_over(tokens[behind]):
        behind += 1
    for place in (*reach, behind):
        if word := _word(tokens, place, grammar.SUIT_ROLES):
            return replace(phrase, roles=(word,), governor=place)
    return None


def _is_passed_over(token: Token) -> bool:
    """True for a word between a suit and the word for its role that says nothing of either."""
    small = token.common or token.means("is:aside", "is:det", "is:player", "is:someone", "is:more")
    return not token.is_mark and (small or token.verbs == {EXIST})


def _is_done(tokens: Tokens, phrase: Phrase) -> bool:
    """True if a verb behind a phrase, with no card behind it, says what was done to it."""
    behind = (token for token in tokens[phrase.end :] if not token.common)
    behind = (token for token in behind if not token.means("is:passive", "is:det"))
    next_, object_ = next(behind, None), next(behind, None)
    done = phrase.shape == "cards" and next_ is not None and bool(next_.verbs)
    return done and not (object_ is not None and of_cards(object_.meanings))


def _word(tokens: Tokens, at: int, words: Sequence[str]) -> str | None:
    """Which of some words a token is, if one is there."""
    if not 0 <= at < len(tokens):
        return None
    return next((word for word in words if tokens[at].means(f"is:{word}")), None)


def _governed(tokens: Tokens, phrases: Phrases, phrase: Phrase, taken: set[int]) -> Phrase:
    """The phrase with the roles of the nearest verb."""
    roles: tuple[str, ...] = ("free",)
    best, governor = float(ENOUGH), -1
    for at, token in enumerate(tokens):
        names = _governing(tokens, phrases, phrase, at) if at not in taken else ()
        if phrase.instrumental and HAVING in names and token.verbs:
            continue
        if phrase.instrumental and token.means("is:attack") and said_in(tokens[:at], "do:transfer"):
            continue
        far = _distance(tokens, phrases, phrase, at) if names else best
        far += LACKED * (LACKING in names and phrase.shape == "cards")
        if not NAMING.isdisjoint(names):
            far -= NAMED_FIRST * (phrase.shape in ("suit", "rank") and at < phrase.first)
            far += NAMED_FIRST * (phrase.shape == "cards" and at >= phrase.end)
        if far < best:
            best, governor = far, at
            roles = tuple(f"-{name}" for name in names) if token.negated else names
            roles = (HAVING,) if roles == (f"-{LACKING}",) else roles
    if governor >= 0 and not tokens[governor].verbs:
        governor, roles = _with_verb(tokens, phrases, phrase, governor, roles)
    roles = _by_which_roles(roles) if phrase.instrumental else roles
    roles = (LACKING,) if phrase.shape == "suit" and roles == (ENDED,) else roles
    if (phrase.negated or _none_of_it(tokens, phrase)) and {HAVING, "free"} & {*roles}:
        roles = (f"-{HAVING}",)
    return replace(phrase, roles=roles, governor=governor)


def _by_which_roles(roles: tuple[str, ...]) -> tuple[str, ...]:
    """The roles of what says by what something was done."""
    if not NAMING.isdisjoint(roles):
        return ("with", NAMED_WITH)
    if roles in (("free",), ("lie",)):
        return ("with",)
    return (f"{roles[0]}-with",) if roles[0] in grammar.BY_WHICH else roles


def _none_of_it(tokens: Tokens, phrase: Phrase) -> bool:
    """True if "none" stands behind a suit, with no verb between."""
    at = word_behind(tokens, phrase.end, "is:det", "is:more")
    none = phrase.shape == "suit" and said_in(tokens[at : at + 1], "is:no")
    return none and ends(tokens, at + 1)


def _with_verb(
    tokens: Tokens, phrases: Phrases, phrase: Phrase, place: int, roles: tuple[str, ...]
) -> tuple[int, tuple[str, ...]]:
    """What governs a phrase beside a place, such as a hand: the verb of the same clause, if it says
    the same of it, or that it was not so.
    """
    for at, token in enumerate(tokens):
        denies = token.negated or LACKING in token.verbs
        says = roles[0] in token.verbs or (denies and bool({EXIST, LACKING} & token.verbs))
        if says and _distance(tokens, phrases, phrase, at) < ENOUGH:
            return at, (f"-{roles[0]}",) if denies else roles
    return place, roles


def _governing(tokens: Tokens, phrases: Phrases, phrase: Phrase, at: int) -> tuple[str, ...]:
    """What a token may say of a phrase that it governs."""
    token, names = tokens[at], _verbs_of(tokens, at)
    if at + 1 != phrase.first and _is_attribute(tokens, phrases, at):
        return ()
    if phrase.shape == "suit" and token.negated and EXIST in token.verbs:
        return (HAVING,)
    on_table = not token.verbs and not LYING.isdisjoint(names) and names != (HAVING,)
    return () if on_table and _is_put_there(tokens, phrase, at) else names


def _is_attribute(tokens: Tokens, phrases: Phrases, at: int) -> bool:
    """True for a verb between a preposition and a card: "on the led queen"."""
    before = word_before(tokens, at, "is:det", small=False)
    verb = bool(tokens[at].verbs) and not tokens[at].negated
    between = verb and _word(tokens, before, grammar.BEFORE) is not None
    return between and any(each.first == at + 1 for each in phrases)


def _verbs_of(tokens: Tokens, at: int) -> tuple[str, ...]:
    """The verbs of a token; one of lying beside a word for a place says that of the place."""
    names = _verbs(tokens[at])
    if LYING.isdisjoint(names):
        return names
    places = filter(None, (_place_of(tokens[at + 1 :]), _place_of(tokens[:at][::-1])))
    return min(places, key=lambda each: each[0], default=(0, names))[1]


def _is_put_there(tokens: Tokens, phrase: Phrase, at: int) -> bool:
    """True if a verb of the same clause before a card says that it was put to the place behind."""
    for place in reversed(range(phrase.first)):
        if parts(tokens[place]):
            return False
        if tokens[place].verbs - {EXIST}:
            return at > place and tokens[place].puts
    return False


def _place_of(tokens: Tokens) -> tuple[int, tuple[str, ...]] | None:
    """How far a word for a place is and what it says, if it is in this clause of the verb."""
    for far, token in enumerate(tokens):
        if token.means(*grammar.PLACE_WORDS):
            return far, _verbs(token)
        if parts(token) or token.verbs - {EXIST}:
            break
    return None


def _verbs(token: Token) -> tuple[str, ...]:
    places = tuple(verb for place, verb in grammar.PLACES.items() if token.means(f"is:{place}"))
    return places or tuple(sorted(token.verbs - {EXIST}))


def _distance(tokens: Tokens, phrases: Phrases, phrase: Phrase, at: int) -> float:
    """How far a verb is from a phrase; one before it is a little nearer."""
    behind = at >= phrase.end
    between = range(phrase.end, at) if behind else range(at + 1, phrase.first)
    due = 2 * (phrase.shape == "number" and "due" in tokens[at].verbs)
    far = len(between) + (0.5 if behind else 0.0) - due
    for place in between:
        token = tokens[place]
        aside = token.means("is:aside") and (
            place == phrase.end == at - 1
            or (at + 1 == place == phrase.first - 1 and HAVING in tokens[at].verbs)
        )
        if _walls(tokens, phrases, place):
            far += 0 if aside else WALL
        elif token.means("is:and") and not _is_also(tokens, phrases, phrase, place):
            far += JOINED
        elif _verbs(token) and not _is_attribute(tokens, phrases, place):
            far += VERB_BETWEEN
    return far + PHRASE_BETWEEN * sum(p.first in between and p.shape == "cards" for p in phrases)


def _walls(tokens: Tokens, phrases: Phrases, place: int) -> bool:
    """True if a clause ends at a token: a mark but a colon, "but", or "then" where one begins."""
    token, before = tokens[place], tokens[place - 1]
    if token.means("is:on-it"):
        return False
    if token.means("is:then"):
        after = any(each.first < place <= each.end for each in phrases)
        return after or parts(before) or bool(before.verbs) or not place
    return (token.is_mark and token.text != ":") or token.means("is:but", "is:who", *QUESTIONS)


def _is_also(tokens: Tokens, phrases: Phrases, phrase: Phrase, place: int) -> bool:
    """True if a joining word stands within a list, or means "also" between a verb and a phrase."""
    within = any(each.first <= place < each.end for each in phrases)
    before = (token for token in reversed(tokens[:place]) if not token.common)
    verb = next((token for token in before if token.verbs or not token.means(*BEFORE_ALSO)), None)
    also = place == phrase.first - 1 and verb is not None and bool(verb.verbs)
    first, end = clause_of(tokens, phrase.first, phrase.end)
    stressed = place == end and bool(tokens[place + 1 : place + 2]) and ends(tokens, place + 2)
    if stressed and tokens[place + 1].verbs and not any(t.verbs for t in tokens[first:place]):
        return True
    held = any(HAVING in token.verbs for token in tokens[phrase.end : end])
    return within or (also and not held)


def _told_apart(tokens: Tokens, phrases: Phrases, verb: str, lexicon: Lexicon) -> Iterator[Phrase]:
    """The phrases, those told apart with which something was done to another."""
    either = {verb, f"-{verb}"}
    objects = [p for p in phrases if p.has(*either) and p.shape == "cards"]
    by_it = {p.first for p in objects if p.instrumental}
    if not by_it:
        by_it = {p.first for p in objects if _beats_it(tokens, p, lexicon)}
    if len(objects) == 2 and not by_it:
        by_it = {p.first for p in (_by_which(tokens, objects, lexicon),) if p}
    if not (by_it or lexicon.accusative) and verb not in grammar.PASSIVE:
        by_it = {p.first for p in objects[:1] if len(objects) == 1 and _does_it(phrases, p)}
    phrases = [_with_verb_of(tokens, phrase, verb) for phrase in phrases]
    done_by = {p.governor for p in phrases if p.first in by_it or p.has("with")}
    for phrase in phrases:
        if phrase.first in by_it and phrase.shape == "cards":
            yield replace(phrase, roles=("with", f"{verb}-with"))
        elif phrase in objects and phrase.governor in done_by:
            yield replace(phrase, roles=tuple(role for role in phrase.roles if role in either))
        else:
            yield phrase


def _with_verb_of(tokens: Tokens, phrase: Phrase, verb: str) -> Phrase:
    """The phrase; of "with" behind a verb, with which that was done."""
    if phrase.roles != ("with",) or not phrase.is_governed or tokens[phrase.governor].verbs:
        return phrase
    verbs = next((t.verbs for t in reversed(tokens[: phrase.governor]) if t.verbs - {EXIST}), ())
    return replace(phrase, roles=("with", f"{verb}-with")) if verb in verbs else phrase


def _beats_it(tokens: Tokens, phrase: Phrase, lexicon: Lexicon) -> bool:
    """True for a card that is no object of its verb, with a pronoun or another card right before
    that for one: "the king covered it", "the six beaten by the eight".
    """
    if not lexicon.accusative or _is_object(tokens, phrase, lexicon):
        return False
    if phrase.governor < phrase.first:
        nouns = (t for t in tokens[phrase.first :] if t.value("rank") or t.value("card"))
        noun = next(nouns, tokens[phrase.end - 1])  # a tarok may have only its number
        if lexicon.nominative and noun.folded.endswith(lexicon.nominative):
            return True
        between = tokens[phrase.governor + 1 : phrase.first]
        before = tokens[max(0, phrase.governor - 1) : phrase.governor]
        beaten = tokens[phrase.governor].means(*PASSIVE) and not between
        it = any(each.means("is:it") or (beaten and of_cards(each.meanings)) for each in before)
        return it and not any(each.is_mark or of_cards(each.meanings) for each in between)
    between = tokens[phrase.end : phrase.governor]
    return bool(between) and all(each.means("is:it") for each in between)


def _does_it(phrases: Phrases, phrase: Phrase) -> bool:
    """True if a card before its verb, with neither an object behind it nor another card by which
    that was done, does it to a card told before.
    """
    lies = any(each.shape == "cards" and each.end < phrase.first for each in phrases)
    by_other = any(each.has("with") and each.first > phrase.governor for each in phrases)
    return lies and not by_other and len(phrase.values) == 1 and phrase.end <= phrase.governor


def _by_which(tokens: Tokens, two: Phrases, lexicon: Lexicon) -> Phrase | None:
    """The one of two cards with which something was done to the other: not the object of the verb;
    in a language without such endings the one before it. None where nobody can tell.
    """
    others = [phrase for phrase in two if not _is_object(tokens, phrase, lexicon)]
    passive = tokens[two[0].governor].means(*PASSIVE)
    if len(others) == 1:
        return others[0]
    if passive:
        return two[1]
    if lexicon.accusative:
        return None
    return two[0] if two[0].first < two[0].governor < two[1].first else two[1]


def _is_object(tokens: Tokens, phrase: Phrase, lexicon: Lexicon) -> bool:
    """True if a noun of the phrase has the ending of an object."""
    nouns = [t for t in tokens[phrase.first : phrase.end] if t.value("rank") or t.value("card")]
    return any(lexicon.accusative and t.folded.endswith(lexicon.accusative) for t in nouns)
