"""Games are found among installed packages; a broken one is left out with a sentence."""

import re
import shutil
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from scorekeeper.games import GAMES, INSTALLED, REFUSED, UnknownGame, game_of
from scorekeeper.installed import Found, InstalledGame, RefusedGame, find_packages
from scorekeeper.maintenance.checking import faults_of
from scorekeeper.web import create_app
from tests.packages.site import BORROWED, borrow, passed, put
from tests.web.phone import Phone

OWN_PAGE = (
    '{% extends "match/entry.html" %}{% block fields %}<p class="own">{{ pub }}</p>{% endblock %}'
)


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of packages that this process finds, for the time of a test."""
    monkeypatch.syspath_prepend(str(tmp_path))
    yield tmp_path
    for name in [name for name in sys.modules if name.startswith("pub_")]:
        del sys.modules[name]


def why(found: tuple[Found, ...]) -> str:
    """Why the only package was left out."""
    (refused,) = found
    assert isinstance(refused, RefusedGame)
    assert str(refused) == f"{refused.name} 1.2 is left out: {refused.why}."
    return refused.why


def test_without_packages_the_shelf_is_as_it_was() -> None:
    assert set(GAMES) == {"durak", "faraon", "kocka", "makao", "taroky"}
    assert (INSTALLED, REFUSED) == ((), ())
    assert game_of("kocka") is GAMES["kocka"]
    with pytest.raises(UnknownGame, match="mini"):
        game_of("mini")


@pytest.mark.parametrize("author", ["Ota Novák", ""])
def test_a_package_brings_a_game(site: Path, author: str) -> None:
    package = borrow(site, "mini", author=author)
    (found,) = find_packages(GAMES)
    assert isinstance(found, InstalledGame)
    assert (found.name, found.version, found.author) == ("pub-mini", "1.2", author)
    assert (found.game.key, found.game.folder) == ("mini", package)


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("1 / 0", r"it cannot be loaded \(ZeroDivisionError: division by zero\)"),
        ("def (", r"it cannot be loaded \(SyntaxError: .+\)"),
        ("import sys; sys.exit('no')", r"it cannot be loaded \(SystemExit: no\)"),
        ("GAMES = 1", r"it cannot be loaded \(AttributeError: .+GAME.+\)"),
        ("GAME = 7", "pub_mini:GAME is no game"),
        (BORROWED.replace("{key}", "maxi"), "its key is maxi, and its entry point says mini"),
        (BORROWED.replace(", package=__name__", ""), r"its GAME has to say package=__name__"),
    ],
    ids=lambda each: each[:14],
)
def test_what_cannot_be_played_is_refused_with_a_sentence(
    site: Path, source: str, said: str
) -> None:
    put(site, "mini", source)
    assert re.fullmatch(said, why(find_packages(GAMES)))


@pytest.mark.parametrize("key", ["kocka", "Mini", "my-game"])
def test_a_key_that_is_taken_or_cannot_be(site: Path, key: str) -> None:
    borrow(site, key)
    taken = "there is another game with the key kocka"
    spelt = f"a key has small letters without accents, and {key} has not"
    assert why(find_packages(GAMES)) == (taken if key == "kocka" else spelt)


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("rulebook/pl.toml", "[", "[[", "rulebook/pl.toml: "),
        ("examples.toml", "[", "[[", "examples.toml: "),
        ("rulebook/en.toml", "\nplayed", "\nplaid", "its words, asked for in en, lack 'played'"),
        ("rulebook/en.toml", "title = ", "tilte = ", "its words, asked for in en, lack 'title'"),
        ("rulebook/en.toml", "number = ", "n = ", "its words, asked for in en, lack 'number'"),
        ("rulebook/cs.toml", 'title = "', 'title = 7 # "', "its words, asked for in cs, lack "),
        ("decisions/en.toml", "why = ", "wyh = ", "its words, asked for in en, lack 'why'"),
        ("decisions/cases.toml", "letter", "l", "its words, asked for in be, lack 'letter'"),
        ("decisions/cases.toml", '= "makao.', '= "m.', "its words, asked for in be, lack "),
        ("source.toml", "\ndigest", "\nd", "it cannot be loaded (KeyError: 'digest')"),
        ("defaults.toml", "[", "[[", "defaults.toml: "),
    ],
)
def test_words_that_cannot_be_read(site: Path, file: str, old: str, new: str, said: str) -> None:
    path = borrow(site, "mini") / file
    path.write_text(path.read_text("utf-8").replace(old, new, 1), "utf-8")
    assert why(find_packages(GAMES)).startswith(said)


def test_of_two_with_one_key_the_first_has_it(site: Path) -> None:
    borrow(site, "mini")
    other = site / "other"
    borrow(other, "mini")
    renamed = other / "pub_mini-1.2.dist-info"
    told = (renamed / "METADATA").read_text("utf-8").replace("Name: pub-mini", "Name: pub-nimi")
    (renamed / "METADATA").write_text(told, "utf-8")
    shutil.move(renamed, site / "pub_nimi-1.2.dist-info")
    whole, refused = find_packages(GAMES)
    assert isinstance(whole, InstalledGame)
    assert str(refused) == "pub-nimi 1.2 is left out: there is another game with the key mini."


@pytest.mark.slow("begins a process of its own")
def test_a_house_with_packages(tmp_path: Path) -> None:
    site = tmp_path / "site"
    package = borrow(site, "mini")
    for path, text in {
        "templates/mark.svg": '<svg class="mark"><path d="M1 1"/>{{ pub }}</svg>',
        "templates/one-page.html": "{% if %}",
        "templates/game.html": OWN_PAGE
        + '{% block head %}{{ super() }}{{ ui.styles("games/mini/own") }}'
        + '{{ ui.scripts("games/mini/own") }}{% endblock %}',
        "static/own.css": ".own { color: red }",
        "static/own.js": '"own";\n',
        "secret.css": "",
        "pages.py": "ENTRY_CONTEXTS = {'game': lambda data: {'pub': 'U Raka'}}\n",
    }.items():
        (package / path).parent.mkdir(exist_ok=True)
        (package / path).write_text(text, "utf-8")
    put(site, "broken", "1 / 0")
    borrow(site, "kocka")
    (borrow(site, "words") / "rulebook" / "en.toml").unlink()
    assert passed(site, "tests/packages/house.py").total() == 6
    look_without_it(site / "left")


def look_without_it(left: Path) -> None:
    """Opens what a house left whose game is gone: all else is there, and this says so."""
    code, company, verdict, cookie = (left / "left.txt").read_text("utf-8").split("\n")
    app = create_app(left, {"TESTING": True, "RATELIMIT_ENABLED": False})
    with closing(app.extensions["matches"].ledger) as ledger:
        phone = Phone(app)
        phone.client.set_cookie("scorekeeper", cookie)
        gone = phone.say("A game is played here that is not installed any more.")
        for address in (f"/m/{code}", f"/m/{code}/history", f"/v/{verdict}"):
            page = phone.get(address)
            assert (page.status, gone in page.text) == (404, True), address
        pages = ("", "/members", "/members/1", "/evenings", "/records", "/history", "/share")
        for address in ("/", "/mine", *(company + page for page in pages)):
            page = phone.get(address)
            assert (page.status, f"/m/{code}" in page.html) == (200, False), address
        assert list(faults_of(ledger, [code])) == [
            f"{code}: it cannot be folded: UnknownGame('mini')"
        ]
