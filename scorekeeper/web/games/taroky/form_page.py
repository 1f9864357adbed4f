"""The pages beside the deal's form, each of which fills in a part of it: their frame, and the
guided auction, where what may be bid is asked of the game's rules.

Such a page is opened from the deal's form. What the form sent travels along in hidden fields and
goes back to it with the answer; a page's own controls have a prefix.

What a contract would bring if it is won or lost by ten is said before it is bid: figures of real
deals that the game's own scoring settles, so that they follow the tariff, its ceiling and rounding.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from flask import Response, request, url_for
from werkzeug import Response as AnyResponse

from scorekeeper.core import schema
from scorekeeper.core.cards import TAROCK_54
from scorekeeper.core.schema import Invalid, Json, LoadContext, Seat
from scorekeeper.core.sheet import FactValue, sum_of
from scorekeeper.games.taroky import entries
from scorekeeper.games.taroky.entries import Deal, Flek, Standing, Variant
from scorekeeper.games.taroky.house_rules import Contract
from scorekeeper.games.taroky.referee import RULES
from scorekeeper.games.taroky.referee.auction import Auction, Bid, Bidding
from scorekeeper.match import Match
from scorekeeper.referee.rule_table import allowed
from scorekeeper.referee.verdict import judge
from scorekeeper.rulebook import Rulebook
from scorekeeper.web.forms.kinds.kind import FormData
from scorekeeper.web.forms.labels import number
from scorekeeper.web.games.helper import narrow, refusal_text
from scorekeeper.web.http.saving import fresh_save, match_shown_in_form
from scorekeeper.web.match.entry import reopened_page
from scorekeeper.web.match.entry_form import EntryForm
from scorekeeper.web.render import page
from scorekeeper.web.wording.figures import Cell, cell_of, columns_of
from scorekeeper.web.wording.reader import book_of

BY = 10
"""The difference that a prospect is worked out for."""
WAYS: tuple[tuple[Contract, Variant | None], ...] = tuple(
    (contract, way)
    for contract, ways in entries.VARIANTS.items()
    for way in ways or (None,)
    if way not in entries.WITHOUT_SIDES
)
"""The contracts in which two sides play, in the order in which they are bid."""


@dataclass(frozen=True)
class SideFigures:
    """What each of the declarer's side gets, and what each of the others."""

    declarer: Cell
    opponent: Cell


@dataclass(frozen=True)
class Prospect:
    """A contract with what winning and losing it by ten would mean."""

    contract: str
    way: str
    won: SideFigures
    lost: SideFigures


@dataclass(frozen=True)
class Prospects:
    """All contracts with the same flek on the game."""

    level: str
    rows: tuple[Prospect, ...]


def prospects_of(match: Match) -> Iterator[Prospects]:
    """What each contract would bring in this match, for each flek on the game."""
    book = book_of(match.game)
    for level in entries.FACTORS:
        flek = ("fields", "deal", "fleks", "choices", level) if level else ("texts", "times-1")
        yield Prospects(book.label(*flek), tuple(_rows(match, book, level)))


def _rows(match: Match, book: Rulebook, level: Flek | None) -> Iterator[Prospect]:
    for contract, way in WAYS:
        yield Prospect(
            book.label("fields", "deal", "contract", "choices", contract),
            book.label("fields", "deal", "variant", "choices", way) if way else "",
            _outcome(match, contract, way, level, BY),
            _outcome(match, contract, way, level, -BY),
        )


def _outcome(
    match: Match, contract: Contract, way: Variant | None, level: Flek | None, by: int
) -> SideFigures:
    """A deal won or lost by so much, with the pagát that a druha promises."""
    first, partner, *others = map(Seat, entries.at_table(narrow(match.standing, Standing)))
    deal = Deal(
        declarer=first,
        contract=contract,
        variant=way,
        partner=partner if way == "normal" else None,
        fleks={"game": level} if level else {},
        pagat=entries.Pagat(first, declared=True, made=by > 0) if contract == "druha" else None,
        points=entries.HALF + by,
    )
    points = sum_of(match.game.score(deal, match.standing, match.house), len(match.names))
    return SideFigures(cell_of(match, points[first]), cell_of(match, points[others[0]]))


PLAYERS = 4
FieldPair = tuple[str, str]
"""Name and value of a field, as a form sends it."""


def about(match: Match, submitted: FormData) -> Match:
    """The match with the group of the deal whose form was submitted."""
    seq = submitted.get("row", type=int)
    return match_shown_in_form(match, None if seq is None else match.row(seq))


