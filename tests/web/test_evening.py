"""The record game of 1996, round by round through the form, without a script."""

from tests.web.phone import Phone
from tests.web.table import start

ROUNDS = (
    ((14, 14, 0, 0), "2"),
    ((0, 28, 0, 0), "23"),
    ((11, 4, 3, 10), ""),
    ((0, 18, 10, 0), "3"),
    ((3, 3, 0, 22), ""),
    ((0, 0, 17, 11), ""),
    ((13, 0, 0, 15), "1"),
    ((0, 28, 0, 0), "2"),
    ((19, 0, 0, 9), "12"),
    ((15, 0, 13, 0), "1"),
    ((14, 0, 10, 4), "1"),
    ((5, 0, 16, 7), "1"),
    ((0, 0, 28, 0), "03"),
    ((0, 7, 3, 18), "0"),
    ((3, 0, 17, 8), ""),
)


def test_the_evening_of_1996(phone: Phone) -> None:
    table = start(phone, ("Č", "P", "T", "R"))
    sheet = table.open()
    for number, (points, no_trick) in enumerate(ROUNDS, start=1):
        label, url = sheet.main_action
        assert label == phone.book.label("entries", "round", "record").format(n=number)
        phone.get(f"{url}?by=numbers")
        typed = {f"points-{seat}": str(taken) for seat, taken in enumerate(points)}
        sheet = phone.submit("form", no_trick=list(no_trick), **{**typed, "points-3": ""})
        if number == 4:
            due = phone.book.say("notices", "dokladacka", {"seats": (1,), "seat": 1}, "ČPTR")
            assert sheet.strips == [due]
            phone.get(sheet.main_action[1])
            sheet = phone.submit("form", loser="1")
    assert sheet.totals == ["95", "97", "113", "101"]
    over = {"seats": (2,), "seat": 2, "n": 113}
    assert sheet.strips[0] == phone.book.say("notices", "over", over, "ČPTR")
    assert sheet.main_action[1] == f"{table.url}/again"
