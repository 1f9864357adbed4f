"""A tournament of a company: opened with its members, and told in its year and on their pages."""

import pytest
from flask import Flask

from scorekeeper.extras.company.pages.entrance import companies
from scorekeeper.extras.tournament.pages.hosting import tournaments_of
from tests.extras.company.phones import start
from tests.extras.tournament.hall_pages import TournamentClient
from tests.web.phone import Phone
from tests.web.table import Table

MEMBERS = ["Eva", "Petr", "Jana", "Ota", "Iva"]
PLAY = MEMBERS[:4]


@pytest.fixture
def company(phone: Phone) -> str:
    """The address of a company of five."""
    phone.get("/c/new")
    return phone.submit("/c/new", name="U Raka", members="\n".join(MEMBERS)).url


def open_party(phone: Phone, company: str, *who: str) -> TournamentClient:
    """Opens the company's tournament from its menu, with some of its members."""
    phone.get(phone.get(company).links[phone.say("Tournaments")])
    phone.get(phone.screen.links["Taroky"])
    form = phone.screen.form("form")
    boxes = [i.attrs for i in form.node.all("input") if i.attrs.get("name") == "member"]
    assert [box["value"] for box in boxes] == MEMBERS
    assert not any("checked" in box for box in boxes), "nobody plays unasked"
    screen = phone.post(form.action, {**form.fields.to_dict(), "name": "Zimní", "member": [*who]})
    assert screen.status == 200, screen.text
    return TournamentClient(phone, screen.url.removeprefix("/t/"))


@pytest.mark.quick("tournament")
def test_a_company_hosts_a_tournament_and_remembers_its_result(
    phone: Phone, company: str, app: Flask, other: Phone
) -> None:
    hall = open_party(phone, company, *PLAY)
    assert [player.name for player in hall.now.known] == PLAY
    hall.draw()
    seated = hall.now.names(hall.round.tables[0].seats)
    hall.type(1, "30", "10", "−10", "−30")
    hall.open()
    phone.submit(f"{hall.url}/close")
    page = phone.get(f"{company}/tournaments").text
    assert "Zimní" in page
    for place, name in enumerate(seated, start=1):
        member = phone.get(f"{company}/members/{MEMBERS.index(name)}").text
        assert "Zimní" in member
        assert f"{place}." in member
    assert "Zimní" not in phone.get(f"{company}/members/{MEMBERS.index('Iva')}").text
    other.get(next(url for url in watch_links(phone, company)))
    assert other.get(f"{company}/tournaments").status == 200
    live = other.get(f"{company}/tournaments/{hall.code}")
    assert (live.status, live.url) == (200, f"{hall.url}/live")
    assert other.get(f"{company}/tournaments/NONE").status == 404
    assert Phone(app).get(f"{company}/tournaments/{hall.code}").status == 403


def watch_links(phone: Phone, company: str) -> list[str]:
    """The links with which others read the company's book."""
    shown = phone.get(f"{company}/share").root.all("a")
    return [a.attrs["href"] for a in shown if "/in/" in a.attrs["href"]]


def test_a_renamed_member_is_still_known_and_undo_takes_the_tournament_out(
    phone: Phone, company: str
) -> None:
    hall = open_party(phone, company, *PLAY)
    hall.draw()
    hall.type(1, "30", "10", "−10", "−30")
    phone.get(f"{company}/members/0/edit")
    phone.submit(f"{company}/members/0/name", name="Evička")
    assert "Zimní" in phone.get(f"{company}/members/0").text
    phone.get(company)
    for _ in range(2):
        phone.submit(f"{company}/undo")
    assert "Zimní" not in phone.get(f"{company}/members/0").text
    assert hall.open().status == 200, "the tournament itself goes on"


def test_the_year_tells_of_the_tournament(phone: Phone, company: str) -> None:
    hall = open_party(phone, company, *PLAY)
    hall.draw()
    first = hall.now.names(hall.round.tables[0].seats)[0]
    hall.type(1, "30", "10", "−10", "−30")
    year = int(hall.now.events[0].at[:4])
    with phone.app.test_request_context():
        known = companies().get(company.rpartition("/")[2])
        (told,) = tournaments_of(known, year)
        assert tournaments_of(known, year - 1) == []
    assert (told.scores[0].place, told.scores[0].name) == (1, first)
    assert f"1. {first} 4" in phone.get(f"{company}/years/{year}").text, "before any match"
    assert phone.get(f"{company}/years/{year - 1}").status == 404
    table = Table(phone, start(phone, company, "faraon"))
    data = {"type": "game", "loser": 1}
    table.record(table.match.game.read_entry(data, len(table.match.names), table.match.house))
    printed = phone.get(f"{company}/years/{year}").text
    assert "Zimní" in printed
    assert f"1. {first} 4" in printed


def test_a_tournament_without_a_company_asks_for_no_members(phone: Phone) -> None:
    phone.get("/t/new/taroky?company=NONE")
    assert not [i for i in phone.screen.root.all("input") if i.attrs.get("name") == "member"]
