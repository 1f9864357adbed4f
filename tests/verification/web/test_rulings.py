"""Rulings at a table of five, of whom one pauses."""

from scorekeeper.core.schema import Seat
from scorekeeper.games.taroky.entries import Renonc
from tests.web.asking import ruled
from tests.web.phone import Phone
from tests.web.table import start
from tests.web.test_rulings import form_of

FIVE = ("Petr", "Jana", "Karel", "Eva", "Olga")


def test_with_five_the_one_who_plays_pays(phone: Phone) -> None:
    table = start(phone, FIVE, "taroky", dealer="1")
    screen = table.open("/offences/taroky.play.follow")
    names = [seat.all("b")[0].text for seat in screen.root.all("button", css="seat")]
    assert names == ["Karel", "Eva", "Olga", "Petr"]
    ruled(screen, phone, "Olga")
    assert table.match.rows[0].entry == Renonc(Seat(4), "taroky.play.follow")
    assert table.match.rulings[0].body["ruling"]["seat"] == 4
    assert table.totals[4] < 0
    assert table.totals[1] == 0


def test_with_five_a_resend_is_about_the_same_player(phone: Phone) -> None:
    table = start(phone, FIVE, "taroky", dealer="1")
    form = form_of(table.open("/offences/taroky.play.follow"))
    data = form.filled({})
    data["how"] = "applied-2"
    phone._open("POST", form.action, data)
    table.fill("/people", dealer="3")
    assert phone._open("POST", form.action, data).url == table.url
    assert [event.body["ruling"]["seat"] for event in table.match.rulings] == [4]
