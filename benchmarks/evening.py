"""An evening of Černá kočka that never ends: an app in a folder of its own, and a phone in it."""

import re
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import count, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from uuid import uuid4

from flask import Flask

from benchmarks.ratio import Environ, get, post
from scorekeeper import create_app
from scorekeeper.core.house_rules import dump_house
from scorekeeper.core.schema import Seat, dump
from scorekeeper.core.sheet import dump_entry
from scorekeeper.games.kocka import GAME
from scorekeeper.games.kocka.entries import POINTS, SEATS, Round
from scorekeeper.games.kocka.house_rules import HouseRules
from scorekeeper.ledger import Event, now
from scorekeeper.web.http.access import token_of
from scorekeeper.web.http.identifiers import codes_for

NAMES = ("Anežka", "Bohouš", "Cecílie", "Dušan")
HOUSE = HouseRules(dokladacka="off")
SAVE_KEY = "3f9c2a61-5b7e-4d08-9a14-c2e6f0b8d713"
"""An idempotency key for what is not written twice anyway."""
ON_DISK = "/var/tmp"
"""Unlike /tmp this is never in memory, where a durable write would cost nothing."""


@contextmanager
def folder() -> Iterator[Path]:
    """A folder on a disk, for as long as it is needed."""
    with TemporaryDirectory(prefix="scorekeeper-", dir=ON_DISK) as name:
        yield Path(name)


@contextmanager
def scorekeeper() -> Iterator[Flask]:
    """The app on a new ledger, without limits on how much one phone may ask."""
    with folder() as instance:
        app = create_app(instance, {"RATELIMIT_ENABLED": False})
        with closing(app.extensions["matches"].ledger):
            yield app


class Table:
    """A match and the phone that writes it; of `durch_every` rounds one is a durch.

    A round adds 28 points and a durch takes 31: with one in three the evening is a long one, with
    one in two it goes on for ever.
    """

    def __init__(self, app: Flask, rounds: int, durch_every: int = 2) -> None:
        self.app = app
        self._to_come = rounds_of(durch_every)
        with app.app_context():
            self.code = next(codes_for(str(uuid4())))
            join = f"/m/{self.code}/in/{token_of(self.code, 'scorer')}"
        played = list(islice(self._to_come, rounds))
        app.extensions["matches"].ledger.restore(events(self.code, played))
        self.seen = rounds + 1
        self.cookie, self.csrf = opened(app, join)

    def page(self, path: str) -> Environ:
        """The request for a page."""
        return get(path.format(code=self.code), self.cookie)

    def save(self) -> Environ:
        """The form that records the next round; to be sent before the one after it is made."""
        form = {
            "csrf_token": self.csrf,
            "type": "round",
            "seen": str(self.seen),
            "key": str(uuid4()),
            **_fields(next(self._to_come)),
        }
        self.seen += 1
        return post(f"/m/{self.code}/entries", form, self.cookie)


def rounds_of(durch_every: int) -> Iterator[Round]:
    """Rounds without end; the cards and the durches go round the table."""
    for n in count():
        done = n // durch_every
        if n % durch_every == durch_every - 1:
            yield Round(durch=Seat(done % SEATS))
        else:
            yield Round(
                cards={card: Seat((at + n - done) % SEATS) for at, card in enumerate(POINTS)}
            )


def events(code: str, played: list[Round]) -> list[Event]:
    """What the ledger holds of a match with these rounds."""
    opened = {"game": GAME.key, "names": NAMES, "dealer": 3, "house": dump_house(HOUSE)}
    told = [Event(code, 1, "opened", opened, str(uuid4()), now())]
    standing = GAME.start(SEATS, 3, HOUSE)
    for entry in played:
        if refusal := GAME.check(entry, standing, HOUSE):
            raise RuntimeError(f"round {len(told)} is refused: {refusal.id}")
        lines = GAME.score(entry, standing, HOUSE)
        standing = GAME.after(standing, entry, lines, HOUSE)
        body = {"entry": dump_entry(entry), "lines": [dump(line) for line in lines]}
        told.append(Event(code, len(told) + 1, "recorded", body, str(uuid4()), now()))
    return told


def opened(app: Flask, join: str) -> tuple[str, str]:
    """The cookie and the CSRF token of a phone that opened a link and then the sheet."""
    with app.test_client() as client:
        sheet = client.get(join, follow_redirects=True).get_data(as_text=True)
        name = app.config["SESSION_COOKIE_NAME"]
        cookie = client.get_cookie(name)
        if cookie is None:
            raise RuntimeError(f"{join} gave no cookie")
        return f"{name}={cookie.value}", _token_on(sheet)


def _token_on(page: str) -> str:
    found = re.search('"X-CSRFToken": "([^"]+)"', page)
    if found is None:
        raise RuntimeError("the sheet has no token")
    return found[1]


def _fields(entry: Round) -> dict[str, str]:
    """A round as the form by cards sends it; what is not chosen goes along empty."""
    owners = {str(card): str(seat) for card, seat in (entry.cards or {}).items()}
    return {
        "by": "cards",
        "brush": "0",
        **{f"cards-{card}": owners.get(str(card), "") for card in POINTS},
        "rest": "",
        "durch": "" if entry.durch is None else str(entry.durch),
        "durch_caught": "",
    }
