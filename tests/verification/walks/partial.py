"""The proof of what cannot be told: facts are left out, and none of them changes a verdict.

Of a question whose facts are all known some are taken away. If the verdict is still decided, it is
the one that the facts give. If it cannot be told, its witness are two ways in which it may have
been, which are judged as it says.
"""

from collections.abc import Iterator
from dataclasses import fields, replace
from random import Random
from typing import Any

from scorekeeper.referee.dispute import AnyDispute, optional_facts
from scorekeeper.referee.verdict import Verdict, judge
from tests.verification.walks.contract import AnyWalk


class Flipped(Exception):
    """Facts that nobody knew would have changed a decided verdict, or a witness is none."""


def questions(game: AnyWalk, random: Random, state: Any, choice: Any) -> Iterator[AnyDispute]:
    """A choice and something that is none, as questions whose facts are all known."""
    choices = game.choices(state)
    fouls = [foul for foul in game.attempts(state) if foul not in choices]
    for each in (choice, *random.sample(fouls, min(1, len(fouls)))):
        question = game.question(state, each)
        if question is not None and lacking(question):
            yield question


def lacking(question: AnyDispute) -> list[str]:
    """The facts of a question that nobody might know.

    A hand that need not be said is one of them, though nothing may hang on it.
    """
    free = [each.name for each in fields(question) if each.default is None]
    cls: type = type(question)
    names = (*optional_facts(cls), *(name for name in free if name == "hand"))
    return [name for name in dict.fromkeys(names) if getattr(question, name) is not None]


def require_partial(game: AnyWalk, question: AnyDispute, house: Any) -> bool:
    """Takes the facts away that nobody might know, and asks again; False if there are none.

    Raises Flipped.
    """
    known = lacking(question)
    if not known:
        return False
    whole = judge(game.game.rules, question, house)
    unknown = replace(question, **dict.fromkeys(known, None))
    verdict = judge(game.game.rules, unknown, house)
    if verdict.verdict != "undecidable":
        _require(verdict.verdict == whole.verdict, f"{verdict} without {known}, but {whole}")
        return True
    _require(set(verdict.witness) == {"legal", "offence"}, f"{unknown} has no witness")
    _require_witness(game, unknown, verdict, house)
    return True


def _require_witness(game: AnyWalk, unknown: AnyDispute, verdict: Verdict, house: Any) -> None:
    for way, given in verdict.witness.items():
        completed = game.game.read_dispute(unknown.kind, given, house)
        found = judge(game.game.rules, completed, house)
        _require(found.verdict == way, f"{given} is {found.verdict}, but not {way}")


def _require(holds: bool, why: str) -> None:
    if not holds:
        raise Flipped(why)
