"""A row of the sheet: an entry with all that a match knows of it, and the note that a table made of
it, which scores nothing.
"""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from scorekeeper.core.game import AnyGame
from scorekeeper.core.house_rules import HouseRules
from scorekeeper.core.schema import MAX_TEXT_LENGTH, fields_of, spec_of
from scorekeeper.core.sheet import Entry, Line, Refusal, Standing
from scorekeeper.match.seating import Seating


class UnknownRow(LookupError):
    """The match has no row of this number."""


class StruckRow(Exception):
    """The row is struck out: what would be corrected there would not count."""


@dataclass(frozen=True)
class Row:
    """An entry as it stands on the sheet."""

    seq: int
    """The event that recorded it."""
    entry: Entry
    lines: tuple[Line, ...]
    before: Standing
    after: Standing
    versions: tuple[int, ...]
    """The events that gave it its content, newest last."""
    seating: Seating
    """Who sat where when it was written."""
    house: HouseRules
    """What was agreed then."""
    seating_undone: bool = False
    """Where they sat then was taken back since."""
    struck: bool = False
    """It scores nothing."""
    undone: bool = False
    """It was taken back by undo."""
    doubted_by: AnyGame | None = field(default=None, repr=False)
    """The game, if something before it was changed."""

    @cached_property
    def views(self) -> dict[object, Any]:
        """What was made of it and is used again as long as it stands so: under a key that says all
        else that it depends on.
        """
        return {}

    @cached_property
    def refusal(self) -> Refusal | None:
        """Why it would not be taken now that something before it was changed: what was agreed still
        counts, but wants a look.
        """
        game = self.doubted_by
        return game.check(self.entry, self.before, self.house) if game else None

    @cached_property
    def players(self) -> tuple[int, ...]:
        """The seats that played, in the order in which a question counts them."""
        return tuple(self.entry.players(self.before))

    @property
    def dealer(self) -> int:
        """The seat that dealt: as the entry says, else whose turn it was."""
        cls: type = type(self.entry)
        names = (name for name, field in fields_of(cls).items() if spec_of(field).known == "dealer")
        told = next((getattr(self.entry, name) for name in names), None)
        return self.before.dealer if told is None else int(told)

    @property
    def number(self) -> int | None:
        """Its number on the sheet, if entries of its type are counted."""
        return self.before.played + 1 if self.entry.numbered else None


def clean_note(typed: str) -> str:
    """A note as it is kept: what cannot be printed, needless blanks and what is too long left out.

    >>> clean_note("  měl všechna\\tsrdce ")
    'měl všechna srdce'
    """
    words = " ".join(typed.split())
    return "".join(filter(str.isprintable, words))[:MAX_TEXT_LENGTH].rstrip()
