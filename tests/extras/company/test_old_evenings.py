"""Old evenings from a table: shown first, written once, counted as evenings, and forgotten."""

import pytest

from scorekeeper.extras.company import Company
from scorekeeper.extras.company.events import Recalled
from scorekeeper.extras.company.old_evenings import Fault, read_table
from tests.extras.company.phones import found
from tests.web.phone import Phone

GAMES = {"taroky": "taroky", "durak": "durak", "tarock": "taroky"}
TABLE = """datum;hra;jméno;body;hospoda
2019-11-20;Taroky;Jana;45;U Lípy
2019-11-20;Taroky;Petr;−15;U Lípy
2019-11-20;Taroky;Evka;-30;U Lípy
27. 11. 2019;Durak;Evka;2
27. 11. 2019;Durak;Petr;1
"""


def test_lines_of_one_day_game_and_pub_are_a_match_and_a_name_again_begins_another() -> None:
    matches, faults = read_table(TABLE + "27.11.2019;durak;petr;0\n27.11.2019;durak;Iva;3", GAMES)
    assert faults == []
    assert [[line.name for line in match] for match in matches] == [
        ["Jana", "Petr", "Evka"],
        ["Evka", "Petr"],
        ["petr", "Iva"],
    ]
    assert [line.points for line in matches[0]] == [45, -15, -30]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("2019-11-20;Taroky;Jana", "columns"),
        ("20. 13. 2019;Taroky;Jana;1", "day"),
        ("2019-11-20;Šachy;Jana;1", "game"),
        ("2019-11-20;Taroky;\u200b;1", "name"),
        ("2019-11-20;Taroky;Jana;1,5", "points"),
        ("2019-11-20;Taroky;Jana;999999", "points"),
        ("2019-11-21;Taroky;Jana;1", "alone"),
    ],
)
def test_a_fault_is_told_by_its_line(line: str, code: str) -> None:
    _matches, faults = read_table(TABLE + line, GAMES)
    assert faults == [Fault(7, code)]


def kept(phone: Phone, company: str) -> Company:
    known: Company = phone.app.extensions["companies"].get(company.rpartition("/")[2])
    return known


def test_a_table_is_shown_before_it_is_written_and_names_are_matched_once(phone: Phone) -> None:
    company = found(phone, "Petr\nJana\nEva")
    phone.get(f"{company}/import")
    phone.submit(f"{company}/import", table=TABLE + "2019;x;y;z")
    assert phone.screen.status == 422
    assert kept(phone, company).bodies_of(Recalled) == ()
    phone.submit(f"{company}/import", table=TABLE)
    form = phone.screen.form(f"{company}/import")
    assert {name: form.filled({})[name] for name in ("name-0", "name-1", "name-2")} == {
        "name-0": "1",
        "name-1": "0",
        "name-2": "",
    }
    assert kept(phone, company).bodies_of(Recalled) == (), "only shown"
    phone.submit(f"{company}/import", phone.say("Write them down"), **{"name-2": "2"})
    ((_, body),) = kept(phone, company).bodies_of(Recalled)
    assert [result.people for result in body.results] == [(1, 0, 2), (2, 0)]
    assert "Taroky" in phone.screen.text
    phone.get(f"{company}/import")
    phone.submit(f"{company}/import", table="2018-01-01;durak;Evka;1\n2018-01-01;durak;Jana;0")
    assert phone.screen.form(f"{company}/import").filled({})["name-0"] == "2", "remembered"


def test_old_evenings_count_in_the_table_and_are_taken_back_at_once(phone: Phone) -> None:
    company = found(phone, "Petr\nJana\nEva")
    phone.get(f"{company}/import")
    phone.submit(f"{company}/import", table=TABLE)
    phone.submit(f"{company}/import", phone.say("Write them down"))
    assert kept(phone, company).members[-1].name == "Evka"
    for way in (
        "records",
        "records?game=taroky",
        "years/2019",
        "evenings/2019-11-20",
        "accounts",
        "members/3",
        "evenings?game=durak",
        "entries.csv",
        "members.csv",
        "",
    ):
        assert phone.get(f"{company}/{way}".rstrip("/")).status == 200, way
    phone.get(f"{company}/records")
    (table,) = phone.screen.root.all("table", css="ranked")
    lines = {line.all("th")[0].text: line.all("td")[-1].text for line in table.all("tr")[1:]}
    assert lines == {"Jana": "10", "Petr": "7,5", "Evka": "0"}
    phone.get(f"{company}/evenings/2019-11-20")
    assert "Jana +45" in phone.screen.text
    phone.get(company)
    phone.submit(f"{company}/undo")
    assert phone.get(f"{company}/evenings/2019-11-20").status == 404


def test_whoever_is_forgotten_goes_under_the_name_of_the_table_too(phone: Phone) -> None:
    company = found(phone, "Petr\nJana\nEva")
    phone.get(f"{company}/import")
    phone.submit(f"{company}/import", table=TABLE)
    phone.submit(f"{company}/import", phone.say("Write them down"), **{"name-2": "2"})
    phone.get(f"{company}/members/2/forget")
    phone.submit(f"{company}/members/2/forget")
    said = phone.client.get(f"{company}/export").get_data(as_text=True)
    assert "Evka" not in said
    assert "Jana" in said
