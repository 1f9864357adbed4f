"""A site of plain files: what is written into which folder, and what its start page brings."""

import gzip
import json
import re
from base64 import b64encode
from hashlib import sha256

import pytest

from scorekeeper.cli import main
from scorekeeper.extras.pocket.pack import site
from scorekeeper.extras.pocket.pack.site import FILES, NOTE, NoSite, hosted, site_pages, write_site
from scorekeeper.extras.pocket.pages.pack import MANIFEST, Pack, Part, read_pack
from scorekeeper.web import LANGUAGES
from tests.crawl.app_pages import no_pack
from tests.web.screen import Tree

OLD = {"index.html": b"old", "worker.js": b"old", "static/pack/app.1.zip.gz": b"one"}
NEW = {"index.html": b"new", "worker.js": b"new", "static/pack/app.2.zip.gz": b"two"}
MOST = 20_000
"""Bytes of the start page as it lies there: with a round trip, under a second on a slow line."""


@pytest.fixture
def start_page(app):
    return site_pages(app, no_pack())["index.html"]


def lying_in(folder):
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def without_note(folder):
    return {name: data for name, data in lying_in(folder).items() if name != NOTE}


def test_a_site_is_written_into_a_new_folder(tmp_path):
    write_site(tmp_path / "public" / "cards", NEW)
    assert without_note(tmp_path / "public" / "cards") == NEW


def test_an_earlier_site_is_replaced_and_nothing_else_is_touched(tmp_path):
    (tmp_path / ".git").mkdir()
    write_site(tmp_path, OLD)
    (tmp_path / "CNAME").write_bytes(b"cards.example")
    write_site(tmp_path, NEW)
    assert without_note(tmp_path) == {**NEW, "CNAME": b"cards.example"}


@pytest.mark.parametrize("note", ["", "{}", '{"files": ["thesis.txt"]}', "[]"])
def test_a_folder_of_something_else_is_refused(tmp_path, note):
    (tmp_path / "thesis.txt").write_bytes(b"ten years")
    if note:
        (tmp_path / NOTE).write_text(note, "utf-8")
    before = lying_in(tmp_path)
    with pytest.raises(NoSite, match="holds something else"):
        write_site(tmp_path, NEW)
    assert lying_in(tmp_path) == before


def test_the_command_says_what_is_wrong(tmp_path, capsys):
    (tmp_path / "thesis.txt").write_bytes(b"ten years")
    assert main(["site", str(tmp_path)]) == 2
    assert "choose an empty folder, or an earlier site" in capsys.readouterr().err


def test_nothing_outside_of_the_folder_is_removed(tmp_path):
    (tmp_path / "thesis.txt").write_bytes(b"ten years")
    write_site(tmp_path / "public", OLD)
    note = tmp_path / "public" / NOTE
    note.write_text(note.read_text("utf-8").replace("worker.js", "../thesis.txt"), "utf-8")
    write_site(tmp_path / "public", NEW)
    assert (tmp_path / "thesis.txt").read_bytes() == b"ten years"


@pytest.mark.parametrize("at", range(2, 6))
def test_what_breaks_off_leaves_the_old_site_and_is_done_again(tmp_path, monkeypatch, at):
    write_site(tmp_path, OLD)
    write, count = site.write, iter(range(1, 100))

    def full(path, data):
        if next(count) == at:
            raise OSError("no space left on device")
        write(path, data)

    monkeypatch.setattr(site, "write", full)
    with pytest.raises(OSError, match="no space"):
        write_site(tmp_path, NEW)
    there = without_note(tmp_path)
    assert (there["worker.js"] == b"old") == (at < 5)
    if there["worker.js"] == b"old":
        assert there["static/pack/app.1.zip.gz"] == b"one"
    else:
        assert there.items() >= NEW.items()
    write_site(tmp_path, NEW)
    assert without_note(tmp_path) == NEW


def test_what_a_phone_fetches_is_packed_for_hosts_that_pack_nothing(tmp_path):
    contents = {"pyodide.1.mjs": b"import", "app.2.zip": b"zip" * 999}
    parts = [
        {"name": name.replace(".1", "").replace(".2", ""), "file": name, "bytes": 0, "packed": 0}
        for name in contents
    ]
    for name, data in contents.items():
        (tmp_path / name).write_bytes(data)
    told = {"version": "1", "id": "ab", "parts": parts, "bytes": 0, "packed": 0}
    (tmp_path / MANIFEST).write_text(json.dumps(told), "utf-8")
    pack = read_pack(tmp_path)
    assert isinstance(pack, Pack)
    assert pack.parts[1] == Part("app.zip", "app.2.zip", 0, 0)
    made, files = hosted(pack, tmp_path)
    assert files["static/pack/pyodide.1.js"] == b"import"
    assert gzip.decompress(files["static/pack/app.2.zip.gz"]) == contents["app.2.zip"]
    assert made.packed == sum(map(len, files.values()))


def allowed(page, kind):
    """What a page allows of a kind: `script-src` or `style-src`."""
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page)
    assert policy
    directives = dict(part.split(" ", 1) for part in policy[1].replace("&#39;", "'").split("; "))
    return set(directives[kind].split())


def hashes(texts):
    digests = (b64encode(sha256(text.encode()).digest()).decode() for text in texts)
    return {f"'sha256-{digest}'" for digest in digests}


@pytest.mark.parametrize("name", ["index.html", "lost.html"])
def test_a_page_allows_what_stands_in_it_and_nothing_else(app, name):
    page = site_pages(app, no_pack())[name]
    scripts = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
    styles = re.findall(r"<style>(.*?)</style>", page, re.DOTALL)
    assert allowed(page, "script-src") == hashes(scripts)
    assert allowed(page, "style-src") == hashes(styles)
    assert page.count("<script") == len(scripts)
    assert not re.search(r' (style|on\w+)="', page)


def test_the_start_page_is_small(start_page):
    assert len(start_page.encode()) < MOST


def test_a_site_may_lie_under_any_path(app):
    pages = site_pages(app, no_pack())
    for name, text in pages.items():
        addresses = re.findall(r'(?:href|src|data-[a-z]+|from)[ =]"(/[^"]*|https?:[^"]*)"', text)
        assert not addresses, name
    linked = {node.attrs["href"] for node in Tree(pages["index.html"]).root.all("link")}
    assert linked <= {f"static/{name}" for name in FILES}
    assert 'from "./static/pack/' in pages["worker.js"]
    assert "server: false" in pages["worker.js"]


def test_the_start_page_speaks_five_languages(start_page):
    root = Tree(start_page).root
    texts = {node.attrs["lang"]: node for node in root.all("template")}
    assert list(texts) == list(LANGUAGES)
    assert len({node.text for node in texts.values()}) == len(LANGUAGES)
    for node in texts.values():
        assert {each.attrs.get("id") for each in node} >= {"offer", "said", "progress", "take"}


def test_without_scripts_each_language_says_that_they_are_needed(start_page):
    (without,) = Tree(start_page).root.all("noscript")
    sections = without.all("section")
    assert [section.attrs["lang"] for section in sections] == list(LANGUAGES)
    assert "This needs scripts, which are off in this browser." in sections[-1].text
