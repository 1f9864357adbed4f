"""What watchers fetch when something was written: made once for all of them."""

import pytest

from scorekeeper.web import render
from tests.web.phone import PARTIAL, Phone


@pytest.fixture
def watchers(app, table):
    link = table.link("watcher")
    phones = [Phone(app) for _ in range(3)]
    for phone in phones:
        phone.get(link)
    return phones


@pytest.fixture
def rendered(monkeypatch):
    """The versions of the watchers' page that were rendered."""
    versions = []
    block_of = render.rendered

    def counted(template, block, match, **values):
        versions.append(match.version)
        return block_of(template, block, match=match, **values)

    monkeypatch.setattr(render, "rendered", counted)
    return versions


def news(phone, table, since, language="cs"):
    headers = {"Accept-Language": language, **PARTIAL}
    return phone.client.get(f"{table.url}/watch?since={since}", headers=headers)


def test_who_has_seen_all_is_sent_nothing(table, watchers):
    answer = news(watchers[0], table, 1)
    assert (answer.status_code, answer.data) == (204, b"")
    assert answer.headers["Cache-Control"] == "no-store"


def test_news_is_rendered_once_for_all(table, watchers, rendered):
    table.rounds((28, 0, 0, 0))
    answers = [news(phone, table, 1) for phone in (*watchers, table.phone)]
    assert len({answer.data for answer in answers}) == 1
    assert rendered == [2]
    assert b"gap-" not in answers[0].data
    assert b"csrf" not in answers[0].data


@pytest.mark.parametrize("since", [-1, 0, 1, 99])
def test_news_is_all_that_is_to_be_seen(table, since):
    table.rounds((28, 0, 0, 0))
    answer = news(table.phone, table, since)
    assert (answer.status_code, b"data-version" in answer.data) == (200, True)


def test_news_speaks_the_language_of_each_phone(table, watchers):
    table.rounds((28, 0, 0, 0))
    english = news(watchers[1], table, 1, "en")
    assert news(watchers[0], table, 1).data != english.data
    assert "Cookie" in english.vary
