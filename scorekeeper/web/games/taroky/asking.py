"""What the pages for a table's questions share: who asks, and what the deal's form is owed.

Such a page may be opened from the deal's form. What that form held is carried along in hidden
fields and goes back to it with the answer; a page's own controls have a prefix of their own.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from flask import Response, url_for

from scorekeeper import plain
from scorekeeper.cards import TAROCK_54
from scorekeeper.games.taroky.entries import Deal, playing
from scorekeeper.match import Match
from scorekeeper.plain import Seat, Table, Unreadable
from scorekeeper.rulebook import Rulebook
from scorekeeper.web.entry import EntryForm, entry_page
from scorekeeper.web.pages import page
from scorekeeper.web.typed import Typed, number
from scorekeeper.web.views import SHAPES
from scorekeeper.web.wording import book_of

PLAYERS = 4


@dataclass(frozen=True)
class Asking:
    """Who asks: the match, the prefix of the page's own controls, and everything that was sent."""

    match: Match
    typed: Typed
    prefix: str
    answers: tuple[str, ...]

    @property
    def book(self) -> Rulebook:
        """The words of the game."""
        return book_of(self.match.game)

    @cached_property
    def carried(self) -> list[tuple[str, str]]:
        """What the deal's form holds and this page does not answer."""
        return [pair for pair in self._others() if not self._answers(pair[0])]

    @cached_property
    def kept(self) -> list[tuple[str, str]]:
        """What the deal's form holds where this page answers: it goes back without an answer."""
        before, sent = f"{self.prefix}kept-", self.typed.items(multi=True)
        kept = [(name.removeprefix(before), of) for name, of in sent if name.startswith(before)]
        return kept or [pair for pair in self._others() if self._answers(pair[0])]

    def _others(self) -> Iterable[tuple[str, str]]:
        """Everything sent that is not of this page."""
        own = (self.prefix, "csrf_token")
        return (pair for pair in self.typed.items(multi=True) if not pair[0].startswith(own))

    def _answers(self, name: str) -> bool:
        return name.partition("-")[0] in self.answers

    @cached_property
    def seats(self) -> tuple[int, ...]:
        """The four who play, from the předák on; the deal's form may say who deals and pauses."""
        pausing = [number(seat) for seat in self.typed.getlist("pausing")]
        told = {"declarer": 0, "dealer": number(self.typed.get("dealer")), "pausing": pausing}
        standing: Any = self.match.standing
        usual = playing(Deal(declarer=Seat(0)), standing)
        try:
            deal = plain.read(Deal, told, Table(len(self.match.names), TAROCK_54))
        except Unreadable:
            return usual
        seats = playing(deal, standing)
        return seats if len(seats) == PLAYERS else usual

    def say(self, text: str, **facts: Any) -> str:
        """A text of the game's book."""
        return self.book.say("texts", text, facts, self.match.names)

    def refilled(self, answers: Iterable[tuple[str, str]]) -> Response:
        """The deal's form again, with what it held and the answers."""
        typed = Typed([*self.carried, *answers])
        seq = typed.get("row", type=int)
        row = None if seq is None else self.match.row(seq)
        return entry_page(EntryForm(self.match, "deal", typed=typed, row=row))

    def shown(self, template: str, kind: str, status: int, **context: Any) -> Response:
        """The page with what both kinds of it know."""
        code = self.match.code
        return page(
            template,
            "result",
            status,
            match=self.match,
            book=self.book,
            say=self.say,
            carried=self.carried,
            kept=self.kept,
            prefix=self.prefix,
            back=url_for("matches.show", code=code),
            action=url_for("disputes.ask", code=code, kind=kind),
            shapes=SHAPES,
            refill=url_for("matches.refill", code=code),
            **context,
        )
