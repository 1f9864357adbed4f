"""What a sentence tells of a hand: cards that were in it, cards that were not, or all of it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from scorekeeper.core.cards import TAROK, Pack
from scorekeeper.core.schema import Json
from scorekeeper.referee.hands import HAND, HOLDS, LACKS, cards_of
from scorekeeper.rulebook.sentence.phrases import Phrase, clause_of
from scorekeeper.rulebook.sentence.roles import HELD
from scorekeeper.rulebook.sentence.slots import pattern
from scorekeeper.rulebook.sentence.tokens import Token, said_in, word_before

ONLY = "is:only"
BETWEEN = ("is:more", "is:in-hand")
"""Words between "only" and the cards that say nothing of how many they are."""


def with_hand(
    given: Mapping[str, Json],
    played: Sequence[str],
    held: Sequence[Phrase],
    tokens: Sequence[Token],
    pack: Pack,
) -> dict[str, Json]:
    """The facts of a sentence: the cards `played` from a hand were in it, what is said to have been
    lacking does not count if a card of it was there, and "only" says that there was nothing else.
    """
    told = dict(given)
    codes, lacks = (cast(list[str], told.pop(name, [])) for name in (HOLDS, LACKS))
    cards = [code for code in codes if code in pack.by_code]
    if cards:
        codes = [*played, *(code for code in codes if code not in played)]
    if len(held) == 1 and is_only(tokens, held[0]):
        suits = _of_which(tokens, held[0])
        if held[0].shape == "cards" and not suits:
            return {**told, HAND: list[Json](codes)}
        lacks = [*lacks, *_others(held[0], suits, pack)]
    lacks = [code for lack in lacks for code in _lacking(lack, played, cards, pack)]
    parts = {HOLDS: list[Json](codes), LACKS: list[Json](lacks)}
    return told | {name: value for name, value in parts.items() if value}


def _lacking(code: str, played: Sequence[str], held: Sequence[str], pack: Pack) -> Sequence[str]:
    """What was lacking, by its code: of what was played there was no other; what was held belies
    it.
    """
    cards = [str(card) for card in cards_of(code, pack)]
    if ({*held} - {*played}) & {*cards}:
        return ()
    return [code] if {*played}.isdisjoint(cards) else [c for c in cards if c not in played]


def _others(phrase: Phrase, suits: Sequence[str], pack: Pack) -> Iterator[str]:
    """What was not in a hand that held only these cards of some suits, or only these suits."""
    if phrase.shape == "cards":
        cards = (str(card) for card in pack.cards if card.suit in suits)
        yield from (code for code in cards if code not in phrase.values)
    else:
        yield from (pattern("suit", s) for s, _ranks in pack.suits if s not in phrase.values)


def is_only(tokens: Sequence[Token], phrase: Phrase) -> bool:
    """True for all that somebody held: "had only the eight", "only had the eight"."""
    if HELD not in phrase.roles or phrase.governor < 0:
        return False
    first, end = sorted((phrase.governor, phrase.first))
    before = word_before(tokens, first, *BETWEEN)
    only = before >= 0 and tokens[before].means(ONLY)
    between = tokens[first + 1 : end]
    told_more = any(token.is_mark or token.value("number") for token in between)
    return (only or said_in(between, ONLY)) and not told_more


def _of_which(tokens: Sequence[Token], phrase: Phrase) -> Sequence[str]:
    """The suits that the clause of a phrase speaks of besides: "of taroks only the pagát"."""
    first, end = clause_of(tokens, phrase.first, phrase.end)
    others = (*tokens[first : phrase.first], *tokens[phrase.end : end])
    suits = [suit for token in others if (suit := token.value("suit"))]
    return [*suits, *(TAROK for token in others if token.means("is:taroks"))]
