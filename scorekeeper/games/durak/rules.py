"""The rules of Durak that can be broken, and the table of them.

Sections 2, 3 and 5 of the rules document; the most specific rule of a kind stands first.
"""

from functools import partial

from scorekeeper.cards import Card
from scorekeeper.games.durak.disputes import (
    Attack,
    Beat,
    Deal,
    Draw,
    Epaulettes,
    FirstAttack,
    Refill,
    ThrowIn,
    Transfer,
)
from scorekeeper.games.durak.house import HouseRules
from scorekeeper.games.durak.results import SPADES, height, trump_in
from scorekeeper.referee import AnyRule, Broken, Finding, Missing, Penalty, Rule, Seen, decides
from scorekeeper.sheet import around

MOST, FIRST_BOUT, PAIR = 6, 5, 2
"""Cards in an attack: in all, in the first bout if the house says so, in the simple game."""


def simple(house: HouseRules) -> bool:
    """Whether the table plays the simple game."""
    return house.variant == "simple"


def attack_limit(house: HouseRules, first_bout: bool) -> int:
    """How many cards an attack may have, whatever the defender holds (durak.attack-size)."""
    if simple(house):
        return PAIR
    return FIRST_BOUT if house.first_bout_five and first_bout else MOST


def attacks_with_ranks(attack: Attack, house: HouseRules) -> Finding:
    """durak.attack-rank (2): cards that are laid at once share a rank."""
    mixed = len({card.rank for card in attack.cards}) > 1
    return Broken({"cards": attack.cards}) if mixed else None


def attacks_with_too_many(attack: Attack, house: HouseRules) -> Finding:
    """durak.attack-size (3): never more than the defender holds, nor than the limit."""
    most = min(attack.defender_hand, attack_limit(house, attack.bout == 1))
    laid = len(attack.cards)
    return Broken({"n": laid, "most": most}) if laid > most else None


def adds_in_the_simple_game(throw: ThrowIn, house: HouseRules) -> Finding:
    """durak.simple (2): nothing is added to the cards that were laid at once."""
    return Broken({"card": throw.card}) if simple(house) else None


def throws_a_strange_rank(throw: ThrowIn, house: HouseRules) -> Finding:
    """durak.throw-in.rank (3): a card of a rank that lies on the table."""
    lying = (*throw.attack, *throw.beat)
    if any(card.rank == throw.card.rank for card in lying):
        return None
    return Broken({"card": throw.card, "cards": lying})


def may_throw_in(throw: ThrowIn, house: HouseRules) -> tuple[int, ...]:
    """Who may add a card now: never the defender, perhaps only his neighbours.

    The attacker is the first, then the others clockwise, then round again; it is known whose turn
    that is if it is known who has passed.
    """
    clockwise = around(throw.attacker - 1, throw.players)
    seats = [seat for seat in clockwise if seat != throw.defender]
    if house.neighbours_only:
        beside = {(throw.defender + side) % throw.players for side in (-1, 1)}
        seats = [seat for seat in seats if seat in beside or seat == throw.attacker]
    if throw.passed is None:
        return tuple(seats)
    return tuple([seat for seat in seats if seat not in throw.passed] or seats)[:1]


def throws_in_out_of_turn(throw: ThrowIn, house: HouseRules) -> Finding:
    """durak.throw-in.who (2, 3): whoever may add a card now."""
    may = may_throw_in(throw, house)
    return None if throw.seat in may else Broken({"seat": throw.seat, "may": may})


def throws_in_too_many(throw: ThrowIn, house: HouseRules) -> Finding:
    """durak.attack-size (3): no more unbeaten cards than the defender can still beat.

    In a house with five in the first bout a sixth card is asked about: which bout is it?
    """
    unbeaten, laid = len(throw.attack) - len(throw.beat) + 1, len(throw.attack) + 1
    most = attack_limit(house, throw.bout == 1)
    if unbeaten > throw.defender_hand:
        return Broken({"n": unbeaten, "most": throw.defender_hand})
    if laid > most:
        return Broken({"n": laid, "most": most})
    asked = throw.bout is None and laid > attack_limit(house, first_bout=True)
    return Missing("bout") if asked else None


def throws_after_take(throw: ThrowIn, house: HouseRules) -> Finding:
    """durak.throw-in.after-take (3): also after the defender says he takes, within the size."""
    return throws_in_too_many(throw, house) if throw.took else None


def beats(attack: Card, card: Card, trump: str) -> bool:
    """Whether a card beats another: higher in its suit, or a trump (durak.beat)."""
    if card.suit == attack.suit:
        return height(card) > height(attack)
    return card.suit == trump


def spade_by_another_suit(beat: Beat, house: HouseRules) -> Finding:
    """durak.spades (3): a spade is beaten by spades only."""
    wrong = beat.attack.suit == SPADES != beat.card.suit
    return Broken({"attack": beat.attack, "card": beat.card}) if wrong else None


def does_not_beat(beat: Beat, house: HouseRules) -> Finding:
    """durak.beat (3): a higher card of the suit, or a trump; a trump by a higher trump."""
    trump = trump_in(house, beat.trump)
    if beats(beat.attack, beat.card, trump):
        return None
    return Broken({"attack": beat.attack, "card": beat.card, "trump": trump})


def transfers_elsewhere(transfer: Transfer, house: HouseRules) -> Finding:
    """durak.transfer (2): only in the transfer game."""
    return None if house.variant == "transfer" else Broken({"card": transfer.card})


