"""A result that two sides of a table enter blind: three phones, until it counts."""

import gzip

import pytest
from flask import Flask

from tests.extras.tournament.hall_pages import TournamentClient, names, open_hall
from tests.extras.tournament.test_tournament_pages import play
from tests.web.phone import PARTIAL, Phone
from tests.web.screen import Node, Screen
from tests.web.table import Table

RIGHT = ("30", "0", "−10", "−20")
OTHER = ("30", "0", "−20", "−10")


@pytest.fixture
def hall(phone: Phone) -> TournamentClient:
    """Eight players at Taroky in their first round; the players enter the results."""
    hall = open_hall(phone, results="twice")
    hall.enter(*names(8))
    hall.draw()
    return hall


@pytest.fixture
def sides(hall: TournamentClient, app: Flask) -> list[Phone]:
    """The phones of the first two players of table 1, each of which opened its link."""
    return [sit(hall, Phone(app, "en"), seat) for seat in range(2)]


def sit(hall: TournamentClient, phone: Phone, seat: int) -> Phone:
    """Opens the link of table 1, and says who it is."""
    phone.get(hall.side)
    if phone.screen.root.all("button", css="b"):
        name = hall.now.names(hall.round.tables[0].seats)[seat]
        phone.submit(f"{hall.url}/rounds/1/1/side/who", press=name)
    return phone


def enter(hall: TournamentClient, phone: Phone, *balances: str, **more: str) -> Screen:
    """Enters the result of table 1 on the phone of a side."""
    phone.get(f"{hall.url}/rounds/1/1/side")
    return phone.submit(
        "form", **{f"balance-{at}": text for at, text in enumerate(balances)}, **more
    )


def marked(screen: Screen) -> list[str]:
    """The fields that are marked as different."""
    return [row.all("th")[0].text for row in screen.root.all("tr", css="differs")]


def told(screen: Screen) -> str:
    (watch,) = [node for node in screen.root if node.attrs.get("id") == "watch"]
    return " ".join(node.text for node in watch.all("p", css="strip"))


def figures(node: Node) -> list[str]:
    return [figure.text for figure in node.all("span", css="fig")]


def test_two_sides_enter_the_same_and_it_counts(hall: TournamentClient, sides: list[Phone]) -> None:
    assert "Entered by" in told(enter(hall, sides[0], *RIGHT))
    assert not hall.round.tables[0].done
    assert hall.phone.say("entered by one side") in hall.open().text
    blind = sides[1].get(f"{hall.url}/rounds/1/1/side")
    assert figures(blind.root) == []
    assert set(blind.form("form").fields.values()).isdisjoint(RIGHT)
    assert "confirmed by" in told(enter(hall, sides[1], *RIGHT))
    assert hall.round.tables[0].balances == (30, 0, -10, -20)
    assert hall.phone.say("confirmed") in hall.open().text
    assert "confirmed by" in told(sides[0].get(f"{hall.url}/rounds/1/1/side"))


def test_what_one_side_entered_is_hidden_from_all_others(
    hall: TournamentClient, sides: list[Phone]
) -> None:
    enter(hall, sides[0], "+77", "−77", "0", "0")
    for phone, path in (
        (sides[1], "/rounds/1/1/side"),
        (hall.phone, "/rounds/1/1"),
        (hall.phone, ""),
    ):
        assert "−77" not in phone.get(hall.url + path).text
    for path in ("/live", "/report", "/slips"):
        assert "−77" not in hall.open(path).text
    assert "−77" in enter(hall, sides[1], "+77", "−77", "0", "0").text


def test_a_difference_is_marked_and_mended_by_one_tap(
    hall: TournamentClient, sides: list[Phone]
) -> None:
    enter(hall, sides[0], *RIGHT)
    screen = enter(hall, sides[1], *OTHER)
    players = hall.now.names(hall.round.tables[0].seats)
    assert marked(screen) == [f"≠ differs: {name}" for name in players[2:]]
    assert "do not agree" in told(screen)
    organiser = hall.open("/rounds/1/1")
    assert len(marked(organiser)) == 2
    assert hall.phone.say("the sides do not agree") in hall.open().text
    part = sides[0].get(f"{hall.url}/rounds/1/1/side", **PARTIAL)
    assert part.html.lstrip().startswith('<div id="watch"')
    sides[0].get(f"{hall.url}/rounds/1/1/side")
    assert "confirmed by" in told(sides[0].submit("agree-1", press=f"{players[1]} is right"))
    assert hall.round.tables[0].balances == (30, 0, -20, -10)
    assert len(sides[0].screen.root.all("ol", css="events")[0].all("li")) == 3


