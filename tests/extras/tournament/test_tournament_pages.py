"""A tournament from its first player to the report, on the phones of its organiser and tables."""

import pytest
from flask import Flask

from scorekeeper.extras.calls.calling import calls_of
from scorekeeper.match.files import load_file
from tests.extras.tournament.hall_pages import TournamentClient, names, open_hall
from tests.games.taroky.table import deal
from tests.web.phone import PARTIAL, Phone
from tests.web.screen import Screen
from tests.web.table import Table


@pytest.fixture
def hall(phone: Phone) -> TournamentClient:
    """Eight players at Taroky."""
    hall = open_hall(phone)
    hall.enter(*names(8))
    return hall


def lose(table: Table, seat: int) -> Screen:
    """Writes on the phone of a table who lost a game of Faraón."""
    table.open("/new/game")
    return table.phone.submit(loser=str(seat))


def play(hall: TournamentClient, number: int, points: int = 40) -> Table:
    """Writes a deal at a table (from 1)."""
    table = Table(hall.phone, hall.round.tables[number - 1].code)
    dealer = table.match.standing.dealer
    sides = {"declarer": (dealer + 1) % 4, "partner": (dealer + 3) % 4}
    entry = deal(points=points, dealer=dealer, **sides)
    table.record(table.match.game.read_entry(entry, 4, table.match.house))
    return table


def play_round(hall: TournamentClient, app: Flask) -> set[frozenset[int]]:
    """A round of sixteen tables, of which the fifth one's phone dies; gives who met."""
    assert hall.draw().status == 200
    for number in range(1, 17):
        # A phone for each table at first; then it is known that they all can.
        scans = number == 5 or len(hall.now.rounds) == 1
        phone = hall.table(number, Phone(app)).phone if scans else hall.phone
        table = Table(phone, hall.round.tables[number - 1].code)
        if scans:
            lose(table, number % 4)
        else:
            data = {"type": "game", "loser": number % 4}
            table.record(table.match.game.read_entry(data, 4, table.match.house))
    # The phone dies; another one scans what the organiser's page shows, and goes on.
    assert lose(hall.table(5, Phone(app, "en")), 2).totals == ["0", "1", "1", "0"]
    hall.open()
    assert hall.phone.submit(f"{hall.url}/results").status == 200
    assert hall.round.done
    seats = [table.seats for table in hall.round.tables]
    return {frozenset((a, b)) for each in seats for a in each for b in each if a < b}


def test_sixty_four_play_three_rounds_and_a_phone_dies(phone: Phone, app: Flask) -> None:
    hall = open_hall(phone, "faraon")
    hall.enter(*names(64))
    met = [play_round(hall, app) for _ in range(3)]
    assert [len(each) for each in met] == [16 * 6] * 3
    assert len(set().union(*met)) == 3 * 16 * 6, "nobody meets anybody twice"
    assert hall.round.tables[4].balances == (0, 1, 1, 0)
    live = hall.open("/live")
    assert len(live.root.all("ul", css="cards")[0].all("li")) == 16
    assert len(live.root.all("ol", css="scores")[0].all("li")) == 64
    assert live.links[phone.say("Settings")] == f"/settings?next={hall.url}/live"
    hall.open()
    assert phone.submit(f"{hall.url}/close").status == 200
    assert len(hall.open("/report").root.all("tbody")[0].all("tr")) == 64
    lines = hall.open("/report.csv").html.splitlines()
    assert len(lines) == 1 + 64 + 1 + 1 + 3 * 64
    assert "Hráč" in lines[1]
    streams = load_file(phone.client.get(f"{hall.url}/export").get_data(as_text=True))
    assert len(streams) == 1 + 3 * 16
    assert streams[0] == list(hall.now.events)


@pytest.mark.quick("tournament and tables")
def test_the_first_page_leads_there(phone: Phone) -> None:
    phone.get("/")
    phone.get(phone.screen.links[phone.say("Tournament")])
    assert phone.screen.heading == phone.say("Tournaments")
    phone.get("/t/new/kocka")
    phone.submit("form", name="Mistrovství")
    assert "Mistrovství" in phone.screen.heading
    assert "Mistrovství" in phone.get("/t").text


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"name": " "}, "name"),
        ({"points": "3-2-1"}, "points"),
        ({"points": "1-2-3-4"}, "points"),
        ({"size": "5", "system": "leagues"}, "size"),
    ],
)
def test_an_opening_that_cannot_be_names_its_field(
    phone: Phone, changes: dict[str, str], field: str
) -> None:
    phone.get("/t/new/makao")
    screen = phone.submit("form", **{"name": "Turnaj", **changes})
    assert (screen.status, [where for where, _ in screen.errors]) == (422, [field])
    assert screen.by_id(f"{field}-wrong").text
    assert screen.form("form").fields["name"] == changes.get("name", "Turnaj"), "nothing is lost"


