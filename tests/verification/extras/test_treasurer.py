"""A season whose evenings are settled, moved, parted and put right through the pages; what the book
says of it is counted again from its file.
"""

from collections import Counter
from contextlib import closing
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal

import pytest

from scorekeeper.web import create_app
from scorekeeper.web.http.access import token_of
from tests.conftest import SETTINGS
from tests.extras.group.season import CODE, Season
from tests.extras.group.test_evening_pages import csv_of
from tests.verification.extras.book_recounted import Book
from tests.web.phone import Phone
from tests.web.table import start as sit_down

GROUP = f"/c/{CODE}"


class Seated(Season):
    """A season in which nobody comes or goes in the middle of a match."""

    def _reseat(self, match):
        return None


@pytest.fixture(scope="module")
def phone(tmp_path_factory):
    """A phone that writes in the book of a season, after everything happened to it."""
    settings = {**SETTINGS, "LEDGER": "sqlite://"}
    app = create_app(tmp_path_factory.mktemp("instance"), settings)
    with closing(app.extensions["matches"].ledger) as ledger:
        Seated(seed=8, evenings=14, length=0.45).play().write_to(ledger)
        phone = Phone(app, "en")
        with app.app_context():
            phone.get(f"{GROUP}/in/{token_of(CODE, 'scorer')}")
        for at, url in enumerate(sorted(evenings(phone))):
            happen(phone, at, url)
        take_in(phone)
        yield phone


def evenings(phone):
    phone.get(f"{GROUP}/evenings")
    return {to for to in phone.screen.links.values() if "/evenings/" in to}


def happen(phone, at, url):
    """What happens to an evening: as a rule it is settled, then something is put right."""
    if at % 4 < 3:
        settle(phone, url)
    if at % 3 == 0:
        phone.fill(url, f"{url}/rounds", "Save", buyer="2", what="rum", guests=["0", "1"])
    if at % 3 == 1:
        move(phone, url, all_of_it=True)
    if at % 3 == 2:
        move(phone, url, all_of_it=False)
    if at == 4:  # and back again
        phone.fill(GROUP, f"{GROUP}/undo", "Undo")


def settle(phone, url):
    while any(form.action.endswith("/payments") for form in phone.get(url).forms):
        phone.submit(f"{GROUP}/payments", "Paid")


def move(phone, url, *, all_of_it):
    """An evening, or the last match of its first pub, was two days before."""
    phone.get(url)
    matches = phone.screen.form(f"{url}/pub").filled({}).getlist("match")
    day = date.fromisoformat(url[-10:]) - timedelta(2)
    ticked = {} if all_of_it or len(matches) < 2 else {"match": matches[-1:]}
    phone.submit(f"{url}/pub", "It was on this day", day=day.isoformat(), **ticked)
    if phone.screen.status == 422:  # whenever this is run, a year is soon over
        phone.submit(f"{url}/pub", "It was on this day")
    assert phone.screen.url == f"{GROUP}/evenings/{day}"


def take_in(phone):
    """Tables from outside, whose people are called nearly like members; one is put out again."""
    for names in (("Peťa", "jana", "Cenek", "Xaver"), ("Karlík", "Ota", "Jana", "Petr")):
        table = sit_down(phone, names, "durak")
        table.write(type="game", fool=1)
        phone.fill(f"{table.url}/company", press="Tovéřská parta")
        assert phone.screen.status == 422
        doubts = [fold.all("input")[0].attrs for fold in phone.screen.root.all("fieldset")]
        phone.submit(f"{table.url}/company", **{each["name"]: each["value"] for each in doubts})
    phone.fill(f"{GROUP}/matches/{table.code}", press="Take it out of the group")


@pytest.fixture(scope="module")
def book(phone):
    return Book(phone.client.get(f"{GROUP}/export").get_data(as_text=True))


def test_the_balances_are_what_the_rows_and_the_payments_come_to(phone, book):
    sums = Counter[str]()
    for line in csv_of(phone, f"{GROUP}/accounts.csv"):
        sums[line["Name"]] += round(100 * Decimal(line["Amount"]))
    assert {name: n for name, n in sums.items() if n} == book.owed
    assert sum(book.owed.values()) == 0


def test_every_payment_and_round_is_with_its_evening(phone, book):
    lines, paid = csv_of(phone, f"{GROUP}/payments.csv"), book.of("paid")
    assert [line["Evening"] for line in lines] == [str(book.evening(e) or "") for e in paid]
    assert len({line["Evening"] for line in lines}) > 4
    for event in book.of("bought"):
        phone.get(f"{GROUP}/evenings/{book.evening(event)}")
        assert event["body"]["what"] in phone.screen.text


def test_what_was_settled_once_is_not_asked_for_again(phone, book):
    for night in {book.evening(event) for event in book.of("paid")} - {None}:
        phone.get(f"{GROUP}/evenings/{night}")
        assert "Nobody owes anybody anything." in phone.screen.text


def test_no_address_of_a_day_is_lost(phone, book):
    nights = {match.first_night for match in book.matches.values()}
    nights |= {date.fromisoformat(event["body"]["night"]) for event in book.of("dated")}
    now = {book.night(code) for code in book.matches}
    assert nights - now
    for night in nights:
        assert phone.get(f"{GROUP}/evenings/{night}").status == 200
        assert date.fromisoformat(phone.screen.url[-10:]) in now


def test_the_table_of_the_season_is_its_rule(phone, book):
    phone.get(f"{GROUP}/records")
    (table,) = phone.screen.root.all("table", css="ranked")
    shown = {
        line.all("th")[0].text: tuple(cell.text for cell in line.all("td")[1:])
        for line in table.all("tr")[1:]
    }
    assert shown == {name: (str(n), tenth(points)) for name, (n, points) in book.season.items()}
    finished = {match.finished for match in book.matches.values() if match.game == "kocka"}
    assert finished == {True, False}, "the season has both"


def tenth(points):
    """To a tenth, half up, as it is written in English."""
    exact = Decimal(points.numerator) / Decimal(points.denominator)
    return str(exact.quantize(Decimal("0.1"), ROUND_HALF_UP)).removesuffix(".0")


def test_who_was_asked_about_is_no_double(book):
    assert not {"Peťa", "jana", "Cenek", "Karlík"} & {*book.names}
    assert "Xaver" in book.names
