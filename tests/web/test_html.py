"""Each check of the reader of pages can pass and can fail."""

from pathlib import Path

import pytest

from tests.web.html import CHECKS, Page, validate
from tests.web.shapes import Shapes, shape_of

PAGE = """<!doctype html>
<html lang="cs">
<head><meta charset="utf-8"><title>Taroky</title>
<link rel="stylesheet" href="/static/app.css">
<script src="/static/vendor/htmx.js" defer></script></head>
<body><!-- a comment -->
<main id="match" hx-target:inherited="#match"><h1>Hra 6</h1>
<svg viewBox="0 0 8 8" aria-hidden="true"><use href="/static/suits.svg#leaves"/></svg>
<form method="post" action="/m/7KQ4/entries" hx-post="/m/7KQ4/entries">
<label for="points">Oči</label><input id="points" name="points" inputmode="numeric">
<label><input type="radio" name="declarer" value="1"> Jana</label>
<select name="contract" aria-label="Závazek"><option>druhá</option></select>
<h2 id="note">Poznámka</h2><textarea name="note" aria-labelledby="note"></textarea>
<button type="submit">Zapsat &amp; dál</button>
<input type="hidden" name="csrf_token" value="abc">
</form>
<form method="get" action="/search"><label>Hledat <input name="q"></label></form>
<a href="/m/7KQ4?a=1&amp;b=2">Zpět</a>
</main></body></html>"""

TOKEN = '<input type="hidden" name="csrf_token" value="abc">'

GOOD = [
    PAGE,
    "",
    "jen text",
    "<tr><td>−0,90</td></tr>",
    "<!-- row --><td>+0,90</td>",
    "<option>XIX</option>",
    '<form method="dialog"><button type="submit">Hotovo</button></form>',
    '<button type="button"><img src="/static/a.png" alt="Sdílet"></button>',
    '<button type="button" aria-label="Menu"><svg><path d="M0 0"/></svg></button>',
    '<div hx-target:inherited="#a"><button type="button" hx-get="/a">A</button></div>',
    f'<form id="f" method="post" action="/x"></form>{TOKEN.replace(">", " form=f>")}',
    '<script type="application/json">{"a": 1}</script>',
]

BAD = [
    ("</b> closes nothing", "<p>a</b></p>"),
    ("<li> is not closed", "<ul><li>a<li>b</ul>"),
    ("line 2: <section> is not closed", "<div>\n<section>a</div>"),
    ("Unexpected end tag", "<p><div>a</div></p>"),
    ("duplicate attribute", '<div id="a" id="b">x</div>'),
    ("Named entity", '<a href="/x?a=1&b=2">x</a>'),
    ("table context", "<table><div>x</div></table>"),
    ('id="a" stands 2 times', '<p id="a">x</p><p id="a">y</p>'),
    ("an empty id", '<p id="">x</p>'),
    ('<input name="a">: no label', '<input name="a">'),
    ('<select name="a">: no label', '<select name="a"><option>x</option></select>'),
    ('<textarea name="a">: no label', '<label></label><textarea name="a"></textarea>'),
    ('type="radio">: no label', '<label for="a"></label><input id="a" type="radio">'),
    ('"b">: no label', '<input aria-labelledby="b">'),
    ("nothing has this id", '<label for="a">x</label>'),
    ("no method", '<form action="/x"></form>'),
    ("no action", f'<form method="post">{TOKEN}</form>'),
    ("no csrf_token", '<form method="post" action="/x"></form>'),
    ("no csrf_token", f'<form method="post" action="/x">{TOKEN.replace("abc", "")}</form>'),
    (
        "comes after the csrf_token",
        f'<form method="post" action="/x">{TOKEN}<button type="submit" name="a">A</button></form>',
    ),
    ("would show in the address", f'<form method="get" action="/x">{TOKEN}</form>'),
    ("no hx-target", '<button type="button" hx-get="/a">A</button>'),
    ("none is handed down", '<div hx-target="#a"><a href="/a" hx-post="/a">A</a></div>'),
    ("does not know hx-disabled-elt", '<p hx-disabled-elt="this">x</p>'),
    ("does not know data-hx-ext", '<p data-hx-ext="sse">x</p>'),
    ("an inline style", '<p style="color: red">x</p>'),
    ("styles belong", "<style>p { color: red }</style>"),
    ("an inline script", "<script>alert(1)</script>"),
    ("onclick runs code", '<p onclick="alert(1)">x</p>'),
    ("hx-on:click runs code", '<p hx-on:click="alert(1)">x</p>'),
    ("hx-vals runs code", '<p hx-vals="js:{a: 1}">x</p>'),
    ("href runs code", '<a href="javascript:alert(1)">x</a>'),
    ("hx-trigger runs code", '<p hx-trigger="click[ctrlKey]">x</p>'),
    ("loads from elsewhere", '<link rel="stylesheet" href="https://a.example/x.css">'),
    ("loads from elsewhere", '<script src="//a.example/x.js"></script>'),
    ("loads from elsewhere", '<img src="/a" srcset="/a 1x, http://a.example/b 2x" alt="">'),
    ("loads from elsewhere", '<svg><use xlink:href="https://a.example/x.svg#a"></use></svg>'),
    ("without a type submits", "<button>A</button>"),
    ('<button type="button">: says nothing', '<button type="button"><svg></svg></button>'),
    ('<a href="/a">: says nothing', '<a href="/a"> </a>'),
    ("0 <h1>", PAGE.replace("h1>", "h3>")),
    ("2 <h1>", "<h1>a</h1><h1>b</h1>"),
    ("no lang", PAGE.replace(' lang="cs"', "")),
    ("no title", PAGE.replace("<title>Taroky</title>", "")),
    ("tags in <svg", PAGE.replace("Taroky</", '<svg viewBox="0 0 1 1"></svg> Taroky</')),
]


