"""Rulings: what becomes of a verdict on the sheet, and what a table agrees on without one."""

import pytest

from scorekeeper.core.schema import Seat
from scorekeeper.games.kocka.entries import Renonc as KockaRenonc
from scorekeeper.games.taroky.entries import Deal, Renonc
from tests.web.asking import Asking, ruled
from tests.web.table import KEY, start

FOLLOW = "/offences/kocka.follow"


def penalise(table, offence, name, **changes):
    return ruled(table.open(f"/offences/{offence}"), table.phone, name, **changes)


@pytest.fixture
def taroky(phone):
    return start(phone, game="taroky")


def test_a_listed_offence_is_written_with_one_more_tap(taroky):
    screen = penalise(taroky, "taroky.play.follow", "Karel")
    assert screen.url == taroky.url
    assert taroky.totals == (10, 10, -30, 10)
    (row,) = screen.rows
    assert row.cells == ["+10", "+10", "−30", "+10"]
    assert row.told == f"Karel: {taroky.book.offence('taroky.play.follow')}"
    assert taroky.match.rows[0].entry == Renonc(Seat(2), "taroky.play.follow")


def test_what_each_would_pay_stands_on_his_button(taroky):
    screen = taroky.open("/offences/taroky.play.follow")
    seats = screen.root.all("button", css="seat")
    assert [seat.text for seat in seats] == [f"{n} −30" for n in ("Petr", "Jana", "Karel", "Eva")]

    assert screen.by_id("who").text == "Komu připsat −30?"


def test_a_penalty_is_undone_and_redone(taroky):
    penalise(taroky, "taroky.play.follow", "Karel")
    taroky.phone.submit(f"{taroky.url}/undo")
    assert taroky.totals == (0, 0, 0, 0)
    assert not taroky.open("/players/2").root.all("ul", css="rulings")[0].all("a")
    taroky.fill("", f"{taroky.url}/redo")
    assert taroky.totals == (10, 10, -30, 10)
    assert len(taroky.open("/players/2").root.all("ul", css="rulings")[0].all("a")) == 1


def test_a_players_page_lists_his_penalties(taroky):
    penalise(taroky, "taroky.play.follow", "Karel")
    taroky.record(Renonc(Seat(2)))
    screen = taroky.open("/players/2")
    assert screen.heading == "Karel"
    penalties = screen.root.all("ul", css="rulings")[0].all("a")
    assert len(penalties) == 2
    ruling = taroky.phone.get(penalties[0].attrs["href"])
    _, how, *_ = ruling.by_id("main").all("p")
    assert "Karel" in how.text
    assert taroky.phone.say("NOT ALLOWED") in ruling.text
    assert "−60" in screen.text
    assert not taroky.open("/players/0").root.all("ul", css="rulings")[0].all("a")
    assert taroky.open("/players/4").status == 404


def test_the_sheet_leads_to_a_players_page(table):
    heads = table.open().root.all("thead")[0].all("a")
    assert [head.attrs["href"] for head in heads] == [f"{table.url}/players/{s}" for s in range(4)]


def test_a_penalty_of_a_kept_verdict_is_written(taroky):
    asking = Asking(taroky.phone, "taroky", taroky.url)
    screen = asking.ask("play", "KH", "XX", "4H")
    link = asking.verdict
    ruled(screen, taroky.phone, "Jana")
    assert taroky.totals == (10, -30, 10, 10)
    (event,) = taroky.match.rulings
    assert event.body["ruling"]["link"] == link
    shown = taroky.open(f"/rulings/{event.seq}")
    assert asking.sentence in shown.text
    assert taroky.open("/rulings/99").status == 404


