"""What a table agrees on against the referee, or without him, and what it forgives."""

from tests.web.asking import Asking, ruled
from tests.web.table import Table

FOLLOW = "/offences/kocka.follow"


def test_an_agreement_is_written_with_its_note(table: Table) -> None:
    screen = table.open(FOLLOW)
    screen = ruled(
        screen, table.phone, table.phone.say("Save the agreement"), note=" Runda  pro všechny "
    )
    assert screen.url == table.url
    (row,) = screen.rows
    offence = table.book.offence("kocka.follow")
    assert (row.told, row.cells) == (f"{offence} – Runda pro všechny", [])
    assert table.totals == (0, 0, 0, 0)
    shown = table.phone.get(row.why)
    assert "Runda pro všechny" in shown.text


def test_what_was_agreed_last_time_is_offered_first(table: Table) -> None:
    phone = table.phone
    ruled(table.open(FOLLOW), phone, phone.say("Save the agreement"), note="Runda")
    screen = table.open(FOLLOW)
    assert phone.say("You agreed last time: “%(note)s”", note="Runda") in screen.text
    ruled(screen, phone, phone.say("The same again"))
    assert [event.body["ruling"]["note"] for event in table.match.rulings] == ["Runda", "Runda"]
    asked = Asking(phone, "kocka", table.url).ask("play", "KD", "QS", "7D")
    assert phone.say("You agreed last time: “%(note)s”", note="Runda") in asked.text
    assert phone.say("The same again") not in table.open("/offences/kocka.turn").text


def test_an_agreement_that_was_undone_is_not_offered(table: Table) -> None:
    phone = table.phone
    ruled(table.open(FOLLOW), phone, phone.say("Save the agreement"), note="Runda")
    phone.submit(f"{table.url}/undo")
    assert phone.say("The same again") not in table.open(FOLLOW).text
    assert not table.open().rows


def test_what_cannot_be_told_can_be_agreed(table: Table) -> None:
    phone = table.phone
    asking = Asking(phone, "kocka", table.url)
    screen = asking.ask("play", "KD", "QS")
    assert asking.word == phone.say("CANNOT TELL YET")
    ruled(screen, phone, phone.say("Save the agreement"), note="Hraje se dál")
    assert table.match.rulings[0].body["ruling"]["how"] == "agreed"


def test_a_penalty_can_be_waived(table: Table) -> None:
    phone = table.phone
    screen = ruled(table.open(FOLLOW), phone, phone.say("No penalty"))
    offence = table.book.offence("kocka.follow")
    assert screen.rows[0].told == f"{offence} – {phone.say('no penalty')}"
    assert table.totals == (0, 0, 0, 0)
    assert phone.submit(f"{table.url}/undo").rows == []
