"""The auction of Taroky, guided: what may be bid is asked of the game's rules."""

from dataclasses import dataclass

from flask import Response, request

from scorekeeper.core import schema
from scorekeeper.core.cards import TAROCK_54
from scorekeeper.core.schema import Invalid, Json, LoadContext, Seat
from scorekeeper.games.taroky.referee import RULES
from scorekeeper.games.taroky.referee.auction import Auction, Bid, Bidding
from scorekeeper.match import Match
from scorekeeper.referee.verdict import allowed, judge
from scorekeeper.web.forms.kinds.kind import FormData
from scorekeeper.web.games.helper import refusal_text
from scorekeeper.web.games.taroky.form_page import PLAYERS, RESULT, FormPage, FormPageContext, about
from scorekeeper.web.games.taroky.prospects import Prospects, prospects_of
from scorekeeper.web.http.saving import fresh_save
from scorekeeper.web.match.entry_form import EntryForm
from scorekeeper.web.render import page

Bids = tuple[Bid, ...]
"""The bids so far; seats 0–3 are the four who play, from the předák on, and 3 deals."""


@dataclass(frozen=True)
class BidButton:
    """A bid that is allowed now; `sure` unless a rule could not tell."""

    bid: str
    sure: bool


@dataclass(frozen=True)
class Contract:
    """The result of an auction: the `contract`, and the declarer's seat in the match."""

    contract: str
    declarer: int


@dataclass(frozen=True)
class AuctionContext(FormPageContext):
    """The auction: each bid with the seat of who said it, and whose `turn` it is until it is over.

    The `choices` are what that seat may say.
    """

    errors: list[tuple[str, str]]
    bids: list[tuple[int, str]]
    turn: int | None
    choices: list[BidButton]
    result: Contract | None

    @property
    def prospects(self) -> tuple[Prospects, ...]:
        return prospects_of(self.match)


def auction_page(match: Match) -> Response:
    """Whose bid it is and what may be said; after four, who plays what."""
    match = about(match, request.form)
    form_page = FormPage(match, request.form or _new_deal(match), "bid-", ("contract", "declarer"))
    bids, wrong = _bids(form_page)
    over, seats = len(bids) == PLAYERS, form_page.seats
    context = AuctionContext(
        form_page=form_page,
        kind="bid",
        errors=[("part-bids", wrong)] if wrong else [],
        bids=[(seats[bid.seat], bid.bid) for bid in bids],
        turn=None if over else seats[len(bids)],
        choices=[] if over else _choices(match, bids),
        result=_contract(bids, seats) if over else None,
    )
    return page("games/taroky/auction.html", RESULT, 422 if wrong else 200, context)


def _new_deal(match: Match) -> FormData:
    form = EntryForm(match, "deal")
    return FormData([("type", "deal"), *fresh_save(match).hidden, *form.bound.carried_fields])


def _bids(form_page: FormPage) -> tuple[Bids, str]:
    """The bids so far, and what is wrong with the one after them, if anything."""
    bids: Bids = ()
    for data in _data_of(form_page.submitted):
        try:
            bids = (*bids, _next_bid(form_page.match, bids, data))
        except Invalid as invalid:
            return bids, refusal_text(form_page.book, invalid)
    return bids, ""


def _next_bid(match: Match, bids: Bids, data: Json) -> Bid:
    """One bid more. Raises Invalid, with the rule if it breaks one."""
    bid = schema.load(Bid, data, LoadContext(PLAYERS, TAROCK_54))
    verdict = judge(RULES, _bidding((*bids, bid)), match.house)
    if verdict.verdict == "offence":
        raise Invalid("bid", "refused", rule=verdict.rules[0])
    return bid


def _data_of(submitted: FormData) -> list[Json]:
    """The bids that were sent, as JSON data; without the last one if that is to be taken back."""
    controls = ((seat, submitted.get(f"bid-{seat}")) for seat in range(PLAYERS))
    bids: list[Json] = [{"seat": seat, "bid": bid} for seat, bid in controls if bid is not None]
    return bids[:-1] if "bid-undo" in submitted else bids


def _bidding(bids: Bids) -> Bidding:
    return Bidding(dealer=Seat(PLAYERS - 1), bids=bids)


def _choices(match: Match, bids: Bids) -> list[BidButton]:
    house = match.house
    bidding = _bidding((*bids, Bid(Seat(len(bids)), "pass")))
    could = allowed(RULES, bidding.alternatives(house), house)
    return [
        BidButton(each.choice(), judge(RULES, each, house).verdict == "legal") for each in could
    ]


def _contract(bids: Bids, seats: tuple[int, ...]) -> Contract:
    """The contract and its declarer, as the deal is played on from here."""
    best = Auction(dealer=Seat(PLAYERS - 1), bids=bids).highest
    assert best is not None, "the předák may not pass (taroky.bid.forehand)"
    return Contract(best.bid, seats[best.seat])
