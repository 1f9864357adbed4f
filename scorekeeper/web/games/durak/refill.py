"""Who draws how many after a bout, in which order: roles and hands are tapped (durak.refill).

The next bout begins with the hands and the stock that this refill leaves. A tap changes the board:
"attacker.2", "laid.3", "hand.0.-1", "stock.5", "took". Each seat with a role is taken to have
played one card, until a figure says how many, or hands are corrected.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial

from flask import Response, request

from scorekeeper.core.schema import Invalid
from scorekeeper.games.durak.house_rules import HouseRules, most_players
from scorekeeper.games.durak.referee.layout import HAND, MOST_CARDS
from scorekeeper.referee.judgements import Judgement
from scorekeeper.web.forms.labels import number
from scorekeeper.web.games import helper

ROLES = ("attacker", "thrower", "defender")
NEXT = "next"
"""The tap that refills the hands; the referee says how."""


@dataclass(frozen=True)
class RefillBoard:
    """Hands, stock and roles of a bout; seats are those of the table, numbers are cards.

    `most` are all cards of the pack, `before` the hands when it began, `steps` what was added to
    them or taken off by hand.
    `chosen_defender` is a seat only if somebody else than the next one defends. `laid` are the
    figures of attackers, `current` is the one whose figure is told next.
    """

    before: tuple[int, ...]
    stock: int
    most: int = MOST_CARDS
    steps: Mapping[int, int] = field(default_factory=dict)
    attacker: int | None = None
    chosen_defender: int | None = None
    throwers: frozenset[int] = frozenset()
    took: bool = False
    laid: Mapping[int, int] = field(default_factory=dict)
    current: int | None = None

    @property
    def defender(self) -> int | None:
        """Who defends: as was chosen, else the one after the attacker (durak.turn)."""
        if self.chosen_defender is not None or self.attacker is None:
            return self.chosen_defender
        return (self.attacker + 1) % len(self.before)

    @property
    def roles(self) -> Mapping[int, str]:
        """Seat → its role, for those who have one."""
        pairs: list[tuple[int | None, str]] = [(seat, "thrower") for seat in sorted(self.throwers)]
        pairs += [(self.attacker, "attacker"), (self.defender, "defender")]
        return {seat: role for seat, role in pairs if seat is not None}

    @property
    def hands(self) -> tuple[int, ...]:
        return tuple(max(0, n + self._change(seat)) for seat, n in enumerate(self.before))

    def _change(self, seat: int) -> int:
        """The change of a hand in the bout: a defender who took has all cards of the others, else
        he beat them; one, until a figure tells how many lie there.
        """
        role, by_hand = self.roles.get(seat), self.steps.get(seat, 0)
        if role == "defender":
            lying = sum(self.laid.get(seat, 1) for seat, r in self.roles.items() if r != role)
            return by_hand + (lying if self.took else -(lying if self.laid else 1))
        return by_hand - (0 if role is None else self.laid.get(seat, 1))

    @property
    def question(self) -> helper.DisputeFacts | None:
        """The fields of the dispute `refill`; None as long as nobody attacks."""
        if self.attacker is None:
            return None
        return {
            "hands": list(self.hands),
            "stock": self.stock,
            "attacker": self.attacker,
            "throwers": [seat for seat, role in self.roles.items() if role == "thrower"],
            "defender": self.defender,
            "took": self.took,
        }

    def tap(self, move: str) -> "RefillBoard":
        """The board after one tap. Raises Invalid.

        >>> board = RefillBoard(before=(6, 6, 6), stock=18).tap("attacker.0").tap("hand.2.-2")
        >>> board.hands, board.defender
        ((5, 5, 4), 1)
        >>> board.tap("defender.3")
        Traceback (most recent call last):
        scorekeeper.core.schema.Invalid: move: no-such-seat
        """
        what, *texts = move.split(".")
        change = _CHANGES.get((what, len(texts)))
        if change is None:
            choices = (*(what for what, _n in _CHANGES), NEXT)
            raise Invalid("move", "not-a-choice", choices=", ".join(choices))
        numbers = [n for n in map(number, texts) if isinstance(n, int)]
        if len(numbers) < len(texts):
            raise Invalid("move", "not-a-number")
        if what in (*ROLES, "hand") and not 0 <= numbers[0] < len(self.before):
            raise Invalid("move", "no-such-seat", last=len(self.before) - 1)
        return change(self, *numbers)


def _attack(board: RefillBoard, seat: int) -> RefillBoard:
    defender = None if board.chosen_defender == seat else board.chosen_defender
    return replace(board, attacker=seat, chosen_defender=defender, current=seat)


def _throw_in(board: RefillBoard, seat: int) -> RefillBoard:
    throwers = board.throwers ^ {seat}
    return replace(board, throwers=throwers, current=seat if seat in throwers else board.attacker)


def _lay(board: RefillBoard, cards: int) -> RefillBoard:
    if board.current is None:
        raise Invalid("attacker", "missing")
    if not 1 <= cards <= HAND:
        raise Invalid("move", "too-large", most=HAND)
    return replace(board, laid={**board.laid, board.current: cards})


def _step_hand(board: RefillBoard, seat: int, by: int) -> RefillBoard:
    others = sum(board.hands) - board.hands[seat]
    step = min(max(0, board.hands[seat] + by), board.most - others) - board.hands[seat]
    stepped = replace(board, steps={**board.steps, seat: board.steps.get(seat, 0) + step})
    return replace(stepped, stock=min(board.stock, board.most - sum(stepped.hands)))


def _step_stock(board: RefillBoard, by: int) -> RefillBoard:
    return replace(board, stock=min(max(0, board.stock + by), board.most - sum(board.hands)))


_CHANGES: Mapping[tuple[str, int], Callable[..., RefillBoard]] = {
    ("attacker", 1): _attack,
    ("thrower", 1): _throw_in,
    ("defender", 1): lambda board, seat: replace(board, chosen_defender=seat),
    ("laid", 1): _lay,
    ("hand", 2): _step_hand,
    ("stock", 1): _step_stock,
    ("took", 0): lambda board: replace(board, took=not board.took),
}
"""What a tap begins with and how many numbers follow → the change of the board."""


MOST_ROWS = 6
"""Players that have a row of their own; more stand side by side."""
_FIXED = {
    "attacker": ("attacker",),
    "thrower": ("attacker", "defender"),
    "defender": ("attacker", "defender"),
}
"""Role that a tap gives → the roles that it does not change."""


@dataclass(frozen=True)
class HandRow:
    """A player in the list: role and cards, and the move that a tap sends (empty for none)."""

    player: helper.PlayerView
    role: str
    hand: int
    move: str


def refill_page(table: helper.HelperTable) -> Response:
    """The page after the taps that were sent."""
    full, stock = HAND * table.size, len(table.pack.cards)
    table = _with_cards_enough(table)
    start = RefillBoard((HAND,) * table.size, max(0, stock - full), len(table.pack.cards))
    done = helper.replay(start, helper.taps_of_request(), partial(_tap, table))
    board = done.state
    judgement = _judge(table, board)
    if asked := helper.verdict_page(table, judgement):
        return asked
    role = _role(board)
    return helper.render_helper(
        "games/durak/refill.html",
        table,
        done.moves,
        done.invalid,
        board=board,
        role=role,
        roles=ROLES,
        rows=_rows(table, board, role),
        many=table.size > MOST_ROWS,
        figures=range(1, HAND + 1),
        steps=(-5, -1, 1, 5),
        judgement=judgement,
        draws=[(table.names[seat], n) for seat, n in _draws(judgement)],
    )


def _rows(table: helper.HelperTable, board: RefillBoard, gives: str) -> list[HandRow]:
    """The players, each with the move of a tap that gives a role, which is none where it would
    change nothing.
    """
    rows, roles, hands = [], board.roles, board.hands
    for seat, player in enumerate(table.players):
        role = roles.get(seat, "")
        move = "" if role in _FIXED[gives] else f"{gives}.{seat}"
        rows.append(HandRow(player, role, hands[seat], move))
    return rows


def _with_cards_enough(table: helper.HelperTable) -> helper.HelperTable:
    """The table with the large pack if its own cannot be dealt to so many (durak.pack)."""
    house = helper.narrow(table.referee_table.house, HouseRules)
    if table.size <= most_players(house):
        return table
    return replace(
        table, referee_table=replace(table.referee_table, house=replace(house, pack="52"))
    )


def _judge(table: helper.HelperTable, board: RefillBoard) -> Judgement | None:
    return table.judge("refill", board.question) if board.question else None


def _draws(judgement: Judgement | None) -> list[tuple[int, int]]:
    """Seat and number of cards of each who draws, in order."""
    draws = judgement.verdict.result["draws"] if judgement else ()
    return [(seat, n) for seat, n in draws]


def _tap(table: helper.HelperTable, board: RefillBoard, move: str) -> RefillBoard:
    """The board after one tap, if it can be judged. Raises Invalid."""
    changed = _next(table, board) if move == NEXT else board.tap(move)
    _judge(table, changed)
    return changed


def _next(table: helper.HelperTable, board: RefillBoard) -> RefillBoard:
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
