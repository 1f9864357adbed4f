"""What goes packed to the phone, and what does not."""

import gzip
from collections.abc import Callable
from pathlib import Path

import brotli
import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorekeeper.web.operation.compression import minified
from tests.web.phone import Phone
from tests.web.table import Table

UNPACK: dict[str, Callable[[bytes], bytes]] = {"br": brotli.decompress, "gzip": gzip.decompress}
BROWSERS = [
    ("gzip, deflate, br, zstd", "br"),
    ("gzip, deflate", "gzip"),
    ("br;q=0.1, gzip", "gzip"),
    ("br;q=0, gzip;q=0.5", "gzip"),
    ("*", "br"),
]


def ask(client: FlaskClient, url: str, accepts: str, **headers: str) -> TestResponse:
    headers = {"Accept-Encoding": accepts, "Accept-Language": "cs", **headers}
    return client.get(url, headers=headers, buffered=True)


@pytest.fixture
def static(phone: Phone) -> list[str]:
    """All texts among the static files that the first page asks for."""
    head = phone.get("/").root
    links = [node.attrs["href"] for node in head.all("link")]
    asked = [*links, *(node.attrs["src"] for node in head.all("script"))]
    return [url for url in asked if url.startswith("/static/") and ".png" not in url]


@pytest.mark.parametrize(("accepts", "coding"), BROWSERS)
def test_a_page_is_packed_as_the_browser_likes_it(table: Table, accepts: str, coding: str) -> None:
    client = table.phone.client
    for url in ("/", table.url, "/rules/kocka"):
        plain, packed = ask(client, url, "identity"), ask(client, url, accepts)
        assert "Content-Encoding" not in plain.headers
        assert packed.headers["Content-Encoding"] == coding
        assert int(packed.headers["Content-Length"]) == len(packed.data) < len(plain.data) / 2
        assert UNPACK[coding](packed.data).decode()[:99] == plain.text[:99]
        for answer in (plain, packed):
            assert "Accept-Encoding" in answer.vary
            assert answer.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize(("accepts", "coding"), BROWSERS)
def test_static_files_are_packed_and_stay_the_same(
    phone: Phone, static: list[str], accepts: str, coding: str
) -> None:
    for url in static:
        plain, packed = ask(phone.client, url, "identity"), ask(phone.client, url, accepts)
        assert packed.headers["Content-Encoding"] == coding, url
        data = UNPACK[coding](packed.data)
        assert data == (minified(plain.text).encode() if ".css" in url else plain.data)
        assert "Accept-Encoding" in plain.vary
        assert "Accept-Encoding" in packed.vary
        assert "max-age=31536000" in packed.headers["Cache-Control"]
        assert packed.mimetype == plain.mimetype
        again = ask(phone.client, url, accepts, **{"If-None-Match": packed.headers["ETag"]})
        assert (again.status_code, again.data) == (304, b"")


def test_what_a_file_allows_is_not_the_file(phone: Phone, static: list[str]) -> None:
    for url in (static[0], "/static/nic.css"):
        answer = phone.client.options(url, headers={"Accept-Encoding": "br"})
        assert (answer.status_code, answer.data, "GET" in answer.headers["Allow"]) == (
            200,
            b"",
            True,
        )


def test_a_part_of_a_file_goes_as_it_is(phone: Phone, static: list[str]) -> None:
    whole = ask(phone.client, static[-1], "identity").data
    part = ask(phone.client, static[-1], "br", Range="bytes=10-19")
    assert (part.status_code, part.data) == (206, whole[10:20])
    assert "Content-Encoding" not in part.headers


def test_the_head_of_an_answer_is_that_of_the_whole(phone: Phone, static: list[str]) -> None:
    for url in ("/", *static):
        headers = {"Accept-Encoding": "gzip"}
        head, whole = (
            phone.client.head(url, headers=headers),
            phone.client.get(url, headers=headers),
        )
        assert head.data == b""
        assert head.headers["Content-Encoding"] == whole.headers["Content-Encoding"] == "gzip"


def test_a_file_that_is_missing(phone: Phone) -> None:
    assert ask(phone.client, "/static/../app.css", "br").status_code == 404
    assert ask(phone.client, "/static/nothing.css", "br").status_code == 404


def test_pictures_and_redirects_are_left_alone(app: Flask, table: Table) -> None:
    folder = Path(app.static_folder or "")
    picture = next(folder.rglob("*.png")).relative_to(folder)
    answer = ask(table.phone.client, f"/static/{picture}", "br, gzip")
    assert answer.status_code == 200
    assert "Content-Encoding" not in answer.headers
    moved = table.phone.client.get("/m/" + table.code + "/again", headers={"Accept-Encoding": "br"})
    assert moved.status_code == 303
    assert "Content-Encoding" not in moved.headers


def test_an_evening_is_downloaded_packed(table: Table) -> None:
    table.rounds(*[(14, 14, 0, 0), (0, 0, 14, 14)] * 3)
    url = f"{table.url}/export"
    plain = ask(table.phone.client, url, "").data
    assert gzip.decompress(ask(table.phone.client, url, "gzip").data) == plain


def test_the_page_of_the_secret_links_is_never_packed(table: Table) -> None:
    answer = ask(table.phone.client, f"{table.url}/share", "br, gzip")
    assert "/in/" in answer.text
    assert "Content-Encoding" not in answer.headers


def test_the_styles_of_a_page_come_as_one(app: Flask, table: Table) -> None:
    """The joined sheets are those files one after another, kept for long, and packed."""
    head = table.phone.get(f"{table.url}/new/round").root
    sheets = [node.attrs["href"] for node in head.all("link") if "styles/" in node.attrs["href"]]
    _of_all_pages, url = sheets
    folder = Path(app.static_folder or "")
    names = url.partition("styles/")[2].partition(".css")[0].split("+")
    whole = b"".join((folder / f"{name}.css").read_bytes() for name in names)
    for coding, unpack in UNPACK.items():
        plain, packed = (
            ask(table.phone.client, url, "identity"),
            ask(table.phone.client, url, coding),
        )
        assert plain.data == whole
        assert unpack(packed.data) == minified(whole.decode()).encode()
        assert packed.mimetype == plain.mimetype == "text/css"
        assert "max-age=31536000" in packed.headers["Cache-Control"]
        again = ask(table.phone.client, url, coding, **{"If-None-Match": packed.headers["ETag"]})
        assert (again.status_code, again.data) == (304, b"")


@pytest.mark.parametrize("names", ["nothing", "forms+nothing", "forms+forms", "../static/forms"])
def test_styles_that_are_missing(phone: Phone, names: str) -> None:
    assert ask(phone.client, f"/static/styles/{names}.css", "br").status_code == 404
