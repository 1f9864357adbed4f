"""A verdict in words: one of three, the sentence, the rules, what was allowed, what it costs."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from flask_babel import gettext as _
from flask_babel import ngettext

from scorekeeper.core.game import AnyGame
from scorekeeper.core.house_rules import HouseRules
from scorekeeper.referee import explanation
from scorekeeper.referee.dispute import Admitted
from scorekeeper.referee.explanation import answers, breaches, onward, ours, sentence, takes
from scorekeeper.referee.judgements import Judgement
from scorekeeper.referee.rule_table import Penalty, is_breakable
from scorekeeper.rulebook import Rulebook, RuleText
from scorekeeper.rulebook.sources import NOWHERE
from scorekeeper.web.wording.reader import book_of, money

FULL_STOP = re.compile(r"(?<=[^\d][.?!]) ")
"""Where a sentence ends; "2. povinnost" goes on."""
SHOWN_RULES = 3
"""Rules quoted of a legal move; of an offence all that were broken."""


@dataclass(frozen=True)
class VerdictView:
    """A verdict as the page shows it.

    `outcome` is the verdict, or `answer` (without a word) where nothing was asked that could be
    allowed or not: then the answer comes first, and how it is found behind it. `instead` are codes
    of cards, `plays` what else was allowed. `breaches` are those that an audit proves besides the
    one that the sentence tells. `on_costs` is the rule on what such an offence costs. `whatever`
    says that the answer holds though something is not known; `ours` names what of the `fault`, the
    `penalty` and the way `onward` is our decision, and `agreed` that the source leaves the penalty
    to the group; `figure` is the number in the penalty, and `unit` what it counts or who gets it;
    `customs` are those that a legal move offends.
    """

    outcome: str
    word: str
    sentence: str
    rules: tuple[RuleText, ...]
    on_costs: tuple[RuleText, ...]
    instead: tuple[str, ...]
    plays: tuple[str, ...]
    answers: tuple[str, ...]
    breaches: tuple[str, ...]
    penalty: str
    figure: str
    unit: str
    onward: str
    ours: frozenset[str]
    agreed: bool
    whatever: str
    customs: tuple[RuleText, ...]

    @property
    def told(self) -> tuple[str, str]:
        """The sentence in two: the fault, and on what it stands."""
        fault, *rest = FULL_STOP.split(self.sentence, 1)
        return fault, " ".join(rest)


def word_of(outcome: str) -> str:
    """The word for a verdict, as large as the page can print it."""
    return {
        "legal": _("ALLOWED"),
        "offence": _("NOT ALLOWED"),
        "undecidable": _("CANNOT TELL YET"),
        "answer": "",
    }[outcome]


def outcome_of(judgement: Judgement) -> str:
    """The verdict; `answer` where nothing was done, or nothing could be broken."""
    verdict = judgement.verdict.verdict
    if verdict == "undecidable":
        return verdict
    ways = judgement.question.candidates if judgement.question else ()
    if ways and not ways[0].accuses:
        return "answer"
    if judgement.kind == Admitted.kind:
        return verdict
    # Some rules can not be broken: they only say what follows.
    breakable = is_breakable(judgement.game.rules, judgement.asked, judgement.house)
    return verdict if breakable else "answer"


def verdict_view(judgement: Judgement, book: Rulebook) -> VerdictView:
    """A verdict in the reader's words."""
    verdict = judgement.verdict
    cards, others = _allowed(judgement)
    outcome = outcome_of(judgement)
    offence, listing = outcome == "offence", judgement.asked.lists_breaches
    rules = tuple(dict.fromkeys(book.rule(id) for id in verdict.rules))
    # The rule that says what such an offence costs, where it has one of its own.
    costs = {f"{judgement.game.key}.{verdict.offence}"} & book.rules.keys() - {*verdict.rules}
    on_costs = tuple(map(book.rule, costs))
    follows = _consequences(judgement, book) if offence else Consequences()
    said = sentence(judgement, book)
    figure, unit = _figure(judgement, book) if follows.penalty else ("", "")
    told = () if offence and not listing else tuple(answers(judgement, book))
    found = list(_breaches(judgement, book)) if listing else []
    if outcome == "answer" and told:
        said, told = told[0], (*told[1:], said)
    if offence and found:
        said, *found = found
    return VerdictView(
        outcome=outcome,
        word=word_of(outcome),
        sentence=said,
        rules=rules if offence else rules[:SHOWN_RULES],
        on_costs=on_costs if offence else (),
        instead=cards,
        plays=tuple(_plays(judgement, book, others)),
        answers=told,
        breaches=tuple(found),
        penalty=follows.penalty,
        figure=figure,
        unit=unit,
        onward=follows.onward,
        # No word of the rule that is broken stands in the source.
        ours=follows.ours | ({"fault"} if offence and rules[0].source == NOWHERE else set()),
        agreed=offence and explanation.is_agreed(judgement),
        whatever=_whatever(judgement),
        customs=tuple(book.rule(id) for id in verdict.customs),
    )


