"""A row of the sheet in words: what was played, what it scored, what was made of an offence, what
players say of it; rulings and questions wherever they are shown.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from flask import current_app, request, url_for
from flask_babel import gettext as _
from markupsafe import Markup

from scorekeeper.core.house_rules import HouseRules
from scorekeeper.core.rooms import rooms
from scorekeeper.core.sheet import Notice, PenaltyEntry, sum_of
from scorekeeper.ledger import Event
from scorekeeper.match import Match, lines_in
from scorekeeper.match.rows import Row
from scorekeeper.match.seating import Seating
from scorekeeper.referee.explanation import sentence
from scorekeeper.referee.judgements import Judgement, load_judgement
from scorekeeper.stream.streams import recording_of
from scorekeeper.web.wording.figures import (
    Cell,
    Column,
    cell_of,
    columns_of,
    lives_text,
    row_name,
)
from scorekeeper.web.wording.reader import book_of, clock, language, money
from scorekeeper.web.wording.verdicts import outcome_of, penalty_text, word_of

MOST_VIEWS = 8
"""So many views of a row are kept: one in each language, and some to spare."""
NOTHING = Cell("\N{EN DASH}", "zero")
"""The figure in a row for who pauses, or was not at the table."""


@dataclass(frozen=True)
class RowMarks:
    """What rooms say of a row: the `words` beside it, whether somebody objects to it, and whether
    another player is to confirm it.
    """

    words: tuple[str, ...] = ()
    objected: bool = False
    waits: bool = False


def marks_of(match: Match, rows: Sequence[Row]) -> Mapping[int, RowMarks]:
    """Row number → all that rooms say of it."""
    said = [room.row_marks(match, rows) for room in rooms()]
    of_row = {row.seq: [each[row.seq] for each in said if row.seq in each] for row in rows}
    return {
        seq: RowMarks(
            tuple(word for each in marks for word in each.words),
            any(each.objected for each in marks),
            any(each.waits for each in marks),
        )
        for seq, marks in of_row.items()
    }


@dataclass(frozen=True)
class Piece:
    """A piece of what a row tells: whom it names first is parted from the rest, and its `weight` is
    that of its notice.
    """

    before: str
    who: str = ""
    after: str = ""
    weight: str = ""


@dataclass(frozen=True)
class RowView:
    """A row of the sheet; `name` says what it is ("kolo 6"), `label` is what stands in front.

    `story` tells what was played, in pieces, and `marks` what came of it, the `note` among them;
    `weighed` is both with what the sheet stresses. A row of `one_line` has no figures: its story
    stands in their place, and behind it the `change` of what somebody plays on with. Those who left
    since have no column: what they got stands as `left`, so that the row adds up. `url` leads to
    what it is and why, `form_url` to the form that corrects it, if it has one; one that is `open`
    leads there for those who only read, too.
    """

    seq: int
    url: str
    name: str
    label: str
    type: str
    cells: tuple[Cell, ...]
    story: tuple[str, ...]
    marks: tuple[str, ...] = ()
    left: tuple[tuple[Column, Cell], ...] = ()
    note: str = ""
    form_url: str = ""
    penalty: bool = False
    struck: bool = False
    corrected: bool = False
    doubt: str = ""
    open: bool = False
    weighed: tuple[Piece, ...] = ()
    change: str = ""

    @property
    def pieces(self) -> tuple[Piece, ...]:
        return self.weighed or tuple(map(Piece, self.story))

    @property
    def rare(self) -> bool:
        return any(piece.weight == "rare" for piece in self.weighed)

    @property
    def one_line(self) -> bool:
        figures = any(cell.tone != "zero" for cell in self.cells)
        return bool(self.change) or (self.penalty and not figures and not self.left)

    def drawn(self, draw: Callable[..., Markup], *how: object) -> Markup:
        """What a macro makes of it, made once for each way how."""
        key = draw, *how
        if key not in self._drawn:
            self._drawn[key] = draw(self, *how)
        return self._drawn[key]

    @cached_property
    def _drawn(self) -> dict[tuple[object, ...], Markup]:
        return {}


class KeptView(NamedTuple):
    """A row in words, and what of the match it was said by."""

    seating: Seating
    house: HouseRules
    view: RowView


def row_view(match: Match, row: Row, said: RowMarks | None = None) -> RowView:
    """A row of the sheet in words, with what was `said` of it.

    It is made once for as long as nothing changes that it tells of: of thirty rows a save adds one.
    """
    words = () if said is None else (*said.words, *decided_texts(match, row.seq))
    if match.seating.away:  # what they have is told as it is now
        return _row_view(match, row, words)
    key = language(), request.script_root, match.notes.get(row.seq), words
    kept: KeptView | None = row.views.get(key)
    if kept is None or kept.seating is not match.seating or kept.house is not match.house:
        if len(row.views) >= MOST_VIEWS:  # what was said of it once is not said again
            row.views.clear()
        kept = row.views[key] = KeptView(match.seating, match.house, _row_view(match, row, words))
    return kept.view


def _row_view(match: Match, row: Row, words: tuple[str, ...]) -> RowView:
    book, names = book_of(match.game), match.seating.names_at(row.seating.seats)
    cells = dict(zip(row.seating.seats, figures_of(match, row), strict=True))
    changes = dict(_changes(match, row))
    left = [each for each in cells if each in match.seating.away and cells[each].tone != "zero"]
    told = [*_told(match, row)]
    marks = () if row.struck else row.after.milestones
    came = [(notice_text(match, mark, names), mark) for mark in marks]
    note = match.notes.get(row.seq, "")
    said = (_("“%(note)s”", note=note), *words) if note else words
    refusal = row.refusal
    return RowView(
        seq=row.seq,
        url=url_for("entries.why", code=match.code, seq=row.seq),
        name=row_name(match, row),
        label=str(row.number or book.label("entries", row.entry.type, "name")),
        type=row.entry.type,
        cells=tuple(cells.get(person, NOTHING) for person in match.seating.seats),
        story=tuple(text for text, _notice in told),
        marks=(*(text for text, _notice in came), *said),
        weighed=(*_weighed([*told, *came], names), *map(Piece, said)),
        left=tuple(zip(columns_of(match, left), [cells[each] for each in left], strict=True)),
        note=note,
        form_url=url_for("entries.row", code=match.code, seq=row.seq),
        penalty=isinstance(row.entry, PenaltyEntry),
        struck=row.struck,
        corrected=len(row.versions) > 1,
        doubt=book.say("refusals", refusal.id, refusal.facts, names) if refusal else "",
        change=next(iter(changes.values())) if len(changes) == 1 else "",
    )


def _changes(match: Match, row: Row) -> Iterator[tuple[int, str]]:
    """The seats for which a row changed what they play on with, and how: "5 → 4 cards"."""
    game, was = match.game, match.game.lives(row.before)
    after = game.after(row.before, row.entry, row.lines, row.house) if was else row.after
    for seat, (then, now) in enumerate(zip(was, game.lives(after), strict=True)):
        if then.left != now.left:
            yield seat, f"{then.left} → {lives_text(match, now)}"


def decided_texts(match: Match, seq: int) -> Iterator[str]:
    """What was made of an objection to a row: "decided: no penalty"."""
    for event in match.rulings_about(seq):
        ruling = ruling_view(match, event)
        yield _("decided: %(how)s", how=ruling.note or ruling.how)


def ruling_row(match: Match, event: Event) -> RowView:
    """A ruling that scores nothing as a row: "Karel: card out of turn – takes it back"."""
    ruling, name = ruling_view(match, event), _("ruling")
    seat, question = event.body["ruling"]["seat"], question_of(event)
    names = match.seating.names_at(match.seats_of(event))
    verdict, book = question.verdict, book_of(match.game)
    # The offence that it found, else the question itself.
    offence = book.offence(verdict.rules[0]) if verdict.verdict == "offence" else ""
    what = offence or book.label("kinds", question.kind, "name")
    who = f"{names[seat]}: {what}" if seat is not None else what
    made = penalty_text(question) if seat is not None else ruling.note or ruling.how
    cells = (Cell("", "zero"),) * len(match.names)
    story = (f"{who} – {made}",)
    return RowView(event.seq, ruling.url, name, name, "ruling", cells, story, penalty=True)


def agreed_text(match: Match, event: Event) -> str:
    """Which house rules are others from an event on: "from now on: Points: 10 → 20"."""
    game = match.game
    before, after = match.house_before(event), game.read_house(event.body["house"])
    changed = current_app.extensions["house_changes"](game, before, after)
    what = ", ".join(changed) or event.body.get("rules") or "–"
    return _("from now on: %(what)s", what=what)


def agreement_row(match: Match, event: Event) -> RowView:
    """From where on other house rules hold, as a row; it leads to those of now."""
    url, name = url_for("sent_house.of_match", code=match.code), _("house rules")
    cells = (Cell("", "zero"),) * len(match.names)
    story = (agreed_text(match, event),)
    return RowView(event.seq, url, name, name, "agreement", cells, story, penalty=True, open=True)


def story_of(match: Match, row: Row) -> Iterator[str]:
    """What an entry was, in pieces: "pref. 2", "Karel 50"; a penalty says at least its offence."""
    yield from (text for text, _ in _told(match, row))


def _told(match: Match, row: Row) -> Iterator[tuple[str, Notice]]:
    """What an entry was, in pieces, each with its notice."""
    names = match.seating.names_at(row.seating.seats)
    told = match.game.story(row.entry, row.before, row.house)
    if not told and isinstance(row.entry, PenaltyEntry):
        offence = book_of(match.game).offence(row.entry.rule)
        yield f"{names[row.entry.seat]}: {offence}", Notice("", (row.entry.seat,))
    for each in told:
        yield notice_text(match, each, names), each


def _weighed(told: Sequence[tuple[str, Notice]], names: Sequence[str]) -> Iterator[Piece]:
    """Pieces with what the sheet stresses: who is named first, once, and what weighs."""
    leading = next((names[notice.seats[0]] for _, notice in told if notice.seats), "")
    for text, notice in told:
        whom = rf"(?<!\w){re.escape(leading)}(?!\w)[:,]?" if leading else ""
        if whom and (found := re.search(whom, text)):
            leading, before, after = "", text[: found.start()], text[found.end() :]
            yield Piece(before, found[0], after, notice.weight)
        else:
            yield Piece(text, weight=notice.weight)


def story_of_event(match: Match, event: Event) -> tuple[str, ...]:
    """What an event wrote on the sheet, in pieces: the story of an entry, and what came of it.

    Of a corrected row each version has its own; empty for an event that wrote no entry.
    """
    if "entry" not in event.body:
        return ()
    row, game = match.row(recording_of(match.events, event)), match.game
    entry = game.read_entry(event.body["entry"], len(row.seating.seats), row.house)
    after = game.after(row.before, entry, lines_in(event.body), row.house)
    names = match.seating.names_at(row.seating.seats)
    marks = (notice_text(match, mark, names) for mark in after.milestones)
    return (*story_of(match, replace(row, entry=entry)), *marks)


def notice_text(match: Match, notice: Notice, names: tuple[str, ...] = ()) -> str:
    """A notice as a sentence with the players' names: those at the table, or those given."""
    book = book_of(match.game)
    facts = {**notice.facts, "seats": notice.seats, "seat": next(iter(notice.seats), None)}
    if "money" in facts:  # what is bought, and its price if the table set one
        amount, currency, stake = (facts[name] for name in ("money", "currency", "stake"))
        price = f" · {money(int(str(amount)), str(currency))}" if amount else ""
        facts |= {"stake": str(stake) or book.label("texts", "stake"), "money": price}
    if "rule" in facts:
        facts["offence"] = book.offence(str(facts["rule"]))
    return book.say("notices", notice.id, facts, names or match.names)


