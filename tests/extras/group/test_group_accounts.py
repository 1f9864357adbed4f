"""Who owes whom over an evening: sums, pots, payments, and what cannot be settled."""

from dataclasses import replace
from datetime import UTC
from itertools import count

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.core.game import Stake
from scorekeeper.core.house_rules import load_house
from scorekeeper.core.schema import Invalid, dump_fields
from scorekeeper.extras.group.accounts import POT, UnsettledAmount, settle
from scorekeeper.extras.group.actions import Groups
from scorekeeper.extras.group.evenings import played
from scorekeeper.extras.group.events import Paid
from scorekeeper.extras.group.records.summary import bills_of
from scorekeeper.games import GAMES
from scorekeeper.games.taroky.house_rules import Tariff
from scorekeeper.ledger import open_ledger
from scorekeeper.match.actions import Matches
from tests.extras.group.season import summarise
from tests.games.kocka.table import durch, round_of

NAMES = ("Petr", "Jana", "Karel", "Eva")
MEMBERS = (*NAMES, "Ota")
TAROKY, KOCKA = GAMES["taroky"], GAMES["kocka"]
TONIGHT = {"currency": "CZK", "night": "2026-11-20"}
PAID = {"payer": 0, "payee": 1, "amount": 100, "currency": "CZK"}
KEYS = map(str, count())


class Table:
    """A group with a ledger; every match that is opened belongs to it."""

    def __init__(self):
        ledger = open_ledger("sqlite://")
        self.matches, self.groups = Matches(ledger), Groups(ledger)
        self.group = self.groups.open("PARTA", "Tovéř", list(MEMBERS), "k")

    def open(self, game, people, house):
        code = f"M{next(KEYS)}"
        names = [MEMBERS[each] if isinstance(each, int) else each for each in people]
        rules = load_house(GAMES[game].house, house)
        match = self.matches.open(code, GAMES[game], names, 3, rules, next(KEYS))
        self.write("belongs", match=code, people=people)
        return match

    def record(self, match, **entry):
        read = match.game.read_entry(entry, len(match.names), match.house)
        return self.matches.record(match, read, match.version, next(KEYS))

    def write(self, kind, **body):
        group = self.groups.get("PARTA")
        self.group = self.groups.write(group, kind, body, group.version, next(KEYS))
        return self.group

    def book(self):
        return played(self.group, map(self.matches.get, self.group.matches), UTC)

    def settle(self, *, share_pot=False):
        paid = [body for _, body in self.group.bodies_of(Paid)]
        return settle(summarise(self.book()), paid, share_pot=share_pot)


@pytest.fixture
def table():
    return Table()


def deal(points, declarer=0):
    """A deal of Taroky that the declarer plays alone."""
    return {
        "type": "deal",
        "declarer": declarer,
        "contract": "preferanc",
        "variant": "third",
        "partner": None,
        "points": points,
    }


TARIFFS = {name: dump_fields(tariff) for name, tariff in Tariff.presets.items()}
WITH_POT = {"tariff": {**TARIFFS["pocitadlo"], "point": 10}, "ante": 10}


def owed(settlement):
    """What is left to get or to give in the one currency."""
    (account,) = settlement.accounts
    return {party: amount for party, amount in account.totals.items() if amount}


def test_matches_of_an_evening_are_settled_together(table):
    first = table.open("taroky", [0, 1, 2, 3], {"tariff": "taroky.net"})
    second = table.open("taroky", [3, 4, 0, 1], {"tariff": "taroky.net"})
    table.record(first, **deal(50))
    table.record(second, **deal(20, declarer=1))
    found = owed(table.settle())
    for each, people in ((first, [0, 1, 2, 3]), (second, [3, 4, 0, 1])):
        points = table.matches.get(each.code).standing.totals
        assert sum(points) == 0
        for person, got in zip(people, points, strict=True):
            found[person] = found.get(person, 0) - got * 5
    assert not any(found.values())


def test_a_game_without_money_is_left_out_and_named(table):
    kocka = table.open("kocka", [0, 1, 2, 3], {})
    table.record(kocka, **durch(0))
    settlement = table.settle()
    assert settlement.accounts == ()
    assert [each.summary.code for each in settlement.moneyless] == [kocka.code]


def test_somebody_who_is_nobodys_member_has_an_account_by_his_name(table):
    match = table.open("taroky", [0, 1, 2, 3], {"tariff": "taroky.net"})
    match = table.matches.seat(match, (4, 1, 2, 3), ("Host", *NAMES[1:]), 0, 1, next(KEYS))
    table.record(match, **deal(40))
    assert set(owed(table.settle())) == {"Host", 1, 2, 3}


def test_the_pot_is_a_party_or_is_shared_as_far_as_it_divides(table):
    match = table.open("taroky", [0, 1, 2, 3], WITH_POT)
    varsava = {**deal(0), "contract": "zakladni", "variant": "varsava", "points": [10, 59, 1, 0]}
    table.record(match, **varsava)
    # 4 × 10 into the pot, and twice 70 points, as one has none: 180 points of 10 haléře.
    found = table.settle()
    assert owed(found) == {0: -300, 1: -1280, 2: -120, 3: -100, POT: 1800}
    assert all(payee == POT for _, payee, _ in found.accounts[0].payments)
    shared = table.settle(share_pot=True)
    assert owed(shared) == {0: 150, 1: -830, 2: 330, 3: 350}
    assert shared.remainders == ()


