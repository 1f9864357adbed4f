"""Calling the referee: from a seat or the sheet, to the phones that were named referees'."""

from dataclasses import dataclass
from urllib.parse import urlsplit

import pytest
from flask import Flask

from tests.extras.company.phones import found
from tests.extras.company.phones import start as start_match
from tests.extras.tournament.hall_pages import names, open_hall
from tests.web.phone import Phone
from tests.web.table import KEY, Table, start

pytestmark = pytest.mark.quick("calls")

PETR, JANA, KAREL, EVA = range(4)


@dataclass(frozen=True)
class Pub:
    """A company with a match, and a referee's phone if there is one."""

    company: str
    table: Table
    referee: Phone

    @property
    def list(self) -> str:
        return f"{self.company}/referee"

    def link(self) -> str:
        shown = self.table.phone.get(f"{self.list}/link").root.all("a")
        (url,) = [a.attrs["href"] for a in shown if "/in/" in a.attrs["href"]]
        return urlsplit(url).path


def named(phone: Phone, link: str, name: str = "Karel Rozhodčí") -> Phone:
    """A phone that has opened the link of referees and said whose it is."""
    phone.get(link)
    phone.submit(name=name)
    return phone


@pytest.fixture
def pub(app: Flask) -> Pub:
    phone = Phone(app, "en")
    company = found(phone)
    table = Table(phone, start_match(phone, company))
    pub = Pub(company, table, Phone(app, "en"))
    named(pub.referee, pub.link())
    return pub


def test_a_player_calls_and_reads_who_is_coming(pub: Pub) -> None:
    eva = pub.table.seat(EVA)
    eva.get(eva.screen.links["Call the referee"])
    assert "Nobody has answered yet" in eva.submit(note="Who leads?").text
    screen = pub.referee.get(pub.list)
    assert pub.list in pub.referee.get("/").links.values()
    screen = pub.referee.get(pub.list)
    for text in ("Petr, Jana, Karel, Eva", pub.table.code, "Eva", "Who leads?"):
        assert text in screen.text
    pub.referee.submit(f"{pub.list}/came")
    assert "Nobody is calling" in pub.referee.screen.text
    assert "Karel Rozhodčí is coming to you." in eva.get(f"{pub.table.url}/call").text
    assert "Karel Rozhodčí" in pub.table.phone.get(f"{pub.company}/history").text


def test_the_referee_looks_at_the_table_and_writes_nothing(pub: Pub) -> None:
    eva, referee, url = pub.table.seat(EVA), pub.referee, pub.table.url
    assert referee.get(f"{url}/watch").status == 403
    assert referee.get(f"{pub.list}/look/{pub.table.code}").status == 403, "nobody called there"
    eva.get(f"{url}/offences/kocka.follow")
    eva.submit(f"{url}/asked")
    verdict = eva.get(next(to for to in eva.screen.links.values() if "/verdicts/" in to))
    eva.get(verdict.links["Call the referee"])
    eva.submit()
    referee.get(pub.list)
    assert referee.get(referee.screen.links["Look"]).url == verdict.url
    assert referee.get(url).url == f"{url}/watch"
    assert referee.get(f"{url}/new/round").status == 403
    assert referee.get(f"{url}/call").status == 403
    assert referee.get(pub.company).status == 403


def test_the_table_can_do_without(pub: Pub) -> None:
    phone, url = pub.table.phone, f"{pub.table.url}/call"
    phone.get(url)
    phone.submit()
    phone.submit(f"{url}/off")
    assert "The referees of" in phone.screen.text
    assert "not needed now" in pub.referee.get(pub.list).text
    assert phone.post(f"{url}/off", {"key": KEY, "call": 99}).status == 200


def test_a_second_tap_calls_nobody_twice(pub: Pub) -> None:
    phone, url = pub.table.phone, f"{pub.table.url}/call"
    phone.get(url)
    form = phone.screen.form(url)
    for key in (form.fields["key"], form.fields["key"], KEY):
        assert phone.post(url, {**form.filled({}).to_dict(), "key": key}).status == 200
    assert len(pub.referee.get(pub.list).root.all("section")) == 1


