"""Faraón's own pages: who draws how many for sevens, and who goes on after aces.

Each tap on a player is one more card from that player. A mark says what no seven and no ace is: the
faraón on sevens, the red seven that brings somebody back, and an ace that nobody answered. What is
legal lies in `games.faraon.referee`; the page itself in `web.games.chain_helper`.
"""

from collections.abc import Sequence
from itertools import groupby

from flask import Response

from scorekeeper.core.schema import Invalid, Json
from scorekeeper.games.faraon import GAME
from scorekeeper.games.faraon.referee.layout import ACE, SEVEN
from scorekeeper.web.forms.labels import Fragment, number
from scorekeeper.web.games.chain_helper import SeatTurn, TapMeanings, chain_page
from scorekeeper.web.games.helper import DisputeFacts, HelperTable, helper_pages

PAGE_KINDS = ("sevens", "ace-answer")
ASKED_BY_FORM = ("wrong-seven", "return")
"""What is asked by a form: a wrong answer to sevens, and who comes back by a red one."""
INSTEAD = {"UL": "faraon", "7H": "return"}
"""The marks of the page of sevens: what the next player lays, as `sevens` calls it (`how`)."""
LEFT = "left"
"""The mark of the page of aces: the first ace was left unanswered."""


def sevens_page(table: HelperTable) -> Response:
    """Sevens in order: who takes how many, and who plays next (faraon.seven, .order)."""
    taps = TapMeanings(PAGE_KINDS, _sevens, _seven_turns, (), tuple(INSTEAD), ASKED_BY_FORM)
    return chain_page(table, taps)


def aces_page(table: HelperTable) -> Response:
    """Aces of one player and the answers to them: who goes on (faraon.ace, .order)."""
    return chain_page(table, TapMeanings(PAGE_KINDS, _aces, _ace_turns, marks=(LEFT,)))


def _runs(moves: Sequence[str]) -> list[tuple[Json, int]]:
    """The seats in order as they were sent, each with how many cards it played in one go."""
    return [(seat, len(list(run))) for seat, run in groupby(map(number, moves))]


def _sevens(table: HelperTable, moves: Sequence[str]) -> DisputeFacts | None:
    plays = _seven_plays(table, moves)
    return {"players": table.size, "plays": plays} if plays else None


def _seven_plays(table: HelperTable, moves: Sequence[str]) -> list[dict[str, Json]]:
    """The plays in order. Raises Invalid for a mark before the first seven."""
    plays: list[dict[str, Json]] = []
    for mark, run in groupby(moves, INSTEAD.get):
        if mark is None:
            plays += [{"seat": seat, "cards": n} for seat, n in _runs(list(run))]
        else:
            plays += [_instead(table, plays, mark) for _ in run]
    return plays


def _instead(table: HelperTable, plays: Sequence[dict[str, Json]], mark: str) -> dict[str, Json]:
    """What the next player laid instead of a seven. Raises Invalid if nobody is next."""
    last = plays[-1]["seat"] if plays else None
    if not isinstance(last, int):
        raise Invalid("plays.0.seat", "missing")
    return {"seat": (last + 1) % table.size, "cards": 1, "how": mark}


def _aces(table: HelperTable, moves: Sequence[str]) -> DisputeFacts | None:
    """The first player's aces up to the first answer; after that each run of taps is one."""
    runs = _runs([move for move in moves if move != LEFT])
    if not runs:
        return None
    (by, aces), *answers = runs
    pairs: list[Json] = [seat if n == 1 else [seat, n] for seat, n in answers]
    late = {"late": True} if _is_left(moves) else {}
    return {"players": table.size, "by": by, "aces": aces, "answers": pairs, **late}


def _is_left(moves: Sequence[str]) -> bool:
    """True if the first aces were left unanswered. Raises Invalid if somebody had answered."""
    if LEFT not in moves:
        return False
    if len({*moves[: moves.index(LEFT)]}) != 1 or moves.count(LEFT) > 1:
        raise Invalid("late", "refused", rule="faraon.ace.late")
    return True


def _seven_turns(table: HelperTable, moves: Sequence[str]) -> list[SeatTurn]:
    """The plays, as far as they are judged; of a mark its words."""
    marks = {how: mark for mark, how in INSTEAD.items()}
    return [
        SeatTurn(play["seat"], _drawn(table, SEVEN, play["cards"], marks.get(str(play.get("how")))))
        for play in _seven_plays(table, moves)
        if isinstance(play["seat"], int)
    ]


def _ace_turns(table: HelperTable, moves: Sequence[str]) -> list[SeatTurn]:
    """The plays; an ace that was left unanswered says so."""
    turns = []
    for move, run in groupby(moves):
        mark = LEFT if move == LEFT else None
        seat = number(moves[0] if mark else move)
        if isinstance(seat, int):
            turns.append(SeatTurn(seat, _drawn(table, ACE, len(list(run)), mark)))
    return turns


def _drawn(table: HelperTable, rank: str, n: Json, mark: str | None) -> tuple[Fragment, ...]:
    """So many cards of a rank, or the words of a mark instead of them."""
    if mark is not None:
        return (Fragment(text=table.book.label("texts", f"tap-did-{mark}")),)
    return (Fragment(text=table.book.rank(rank)),) * (n if isinstance(n, int) else 0)


PAGES, FREE_PAGES = helper_pages(GAME, {"sevens": sevens_page, "ace-answer": aces_page})
