"""Faraón at the pages: a classic evening, an Olympic one with a žobrák, and what is refused."""

import pytest

from scorekeeper.core.schema import Seat
from scorekeeper.games import GAMES
from scorekeeper.games.faraon.entries import Beggar, FinishedGame
from scorekeeper.web.wording.figures import leaders_text
from tests.web.played import explained, ranks, refused, sit_down, statistics, write
from tests.web.table import KEY


@pytest.fixture
def table(phone):
    return sit_down(phone, "faraon", 3)


def olympic(phone, players, cards):
    return sit_down(phone, "faraon", players, mode="olympic", olympic_start=str(cards))


def states(sheet):
    return [small.text for small in sheet.root.all("tr", css="totals")[0].all("small")]


def take(table, name):
    return table.book.label("entries", "beggar", "take").format(name=name)


def test_a_classic_evening(phone):
    table = sit_down(phone, "faraon", 4)
    book = table.book
    assert f"{table.url}/new/game" in table.open().links.values()
    assert write(table, "game", loser="1").totals == ["0", "1", "0", "0"]
    assert table.open().dealer == "Petr", "whoever lost begins, so the one before deals"
    order = {f"order-{at}": seat for at, seat in enumerate("0213")}
    more = {"back": ["0"], "burnt-2": "1", "drew-3": "9"}
    sheet = write(table, "game", loser="3", **order, **more)
    assert sheet.rows[0].cells == ["0", "0", "0", "1"]
    assert table.told("notices", "back", seats=(0,)) in sheet.rows[0].marks
    assert table.told("notices", "burnt", seat=2, n=1) in sheet.rows[0].marks
    sheet = write(table, "pajchel", seat="2", rule="faraon.seven")
    assert sheet.totals == ["0", "1", "0", "1"]
    assert sheet.rows[0].told == f"Karel: pajchel – {book.offence('faraon.seven')}"
    assert write(table, "game", loser="1").totals == ["0", "2", "0", "1"]
    explained(table)
    assert statistics(table) == {
        "won": ["3", "1", "3", "2"],
        "lost": ["0", "2", "0", "1"],
        "back": ["1", "0", "0", "0"],
        "burnt": ["0", "0", "1", "0"],
        "drew": ["0", "0", "0", "9"],
        "pajchel": ["0", "0", "1", "0"],
    }
    assert [rank.split()[:2] for rank in ranks(table)] == [
        ["1.", "Petr"],
        ["1.", "Karel"],
        ["3.", "Eva"],
        ["4.", "Jana"],
    ]
    assert table.open().strips == []


def test_an_olympic_evening_with_a_beggar(phone):
    table, unit = olympic(phone, 3, 2), "karet"
    assert (table.open().strips, phone.screen.totals) == ([], ["2", "2", "2"])
    sheet = write(table, "game", loser="1")
    assert (sheet.strips, sheet.totals) == ([], ["2", "1", "2"])
    assert sheet.rows[0].told == f"{table.told('notices', 'lost', seat=1)} 2 → 1 karta"
    sheet = write(table, "game", loser="1")
    begging = table.told("notices", "begging", seat=1)
    assert (sheet.strips, sheet.totals) == ([begging], ["2", "0", "2"])
    assert states(sheet) == ["karty", unit, "karty"], "nothing is decided yet"
    assert table.told("notices", "out") in sheet.rows[0].told
    assert sheet.rows[0].told.endswith(f"1 → 0 {unit}")
    assert table.open("/new/beggar").form("form").fields["seat"] == "1", "who may ask is ticked"
    sheet = table.fill("", "take-beggar", take(table, "Jana"))
    assert not sheet.has_id("take-beggar")
    assert (sheet.strips, sheet.totals) == ([], ["2", "1", "2"])
    assert states(sheet) == ["karty", table.book.label("texts", "beggar"), "karty"]
    assert sheet.rows[0].told == f"{table.told('notices', 'beggar', seat=1)} 0 → 1 karta"
    for loser, totals in (("0", ["1", "1", "2"]), ("1", ["1", "0", "2"])):
        sheet = write(table, "game", loser=loser)
        assert (sheet.strips, sheet.totals) == ([], totals)
    assert states(sheet) == ["karta", table.book.label("texts", "out"), "karty"]


