"""The words and marks of a sentence, each with what it may mean there."""

import re
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from itertools import takewhile, zip_longest

from scorekeeper.rulebook.sentence.grammar import (
    ALSO_DUE,
    DONE,
    NAMING,
    PUTTING,
    SUBJECTS,
    SUIT_WORDS,
    WANTING,
)
from scorekeeper.rulebook.sentence.lexicon import (
    EXACT,
    EXIST,
    LEAST_BARE,
    NONE,
    SIGNS,
    SOMEONE,
    Lexicon,
    Meanings,
    alike_spelled,
    folded,
)

ADVERBS = ("is:more", "is:only", "is:det")
SMALL_WORDS = frozenset({SOMEONE, "is:along", "is:from", "is:it"})
PASSIVE = ("do:beat", "do:beaten")
"""What is done to a card, also with a verb of being in front."""
Tokens = Sequence["Token"]
PARTED = 6
"""So many words may part a verb from the word that belongs to it."""
PEOPLE = ("is:next", "is:attacker", "is:defender", "is:opponent", "is:partner", "is:declarer")
NOT_FAR = 5
"""So many words behind a word of negation the verb is looked for."""
TOKEN = re.compile(r"[^\W_]+(?:[’'ʼ][^\W\d_]+)*|[♠♥♦♣]|[,;:.!?–—()-]")


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
    def is_known(self) -> bool:
        return bool(self.is_mark or self.meanings or self.common)

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

    @property
    def is_somebody(self) -> bool:
        """True for who acts, also one who is told by his turn."""
        return self.means(*SUBJECTS) or self.value("nth") is not None

    @property
    def puts(self) -> bool:
        """True if it says in one way or another that a card was put down."""
        return not PUTTING.isdisjoint(self.verbs)


def said_in(tokens: Iterable[Token], *meanings: str) -> bool:
    """True if one of some words has one of some meanings."""
    return any(token.means(*meanings) for token in tokens)


def word_before(tokens: Tokens, at: int, *passed: str, small: bool = True) -> int:
    """The place of the word before another, but for those `passed` over; -1 if there is none."""
    at -= 1
    while at >= 0 and (tokens[at].means(*passed) or (small and tokens[at].is_small)):
        at -= 1
    return at


def word_behind(tokens: Tokens, at: int, *passed: str, small: bool = True) -> int:
    """The first place from `at` on with a word that is not `passed` over; else the end."""
    while at < len(tokens) and (tokens[at].means(*passed) or (small and tokens[at].is_small)):
        at += 1
    return at


def tokens_of(text: str, lexicon: Lexicon) -> tuple[Token, ...]:
    """The words and marks of a sentence, each with what it may mean."""
    spelled = [Token(match[0], match.start()) for match in TOKEN.finditer(text)]
    spelled = [token for token in spelled if not _is_hyphen(token, text)]
    right = [t.folded if _may_be_name(t) else lexicon.right(t.folded) for t in spelled]
    found, at = [], 0
    while at < len(spelled):
        size, meant = lexicon.phrase(right[at:])
        words = [place for place in range(at, len(right)) if right[place] != ","]
        over, meant_over = lexicon.phrase([right[place] for place in words] or right[at:])
        if over > size and words[0] == at:
            size, meant = words[over - 1] + 1 - at, meant_over
        if size:
            whole = text[spelled[at].start : spelled[at + size - 1].end]
            found.append(Token(whole, spelled[at].start, meant))
        else:
            found.append(_understood(spelled[at], right[at], lexicon))
        at += size or 1
    found = [*_with_owners([*_with_halves(found, lexicon)], lexicon)]
    found = [*_with_auxiliaries([*_with_parted(found, lexicon)], lexicon)]
    return tuple(_with_duties([*_with_negations(found)], lexicon))


def _is_hyphen(token: Token, text: str) -> bool:
    """True for what joins two parts of one word: "twenty-one"."""
    beside = text[max(0, token.start - 1) : token.start] + text[token.end : token.end + 1]
    return token.text == "-" and len(beside) == len("ab") and beside.isalpha()


def _with_halves(tokens: Tokens, lexicon: Lexicon) -> Iterator[Token]:
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


def _named_halves(before: Tokens) -> Set[str]:
    """The halves of a card that a word of naming right before a word wants."""
    words = [token for token in before if not (token.common or token.verbs == {EXIST})]
    if words and words[-1].means(*SUIT_WORDS):
        return {"suit"}
    return {"suit", "rank"} if words and words[-1].verbs & NAMING else set()


def _half_wanted(words: Tokens) -> str:
    """The half that a card lacks, of which the first of some words says the other, and the next
    one not this.
    """
    for half, other in (("rank", "suit"), ("suit", "rank")):
        if words and words[0].value(other) and not words[0].value(half):
            return "" if any(each.value(half) for each in words[1:2]) else half
    return ""


def _with_parted(tokens: Tokens, lexicon: Lexicon) -> Iterator[Token]:
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


def _with_owners(tokens: Tokens, lexicon: Lexicon) -> Iterator[Token]:
    """The tokens; a preposition before somebody says in whose hand something was."""
    for token, behind in zip_longest(tokens, tokens[1:]):
        owner = token.folded in lexicon.owners and behind is not None
        name = owner and not (behind.meanings or behind.is_mark) and behind.text[0].isupper()
        whose = name or (owner and behind.means(SOMEONE, *PEOPLE))
        yield replace(token, meanings=frozenset({"is:in-hand"})) if whose else token


