"""Who draws how many after a bout, in which order: roles and hands are tapped (durak.refill).

The next bout begins with the hands and the stock that this refill leaves.
"""

from dataclasses import dataclass, replace

from flask import Response, request

from scorekeeper.games.durak.house import HouseRules, most_players
from scorekeeper.games.durak.referee.cards import HAND
from scorekeeper.judgements import Judgement
from scorekeeper.schema import Invalid
from scorekeeper.web.games.durak.refill_board import NEXT, ROLES, RefillBoard
from scorekeeper.web.games.helper import (
    HelpTable,
    PlayerView,
    asks_why,
    redirect_to_verdict,
    render_help,
)
from scorekeeper.web.games.narrow import narrow
from scorekeeper.web.games.replay import replay, taps_of_request

STOCK_STEPS = (-5, -1, 1, 5)
MOST_ROWS = 6
"""Players that have a row of their own; more stand side by side."""


@dataclass(frozen=True)
class HandRow:
    """A player in the list: role and cards, and the move that a tap sends (empty for none)."""

    player: PlayerView
    role: str
    hand: int
    move: str


def refill_page(table: HelpTable) -> Response:
    """The page after the taps that were sent."""
    start, table = _start(table), _with_cards_enough(table)
    done = replay(start, taps_of_request(), lambda board, move: _tap(table, board, move))
    board = done.state
    judgement = _judge(table, board)
    if judgement and asks_why(judgement):
        return redirect_to_verdict(table, judgement)
    role = _role(board)
    return render_help(
        "games/durak/refill.html",
        table,
        done.moves,
        done.invalid,
        board=board,
        role=role,
        roles=ROLES,
        rows=_rows(table, board, role),
        steps=STOCK_STEPS,
        figures=range(1, HAND + 1),
        many=table.size > MOST_ROWS,
        draws=[(table.names[seat], n) for seat, n in _draws(judgement)],
        judgement=judgement,
    )


def _start(table: HelpTable) -> RefillBoard:
    """All hands are full, and the rest of the pack is the stock."""
    stock = len(table.pack.cards) - HAND * table.size
    most = len(_with_cards_enough(table).pack.cards)
    return RefillBoard(before=(HAND,) * table.size, stock=max(0, stock), most=most)


def _with_cards_enough(table: HelpTable) -> HelpTable:
    """The table with the large pack if its own cannot be dealt to so many (durak.pack)."""
    house = narrow(table.asker.house, HouseRules)
    if table.size <= most_players(house):
        return table
    return replace(table, asker=replace(table.asker, house=replace(house, pack="52")))


def _judge(table: HelpTable, board: RefillBoard) -> Judgement | None:
    return table.judge("refill", board.question) if board.question else None


def _draws(judgement: Judgement | None) -> list[tuple[int, int]]:
    """Seat and number of cards of each who draws, in order."""
    draws = judgement.verdict.result["draws"] if judgement else ()
    return [(seat, n) for seat, n in draws]


def _tap(table: HelpTable, board: RefillBoard, move: str) -> RefillBoard:
    """The board after one tap, if it can be judged. Raises Invalid."""
    changed = _next(table, board) if move == NEXT else board.tap(move)
    _judge(table, changed)
    return changed


def _next(table: HelpTable, board: RefillBoard) -> RefillBoard:
    """The next bout: the hands are refilled, as the referee says."""
    judgement = _judge(table, board)
    if judgement is None:
        raise Invalid("attacker", "missing")
    drawn = dict(_draws(judgement))
    hands = tuple(n + drawn.get(seat, 0) for seat, n in enumerate(board.hands))
    return RefillBoard(hands, board.stock - sum(drawn.values()), board.most)


def _role(board: RefillBoard) -> str:
    """The role that a tap on a player gives: the chosen one, else attacker, and then thrower."""
    chosen = request.values.get("role", "")
    usual = "attacker" if board.attacker is None else "thrower"
    return chosen if chosen in ROLES and board.attacker is not None else usual


def _rows(table: HelpTable, board: RefillBoard, role: str) -> list[HandRow]:
    roles, hands = board.roles, board.hands
    return [
        HandRow(player, roles.get(seat, ""), hands[seat], _move(roles.get(seat, ""), role, seat))
        for seat, player in enumerate(table.players)
    ]


_FIXED = {
    "attacker": ("attacker",),
    "thrower": ("attacker", "defender"),
    "defender": ("attacker", "defender"),
}
"""Role that a tap gives → the roles that it does not change."""


def _move(has: str, role: str, seat: int) -> str:
    """The move that a tap on a player sends; empty if it would change nothing."""
    return "" if has in _FIXED[role] else f"{role}.{seat}"