def test_an_olympic_match_ends_when_one_has_cards(phone):
    table = olympic(phone, 3, 2)
    lost = {seat: FinishedGame(loser=Seat(seat)) for seat in (0, 1)}
    table.record(lost[1], lost[1], Beggar(seat=Seat(1)), lost[0], lost[1])
    sheet = write(table, "game", loser="0")
    over = table.told("notices", "over", seat=2, n=2)
    assert sheet.strips == [over, table.told("notices", "begging", seat=0)]
    assert [button.text for button in sheet.form("take-beggar").buttons] == [take(table, "Petr")]
    assert sheet.main_action[1] == f"{table.url}/again"
    assert sheet.totals == ["0", "0", "2"]
    assert over in table.open("/watch").text
    assert [rank.split()[:2] for rank in ranks(table)] == [
        ["1.", "Karel"],
        ["2.", "Petr"],
        ["2.", "Jana"],
    ]
    assert "1. Karel 2 karty" in table.open("/result").text
    assert statistics(table)["lost"] == ["2", "3", "0"]
    assert statistics(table)["won"] == ["3", "1", "5"], "who is out has won nothing"
    explained(table)
    said = table.told("refusals", "faraon.olympic.over", seat=2)
    refused(write(table, "game", loser="2"), "form", said, loser="2")


def test_who_wins_as_a_beggar_is_first_however_often_he_lost(phone):
    table = olympic(phone, 2, 1)
    lost, begs = [FinishedGame(loser=Seat(seat)) for seat in (0, 1)], Beggar(seat=Seat(1))
    table.record(lost[1], begs, lost[0])
    assert table.match.standing.totals == (1, 1)
    assert [rank.split()[:2] for rank in ranks(table)] == [["1.", "Jana"], ["2.", "Petr"]]
    with phone.app.test_request_context(headers={"Accept-Language": "cs"}):
        assert phone.say("Winner: %(who)s", who="Jana 1 karta") in leaders_text(table.match)


def test_wherever_an_olympic_match_is_told_it_counts_cards(phone):
    table = olympic(phone, 3, 3)
    table.record(FinishedGame(loser=Seat(1)), FinishedGame(loser=Seat(1)))
    assert "2 → 1 karta" in table.open("/board").text
    figures = [td.text for td in table.open("/print").root.all("tbody")[0].all("tr")[1].all("td")]
    assert figures == ["–", "3", "–", "1", "–", "3"]
    running = table.open("/accounts").root.all("table", css="figs")[0].all("tr")[-1].all("td")
    assert [td.text for td in running] == ["3", "1", "3"]
    assert "0 1 0" not in table.open("/history").text
    assert "1 karta" in table.open("/players/1").text
    csv = phone.client.get(f"{table.url}/table.csv").data.decode("utf-8-sig").splitlines()
    assert [line.split(",")[2:] for line in csv[1:]] == [["3", "2", "3"], ["3", "1", "3"]]


def test_the_form_of_an_olympic_game_shows_the_cards_that_are_left(phone):
    table = olympic(phone, 3, 2)
    table.record(FinishedGame(loser=Seat(1)))
    table.open("/new/game")
    assert table.phone.htmx("form", loser="1").tally == ["2", "0", "2"]
    table.open("/entries/2")
    assert table.phone.htmx("form", loser="0").tally == ["1", "2", "2"]


def test_at_a_table_of_two_the_loser_may_still_beg_when_all_is_over(phone):
    table = olympic(phone, 2, 1)
    assert write(table, "game", loser="1").main_action[1] == f"{table.url}/again"
    assert "take-beggar" not in table.open("/watch").html
    sheet = table.fill("", "take-beggar", take(table, "Jana"))
    assert [button.text for button in sheet.form("tap").buttons] == ["Petr", "Jana"]
    phone.submit("tap", "Jana")
    assert not phone.screen.has_id("take-beggar"), "it is asked for once"