@dataclass(frozen=True)
class FormPage:
    """A page beside the deal's form.

    `submitted` is everything that was sent, `prefix` begins the names of the page's own controls,
    `answers` are the deal's fields that the page answers.
    """

    match: Match
    submitted: FormData
    prefix: str
    answers: tuple[str, ...]

    @property
    def book(self) -> Rulebook:
        return book_of(self.match.game)

    @cached_property
    def other_fields(self) -> list[FieldPair]:
        return [pair for pair in self._deal_fields() if not self._answers(pair[0])]

    @cached_property
    def answer_fields(self) -> list[FieldPair]:
        """The deal's fields that this page answers, as the form sent them.

        They go back to the form if the page is left without an answer.
        """
        before, sent = f"{self.prefix}kept-", self.submitted.items(multi=True)
        pairs = [(name.removeprefix(before), of) for name, of in sent if name.startswith(before)]
        return pairs or [pair for pair in self._deal_fields() if self._answers(pair[0])]

    def _deal_fields(self) -> Iterable[FieldPair]:
        own = (self.prefix, "csrf_token")
        return (pair for pair in self.submitted.items(multi=True) if not pair[0].startswith(own))

    def _answers(self, name: str) -> bool:
        return name.partition("-")[0] in self.answers

    @cached_property
    def seats(self) -> tuple[int, ...]:
        """The four seats that play, from the předák on; the form may say who deals and pauses."""
        standing = narrow(self.match.standing, Standing)
        usual = entries.playing(Deal(declarer=Seat(0)), standing)
        pausing = [number(seat) for seat in self.submitted.getlist("pausing")]
        dealer = number(self.submitted.get("dealer"))
        data = {"declarer": 0, "dealer": dealer, "pausing": pausing}
        try:
            told = schema.load(Deal, data, LoadContext(len(self.match.names), TAROCK_54))
        except Invalid:
            return usual
        seats = entries.playing(told, standing)
        return seats if len(seats) == PLAYERS else usual

    def say(self, text: str, **facts: FactValue) -> str:
        return self.book.say("texts", text, facts, self.match.names)

    def show(self, template: str, kind: str, status: int, **shown: Any) -> Response:
        """The page of a `kind` of question; only its `result` if htmx asks for it."""
        code = self.match.code
        return page(
            template,
            "result",
            status,
            form_page=self,
            match=self.match,
            book=self.book,
            back=url_for("sheet.show", code=code),
            action=url_for("questions.ask", code=code, kind=kind),
            form_url=url_for("entries.redisplay", code=code),
            **shown,
        )

    def redisplay_form(self, answers: Iterable[FieldPair]) -> AnyResponse:
        """The deal's form again, with what it sent and the answers."""
        submitted = FormData([*self.other_fields, *answers])
        seq = submitted.get("row", type=int)
        row = None if seq is None else self.match.row(seq)
        return reopened_page(EntryForm(self.match, "deal", submitted=submitted, row=row))


Bids = tuple[Bid, ...]
"""The bids so far; seats 0–3 are the four who play, from the předák on, and 3 deals."""


@dataclass(frozen=True)
class BidButton:
    """A bid that is allowed now; `sure` unless a rule could not tell."""

    bid: str
    sure: bool


@dataclass(frozen=True)
class WonAuction:
    """The result of an auction: the `contract`, and the declarer's seat in the match."""

    contract: str
    declarer: int


def auction_page(match: Match) -> Response:
    """Whose bid it is and what may be said; after four, who plays what."""
    match = about(match, request.form)
    form_page = FormPage(match, request.form or _new_deal(match), "bid-", ("contract", "declarer"))
    bids, wrong = _bids(form_page)
    over, seats = len(bids) == PLAYERS, form_page.seats
    best = Auction(dealer=Seat(PLAYERS - 1), bids=bids).highest
    return form_page.show(
        "games/taroky/auction.html",
        "bid",
        422 if wrong else 200,
        players=columns_of(match),
        prospects=tuple(prospects_of(match)),
        errors=[("part-bids", wrong)] if wrong else [],
        bids=[(seats[bid.seat], bid.bid) for bid in bids],
        turn=None if over else seats[len(bids)],
        choices=[] if over else _choices(match, bids),
        result=WonAuction(best.bid, seats[best.seat]) if best else None,
    )


def _new_deal(match: Match) -> FormData:
    form = EntryForm(match, "deal")
    return FormData([("type", "deal"), *fresh_save(match).hidden, *form.bound.carried_fields])


def _bids(form_page: FormPage) -> tuple[Bids, str]:
    """The bids that were sent, without the last one if that is to be taken back, and what is wrong
    with the one after them, if anything.
    """
    bids: Bids = ()
    submitted = form_page.submitted
    controls = ((seat, submitted.get(f"bid-{seat}")) for seat in range(PLAYERS))
    sent: list[Json] = [{"seat": seat, "bid": bid} for seat, bid in controls if bid is not None]
    for data in sent[:-1] if "bid-undo" in submitted else sent:
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


def _bidding(bids: Bids) -> Bidding:
    return Bidding(dealer=Seat(PLAYERS - 1), bids=bids)


def _choices(match: Match, bids: Bids) -> list[BidButton]:
    house = match.house
    bidding = _bidding((*bids, Bid(Seat(len(bids)), "pass")))
    could = allowed(RULES, bidding.alternatives(house), house)
    return [
        BidButton(each.choice(), judge(RULES, each, house).verdict == "legal") for each in could
    ]
