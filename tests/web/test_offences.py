"""Listed offences: the most frequent first, found by their words, each with what it costs."""

import pytest

from scorekeeper.games import GAMES
from scorekeeper.rulebook import open_rulebook
from tests.web.asking import Asking


@pytest.fixture
def asking(table):
    return Asking(table.phone, "kocka", table.url)


def offences(key, language="cs"):
    return open_rulebook(GAMES[key].folder, language).data["offences"]


@pytest.mark.parametrize("query", ["nectěná barva", "NECTENA", "renonc", "ctí  barva"])
def test_offences_are_found_without_diacritics(asking, query):
    screen = asking.phone.get(f"{asking.at}?q={query}")
    assert offences("kocka")["kocka.follow"] in screen.links
    assert len([u for u in screen.links.values() if "/offences/" in u]) < len(offences("kocka"))
    assert screen.by_id("q").attrs["value"] == query


def test_what_is_not_found_shows_what_happens_most(asking):
    screen = asking.phone.get(f"{asking.at}?q=xyzzyx")
    assert asking.phone.say("Nothing matches these words. This happens most often:") in screen.text
    assert offences("kocka")["kocka.follow"] in screen.links


@pytest.mark.parametrize("said", ["nepřiznal barvu", "nepriznal barvu"])
def test_the_answer_comes_first_and_then_what_to_check(asking, said):
    found = asking.phone.get(f"{asking.at}?q={said}").by_id("found")
    answer, check, *_others = [link.attrs["href"] for link in found.all("a")]
    assert answer == f"{asking.url}/rules/kocka.follow"
    assert check == f"{asking.url}/offences/kocka.follow"
    assert asking.book.rule("kocka.follow").text in found.text.replace(" ,", ",")


def test_the_first_page_asks_all_games(phone):
    (form,) = (f for f in phone.get("/").forms if f.node.attrs.get("role") == "search")
    assert (form.node.attrs["method"], form.action) == ("get", "/rules")
    screen = phone.get(f"{form.action}?q=neřekl makao")
    answer, check = ("/rules/makao/makao.call", "/referee/makao/")
    hits = [link.attrs["href"] for link in screen.by_id("results").all("ol")[0].all("a")]
    assert hits[0] == answer
    assert any(url.startswith(check) for url in hits[:4])
    only = phone.get(screen.links[phone.book.title])
    assert only.by_id("q").attrs["value"] == "neřekl makao"


def test_a_rule_that_nobody_can_break_is_no_offence(asking):
    for url in (asking.url, "/referee/kocka"):
        assert asking.phone.get(f"{url}/offences/kocka.nothing").status == 404
        assert asking.phone.post(f"{url}/offences/kocka.nothing/link").status in (404, 422)


def test_a_listed_offence_can_be_shared(asking, other):
    asking.phone.get(f"{asking.url}/offences/kocka.follow")
    screen = asking.phone.submit(f"{asking.url}/offences/kocka.follow/link")
    verdict = screen.url.split("/")[2]
    shown = other.get(f"/v/{verdict}")
    assert other.say("NOT ALLOWED") in shown.text