def test_what_of_a_pot_cannot_be_divided_is_named_and_stays(table):
    match = table.open(
        "taroky",
        [0, 1, 2, 3],
        {**WITH_POT, "tariff": {**TARIFFS["pocitadlo"], "point": 10, "renonc": 21}},
    )
    table.record(match, **deal(35))
    table.record(table.matches.get(match.code), type="renonc", seat=1)
    points = table.matches.get(match.code).standing.pot
    shared = table.settle(share_pot=True)
    (doubt,) = shared.remainders
    assert doubt.told.summary.code == match.code
    assert (doubt.amount, doubt.currency) == (points % 4 * 10, "CZK")
    assert owed(shared)[POT] == doubt.amount > 0
    assert sum(owed(shared).values()) == 0


def test_figures_that_do_not_sum_to_nought_are_named_and_settle_nothing(table):
    kocka = table.open("kocka", [0, 1, 2, 3], {})
    kocka = table.record(kocka, **round_of(7, 7, 7, 7))
    taroky = table.open("taroky", [0, 1, 2, 3], {"tariff": "taroky.net"})
    table.record(taroky, **deal(50))
    for_money = replace(KOCKA, stake=lambda house: Stake(100, "CZK"))
    wrong, right = table.book()
    wrong = replace(wrong, match=replace(wrong.match, game=for_money))
    told = summarise((wrong, right))
    settlement = settle(told)
    assert settlement.unbalanced == (UnsettledAmount(told[0], 2800, "CZK"),)
    assert settlement.accounts == settle(told[1:]).accounts


def test_what_was_paid_is_owed_no_more_until_it_is_taken_back(table):
    match = table.open("taroky", [0, 1, 2, 3], {"tariff": "taroky.net"})
    table.record(match, **deal(50))
    before = owed(table.settle())
    ((payer, payee, amount), *_) = table.settle().accounts[0].payments
    table.write("paid", payer=payer, payee=payee, amount=amount, **TONIGHT)
    after = owed(table.settle())
    assert payer not in after
    assert after[payee] == before[payee] - amount
    version = table.group.version
    table.group = table.groups.take_back(table.group, version, version, next(KEYS))
    assert owed(table.settle()) == before


def test_currencies_are_never_mixed(table):
    for currency in ("CZK", "EUR"):
        house = {"tariff": {**TARIFFS["taroky.net"], "currency": currency}}
        match = table.open("taroky", [0, 1, 2, 3], house)
        table.record(match, **deal(50))
    table.write("paid", **{**PAID, "amount": 7, "currency": "EUR"})
    crowns, euros = table.settle().accounts
    assert (crowns.currency, euros.currency) == ("CZK", "EUR")
    assert euros.totals[0] == crowns.totals[0] + 7
    assert euros.totals[1] == crowns.totals[1] - 7


@pytest.mark.parametrize(
    ("body", "path", "code"),
    [
        ({"payee": 9}, "payee", "unknown-member"),
        ({"currency": "   "}, "currency", "missing"),
        ({"night": "today"}, "night", "not-a-day"),
        ({"amount": -5}, "amount", "too-small"),
    ],
)
def test_a_payment_that_cannot_be_is_refused(table, body, path, code):
    with pytest.raises(Invalid) as caught:
        table.write("paid", **{**PAID, **body})
    assert (caught.value.path, caught.value.code) == (path, code)


def test_what_the_loser_of_a_game_buys_is_told_by_its_sheet(table):
    house = {"stake": "malé pivo", "stake_price": 3500, "dokladacka": "off"}
    match = table.open("kocka", [3, 1, 2, 0], house)
    for _ in range(4):
        match = table.record(match, **round_of(25, 1, 1, 1))
    (bill,) = bills_of(match)
    assert (bill.person, bill.rounds, bill.what) == (0, 1, "malé pivo")
    assert (bill.amount, bill.currency) == (4 * 3500, "CZK")


POINTS = st.lists(
    st.tuples(st.integers(0, 3), st.integers(0, 70)).filter(lambda each: each[1] != 35), max_size=4
)


@settings(max_examples=25, deadline=None)
@given(st.lists(st.tuples(st.permutations([0, 1, 2, 3]), POINTS), min_size=1, max_size=3))
def test_balances_sum_to_nought_and_the_payments_even_everybody(evening):
    table = Table()
    for people, deals in evening:
        match = table.open("taroky", people, WITH_POT)
        for declarer, points in deals:
            match = table.record(match, **deal(points, declarer))
    for share_pot in (False, True):
        (account,) = table.settle(share_pot=share_pot).accounts
        left = dict(account.totals)
        assert sum(left.values()) == 0
        for payer, payee, amount in account.payments:
            left[payer] += amount
            left[payee] -= amount
        assert not any(left.values())
