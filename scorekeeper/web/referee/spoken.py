"""A sentence typed into the search: read as a question, with its verdict or the fact that decides.

The address holds the sentence (`q`), and what was answered since as `fact-<name>` with a JSON text.
Nothing is written by a sentence: its verdict is kept only for who goes on from it.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Any, cast, get_args, get_origin
from urllib.parse import urlencode

from flask import Blueprint, abort, redirect, request
from flask_babel import gettext as _
from werkzeug import Response as AnyResponse

from scorekeeper.cases.asking import case_of
from scorekeeper.dispute import Dispute
from scorekeeper.games import GAMES
from scorekeeper.hands import HAND, HOLDS, in_pack
from scorekeeper.house import load_house
from scorekeeper.judgements import Judgement, judge_question
from scorekeeper.rulebook import Rulebook
from scorekeeper.rulebook.sentence.reading import Reading, read_sentence
from scorekeeper.schema import Invalid, Json, fields_of, type_of, union_members
from scorekeeper.web.forms import BoundForm, LabelledValue, describe
from scorekeeper.web.forms.labels import Fragment, Labels
from scorekeeper.web.referee.table import RefereeTable, table_of_game, table_of_request
from scorekeeper.web.referee.verdicts import store_verdict_url
from scorekeeper.web.rulebook.examples import facts_in
from scorekeeper.web.rulebook.pages import Quote, quotes
from scorekeeper.web.rulebook.search_answers import search_text
from scorekeeper.web.wording.reader import language
from scorekeeper.web.wording.verdicts import VerdictView, verdict_view

spoken = Blueprint("spoken", __name__)
FEWEST_WORDS = 3
"""A shorter text is searched for, not read."""
MOST_VALUES = 8
"""A fact that may be more is asked for by its form."""
MARGIN = 3.0
"""So much more likely one game has to be than another, so that nobody is asked which it is."""
FACT = "fact-"
Link = tuple[str, str]
"""An address, and what it is called."""


@dataclass(frozen=True)
class SpokenAnswer:
    """What a sentence asks, at a table: how it was read, the judgement, and the `others` that it
    may ask, each with the address of its form.
    """

    table: RefereeTable
    reading: Reading
    judgement: Judgement
    others: tuple[Link, ...] = ()

    @property
    def book(self) -> Rulebook:
        return self.table.book

    @cached_property
    def view(self) -> VerdictView:
        return verdict_view(self.judgement, self.book)

    @property
    def quotes(self) -> list[Quote]:
        asked = self.judgement
        return quotes(asked.game, asked.house, self.view.rules, self.table.code)

    @property
    def chips(self) -> list[LabelledValue]:
        """What was understood, in the words of the question's form."""
        told = {**self.reading.given, **_answered()}
        return facts_in(self.table.game, self.book, self.reading.kind, told, self.table.names)

    @property
    def summary(self) -> str:
        """What was understood, then the verdict, for who listens."""
        chips = (f"{label} {self._aloud(bits)}" for label, bits in self.chips)
        return ". ".join((", ".join(chips), self.view.word, self.view.sentence))

    def _aloud(self, bits: Sequence[Fragment]) -> str:
        return " ".join(self.book.card(bit.card) if bit.card else bit.text for bit in bits)

    @property
    def games(self) -> list[Link]:
        """The games that it may be about; none where there is no choice."""
        return []

    @property
    def unread(self) -> str:
        return " ".join(self.reading.unread)

    @property
    def form_url(self) -> str:
        return form_url(self.table, self.reading)

    @property
    def url(self) -> str:
        """Where the verdict is kept, to go on from it."""
        return self.table.url("spoken.keep")

    @property
    def sent(self) -> list[tuple[str, str]]:
        """The sentence with what was answered since, as hidden controls."""
        return [(k, v) for k, v in request.values.items() if k == "q" or k.startswith(FACT)]

    @property
    def asks(self) -> tuple[str, list[Link]] | None:
        """The fact that decides, of one that may be only a few things: its label, and each of them
        with its address. None where its form has to be asked.
        """
        name, cls = self.judgement.verdict.decides or "", self._cls
        if self.view.outcome != "undecidable" or name not in fields_of(cls):
            return None
        values = [(self._address(name, value), text) for value, text in self._values(name)]
        return (self._label(name), values) if 0 < len(values) <= MOST_VALUES else None

    @property
    def _cls(self) -> type:
        return self.table.game.kinds[self.reading.kind]

    def _label(self, name: str) -> str:
        return self.book.text("asked", self.reading.kind, name, "label")

    def _values(self, name: str) -> Iterator[tuple[Json, str]]:
        """What a fact may be, if it is a yes or no or a choice, with the words for it."""
        for declared in union_members(type_of(self._cls, name)):
            chosen = get_args(declared) if get_origin(declared) is not None else ()
            for value in (True, False) if declared is bool else chosen:
                if isinstance(value, bool | str):
                    ((_name, bits),) = describe(
                        self.book, self._cls, {name: value}, self.table.names
                    )
                    yield value, "".join(bit.text for bit in bits)

    def _address(self, name: str, value: Json) -> str:
        told = [*self.sent, (f"{FACT}{name}", json.dumps(value))]
        return f"{request.path}?{urlencode(told)}"