def _with_auxiliaries(tokens: Tokens, lexicon: Lexicon) -> Iterator[Token]:
    """The tokens; a verb that only helps the next one says nothing."""
    for at, token in enumerate(tokens):
        behind = (t for t in tokens[at + 1 :] if not (t.common or t.means(*ADVERBS)))
        next_ = next(behind, None) if token.folded in lexicon.auxiliary else None
        helps = next_ and (next_.verbs or next_.means("is:passive"))
        helps = helps and next_ and not (next_.value("rank") or next_.value("suit"))
        yield replace(token, meanings=NONE, common=True) if helps else token


def _understood(token: Token, right: str, lexicon: Lexicon) -> Token:
    """A word with what it means: as it stands, with a negation in front, or with a slip."""
    if token.text in SIGNS:
        return replace(token, meanings=frozenset({SIGNS[token.text]}))
    if meant := lexicon.words.get(EXACT + token.text.lower()) or lexicon.meanings(right):
        slip = right != token.folded
        return replace(token, meanings=meant, slip=slip, common=meant <= SMALL_WORDS)
    bare, _, clitic = token.text.replace("’", "'").partition("'")
    if bare and clitic.lower() in lexicon.clitics:
        meant = lexicon.meanings(folded(bare))
        return replace(token, meanings=meant, common=meant <= {SOMEONE})
    if verbs := lexicon.denied(right):
        return replace(token, meanings=verbs, negated=True)
    if verbs := lexicon.denied_with_slip(right):
        return replace(token, meanings=verbs, negated=True, slip=True)
    alike = map(lexicon.meanings, alike_spelled(right, lexicon.alike))
    slipped = NONE if _may_be_name(token) else lexicon.with_slip(right)
    meant = next(filter(None, alike), slipped)
    common = len(right) < LEAST_BARE or right in lexicon.common
    return replace(token, meanings=meant, slip=bool(meant), common=common)


def _may_be_name(token: Token) -> bool:
    """True for a word within the text that begins with a capital letter."""
    return bool(token.start) and token.text[0].isupper() and not token.text.isupper()


def _with_negations(tokens: Tokens) -> Iterator[Token]:
    """The tokens, each verb negated before which there is a word of negation or "without", or
    behind which there is "nothing".
    """
    left = was_not = 0
    for at, token in enumerate(tokens):
        behind = tokens[at + 1 : at + 2]
        without = at > 0 and tokens[at - 1].means("is:without")
        nothing = said_in(behind, "is:nothing") and not token.negated
        negates = bool((left or without or nothing) and token.verbs)
        of_it = left == NOT_FAR and (token.value("rank") or token.value("card"))
        if token.is_mark or negates or of_it:
            left = 0
        else:
            small = token.common or token.means("is:det")
            left = NOT_FAR if token.means("is:not") else max(0, left - (not small))
        not_so = any(each.negated and EXIST in each.verbs for each in behind)
        is_done = bool((was_not or not_so) and token.verbs & DONE)
        now = replace(token, negated=not token.negated) if negates or is_done else token
        yield now
        was_not = NOT_FAR if now.negated and EXIST in now.verbs else max(0, was_not - 1)
        was_not = 0 if token.is_mark or is_done else was_not


def _with_duties(tokens: Tokens, lexicon: Lexicon) -> Iterator[Token]:
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
        behind = tokens[at + 1 :]
        had_to = "hold" in token.verbs and _depends(behind, lexicon)
        refuses = "refuse" in token.verbs and _depends(behind, lexicon)
        wants = refuses or (WANTING in token.verbs and not token.means("is:demanded"))
        reproved = had_to and token.negated and _is_put(behind, lexicon)
        if reproved or (wants and _wants_to(behind, lexicon)):
            yield replace(token, meanings=frozenset({"is:filler"}), negated=False)
            unwilling = not reproved and (token.negated or refuses)
            had_to = False
        elif had_to:
            yield replace(token, meanings=frozenset({"is:must"}))
        elif due and token.verbs - {EXIST}:
            yield replace(token, meanings=frozenset({"do:due"}) | (token.meanings & ALSO_DUE))
        elif token.means("is:passive") and said_in(behind[:1], *PASSIVE):
            yield replace(token, meanings=frozenset({"is:passive"}))
        elif at and tokens[at - 1].means("is:passive") and token.means("do:beat"):
            yield replace(token, meanings=frozenset({"do:beaten"}))
        else:
            yield token
        ends = token.verbs - {EXIST} or token.is_mark or token.means("is:and", "is:but")
        ends = ends or token.folded.endswith(lexicon.infinitive)
        due = had_to or token.means("is:must", "is:instead-of") or (due and not ends)


def _wants_to(tokens: Tokens, lexicon: Lexicon) -> bool:
    """True if a verb in the infinitive stands in the same clause: what somebody wants to do."""
    clause = takewhile(lambda token: not token.is_mark, tokens)
    return any(t.verbs and t.folded.endswith(lexicon.infinitive) for t in clause)


def _depends(tokens: Tokens, lexicon: Lexicon) -> bool:
    """True if the next word, or the one behind such as "still", is a verb in the infinitive."""
    ahead = takewhile(lambda token: not token.is_mark, tokens[:3])
    words = (token for token in ahead if not token.means(*ADVERBS))
    words = (token for token in words if not token.common or _is_infinitive(token, lexicon))
    first = next(words, None)
    if first is None or first.means("is:nothing") or not _is_infinitive(first, lexicon):
        return False
    return not any(first.value(kind) for kind in ("rank", "suit", "number"))


def _is_put(tokens: Tokens, lexicon: Lexicon) -> bool:
    """True if the next word but an auxiliary is an infinitive of putting down."""
    verb = next((token for token in tokens if token.folded not in lexicon.auxiliary), None)
    return verb is not None and _is_infinitive(verb, lexicon) and verb.puts


def _is_infinitive(token: Token, lexicon: Lexicon) -> bool:
    return len(token.folded) >= LEAST_BARE and token.folded.endswith(lexicon.infinitive)
