"""Everybody who may stand before the app with a phone, and an address for each rule of it.

A world is made once: a group with a match in which much has happened, and a tournament of an
older version. A role is a phone's cookie with what the server keeps for it, changed by no
answer: so every phone stays what it is, whatever it asks for.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

from flask import Flask
from werkzeug.datastructures import Headers
from werkzeug.test import TestResponse

from scorekeeper.extras.pocket.pages.pack import manifest
from scorekeeper.ledger import Cursor
from scorekeeper.maintenance.instance import allow_copy
from scorekeeper.web import create_app
from tests.conftest import SETTINGS
from tests.extras.group.phones import deck_pages, evening_ways, found, round_ways, start
from tests.old_tournament import bring, link_of
from tests.web.asking import Asking, ruled
from tests.web.phone import Phone
from tests.web.screen import Screen
from tests.web.table import KEY, Table

EVA, JANA = 3, 1
PARCELS = {"/pocket/send", "/pocket/follow"}
"""What takes JSON instead of a form."""
REFUSED = {403, 404}
USUAL: Mapping[str, Any] = MappingProxyType(
    {
        "seq": 2,
        "person": EVA,
        "key": KEY,
        "game": "kocka",
        "kind": "play",
        "type": "round",
        "rule": "kocka.follow",
        "id": "kocka.follow",
        "number": 1,
        "lang": "cs",
        "names": "app.css",
        "member": 0,
        "night": "2026-01-02",
        "year": 2026,
        "first": 1,
        "name": "none",
        **dict.fromkeys(("code", "match", "verdict", "token", "text"), "x"),
        "filename": "icon.svg",
    }
)
"""What is right for an argument of this name nearly everywhere, in any world."""
LOST = ("lost scorer", "lost watcher", "lost seat", "lost group", "lost group scorer")
"""Who has held a role and lost it, since its link was renewed: he is a stranger."""


def declared(table: Path) -> dict[str, frozenset[str]]:
    """What a table of access says: a request, as "GET /m/<code>", and the roles that it lets in."""
    said: dict[str, frozenset[str]] = {}
    roles: frozenset[str] = frozenset()
    for line in filter(None, table.read_text("utf-8").splitlines()):
        if line.startswith("= "):
            roles = frozenset(line[2:].partition(" = ")[0].split(", "))
        elif not line.startswith("#"):
            methods, path = line.split()
            said |= {f"{method} {path}": roles for method in methods.split(",")}
    return said


@dataclass(frozen=True)
class Role:
    """A phone as it stands before the app: its cookie, and the token of its forms."""

    cookie: str
    token: str


@dataclass(frozen=True)
class Ask:
    """A request: its method, its rule as the table names it, and an address that is right."""

    method: str
    path: str
    url: str

    @property
    def line(self) -> str:
        return f"{self.method} {self.path}"


def asks_of(
    app: Flask, arguments: Callable[[str], Mapping[str, Any]], below: str = ""
) -> Iterator[Ask]:
    """Every rule of an app, or `below` one, with each of its methods, at the `arguments` that are
    right for it, or else usual.
    """
    to = app.url_map.bind("localhost")
    rules = (rule for rule in app.url_map.iter_rules() if rule.rule.startswith(below))
    for rule in sorted(rules, key=lambda rule: rule.rule):
        known = {**USUAL, **arguments(rule.rule)}
        values = {name: known[name] for name in rule.arguments}
        for method in sorted({"GET", "POST"} & (rule.methods or set())):
            yield Ask(method, rule.rule, to.build(rule.endpoint, values, method=method))


def forget_phones(app: Flask) -> None:
    """Lets the server know no phone any more."""
    app.extensions["matches"].ledger.phones._writing(lambda do: do("delete from phones", ()))


class World:
    """What there is, who is there, and how each rule of the app is asked about it."""

    def __init__(self, app: Flask) -> None:
        self.app, self.owner = app, Phone(app, "en")
        self.client = app.test_client(use_cookies=False)
        self.ledger = app.extensions["matches"].ledger
        self.group = found(self.owner)
        self.table = Table(self.owner, start(self.owner, self.group))
        self.table.rounds((28, 0, 0, 0), (25, 3, 0, 0))
        bring(app)
        phones = self._phones()
        self._play()
        self.roles = {name: _role(phone) for name, phone in phones.items()}
        self.known = self.ledger.phones.all()
        """What each of these phones may do, as the server keeps it."""
        self.forms: dict[str, dict[str, Any]] = {}
        """What each form sends, by where it is sent, as its page shows it to who is let in."""
        with app.app_context():
            built = manifest()
        self.part = built.parts[0].file if built else ""
        """The name of a part of the pack; of none where no pack was built."""
        self._place: Cursor = self.ledger.news().place

    def ask(
        self,
        ask: Ask,
        name: str,
        fields: Mapping[str, Any] = MappingProxyType({}),
        token: bool = True,
    ) -> TestResponse:
        """What a role is answered; a form is sent with the token of its phone, or with none."""
        role = self.roles[name]
        headers = {"Cookie": role.cookie, "Accept-Language": "en", "Sec-Fetch-Site": "same-origin"}
        headers |= {"X-CSRFToken": role.token} if token else {}
        body: dict[str, Any] = {"json": {}} if ask.path in PARCELS else {"data": dict(fields)}
        sent = body if ask.method == "POST" else {}
        url = self.copy_url() if ask.path == "/backup/<token>" else ask.url
        # What never ends is only begun: a stream of news is no page.
        with self.client.open(url, method=ask.method, headers=headers, **sent) as answer:
            self._let_phones_stay()
            return answer

    def _let_phones_stay(self) -> None:
        """What an answer granted to a phone, or took from it, is as it was."""
        now, before = self.ledger.phones.all(), self.known
        if [each[:2] for each in now] != [each[:2] for each in before]:
            forget_phones(self.app)
            self.ledger.phones.take_over(before)

    def copy_url(self) -> str:
        """An address that is good once."""
        return f"/backup/{allow_copy(Path(self.app.instance_path), with_secret=False)}"

    def keep_forms(self, answer: TestResponse) -> None:
        html = answer.text if answer.mimetype == "text/html" else ""
        for form in Screen("", 200, Headers(), html).forms if "<form" in html else ():
            sent = {name: form.fields.getlist(name) for name in form.fields}
            sent.pop("csrf_token", None)
            self.forms.setdefault(form.action, sent)

    def whole(self, ask: Ask) -> dict[str, Any]:
        """What would be written if it were let in: the form as its page shows it."""
        return self.forms.get(ask.url) or {**self.little, "seen": "1", "key": str(uuid4())}

    @cached_property
    def little(self) -> dict[str, Any]:
        """What is let in and writes nothing, for want of a key."""
        return {"type": "round", "person": str(EVA), "group": self.group[3:]}

    def written(self) -> Mapping[str, int]:
        """What was written since this was asked last: the newest event of each stream."""
        news = self.ledger.news(self._place)
        self._place = news.place
        return news.newest

    def _phones(self) -> dict[str, Phone]:
        stranger = Phone(self.app, "en")
        start(stranger, found(stranger))
        lost = self._lost()
        return {
            "nobody": Phone(self.app, "en"),
            "stranger": stranger,
            **dict(zip(LOST, lost, strict=True)),
            "watcher": self._with(self.table.link("watcher")),
            "seat": self.table.seat(EVA),
            "scorer": self._with(self.table.link("scorer")),
            "group watcher": self._with(self._link(f"{self.group}/share")),
            "group scorer": self._with(self._link(f"{self.group}/share", number=1)),
            "onlooker": self._with(link_of(self.app, "watcher")),
            "entrant": self._with(link_of(self.app, "entry")),
            "organiser": self._with(link_of(self.app, "organiser")),
            "owner": self.owner,
        }

    def _lost(self) -> list[Phone]:
        """Phones whose links are renewed; those of the group have opened its match, too."""
        of_match = [self._with(self.table.link(role)) for role in ("scorer", "watcher")]
        of_group = [self._with(self._link(f"{self.group}/share", number=n)) for n in (0, 1)]
        lost = [*of_match, self.table.seat(JANA), *of_group]
        for phone in of_group:
            assert phone.get(f"{self.group}/m/{self.table.code}").status == 200
        for url in (self.group, self.table.url):
            assert self.owner.fill(f"{url}/share", f"{url}/links").url == f"{url}/share"
        return lost

    def _link(self, page: str, way: str = "/in/", number: int = 0) -> str:
        """The address of a link that a page shows to the owner."""
        shown = [a.attrs.get("href", "") for a in self.owner.get(page).root.all("a")]
        return [url for url in shown if url.startswith("http") and way in url][number]

    def _with(self, link: str) -> Phone:
        phone = Phone(self.app, "en")
        assert phone.get(link).status == 200, link
        return phone

    def _play(self) -> None:
        """Lets happen what addresses are about: an evening with accounts, a pack with a card, a
        verdict and a ruling on it, and a row that somebody objects to.
        """
        owner, table = self.owner, self.table
        self.night = evening_ways(owner, self.group)[0][-10:]
        self.card = deck_pages(owner, self.group)[1].rpartition("/")[2]
        self.first = int(round_ways(owner, self.group)[1].rpartition("/")[2])
        self.verdict = Asking(owner, "kocka", table.url).ask("play", "KD", "QS", "7D").url[-16:]
        ruled(owner.screen, owner, "Save the agreement", note="dohoda")
        table.object_to(3, EVA, "6")

    def asks(self) -> Iterator[Ask]:
        """Every rule of the app with each of its methods."""
        return asks_of(self.app, lambda path: {**self._arguments, **self._arguments_of(path)})

    @cached_property
    def _arguments(self) -> Mapping[str, Any]:
        """What is right for an argument of this name nearly everywhere."""
        match = self.table.match
        of_match = {"code": match.code, "match": match.code, "seq": match.rows[0].seq}
        of_group = {"member": 0, "night": self.night, "year": int(self.night[:4])}
        of_group["first"] = self.first
        of_book = {"text": match.named_house.dump(), "verdict": self.verdict}
        return {**of_match, **of_group, **of_book, "name": self.part or "none"}

    def _arguments_of(self, path: str) -> Mapping[str, Any]:
        """What is right for a rule, and for hardly any other."""
        rooms = {"/c/": {"code": self.group[3:]}, "/t/": {"code": "OPEN"}}
        return {**rooms.get(path[:3], {}), **self._own_arguments.get(path, {})}

    @cached_property
    def _own_arguments(self) -> Mapping[str, Mapping[str, Any]]:
        return {
            "/c/<code>/deck/cards/<int:seq>": {"seq": self.card},
            "/c/<code>/taken-back/<int:seq>": {"seq": self._payment()},
            "/m/<code>/rulings/<int:seq>": {"seq": self.table.match.rulings[-1].seq},
            "/m/<code>/ask/<kind>": {"kind": "dokladacka"},
            "/referee/<game>/ask/<kind>": {"kind": "dokladacka"},
            **{path: {"token": token} for path, token in self._tokens()},
        }

    def _payment(self) -> int:
        events = self.ledger.read(self.group[3:])
        return next(event.seq for event in events if event.kind == "paid")

    def _tokens(self) -> Iterator[tuple[str, str]]:
        """The token of each link, as a page shows it."""
        group = self.group
        links = {
            "/m/<code>/in/<token>": self.table.link("watcher"),
            "/m/<code>/seat/<int:person>/<token>": self._link(
                f"{self.table.url}/seats?of={EVA}", "/seat/"
            ),
            "/c/<code>/in/<token>": self._link(f"{group}/share"),
            "/t/<code>/in/<token>": link_of(self.app, "watcher"),
            "/backup/<token>": self.copy_url(),
        }
        for path, link in links.items():
            yield path, urlsplit(link).path.rpartition("/")[2]


def _role(phone: Phone) -> Role:
    """A phone as it is now; who has no cookie gets one with the token."""
    token, cookie = phone.csrf, phone.client.get_cookie("scorekeeper")
    assert cookie
    return Role(f"scorekeeper={cookie.value}", token)


@contextmanager
def new_world(instance: Path) -> Iterator[World]:
    """A world in a house of its own, with its ledger in memory."""
    app = create_app(instance, {**SETTINGS, "LEDGER": "sqlite://"})
    with closing(app.extensions["matches"].ledger):
        yield World(app)
