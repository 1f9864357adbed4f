"""What a phone needs of the server to help itself: words, and what its last save has written."""

import json
import re

import pytest

from tests.conftest import OpenApp
from tests.web.phone import Phone
from tests.web.table import KEY, Table

SCRIPT = re.compile(r'<script src="(/static/phone-(\w+)\.js\?v=\w+)"')


def words(phone: Phone, url: str) -> dict[str, str]:
    """The words that a script brings along."""
    first = phone.get(url).html.splitlines()[0]
    found: dict[str, str] = json.loads(first.removeprefix("const WORDS = ").removesuffix(";"))
    return found


@pytest.mark.parametrize("language", ["cs", "en"])
def test_a_phone_has_words_for_no_connection_in_its_language(
    open_app: OpenApp, language: str
) -> None:
    phone = Phone(open_app(), language)
    script = SCRIPT.search(phone.get("/").html)
    assert script
    assert script[2] == language
    unsaved = phone.say("No connection – not saved yet. It is sent as soon as there is one.")
    said = words(phone, script[1])
    assert said["unsaved"] == unsaved
    assert "{time}" in said["stale"]
    assert (language == "en") == unsaved.startswith("No connection")


def test_the_scripts_are_kept_for_long_and_only_in_known_languages(open_app: OpenApp) -> None:
    client = open_app().test_client()
    script = client.get("/static/phone-cs.js")
    assert (script.status_code, script.mimetype) == (200, "text/javascript")
    assert script.cache_control.public
    assert script.cache_control.max_age == 365 * 24 * 3600
    assert client.get("/static/phone-xx.js").status_code == 404


def test_a_save_is_told_by_its_key(table: Table) -> None:
    fields = {"type": "round", "durch": "1", "seen": "1", "key": KEY}
    table.phone.post(f"{table.url}/entries", fields)
    name = f"{table.phone.book.label('entries', 'round', 'name')} 1"
    what = f"{name} · Petr −1, Jana −28, Karel −1, Eva −1"
    answer = table.phone.get(f"{table.url}/saves/{KEY}")
    assert answer.html == table.phone.say("Already written: %(what)s.", what=what)


def test_a_save_that_is_not_on_the_sheet_is_not_told(table: Table) -> None:
    assert table.phone.get(f"{table.url}/saves/{KEY}").status == 204
    fields = {"type": "round", "durch": "1", "seen": "1", "key": KEY}
    table.phone.post(f"{table.url}/entries", fields)
    table.phone.submit(f"{table.url}/undo")
    assert table.phone.get(f"{table.url}/saves/{KEY}").status == 204


def test_a_watcher_is_told_nothing_of_saves(table: Table) -> None:
    watcher = Phone(table.phone.app)
    watcher.get("/")
    watcher.post("/watch", {"code": table.url.rpartition("/")[2]})
    assert watcher.get(f"{table.url}/saves/{KEY}").status == 403
