"""Firefox brings old taps back in its own way: no form may come back with them.

`make test` installs Firefox where it may; elsewhere these tests are skipped, and say so.
"""

import pytest
from babel.support import Translations

from tests.browser.table import WORDS
from tests.verification.browser.cutting import FaultyProxy
from tests.verification.browser.driven import DrivenTable
from tests.verification.browser.firefox import NEEDS_FIREFOX
from tests.verification.browser.writing import FORMS

pytestmark = [pytest.mark.firefox, NEEDS_FIREFOX]
SAYS = Translations.load(WORDS, ["cs"]).gettext
TALLY = "document.querySelector('#tally').textContent"


@pytest.fixture(scope="module")
def whole_line(standing_server):
    """Without news: by them a page may learn before its next try that the save has arrived."""
    return FaultyProxy(standing_server.port, holds=True)


@pytest.fixture
def table(firefox, whole_line):
    yield DrivenTable(firefox, whole_line)
    whole_line.cut = False  # for the next test


@pytest.fixture(params=["taroky", "kocka-numbers"])
def form(request):
    return FORMS[request.param]


def test_a_lost_answer_in_firefox(table, form):
    """The form stays until the save arrives; after Back it is fresh, and says what it wrote."""
    path = table.sit(form.game)
    table.open(f"{path}/{form.path}")
    table.fill(form)
    key, table.line.cut = table.key, True
    table.save()
    table.wait("document.querySelector('#status.strip')")
    assert table.run("return location.pathname") == f"{path}/{form.path}".partition("?")[0]
    table.line.cut = False
    table.wait(f"location.pathname === '{path}'")
    table.wait("document.querySelectorAll('table.sheet tbody').length === 1")
    table.back()
    assert table.key != key
    assert table.changed == []
    written = SAYS("Already written: %(what)s.").partition("%")[0]
    table.wait(f"document.getElementById('status').textContent.startsWith('{written}')")


def test_a_lost_answer_in_firefox_without_scripts(table, form):
    path = table.sit(form.game)
    table.browser.let_scripts_run(False)
    try:
        table.open(f"{path}/{form.path}")
        table.fill(form)
        key, table.line.cut = table.key, True
        table.save()
        table.wait("location.pathname.endsWith('/entries')")
        table.line.cut = False
        table.back()
        assert table.key != key
        assert table.changed == []
    finally:
        table.browser.let_scripts_run(True)


def test_figures_follow_the_taps_and_a_draft_outlives_a_reload_in_firefox(table):
    table.open(f"{table.sit('taroky')}/new/deal")
    table.fill(FORMS["taroky"])
    points = "document.querySelector('[name=points]')"
    table.run(f"{points}.dispatchEvent(new Event('input', {{bubbles: true}}))")
    table.wait(f"/Petr.?\\+6/.test({TALLY})")
    table.tap("contract", "preferanc")
    table.browser.reload()
    table.wait("document.querySelector('[name=contract][value=preferanc]').checked")


def test_picked_cards_come_back_in_firefox(table):
    """Cards tapped for a question stand in the page's address: reload and Back bring them."""
    table.open(f"{table.sit('kocka')}/disputes/play")
    picked = "document.querySelector('main input[type=hidden][value=AH]')"
    table.run("document.querySelector('.key[value=AH]').click()")
    table.wait(picked)
    table.browser.reload()
    table.wait(picked)
    table.open("/rules")
    table.browser.back()
    table.wait(picked)
