"""A page of a game that works something out by taps, which travel with the page and are taken one
after another.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any, Generic, TypeVar
from urllib.parse import urlencode

from flask import Response, make_response, redirect, request

from scorekeeper.core.cards import Pack
from scorekeeper.core.game import AnyGame
from scorekeeper.core.schema import Invalid, Json
from scorekeeper.match import Match
from scorekeeper.referee.judgements import Judgement
from scorekeeper.rulebook import Rulebook
from scorekeeper.web.forms.labels import number
from scorekeeper.web.game_pages import FreePages, Pages
from scorekeeper.web.referee.table import RefereeTable, table_of_request
from scorekeeper.web.referee.verdicts import store_verdict_url
from scorekeeper.web.render import page
from scorekeeper.web.rulebook.links import book_url
from scorekeeper.web.wording.figures import SHAPES

T = TypeVar("T")


def narrow(value: object, cls: type[T]) -> T:
    """The same value as an instance of a game's own class. Raises TypeError for another class.

    House rules and standings of a match have their common base as type; a page of one game knows
    more of them.

    >>> narrow(3, int)
    3
    >>> narrow("3", int)
    Traceback (most recent call last):
    TypeError: 'str' is not 'int'
    """
    if not isinstance(value, cls):
        raise TypeError(f"{type(value).__name__!r} is not {cls.__name__!r}")
    return value


MOVE = "move"
"""The field that holds one tap; it is sent once for each."""
MOST_TAPS = 200
"""Taps that a page follows: more than any question needs."""

S = TypeVar("S")


def taps_of_request() -> tuple[str, ...]:
    """The taps that were sent, in order; without the last one if that is to be taken back."""
    sent = request.values.getlist(MOVE)[:MOST_TAPS]
    return tuple(sent[:-1] if "undo" in request.values else sent)


@dataclass(frozen=True)
class Replay(Generic[S]):
    """Moves up to the first that cannot be: the `state` they lead to, and why the next cannot."""

    state: S
    moves: tuple[str, ...] = ()
    invalid: Invalid | None = None


def replay(start: S, moves: Iterable[str], step: Callable[[S, str], S]) -> Replay[S]:
    """Takes one step for each move; `step` raises Invalid for a move that cannot be.

    >>> def add(total: int, move: str) -> int:
    ...     if not move.isdigit():
    ...         raise Invalid("move", "not-a-number")
    ...     return total + int(move)
    >>> replay(0, ["1", "2"], add)
    Replay(state=3, moves=('1', '2'), invalid=None)
    >>> replay(0, ["1", "two", "3"], add)
    Replay(state=1, moves=('1',), invalid=Invalid('move: not-a-number'))
    """
    done = Replay(start)
    for move in moves:
        try:
            done = Replay(step(done.state, move), (*done.moves, move))
        except Invalid as invalid:
            return replace(done, invalid=invalid)
    return done


LEGAL = "legal"
OUT = "out"
FEWEST_PLAYERS = 2

DisputeFacts = Mapping[str, Json]
"""The fields of a dispute, as JSON data."""
Param = tuple[str, object]
"""Name and value: of a query string, or of a hidden field."""


@dataclass(frozen=True)
class PlayerView:
    """A player: the seat at this table (0-based), and the colour and sign of the seat's column."""

    seat: int
    name: str
    colour: int
    shape: str


@dataclass(frozen=True)
class OutLink:
    """A player who may be `out` of this game already; `url` is the page with the opposite."""

    name: str
    out: bool
    url: str


