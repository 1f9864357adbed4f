"""What a sentence leaves out because it has said it before: a verb, the suit or the rank of a card.

"Spades he had none, but the pagat he did": a word of assent or of denial stands for the verb. "The
first put the seven, the second the king": who does something stands for what is done. "He had
spades, namely the queen": a card behind its suit is in the role of the suit. "Two sevens lay
there, on top the green": a suit in the form of an attribute is a card of the rank told before.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest

from scorekeeper.core.cards import JOKER, TAROK, TAROKS, Pack
from scorekeeper.rulebook.sentence.lexicon import (
    EXIST,
    GRAMMAR,
    NAMING,
    PUTTING,
    SUIT_ROLES,
    SUIT_WORDS,
    WANTING,
    Lexicon,
    Token,
)
from scorekeeper.rulebook.sentence.phrases import (
    COUNTED_RANK,
    MOST_COUNTED,
    OF_CARDS,
    TEN,
    Phrase,
    is_attribute,
)

ECHOED: Sequence[str] = GRAMMAR["echoed"]
"""Verbs for which a word of assent or of denial stands, the first of them for all."""
DENIED: Sequence[str] = GRAMMAR["denied"]
"""Verbs for which a word of denial stands where no other was there."""
DRAWN = frozenset({"due", "draw", "take", "wait", "deal", "get", "attack", "send"})
"""What is done with so many cards as a number says."""
BEATS = "beat-with"
NOT_NAMED = frozenset(f"-{role}" for role in NAMING)
DEALT, FEWEST_DEALT = frozenset({"deal", "get"}), 3
"""So many cards are dealt at least where nobody says that they are cards."""
BURNT = frozenset({"burn"})
PLAYED, UPON, LIES = "play", "upon", "lie"
ASKS, BY_IT, AGAIN, LATER = "asks", "by-it", "again", "later"
BY_SOMEONE = frozenset({PLAYED, "throw", "lead"})
"""What somebody does with a card: it does not fall by itself."""
NOT_PUT = frozenset(f"-{role}" for role in PUTTING)
SUBJECTS = tuple(f"is:{word}" for word in GRAMMAR["subjects"])
DOUBTFUL = "doubtful"
TWENTIETH = TAROKS[19]
"""The tarok behind whose number another word may belong to it."""
LISTED = frozenset[str](GRAMMAR["listed"])
IDLE = frozenset[str](GRAMMAR["idle"])
WISHED = frozenset[str](GRAMMAR["wished"])
"""What somebody wants to be done, who names a suit or a rank."""
TAKING: str = GRAMMAR["taking"]
SAID_TO_BE = frozenset({EXIST, "say"})
WAITS = "wait"
AFTER_IT = frozenset({"after", "with"})
ENDS = ("is:and", "is:but", "is:then")
BETWEEN = ("is:det", "is:more", "is:only", "is:namely", "is:in-hand")
"""Words that stand between a suit and the card that it is said to be, or someone and his card."""
FREE = ("free",)
OF_ONE = ("0",)
"""No number of cards: only their rank is known, from the one before."""
NUMBERS = {str(number): number for number in range(2, 10)} | {TEN: 10}


def said_of(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """The tokens with the verbs that are meant, where a word stands for one."""
    return tuple(with_wishes([*with_chances([*with_echoes(tokens)])]))


def with_echoes(tokens: Sequence[Token]) -> Iterator[Token]:
    """The tokens; a word of assent or of denial is the verb that it stands for."""
    said = False
    verb = ""
    for at, token in enumerate(tokens):
        denies = token.means("is:not") and not token.verbs and _ends(tokens, at + 1)
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
                found[place] = replace(tokens[place], meanings=frozenset({"is:filler"}))
            last = max(told)
            found[last] = replace(tokens[last], meanings=frozenset({f"do:{naming or WANTING}"}))
    yield from found


def _ends(tokens: Sequence[Token], at: int) -> bool:
    """True if a clause ends at a token."""
    return at >= len(tokens) or tokens[at].is_mark or tokens[at].means(*ENDS)


def completed(
    tokens: Sequence[Token], phrases: Sequence[Phrase], lexicon: Lexicon, pack: Pack
) -> tuple[Phrase, ...]:
    """The phrases with the roles and the cards that were not said again."""
    counted = _counts_cards(tokens, _counted_too(tokens, phrases))
    found = [*_told_of_nothing(tokens, counted)]
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
        _later,
    ):
        found = [*complete(tokens, found)]
    found = [*_as_another(tokens, found)]
    found = [*_still_waits(tokens, found)]
    found = [*_played_then(tokens, [*_which_beat(tokens, _kept(tokens, found))])]
    found = [*_with_suits(tokens, found, lexicon, pack)]
    found = [*_apposed(tokens, found, pack)]
    found = [*_all_of_rank(tokens, [*_of_rank(tokens, found, lexicon, pack)], pack)]
    found = [*_told_once([*_counted_out(found)])]
    return tuple(_once_more(tokens, found))


def _counted_too(tokens: Sequence[Token], phrases: Sequence[Phrase]) -> Iterator[Phrase]:
    """A small number behind somebody, where one before has put so many of a rank: as many of it."""
    counted: Phrase | None = None
    for phrase in phrases:
        open_roles = _is_free(phrase) or not PUTTING.isdisjoint(phrase.roles)
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
        counted = replace(phrase, noun=noun) if puts else counted


def _counts_cards(tokens: Sequence[Token], phrases: Iterable[Phrase]) -> Iterator[Phrase]:
    """The phrases; a number word without a noun that somebody has to draw is one of cards, and one
    behind a trick that was told, of which nothing else is said, is one of tricks.
    """
    trick = False
    told = [*phrases]
    for phrase in told:
        token = tokens[phrase.first]
        alone = phrase.end == phrase.first + 1 and len(phrase.values) == 1 and not phrase.noun
        number = token.value("number") if alone and phrase.shape in ("rank", "number") else None
        number = number or (token.text if alone and token.text.isdecimal() else None)
        before = tokens[phrase.first - 1 : phrase.first]
        bare = not any(token.means("is:det", "is:of", "is:on") for token in before)
        due = not {*phrase.roles}.isdisjoint(DRAWN) or (bare and "hold" in phrase.roles)
        due = due or any(token.value("nth") for token in before)
        due = due and not (
            "send" in phrase.roles
            and any(p.noun == "card" and not _is_instead(tokens, p) for p in told)
        )
        result = number and _comes_of_it(tokens, replace(phrase, shape="number"))
        if result and phrase.shape == "rank" and not tokens[phrase.first - 1].means("is:det"):
            continue
        few = number and int(number) < FEWEST_DEALT and not {*phrase.roles}.isdisjoint(DEALT)
        if number and due and not few and not _is_another_number(tokens, phrase):
            yield replace(phrase, shape="number", values=(number,), noun="card")
        elif number and trick and "free" not in phrase.roles and not {*phrase.roles} & {*LISTED}:
            yield replace(phrase, shape="number", values=(number,), noun="trick")
        else:
            yield phrase
        trick = trick or (phrase.shape == "nth" and _tells_trick(tokens, phrase))


def _is_another_number(tokens: Sequence[Token], phrase: Phrase) -> bool:
    return any(token.means("is:instead") for token in tokens[phrase.first - 1 : phrase.first])


def _tells_trick(tokens: Sequence[Token], phrase: Phrase) -> bool:
    return any(token.means("is:trick") for token in tokens[phrase.first : phrase.end + 1])


def _someone_between(tokens: Sequence[Token]) -> bool:
    """True if somebody else acts in what is said between two phrases."""
    return any(token.is_mark or token.means("is:and", "is:then") for token in tokens) and any(
        token.means(*SUBJECTS) or not (token.meanings or token.common or token.is_mark)
        for token in tokens
    )


def _told_of_nothing(tokens: Sequence[Token], phrases: Iterable[Phrase]) -> Iterator[Phrase]:
    """The phrases without those of a clause that says what would be if it were so."""
    supposed = set[int]()
    supposes = False
    for at, token in enumerate(tokens):
        supposes = token.means("is:if") or (supposes and not token.is_mark)
        if supposes:
            supposed.add(at)
    for phrase in phrases:
        told = phrase.first not in supposed and not _is_another(tokens, phrase)
        told = told and not _is_instead(tokens, phrase)
        if told and _is_doubtful(tokens, phrase):
            yield replace(phrase, roles=(DOUBTFUL,), governor=-1)
            continue
        told = told and not {*phrase.roles} <= IDLE and not _was_due(phrase)
        named = phrase.shape in ("suit", "rank")
        told = told and not (named and {*phrase.roles} <= NOT_NAMED)
        if told and not (_is_no_trump(tokens, phrase) or _comes_of_it(tokens, phrase)):
            yield phrase


def _is_doubtful(tokens: Sequence[Token], phrase: Phrase) -> bool:
    """True for cards in a clause that a word opens which nobody knows, maybe their verb; and for a
    tarok with such a word behind, maybe its number.
    """
    at = phrase.first - 1
    opens = at > 0 and (tokens[at - 1].is_mark or tokens[at - 1].means("is:and", "is:but"))
    if phrase.shape == "cards" and opens and _is_unknown(tokens[at]):
        return not any(token.verbs for token in tokens[phrase.end : phrase.end + 2])
    last = tokens[phrase.end - 1]
    behind = tokens[phrase.end : phrase.end + 1]
    tarok = (phrase.shape == "suit" and last.means("is:tarok")) or phrase.values[-1:] == (
        TWENTIETH,
    )
    return tarok and any(map(_is_unknown, behind))


def _is_unknown(token: Token) -> bool:
    """True for a word that nobody knows, and that is no name."""
    known = token.meanings or token.common or token.is_mark
    return not known and not token.text[0].isupper()


def _is_instead(tokens: Sequence[Token], phrase: Phrase) -> bool:
    """True for a number of which nothing is told but that there were so many by right."""
    numbers = [tokens[phrase.first].value("number"), phrase.shape == "number"]
    return any(numbers) and _is_behind(tokens, phrase, "is:instead")


def _was_due(phrase: Phrase) -> bool:
    """True for a suit of which nothing is told but that somebody had to play it."""
    return phrase.shape == "suit" and phrase.roles == ("due",)


def _comes_of_it(tokens: Sequence[Token], phrase: Phrase) -> bool:
    """True for a number of which it is said that it is so now, or for the next player."""
    first = phrase.first
    while (
        phrase.shape == "number" and not phrase.noun and first > 0 and not _ends(tokens, first - 1)
    ):
        first -= 1
    behind = tokens[phrase.end : phrase.end + 1] if first < phrase.first else ()
    clause = (*tokens[first : phrase.first], *behind)
    return any(token.means("is:now", "is:next") for token in clause)


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
    first, end = phrase.first, phrase.end
    while first > 0 and not _ends(tokens, first - 1):
        first -= 1
    while not _ends(tokens, end):
        end += 1
    clause = tokens[first:end]
    denied = any(token.means("is:not") or token.negated for token in clause)
    return denied and any(token.means(*SUIT_WORDS) for token in clause)


def _gapped(tokens: Sequence[Token], phrases: Sequence[Phrase]) -> Iterator[Phrase]:
    """A card right behind somebody, where the one before has put a card, or beside "on it"."""
    put = False
    before: Phrase | None = None
    for phrase in phrases:
        shares = before is not None and phrase.governor == before.governor >= 0
        on_it = before is not None and _is_on_it(tokens, phrase)
        free = _is_free(phrase) or (shares and on_it and phrase.governor < phrase.first)
        row = before is not None and "ahead" in before.roles
        row = row and (_is_then(tokens, phrase) or _subject(tokens, phrase))
        gapped = free and (on_it or row or (put and _subject(tokens, phrase)))
        gapped = gapped and phrase.shape == "cards"
        roles = (PLAYED, UPON) if on_it else (PLAYED,)
        yield replace(phrase, roles=roles) if gapped else phrase
        put = put or gapped or not PUTTING.isdisjoint(phrase.roles)
        named = phrase.shape in ("suit", "rank") and not NAMING.isdisjoint(phrase.roles)
        before = phrase if phrase.shape == "cards" or named else before


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
        if before and before.end <= phrase.governor and _is_someone_elses(tokens, before, phrase):
            lying.add(before.first)
        put = phrase.governor >= 0 and BEATS not in phrase.roles
        before = phrase if put else None
    for phrase in phrases:
        yield replace(phrase, roles=(LIES,)) if phrase.first in lying else phrase


def _is_someone_elses(tokens: Sequence[Token], before: Phrase, phrase: Phrase) -> bool:
    """True if what is said between two cards tells who put the second one on the first."""
    between = tokens[before.end : phrase.first]
    return any(token.means("is:on-it", *SUBJECTS) for token in between)


def _is_then(tokens: Sequence[Token], phrase: Phrase) -> bool:
    """True if "then" stands before a card, and who puts it."""
    before = tokens[max(0, phrase.first - 3) : phrase.first]
    return any(token.means("is:then") for token in before)


def _is_on_it(tokens: Sequence[Token], phrase: Phrase) -> bool:
    beside = (*tokens[max(0, phrase.first - 2) : phrase.first], *tokens[phrase.end :][:1])
    return any(token.means("is:on-it") for token in beside)


def _is_small(token: Token) -> bool:
    """True for a word that tells nothing, not even who somebody was."""
    return token.common and not token.is_mark and not token.meanings


def _subject(tokens: Sequence[Token], phrase: Phrase) -> bool:
    at = phrase.first - 1
    while at >= 0 and (tokens[at].means("is:det", "is:then") or _is_small(tokens[at])):
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
        nor = any(
            token.means("is:nor") for token in tokens[max(0, phrase.first - 2) : phrase.first]
        )
        if lacked and nor and _is_free(phrase) and phrase.shape in OF_CARDS:
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
        topic = _is_free(phrase) and phrase.shape in ("suit", "rank") and behind
        if topic and behind[0].is_mark:
            end = phrase.end + 1
            while end < len(tokens) and not (_ends(tokens, end) or tokens[end].verbs):
                end += 1
            verb = tokens[end] if end < len(tokens) and end not in governors else None
            denies = verb is not None and _denies_having(verb)
            yield replace(phrase, roles=("-" + ECHOED[0],), governor=end) if denies else phrase
        else:
            yield phrase


def _denies_having(verb: Token) -> bool:
    held = ECHOED[0] in verb.verbs or EXIST in verb.verbs
    return (verb.negated and held) or (ECHOED[1] in verb.verbs and not verb.negated)


def _instead(tokens: Sequence[Token], phrases: Sequence[Phrase]) -> Iterator[Phrase]:
    """A card behind "but", where it was said what was not done with another."""
    before = None
    for phrase in phrases:
        but = phrase.first > 0 and tokens[phrase.first - 1].means("is:but")
        if before and but and _is_free(phrase) and phrase.shape == before.shape:
            yield replace(phrase, roles=tuple(role[1:] for role in before.roles))
        else:
            yield phrase
        before = phrase if all(role[0] == "-" for role in phrase.roles) else None


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
            return at if any(each.means("is:it") for each in it) else None
    return None


def _kept(tokens: Sequence[Token], phrases: Sequence[Phrase]) -> Iterator[Phrase]:
    """A card that was not put down, of which it is said behind that somebody had it."""
    for phrase in phrases:
        at = phrase.end
        while at < len(tokens) and tokens[at].is_mark:
            at += 1
        which = at < len(tokens) and tokens[at].means("is:which")
        while which and at < len(tokens) and not (tokens[at].verbs or tokens[at].is_mark):
            at += 1
        had = which and at < len(tokens) and ECHOED[0] in tokens[at].verbs
        had = had and not tokens[at].negated
        open_roles = {*phrase.roles} <= {*NOT_PUT, "free", "ahead", "as"}
        open_roles = open_roles and phrase.shape in ("cards", "suit")
        yield replace(phrase, roles=(ECHOED[0],)) if had and open_roles else phrase


def _still_waits(tokens: Sequence[Token], phrases: Iterable[Phrase]) -> Iterator[Phrase]:
    """The phrases; a card of which it is said behind that somebody has to answer it waits too."""
    for phrase in phrases:
        at = phrase.end
        while at < len(tokens) and tokens[at].is_mark:
            at += 1
        which = phrase.shape == "cards" and at < len(tokens) and tokens[at].means("is:which")
        while which and at < len(tokens) and not (tokens[at].verbs or tokens[at].is_mark):
            at += 1
        waits = which and at < len(tokens) and WAITS in tokens[at].verbs
        waits = waits and not tokens[at].negated and WAITS not in phrase.roles
        yield replace(phrase, roles=(*phrase.roles, WAITS)) if waits else phrase


def _which_beat(tokens: Sequence[Token], phrases: Iterable[Phrase]) -> Iterator[Phrase]:
    """The phrases; a card of which it is said behind that it beat another one, the last of a list
    of them.
    """
    for phrase in phrases:
        at = phrase.end
        while at < len(tokens) and tokens[at].is_mark:
            at += 1
        which = tokens[at : at + 1]
        behind = tokens[at + 1 : at + 4]
        words = [token for token in behind if not token.common]
        beat = phrase.shape == "cards" and any(token.means("is:which") for token in which)
        beat = beat and len(words) > 1 and words[0].means("is:it") and TAKING in words[1].verbs
        if beat and len(phrase.values) > 1:
            yield replace(phrase, values=phrase.values[:-1], end=phrase.end - 1)
            first = phrase.end - 1
            yield replace(phrase, values=phrase.values[-1:], first=first, roles=("with", BEATS))
        else:
            yield replace(phrase, roles=("with", BEATS)) if beat else phrase


def _listed(tokens: Sequence[Token], phrases: Sequence[Phrase]) -> Iterator[Phrase]:
    """A card right behind a comma and a card in a role that several may have."""
    before = None
    for phrase in phrases:
        continues = (
            before is not None
            and before.governor >= 0
            and bool(tokens[before.governor].verbs)
            and not LISTED.isdisjoint(before.roles)
            and _is_free(phrase)
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


def _as_another(tokens: Sequence[Token], phrases: Sequence[Phrase]) -> Iterator[Phrase]:
    """The cards; a joker with the card behind "as", which it stands for."""
    joker = any(phrase.values == (JOKER,) for phrase in phrases)
    stands = (
        p
        for p in phrases
        if p.shape == "cards"
        and p.values != (JOKER,)
        and (
            _is_behind(tokens, p, "is:as")
            or not NAMING.isdisjoint(p.roles)
            or any(_is_that(tokens, each, p) for each in phrases if each.values == (JOKER,))
        )
    )
    other = next(stands, None)
    for phrase in phrases:
        if other and joker and phrase.values == (JOKER,):
            yield replace(phrase, values=(f"{JOKER}={other.values[0]}",))
        elif not (joker and phrase is other):
            yield phrase


def _is_that(tokens: Sequence[Token], joker: Phrase, phrase: Phrase) -> bool:
    """True if it is said behind a joker that it is a card."""
    between = tokens[joker.end : phrase.first]
    is_it = any(EXIST in token.verbs and not token.negated for token in between)
    return is_it and all(
        token.is_mark or token.common or token.means("is:det") or token.verbs <= SAID_TO_BE
        for token in between
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
    return alone and _is_behind(tokens, phrase, "is:besides")


def _is_behind(tokens: Sequence[Token], phrase: Phrase, word: str) -> bool:
    """True if a word stands before a phrase, with nothing between that tells more."""
    at = phrase.first - 1
    while at >= 0 and tokens[at].means("is:det", "is:at-once", "is:more"):
        at -= 1
    return at >= 0 and tokens[at].means(word)


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


def _later(tokens: Sequence[Token], phrases: Sequence[Phrase]) -> Iterator[Phrase]:
    """A card that the same one put down later on was in his hand; nobody knows of one that was put
    down then, with no word of who did it.
    """
    put = False
    for phrase in phrases:
        puts = phrase.shape == "cards" and not BY_SOMEONE.isdisjoint(phrase.roles)
        falls = phrase.shape == "cards" and "fall" in phrase.roles
        added = "add" in phrase.roles or phrase.governor < 0
        when = _when(tokens, phrase) if (puts or falls) and put and not added else ""
        when = when if puts or when == LATER else ""
        if when == LATER or (when and "lead" in phrase.roles):
            yield replace(phrase, roles=(ECHOED[0],))
        else:
            yield replace(phrase, roles=(LATER,)) if when else phrase
        put = put or puts


def _when(tokens: Sequence[Token], phrase: Phrase) -> str:
    """What the clause of a card says of when it was, if it does not say who it was: "then" or
    "later".
    """
    first = phrase.governor
    while first > 0 and not _ends(tokens, first - 1):
        first -= 1
    clause = tokens[max(0, first - 1) : phrase.first]
    end = phrase.end
    while not _ends(tokens, end):
        end += 1
    if any(token.means(f"is:{LATER}") for token in (*clause, *tokens[phrase.end : end])):
        return LATER
    if any(token.means(*SUBJECTS) or token.value("nth") for token in clause):
        return ""
    then = (token.means("is:then") and not token.means("is:on-it") for token in clause)
    return "then" if any(then) else ""


def _named_again(_tokens: Sequence[Token], phrases: Sequence[Phrase]) -> Iterator[Phrase]:
    """A suit or a rank that is named behind the card played, where one was named before."""
    named = put = answered = False
    for phrase in phrases:
        names = not NAMING.isdisjoint(phrase.roles)
        if names and answered:
            yield replace(phrase, roles=(AGAIN,))
        else:
            yield replace(phrase, roles=(*phrase.roles, BY_IT)) if names and put else phrase
        named = named or names
        cards = phrase.shape == "cards" and not (PUTTING | {"free"}).isdisjoint(phrase.roles)
        put, answered = put or cards, answered or (named and cards)


def _with_suits(
    tokens: Sequence[Token], phrases: Sequence[Phrase], lexicon: Lexicon, pack: Pack
) -> Iterator[Phrase]:
    """A rank, and its suits as attributes behind a comma: cards."""
    rank: Phrase | None = None
    for phrase in phrases:
        codes = tuple(rank.values[0] + s for s in phrase.values) if rank else ()
        attribute = phrase.shape == "suit" and pack.by_code.keys() >= {*codes}
        attribute = attribute and _is_attribute_alone(tokens, phrase, lexicon)
        attribute = attribute and phrase.governor < 0
        if rank and attribute and _is_aside(tokens[rank.end : phrase.first]):
            yield replace(rank, shape="cards", values=codes, end=phrase.end)
            rank = None
            continue
        yield from (rank,) if rank else ()
        rank = phrase if phrase.shape == "rank" and len(phrase.values) == 1 else None
        yield from () if rank else (phrase,)
    yield from (rank,) if rank else ()


def _is_aside(tokens: Sequence[Token]) -> bool:
    """True for a comma that is the only mark, with no word behind it that tells more."""
    words = [token for token in tokens if not token.means("is:det")]
    return bool(words) and words[-1].text == "," and not any(t.is_mark for t in words[:-1])


def _apposed(tokens: Sequence[Token], phrases: Sequence[Phrase], pack: Pack) -> Iterator[Phrase]:
    """A card, or its rank, behind a suit that has a role: which card of the suit it was."""
    suit: Phrase | None = None
    between: list[Phrase] = []
    for phrase in phrases:
        if suit and phrase.shape not in OF_CARDS:
            between.append(phrase)
            continue
        card = _card_of(phrase, suit, pack) if suit and _follows(tokens, suit, phrase) else None
        if card and suit:
            yield from between
            yield replace(card, roles=suit.roles, governor=suit.governor)
            suit, between = None, []
            continue
        yield from ((suit, *between) if suit else ())
        suit, between = phrase if phrase.shape == "suit" and _is_told_of(phrase) else None, []
        if not suit:
            yield phrase
    yield from ((suit, *between) if suit else ())


def _is_told_of(suit: Phrase) -> bool:
    roles = {*suit.roles}
    return len(suit.values) == 1 and not roles.isdisjoint(PUTTING | LISTED | {"on"})


def _follows(tokens: Sequence[Token], suit: Phrase, phrase: Phrase) -> bool:
    """True if a phrase only says more of what a suit says."""
    if _is_free(phrase) or (phrase.roles == ("with",) and phrase.governor < 0):
        between = tokens[suit.end : phrase.first]
        return all(
            token.is_mark
            or token.common
            or token.means(*BETWEEN)
            or token.verbs
            or (token.value("number") and not token.value("rank"))
            for token in between
        )
    same = phrase.roles == suit.roles and phrase.governor == suit.governor
    return same and suit.end <= suit.governor < phrase.first


def _card_of(phrase: Phrase, suit: Phrase, pack: Pack) -> Phrase | None:
    """The phrase as cards of a suit; None if they are of another one."""
    if phrase.shape == "cards":
        codes = phrase.values
    elif phrase.shape == "rank":
        codes = tuple(_code(rank, suit.values[0]) for rank in phrase.values)
    else:
        return None
    fit = all(code in pack.by_code and _suit_of(code) == suit.values[0] for code in codes)
    return replace(phrase, shape="cards", values=codes) if fit and codes else None


def _code(rank: str, suit: str) -> str:
    if suit != TAROK:
        return rank + suit
    return TAROKS[NUMBERS[rank] - 1] if rank in NUMBERS else ""


def _suit_of(code: str) -> str:
    return TAROK if code in TAROKS else code[-1:]


def _of_rank(
    tokens: Sequence[Token], phrases: Sequence[Phrase], lexicon: Lexicon, pack: Pack
) -> Iterator[Phrase]:
    """Suits in the form of attributes: cards of them, of the rank of which several were told, or
    of that of the card before; as many as were told are these.
    """
    counted = None
    suits: list[Phrase] = []
    for phrase in phrases:
        if (
            counted
            and phrase.shape == "suit"
            and _is_listed(tokens, (suits or [counted])[-1], phrase)
        ):
            suits.append(phrase)
            values = [suit for each in suits for suit in each.values]
            codes = tuple(counted.noun.removeprefix(COUNTED_RANK) + suit for suit in values)
            if str(len(codes)) == counted.values[0] and pack.by_code.keys() >= {*codes}:
                these = replace(counted, first=suits[0].first, end=phrase.end, noun="")
                yield replace(these, shape="cards", values=codes)
                suits = []
            continue
        if suits and counted:
            yield from _of_it(tokens, counted, suits, lexicon, pack)
        suits = [phrase] if counted and phrase.shape == "suit" else []
        yield from () if suits else (phrase,)
        counted = phrase if phrase.noun.startswith(COUNTED_RANK) else counted
        bare = counted is None or counted.values == OF_ONE
        if bare and lexicon.attributes and phrase.values[-1] in pack.by_code:
            noun = f"{COUNTED_RANK}{phrase.values[-1][:-1]}"
            counted = replace(phrase, values=OF_ONE, noun=noun)
    if suits and counted:
        yield from _of_it(tokens, counted, suits, lexicon, pack)


def _all_of_rank(
    tokens: Sequence[Token], phrases: Sequence[Phrase], pack: Pack
) -> Iterator[Phrase]:
    """The phrases; as many cards of a rank as there are, where that is all that was done."""
    for phrase in phrases:
        counted = phrase.noun.startswith(COUNTED_RANK)
        rank = phrase.noun.removeprefix(COUNTED_RANK) if counted else phrase.values[0]
        codes = tuple(code for code in pack.by_code if code[:-1] == rank)
        of_all = any(token.means("is:all") for token in tokens[phrase.first - 1 : phrase.first])
        burnt = not BURNT.isdisjoint(phrase.roles)
        told = any(each.shape == "cards" and {*each.values} <= {*codes} for each in phrases)
        as_many = (of_all or burnt) if counted else of_all and burnt and phrase.shape == "rank"
        as_many = as_many and (not counted or str(len(codes)) == phrase.values[0])
        whole = as_many and not told and codes
        yield replace(phrase, shape="cards", values=codes, noun="") if whole else phrase


def _counted_out(phrases: Sequence[Phrase]) -> Iterator[Phrase]:
    """The phrases without a number of cards that only counts those that were put down."""
    put = {str(len(p.values)) for p in phrases if p.shape == "cards" and len(p.values) > 1}
    for phrase in phrases:
        counts = phrase.noun == "card" and "free" in phrase.roles and phrase.values[0] in put
        if not counts:
            yield phrase


def _told_once(phrases: Sequence[Phrase]) -> Iterator[Phrase]:
    """The phrases without cards that are only named again, with no word of what was done."""
    for at, phrase in enumerate(phrases):
        told = {code for each in phrases[:at] if each.shape == "cards" for code in each.values}
        again = phrase.shape == "cards" and _is_free(phrase) and {*phrase.values} <= told
        if not again:
            yield phrase


def _is_listed(tokens: Sequence[Token], before: Phrase, suit: Phrase) -> bool:
    """True if a suit stands in a list, or may be one of the cards counted before it."""
    if before.noun:
        return not {*SUIT_ROLES} & {*suit.roles} and not any(r.startswith("-") for r in suit.roles)
    return all(
        token.is_mark or token.common or token.means("is:and", "is:then", *BETWEEN)
        for token in tokens[before.end : suit.first]
    )


def _of_it(
    tokens: Sequence[Token],
    counted: Phrase,
    suits: Sequence[Phrase],
    lexicon: Lexicon,
    pack: Pack,
) -> Iterator[Phrase]:
    """Suits: cards of the rank that was counted, if they are attributes and were put down."""
    for suit in suits:
        codes = tuple(counted.noun.removeprefix(COUNTED_RANK) + each for each in suit.values)
        elliptic = _is_attribute_alone(tokens, suit, lexicon) and pack.by_code.keys() >= {*codes}
        put = not (PUTTING | {"on", "lie"}).isdisjoint(suit.roles)
        yield replace(suit, shape="cards", values=codes) if elliptic and put else suit


def _is_attribute_alone(tokens: Sequence[Token], suit: Phrase, lexicon: Lexicon) -> bool:
    """True if a suit is an attribute, and behind it there is no word that nobody knows."""
    behind = tokens[suit.end : suit.end + 1]
    whole = all(token.is_mark or token.meanings or token.common for token in behind)
    return whole and is_attribute(tokens[suit.end - 1], lexicon)


def _once_more(tokens: Sequence[Token], phrases: Sequence[Phrase]) -> Iterator[Phrase]:
    """The phrases; a rank that was in the hand, if one card of it was told before, is that card."""
    for at, phrase in enumerate(phrases):
        told = {
            code
            for each in phrases[:at]
            if each.shape == "cards"
            for code in each.values
            if code not in TAROKS and (code[:-1],) == phrase.values
        }
        this = any(token.means("is:det") for token in tokens[phrase.first - 1 : phrase.first])
        if phrase.shape == "rank" and "hold" in phrase.roles and this and len(told) == 1:
            yield replace(phrase, shape="cards", values=(*told,))
        elif (
            phrase.shape == "rank"
            and "hold" in phrase.roles
            and (suit := _suit_of_all(phrases[:at]))
        ):
            yield replace(phrase, shape="cards", values=tuple(r + suit for r in phrase.values))
        else:
            yield phrase


def _suit_of_all(phrases: Sequence[Phrase]) -> str | None:
    """The suit of all cards told so far, if they are several of the same."""
    codes = {code for each in phrases if each.shape == "cards" for code in each.values}
    suits = {_suit_of(code) for code in codes}
    return suits.pop() if len(suits) == 1 < len(codes) and TAROK not in suits else None


def _is_free(phrase: Phrase) -> bool:
    return phrase.governor < 0 and "free" in phrase.roles
