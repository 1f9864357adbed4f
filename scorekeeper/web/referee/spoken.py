"""A sentence typed into the search: read as a question, with its verdict or the fact that decides.

The address holds the sentence (`q`), which of its readings is meant (`reading`), and what was
answered since as `fact-<name>` with a JSON text. Nothing is written by a sentence: its verdict is
kept only for who goes on from it.
"""

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple, cast
from urllib.parse import urlencode

from flask import Blueprint, abort, redirect, request
from flask_babel import gettext as _
from werkzeug import Response as AnyResponse

from scorekeeper.core.cards import Card
from scorekeeper.core.schema import Invalid, Json, fields_of
from scorekeeper.games import GAMES
from scorekeeper.referee.cases.asking import case_of
from scorekeeper.referee.dispute import AnyDispute
from scorekeeper.referee.hands import HAND, HOLDS, LACKS
from scorekeeper.referee.judgements import Judgement
from scorekeeper.rulebook import Rulebook
from scorekeeper.rulebook.sentence.reading import Reading, read_sentence
from scorekeeper.web.forms.kinds.kind import FormData
from scorekeeper.web.forms.labels import Fragment
from scorekeeper.web.referee.question_form import QuestionForm
from scorekeeper.web.referee.table import (
    RefereeTable,
    as_sent,
    table_of_game,
    table_of_request,
)
from scorekeeper.web.referee.verdicts import store_verdict_url
from scorekeeper.web.rulebook.examples import facts_in, told_of_hand
from scorekeeper.web.rulebook.links import search_text
from scorekeeper.web.rulebook.pages import Quote, quotes
from scorekeeper.web.wording.reader import language
from scorekeeper.web.wording.verdicts import VerdictView, verdict_view

spoken = Blueprint("spoken", __name__)
FEWEST_WORDS = 3
"""A shorter text is searched for, not read."""
MOST_VALUES = 13
"""A fact that may be more is asked for by its form."""
MARGIN = 3.0
"""So much likelier one reading has to be than another, so that only the first is meant."""
MOST_OTHERS = 3
READING, FACT = "reading", "fact-"
Link = tuple[str, str]
"""An address, and what it is called."""


class Chip(NamedTuple):
    """A fact that was understood, and the address where it is changed."""

    url: str
    label: str
    bits: Sequence[Fragment]


