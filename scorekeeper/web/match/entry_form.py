"""The form of an entry: read off its declaration, checked by its game, shown before it is saved."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from flask import Response, url_for
from flask_babel import gettext as _

from scorekeeper.core import sheet
from scorekeeper.core.schema import Invalid, Json, Seat, dump_fields
from scorekeeper.match import Match
from scorekeeper.match.rows import Row
from scorekeeper.web.forms import BoundForm
from scorekeeper.web.forms.kinds.kind import FormData, data_of, kinds_of
from scorekeeper.web.forms.labels import Labels
from scorekeeper.web.game_pages import entry_context_of, pages_of
from scorekeeper.web.http.saving import Save, fresh_save
from scorekeeper.web.match.sheet_view import Step, steps_of
from scorekeeper.web.render import Templates, Values, page, wants_partial
from scorekeeper.web.wording.figures import Cell, cell_of, columns_of, figure_of
from scorekeeper.web.wording.reader import book_of, words_on_form
from scorekeeper.web.wording.rows import RowView, row_view

EntryClass = type[sheet.Entry]


@dataclass(frozen=True)
class Preview:
    """What saving would write: a figure per seat as far as known, and the text of the button.

    A correction `changes` the figure of a seat from one to another, or leaves it (None). The `pot`,
    if there is one, is as it was and as it will be: the same figure once where that is not known.
    """

    cells: tuple[Cell | None, ...]
    save: str
    ready: bool
    changes: tuple[tuple[Cell, Cell] | None, ...] = ()
    steps: tuple[Step, ...] = ()
    pot: tuple[str, ...] = ()


@dataclass(frozen=True)
class Suggestion:
    """The entry that was perhaps meant: the question, two answers, hidden fields of a yes."""

    text: str
    yes: str
    no: str
    fields: list[tuple[str, str]]


@dataclass(frozen=True)
class EntryForm:
    """An entry being written or, if there is a `row`, corrected.

    It holds what was `submitted`, or the JSON `data` of an entry; fields and labels are made only
    when the form is shown. `errors` are paths of fields with what is wrong there; they name the
    player `faulty` first.
    """

    match: Match
    type: str
    submitted: FormData | None = None
    data: Mapping[str, Json] = field(default_factory=dict)
    row: Row | None = None
    errors: tuple[tuple[str, str], ...] = ()
    faulty: Seat | None = None

    @property
    def before(self) -> sheet.Standing:
        return self.row.before if self.row else self.match.standing

    @property
    def cls(self) -> EntryClass:
        cls: EntryClass = self.match.game.entry_types[self.type]
        return cls

    @property
    def title(self) -> str:
        """What the form is called: "Kolo 7"."""
        label = book_of(self.match.game).label("entries", self.type, "title")
        return label.format(n=self.before.played + 1)

    @property
    def save(self) -> str:
        if self.row:
            return _("Save the correction")
        return book_of(self.match.game).label("entries", self.type, "save")

    @property
    def bound(self) -> BoundForm:
        """The form as it is shown: its data, labels and errors; only what this table asks for."""
        labels = Labels(book_of(self.match.game), ("fields", self.type), self.match.names)
        data = {} if self.submitted is not None else self.shorthand
        cls, house = self.cls, self.match.house
        return BoundForm(
            cls, labels, self.submitted, data, self.errors, lambda name: cls.asks(name, house)
        )

    @cached_property
    def shorthand(self) -> Mapping[str, Json]:
        """What the form says, as JSON data in its own shorthand, not yet checked."""
        if self.submitted is not None:
            return data_of(kinds_of(self.cls), self.submitted, len(self.match.names))
        preset: Mapping[str, Json] = {}
        if self.row is None and not self.data:
            preset = self.match.game.preset(self.type, self.before, self.match.house)
        return self.cls.to_shorthand({**preset, **self.data})

    def read(self) -> sheet.Entry:
        """The submitted entry, not yet checked against the match. Raises Invalid."""
        match, data = self.match, self.data
        if self.submitted is not None:
            data = self.cls.from_shorthand({**self.shorthand})
        entry: sheet.Entry = match.game.read_entry(
            {**data, "type": self.type}, len(match.names), match.house
        )
        return entry

    @property
    def assumed(self) -> tuple[str, ...]:
        """What holds of fields that nobody touched and on which points hang (`Spec.shown`)."""
        told, house = self.shorthand, self.match.house
        texts = book_of(self.match.game).texts("assumed", self.type).items()
        return tuple(
            text for name, text in texts if not told.get(name) and self.cls.asks(name, house)
        )

    def refused(self, why: Invalid | sheet.Refused) -> "EntryForm":
        book = book_of(self.match.game, self.match.house)
        if isinstance(why, Invalid):
            return self._with(why.path, book.unreadable(why))
        form = self._with(why.refusal.field, self._sentence("refusals", why.refusal))
        named = why.refusal.facts.get("seats", (why.refusal.facts.get("seat"),))
        seats = named if isinstance(named, Sequence) else ()
        return replace(form, faulty=next((Seat(e) for e in seats if isinstance(e, int)), None))

    def suggestion(self, refusal: sheet.Refusal) -> Suggestion | None:
        """What a refusal suggests instead, if it knows what was perhaps meant."""
        if refusal.instead is None:
            return None
        type = refusal.instead.type
        meant = EntryForm(self.match, type, data=dump_fields(refusal.instead))
        return Suggestion(
            text=self._sentence("refusals", refusal),
            yes=self._sentence("questions", refusal, "yes"),
            no=self._sentence("questions", refusal, "no"),
            fields=[("type", type), *meant.bound.carried_fields],
        )

    def preview(self) -> Preview:
        """What saving would write now."""
        save = self.save
        try:
            entry = self.read()
        except Invalid as error:
            text = ""  # the book's question for a field that says nothing yet
            if error.code == "missing":
                text = book_of(self.match.game).text("ask", self.type, error.path)
            asking = " · ".join(filter(None, (save, text)))
            return Preview(self._cells(None), asking, ready=False, pot=self._pot())
        if refusal := self.match.game.check(entry, self.before, self.match.house):
            text = self._sentence("short", refusal)
            so_far = self._cells(entry.so_far())
            return Preview(so_far, f"{save} · {text}", ready=False, pot=self._pot())
        game, house = self.match.game, self.match.house
        explained = game.explained(entry, self.before, house)
        lines = sheet.counted(explained)
        points = sheet.sum_of(lines, len(self.match.names))
        after = game.after(self.before, entry, lines, house)
        lives, was = game.lives(after), self.row.lines if self.row else ()
        same = self.row is not None and points == sheet.sum_of(was, len(points))
        return Preview(
            tuple(figure_of(self.match, each.left) for each in lives) or self._cells(points),
            save,
            ready=True,
            changes=() if lives else self._changes(points),
            # Nothing of a correction that changes no points.
            steps=() if same else steps_of(self.match, explained, was),
            pot=self._pot(after),
        )

    def _pot(self, after: sheet.Standing | None = None) -> tuple[str, ...]:
        """What lies in the pot, and will after an entry; empty for a table without one."""
        pot_of = self.match.game.pot
        was = pot_of(self.row.after if self.row else self.match.standing)
        will = was if after is None else pot_of(after)
        figures = (n for n in dict.fromkeys((was, will)) if n is not None)
        return tuple(cell_of(self.match, n).text.removeprefix("+") for n in figures)

    def _with(self, path: str, text: str) -> "EntryForm":
        return replace(self, errors=(*self.errors, (path, text)))

    def _sentence(self, section: str, refusal: sheet.Refusal, answer: str = "") -> str:
        book, id = book_of(self.match.game), f"{refusal.id}.{answer}".rstrip(".")
        return book.say(section, id, refusal.facts, self.match.names)

    def _cells(self, points: tuple[int | None, ...] | None) -> tuple[Cell | None, ...]:
        if points is None or len(points) != len(self.match.names):
            return (None,) * len(self.match.names)
        playing = self.match.game.playing(self.before)
        return tuple(
            cell_of(self.match, p) if p or (p is not None and seat in playing) else None
            for seat, p in enumerate(points)
        )

    def _changes(self, points: tuple[int, ...]) -> tuple[tuple[Cell, Cell] | None, ...]:
        """Per seat what a correction changes: from what to what; None where nothing changes."""
        if self.row is None:
            return ()
        was = sheet.sum_of(self.row.lines, len(self.match.names))
        return tuple(
            None if a == b else (cell_of(self.match, a), cell_of(self.match, b))
            for a, b in zip(was, points, strict=True)
        )


def entry_page(
    form: EntryForm,
    status: int = 200,
    sent: Save | None = None,
    suggestion: Suggestion | None = None,
    message: str = "",
    rival: RowView | None = None,
) -> Response:
    """The form; one that has to be mended is `sent` again as the same save.

    With a `rival`, an entry that another phone wrote, it is asked first if it is the same one.
    """
    match, row, code = form.match, form.row, form.match.code
    save = sent or fresh_save(match)
    label = book_of(match.game).label("entries", form.type, "record")
    correct = url_for("entries.correct", code=code, seq=row.seq) if row else ""
    return _page(
        form,
        status=status,
        match=match,
        title=form.title,
        type=form.type,
        form=form.bound,
        faulty_seat=form.faulty,
        hidden=[("type", form.type), *save.hidden, *([("row", str(row.seq))] if row else [])],
        explained=words_on_form(match.game, form.type, match.house),
        # Where they are explained without scripts.
        glossary_url=url_for("glossary.show", code=code),
        action=correct or url_for("entries.record", code=code),
        preview_url=url_for("entries.preview", code=code),
        refill_url=url_for("entries.redisplay", code=code),
        # What excludes each other in this form.
        apart={name: pairs for name, pairs in vars(form.cls.apart).items() if pairs},
        asks=bool(pages_of(match.game.key)),
        record=label.format(n=form.before.played + 1),
        back=url_for("sheet.show", code=code),
        suggestion=suggestion,
        message=message,
        rival=rival,
    )


def entry_preview(form: EntryForm) -> Response:
    """What saving would write now: for htmx the strip above the button, else the whole page."""
    return _page(form, "preview") if wants_partial() else entry_page(form)


def _page(form: EntryForm, /, block: str = "", status: int = 200, **shown: object) -> Response:
    """The form's template – one that its game has for the type, else that for every entry – with
    what the strip above the button shows, and what the game's own template shows besides.
    """
    match, row = form.match, form.row
    strip: Values = {
        "entry_form": form,
        "book": book_of(match.game),
        "preview": form.preview(),
        "save": form.save,
        "assumed": form.assumed,
        "counted": form.cls.numbered or issubclass(form.cls, sheet.PenaltyEntry),
        "columns": columns_of(match),
        "row": row_view(match, row) if row else None,
        "strike_url": url_for("sheet.strike", code=match.code, seq=row.seq) if row else None,
    }
    own = entry_context_of(match.game.key, form.type)(match, form.shorthand)
    templates: Templates = [f"games/{match.game.key}/{form.type}.html", "match/entry.html"]
    return page(templates, block, status, **{**strip, **shown, **own})
