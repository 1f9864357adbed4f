"""Verbs that a sentence leaves out because it has said them before.

"The first put the seven, the second the king": who does something stands for what is done. "He had
no spades, nor hearts": a suit in the role of the one before. "Asked by a queen for hearts, he put
…": a card told before what was named lies there.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import takewhile, zip_longest

from scorekeeper.core.cards import JOKER
from scorekeeper.rulebook.sentence.lexicon import GRAMMAR, NAMING, PUTTING
from scorekeeper.rulebook.sentence.phrases import (
    OF_CARDS,
    SUBJECTS,
    Phrase,
    clause_of,
    ends,
    is_behind,
    is_free,
)
from scorekeeper.rulebook.sentence.tokens import EXIST, Token, said_in

ECHOED: Sequence[str] = GRAMMAR["echoed"]
"""Verbs for which a word of assent or of denial stands, the first of them for all."""
LACKED = frozenset({f"-{ECHOED[0]}", ECHOED[1]})
"""What is said of what was not in a hand."""
BEATS = "beat-with"
PLAYED, UPON, LIES = "play", "upon", "lie"
ASKS, BY_IT, AGAIN, LATER = "asks", "by-it", "again", "later"
FAULT = "is:fault"
BY_SOMEONE = frozenset({PLAYED, "throw", "lead"})
"""What somebody does with a card: it does not fall by itself."""
NOT_PUT = frozenset(f"-{role}" for role in PUTTING)
LISTED = frozenset[str](GRAMMAR["listed"])
TAKEN = frozenset[str](GRAMMAR["taking"])
CLAUSE = 5
"""So many words behind "which" its verb is looked for."""
COMING = frozenset[str](GRAMMAR["coming"])
BESIDE_SUBJECT = ("is:det", "is:then", "is:filler")
AFTER_IT = frozenset({"after", "with"})


def with_verbs(tokens: Sequence[Token], phrases: Sequence[Phrase]) -> Sequence[Phrase]:
    """The phrases in the roles of the verbs that were not said again."""
    found = phrases
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
    ):
        found = [*complete(tokens, found)]
    found = [*_still_waits(tokens, found)]
    return [*_played_then(tokens, [*_which_beat(tokens, [*_kept(tokens, found)])])]


def _gapped(tokens: Sequence[Token], phrases: Sequence[Phrase]) -> Iterator[Phrase]:
    """A card right behind somebody, where the one before has put a card, or beside "on it"."""
    put = False
    before: Phrase | None = None
    for phrase in phrases:
        shares = before is not None and phrase.governor == before.governor >= 0
        on_it = before is not None and _is_on_it(tokens, phrase)
        free = is_free(phrase) or (shares and on_it and phrase.governor < phrase.first)
        free = free or _is_anothers(tokens, phrases, phrase)
        row = before is not None and "ahead" in before.roles
        then = said_in(tokens[max(0, phrase.first - 3) : phrase.first], "is:then")
        row = row and (then or _subject(tokens, phrase))
        gapped = free and (on_it or row or (put and _subject(tokens, phrase)))
        gapped = gapped and phrase.shape == "cards"
        roles = (PLAYED, UPON) if on_it else (PLAYED,)
        yield replace(phrase, roles=roles) if gapped else phrase
        named = phrase.shape in ("suit", "rank") and not NAMING.isdisjoint(phrase.roles)
        put = put or gapped or named or not PUTTING.isdisjoint(phrase.roles)
        before = phrase if phrase.shape == "cards" or named else before


def _is_anothers(tokens: Sequence[Token], phrases: Sequence[Phrase], phrase: Phrase) -> bool:
    """True for a card before a verb that is another one's: of lacking, with a suit or a rank nearer
    than the card, or with somebody right before it where somebody else stands before the card.
    """
    between = (p for p in phrases if phrase.end <= p.first < phrase.governor)
    lacks = not LACKED.isdisjoint(phrase.roles)
    someone = phrase.end < phrase.governor and tokens[phrase.governor - 1].means(*SUBJECTS)
    nearer = any(each.shape in ("suit", "rank") for each in between)
    return (someone and _subject(tokens, phrase)) or (lacks and nearer)


def _put_before(tokens: Sequence[Token], phrases: Sequence[Phrase]) -> Iterator[Phrase]:
    """The phrases; a card on which somebody else then put one lies there."""
    lying = set[int]()
    before: Phrase | None = None
    if any("on" in phrase.roles and phrase.shape == "cards" for phrase in phrases):
        yield from phrases
        return
    for phrase in phrases:
        if phrase.shape != "cards" or (BY_SOMEONE | {BEATS}).isdisjoint(phrase.roles):
            continue
        if before and _is_someone_elses(tokens, before, phrase):
            lying.add(before.first)
        put = (phrase.governor >= 0 or UPON in phrase.roles) and BEATS not in phrase.roles
        before = phrase if put else None
    for phrase in phrases:
        yield replace(phrase, roles=(LIES,)) if phrase.first in lying else phrase


def _is_someone_elses(tokens: Sequence[Token], before: Phrase, phrase: Phrase) -> bool:
    """True if what is said between two cards tells who put the second one on the first, or where
    its verb is left out, that it was somebody else.
    """
    between = tokens[before.end : phrase.first]
    someone = said_in(between, *SUBJECTS)
    if UPON in phrase.roles:
        return someone
    on_it = said_in(between, "is:on-it")
    verb = before.end <= phrase.governor and UPON not in before.roles
    return verb and (someone or on_it)


def _is_on_it(tokens: Sequence[Token], phrase: Phrase) -> bool:
    beside = (*tokens[max(0, phrase.first - 2) : phrase.first], *tokens[phrase.end :][:1])
    return said_in(beside, "is:on-it")


def _is_small(token: Token) -> bool:
    """True for a word that tells nothing, not even who somebody was."""
    return token.common and not token.is_mark and not token.meanings


def _subject(tokens: Sequence[Token], phrase: Phrase) -> bool:
    at = phrase.first - 1
    while at >= 0 and (tokens[at].means(*BESIDE_SUBJECT) or _is_small(tokens[at])):
        at -= 1
    if at < phrase.first - 1 and tokens[at + 1].means("is:then"):
        return True
    if at < 0:
        return False
    token, before = tokens[at], tokens[at - 1 : at]
    opens = any(each.is_mark or each.means("is:and") for each in before)
    though = any(each.means("is:but") and not each.means("is:aside") for each in before)
    name = opens and not (token.is_mark or token.meanings or token.common)
    subject = name or token.means(*SUBJECTS) or token.value("nth") is not None
    return subject and not though and not token.value("rank")


def _denied_too(tokens: Sequence[Token], phrases: Sequence[Phrase]) -> Iterator[Phrase]:
    """A suit behind "nor", where another one was not there."""
    denied = ("-" + ECHOED[0],)
    lacked = False
    for phrase in phrases:
        nor = said_in(tokens[max(0, phrase.first - 2) : phrase.first], "is:nor")
        if lacked and nor and is_free(phrase) and phrase.shape in OF_CARDS:
            yield replace(phrase, roles=denied)
        else:
            yield phrase
        lacked = lacked or not {*denied, "lack", "without"}.isdisjoint(phrase.roles)


def _as_topic(tokens: Sequence[Token], phrases: Sequence[Phrase]) -> Iterator[Phrase]:
    """A suit or a rank before a mark, with no verb, and behind the mark a denial of having with
    nothing else: "Diamonds? She had none".
    """
    governors = {phrase.governor for phrase in phrases}
    for phrase in phrases:
        behind = tokens[phrase.end : phrase.end + 1]
        topic = is_free(phrase) and phrase.shape in ("suit", "rank") and behind
        if topic and behind[0].is_mark:
            end = phrase.end + 1
            while end < len(tokens) and not (ends(tokens, end) or tokens[end].verbs):
                end += 1
            verb = tokens[end] if end < len(tokens) and end not in governors else None
            held = verb is not None and bool({ECHOED[0], EXIST} & verb.verbs)
            lacks = verb is not None and ECHOED[1] in verb.verbs
            denies = verb is not None and (held if verb.negated else lacks)
            yield replace(phrase, roles=("-" + ECHOED[0],), governor=end) if denies else phrase
        else:
            yield phrase


def _instead(tokens: Sequence[Token], phrases: Sequence[Phrase]) -> Iterator[Phrase]:
    """A card behind "but", where it was said what was not done with another."""
    before = None
    for phrase in phrases:
        but = phrase.first > 0 and tokens[phrase.first - 1].means("is:but")
        if before and but and is_free(phrase) and phrase.shape == before.shape:
            yield replace(phrase, roles=tuple(role[1:] for role in before.roles))
        else:
            yield phrase
        before = phrase if all(role[0] == "-" for role in phrase.roles) else None


def _listed(tokens: Sequence[Token], phrases: Sequence[Phrase]) -> Iterator[Phrase]:
    """A card right behind a comma and a card in a role that several may have."""
    before = None
    for phrase in phrases:
        continues = (
            before is not None
            and before.governor >= 0
            and bool(tokens[before.governor].verbs)
            and not LISTED.isdisjoint(before.roles)
            and is_free(phrase)
            and phrase.shape == "cards"
            and (before.shape == "cards" or before.noun == "card")
            and _goes_on(tokens[before.end : phrase.first])
        )
        listed = continues and before
        before = replace(phrase, roles=listed.roles, governor=listed.governor) if listed else phrase
        yield before


def _goes_on(between: Sequence[Token]) -> bool:
    """True for a comma, also with a word such as "further" behind it."""
    words = between[1:]
    return [token.text for token in between[:1]] == [","] and all(
        token.means("is:further", "is:more", "is:det") for token in words
    )


def _together(tokens: Sequence[Token], phrases: Sequence[Phrase]) -> Iterator[Phrase]:
    """The cards that were put down, with those put beside them at once."""
    added = [p for p in phrases if p.shape == "cards" and _is_beside(tokens, p)]
    put = (p for p in phrases if p not in added and not PUTTING.isdisjoint(p.roles))
    last = next(put, None) if added else None
    free = (p for p in phrases if added and p not in added and "free" in p.roles)
    last = last or next(free, None)
    if last is None or last.first > added[0].first or last.shape != "cards":
        yield from phrases
        return
    more = tuple(code for phrase in added for code in phrase.values)
    for phrase in phrases:
        if phrase is last:
            yield replace(phrase, values=(*phrase.values, *more))
        elif phrase not in added:
            yield phrase


def _is_beside(tokens: Sequence[Token], phrase: Phrase) -> bool:
    alone = phrase.governor < 0 and {*phrase.roles} <= {"free", "ahead", "with"}
    alone = alone or (phrase.instrumental and {*phrase.roles} <= PUTTING)
    return alone and is_behind(tokens, phrase, "is:besides")


def _asked_by(_tokens: Sequence[Token], phrases: Sequence[Phrase]) -> Iterator[Phrase]:
    """A rank before the verb of naming, where another thing is named behind it, is what asks; a
    card lies there.
    """
    for phrase in phrases:
        names = phrase.shape in ("rank", "cards") and not NAMING.isdisjoint(phrase.roles)
        after = phrase.shape == "rank" and not AFTER_IT.isdisjoint(phrase.roles)
        asks = names and any(
            each.governor == phrase.governor and phrase.end <= each.governor < each.first
            for each in phrases
        )
        follows = next((each for each in phrases if each.first >= phrase.end), None)
        asks = asks or bool(after and follows and not NAMING.isdisjoint(follows.roles))
        role = LIES if phrase.shape == "cards" else ASKS
        role = PLAYED if phrase.values[0].startswith(JOKER) else role
        yield replace(phrase, roles=(role,)) if asks else phrase


def _asked_with(_tokens: Sequence[Token], phrases: Sequence[Phrase]) -> Iterator[Phrase]:
    """A card put down with which something was named that another card answers: it lies there."""
    named = [at for at, phrase in enumerate(phrases) if not NAMING.isdisjoint(phrase.roles)]
    puts = [
        at
        for at, phrase in enumerate(phrases)
        if phrase.shape in ("cards", "rank") and not PUTTING.isdisjoint(phrase.roles)
    ]
    cards = (at for at in puts if phrases[at].shape == "cards")
    answered = any(named[0] < at for at in cards) if named else False
    for at, phrase in enumerate(phrases):
        asks = answered and at in puts and at < named[0]
        lies = LIES if phrase.shape == "cards" else ASKS
        yield replace(phrase, roles=(lies,)) if asks else phrase


def _named_again(tokens: Sequence[Token], phrases: Sequence[Phrase]) -> Iterator[Phrase]:
    """A suit or a rank that is named behind the card played, where one was named before; by that
    card, unless it was played although something else was named.
    """
    named = put = answered = False
    for phrase in phrases:
        names = not NAMING.isdisjoint(phrase.roles)
        if names and answered:
            yield replace(phrase, roles=(AGAIN,))
        else:
            first, _end = clause_of(tokens, phrase.first, phrase.end)
            although = said_in(tokens[max(0, first - 1) : phrase.first], "is:although")
            by_it = names and put and not although
            yield replace(phrase, roles=(*phrase.roles, BY_IT)) if by_it else phrase
        named = named or names
        cards = phrase.shape == "cards" and not (PUTTING | {"free"}).isdisjoint(phrase.roles)
        put, answered = put or cards, answered or (named and cards)


def _faulted(tokens: Sequence[Token], phrases: Sequence[Phrase]) -> Iterator[Phrase]:
    """A card of which it is said with no other verb that it was a fault on another: it was put."""
    for phrase, behind in zip_longest(phrases, phrases[1:]):
        on_it = behind and {phrase.shape, behind.shape} == {"cards"} and "on" in behind.roles
        end = behind.end if behind and on_it and is_free(phrase) else phrase.first
        clause = tokens[slice(*clause_of(tokens, phrase.first, end))] if end > phrase.first else ()
        fault = said_in(clause, FAULT)
        fault = fault and not any(token.verbs - {EXIST} for token in clause)
        yield replace(phrase, roles=(PLAYED,)) if fault else phrase


def _later(tokens: Sequence[Token], phrases: Sequence[Phrase]) -> Iterator[Phrase]:
    """A card that the same one put down later on, or after a fault, was in his hand; nobody knows
    of one that was put down then, with no word of who did it.
    """
    fault = said_in(tokens, FAULT) and not any(token.negated for token in tokens)
    put = False
    for phrase in phrases:
        puts = phrase.shape == "cards" and not BY_SOMEONE.isdisjoint(phrase.roles)
        falls = phrase.shape == "cards" and "fall" in phrase.roles
        added = "add" in phrase.roles or phrase.governor < 0
        when = _when(tokens, phrase) if (puts or falls) and put and not added else ""
        when = when if puts or when == LATER else ""
        if when == LATER or (when and (fault or "lead" in phrase.roles)):
            yield replace(phrase, roles=(ECHOED[0],))
        else:
            yield replace(phrase, roles=(LATER,)) if when else phrase
        put = put or puts


def _when(tokens: Sequence[Token], phrase: Phrase) -> str:
    """What the clause of a card says of when it was, if it does not say who it was: "then" or
    "later".
    """
    first, end = clause_of(tokens, phrase.governor, phrase.end)
    clause = tokens[max(0, first - 1) : phrase.first]
    if said_in((*clause, *tokens[phrase.end : end]), f"is:{LATER}"):
        return LATER
    if any(token.means(*SUBJECTS) or token.value("nth") for token in clause):
        return ""
    then = (token.means("is:then") and not token.means("is:on-it") for token in clause)
    return "then" if any(then) else ""


def _played_then(tokens: Sequence[Token], phrases: Sequence[Phrase]) -> Iterator[Phrase]:
    """The phrases; a card that somebody had "and played it" was put down."""
    governors = {phrase.governor for phrase in phrases}
    for phrase, behind in zip_longest(phrases, phrases[1:]):
        verb = _verb_behind(tokens, phrase, behind)
        had = phrase.shape == "cards" and phrase.roles == (ECHOED[0],) and len(phrase.values) == 1
        puts = had and verb is not None and verb not in governors
        yield replace(phrase, roles=(PLAYED,), governor=verb) if puts and verb else phrase


def _verb_behind(tokens: Sequence[Token], phrase: Phrase, behind: Phrase | None) -> int | None:
    """The verb of putting it down that stands between two phrases."""
    for at in range(phrase.end, behind.first if behind else len(tokens)):
        token = tokens[at]
        if PLAYED in token.verbs and not token.negated:
            it = (*tokens[max(phrase.end, at - 2) : at], *tokens[at + 1 : at + 2])
            return at if said_in(it, "is:it") else None
    return None


def _verb_of_which(tokens: Sequence[Token], phrase: Phrase) -> Token | None:
    """The verb of the clause right behind a phrase that says more of it, if it is not denied."""
    at = phrase.end
    while at < len(tokens) and tokens[at].is_mark:
        at += 1
    which = at < len(tokens) and tokens[at].means("is:which")
    clause = takewhile(lambda token: not token.is_mark, tokens[at:] if which else ())
    verb = next((token for token in clause if token.verbs), None)
    return verb if verb and not verb.negated else None


def _kept(tokens: Sequence[Token], phrases: Sequence[Phrase]) -> Iterator[Phrase]:
    """A card that was not put down, of which it is said behind that somebody had it."""
    for phrase in phrases:
        verb = _verb_of_which(tokens, phrase)
        had = verb is not None and ECHOED[0] in verb.verbs and phrase.shape in ("cards", "suit")
        open_roles = {*phrase.roles} <= {*NOT_PUT, "free", "ahead", "as"}
        yield replace(phrase, roles=(ECHOED[0],)) if had and open_roles else phrase


def _still_waits(tokens: Sequence[Token], phrases: Iterable[Phrase]) -> Iterator[Phrase]:
    """The phrases; a card of which it is said behind that somebody has to answer it waits too."""
    for phrase in phrases:
        verb = _verb_of_which(tokens, phrase) if phrase.shape == "cards" else None
        coming = sorted(COMING & verb.verbs) if verb else []
        yield replace(phrase, roles=(*dict.fromkeys((*phrase.roles, *coming)),))


def _which_beat(tokens: Sequence[Token], phrases: Sequence[Phrase]) -> Iterator[Phrase]:
    """The phrases; a card of which it is said behind that it beat another one, the last of a list
    of them.
    """
    for phrase, behind in zip_longest(phrases, phrases[1:]):
        if is_free(phrase) and behind and _is_beaten_by(tokens, phrase, behind):
            yield replace(phrase, roles=(LIES,))
            continue
        beat = phrase.shape == "cards" and _beat_another(tokens, phrases, phrase)
        if beat and len(phrase.values) > 1:
            yield replace(phrase, values=phrase.values[:-1], end=phrase.end - 1)
            first = phrase.end - 1
            yield replace(phrase, values=phrase.values[-1:], first=first, roles=("with", BEATS))
        else:
            yield replace(phrase, roles=("with", BEATS)) if beat else phrase


def _is_beaten_by(tokens: Sequence[Token], phrase: Phrase, behind: Phrase) -> bool:
    """True for a card to which one is joined that beat it: "the six and the ten that beat it"."""
    between = tokens[phrase.end : behind.first]
    joined = said_in(between, "is:and")
    joined = joined and all(token.means("is:and", "is:det") for token in between)
    return joined and phrase.shape == "cards" and BEATS in behind.roles


def _beat_another(tokens: Sequence[Token], phrases: Sequence[Phrase], phrase: Phrase) -> bool:
    """True if "which beat it", or "with which I beat it", stands behind a card, not of another; on
    a card lies what beats it.
    """
    if "on" in phrase.roles:
        return False
    at = phrase.end
    while at < len(tokens) and (tokens[at].is_mark or tokens[at].means("is:with")):
        at += 1
    if at == len(tokens) or not tokens[at].means("is:which"):
        return False
    first, end = at + 1, min(at + 1 + CLAUSE, clause_of(tokens, at + 1, at + 1)[1])
    it = said_in(tokens[first:end], "is:it")
    verbs = [at for at in range(first, end) if not TAKEN.isdisjoint(tokens[at].verbs)]
    others = {each.governor for each in phrases if each is not phrase}
    return it and bool(verbs) and others.isdisjoint(verbs)
