"""Who pays whom over several matches, in words: the same for an evening and for all of them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from flask import request, url_for
from flask_babel import gettext as _
from werkzeug.datastructures import MultiDict

from scorekeeper.extras.group import Group
from scorekeeper.extras.group.accounts import POT, Party, Settlement
from scorekeeper.extras.group.events import Paid as PaidBody
from scorekeeper.extras.group.pages.entrance import FormPage
from scorekeeper.extras.group.pages.presenter import describe
from scorekeeper.extras.group.records.stats import MatchSummary
from scorekeeper.games import GAMES
from scorekeeper.web.forms.labels import amount_text
from scorekeeper.web.wording.figures import SHAPES, Cell
from scorekeeper.web.wording.reader import book_of, date, money


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
class Paid:
    """What one has paid another: a sentence with its day, and the number of its event."""

    seq: int
    text: str


@dataclass(frozen=True)
class SettlementView:
    """The payments of a settlement, and what cannot be settled, in sentences.

    `wrong` has to be looked at, `left_out` is only said. `pot` says that there is one.
    """

    payments: tuple[Payment, ...]
    wrong: tuple[str, ...]
    left_out: tuple[str, ...]
    pot: bool
    currencies: tuple[str, ...]


@dataclass(frozen=True)
class MoneyPage(FormPage):
    """A page that says who pays whom, and takes what was paid."""

    version: str
    url: str
    settlement: Settlement
    shared: bool
    """True if the pot is divided."""
    paid: list[Paid]

    @property
    def errors(self) -> Mapping[str, str]:
        """Field → what is wrong with it."""
        return self.fault.errors

    @property
    def typed(self) -> MultiDict[str, str]:
        return request.form

    @cached_property
    def settled(self) -> SettlementView:
        return settlement_view(self.group, self.settlement)

    @property
    def told(self) -> Iterator[str]:
        """Who pays whom, for a chat."""
        settled = self.settled
        yield from settled.wrong
        for each in settled.payments:
            yield f"{each.payer.name} → {each.payee.name}: {each.amount}"
        if not settled.payments:
            yield _("Nobody owes anybody anything.")


def settlement_view(group: Group, settlement: Settlement) -> SettlementView:
    accounts = settlement.accounts
    return SettlementView(
        payments=tuple(
            _payment(group, payer, payee, amount, account.currency)
            for account in accounts
            for payer, payee, amount in account.payments
        ),
        wrong=tuple(_wrong(settlement)),
        left_out=tuple(_left_out(settlement)),
        pot=any(POT in account.totals for account in accounts),
        currencies=tuple(account.currency for account in accounts),
    )


def paid_views(group: Group, payments: Sequence[tuple[int, PaidBody]]) -> list[Paid]:
    """What was paid, the latest first."""
    said = (group.events[seq - 1] for seq, _body in reversed(payments))
    return [Paid(event.seq, f"{date(event.at)} {describe(group, event)}") for event in said]


def balance_views(group: Group, settlement: Settlement) -> list[BalanceView]:
    """What everybody has to get or to give, whoever gets most first; nobody who is quits."""
    totals = [
        (account.currency, party, total)
        for account in settlement.accounts
        for party, total in account.totals.items()
        if total
    ]
    ordered = sorted(totals, key=lambda each: (each[0], -each[2]))
    return [
        BalanceView(
            party_view(group, party),
            amount_cell(total, currency),
            url_for("group_accounts.why", code=group.code, member=party)
            if isinstance(party, int)
            else "",
        )
        for currency, party, total in ordered
    ]


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
    for doubt in settlement.unbalanced:
        yield _(
            "%(match)s: the figures add up to %(sum)s instead of 0, so they are left out.",
            match=_match_text(doubt.told),
            sum=money(doubt.amount, doubt.currency),
        )
    for doubt in settlement.remainders:
        yield _(
            "%(match)s: %(sum)s of the pot cannot be divided, and stays in it.",
            match=_match_text(doubt.told),
            sum=money(doubt.amount, doubt.currency),
        )


def _left_out(settlement: Settlement) -> Iterator[str]:
    titles = dict.fromkeys(book_of(GAMES[each.summary.game]).title for each in settlement.moneyless)
    if titles:
        yield _(
            "Not in the accounts, as it is played for fun or a round of drinks: %(games)s",
            games=", ".join(titles),
        )


def _match_text(told: MatchSummary) -> str:
    return f"{book_of(GAMES[told.summary.game]).title}, {date(told.summary.begun)}"