def test_the_engine_names_what_cannot_be_and_the_sheet_who_is_wrong(
    hall: TournamentClient, sides: list[Phone]
) -> None:
    play(hall, 1)
    sheet = hall.open("/rounds/1/1").form().fields
    right = [sheet[f"balance-{seat}"] for seat in range(4)]
    wrong = enter(hall, sides[0], *RIGHT[:3], "−10")
    assert wrong.status == 422
    assert "+10" in wrong.strips[0]
    assert wrong.form("form").fields["balance-3"] == "−10", "nothing is lost"
    assert "Entered by" in told(sides[0].submit("form", press="Enter it anyway"))
    screen = enter(hall, sides[1], *right)
    first, second = hall.now.names(hall.round.tables[0].seats)[:2]
    (fault,) = screen.root.all("p", css="wrong")
    assert fault.text == f"{first}: that adds up to +10, not to zero. That cannot be right."
    assert f"{second}: as on the sheet." in screen.text
    assert f"{first}: different from the sheet" in screen.text
    assert "is right" not in screen.text, "nobody can agree with what cannot be"
    sides[0].get(f"{hall.url}/rounds/1/1/side")
    sides[0].submit("agree-1", press=f"{second} is right")
    assert hall.round.tables[0].version is not None


def test_the_same_wrong_sum_twice_does_not_count(
    hall: TournamentClient, sides: list[Phone]
) -> None:
    for phone in sides:
        enter(hall, phone, "1", "0", "0", "0")
        phone.submit("form", press="Enter it anyway")
    assert "it cannot be" in told(sides[1].screen)
    assert not hall.round.tables[0].done


def test_a_correction_asks_again_and_what_stood_stays(
    hall: TournamentClient, sides: list[Phone]
) -> None:
    for phone in sides:
        enter(hall, phone, *RIGHT)
    hall.type(2, "0", "0", "0", "0")
    assert "It was corrected" in told(enter(hall, sides[0], *OTHER))
    board = hall.open()
    assert hall.phone.say("not confirmed") in board.text
    assert "4?" in board.text
    assert figures(board.root)[:4] == ["+30", "0", "−10", "−20"]
    assert hall.open("/draw").strips == [hall.phone.say("Some tables have no result yet.")]
    screen = sides[1].get(f"{hall.url}/rounds/1/1/side")
    heads = [th.text for th in screen.root.all("table", css="sides")[0].all("thead")[0].all("th")]
    assert heads[-1] == "Before"
    sides[1].submit("agree-1")
    assert hall.round.tables[0].balances == (30, 0, -20, -10)
    assert hall.round.done


def test_the_organiser_asks_again_or_decides(hall: TournamentClient, sides: list[Phone]) -> None:
    for phone in sides:
        enter(hall, phone, *RIGHT)
    hall.open("/rounds/1/1")
    ask = hall.phone.say("Ask the players to confirm this")
    bad = hall.phone.submit(f"{hall.url}/rounds/1/1", press=ask, **{"balance-0": "31"})
    assert bad.status == 422
    hall.phone.submit(f"{hall.url}/rounds/1/1", press=ask, **{"balance-0": "20", "balance-1": "10"})
    assert hall.round.tables[0].state == "doubted"
    sides[0].get(f"{hall.url}/rounds/1/1/side")
    sides[0].submit("agree-1", press="Organiser is right")
    assert hall.round.tables[0].state == "doubted"
    hall.open("/rounds/1/1")
    decide = hall.phone.say("Decide: this counts")
    fields = {f"balance-{at}": text for at, text in enumerate(("20", "10", "−10", "−20"))}
    hall.phone.submit(f"{hall.url}/rounds/1/1", press=decide, **fields)
    assert hall.round.tables[0].balances == (20, 10, -10, -20)
    assert "the organiser decided" in told(sides[1].get(f"{hall.url}/rounds/1/1/side"))
    assert hall.phone.say("decided by the organiser") in hall.open().text
    form = {f"balance-{at}": "0" for at in range(4)} | {
        "seen": "1",
        "key": "0" * 8 + "-0000" * 3 + "-" + "0" * 12,
    }
    late = sides[1].post(f"{hall.url}/rounds/1/1/side", {**form, "seen": str(hall.now.version)})
    assert late.status == 422


def test_one_phone_is_one_side(hall: TournamentClient, sides: list[Phone], app: Flask) -> None:
    enter(hall, sides[0], *RIGHT)
    third = Phone(app, "en")
    screen = third.get(hall.side)
    assert "has entered the result." in screen.text
    assert third.post(f"{hall.url}/rounds/1/1/side/who", {"seat": "0"}).status == 409
    assert third.post(f"{hall.url}/rounds/1/1/side/who", {"seat": "9"}).status == 422
    assert third.post(f"{hall.url}/rounds/1/1/side", {"balance-0": "1"}).status == 422
    sides[0].post(f"{hall.url}/rounds/1/1/side/who", {"seat": "1"})
    enter(hall, sides[0], *RIGHT)
    assert [claim.seat for claim in hall.round.tables[0].claims] == [1]


