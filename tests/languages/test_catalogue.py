"""The app's own words, in all its languages: every message, every template, no other language."""

import tomllib
from collections.abc import Callable, Sequence, Set
from contextlib import closing
from dataclasses import dataclass
from functools import cache

import pytest
from babel.messages.extract import extract_from_dir

from scorekeeper.games import GAMES
from scorekeeper.games.kocka.entries import Dokladacka, Renonc, Round
from scorekeeper.games.taroky.entries import Deal
from scorekeeper.schema import Seat
from scorekeeper.web import LANGUAGES, PACKAGE, ROOT, create_app
from scorekeeper.web.game_pages import free_pages_of
from scorekeeper.web.pocket.engine import Engine
from scorekeeper.web.pocket.pack import RUNTIME, Manifest, Part
from scorekeeper.web.pocket.site import site_pages
from tests.conftest import SETTINGS
from tests.faults import Faults
from tests.languages.po import (
    EACH_TRANSLATION,
    FORMS_OF,
    PLACEHOLDER,
    TRANSLATED,
    catalog,
    compiled,
    messages,
    written,
)
from tests.languages.vocabulary import foreign_words
from tests.web.asking import Asking
from tests.web.companies import company_pages
from tests.web.hall import names, open_hall
from tests.web.phone import Phone
from tests.web.screen import Screen
from tests.web.table import start

PROJECT = PACKAGE.parent
SAME_WORD = {"cs": set(), "sk": set(), "pl": {"Menu"}, "be": set()}
"""Messages that are the same word in the language."""

LATIN = "abcdefghijklmnopqrstuvwxyz"
MARKS = " ,.:;?–×0123456789"
ALPHABET = {
    "cs": f"{LATIN}áčďéěíňóřšťúůýž{MARKS}„“",
    "sk": f"{LATIN}áäčďéíĺľňóôŕšťúýž{MARKS}„“",
    "pl": f"{LATIN}ąćęłńóśźżáč{MARKS}„”",
    "be": f"абвгдеёжзійклмнопрстуўфхцчшыьэюя’{MARKS}«»—-",
}
"""What a message may be written with, in small letters; Polish names what is Czech in Czech."""
FOREIGN_WORDS = {"be": ("QR", "cookie", "https", "CSV")}

TYPED = "Petr Jana Karel Eva Ota Tovéř U Lípy Open Hráč rum"
"""What people of these pages typed: names of theirs, of a company, a pub and a tournament."""


@cache
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


# --- the catalogues ------------------------------------------------------------------------------


@EACH_TRANSLATION
def test_every_message_is_translated(language: str) -> None:
    said = messages(language)
    missing = extracted() - {id[0] for id in said}
    assert not missing, "run `make words`"
    assert not [id for id, texts in said.items() if not all(texts)]
    assert not [message.id for message in written(language) if message.fuzzy]


@EACH_TRANSLATION
def test_no_message_is_left_in_english(language: str) -> None:
    same = {id[0] for id, texts in messages(language).items() if set(id) & set(texts)}
    assert same == SAME_WORD[language]


@EACH_TRANSLATION
def test_every_message_keeps_its_placeholders(language: str, faults: Faults) -> None:
    for message in written(language):
        with faults.at(language, message.id):
            assert not list(message.check(catalog(language)))
    for id, texts in messages(language).items():
        facts = {fact for source in id for fact in PLACEHOLDER.findall(source)}
        with faults.at(language, id):
            assert all(set(PLACEHOLDER.findall(text)) == facts for text in texts)


@EACH_TRANSLATION
def test_no_letter_of_another_alphabet_is_left(language: str, faults: Faults) -> None:
    for id, texts in messages(language).items():
        with faults.at(language, id):
            assert not {letter for text in texts for letter in strange(text, language)}


def strange(text: str, language: str) -> set[str]:
    """The characters of a translation that its language does not know."""
    bare = PLACEHOLDER.sub("", text)
    for word in FOREIGN_WORDS.get(language, ()):
        bare = bare.replace(word, "")
    return set(bare.lower()) - set(ALPHABET[language])


@EACH_TRANSLATION
def test_phones_get_what_the_catalogue_says(language: str, faults: Faults) -> None:
    words = compiled(language)
    for id, texts in messages(language).items():
        with faults.at(language, id):
            several = tuple(words.ngettext(*id, n) for n in FORMS_OF) if id[1:] else ()
            assert (several or (words.gettext(*id),)) == texts


def test_every_language_is_looked_at() -> None:
    assert set(SAME_WORD) == set(ALPHABET) == set(TRANSLATED)


# --- the pages -----------------------------------------------------------------------------------


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
    paths = (*paths, "/entries/2/why")
    paths, ends = (*paths, "/ask/dokladacka"), ("/result", "/print")
    paths = (*paths, "/watch", "/board", "/lookers", "/history", "/accounts", *ends)
    pages = [table.url + path for path in paths]
    return [
        *pages,
        *taroky(phone),
        *company_pages(phone),
        *tournament(phone),
        *seats(phone),
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
        *(f"/rules/{key}/one-page" for key in GAMES),
        "/rules/kocka/decisions",
        "/rules/kocka/decisions/1",
        "/rules/kocka/glossary",
        "/rules/kocka?q=durch",
        f"{table.url}/rules",
        f"{table.url}/rules/house",
        f"/rules/kocka/compare?mine={table.match.named_house.dump()}",
        f"{table.url}/rules/kocka.game.pay",
        f"{table.url}/cases",
        "/nic",
    ]


