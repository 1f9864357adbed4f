"""A table's own cases: numbered, without names, as a file, and with the same people once more."""

import json

import pytest

from scorekeeper.cases import judge_case
from tests.web.asking import Asking, ruled
from tests.web.phone import Phone
from tests.web.table import NAMES, Table, start

CAT = {"trick": "KD", "card": "QS", "hand": "7D QS AH", "trick_no": "3"}


def agree(table: Table, note: str) -> None:
    """Asks whether the cat may go on a diamond, and agrees on something else."""
    phone = table.phone
    Asking(phone, "kocka", table.url).open("play")
    Asking(phone, "kocka", table.url).judge(**CAT)
    ruled(phone.screen, phone, phone.say("Write the agreement"), note=note)


def numbers(table: Table) -> list[str]:
    screen = table.open("/cases")
    cases = screen.root.all("ol", css="own")[0].all("summary")
    return [case.all("b")[0].text for case in cases]


def test_what_a_table_agreed_is_kept_as_its_case(table: Table) -> None:
    assert table.phone.say("None so far.") in table.open("/cases").text
    agree(table, "Petrovi to tentokrát projde")
    shown = table.open(table.open("/rules/decisions").links[table.phone.say("Our own cases")][7:])
    assert numbers(table) == ["1"]
    assert "… to tentokrát projde" in shown.text
    assert table.phone.say("agreed at the table") in shown.text
    assert table.phone.say("NOT ALLOWED") in shown.text


def test_nobody_is_named(table: Table) -> None:
    agree(table, "rundu platí Jana a karel taky")
    table.open("/offences/kocka.turn")
    ruled(table.phone.screen, table.phone, "Eva")
    shown = table.open("/cases").root.all("main")[0].text
    assert not [name for name in NAMES if name.casefold() in shown.casefold()]
    assert numbers(table) == ["2", "1"]
    assert "Jana" not in table.phone.get(f"{table.url}/cases/export").html


@pytest.mark.quick("referee")
def test_they_are_saved_as_case_files(table: Table) -> None:
    agree(table, "u nás se nemaže")
    answer = table.phone.client.get(f"{table.url}/cases/export")
    (line,) = answer.get_data(as_text=True).splitlines()
    case = json.loads(line)
    assert case["note"] == "u nás se nemaže"
    assert judge_case(case)["rules"] == case["expect"]["rules"] == ["kocka.follow"]


def test_the_number_of_one_that_was_taken_back_stays_taken(table: Table) -> None:
    agree(table, "jednou")
    table.open()
    table.phone.submit(f"{table.url}/undo")
    assert numbers(table) == []
    agree(table, "podruhé")
    assert numbers(table) == ["2"]


def test_the_same_people_have_them_in_a_new_match(table: Table) -> None:
    agree(table, "jako vždycky")
    again = start(table.phone, names=("Eva", "Petr", "Jana", "Karel"))
    others = start(table.phone, names=("Eva", "Petr", "Jana", "Olga"))
    assert numbers(again) == ["1"]
    assert numbers(others) == []
    agree(again, "a zase")
    assert numbers(again) == ["2", "1"]
    assert numbers(table) == ["2", "1"]


def test_another_phone_sees_only_those_of_the_match(table: Table, other: Phone) -> None:
    agree(table, "minule")
    again = start(table.phone)
    link = again.link("watcher")
    assert other.get(f"{again.url}/cases").status == 403
    other.get(link)
    shown = other.get(f"{again.url}/cases")
    assert other.say("None so far.") in shown.text
