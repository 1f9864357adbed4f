"""The app on a home screen: what a phone is told of it, and what other apps share with it."""

import json
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from scorekeeper.stream.files import dump
from scorekeeper.web import LANGUAGES, ROOT
from scorekeeper.web.home_screen import SCREENS
from tests.conftest import OpenApp
from tests.web.phone import Phone
from tests.web.table import Table
from tests.web.test_icons import size_of

BY_ITSELF = {"Sec-Fetch-Site": "none"}
"""What a browser says of a request that no page has sent."""


def manifest(phone: Phone, language: str = "cs") -> dict[str, object]:
    answer = phone.client.get(f"/app/{language}.webmanifest")
    assert answer.mimetype == "application/manifest+json"
    told: dict[str, object] = json.loads(answer.data)
    return told


def share(
    app: Flask, fields: Mapping[str, object], headers: Mapping[str, str] = BY_ITSELF
) -> TestResponse:
    """What a phone is answered that shares something with the app."""
    return app.test_client().post("/take-in/shared", data=dict(fields), headers=dict(headers))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_manifest_is_in_the_language_of_the_page(app: Flask, language: str) -> None:
    phone = Phone(app, language)
    (link,) = (
        each.attrs["href"]
        for each in phone.get("/").root.all("link")
        if each.attrs["rel"] == "manifest"
    )
    assert link == f"/app/{language}.webmanifest"
    told = manifest(phone, language)
    assert (told["lang"], told["start_url"], told["scope"]) == (language, "../", "../")
    names = [each["name"] for each in told["shortcuts"]]
    assert names == [phone.say(name) for name in ("The last match", "Dispute", "New game")]


def test_no_other_language_has_one(phone: Phone) -> None:
    assert phone.client.get("/app/de.webmanifest").status_code == 404


def test_all_that_a_manifest_names_is_there(app: Flask, table: Table) -> None:
    told = manifest(table.phone)
    for each in (*told["icons"], *told["screenshots"]):
        with table.phone.client.get(each["src"]) as answer:
            assert (answer.status_code, answer.mimetype) == (200, each["type"])
    for each in told["shortcuts"]:
        assert table.phone.client.get(each["url"]).status_code in (200, 302)
    assert table.phone.get(told["file_handlers"][0]["action"]).status == 200
    assert told["share_target"]["action"] == "/take-in/shared"


def test_a_picture_is_as_large_as_the_manifest_says(phone: Phone) -> None:
    for name, each in zip(SCREENS, manifest(phone)["screenshots"], strict=True):
        width, height = size_of(ROOT / "static" / "pictures" / f"{name}.png")
        assert each["sizes"] == f"{width}x{height}"


def test_the_last_match_is_the_one_played_last(app: Flask, table: Table) -> None:
    answer = table.phone.client.get("/last")
    assert (answer.status_code, answer.headers["Location"]) == (302, table.url)
    assert app.test_client().get("/last").headers["Location"] == "/"


def test_a_file_that_is_shared_is_taken_in(table: Table, open_app: OpenApp) -> None:
    saved = dump(table.match.events).encode()
    answer = share(open_app(), {"file": (BytesIO(saved), "match.jsonl")})
    assert (answer.status_code, answer.headers["Location"]) == (303, table.url)


def test_a_link_that_is_shared_is_opened(app: Flask) -> None:
    link = "http://localhost/in/ABCD/0123?x=1"
    answer = share(app, {"title": "Černá kočka", "text": f"Sleduj nás: {link} zítra"})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/in/ABCD/0123?x=1")


def test_a_link_by_the_name_that_the_operator_gave_is_opened(open_app: OpenApp) -> None:
    answer = share(
        open_app(BASE_URL="https://scores.example"), {"url": "https://scores.example/v/AB"}
    )
    assert (answer.status_code, answer.headers["Location"]) == (303, "/v/AB")


ELSEWHERE = ("https://else.example/in/ABCD/0123", "http://localhost//else.example/", "http://[x")


@pytest.mark.parametrize("text", ["", "Nazdar", "http://localhost", *ELSEWHERE])
def test_what_is_no_link_of_this_house_is_said(app: Flask, text: str) -> None:
    answer = share(app, {"text": text})
    assert answer.status_code == 422
    assert "Location" not in answer.headers
    assert "There is no link to a table here in what was shared." in answer.text


@pytest.mark.parametrize("site", [{}, {"Sec-Fetch-Site": "cross-site"}], ids=["unsaid", "other"])
def test_a_page_of_another_site_shares_nothing(
    table: Table, open_app: OpenApp, site: dict[str, str]
) -> None:
    saved = dump(table.match.events).encode()
    app = open_app()
    assert share(app, {"file": (BytesIO(saved), "match.jsonl")}, site).status_code == 403
    assert not app.extensions["matches"].ledger.matches()


def test_the_wheel_has_the_pictures_that_the_manifest_names() -> None:
    written = Path(ROOT / "pyproject.toml").read_text("utf-8")
    assert [name for name in SCREENS if f'"!/static/pictures/{name}.png"' not in written] == []
