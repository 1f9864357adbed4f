"""Language and theme: by the phone, by choice, and never a word of another language."""

import tomllib
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po
from flask import Flask

from scorekeeper.games import GAMES
from scorekeeper.games.kocka.entries import Dokladacka, Renonc, Round
from scorekeeper.games.taroky.entries import Deal
from scorekeeper.plain import Seat
from scorekeeper.web import LANGUAGES, PACKAGE, ROOT
from scorekeeper.web.games import free_pages_of
from tests.web.asking import Asking
from tests.web.conftest import OpenApp
from tests.web.phone import Phone
from tests.web.screen import Screen
from tests.web.table import start

PROJECT = PACKAGE.parent
SOURCE_LANGUAGE = "en"
SPOKEN = ("title", "aria-label", "placeholder", "content", "alt", "data-say", "data-copied")
TRANSLATED = [code for code in LANGUAGES if code != SOURCE_LANGUAGE]


def catalog(language: str) -> Catalog:
    path = PACKAGE / "translations" / language / "LC_MESSAGES" / "messages.po"
    with path.open("rb") as file:
        return read_po(file, locale=language)


def messages(language: str) -> dict[str, tuple[str, ...]]:
    """Message → its translations, one for each plural form."""
    texts = {}
    for message in catalog(language):
        if message.id:
            single = isinstance(message.id, str)
            id = message.id if single else message.id[0]
            texts[id] = (message.string,) if single else tuple(message.string)
    return texts


def extracted() -> set[str]:
    """Every message in the code and in the templates."""
    settings = tomllib.loads((PROJECT / "pyproject.toml").read_text())["tool"]["babel"]["mappings"]
    methods = [(each.pop("pattern"), each.pop("method"), each) for each in settings]
    found = set()
    for folder in (PACKAGE, ROOT / "templates"):
        rows = extract_from_dir(
            folder,
            [(pattern, method) for pattern, method, _ in methods],
            {pattern: options for pattern, _, options in methods},
        )
        found |= {row[2] if isinstance(row[2], str) else row[2][0] for row in rows}
    return found


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_message_is_translated(language: str) -> None:
    texts = messages(language)
    missing, empty = extracted() - set(texts), [id for id, text in texts.items() if not all(text)]
    assert not missing, "run `make words`"
    assert not empty
    assert not [message.id for message in catalog(language) if message.id and message.fuzzy]


def evening(phone: Phone) -> list[str]:
    """The addresses of every page, after an evening in which everything happened."""
    finished, table = start(phone), start(phone, dokladacka="optional", stake_price="50")
    finished.rounds((28, 0, 0, 0), (28, 0, 0, 0))
    finished.record(Dokladacka(loser=0), Round(durch_caught=0), Renonc(seat=2))
    finished.rounds((28, 0, 0, 0))
    table.rounds((28, 0, 0, 0), (25, 3, 0, 0))
    table.open("/entries/2")
    phone.submit("form", phone.say("Save the correction"), **{"points-0": "27", "points-1": "1"})
    table.open("/entries/3")
    phone.submit("form", phone.say("Strike out"))
    table.open()
    phone.submit(f"{table.url}/undo")
    forms = [f"/new/{type}" for type in table.match.game.entry_types]
    paths = ("", *forms, "/new/round?by=numbers", "/entries/2", "/entries/3", "/people", "/share")
    paths = (*paths, "/ask/dokladacka")
    pages = [table.url + path for path in (*paths, "/watch", "/history", "/accounts")]
    return [
        *pages,
        *taroky(phone),
        *referee(phone, table.url),
        *(f"/referee/{key}/ask/{kind}" for key in GAMES for kind in free_pages_of(key)),
        finished.url,
        f"{finished.url}/watch",
        "/",
        "/new/kocka",
        "/rules",
        "/rules?q=renonc",
        "/rules/kocka",
        "/rules/kocka?q=xyzzyx",
        *(f"/rules/kocka/{id}" for id in ("kocka.follow", "kocka.custom.jack")),
        f"{table.url}/rules",
        f"{table.url}/rules/kocka.game.pay",
        "/nic",
    ]


def referee(phone: Phone, url: str) -> list[str]:
    """The addresses of the referee's pages, with a verdict of each way and a ruling."""
    asking = Asking(phone, "kocka", url)
    asked = [("KD", "QS", "7D"), ("KD", "QS"), ("KD", "8D")]
    verdicts = [asking.ask("play", *cards).url for cards in asked]
    phone.get(verdicts[0])
    form = phone.screen.form("ruling")
    phone.post(form.action, {**form.filled({}), "how": "waived"})
    seq = phone.app.extensions["matches"].get(url[-4:]).ruled[-1].seq
    kept = f"/v/{verdicts[0].rpartition('/')[2]}"
    asks = [f"/disputes/{kind}" for kind in ("play", "audit", "round", "claim")]
    paths = ["/disputes", "/disputes?q=xyzzyx", *asks, "/players/1", f"/rulings/{seq}"]
    alone = ["/referee", "/referee/kocka", "/referee/taroky/bid", kept, f"{kept}/link"]
    return [*verdicts, *(url + path for path in paths), *alone]


