"""What watchers fetch when something was written: made once for all, and only what is new in it."""

import sys
from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256

import brotli
import pytest
from flask import Flask
from werkzeug.test import TestResponse

from scorekeeper.web.match import watching
from scorekeeper.web.match.watching import WatchContext
from scorekeeper.web.operation import compression
from tests.web.phone import PARTIAL, Phone
from tests.web.table import Table

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

NEW = "gzip, deflate, br, zstd, dcb, dcz"
MOST, MOST_WITH_DICTIONARY = 2_500, 450
"""Bytes that a save costs a watcher."""


@pytest.fixture
def watchers(app: Flask, table: Table) -> list[Phone]:
    """Three phones that look on."""
    link = table.link("watcher")
    phones = [Phone(app) for _ in range(3)]
    for phone in phones:
        phone.get(link)
    return phones


@pytest.fixture
def rendered(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """The versions of the watchers' page that were rendered."""
    versions: list[int] = []
    render = watching.rendered

    def counted(template: str, block: str, context: WatchContext) -> str:
        versions.append(context.match.version)
        return render(template, block, context)

    monkeypatch.setattr(watching, "rendered", counted)
    return versions


def news(phone: Phone, table: Table, since: int, accepts: str = "br", **more: str) -> TestResponse:
    headers = {"Accept-Language": "cs", **PARTIAL, "Accept-Encoding": accepts, **more}
    return phone.client.get(f"{table.url}/watch?since={since}", headers=headers)


def name_of(html: bytes) -> str:
    return f":{b64encode(sha256(html).digest()).decode()}:"


def plain(phone: Phone, table: Table, since: int) -> bytes:
    return news(phone, table, since, "").data


def undone(answer: TestResponse, dictionary: bytes) -> bytes:
    """A text packed by a dictionary, as browsers unpack it."""
    data = answer.data
    assert data[:40] == bytes.fromhex("5e2a4d1820000000") + sha256(dictionary).digest()
    return zstd.decompress(data[40:], zstd_dict=zstd.ZstdDict(dictionary, is_raw=True).as_prefix)


def test_who_has_seen_all_is_sent_nothing(table: Table, watchers: list[Phone]) -> None:
    answer = news(watchers[0], table, 1)
    assert (answer.status_code, answer.data) == (204, b"")
    assert answer.headers["Cache-Control"] == "no-store"


def test_news_is_rendered_and_packed_once_for_all(
    table: Table, watchers: list[Phone], rendered: list[int]
) -> None:
    table.rounds((28, 0, 0, 0))
    before = compression._text.cache_info().misses
    answers = [news(phone, table, 1) for phone in (*watchers, table.phone)]
    assert len({answer.data for answer in answers}) == 1
    assert rendered == [2]
    assert compression._text.cache_info().misses == before + 1
    assert b"gap-" not in brotli.decompress(answers[0].data)
    assert b"csrf" not in brotli.decompress(answers[0].data)


def test_news_speaks_the_language_of_each_phone(table: Table, watchers: list[Phone]) -> None:
    table.rounds((28, 0, 0, 0))
    czech = plain(watchers[0], table, 1)
    english = news(watchers[1], table, 1, "", **{"Accept-Language": "en"})
    assert czech != english.data
    assert {"Accept-Language", "Cookie"} <= set(english.vary.to_header().split(", "))


def test_a_browser_that_keeps_dictionaries_gets_what_is_new(
    table: Table, watchers: list[Phone]
) -> None:
    phone, seen = watchers[0], b""
    for version, round in enumerate([(28, 0, 0, 0), (14, 14, 0, 0), (0, 1, 27, 0)], start=2):
        table.rounds(round)
        answer = news(phone, table, version - 1, NEW, **{"Available-Dictionary": name_of(seen)})
        html = plain(phone, table, version - 1)
        assert answer.headers["Use-As-Dictionary"] == f'match="{table.url}/watch?since=*"'
        assert answer.headers["Cache-Control"] == "private, max-age=3600"
        assert "Available-Dictionary" in answer.vary
        if seen:
            assert answer.headers["Content-Encoding"] == "dcz"
            assert undone(answer, seen) == html
            assert len(answer.data) <= MOST_WITH_DICTIONARY
        else:
            assert answer.headers["Content-Encoding"] == "br"
            assert len(answer.data) <= MOST
        seen = html


def test_a_dictionary_outlives_the_process(table: Table, watchers: list[Phone]) -> None:
    table.rounds((28, 0, 0, 0))
    html = plain(watchers[0], table, 1)
    table.rounds((14, 14, 0, 0))
    for cache in (watching._watch_page, compression._text, compression._name, compression._delta):
        cache.cache_clear()
    answer = news(watchers[0], table, 2, NEW, **{"Available-Dictionary": name_of(html)})
    assert undone(answer, html) == plain(watchers[0], table, 2)


@pytest.mark.parametrize(
    ("accepts", "dictionary", "coding"),
    [
        (NEW, "", "br"),
        (NEW, ":bm9uZSBvZiBvdXJz:", "br"),
        (NEW, "no dictionary", "br"),
        ("gzip, zstd", ":bm9uZSBvZiBvdXJz:", "gzip"),
        ("", ":bm9uZSBvZiBvdXJz:", None),
    ],
)
@pytest.mark.parametrize("since", [-1, 0, 1, 99])
def test_without_a_known_dictionary_news_is_packed_as_ever(
    table: Table, accepts: str, dictionary: str, coding: str | None, since: int
) -> None:
    table.rounds((28, 0, 0, 0))
    answer = news(table.phone, table, since, accepts, **{"Available-Dictionary": dictionary})
    assert answer.status_code == 200
    assert answer.headers.get("Content-Encoding") == coding


def test_browsers_without_dictionaries_keep_nothing(table: Table, watchers: list[Phone]) -> None:
    table.rounds((28, 0, 0, 0))
    answer = news(watchers[0], table, 1, "gzip, deflate, br")
    assert answer.headers["Cache-Control"] == "no-store"
    assert "Use-As-Dictionary" not in answer.headers


def test_a_stranger_gets_no_news(app: Flask, table: Table) -> None:
    assert news(Phone(app), table, 1, NEW).status_code == 403
