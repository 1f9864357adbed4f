"""Listed offences: the most frequent first, found by their words, each with what it costs."""

from typing import Any

import pytest

from scorekeeper.games import GAMES
from scorekeeper.referee import admissible
from scorekeeper.rulebook import open_rulebook
from tests.web.asking import Asking
from tests.web.phone import Phone
from tests.web.table import Table


@pytest.fixture
def asking(table: Table) -> Asking:
    """The scorer of a match at the referee."""
    return Asking(table.phone, "kocka", table.url)


def offences(key: str, language: str = "cs") -> dict[str, str]:
    found: dict[str, str] = open_rulebook(GAMES[key].folder, language).data["offences"]
    return found


@pytest.mark.parametrize("language", ["cs", "en"])
@pytest.mark.parametrize("key", list(GAMES))
def test_offences_are_listed_in_the_order_of_the_book(app: Any, key: str, language: str) -> None:
    phone = Phone(app, language)
    screen = phone.get(f"/referee/{key}")
    house = GAMES[key].house()
    played = {rule.id for rule in admissible(GAMES[key].rules, house)}
    listed = {id: label for id, label in offences(key, language).items() if id in played}
    links = [a for a in screen.root.all("a") if "/offences/" in a.attrs["href"]]
    assert [a.text for a in links] == list(listed.values())
    for link, (id, label) in zip(links, listed.items(), strict=True):
        screen = phone.get(link.attrs["href"])
        assert screen.status == 200
        assert phone.say("NOT ALLOWED") in screen.text
        assert Asking(phone, key).sentence == label
        assert link.attrs["href"].partition("?")[0].endswith(f"/offences/{id}")


@pytest.mark.parametrize("query", ["nectěná barva", "NECTENA", "renonc", "ctí  barva"])
def test_offences_are_found_without_diacritics(asking: Asking, query: str) -> None:
    screen = asking.phone.get(f"{asking.at}?q={query}")
    assert offences("kocka")["kocka.follow"] in screen.links
    assert len([u for u in screen.links.values() if "/offences/" in u]) < len(offences("kocka"))
    assert screen.by_id("q").attrs["value"] == query


def test_what_is_not_found_leads_to_the_search_of_the_rules(asking: Asking) -> None:
    screen = asking.phone.get(f"{asking.at}?q=xyzzy žlutý")
    assert asking.phone.say("Nothing found for these words.") in screen.text
    found = asking.phone.get(screen.links[asking.phone.say("Search the rules")])
    assert (found.status, found.by_id("q").attrs["value"]) == (200, "xyzzy žlutý")


def test_a_rule_that_nobody_can_break_is_no_offence(asking: Asking) -> None:
    for url in (asking.url, "/referee/kocka"):
        assert asking.phone.get(f"{url}/offences/kocka.nothing").status == 404
        assert asking.phone.post(f"{url}/offences/kocka.nothing/link").status in (404, 422)


def test_a_listed_offence_can_be_shared(asking: Asking, other: Phone) -> None:
    asking.phone.get(f"{asking.url}/offences/kocka.follow")
    screen = asking.phone.submit(f"{asking.url}/offences/kocka.follow/link")
    verdict = screen.url.split("/")[2]
    shown = other.get(f"/v/{verdict}")
    assert other.say("NOT ALLOWED") in shown.text
    assert other.get(f"/v/{verdict}/case").status == 404
