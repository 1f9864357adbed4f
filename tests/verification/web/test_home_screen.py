"""The app on a home screen: what a phone is told of it is there, under a path of a proxy too."""

import json
import struct
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import pytest

from scorekeeper.web import LANGUAGES, ROOT
from scorekeeper.web.http.machine_pages import SCREENS
from tests.web.phone import Phone

STATIC = ROOT / "static"
MANIFEST = json.loads((STATIC / "manifest.webmanifest").read_text("utf-8"))


def manifest(phone, language="cs"):
    answer = phone.client.get(f"/app/{language}.webmanifest")
    assert answer.mimetype == "application/manifest+json"
    return json.loads(answer.data)


def size_of(path):
    """The width and the height that a PNG says in its head."""
    data = path.read_bytes()
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", data[16:24])
    return f"{width}x{height}"


def linked(screen, rel):
    (url,) = (link.attrs["href"] for link in screen.root.all("link") if link.attrs["rel"] == rel)
    return url


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_manifest_is_in_the_language_of_the_page(app, language):
    phone = Phone(app, language)
    assert linked(phone.get("/"), "manifest") == f"/app/{language}.webmanifest"
    assert phone.client.get("/app/de.webmanifest").status_code == 404
    told = manifest(phone, language)
    assert (told["lang"], told["start_url"], told["scope"]) == (language, "../", "../")
    names = [each["name"] for each in told["shortcuts"]]
    assert names == [phone.say(name) for name in ("The last match", "Dispute", "New game")]


def test_all_that_a_page_and_its_manifest_name_is_there_and_as_large_as_they_say(table):
    told, client = manifest(table.phone), table.phone.client
    for each in (*told["icons"], *told["screenshots"]):
        with client.get(each["src"]) as answer:
            assert (answer.status_code, answer.mimetype) == (200, each["type"])
    for each in told["shortcuts"]:
        assert client.get(each["url"]).status_code in (200, 302)
    for rel in ("icon", "apple-touch-icon"):
        with client.get(linked(table.phone.get("/"), rel)) as answer:
            assert answer.status_code == 200, rel
    assert not {"share_target", "file_handlers"} & {*told}
    pngs = [icon for icon in MANIFEST["icons"] if icon["src"].endswith(".png")]
    asked = {(icon["sizes"], icon.get("purpose", "any")) for icon in pngs}
    assert asked == {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")}
    assert [icon["sizes"] for icon in pngs] == [size_of(STATIC / icon["src"]) for icon in pngs]
    pictures = [size_of(STATIC / "pictures" / f"{name}.png") for name in SCREENS]
    assert [each["sizes"] for each in told["screenshots"]] == pictures


def test_under_a_path_of_a_proxy_it_leads_to_the_app_that_it_came_from(open_app):
    client, at = open_app(PROXIES=1).test_client(), "https://pub.example/karty/"
    under = {"X-Forwarded-Prefix": "/karty"}
    told = json.loads(client.get("/app/cs.webmanifest", headers=under).data)
    assert [urljoin(f"{at}app/", told[name]) for name in ("start_url", "scope")] == [at, at]
    for icon in told["icons"]:
        path = urlsplit(urljoin(f"{at}app/", icon["src"])).path
        with client.get(path.removeprefix("/karty"), headers=under) as answer:
            assert path.startswith("/karty/")
            assert answer.mimetype == icon["type"]


def test_the_home_screen_knows_the_app_by_where_it_starts():
    """An `id` would be read from the root of the host: two sites on one host would be one app."""
    assert not {"id", "lang"} & {*MANIFEST}
    assert MANIFEST["start_url"] == MANIFEST["scope"] == "../"


def test_the_last_match_is_the_one_played_last(app, table):
    answer = table.phone.client.get("/last")
    assert (answer.status_code, answer.headers["Location"]) == (302, table.url)
    assert app.test_client().get("/last").headers["Location"] == "/"


def test_the_wheel_has_the_pictures_that_the_manifest_names():
    written = Path(ROOT / "pyproject.toml").read_text("utf-8")
    assert [name for name in SCREENS if f'"!/static/pictures/{name}.png"' not in written] == []
