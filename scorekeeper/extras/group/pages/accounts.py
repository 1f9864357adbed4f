"""What everybody has to get or to give from all evenings, and why; who pays whom; what was paid,
which can be taken back.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from flask import Blueprint, Response, request, url_for
from flask_babel import gettext as _
from werkzeug import Response as AnyResponse

from scorekeeper.extras.group import Group
from scorekeeper.extras.group.accounts import Party, evenings_of, settle
from scorekeeper.extras.group.evenings import night_of
from scorekeeper.extras.group.events import Paid
from scorekeeper.extras.group.pages import hooks, settled
from scorekeeper.extras.group.pages.entrance import NO_FAULT, Fault, group_for, member_for
from scorekeeper.extras.group.pages.evenings import evening_page, member_field, night_in, night_now
from scorekeeper.extras.group.pages.presenter import describe, write_in
from scorekeeper.extras.group.records.stats import MatchSummary
from scorekeeper.ledger import Event
from scorekeeper.web.forms.labels import amount
from scorekeeper.web.render import before, page, paginate
from scorekeeper.web.wording.figures import Cell
from scorekeeper.web.wording.reader import date_text

accounts = Blueprint("group_accounts", __name__, url_prefix="/c/<code>")

SHOWN = 60
"""So many evenings and payments of a member stand on a page."""


@dataclass(frozen=True)
class AccountsPage(settled.MoneyPage):
    """The accounts of all evenings."""

    older: int
    """How many payments lie before those that are shown."""

    @property
    def balances(self) -> list[settled.BalanceView]:
        return settled.balance_views(self.group, self.settlement)

    @property
    def text(self) -> str:
        """The accounts for a chat: what everybody has to get or to give, and who pays whom."""
        head = " · ".join((self.group.name, _("Accounts"), date_text(hooks.tonight())))
        balances = (f"{each.party.name} {each.amount.text}" for each in self.balances)
        return "\n".join((head, *balances, *self.told))


@dataclass(frozen=True)
class Posting:
    """What somebody got or gave: on an evening, with the way to it, or by a payment, which `what`
    tells.
    """

    day: str
    what: str
    url: str
    amount: Cell


@accounts.get("/accounts", endpoint="show")
def accounts_page(code: str) -> Response:
    """What everybody owes from all evenings, what was paid, and a form for a payment."""
    return _accounts_page(group_for(code))


@accounts.get("/accounts/<int:member>")
def why(code: str, member: int) -> Response:
    """Why a member has to get or to give what he has: each evening and each payment."""
    group = group_for(code)
    who, summaries = member_for(group, member), hooks.summaries_of(group)
    mine = (each[1:] for each in postings(group, summaries) if each[0] == member)
    lines = sorted(mine, key=lambda each: each[0])
    sums: dict[str, int] = {}
    for _day, _paid, each, currency in lines:
        sums[currency] = sums.get(currency, 0) + each
    list_page = paginate(lines, before(), SHOWN)
    return page(
        "extras/group/evenings/why.html",
        group=group,
        member=who,
        sums=[settled.amount_cell(sums[currency], currency) for currency in sorted(sums)],
        postings=[
            Posting(
                date_text(day),
                describe(group, paid) if paid else "",
                "" if paid else hooks.night_url(group, day),
                settled.amount_cell(given, currency),
            )
            for day, paid, given, currency in reversed(list_page.lines)
        ],
        older=list_page.older,
    )


def postings(
    group: Group, told: Sequence[MatchSummary]
) -> Iterator[tuple[Party, date, Event | None, int, str]]:
    """Each evening and payment of everybody: its day, the event of a payment, how much."""
    for party, nights in evenings_of(told).items():
        for (night, currency), given in nights.items():
            yield party, night, None, given, currency
    for seq, body in group.bodies_of(Paid):
        event = group.events[seq - 1]
        day = night_of(event.at, hooks.zone())
        if body.payer != body.payee:  # else two who turned out to be one
            yield body.payer, day, event, body.amount, body.currency
            yield body.payee, day, event, -body.amount, body.currency


@accounts.post("/payments")
def pay(code: str) -> AnyResponse:
    """One paid another; of an evening if the form says its night."""
    form = request.form
    body: dict[str, object] = {
        **member_field("payer"),
        **member_field("payee"),
        "amount": amount(form.get("amount", "")),
        "currency": form.get("currency", ""),
    }
    group = group_for(code, write=True)
    if night := form.get("night", ""):
        body["night"] = night_now(group, night)
    return write_in(group, "paid", body, _back, _shown)


def _back(group: Group) -> str:
    """The page that a form was on: that of an evening, or of all accounts."""
    if night := night_in(request.form.get("night", "")):
        return url_for("evenings.show", code=group.code, night=night)
    return url_for("group_accounts.show", code=group.code)


def _shown(group: Group, fault: Fault) -> Response:
    if night := night_in(request.form.get("night", "")):
        return evening_page(group, night, fault)
    return _accounts_page(group, fault)


def _accounts_page(group: Group, fault: Fault = NO_FAULT) -> Response:
    summaries, paid = hooks.summaries_of(group), group.bodies_of(Paid)
    list_page = paginate(paid, before())
    share_pot = request.args.get("pot") == "shared"
    settlement = settle(summaries, (body for _, body in paid), share_pot=share_pot)
    pot = "shared" if share_pot else None
    context = AccountsPage(
        group,
        fault,
        hooks.version_now(group),
        url_for("group_accounts.show", code=group.code, pot=pot, before=before()),
        settlement=settlement,
        shared=share_pot,
        paid=settled.paid_views(group, list_page.lines),
        older=list_page.older,
    )
    return page("extras/group/evenings/accounts.html", "accounts", fault.status, context)
