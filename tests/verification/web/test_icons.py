"""The icons of the home screen: what the manifest names is there, and survives being cut round."""

import json
import struct
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import pytest

from scorekeeper.web import ROOT
from tests.conftest import OpenApp
from tests.web.phone import Phone
from tests.web.screen import Screen

STATIC = ROOT / "static"
MANIFEST = json.loads((STATIC / "manifest.webmanifest").read_text("utf-8"))
PNGS = [icon for icon in MANIFEST["icons"] if icon["src"].endswith(".png")]


def size_of(path: Path) -> tuple[int, int]:
    """The width and the height that a PNG says in its head."""
    data = path.read_bytes()
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", data[16:24])
    return width, height


def linked(screen: Screen, rel: str) -> str:
    (url,) = (link.attrs["href"] for link in screen.root.all("link") if link.attrs["rel"] == rel)
    return url


def test_the_manifest_has_the_icons_that_phones_ask_for() -> None:
    asked = {(icon["sizes"], icon.get("purpose", "any")) for icon in PNGS}
    assert asked == {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")}
    assert [icon for icon in MANIFEST["icons"] if not (STATIC / icon["src"]).exists()] == []


@pytest.mark.parametrize("icon", PNGS, ids=lambda icon: icon["src"])
def test_an_icon_is_as_large_as_the_manifest_says(icon: dict[str, str]) -> None:
    width, height = size_of(STATIC / icon["src"])
    assert icon["sizes"] == f"{width}x{height}"


def test_every_page_names_them(phone: Phone) -> None:
    screen = phone.get("/")
    for rel in ("manifest", "icon", "apple-touch-icon"):
        with phone.client.get(linked(screen, rel)) as answer:
            assert answer.status_code == 200, rel


def test_the_manifest_leads_to_them_under_a_path_of_a_proxy(open_app: OpenApp) -> None:
    client = open_app(PROXIES=1).test_client()
    under = {"X-Forwarded-Prefix": "/karty"}
    for icon in json.loads(client.get("/app/cs.webmanifest", headers=under).data)["icons"]:
        path = urlsplit(urljoin("https://pub.example/karty/app/", icon["src"])).path
        with client.get(path.removeprefix("/karty"), headers=under) as answer:
            assert path.startswith("/karty/")
            assert answer.mimetype == icon["type"]


def test_the_home_screen_knows_the_app_by_where_it_starts() -> None:
    """An `id` would be read from the root of the host: two sites on one host would be one app."""
    assert "id" not in MANIFEST
    assert MANIFEST["start_url"] == MANIFEST["scope"] == "../"
    assert "lang" not in MANIFEST
