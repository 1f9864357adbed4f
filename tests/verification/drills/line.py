"""A phone on a real line to a real server, with a match of its own; and the ledger behind it."""

import re
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlencode
from uuid import uuid4

from scorekeeper.ledger import Event, open_ledger
from tests.browser.server import CONFIG, Server
from tests.postgres import Cluster

NAMES = {f"player-{seat}": name for seat, name in enumerate(("Petr", "Jana", "Karel", "Eva"))}
TOKEN = re.compile(r'name="csrf_token" value="([^"]+)"')
PATIENCE = 30


@contextmanager
def served(cluster: Cluster | None = None) -> Iterator[Server]:
    """The real server on a new instance folder, without limits on how often phones ask; its ledger
    lies in a new database of the cluster, if there is one.
    """
    # On a disk: in memory a durable write would cost nothing, and prove as much.
    with TemporaryDirectory(prefix="scorekeeper-", dir="/var/tmp") as name:
        ledger = cluster.database() if cluster else f"sqlite:///{name}/scorekeeper.db"
        config = f"{CONFIG}RATELIMIT_ENABLED = False\n"
        with Server(Path(name), config=config, ledger=ledger) as server:
            yield server


def events(server: Server, code: str) -> list[Event]:
    """What the ledger of a server holds of a match."""
    with closing(open_ledger(server.ledger)) as ledger:
        return ledger.read(code)


@dataclass
class Line:
    """A phone that opened a match of Černá kočka, and saves one round after another.

    `keys` are those of the saves that were acknowledged; `pending` is one that was not, yet.
    """

    server: Server
    cookie: str = ""
    token: str = ""
    code: str = ""
    keys: list[str] = field(default_factory=list)
    pending: str = ""
    language: str = "cs"

    def open_match(self) -> None:
        """Opens the match; the phone is its scorer from now on."""
        page = self.ask("GET", "/new/kocka")[1]
        (self.token, *_more) = TOKEN.findall(page)
        house = {"dokladacka": "off", "dealer": "3", "seats": "4", "key": str(uuid4())}
        status, location = self.ask("POST", "/new/kocka", {**NAMES, **house})
        assert status == 303, status
        self.code = location.removeprefix("/m/")

    def save(self) -> int:
        """Sends a round, the pending one if there is one; gives the status."""
        self.pending = self.pending or str(uuid4())
        status, _location = self.ask("POST", f"/m/{self.code}/entries", self.fields)
        if status == 303:
            self.acknowledge()
        return status

    def acknowledge(self) -> None:
        """Takes the pending save as written."""
        self.keys.append(self.pending)
        self.pending = ""

    @property
    def fields(self) -> dict[str, str]:
        """What the form of the pending round sends; the token comes last, as on the page."""
        seen = str(len(self.keys) + 1)
        return {"type": "round", "durch": "1", "seen": seen, "key": self.pending}

    def ask(self, method: str, path: str, fields: dict[str, str] | None = None) -> tuple[int, str]:
        """Status, and the text of the page or the address that it leads to."""
        phone = HTTPConnection("127.0.0.1", self.server.port, timeout=PATIENCE)
        with closing(phone):
            headers = {"Cookie": self.cookie, "Content-Type": "application/x-www-form-urlencoded"}
            headers["Accept-Language"] = self.language
            body = urlencode({**fields, "csrf_token": self.token}) if fields else None
            phone.request(method, path, body, headers)
            with phone.getresponse() as answer:
                text = answer.read().decode()
                if cookie := answer.headers.get("Set-Cookie"):
                    self.cookie = cookie.partition(";")[0]
                return answer.status, answer.headers.get("Location") or text

    def faults(self) -> list[str]:
        """What differs between what was acknowledged and what the ledger holds."""
        return self.faults_of([event.key for event in events(self.server, self.code)[1:]])

    def faults_of(self, found: list[str]) -> list[str]:
        """What differs between what was acknowledged and the keys that a ledger holds, in order."""
        lost = [f"{self.code}: lost {key}" for key in self.keys if key not in found]
        twice = [f"{self.code}: twice {key}" for key in set(found) if found.count(key) > 1]
        other = [] if found == self.keys else [f"{self.code}: not the acknowledged saves in order"]
        return [*lost, *twice, *other]
