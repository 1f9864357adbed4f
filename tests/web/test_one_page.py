"""The rules of a game on one page: what stands there, and as whose table plays them."""

import pytest

from scorekeeper.core.game import AnyGame
from scorekeeper.web.rulebook import one_page
from tests.contract.books import EACH_GAME
from tests.web.phone import Phone
from tests.web.table import start


def test_a_table_reads_its_own_agreements_and_costs(phone: Phone) -> None:
    table = start(phone, renonc_penalty="points")
    page = phone.get(table.open("/rules").links[phone.say("On one page")])
    assert page.url == f"{table.url}/rules/one-page"
    penalties, agreed = page.root.all("section")[-2:]
    label = phone.book.label("house", "renonc_penalty", "label")
    assert agreed.text.startswith(f"{phone.say('As agreed at this table')} {label}")
    usual = phone.get("/rules/kocka/one-page").root.all("section")[-1]
    assert usual.text != penalties.text


@EACH_GAME
def test_paper_leads_to_the_rulebook_that_everybody_may_read(
    phone: Phone, game: AnyGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = list[str]()
    monkeypatch.setattr(one_page, "qr", lambda url: drawn.append(url) or "")
    table = start(phone, game=game.key)
    phone.get(f"{table.url}/rules/one-page")
    phone.get(f"/rules/{game.key}/one-page")
    assert drawn == [f"http://localhost/rules/{game.key}"] * 2
