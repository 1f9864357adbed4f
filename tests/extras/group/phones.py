"""A group as a phone founds it, and the addresses of its pages."""

from uuid import uuid4

from scorekeeper.extras.group import Group
from scorekeeper.extras.group.events import Seated
from tests.web.phone import Phone

NAMES = ["Petr", "Jana", "Karel", "Eva"]


def found(phone: Phone, members: str = "\n".join(NAMES), name: str = "Tovéř") -> str:
    """Founds a group; gives its address."""
    phone.fill("/c/new", name=name, members=members)
    assert phone.screen.status == 200
    return phone.screen.url


def kept(phone: Phone, group: str) -> Group:
    """The group at an address, as it stands."""
    known: Group = phone.app.extensions["groups"].get(group.rpartition("/")[2])
    return known


def start(phone: Phone, group: str, game: str = "kocka") -> str:
    """Begins a match of the group; gives its code."""
    phone.get(f"/new/{game}?group={group.rpartition('/')[2]}")
    filled = phone.screen.form(f"/new/{game}").filled({})
    names = {f"player-{n}": filled[f"player-{n}"] or name for n, name in enumerate(NAMES)}
    phone.submit(f"/new/{game}", phone.say("Start the game"), **names)
    return phone.screen.url.rpartition("/")[2]


def group_pages(phone: Phone) -> list[str]:
    """The addresses of every page of a group that has played, and changed something."""
    group = found(phone)
    match = start(phone, group)
    phone.fill(f"{group}/members", name="Ota", guest="y")
    phone.get("/new/kocka")
    names = {f"player-{n}": name for n, name in enumerate(NAMES)}
    phone.submit("/new/kocka", phone.say("Start the game"), **names)
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
    phone.get(group)
    evening = next(to for to in phone.screen.links.values() if "/evenings/" in to)
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
    matches, ends = phone.app.extensions["matches"], []
    (*_, (seq, body)) = phone.app.extensions["groups"].get(group[3:]).bodies_of(Seated)
    for table in body.tables:
        match = matches.get(table.match)
        game = match.game.read_entry({"type": "game", "draw": [0, 1]}, 2, match.house)
        matches.record(match, game, match.version, str(uuid4()))
        ends.append(f"end-{match.code}=stands")
    after = f"after={seq}&{two}"
    level = f"/rounds/seats?{'&'.join([after, *ends])}"
    return [proposed, evening, "/rounds/new", f"/rounds/new?{after}", level]
