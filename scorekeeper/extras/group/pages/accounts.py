"""The accounts of a group: who pays whom, of an evening or of all of them; what everybody has to
get or to give from all evenings, and why; what was paid, which can be taken back; and both as
tables for other programs.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from flask import Blueprint, Response, request, url_for
from flask_babel import gettext as _

from scorekeeper.extras.group import Group
from scorekeeper.extras.group.accounts import POT, Party, Settlement, evenings_of, settle
from scorekeeper.extras.group.evenings import night_of
from scorekeeper.extras.group.events import Paid
from scorekeeper.extras.group.pages import hooks
from scorekeeper.extras.group.pages.entrance import (
    NO_FAULT,
    Fault,
    form_values,
    group_for,
    member_for,
)
from scorekeeper.extras.group.pages.presenter import describe
from scorekeeper.extras.group.records.stats import MatchSummary
from scorekeeper.games import GAMES
from scorekeeper.ledger import Event
from scorekeeper.web.forms.labels import amount_text
from scorekeeper.web.render import Values, before, page, paginate
from scorekeeper.web.results import csv_number, table_answer, without_formula
from scorekeeper.web.wording import reader
from scorekeeper.web.wording.figures import SHAPES, Cell
from scorekeeper.web.wording.reader import book_of, date_text, in_currency, money

accounts = Blueprint("group_accounts", __name__, url_prefix="/c/<code>")

SHOWN = 60
"""So many evenings and payments of a member stand on a page."""


@dataclass(frozen=True)
class PartyView:
    """Somebody who pays or is paid, with his sign."""

    name: str
    sign: int | str
    shape: str


@dataclass(frozen=True)
class Payment:
    """One pays another so much; `hidden` says so to the book, where both are members."""

    payer: PartyView
    payee: PartyView
    amount: str
    hidden: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class BalanceView:
    """What somebody has to get or to give, and the way to why; without one of who is no member."""

    party: PartyView
    amount: Cell
    url: str


@dataclass(frozen=True)
class Told:
    """What somebody paid or bought, as a sentence; `seq` is its event, 0 for what a sheet says."""

    seq: int
    text: str


def money_values(
    group: Group,
    fault: Fault,
    summaries: Sequence[MatchSummary],
    paid: Sequence[tuple[int, Paid]],
) -> Values:
    """What a page shows that says who pays whom for some matches, and takes what is paid; `told`
    says it in lines for a chat.
    """
    share_pot = request.args.get("pot") == "shared"
    settlement = settle(summaries, (body for _, body in paid), share_pot=share_pot)
    payments = [
        _payment(group, payer, payee, amount, account.currency)
        for account in settlement.accounts
        for payer, payee, amount in account.payments
    ]
    # What cannot be settled, and has to be looked at.
    wrong = list(_wrong(settlement))
    paying = [f"{each.payer.name} → {each.payee.name}: {each.amount}" for each in payments]
    return {
        **form_values(group, fault),
        "version": hooks.version_now(group),
        "errors": fault.errors,
        "typed": request.form,
        "shared": share_pot,
        "settlement": settlement,
        "payments": payments,
        "wrong": wrong,
        "left_out": _left_out(settlement),
        "pot": any(POT in account.totals for account in settlement.accounts),
        "currencies": [account.currency for account in settlement.accounts],
        "told": [*wrong, *(paying or [_("Nobody owes anybody anything.")])],
    }


def _balances(group: Group, settlement: Settlement) -> list[BalanceView]:
    """What everybody has to get or to give, whoever gets most first; nobody who is quits."""
    totals = [
        (account.currency, party, total)
        for account in settlement.accounts
        for party, total in account.totals.items()
        if total
    ]
    return [
        BalanceView(
            party_view(group, party),
            amount_cell(total, currency),
            url_for("group_accounts.why", code=group.code, member=party)
            if isinstance(party, int)
            else "",
        )
        for currency, party, total in sorted(totals, key=lambda each: (each[0], -each[2]))
    ]


def _left_out(settlement: Settlement) -> str:
    """The games that are not in the accounts, in a sentence; empty if there are none."""
    games = (GAMES[each.summary.game] for each in settlement.moneyless)
    titles = ", ".join(dict.fromkeys(book_of(game).title for game in games))
    said = _(
        "Not in the accounts, as it is played for fun or a round of drinks: %(games)s",
        games=titles,
    )
    return said if titles else ""


def paid_views(group: Group, payments: Sequence[tuple[int, Paid]]) -> list[Told]:
    """What was paid, the latest first."""
    said = (group.events[seq - 1] for seq, _body in reversed(payments))
    return [Told(event.seq, f"{reader.date(event.at)} {describe(group, event)}") for event in said]


def amount_cell(amount: int, currency: str) -> Cell:
    """An amount with its sign, and whether it is to get or to give."""
    text = money(amount, currency)
    return Cell(f"+{text}" if amount > 0 else text, "plus" if amount > 0 else "minus")


def party_view(group: Group, party: Party) -> PartyView:
    """A party with its sign: a member has the same one everywhere in the book."""
    if party == POT:
        return PartyView(_("The pot"), "", "pot")
    if isinstance(party, str):
        return PartyView(party, len(SHAPES) - 1, SHAPES[-1])
    sign = party % len(SHAPES)
    return PartyView(group.members[party].name, sign, SHAPES[sign])


def member_names(group: Group, members: Sequence[int]) -> str:
    return ", ".join(group.members[member].name for member in members)


def _payment(group: Group, payer: Party, payee: Party, amount: int, currency: str) -> Payment:
    known = isinstance(payer, int) and isinstance(payee, int)
    said = {"payer": payer, "payee": payee, "amount": amount_text(amount), "currency": currency}
    hidden = tuple((name, str(value)) for name, value in said.items()) if known else ()
    parties = party_view(group, payer), party_view(group, payee)
    return Payment(*parties, money(amount, currency), hidden)


def _wrong(settlement: Settlement) -> Iterator[str]:
    left_out = _("%(match)s: the figures add up to %(sum)s instead of 0, so they are left out.")
    in_pot = _("%(match)s: %(sum)s of the pot cannot be divided, and stays in it.")
    for doubts, text in ((settlement.unbalanced, left_out), (settlement.remainders, in_pot)):
        for doubt in doubts:
            match = doubt.told.summary
            yield text % {
                "match": f"{book_of(GAMES[match.game]).title}, {reader.date(match.begun)}",
                "sum": money(doubt.amount, doubt.currency),
            }


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
    return accounts_shown(group_for(code))


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
        sums=[amount_cell(sums[currency], currency) for currency in sorted(sums)],
        postings=[
            Posting(
                date_text(day),
                describe(group, paid) if paid else "",
                "" if paid else hooks.night_url(group, day),
                amount_cell(given, currency),
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


def accounts_shown(group: Group, fault: Fault = NO_FAULT) -> Response:
    paid = group.bodies_of(Paid)
    list_page = paginate(paid, before())
    shown = money_values(group, fault, hooks.summaries_of(group), paid)
    head = " · ".join((group.name, _("Accounts"), date_text(hooks.tonight())))
    balances = _balances(group, shown["settlement"])
    standing = (f"{each.party.name} {each.amount.text}" for each in balances)
    pot = "shared" if shown["shared"] else None
    return page(
        "extras/group/evenings/accounts.html",
        "accounts",
        fault.status,
        **shown,
        balances=balances,
        url=url_for("group_accounts.show", code=group.code, pot=pot, before=before()),
        paid=paid_views(group, list_page.lines),
        # How many payments lie before those that are shown.
        older=list_page.older,
        text="\n".join((head, *standing, *shown["told"])),
    )


group_tables = Blueprint("group_tables", __name__, url_prefix="/c/<code>")
"""Tables for other programs."""


@group_tables.get("/accounts.csv", endpoint="accounts")
def accounts_table(code: str) -> Response:
    """A line for each evening and each payment of everybody: they add up to what he has to get."""
    group = group_for(code)
    return table_answer(f"{code}-accounts", _account_lines(group))


@group_tables.get("/payments.csv", endpoint="payments")
def payments_table(code: str) -> Response:
    """A line for each payment: when it was written, of which evening, and who paid whom."""
    group = group_for(code)
    return table_answer(f"{code}-payments", _payment_lines(group))


def _account_lines(group: Group) -> Iterator[list[str]]:
    yield [_("Name"), _("Day"), _("What"), _("Amount"), _("Currency")]
    lines = (
        (party_view(group, party).name, day, paid, each, currency)
        for party, day, paid, each, currency in postings(group, hooks.summaries_of(group))
    )
    for name, day, paid, each, currency in sorted(lines, key=lambda line: line[:2]):
        kind = _("Payment") if paid else _("Evening")
        amount = csv_number(in_currency(each))
        yield [without_formula(name), day.isoformat(), kind, amount, currency]


def _payment_lines(group: Group) -> Iterator[list[str]]:
    yield [
        *(_("Day"), _("Evening"), _("Who paid"), _("To whom"), _("Amount"), _("Currency")),
    ]
    calendar = hooks.calendar_of(group, hooks.summaries_of(group))
    for seq, body in group.bodies_of(Paid):
        written = night_of(group.events[seq - 1].at, hooks.zone())
        night = calendar.evening_of(seq, date.fromisoformat(body.night)) if body.night else None
        names = (without_formula(group.members[who].name) for who in (body.payer, body.payee))
        amount = csv_number(in_currency(body.amount))
        yield [written.isoformat(), str(night or ""), *names, amount, body.currency]
