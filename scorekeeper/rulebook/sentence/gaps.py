"""Verbs that a sentence leaves out because it has said them before.

"The first put the seven, the second the king": who does something stands for what is done. "He had
no spades, nor hearts": a suit in the role of the one before. "Asked by a queen for hearts, he put
…": a card told before what was named lies there.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import takewhile, zip_longest

from scorekeeper.core.cards import JOKER
from scorekeeper.rulebook.sentence import grammar
from scorekeeper.rulebook.sentence.grammar import HAVING, LACKING, PUTTING, SUBJECTS
from scorekeeper.rulebook.sentence.lexicon import EXIST
from scorekeeper.rulebook.sentence.phrases import (
    OF_CARDS,
    Phrase,
    Phrases,
    clause_of,
    ends,
    is_behind,
)
from scorekeeper.rulebook.sentence.tokens import Token, Tokens, said_in

LACKED = (f"-{HAVING}", LACKING)
"""What is said of what was not in a hand."""
BEATS = "beat-with"
PLAYED, UPON, LIES = "play", "upon", "lie"
ASKS, BY_IT, AGAIN, LATER = "asks", "by-it", "again", "later"
FAULT = "is:fault"
BY_SOMEONE = (PLAYED, "throw", "lead")
"""What somebody does with a card: it does not fall by itself."""
CLAUSE = 5
"""So many words behind "which" its verb is looked for."""


def with_verbs(tokens: Tokens, phrases: Phrases) -> Phrases:
    """The phrases in the roles of the verbs that were not said again."""
    for complete in (
        _gapped,
        _as_topic,
        _put_before,
        _denied_too,
        _instead,
        _listed,
        _together,
        _asked_by,
        _asked_with,
        _named_again,
        _faulted,
        _later,
        _still_waits,
        _kept,
        _which_beat,
        _played_then,
    ):
        phrases = [*complete(tokens, phrases)]
    return phrases


def _gapped(tokens: Tokens, phrases: Phrases) -> Iterator[Phrase]:
    """A card right behind somebody, where the one before has put a card, or beside "on it"."""
    put = False
    before: Phrase | None = None
    for phrase in phrases:
        beside = (*tokens[max(0, phrase.first - 2) : phrase.first], *tokens[phrase.end :][:1])
        on_it = before is not None and said_in(beside, "is:on-it")
        shares = before is not None and phrase.governor == before.governor >= 0
        free = phrase.is_free or (shares and on_it and phrase.governor < phrase.first)
        free = free or _is_anothers(tokens, phrases, phrase)
        then = said_in(tokens[max(0, phrase.first - 3) : phrase.first], "is:then")
        row = before is not None and before.has("ahead") and (then or _subject(tokens, phrase))
        gapped = free and (on_it or row or (put and _subject(tokens, phrase)))
        gapped = gapped and phrase.shape == "cards"
        yield replace(phrase, roles=(PLAYED, UPON) if on_it else (PLAYED,)) if gapped else phrase
        named = phrase.shape in ("suit", "rank") and phrase.is_named
        put = put or gapped or named or phrase.is_put
        before = phrase if phrase.shape == "cards" or named else before


def _is_anothers(tokens: Tokens, phrases: Phrases, phrase: Phrase) -> bool:
    """True for a card before a verb that is another one's: of lacking, with a suit or a rank nearer
    than the card, or with somebody right before it where somebody else stands before the card.
    """
    between = (p for p in phrases if phrase.end <= p.first < phrase.governor)
    someone = phrase.end < phrase.governor and tokens[phrase.governor - 1].means(*SUBJECTS)
    nearer = any(each.shape in ("suit", "rank") for each in between)
    return (someone and _subject(tokens, phrase)) or (phrase.has(*LACKED) and nearer)


def _put_before(tokens: Tokens, phrases: Phrases) -> Iterator[Phrase]:
    """The phrases; a card on which somebody else then put one lies there."""
    lying = set[int]()
    before: Phrase | None = None
    cards = [phrase for phrase in phrases if phrase.shape == "cards"]
    told = any(phrase.has("on") for phrase in cards)
    for phrase in cards if not told else ():
        if not phrase.has(*BY_SOMEONE, BEATS):
            continue
        if before and _is_someone_elses(tokens, before, phrase):
            lying.add(before.first)
        put = (phrase.is_governed or phrase.has(UPON)) and not phrase.has(BEATS)
        before = phrase if put else None
    for phrase in phrases:
        yield replace(phrase, roles=(LIES,)) if phrase.first in lying else phrase


def _is_someone_elses(tokens: Tokens, before: Phrase, phrase: Phrase) -> bool:
    """True if what is said between two cards tells who put the second one on the first, or where
    its verb is left out, that it was somebody else.
    """
    between = tokens[before.end : phrase.first]
    if phrase.has(UPON):
        return said_in(between, *SUBJECTS)
    verb = before.end <= phrase.governor and not before.has(UPON)
    return verb and said_in(between, "is:on-it", *SUBJECTS)


def _subject(tokens: Tokens, phrase: Phrase) -> bool:
    """True if somebody stands before a phrase who may be who did it."""
    at = phrase.first - 1
    while at >= 0 and (
        tokens[at].means("is:det", "is:then", "is:filler")
        or (tokens[at].is_small and not tokens[at].meanings)
    ):
        at -= 1
    if at < phrase.first - 1 and tokens[at + 1].means("is:then"):
        return True
    if at < 0:
        return False
    token, before = tokens[at], tokens[at - 1 : at]
    opens = any(each.is_mark or each.means("is:and") for each in before)
    though = any(each.means("is:but") and not each.means("is:aside") for each in before)
    name = opens and not token.is_known
    subject = name or token.is_somebody
    return subject and not though and not token.value("rank")


def _denied_too(tokens: Tokens, phrases: Phrases) -> Iterator[Phrase]:
    """A suit behind "nor", where another one was not there."""
    lacked = False
    for phrase in phrases:
        nor = said_in(tokens[max(0, phrase.first - 2) : phrase.first], "is:nor")
        too = lacked and nor and phrase.is_free and phrase.shape in OF_CARDS
        yield replace(phrase, roles=(f"-{HAVING}",)) if too else phrase
        lacked = lacked or phrase.has(*LACKED, "without")


def _as_topic(tokens: Tokens, phrases: Phrases) -> Iterator[Phrase]:
    """A suit or a rank before a mark, with no verb, and behind the mark a denial of having with
    nothing else: "Diamonds? She had none".
    """
    governors = {phrase.governor for phrase in phrases}
    for phrase in phrases:
        end = phrase.end + 1
        while not (ends(tokens, end) or tokens[end].verbs):
            end += 1
        verb = tokens[end] if end < len(tokens) and end not in governors else None
        denies = {HAVING, EXIST} if verb and verb.negated else {LACKING}
        topic = phrase.is_free and phrase.shape in ("suit", "rank")
        if topic and verb and tokens[phrase.end].is_mark and verb.verbs & denies:
            yield replace(phrase, roles=(f"-{HAVING}",), governor=end)
        else:
            yield phrase


def _instead(tokens: Tokens, phrases: Phrases) -> Iterator[Phrase]:
    """A card behind "but", where it was said what was not done with another."""
    before = None
    for phrase in phrases:
        but = phrase.first > 0 and tokens[phrase.first - 1].means("is:but")
        if before and but and phrase.is_free and phrase.shape == before.shape:
            yield replace(phrase, roles=tuple(role[1:] for role in before.roles))
        else:
            yield phrase
        before = phrase if all(role[0] == "-" for role in phrase.roles) else None


def _listed(tokens: Tokens, phrases: Phrases) -> Iterator[Phrase]:
    """A card right behind a comma and a card in a role that several may have."""
    before: Phrase | None = None
    for phrase in phrases:
        continues = (
            before
            and before.is_governed
            and tokens[before.governor].verbs
            and before.has(*grammar.LISTED)
            and phrase.is_free
            and phrase.shape == "cards"
            and (before.shape == "cards" or before.noun == "card")
            and tokens[before.end].text == ","
            and all(
                token.means("is:further", "is:more", "is:det")
                for token in tokens[before.end + 1 : phrase.first]
            )
        )
        role = before if before and continues else phrase
        before = replace(phrase, roles=role.roles, governor=role.governor)
        yield before


def _together(tokens: Tokens, phrases: Phrases) -> Iterator[Phrase]:
    """The cards that were put down, with those put beside them at once."""
    added = [p for p in phrases if p.shape == "cards" and _is_beside(tokens, p)]
    others = [p for p in phrases if added and p not in added]
    put = (p for p in others if p.is_put)
    free = (p for p in others if p.has("free"))
    last = next(put, None) or next(free, None)
    if last is None or last.first > added[0].first or last.shape != "cards":
        yield from phrases
        return
    more = tuple(code for phrase in added for code in phrase.values)
    for phrase in phrases:
        if phrase is last:
            yield replace(phrase, values=(*phrase.values, *more))
        elif phrase not in added:
            yield phrase


def _is_beside(tokens: Tokens, phrase: Phrase) -> bool:
    alone = not phrase.is_governed and {*phrase.roles} <= {"free", "ahead", "with"}
    alone = alone or (phrase.instrumental and {*phrase.roles} <= PUTTING)
    return alone and is_behind(tokens, phrase, "is:besides")


def _asked_by(_tokens: Tokens, phrases: Phrases) -> Iterator[Phrase]:
    """A rank before the verb of naming, where another thing is named behind it, is what asks; a
    card lies there.
    """
    for phrase in phrases:
        asks = phrase.shape in ("rank", "cards") and phrase.is_named
        asks = asks and any(
            each.governor == phrase.governor and phrase.end <= each.governor < each.first
            for each in phrases
        )
        follows = next((each for each in phrases if each.first >= phrase.end), None)
        after = phrase.shape == "rank" and phrase.has("after", "with")
        asks = asks or (after and follows is not None and follows.is_named)
        role = LIES if phrase.shape == "cards" else ASKS
        role = PLAYED if phrase.values[0].startswith(JOKER) else role
        yield replace(phrase, roles=(role,)) if asks else phrase


def _asked_with(_tokens: Tokens, phrases: Phrases) -> Iterator[Phrase]:
    """A card put down with which something was named that another card answers: it lies there."""
    named = next((at for at, phrase in enumerate(phrases) if phrase.is_named), len(phrases))
    puts = {at for at, p in enumerate(phrases) if p.shape in ("cards", "rank") and p.is_put}
    answered = any(at > named and phrases[at].shape == "cards" for at in puts)
    for at, phrase in enumerate(phrases):
        lies = LIES if phrase.shape == "cards" else ASKS
        asks = answered and at in puts and at < named
        yield replace(phrase, roles=(lies,)) if asks else phrase


def _named_again(tokens: Tokens, phrases: Phrases) -> Iterator[Phrase]:
    """A suit or a rank that is named behind the card played, where one was named before; by that
    card, unless it was played although something else was named.
    """
    named = put = answered = False
    for phrase in phrases:
        names = phrase.is_named
        first, _end = clause_of(tokens, phrase.first, phrase.end)
        although = said_in(tokens[max(0, first - 1) : phrase.first], "is:although")
        if names and answered:
            yield replace(phrase, roles=(AGAIN,))
        elif names and put and not although:
            yield replace(phrase, roles=(*phrase.roles, BY_IT))
        else:
            yield phrase
        named = named or names
        cards = phrase.shape == "cards" and phrase.has(*PUTTING, "free")
        put, answered = put or cards, answered or (named and cards)


def _faulted(tokens: Tokens, phrases: Phrases) -> Iterator[Phrase]:
    """A card of which it is said with no other verb that it was a fault on another: it was put."""
    for phrase, behind in zip_longest(phrases, phrases[1:]):
        on_it = behind and {phrase.shape, behind.shape} == {"cards"} and behind.has("on")
        first, end = clause_of(tokens, phrase.first, behind.end if behind else phrase.end)
        clause = tokens[first:end] if on_it and phrase.is_free else ()
        fault = said_in(clause, FAULT) and not any(token.verbs - {EXIST} for token in clause)
        yield replace(phrase, roles=(PLAYED,)) if fault else phrase


def _later(tokens: Tokens, phrases: Phrases) -> Iterator[Phrase]:
    """A card that the same one put down later on, or after a fault, was in his hand; nobody knows
    of one that was put down then, with no word of who did it.
    """
    fault = said_in(tokens, FAULT) and not any(token.negated for token in tokens)
    put = False
    for phrase in phrases:
        puts = phrase.shape == "cards" and phrase.has(*BY_SOMEONE)
        falls = phrase.shape == "cards" and phrase.has("fall")
        alone = put and phrase.is_governed and not phrase.has("add")
        when = _when(tokens, phrase) if alone and (puts or falls) else ""
        when = when if puts or when == LATER else ""
        if when == LATER or (when and (fault or phrase.has("lead"))):
            yield replace(phrase, roles=(HAVING,))
        else:
            yield replace(phrase, roles=(LATER,)) if when else phrase
        put = put or puts


def _when(tokens: Tokens, phrase: Phrase) -> str:
    """What the clause of a card says of when it was, if it does not say who it was: "then" or
    "later".
    """
    first, end = clause_of(tokens, phrase.governor, phrase.end)
    clause = tokens[max(0, first - 1) : phrase.first]
    if said_in((*clause, *tokens[phrase.end : end]), f"is:{LATER}"):
        return LATER
    who = tokens[max(0, first - 2) : first - 1]  # "and Zuza then added it"
    if any(token.is_somebody for token in (*who, *clause)):
        return ""
    then = (token.means("is:then") and not token.means("is:on-it") for token in clause)
    return "then" if any(then) else ""


def _played_then(tokens: Tokens, phrases: Phrases) -> Iterator[Phrase]:
    """The phrases; a card that somebody had "and played it" was put down."""
    governors = {phrase.governor for phrase in phrases}
    for phrase, behind in zip_longest(phrases, phrases[1:]):
        verb = _verb_behind(tokens, phrase, behind)
        had = phrase.shape == "cards" and phrase.roles == (HAVING,) and len(phrase.values) == 1
        puts = had and verb not in governors
        yield replace(phrase, roles=(PLAYED,), governor=verb) if puts and verb else phrase


def _verb_behind(tokens: Tokens, phrase: Phrase, behind: Phrase | None) -> int | None:
    """The verb of putting it down that stands between two phrases."""
    for at in range(phrase.end, behind.first if behind else len(tokens)):
        token = tokens[at]
        if PLAYED in token.verbs and not token.negated:
            it = (*tokens[max(phrase.end, at - 2) : at], *tokens[at + 1 : at + 2])
            return at if said_in(it, "is:it") else None
    return None


def _verb_of_which(tokens: Tokens, phrase: Phrase) -> Token | None:
    """The verb of the clause right behind a phrase that says more of it, if it is not denied."""
    at = phrase.end
    while at < len(tokens) and tokens[at].is_mark:
        at += 1
    which = said_in(tokens[at : at + 1], "is:which")
    clause = takewhile(lambda token: not token.is_mark, tokens[at:] if which else ())
    verb = next((token for token in clause if token.verbs), None)
    return verb if verb and not verb.negated else None


def _kept(tokens: Tokens, phrases: Phrases) -> Iterator[Phrase]:
    """A card that was not put down, of which it is said behind that somebody had it."""
    for phrase in phrases:
        verb = _verb_of_which(tokens, phrase)
        had = verb is not None and HAVING in verb.verbs and phrase.shape in ("cards", "suit")
        open_roles = {*phrase.roles} <= {*grammar.NOT_PUT, "free", "ahead", "as"}
        yield replace(phrase, roles=(HAVING,)) if had and open_roles else phrase


def _still_waits(tokens: Tokens, phrases: Phrases) -> Iterator[Phrase]:
    """The phrases; a card of which it is said behind that somebody has to answer it waits too."""
    for phrase in phrases:
        verb = _verb_of_which(tokens, phrase) if phrase.shape == "cards" else None
        coming = sorted(grammar.COMING & verb.verbs) if verb else []
        yield replace(phrase, roles=(*dict.fromkeys((*phrase.roles, *coming)),))


def _which_beat(tokens: Tokens, phrases: Phrases) -> Iterator[Phrase]:
    """The phrases; a card of which it is said behind that it beat another one, the last of a list
    of them.
    """
    for phrase, behind in zip_longest(phrases, phrases[1:]):
        beat = phrase.shape == "cards" and _beat_another(tokens, phrases, phrase)
        if phrase.is_free and behind and _is_beaten_by(tokens, phrase, behind):
            yield replace(phrase, roles=(LIES,))
        elif beat and len(phrase.values) > 1:
            last = phrase.end - 1
            yield replace(phrase, values=phrase.values[:-1], end=last)
            yield replace(phrase, values=phrase.values[-1:], first=last, roles=("with", BEATS))
        else:
            yield replace(phrase, roles=("with", BEATS)) if beat else phrase


def _is_beaten_by(tokens: Tokens, phrase: Phrase, behind: Phrase) -> bool:
    """True for a card to which one is joined that beat it: "the six and the ten that beat it"."""
    between = tokens[phrase.end : behind.first]
    joined = said_in(between, "is:and") and all(t.means("is:and", "is:det") for t in between)
    return joined and phrase.shape == "cards" and behind.has(BEATS)


def _beat_another(tokens: Tokens, phrases: Phrases, phrase: Phrase) -> bool:
    """True if "which beat it", or "with which I beat it", stands behind a card, not of another; on
    a card lies what beats it.
    """
    at = phrase.end
    while at < len(tokens) and (tokens[at].is_mark or tokens[at].means("is:with")):
        at += 1
    if phrase.has("on") or not said_in(tokens[at : at + 1], "is:which"):
        return False
    first, end = at + 1, min(at + 1 + CLAUSE, clause_of(tokens, at + 1, at + 1)[1])
    it = said_in(tokens[first:end], "is:it")
    verbs = [at for at in range(first, end) if tokens[at].verbs & grammar.TAKING]
    others = {each.governor for each in phrases if each is not phrase}
    return it and bool(verbs) and others.isdisjoint(verbs)
