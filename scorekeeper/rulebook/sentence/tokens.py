"""The words and marks of a sentence, each with what it may mean there."""

import re
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from itertools import takewhile, zip_longest

from scorekeeper.rulebook.sentence.lexicon import (
    EXACT,
    GRAMMAR,
    LEAST_BARE,
    LEAST_SWAP,
    NAMING,
    NONE,
    PUTTING,
    SIGNS,
    SOMEONE,
    SUIT_WORDS,
    Lexicon,
    Meanings,
    alike_spelled,
    folded,
    slips,
)

CARD_MEANINGS = ("rank:", "card:")
ADVERBS = ("is:more", "is:only", "is:det")
SMALL_WORDS = frozenset({SOMEONE, "is:along", "is:from", "is:it"})
EXIST = "exist"
"""A verb that says no more than that something was there."""
PASSIVE = ("do:beat", "do:beaten")
"""What is done to a card, also with a verb of being in front."""
PARTED = 6
"""So many words may part a verb from the word that belongs to it."""
PEOPLE = ("is:next", "is:attacker", "is:defender", "is:opponent", "is:partner", "is:declarer")
NOT_FAR = 5
"""So many words behind a word of negation the verb is looked for."""
TOKEN = re.compile(r"[^\W_]+(?:[’'ʼ][^\W\d_]+)*|[♠♥♦♣]|[,;:.!?–—()-]")
ALSO_DUE = frozenset(f"do:{verb}" for verb in GRAMMAR["also-due"])
"""What is told also where it was due."""
DONE = frozenset[str](GRAMMAR["done"])
"""What is done to a trick or a card, also with a denied verb of being in front."""
WANTING: str = GRAMMAR["wanting"]
"""A verb behind which another one says what was wanted."""


@dataclass(frozen=True)
class Token:
    """A word of a sentence, several that are one form, or a mark.

    `start` and `end` are its place in the text; `negated`: it is said not to be so; `slip`: a
    letter of it is wrong; `common`: a word such as "he" that says nothing of a game.
    """

    text: str
    start: int
    meanings: Meanings = NONE
    negated: bool = False
    slip: bool = False
    common: bool = False

    @property
    def end(self) -> int:
        return self.start + len(self.text)

    @property
    def folded(self) -> str:
        return folded(self.text)

    @property
    def is_mark(self) -> bool:
        return not (self.text[0].isalnum() or self.text in SIGNS)

    @property
    def is_small(self) -> bool:
        """True for a word that says nothing of a game."""
        return self.common and not self.is_mark

    def means(self, *meanings: str) -> bool:
        return not self.meanings.isdisjoint(meanings)

    def value(self, kind: str) -> str | None:
        """The value of its meaning of a class, or None."""
        of_kind = (m for m in sorted(self.meanings) if m.startswith(f"{kind}:"))
        return next((m.partition(":")[2] for m in of_kind), None)

    @property
    def verbs(self) -> frozenset[str]:
        return frozenset(m.partition(":")[2] for m in self.meanings if m.startswith("do:"))


def said_in(tokens: Iterable[Token], *meanings: str) -> bool:
    """True if one of some words has one of some meanings."""
    return any(token.means(*meanings) for token in tokens)


def word_before(tokens: Sequence[Token], at: int, *passed: str, small: bool = True) -> int:
    """The place of the word before another, but for those `passed` over; -1 if there is none."""
    at -= 1
    while at >= 0 and (tokens[at].means(*passed) or (small and tokens[at].is_small)):
        at -= 1
    return at


def word_behind(tokens: Sequence[Token], at: int, *passed: str, small: bool = True) -> int:
    """The first place from `at` on with a word that is not `passed` over; else the end."""
    while at < len(tokens) and (tokens[at].means(*passed) or (small and tokens[at].is_small)):
        at += 1
    return at


