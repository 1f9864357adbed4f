"""Language and theme: by the phone, by choice; a text of another language says in which it is."""

from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from scorekeeper.games import GAMES
from scorekeeper.rulebook import open_rulebook
from scorekeeper.rulebook.fallback import FallbackText
from tests.web.phone import Phone
from tests.web.table import start


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
def test_the_phone_prefers_a_language(app, wanted, given):
    assert Phone(app, wanted).get("/").lang == given


def test_a_language_can_be_chosen_and_stays(phone):
    table = start(phone)
    table.open("/people")
    screen = phone.choose("/language", "English")
    assert (screen.lang, screen.url) == ("en", f"{table.url}/people")
    assert phone.get("/").lang == "en"
    phone.get("/settings")
    current = [b.text for b in phone.screen.root.all("button") if "aria-current" in b.attrs]
    assert "English" in current


FOREIGN = (
    *("O hráče víc", "O hráče míň", "Co se měnilo", "Z téhle hry už je venku"),
    *("případ: jeden řádek", "bodů a prohra", "Chybí, kdo měl"),
)
"""What no Czech player would say."""


def test_czech_is_what_players_say(app):
    folder = Path(app.config["BABEL_TRANSLATION_DIRECTORIES"])
    with (folder / "cs/LC_MESSAGES/messages.po").open("rb") as file:
        said = str([message.string for message in read_po(file)])
    said += "".join(str(open_rulebook(game.folder, "cs").data) for game in GAMES.values())
    assert [words for words in FOREIGN if words in said] == []
    taroky = open_rulebook(GAMES["taroky"].folder, "cs")
    sides = (("texts", "declarer-side"), ("words", "declarer"))
    assert {taroky.label(*side) for side in sides} == {"hrající"}


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_theme_can_be_chosen_and_stays(phone, theme):
    assert "data-theme" not in phone.get("/").root.all("html")[0].attrs
    phone.choose("/theme", phone.say(theme.title()))
    assert phone.get("/").root.all("html")[0].attrs["data-theme"] == theme
    phone.choose("/theme", phone.say("Same as phone"))
    assert "data-theme" not in phone.get("/").root.all("html")[0].attrs


def test_a_choice_that_is_not_offered_is_refused(phone):
    assert phone.post("/language", {"lang": "xx"}).status == 422
    assert phone.post("/language").status == 422
    assert phone.post("/theme", {"theme": "pink"}).status == 422


ELSEWHERE = (
    *("//evil.example", "///evil.example", "https://evil.example", "https:///evil.example"),
    *("https:////evil.example", "/\\evil.example", "\\\\evil.example", "/\t/evil.example"),
    *(" //evil.example", "//[evil", "http://[::1", "javascript:alert(1)", "evil.example", ""),
)


def test_next_never_leaves_the_site(phone, faults):
    phone.get("/")
    for elsewhere in ELSEWHERE:
        data = {"theme": "dark", "next": elsewhere, "csrf_token": phone.csrf}
        answer = phone.client.post("/theme", data=data)
        with faults.at(elsewhere):
            assert answer.status_code == 303
            to = answer.headers["Location"]
            assert to.startswith("/")
            assert not to.startswith(("//", "/\\"))
            assert to.isprintable()


def test_next_comes_back_with_its_question(phone):
    table = start(phone)
    table.open("?all=1")
    assert phone.choose("/theme", phone.say("Dark")).url == f"{table.url}?all=1"


@pytest.mark.parametrize(
    ("template", "html"),
    [
        ("<b>{{ text }}</b>", '<b><span lang="en">Cards &amp; jokers</span></b>'),
        ("{{ text if text else '' }}", '<span lang="en">Cards &amp; jokers</span>'),
        ("<b>{{ text|upper }}</b>", "<b>CARDS &amp; JOKERS</b>"),
        ('<b title="{{ text }}">x</b>', '<b title="Cards &amp; jokers">x</b>'),
        ('<b{% if 1 %} title="{{ text }}"{% endif %}>', '<b title="Cards &amp; jokers">'),
        ("<option>{{ text }}</option>", "<option>Cards &amp; jokers</option>"),
        ("<svg><title>{{ text }}</title></svg>", "<svg><title>Cards &amp; jokers</title></svg>"),
        ("<title>x</title>{{ text }}", '<title>x</title><span lang="en">Cards &amp; jokers</span>'),
        ("{{ 'own <' }}{{ 3 }}", "own &lt;3"),
        (
            "{{ 'Pagát & 1st pov.' }}",
            '<span lang="cs">Pagát</span> &amp; 1st <span aria-hidden="true">pov.</span>'
            '<span class="vh">povinnost</span>',
        ),
        ("{% set x %}{{ '1st pov.' }}{% endset %}<b title='{{ x }}'>", "<b title='1st pov.'>"),
        ("<b title='{{ 'pagát' }}'>", "<b title='pagát'>"),
    ],
)
def test_a_text_says_its_language_where_an_element_can_stand(app, template, html):
    text = FallbackText("Cards & jokers", "en")
    with app.test_request_context(headers={"Accept-Language": "en"}):
        assert app.jinja_env.from_string(template).render(text=text) == html
