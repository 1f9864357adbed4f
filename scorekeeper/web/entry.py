"""The form of an entry: read off its declaration, checked by its game, shown before it is saved."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any
from uuid import uuid4

from flask import Response, current_app, request, url_for
from flask_babel import gettext as _

from scorekeeper.match import Match, Row
from scorekeeper.plain import Unreadable, write
from scorekeeper.sheet import Entry, Refusal, Refused, Standing, sum_of
from scorekeeper.web.figures import Cell, cell_of
from scorekeeper.web.forms import form_of
from scorekeeper.web.games import pages_of
from scorekeeper.web.pages import page
from scorekeeper.web.parts import DeclaredForm, Words
from scorekeeper.web.save import Save
from scorekeeper.web.typed import Typed, plain_of
from scorekeeper.web.views import Step, columns_of, row_view, steps_of, versions_of
from scorekeeper.web.wording import book_of

ANY_FORM = "match/parts.html"
"""The form of an entry that has none of its game's own."""


@dataclass(frozen=True)
class Tally:
    """What saving would write: a figure per seat as far as known, and the text of the button."""

    cells: tuple[Cell | None, ...]
    save: str
    ready: bool
    changes: tuple[str, ...] = ()
    steps: tuple[Step, ...] = ()


@dataclass(frozen=True)
class Question:
    """What was perhaps meant: the sentence, and the fields that say yes."""

    text: str
    yes: str
    no: str
    fields: list[tuple[str, str]]


@dataclass(frozen=True)
class EntryForm:
    """An entry being written or, if there is a `row`, corrected.

    It holds what was `typed`, or the `plain` data of an entry; fields and labels are made only
    when the form is shown. `errors` are paths of fields with what is wrong there.
    """

    match: Match
    type: str
    typed: Typed | None = None
    plain: Mapping[str, Any] = field(default_factory=dict)
    row: Row | None = None
    errors: tuple[tuple[str, str], ...] = ()

    @property
    def before(self) -> Standing:
        """The standing that the entry is checked against."""
        return self.row.before if self.row else self.match.standing

    @property
    def cls(self) -> Any:
        """The declaration of the entry."""
        return self.match.game.entry_types[self.type]

    @property
    def save(self) -> str:
        """What the button says that writes the entry."""
        if self.row:
            return _("Save the correction")
        return book_of(self.match.game).label("entries", self.type, "save")

    def shown(self) -> DeclaredForm:
        """The form with its fields, labels and errors."""
        words = Words(book_of(self.match.game), ("fields", self.type), self.match.names)
        shown = self.cls.to_form({**self._preset(), **self.plain})
        form = form_of(self.cls, words, typed=self.typed, plain=shown).only(
            lambda name: self.cls.asks(name, self.match.house)
        )
        for path, text in self.errors:
            form = form.with_error(path, text)
        return form

    def read(self) -> Entry:
        """The entry that was typed, not yet checked. Raises Unreadable."""
        match, plain = self.match, self.plain
        if self.typed is not None:
            plain = self.cls.from_form(plain_of(self.cls, self.typed, len(match.names)))
        entry: Entry = match.game.read_entry(
            {**plain, "type": self.type}, len(match.names), match.house
        )
        return entry

    def _preset(self) -> Mapping[str, Any]:
        """What a new entry usually says; a correction says what stands there."""
        if self.row is not None or self.plain:
            return {}
        return self.match.game.preset(self.type, self.before, self.match.house)

    def refused(self, why: Unreadable | Refused) -> "EntryForm":
        """The form with the reason at the field it is about."""
        book = book_of(self.match.game)
        if isinstance(why, Unreadable):
            return self._with(why.field, book.unreadable(why))
        return self._with(why.refusal.field, self._sentence("refusals", why.refusal))

    def question(self, refusal: Refusal) -> Question | None:
        """The question that a refusal asks, if it knows what was perhaps meant."""
        if refusal.instead is None:
            return None
        type = refusal.instead.type
        meant = EntryForm(self.match, type, plain=write(refusal.instead))
        return Question(
            text=self._sentence("refusals", refusal),
            yes=self._sentence("questions", refusal, "yes"),
            no=self._sentence("questions", refusal, "no"),
            fields=[("type", type), *meant.shown().typed],
        )

    def tally(self) -> Tally:
        """What saving would write now."""
        save = self.save
        try:
            entry = self.read()
        except Unreadable:
            return Tally(self._cells(None), save, ready=False)
        if refusal := self.match.game.check(entry, self.before, self.match.house):
            text = self._sentence("short", refusal)
            return Tally(self._cells(entry.so_far()), f"{save} · {text}", ready=False)
        lines = self.match.game.score(entry, self.before, self.match.house)
        points = sum_of(lines, len(self.match.names))
        return Tally(
            self._cells(points),
            save,
            ready=True,
            changes=self._changes(points),
            steps=steps_of(self.match, lines),
        )

    def _with(self, path: str, text: str) -> "EntryForm":
        return replace(self, errors=(*self.errors, (path, text)))

    def _sentence(self, section: str, refusal: Refusal, answer: str = "") -> str:
        book, id = book_of(self.match.game), f"{refusal.id}.{answer}".rstrip(".")
        return book.say(section, id, refusal.facts, self.match.names)

    def _cells(self, points: tuple[int, ...] | None) -> tuple[Cell | None, ...]:
        if points is None or len(points) != len(self.match.names):
            return (None,) * len(self.match.names)
        return tuple(cell_of(self.match, p) for p in points)

    def _changes(self, points: tuple[int, ...]) -> tuple[str, ...]:
        """Per seat what a correction changes: "14 → 13"; empty where nothing changes."""
        if self.row is None:
            return ()
        was = sum_of(self.row.lines, len(self.match.names))
        return tuple(
            "" if a == b else f"{cell_of(self.match, a).text} → {cell_of(self.match, b).text}"
            for a, b in zip(was, points, strict=True)
        )


