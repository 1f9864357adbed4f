"""What belongs to pages: files that stay, sheets in one file, and the page that no proxy packs."""

import re
from pathlib import Path

import pytest

UNREAD = re.compile(rb"/\*.*?\*/|\s+|;(?=\s*})", re.DOTALL)


def test_a_file_that_is_missing(phone):
    assert phone.client.get("/static/../app.css").status_code == 404
    assert phone.client.get("/static/nothing.css").status_code == 404


def test_no_proxy_packs_the_page_of_the_secret_links(table):
    answer = table.phone.client.get(f"{table.url}/share")
    assert "/in/" in answer.text
    assert answer.headers["Content-Encoding"] == "identity"
    assert "Content-Encoding" not in table.phone.client.get(table.url).headers


def test_the_styles_of_a_page_come_as_one(app, table):
    """The joined sheets are those files one after another, without comments and needless blanks,
    and kept for long.
    """
    head = table.phone.get(f"{table.url}/new/round").root
    sheets = [node.attrs["href"] for node in head.all("link") if "joined/" in node.attrs["href"]]
    _of_all_pages, url = sheets
    folder = Path(app.static_folder or "")
    names = url.partition("joined/")[2].partition(".css")[0].split("+")
    with table.phone.client.get(url) as answer:
        files = b"".join((folder / f"{name}.css").read_bytes() for name in names)
        assert UNREAD.sub(b"", answer.data) == UNREAD.sub(b"", files)
        assert len(answer.data) < 0.95 * len(files)
        assert answer.mimetype == "text/css"
        assert "max-age=31536000" in answer.headers["Cache-Control"]
        kept = {"If-None-Match": answer.headers["ETag"]}
    assert table.phone.client.get(url, headers=kept).status_code == 304


@pytest.mark.parametrize("names", ["nothing", "forms+nothing", "forms+forms", "../static/forms"])
def test_styles_that_are_missing(phone, names):
    assert phone.client.get(f"/static/joined/{names}.css").status_code == 404


def test_scripts_that_go_together_come_as_one(app, phone):
    """One after another, with every line but comments and empty ones, and no indentation."""
    folder = Path(app.static_folder or "")
    files = "".join((folder / f"games/{name}.js").read_text() for name in ("keypad", "taroky"))
    lines = (line.strip() for line in files.splitlines())
    with phone.client.get("/static/joined/games/keypad+games/taroky.js") as answer:
        assert answer.text.splitlines() == [x for x in lines if x and not x.startswith("//")]
        assert answer.mimetype == "text/javascript"
    assert phone.client.get("/static/joined/games/keypad.txt").status_code == 404
