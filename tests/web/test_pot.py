"""A table that plays with a pot: it stands on the sheet, and settles with the players."""

from tests.web.phone import Phone
from tests.web.table import start

NAMES = ("Petr", "Jana", "Karel", "Eva")


def test_the_pot_stands_on_the_sheet_and_in_the_accounts(phone: Phone) -> None:
    pot = {"tariff-pot": "y", "tariff-renonc": "20", "ante": "10"}
    table = start(phone, NAMES, game="taroky", **pot)
    table.open("/new/deal")
    phone.submit(declarer="0", contract="zakladni", partner="2", points="41")
    sheet = table.open("")
    assert sheet.totals == ["−4", "−16", "−4", "−16"]
    assert table.told("notices", "pot", n=40) in sheet.text
    accounts = table.open("/accounts")
    assert phone.say("The pot") in accounts.text
    assert phone.say("Nobody owes anybody anything.") not in accounts.text
    assert table.match.standing.pot == 40
