"""An evening that never ends: its long lists come a page at a time, and nothing is left out."""

import re

import pytest

from benchmarks.evening import Table as Evening
from scorekeeper.web.http.access import token_of
from scorekeeper.web.render import LINES_PER_PAGE

ROUNDS = 2 * LINES_PER_PAGE + 10


@pytest.fixture
def phone_in(app, phone):
    """A phone that may write in a match of very many rounds, and the match's address."""
    code = Evening(app, ROUNDS).code
    with app.app_context():
        phone.get(f"/m/{code}/in/{token_of(code, 'scorer')}")
    return phone, f"/m/{code}"


def pages(phone, url):
    """A page and all that its way to older lines leads to."""
    found = [phone.get(url)]
    while ways := found[-1].root.all("a", css="older"):
        found.append(phone.get(ways[0].attrs["href"]))
    return found


def test_all_rows_of_the_sheet_a_page_at_a_time(phone_in):
    phone, url = phone_in
    sheets = pages(phone, url)
    assert [len(sheet.rows) for sheet in sheets] == [30, LINES_PER_PAGE, LINES_PER_PAGE, 10]
    numbers = [int(re.sub(r"\D", "", row.name)) for sheet in sheets[1:] for row in sheet.rows]
    assert numbers == list(range(ROUNDS, 0, -1))
    assert {tuple(sheet.totals) for sheet in sheets} == {tuple(sheets[0].totals)}
    assert phone.get(f"{url}?all=1&before=-3").rows == []
    assert len(phone.get(f"{url}?all=1&before=99999").rows) == LINES_PER_PAGE
    assert len(phone.get(f"{url}?all=1&before=x").rows) == LINES_PER_PAGE


def test_the_history_a_page_at_a_time(phone_in):
    phone, url = phone_in
    lists = [
        page.root.all("ol", css="events")[0].all("li") for page in pages(phone, f"{url}/history")
    ]
    assert [len(events) for events in lists] == [LINES_PER_PAGE, LINES_PER_PAGE, 11]
    assert phone.say("match opened: %(names)s", names="Anežka") in lists[-1][-1].text
    assert f" {ROUNDS}" in lists[0][0].text
    assert len(phone.client.get(f"{url}/export").text.splitlines()) >= ROUNDS + 1


def test_the_running_totals_a_page_at_a_time(phone_in):
    phone, url = phone_in
    rows = [
        [row.all("th")[0].text for row in page.root.all("table", css="figs")[0].all("tr")[1:]]
        for page in pages(phone, f"{url}/accounts")
    ]
    assert [len(part) for part in rows] == [LINES_PER_PAGE, LINES_PER_PAGE, 11]
    assert [int(n) for part in reversed(rows) for n in part] == list(range(ROUNDS + 1))
