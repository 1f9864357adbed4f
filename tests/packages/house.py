"""A house in which a game is installed, `mini`, and three that are broken.

Run by `test_installed.py` beside such packages: here they are games as any other.
"""

from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.games import GAMES, INSTALLED, REFUSED
from scorekeeper.web import create_app
from scorekeeper.web.serve import GunicornServer, serve
from tests.browser.server import free_port
from tests.extras.company.phones import found
from tests.extras.company.phones import start as start_in
from tests.web.phone import Phone
from tests.web.table import Table, start


def test_the_whole_one_is_there_and_the_broken_ones_are_not() -> None:
    assert [each.game.key for each in INSTALLED] == ["mini"]
    assert [each.name for each in REFUSED] == ["pub-broken", "pub-kocka", "pub-words"]
    assert GAMES.keys() - {"mini"} == {"durak", "faraon", "kocka", "makao", "taroky"}


def test_the_first_page_says_who_wrote_it(phone: Phone) -> None:
    home = phone.get("/")
    assert phone.say("Installed: %(games)s", games="Makao 1.2 (Ota Novák)") in home.text
    assert "/new/mini" in home.links.values()
    assert '<path d="M1 1"/>{{ pub }}' in home.html


def test_its_templates_styles_and_scripts_come_from_the_package(app: Flask, phone: Phone) -> None:
    table = start(phone, game="mini")
    page = table.open("/new/game")
    assert [node.text for node in page.root.all("p", css="own")] == ["U Raka"]
    for kind, said in (("link", b".own { color: red }"), ("script", b'"own";')):
        (url,) = [
            url
            for node in page.root.all(kind)
            if "games/mini/" in (url := node.attrs.get("href") or node.attrs.get("src", ""))
        ]
        for coding in ("br", "identity"):
            with phone.client.get(url, headers={"Accept-Encoding": coding}) as answer:
                assert answer.status_code == 200
                content = answer.get_data()
        assert content.strip() == said
    with phone.client.get("/static/games/mini/../secret.css") as answer:
        assert answer.status_code == 404


def test_a_template_that_cannot_be_read_is_as_if_it_were_not_there(
    phone: Phone, caplog: pytest.LogCaptureFixture
) -> None:
    table = start(phone, game="mini")
    assert table.open("/rules").status == 200
    assert phone.get("/rules/mini/one-page").status == 200
    assert "one-page.html, line 1: " in caplog.text


def test_whoever_starts_the_house_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(GunicornServer, "run", lambda self: None)
    assert serve(tmp_path, "127.0.0.1", free_port(), 1) == 0
    said = capsys.readouterr().out.splitlines()
    told = [line for line in said if " is left out: " in line]
    assert len(told) == 3
    assert told == [str(each) for each in REFUSED]


def test_an_evening_is_left_for_a_house_without_it() -> None:
    """`test_installed.py` looks at what comes of it."""
    left = GAMES["mini"].folder.parent / "left"
    app = create_app(left, {"TESTING": True, "RATELIMIT_ENABLED": False})
    with closing(app.extensions["matches"].ledger):
        phone = Phone(app)
        company = found(phone)
        code = start_in(phone, company, "mini")
        verdict = code_of_verdict(Table(phone, code))
        cookie = phone.client.get_cookie("scorekeeper")
    assert cookie
    (left / "left.txt").write_text("\n".join((code, company, verdict, cookie.value)), "utf-8")


def code_of_verdict(table: Table) -> str:
    """Penalises an offence from the list; gives the code of the verdict."""
    phone = table.phone
    table.open("/disputes")
    phone.get(next(to for to in phone.screen.links.values() if "/offences/" in to))
    phone.submit("ruling", press="Petr")
    (ruled,) = (e for e in table.match.events if e.kind == "ruled")
    return str(ruled.body["ruling"]["link"])
