"""The auction of Taroky, guided: what may be bid is asked of the game's rules."""

from dataclasses import dataclass
from functools import reduce
from typing import Any

from flask import Response, request

from scorekeeper import plain
from scorekeeper.cards import TAROCK_54
from scorekeeper.games.taroky import play
from scorekeeper.games.taroky.disputes import Bid, Bidding
from scorekeeper.games.taroky.rules import RULES
from scorekeeper.match import Match
from scorekeeper.plain import Seat, Table, Unreadable
from scorekeeper.referee import allowed, judge
from scorekeeper.web.entry import EntryForm
from scorekeeper.web.games.taroky.asking import PLAYERS, Asking
from scorekeeper.web.typed import Typed


@dataclass(frozen=True)
class Choice:
    """A bid that is allowed now; `sure` unless a rule could not tell."""

    bid: str
    sure: bool


def auction_page(match: Match) -> Response:
    """Whose bid it is and what may be said; after four, who plays what."""
    asking = Asking(match, request.form or _usual_deal(match), "bid-", ("contract", "declarer"))
    bids, wrong = _heard(asking)
    over = len(bids) == PLAYERS
    return asking.shown(
        "games/taroky/auction.html",
        "bid",
        422 if wrong else 200,
        errors=[("part-bids", wrong)] if wrong else [],
        bids=[(asking.seats[bid.seat], bid.bid) for bid in bids],
        turn=None if over else asking.seats[len(bids)],
        choices=[] if over else _choices(asking, bids),
        result=_result(asking, bids) if over else None,
    )


def _usual_deal(match: Match) -> Typed:
    """What the deal's form says when it is opened."""
    typed = EntryForm(match, "deal").shown().typed
    return Typed([("type", "deal"), *typed])


def _heard(asking: Asking) -> tuple[tuple[Bid, ...], str]:
    """The bids so far, and what is wrong with the one after them, if anything."""
    bids: tuple[Bid, ...] = ()
    for told in _told(asking.typed):
        try:
            bid = plain.read(Bid, told, Table(PLAYERS, TAROCK_54))
        except Unreadable as why:
            return bids, asking.book.unreadable(why)
        verdict = judge(RULES, _asked((*bids, bid)), asking.match.house)
        if verdict.verdict == "offence":
            rule = asking.book.rule(verdict.rules[0])
            return bids, f"{rule.number} {rule.text}"
        bids = (*bids, bid)
    return bids, ""


def _told(typed: Typed) -> list[dict[str, Any]]:
    """What each control says; the last one is left out to undo it."""
    said = {at: typed.get(f"bid-{at}") for at in range(PLAYERS)}
    told = [{"seat": at, "bid": bid} for at, bid in said.items() if bid is not None]
    return told[:-1] if "bid-undo" in typed else told


def _asked(bids: tuple[Bid, ...]) -> Bidding:
    """The question about the last bid; the seats are the four who play, the dealer the last."""
    return Bidding(Seat(PLAYERS - 1), bids)


def _choices(asking: Asking, bids: tuple[Bid, ...]) -> list[Choice]:
    house = asking.match.house
    next_one = _asked((*bids, Bid(Seat(len(bids)), "pass")))
    could = allowed(RULES, next_one.alternatives(), house)
    return [Choice(each.done(), judge(RULES, each, house).verdict == "legal") for each in could]


def _result(asking: Asking, bids: tuple[Bid, ...]) -> dict[str, Any]:
    """The contract and its declarer, as the deal is played on from here."""
    state = reduce(play.bid, bids, play.State(PLAYERS - 1, ((),) * PLAYERS, ()))
    return {"contract": state.contract, "declarer": asking.seats[state.declarer]}
