"""What an organiser meets in the hall: results of earlier rounds, who comes, goes and returns."""

import pytest
from flask import Flask

from scorekeeper.extras.tournament.drawing import plan_of, read_plan
from scorekeeper.extras.tournament.standings import standings
from tests.extras.tournament.hall_pages import TournamentClient, names, open_hall
from tests.games.taroky.table import deal
from tests.web.phone import Phone
from tests.web.screen import Screen
from tests.web.table import Table

TITLES = {"taroky": "Taroky", "kocka": "Černá kočka", "makao": "Makao"}


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


def press(hall: TournamentClient, verb: str, label: str, name: str) -> None:
    """Presses the button of somebody in the list of players."""
    hall.open("/players")
    path = f"{hall.url}/players/{verb}"
    form = hall.phone.screen.form(f"{hall.url}/players/leave")
    button = next(b for b in form.buttons if b.text == f"{hall.phone.say(label)} : {name}")
    assert button.attrs.get("formaction", form.action) == path
    assert hall.phone.post(path, form.pressed(button, {})).status == 200


def sit_down(hall: TournamentClient, up: int, down: int) -> Screen:
    """Seats somebody for another by two taps, and saves."""
    screen = hall.open("/seats")
    for player in (up, down):
        form = screen.form(f"{hall.url}/seats")
        screen = hall.phone.post(form.action, {**form.fields.to_dict(), "tapped": str(player)})
    return hall.phone.submit(press=hall.phone.say("Save the seats"))


@pytest.mark.quick("tournament")
def test_who_left_comes_back_and_is_marked_until_then(hall: TournamentClient) -> None:
    hall.draw()
    press(hall, "leave", "leaves", "Hráč 3")
    gone = f"Hráč 3 ({hall.phone.say('no longer plays')})"
    for path in ("", "/live", "/lists", "/report", "/slips", "/seats"):
        assert gone in hall.open(path).text, path
    again = hall.enter("hráč 3")
    assert again.by_id("names-wrong").text == hall.phone.say(
        "%(name)s no longer plays. Let them back in below.", name="hráč 3"
    )
    press(hall, "return", "is back", "Hráč 3")
    assert 2 in hall.now.present
    assert len(hall.now.known) == 8
    for path in ("", "/live", "/lists", "/report", "/players"):
        assert hall.phone.say("no longer plays") not in hall.open(path).text, path


def test_somebody_who_left_and_registers_again_is_told_the_way_back(
    hall: TournamentClient, other: Phone
) -> None:
    press(hall, "leave", "leaves", "Hráč 3")
    other.get(hall.link("/players"))
    wrong = "You left this tournament: the organiser lets you back in."
    assert other.submit(name="Hráč 3").by_id("name-wrong").text == wrong


@pytest.mark.quick("tournament")
def test_who_waits_sits_down_for_a_no_show(hall: TournamentClient) -> None:
    hall.draw()
    hall.enter("Pozdě")
    absent = hall.round.tables[1].seats[2]
    assert hall.phone.say("Waiting for a seat") in hall.open("/seats").text
    sit_down(hall, absent, 8)
    assert hall.round.tables[1].seats[2] == 8
    assert hall.now.events[-1].kind == "substituted"
    match = Table(hall.phone, hall.round.tables[1].code).match
    assert match.names == hall.now.names(hall.round.tables[1].seats)
    (waiting,) = waiting_for(hall)
    assert waiting == hall.now.players[absent].name
    hall.open()
    hall.phone.submit(f"{hall.url}/undo")
    assert hall.round.tables[1].seats[2] == absent
    assert Table(hall.phone, match.code).match.names == hall.now.names(hall.round.tables[1].seats)


def waiting_for(hall: TournamentClient) -> list[str]:
    """The names below the seats."""
    sections = hall.open("/seats").root.all("section", css="seated")
    title = hall.phone.say("Waiting for a seat")
    return [
        button.text
        for section in sections
        if section.all("h2")[0].text == title
        for button in section.all("button")
    ]


