"""The measuring tools themselves: each passes what is right and finds what is wrong."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPhone
from tests.browser.helpers import (
    Complaints,
    Taps,
    assert_accessible,
    assert_no_sideways_scroll,
    assert_nothing_shifts,
    assert_targets,
    hear_all,
)

pytestmark = pytest.mark.walk("the measuring tools themselves")

HEAD = (
    '<!doctype html><html lang="cs"><head><title>Stůl</title>'
    '<meta name="viewport" content="width=device-width, initial-scale=1"></head>'
)
STRICT = "default-src 'none'; script-src 'self'; style-src 'self'"

LARGE = [
    '<button style="width: 48px; height: 48px">A</button>',
    '<a href="/" style="display: block; height: 48px; width: 90px">Zpět</a>',
    # hidden for the eye, hit through its label
    '<input id="r" type="radio" style="position: absolute; opacity: 0">'
    '<label for="r" style="display: block; width: 80px; height: 48px">Jana</label>',
    '<label style="display: block; height: 52px"><input type="checkbox"> flek</label>',
    '<details><summary style="height: 48px">Více</summary><button>A</button></details>',
    '<button hidden>A</button><input type="hidden" name="key">',
    '<a href="#main" style="position: absolute; left: -999px">Přeskočit</a>',
]
SMALL = {
    'button "Uložit"': '<button style="width: 47px; height: 48px; padding: 0">Uložit</button>',
    'a#back "Zpět"': '<a id="back" href="/">Zpět</a>',
    'input "Jana"': '<label style="display: block; height: 40px"><input type="radio">Jana</label>',
    'input "Eva"': '<input type="radio" aria-label="Eva" style="position: absolute; opacity: 0">',
    'input "eyes"': '<input name="eyes" style="height: 20px">',
    'select "contract"': '<select name="contract"><option>druhá</option></select>',
    'textarea "note"': '<textarea name="note" style="width: 20px"></textarea>',
    'summary "Více"': "<details><summary>Více</summary></details>",
}


@pytest.mark.parametrize("html", LARGE)
def test_large_targets_pass(blank: Page, html: str) -> None:
    blank.set_content(HEAD + html)
    assert_targets(blank)


@pytest.mark.parametrize(("named", "html"), SMALL.items())
def test_small_targets_are_named(blank: Page, named: str, html: str) -> None:
    blank.set_content(HEAD + html)
    with pytest.raises(AssertionError, match=named):
        assert_targets(blank)


def test_a_target_may_be_ignored(blank: Page) -> None:
    blank.set_content(HEAD + SMALL['a#back "Zpět"'])
    assert_targets(blank, ignore="#back")


def test_what_moves_by_itself_is_found(open_phone: OpenPhone) -> None:
    page = open_phone(is_mobile=False)
    page.goto("data:text/html,<p style='height: 200px'>Petr</p><p style='height: 200px'>Jana</p>")
    assert_nothing_shifts(page)
    page.evaluate("document.body.firstElementChild.style.height = '400px'")
    with pytest.raises(AssertionError):
        assert_nothing_shifts(page)


@pytest.mark.parametrize("html", ["<p>úzké</p>", '<div style="overflow: auto"><p>{}</p></div>'])
def test_a_narrow_page_passes(blank: Page, html: str) -> None:
    blank.set_content(HEAD + html.format('<b style="display: block; width: 900px">x</b>'))
    assert_no_sideways_scroll(blank)


def test_a_wide_page_is_found(blank: Page) -> None:
    blank.set_content(HEAD + '<p id="wide" style="width: 361px">x</p>')
    with pytest.raises(AssertionError, match='id="wide"'):
        assert_no_sideways_scroll(blank)


def test_an_accessible_page_passes_under_the_strict_csp(blank: Page) -> None:
    serve(blank, "<main><h1>Stůl</h1><button>Zapsat</button></main>")
    assert_accessible(blank)


def test_an_inaccessible_page_is_found_under_the_strict_csp(blank: Page) -> None:
    serve(blank, '<main><h1>Stůl</h1><input name="eyes"></main>')
    with pytest.raises(AssertionError, match=r"label \(critical\)[^\n]*\n  <input name=\"eyes\">"):
        assert_accessible(blank)


def test_measuring_works_under_the_strict_csp(blank: Page) -> None:
    serve(blank, "<main><button>A</button></main>")
    assert_no_sideways_scroll(blank)
    with pytest.raises(AssertionError, match='button "A"'):
        assert_targets(blank)


def test_taps_are_touches_and_are_counted(blank: Page) -> None:
    blank.set_content(
        HEAD + '<button>A</button><p></p><script>addEventListener("pointerup", e => '
        'document.querySelector("p").textContent += e.pointerType)</script>'
    )
    taps = Taps(blank)
    taps.tap("button")
    taps.tap(blank.get_by_role("button", name="A"))
    expect(blank.locator("p")).to_have_text("touchtouch")
    assert taps.count == 2


def test_a_phone_is_a_phone(blank: Page) -> None:
    blank.set_content(HEAD)
    assert blank.evaluate("[innerWidth, innerHeight, navigator.language]") == [360, 592, "cs-CZ"]
    assert blank.evaluate("matchMedia('(pointer: coarse)').matches")


@pytest.mark.parametrize(
    ("wrong", "body"),
    [
        ("rozbito", "<script>console.error('rozbito')</script>"),
        ("uncaught: .*nic", "<script>nic()</script>"),
        ("Content Security Policy", "<p style='color: red'>x</p>"),
        ("status of 500", "<img src='/500' alt=''>"),
        ("status of 404", "<img src='/404' alt=''>"),
    ],
)
def test_complaints_of_the_browser_fail_a_test(
    blank: Page, complaints: Complaints, wrong: str, body: str
) -> None:
    csp = "style-src 'self'; script-src 'unsafe-inline'"
    serve(blank, body, csp)
    hear_all(blank)
    with pytest.raises(AssertionError, match=wrong):
        complaints.check()
    complaints.expect(wrong)
    complaints.check()


def test_refusals_that_are_answers_are_no_complaint(blank: Page, complaints: Complaints) -> None:
    serve(blank, "<img src='/422' alt=''><img src='/409' alt=''>", "img-src 'self'")
    hear_all(blank)
    assert len(complaints.seen) == 2


def serve(page: Page, body: str, csp: str = STRICT) -> None:
    """A page with a policy; its pictures answer with the status they are named after."""
    page.route(
        "http://table.example/**",
        lambda route: route.fulfill(status=int(route.request.url.rpartition("/")[2])),
    )
    page.route(
        "http://table.example/",
        lambda route: route.fulfill(
            body=HEAD + body,
            headers={"Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": csp},
        ),
    )
    page.goto("http://table.example/")