@dataclass(frozen=True)
class HelperTable:
    """A table in front of a help: who sits there, which help, its address and the way back.

    In a match `referee_table` are only the seats that still play, `whole` is the table of the whole
    match, and `out` are the seats of `whole` that have no cards any more.
    """

    referee_table: RefereeTable
    kind: str
    action: str
    back: str
    whole: RefereeTable | None = None
    out: tuple[int, ...] = ()

    @property
    def book(self) -> Rulebook:
        return self.referee_table.book

    @property
    def pack(self) -> Pack:
        return self.referee_table.game.pack(self.referee_table.house)

    @property
    def names(self) -> tuple[str, ...]:
        return self.referee_table.names

    @property
    def size(self) -> int:
        return len(self.names)

    @cached_property
    def players(self) -> tuple[PlayerView, ...]:
        colours = self.referee_table.signs
        return tuple(
            PlayerView(seat, name, colour, SHAPES[colour])
            for seat, (name, colour) in enumerate(zip(self.names, colours, strict=True))
        )

    @property
    def params(self) -> tuple[Param, ...]:
        """Who sits there, as far as the path of the address does not say it."""
        players = (("players", self.size),) if len(self.referee_table.sizes) > 1 else ()
        return (*players, *((OUT, seat) for seat in self.out))

    def url(self, kind: str, **params: object) -> str:
        endpoint = "questions.ask" if self.referee_table.match else "questions.ask_freely"
        return self.referee_table.url(endpoint, kind=kind, **{OUT: list(self.out), **params})

    def url_with(self, moves: Sequence[str], *params: Param) -> str:
        pairs = [*self.params, *params, *((MOVE, move) for move in moves)]
        return f"{self.action}?{urlencode(pairs)}" if pairs else self.action

    @property
    def form_url(self) -> str:
        """The address of the full form of the same question; empty if it has no form."""
        has_form = self.kind in self.referee_table.game.kinds
        return self.referee_table.url("questions.question", kind=self.kind) if has_form else ""

    def form_links(self, kinds: Sequence[str]) -> list[tuple[str, str]]:
        """What a help does not ask: the names of such questions, and the addresses of their forms.

        Those without a form are left out.
        """
        url = partial(self.referee_table.url, "questions.question")
        known = self.referee_table.game.kinds
        return [(self.book.question(kind), url(kind=kind)) for kind in kinds if kind in known]

    @property
    def out_links(self) -> tuple[OutLink, ...]:
        """Who of a match may be out; empty if too few would be left."""
        names = self.whole.names if self.whole and len(self.whole.names) > FEWEST_PLAYERS else ()
        toggled = (tuple(sorted({*self.out} ^ {seat})) for seat in range(len(names)))
        return tuple(
            OutLink(name, seat in self.out, self.url(self.kind, **{OUT: list(out)}))
            for (seat, name), out in zip(enumerate(names), toggled, strict=True)
            if len(names) - len(out) >= FEWEST_PLAYERS
        )

    @property
    def size_links(self) -> tuple[tuple[int, str], ...]:
        """Numbers of players with the address of the page for each; empty if only one can be."""
        sizes = self.referee_table.sizes if len(self.referee_table.sizes) > 1 else ()
        return tuple((n, self.url(self.kind, players=n)) for n in sizes)

    def judge(self, kind: str, given: DisputeFacts) -> Judgement:
        """The referee's judgement of a question. Raises Invalid."""
        return self.referee_table.judge(kind, given)


HelperPage = Callable[[HelperTable], Response]
"""A help: the page for a table."""


def helper_pages(game: AnyGame, helps: Mapping[str, HelperPage]) -> tuple[Pages, FreePages]:
    """A game's helps (kind of question → help) as pages in a match, and as pages without one."""
    in_match = {kind: partial(_answer_in_match, help, kind) for kind, help in helps.items()}
    freely = {kind: partial(_answer_freely, help, game, kind) for kind, help in helps.items()}
    return in_match, freely


def _answer_in_match(help: HelperPage, kind: str, match: Match) -> Response:
    """The page for those who still play; for all if the page says that too few would be left."""
    whole = table_of_request(match.code, None)
    seats, sent = range(len(whole.names)), set(map(number, request.values.getlist(OUT)))
    left = [seat for seat in seats if seat not in sent]
    left = left if len(left) >= FEWEST_PLAYERS else [*seats]
    playing = replace(
        whole,
        names=tuple(whole.names[seat] for seat in left),
        seats=tuple(whole.seats[seat] for seat in left),
    )
    action, back = whole.url("questions.ask", kind=kind), whole.url("offences.show")
    out = tuple(seat for seat in seats if seat not in left)
    return help(HelperTable(playing, kind, action, back, whole, out))


def _answer_freely(help: HelperPage, game: AnyGame, kind: str, action: str, back: str) -> Response:
    shown = replace(table_of_request(None, game.key), sized=True)  # as many as the page shows
    return help(HelperTable(shown, kind, action, back))


def verdict_page(table: HelperTable, judgement: Judgement | None) -> Response | None:
    """Saves the judgement and leads to its page, with its rules and its link, if that is wanted."""
    if judgement is None or request.method != "POST" or "judge" not in request.form:
        return None
    return make_response(redirect(store_verdict_url(table.referee_table, judgement), 303))


def render_helper(
    template: str,
    table: HelperTable,
    moves: Sequence[str],
    invalid: Invalid | None,
    **shown: Any,
) -> Response:
    """The page of a help after some moves, a 422 after a tap that is `invalid`; only its block if
    htmx asks for it.
    """
    return page(
        template,
        "tap",
        422 if invalid else 200,
        table=table,
        moves=moves,
        book=table.book,
        page_url=table.url_with(moves),
        rules_url=book_url(table.referee_table.game.key, table.referee_table.code),
        errors=[("part-taps", refusal_text(table.book, invalid))] if invalid else [],
        **shown,
    )


def refusal_text(book: Rulebook, invalid: Invalid) -> str:
    """What is wrong with a tap: the rule that it breaks with its number, if it breaks one."""
    if invalid.code != "refused":
        return book.unreadable(invalid)
    rule = book.rule(invalid.params["rule"])
    return f"{rule.number} {rule.text}"
