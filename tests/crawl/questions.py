"""The pages of the referee: each question, at a table and without one, and each listed offence."""

from collections.abc import Iterator

from scorekeeper.core.game import AnyGame
from scorekeeper.referee.question import objects_in
from scorekeeper.referee.rule_table import admissible
from scorekeeper.web.referee.search import LISTED
from tests.crawl.laws import Complaints, Crawler, Page, differs, lacks, law
from tests.web.asking import Asking
from tests.web.screen import Screen
from tests.web.table import start

BOOK = "scorekeeper/games/{game}/rulebook/{language}.toml"


def question_pages(phone: Crawler, game: AnyGame) -> Iterator[Page]:
    """The referee of a game in the language of a phone: with what a bare question is answered."""
    table = start(phone, game=game.key).url
    for url in (f"/referee/{game.key}", f"{table}/disputes"):
        for dispute in game.disputes:
            at = f"{url}/{dispute.kind}"
            yield phone.page("question", game, at, dispute.kind, judged)
    offences = phone.page("offences", game, f"/referee/{game.key}")
    yield offences
    for link in offences_on(offences.screen):
        yield phone.page("offence", game, link)


def judged(phone: Crawler, screen: Screen) -> Iterator[Screen]:
    """What is answered if nothing is told."""
    phone.screen = screen
    yield Asking(phone).judge()


def offences_on(screen: Screen) -> dict[str, str]:
    """The offences that a page lists: address → text."""
    links = [a for a in screen.root.all("a") if "/offences/" in a.attrs["href"]]
    return {a.attrs["href"]: a.text for a in links}


def offences_of(page: Page) -> dict[str, str]:
    """The offences that a table with the usual rules can commit: id → words, as in the book."""
    game = page.game
    played = {rule.id for rule in admissible(game.rules, game.house())}
    return {id: label for id, label in page.book.data["offences"].items() if id in played}


@law("question", where=BOOK)
def a_question_opens(page: Page) -> Complaints:
    """Every question opens under its name and asks for something by its label, of an entry within
    it by the label of the sheet.
    """
    screen, book, kind = page.screen, page.book, page.subject
    yield from differs("the status", screen.status, 200)
    yield from differs("the heading", screen.heading, book.label("kinds", kind, "name"))
    entries = [getattr(cls, "type", "") for cls in objects_in(page.game.kinds[kind]).values()]
    sections = [book.data["asked"][kind], *(book.data["fields"][entry] for entry in entries)]
    labels = [label["label"] for section in sections for label in section.values()]
    if not any(label in screen.text for label in labels):
        yield f"it asks for none of {labels}"


@law("question", where="scorekeeper/web/referee")
def a_bare_question_is_answered(page: Page) -> Complaints:
    """Who tells nothing gets a verdict, or is told what is missing."""
    (answer,) = page.further
    if answer.status not in (200, 422):
        yield f"the answer is {answer.status}"


@law("offences", where=BOOK)
def every_offence_is_listed(page: Page) -> Complaints:
    """The most frequent offences come first, in the order of the book, and all others by topic."""
    listed, of_book = list(offences_on(page.screen).values()), list(offences_of(page).values())
    yield from differs("the most frequent", listed[:LISTED], of_book[:LISTED])
    yield from differs("the list", sorted(listed), sorted(of_book))


@law("offence", where=BOOK)
def an_offence_is_judged(page: Page) -> Complaints:
    """A listed offence leads to its verdict."""
    id = page.screen.url.partition("?")[0].rpartition("/offences/")[2]
    told = page.screen.root.all("div", css="told")[0].all("p")[0].text
    yield from differs("the status", page.screen.status, 200)
    yield from lacks("it", page.screen.text, page.phone.say("NOT ALLOWED"))
    yield from differs("the sentence", told, offences_of(page)[id])