def test_without_referees_nobody_is_called(app: Flask) -> None:
    phone = Phone(app, "en")
    table = Table(phone, start_match(phone, found(phone)))
    eva = table.seat(EVA)
    assert "Call the referee" not in eva.screen.text
    assert "Call the referee" not in table.open("/disputes").text
    assert eva.get(f"{table.url}/call").status == 404
    lone = start(phone)
    assert lone.open("/call").status == 404


def test_who_was_dismissed_is_no_referee(pub: Pub) -> None:
    phone = pub.table.phone
    (folded,) = phone.get(f"{pub.list}/link").root.all("details", css="why")
    assert "is no longer a referee" in folded.text
    phone.submit(f"{pub.list}/dismiss")
    assert "Nobody is a referee yet." in phone.screen.text
    assert pub.referee.get(pub.list).status == 403
    assert "Call the referee" not in pub.table.open("/disputes").text


def test_who_was_dismissed_stays_so_without_his_cookie(pub: Pub) -> None:
    old, phone = pub.link(), pub.table.phone
    other = named(Phone(phone.app, "en"), old, "Olga")
    phone.get(f"{pub.list}/link")
    phone.submit(f"{pub.list}/dismiss")  # the first that is named
    fresh = Phone(phone.app, "en")
    assert fresh.get(old).status == 403
    assert fresh.get(pub.list).status == 403
    assert other.get(pub.list).status == 200, "the others stay"
    assert named(fresh, pub.link()).get(pub.list).status == 200, "by the new link"


def test_new_links_end_the_referees(pub: Pub) -> None:
    old, phone = pub.link(), pub.table.phone
    phone.get(f"{pub.company}/share")
    phone.submit(f"{pub.company}/links")
    assert pub.referee.get(pub.list).status == 403
    assert Phone(phone.app).get(old).status == 403
    named(pub.referee, pub.link())
    assert pub.referee.get(pub.list).status == 200


def test_a_link_is_of_one_place_and_whoever_has_none_sees_nothing(pub: Pub) -> None:
    stranger = Phone(pub.table.phone.app, "en")
    for path in ("", "/live", "/since?version=", "/link"):
        assert stranger.get(pub.list + path).status == 403
    for path in ("/name", "/came", "/dismiss"):
        assert stranger.post(pub.list + path, {"key": KEY}).status == 403
    other = found(stranger, name="Jiná")
    token = pub.link().rpartition("/")[2]
    assert stranger.get(f"{other}/referee/in/{token}").status == 403
    assert pub.table.seat(JANA).get(f"{pub.table.url}/call").status == 200
    assert Phone(pub.table.phone.app).get(f"{pub.table.url}/call").status == 403


def test_before_a_referee_says_his_name_he_sees_no_call(pub: Pub) -> None:
    second = Phone(pub.table.phone.app, "en")
    second.get(pub.link())
    assert "Your name" in second.screen.text
    assert second.post(f"{pub.list}/came", {"key": KEY, "call": 3}).status == 403
    second.get(pub.list)
    assert "Your name" in second.submit(name="  ").text


@pytest.mark.slow("opens a tournament")
def test_a_tournament_has_referees_too(app: Flask) -> None:
    hall = open_hall(Phone(app, "en"), "kocka")
    hall.enter(*names(8))
    hall.draw()
    table = hall.table(2, Phone(app, "en"))
    hall.open("/share")
    link = hall.link("/referee/link")
    referee = named(Phone(app, "en"), link)
    player = table.seat(JANA)
    player.get(player.screen.links["Call the referee"])
    player.submit(note="revoke?")
    screen = referee.get(f"{hall.url}/referee")
    assert hall.phone.say("Table %(n)d", n=2) in screen.text
    assert "revoke?" in screen.text
    assert referee.get(screen.links["Look"]).status == 200
    referee.get(f"{hall.url}/referee")
    referee.submit(f"{hall.url}/referee/came")
    assert "Karel Rozhodčí is coming" in player.get(f"{table.url}/call").text
    assert "revoke?" not in hall.open().text
    assert referee.get(f"{hall.url}/share").status == 403
    assert "Karel Rozhodčí" in hall.open("/referee/link").text
    assert hall.phone.submit(f"{hall.url}/referee/dismiss").status == 200
    assert referee.get(f"{hall.url}/referee").status == 403