def test_house_rules_are_those_of_every_table(phone: Phone) -> None:
    phone.get("/t/new/taroky")
    preset = phone.screen.form("form").buttons
    chosen = next(b for b in preset if "net" in b.attrs.get("value", ""))
    shown = phone.submit("form", press=chosen.text, name="Síť")
    assert shown.form("form").fields["name"] == "Síť"
    hall = TournamentClient(phone, phone.submit("form").url.removeprefix("/t/"))
    hall.enter(*names(4))
    hall.draw()
    assert Table(phone, hall.round.tables[0].code).match.house == hall.now.house
    assert hall.now.house != hall.now.game.house()
    assert hall.type(1, "+1,21", "−1,21", "0", "0").status == 422, "no whole points"
    assert hall.type(1, "+1,20", "−1,20", "0", "0").status == 200
    assert hall.round.tables[0].balances == (24, -24, 0, 0)
    assert "+1,20" in hall.open("/live").text


def test_who_is_there_twice_is_named_and_nothing_typed_is_lost(hall: TournamentClient) -> None:
    screen = hall.enter("Nový", "hráč 3")
    assert screen.status == 422
    wrong = hall.phone.say("This name is taken. Add something to it.")
    assert screen.by_id("names-wrong").text == f"hráč 3: {wrong}"
    assert screen.by_id("names").text == "Nový hráč 3"
    assert len(hall.now.known) == 8


def test_somebody_enters_himself_and_sees_his_table(hall: TournamentClient, other: Phone) -> None:
    other.get(hall.link("/players"))
    assert other.screen.url == f"{hall.url}/register"
    taken = other.submit(name="Hráč 1")
    assert taken.status == 422
    assert taken.by_id("name-wrong").text == "This name is taken. Add something to it."
    assert "Registered: Bob." in other.submit(name="Bob").text
    for verb in ("", "/players", "/draw", "/share"):
        assert other.get(f"{hall.url}{verb}").url.endswith("/live") or other.screen.status == 403
    assert other.post(f"{hall.url}/close").status == 403
    hall.draw()
    live = other.get(f"{hall.url}/live")
    assert "Bob: " in live.strips[0]
    assert len(live.root.all("li", css="own")) == 1


def test_the_wall_shows_how_to_enter_until_the_first_round(
    hall: TournamentClient, other: Phone
) -> None:
    label = hall.phone.say("QR code of the link for registering")
    assert label in hall.open("/live").html
    other.get(hall.link("/share"))
    assert "QR code of the link for registering" not in other.get(f"{hall.url}/live").html
    hall.draw()
    assert label not in hall.open("/live").html


def test_a_number_that_cannot_be_seated_is_named(phone: Phone) -> None:
    hall = open_hall(phone, "kocka", system="leagues")
    hall.enter(*names(7))
    screen = hall.open("/draw")
    text = phone.say("Leagues of four need 8, 12, 16 and so on; registered: %(n)d.", n=7)
    assert (screen.status, screen.strips) == (422, [text])
    assert text in hall.open("/players").text


def test_two_taps_change_seats_before_and_after_the_draw(hall: TournamentClient) -> None:
    hall.shuffle()
    plan = hall.phone.screen.form().fields["plan"]
    first, last = plan.split(",")[0], plan.rstrip("|").split(",")[-1]
    tap(hall, "draw", first)
    assert hall.phone.screen.form().fields["first"] == first
    tap(hall, "draw", last)
    hall.phone.submit(press=hall.phone.say("Begin round %(n)d", n=1))
    assert hall.round.tables[0].seats[0] == int(last)
    hall.open("/seats")
    tap(hall, "seats", first)
    tap(hall, "seats", last)
    hall.phone.submit(press=hall.phone.say("Save the seats"))
    assert hall.round.tables[0].seats[0] == int(first)
    names_there = Table(hall.phone, hall.round.tables[0].code).match.names
    assert names_there == hall.now.names(hall.round.tables[0].seats)


def tap(hall: TournamentClient, page: str, player: str) -> None:
    form = hall.phone.screen.form(f"{hall.url}/{page}")
    fields = {**form.fields.to_dict(), "tapped": player}
    assert hall.phone.post(form.action, fields).status == 200


def test_a_broken_plan_is_refused_and_a_late_one_drawn_anew(hall: TournamentClient) -> None:
    hall.shuffle()
    form = hall.phone.screen.form().fields.to_dict()
    for plan in ("x", "", "1,2,3,4|", "0,1,2,3;4,5,6,99|"):
        answer = hall.phone.post(f"{hall.url}/draw", {**form, "plan": plan})
        assert answer.status == (200 if plan == "1,2,3,4|" else 422)
    hall.enter("Pozdě")
    screen = hall.phone.post(f"{hall.url}/draw", form)
    assert hall.phone.say("Somebody came or left. The seats were drawn again.") in screen.strips
    assert not hall.now.rounds


