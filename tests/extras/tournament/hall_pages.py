"""A tournament under test: the organiser's phone, and the quick ways through a round."""

from dataclasses import dataclass
from uuid import uuid4

from scorekeeper.extras.tournament import Round, Tournament
from scorekeeper.extras.tournament.events import Claimed
from scorekeeper.extras.tournament.pages.access import tournaments
from tests.web.phone import Phone
from tests.web.screen import Screen
from tests.web.table import Table


@dataclass(frozen=True)
class TournamentClient:
    """A tournament, with the phone that organises it."""

    phone: Phone
    code: str

    @property
    def url(self) -> str:
        return f"/t/{self.code}"

    @property
    def now(self) -> Tournament:
        with self.phone.app.app_context():
            return tournaments().get(self.code)

    @property
    def round(self) -> Round:
        round_ = self.now.round
        assert round_
        return round_

    def open(self, path: str = "") -> Screen:
        return self.phone.get(self.url + path)

    def enter(self, *names: str) -> Screen:
        self.open("/players")
        return self.phone.submit(press=self.phone.say("Register players"), names="\n".join(names))

    def draw(self) -> Screen:
        self.shuffle()
        number = len(self.now.rounds) + 1
        return self.phone.submit(press=self.phone.say("Begin round %(n)d", n=number))

    def shuffle(self) -> Screen:
        """Shows the seats of the next round."""
        self.open()
        return self.phone.submit(f"{self.url}/shuffle")

    def type(self, table: int, *balances: str) -> Screen:
        """Types the result of a table (from 1) of this round."""
        self.open(f"/rounds/{len(self.now.rounds)}/{table}")
        fields = {f"balance-{seat}": text for seat, text in enumerate(balances)}
        return self.phone.submit(f"{self.url}/rounds/{len(self.now.rounds)}/{table}", **fields)

    def link(self, path: str, number: int = 0) -> str:
        """The address of a link that gives a role, as a page shows it."""
        shown = self.open(path).root.all("a")
        urls = [a.attrs["href"] for a in shown if "/in/" in a.attrs["href"]]
        return urls[number]

    @property
    def side(self) -> str:
        """The link with which the sides of the first table enter its result."""
        shown = self.open("/rounds/1/1").root.all("a")
        return next(a.attrs["href"] for a in shown if "/side/" in a.attrs["href"])

    def say(self, seat: int, *balances: int) -> None:
        """Lets another phone enter the result of the first table for who sits on a seat."""
        claimed = Claimed(1, 0, seat, f"phone {seat}", balances)
        with self.phone.app.app_context():
            tournaments().claim(self.now, claimed, self.now.version, str(uuid4()))

    def table(self, number: int, phone: Phone | None = None) -> Table:
        """The match of a table (from 1) of this round; on another phone that scans its link."""
        code = self.round.tables[number - 1].code
        url = self.link(f"/rounds/{self.round.number}/{number}")
        (phone or self.phone).get(url)
        return Table(phone or self.phone, code)


def open_hall(phone: Phone, game: str = "taroky", **fields: str) -> TournamentClient:
    """Opens a tournament."""
    phone.get(f"/t/new/{game}")
    screen = phone.submit("form", **{"name": "Open", "key": str(uuid4()), **fields})
    assert screen.status == 200, screen.text
    return TournamentClient(phone, screen.url.removeprefix("/t/"))


def names(players: int) -> list[str]:
    return [f"Hráč {n}" for n in range(1, players + 1)]