def test_the_phone_that_keeps_the_score_is_a_side(hall: TournamentClient, app: Flask) -> None:
    table = hall.table(1, Phone(app, "en"))
    table.open()
    table.phone.get(table.phone.screen.links["Enter the result"])
    table.phone.submit(
        f"{hall.url}/rounds/1/1/side/who", press=hall.now.names(hall.round.tables[0].seats)[2]
    )
    assert not any(table.phone.screen.form("form").fields[f"balance-{at}"] for at in range(4))
    enter(hall, table.phone, *RIGHT)
    assert [claim.seat for claim in hall.round.tables[0].claims] == [2]
    assert isinstance(table, Table)


def test_who_entered_himself_is_known(phone: Phone, other: Phone) -> None:
    hall = open_hall(phone, results="twice")
    hall.enter(*names(3))
    other.get(hall.link("/players"))
    other.submit(name="Bob")
    hall.draw()
    live = other.get(f"{hall.url}/live")
    other.get(live.links["Enter the result"])
    assert "You are entering for Bob." in other.screen.text
    assert other.post(f"{hall.url}/rounds/1/1/side/who", {"seat": "0"}).status == 200
    assert "You are entering for Bob." in other.screen.text


def test_links_give_a_side_of_one_table_and_no_more(
    hall: TournamentClient, sides: list[Phone], app: Flask
) -> None:
    side = f"{hall.url}/rounds/1/1/side"
    assert Phone(app).get(side).status == 403
    assert sides[0].get(f"{hall.url}/rounds/1/2/side").status == 403
    assert sides[0].get(f"{hall.url}/rounds/1/1").status == 403
    assert sides[0].get(f"{hall.url}/live").status == 200
    assert Phone(app).get(f"{hall.url}/side/1/1/nonsense").status == 403
    assert Phone(app).get(f"{hall.url}/side/NONE").status == 404
    assert Phone(app).get(f"{hall.url}/side/{hall.round.tables[0].code}").status == 403
    hall.open("/share")
    hall.phone.submit(f"{hall.url}/links")
    assert sides[0].get(side).status == 403


def test_where_the_organiser_gives_the_results_nobody_is_asked(phone: Phone) -> None:
    hall = open_hall(phone)
    hall.enter(*names(4))
    hall.draw()
    assert phone.get(f"{hall.url}/rounds/1/1/side").status == 403
    assert "/side/" not in hall.open("/rounds/1/1").html
    assert phone.say("Enter the result") not in Table(phone, hall.round.tables[0].code).open().links


def test_results_are_not_taken_from_sheets(hall: TournamentClient) -> None:
    play(hall, 1)
    key = hall.phone.post(f"{hall.url}/results", {"key": "0" * 8 + "-0000" * 3 + "-" + "0" * 12})
    assert key.status == 422
    assert not hall.round.tables[0].done
    assert len(hall.open("/slips").root.all("div", css="qr")) == 4


def test_the_pages_of_a_table_are_light(hall: TournamentClient, sides: list[Phone]) -> None:
    enter(hall, sides[0], *RIGHT)
    enter(hall, sides[1], *OTHER)
    for phone, path in ((sides[1], "/rounds/1/1/side"), (hall.phone, "/rounds/1/1")):
        assert len(gzip.compress(phone.get(hall.url + path).html.encode())) < 8_000


def test_who_says_a_taken_name_is_told_and_sees_no_figure(
    hall: TournamentClient, app: Flask
) -> None:
    """Both said that they are the same player before either of them entered anything."""
    mine, wrong = (sit(hall, Phone(app, "en"), 0) for _ in range(2))
    enter(hall, mine, *RIGHT)
    screen = wrong.get(f"{hall.url}/rounds/1/1/side")
    assert screen.strips == ["Another phone has entered the result for this player."]
    assert "30" not in " ".join(node.text for node in screen.root.all("form"))
    name = hall.now.names(hall.round.tables[0].seats)[0]
    assert name not in [button.text for button in screen.root.all("button", css="b")]
    other = hall.now.names(hall.round.tables[0].seats)[1]
    wrong.submit(f"{hall.url}/rounds/1/1/side/who", press=other)
    assert "+30" not in wrong.screen.text
    assert told(enter(hall, wrong, *RIGHT)).startswith("It counts")
