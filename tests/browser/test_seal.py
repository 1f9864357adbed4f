"""A phone signs an evening for real, and its file is proven by the command line."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from scorekeeper.cli import main
from tests.browser.conftest import OpenPhone
from tests.browser.table import TYPICAL, Table


def test_a_phone_signs_and_the_file_is_proven(
    table: Table,
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


def letters_on(page: Page) -> str:
    """What a phone says of its own key."""
    own = page.locator("[data-phone] .letters")
    expect(own).to_be_visible()
    expect(own).to_have_text(re.compile(r"^[A-Z2-7]{4}( [A-Z2-7]{4}){3}$"))
    return own.inner_text()


def seat_link(table: Table, sheet: str, person: int) -> str:
    table.page.goto(f"{sheet}/seats?of={person}")
    found = table.page.locator(f"a[href*='/seat/{person}/']").first
    return str(found.get_attribute("href"))


def sign(table: Table, page: Page, url: str, name: str) -> Locator:
    page.goto(url)
    page.get_by_role("button", name=table.says("Sign as %(name)s", name=name)).tap()
    return page.locator(".signers li")
