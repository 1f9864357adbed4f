"""A verdict in words: one of three, the sentence, the rules, what was allowed, what it costs."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from flask_babel import gettext as _
from flask_babel import ngettext

from scorekeeper.dispute import Admitted
from scorekeeper.explanation import (
    NO_PENALTY,
    answers,
    breaches,
    is_card,
    lists_breaches,
    onward,
    play,
    sentence,
)
from scorekeeper.game import AnyGame
from scorekeeper.house import HouseRules
from scorekeeper.judgements import Judgement
from scorekeeper.referee import Penalty, in_force
from scorekeeper.rulebook import Rulebook, RuleText
from scorekeeper.web.wording.reader import book_of, money

SHOWN_RULES = 3
"""Rules quoted of a legal move; of an offence all that were broken."""


@dataclass(frozen=True)
class VerdictView:
    """A verdict as the page shows it.

    `outcome` is the verdict, or `answer` (without a word) where nothing was asked that could be
    allowed or not. `instead` are codes of cards, `plays` what else was allowed. `whatever` says
    that the answer holds though something is not known; `customs` are those that a legal move
    offends.
    """

    outcome: str
    word: str
    sentence: str
    rules: tuple[RuleText, ...]
    instead: tuple[str, ...]
    plays: tuple[str, ...]
    answers: tuple[str, ...]
    breaches: tuple[str, ...]
    penalty: str
    onward: str
    whatever: str
    customs: tuple[RuleText, ...]


def word_of(outcome: str) -> str:
    """The word for a verdict, as large as the page can print it."""
    return {
        "legal": _("ALLOWED"),
        "offence": _("NOT ALLOWED"),
        "undecidable": _("CANNOT BE TOLD YET"),
        "answer": "",
    }[outcome]


def outcome_of(judgement: Judgement) -> str:
    """The verdict; `answer` where nothing was done, or nothing could be broken."""
    verdict = judgement.verdict.verdict
    if verdict == "undecidable":
        return verdict
    accuses = judgement.dispute is None or judgement.dispute.accuses
    return verdict if accuses and _can_be_broken(judgement) else "answer"


def verdict_view(judgement: Judgement, book: Rulebook) -> VerdictView:
    """A verdict in the reader's words."""
    verdict = judgement.verdict
    cards = {code for code in map(str, verdict.instead) if is_card(judgement, code)}
    outcome = outcome_of(judgement)
    offence, listing = outcome == "offence", lists_breaches(judgement)
    rules = dict.fromkeys(book.rule(id) for id in verdict.rules)
    return VerdictView(
        outcome=outcome,
        word=word_of(outcome),
        sentence=sentence(judgement, book),
        rules=tuple(rules) if offence else tuple(rules)[:SHOWN_RULES],
        instead=tuple(code for code in map(str, verdict.instead) if code in cards),
        plays=tuple(play(judgement, book, p) for p in verdict.instead if str(p) not in cards),
        answers=() if offence and not listing else tuple(answers(judgement, book)),
        breaches=tuple(_breaches(judgement, book)) if listing else (),
        penalty=penalty_text(judgement) if offence else "",
        onward=onward(judgement, book) if offence else "",
        whatever=_whatever(judgement),
        customs=tuple(book.rule(id) for id in verdict.customs),
    )


def _whatever(judgement: Judgement) -> str:
    """That the verdict holds for everything that nobody could tell; empty if all was known."""
    if not judgement.verdict.whatever:
        return ""
    hand = judgement.dispute is not None and judgement.dispute.unknown() == ("hand",)
    return _("Whatever else was held.") if hand else _("Whatever the rest was.")


def penalty_text(judgement: Judgement) -> str:
    """What an offence costs at this table, in the reader's language."""
    return cost_text(judgement.game, judgement.house, judgement.verdict.penalty)


def cost_text(game: AnyGame, house: HouseRules, penalty: Penalty | None) -> str:
    """What a penalty is at a table, in the reader's language."""
    penalty = penalty or NO_PENALTY
    points = _amount(game, house, penalty.each or 0)
    return book_of(game).penalty(penalty, points)


def _amount(game: AnyGame, house: HouseRules, points: int) -> str:
    """Points, or what they are worth where the table plays for money."""
    stake = game.stake(house)
    if stake:
        return money(points * stake.point, stake.currency)
    return ngettext("%(num)d point", "%(num)d points", points)


def _can_be_broken(judgement: Judgement) -> bool:
    """True if a rule on this kind can be broken, and does not only say what follows."""
    if judgement.kind == Admitted.kind:
        return True
    rules = in_force(judgement.game.rules, judgement.game.kinds[judgement.kind], judgement.house)
    return any(rule.breakable for rule in rules)


def _breaches(judgement: Judgement, book: Rulebook) -> Iterator[str]:
    """The breaches that an audit proves, each with the card that proves it."""
    for text, proof in breaches(judgement, book):
        yield f"{text} {_proof(proof, book)}" if proof else text


def _proof(proof: Mapping[str, Any], book: Rulebook) -> str:
    card = book.card(proof["card"])
    return _("Proof: %(card)s, played in trick %(n)d.", card=card, n=proof["trick"])
