"""Who owes whom over several matches: of an evening, or of all that a company ever played.

Money only: a round that the loser buys is drunk, not owed (`book.stake`).
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from scorekeeper import settling
from scorekeeper.company.bodies import PaidBody
from scorekeeper.company.evenings import Played
from scorekeeper.settling import Unbalanced

Party: TypeAlias = int | str
"""Who gives and gets: a member by his number, somebody who is nobody's member by his name."""
POT: Party = ""
"""The pot as a party; no name is empty."""
Totals: TypeAlias = dict[Party, int]


@dataclass(frozen=True)
class Balance:
    """What a match gave to whom (minus: took), in the smallest unit of a currency.

    `players` are those who sat there at the end: a pot is theirs. `point` is what a point is worth.
    """

    currency: str
    totals: Mapping[Party, int] = field(hash=False)
    players: tuple[Party, ...]
    point: int


@dataclass(frozen=True)
class Account:
    """What everybody has to get (minus: to give) in a currency, the pot too; it sums to nought."""

    currency: str
    totals: Mapping[Party, int] = field(hash=False)

    @property
    def payments(self) -> tuple[tuple[Party, Party, int], ...]:
        """Who pays whom how much, in the fewest payments."""
        parties = tuple(self.totals)
        paid = settling.payments(tuple(self.totals.values()))
        return tuple((parties[payer], parties[payee], amount) for payer, payee, amount in paid)


@dataclass(frozen=True)
class Settlement:
    """The accounts of several matches, one for each currency, and what is in none of them.

    `unbalanced` are matches whose figures do not sum to nought, each with what they sum to;
    `moneyless` are those that are not played for money; `rests` are what of a pot could not be
    divided, and stays in it.
    """

    accounts: tuple[Account, ...]
    moneyless: tuple[Played, ...]
    unbalanced: tuple[tuple[Played, int, str], ...]
    rests: tuple[tuple[Played, int, str], ...]


def settle(
    book: Iterable[Played], paid: Iterable[PaidBody] = (), *, share_pot: bool = False
) -> Settlement:
    """What matches leave to be paid, less what was `paid` already.

    With `share_pot` the pot is divided between those who sit at its table; else it is a party.
    """
    totals: dict[str, Totals] = {}
    moneyless, unbalanced, rests = [], [], []
    for each in book:
        try:
            balance = balance_of(each)
        except UnbalancedMatch as error:
            unbalanced.append((each, error.excess, error.currency))
            continue
        if balance is None:
            moneyless.append(each)
            continue
        if share_pot:
            balance, rest = _shared(balance)
            rests += [(each, rest, balance.currency)] if rest else []
        _add(totals.setdefault(balance.currency, {}), balance.totals)
    for body in paid:
        _add(totals.setdefault(body["currency"], {}), _given(body))
    accounts = tuple(Account(currency, totals[currency]) for currency in sorted(totals))
    return Settlement(accounts, tuple(moneyless), tuple(unbalanced), tuple(rests))


class UnbalancedMatch(Unbalanced):
    """A match whose figures sum to `excess` of a `currency` and not to nought."""

    def __init__(self, excess: int, currency: str) -> None:
        super().__init__(excess)
        self.currency = currency


def balance_of(played: Played) -> Balance | None:
    """What a match gave to whom; None if it is not played for money. Raises UnbalancedMatch."""
    match = played.match
    stake = match.game.stake(match.house)
    if stake is None:
        return None
    totals: Totals = {}
    for person, points in match.totals.items():
        _add(totals, {party_of(played, person): points * stake.point})
    if (pot := match.game.pot(match.standing)) is not None:
        totals[POT] = pot * stake.point
    if excess := sum(totals.values()):
        raise UnbalancedMatch(excess, stake.currency)
    players = tuple(party_of(played, person) for person in match.seating.seats)
    return Balance(stake.currency, totals, players, stake.point)


def party_of(played: Played, person: int) -> Party:
    """A person of a match as a party: a member, or somebody of whom only the name is known."""
    member = played.members[person]
    return played.match.seating.people[person] if member is None else member


@dataclass(frozen=True)
class Bill:
    """What the sheet says that a loser buys: so many rounds of what, at what price together."""

    played: Played
    buyer: Party
    rounds: int
    what: str
    amount: int
    currency: str


def bills_of(book: Iterable[Played]) -> Iterator[Bill]:
    """What losers buy for their tables, as the sheets of the matches say (kocka.game.pay)."""
    for each in book:
        seats = each.match.seating.seats
        for notice in each.match.standing.notices:
            if notice.id == "pays":
                said = notice.facts
                yield Bill(
                    each,
                    party_of(each, seats[notice.seats[0]]),
                    int(str(said["n"])),
                    str(said["stake"]),
                    int(str(said["money"])),
                    str(said["currency"]),
                )


def _shared(balance: Balance) -> tuple[Balance, int]:
    """A balance whose pot is divided in whole points; and what stays in the pot."""
    pot = balance.totals.get(POT, 0)
    share = abs(pot) // (len(balance.players) * balance.point) * balance.point
    share = share if pot > 0 else -share
    totals, rest = dict(balance.totals), pot - share * len(balance.players)
    _add(totals, dict.fromkeys(balance.players, share))
    totals[POT] = rest
    return Balance(balance.currency, totals, balance.players, balance.point), rest


def _given(body: PaidBody) -> Totals:
    """A payment as what it adds to the totals: who has paid owes less."""
    return {body["payer"]: body["amount"], body["payee"]: -body["amount"]}


def _add(totals: Totals, more: Mapping[Party, int]) -> None:
    for party, amount in more.items():
        totals[party] = totals.get(party, 0) + amount
