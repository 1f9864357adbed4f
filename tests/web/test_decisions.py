"""Case law in the browser: the list, a page for each decision, and the ways to and from it."""

import gzip
from collections.abc import Mapping
from typing import Any

import pytest
from flask import Flask

from scorekeeper.game import AnyGame
from scorekeeper.games import GAMES
from scorekeeper.rulebook import open_rulebook
from scorekeeper.rulebook.decisions import decision_words, decisions_of
from tests.faults import Faults
from tests.games.books import EACH_BOOK, EACH_GAME
from tests.web.phone import Phone
from tests.web.table import Table, start

WORDS = {
    "legal": "ALLOWED",
    "offence": "NOT ALLOWED",
    "undecidable": "CANNOT BE TOLD YET",
    "refused": "This cannot be entered",
}


def word_of(expect: Mapping[str, Any]) -> str:
    """What stands large above a decision, in English."""
    return WORDS["refused" if expect.get("error") else expect.get("verdict", "legal")]


@EACH_BOOK
def test_every_decision_is_listed_by_topic(app: Flask, game: AnyGame, language: str) -> None:
    phone, words = Phone(app, language), decision_words(game, language)
    screen = phone.get(phone.get(f"/rules/{game.key}").links[phone.say("Decided disputes")])
    folds = screen.root.all("div", css="book")[0].all("details")
    assert all("open" not in fold.attrs for fold in folds)
    assert [fold.all("summary")[0].text.rpartition(" ")[0] for fold in folds] == list(
        words.topics.values()
    )
    listed = {a.text: a.attrs["href"] for fold in folds for a in fold.all("a")}
    assert listed == {
        f"{each.name} {words.of(each).title}": f"/rules/{game.key}/decisions/{each.number}"
        for each in decisions_of(game)
    }


@EACH_BOOK
def test_every_decision_has_a_page(
    app: Flask, game: AnyGame, language: str, faults: Faults
) -> None:
    phone, book = Phone(app, language), open_rulebook(game.folder, language)
    words = decision_words(game, language)
    for decision in decisions_of(game):
        with faults.at(decision.name, decision.id):
            screen = phone.get(f"/rules/{game.key}/decisions/{decision.number}")
            text, case = words.of(decision), decision.example.case
            assert screen.status == 200
            assert screen.heading == f"{decision.name} {text.title}"
            assert text.quarrel in screen.text
            assert text.why in screen.text
            rule = book.rule(decision.example.rule)
            assert screen.links[f"{book.title} {rule.number} {rule.title}"].endswith(f"/{rule.id}")
            shown = [p.text for p in screen.root.all("p", css="word")]
            assert shown in ([phone.say(word_of(case["expect"]))], [])
            assert shown or case["expect"].get("verdict") not in ("offence", "undecidable")


@EACH_GAME
def test_a_rule_leads_to_its_decisions(app: Flask, game: AnyGame, faults: Faults) -> None:
    phone, book = Phone(app), open_rulebook(game.folder, "cs")
    for decision in decisions_of(game):
        with faults.at(decision.name):
            url = f"/rules/{game.key}/decisions/{decision.number}"
            shown = phone.get(f"/rules/{game.key}/{book.rule(decision.example.rule).id}")
            assert url in shown.links.values()


@EACH_GAME
def test_a_decision_can_be_asked(app: Flask, game: AnyGame, faults: Faults) -> None:
    """The question is filled in, and says at once what was decided.

    What was left empty on purpose, a form takes for what is still to come.
    """
    phone = Phone(app)
    for decision in decisions_of(game):
        case = decision.example.case
        screen = phone.get(f"/rules/{game.key}/decisions/{decision.number}")
        ask = screen.links.get(phone.say("Ask it yourself"))
        if ask and all(value not in ([], {}) for value in case["given"].values()):
            with faults.at(decision.name, decision.id):
                button = phone.get(ask).root.all("button", css="main")[0]
                assert f"verdict-{case['expect']['verdict']}" in button.attrs["class"].split()


@EACH_GAME
def test_one_leads_from_the_first_decision_to_the_last(app: Flask, game: AnyGame) -> None:
    """Numbers that nobody has any more are passed over."""
    phone, numbers = Phone(app), [each.number for each in decisions_of(game)]
    urls = [f"/rules/{game.key}/decisions/{number}" for number in numbers]
    gaps = {at for at in range(1, len(numbers)) if numbers[at] - numbers[at - 1] > 1}
    for at in {1, len(urls) - 1} | gaps:
        ways = phone.get(urls[at]).root.all("a")
        near = {a.attrs["rel"]: a.attrs["href"] for a in ways if "rel" in a.attrs}
        after = {"next": urls[at + 1]} if at + 1 < len(urls) else {}
        assert near == {"prev": urls[at - 1], **after}


@EACH_BOOK
def test_the_list_is_light(app: Flask, game: AnyGame, language: str) -> None:
    phone = Phone(app, language)
    page = phone.get(f"/rules/{game.key}/decisions")
    styles = [a["href"] for a in (n.attrs for n in page.root.all("link")) if "href" in a]
    texts = [page.html, *(phone.get(url).html for url in styles if ".css" in url)]
    assert sum(len(gzip.compress(text.encode())) for text in texts) <= 8_000


def test_a_table_reads_decisions_within_its_rulebook(table: Table) -> None:
    listed = table.open("/rules/decisions")
    assert listed.links[table.phone.say("Back")] == f"{table.url}/rules"
    first = decisions_of(GAMES["kocka"])[0]
    screen = table.open(f"/rules/decisions/{first.number}")
    assert screen.links[table.phone.say("Back")] == f"{table.url}/rules/decisions"
    assert screen.links[table.phone.say("Ask it yourself")].startswith(f"{table.url}/disputes/")


def test_a_table_that_plays_otherwise_is_told_so(phone: Phone) -> None:
    """K 6 is decided at a table where a renonc costs points."""
    for penalty, verdicts in (("points", 1), ("round", 2)):
        table = start(phone, renonc_penalty=penalty)
        screen = table.open("/rules/decisions/6")
        assert len(screen.root.all("section", css="example")) == verdicts
        assert (phone.say("As agreed at this table") in screen.text) == (verdicts == 2)


@pytest.mark.parametrize("path", ["marias/decisions", "kocka/decisions/0", "kocka/decisions/999"])
def test_what_was_never_decided_is_not_found(phone: Phone, path: str) -> None:
    assert phone.get(f"/rules/{path}").status == 404


def test_a_search_finds_decisions_beside_the_rules(phone: Phone) -> None:
    for game in GAMES.values():
        for decision in decisions_of(game)[:3]:
            title = decision_words(game, "cs").of(decision).title
            screen = phone.get(f"/rules?q={title}")
            url = f"/rules/{game.key}/decisions/{decision.number}"
            assert url in [a.attrs["href"] for a in screen.by_id("results").all("a")]
