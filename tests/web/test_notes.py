"""Notes at rows: written on the page of a row, told on every sheet, taken back."""

from tests.web.phone import Phone
from tests.web.screen import Screen
from tests.web.table import Table


def write(table: Table, seq: int, text: str) -> Screen:
    table.open(f"/entries/{seq}/why")
    return table.phone.submit(f"{table.url}/entries/{seq}/note", note=text)


def quoted(phone: Phone, note: str) -> str:
    return phone.say("“%(note)s”", note=note)


def test_a_note_stands_on_the_sheet_and_is_taken_back(table: Table) -> None:
    table.rounds((14, 14, 0, 0), (28, 0, 0, 0))
    sheet = write(table, 2, " Eva  <b>blafovala</b> ")
    told = quoted(table.phone, "Eva <b>blafovala</b>")
    assert told in sheet.text
    name = f"{table.book.label('entries', 'round', 'name')} 1"
    assert sheet.by_id("undo").text == table.phone.say(
        "Undo: %(name)s", name=table.phone.say("note: %(what)s", what=name)
    )
    assert told not in table.phone.submit(f"{table.url}/undo").text
    assert told in table.phone.submit(f"{table.url}/redo").text
    assert told in table.open("/watch").text
    assert told in table.open("/print").text