@pytest.mark.parametrize(
    ("offence", "house", "totals"),
    [
        ("taroky.play.follow", {"renonc_penalty": "points", "renonc_points": "5"}, (5, 5, -15, 5)),
        ("taroky.play.follow", {"renonc_penalty": "none"}, (0, 0, 0, 0)),
        ("taroky.play.follow", {"renonc_penalty": "void"}, (0, 0, 0, 0)),
        ("kocka.follow", {"renonc_penalty": "round"}, (0, 0, 0, 0)),
    ],
)
def test_a_penalty_is_that_of_the_house(phone, offence, house, totals):
    table = start(phone, game=offence.partition(".")[0], **house)
    screen = penalise(table, offence, "Karel")
    assert screen.url == table.url
    assert (table.totals, len(table.match.rulings)) == (totals, 1)
    (row,) = screen.rows
    assert row.cells == ["+5", "+5", "−15", "+5"] if any(totals) else "Karel" in row.told
    if offence == "kocka.follow":
        assert table.match.rows[0].entry == KockaRenonc(Seat(2), "kocka.follow", None)


def test_a_lost_deal_is_told_first(phone):
    table = start(phone, game="taroky", renonc_penalty="deal-lost")
    screen = penalise(table, "taroky.play.follow", "Karel")
    assert screen.status == 422
    form = screen.form("form")
    assert form.fields["seat"] == "2"
    assert form.fields["rule"] == "taroky.play.follow"
    assert screen.errors
    assert table.match.version == 1
    told = {"deal-contract": "zakladni", "deal-declarer": "0", "deal-partner": "2"}
    sent = form.filled(
        {k: v for k, v in told.items() if k in {c.attrs["name"] for c in form.controls}}
    )
    saved = phone._open("POST", form.action, sent)
    assert saved.url == table.url, saved.errors
    assert table.totals[2] < 0


@pytest.mark.parametrize("points", ["", "101"])
def test_points_that_cannot_be_are_asked_for_again(phone, points):
    table = start(phone, renonc_penalty="points")
    screen = penalise(table, "kocka.follow", "Karel", points=points)
    assert screen.status == 422
    assert table.match.version == 1
    form = screen.form("form")
    assert (form.fields["seat"], form.fields["rule"]) == ("2", "kocka.follow")
    assert screen.errors
    assert phone.submit("form", points="4").url == table.url
    assert table.totals == (0, 0, 4, 0)
    assert table.match.rows[0].entry == KockaRenonc(Seat(2), "kocka.follow", 4)
    assert len(table.open("/players/2").root.all("ul", css="rulings")[0].all("a")) == 1


def test_a_dokladacka_is_lost_by_an_offence_in_it(table):
    table.rounds((28, 0, 0, 0), (28, 0, 0, 0))
    assert table.match.standing.due
    assert penalise(table, "dokladacka.cink", "Karel").url == table.url
    assert not table.match.standing.due


def test_a_dokladacka_that_is_not_due_is_refused_with_its_reason(table):
    screen = penalise(table, "dokladacka.cink", "Karel")
    assert screen.status == 422
    assert table.match.version == 1
    assert Asking(table.phone).book.data["refusals"]["kocka.game.dokladacka.not-due"] in screen.text


def test_a_corrected_penalty_keeps_a_rule_that_is_not_offered(phone):
    table = start(phone, game="taroky", renonc_penalty="points")
    table.record(Renonc(Seat(1), "taroky.fold"))
    screen = table.open("/entries/2")
    assert screen.form("form").fields["rule"] == "taroky.fold"
    assert Asking(phone, "taroky").book.rule("taroky.fold").title in screen.by_id("part-rule").text
    phone.submit("form", phone.say("Save the correction"), seat="2")
    assert table.match.rows[0].entry == Renonc(Seat(2), "taroky.fold")


@pytest.mark.parametrize("how", ["applied-2", "waived"])
def test_a_resend_is_known_even_after_others_were_renamed(taroky, how):
    form = taroky.open("/offences/taroky.play.follow").form("ruling")
    data = form.filled({})
    data["how"] = how
    for _ in range(2):
        assert taroky.phone._open("POST", form.action, data).url == taroky.url
        taroky.fill("/people", **{"player-0": "Ota"})
    assert taroky.totals == ((10, 10, -30, 10) if how == "applied-2" else (0, 0, 0, 0))
    assert len(taroky.match.rulings) == 1