def figures_of(match: Match, row: Row) -> Iterator[Cell]:
    """The figures of a row by the seats of then; who had no part in it has none."""
    absent = row.entry.absent(row.before)
    for seat, points in enumerate(sum_of(row.lines, len(row.seating.seats))):
        nothing = seat in absent and not points
        yield NOTHING if nothing else cell_of(match, points)


@dataclass(frozen=True)
class RulingView:
    """A ruling in words: when, on whom, what was decided, and the table's own note."""

    url: str
    at: str
    what: str
    how: str
    note: str


@dataclass(frozen=True)
class QuestionView:
    """A question before the table: who asks, and the referee's answer. `url` shows it whole."""

    url: str
    person: int
    text: str


def question_of(event: Event) -> Judgement:
    """The question that a ruling decided, or that the table was shown, with its verdict."""
    return load_judgement(event.body["ruling" if event.kind == "ruled" else "question"])


def question_view(match: Match, event: Event) -> QuestionView:
    """A question before the table in words: "Eva asks: NOT ALLOWED – suit not followed"."""
    judgement, person = question_of(event), event.body["person"]
    answer = word_of(outcome_of(judgement)), sentence(judgement, book_of(match.game))
    name, text = match.seating.people[person], " – ".join(filter(None, answer))
    link = event.body["question"]["link"]
    url = url_for("verdicts.at_match", code=match.code, verdict=link)
    return QuestionView(url, person, _("%(name)s asks: %(text)s", name=name, text=text))


def ruling_view(match: Match, event: Event) -> RulingView:
    """A ruling in words."""
    ruling = event.body["ruling"]
    seat = ruling["seat"]
    name = "" if seat is None else match.seating.names_at(match.seats_of(event))[seat]
    how = {
        "applied": _("penalty written: %(name)s", name=name),
        "agreed": _("agreed at the table"),
        "waived": _("no penalty"),
    }[ruling["how"]]
    url = url_for("rulings.show", code=match.code, seq=event.seq)
    what = sentence(question_of(event), book_of(match.game))
    return RulingView(url, clock(event.at), what, how, ruling["note"])