def test_a_round_sent_twice_is_drawn_once(hall: TournamentClient) -> None:
    hall.shuffle()
    form = hall.phone.screen.form().fields.to_dict()
    for _ in range(2):
        assert hall.phone.post(f"{hall.url}/draw", form).status == 200
    assert len(hall.now.rounds) == 1
    hall.open("/draw")
    assert hall.phone.screen.strips == [hall.phone.say("Some tables have no result yet.")]


def test_a_table_that_does_not_sum_to_nought_says_by_how_much(hall: TournamentClient) -> None:
    hall.draw()
    play(hall, 1)
    hall.type(2, "+12", "−3", "0", "0")
    screen = hall.phone.screen
    assert screen.status == 422
    assert "+9" in screen.strips[0]
    assert hall.phone.say("Table %(n)d", n=2) in screen.strips[0]
    fields = screen.form(f"{hall.url}/rounds/1/2").fields
    assert (fields["balance-0"], fields["balance-1"]) == ("+12", "−3")
    assert hall.type(2, "+12", "kolik", "0", "0").status == 422
    assert hall.type(2, "+12", "−12", "0", "0").status == 200
    assert hall.round.tables[1].version is None
    hall.open()
    hall.phone.submit(f"{hall.url}/results")
    assert hall.round.done
    assert hall.round.tables[0].version is not None
    assert "4" in hall.open("/live").text


@pytest.mark.quick("tournament and tables")
def test_a_sheet_that_was_changed_since_is_seen(hall: TournamentClient) -> None:
    hall.draw()
    play(hall, 1)
    hall.open()
    hall.phone.submit(f"{hall.url}/results")
    assert hall.phone.say("Changed since: look at it") not in hall.open().text
    play(hall, 1, 60)
    assert hall.phone.say("Changed since: look at it") in hall.open().text
    hall.phone.submit(f"{hall.url}/results")
    assert hall.phone.say("Changed since: look at it") not in hall.open().text


@pytest.mark.quick("tournament and tables")
def test_what_was_done_is_undone_and_done_again(hall: TournamentClient) -> None:
    hall.draw()
    hall.open()
    assert hall.phone.submit(f"{hall.url}/undo").status == 200
    assert not hall.now.rounds
    hall.phone.submit(f"{hall.url}/redo")
    assert len(hall.now.rounds) == 1
    form = hall.phone.screen.form(f"{hall.url}/undo").fields.to_dict()
    hall.type(1, "0", "0", "0", "0")
    late = hall.phone.post(f"{hall.url}/undo", form)
    assert late.status == 409
    assert hall.round.tables[0].done


def test_the_history_tells_everything_with_the_newest_first(hall: TournamentClient) -> None:
    hall.draw()
    hall.open()
    hall.phone.submit(f"{hall.url}/undo")
    hall.open("/share")
    hall.phone.submit(f"{hall.url}/links")
    links, undone, drawn, *_, opened = [item.text for item in hall.open("/history").root.all("li")]
    assert hall.phone.say("new links instead of the old ones") in links
    assert hall.phone.say("taken back: %(what)s", what=hall.phone.say("round %(n)d", n=1)) in undone
    assert hall.phone.say("round %(n)d", n=1) in drawn
    assert hall.now.name in opened


def test_a_lot_decides_who_changes_leagues(phone: Phone) -> None:
    hall = open_hall(phone, "kocka", system="leagues")
    hall.enter("1. A", "2) B", *names(6))
    hall.draw()
    assert hall.now.names(hall.round.tables[0].seats)[:2] == ("A", "B")
    hall.type(1, "5", "20", "20", "0")
    hall.type(2, "1", "2", "3", "4")
    assert hall.open("/draw").strips == [phone.say("Lots must be drawn first.")]
    hall.open()
    loser = str(hall.round.tables[0].seats[1])
    form = phone.screen.form(f"{hall.url}/lot").fields.to_dict()
    assert phone.post(f"{hall.url}/lot", {**form, "goes": "99"}).status == 422
    board = phone.post(f"{hall.url}/lot", {**form, "goes": loser})
    assert "B ↓" in board.text
    hall.draw()
    assert int(loser) in hall.round.tables[1].seats