def taroky(phone: Phone) -> list[str]:
    """The addresses of Taroky's own pages."""
    played = start(phone, game="taroky", **{"tariff-point": "0,10"})
    played.record(Deal(Seat(0), partner=Seat(2), points=41), Deal(Seat(1), variant="folded"))
    paths = ("", "/new/deal", "/new/renonc", "/entries/2", "/accounts", "/ask/count", "/ask/bid")
    rules = ("/rules/taroky", "/rules/taroky/taroky.settle.base")
    return [*(played.url + path for path in paths), "/new/taroky", *rules]


def screens(phone: Phone) -> list[Screen]:
    """Every page of the app, with those that only a form leads to."""
    found = [phone.get(url) for url in evening(phone)]
    phone.get("/new/kocka")
    found.append(phone.submit(press=phone.say("House rules: %(agreed)s", agreed="").strip()))
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_template_is_rendered_in_every_language(open_app: OpenApp, language: str) -> None:
    app = open_app()
    shown = screens(Phone(app, language))
    assert {screen.lang for screen in shown} == {language}
    assert {screen.status for screen in shown} == {200, 404}
    folder = Path(app.jinja_loader.searchpath[0])
    written = {path.relative_to(folder).as_posix() for path in folder.rglob("*.html")}
    assert app.jinja_env.cache is not None
    rendered = {template.name for template in app.jinja_env.cache.values()}
    assert written == rendered


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_english_is_left_on_a_page(app: Flask, language: str) -> None:
    texts = messages(language)
    english = {id for id, strings in texts.items() if id not in strings and "%" not in id}
    for screen in screens(Phone(app, language)):
        pieces = {" ".join(piece.split()) for piece in screen.root.pieces()}
        attributes = {v for n in screen.root for k, v in n.attrs.items() if k in SPOKEN}
        left = english & (pieces | attributes) - {phrase for s in texts.values() for phrase in s}
        assert not left, f"{screen.url}: {left}"


@pytest.mark.parametrize(
    ("wanted", "given"),
    [
        ("cs", "cs"),
        ("en", "en"),
        ("cs-CZ,cs;q=0.9,en;q=0.8", "cs"),
        ("cs-CZ,en;q=0.5", "cs"),
        ("en-GB,cs;q=0.9", "en"),
        ("de,en;q=0.5", "en"),
        ("uk,CS;q=0.9,en;q=0.8", "cs"),
        ("cs;q=0,en;q=0.1", "en"),
        ("fr", "en"),
        ("*", "en"),
        ("", "en"),
        ("\xff;;q=x", "en"),
    ],
)
def test_the_phone_prefers_a_language(app: Flask, wanted: str, given: str) -> None:
    assert Phone(app, wanted).get("/").lang == given


def test_a_language_can_be_chosen_and_stays(phone: Phone) -> None:
    table = start(phone)
    table.open("/people")
    screen = phone.submit("/language", "English")
    assert (screen.lang, screen.url) == ("en", f"{table.url}/people")
    assert phone.get("/").lang == "en"
    current = [b.text for b in phone.screen.root.all("button") if "aria-current" in b.attrs]
    assert "English" in current


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_theme_can_be_chosen_and_stays(phone: Phone, theme: str) -> None:
    home = phone.get("/")
    assert "data-theme" not in home.root.all("html")[0].attrs
    phone.submit("/theme", phone.say(theme.title()))
    assert phone.get("/").root.all("html")[0].attrs["data-theme"] == theme
    phone.submit("/theme", phone.say("Like the phone"))
    assert "data-theme" not in phone.get("/").root.all("html")[0].attrs


def test_a_choice_that_is_not_offered_is_refused(phone: Phone) -> None:
    assert phone.post("/language", {"lang": "xx"}).status == 422
    assert phone.post("/language").status == 422
    assert phone.post("/theme", {"theme": "pink"}).status == 422


@pytest.mark.parametrize(
    "elsewhere",
    [
        "//evil.example",
        "///evil.example",
        "https://evil.example",
        "https:///evil.example",
        "https:////evil.example",
        "/\\evil.example",
        "\\\\evil.example",
        "/\t/evil.example",
        " //evil.example",
        "//[evil",
        "http://[::1",
        "javascript:alert(1)",
        "evil.example",
        "",
    ],
)
def test_next_never_leaves_the_site(phone: Phone, elsewhere: str) -> None:
    phone.get("/")
    answer = phone.client.post(
        "/theme", data={"theme": "dark", "next": elsewhere, "csrf_token": phone.csrf}
    )
    assert answer.status_code == 303
    to = answer.headers["Location"]
    assert to.startswith("/")
    assert not to.startswith(("//", "/\\"))
    assert to.isprintable()


def test_next_comes_back_with_its_question(phone: Phone) -> None:
    table = start(phone)
    table.open("?all=1")
    assert phone.submit("/theme", phone.say("Dark")).url == f"{table.url}?all=1"


def test_plain_czech_reads_like_czech(phone: Phone) -> None:
    table = start(phone)
    table.rounds((28, 0, 0, 0))
    sheet = table.open()
    assert "Zpět: kolo 1" in sheet.text
    assert sheet.main_action[0] == "Zapsat kolo 2"
    table.rounds((25, 3, 0, 0))
    assert table.open().strips == ["Na řadě je dokládačka. Padesát nebo víc: Petr."]