@dataclass(frozen=True)
class AskedGame:
    """A sentence that may be about several games, the likeliest first."""

    text: str
    answers: tuple[SpokenAnswer, ...]

    @property
    def games(self) -> list[Link]:
        return [
            (each.table.url("offences.show", q=self.text), each.book.title) for each in self.answers
        ]

    @property
    def summary(self) -> str:
        """What is asked, for who listens."""
        return _("Which game is it about?")


@spoken.post("/m/<code>/said")
@spoken.post("/referee/<game>/said")
def keep(code: str | None = None, game: str | None = None) -> AnyResponse:
    """Keeps the verdict on a sentence, and leads to its page."""
    table = table_of_request(code, game)
    answer = answer_at(table, search_text()) or abort(422)
    return redirect(store_verdict_url(table, answer.judgement), 303)


def is_sentence(text: str) -> bool:
    """True for what is read; a shorter text is only searched for."""
    return len(text.split()) >= FEWEST_WORDS


def spoken_answer(text: str, game: str = "", code: str = "") -> "SpokenAnswer | AskedGame | None":
    """What a sentence asks: of a game, of a match, or of whichever game it fits; where it fits
    several, which of them is asked first. None of what is no quarrel.
    """
    if not is_sentence(text):
        return None
    if code or game:
        return answer_at(table_of_request(code or None, game or None), text)
    tables = (table_of_game(each) for each in GAMES.values())
    answers = [answer for table in tables if (answer := answer_at(table, text))]
    answers.sort(key=lambda answer: -answer.reading.score)
    close = [each for each in answers if answers[0].reading.score - each.reading.score < MARGIN]
    return AskedGame(text, tuple(close)) if len(close) > 1 else next(iter(close), None)


def answer_at(table: RefereeTable, text: str) -> SpokenAnswer | None:
    """What a sentence asks at a table; None of what is no quarrel, or cannot have been so."""
    readings = read_sentence(table.game, table.house, text, language(), table.names)
    for at, reading in enumerate(readings):
        with suppress(Invalid):
            judgement = _judgement(table, reading)
            others = [each for each in readings[at + 1 :] if each.kind != reading.kind]
            links = {form_url(table, each): table.book.question(each.kind) for each in others}
            return SpokenAnswer(table, reading, judgement, tuple(links.items()))
    return None


def _judgement(table: RefereeTable, reading: Reading) -> Judgement:
    """The judgement on a reading, with what was answered since. Raises Invalid."""
    kind = table.game.kinds[reading.kind]
    players = len(table.names) if table.sized else None
    case = case_of(table.game, reading, players)
    given = {**cast(Mapping[str, Json], case["given"]), **_answered()}
    free = table.match is None and kind.supposes
    house = load_house(table.game.house, {**kind.supposes}) if free else table.house
    return judge_question(table.game, house, table.names, reading.kind, given)


def _answered() -> dict[str, Json]:
    """The facts that the address tells besides the sentence."""
    facts: dict[str, Json] = {}
    for name, text in request.values.items():
        if name.startswith(FACT):
            with suppress(ValueError):
                facts[name.removeprefix(FACT)] = json.loads(text)
    return facts


def form_url(table: RefereeTable, reading: Reading) -> str:
    """The form of a question with all that a reading tells, to be changed there."""
    kind: type[Dispute] = table.game.kinds[reading.kind]
    told = {**reading.given, **_answered()}
    held = in_pack(told.get(HOLDS), table.game.pack(table.house))
    form = BoundForm(
        kind,
        Labels(table.book, ("asked", reading.kind), table.names),
        data={**told, HAND: held} if held else told,
    )
    controls: dict[str, Any] = {}
    for name, text in form.carried_fields:
        controls.setdefault(name, []).append(text)
    return table.url("questions.question", kind=reading.kind, **controls)