@pytest.mark.parametrize("html", GOOD)
def test_good(html: str) -> None:
    validate(html)


@pytest.mark.parametrize(("complaint", "html"), BAD)
def test_bad(complaint: str, html: str) -> None:
    with pytest.raises(AssertionError) as caught:
        validate(html)
    assert complaint in str(caught.value)


@pytest.mark.parametrize("html", GOOD)
def test_the_shape_of_a_good_page_is_good(html: str) -> None:
    validate(shape_of(html))


@pytest.mark.parametrize("html", [html for _, html in BAD])
def test_the_shape_of_a_bad_page_is_bad(html: str) -> None:
    """Pages of one shape are looked at once, so a shape must not hide what is wrong."""
    with pytest.raises(AssertionError, match="The page is wrong"):
        validate(shape_of(html))
    assert shape_of(html) not in {shape_of(good) for good in GOOD}


def test_pages_that_differ_in_words_and_addresses_have_one_shape() -> None:
    same = PAGE.replace("Taroky", "Durak").replace("Závazek", "Contract").replace("7KQ4", "ABCD")
    assert shape_of(same.replace("/search", "/rules")) == shape_of(PAGE)
    assert shape_of(PAGE.replace('id="note"', 'id="other"')) != shape_of(PAGE)
    assert shape_of(PAGE.replace("Oči", "")) != shape_of(PAGE)


def test_pages_in_two_languages_have_one_shape_and_pages_in_none_another() -> None:
    assert shape_of(PAGE.replace('lang="cs"', 'lang="pl"')) == shape_of(PAGE)
    assert shape_of(PAGE.replace('lang="cs"', 'lang=""')) != shape_of(PAGE)
    assert shape_of(PAGE.replace("Taroky", "&lt;Taroky&gt;")) == shape_of(PAGE)
    assert shape_of(PAGE.replace("Taroky", "&lt&#x;")) != shape_of(PAGE)
    script = '<script src="{}"></script>'
    assert shape_of(script.format("/a.js")) == shape_of(script.format("/b.js"))
    assert shape_of(script.format("/a.js")) != shape_of(script.format("//b.js"))


def test_a_shape_is_known_to_the_other_worker_once_it_was_found_right(tmp_path: Path) -> None:
    one, other, alone = Shapes(), Shapes(), Shapes()
    for shapes in (one, other):
        shapes.share(tmp_path / "shapes")
    one.add("<p>x</p>")
    assert ["<p>x</p>" in shapes for shapes in (one, other, alone)] == [True, True, False]
    assert "<b>x</b>" not in other


def test_all_complaints_are_made_at_once() -> None:
    with pytest.raises(AssertionError) as caught:
        validate('<p id="">x</p><button>A</button>')
    assert "an empty id" in str(caught.value)
    assert "without a type" in str(caught.value)


def test_a_fragment_may_inherit_from_the_page_around_it() -> None:
    validate('<button type="button" hx-get="/a">A</button>', target_around=True)


def test_every_check_has_been_seen_to_fail() -> None:
    pages = [Page(html) for _, html in BAD]
    assert [c.__name__ for c in CHECKS if not any(any(c(page)) for page in pages)] == []
