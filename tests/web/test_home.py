"""The first page: going on with an evening, choosing a game, watching by a code."""

import pytest
from flask import Flask

from scorekeeper.games import GAMES
from scorekeeper.web import ROOT
from scorekeeper.web.wording import reader
from tests.web import played
from tests.web.phone import Phone
from tests.web.table import Table, start

TEXTS = {
    "cs": ("Co dnes hrajete?", "Černá kočka"),
    "en": ("What are you playing tonight?", "Černá kočka"),
}


@pytest.mark.parametrize("language", TEXTS)
def test_a_new_phone_is_offered_the_games(app: Flask, language: str) -> None:
    home = Phone(app, language).get("/")
    assert all(text in home.text for text in TEXTS[language])
    assert home.links[TEXTS[language][1]] == "/new/kocka"
    assert home.lang == language


def test_the_last_evening_is_the_big_button_and_older_ones_follow(phone: Phone) -> None:
    older = start(phone, ("Ota", "Jan", "Iva", "Ema"))
    newer = start(phone)
    newer.rounds((14, 13, 1, 0))
    home = phone.get("/")
    (button,) = home.root.all("a", css="main")
    assert button.attrs["href"] == newer.url
    assert f"{phone.say('Go on:')} {phone.book.title}" in button.text
    assert "Petr, Jana, Karel, Eva" in button.text
    first = phone.say("In front: %(who)s", who="Eva 0 bodů")
    assert f"{first} · {phone.say('last: %(who)s', who='Petr 14 bodů')}" in button.text
    assert phone.book.say("texts", "played", {"n": 1}) in button.text
    (line,) = home.root.all("ul", css="list")[0].all("a")
    assert line.attrs["href"] == older.url
    assert "Ota, Jan, Iva, Ema" in line.text
    assert "(" not in line.text  # nobody has played, so nobody is in front
    assert [node.text for node in home.root.all("h2")][1:] == [phone.say("Today")]


def test_what_was_played_before_today_stands_apart(
    phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(2):
        start(phone)
    monkeypatch.setattr(reader, "_days_ago", lambda at: 2)
    assert [node.text for node in phone.get("/").root.all("h2")][1:] == [
        phone.say("Earlier evenings")
    ]


@pytest.mark.parametrize("key", GAMES)
def test_every_game_has_a_small_mark_of_its_own(key: str) -> None:
    mark = ROOT / "templates" / "games" / key / "mark.svg"
    assert mark.stat().st_size <= 1000


def test_the_game_that_was_played_last_comes_first(phone: Phone) -> None:
    def first() -> str:
        return phone.get("/").root.all("div", css="tiles-2")[0].all("a")[0].text

    assert first() != "Faraón"
    played.sit_down(phone, "faraon", 3)
    assert first() == "Faraón"


@pytest.mark.parametrize(
    "type_it",
    [
        str.upper,
        str.lower,
        lambda code: f" {' '.join(code)} ",
        lambda code: f"kód {code}.",
        lambda code: f"„https://pub.example/m/{code}/watch“, jo?",
    ],
)
def test_a_code_opens_the_watchers_page(table: Table, other: Phone, type_it) -> None:
    other.get("/")
    screen = other.submit("/watch", code=type_it(table.code))
    assert screen.url == f"{table.url}/watch"
    assert other.get("/").links[next(t for t in other.screen.links if "Petr" in t)] == screen.url


@pytest.mark.parametrize("typed", ["", "ZZZZ", "Žluť", "<b>&", "A" * 500])
def test_a_wrong_code_is_kept_and_said(phone: Phone, typed: str) -> None:
    phone.get("/")
    screen = phone.submit("/watch", code=typed)
    assert screen.status == 422
    code = screen.by_id("code").attrs
    assert (code["value"], code["aria-invalid"]) == (typed, "true")
    assert "autofocus" in code
    said = phone.say("No table with this code played this week. Check it, or open the link.")
    assert screen.by_id(code["aria-describedby"]).text == said


def test_a_match_that_has_gone_is_left_out(phone: Phone) -> None:
    with phone.client.session_transaction() as session:
        session["roles"] = [("ZZZZ", "scorer")]
    assert not phone.get("/").root.all("a", css="main")


def test_a_phone_forgets_no_match_and_its_cookie_stays_small(phone: Phone) -> None:
    tables = [start(phone) for _ in range(41)]
    assert all(phone.get(table.url).status == 200 for table in tables)
    assert len(phone.client.get_cookie("scorekeeper").value) < 300
