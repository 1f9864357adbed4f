"""The rules of Faraón that can be broken, and the table of them.

Sections 1 to 6 of the rules document; the most specific rule of a kind stands first. What may be
laid is in `turn`.
"""

from scorekeeper.games.chains import FEWEST, one_rank
from scorekeeper.games.faraon.answers import AceAnswer, Sevens
from scorekeeper.games.faraon.disputes import (
    Burnt,
    Camouflage,
    Draw,
    Finish,
    Olympic,
    Return,
    Start,
)
from scorekeeper.games.faraon.house import HouseRules
from scorekeeper.games.faraon.turn import RED_SEVEN, TURN_RULES, asks_once, rule
from scorekeeper.referee import AnyRule, Broken, Finding, Missing, Rule, Seen, decides


def answers_late(answer: AceAnswer, house: HouseRules) -> Finding:
    """faraon.ace.late (8): no ace on the end of the opponent's after leaving the first one."""
    late = answer.late and answer.answers
    return Broken({"seat": answer.answers[-1]}) if late else None


def answers_out_of_order(answer: AceAnswer, house: HouseRules) -> Finding:
    """faraon.ace.order (19): only stopped players answer, in order."""
    valid = answer.in_order
    if valid == len(answer.answers):
        return None
    return Broken({"seat": answer.answers[valid], "by": answer.by, "n": answer.aces})


def answers_sevens_out_of_order(sevens: Sevens, house: HouseRules) -> Finding:
    """faraon.seven.order (19): only the next in turn answers sevens."""
    valid = sevens.in_order
    if valid == len(sevens.plays):
        return None
    turn = (sevens.seats[valid - 1] + 1) % sevens.players
    return Broken({"seat": sevens.seats[valid], "turn": turn})


def returns_a_winner(back: Return, house: HouseRules) -> Finding:
    """faraon.ace-finish (12, 13): of two players an ace wins at once."""
    return Broken({"card": back.finished_with}) if back.by_ace else None


def returns_too_late(back: Return, house: HouseRules) -> Finding:
    """faraon.round (19): only whoever ran out within the current round."""
    if back.same_round is None and back.players > FEWEST:
        return Missing("same_round")
    return Broken({"card": back.finished_with}) if back.same_round is False else None


def returns_wrongly(back: Return, house: HouseRules) -> Finding:
    """faraon.red-seven (13): the red seven, for who has just run out, not by an ace of two."""
    wrong = back.card != RED_SEVEN or back.by_ace or back.same_round is False
    return Broken({"card": back.card, "finished_with": back.finished_with}) if wrong else None


def starts_unknown(start: Start, house: HouseRules) -> Missing | None:
    """faraon.start (7): the bottom of the stock has to be looked at."""
    return None if start.known else Missing("bottom")


def burns_unlike(burnt: Burnt, house: HouseRules) -> Finding:
    """faraon.match.rank (4, 16): four of one rank or no second turn."""
    return None if one_rank(burnt.cards) else Broken({"cards": burnt.cards, "n": len(burnt.cards)})


def burns_wrongly(burnt: Burnt, house: HouseRules) -> Finding:
    """faraon.burnt (16): in the second turn the card matches as always."""
    if burnt.fits or not burnt.after:
        return burns_unlike(burnt, house)
    return Broken({"card": burnt.after, "top": burnt.cards[-1]})


def does_not_match_after(burnt: Burnt, house: HouseRules) -> Finding:
    """faraon.match (3, 16): the same, told as a play."""
    if burnt.fits or not burnt.after:
        return None
    top = burnt.cards[-1]
    return Broken({"card": burnt.after, "top": top, "suit": top.suit})


def hides(camouflage: Camouflage, house: HouseRules) -> Finding:
    """faraon.camouflage (17): calling unlike cards equal; by house rule only if it is noticed."""
    open_ = house.camouflage == "as-found" and not camouflage.checked
    if open_ or not camouflage.others:
        return None
    return Broken({"cards": camouflage.others, "said": f"rank-{camouflage.said}"})


def plays_after_drawing(draw: Draw, house: HouseRules) -> Finding:
    """faraon.draw (4): who draws does not play in the same turn."""
    return Broken() if draw.drew and draw.played else None


def begs_with_cards(olympic: Olympic, house: HouseRules) -> Finding:
    """faraon.olympic.beggar (20): only who has nothing left to play with asks for one."""
    return Broken({"seats": olympic.with_cards}) if olympic.with_cards else None


RULES: tuple[AnyRule, ...] = (
    *TURN_RULES,
    rule("faraon.ace.late", AceAnswer, answers_late, under=asks_once),
    rule("faraon.ace.order", AceAnswer, answers_out_of_order),
    Rule("faraon.ace", AceAnswer, decides),
    rule("faraon.seven.order", Sevens, answers_sevens_out_of_order),
    Rule("faraon.seven", Sevens, decides),
    rule("faraon.ace-finish", Return, returns_a_winner),
    rule("faraon.round", Return, returns_too_late),
    rule("faraon.red-seven", Return, returns_wrongly),
    Rule("faraon.start", Start, starts_unknown),
    rule("faraon.match.rank", Burnt, burns_unlike),
    rule("faraon.burnt", Burnt, burns_wrongly),
    rule("faraon.match", Burnt, does_not_match_after),
    rule("faraon.camouflage", Camouflage, hides),
    rule("faraon.draw", Draw, plays_after_drawing),
    Rule("faraon.ace-finish", Finish, decides),
    Rule("faraon.red-seven", Finish, decides),
    Rule("faraon.ober", Finish, decides),
    Rule("faraon.olympic.beggar", Olympic, begs_with_cards, "invalid"),
    Rule("faraon.olympic", Olympic, decides),
    rule("faraon.at-once", Seen, decides),
    rule("faraon.pajchel", Seen, decides),
)
