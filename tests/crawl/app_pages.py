"""Every page of the app, after evenings in which everything happened; each template is drawn."""

from collections.abc import Iterator, Set
from contextlib import closing
from pathlib import Path

from scorekeeper.core.schema import Seat
from scorekeeper.extras.pocket.pack.site import site_pages
from scorekeeper.extras.pocket.pages.engine import Engine
from scorekeeper.extras.pocket.pages.pack import RUNTIME, Pack, Part
from scorekeeper.games import GAMES
from scorekeeper.games.kocka.entries import Dokladacka, Renonc, Round
from scorekeeper.games.taroky.entries import Deal
from scorekeeper.web import ROOT, create_app
from scorekeeper.web.game_pages import free_pages_of
from tests.conftest import SETTINGS
from tests.crawl.laws import Complaints, Crawler, Page, law
from tests.extras.group.phones import group_pages
from tests.old_tournament import bring, link_of
from tests.web.asking import Asking
from tests.web.phone import Phone
from tests.web.screen import Screen
from tests.web.table import people, start

TYPED = "Petr Jana Karel Karl Eva Ota Tovéř U Lípy Turnaj OPEN Hráč rum"
"""What people of these pages typed: names of theirs, of a group, a pub and a tournament."""


class App:
    """The app of a server and the one that a phone took along, for one language."""

    def __init__(self, instance: Path, language: str) -> None:
        self.language = language
        self.server = create_app(instance, {**SETTINGS, "LEDGER": "sqlite://"})
        self.pocket = Engine("{}", "/", has_server=True).app

    def pages(self) -> Iterator[Page]:
        """Every page in the language: the server's, and those of the phone."""
        for app, draw in ((self.server, screens), (self.pocket, pocket_screens)):
            phone = Crawler(app, self.language)
            with closing(app.extensions["matches"].ledger):
                for screen in draw(phone):
                    yield phone.seen("app", GAMES["kocka"], screen, typed=TYPED)

    @property
    def rendered(self) -> Set[str]:
        """The names of the templates that were rendered, with those of the site."""
        site_pages(self.server, no_pack())
        apps = (self.server, self.pocket)
        every = (each for app in apps for each in app.jinja_env.cache.values())
        return {each.name for each in every if each.name.endswith(".html")}


def written() -> Set[str]:
    folder = ROOT / "templates"
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*.html")}


@law("app", where="scorekeeper/web")
def it_is_there(page: Page) -> Complaints:
    """Every page is found, but for the one whose address is none, and the one that asks back."""
    if page.screen.status not in (200, 404, 422):
        yield f"the status is {page.screen.status}"


def evening(phone: Phone) -> list[str]:
    """The addresses of every page, after an evening in which everything happened."""
    finished, table = start(phone), start(phone, dokladacka="optional", stake_price="50")
    finished.rounds((28, 0, 0, 0), (28, 0, 0, 0))
    finished.record(Dokladacka(loser=0), Round(durch_caught=0), Renonc(seat=2))
    finished.rounds((28, 0, 0, 0))
    table.rounds((28, 0, 0, 0), (25, 3, 0, 0))
    table.fill(
        "/entries/2",
        "form",
        phone.say("Save the correction"),
        **{"points-0": "27", "points-1": "1"},
    )
    table.fill("/entries/3", "form", phone.say("Strike out"))
    table.fill("", f"{table.url}/undo")
    forms = [f"/new/{type}" for type in table.match.game.entry_types]
    paths = ("", *forms, "/new/round?by=numbers", "/entries/2", "/entries/3", "/people", "/share")
    paths = (*paths, "/entries/2/why")
    paths, ends = (*paths, "/ask/dokladacka"), ("/result", "/print")
    paths = (*paths, "/watch", "/board", "/history", "/accounts", *ends)
    pages = [table.url + path for path in paths]
    return [
        *pages,
        *taroky(phone),
        *group_pages(phone),
        *tournament(phone),
        *seats(phone),
        *referee(phone, table.url),
        *(f"/referee/{key}/ask/{kind}" for key in GAMES for kind in free_pages_of(key)),
        finished.url,
        f"{finished.url}/watch",
        "/",
        "/new/kocka",
        "/rules",
        "/rules?q=renonc",
        "/rules/kocka",
        "/rules/kocka?q=xyzzyx",
        *(f"/rules/kocka/{id}" for id in ("kocka.follow", "kocka.custom.jack")),
        *(f"/rules/{key}/one-page" for key in GAMES),
        "/rules/kocka/decisions",
        "/rules/kocka/decisions/1",
        "/rules/kocka/glossary",
        "/rules/kocka?q=durch",
        f"{table.url}/rules",
        f"{table.url}/rules/house",
        f"{table.url}/rules/kocka.game.pay",
        "/nic",
    ]