def test_a_beggar_whom_somebody_was_quicker_to_write_is_told_so(phone):
    table = olympic(phone, 3, 1)
    fields = dict(write(table, "game", loser="1").form("take-beggar").fields.items())
    table.record(FinishedGame(loser=Seat(0)))
    answer = phone.post(f"{table.url}/tap", {**fields, "seat": "1"})
    assert answer.status == 409
    assert take(table, "Jana") in answer.text


def test_the_loser_and_nothing_else_is_needed(table):
    missing = table.book.shared["unreadable"]["missing"]
    refused(write(table, "game", **{"burnt-1": "2"}), "part-loser", missing, **{"burnt-1": "2"})
    assert table.phone.submit("form", loser="2").totals == ["0", "0", "1"]
    assert table.match.rows[0].entry == FinishedGame(loser=Seat(2), burnt={Seat(1): 2})


def test_older_files_have_a_pajchel_when_all_is_over():
    assert "faraon.olympic.over.pajchel" in GAMES["faraon"].newer_refusals


def test_two_packs_are_large_enough_for_a_deal(phone):
    table = sit_down(phone, "faraon", 5, mode="olympic", olympic_start="8", packs="2")
    assert write(table, "game", loser="0").totals == ["7", "8", "8", "8", "8"]


def test_a_correction_counts_the_cards_anew(phone):
    table, save = olympic(phone, 3, 2), phone.say("Save the correction")
    table.record(FinishedGame(loser=Seat(1)), FinishedGame(loser=Seat(1)), Beggar(seat=Seat(1)))
    sheet = table.fill("/entries/2", "form", save, loser="0")
    assert sheet.totals == ["1", "1", "2"]
    assert phone.say("corrected") in sheet.rows[2].told
    why = table.told("refusals", "faraon.olympic.beggar.cards", seat=1, n=1)
    assert phone.say("Check: %(why)s", why=why) in sheet.rows[0].marks
    sheet = phone.submit(f"{table.url}/undo")
    lost = table.told("notices", "lost", seat=1)
    assert (sheet.totals, sheet.rows[2].told) == (["2", "1", "2"], f"{lost} 2 → 1 karta")


def test_six_need_a_second_pack(phone):
    names = {f"player-{seat}": f"Hráč {seat}" for seat in range(6)}
    sent = {**names, "seats": "6", "dealer": "0", "key": KEY, "packs": "1"}
    phone.get("/new/faraon")
    screen = phone.post("/new/faraon", sent)
    assert screen.status == 422
    assert screen.errors[0][0] == "part-packs"
    assert "Tolik balíčků je nejvýš pro 5 hráčů" in screen.text
    assert phone.post("/new/faraon", {**sent, "packs": "2"}).status == 200
    assert "Hráč 5" in phone.screen.text


def test_a_sixth_waits_for_a_second_pack(phone):
    few, many = sit_down(phone, "faraon", 5), sit_down(phone, "faraon", 5, packs="2")
    said = few.told("refusals", "faraon.goal.packs", players=6, n=5)
    assert said in few.open("/people").text
    assert said not in many.open("/people").text


def test_at_no_table_two_packs_seat_more(phone):
    url = "/referee/faraon/sevens"
    assert not phone.get(f"{url}?players=8").has_id("players-8")
    assert phone.get(f"{url}?players=8&house=y&house-packs=2").has_id("players-10")


def test_who_begged_for_a_loss_that_was_struck_out_is_asked_again(phone):
    table = olympic(phone, 3, 1)
    write(table, "game", loser="1")
    table.fill("/new/beggar", "form")
    sheet = table.fill("/entries/2/why", f"{table.url}/entries/2/strike", phone.say("Strike out"))
    said = table.told("refusals", "faraon.olympic.beggar.cards", seat=1, n=1)
    assert said in sheet.text, "the row says that it is doubtful"
    assert sheet.totals == ["1", "1", "1"]
    sheet = write(table, "game", loser="1")
    assert table.told("notices", "begging", seat=1) in sheet.strips
    assert table.fill("/new/beggar", "form").totals == ["1", "1", "1"]
