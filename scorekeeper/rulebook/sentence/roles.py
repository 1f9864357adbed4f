"""The roles of phrases: what governs each of them, by the words around it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from scorekeeper.rulebook.sentence.lexicon import (
    GRAMMAR,
    NAMING,
    PUTTING,
    SUIT_ROLES,
    SUIT_WORDS,
    Lexicon,
    of_cards,
)
from scorekeeper.rulebook.sentence.phrases import (
    COUNTED_RANK,
    OF_CARDS,
    Phrase,
    clause_of,
    ends,
    is_behind,
    parts,
)
from scorekeeper.rulebook.sentence.tokens import (
    EXIST,
    WANTING,
    Token,
    said_in,
    word_before,
    word_behind,
)

BEFORE: Sequence[str] = GRAMMAR["before"]
LACK, HELD = "lack", "hold"
ENDED = "finish"
"""What is said of a suit of which somebody has no card left."""
AFTER = ("after", "in", "as")
BY_WHICH: Sequence[str] = GRAMMAR["by-which"]
"""Verbs of which another case says by what that was done."""
FOR_SO_MANY = ("for", "as")
PLACES: Mapping[str, str] = GRAMMAR["places"]
PLACE_WORDS = tuple(f"is:{word}" for word in PLACES)
WITH_OBJECT: Sequence[str] = GRAMMAR["with-object"]
NAMED_WITH = "named-with"
"""By what something was named."""
PASSIVE_VERBS: Sequence[str] = GRAMMAR["passive"]
PASSIVE = tuple(f"do:{verb}" for verb in PASSIVE_VERBS)
OPEN = frozenset((*WITH_OBJECT, *GRAMMAR["passive"], "free"))
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
LIES = frozenset[str](GRAMMAR["lies"])
"""What is said of a card in a place, of which the place says more."""
QUESTIONS = ("is:how-much", "is:who-takes", "is:who-draws")
"""Words that open a question, also with no mark before them."""
BEFORE_ALSO = ("is:more", "is:in-hand")
"""Words between a verb and a joining word that means "also"."""
NEAR = 2
"""So far from a suit a word that gives it its role stands at most."""


def with_roles(
    tokens: Sequence[Token], phrases: Sequence[Phrase], lexicon: Lexicon
) -> Iterator[Phrase]:
    """The phrases, each with its roles and the token that gives them."""
    taken = {at for phrase in phrases for at in range(phrase.first, phrase.end)}
    governed = [_with_roles(tokens, phrases, phrase, taken) for phrase in phrases]
    if not lexicon.accusative:
        governed = [_who_names(governed, phrase) for phrase in governed]
    for verb in WITH_OBJECT:
        governed = list(_told_apart(tokens, governed, verb, lexicon))
    yield from _with_first(tokens, governed)


def _who_names(phrases: Sequence[Phrase], phrase: Phrase) -> Phrase:
    """The phrase; of a card before a verb of naming that has an object behind it, what named it."""
    names = phrase.shape == "cards" and phrase.end <= phrase.governor
    names = names and not NAMING.isdisjoint(phrase.roles)
    behind = (p for p in phrases if p.governor == phrase.governor and p.first > phrase.governor)
    named = names and any(each.shape in ("suit", "rank") for each in behind)
    return replace(phrase, roles=("with", NAMED_WITH)) if named else phrase


def _with_first(tokens: Sequence[Token], phrases: Sequence[Phrase]) -> Iterator[Phrase]:
    """The phrases; what is told first, and behind a comma once more, may be what lies."""
    row: Phrase | None = None
    cards = False
    for phrase in phrases:
        follows = row and [token.text for token in tokens[row.end : phrase.first]] == [","]
        first = follows or not (cards or _is_joined(tokens, phrases, phrase))
        ahead = first and phrase.roles == ("free",) and len(phrase.values) == 1
        yield replace(phrase, roles=("free", "ahead")) if ahead else phrase
        cards = cards or phrase.shape == "cards"
        row = phrase if ahead and phrase.shape == "cards" else None


def _is_joined(tokens: Sequence[Token], phrases: Sequence[Phrase], phrase: Phrase) -> bool:
    """True if a joining word adds another card."""
    behind = word_behind(tokens, phrase.end + 1, "is:det", small=False)
    joins = _word(tokens, phrase.end, ("and",)) is not None
    return joins and any(each.first == behind for each in phrases)


def _with_roles(
    tokens: Sequence[Token], phrases: Sequence[Phrase], phrase: Phrase, taken: set[int]
) -> Phrase:
    """The phrase with what the words beside it say, or its verb; by what something was done, of
    a verb that has no other object, is what the verb is about.
    """
    if phrase.governor >= 0:
        return phrase
    beside = _beside(tokens, phrase)
    if beside is None:
        return _governed(tokens, phrases, phrase, taken)
    named = not {"on", "for"}.isdisjoint(beside.roles) and phrase.shape in ("suit", "rank")
    if not (named or "with" in beside.roles):
        return beside
    governed = _governed(tokens, phrases, phrase, taken)
    return _nearer(tokens, phrase, beside, governed, named)


def _nearer(
    tokens: Sequence[Token], phrase: Phrase, beside: Phrase, governed: Phrase, named: bool
) -> Phrase:
    """The phrase as its verb governs it, or as the word beside it does."""
    named_before = not NAMING.isdisjoint(governed.roles) and governed.governor < phrase.first
    by_it = "with" in beside.roles
    if phrase.shape == "rank" and by_it and named_before:
        return replace(beside, roles=("with", NAMED_WITH))
    held_before = HELD in governed.roles and governed.governor < phrase.first
    held_before = held_before and bool(tokens[governed.governor].verbs)
    if (phrase.shape == "cards" and named_before) or (
        by_it and (governed.governor > phrase.end or held_before)
    ):
        return beside
    naming = {WANTING} if "on" in beside.roles else NAMING
    fits = not naming.isdisjoint(governed.roles) if named else OPEN.isdisjoint(governed.roles)
    return governed if fits else beside


def _beside(tokens: Sequence[Token], phrase: Phrase) -> Phrase | None:
    """The phrase with the role that the word in front of it gives, or one beside it."""
    at = word_before(tokens, phrase.first, "is:det", *SUIT_WORDS)
    words = BEFORE if phrase.shape in OF_CARDS else AFTER if phrase.shape == "nth" else ()
    words = FOR_SO_MANY if phrase.noun.startswith((COUNTED_RANK, "card")) else words
    word = _word(tokens, at, words)
    if told := _behind_attribute(tokens, phrase, at):
        return told
    if _is_from(tokens, phrase):
        return replace(phrase, roles=("for",), governor=at)
    if word == "with" and phrase.shape == "suit":
        word = next(
            (w for n in range(NEAR) if (w := _word(tokens, phrase.end + n, SUIT_ROLES))), word
        )
    if word == "with" and len(phrase.values) == 1 and _is_in_hand(tokens, phrase):
        return replace(phrase, roles=(HELD,), governor=at)
    if word and not (word == "after" and _is_done(tokens, phrase)):
        return replace(phrase, roles=(word,), governor=at)
    return _with_role_near(tokens, phrase) if phrase.shape == "suit" else None


def _is_from(tokens: Sequence[Token], phrase: Phrase) -> bool:
    """True for a card for which somebody has to draw: "two from the two of hearts"."""
    counted = any(t.means("is:from") and n.value("number") for n, t in pairwise(tokens))
    counted = counted and phrase.shape == "cards" and not phrase.instrumental
    return counted and is_behind(tokens, phrase, "is:from")


def _is_in_hand(tokens: Sequence[Token], phrase: Phrase) -> bool:
    """True for cards right behind which it is said that they are in the hand: "with the seven of
    hearts still in his fist".
    """
    behind = (token for token in tokens[phrase.end :] if not token.means("is:more", "is:det"))
    behind = (token for token in behind if not token.common or token.is_mark)
    next_ = next(behind, None)
    return next_ is not None and next_.means("is:in-hand")


def _behind_attribute(tokens: Sequence[Token], phrase: Phrase, at: int) -> Phrase | None:
    """A card behind a verb that has a preposition before it: "on the led queen"."""
    said = tokens[at].verbs if at == phrase.first - 1 >= 0 and not tokens[at].negated else ()
    if not said or phrase.shape != "cards":
        return None
    at = word_before(tokens, at, "is:det", small=False)
    word = _word(tokens, at, BEFORE)
    return replace(phrase, roles=(word, *sorted(said)), governor=at) if word else None


def _with_role_near(tokens: Sequence[Token], phrase: Phrase) -> Phrase | None:
    """A suit with the role that a word near it gives, such as that of the trumps."""
    least, behind = phrase.first - 1, phrase.end
    while least > 0 and _is_passed_over(tokens[least]):
        least -= 1
    ahead = range(min(least, phrase.first - NEAR - 1), phrase.first)
    reach = [*ahead, *range(behind, behind + NEAR)]
    while behind + 1 < len(tokens) and _is_passed_over(tokens[behind]):
        behind += 1
    for place in (*reach, behind):
        if word := _word(tokens, place, SUIT_ROLES):
            return replace(phrase, roles=(word,), governor=place)
    return None


def _is_passed_over(token: Token) -> bool:
    """True for a word between a suit and the word for its role that says nothing of either."""
    small = token.common or token.means("is:aside", "is:det", "is:player", "is:someone", "is:more")
    return not token.is_mark and (small or (token.verbs <= {EXIST} and bool(token.verbs)))


def _is_done(tokens: Sequence[Token], phrase: Phrase) -> bool:
    """True if a verb right behind a phrase, with no other card behind it, says what was done to
    it.
    """
    behind = (token for token in tokens[phrase.end :] if not token.common)
    behind = (token for token in behind if not token.means("is:passive", "is:det"))
    next_, object_ = next(behind, None), next(behind, None)
    done = phrase.shape == "cards" and next_ is not None and bool(next_.verbs)
    return done and not (object_ is not None and of_cards(object_.meanings))


def _word(tokens: Sequence[Token], at: int, words: Sequence[str]) -> str | None:
    """Which of some words a token is, if one is there."""
    if not 0 <= at < len(tokens):
        return None
    return next((word for word in words if tokens[at].means(f"is:{word}")), None)


def _governed(
    tokens: Sequence[Token], phrases: Sequence[Phrase], phrase: Phrase, taken: set[int]
) -> Phrase:
    """The phrase with the roles of the nearest verb."""
    roles: tuple[str, ...] = ("free",)
    best, governor = float(ENOUGH), -1
    for at, token in enumerate(tokens):
        names = _governing(tokens, phrases, phrase, at) if at not in taken else ()
        if phrase.instrumental and HELD in names and token.verbs:
            continue
        if phrase.instrumental and token.means("is:attack") and said_in(tokens[:at], "do:transfer"):
            continue
        far = _distance(tokens, phrases, phrase, at) if names else best
        far += LACKED * (LACK in names and phrase.shape == "cards")
        named = phrase.shape in ("suit", "rank") and not NAMING.isdisjoint(names)
        far -= NAMED_FIRST * (named and at < phrase.first)
        names_it = phrase.shape == "cards" and at >= phrase.end and not NAMING.isdisjoint(names)
        far += NAMED_FIRST * names_it
        if far < best:
            best, governor = far, at
            roles = tuple(f"-{name}" for name in names) if token.negated else names
            roles = (HELD,) if roles == (f"-{LACK}",) else roles
    if governor >= 0 and not tokens[governor].verbs:
        governor, roles = _with_verb(tokens, phrases, phrase, governor, roles)
    roles = _by_which_roles(roles) if phrase.instrumental else roles
    roles = (LACK,) if phrase.shape == "suit" and roles == (ENDED,) else roles
    if (phrase.negated or _none_of_it(tokens, phrase)) and not {"hold", "free"}.isdisjoint(roles):
        roles = ("-hold",)
    return replace(phrase, roles=roles, governor=governor)


def _by_which_roles(roles: tuple[str, ...]) -> tuple[str, ...]:
    """The roles of what says by what something was done."""
    if not NAMING.isdisjoint(roles):
        return ("with", NAMED_WITH)
    if roles in (("free",), ("lie",)):
        return ("with",)
    return (f"{roles[0]}-with",) if roles[0] in BY_WHICH else roles


def _none_of_it(tokens: Sequence[Token], phrase: Phrase) -> bool:
    """True if "none" stands behind a suit, with no verb between."""
    at = word_behind(tokens, phrase.end, "is:det", "is:more")
    none = at < len(tokens) and tokens[at].means("is:no")
    behind = tokens[at + 1 : at + 2]
    return phrase.shape == "suit" and none and (not behind or parts(behind[0]))


def _with_verb(
    tokens: Sequence[Token],
    phrases: Sequence[Phrase],
    phrase: Phrase,
    place: int,
    roles: tuple[str, ...],
) -> tuple[int, tuple[str, ...]]:
    """What governs a phrase beside a place, such as a hand: the verb of the same clause, if it says
    the same of it, or that it was not so.
    """
    for at, token in enumerate(tokens):
        denies = token.negated or LACK in token.verbs
        says = roles[0] in token.verbs or (denies and bool({EXIST, LACK} & token.verbs))
        if says and _distance(tokens, phrases, phrase, at) < ENOUGH:
            return at, (f"-{roles[0]}",) if denies else roles
    return place, roles


def _governing(
    tokens: Sequence[Token], phrases: Sequence[Phrase], phrase: Phrase, at: int
) -> tuple[str, ...]:
    """What a token may say of a phrase that it governs."""
    token, names = tokens[at], _verbs_of(tokens, at)
    if at + 1 != phrase.first and _is_attribute(tokens, phrases, at):
        return ()
    if phrase.shape == "suit" and token.negated and EXIST in token.verbs:
        return (HELD,)
    on_table = not token.verbs and not LIES.isdisjoint(names) and names != (HELD,)
    return () if on_table and _is_put_there(tokens, phrase, at) else names


def _is_attribute(tokens: Sequence[Token], phrases: Sequence[Phrase], at: int) -> bool:
    """True for a verb between a preposition and a card: "on the led queen"."""
    before = word_before(tokens, at, "is:det", small=False)
    between = before >= 0 and _word(tokens, before, BEFORE) is not None
    verb = bool(tokens[at].verbs) and not tokens[at].negated
    return verb and between and any(each.first == at + 1 for each in phrases)


def _verbs_of(tokens: Sequence[Token], at: int) -> tuple[str, ...]:
    """The verbs of a token; one of lying beside a word for a place says that of the place."""
    names = _verbs(tokens[at])
    if LIES.isdisjoint(names):
        return names
    ways = (tokens[at + 1 :], tokens[:at][::-1])
    places = sorted(filter(None, map(_place_of, ways)), key=lambda each: each[0])
    return places[0][1] if places else names


def _is_put_there(tokens: Sequence[Token], phrase: Phrase, at: int) -> bool:
    """True if a verb of the same clause before a card says that it was put to the place behind."""
    for token in reversed(tokens[: phrase.first]):
        if parts(token):
            return False
        if token.verbs - {EXIST}:
            return at >= phrase.end and not PUTTING.isdisjoint(token.verbs)
    return False


def _place_of(tokens: Sequence[Token]) -> tuple[int, tuple[str, ...]] | None:
    """How far a word for a place is and what it says, if one comes before another clause or verb
    does.
    """
    for far, token in enumerate(tokens):
        if token.means(*PLACE_WORDS):
            return far, _verbs(token)
        if parts(token) or token.verbs - {EXIST}:
            break
    return None


def _verbs(token: Token) -> tuple[str, ...]:
    places = tuple(verb for place, verb in PLACES.items() if token.means(f"is:{place}"))
    return places or tuple(sorted(token.verbs - {EXIST}))


def _distance(tokens: Sequence[Token], phrases: Sequence[Phrase], phrase: Phrase, at: int) -> float:
    """How far a verb is from a phrase; one before it is a little nearer."""
    behind = at >= phrase.end
    between = range(phrase.end, at) if behind else range(at + 1, phrase.first)
    due = 2 * (phrase.shape == "number" and "due" in tokens[at].verbs)
    far = len(between) + (0.5 if behind else 0.0) - due
    for place in between:
        token = tokens[place]
        aside = token.means("is:aside") and (
            place == phrase.end == at - 1
            or (at + 1 == place == phrase.first - 1 and HELD in tokens[at].verbs)
        )
        if _walls(tokens, phrases, place):
            far += 0 if aside else WALL
        elif token.means("is:and") and not _is_also(tokens, phrases, phrase, place):
            far += JOINED
        elif _verbs(token) and not _is_attribute(tokens, phrases, place):
            far += VERB_BETWEEN
    return far + PHRASE_BETWEEN * sum(p.first in between and p.shape == "cards" for p in phrases)


def _walls(tokens: Sequence[Token], phrases: Sequence[Phrase], place: int) -> bool:
    """True if a clause ends at a token: a mark but a colon, "but", or "then" where one begins."""
    token, before = tokens[place], tokens[place - 1]
    if token.means("is:on-it"):
        return False
    if token.means("is:then"):
        after = any(each.first < place <= each.end for each in phrases)
        return after or parts(before) or bool(before.verbs) or not place
    return (token.is_mark and token.text != ":") or token.means("is:but", "is:who", *QUESTIONS)


def _is_also(
    tokens: Sequence[Token], phrases: Sequence[Phrase], phrase: Phrase, place: int
) -> bool:
    """True if a joining word stands within a list, or means "also" between a verb and a phrase."""
    within = any(each.first <= place < each.end for each in phrases)
    before = (token for token in reversed(tokens[:place]) if not token.common)
    before = (token for token in before if token.verbs or not token.means(*BEFORE_ALSO))
    verb = next(before, None)
    also = place == phrase.first - 1 and verb is not None and bool(verb.verbs)
    first, end = clause_of(tokens, phrase.first, phrase.end)
    stressed = place == end and bool(tokens[place + 1 : place + 2]) and ends(tokens, place + 2)
    if stressed and tokens[place + 1].verbs and not any(t.verbs for t in tokens[first:place]):
        return True
    held = any(HELD in token.verbs for token in tokens[phrase.end : end])
    return within or (also and not held)


def _told_apart(
    tokens: Sequence[Token], phrases: Sequence[Phrase], verb: str, lexicon: Lexicon
) -> Iterator[Phrase]:
    """The phrases, those told apart with which something was done to another."""
    either = {verb, f"-{verb}"}
    objects = [p for p in phrases if not either.isdisjoint(p.roles) and p.shape == "cards"]
    by_it = {p.first for p in objects if p.instrumental}
    if not by_it:
        by_it = {p.first for p in objects if _beats_it(tokens, p, lexicon)}
    if len(objects) == 2 and not by_it:
        by_it = {p.first for p in (_by_which(tokens, objects, lexicon),) if p}
    if not (by_it or lexicon.accusative) and verb not in PASSIVE_VERBS:
        by_it = {p.first for p in objects[:1] if len(objects) == 1 and _does_it(phrases, p)}
    phrases = [_with_verb_of(tokens, phrase, verb) for phrase in phrases]
    done_by = {p.governor for p in phrases if p.first in by_it or "with" in p.roles}
    for phrase in phrases:
        if phrase.first in by_it and phrase.shape == "cards":
            yield replace(phrase, roles=("with", f"{verb}-with"))
        elif phrase in objects and phrase.governor in done_by:
            yield replace(phrase, roles=tuple(role for role in phrase.roles if role in either))
        else:
            yield phrase


def _with_verb_of(tokens: Sequence[Token], phrase: Phrase, verb: str) -> Phrase:
    """The phrase; of "with" behind a verb, with which that was done."""
    if phrase.roles != ("with",) or phrase.governor < 0 or tokens[phrase.governor].verbs:
        return phrase
    verbs = next((t.verbs for t in reversed(tokens[: phrase.governor]) if t.verbs - {EXIST}), ())
    return replace(phrase, roles=("with", f"{verb}-with")) if verb in verbs else phrase


def _beats_it(tokens: Sequence[Token], phrase: Phrase, lexicon: Lexicon) -> bool:
    """True for a card that is no object of its verb, with a pronoun or another card right before
    that for one: "the king covered it", "the six beaten by the eight".
    """
    if not lexicon.accusative or _is_object(tokens, phrase, lexicon):
        return False
    if phrase.governor < phrase.first:
        noun = next(t for t in tokens[phrase.first :] if t.value("rank") or t.value("card"))
        if lexicon.nominative and noun.folded.endswith(lexicon.nominative):
            return True
        between = tokens[phrase.governor + 1 : phrase.first]
        before = tokens[max(0, phrase.governor - 1) : phrase.governor]
        beaten = tokens[phrase.governor].means(*PASSIVE) and not between
        it = any(each.means("is:it") or (beaten and of_cards(each.meanings)) for each in before)
        return it and not any(each.is_mark or of_cards(each.meanings) for each in between)
    between = tokens[phrase.end : phrase.governor]
    return bool(between) and all(each.means("is:it") for each in between)


def _does_it(phrases: Sequence[Phrase], phrase: Phrase) -> bool:
    """True if a card before its verb, with neither an object behind it nor another card by which
    that was done, does it to a card told before.
    """
    lies = any(each.shape == "cards" and each.end < phrase.first for each in phrases)
    by_other = any("with" in each.roles and each.first > phrase.governor for each in phrases)
    return lies and not by_other and len(phrase.values) == 1 and phrase.end <= phrase.governor


def _by_which(tokens: Sequence[Token], two: Sequence[Phrase], lexicon: Lexicon) -> Phrase | None:
    """The one of two cards with which something was done to the other: not the object of the verb;
    in a language without such endings the one before it. None where nobody can tell.
    """
    objects = [phrase for phrase in two if _is_object(tokens, phrase, lexicon)]
    if len(objects) == 1:
        return next(phrase for phrase in two if phrase not in objects)
    if lexicon.accusative and not tokens[two[0].governor].means(*PASSIVE):
        return None
    if tokens[two[0].governor].means(*PASSIVE):
        return two[1]
    return two[0] if two[0].first < two[0].governor < two[1].first else two[1]


def _is_object(tokens: Sequence[Token], phrase: Phrase, lexicon: Lexicon) -> bool:
    """True if a noun of the phrase has the ending of an object."""
    nouns = [t for t in tokens[phrase.first : phrase.end] if t.value("rank") or t.value("card")]
    return any(lexicon.accusative and t.folded.endswith(lexicon.accusative) for t in nouns)
