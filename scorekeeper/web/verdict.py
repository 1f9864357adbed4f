"""A verdict in words: one of three, the sentence, the rules, what was allowed, what it costs."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from flask_babel import gettext as _
from flask_babel import ngettext

from scorekeeper.plain import write
from scorekeeper.referee import Seen, decides
from scorekeeper.rulebook import Rulebook, RuleText
from scorekeeper.verdicts import Judged
from scorekeeper.web.wording import money

AUDIT = "audit"
"""The kind that answers more than whether a rule was broken."""
SHOWN_RULES = 3
"""Rules quoted of a legal move; of an offence all that were broken."""


@dataclass(frozen=True)
class Told:
    """A verdict as the page shows it.

    `way` is the verdict, or `answer` (without a word) where nothing could be broken. `instead` are
    codes of cards, `plays` what else was allowed.
    """

    way: str
    word: str
    sentence: str
    rules: tuple[RuleText, ...]
    instead: tuple[str, ...]
    plays: tuple[str, ...]
    answers: tuple[str, ...]
    breaches: tuple[str, ...]
    penalty: str
    onward: str


def word_of(way: str) -> str:
    """The word for a verdict, as large as the page can print it."""
    return {
        "legal": _("ALLOWED"),
        "offence": _("NOT ALLOWED"),
        "undecidable": _("CANNOT BE TOLD YET"),
        "answer": "",
    }[way]


def told(judged: Judged, book: Rulebook) -> Told:
    """A verdict in the reader's words."""
    verdict = judged.verdict
    cards = {code for code in map(str, verdict.instead) if _is_card(judged, code)}
    way = verdict.verdict if _can_be_broken(judged) else "answer"
    offence = way == "offence"
    rules = dict.fromkeys(book.rule(id) for id in verdict.rules)
    return Told(
        way=way,
        word=word_of(way),
        sentence=sentence(judged, book),
        rules=tuple(rules) if offence else tuple(rules)[:SHOWN_RULES],
        instead=tuple(code for code in map(str, verdict.instead) if code in cards),
        plays=tuple(_play(judged, book, p) for p in verdict.instead if str(p) not in cards),
        answers=() if offence and judged.kind != AUDIT else tuple(_answers(judged, book)),
        breaches=tuple(_breaches(judged, book)),
        penalty=penalty_text(judged, book) if offence else "",
        onward=onward(judged, book) if offence else "",
    )


def sentence(judged: Judged, book: Rulebook) -> str:
    """What happened and why, in one sentence with the cards and names."""
    verdict, names = judged.verdict, judged.names
    if judged.kind == Seen.kind:
        return str(book.data["offences"].get(verdict.rules[0]) or book.rule(verdict.rules[0]).title)
    if verdict.verdict == "undecidable":
        return book.say("missing", verdict.missing[0], {}, names)
    if verdict.verdict == "legal":
        return book.say("legal", judged.kind, {**_facts(judged), **verdict.result}, names)
    own = f"{judged.kind}.{verdict.rules[0]}"
    id = own if own in book.data["verdicts"] else verdict.rules[0]
    return book.say("verdicts", id, verdict.facts, names)


def penalty_text(judged: Judged, book: Rulebook) -> str:
    """What an offence costs at this table."""
    penalty = judged.verdict.penalty or {"kind": "none"}
    if penalty["kind"] == "points" and not penalty.get("agree"):
        return _("%(points)s to every other player", points=points_text(judged, penalty["each"]))
    if penalty["kind"] == "cards":
        n = penalty["amount"]
        return ngettext("take %(num)d card", "take %(num)d cards", n)
    return {
        "points": _("points that the others agree on, at least 1"),
        "void": _("the round does not count, and the offender buys a round"),
        "take-back": _("the card goes back to the hand"),
        "take-table": _("the offender takes the cards on the table"),
        "redeal": _("the deal does not count"),
        "lost": _lost(penalty),
        "none": _("none is agreed at this table"),
    }[penalty["kind"]]


def points_text(judged: Judged, points: int) -> str:
    """Points, or what they are worth where the table plays for money."""
    stake = judged.game.stake(judged.house)
    if stake:
        return money(points * stake.point, stake.currency)
    return ngettext("%(num)d point", "%(num)d points", points)


def onward(judged: Judged, book: Rulebook) -> str:
    """How play goes on: as the rule says, or as the kind of penalty does."""
    verdict = judged.verdict
    penalty = verdict.penalty or {"kind": "none"}
    id = verdict.rules[0] if verdict.rules[0] in book.data["onward"] else penalty["kind"]
    n = penalty.get("each") or penalty.get("amount") or 0
    return book.say("onward", id, {**verdict.facts, **penalty, "n": n}, judged.names)


def _can_be_broken(judged: Judged) -> bool:
    """Whether a rule that was asked can be broken, and does not only say what follows."""
    asked = (r for r in judged.game.rules if r.kind.kind == judged.kind)
    named = (rule for rule in asked if rule.id in judged.verdict.rules)
    return judged.kind == Seen.kind or any(rule.finds is not decides for rule in named)


def _lost(penalty: Mapping[str, Any]) -> str:
    return {
        "deal": _("the deal is lost"),
        "game": _("the game is lost"),
        "dokladacka": _("the dokládačka is lost"),
    }.get(penalty.get("what", ""), "")


def _facts(judged: Judged) -> dict[str, Any]:
    """Every field of the question, those that hold their default too."""
    dispute: Any = judged.game.read_dispute(judged.kind, judged.given, judged.house)
    return {field.name: write(getattr(dispute, field.name)) for field in fields(dispute)}


def _answers(judged: Judged, book: Rulebook) -> Iterator[str]:
    for key, value in judged.verdict.result.items():
        if text := book.answer(judged.kind, key, value, judged.names):
            yield text


def _breaches(judged: Judged, book: Rulebook) -> Iterator[str]:
    """What an audit found, one sentence for each card, with what proves it."""
    found: Sequence[Any] = judged.verdict.result.get("breaches") or ()
    proofs = judged.verdict.result.get("proofs") or [None] * len(found)
    for breach, proof in zip(found, proofs, strict=True):
        facts = {"n": breach["trick"], "seat": breach["seat"], "card": breach["card"]}
        text = book.say("verdicts", f"audit.{breach['rule']}", facts, judged.names)
        if proof:
            card = book.card(proof["card"])
            text += " " + _("Proof: %(card)s, played in trick %(n)d.", card=card, n=proof["trick"])
        yield text


def _is_card(judged: Judged, code: str) -> bool:
    return code in judged.game.pack(judged.house).by_code


def _play(judged: Judged, book: Rulebook, play: Any) -> str:
    """Something that was allowed and is not one card: several, or a word."""
    codes = play if isinstance(play, list) else [play]
    if all(_is_card(judged, str(code)) for code in codes):
        return book.shown("cards", codes, judged.names)
    return book.shown("", play, judged.names)
