"""A group as a phone founds it, and the addresses of its pages."""

from datetime import date, timedelta
from uuid import uuid4

from scorekeeper.extras.group import Group
from scorekeeper.extras.group.deck import CARDS
from scorekeeper.extras.group.events import Seated
from tests.web.phone import Phone
from tests.web.table import Table, people

NAMES = ["Petr", "Jana", "Karel", "Eva"]


def found(phone: Phone, members: str = "\n".join(NAMES), name: str = "Tovéř") -> str:
    phone.fill("/c/new", name=name, members=members)
    assert phone.screen.status == 200
    return phone.screen.url


def kept(phone: Phone, group: str) -> Group:
    known: Group = phone.app.extensions["groups"].get(group.rpartition("/")[2])
    return known


def start(phone: Phone, group: str, game: str = "kocka") -> str:
    phone.get(f"/new/{game}?group={group.rpartition('/')[2]}")
    filled = phone.screen.form(f"/new/{game}").filled({})
    names = {f"player-{n}": filled[f"player-{n}"] or name for n, name in enumerate(NAMES)}
    phone.submit(f"/new/{game}", phone.say("Start the game"), **names)
    return phone.screen.url.rpartition("/")[2]


def write(phone: Phone, group: str, kind: str, **body: object) -> Group:
    """Writes an event of a group without the web; gives the group then."""
    groups, now = phone.app.extensions["groups"], kept(phone, group)
    written: Group = groups.write(now, kind, body, now.version, str(uuid4()))
    return written


def inscribe_all(phone: Phone, group: str, first: date) -> Group:
    for day, card in enumerate(CARDS):
        night = (first + timedelta(days=day)).isoformat()
        where = {"night": night, "pub": f"Hospoda {day}", "town": "Tovéř"}
        said = {"card": card, "loser": 0, "signatures": [0, 1], "ballots": []}
        now = write(phone, group, "inscribed", **said, **where)
    return now


def evening_of(phone: Phone, group: str) -> str:
    """The address of the last evening, as the page of the group has it."""
    return next(to for to in phone.get(group).links.values() if "/evenings/" in to)


def link(phone: Phone, group: str, number: int = 1) -> str:
    """A link of a group as its page shows it: to watch, or to write."""
    links = phone.get(f"{group}/share").root.all("a")
    return [a.attrs["href"] for a in links if "/in/" in a.attrs.get("href", "")][number]


def watcher(keeper: Phone, group: str) -> Phone:
    phone = Phone(keeper.app, keeper.language)
    assert phone.get(link(keeper, group, 0)).status == 200
    return phone


def writer(keeper: Phone, group: str, name: str = "") -> Phone:
    phone = Phone(keeper.app, keeper.language)
    assert phone.get(link(keeper, group)).status == 200
    if name:
        phone.fill(f"{group}/share", f"{group}/phones", name=name)
        assert phone.screen.status == 200
    return phone


def group_pages(phone: Phone) -> list[str]:
    """The addresses of every page of a group that has played, and changed something."""
    group = found(phone)
    match = start(phone, group)
    phone.fill(f"{group}/members", name="Ota", guest="y")
    phone.get("/new/kocka")
    phone.submit("/new/kocka", phone.say("Start the game"), **people(*NAMES))
    free = phone.screen.url
    ways = (
        "",
        "/members",
        "/members/0",
        "/members/0/edit",
        "/evenings",
        f"/matches/{match}",
        "/accounts/0",
        "/records",
        "/share",
        "/history",
        "/referee/link",
        "/rules",
        "/members/1/forget",
        *evening_ways(phone, group),
        *deck_pages(phone, group),
        *round_ways(phone, group),
    )
    return ["/c/new", f"{free}/company", *(group + way for way in ways)]


def deck_pages(phone: Phone, group: str) -> list[str]:
    """The ways to the pages of a pack, which is begun here and has an inscribed card."""
    vote = f"/deck/inscribe?loser=1&{'&'.join(f'player={n}' for n in range(4))}"
    tie = f"{vote}&vote-0=JH&vote-1=AH&vote-2=KH&vote-3=QH"
    settled = tie.replace("JH", "QS") + "&card=QS"
    phone.fill(f"{group}/deck", "", phone.say("Begin a pack"), since="2026-01-01")
    phone.fill(
        group + settled,
        "",
        phone.say("Inscribe the card"),
        pub="U Lípy",
        town="Tovéř",
        night="2026-01-02",
    )
    card = next(to for to in phone.screen.links.values() if "/cards/" in to)
    return ["/deck", card.removeprefix(group), "/deck/inscribe", vote, tie, f"{tie}&card=JH"]


def evening_ways(phone: Phone, group: str) -> list[str]:
    """The ways to the pages of an evening, on which somebody paid and somebody bought."""
    evening = evening_of(phone, group)
    phone.fill(evening, f"{evening}/rounds", buyer="0", what="rum")
    save = {"seen": phone.screen.form(f"{evening}/rounds").fields["seen"], "key": str(uuid4())}
    paid = {"payer": "0", "payee": "1", "amount": "5", "currency": "CZK", "night": evening[-10:]}
    phone.post(f"{group}/payments", {**save, **paid})
    way = evening.removeprefix(group)
    return [way, "/accounts", f"/years/{way[10:14]}"]


def round_ways(phone: Phone, group: str) -> list[str]:
    """The ways to the pages of an evening at two tables, which are level after a game."""
    way, two = f"{group}/rounds", "&".join(f"in={n}" for n in range(4))
    phone.get(f"{way}/seats?game=durak&size=2&how=leagues&{two}")
    proposed = phone.screen.url.removeprefix(group)
    phone.submit(f"{way}/seats", phone.say("Begin round %(n)d", n=1))
    evening = phone.screen.url.removeprefix(group)
    ends = []
    (*_, (seq, body)) = kept(phone, group).bodies_of(Seated)
    for table in body.tables:
        Table(phone, table.match).write(type="game", draw=[0, 1])
        ends.append(f"end-{table.match}=stands")
    after = f"after={seq}&{two}"
    level = f"/rounds/seats?{'&'.join([after, *ends])}"
    return [proposed, evening, "/rounds/new", f"/rounds/new?{after}", level]
