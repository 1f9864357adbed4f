"""What a figure, a notice and a statistic look like: good or bad, alarm or mere information."""

from scorekeeper.core.schema import Seat
from scorekeeper.games.kocka.entries import Round
from scorekeeper.games.taroky.entries import Deal
from tests.web.phone import Phone
from tests.web.table import start

LONG = ("Wolfeschlegelsteinhausen", "Bartoloměj Nejedlý", "Karel", "Eva")


def looks(screen):
    """The totals with their looks."""
    cells = screen.root.all("tr", css="totals")[0].all("span", css="fig")
    return [(cell.text, cell.attrs["class"].split()[-1]) for cell in cells]


def strips(screen):
    return screen.root.all("p", css="strip")


def test_points_to_fear_are_not_praised_and_fewer_are_good(table):
    table.record(Round(durch=Seat(2)))
    shown = looks(table.open())
    assert shown[2][1] == "plus"
    assert "minus" not in {look for _text, look in shown}


def test_points_to_win_are_red_and_green_and_so_is_their_correction(phone):
    table = start(phone, game="taroky")
    table.record(Deal(Seat(0), dealer=Seat(3), called="XIX", partner=Seat(2), points=41))
    assert [look for _text, look in looks(table.open())] == ["plus", "minus"] * 2
    table.open("/entries/2")
    part = phone.htmx("form", points="30")
    (change, *_others) = part.by_id("tally").all("span", css="change")
    assert change.text == "+6 → −5"
    assert [span.attrs["class"] for span in change.all("span")[1:]] == ["plus", "minus"]


def test_notices_that_only_inform_are_quiet(table, phone):
    durak = start(phone, game="durak")
    assert {"quiet" in strip.attrs["class"] for strip in strips(durak.open())} == {True}
    table.rounds((0, 28, 0, 0), (0, 28, 0, 0))  # over 50: a dokládačka is due
    assert {"quiet" in strip.attrs["class"] for strip in strips(table.open())} == {False}


def test_games_that_one_loses_ask_who_did(phone):
    for game in ("faraon", "makao", "durak"):
        start(phone, game=game)
        form = phone.get(f"{phone.screen.url}/new/game")
        assert form.save.endswith(" · kdo prohrál?"), game


def test_statistics_tell_what_happened(phone):
    table = start(phone, game="taroky")
    table.record(Deal(Seat(0), dealer=Seat(3), called="XIX", partner=Seat(2), points=41))
    rows = table.open("/accounts").root.all("table", css="figs")[-1].all("tr")[1:]
    shown = {row.all("th")[0].text: [td.text for td in row.all("td")] for row in rows}
    assert shown["Průměr, když hraje"] == ["41", "–", "–", "–"]
    assert set(map(tuple, shown.values())) & {("0",) * 4} == set()
    assert "Průměr, když hraje –" in table.open("/players/1").text


def test_long_names_fit_the_chart(app):
    table = start(Phone(app), LONG)
    table.rounds((14, 14, 0, 0))
    chart = table.open("/accounts").root.all("svg", css="chart")[0]
    squeezed = {text.text: "textlength" in text.attrs for text in chart.all("text")}
    assert squeezed == {
        "Wolfeschlegelstei…": True,
        "Bartoloměj Nejedlý": True,
        "Karel": False,
        "Eva": False,
        "14": False,
        "0": False,
    }


def test_german_cards_have_the_colours_of_their_pack(phone):
    shown = phone.get("/referee/faraon/play").root
    cards = [set(card.attrs["class"].split()) for card in shown.all("span", css="card")]
    tints = {"tint-L", "red", "tint-B", "tint-A"}
    assert {tint for card in cards for tint in card & tints} == tints
    assert all(len(card & tints) == 1 for card in cards)
    keys = {key.attrs["value"]: key.text for key in shown.all("button", css="key")}
    assert [keys[code] for code in ("KL", "OL", "UL")] == ["K", "S", "Sp"]