def test_somebody_was_quicker(taroky, other):
    form = taroky.open("/offences/taroky.play.follow").form("ruling")
    taroky.record(Deal(Seat(0), partner=Seat(2), points=41))
    data = form.filled({})
    data["how"] = "applied-2"
    screen = taroky.phone._open("POST", form.action, data)
    assert screen.status == 409
    assert len(taroky.match.rulings) == 0
    again = screen.form("ruling").filled({})
    again["how"] = "applied-2"
    assert taroky.phone._open("POST", form.action, again).url == taroky.url
    assert len(taroky.match.rulings) == 1


@pytest.mark.parametrize(
    "changes",
    [
        {"how": "applied-7"},
        {"how": "applied-x"},
        {"how": "nothing"},
        {"how": ""},
        {"how": "agreed", "note": "x" * 201},
        {"how": "applied-0", "rule": "kocka.nothing"},
        {"how": "applied-0", "seen": "x"},
    ],
)
def test_broken_rulings_write_nothing(table, changes):
    table.open()
    fields = {"rule": "kocka.follow", "seen": "1", "key": KEY, **changes}
    assert table.phone.post(f"{table.url}/rulings", fields).status == 422
    assert table.match.version == 1


def test_a_ruling_on_an_unknown_verdict_is_nowhere(table):
    fields = {"verdict": "abcdefghijklmnop", "seen": "1", "key": KEY, "how": "waived"}
    assert table.phone.post(f"{table.url}/rulings", fields).status == 404


def test_an_agreement_is_written_with_its_note(table):
    screen = table.open(FOLLOW)
    screen = ruled(
        screen, table.phone, table.phone.say("Save the agreement"), note=" Runda  pro všechny "
    )
    assert screen.url == table.url
    (row,) = screen.rows
    offence = table.book.offence("kocka.follow")
    assert (row.told, row.cells) == (f"{offence} – Runda pro všechny", [])
    assert table.totals == (0, 0, 0, 0)
    assert "Runda pro všechny" in table.phone.get(row.why).text


def test_what_was_agreed_last_time_is_offered_first(table):
    phone = table.phone
    ruled(table.open(FOLLOW), phone, phone.say("Save the agreement"), note="Runda")
    screen = table.open(FOLLOW)
    assert phone.say("You agreed last time: “%(note)s”", note="Runda") in screen.text
    ruled(screen, phone, phone.say("The same again"))
    assert [event.body["ruling"]["note"] for event in table.match.rulings] == ["Runda", "Runda"]
    asked = Asking(phone, "kocka", table.url).ask("play", "KD", "QS", "7D")
    assert phone.say("You agreed last time: “%(note)s”", note="Runda") in asked.text
    assert phone.say("The same again") not in table.open("/offences/kocka.turn").text


def test_an_agreement_that_was_undone_is_not_offered(table):
    phone = table.phone
    ruled(table.open(FOLLOW), phone, phone.say("Save the agreement"), note="Runda")
    phone.submit(f"{table.url}/undo")
    assert phone.say("The same again") not in table.open(FOLLOW).text
    assert not table.open().rows


def test_what_cannot_be_told_can_be_agreed(table):
    phone = table.phone
    asking = Asking(phone, "kocka", table.url)
    screen = asking.ask("play", "KD", "QS")
    assert asking.word == phone.say("CANNOT TELL YET")
    ruled(screen, phone, phone.say("Save the agreement"), note="Hraje se dál")
    assert table.match.rulings[0].body["ruling"]["how"] == "agreed"


def test_a_penalty_can_be_waived(table):
    phone = table.phone
    screen = ruled(table.open(FOLLOW), phone, phone.say("No penalty"))
    offence = table.book.offence("kocka.follow")
    assert screen.rows[0].told == f"{offence} – {phone.say('no penalty')}"
    assert table.totals == (0, 0, 0, 0)
    assert phone.submit(f"{table.url}/undo").rows == []
