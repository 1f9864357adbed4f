"""The pages of decided disputes: their list, and each of them with its question."""

from collections.abc import Iterator, Mapping
from typing import Any

from scorekeeper.core.game import AnyGame
from scorekeeper.rulebook.decisions import decision_words, decisions_of
from tests.crawl.laws import Complaints, Crawler, Page, differs, lacks, law
from tests.crawl.rules import weight
from tests.web.screen import Screen

WORDS = "scorekeeper/games/{game}/decisions/{language}.toml"
CASES = "scorekeeper/games/{game}/decisions/cases.toml"
ASKED_IN = "cs"
"""The language in which every question is also asked."""
LIGHT = 8_000
VERDICTS = {
    "legal": "ALLOWED",
    "offence": "NOT ALLOWED",
    "undecidable": "CANNOT TELL YET",
    "refused": "This cannot be entered",
}


def word_of(expect: Mapping[str, Any]) -> str:
    """What stands large above a decision, in English."""
    return VERDICTS["refused" if expect.get("error") else expect.get("verdict", "legal")]


def decision_pages(phone: Crawler, game: AnyGame, each: int = 1) -> Iterator[Page]:
    """The list of decisions about a game in the language of a phone, and each so many of them."""
    at = f"/rules/{game.key}/decisions"
    yield phone.page("decisions", game, at)
    for decision in decisions_of(game)[::each]:
        url = f"{at}/{decision.number}"
        yield phone.page("decision", game, url, decision, its_question)


def its_question(phone: Crawler, screen: Screen) -> Iterator[Screen]:
    ask = screen.links.get(phone.say("Ask it yourself"))
    if ask and phone.language == ASKED_IN:
        yield phone.get(ask)


@law("decisions", where=WORDS)
def every_decision_is_listed(page: Page) -> Complaints:
    """Every decision is listed under its topic, in folds that are closed."""
    words, at = decision_words(page.game, page.language), f"/rules/{page.game.key}/decisions"
    folds = page.screen.root.all("div", css="book")[0].all("details")
    yield from differs("open folds", [f for f in folds if "open" in f.attrs], [])
    topics = [fold.all("summary")[0].text.rpartition(" ")[0] for fold in folds]
    yield from differs("topics", topics, list(words.topics.values()))
    listed = {a.text: a.attrs["href"] for fold in folds for a in fold.all("a")}
    every = decisions_of(page.game)
    expected = {f"{e.name} {words.of(e).title}": f"{at}/{e.number}" for e in every}
    yield from differs("the list", listed, expected)


@law("decisions", where="templates/rulebook")
def the_list_of_decisions_is_light(page: Page) -> Complaints:
    """The list and its styles weigh 8,000 bytes at most."""
    if (bytes := weight(page)) > LIGHT:
        yield f"it weighs {bytes} bytes"


@law("decision", where=WORDS)
def it_tells_the_decision(page: Page) -> Complaints:
    """A decision's page has its name and title, the quarrel, the reason and its rule."""
    decision, screen, book = page.subject, page.screen, page.book
    text = decision_words(page.game, page.language).of(decision)
    yield from differs("the status", screen.status, 200)
    yield from differs("the heading", screen.heading, f"{decision.name} {text.title}")
    yield from lacks("it", screen.text, text.quarrel, text.why)
    rule = book.rule(decision.example.rule)
    url = screen.links[f"{book.title} {rule.number} {rule.title}"]
    if not url.endswith(f"/{rule.id}"):
        yield f"its rule leads to {url}"


@law("decision", where=CASES)
def it_says_the_verdict(page: Page) -> Complaints:
    """The verdict stands large; only a result without a verdict may lack it."""
    expect = page.subject.example.case["expect"]
    shown = [p.text for p in page.screen.root.all("p", css="word")]
    if shown or expect.get("verdict") in ("offence", "undecidable"):
        yield from differs("the verdict", shown, [page.phone.say(word_of(expect))])


@law("decision", where=CASES)
def its_question_says_the_verdict(page: Page) -> Complaints:
    """The question is filled in, and says at once what was decided.

    What was left empty on purpose, a form takes for what is still to come.
    """
    case = page.subject.example.case
    if page.further and all(value not in ([], {}) for value in case["given"].values()):
        button = page.further[0].root.all("button", css="main")[0]
        yield from lacks(
            "the button", button.attrs["class"].split(), f"verdict-{case['expect']['verdict']}"
        )


@law("decision", where="scorekeeper/web/rulebook/links.py")
def it_leads_to_its_neighbours(page: Page) -> Complaints:
    """One leads from the first decision to the last; numbers that are gone are passed over."""
    at, numbers = f"/rules/{page.game.key}/decisions", [e.number for e in decisions_of(page.game)]
    here = numbers.index(page.subject.number)
    expected = {"prev": f"{at}/{numbers[here - 1]}"} if here else {}
    if here + 1 < len(numbers):
        expected["next"] = f"{at}/{numbers[here + 1]}"
    ways = page.screen.root.all("a")
    near = {a.attrs["rel"]: a.attrs["href"] for a in ways if "rel" in a.attrs}
    yield from differs("its neighbours", near, expected)