def test_a_substitute_takes_over_at_a_table_that_plays(hall: TournamentClient) -> None:
    hall.draw()
    hall.enter("Eva")
    left, seats = hall.round.tables[0].seats[1], hall.round.tables[0].seats
    table = Table(hall.phone, hall.round.tables[0].code)
    entry = deal(points=40, dealer=3, declarer=0, partner=2)
    table.record(table.match.game.read_entry(entry, 4, table.match.house))
    press(hall, "leave", "leaves", hall.now.players[left].name)
    title = hall.phone.say("Table %(n)d", n=1)
    board = hall.open()
    text = hall.phone.say(
        "%(name)s no longer plays. %(table)s: seat somebody else there.",
        name=hall.now.players[left].name,
        table=title,
    )
    assert text in board.text
    assert sit_down(hall, left, 8).status == 200
    assert hall.round.tables[0].seats == (seats[0], 8, *seats[2:])
    assert table.match.names[1] == "Eva"
    assert len(table.match.rows) == 1, "what was played stays"
    assert text not in hall.open().text
    hall.phone.submit(f"{hall.url}/results")
    assert hall.round.tables[0].done
    standing = {score.player: score.balance for score in standings(hall.now)}
    assert standing[8] == table.match.totals[1] != 0
    assert standing[left] == 0
    (other,) = {tuple(each.seats) for each in hall.round.tables[1:]}
    refused = sit_down(hall, other[0], seats[0])
    assert hall.round.tables[1].seats == other, "who plays elsewhere does not change tables"
    assert refused.status == 422


def test_a_table_with_a_result_keeps_its_seats(hall: TournamentClient) -> None:
    hall.draw()
    hall.enter("Eva")
    form = hall.open("/seats").form(f"{hall.url}/seats").fields.to_dict()
    one = hall.round.tables[0].seats[0]
    plan = read_plan(form["plan"]).with_substitute(one, 8)
    hall.type(1, "0", "0", "0", "0")
    shown = {b.attrs["value"] for b in hall.open("/seats").root.all("button") if "value" in b.attrs}
    assert str(one) not in shown
    fresh = hall.phone.screen.form(f"{hall.url}/seats").fields.to_dict()
    refused = hall.phone.post(f"{hall.url}/seats", {**fresh, "plan": str(plan)})
    assert refused.status == 422
    assert hall.phone.say("This table has a result: the seats stay.") in refused.strips
    assert hall.round.tables[0].seats[0] == one


@pytest.mark.parametrize(("game", "can"), [("taroky", False), ("kocka", False), ("makao", True)])
def test_what_three_cannot_play_is_said(phone: Phone, game: str, *, can: bool) -> None:
    hall = open_hall(phone, game)
    hall.enter(*names(4))
    hall.draw()
    press(hall, "leave", "leaves", "Hráč 2")
    text = phone.say(
        "If nobody waits, take the round back and draw again: %(n)d cannot play %(game)s.",
        n=3,
        game=TITLES[game],
    )
    assert (text in hall.open().text) is not can


def seats_shown(screen: Screen) -> str:
    """The plan that a page of seats holds."""
    return screen.form().fields["plan"]


@pytest.mark.quick("tournament")
def test_a_draw_that_was_shown_is_kept_until_it_is_drawn_again(hall: TournamentClient) -> None:
    first = seats_shown(hall.shuffle())
    assert seats_shown(hall.open("/draw")) == first
    assert seats_shown(hall.shuffle()) == first, "whichever way one comes"
    assert [event.kind for event in hall.now.events].count("shown") == 1
    again = hall.phone.submit(press=hall.phone.say("Draw again"))
    assert seats_shown(again) != first
    assert hall.phone.say("Draw no. %(n)d: the others are in the history.", n=2) in again.text
    assert seats_shown(hall.open("/draw")) == seats_shown(again)
    hall.phone.submit(press=hall.phone.say("Begin round %(n)d", n=1))
    assert str(plan_of(hall.round)) == seats_shown(again)
    told = [item.text for item in hall.open("/history").root.all("li")]
    drawn = hall.phone.say("draw of round %(n)d", n=1)
    assert len([text for text in told if drawn in text]) == 2
    changed = hall.phone.say("%(what)s, seats changed by hand", what="")
    assert not any(changed in text for text in told)


def test_seats_that_were_changed_after_the_draw_are_told(hall: TournamentClient) -> None:
    screen = hall.shuffle()
    first, last = hall.now.present[0], hall.now.present[-1]
    plan = read_plan(seats_shown(screen)).swapped(first, last)
    form = screen.form(f"{hall.url}/draw").fields.to_dict()
    hall.phone.post(f"{hall.url}/draw", {**form, "plan": str(plan)})
    text = hall.phone.say("round %(n)d", n=1)
    changed = hall.phone.say("%(what)s, seats changed by hand", what=text)
    assert changed in hall.open("/history").text


