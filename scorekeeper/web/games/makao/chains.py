"""Who takes how many cards or misses how many turns: players and their cards, tapped in order.

A tap on a player begins his play, a tap on a card adds it to the play that was begun last.
"""

from collections.abc import Callable, Sequence

from flask import Response

from scorekeeper.cards import FRENCH_52, Card
from scorekeeper.games.makao.situation import SKIP, worth
from scorekeeper.plain import Unreadable
from scorekeeper.web.games.chains import Given, Lay, Way, chain_page
from scorekeeper.web.games.tapping import Sitting
from scorekeeper.web.telling import Bit
from scorekeeper.web.typed import number

KINDS = ("attack", "skip")
Play = tuple[int, tuple[str, ...]]
"""A seat, and the codes of the cards that it laid."""


def attack_page(sitting: Sitting) -> Response:
    """Twos, threes and the two kings: who takes how many (makao.attack, makao.king)."""
    return _page(sitting, lambda card: worth(card) > 0)


def skip_page(sitting: Sitting) -> Response:
    """Fours: who misses how many turns (makao.skip)."""
    return _page(sitting, lambda card: card.rank == SKIP)


def _page(sitting: Sitting, counts: Callable[[Card], bool]) -> Response:
    first = str(sitting.bench.known.get("leader", 0))
    return chain_page(sitting, Way(KINDS, _given, _lays, _keys(counts)), (first,))


def _keys(counts: Callable[[Card], bool]) -> tuple[tuple[str, ...], ...]:
    """The cards that count, a row for each rank, with a gap for a suit that does not."""
    cards = {str(card) for card in FRENCH_52.cards if counts(card)}
    suits = [suit for suit, _ranks in FRENCH_52.suits]
    ranks = dict.fromkeys(card.rank for card in FRENCH_52.cards if str(card) in cards)
    rows = (tuple(f"{rank}{suit}" for suit in suits) for rank in ranks)
    return tuple(tuple(code if code in cards else "" for code in row) for row in rows)


def _plays(sitting: Sitting, moves: Sequence[str]) -> list[Play]:
    """What the taps tell. Raises Unreadable for a seat that is not there."""
    plays: list[Play] = []
    for move in moves:
        if isinstance(seat := number(move), int):
            plays[-1:] = [*(play for play in plays[-1:] if play[1]), (_seat(sitting, seat), ())]
        elif plays:
            plays[-1] = (plays[-1][0], (*plays[-1][1], move))
        else:
            raise Unreadable("plays.0.seat", "missing")
    return plays


def _seat(sitting: Sitting, seat: int) -> int:
    if not 0 <= seat < sitting.players:
        raise Unreadable("plays.seat", "no-such-seat", last=sitting.players - 1)
    return seat


def _given(sitting: Sitting, moves: Sequence[str]) -> Given | None:
    """The question: whoever was tapped last and has laid nothing yet is left out."""
    plays = [
        {"seat": seat, "cards": list(codes)} for seat, codes in _plays(sitting, moves) if codes
    ]
    return {"players": sitting.players, "plays": plays} if plays else None


def _lays(sitting: Sitting, moves: Sequence[str]) -> list[Lay]:
    plays = _plays(sitting, moves)
    return [Lay(seat, tuple(Bit(card=code) for code in codes)) for seat, codes in plays]