@dataclass(frozen=True)
class SpokenAnswer:
    """What a sentence asks, at a table: how it was read, the judgement (None where more has to be
    told first), and the `others` that it may ask, each with its address.
    """

    table: RefereeTable
    reading: Reading
    judgement: Judgement | None
    others: tuple[Link, ...] = ()

    @property
    def book(self) -> Rulebook:
        return self.table.book

    @cached_property
    def view(self) -> VerdictView | None:
        return verdict_view(self.judgement, self.book) if self.judgement else None

    @property
    def is_decided(self) -> bool:
        return self.view is not None and self.view.outcome != "undecidable"

    @property
    def quotes(self) -> list[Quote]:
        if not (self.judgement and self.view):
            return []
        return quotes(self.table.game, self.judgement.house, self.view.rules, self.table.code)

    @cached_property
    def chips(self) -> Sequence[Chip]:
        """What was understood, in the words of the question's form, each with the address where it
        is changed; of the hand what was not played from it.
        """
        game, book, kind = self.table.game, self.book, self.reading.kind
        given = {**self.reading.given, **_sent_answers()}
        given |= self._hand_in(given)
        order = [*fields_of(self._kind), HOLDS, LACKS]
        return [
            Chip(self._form_url(HAND if name in (HOLDS, LACKS) else name), label, bits)
            for name in sorted(given.keys() & {*order}, key=order.index)
            for label, bits in facts_in(game, book, kind, {name: given[name]}, self.table.names)
        ]

    def _hand_in(self, given: Mapping[str, Json]) -> Mapping[str, Json]:
        """What is told of a hand, but for what was played from it; where all else of a suit was
        lacking, the suit alone.
        """
        played = given.get(self._kind.played_field or "")
        played = played if isinstance(played, list) else [played]
        holds, lacks = (cast(list[Json], given.get(name) or []) for name in (HOLDS, LACKS))
        for suit, ranks in self.table.game.pack(self.table.house).suits:
            codes = (str(Card(rank, suit)) for rank in ranks)
            others = [code for code in codes if code not in (*played, *holds)]
            if others and all(code in lacks for code in others):
                lacks = [*(code for code in lacks if code not in others), suit]
        hand: dict[str, Json] = {HOLDS: [c for c in holds if c not in played], LACKS: lacks}
        return {name: codes for name, codes in hand.items() if name in given}

    @property
    def summary(self) -> str:
        """What was understood, then the verdict, for who listens."""
        told = [self.view.word, self.view.sentence] if self.view else []
        said = told if self.is_decided else told[1:]
        return ". ".join(text.rstrip(".") for text in (self.understood, *said) if text)

    @property
    def understood(self) -> str:
        card = self.book.card
        told = (
            (chip.label, *(card(bit.card) if bit.card else bit.text for bit in chip.bits))
            for chip in self.chips
        )
        return ", ".join(map(" ".join, told))

    @property
    def games(self) -> list[Link]:
        """The games that it may be about; none where there is no choice."""
        return []

    @property
    def unread(self) -> str:
        return " ".join(self.reading.unread)

    @property
    def form_url(self) -> str:
        """The form of the question with all that is told, at the first cards that are not."""
        return self._form_url(next((s.name for s in self._form.picker.slots if not s.codes), ""))

    def _form_url(self, name: str = "") -> str:
        """The form where a fact is asked for next: cards by their slot, others by their place."""
        chosen = {"role": name} if name in {slot.name for slot in self._form.picker.slots} else {}
        kind, sent = self.reading.kind, {**self._controls, **chosen}
        url = self.table.url("questions.question", kind=kind, **sent)
        return f"{url}#part-{name}" if name and not chosen else url

    @cached_property
    def _controls(self) -> Mapping[str, list[str]]:
        controls: dict[str, list[str]] = {}
        for control, text in self._form.bound.carried_fields:
            controls.setdefault(control, []).append(text)
        for part, codes in told_of_hand(_facts_of(self.table, self.reading)).items():
            controls[part] = [" ".join(map(str, cast(Sequence[Json], codes)))]
        return controls

    @property
    def url(self) -> str:
        """Where the verdict is kept, to go on from it."""
        return self.table.url("spoken.keep")

    @property
    def sent(self) -> list[tuple[str, str]]:
        """The sentence with what was answered since, as hidden controls."""
        ours = ("q", "players", READING)
        return [(k, v) for k, v in request.values.items() if k in ours or k.startswith(FACT)]

    @property
    def values(self) -> list[Link]:
        """What the fact that decides may be, each with its address; none where that may be more
        than a few things.
        """
        if not self.judgement or self.is_decided:
            return []
        form, decides = self._form, self.judgement.verdict.decides
        parts = (*form.needed, *form.asked, *form.more)
        part = next((each for each in parts if decides and each.name == decides), None)
        if part is None or len(part.controls) != 1 or part.kind.ticks_several:
            return []
        choices = [*(getattr(part.controls[0].field, "choices", None) or ())]
        read = part.kind.parse
        return [
            (self._answer_url(part.name, read(FormData({part.name: value}), 0, "")), text)
            for value, text in choices
            if len(choices) <= MOST_VALUES
        ]

    def _answer_url(self, name: str, value: Json) -> str:
        told = [each for each in self.sent if each[0] != FACT + name]
        return _address(*told, (FACT + name, json.dumps(value)))

    @property
    def _kind(self) -> type[AnyDispute]:
        kind: type[AnyDispute] = self.table.game.kinds[self.reading.kind]
        return kind

    @cached_property
    def _form(self) -> QuestionForm:
        return QuestionForm(self.table, self._kind, data=_facts_of(self.table, self.reading))


@dataclass(frozen=True)
class AskedGame:
    """A sentence that may be about several games, the likeliest first."""

    text: str
    tables: tuple[RefereeTable, ...]

    @property
    def games(self) -> list[Link]:
        return [_game_link(table, self.text) for table in self.tables]

    @property
    def summary(self) -> str:
        """What is asked, for who listens."""
        return _("Which game is it about?")