def seats(phone: Phone) -> list[str]:
    """The addresses of players' own phones: whose this is, before it says so, and Karel's."""
    fresh, played = start(phone), start(phone, confirm="any-other")
    played.rounds((28, 0, 0, 0))
    played.object_to(2, 1, "6")
    phone.get(f"{played.url}/me")
    phone.submit(f"{played.url}/me", press="Karel")
    paths = ("", "/me", "/seats", "/entries/2/objection", "/entries/2/why", "/watch", "/history")
    return [f"{fresh.url}/me", *(played.url + path for path in paths)]


def referee(phone: Phone, url: str) -> list[str]:
    """The addresses of the referee's pages, with a verdict of each way and a ruling."""
    asking = Asking(phone, "kocka", url)
    asked = [("KD", "QS", "7D"), ("KD", "QS"), ("KD", "8D")]
    verdicts = [asking.ask("play", *cards).url for cards in asked]
    phone.get(verdicts[0])
    form = phone.screen.form("ruling")
    phone.post(form.action, {**form.filled({}), "how": "waived"})
    seq = phone.app.extensions["matches"].get(url[-4:]).rulings[-1].seq
    kept = f"/v/{verdicts[0].rpartition('/')[2]}"
    asks = [f"/disputes/{kind}" for kind in ("play", "audit", "round", "claim")]
    paths = ["/disputes", "/disputes?q=xyzzyx", *asks, "/players/1", f"/rulings/{seq}"]
    alone = ["/settings", "/referee", "/referee/kocka", "/referee/taroky/bid", kept, f"{kept}/link"]
    return [*verdicts, *(url + path for path in paths), *alone]


def tournament(phone: Phone) -> list[str]:
    """The addresses of a tournament's pages, when one table has played and another one calls."""
    hall = open_hall(phone)
    hall.enter(*names(9))
    hall.draw()
    hall.type(1, "9", "-3", "-3", "-3")
    call = f"{hall.table(2).url}/call"
    phone.get(call)
    phone.submit()
    phone.get(hall.link("/referee/link"))
    phone.submit(name="Ota")
    leagues = open_hall(phone, "kocka", system="leagues")
    leagues.enter(*names(8))
    twice = open_hall(phone, results="twice")
    twice.enter(*names(4))
    twice.draw()
    phone.get(twice.side)
    phone.submit(f"{twice.url}/rounds/1/1/side/who")
    phone.submit("form", **{f"balance-{seat}": "0" for seat in range(4)})
    twice.say(1, 9, -3, -3, -3)
    paths = ("", "/players", "/register", "/share", "/live", "/rounds/1/1", "/referee")
    paths = (*paths, "/referee/link", "/rounds/1/2", "/slips", "/lists", "/report")
    return [
        call,
        *(hall.url + path for path in paths),
        *(leagues.url + path for path in ("", "/draw", "/live")),
        *(f"{twice.url}/rounds/1/1{path}" for path in ("", "/side")),
        *("/t", "/t/new/kocka", "/pocket"),
    ]


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


def pocket_screens(phone: Phone) -> list[Screen]:
    """Every page that only a phone has which took the app with it."""
    code = start(phone).code
    phone.app.extensions["pocket"].ledger.set_trouble(code, {"kind": "gone"})
    paths = ("waiting", "lost", "matches", "take-in", f"m/{code}")
    return [phone.get(f"/pocket/{path}") for path in paths]


def no_pack() -> Manifest:
    """A pack of which nobody fetches anything."""
    parts = [Part(name=name, file=name, bytes=0, packed=0) for name in RUNTIME]
    return Manifest(version="", id="", parts=parts, bytes=0, packed=0)


@dataclass(frozen=True)
class Shown:
    """Every page in a language: the server's, those of a phone that took the app along, and the
    names of the templates that were rendered for them.
    """

    server: Sequence[Screen]
    pocket: Sequence[Screen]
    rendered: Set[str]


@pytest.fixture(scope="module")
def show(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Shown]:
    """Every page in a language, which is drawn only once."""

    @cache
    def drawn(language: str) -> Shown:
        app = create_app(tmp_path_factory.mktemp("instance"), {**SETTINGS, "LEDGER": "sqlite://"})
        pocket = Engine("{}", "/", has_server=True).app
        with closing(app.extensions["matches"].ledger):
            server = screens(Phone(app, language))
            own = pocket_screens(Phone(pocket, language))
            site_pages(app, no_pack(), ".gz")
        templates = (each for env in (app, pocket) for each in env.jinja_env.cache.values())
        return Shown(server, own, {each.name for each in templates if each.name.endswith(".html")})

    return drawn


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_template_is_rendered_in_every_language(
    show: Callable[[str], Shown], language: str
) -> None:
    shown, folder = show(language), ROOT / "templates"
    assert {screen.lang for screen in (*shown.server, *shown.pocket)} == {language}
    assert {screen.status for screen in (*shown.server, *shown.pocket)} == {200, 404}
    written = {path.relative_to(folder).as_posix() for path in folder.rglob("*.html")}
    assert written == shown.rendered


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_page_mixes_languages(
    show: Callable[[str], Shown], language: str, faults: Faults
) -> None:
    shown = show(language)
    for screen in (*shown.server, *shown.pocket):
        with faults.at(language, screen.url):
            assert not foreign_words(screen.root, language, TYPED)
