"""What tables do where the source is silent: the house rules that would change a verdict, each as
a few taps. What is tapped is how the table plays from here on.
"""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import NamedTuple

from scorekeeper.core.house_rules import HouseRules, dump_house, load_house
from scorekeeper.core.schema import Invalid, dump, fields_of, spec_of
from scorekeeper.match import Match
from scorekeeper.match.checks import validate_lasting
from scorekeeper.referee.explanation import ours
from scorekeeper.referee.judgements import Judgement, as_case, judge_question
from scorekeeper.rulebook.sources import source_of
from scorekeeper.web.forms.kinds.kind import kind_of
from scorekeeper.web.forms.labels import Labels
from scorekeeper.web.wording.reader import book_of

MOST_CHOICES = 4
"""A house rule of more choices is for its form."""
MOST_CANDIDATES = 100
"""Where more disputes than these are possible, it is not tried what each choice would change."""


class Choice(NamedTuple):
    """A value of a house rule: what a tap sends, its words, and whether the table plays so now."""

    value: str
    word: str
    now: bool


@dataclass(frozen=True)
class Practice:
    """A house rule where the source is silent."""

    label: str
    choices: tuple[Choice, ...]


def practices(match: Match, judgement: Judgement) -> Iterator[Practice]:
    """The practices that would change a verdict at the table of a match: those of the rules that
    it stands on, or where its penalty is ours.
    """
    game, book = match.game, book_of(match.game)
    asked = game.kinds.get(judgement.kind)
    declared: type = game.house
    depends_on = asked.depends_on if asked else ()
    if match.standing.over or not judgement.question:
        return
    if len(judgement.question.candidates) > MOST_CANDIDATES:
        return
    source, labels = source_of(game.folder), Labels(book, ("house",), ())
    costs = "penalty" in ours(judgement)
    for name in depends_on:
        rule = book.rule(spec_of(fields_of(declared)[name]).rule)
        field = kind_of(declared, name)
        words = [*field.choices(labels, None)]
        silent = source.decides(rule) and (costs or rule.id in judgement.verdict.rules)
        if not silent or not 1 < len(words) <= MOST_CHOICES:
            continue
        ways = {value: with_practice(match.house, f"{name}:{value}") for value, _ in words}
        answers = {v: _answer(judgement, way) for v, way in ways.items() if may_hold(match, way)}
        if len({*answers.values()} - {""}) > 1:
            now = dump(getattr(match.house, name))
            possible = ((value, word) for value, word in words if answers.get(value))
            choices = (Choice(f"{name}:{v}", word, field.read(v) == now) for v, word in possible)
            yield Practice(labels.of(name, "label"), tuple(choices))


def with_practice(house: HouseRules, tapped: str) -> HouseRules:
    """House rules with what a tap sent, "card_stands:touched". Raises Invalid."""
    name, _, value = tapped.partition(":")
    declared: type = type(house)
    if name not in fields_of(declared):
        raise Invalid("practice", "not-a-choice", choices="")
    told = kind_of(declared, name).read(value)
    return load_house(type(house), {**dump_house(house), name: told})


def may_hold(match: Match, house: HouseRules) -> bool:
    """True if a table may play on by house rules: so many can, and they change nothing that holds
    for a whole match.
    """
    with suppress(Invalid):
        validate_lasting(match, house)
        return len(match.names) in match.game.player_counts(house)
    return False


def _answer(judgement: Judgement, house: HouseRules) -> str:
    """The verdict in a house, as a text to be compared; empty where it could not be asked."""
    asked = judgement
    with suppress(Invalid):
        found = judge_question(asked.game, house, asked.names, asked.kind, asked.given)
        return repr(as_case(found.verdict))
    return ""
