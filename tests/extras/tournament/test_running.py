"""What an organiser meets in the hall: results of earlier rounds, who comes, goes and returns."""

import pytest
from flask import Flask

from tests.extras.tournament.hall_pages import TournamentClient, names, open_hall
from tests.web.phone import Phone


@pytest.fixture
def hall(phone: Phone) -> TournamentClient:
    """Eight players at Taroky."""
    hall = open_hall(phone)
    hall.enter(*names(8))
    return hall


def end_round(hall: TournamentClient) -> None:
    """Gives both tables of the round a result."""
    for table in (1, 2):
        hall.type(table, "30", "10", "−10", "−30")


@pytest.mark.quick("tournament")
def test_an_earlier_round_is_one_tap_away_and_corrected_where_it_stands(
    hall: TournamentClient, other: Phone
) -> None:
    for _ in range(2):
        hall.draw()
        end_round(hall)
    hall.draw()
    wronged = hall.now.names(hall.now.rounds[0].tables[1].seats)
    tab = hall.phone.say("Round %(n)d", n=1)
    first = hall.phone.get(hall.open().links[tab])
    (chosen,) = [a for a in first.root.all("a") if a.attrs.get("aria-current")]
    assert chosen.text == tab
    table = next(a for a in first.root.all("a") if a.attrs["href"].endswith("/rounds/1/2"))
    hall.phone.get(table.attrs["href"])
    again = hall.phone.submit(f"{hall.url}/rounds/1/2", **{"balance-0": "−30", "balance-3": "30"})
    assert again.url == f"{hall.url}?round=1"
    assert hall.now.rounds[0].tables[1].balances == (-30, 10, -10, 30)
    other.get(hall.link("/share"))
    live = other.get(f"{hall.url}/live?round=1")
    seats = live.root.all("ul", css="cards")[0].all("li")[1].all("p")
    assert [p.text for p in seats] == [
        f"{name} {figure}"
        for name, figure in zip(wronged, ("−30", "+10", "−10", "+30"), strict=True)
    ]
    assert "/rounds/" not in live.html, "who looks on corrects nothing"
    assert f"{hall.url}/rounds/1/2" in hall.open("/report").html


def test_what_is_no_round_shows_the_newest(hall: TournamentClient) -> None:
    assert hall.open("?round=1").status == 200
    hall.draw()
    for text in ("0", "9", "x", "-1"):
        assert hall.phone.say("Round %(n)d", n=1) in hall.open(f"?round={text}").text


def test_a_round_that_is_doubted_later_is_marked(phone: Phone, app: Flask) -> None:
    hall = open_hall(phone, results="twice")
    hall.enter(*names(4))
    hall.draw()
    for seat in (0, 1):
        hall.say(seat, 30, 10, -10, -30)
    hall.draw()
    assert f"{phone.say('Round %(n)d', n=1)} ?" not in hall.open().text
    hall.say(2, 30, 10, -30, -10)
    assert f"{phone.say('Round %(n)d', n=1)} ?" in hall.open().text
