"""Asking the referee from one's own seat, and showing the table what he says."""

from tests.web.asking import Asking
from tests.web.phone import Phone
from tests.web.table import KEY, Table

PETR, JANA, KAREL, EVA = range(4)


def shown(table: Table, person: int = EVA) -> Phone:
    """The phone of a player who has shown the table a verdict."""
    phone = table.seat(person)
    phone.get(f"{table.url}/offences/kocka.follow")
    phone.submit(f"{table.url}/asked")
    return phone


def text(table: Table, who: str = "Eva") -> str:
    return table.phone.say("%(name)s asks: %(text)s", name=who, text="").strip()


def test_from_a_seat_each_step_works_and_leads_back_to_it(table: Table) -> None:
    eva = table.seat(EVA)
    disputes = eva.get(eva.screen.links[eva.say("Dispute")])
    assert disputes.status == 200
    assert eva.get(disputes.links[eva.say("Back")]).url == f"{table.url}/me"
    verdict = Asking(eva, url=table.url).ask("play", "KD", "QS", "7D", "AH")
    assert "/verdicts/" in verdict.url
    assert f"{table.url}/rulings" not in verdict.html
    assert eva.submit(f"{table.url}/asked").url == f"{table.url}/me"
    assert text(table) in eva.screen.text


def test_what_is_shown_stands_on_every_phone(table: Table) -> None:
    eva = shown(table)
    assert eva.screen.url == f"{table.url}/me"
    watcher = Phone(table.phone.app)
    watcher.get(table.link("watcher"))
    for phone, page in ((table.phone, ""), (watcher, "/watch"), (table.seat(JANA), "/me")):
        screen = phone.get(table.url + page)
        assert text(table) in screen.text
        url = next(url for url in screen.links.values() if "/verdicts/" in url)
        assert phone.get(url).status == 200
    assert text(table) in table.open("/history").text
    assert text(table) in table.open("/board").text


def test_the_scorer_rules_on_what_was_shown(table: Table) -> None:
    shown(table)
    phone = table.phone
    url = next(url for url in table.open().links.values() if "/verdicts/" in url)
    phone.get(url)
    phone.submit("ruling", press="Jana")
    assert len(table.match.rulings) == 1
    assert text(table) not in table.open().text


def test_a_question_is_taken_back_by_who_asked(table: Table) -> None:
    eva = shown(table)
    jana = table.seat(JANA)
    assert f"{table.url}/asked" not in jana.screen.html
    eva.submit(f"{table.url}/asked")
    assert text(table) not in eva.screen.text
    assert text(table) not in table.open().text
    say = table.phone.say
    assert say("%(name)s takes the question back", name="Eva") in table.open("/history").text


def test_a_form_that_is_open_is_not_disturbed(table: Table) -> None:
    eva = table.seat(EVA)
    table.open("/new/round?by=numbers")
    eva.get(f"{table.url}/offences/kocka.follow")
    eva.submit(f"{table.url}/asked")
    fields = {f"points-{seat}": str(points) for seat, points in enumerate((14, 12, 1, 1))}
    assert table.phone.submit(f"{table.url}/entries", **fields).url == table.url


def test_the_scorer_shows_what_he_asks_once_it_is_said_whose_phone_it_is(table: Table) -> None:
    assert f"{table.url}/asked" not in table.open("/offences/kocka.follow").html
    table.open("/me")
    table.phone.submit(f"{table.url}/me", press="Petr")
    table.open("/offences/kocka.follow")
    assert text(table, "Petr") in table.phone.submit(f"{table.url}/asked").text


def test_who_only_looks_on_shows_nothing(table: Table) -> None:
    watcher = Phone(table.phone.app)
    watcher.get(table.link("watcher"))
    assert f"{table.url}/asked" not in watcher.get(f"{table.url}/offences/kocka.follow").html


def test_a_verdict_of_another_game_is_no_question_here(table: Table) -> None:
    eva = table.seat(EVA)
    sent = {"key": KEY, "verdict": "nothing"}
    assert eva.post(f"{table.url}/asked", sent).status == 404
    way = next(url for url in eva.get("/referee/faraon").links.values() if "/offences/" in url)
    eva.post(f"{way}/link")
    sent["verdict"] = eva.screen.url.split("/")[2]
    assert eva.post(f"{table.url}/asked", sent).status == 404
