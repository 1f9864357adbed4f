"""Kočka's own pages: the table of a dokládačka, and what the page of a round shows besides.

Who may lay what and what a cink proves lies in `games.kocka`; the forms themselves are read off
`games.kocka.entries`. All moves so far travel with the page, so nothing is stored.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from flask import Response, request, url_for

from scorekeeper.core.cards import FRENCH_32, Card, codes
from scorekeeper.core.schema import Invalid, dump_fields
from scorekeeper.core.sheet import Facts, sum_of
from scorekeeper.games.kocka import GAME
from scorekeeper.games.kocka.entries import SEATS, Round, about, answer_of, pointless_in
from scorekeeper.games.kocka.house_rules import HouseRules
from scorekeeper.games.kocka.referee.dokladacka import State, after, beginners
from scorekeeper.match import Match
from scorekeeper.web.forms.labels import number
from scorekeeper.web.game_pages import EntryContext, FreePages, Pages
from scorekeeper.web.games import helper
from scorekeeper.web.http.saving import carried_save
from scorekeeper.web.referee.table import table_of_request
from scorekeeper.web.render import page
from scorekeeper.web.wording.reader import book_of

KIND = "dokladacka"
SUITS = tuple(
    tuple(str(Card(rank, suit)) for rank in reversed(ranks)) for suit, ranks in FRENCH_32.suits
)
"""Rows of keys: the codes of a suit, high to low."""


@dataclass(frozen=True)
class PlayerState:
    """A player at the table: `left` cards in hand, and the `place` when going out (0 before)."""

    player: helper.PlayerView
    left: int
    place: int
    turn: bool


@dataclass(frozen=True)
class Progress:
    """How far a dokládačka went: the `first` seat (None if unknown), and the state per move.

    `states` begins with the state before the first move; `invalid` is what is wrong with the move
    after the last one.
    """

    first: int | None
    states: tuple[State, ...] = (State(0),)
    moves: tuple[str, ...] = ()
    invalid: Invalid | None = None

    @property
    def state(self) -> State:
        return self.states[-1]

    @property
    def playable(self) -> set[str]:
        if self.first is None or self.state.over:
            return set()
        return {str(card) for card in self.state.playable}

    @property
    def undo(self) -> int | None:
        return self.states[-2].turn if self.moves else None


def dokladacka_page(match: Match) -> Response:
    """The table for a match: its players and dealer; the result goes to the form of the entry."""
    due = KIND in match.standing.next
    back = (
        url_for("entries.new", code=match.code, type=KIND)
        if due
        else url_for("sheet.show", code=match.code)
    )
    action = url_for("questions.ask", code=match.code, kind=KIND)
    table = helper.HelperTable(table_of_request(match.code, None), KIND, action, back)
    write = url_for("entries.redisplay", code=match.code) if due else ""
    rounds = [r for r in match.rows if isinstance(r.entry, Round) and not (r.struck or r.undone)]
    points = sum_of(rounds[-1].lines, SEATS) if rounds else ()
    may = beginners(helper.narrow(match.house, HouseRules), match.standing.dealer, points)
    first = may[0] if len(may) == 1 else None
    return table_page(table, first, write, carried_save(match).hidden)


def free_page(action: str, back: str) -> Response:
    """The table without a match, for four who keep no score here.

    `action` is the address of the page itself, `back` the way back.
    """
    book = book_of(GAME)
    names = tuple(book.say("texts", "lay-seat", {"n": n}) for n in range(1, SEATS + 1))
    referee_table = replace(table_of_request(None, GAME.key), names=names)
    return table_page(helper.HelperTable(referee_table, KIND, action, back))


def table_page(
    table: helper.HelperTable,
    first: int | None = None,
    write: str = "",
    save: Sequence[helper.Param] = (),
) -> Response:
    """The table after the moves that were sent; only its block if htmx asks for it.

    `first` is the seat that probably begins; without the address `write` no result is written.
    The hidden controls of the `save` that will write it travel along from tap to tap.
    """
    progress, book = _progress(first), table.book
    state, invalid = progress.state, progress.invalid
    return page(
        "games/kocka/dokladacka-table.html",
        "lay",
        422 if invalid else 200,
        table=table,
        game=GAME.key,
        book=book,
        write=write,
        save=save,
        progress=progress,
        state=state,
        page_url=table.url_with(progress.moves, ("first", progress.first)),
        players=_players(table, progress),
        suits=SUITS,
        on_table={*map(str, state.table)},
        says=book.say("texts", *_sentence(progress), table.names),
        errors=[("part-cards", helper.refusal_text(book, invalid))] if invalid else [],
    )


def _players(table: helper.HelperTable, progress: Progress) -> list[PlayerState]:
    state = progress.state
    turn = None if progress.first is None or state.over else state.turn
    places = {seat: place for place, seat in enumerate(state.out, 1)}
    return [
        PlayerState(player, state.left[seat], places.get(seat, 0), seat == turn)
        for seat, player in enumerate(table.players)
    ]


def _progress(first: int | None) -> Progress:
    """The moves that were sent, up to the first that cannot be so; who begins was sent too, or is
    `first`.
    """
    if sent := request.values.getlist("first"):
        chosen = number(sent[-1])
        if not isinstance(chosen, int) or not 0 <= chosen < SEATS:
            invalid = Invalid("first", "no-such-seat", last=SEATS - 1)
            return Progress(first, (State(first or 0),), invalid=invalid)
        first = chosen
    if first is None:
        return Progress(None)
    start: tuple[State, ...] = (State(first),)
    taps = helper.taps_of_request()
    done = helper.replay(start, taps, lambda states, move: (*states, after(states[-1], move)))
    return Progress(first, done.state, done.moves, done.invalid)


def _sentence(progress: Progress) -> tuple[str, Facts]:
    """The one sentence of the page, as id and facts: who lost and why, or who may not say cink."""
    state = progress.state
    if progress.first is None:
        return "lay-first", {}
    if proof := state.proof:
        facts: Facts = {"seat": proof.seats[0], "cards": codes(proof.cards)}
        if len(proof.seats) > 1:
            return "lay-denied", facts
        return ("lay-held" if proof.cards else "lay-too-many"), facts
    if state.over:
        return "lay-lost", {"seat": state.losers[0]}
    return ("lay-must" if state.must_lay else "lay-may"), {"seat": state.turn}


def round_view(match: Match, data: Mapping[str, object]) -> Mapping[str, object]:
    """The round is entered `by` "cards" or "numbers"; the `brush` gives cards to one seat.

    `data` is the entry as JSON: a correction opens by what the round was entered by, and a new one
    by what the last round of the match was. The brush is a seat as text. Of the `pointless` seats
    it is asked who `took` a trick.
    """
    rounds = (row.entry for row in reversed(match.rows) if isinstance(row.entry, Round))
    by = request.values.get("by", way_of(chain([data], map(dump_fields, rounds))))
    durch = "durch" in data or "durch_caught" in data
    pointless = () if durch else pointless_in(data)
    took = answer_of(data, pointless) if pointless else data.get("took") or ()
    asked = {"pointless": pointless, "about": about(pointless), "took": took}
    return {"by": by, "brush": request.values.get("brush", "0"), **asked}


def way_of(rounds: Iterable[Mapping[str, object]]) -> str:
    """How the first of these rounds was entered that tells: a durch tells nothing.

    >>> way_of([{}, {"durch": 2}, {"points": [0, 7, 21, 0]}, {"rest": 1}])
    'numbers'
    """
    told = ("points" in data for data in rounds if data.keys() & {"points", "cards", "rest"})
    return "numbers" if next(told, False) else "cards"


PAGES: Pages = {"dokladacka": dokladacka_page}
FREE_PAGES: FreePages = {"dokladacka": free_page}
ENTRY_CONTEXTS: Mapping[str, EntryContext] = {"round": round_view}