def tokens_of(text: str, lexicon: Lexicon) -> tuple[Token, ...]:
    """The words and marks of a sentence, each with what it may mean."""
    spelled = [Token(match[0], match.start()) for match in TOKEN.finditer(text)]
    spelled = [token for token in spelled if not _is_hyphen(token, text)]
    folded = [_corrected(token, lexicon) for token in spelled]
    found, at = [], 0
    while at < len(spelled):
        size, meant = lexicon.phrase(folded[at:])
        words = [place for place in range(at, len(folded)) if folded[place] != ","]
        over, meant_over = lexicon.phrase([folded[place] for place in words] or folded[at:])
        if over > size and words[0] == at:
            size, meant = words[over - 1] + 1 - at, meant_over
        if size:
            whole = text[spelled[at].start : spelled[at + size - 1].end]
            found.append(Token(whole, spelled[at].start, meant))
        else:
            found.append(_understood(spelled[at], folded[at], lexicon))
        at += size or 1
    found = [*_with_owners([*_with_halves(found, lexicon)], lexicon)]
    helped = _with_auxiliaries([*_with_parted(found, lexicon)], lexicon)
    return tuple(_with_duties([*_with_negations([*helped])], lexicon))


def _is_hyphen(token: Token, text: str) -> bool:
    """True for what joins two parts of one word: "twenty-one"."""
    beside = text[max(0, token.start - 1) : token.start] + text[token.end : token.end + 1]
    return token.text == "-" and len(beside) == len("ab") and beside.isalpha()


def _with_halves(tokens: Sequence[Token], lexicon: Lexicon) -> Iterator[Token]:
    """The tokens; a short word that nobody knows is the other half of the card beside it, or the
    suit or the rank that is named, if it is that but for a slip.
    """
    for at, token in enumerate(tokens):
        if token.meanings or token.common or token.is_mark or _may_be_name(token):
            yield token
            continue
        ways = (tokens[:at][::-1], tokens[at + 1 :])
        beside = ([each for each in way if not each.means("is:of")] for way in ways)
        halves = {*map(_half_wanted, beside), *_named_halves(tokens[:at])} - {""}
        meant = {lexicon.half_with_slip(token.folded, half) for half in halves} - {NONE}
        yield replace(token, meanings=meant.pop(), slip=True) if len(meant) == 1 else token


def _named_halves(before: Sequence[Token]) -> Set[str]:
    """What a word of naming right before a word wants: a suit of trumps, a suit or a rank of a
    demand.
    """
    words = [token for token in before if not (token.common or token.verbs == {EXIST})]
    if words and words[-1].means(*SUIT_WORDS):
        return {"suit"}
    return {"suit", "rank"} if words and not NAMING.isdisjoint(words[-1].verbs) else set()


def _half_wanted(words: Sequence[Token]) -> str:
    """The half that a card lacks of which the first of some words says one, "suit" or "rank", and
    the next one not the other; else empty.
    """
    for half, other in (("rank", "suit"), ("suit", "rank")):
        if words and words[0].value(other) and not words[0].value(half):
            return "" if any(each.value(half) for each in words[1:2]) else half
    return ""


def _with_parted(tokens: Sequence[Token], lexicon: Lexicon) -> Iterator[Token]:
    """The tokens; a verb that is parted from a word that belongs to it means what both do."""
    for at, token in enumerate(tokens):
        means = NONE
        words = lexicon.parted.get(token.folded, {})
        for behind in tokens[at + 1 : at + 1 + PARTED] if words else ():
            if behind.folded in words:
                means = words[behind.folded]
                break
            if behind.is_mark or behind.verbs or behind.means("is:and", "is:but", "is:then"):
                break
        yield replace(token, meanings=means) if means else token


def _with_owners(tokens: Sequence[Token], lexicon: Lexicon) -> Iterator[Token]:
    """The tokens; a preposition before somebody says in whose hand something was."""
    for token, behind in zip_longest(tokens, tokens[1:]):
        owner = token.folded in lexicon.owners and behind is not None
        name = owner and not (behind.meanings or behind.is_mark) and behind.text[0].isupper()
        whose = name or (owner and behind.means(SOMEONE, *PEOPLE))
        yield replace(token, meanings=frozenset({"is:in-hand"})) if whose else token


def _with_auxiliaries(tokens: Sequence[Token], lexicon: Lexicon) -> Iterator[Token]:
    """The tokens; a verb that only helps the next one says nothing."""
    for at, token in enumerate(tokens):
        helps = False
        if token.folded in lexicon.auxiliary:
            behind = (each for each in tokens[at + 1 :] if not each.means(*ADVERBS))
            behind = (each for each in behind if not each.common)
            next_ = next(behind, None)
            meant = next_.meanings if next_ else NONE
            helps = any(m.startswith("do:") or m == "is:passive" for m in meant)
            helps = helps and not any(m.startswith(("rank:", "suit:")) for m in meant)
        yield replace(token, meanings=NONE, common=True) if helps else token


