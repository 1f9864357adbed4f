"""What happened? The offences and questions of a game, and a case that somebody brings along."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, redirect, request, url_for
from werkzeug import Response as AnyResponse
from wtforms import Form, TextAreaField, ValidationError

from scorekeeper.cases import JUDGE_MEMBERS, game_of
from scorekeeper.cases.lines import no_json, parse
from scorekeeper.dispute import Admitted, Dispute
from scorekeeper.game import AnyGame
from scorekeeper.games import GAMES
from scorekeeper.house import HouseRules, load_house
from scorekeeper.judgements import Judgement, judge_question
from scorekeeper.referee import admissible
from scorekeeper.rulebook.decisions import decision_words, topics_of
from scorekeeper.schema import Invalid
from scorekeeper.web.forms.kinds.kind import FormData
from scorekeeper.web.referee.table import RefereeTable, TableContext, call_url, table_of_request
from scorekeeper.web.referee.verdicts import store_verdict_url
from scorekeeper.web.render import page
from scorekeeper.web.rulebook.decisions import decisions_url
from scorekeeper.web.rulebook.search_answers import Answer, answers_to, search_text
from scorekeeper.web.rulebook.urls import book_url
from scorekeeper.web.wording.reader import games_by_title, language, placeholder_names

offences = Blueprint("offences", __name__)
Link = tuple[str, str]
"""An address, and what it is called."""
LISTED = 6
"""Offences shown before "more"."""


class CaseForm(Form):
    """A line of a case file (control `case`), judged as a table plays or as the line says."""

    case = TextAreaField()
    judgement: Judgement

    def __init__(self, table: RefereeTable, submitted: FormData | None = None) -> None:
        super().__init__(submitted, data={"case": ""})
        self.table = table

    def validate_case(self, field: TextAreaField) -> None:
        """Makes the `judgement`, or says what is wrong with the line, and where in it."""
        try:
            self.judgement = _judge_case(self.table, field.data)
        except Invalid as error:
            text = f"{error.path}: {self.table.book.unreadable(error)}".removeprefix(": ")
            raise ValidationError(text) from None


@dataclass(frozen=True)
class OffencesContext(TableContext):
    """What happened: the questions by topic, those that come `first`, the listed offences with
    the `others` behind them, and what answers to the text `q` that was searched.
    """

    form: CaseForm
    q: str
    answers: list[Answer]
    offences: list[tuple[str, str]]
    others: list[tuple[str, str]]

    @property
    def questions(self) -> dict[str, list[Link]]:
        """Topic → its questions."""
        return _by_topic(self.table)

    @property
    def first(self) -> list[str]:
        """The kinds of question that come first."""
        return _first_questions(self.table.game)

    @property
    def decisions_url(self) -> str:
        """The list of decided quarrels."""
        return decisions_url(self.table.game.key, self.table.code)

    @property
    def rules_url(self) -> str:
        """The list of all rules."""
        return book_url(self.table.game.key, self.table.code)

    @property
    def call_url(self) -> str:
        """Where a referee is called; empty where nobody can be."""
        return call_url(self.table.match)

    @property
    def back(self) -> str:
        """The sheet, or the first page."""
        return _back(self.table)


@offences.get("/referee")
def choose() -> Response:
    """Which game is the dispute about?"""
    games = [
        (game.key, title, url_for("offences.show", game=game.key))
        for title, game in games_by_title()
    ]
    return page("referee/games.html", games=games)


@offences.get("/m/<code>/disputes")
@offences.get("/referee/<game>")
def show(code: str | None = None, game: str | None = None) -> Response:
    """What happened? The listed offences, and the questions that can be asked."""
    table = table_of_request(code, game)
    return _page(table, CaseForm(table))


@offences.post("/m/<code>/import")
@offences.post("/referee/<game>/import")
def bring(code: str | None = None, game: str | None = None) -> AnyResponse:
    """Judges a line of a case file, as this table plays, or as the line says."""
    form = CaseForm(table_of_request(code, game), request.form)
    if not form.validate():
        return _page(form.table, form, 422)
    return redirect(store_verdict_url(form.table, form.judgement), 303)


def _page(table: RefereeTable, form: CaseForm, status: int = 200) -> Response:
    text, listed = search_text(), _offences(table)
    context = OffencesContext(
        table=table,
        form=form,
        q=text,
        answers=answers_to(text, table.game.key, table.code),
        offences=listed[:LISTED],
        others=listed[LISTED:],
    )
    return page("referee/show.html", "found", status, context)


def _first_questions(game: AnyGame) -> list[str]:
    """The kinds that come first: to check a move and, where it can be, all that was played."""
    kinds = [kind for kind, declared in game.kinds.items() if declared.lists_breaches]
    return list(dict.fromkeys((game.disputes[0].kind, *kinds)))


def _by_topic(table: RefereeTable) -> dict[str, list[Link]]:
    """Every other question under the topic of the quarrels about it; single ones come before.

    Topics stand in the order in which the game declares its questions, the most asked first.
    """
    topics, names = topics_of(table.game), decision_words(table.game, language()).topics
    groups: dict[str, list[Link]] = {}
    first = _first_questions(table.game)
    for kind, url in table.question_urls.items():
        if kind not in first:
            group = groups.setdefault(names.get(topics.get(kind, ""), ""), [])
            group.append((url, table.book.question(kind)))
    several = {topic: group for topic, group in groups.items() if topic and len(group) > 1}
    single = [each for topic, group in groups.items() if topic not in several for each in group]
    return {"": single, **several} if single else several


def _offences(table: RefereeTable) -> list[tuple[str, str]]:
    """The listed offences (rule id, label), the most frequent first."""
    ids = {rule.id for rule in admissible(table.game.rules, table.house)}
    return [(id, label) for id, label in table.book.texts("offences").items() if id in ids]


def _judge_case(table: RefereeTable, line: str) -> Judgement:
    """The judgement on a line of a case file. Raises Invalid."""
    data = _case(table, line)
    given, kind = data.get("given"), data.get("kind")
    if not isinstance(kind, str) or kind == Admitted.kind:
        kind = ""  # An admitted offence is no question; the empty kind is refused.
    seated = table.game.players_in(table.game.kinds.get(kind, Dispute), given)
    names = table.names if len(table.names) == seated else placeholder_names(seated)
    return judge_question(table.game, _house_of(table, data), names, kind, given)


def _case(table: RefereeTable, line: str) -> Mapping[str, Any]:
    """The case of a line, if it is about this game. Raises Invalid."""
    game, data = game_of(_json_of(line), JUDGE_MEMBERS)
    if game is not table.game:
        raise Invalid("game", "not-a-choice", choices=", ".join(GAMES))
    return data


def _json_of(line: str) -> object:
    """The JSON of a line. Raises Invalid."""
    data = parse(line)
    try:
        json.dumps(data, ensure_ascii=False).encode()
    except UnicodeEncodeError:  # half a character cannot be kept
        raise no_json(line, max(line.lower().find("\\ud"), 0)) from None
    return data


def _house_of(table: RefereeTable, data: Mapping[str, Any]) -> HouseRules:
    try:
        return load_house(table.game.house, data["house"]) if "house" in data else table.house
    except Invalid as error:
        raise error.prefixed("house") from None


def _back(table: RefereeTable) -> str:
    if table.match is None:
        return url_for("home.index")
    return url_for("sheet.show", code=table.match.code)