def transfers_another_rank(transfer: Transfer, house: HouseRules) -> Finding:
    """durak.transfer.rank (3): with a card of the same rank as all that lie there."""
    same = all(card.rank == transfer.card.rank for card in transfer.attack)
    return None if same else Broken({"card": transfer.card, "cards": transfer.attack})


def transfers_after_beating(transfer: Transfer, house: HouseRules) -> Finding:
    """durak.transfer.before-beat (3): not after a card was beaten."""
    return Broken({"cards": transfer.beat}) if transfer.beat else None


def transfers_too_many(transfer: Transfer, house: HouseRules) -> Finding:
    """durak.transfer.size (3): no more than the next player holds."""
    n, most = transfer.to_beat, transfer.next_hand
    return Broken({"n": n, "most": most}) if n > most else None


def transfers_the_first_bout(transfer: Transfer, house: HouseRules) -> Finding:
    """durak.transfer.first-bout (3): not in the very first bout."""
    return Broken() if transfer.bout == 1 else None


def transfers_a_trump(transfer: Transfer, house: HouseRules) -> Finding:
    """durak.transfer.trump (3): not while a trump lies among the cards."""
    trump = trump_in(house, transfer.trump)
    trumps = [card for card in transfer.attack if card.suit == trump]
    return Broken({"cards": trumps}) if trumps else None


def finishes_by_transfer(transfer: Transfer, house: HouseRules) -> Finding:
    """durak.transfer.finish (3): not by laying one's last card."""
    wrong = transfer.last_card and not transfer.show
    return Broken({"card": transfer.card}) if wrong else None


def shows_wrongly(transfer: Transfer, house: HouseRules) -> Finding:
    """durak.transfer.show (3): a trump is shown, once a bout, if the house plays it."""
    if not transfer.show:
        return None
    a_trump = transfer.card.suit == trump_in(house, transfer.trump)
    right = house.transfer_by_show and a_trump and not transfer.shown_before
    return None if right else Broken({"card": transfer.card})


def attacks_first_wrongly(first: FirstAttack, house: HouseRules) -> Finding:
    """durak.first (1): the lowest trump, or as the last fool tells; without trumps the dealer."""
    if first.fool is None and first.lowest is None:
        return Missing("lowest")
    attacker = first.result(house).get("attacker")
    if attacker is None:
        return Missing("dealer")
    wrong = first.seat not in (None, attacker)
    return Broken({"seat": first.seat, "attacker": attacker}) if wrong else None


def penalty(house: HouseRules) -> Penalty:
    """What an invalid card costs at this table (durak.invalid)."""
    if house.invalid_penalty == "lose-game":
        return {"kind": "lost", "what": "game"}
    return {"kind": house.invalid_penalty}


def spades_apart(house: HouseRules) -> bool:
    """Whether spades are beaten by spades only."""
    return house.spades_by_spades


def transferring(house: HouseRules) -> bool:
    """Whether the table plays the transfer game."""
    return house.variant == "transfer"


def not_at_first(house: HouseRules) -> bool:
    """Whether it plays that without a transfer in the first bout."""
    return transferring(house) and not house.transfer_first_bout


def not_of_trumps(house: HouseRules) -> bool:
    """Whether it plays that without a transfer of trumps."""
    return transferring(house) and not house.transfer_trump


def not_to_finish(house: HouseRules) -> bool:
    """Whether it plays that without going out by a transfer."""
    return transferring(house) and not house.transfer_finish


rule = partial(Rule, offence="invalid", penalty=penalty)
"""A rule that an invalid card breaks."""
RULES: tuple[AnyRule, ...] = (
    rule("durak.attack-rank", Attack, attacks_with_ranks),
    rule("durak.attack-size", Attack, attacks_with_too_many),
    rule("durak.simple", ThrowIn, adds_in_the_simple_game),
    rule("durak.throw-in.rank", ThrowIn, throws_a_strange_rank),
    rule("durak.throw-in.who", ThrowIn, throws_in_out_of_turn),
    rule("durak.throw-in.after-take", ThrowIn, throws_after_take),
    rule("durak.attack-size", ThrowIn, throws_in_too_many),
    rule("durak.spades", Beat, spade_by_another_suit, under=spades_apart),
    rule("durak.beat", Beat, does_not_beat),
    rule("durak.transfer", Transfer, transfers_elsewhere),
    rule("durak.transfer.show", Transfer, shows_wrongly),
    rule("durak.transfer.rank", Transfer, transfers_another_rank, under=transferring),
    rule("durak.transfer.before-beat", Transfer, transfers_after_beating, under=transferring),
    rule("durak.transfer.first-bout", Transfer, transfers_the_first_bout, under=not_at_first),
    rule("durak.transfer.trump", Transfer, transfers_a_trump, under=not_of_trumps),
    rule("durak.transfer.finish", Transfer, finishes_by_transfer, under=not_to_finish),
    rule("durak.transfer.size", Transfer, transfers_too_many, under=transferring),
    rule("durak.first", FirstAttack, attacks_first_wrongly),
    Rule("durak.refill", Refill, decides),
    Rule("durak.draw", Draw, decides),
    Rule("durak.fool", Draw, decides),
    Rule("durak.epaulettes", Epaulettes, decides),
    Rule("durak.redeal", Deal, decides),
    rule("durak.turn", Seen, decides),
    Rule("durak.look", Seen, decides, "invalid"),
)
