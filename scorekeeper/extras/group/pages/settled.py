"""Who pays whom over several matches, in words: the same for an evening and for all of them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from flask import request, url_for
from flask_babel import gettext as _
from werkzeug.datastructures import MultiDict

from scorekeeper.extras.group import Group
from scorekeeper.extras.group.accounts import POT, Party, Settlement
from scorekeeper.extras.group.events import Paid
from scorekeeper.extras.group.pages.entrance import FormPage
from scorekeeper.extras.group.pages.presenter import describe
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
class Told:
    """What somebody paid or bought, as a sentence; `seq` is its event, 0 for what a sheet says."""

    seq: int
    text: str


@dataclass(frozen=True)
class MoneyPage(FormPage):
    """A page that says who pays whom, and takes what was paid."""

    version: str
    url: str
    settlement: Settlement
    shared: bool
    """True if the pot is divided."""
    paid: list[Told]

    @property
    def errors(self) -> Mapping[str, str]:
        """Field → what is wrong with it."""
        return self.fault.errors

    @property
    def typed(self) -> MultiDict[str, str]:
        return request.form

    @cached_property
    def payments(self) -> list[Payment]:
        return [
            _payment(self.group, payer, payee, amount, account.currency)
            for account in self.settlement.accounts
            for payer, payee, amount in account.payments
        ]

    @property
    def wrong(self) -> list[str]:
        """What cannot be settled, and has to be looked at."""
        return list(_wrong(self.settlement))

    @property
    def left_out(self) -> str:
        """The games that are not in the accounts, in a sentence; empty if there are none."""
        games = (GAMES[each.summary.game] for each in self.settlement.moneyless)
        titles = ", ".join(dict.fromkeys(book_of(game).title for game in games))
        said = _(
            "Not in the accounts, as it is played for fun or a round of drinks: %(games)s",
            games=titles,
        )
        return said if titles else ""

    @property
    def pot(self) -> bool:
        return any(POT in account.totals for account in self.settlement.accounts)

    @property
    def currencies(self) -> list[str]:
        return [account.currency for account in self.settlement.accounts]

    @property
    def told(self) -> Iterator[str]:
        """Who pays whom, for a chat."""
        yield from self.wrong
        for each in self.payments:
            yield f"{each.payer.name} → {each.payee.name}: {each.amount}"
        if not self.payments:
            yield _("Nobody owes anybody anything.")


def paid_views(group: Group, payments: Sequence[tuple[int, Paid]]) -> list[Told]:
    """What was paid, the latest first."""
    said = (group.events[seq - 1] for seq, _body in reversed(payments))
    return [Told(event.seq, f"{date(event.at)} {describe(group, event)}") for event in said]


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
    for doubt in (*settlement.unbalanced, *settlement.remainders):
        match = doubt.told.summary
        known = {
            "match": f"{book_of(GAMES[match.game]).title}, {date(match.begun)}",
            "sum": money(doubt.amount, doubt.currency),
        }
        if doubt in settlement.remainders:
            yield _("%(match)s: %(sum)s of the pot cannot be divided, and stays in it.", **known)
        else:
            yield _(
                "%(match)s: the figures add up to %(sum)s instead of 0, so they are left out.",
                **known,
            )