def test_a_table_calls_the_referee_and_the_organiser_sees_it(
    hall: TournamentClient, other: Phone
) -> None:
    hall.draw()
    table = hall.table(2, other)
    sheet = table.open()
    other.get(sheet.links["Call the referee"])
    assert "Nobody has answered yet" in other.submit(note="who leads?").text
    assert "Nobody has answered yet" in other.get(f"{table.url}/call").text
    board = hall.open()
    called = board.root.all("div", css="call")[0].text
    assert hall.phone.say("Table %(n)d", n=2) in called
    assert "who leads?" in called
    part = hall.phone.get(hall.url, **{"HX-Request": "true", "HX-Request-Type": "partial"})
    assert part.html.lstrip().startswith('<div id="watch"')
    hall.open()
    hall.phone.submit(f"{hall.url}/came")
    assert not calls_of(hall.now)[0].waits
    assert "The referee is coming" in other.get(f"{table.url}/call").text
    assert other.get(f"{hall.url}/live").status == 200, "who keeps a score may read"
    assert Phone(other.app).get(f"{table.url}/call").status == 403


def test_links_give_their_roles_and_no_more(
    hall: TournamentClient, other: Phone, app: Flask
) -> None:
    assert other.get(hall.url).status == 403
    other.get(hall.link("/share"))
    assert other.screen.url == f"{hall.url}/live"
    assert other.get(f"{hall.url}/slips").status == 403
    other.get(hall.link("/share", 1))
    assert other.screen.url == hall.url
    stranger = Phone(app, "en")
    assert stranger.get(f"{hall.url}/in/nonsense").status == 403
    assert stranger.get("/t/XXXX").status == 403
    assert stranger.get("/t").status == 200


def test_paper_shows_every_table_and_its_way(hall: TournamentClient) -> None:
    for path in ("/slips", "/lists", "/report"):
        assert hall.open(path).status == 200
    hall.draw()
    assert len(hall.open("/slips").root.all("section", css="slip")) == 2
    lists = hall.open("/lists")
    assert [li.all("span")[0].text for li in lists.root.all("ul", css="places")[0].all("li")] == (
        names(8)
    )
    hall.type(1, "30", "−10", "−10", "−10")
    report = hall.open("/report")
    assert "+30" in report.text
    assert hall.open("/rounds/1/9").status == 404
    assert hall.open("/rounds/2/1").status == 404


def test_who_leaves_is_seated_no_more(hall: TournamentClient) -> None:
    hall.open("/players")
    hall.phone.submit(f"{hall.url}/players/leave", press=f"{hall.phone.say('leaves')} : Hráč 3")
    assert 2 not in hall.now.present
    hall.draw()
    assert len(hall.round.pauses) == 3
    assert hall.phone.say("Sitting out: %(names)s", names="").strip() in hall.open("/live").text


def test_a_tournament_that_ended_takes_nothing_more(hall: TournamentClient) -> None:
    hall.draw()
    for table in (1, 2):
        hall.type(table, "0", "0", "0", "0")
    hall.open()
    hall.phone.submit(f"{hall.url}/close")
    ended = hall.phone.say("The tournament has ended. Undo brings it back.")
    assert hall.open("/draw").strips == [ended]
    assert ended in hall.enter("Nový").text
    assert hall.type(1, "0", "0", "0", "0").strips == [ended]
    assert hall.phone.get(f"{hall.url}/live").status == 200


def test_new_links_end_the_old_ones_but_not_here(
    hall: TournamentClient, other: Phone, app: Flask
) -> None:
    old = hall.link("/share", 1)
    other.get(old)
    hall.draw()
    table = hall.table(1, Phone(app))
    form = hall.open("/share").form(f"{hall.url}/links")
    (folded,) = [
        d for d in hall.phone.screen.root.all("details", css="why") if form.node in list(d)
    ]
    assert "open" not in folded.attrs
    for _ in range(2):
        assert hall.phone.post(form.action, form.fields.to_dict()).status == 200
    assert hall.now.links.generation == 1
    assert other.get(hall.url).status == 403
    assert "no longer works" in other.get(old).text
    assert hall.open().status == 200
    assert table.open().status == 200
    assert other.get(hall.link("/share", 1)).url == hall.url


def test_a_phone_forgets_its_tournaments_with_its_matches(hall: TournamentClient) -> None:
    hall.phone.get("/")
    hall.phone.get("/mine")
    hall.phone.submit("/forget")
    assert hall.open().status == 403
    assert "Open" not in hall.phone.get("/t").text


def test_htmx_swaps_the_seats_in_their_place(hall: TournamentClient) -> None:
    hall.shuffle()
    form = hall.phone.screen.form(f"{hall.url}/draw")
    button = next(b for b in form.buttons if b.attrs.get("name") == "tapped")
    data = form.pressed(button, {})
    answer = hall.phone.client.post(f"{hall.url}/draw", data=data, headers=PARTIAL)
    assert answer.get_data(as_text=True).lstrip().startswith('<div id="plan"')
