"""A phone signs an evening for real, and its file is proven by the command line."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from scorekeeper.cli import main
from tests.browser.conftest import OpenPhone
from tests.browser.helpers import Complaints, Taps
from tests.browser.table import TYPICAL, MatchPage


def test_a_phone_signs_and_the_file_is_proven(
    table: MatchPage,
    open_phone: OpenPhone,
    live_server: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    table.open(dealer=3)
    table.round_by_cards(TYPICAL, rest=2, no_trick=[3])
    sheet = table.page.url
    jana = open_phone(base_url=live_server)
    jana.goto(seat_link(table, sheet, 1))
    signed = sign(table, jana, f"{sheet}/result", "Jana")
    expect(signed).to_have_text(re.compile(rf"Jana · \d+ · {table.says('the signature matches')}"))
    letters = letters_on(jana)
    expect(signed.locator(".letters")).to_have_text(letters)
    petr = open_phone(base_url=live_server)
    petr.add_init_script("Object.defineProperty(window, 'localStorage', {get() { throw 0; }})")
    petr.goto(seat_link(table, sheet, 0))
    signed = sign(table, petr, f"{sheet}/result", "Petr")
    tapped = table.says("agreed by a tap, without a signature")
    expect(signed.first).to_contain_text(tapped)
    expect(petr.locator("[data-phone]")).to_be_hidden()
    table.page.goto(f"{sheet}/result")
    expect(table.page.locator(".signers .letters")).to_have_text(letters)
    head = table.page.locator(".seal .sealed p").inner_text()
    file = tmp_path / "evening.jsonl"
    file.write_text(table.page.request.get(f"{sheet}/export").text(), "utf-8")
    assert main(["check", str(file), *head.replace("·", " ").split()]) == 0
    told = capsys.readouterr().out
    assert "the paper says the same, of signatures too, as far as it was read" in told
    assert f"Jana signed head 2: the signature fits, phone {letters}\n" in told
    assert "Petr agreed to head 2 by a tap: that is no proof" in told
    changed = re.sub(r'("points": \[)7', r"\g<1>6", file.read_text("utf-8"), count=1)
    file.write_text(changed, "utf-8")
    assert main(["check", str(file)]) == 1
    assert "line 2: hash: event 2 of " in capsys.readouterr().err


@pytest.fixture
def jana(table: MatchPage, open_phone: OpenPhone, live_server: str) -> Page:
    """The phone of a player who may sign what was written, before she looks at the result."""
    table.open(dealer=3)
    table.round_by_cards(TYPICAL, rest=2, no_trick=[3])
    sheet = table.page.url
    phone = open_phone(base_url=live_server)
    phone.goto(seat_link(table, sheet, 1))
    table.page.goto(f"{sheet}/result")
    return phone


def test_a_tap_signs_when_all_is_there(table: MatchPage, jana: Page) -> None:
    jana.goto(table.page.url)
    jana.focus("form[data-says] button")
    jana.wait_for_function("globalThis.nacl")
    jana.tap("form[data-says] button")
    expect(jana.locator(".signers li")).to_contain_text(table.says("the signature matches"))


@pytest.mark.parametrize("line", ["slow", "broken"])
def test_a_tap_waits_for_what_signs(
    table: MatchPage, jana: Page, complaints: Complaints, line: str
) -> None:
    complaints.expect("tweetnacl")
    requests: list[Route] = []

    def hold(route: Route) -> None:
        requests.append(route)

    jana.route("**/tweetnacl*", hold)
    signed = sign(table, jana, table.page.url, "Jana")
    if line == "broken":
        requests[0].abort()
        expect(signed).to_contain_text(table.says("agreed by a tap, without a signature"))
    else:
        requests[0].continue_()
        expect(signed).to_contain_text(table.says("the signature matches"))


def letters_on(page: Page) -> str:
    """What a phone says of its own key."""
    own = page.locator("[data-phone] .letters")
    expect(own).to_be_visible()
    expect(own).to_have_text(re.compile(r"^[A-Z2-7]{4}( [A-Z2-7]{4}){3}$"))
    return own.inner_text()


def seat_link(table: MatchPage, sheet: str, person: int) -> str:
    table.page.goto(f"{sheet}/seats?of={person}")
    found = table.page.locator(f"a[href*='/seat/{person}/']").first
    return str(found.get_attribute("href"))


def sign(table: MatchPage, page: Page, url: str, name: str) -> Locator:
    page.goto(url, wait_until="domcontentloaded")
    Taps(page).tap(page.get_by_role("button", name=table.says("Sign as %(name)s", name=name)))
    return page.locator(".signers li")
