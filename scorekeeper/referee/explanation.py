"""A judgement in the words of a game's book: what happened, what follows, how play goes on."""

from collections.abc import Iterator, Mapping
from dataclasses import MISSING
from itertools import chain
from string import Formatter

from scorekeeper.core.game import AnyGame
from scorekeeper.core.schema import Json, default_of, dump, fields_of
from scorekeeper.core.sheet import Entry
from scorekeeper.games.audits import ProofData
from scorekeeper.referee.dispute import Admitted, Dispute
from scorekeeper.referee.judgements import Judgement
from scorekeeper.referee.question import objects_in
from scorekeeper.referee.rule_table import AnyRule, Penalty
from scorekeeper.referee.verdict import Verdict
from scorekeeper.rulebook import Rulebook
from scorekeeper.rulebook.fallback import in_language_of
from scorekeeper.rulebook.sentences import table_at

NO_PENALTY = Penalty("none")
OPEN = Penalty("none", what="open")
"""A penalty that hangs on a fact that nobody knows."""
UNNAMED = Penalty("none", what="unnamed")
"""No penalty, since the source names none and no house rule does."""


def sentence(judgement: Judgement, book: Rulebook) -> str:
    """What happened and why, in one sentence with the cards and names."""
    verdict, names = judgement.verdict, judgement.names
    if judgement.kind == Admitted.kind:
        return book.offence(verdict.rules[0])
    if verdict.verdict == "undecidable":
        return missing(judgement, book)
    if verdict.verdict == "legal":
        own = f"{judgement.kind}.{next(iter(verdict.rules), '')}"
        id = own if book.text("legal", own) else judgement.kind
        return book.say("legal", id, {**_facts(judgement), **verdict.result}, names)
    try:
        return book.say("verdicts", breach_id(judgement.kind, verdict, book), verdict.facts, names)
    except KeyError:  # It names what is not the same in all the ways in which it may have been.
        return book.offence(verdict.rules[0])


def breach_id(kind: str, verdict: Verdict, book: Rulebook) -> str:
    """The sentence on the first breach: that of the question's kind; that of what was `wrong`,
    where a rule asks for several things; else the one of the rule.
    """
    rule = verdict.rules[0]
    ids = (f"{kind}.{rule}", f"{rule}.{verdict.facts.get('wrong')}")
    return next((id for id in ids if book.text("verdicts", id)), rule)


def missing(judgement: Judgement, book: Rulebook, asked: str = "") -> str:
    """What would have to be known to answer: in a sentence, that of the question's kind if it has
    one, or by the name of the field. Of several facts it is the one that decides, or `asked`.
    """
    verdict = judgement.verdict
    name = asked or verdict.decides or verdict.missing[0]
    known = (id for id in (f"{judgement.kind}.{name}", name) if book.text("missing", id))
    if id := next(known, ""):
        return book.say("missing", id, {}, ())
    asks = book.text("ask", judgement.kind, name)
    _cls, field, section = field_of(judgement.game, judgement.kind, name)
    label = book.text(*section, field, "label")
    return asks or in_language_of(f"{label}?", label)


def field_of(game: AnyGame, kind: str, path: str) -> tuple[type, str, tuple[str, ...]]:
    """The dataclass that has a fact of a question, the name of its field there, and the section of
    the book with its labels: an entry within a question is asked for in its own words.
    """
    cls: type = game.kinds.get(kind, Dispute)
    section: tuple[str, ...] = ("asked", kind)
    *within, name = path.split(".")
    for step in within:
        cls = objects_in(cls)[step]
        section = ("fields", cls.type) if issubclass(cls, Entry) else (*section, step)
    return cls, name, section


def answers(judgement: Judgement, book: Rulebook) -> Iterator[str]:
    """A sentence for each part of the result that has one, in the order of the book; of two that
    name the same one only the later, which says more. What is settled comes line by line behind
    its sum.
    """
    result = judgement.verdict.result
    parts = [key for key in book.answered(judgement.kind) if key in result]
    for at, key in enumerate(parts, 1):
        named = isinstance(result[key], str) and result[key] in map(result.get, parts[at:])
        if not named:
            text = book.answer(judgement.kind, key, result[key], judgement.names, result)
            yield from filter(None, [text])
    for line in result.get("lines", ()):
        points = book.fact_text("points", line["points"], judgement.names)
        yield f"{book.step(line['rule'])}: {points}"


