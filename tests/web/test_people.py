"""People come and go in mid-evening: a seat more or less on one page, and one event."""

import pytest

from scorekeeper.core.schema import Seat
from scorekeeper.games.kocka.entries import Dokladacka, Round
from scorekeeper.match import Match
from tests.web.table import NAMES, Table, people, start


@pytest.fixture
def four(phone):
    """Four at Faraón; Jana lost two games, Petr one."""
    table = start(phone, game="faraon")
    for seat in (1, 0, 1):
        lose(table, seat)
    return table


def lose(table, seat):
    return table.fill("/new/game", loser=str(seat))


def leave(table, name):
    return table.phone.submit(press=f"{table.phone.say('leaves')} : {name}")


def join_after(table, name):
    return table.phone.submit(press=table.phone.say("Somebody sits down after %(name)s", name=name))


def test_somebody_comes_between_two_and_begins_at_nought(four):
    four.open("/people")
    join_after(four, "Petr")
    sheet = four.phone.submit(**{"player-1": "Pavel"})
    assert sheet.names == ["Petr", "Pavel", "Jana", "Karel", "Eva"]
    assert sheet.totals == ["1", "0", "2", "0", "0"]
    assert sheet.rows[0].cells == ["0", "–", "1", "0", "0"]
    undo = four.phone.say("Undo: %(name)s", name=four.phone.say("%(name)s joins", name="Pavel"))
    assert undo in sheet.text
    assert four.phone.submit(f"{four.url}/undo").names == list(NAMES)


def test_who_leaves_stands_below_the_line_and_comes_back_to_his_points(four):
    four.open("/people")
    leave(four, "Jana")
    sheet = four.phone.submit()
    assert sheet.names == ["Petr", "Karel", "Eva"]
    assert sheet.root.all("tr", css="left")[0].text == f"{four.phone.say('Left:')} Jana 2"
    assert lose(four, 1).totals == ["1", "1", "0"]
    four.open("/people")
    join_after(four, "Eva")
    assert "Jana" in [chip.text for chip in four.phone.screen.root.all("button", css="b")]
    back = four.phone.submit(press="Jana")
    assert (back.url, back.status) == (f"{four.url}/people/seats", 200)
    assert four.phone.submit().totals == ["1", "1", "0", "2"]


def test_a_seat_waits_for_another_where_fewer_cannot_play(phone):
    table = start(phone, game="taroky")
    table.open("/people")
    leave(table, "Jana")
    assert phone.submit().status == 422
    assert phone.submit(**{"player-1": "Pavel"}).names == ["Petr", "Pavel", "Karel", "Eva"]
    assert table.match.seating.people == (*NAMES, "Pavel")


def test_typed_the_wrong_way_round_all_sit_the_other_way(four):
    turned = four.fill("/people", press=four.phone.say("Reverse the order"))
    assert turned.form().fields["player-1"] == "Eva"
    sheet = four.phone.submit()
    assert (sheet.names, sheet.totals) == (["Petr", "Eva", "Karel", "Jana"], ["1", "0", "0", "2"])
    turned = four.phone.fill(
        "/new/faraon", press=four.phone.say("Reverse the order"), **people(*NAMES)
    )
    fields = turned.form().fields
    assert [fields[f"player-{seat}"] for seat in range(4)] == ["Petr", "Eva", "Karel", "Jana"]
    assert fields["dealer"] == "1"


def test_who_is_known_is_known_by_name_and_nobody_else_takes_it(four):
    four.open("/people")
    leave(four, "Jana")
    four.phone.submit()
    four.open("/people")
    screen = four.phone.submit(**{"player-0": "jana "})
    assert screen.status == 422
    assert screen.by_id("player-0").attrs["aria-invalid"] == "true"


def test_who_sat_down_only_until_that_was_taken_back_leaves_his_name(four):
    four.open("/people")
    join_after(four, "Petr")
    four.phone.submit(**{"player-1": "Pavel"})
    four.phone.submit(f"{four.url}/undo")
    assert four.fill("/people", **{"player-0": "Pavel"}).names == ["Pavel", "Jana", "Karel", "Eva"]


def test_a_game_says_what_it_cannot_do(phone):
    kocka = start(phone)
    page = kocka.open("/people")
    assert kocka.told("refusals", "kocka.deal.four") in page.text
    assert not page.root.all("button", css="leave")
    page = start(phone, (*NAMES, "Ota", "Ema"), "taroky").open("/people")
    assert phone.say("This game is for %(few)d to %(many)d players.", few=4, many=6) in page.text
    assert [b for b in page.form().buttons if b.attrs.get("name") == "join"] == []


def test_sent_twice_it_is_written_once(four):
    four.open("/people")
    join_after(four, "Eva")
    form = {**four.phone.screen.form().fields.to_dict(), "player-4": "Pavel"}
    for _ in range(2):
        assert four.phone.post(f"{four.url}/people", form).names[4] == "Pavel"
    assert four.match.events[-1].kind == "seated"
    assert len(four.match.seating.people) == 5


