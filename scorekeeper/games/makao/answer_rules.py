"""The rules of Makao on plays that answer one another (rules document, section 3)."""

from collections.abc import Callable
from itertools import pairwise

from scorekeeper.games.makao.answers import Attack, Chain, Laid, Skip
from scorekeeper.games.makao.findings import left_out, mixed, rule, unfit, unnamed
from scorekeeper.games.makao.house import HouseRules
from scorekeeper.games.makao.situation import (
    Situation,
    answers_attack,
    answers_skip,
    direction,
    meant,
    neighbour,
)
from scorekeeper.referee import AnyRule, Broken, Finding, Missing


def joker_in_the_chain(chain: Chain, house: HouseRules) -> Finding:
    """makao.joker (3): a joker has to be named, and played with at all."""
    cards = [card for play in chain.plays for card in play.cards]
    return left_out(cards, house) or (Missing("plays") if unnamed(cards) else None)


def mixes_ranks(chain: Chain, house: HouseRules) -> Finding:
    """makao.match (2, GRA): cards laid together are of one rank."""
    return next(filter(None, (mixed(play.cards) for play in chain.plays)), None)


def attack_not_answered(chain: Attack, house: HouseRules) -> Finding:
    """makao.attack.answer (3, GRA): each play passes on the attack before it and raises it."""
    return _first_unfit(chain, lambda facing, play: answers_attack(facing.top, meant(play.cards)))


def skip_not_answered(chain: Skip, house: HouseRules) -> Finding:
    """makao.skip.answer (3, GRA): only fours pass on missed turns."""
    return _first_unfit(chain, lambda facing, play: answers_skip(play.cards[0].meant))


def answers_for_another(chain: Chain, house: HouseRules) -> Finding:
    """makao.attack, makao.skip (3, GRA): it is the next player who has to answer."""
    return _out_of_turn(chain, after_king=False)


def king_sent_it_elsewhere(chain: Attack, house: HouseRules) -> Finding:
    """makao.king (3, GRA): hearts go to the next player, spades back to the previous one."""
    return _out_of_turn(chain, after_king=True)


def _first_unfit(chain: Chain, answers: Callable[[Situation, Laid], bool]) -> Finding:
    for facing, play in chain.situations():
        if not unnamed((facing.top, *play.cards)) and not answers(facing, play):
            return Broken({**unfit(facing, play.cards).facts, "seat": int(play.seat)})
    return None


def _out_of_turn(chain: Chain, after_king: bool) -> Finding:
    for before, play in pairwise(chain.plays):
        top = before.cards[-1].meant
        turn = neighbour(before.seat, direction(top), chain.players)
        if (top.rank == "K") == after_king and play.seat != turn:
            return Broken({"seat": int(play.seat), "turn": turn, "card": top})
    return None


ANSWER_RULES: tuple[AnyRule, ...] = (
    rule("makao.joker", Attack, joker_in_the_chain),
    rule("makao.king", Attack, king_sent_it_elsewhere),
    rule("makao.attack", Attack, answers_for_another),
    rule("makao.attack.answer", Attack, attack_not_answered),
    rule("makao.match", Attack, mixes_ranks),
    rule("makao.joker", Skip, joker_in_the_chain),
    rule("makao.skip", Skip, answers_for_another),
    rule("makao.skip.answer", Skip, skip_not_answered),
    rule("makao.match", Skip, mixes_ranks),
)