def _corrected(token: Token, lexicon: Lexicon) -> str:
    """A word as it is compared, without the slip that makes it one that nobody knows: two letters
    swapped, or one doubled; nothing is done where it may be several.
    """
    folded = token.folded
    known = folded in lexicon.spelled or lexicon.meanings(folded) or _may_be_name(token)
    if known or len(folded) < LEAST_SWAP or not folded.isalpha():
        return folded
    twice = (at for at in range(1, len(folded)) if folded[at] == folded[at - 1])
    doubled = (folded[:at] + folded[at + 1 :] for at in twice)
    right = {each for each in (*slips(folded, ""), *doubled) if each in lexicon.spelled}
    meant = {lexicon.words.get(each, NONE) for each in right}
    return min(right) if len(meant) == 1 and (len(right) == 1 or meant != {NONE}) else folded


def _understood(token: Token, folded: str, lexicon: Lexicon) -> Token:
    """A word with what it means: as it stands, with a negation in front, or with a slip."""
    if token.text in SIGNS:
        return replace(token, meanings=frozenset({SIGNS[token.text]}))
    if meant := lexicon.words.get(EXACT + token.text.lower()) or lexicon.meanings(folded):
        slip = folded != token.folded
        return replace(token, meanings=meant, slip=slip, common=meant <= SMALL_WORDS)
    if bare := _without_clitic(token.text, lexicon):
        meant = lexicon.meanings(bare)
        return replace(token, meanings=meant, common=meant <= {SOMEONE})
    if verbs := _denied(folded, lexicon):
        return replace(token, meanings=verbs, negated=True)
    if verbs := _slipped_denial(folded, lexicon):
        return replace(token, meanings=verbs, negated=True, slip=True)
    slipped = NONE if _may_be_name(token) else lexicon.with_slip(folded)
    meant = _as_alike(folded, lexicon) or slipped
    common = len(folded) < LEAST_BARE or folded in lexicon.common
    return replace(token, meanings=meant, slip=bool(meant), common=common)


def _may_be_name(token: Token) -> bool:
    """True for a word within the text that begins with a capital letter."""
    return bool(token.start) and token.text[0].isupper() and not token.text.isupper()


def _without_clitic(text: str, lexicon: Lexicon) -> str:
    """A word without a short one behind an apostrophe: "he'd"; empty if there is none."""
    bare, _, clitic = text.replace("’", "'").partition("'")
    return folded(bare) if clitic.lower() in lexicon.clitics else ""


def _as_alike(folded: str, lexicon: Lexicon) -> Meanings:
    """What a word means in which letters that sound alike are exchanged."""
    words = alike_spelled(folded, lexicon.alike)
    return next((meant for word in words if (meant := lexicon.meanings(word))), NONE)


def _denied(folded: str, lexicon: Lexicon) -> Meanings:
    """What a verb with a negation in front means."""
    if folded in lexicon.are_not:
        return frozenset({f"do:{EXIST}"})
    bare = (folded.removeprefix(each) for each in lexicon.negations if folded.startswith(each))
    meant = (lexicon.meanings(each) for each in bare if len(each) >= LEAST_BARE)
    verbs = (frozenset(m for m in each if m.startswith("do:")) for each in meant)
    return next(filter(None, verbs), NONE)


def _slipped_denial(folded: str, lexicon: Lexicon) -> Meanings:
    """What a denied verb means of which two letters are swapped, one of them of the negation, or
    of which the negation lacks its vowel.
    """
    for negation in lexicon.negations:
        long = len(folded) > len(negation) + LEAST_BARE - 1
        cut = [negation + folded[1:]] if folded[0] == negation[0] else []
        for word in (*slips(folded, ""), *cut) if long else cut:
            bare = word.removeprefix(negation)
            if (
                bare != word
                and len(bare) >= LEAST_BARE
                and (
                    verbs := frozenset(
                        m for m in lexicon.words.get(bare, ()) if m.startswith("do:")
                    )
                )
            ):
                return verbs
    return NONE