def breaches(judgement: Judgement, book: Rulebook) -> Iterator[tuple[str, ProofData | None]]:
    """The breaches that an audit proves: a sentence for each card, and the `card` and `trick` that
    prove it, if a later card does.
    """
    found = judgement.verdict.result.get("breaches") or ()
    proofs = judgement.verdict.result.get("proofs") or [None] * len(found)
    for breach, proof in zip(found, proofs, strict=True):
        facts = {"n": breach["trick"], "seat": breach["seat"], "card": breach["card"]}
        id = f"{judgement.kind}.{breach['rule']}"
        yield book.say("verdicts", id, facts, judgement.names), proof


def onward(judgement: Judgement, book: Rulebook) -> str:
    """How play goes on: as the rule says in this kind of question, at all, or with this kind of
    penalty; else as the kind of penalty says, which may be part of a sum; empty if none does.
    """
    verdict = judgement.verdict
    penalty = verdict.penalty or no_penalty(judgement)
    facts = {**verdict.facts, **penalty.dump(), "n": penalty.each or penalty.amount or 0}
    rule, kind = verdict.rules[0], penalty.kind
    kinds = (f"{kind}.sum", kind) if takes(judgement, book) else (kind,)
    own = (f"{judgement.kind}.{rule}", rule)
    ids = own if penalty == OPEN else (*own, f"{rule}.{kind}", *kinds)
    for id in ids:
        text = book.text("onward", id)
        # What a table only agrees on has no facts: all has to be known that is told.
        if text and all(name is None or name in facts for _, name, *_ in Formatter().parse(text)):
            return book.say("onward", id, facts, judgement.names)
    return ""


def takes(judgement: Judgement, book: Rulebook) -> int:
    """How many cards an offender takes in all, where that is more than the penalty and the book
    has words for the sum; else 0.
    """
    verdict = judgement.verdict
    penalty = verdict.penalty or NO_PENALTY
    number = {**verdict.result, **verdict.facts}.get("takes", 0)
    summed = f"{penalty.kind}.sum" in table_at(book.data, "penalties")
    more = isinstance(number, int) and number > (penalty.amount or 0)
    return number if summed and more else 0


def no_penalty(judgement: Judgement) -> Penalty:
    """Why it is not said what an offence costs: that hangs on a fact that nobody knows; or the
    source names no penalty; or the table agreed on none.
    """
    if judgement.verdict.decides is not None:
        return OPEN
    asked = judgement.game.kinds.get(judgement.kind)
    broken = _broken(judgement)
    own = [rule for rule in broken if asked and issubclass(asked, rule.asks)] or broken
    return NO_PENALTY if any(rule.costs for rule in own) else UNNAMED


def is_agreed(judgement: Judgement) -> bool:
    """True if the source leaves to each group what the offence costs."""
    costs = any(rule.costs for rule in _broken(judgement))
    return judgement.game.agreed_penalties and costs and "penalty" not in ours(judgement)


def ours(judgement: Judgement) -> frozenset[str]:
    """What the source does not tell of a verdict: its `penalty`, or how play goes `onward`."""
    wrong = str(judgement.verdict.facts.get("wrong"))
    parts = (rule.ours_where.get(wrong, rule.ours) for rule in _broken(judgement))
    return frozenset(chain.from_iterable(parts))


def _broken(judgement: Judgement) -> tuple[AnyRule, ...]:
    broken = judgement.verdict.rules[:1]
    return tuple(rule for rule in judgement.game.rules if rule.id in broken)


def play(judgement: Judgement, book: Rulebook, choice: object) -> str:
    """Something that was allowed and is not one card: several, a word, or a card that is not laid,
    by the name of the field that says so.
    """
    if isinstance(choice, Mapping):
        [(field, code)] = choice.items()
        label = book.label("asked", judgement.kind, field, "label")
        return in_language_of(f"{label}: {book.card(str(code))}", label)
    codes = choice if isinstance(choice, list) else [choice]
    if all(is_card(judgement, str(code)) for code in codes):
        return book.fact_text("cards", codes, judgement.names)
    return book.fact_text("", choice, judgement.names)


def is_card(judgement: Judgement, code: str) -> bool:
    return code in judgement.game.pack(judgement.house).by_code


def _facts(judgement: Judgement) -> dict[str, Json]:
    """Every field of the question, those that hold their default too."""
    declared = fields_of(judgement.asked).items()
    defaults = {name: default_of(field) for name, field in declared}
    if dispute := judgement.dispute:
        return {name: dump(getattr(dispute, name)) for name in defaults}
    usual = {name: None if d is MISSING else dump(d) for name, d in defaults.items()}
    return {**usual, **judgement.given}
