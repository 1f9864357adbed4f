"""The rules of Makao that can be broken, and the table of them.

Sections 1 to 4 of the rules document; the most specific rule of a kind stands first. Rules on
plays that answer one another are in `answer_rules`.
"""

from scorekeeper.games.makao.answer_rules import ANSWER_RULES
from scorekeeper.games.makao.disputes import Drawn, Finish, Holds, Play
from scorekeeper.games.makao.findings import left_out, mixed, rule, unfit, unnamed
from scorekeeper.games.makao.house import HouseRules
from scorekeeper.games.makao.situation import (
    ACE,
    FUNCTIONAL,
    JACK,
    RANKS,
    SUITS,
    answers_attack,
    answers_demand,
    answers_skip,
    matches,
)
from scorekeeper.referee import AnyRule, Broken, Finding, Missing, Penalty, Rule, Seen, decides

CALL = 5
"""Cards for a forgotten "makao" (makao.call)."""


def lays_a_joker(play: Play, house: HouseRules) -> Finding:
    """makao.joker (3): where jokers are out, none is laid; else it has to be named."""
    return left_out(play.cards, house) or (Missing("cards") if unnamed(play.cards) else None)


def does_not_answer_attack(play: Play, house: HouseRules) -> Finding:
    """makao.attack.answer (3, GRA): 2s, 3s and functional kings, by rank or by suit."""
    facing = play.facing(house)
    if not facing.attack or unnamed(play.cards) or answers_attack(facing.top, play.meant):
        return None
    return unfit(facing, play.cards)


def does_not_answer_skip(play: Play, house: HouseRules) -> Finding:
    """makao.skip.answer (3, GRA): only a four passes it on."""
    facing = play.facing(house)
    if not facing.skips or unnamed(play.cards) or answers_skip(play.meant[0]):
        return None
    return unfit(facing, play.cards)


def does_not_answer_demand(play: Play, house: HouseRules) -> Finding:
    """makao.demand.answer (3, GRA): what was demanded, or a card to demand anew with."""
    facing = play.facing(house)
    if not facing.demanded or unnamed(play.cards) or answers_demand(facing, play.meant[0]):
        return None
    return unfit(facing, play.cards)


def demands_functional(play: Play, house: HouseRules) -> Finding:
    """makao.demand.what (3): no functional rank can be demanded."""
    return Broken({"demand": play.demands}) if play.demands in FUNCTIONAL else None


def demands_rank_without_jack(play: Play, house: HouseRules) -> Finding:
    """makao.demand-rank (3, GRA): a rank is demanded with a jack."""
    return _demand_without(JACK, play) if play.demands in RANKS + FUNCTIONAL else None


def demands_suit_without_ace(play: Play, house: HouseRules) -> Finding:
    """makao.demand-suit (3, GRA): a suit is demanded with an ace."""
    return _demand_without(ACE, play) if play.demands in SUITS else None


def does_not_match(play: Play, house: HouseRules) -> Finding:
    """makao.match (2, GRA): the first card has the suit or the rank of the top card.

    All the others have the rank of the first one, whatever had to be answered.
    """
    if found := mixed(play.cards):
        return found
    facing = play.facing(house)
    if not facing.quiet or unnamed(play.cards) or matches(facing.top, play.meant[0]):
        return None
    return unfit(facing, play.cards)


def draws_a_joker(drawn: Drawn, house: HouseRules) -> Finding:
    """makao.joker (3): where jokers are out, none is laid; one not named yet is named to fit."""
    return left_out((drawn.card,), house)


def lays_after_taking(drawn: Drawn, house: HouseRules) -> Finding:
    """makao.attack.answer (3): who draws for an attack has lost his turn."""
    return unfit(drawn.facing, (drawn.card,)) if drawn.attack else None


def drawn_does_not_answer(drawn: Drawn, house: HouseRules) -> Finding:
    """makao.demand.answer (3, GRA): a drawn card has to be what was demanded, too."""
    facing, card = drawn.facing, drawn.card
    if not facing.demanded or unnamed((card,)) or answers_demand(facing, card.meant):
        return None
    return unfit(facing, (card,))


def drawn_does_not_match(drawn: Drawn, house: HouseRules) -> Finding:
    """makao.match (2, GRA): a drawn card has to match the top card."""
    facing, card = drawn.facing, drawn.card
    if not facing.quiet or unnamed((card,)) or matches(facing.top, card.meant):
        return None
    return unfit(facing, (card,))


def lays_a_drawn_card(drawn: Drawn, house: HouseRules) -> Finding:
    """makao.draw (2, GRA): a drawn card is laid at once only if it could be laid at all."""
    return (
        lays_after_taking(drawn, house)
        or drawn_does_not_answer(drawn, house)
        or drawn_does_not_match(drawn, house)
    )


def forgotten(house: HouseRules) -> Penalty:
    """What a forgotten "makao" costs (makao.call)."""
    return {"kind": "cards", "amount": CALL}


def calls(house: HouseRules) -> bool:
    """Whether "makao" has to be said here (makao.call)."""
    return house.makao_call


def _demand_without(rank: str, play: Play) -> Finding:
    last = play.cards[-1]
    if unnamed((last,)) or last.meant.rank == rank:
        return None
    return Broken({"card": last, "demand": play.demands})


RULES: tuple[AnyRule, ...] = (
    rule("makao.joker", Play, lays_a_joker),
    rule("makao.attack.answer", Play, does_not_answer_attack),
    rule("makao.skip.answer", Play, does_not_answer_skip),
    rule("makao.demand.answer", Play, does_not_answer_demand),
    rule("makao.demand.what", Play, demands_functional),
    rule("makao.demand-rank", Play, demands_rank_without_jack),
    rule("makao.demand-suit", Play, demands_suit_without_ace),
    rule("makao.match", Play, does_not_match),
    *ANSWER_RULES,
    Rule("makao.demand.answer", Holds, decides),
    rule("makao.joker", Drawn, draws_a_joker),
    rule("makao.attack.answer", Drawn, lays_after_taking),
    rule("makao.demand.answer", Drawn, drawn_does_not_answer),
    rule("makao.draw", Drawn, lays_a_drawn_card),
    rule("makao.match", Drawn, drawn_does_not_match),
    Rule("makao.end", Finish, decides),
    Rule("makao.call", Seen, decides, "makao", forgotten, calls),
    rule("makao.invalid", Seen, decides),
)
