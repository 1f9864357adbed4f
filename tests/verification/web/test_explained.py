"""How points come about, in money, in a correction and in totals, for eyes and for ears."""

from scorekeeper.core.schema import Seat
from scorekeeper.games.kocka.entries import Round
from scorekeeper.games.taroky.entries import Deal
from tests.web.table import start
from tests.web.test_explained import PREFERANC, heard, main_of, preview


def test_a_form_of_any_game_has_its_lines(phone):
    played = start(phone, game="kocka")
    played.record(Round(points=(10, None, 4, 0), no_trick=frozenset({3})))
    lines = preview(played, **{"points-1": "", "points-2": "3"}).text
    assert "Jana: 28 − 10 − 3 = 15" in lines
    assert "Eva −1" in lines
    assert "opraveno" in lines
    assert "Jana: 15 − 14 = 1" in lines


def test_a_player_s_own_page_shows_his_own_way_to_the_points(phone):
    played = start(phone, game="taroky")
    played.record(PREFERANC)
    page = played.seat(0).get(f"{played.url}/me").root.all("main")[0]
    assert "základ: 35 − 45 = −10 · druhý preferanc × 2 · flek × 2 = −40" in page.text
    assert "35 minus 45 je minus 10, druhý preferanc krát 2, flek krát 2 je minus 40" in heard(page)


def test_in_money_the_arithmetic_ends_in_money(phone):
    played = start(phone, game="taroky", **{"tariff-point": "0,10"})
    honours = {Seat(0): frozenset({"honery"})}
    deal = Deal(Seat(0), partner=Seat(2), points=41, announcements=honours, dealer=Seat(3))
    played.record(PREFERANC, deal)
    assert "40 · soupeři × 3 × 0,10 Kč = +12,00 Kč" in main_of(played, "/entries/2/why").text
    assert "základ −3,40 + hlášky 0,50 = −2,90 Kč" in main_of(played, "/players/0").text


def test_a_correction_says_what_it_gives_and_takes(phone):
    played = start(phone, game="taroky")
    played.record(PREFERANC)
    assert played.fill("/entries/2", "form", "Uložit opravu", points="25").status == 200
    page = main_of(played, "/entries/2/why").text
    assert "opraveno" in page
    assert "Petr: 40 + 40 = +80" in page
    assert "Jana: −120 − 120 = −240" in page
