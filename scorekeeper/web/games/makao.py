"""Makao's own pages: who takes how many cards, and who misses how many turns.

A tap on a player begins a turn, a tap on a card adds it to the turn that was begun last. What is
legal lies in `games.makao.referee`; the page itself in `web.games.chain_helper`.
"""

from collections.abc import Callable, Sequence

from flask import Response

from scorekeeper.core.cards import FRENCH_52, JOKER, Card, as_joker
from scorekeeper.core.schema import Invalid
from scorekeeper.games.makao import GAME
from scorekeeper.games.makao.referee.situation import SKIP, UNNAMED, worth
from scorekeeper.web.forms.labels import Fragment, number
from scorekeeper.web.games.chain_helper import SeatTurn, TapMeanings, chain_page
from scorekeeper.web.games.helper import DisputeFacts, HelperTable, helper_pages

PAGE_KINDS = ("attack", "skip")
ASKED_BY_FORM = ("demand", "play")
"""What is asked by a form: whether a demand still holds, and what may be laid on it."""
AS_JOKER = "joker"
"""The tap that makes the next card a joker named so."""
SeatCodes = tuple[int, tuple[str, ...]]
"""A seat, and the codes of the cards that it played in one go."""


def attack_page(table: HelperTable) -> Response:
    """Twos, threes and kings: who takes how many (makao.attack, makao.king)."""
    return _attack_or_skip_page(table, lambda card: worth(card) > 0 or card.rank == "K")


def skip_page(table: HelperTable) -> Response:
    """Fours: who misses how many turns (makao.skip)."""
    return _attack_or_skip_page(table, lambda card: card.rank == SKIP)


def _attack_or_skip_page(table: HelperTable, counts: Callable[[Card], bool]) -> Response:
    first = str(table.referee_table.facts.get("leader", 0))
    marks = (AS_JOKER,) if UNNAMED in table.pack.cards else ()
    taps = TapMeanings(PAGE_KINDS, _question, _turns, _keys(counts), marks, ASKED_BY_FORM)
    return chain_page(table, taps, (first,))


def _keys(counts: Callable[[Card], bool]) -> tuple[tuple[str, ...], ...]:
    """The cards that count, a row for each rank, with a gap for a suit that does not."""
    cards = {str(card) for card in FRENCH_52.cards if counts(card)}
    suits = [suit for suit, _ranks in FRENCH_52.suits]
    ranks = dict.fromkeys(card.rank for card in FRENCH_52.cards if str(card) in cards)
    rows = (tuple(f"{rank}{suit}" for suit in suits) for rank in ranks)
    return tuple(tuple(code if code in cards else "" for code in row) for row in rows)


def _plays(table: HelperTable, moves: Sequence[str]) -> list[SeatCodes]:
    """The plays in order, the last one perhaps without cards yet. Raises Invalid for no seat."""
    plays: list[SeatCodes] = []
    for move in moves:
        if isinstance(seat := number(move), int):
            if not 0 <= seat < table.size:
                raise Invalid("plays.seat", "no-such-seat", last=table.size - 1)
            plays[-1:] = [*(play for play in plays[-1:] if play[1]), (seat, ())]
        elif plays:
            plays[-1] = (plays[-1][0], _longer(table, plays[-1][1], move))
        else:
            raise Invalid("plays.0.seat", "missing")
    return plays


def _longer(table: HelperTable, codes: tuple[str, ...], move: str) -> tuple[str, ...]:
    """The cards of a play after one tap more: a card, or a joker that the next one names."""
    if move == AS_JOKER:
        return codes if codes[-1:] == (JOKER,) else (*codes, JOKER)
    if codes[-1:] == (JOKER,) and move in table.pack.by_code:
        return (*codes[:-1], str(as_joker(table.pack.parse(move))))
    return (*codes, move)


def _question(table: HelperTable, moves: Sequence[str]) -> DisputeFacts | None:
    """The question: whoever was tapped last and has played nothing yet is left out.

    Nothing is asked as long as only a king that does nothing was played: one may go behind it.
    """
    shown = _plays(table, moves)
    named = ((seat, [code for code in codes if code != JOKER]) for seat, codes in shown)
    plays: list[DisputeFacts] = [{"seat": seat, "cards": codes} for seat, codes in named if codes]
    if not plays or (len(plays) == 1 and all(map(_is_quiet, shown[0][1]))):
        return None
    return {"players": table.size, "plays": plays}


def _is_quiet(code: str) -> bool:
    card = FRENCH_52.by_code.get(code)
    return card is not None and card.rank == "K" and not worth(card)


def _turns(table: HelperTable, moves: Sequence[str]) -> list[SeatTurn]:
    plays = _plays(table, moves)
    return [SeatTurn(seat, tuple(Fragment(card=code) for code in codes)) for seat, codes in plays]


PAGES, FREE_PAGES = helper_pages(GAME, {"attack": attack_page, "skip": skip_page})