def test_a_game_of_another_group_is_not_written_for_this_one(four):
    there = Table(four.by_link("scorer"), four.code)
    there.open("/new/game")
    four.open("/people")
    leave(four, "Petr")
    four.phone.submit()
    screen = there.phone.submit(loser="3")
    assert screen.status == 409
    offered = [c.attrs["value"] for c in screen.form().controls if c.attrs["name"] == "loser"]
    assert offered == ["0", "1", "2"]
    assert there.phone.submit(loser="0").totals == ["3", "0", "0"]


@pytest.mark.parametrize(
    "wrong", [{"person-1": "0"}, {"person-1": "7"}, {"player-4": "x", "player-5": "y"}]
)
def test_a_broken_form_is_refused(four, wrong):
    four.open("/people")
    form = {**four.phone.screen.form().fields.to_dict(), **wrong}
    assert four.phone.post(f"{four.url}/people", form).status == 422


@pytest.mark.parametrize(
    ("game", "way"),
    [
        ("taroky", "One after the other counter-clockwise, as you play."),
        ("kocka", "One after the other clockwise, as you play."),
    ],
)
def test_the_names_page_says_in_which_order(phone, game, way):
    page = phone.get(f"/new/{game}")
    assert phone.say(way) in page.text
    (ring,) = page.root.all("div", css="ring")
    assert len(ring.all("input")) == 4
    assert "autofocus" in page.by_id("player-0").attrs


def test_the_same_people_start_again_with_three_taps_from_home(phone):
    start(phone, game="faraon", names=("Petr", "Jana", "Karel"))
    assert "Petr, Jana, Karel" not in phone.get("/new/kocka").links, "kočka is for four"
    phone.get("/")
    url = next(url for text, url in phone.screen.links.items() if url == "/new/makao")
    phone.get(url)
    assert phone.fill(phone.screen.links["Petr, Jana, Karel"]).names == ["Petr", "Jana", "Karel"]


def test_an_old_deal_is_corrected_by_those_who_played_it(phone):
    table = start(phone, game="taroky")
    table.write(type="deal", declarer=0, partner=2, points=40, dealer=3)
    table.open("/people")
    join_after(table, "Petr")
    phone.submit(**{"player-1": "Pavel"})
    assert "Pavel" not in table.open(f"/entries/{table.match.rows[0].seq}").text
    sheet = phone.submit(points="41")
    assert sheet.rows[0].cells == ["+6", "–", "−6", "+6", "−6"]
    assert sheet.totals == ["+6", "0", "−6", "+6", "−6"]
    assert "Pavel" in table.open("/new/deal").text


@pytest.mark.parametrize("game", ["kocka", "faraon", "taroky"])
@pytest.mark.parametrize(
    ("meant", "totals"), [("seats", [2, 1]), ("names", [1, 2])], ids=["order", "points"]
)
def test_two_names_exchanged_ask_what_was_wrong(phone, game, meant, totals):
    """The order, found wrong after a round: each keeps his points; or the names, and whoever sits
    there has them.
    """
    table = _with_points(phone, game)
    asked = table.fill("/people", **people("Jana", "Petr"))
    assert (asked.status, table.match.names) == (422, NAMES)
    question = phone.say("%(names)s changed places. What was wrong?", names="Jana a Petr")
    assert question in asked.text
    (button,) = (b for b in asked.form().buttons if b.attrs.get("value") == meant)
    phone.submit(press=button.text)
    assert table.match.names == ("Jana", "Petr", "Karel", "Eva")
    assert table.totals[:2] == tuple(totals)
    assert Match.fold(table.match.events).standing == table.match.standing


def test_before_the_first_row_nobody_is_asked(phone):
    table = start(phone)
    table.fill("/people", **people("Jana", "Petr"))
    assert table.match.names == ("Jana", "Petr", "Karel", "Eva")


def test_whatever_is_a_players_goes_along_in_kocka(phone):
    """Who lost a dokládačka, and who made a round void."""
    table = start(phone)
    table.rounds((0, 0, 0, 28), (0, 0, 6, 22))
    table.record(Dokladacka(loser=Seat(3)), Round(points=(28, 0, 0, 0)))
    was = table.match.standing
    now = table.do("seat", (3, 1, 2, 0), ("Eva", "Jana", "Karel", "Petr"), 0).standing
    assert (now.totals, now.bought) == tuple(
        (each[3], each[1], each[2], each[0]) for each in (was.totals, was.bought)
    )


def _with_points(phone, game):
    """Petr has one point, Jana two, as a sheet taken over from paper."""
    table = start(phone, game=game)
    points = {"kocka": (1, 2, 0, 0), "faraon": (1, 2, 0, 0), "taroky": (1, 2, 0, -3)}[game]
    table.write(type="paper", points=points, dealer=0)
    return table
