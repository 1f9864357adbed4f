"""The rules of Taroky on calls, announcements, fleks and the deal, and the table of them.

Sections 2, 4, 6, 7 and 8 of the rules document.
"""

from scorekeeper.cards import TAROK
from scorekeeper.games.taroky.announcements import HAND, clash, doubled, holds
from scorekeeper.games.taroky.disputes import CALLS, TRICKS
from scorekeeper.games.taroky.entries import FACTORS, SEATS
from scorekeeper.games.taroky.house import HouseRules
from scorekeeper.games.taroky.promises import (
    Announce,
    AnnounceTogether,
    Call,
    Dealt,
    FlekSaid,
    Fold,
    Lead,
    PagatPlayed,
    VarsavaCall,
    VarsavaTalon,
)
from scorekeeper.games.taroky.rules import penalty
from scorekeeper.games.tricks import of_suit
from scorekeeper.referee import AnyRule, Broken, Finding, Missing, Penalty, Rule, Seen, decides

NO_PROMISES = "taroky.varsava.no-announcements"


def leads_out_of_turn(lead: Lead, house: HouseRules) -> Finding:
    """taroky.play.lead: the předák leads, or the declarer of a preferanc or a solo."""
    return Broken({"seat": lead.seat, "leads": lead.leads}) if lead.seat != lead.leads else None


def announces_twice(announce: Announce, house: HouseRules) -> Finding:
    """taroky.announce.combine: the same cards are not announced twice."""
    twice = doubled(announce.announced)
    return Broken({"large": twice[0], "small": twice[1]}) if twice else None


def announces_what_is_not_there(announce: Announce, house: HouseRules) -> Finding:
    """taroky.announce.false: a hand is announced only as it is."""
    if announce.hand is None:
        return Missing("hand") if announce.announced else None
    held = announce.holding
    wrong = tuple(sorted(one for one in announce.announced if not holds(held, one)))
    told = {"announced": wrong, "kings": held.kings, "trul": held.trul, "taroks": held.taroks}
    return Broken(told) if wrong else None


def promises_in_a_varsava(said: Announce | FlekSaid, house: HouseRules) -> Finding:
    """taroky.varsava.no-announcements: a Varšava has neither announcements nor fleks."""
    return Broken() if said.variant == "varsava" else None


def announce_what_cannot_be(together: AnnounceTogether, house: HouseRules) -> Finding:
    """taroky.announce.possible: what all announce fits in one pack."""
    between = clash(together.announced)
    return Broken({"seats": between}) if between else None


def somebody_announces_twice(together: AnnounceTogether, house: HouseRules) -> Finding:
    """taroky.announce.combine, for each player."""
    found = ((seat, doubled(said)) for seat, said in sorted(together.announced.items()))
    twice = next(((seat, pair) for seat, pair in found if pair), None)
    return Broken({"seat": twice[0], "large": twice[1][0], "small": twice[1][1]}) if twice else None


def calls_wrongly(call: Call, house: HouseRules) -> Finding:
    """taroky.call: XIX to XVI, and every number above the called one is in the caller's hand."""
    held = CALLS if call.hand is None else tuple(map(str, call.hand))
    may = tuple(number for at, number in enumerate(CALLS) if set(CALLS[:at]) <= set(held))
    if str(call.called) not in may:
        return Broken({"called": call.called, "may": may})
    return Missing("hand") if call.hand is None and str(call.called) != CALLS[0] else None


def folds_wrongly(fold: Fold, house: HouseRules) -> Finding:
    """taroky.fold: only the first contract, with the called tarok among the four talon cards."""
    told = {"contract": fold.contract, "called": fold.called, "talon": fold.talon}
    if fold.contract != "zakladni":
        return Broken(told)
    if fold.talon is None:
        return Missing("talon")
    return None if fold.called in fold.talon else Broken(told)


def calls_varsava_wrongly(call: VarsavaCall, house: HouseRules) -> Finding:
    """taroky.varsava.call: the předák, in an approved first contract, with three taroks at most."""
    forehand = (call.dealer + 1) % SEATS
    taroks = None if call.hand is None else of_suit(call.hand, TAROK)
    told = {"seat": call.seat, "leads": forehand, "contract": call.contract, "cards": taroks}
    if call.seat != forehand or call.contract != "zakladni":
        return Broken(told)
    if taroks is None:
        return Missing("hand")
    return Broken(told) if len(taroks) > 3 else None


