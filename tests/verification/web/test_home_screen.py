"""The app on a home screen: what a phone is told of it."""

import json
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.web import LANGUAGES, ROOT
from scorekeeper.web.home_screen import SCREENS
from tests.verification.web.test_icons import size_of
from tests.web.phone import Phone
from tests.web.table import Table


def manifest(phone: Phone, language: str = "cs") -> dict[str, object]:
    answer = phone.client.get(f"/app/{language}.webmanifest")
    assert answer.mimetype == "application/manifest+json"
    told: dict[str, object] = json.loads(answer.data)
    return told


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_manifest_is_in_the_language_of_the_page(app: Flask, language: str) -> None:
    phone = Phone(app, language)
    (link,) = (
        each.attrs["href"]
        for each in phone.get("/").root.all("link")
        if each.attrs["rel"] == "manifest"
    )
    assert link == f"/app/{language}.webmanifest"
    assert phone.client.get("/app/de.webmanifest").status_code == 404
    told = manifest(phone, language)
    assert (told["lang"], told["start_url"], told["scope"]) == (language, "../", "../")
    names = [each["name"] for each in told["shortcuts"]]
    assert names == [phone.say(name) for name in ("The last match", "Dispute", "New game")]


def test_all_that_a_manifest_names_is_there(app: Flask, table: Table) -> None:
    told = manifest(table.phone)
    for each in (*told["icons"], *told["screenshots"]):
        with table.phone.client.get(each["src"]) as answer:
            assert (answer.status_code, answer.mimetype) == (200, each["type"])
    for each in told["shortcuts"]:
        assert table.phone.client.get(each["url"]).status_code in (200, 302)
    assert not {"share_target", "file_handlers"} & {*told}


def test_a_picture_is_as_large_as_the_manifest_says(phone: Phone) -> None:
    for name, each in zip(SCREENS, manifest(phone)["screenshots"], strict=True):
        width, height = size_of(ROOT / "static" / "pictures" / f"{name}.png")
        assert each["sizes"] == f"{width}x{height}"


def test_the_last_match_is_the_one_played_last(app: Flask, table: Table) -> None:
    answer = table.phone.client.get("/last")
    assert (answer.status_code, answer.headers["Location"]) == (302, table.url)
    assert app.test_client().get("/last").headers["Location"] == "/"


def test_the_wheel_has_the_pictures_that_the_manifest_names() -> None:
    written = Path(ROOT / "pyproject.toml").read_text("utf-8")
    assert [name for name in SCREENS if f'"!/static/pictures/{name}.png"' not in written] == []
