"""Pages at other tables: five, of whom one pauses, a talon that is left out, and the largest."""

import pytest

from scorekeeper.core.schema import Seat
from scorekeeper.games import GAMES
from scorekeeper.games.taroky.entries import Renonc
from scorekeeper.web.wording.figures import SHAPES
from tests.web.asking import Asking, ruled
from tests.web.played import NAMES
from tests.web.table import start
from tests.web.test_audit_page import FIVE, FOLLOWED, case_of, flat, take_over, told, told_case
from tests.web.test_reading import totals


@pytest.mark.parametrize(
    ("talon", "points"), [({}, (8, 39, 9, 14)), ({"talon": []}, None)], ids=["counted", "left out"]
)
def test_a_varsava_is_taken_over_with_points_if_its_talon_is_told(phone, talon, points):
    table = start(phone, game="taroky", dealer="1")
    asking = Asking(phone, "taroky", table.url)
    told_case(asking, {**case_of("Varšava with the talon cards"), **talon})
    form = take_over(asking)
    assert form.fields["contract"] == "varsava"
    typed = [form.fields[f"points-{seat}"] for seat in range(4)]
    assert typed == ([*map(str, points)] if points else [""] * 4)
    if points:
        assert phone.submit("form").url == table.url
        assert table.match.rows[0].entry.points == points


def test_with_five_a_varsava_has_points_for_four(phone):
    table = start(phone, FIVE, "taroky", dealer="1")
    asking = Asking(phone, "taroky", table.url)
    given = case_of("Varšava with the talon cards")
    asking.open("audit")
    told_case(asking, {**given, **dict.fromkeys(("declarer", "leader"), 0), "dealer": 3})
    points = asking.judge().text.partition("Body po hráčích – ")[2].partition(".")[0]
    names = dict(pair.rsplit(" ", 1) for pair in points.split(", "))
    assert phone.fill(f"{table.url}/new/deal?from={asking.verdict}", "form").url == table.url
    counted = tuple(int(names.get(name, 0)) for name in table.match.names)
    assert table.match.rows[0].entry.points == counted
    assert (counted[1], sum(counted)) == (0, 70)


def test_a_verdict_of_another_match_or_game_fills_nothing_in(phone):
    kocka, taroky = start(phone), start(phone, game="taroky")
    asking = Asking(phone, "kocka", kocka.url)
    told(asking, flat(FOLLOWED))
    asking.judge()
    verdict = asking.verdict
    assert phone.get(f"{taroky.url}/new/deal?from={verdict}").status == 200
    assert phone.get(f"{kocka.url}/new/renonc?from={verdict}").status == 200
    assert phone.get(f"{kocka.url}/new/round?from=nothing").status == 404
    filled = phone.get(f"{kocka.url}/new/round?from={verdict}").form("form").fields
    assert filled["cards-AH"] == "1"


def test_with_five_the_one_who_plays_pays(phone):
    table = start(phone, FIVE, "taroky", dealer="1")
    screen = table.open("/offences/taroky.play.follow")
    names = [seat.all("b")[0].text for seat in screen.root.all("button", css="seat")]
    assert names == ["Karel", "Eva", "Olga", "Petr"]
    ruled(screen, phone, "Olga")
    assert table.match.rows[0].entry == Renonc(Seat(4), "taroky.play.follow")
    assert table.match.rulings[0].body["ruling"]["seat"] == 4
    assert table.totals[4] < 0
    assert table.totals[1] == 0


def test_with_five_a_resend_is_about_the_same_player(phone):
    table = start(phone, FIVE, "taroky", dealer="1")
    form = table.open("/offences/taroky.play.follow").form("ruling")
    data = form.filled({})
    data["how"] = "applied-2"
    phone._open("POST", form.action, data)
    table.fill("/people", dealer="3")
    assert phone._open("POST", form.action, data).url == table.url
    assert [event.body["ruling"]["seat"] for event in table.match.rulings] == [4]


TWO_PACKS = {"durak": {"pack": "52"}, "faraon": {"packs": "2"}}
"""House rules by which the largest group has cards enough."""


@pytest.mark.parametrize("key", GAMES)
def test_every_game_at_its_largest_table(phone, key):
    most = min(max(GAMES[key].seats), len(NAMES))
    table = start(phone, NAMES[:most], key, dealer="0", **TWO_PACKS.get(key, {}))
    abreast = most if most <= 5 else (most + 1) // 2
    assert len(totals(table.open("/board"))) == most
    assert table.open("/board").root.all("ul", css=f"c{abreast}")
    for path in ("", "/watch", "/accounts", "/result"):
        assert table.open(path).status == 200, path


def test_everybody_of_the_largest_table_has_a_sign():
    assert len(SHAPES) == max(max(game.seats) for game in GAMES.values())