def seats(phone: Phone) -> list[str]:
    """The addresses of players' own phones: whose this is, before it says so, and Karel's."""
    fresh, played = start(phone), start(phone, confirm="any-other")
    played.rounds((28, 0, 0, 0))
    played.object_to(2, 1, "6")
    phone.fill(f"{played.url}/me", press="Karel")
    paths = ("", "/me", "/seats", "/entries/2/objection", "/entries/2/why", "/watch", "/history")
    return [f"{fresh.url}/me", *(played.url + path for path in paths)]


def referee(phone: Phone, url: str) -> list[str]:
    """The addresses of the referee's pages, with a verdict of each way and a ruling."""
    asking = Asking(phone, "kocka", url)
    asked = [("KD", "QS", "7D"), ("KD", "QS"), ("KD", "8D")]
    verdicts = [asking.ask("play", *cards).url for cards in asked]
    phone.get(verdicts[0])
    form = phone.screen.form("ruling")
    phone.post(form.action, {**form.filled({}), "how": "waived"})
    seq = phone.app.extensions["matches"].get(url[-4:]).rulings[-1].seq
    kept = f"/v/{verdicts[0].rpartition('/')[2]}"
    asks = [f"/disputes/{kind}" for kind in ("play", "audit", "round", "claim")]
    paths = ["/disputes", "/disputes?q=xyzzyx", *asks, "/players/1", f"/rulings/{seq}"]
    alone = [
        *("/settings", "/mine", "/take-in", "/referee", "/referee/kocka"),
        *("/referee/kocka/play/hand?trick=KD&hand=QS+7D+AH", "/referee/taroky/bid", kept),
        f"{kept}/link",
    ]
    return [*verdicts, *(url + path for path in paths), *alone]


def tournament(phone: Phone) -> list[str]:
    """The addresses of the page of a tournament of an older version, and of the app in a phone."""
    bring(phone.app)
    phone.get(link_of(phone.app, "organiser"))
    return ["/t/OPEN", "/pocket"]


def taroky(phone: Phone) -> list[str]:
    """The addresses of Taroky's own pages."""
    played = start(phone, game="taroky", **{"tariff-point": "0,10"})
    played.record(Deal(Seat(0), partner=Seat(2), points=41), Deal(Seat(1), variant="folded"))
    paths = ("", "/new/deal", "/new/renonc", "/entries/2", "/accounts", "/ask/count", "/ask/bid")
    rules = ("/rules/taroky", "/rules/taroky/taroky.settle.base")
    return [*(played.url + path for path in paths), "/new/taroky", *rules]


def screens(phone: Phone) -> Iterator[Screen]:
    """Every page of the app, with those that only a form leads to."""
    yield from (phone.get(url) for url in evening(phone))
    yield phone.fill("/new/kocka", press=phone.say("House rules: %(agreed)s", agreed="").strip())
    names = people("Karl", "Jana", "Petr", "Eva")
    table = phone.fill("/new/kocka", press=phone.say("Start the game"), **names).url
    yield phone.fill(f"{table}/company", press="Tovéř")


def pocket_screens(phone: Phone) -> Iterator[Screen]:
    """Every page that only a phone has which took the app with it."""
    code = start(phone).code
    phone.app.extensions["pocket"].ledger.set_problem(code, {"kind": "gone"})
    paths = ("waiting", "lost", "matches", "take-in", f"m/{code}")
    yield from (phone.get(f"/pocket/{path}") for path in paths)


def no_pack() -> Pack:
    """A pack of which nobody fetches anything."""
    parts = tuple(Part(name, name, bytes=0, packed=0) for name in RUNTIME)
    return Pack("", "", parts, bytes=0, packed=0)