@spoken.post("/m/<code>/said")
@spoken.post("/referee/<game>/said")
def keep(code: str | None = None, game: str | None = None) -> AnyResponse:
    """Keeps the verdict on a sentence, and leads to its page."""
    answer = answer_at(table_of_request(code, game), search_text())
    if answer is None or answer.judgement is None:
        abort(422)
    return redirect(store_verdict_url(answer.table, answer.judgement), 303)


def spoken_answer(text: str, game: str, code: str) -> SpokenAnswer | AskedGame | None:
    """What a sentence asks: of a game, of a match, or of whichever game it fits; where it fits
    several, which of them is asked first. None of what is no quarrel.
    """
    if code or game:
        return answer_at(table_of_request(code or None, game or None), text)
    tables = [table_of_game(each) for each in GAMES.values()]
    scores = [(read[0].score, table) for table in tables if (read := _readings(table, text))]
    scores.sort(key=lambda each: -each[0])
    close = tuple(table for score, table in scores if scores[0][0] - score < MARGIN)
    if len(close) > 1:
        return AskedGame(text, close)
    answer = answer_at(close[0], text) if close else None
    second = tuple(_game_link(table, text) for _score, table in scores[1:2])
    return answer and replace(answer, others=(*answer.others, *second))


def _game_link(table: RefereeTable, text: str) -> Link:
    return table.url("offences.show", q=text), table.book.title


def answer_at(table: RefereeTable, text: str) -> SpokenAnswer | None:
    """What a sentence asks at a table; None of what is no quarrel. What can be judged comes before
    what cannot have been so, unless somebody chose it.
    """
    readings = _readings(table, text)
    if not readings:
        return None
    chosen = request.values.get(READING, -1, type=int)
    order = [chosen] if chosen in range(len(readings)) else range(len(readings))
    tried = ((at, _answer(table, readings[at])) for at in order)
    told = ((at, answer) for at, answer in tried if answer.judgement or readings[at].is_half)
    first = next(told, None)
    at, answer = first or (order[0], _answer(table, readings[order[0]]))
    best = readings[0]
    others = (
        (_address(("q", text), (READING, str(other))), _name_of(table, each, readings))
        for other, each in enumerate(readings)
        if other != at and (each.kind != best.kind or best.score - each.score < MARGIN)
    )
    return replace(answer, others=tuple(others))


def _address(*sent: tuple[str, str]) -> str:
    """The same page, with what it is sent."""
    return f"{request.path}?{urlencode(sent)}#said"


def _readings(table: RefereeTable, text: str) -> Sequence[Reading]:
    """What a sentence may ask, the likeliest first; nothing if it is too short to be read."""
    if len(text.split()) < FEWEST_WORDS:
        return ()
    found = read_sentence(table.game, table.house, text, language(), table.names)
    return found[: MOST_OTHERS + 1]


def _name_of(table: RefereeTable, reading: Reading, readings: Sequence[Reading]) -> str:
    """The name of a question, with what it says where another one has the same name."""
    name = table.book.question(reading.kind)
    alike = sum(each.kind == reading.kind for each in readings)
    return f"{name}: {SpokenAnswer(table, reading, None).understood}" if alike > 1 else name


def _answer(table: RefereeTable, reading: Reading) -> SpokenAnswer:
    """The judgement on a reading, as far as there is one, with what was answered since."""
    table = as_sent(table, table.game.kinds[reading.kind], FormData())
    told = replace(reading, given=_facts_of(table, reading))
    judgement = None
    if not reading.is_half or _sent_answers():
        given = cast(Mapping[str, Json], case_of(table.game, told)["given"])
        with suppress(Invalid):
            judgement = table.judge(reading.kind, given)
    return SpokenAnswer(table, reading, judgement)


def _facts_of(table: RefereeTable, reading: Reading) -> dict[str, Json]:
    """What the match knows, what the sentence says, and what was answered since."""
    known = table.known(table.game.kinds[reading.kind])
    told = {name: value for name, value in known.items() if value is not None}
    return {**told, **reading.given, **_sent_answers()}


def _sent_answers() -> dict[str, Json]:
    """The facts that the address tells besides the sentence, each of them one value."""
    facts: dict[str, Json] = {}
    for name, text in request.values.items():
        if name.startswith(FACT):
            with suppress(ValueError, RecursionError):
                value = json.loads(text)
                if value is None or isinstance(value, bool | int | str):
                    facts[name.removeprefix(FACT)] = value
    return facts