def entry_page(
    form: EntryForm, status: int = 200, sent: Save | None = None, **context: Any
) -> Response:
    """The form; one that has to be mended is `sent` again as the same save."""
    save = sent or Save(form.match.seen, str(uuid4()))
    return page(
        "match/entry.html",
        "tally" if request.endpoint == "matches.preview" else "",
        status,
        **entry_context(form, save),
        **{"question": None, "message": "", **context},
    )


def entry_context(form: EntryForm, save: Save) -> dict[str, Any]:
    """What the entry's page needs besides what it is asked to say."""
    match, book = form.match, book_of(form.match.game)
    body = current_app.jinja_env.select_template(
        [f"games/{match.game.key}/{form.type}.html", ANY_FORM]
    )
    hidden = [("type", form.type), ("seen", str(save.seen)), ("key", save.key)]
    if form.row:
        hidden.append(("row", str(form.row.seq)))
    return {
        "book": book,
        "match": match,
        "title": book.label("entries", form.type, "title").format(n=form.before.played + 1),
        "type": form.type,
        "form": form.shown(),
        "hidden": hidden,
        "action": _action(form),
        "preview": url_for("matches.preview", code=match.code),
        "save": form.save,
        "tally": form.tally(),
        "counted": form.cls.counted,
        "asks": bool(pages_of(match.game.key)),
        "columns": columns_of(match),
        "body": body,
        # What the page does for a form of a game's own; other games may use the type's name too.
        "own": "" if body.name == ANY_FORM else form.type,
        "by": request.values.get("by", _way(form)),
        "brush": request.values.get("brush", "0"),
        "back": url_for("matches.show", code=match.code),
        **_row_context(match, form.row),
    }


def _row_context(match: Match, row: Row | None) -> dict[str, Any]:
    """What the page tells of an entry that is already on the sheet."""
    if row is None:
        return {"row": None}
    return {
        "row": row_view(match, row),
        "steps": steps_of(match, row.lines),
        "versions": versions_of(match, row),
        "strike_url": url_for("matches.strike", code=match.code, seq=row.seq),
    }


def _way(form: EntryForm) -> str:
    """Which way a round was told, so that a correction opens the same way."""
    return "numbers" if "points" in form.plain else "cards"


def _action(form: EntryForm) -> str:
    code = form.match.code
    if form.row is None:
        return url_for("matches.record", code=code)
    return url_for("matches.correct", code=code, seq=form.row.seq)