def _with_negations(tokens: Sequence[Token]) -> Iterator[Token]:
    """The tokens, each verb negated before which there is a word of negation or "without", or
    behind which there is "nothing".
    """
    left = was_not = 0
    for at, token in enumerate(tokens):
        without = at > 0 and tokens[at - 1].means("is:without")
        nothing = said_in(tokens[at + 1 : at + 2], "is:nothing")
        negates = bool((left or without or (nothing and not token.negated)) and token.verbs)
        of_it = left == NOT_FAR and any(m.startswith(CARD_MEANINGS) for m in token.meanings)
        if token.is_mark or negates or of_it:
            left = 0
        else:
            small = token.common or token.means("is:det")
            left = NOT_FAR if token.means("is:not") else max(0, left - (not small))
        behind = tokens[at + 1 : at + 2]
        not_so = any(each.negated and EXIST in each.verbs for each in behind)
        is_done = bool(was_not or not_so) and bool(token.verbs & DONE)
        now = replace(token, negated=not token.negated) if negates or is_done else token
        yield now
        was_not = NOT_FAR if now.negated and EXIST in now.verbs else max(0, was_not - 1)
        was_not = 0 if token.is_mark or is_done else was_not


def _with_duties(tokens: Sequence[Token], lexicon: Lexicon) -> Iterator[Token]:
    """The tokens; where a verb of having stands before another verb, that is what was due, or where
    it is denied of what was put down, what was done all the same; and what something was that was
    done to it is told apart from what did it.
    """
    due = unwilling = False
    for at, token in enumerate(tokens):
        if unwilling and token.verbs and _is_infinitive(token, lexicon):
            yield replace(token, negated=not token.negated)
            unwilling = False
            continue
        had_to = "hold" in token.verbs and _depends(tokens[at + 1 :], lexicon)
        refuses = "refuse" in token.verbs and _depends(tokens[at + 1 :], lexicon)
        wants = refuses or (WANTING in token.verbs and not token.means("is:demanded"))
        reproved = had_to and token.negated and _is_put(tokens[at + 1 :], lexicon)
        if reproved or (wants and _wants_to(tokens[at + 1 :], lexicon)):
            yield replace(token, meanings=frozenset({"is:filler"}), negated=False)
            unwilling = not reproved and (token.negated or refuses)
            had_to = False
        elif had_to:
            yield replace(token, meanings=frozenset({"is:must"}))
        elif due and token.verbs - {EXIST}:
            yield replace(token, meanings=frozenset({"do:due"}) | (token.meanings & ALSO_DUE))
        elif token.means("is:passive") and said_in(tokens[at + 1 :][:1], *PASSIVE):
            yield replace(token, meanings=frozenset({"is:passive"}))
        elif at and tokens[at - 1].means("is:passive") and token.means("do:beat"):
            yield replace(token, meanings=frozenset({"do:beaten"}))
        else:
            yield token
        ends = (
            token.verbs - {EXIST}
            or token.is_mark
            or token.means("is:and", "is:but")
            or token.folded.endswith(lexicon.infinitive or "-")
        )
        due = had_to or token.means("is:must", "is:instead-of") or (due and not ends)


def _wants_to(tokens: Sequence[Token], lexicon: Lexicon) -> bool:
    """True if a verb in the infinitive stands in the same clause: what somebody wants to do."""
    end = next((at for at, token in enumerate(tokens) if token.is_mark), len(tokens))
    verbs = (token for token in tokens[:end] if token.verbs)
    return any(token.folded.endswith(lexicon.infinitive or "-") for token in verbs)


def _depends(tokens: Sequence[Token], lexicon: Lexicon) -> bool:
    """True if the next word, or the one behind such as "still", is a verb in the infinitive."""
    ahead = takewhile(lambda token: not token.is_mark, tokens[:3])
    words = [token for token in ahead if not token.means(*ADVERBS)]
    words = [token for token in words if not token.common or _is_infinitive(token, lexicon)]
    first = words[0] if words else None
    return (
        first is not None
        and not first.means("is:nothing")
        and not any(meaning.startswith(("rank:", "suit:", "number:")) for meaning in first.meanings)
        and not first.is_mark
        and _is_infinitive(first, lexicon)
    )


def _is_put(tokens: Sequence[Token], lexicon: Lexicon) -> bool:
    """True if the next word, or the one behind an auxiliary, is a verb of putting down in the
    infinitive.
    """
    words = (token for token in tokens if token.folded not in lexicon.auxiliary)
    verb = next(words, None)
    return verb is not None and _is_infinitive(verb, lexicon) and bool(verb.verbs & PUTTING)


def _is_infinitive(token: Token, lexicon: Lexicon) -> bool:
    """True if a word has the ending of a verb that depends on another."""
    long = len(token.folded) >= LEAST_BARE
    return long and token.folded.endswith(lexicon.infinitive or "-")