def adds_talon_wrongly(talon: VarsavaTalon, house: HouseRules) -> Finding:
    """taroky.varsava.talon-card: one card to each of the first six tricks, as the fifth."""
    due = talon.trick <= 6
    misplaced = talon.added and talon.place not in (None, 5)
    told = {"n": talon.trick, "added": talon.added, "place": talon.place}
    return Broken(told) if due != talon.added or misplaced else None


def fleks_what_cannot_be(flek: FlekSaid, house: HouseRules) -> Finding:
    """taroky.flek.what: the game, a declared pagát, a declared valát."""
    fits = flek.item == "game" or (flek.item in ("pagat", "valat") and flek.declared)
    return None if fits else Broken({"item": flek.item})


def fleks_too_late(flek: FlekSaid, house: HouseRules) -> Finding:
    """taroky.flek.when: before the first lead, each level after the one before it was said."""
    levels = tuple(level for level in FACTORS if level is not None)
    due = levels[: levels.index(flek.level)]
    told = {"level": flek.level, "said": flek.said, "led": flek.led}
    return Broken(told) if flek.led or flek.said != due else None


def fleks_for_the_wrong_side(flek: FlekSaid, house: HouseRules) -> Finding:
    """taroky.flek.who: flek and superflek by the side against, reflek by the side that promised."""
    ours = flek.seat in flek.owner
    told = {"seat": flek.seat, "level": flek.level, "owner": flek.owner}
    return None if ours == (flek.level == "reflek") else Broken(told)


def pagat_decided(played: PagatPlayed, house: HouseRules) -> Missing | None:
    """taroky.pagat: in trick 12 it matters who won that trick; nobody can break this."""
    unknown = played.trick == TRICKS and played.won_by is None
    return Missing("won_by") if unknown else None


def dealt_wrongly(dealt: Dealt, house: HouseRules) -> Finding:
    """taroky.deal.count: twelve to each, six to the talon."""
    right = dealt.hands == (HAND,) * SEATS and dealt.talon == 6
    return None if right else Broken({"hands": dealt.hands, "n": dealt.talon})


def redeal(house: HouseRules) -> Penalty:
    """A misdeal is dealt again."""
    return {"kind": "redeal"}


def take_back(house: HouseRules) -> Penalty:
    """What was said or led too soon is taken back."""
    return {"kind": "take-back"}


PROMISE_RULES: tuple[AnyRule, ...] = (
    Rule("taroky.play.lead", Lead, leads_out_of_turn, "invalid", take_back),
    Rule(NO_PROMISES, Announce, promises_in_a_varsava, "invalid", take_back),
    Rule(NO_PROMISES, FlekSaid, promises_in_a_varsava, "invalid", take_back),
    Rule("taroky.announce.combine", Announce, announces_twice, penalty=penalty),
    Rule("taroky.announce.false", Announce, announces_what_is_not_there, penalty=penalty),
    Rule("taroky.announce.possible", AnnounceTogether, announce_what_cannot_be, penalty=penalty),
    Rule("taroky.announce.combine", AnnounceTogether, somebody_announces_twice, penalty=penalty),
    Rule("taroky.call", Call, calls_wrongly, penalty=penalty),
    Rule("taroky.fold", Fold, folds_wrongly, penalty=penalty),
    Rule("taroky.varsava.call", VarsavaCall, calls_varsava_wrongly, penalty=penalty),
    Rule("taroky.varsava.talon-card", VarsavaTalon, adds_talon_wrongly, penalty=penalty),
    Rule("taroky.flek.what", FlekSaid, fleks_what_cannot_be, "invalid", take_back),
    Rule("taroky.flek.when", FlekSaid, fleks_too_late, "invalid", take_back),
    Rule("taroky.flek.who", FlekSaid, fleks_for_the_wrong_side, "invalid", take_back),
    Rule("taroky.pagat", PagatPlayed, pagat_decided),
    Rule("taroky.deal.count", Dealt, dealt_wrongly, "misdeal", redeal),
    Rule("taroky.play.look", Seen, decides, penalty=penalty),
    Rule("taroky.renonc.misdeal", Seen, decides, penalty=penalty),
    Rule("taroky.renonc.conduct", Seen, decides, penalty=penalty),
)
