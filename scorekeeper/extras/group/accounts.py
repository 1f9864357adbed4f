"""Who owes whom over several matches: of an evening, or of all that a group ever played.

Money only: a round that the loser buys is drunk, not owed (`book.stake`).
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import TypeAlias

from scorekeeper.core import settling
from scorekeeper.extras.group.events import Paid
from scorekeeper.extras.group.records.stats import MatchSummary
from scorekeeper.extras.group.records.summary import Balance

Party: TypeAlias = int | str
"""Who gives and gets: a member by his number, somebody who is nobody's member by his name."""
POT: Party = ""
"""The pot as a party; no name is empty."""
Totals: TypeAlias = Counter[Party]


@dataclass(frozen=True)
class Account:
    """What everybody has to get (minus: to give) in a currency, the pot too; it sums to zero."""

    currency: str
    totals: Mapping[Party, int] = field(hash=False)

    @property
    def payments(self) -> tuple[tuple[Party, Party, int], ...]:
        """Who pays whom how much, in the fewest payments."""
        parties = tuple(self.totals)
        paid = settling.payments(tuple(self.totals.values()))
        return tuple((parties[payer], parties[payee], amount) for payer, payee, amount in paid)


@dataclass(frozen=True)
class UnsettledAmount:
    """Money of a match that cannot be settled: so much in the smallest unit of a currency."""

    told: MatchSummary
    amount: int
    currency: str


@dataclass(frozen=True)
class Settlement:
    """The accounts of several matches, one for each currency, and what is in none of them.

    `unbalanced` are matches whose figures do not sum to zero, with what they sum to; `moneyless`
    are those that are not played for money; `remainders` are what of a pot could not be divided,
    and stays in it.
    """

    accounts: tuple[Account, ...]
    moneyless: tuple[MatchSummary, ...]
    unbalanced: tuple[UnsettledAmount, ...]
    remainders: tuple[UnsettledAmount, ...]


def settle(
    book: Iterable[MatchSummary], paid: Iterable[Paid] = (), *, share_pot: bool = False
) -> Settlement:
    """What matches leave to be paid, less what was `paid` already.

    With `share_pot` the pot is divided between those who sit at its table; else it is a party.
    """
    totals: dict[str, Totals] = {}
    moneyless, unbalanced = list[MatchSummary](), list[UnsettledAmount]()
    remainders = list[UnsettledAmount]()
    for each in book:
        balance = each.summary.balance
        if balance is None:
            moneyless.append(each)
        elif balance.excess:
            unbalanced.append(UnsettledAmount(each, balance.excess, balance.currency))
        else:
            given, rest = _money_given(each, balance, share_pot=share_pot)
            totals.setdefault(balance.currency, Totals()).update(given)
            remainders += [UnsettledAmount(each, rest, balance.currency)] if rest else []
    for body in paid:
        account = totals.setdefault(body.currency, Totals())
        if body.payer != body.payee:  # else two who turned out to be one
            account.update({body.payer: body.amount, body.payee: -body.amount})
    accounts = tuple(Account(currency, totals[currency]) for currency in sorted(totals))
    return Settlement(accounts, tuple(moneyless), tuple(unbalanced), tuple(remainders))


def evenings_of(book: Iterable[MatchSummary]) -> Mapping[Party, Mapping[tuple[date, str], int]]:
    """What each evening gave everybody, by its night and the currency; without what cannot be
    settled.
    """
    found: dict[Party, Counter[tuple[date, str]]] = {}
    for each in book:
        balance = each.summary.balance
        if balance is None or balance.excess:
            continue
        given, _rest = _money_given(each, balance, share_pot=False)
        for party, amount in given.items():
            found.setdefault(party, Counter())[each.night, balance.currency] += amount
    return found


def party_of(members: Sequence[int | None], people: Sequence[str], person: int) -> Party:
    """A person of a match as a party: a member, or somebody of whom only the name is known."""
    member = members[person]
    return people[person] if member is None else member


def _money_given(told: MatchSummary, balance: Balance, *, share_pot: bool) -> tuple[Totals, int]:
    """What a match gave to whom, in money; and what of a pot that is shared stays in it."""
    pot, seated = balance.pot or 0, balance.seated
    share = abs(pot) // len(seated) * (1 if pot > 0 else -1) if share_pot else 0
    rest, totals = pot - share * len(seated), Totals()
    for person, points in balance.points.items():
        party = party_of(told.members, told.summary.people, person)
        more = share if person in seated else 0
        totals[party] += (points + more) * balance.point
    if balance.pot is not None:
        totals[POT] = rest * balance.point
    return totals, rest * balance.point if share_pot else 0
