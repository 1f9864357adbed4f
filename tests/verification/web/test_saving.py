"""A deal that another phone was quicker with: can it be the next one, and who pauses then?"""

from dataclasses import replace

from scorekeeper.core.schema import Seat
from tests.web.table import NAMES, start
from tests.web.test_saving import DEAL, RIVAL, beaten


def test_the_strip_of_a_deal_that_lost_the_race_judges_as_save_does(phone):
    table = start(phone, game="taroky")
    screen = beaten(table, **DEAL)  # Petr was the forehand, and is not in the next deal
    assert (screen.tally, screen.save.partition(" · ")[2]) == (
        ["–"] * 4,
        table.book.label("short", "taroky.bid.forehand.declarer"),
    )
    fields = screen.form("form").fields
    assert (fields["dealer"], fields["declarer"], fields["points"]) == ("0", "0", "41")
    assert phone.htmx("form").tally == ["–"] * 4
    assert phone.submit("form").status == 422
    assert table.match.version == 2


def test_a_deal_that_lost_the_race_can_be_the_next_one(phone):
    table = start(phone, game="taroky")
    figures = beaten(table, **DEAL, contract="preferanc", variant="first").tally
    sheet = phone.submit("form")
    assert sheet.status == 200
    assert sheet.rows[0].cells == figures


def test_who_pauses_moves_on_with_the_deal(phone):
    table = start(phone, (*NAMES, "Olga"), "taroky", dealer="4")
    table.open("/new/deal")
    table.record(replace(RIVAL, dealer=Seat(4)))
    screen = table.phone.submit("form", **DEAL)
    assert screen.status == 409
    fields = screen.form("form").fields
    assert (fields["dealer"], fields.getlist("pausing")) == ("0", ["0"])
