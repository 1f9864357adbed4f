"""A match under test, and the quick ways to bring it where a test wants it."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

from scorekeeper.core.sheet import Entry
from scorekeeper.games.kocka.entries import Round
from scorekeeper.match import Match
from scorekeeper.match.actions import Matches
from scorekeeper.rulebook import Rulebook, open_rulebook
from scorekeeper.web.http import access
from tests.web.phone import Phone
from tests.web.screen import Screen

KEY = "3f9c2a61-5b7e-4d08-9a14-c2e6f0b8d713"
"""An idempotency key, as phones make them."""
NAMES = ("Petr", "Jana", "Karel", "Eva")


@dataclass(frozen=True)
class Table:
    """A match, with the phone that keeps its score."""

    phone: Phone
    code: str

    @property
    def url(self) -> str:
        return f"/m/{self.code}"

    @property
    def matches(self) -> Matches:
        matches: Matches = self.phone.app.extensions["matches"]
        return matches

    @property
    def match(self) -> Match:
        return self.matches.get(self.code)

    @property
    def book(self) -> Rulebook:
        return open_rulebook(self.match.game.folder, self.phone.language)

    @property
    def totals(self) -> tuple[int, ...]:
        return self.match.standing.totals

    def open(self, path: str = "") -> Screen:
        """Opens the sheet, or a page below it, on the scorer's phone."""
        return self.phone.get(self.url + path)

    def fill(self, path: str, form: str = "", press: str = "", **changes: Any) -> Screen:
        """Opens a page below the sheet, fills in a form of it, and presses a button."""
        return self.phone.fill(self.url + path, form, press, **changes)

    def told(self, section: str, id: str, **facts: Any) -> str:
        """A sentence of the game's book with the players of this match."""
        return self.book.say(section, id, facts, self.match.names)

    def do(self, verb: str, *arguments: Any, key: str = "") -> Match:
        """Lets a verb of matches act on this one as it is now, without the web."""
        match, act = self.match, getattr(self.matches, verb)
        done: Match = act(match, *arguments, match.version, key or str(uuid4()))
        return done

    def record(self, *entries: Entry) -> None:
        """Writes entries without the web."""
        for entry in entries:
            self.do("record", entry)

    def write(self, **entry: Any) -> None:
        """Writes an entry, told as in JSON, without the web."""
        match = self.match
        self.record(match.game.read_entry(entry, len(match.names), match.house))

    def rounds(self, *points: tuple[int, int, int, int]) -> None:
        """Writes rounds without the web: points per seat."""
        self.record(*(Round(points=round) for round in points))

    def object_to(self, seq: int, person: int, note: str = "") -> None:
        """Lets a person object to a row without the web, on a phone of his own."""
        from scorekeeper.extras.seats.consent import Confirmed, Objected, answer

        match, version = self.match, self.match.row(seq).versions[-1]
        said = Confirmed(event=seq, version=version, person=person, phone=f"phone-{person}")
        objected = Objected(**vars(said), note=note)
        answer(self.matches, match, objected, str(uuid4()))

    def by_link(self, role: str) -> Phone:
        """Another phone, which has opened the link of a role."""
        phone = Phone(self.phone.app, self.phone.language)
        assert phone.get(self.link(role)).status == 200
        return phone

    def seat(self, person: int) -> Phone:
        """Another phone, which has opened the link of a person's seat."""
        phone = Phone(self.phone.app, self.phone.language)
        phone.get(self.seat_link(person))
        return phone

    def seat_link(self, person: int) -> str:
        """The path that makes a phone that of a person's seat."""
        with self.phone.app.test_request_context():
            url = access.seat_link(self.match, person)
        return urlsplit(url)._replace(scheme="", netloc="").geturl()

    def link(self, role: str) -> str:
        with self.phone.app.test_request_context():
            return access.link(self.match, role)


def people(*names: str) -> dict[str, str]:
    return {f"player-{seat}": name for seat, name in enumerate(names)}


def start(phone: Phone, names: tuple[str, ...] = NAMES, game: str = "kocka", **more: Any) -> Table:
    """Opens a match; `more` are the dealer, house rules and the key."""
    fields = {
        "dealer": "3",
        "seats": str(len(names)),
        "key": str(uuid4()),
        **people(*names),
        **more,
    }
    screen = phone.post(f"/new/{game}", fields)
    assert screen.status == 200, screen.text
    return Table(phone, screen.url.removeprefix("/m/"))