def test_who_comes_or_leaves_makes_a_shown_draw_void(hall: TournamentClient) -> None:
    hall.shuffle()
    hall.enter("Pozdě")
    assert hall.open("/draw").url == hall.url, "nothing is shown that cannot be played"
    assert "8" in seats_shown(hall.shuffle()).replace("|", ",").replace(";", ",").split(",")


def test_strength_is_asked_for_once_there_is_some(hall: TournamentClient) -> None:
    label = hall.phone.say("By strength")
    hall.shuffle()
    assert label not in hall.phone.screen.text
    hall.draw()
    end_round(hall)
    hall.shuffle()
    best = [score.player for score in standings(hall.now)][:4]
    screen = hall.phone.submit(press=label)
    assert set(read_plan(seats_shown(screen)).tables[0]) == set(best)


def test_nothing_to_accept_is_said(hall: TournamentClient) -> None:
    hall.draw()
    hall.open()
    text = hall.phone.say("Nothing to accept: no sheet says anything new.")
    assert text in hall.phone.submit(f"{hall.url}/results").strips
    page = hall.open("/rounds/1/1").text
    assert hall.phone.say("On the sheet now") not in page
    assert hall.phone.say("Enter the result") in page


def test_undo_says_how_many_it_takes_back(hall: TournamentClient) -> None:
    assert "8 přihlášených" in hall.open().text
    hall.enter("Eva")
    assert hall.phone.say("Undo: %(name)s", name="Eva") in hall.open().text


@pytest.mark.parametrize(
    ("game", "fields", "told"),
    [
        (
            "taroky",
            {},
            "Místa u stolu nesou 4 – 3 – 2 – 1 bodů; kdo se o místo dělí, dělí se i o body. "
            "Pauza nese 2,5. Při stejných bodech je výš ten, kdo má vyšší bilanci.",
        ),
        (
            "makao",
            {"points": "5, 2, 1, 0", "pause": "nothing"},
            "Místa u stolu nesou 5 – 2 – 1 – 0 bodů; kdo se o místo dělí, dělí se i o body. "
            "Pauza nese 0. Při stejných bodech je výš ten, kdo má nižší bilanci na odehrané kolo.",
        ),
        (
            "kocka",
            {"system": "leagues"},
            "Místa u stolu nesou 4 – 3 – 2 – 1 bodů; kdo se o místo dělí, dělí se i o body. "
            "Při stejných bodech je výš ten, kdo má nižší bilanci na odehrané kolo.",
        ),
    ],
)
def test_how_points_come_stands_under_the_table_and_on_paper(
    phone: Phone, game: str, fields: dict[str, str], told: str
) -> None:
    hall = open_hall(phone, game, **fields)
    hall.enter(*names(8))
    hall.draw()
    for path in ("", "/live", "/report"):
        assert told in hall.open(path).text, path
    heads = hall.open("/live").root.all("p", css="heads")[0]
    assert heads.text.split() == ["Umístění", "Hráč", "Body", "Bilance"]


@pytest.mark.quick("tournament")
def test_the_hall_shows_how_far_each_table_is_and_who_has_won(hall: TournamentClient) -> None:
    hall.draw()
    hall.type(1, "30", "10", "−10", "−30")
    states = [h2.text for h2 in hall.open("/live").root.all("h2") if h2.all("small")]
    assert states == ["Stůl 1 hotovo", "Stůl 2 nezačali"]
    hall.type(2, "20", "0", "0", "−20")
    hall.open()
    hall.phone.submit(f"{hall.url}/close")
    best = hall.now.names(hall.round.tables[0].seats)[0]
    for path in ("", "/live"):
        screen = hall.open(path)
        assert f"Výhra: {best}" in screen.text
        (first,) = screen.root.all("li", css="first")
        assert best in first.text


def test_what_few_ask_for_is_folded_until_it_is_wrong(phone: Phone) -> None:
    screen = phone.get("/t/new/taroky")
    (more,) = screen.root.all("details", css="why")
    assert more.all("summary")[0].text == phone.say("More")
    folded = {field.attrs["name"] for field in more.all("input") if "name" in field.attrs}
    assert {"system", "points", "pause", "results"} < folded
    shown = {field.attrs["name"] for field in screen.form("form").node.all("input")} - folded
    assert shown <= {"key", "csrf_token", "name", "size"}
    assert "open" not in more.attrs
    for wrong, opens in (({"name": " "}, False), ({"name": "X", "points": "1-2"}, True)):
        phone.get("/t/new/taroky")
        (more,) = phone.submit("form", **wrong).root.all("details", css="why")
        assert ("open" in more.attrs) is opens
