"""Who draws how many and who plays next: each tap on a player is a seven more, or an ace more."""

from collections.abc import Sequence
from itertools import groupby

from flask import Response

from scorekeeper.games.faraon.turn import ACE, SEVEN
from scorekeeper.web.games.chains import Given, Lay, Lays, Way, chain_page
from scorekeeper.web.games.tapping import Sitting
from scorekeeper.web.telling import Bit
from scorekeeper.web.typed import number

KINDS = ("sevens", "ace-answer")


def sevens_page(sitting: Sitting) -> Response:
    """Sevens in order: who takes how many, and who plays next (faraon.seven, .order)."""
    return chain_page(sitting, Way(KINDS, _sevens, _laid(SEVEN)))


def aces_page(sitting: Sitting) -> Response:
    """Aces of one player and the answers to them: who goes on (faraon.ace, .order)."""
    return chain_page(sitting, Way(KINDS, _aces, _laid(ACE)))


def _runs(moves: Sequence[str]) -> list[tuple[int, int]]:
    """Seats in order, each with how many cards it laid in one go."""
    return [(seat, len(list(run))) for seat, run in groupby(map(number, moves))]


def _sevens(sitting: Sitting, moves: Sequence[str]) -> Given | None:
    plays = [{"seat": seat, "cards": n} for seat, n in _runs(moves)]
    return {"players": sitting.players, "plays": plays} if plays else None


def _aces(sitting: Sitting, moves: Sequence[str]) -> Given | None:
    """The first player's aces up to the first answer; after that each tap is an answer."""
    if not moves:
        return None
    by, aces = _runs(moves)[0]
    answers = [number(move) for move in moves[aces:]]
    return {"players": sitting.players, "by": by, "aces": aces, "answers": answers}


def _laid(rank: str) -> Lays:
    """Tells taps on players as cards of one rank."""

    def lays(sitting: Sitting, moves: Sequence[str]) -> list[Lay]:
        bit = Bit(text=sitting.book.rank(rank))
        return [Lay(seat, (bit,) * n) for seat, n in _runs(moves)]

    return lays