class Consequences(NamedTuple):
    """What an offence costs, how play goes on, and which of the two is our decision."""

    penalty: str = ""
    onward: str = ""
    ours: frozenset[str] = frozenset()


def _consequences(judgement: Judgement, book: Rulebook) -> Consequences:
    """The consequences of an offence.

    Where nothing is paid, how play goes on says what the penalty is.
    """
    goes_on, our_parts = onward(judgement, book), ours(judgement)
    penalty = judgement.verdict.penalty
    pays = penalty is None or penalty != Penalty(penalty.kind) or takes(judgement, book)
    if goes_on and not pays:
        return Consequences("", goes_on, frozenset({"onward"}) if our_parts else our_parts)
    return Consequences(penalty_text(judgement), goes_on, our_parts)


def _plays(judgement: Judgement, book: Rulebook, choices: Sequence[Any]) -> Iterator[str]:
    """What was allowed and is not one card: a word, or several cards, told by the one on top where
    they may lie in several orders.
    """
    orders: dict[str, list[Any]] = {}
    for choice in choices:
        cards = sorted(choice) if isinstance(choice, list) else choice
        orders.setdefault(str(cards), []).append(choice)
    for ways in orders.values():
        if len(ways) == 1:
            yield explanation.play(judgement, book, ways[0])
        else:
            tops = dict.fromkeys(way[-1] for way in ways)
            yield from (_("%(card)s on top", card=book.card(code)) for code in tops)


def _allowed(judgement: Judgement) -> tuple[tuple[str, ...], Sequence[Any]]:
    """What was allowed: cards by their codes, and what is not one card.

    Several cards are left out where the first of them is allowed alone: then more of its rank may
    go along.
    """
    single = [
        choice[0] if isinstance(choice, list) and len(choice) == 1 else choice
        for choice in judgement.verdict.instead
    ]
    cards = tuple(str(each) for each in single if explanation.is_card(judgement, str(each)))
    others = (each for each in single if str(each) not in cards)
    return cards, [each for each in others if not (isinstance(each, list) and each[0] in cards)]


def _whatever(judgement: Judgement) -> str:
    """That the verdict holds for everything that nobody could tell; empty if all was known."""
    if not judgement.verdict.whatever:
        return ""
    hand = judgement.dispute is not None and judgement.dispute.unknown() == ("hand",)
    return _("The other cards do not matter.") if hand else _("The rest does not matter.")


def penalty_text(judgement: Judgement) -> str:
    """What an offence costs at this table, in the reader's language."""
    penalty = judgement.verdict.penalty or explanation.no_penalty(judgement)
    number = takes(judgement, book_of(judgement.game))
    return cost_text(judgement.game, judgement.house, penalty, number)


def _figure(judgement: Judgement, book: Rulebook) -> tuple[str, str]:
    """The number in a penalty with its unit: points or money to each other player, or cards."""
    penalty, stake = judgement.verdict.penalty, judgement.game.stake(judgement.house)
    if penalty is None:
        return "", ""
    if each := penalty.each:
        text = money(each * stake.point, stake.currency) if stake else str(each)
        return text, _("to each other player")
    cards = takes(judgement, book) or penalty.amount or 0
    return (str(cards), ngettext("card", "cards", cards)) if cards else ("", "")


def cost_text(game: AnyGame, house: HouseRules, penalty: Penalty | None, takes: int = 0) -> str:
    """What a penalty is at a table, in the reader's language; `takes` is a sum with more in it."""
    penalty, stake = penalty or explanation.NO_PENALTY, game.stake(house)
    each = penalty.each or 0
    if stake:
        worth = money(each * stake.point, stake.currency)
    else:
        worth = ngettext("%(num)d point", "%(num)d points", each)
    return book_of(game).penalty(penalty, worth, takes)


def _breaches(judgement: Judgement, book: Rulebook) -> Iterator[str]:
    """The breaches that an audit proves, each with the card that proves it."""
    for text, proof in breaches(judgement, book):
        if not proof:
            yield text
            continue
        card, n = book.card(proof["card"]), proof["trick"]
        proven = _("Proof: %(card)s, played in trick %(n)d.", card=card, n=n)
        yield f"{text} {proven}"
