"""What the helps share on which people tap what happens: every tap is a submit of one form.

All that was tapped so far travels with the page, so nothing is stored and the last tap can be
taken back. What a tap means is said by a game's own page; what it breaks is asked of the referee.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
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
from scorekeeper.web.rulebook import book_url
from scorekeeper.web.typed import number
from scorekeeper.web.verdict import Told, told
from scorekeeper.web.verdicts import verdict_url
from scorekeeper.web.views import SHAPES

BLOCK = "tap"
MOST = 200
"""Taps that a page follows: more than any question needs."""
FIELD, OUT = "move", "out"
FEWEST = 2


@dataclass(frozen=True)
class Sitting:
    """A table in front of a help: who is asked about, which help, its address and the way back.

    `whole` is the table of a match with those who are `out` of this game already.
    """

    bench: Bench
    kind: str
    action: str
    back: str
    whole: Bench | None = None
    out: tuple[int, ...] = ()

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
        players = (("players", self.players),) if len(self.bench.sizes) > 1 else ()
        return (*players, *((OUT, seat) for seat in self.out))

    def url(self, kind: str, **values: Any) -> str:
        """The address of a help at this table, with nothing tapped yet."""
        endpoint = "disputes.ask" if self.bench.match else "disputes.ask_freely"
        return self.bench.url(endpoint, kind=kind, **{OUT: list(self.out), **values})

    def told(self, moves: Sequence[str]) -> str:
        """The address of this page with everything that was tapped."""
        pairs = [*self.carried, *((FIELD, move) for move in moves)]
        return f"{self.action}?{urlencode(pairs)}" if pairs else self.action

    @property
    def form(self) -> str:
        """The address of the form that asks the same, and more; empty if there is none."""
        asked = self.kind in self.bench.game.kinds
        return self.bench.url("disputes.question", kind=self.kind) if asked else ""

    @property
    def leaving(self) -> tuple[tuple[str, bool, str], ...]:
        """Who of a match may be out: name, whether he is, and the address where it is otherwise."""
        names = self.whole.names if self.whole and len(self.whole.names) > FEWEST else ()
        others = (tuple(sorted({*self.out} ^ {seat})) for seat in range(len(names)))
        return tuple(
            (name, seat in self.out, self.url(self.kind, **{OUT: list(out)}))
            for (seat, name), out in zip(enumerate(names), others, strict=True)
            if len(names) - len(out) >= FEWEST
        )

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
        whole = bench_of(match.code, None)
        out = _out(whole)
        left = [seat for seat in range(len(whole.names)) if seat not in out]
        names = tuple(whole.names[seat] for seat in left)
        bench = replace(whole, names=names, seats=tuple(whole.seats[seat] for seat in left))
        action, back = whole.url("disputes.ask", kind=kind), whole.url("disputes.show")
        return show(Sitting(bench, kind, action, back, whole, out))

    return answer


def _out(bench: Bench) -> tuple[int, ...]:
    """Who is out of this game already, as the page says; nobody if too few would be left."""
    said = {number(seat) for seat in request.values.getlist(OUT)}
    out = tuple(seat for seat in range(len(bench.names)) if seat in said)
    return out if len(bench.names) - len(out) >= FEWEST else ()


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
    errors = [("part-taps", reason(sitting.book, wrong))] if wrong else []
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


def reason(book: Rulebook, wrong: Unreadable) -> str:
    """What is wrong with a tap: the rule that it breaks, if it breaks one."""
    if wrong.problem != "refused":
        return book.unreadable(wrong)
    rule = book.rule(wrong.facts["rule"])
    return f"{rule.number} {rule.text}"
