"""What a turn of Makao may break: the predicates on cards played, and their rows of the table.

Rules document, sections 2 and 3 (GRA).
"""

from scorekeeper.games.makao.house import HouseRules
from scorekeeper.games.makao.referee.breaches import mixed, rule, unfit, unnamed, with_joker
from scorekeeper.games.makao.referee.demands import (
    ACE,
    ALL_RANKS,
    FUNCTIONAL,
    JACK,
    SUITS,
    answers_attack,
    answers_demand,
    answers_skip,
    goes_on,
)
from scorekeeper.games.makao.referee.plays import Play
from scorekeeper.referee import AnyRule, Broken, Finding, Missing


def lays_a_joker(play: Play, house: HouseRules) -> Missing | None:
    """makao.joker (3): a joker has to be named."""
    return Missing("cards") if unnamed(play.cards) else None


def lays_joker(play: Play, house: HouseRules) -> bool:
    """True if a joker is among the cards."""
    return with_joker(play.cards)


def faces_attack(play: Play, house: HouseRules) -> bool:
    """True if an attack is pending; a start card makes one where the house says so."""
    return play.facing(house).attack > 0


def does_not_answer_attack(play: Play, house: HouseRules) -> Finding:
    """makao.attack.answer (3, GRA): 2s, 3s and functional kings, by rank or by suit."""
    facing = play.facing(house)
    if not facing.attack or unnamed(play.cards[:1]) or answers_attack(facing.top, play.meant):
        return None
    return unfit(facing, play.cards)


def faces_skip(play: Play, house: HouseRules) -> bool:
    """True if there are missed turns to pass on."""
    return play.facing(house).skips > 0


def does_not_answer_skip(play: Play, house: HouseRules) -> Finding:
    """makao.skip.answer (3, GRA): only a four passes it on."""
    facing = play.facing(house)
    if not facing.skips or unnamed(play.cards[:1]) or answers_skip(play.meant[0]):
        return None
    return unfit(facing, play.cards)


def faces_demand(play: Play, house: HouseRules) -> bool:
    """True if a rank or a suit is demanded, and nothing comes before it."""
    return play.facing(house).has_demand


def has_to_match(play: Play, house: HouseRules) -> bool:
    """True if nothing has to be answered, or several cards were played at once."""
    return play.facing(house).quiet or len(play.cards) > 1


def demands_a_rank(play: Play, house: HouseRules) -> bool:
    """True if the player demands a rank."""
    return play.demands in ALL_RANKS


def demands_a_suit(play: Play, house: HouseRules) -> bool:
    """True if the player demands a suit."""
    return play.demands in SUITS


def does_not_answer_demand(play: Play, house: HouseRules) -> Finding:
    """makao.demand.answer (3, GRA): what was demanded, or a card to demand anew with."""
    facing = play.facing(house)
    if not facing.has_demand or unnamed(play.cards[:1]) or answers_demand(facing, play.meant[0]):
        return None
    return unfit(facing, play.cards)


def demands_functional(play: Play, house: HouseRules) -> Finding:
    """makao.demand.what (3): no functional rank can be demanded."""
    return Broken({"demand": play.demands}) if play.demands in FUNCTIONAL else None


def demands_rank_without_jack(play: Play, house: HouseRules) -> Finding:
    """makao.demand-rank (3, GRA): a rank is demanded with a jack."""
    return _demand_without(JACK, play) if play.demands in ALL_RANKS else None


def demands_suit_without_ace(play: Play, house: HouseRules) -> Finding:
    """makao.demand-suit (3, GRA): a suit is demanded with an ace."""
    return _demand_without(ACE, play) if play.demands in SUITS else None


def does_not_match(play: Play, house: HouseRules) -> Finding:
    """makao.match (2, GRA): the first card has the suit or the rank of the top card.

    All the others have the rank of the first one, whatever had to be answered.

    >>> from scorekeeper.cards import Card
    >>> five, six, king = Card("5", "S"), Card("6", "S"), Card("K", "H")
    >>> does_not_match(Play(five, (six,), players=4), HouseRules()) is None
    True
    >>> does_not_match(Play(five, (king,), players=4), HouseRules()) is None
    False
    """
    if ranks := mixed(play.cards):
        return ranks
    if goes_on(play.cards[0].meant, play.top.meant) or unnamed(play.cards[:1]):
        return None
    facing = play.facing(house)
    return unfit(facing, play.cards) if facing.quiet else None


def _demand_without(rank: str, play: Play) -> Finding:
    last = play.cards[-1]
    if unnamed((last,)) or last.meant.rank == rank:
        return None
    return Broken({"card": last, "demand": play.demands})


PLAY_RULES: tuple[AnyRule, ...] = (
    rule("makao.joker", Play, lays_a_joker, applies=lays_joker),
    rule("makao.attack.answer", Play, does_not_answer_attack, applies=faces_attack),
    rule("makao.skip.answer", Play, does_not_answer_skip, applies=faces_skip),
    rule("makao.demand.answer", Play, does_not_answer_demand, applies=faces_demand),
    rule("makao.demand.what", Play, demands_functional, applies=demands_a_rank),
    rule("makao.demand-rank", Play, demands_rank_without_jack, applies=demands_a_rank),
    rule("makao.demand-suit", Play, demands_suit_without_ace, applies=demands_a_suit),
    rule("makao.match", Play, does_not_match, applies=has_to_match),
)
