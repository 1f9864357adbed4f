"""A table that plays with a pot: it stands on the sheet, and settles with the players."""

from tests.web.phone import Phone
from tests.web.screen import Screen
from tests.web.table import start

POT = {"tariff-pot": "y", "tariff-renonc": "20", "ante": "10"}


def test_the_pot_stands_on_the_sheet_and_in_the_accounts(phone: Phone) -> None:
    table = start(phone, game="taroky", **POT)
    table.open("/new/deal")
    phone.submit(declarer="0", contract="zakladni", partner="2", points="41")
    sheet = table.open("")
    assert sheet.totals == ["−4", "−16", "−4", "−16"]
    assert table.told("notices", "pot", n=40) in sheet.text
    accounts = table.open("/result")
    assert phone.say("The pot") in accounts.text
    assert phone.say("Nobody owes anybody anything.") not in accounts.text
    assert table.match.standing.pot == 40


def test_the_strip_says_what_a_deal_would_do_to_the_pot(phone: Phone) -> None:
    table = start(phone, game="taroky", **POT)
    form = table.open("/new/deal")
    assert pot_of(form) == "0"
    deal = {"declarer": "0", "contract": "zakladni", "partner": "2", "points": "35"}
    assert pot_of(phone.htmx("form", **deal)) == "0 → 40"
    phone.submit("form", **deal)
    table.open("/new/deal")
    next_deal = {**deal, "declarer": "1", "partner": "3"}
    silent = {"pagat-seat": "silent-1", "pagat-made": "y"}
    assert pot_of(phone.htmx("form", **next_deal, **silent)) == "40 → 20"
    row = table.open(f"/entries/{table.match.rows[0].seq}")
    assert pot_of(row) == "40"
    assert pot_of(phone.htmx("form", **silent | {"pagat-seat": "silent-0"})) == "40 → 20"


def test_a_table_without_a_pot_has_none_on_its_strip(phone: Phone) -> None:
    table = start(phone, game="taroky")
    assert not table.open("/new/deal").root.all(css="pot")


def pot_of(screen: Screen) -> str:
    """What stands in the strip beside the sign of the pot."""
    return screen.root.all(css="pot")[0].all("span", css="fig")[0].text
