"""Who takes how many and who plays next: people tap who plays what, one answer after another.

Faraón and Makao share the page; a game says what its taps mean. Each tap is judged, and so is every
tap that could follow: nothing about the rules is known here.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from flask import Response
from flask_babel import gettext as _

from scorekeeper.core.schema import Invalid
from scorekeeper.referee.judgements import Judgement
from scorekeeper.web.forms.labels import Fragment
from scorekeeper.web.games import helper
from scorekeeper.web.wording.verdicts import verdict_view

OFF = "off"


@dataclass(frozen=True)
class SeatTurn:
    """What one seat played in one go, as the page draws it."""

    seat: int
    cards: tuple[Fragment, ...]


@dataclass(frozen=True)
class TapMeanings:
    """The meaning of the taps of a page, as a game defines it.

    `question` makes the fields of the dispute out of them, or None as long as they ask nothing; it
    raises Invalid for a tap that cannot be. `turns` are the plays in order. `keys` are rows of
    codes of cards that can be tapped, "" for a gap; without any, a tap on a seat is one card more.
    `marks` are taps that say something else; the book has words for each (`tap-mark-<code>`).
    `kinds` are all the helps that the page leads to, this one too; `asked_by_form` are questions
    that it does not ask.
    """

    kinds: tuple[str, ...]
    question: Callable[[helper.HelperTable, Sequence[str]], helper.DisputeFacts | None]
    turns: Callable[[helper.HelperTable, Sequence[str]], Sequence[SeatTurn]]
    keys: tuple[tuple[str, ...], ...] = ()
    marks: tuple[str, ...] = ()
    asked_by_form: tuple[str, ...] = ()


@dataclass(frozen=True)
class ChainState:
    """A chain up to the first tap that broke a rule or could not be.

    `legal` is the judgement of the last tap that broke nothing, `offence` of the one that did.
    `invalid` says why a tap could not be; that tap is not among `moves`.
    """

    moves: tuple[str, ...] = ()
    legal: Judgement | None = None
    offence: Judgement | None = None
    invalid: Invalid | None = None

    @property
    def duties(self) -> Mapping[int, str]:
        """Seat → what it has to do now, in a few words."""
        result = self.legal.verdict.result if self.legal else {}
        plays = {result["next"]: _("plays next")} if "next" in result else {}
        return {
            **plays,
            **{seat: _("takes %(n)d", n=n) for seat, n in self._by_seat("takes").items()},
            **{seat: _("misses %(n)d×", n=n) for seat, n in self._by_seat("misses").items()},
        }

    @property
    def target(self) -> int | None:
        return next(iter({**self._by_seat("takes"), **self._by_seat("misses")}), None)

    def _by_seat(self, key: str) -> dict[int, int]:
        """Seat → number, from a part of the result; a saved verdict has seats as text."""
        counts = self.legal.verdict.result.get(key) if self.legal else None
        return {int(seat): n for seat, n in (counts or {}).items()}


@dataclass(frozen=True)
class PlayerKey:
    """A player as a key: its duty in a few words, and the verdict on a tap on it, or `off`."""

    player: helper.PlayerView
    duty: str
    verdict: str
    turn: bool


def chain_page(table: helper.HelperTable, taps: TapMeanings, start: Sequence[str] = ()) -> Response:
    """The page after the taps that were sent; `start` are taps that nobody has to make."""
    sent = helper.taps_of_request()
    chain = follow(table, taps, sent if len(sent) >= len(start) else tuple(start))
    if asked := helper.verdict_page(table, chain.offence or chain.legal):
        return asked
    turns = taps.turns(table, chain.moves)
    verdict_on, book = partial(_verdict_on, table, taps, chain), table.book
    return helper.render_helper(
        "games/chain_helper.html",
        table,
        chain.moves,
        chain.invalid,
        kinds=taps.kinds,
        asked_by_form=table.form_links(taps.asked_by_form),
        seats=_player_keys(table, taps, chain, turns),
        keys=[[(code, verdict_on(code) if code else OFF) for code in row] for row in taps.keys],
        marks=[(mark, verdict_on(mark)) for mark in taps.marks],
        turns=[(table.players[turn.seat], turn.cards) for turn in turns],
        chain=chain,
        legal=verdict_view(chain.legal, book) if chain.legal else None,
        offence=verdict_view(chain.offence, book) if chain.offence else None,
        begun=len(chain.moves) > len(start),
        # Whose tap can be taken back.
        undo=table.names[turns[-1].seat] if turns else "",
    )


def follow(table: helper.HelperTable, taps: TapMeanings, moves: Sequence[str]) -> ChainState:
    """Judges tap by tap, up to the first that cannot be or that breaks a rule."""
    chain = ChainState()
    for move in moves:
        done = (*chain.moves, move)
        try:
            judgement = _judge(table, taps, done)
        except Invalid as invalid:
            return replace(chain, invalid=invalid)
        if judgement and judgement.verdict.verdict != helper.LEGAL:
            return replace(chain, moves=done, offence=judgement)
        chain = ChainState(done, judgement or chain.legal)
    return chain


def _judge(table: helper.HelperTable, taps: TapMeanings, moves: Sequence[str]) -> Judgement | None:
    given = taps.question(table, moves)
    return None if given is None else table.judge(table.kind, given)


def _verdict_on(table: helper.HelperTable, taps: TapMeanings, chain: ChainState, move: str) -> str:
    """The verdict on one tap more; `off` if it cannot be."""
    if chain.offence:
        return OFF
    try:
        judgement = _judge(table, taps, (*chain.moves, move))
    except Invalid:
        return OFF
    return judgement.verdict.verdict if judgement else helper.LEGAL


def _player_keys(
    table: helper.HelperTable, taps: TapMeanings, chain: ChainState, turns: Sequence[SeatTurn]
) -> tuple[PlayerKey, ...]:
    turn = turns[-1].seat if turns and taps.keys and not chain.offence else None
    duties = chain.duties
    return tuple(
        PlayerKey(
            player,
            duties.get(player.seat, ""),
            _verdict_on(table, taps, chain, str(player.seat)),
            player.seat == turn,
        )
        for player in table.players
    )
