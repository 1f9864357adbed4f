"""What the helps share on which people tap what happens: every tap is a submit of one form.

All that was tapped so far travels with the page, so nothing is stored and the last tap can be
taken back. What a tap means is said by a game's own page; what it breaks is asked of the referee.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from flask import Response, make_response, redirect, request

from scorekeeper.games import AnyGame
from scorekeeper.match import Match
from scorekeeper.plain import Unreadable
from scorekeeper.rulebook import Rulebook
from scorekeeper.verdicts import Judged, judged
from scorekeeper.web.bench import Bench, bench_of
from scorekeeper.web.games import FreePages, Pages
from scorekeeper.web.pages import page
from scorekeeper.web.question import kinds_of
from scorekeeper.web.rulebook import book_url
from scorekeeper.web.verdict import Told, told
from scorekeeper.web.verdicts import verdict_url
from scorekeeper.web.views import SHAPES

BLOCK = "tap"
MOST = 200
"""Taps that a page follows: more than any question needs."""
FIELD = "move"


@dataclass(frozen=True)
class Sitting:
    """A table in front of a help: who asks, which help it is, its address and the way back."""

    bench: Bench
    kind: str
    action: str
    back: str

    @property
    def players(self) -> int:
        """How many sit there."""
        return len(self.bench.names)

    @property
    def book(self) -> Rulebook:
        """The words of the game."""
        return self.bench.book

    @property
    def carried(self) -> tuple[tuple[str, object], ...]:
        """What says who sits there, besides the address."""
        return (("players", self.players),) if len(self.bench.sizes) > 1 else ()

    def url(self, kind: str, **values: Any) -> str:
        """The address of a help at this table, with nothing tapped yet."""
        endpoint = "disputes.ask" if self.bench.match else "disputes.ask_freely"
        return self.bench.url(endpoint, kind=kind, **values)

    def told(self, moves: Sequence[str]) -> str:
        """The address of this page with everything that was tapped."""
        pairs = [*self.carried, *((FIELD, move) for move in moves)]
        return f"{self.action}?{urlencode(pairs)}" if pairs else self.action

    @property
    def form(self) -> str:
        """The address of the form that asks the same, and more; empty if there is none."""
        asked = self.kind in kinds_of(self.bench)
        return self.bench.url("disputes.question", kind=self.kind) if asked else ""

    @property
    def sizes(self) -> tuple[tuple[int, str], ...]:
        """How many may sit there, each with the address of its page; none in a match."""
        sizes = self.bench.sizes if len(self.bench.sizes) > 1 else ()
        return tuple((n, self.url(self.kind, players=n)) for n in sizes)

    def judged(self, kind: str, given: Mapping[str, Any]) -> Judged:
        """What the referee says of a question. Raises Unreadable."""
        bench = self.bench
        return judged(bench.game, bench.house, bench.names, kind, given)


@dataclass(frozen=True)
class Sitter:
    """A player: the number of the seat at this table, and its colour and sign."""

    seat: int
    name: str
    colour: int
    shape: str


def sitters_of(bench: Bench) -> tuple[Sitter, ...]:
    """Everybody at a table."""
    return tuple(
        Sitter(seat, name, colour, SHAPES[colour])
        for seat, (name, colour) in enumerate(zip(bench.names, bench.seats, strict=True))
    )


Show = Callable[[Sitting], Response]
"""A help: the page for a table."""


def helps(game: AnyGame, shows: Mapping[str, Show]) -> tuple[Pages, FreePages]:
    """A game's helps as pages in a match, and as pages of a table without one."""
    in_match = {kind: _in_match(kind, show) for kind, show in shows.items()}
    return in_match, {kind: _freely(game, kind, show) for kind, show in shows.items()}


def _in_match(kind: str, show: Show) -> Callable[[Match], Response]:
    def answer(match: Match) -> Response:
        bench = bench_of(match.code, None)
        action = bench.url("disputes.ask", kind=kind)
        return show(Sitting(bench, kind, action, bench.url("disputes.show")))

    return answer


def _freely(game: AnyGame, kind: str, show: Show) -> Callable[[str, str], Response]:
    return lambda action, back: show(Sitting(bench_of(None, game.key), kind, action, back))


def taps() -> tuple[str, ...]:
    """What was tapped, in order; without the last one if that is to be taken back."""
    sent = request.values.getlist(FIELD)[:MOST]
    return tuple(sent[:-1] if "undo" in request.values else sent)


def asks_why(found: Judged | None) -> bool:
    """Whether the verdict itself is wanted, with its rules and its link."""
    return found is not None and request.method == "POST" and "judge" in request.form


def verdict_of(sitting: Sitting, found: Judged) -> Response:
    """The way to the verdict, which is kept."""
    return make_response(redirect(verdict_url(sitting.bench, found), 303))


def in_words(sitting: Sitting, found: Judged | None) -> Told | None:
    """A verdict in the reader's words, if there is one."""
    return told(found, sitting.book) if found else None


def help_page(
    template: str,
    sitting: Sitting,
    moves: Sequence[str],
    wrong: Unreadable | None = None,
    **context: Any,
) -> Response:
    """A help as far as it was told; only its block if htmx asks for it."""
    errors = [("part-taps", sitting.book.unreadable(wrong))] if wrong else []
    return page(
        template,
        BLOCK,
        422 if wrong else 200,
        sitting=sitting,
        book=sitting.book,
        moves=moves,
        told_url=sitting.told(moves),
        rules_url=book_url(sitting.bench.game.key, sitting.bench.code),
        errors=errors,
        **context,
    )
