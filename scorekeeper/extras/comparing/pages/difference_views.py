"""Differences between two tables as a reader sees them: one situation, and what each table says."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from flask_babel import gettext as _

from scorekeeper.cases import RefusedEntry
from scorekeeper.dispute import Admitted, Dispute
from scorekeeper.extras.comparing import Difference, HouseEvaluator, Situation
from scorekeeper.house import dump_house
from scorekeeper.judgements import judge_question
from scorekeeper.named_house import NamedHouse
from scorekeeper.schema import Invalid
from scorekeeper.sheet import Line
from scorekeeper.web.forms import FieldText, LabelledValue, describe, field_texts
from scorekeeper.web.forms.labels import Labels
from scorekeeper.web.rulebook.examples import entry_view
from scorekeeper.web.wording.figures import Cell, cell_of
from scorekeeper.web.wording.reader import book_of, placeholder_names
from scorekeeper.web.wording.rows import NOTHING, notice_text
from scorekeeper.web.wording.verdicts import VerdictView, verdict_view


@dataclass(frozen=True)
class AnswerView:
    """What one table says: a verdict, or a figure for each player and each reason (by its name)
    with what is due then; or only a `text`.
    """

    verdict: VerdictView | None = None
    cells: Mapping[str, Cell] = field(default_factory=dict)
    reasons: Mapping[str, str] = field(default_factory=dict)
    notices: tuple[str, ...] = ()
    text: str = ""


@dataclass(frozen=True)
class DifferenceView:
    """A house rule that two tables have otherwise: its label, what it says at each, and a situation
    that shows it: titles with facts, what each table says.

    There are no `answers` if none was found among all that were `tried`; where nothing was, the
    `help` of the house rule says what it does.
    """

    label: str
    rule: str
    mine: str
    theirs: str
    help: str
    tried: int
    situations: tuple[tuple[str, Sequence[LabelledValue]], ...] = ()
    answers: tuple[AnswerView, ...] = ()

    @property
    def rows(self) -> list[tuple[str, list[Cell]]]:
        """Figures by player, those of the tables beside each other; empty for verdicts."""
        players = dict.fromkeys(name for each in self.answers for name in each.cells)
        return [
            (name, [each.cells.get(name, NOTHING) for each in self.answers]) for name in players
        ]

    @property
    def reasons(self) -> list[tuple[str, list[str]]]:
        """What each reason is worth at the tables."""
        names = dict.fromkeys(name for each in self.answers for name in each.reasons)
        return [(n, [each.reasons.get(n, NOTHING.text) for each in self.answers]) for n in names]


def difference_views(
    mine: NamedHouse, theirs: NamedHouse, differences: Sequence[Difference]
) -> Iterator[DifferenceView]:
    """Differences in the words of this request's language."""
    here, there = (_words(named) for named in (mine, theirs))
    for each in differences:
        name = "-".join(each.path)
        said = DifferenceView(
            label=here[name].label,
            rule=here[name].rule,
            mine=here[name].text or "–",
            theirs=there[name].text or "–",
            help=here[name].help,
            tried=each.tried,
        )
        yield _shown(said, each.situation, mine, theirs) if each.situation else said


def _words(named: NamedHouse) -> Mapping[str, FieldText]:
    """Every house rule of a table in words."""
    labels = Labels(book_of(named.game), ("house",), ())
    data = dump_house(named.house)
    return {each.name: each for each in field_texts(named.game.house, data, labels)}


def _shown(
    said: DifferenceView, situation: Situation, mine: NamedHouse, theirs: NamedHouse
) -> DifferenceView:
    """A contrast with the situation that shows it."""
    players = _players(mine, situation)
    answers = (_answer(named, situation, players) for named in (mine, theirs))
    situations = tuple(_happening(mine, situation, players))
    return replace(said, situations=situations, answers=tuple(answers))


def _players(named: NamedHouse, situation: Situation) -> tuple[str, ...]:
    """How the players are called."""
    facts = situation.facts
    if situation.scored:
        return tuple(facts["players"])
    kind = named.game.kinds.get(facts["kind"], Dispute)
    return placeholder_names(named.game.players_in(kind, facts["given"]))


def _happening(
    named: NamedHouse, situation: Situation, players: tuple[str, ...]
) -> Iterator[tuple[str, Sequence[LabelledValue]]]:
    """What happened: titles, and what was told."""
    game, facts, book = named.game, situation.facts, book_of(named.game)
    if situation.scored:
        yield from (entry_view(game, book, entry, players) for entry in facts["entries"])
    elif facts["kind"] == Admitted.kind:
        yield book.offence(facts["given"]["rule"]), ()
    else:
        kind, given = facts["kind"], facts["given"]
        yield book.question(kind), describe(book, game.kinds[kind], given, players)


def _answer(named: NamedHouse, situation: Situation, players: tuple[str, ...]) -> AnswerView:
    """What a table says to a situation."""
    if situation.scored:
        return _sheet(named, situation, players)
    facts, book = situation.facts, book_of(named.game)
    kind, given = facts["kind"], facts["given"]
    try:
        judgement = judge_question(named.game, named.house, players, kind, given)
    except Invalid as error:
        if kind == Admitted.kind:
            return AnswerView(text=_("This is not an offence here."))
        return AnswerView(text=book.unreadable(error, players))
    result = judgement.verdict.result
    if "lines" not in result:
        return AnswerView(verdict=verdict_view(judgement, book))
    lines = tuple(Line(line["rule"], tuple(line["points"])) for line in result["lines"])
    return AnswerView(
        cells=_cells(named, players, result["points"]), reasons=_reasons(named, lines)
    )


def _sheet(named: NamedHouse, situation: Situation, players: tuple[str, ...]) -> AnswerView:
    """The totals at the end, in money if the table plays for it, and what is due."""
    try:
        match = HouseEvaluator(named.game, named.house).match(situation)
    except (Invalid, RefusedEntry):
        return AnswerView(text=_("This cannot be entered"))
    now, rows = match.standing, match.rows
    return AnswerView(
        cells=_cells(named, players, now.totals),
        reasons=_reasons(named, rows[0].lines) if len(rows) == 1 else {},
        notices=tuple(notice_text(match, each) for each in now.notices),
    )


def _cells(named: NamedHouse, players: Sequence[str], points: Sequence[int]) -> dict[str, Cell]:
    """The figures of the players."""
    figures = (cell_of(named, each) for each in points)
    return dict(zip(players, figures, strict=True))


def _reasons(named: NamedHouse, lines: Iterable[Line]) -> dict[str, str]:
    """What each reason moves at most, without a sign: who gets it, the figures say."""
    book, worth = book_of(named.game), dict[str, int]()
    for line in lines:
        name = book.step(line.rule)
        worth[name] = worth.get(name, 0) + max(map(abs, line.points))
    cells = ((name, cell_of(named, n)) for name, n in worth.items())
    return {name: cell.text.removeprefix("+") for name, cell in cells}
