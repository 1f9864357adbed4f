"""A page that was fetched, the laws about pages, and what of a page breaks which of them."""

from collections.abc import Callable, Container, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from flask import Flask
from werkzeug.test import TestResponse

from scorekeeper.core.game import AnyGame
from scorekeeper.rulebook import Rulebook, open_rulebook
from tests.web.phone import Phone
from tests.web.screen import Screen

Complaints = Iterator[str]


@dataclass(frozen=True)
class Page:
    """A page as its laws see it.

    `kind` is what sort of page it is, `subject` what it is about (a rule, a decision …), `further`
    are pages that it led to, `typed` the words on it that people typed
    (nothing: those of the game's evenings), and `wrong` is what the phone complained about.
    """

    kind: str
    game: AnyGame
    phone: Phone
    screen: Screen
    subject: Any = None
    further: tuple[Screen, ...] = ()
    typed: str = ""
    wrong: tuple[str, ...] = ()

    @property
    def language(self) -> str:
        return self.phone.language

    @property
    def book(self) -> Rulebook:
        """The words of the page's game in its language."""
        return open_rulebook(self.game.folder, self.language)

    @property
    def screens(self) -> tuple[Screen, ...]:
        return (self.screen, *self.further)

    def say(self, message: str, **facts: Any) -> str:
        """A message of the app, with its spaces as a page shows them."""
        return " ".join(self.phone.say(message, **facts).split())


@dataclass(frozen=True)
class Law:
    """What holds for pages of some kind: `broken_by` yields what is wrong with one of them.

    `where` says what to write to mend it: a file, with {game} and {language} in their places.
    """

    kind: str
    where: str
    broken_by: Callable[[Page], Complaints]

    @property
    def name(self) -> str:
        return self.broken_by.__name__

    def complaints(self, page: Page) -> list[str]:
        """What is wrong with a page; a part that it lacks altogether counts, too."""
        try:
            return list(self.broken_by(page))
        except Exception as error:
            return [f"{type(error).__name__}: {error}"]


class Crawler(Phone):
    """A phone that fetches pages; what is wrong with an answer it keeps for the laws."""

    def __init__(self, app: Flask, language: str) -> None:
        super().__init__(app, language)
        self.wrong: list[str] = []

    def _check(self, answer: TestResponse) -> None:
        try:
            super()._check(answer)
        except AssertionError as error:
            self.wrong.append(f"{answer.request.path}: {error}")

    def page(
        self,
        kind: str,
        game: AnyGame,
        url: str,
        subject: Any = None,
        lead_on: Callable[["Crawler", Screen], Iterable[Screen]] | None = None,
    ) -> Page:
        """Fetches a page; `lead_on` fetches those that belong to it."""
        screen = self.get(url)
        further = tuple(lead_on(self, screen)) if lead_on else ()
        return self.seen(kind, game, screen, subject, further)

    def seen(
        self,
        kind: str,
        game: AnyGame,
        screen: Screen,
        subject: Any = None,
        further: tuple[Screen, ...] = (),
        typed: str = "",
    ) -> Page:
        """A page that was just fetched, with all that was wrong with the answers since the last."""
        wrong, self.wrong = tuple(self.wrong), []
        return Page(kind, game, self, screen, subject, further, typed, wrong)


EVERY = "every"
"""The kind of laws that hold for pages of any kind."""
LAWS: list[Law] = []
"""All laws, as `law` has found them."""


def law(kind: str, where: str) -> Callable[[Callable[[Page], Complaints]], Law]:
    """Makes a function a law about a kind of page."""

    def made(broken_by: Callable[[Page], Complaints]) -> Law:
        LAWS.append(Law(kind, where, broken_by))
        return LAWS[-1]

    return made


def broken(pages: Iterable[Page]) -> list[str]:
    """Every law that a page breaks: its name, the address, what is wrong and what to mend where."""
    found, count = [], 0
    for page in pages:
        count += 1
        for each in LAWS:
            if each.kind in (EVERY, page.kind):
                found += [told(each, page, complaint) for complaint in each.complaints(page)]
    assert count, "no page was looked at"
    return found


def told(broken_law: Law, page: Page, complaint: str) -> str:
    where = broken_law.where.format(game=page.game.key, language=page.language)
    doc = " ".join((broken_law.broken_by.__doc__ or "").split())
    at = f"{page.screen.url} [{page.language}]"
    return f"{at}: {broken_law.name}: {complaint}\n    ({doc} See {where}.)"


def differs(what: str, found: object, expected: object) -> Complaints:
    """Complains if something is not what it should be."""
    if found != expected:
        yield f"{what} is {found!r}, not {expected!r}"


def lacks(what: str, told: Container[str], *parts: str) -> Complaints:
    """Complains about each part that does not stand in a text or among some."""
    yield from (f"{what} does not say {part!r}" for part in parts if part not in told)
