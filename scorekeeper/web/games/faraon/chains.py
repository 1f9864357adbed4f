"""Chains of sevens and of aces: each tap on a player is one more card from that player."""

from collections.abc import Sequence
from itertools import groupby

from flask import Response

from scorekeeper.games.faraon.referee.cards import ACE, SEVEN
from scorekeeper.schema import Json
from scorekeeper.web.forms.labels import Fragment
from scorekeeper.web.forms.numbers import number
from scorekeeper.web.games.chain_helper import SeatTurn, Taps, chain_page
from scorekeeper.web.games.helper import Given, HelpTable

KINDS = ("sevens", "ace-answer")


def sevens_page(table: HelpTable) -> Response:
    """Sevens in order: who takes how many, and who plays next (faraon.seven, .order)."""
    return chain_page(table, Taps(KINDS, _sevens, _seven_turns))


def aces_page(table: HelpTable) -> Response:
    """Aces of one player and the answers to them: who goes on (faraon.ace, .order)."""
    return chain_page(table, Taps(KINDS, _aces, _ace_turns))


def _runs(moves: Sequence[str]) -> list[tuple[Json, int]]:
    """The seats in order as they were sent, each with how many cards it played in one go."""
    return [(seat, len(list(run))) for seat, run in groupby(map(number, moves))]


def _sevens(table: HelpTable, moves: Sequence[str]) -> Given | None:
    plays = [{"seat": seat, "cards": n} for seat, n in _runs(moves)]
    return {"players": table.size, "plays": plays} if plays else None


def _aces(table: HelpTable, moves: Sequence[str]) -> Given | None:
    """The first player's aces up to the first answer; after that each tap is an answer."""
    if not moves:
        return None
    by, aces = _runs(moves)[0]
    answers: list[Json] = [number(move) for move in moves[aces:]]
    return {"players": table.size, "by": by, "aces": aces, "answers": answers}


def _seven_turns(table: HelpTable, moves: Sequence[str]) -> list[SeatTurn]:
    return _turns(table, moves, SEVEN)


def _ace_turns(table: HelpTable, moves: Sequence[str]) -> list[SeatTurn]:
    return _turns(table, moves, ACE)


def _turns(table: HelpTable, moves: Sequence[str], rank: str) -> list[SeatTurn]:
    """Taps as cards of one rank; these taps were judged, so each is a seat."""
    card = Fragment(text=table.book.rank(rank))
    return [SeatTurn(seat, (card,) * n) for seat, n in _runs(moves) if isinstance(seat, int)]
