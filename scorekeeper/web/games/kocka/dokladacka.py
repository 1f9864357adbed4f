"""The table of a dokládačka: what can be laid, whose turn it is, who may not say cink, who lost.

All that was said so far travels with the page, so nothing is stored. What can be laid and what is
proven is asked of the game.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from flask import Response, request, url_for

from scorekeeper.cards import FRENCH_32, Card, codes
from scorekeeper.games.kocka import GAME
from scorekeeper.games.kocka.dokladacka import CINK, State, after, beginners
from scorekeeper.games.kocka.entries import SEATS, Round
from scorekeeper.match import Match
from scorekeeper.plain import Unreadable
from scorekeeper.rulebook import Rulebook
from scorekeeper.sheet import sum_of
from scorekeeper.web.games.tapping import reason
from scorekeeper.web.pages import page
from scorekeeper.web.typed import number
from scorekeeper.web.views import SHAPES
from scorekeeper.web.wording import book_of


@dataclass(frozen=True)
class Sitting:
    """Who sits at the table and probably begins, and the addresses that the page leads to.

    Without `write`, what came out is written nowhere.
    """

    names: tuple[str, ...]
    first: int | None
    action: str
    back: str
    write: str = ""


@dataclass(frozen=True)
class Sitter:
    """A player at the table: how many cards are left, or as which one he was out (else 0)."""

    seat: int
    name: str
    shape: str
    left: int
    place: int
    turn: bool


@dataclass(frozen=True)
class Told:
    """What was told so far: the state after each move, and what is wrong with the one after."""

    first: int | None
    states: tuple[State, ...]
    wrong: Unreadable | None

    @property
    def state(self) -> State:
        """Where it stands now."""
        return self.states[-1]

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves that were taken, as they were sent."""
        pairs = zip(self.states, self.states[1:], strict=False)
        return tuple(CINK if a.table == b.table else str(b.table[-1]) for a, b in pairs)

    @property
    def sent(self) -> list[tuple[str, object]]:
        """What the address of the page holds, so that it can be loaded again."""
        return [("first", self.first), *(("move", move) for move in self.moves)]


def dokladacka_page(match: Match) -> Response:
    """The table for a match: its players and dealer; the result goes to the entry's form."""
    due = "dokladacka" in match.standing.next
    return table_page(
        Sitting(
            names=match.names,
            first=_first_of(match),
            action=url_for("disputes.ask", code=match.code, kind="dokladacka"),
            back=url_for("matches.write", code=match.code, type="dokladacka")
            if due
            else url_for("matches.show", code=match.code),
            write=url_for("matches.refill", code=match.code) if due else "",
        )
    )


def free_page(action: str, back: str) -> Response:
    """The table without a match: for four who keep no score here. `action` is its own address."""
    book = book_of(GAME)
    names = tuple(book.say("texts", "lay-seat", {"n": n}) for n in range(1, SEATS + 1))
    return table_page(Sitting(names, None, action, back))


def table_page(sitting: Sitting) -> Response:
    """The table as far as it was told; only its block if htmx asks for it."""
    told, book = _told(sitting), book_of(GAME)
    state, wrong = told.state, told.wrong
    return page(
        "games/kocka/dokladacka-table.html",
        "lay",
        422 if wrong else 200,
        book=book,
        game=GAME.key,
        sitting=sitting,
        state=state,
        moves=told.moves,
        first=told.first,
        told=f"{sitting.action}?{urlencode(told.sent)}",
        sitters=_sitters(sitting, state, told.first),
        suits=[[str(Card(rank, suit)) for rank in reversed(r)] for suit, r in FRENCH_32.suits],
        laid={str(card) for card in state.table},
        playable=_offered(told),
        undo=told.states[-2].turn if told.moves else None,
        says=_says(sitting, told, book),
        errors=[("part-cards", reason(book, wrong))] if wrong else [],
    )


def _first_of(match: Match) -> int | None:
    """Who begins by the house rule; None if that has to be asked."""
    rounds = [r for r in match.rows if isinstance(r.entry, Round) and not (r.struck or r.undone)]
    points = sum_of(rounds[-1].lines, SEATS) if rounds else ()
    house: Any = match.house
    first = beginners(house, match.standing.dealer, points)
    return first[0] if len(first) == 1 else None


def _told(sitting: Sitting) -> Told:
    """What was sent, up to the first move that cannot be so; the last one is left out to undo."""
    first, moves = sitting.first, request.values.getlist("move")
    try:
        first = _seat(request.values.getlist("first"), first)
    except Unreadable as wrong:
        return Told(first, (State(first or 0),), wrong)
    if first is None:
        return Told(None, (State(0),), None)
    return _followed(first, moves[:-1] if "undo" in request.values else moves)


def _seat(sent: list[str], usual: int | None) -> int | None:
    """Who begins: as was said last. Raises Unreadable for a seat that is not there."""
    if not sent:
        return usual
    seat = number(sent[-1])
    if not isinstance(seat, int) or not 0 <= seat < SEATS:
        raise Unreadable("first", "no-such-seat", last=SEATS - 1)
    return seat


def _followed(first: int, moves: Iterable[str]) -> Told:
    states = [State(first)]
    for move in moves:
        try:
            states.append(after(states[-1], move))
        except Unreadable as wrong:
            return Told(first, tuple(states), wrong)
    return Told(first, tuple(states), None)


def _sitters(sitting: Sitting, state: State, first: int | None) -> list[Sitter]:
    turn = None if first is None or state.over else state.turn
    places = {seat: place for place, seat in enumerate(state.out, 1)}
    return [
        Sitter(seat, name, SHAPES[seat], state.left[seat], places.get(seat, 0), seat == turn)
        for seat, name in enumerate(sitting.names)
    ]


def _offered(told: Told) -> set[str]:
    """The cards that may be tapped."""
    if told.first is None or told.state.over:
        return set()
    return {str(card) for card in told.state.playable}


def _says(sitting: Sitting, told: Told, book: Rulebook) -> str:
    """The one sentence of the page: who lost and why, or who may not say cink."""
    id, facts = _sentence(told)
    return book.say("texts", id, facts, sitting.names)


def _sentence(told: Told) -> tuple[str, dict[str, Any]]:
    state = told.state
    if told.first is None:
        return "lay-first", {}
    if proof := state.proof:
        facts = {"seat": proof.seats[0], "cards": codes(proof.cards)}
        if len(proof.seats) > 1:
            return "lay-denied", facts
        return ("lay-held" if proof.cards else "lay-too-many"), facts
    if state.over:
        return "lay-lost", {"seat": state.losers[0]}
    return ("lay-must" if state.must_lay else "lay-may"), {"seat": state.turn}
