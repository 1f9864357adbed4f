"""How would you decide? Worked cases and decided quarrels as questions to a learner.

Nothing is kept: the address says how far somebody is, and which cases were decided wrongly and come
again.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from random import Random, randrange
from typing import Any

from flask import Blueprint, Response, abort, request, url_for
from flask_babel import gettext as _

from scorekeeper.games import GAMES
from scorekeeper.rulebook.decisions import (
    Decision,
    DecisionText,
    Example,
    decision_words,
    decisions_of,
    examples_of,
)
from scorekeeper.web.render import page
from scorekeeper.web.rulebook.examples import (
    ExampleView,
    example_view,
    house_of,
    judgement_of,
)
from scorekeeper.web.rulebook.pages import Edition, EditionContext, Quote, edition_of, quotes
from scorekeeper.web.wording.reader import language
from scorekeeper.web.wording.verdicts import outcome_of, word_of

learning = Blueprint("learning", __name__)
ANSWERS = ("offence", "legal", "undecidable")
"""What a learner may say."""
AGAIN = 3
"""After so many answers one that was wrong comes again."""
ORDERS = 1000
"""How many orders there are in which the cases may come."""


@dataclass(frozen=True, eq=False)
class Case:
    """A case to be decided, told as a quarrel if it is a decided one."""

    example: Example
    decision: Decision | None = None

    @cached_property
    def answer(self) -> str:
        """The referee's verdict; empty where nothing was done that may have been forbidden."""
        case, house = self.example.case, house_of(self.example)
        outcome = outcome_of(judgement_of(GAMES[case["game"]], house, case))
        return outcome if outcome in ANSWERS else ""


@cache
def cases_of(key: str) -> tuple[Case, ...]:
    """What was put to the referee of a game: the decided quarrels, and the worked cases."""
    game = GAMES[key]
    quarrels = (Case(each.example, each) for each in decisions_of(game))
    cases = (*quarrels, *map(Case, examples_of(game)))
    return tuple(case for case in cases if case.example.case.get("kind") in game.kinds)


@dataclass(frozen=True)
class Progress:
    """How far a learner is: `order` is that of the cases, `now` the place in it that is asked,
    `ahead` the first that was not asked yet, `wrong` those that come again.
    """

    order: int = 0
    now: int = 0
    ahead: int = 1
    wrong: tuple[int, ...] = ()
    answered: int = 0
    right: int = 0

    def after(self, right: bool, total: int) -> "Progress | None":
        """The progress after an answer; None where all of the cases were decided rightly."""
        wrong = tuple(each for each in self.wrong if each != self.now)
        wrong += () if right else (self.now,)
        answered = self.answered + 1
        again = wrong and (answered % AGAIN == 0 or self.ahead >= total)
        if not again and self.ahead >= total:
            return None
        now, ahead = (wrong[0], self.ahead) if again else (self.ahead, self.ahead + 1)
        return Progress(self.order, now, ahead, wrong, answered, self.right + right)

    def dump(self) -> dict[str, str | int]:
        """What the address says of it."""
        return {**vars(self), "wrong": ".".join(map(str, self.wrong))}


def at_a_question(progress: Progress | None, cases: Sequence[Case]) -> Progress | None:
    """The progress at the next case that has an answer; None if none is left."""
    while progress and not cases[progress.now].answer:
        left = progress.ahead < len(cases)
        now, ahead = progress.ahead, progress.ahead + 1
        progress = replace(progress, now=now, ahead=ahead) if left else None
    return progress


def load_progress(said: Mapping[str, str], total: int) -> Progress:
    """The progress that an address says; a new one where it says none. Raises ValueError."""
    if "order" not in said:
        return Progress(order=randrange(ORDERS))
    start = {"now": 0, "ahead": 1, "answered": 0, "right": 0, "order": 0}
    numbers = {name: int(said.get(name, usual)) for name, usual in start.items()}
    wrong = tuple(int(each) for each in said.get("wrong", "").split(".") if each)
    if not all(0 <= each < total for each in (numbers["now"], *wrong)):
        raise ValueError("no such case")
    return Progress(wrong=wrong, **numbers)


@dataclass(frozen=True)
class LearningContext(EditionContext):
    """A case as a question; with what was `said`, its verdict and the rule too."""

    progress: Progress
    said: str
    cases: Sequence[Case]
    """Those of the game, in the learner's order."""

    @property
    def case(self) -> Case:
        """The case that is asked."""
        return self.cases[self.progress.now]

    @cached_property
    def example(self) -> ExampleView:
        """The facts, with the verdict once somebody has answered."""
        view = example_view(self.case.example)
        return view if self.said else replace(view, verdict=None)

    @property
    def told(self) -> DecisionText | None:
        """The quarrel in words, of a decided one."""
        quarrel = self.case.decision
        return decision_words(self.edition.game, language()).of(quarrel) if quarrel else None

    @property
    def is_right(self) -> bool:
        """True if the learner said what the referee says."""
        return self.said == self.case.answer

    @property
    def quotes(self) -> list[Quote]:
        """The rule that decides."""
        rule = self.book.rule(self.case.example.rule)
        return quotes(self.edition.game, house_of(self.case.example), [rule], "")

    @property
    def choices(self) -> list[tuple[str, str, str]]:
        """What may be said: verdict, its word, and the address that says so."""
        now = self.progress.dump()
        return [(each, word_of(each), self._url(**now, said=each)) for each in ANSWERS]

    @property
    def next_url(self) -> str:
        """The next question; empty after the last one."""
        after = at_a_question(self.progress.after(self.is_right, len(self.cases)), self.cases)
        return self._url(**after.dump()) if after else ""

    @property
    def tally(self) -> str:
        """How many were decided rightly, this one included."""
        answered, right = self.progress.answered + 1, self.progress.right + self.is_right
        return _("%(right)d of %(answered)d right", right=right, answered=answered)

    @property
    def back(self) -> str:
        """The rulebook."""
        return self.edition.url

    def _url(self, **values: Any) -> str:
        return url_for("learning.show", game=self.edition.game.key, **values)


@learning.get("/rules/<game>/learn")
def show(game: str) -> Response:
    """A case to be decided; once it is, the verdict with its reason and the way to the next."""
    edition: Edition = edition_of(game, "")
    cases = list(cases_of(edition.game.key))
    try:
        progress = load_progress(request.args, len(cases))
    except ValueError:
        abort(404)
    Random(progress.order).shuffle(cases)
    said, asked = request.args.get("said", ""), at_a_question(progress, cases)
    if asked is None or said not in ("", *ANSWERS):
        abort(404)
    context = LearningContext(edition=edition, progress=asked, said=said, cases=cases)
    return page("rulebook/learn.html", context=context)
