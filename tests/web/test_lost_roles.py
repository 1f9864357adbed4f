"""The law of lost roles: whoever has come into a match by a key that has ended is a stranger in it.

Each way in which a phone can have got a role is tried with each act that can end one. What an act
ends is said in one table; every address of a match has to answer so, and nothing that is no key of
now brings the phone back.
"""

from base64 import urlsafe_b64encode
from contextlib import closing
from functools import partial
from io import BytesIO
from itertools import product
from pathlib import Path
from secrets import choice, token_hex
from urllib.parse import urlsplit
from uuid import uuid4

import pytest
from flask import Response

from scorekeeper.extras.pocket.batch_import import next_batch
from scorekeeper.extras.pocket.ledger import PocketLedger
from scorekeeper.extras.seats.consent import Took
from scorekeeper.games import GAMES
from scorekeeper.ledger import open_ledger
from scorekeeper.match.actions import Matches
from scorekeeper.stream.files import dump, line_of
from scorekeeper.web import create_app
from scorekeeper.web.http.access import link_path, seat_link
from scorekeeper.web.http.identifiers import LETTERS
from tests.conftest import SETTINGS
from tests.extras.group.phones import NAMES
from tests.web.matrix import EVA, REFUSED, asks_of, declared
from tests.web.table import KEY, people

KOCKA = GAMES["kocka"]
SENT = {"type": "round", "person": str(EVA), "seen": "1", "key": KEY}
"""What a form sends that writes nothing new."""
OTHER = 0
"""Somebody else's seat than Eva's, which is the one that is ended."""
LET_IN = declared(Path(__file__).with_name("access.txt"))
ABOVE = {
    "": frozenset(),
    "watcher": frozenset({"watcher"}),
    "seat": frozenset({"watcher", "seat"}),
    "scorer": frozenset({"watcher", "scorer"}),
}
"""What a phone is → the columns of the access table that are its own."""

TABLE = """
                              writes        looks on      seat          sat down      group
links renewed                 ends:link     ends:link     ends:link     ends:link     ends:agreed
writers ended                 ends:link     stays:code    stays:link    ends:link     ends:agreed
its seat ended                stays:link    stays:link    watcher:link  stays:link    stays:agreed
another seat ended            stays:link    stays:link    stays:link    stays:link    stays:agreed
a row undone                  stays:row     stays:row     stays:row     stays:row     stays:row
left                          ends:wish     ends:wish     ends:wish     ends:wish     ends:wish
seat left                     stays:link    stays:link    watcher:wish  stays:link    stays:agreed
forgotten                     ends:wish     ends:wish     ends:wish     ends:wish     ends:wish
withdrawn                     stays:link    stays:link    stays:link    stays:link    ends:book
withdrawn and undone          stays:link    stays:link    stays:link    stays:link    stays:book
withdrawn, undone and redone  stays:link    stays:link    stays:link    stays:link    ends:book
taking in undone              stays:link    stays:link    stays:link    stays:link    ends:book
taking in undone and redone   stays:link    stays:link    stays:link    stays:link    stays:book
match left the group          stays:link    stays:link    stays:link    stays:link    ends:agreed
links of the group renewed    stays:link    stays:link    stays:link    stays:link    ends:member
group left                    stays:link    stays:link    stays:link    stays:link    ends:member
"""
"""Act × what a way gives → what becomes of the role, and by what: it stays, it ends, or less of it
is left, which is then what the phone is.
"""


class Visitor:
    """Somebody's phone; it looks at no page."""

    def __init__(self, app):
        self.client = app.test_client()
        self.cookies = dict[str, None]()
        """All that it has had, the first one first."""
        self._token = ""

    @property
    def token(self):
        """The token of its forms; who has no session yet has one from now on."""
        if not self._token:
            with self.client.session_transaction() as session:
                plain = bytes.fromhex(session.setdefault("csrf_token", token_hex(20)))
            self._token = urlsafe_b64encode(bytes(len(plain)) + plain).decode()
        return self._token

    def get(self, url):
        return self._noted(self.client.get(url))

    def post(self, url, **sent):
        """Sends a form; a `file` or what is `json`, if that is given."""
        headers = {"X-CSRFToken": self.token}
        body = {"json": sent["json"]} if "json" in sent else {"data": sent}
        return self._noted(self.client.post(url, headers=headers, **body))

    def _noted(self, answer):
        cookie = self.client.get_cookie("scorekeeper")
        if cookie:
            self.cookies[cookie.value] = None
        return answer


class Evening:
    """A match of a group: `owner` keeps both, `lost` is the phone that may lose its role there."""

    def __init__(self, app):
        self.app = app
        self.owner, self.lost = Visitor(app), Visitor(app)
        self.keeper = self.owner
        """Who keeps the group."""
        self.code, self.group_code = "", self.found(self.owner)

    @property
    def url(self):
        return f"/m/{self.code}"

    @property
    def group(self):
        return f"/c/{self.group_code}"

    @property
    def match(self):
        return self.app.extensions["matches"].get(self.code)

    @property
    def person(self):
        """In whose hand the phone is if it has a seat."""
        return max(self.match.seating.everybody)

    def seen(self, group=False):
        """The controls of a save of the match, or of the group, as it is now."""
        streams = self.app.extensions["groups" if group else "matches"]
        stream = streams.get(self.group_code if group else self.code)
        return {"seen": str(stream.version), "key": str(uuid4())}

    def links(self):
        with self.app.test_request_context():
            roles = {role: link_path(self.match, role) for role in ("scorer", "watcher")}
            return {**roles, "seat": urlsplit(seat_link(self.match, self.person)).path}

    def link_of_group(self, role):
        group = self.app.extensions["groups"].get(self.group_code)
        with self.app.test_request_context():
            return link_path(group, role, "group")

    def found(self, keeper):
        members = "\n".join(NAMES)
        answer = keeper.post("/c/new", name="Tovéř", members=members, key=str(uuid4()))
        return answer.location.rpartition("/")[2]

    def begin(self, who, **more):
        """Begins the match; the owner has the link of those who write, whoever does."""
        form = {"dealer": "3", "seats": "4", "key": str(uuid4()), **people(*NAMES), **more}
        self.goes_on(who.post("/new/kocka", **form))

    def begin_round(self, who):
        """Begins a round at two tables, of which the match is one."""
        form = {"game": "durak", "size": "2", "how": "drawn", "in": list("0123")}
        tables = {"plan": "0.1.2.3__2.2", **self.seen(group=True)}
        assert who.post(f"{self.group}/rounds/seats", **form, **tables).status_code == 303
        self.goes_on(code=next(iter(self.app.extensions["groups"].get(self.group_code).matches)))

    def goes_on(self, answer=None, code=""):
        self.code = code or answer.location.rpartition("/")[2]
        assert self.owner.get(self.links()["scorer"]).status_code == 303

    def take_in(self, who):
        answer = who.post(f"{self.url}/company", group=self.group_code, key=str(uuid4()))
        assert answer.location == self.group

    def open_link(self, role):
        assert self.lost.get(self.links()[role]).status_code == 303

    def join_group(self, role):
        assert self.lost.get(self.link_of_group(role)).status_code == 303

    def open_from_group(self):
        return self.lost.get(f"{self.group}/m/{self.code}").status_code

    def stands(self):
        get = self.lost.get
        if get(f"{self.url}/saves/{KEY}").status_code not in REFUSED:
            return "scorer"
        if get(f"{self.url}/since").status_code in REFUSED:
            return ""
        return "watcher" if get(f"{self.url}/me").status_code in REFUSED else "seat"

    def batch(self):
        """What a phone that has the match with it, and has written there, would send."""
        ledger = PocketLedger({})
        ledger.take(self.code, 1, [line_of(event) for event in self.match.events])
        matches = Matches(ledger)
        matches.append_always(matches.get(self.code), Took(phone="p" * 32, person=None), "k" * 32)
        return next_batch(ledger, self.code, matches)


def opened(e):
    e.begin(e.lost)
    e.take_in(e.owner)


def opened_from_a_group(e):
    e.join_group("scorer")
    e.begin(e.lost, group=e.group_code)


def began_the_round(e):
    e.join_group("scorer")
    e.begin_round(e.lost)
    e.open_from_group()


def sent_from_the_pocket(e):
    ledger = PocketLedger({})
    matches, code = Matches(ledger), a_code(8)
    matches.open(code, KOCKA, NAMES, 0, KOCKA.house(), str(uuid4()))
    answer = e.lost.post("/pocket/send", json=next_batch(ledger, code, matches))
    assert answer.status_code == 200, answer.text
    e.goes_on(code=answer.json["code"])
    e.take_in(e.owner)


def a_code(length):
    return "".join(choice(LETTERS) for _ in range(length))


def took_a_file_in(e):
    with closing(open_ledger("sqlite://")) as ledger:
        Matches(ledger).open(a_code(6), KOCKA, NAMES, 0, KOCKA.house(), str(uuid4()))
        [code] = ledger.matches()
        text = dump(ledger.read(code))
    e.goes_on(e.lost.post("/take-in", file=(BytesIO(text.encode()), "match.jsonl")))
    e.take_in(e.owner)


def by_link(role):
    def way(e):
        e.begin(e.owner, group=e.group_code)
        e.open_link(role)

    return way


def typed_the_code(e):
    e.begin(e.owner, group=e.group_code)
    assert e.lost.post("/watch", code=e.code).status_code == 303


def sat_down(e):
    by_link("scorer")(e)
    answer = e.lost.post(f"{e.url}/me", person=str(e.person), key=str(uuid4()))
    assert answer.status_code == 303


def renewed_the_links(e):
    """By whom the links were renewed keeps his role without one, until somebody else ends it."""
    e.begin(e.owner)
    e.open_link("scorer")
    assert e.lost.post(f"{e.url}/links", **e.seen()).status_code == 303
    e.goes_on(code=e.code)
    e.take_in(e.owner)


def ended_other_writers(e):
    """And so does who was left alone to write."""
    e.begin(e.owner)
    e.open_link("scorer")
    assert e.lost.post(f"{e.url}/seats", of="writers", key=str(uuid4())).status_code == 303
    e.goes_on(code=e.code)
    e.take_in(e.owner)


def took_it_into_a_group_of_his_own(e):
    e.begin(e.owner)
    e.open_link("scorer")
    e.keeper, e.group_code = e.lost, e.found(e.lost)
    e.take_in(e.lost)
    e.open_from_group()


def from_the_group(role, begun):
    """By a link of the group, from its page: to a match begun there, taken in, or of a round."""

    def way(e):
        if begun == "round":
            e.begin_round(e.owner)
        else:
            e.begin(e.owner, group=e.group_code if begun == "there" else "")
            if begun == "taken in":
                e.take_in(e.owner)
        e.join_group(role)
        assert e.open_from_group() == 303

    return way


WAYS = {
    "who opened it": ("writes", opened),
    "who opened it from the group": ("writes", opened_from_a_group),
    "who began the round": ("writes", began_the_round),
    "who sent it from the pocket": ("writes", sent_from_the_pocket),
    "who took its file in": ("writes", took_a_file_in),
    "the link of who writes": ("writes", by_link("scorer")),
    "who renewed the links": ("writes", renewed_the_links),
    "who ended all others": ("writes", ended_other_writers),
    "who took it into a group of his own": ("writes", took_it_into_a_group_of_his_own),
    "the link of who looks on": ("looks on", by_link("watcher")),
    "the code": ("looks on", typed_the_code),
    "the link of a seat": ("seat", by_link("seat")),
    "whose phone it is that writes": ("sat down", sat_down),
    "a watcher of the group, begun there": ("group", from_the_group("watcher", "there")),
    "a watcher of the group, taken in": ("group", from_the_group("watcher", "taken in")),
    "a keeper of the group, begun there": ("group", from_the_group("scorer", "there")),
    "a keeper of the group, taken in": ("group", from_the_group("scorer", "taken in")),
    "a keeper of the group, of a round": ("group", from_the_group("scorer", "round")),
}
"""How a phone can have come into a match, and what that gives it."""
GIVES = {"writes": "scorer", "sat down": "scorer", "seat": "seat"}
"""What a way gives, as the phone stands then; else it looks on."""


def renew(e):
    assert e.owner.post(f"{e.url}/links", **e.seen()).status_code == 303


def end(of):
    def act(e):
        who = {"its": str(e.person), "another": str(OTHER)}.get(of, of)
        assert e.owner.post(f"{e.url}/seats", of=who, key=str(uuid4())).status_code == 303

    return act


def undo_a_row(e):
    matches = e.app.extensions["matches"]
    written = {"type": "round", "points": [28, 0, 0, 0]}
    if e.match.game is not KOCKA:
        written = {"type": "game", "draw": [0, 1]}
    entry = e.match.game.read_entry(written, len(e.match.names), e.match.house)
    matches.record(e.match, entry, e.match.version, str(uuid4()))
    assert [step(e.owner, e.url, e.seen()) for step in (undo, redo)] == [303, 303]


def undo(who, url, save):
    return who.post(f"{url}/undo", **save).status_code


def redo(who, url, save):
    return who.post(f"{url}/redo", **save).status_code


def leave(shelf):
    def act(e):
        code = e.group_code if shelf == "companies" else e.code
        e.lost.post("/mine", leave=f"{shelf} {code}")

    return act


def forget(e):
    assert e.lost.post("/forget").status_code == 303
    e.lost._token = ""


def in_group(*acts):
    """What the keeper of the group does there, one after the other."""

    def act(e):
        for path in acts:
            url = f"{e.group}/{path.format(match=e.code)}"
            assert e.keeper.post(url, **e.seen(group=True)).status_code == 303, url

    return act


def leave_the_group(e):
    assert e.owner.post(f"{e.url}/company/leave", **e.seen()).status_code == 303


WITHDRAW = "matches/{match}/withdraw"
ACTS = {
    "links renewed": renew,
    "writers ended": end("writers"),
    "its seat ended": end("its"),
    "another seat ended": end("another"),
    "a row undone": undo_a_row,
    "left": leave("roles"),
    "seat left": leave("seats"),
    "forgotten": forget,
    "withdrawn": in_group(WITHDRAW),
    "withdrawn and undone": in_group(WITHDRAW, "undo"),
    "withdrawn, undone and redone": in_group(WITHDRAW, "undo", "redo"),
    "taking in undone": in_group("undo"),
    "taking in undone and redone": in_group("undo", "redo"),
    "match left the group": leave_the_group,
    "links of the group renewed": in_group("links"),
    "group left": leave("companies"),
}
WISHED = {"left", "seat left", "forgotten"}
"""What a phone does itself: the keys by which it came still hold, and are shown to it."""
IN_THE_GROUP = {act for act in ACTS if "withdrawn" in act or "taking in" in act}
"""What Undo and Redo in the group are about, and bring back by right."""


def outcomes():
    """Way, act, and what the phone is after it."""
    heading, *lines = TABLE.strip("\n").splitlines()
    columns = [each.strip() for each in heading.split("  ") if each.strip()]
    told = {line[:30].strip(): dict(zip(columns, line[30:].split(), strict=True)) for line in lines}
    assert told.keys() == ACTS.keys()
    for way, (gives, _come) in WAYS.items():
        for act in ACTS:
            stays = GIVES.get(gives, "watcher")
            what, _colon, why = told[act][gives].partition(":")
            assert why, f"{act}: say why"
            yield way, act, {"stays": stays, "ends": ""}.get(what, what)


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    """One for all evenings; what it says to whoever is refused would take most of the time."""
    settings = {**SETTINGS, "LEDGER": "sqlite://"}
    app = create_app(tmp_path_factory.mktemp("instance"), settings)
    for status in REFUSED:
        app.register_error_handler(status, lambda error: Response(status=error.code))
    with closing(app.extensions["matches"].ledger):
        yield app


@pytest.fixture(scope="module")
def asks(app):
    """Every rule of a match that is not for everybody, asked about a match CODE."""
    ours = asks_of(app, lambda _path: {"code": "CODE"}, "/m/<code>")
    return [each for each in ours if "everybody" not in LET_IN.get(each.line, ())]


def test_a_role_ends_with_its_key(app, asks, faults):
    """A fourth of all pairs, in which each way and each act is: half of all are verification's."""
    pairs = enumerate(outcomes())
    some = [pair for number, pair in pairs if not sum(divmod(number, len(ACTS))) % 4]
    require_ends(app, asks, faults, some)


def require_ends(app, asks, faults, pairs):
    """Of each pair of a way and an act: what is refused, and comes not back."""
    for way, act, after in pairs:
        with faults.at(way, "×", act):
            evening = Evening(app)
            gives, come = WAYS[way]
            come(evening)
            before = evening.stands()
            assert before == GIVES.get(gives, "watcher"), "it came as another"
            keys = evening.links(), evening.batch()
            ACTS[act](evening)
            assert evening.stands() == after
            if after != before:
                is_refused(evening, asks, after)
                does_not_come_back(evening, act, after, *keys)


def is_refused(e, asks, after):
    """Whatever is not for a phone as it is now is refused to it."""
    for ask in asks:
        if LET_IN[ask.line] & ABOVE[after]:
            continue
        url = ask.url.replace("CODE", e.code)
        answer = e.lost.get(url) if ask.method == "GET" else e.lost.post(url, **SENT)
        assert answer.status_code in REFUSED, f"{ask.line}: {answer.status_code}"


def does_not_come_back(e, act, after, links, batch):
    """Nothing but a key of now brings it back: each try is looked at by itself."""
    for role, link in links.items():
        if link != e.links()[role]:
            assert e.lost.get(link).status_code in {403, 410}, f"old link: {role}"
            assert e.stands() == after, f"by the old link: {role}"
    for name, attempt in tries(e, act, batch):
        attempt()
        assert e.stands() == after, name
    for cookie in [*e.lost.cookies]:  # that of now comes last
        e.lost.client.set_cookie("scorekeeper", cookie)
        assert e.stands() == after, "by an old cookie"
        token = {"X-CSRFToken": e.lost.client.get("/pocket/follow").json["token"]}
        told = e.lost.client.post("/pocket/follow", json={}, headers=token).json
        assert e.code not in [each["code"] for each in told["streams"]], "by following"
    if not after:
        for page in ("/", "/mine"):
            assert e.code not in e.lost.get(page).text, page
        assert e.lost.post("/watch", code=e.code).status_code == 303
        assert e.stands() == "watcher", "by the code, which only reads"


def tries(e, act, batch):
    lost = e.lost
    yield "by the last match", lambda: lost.get("/last")
    yield "by its seat", lambda: lost.post(f"{e.url}/me", person=str(e.person), key=str(uuid4()))
    yield "by sending", lambda: lost.post("/pocket/send", json=batch)
    yield "by Undo in the match", lambda: undo(e.owner, e.url, e.seen())
    yield "by Redo in the match", lambda: redo(e.owner, e.url, e.seen())
    if act not in WISHED:
        yield "from the group", e.open_from_group
    if act not in WISHED | IN_THE_GROUP:
        for step, who in product((undo, redo), (e.keeper, lost)):
            yield f"by {step.__name__} in the group", partial(from_group_after, e, step, who)


def from_group_after(e, step, who):
    """After a step back or forth in the group the phone opens the match from there."""
    step(who, e.group, e.seen(group=True))
    e.open_from_group()


def test_a_stream_ends_with_its_role(app, faults):
    """What was begun as long as the role held tells nothing more."""
    first = {gives: way for way, (gives, _come) in reversed(WAYS.items())}
    for way, act, after in outcomes():
        if way in first.values() and (not after or act == "another seat ended"):
            with faults.at(way, "×", act):
                evening = Evening(app)
                WAYS[way][1](evening)
                with evening.lost.client.get(f"{evening.url}/live", buffered=False) as stream:
                    assert next(iter(stream.response)).startswith(b"event: alive")
                    ACTS[act](evening)
                    evening.owner.post(f"{evening.url}/pencil", key=str(uuid4()))
                    told = next(iter(stream.response), None)
                assert bool(told) == bool(after)


def founded(e):
    """The phone founded the group; the owner keeps it, too."""
    e.group_code = e.found(e.lost)
    assert e.owner.get(e.link_of_group("keeper")).status_code == 303


def joined(role):
    def way(e):
        e.join_group(role)
        if role == "scorer":
            said = e.lost.post(f"{e.group}/phones", name="lost", key=str(uuid4()))
            assert said.status_code == 303

    return way


def end_its_phone(e):
    """A keeper ends it, which is known because it wrote."""
    group = e.app.extensions["groups"].get(e.group_code)
    opener, *named = group.phones
    mark = next((m for m in named if group.phones[m].called == "lost"), opener)
    key = str(uuid4())
    assert e.keeper.post(f"{e.group}/phones/end", phone=mark, key=key).status_code == 303


GROUP_WAYS = {"founded": founded, "watcher": joined("watcher"), "scorer": joined("scorer")}
GROUP_ACTS = {
    **{act: ACTS[act] for act in ("links of the group renewed", "group left", "forgotten")},
    "its phone ended": end_its_phone,
}
STAYS = {("founded", "links of the group renewed")}
"""Who keeps the book stays whatever link ends."""


def test_a_role_in_a_group_ends_with_its_key(app, faults):
    for (way, come), act in product(GROUP_WAYS.items(), GROUP_ACTS):
        if (way, act) == ("watcher", "its phone ended"):
            continue
        with faults.at(way, "×", act):
            evening = Evening(app)
            come(evening)
            old = [evening.link_of_group(role) for role in ("scorer", "watcher")]
            assert evening.lost.get(evening.group).status_code == 200
            evening.begin(evening.owner, group=evening.group_code)
            with evening.lost.client.get(f"{evening.group}/live", buffered=False) as stream:
                assert next(iter(stream.response))
                GROUP_ACTS[act](evening)
                evening.owner.post(f"{evening.group}/undo", **evening.seen(group=True))
                stays = (way, act) in STAYS
                assert (next(iter(stream.response), None) is not None) == stays
            if stays:
                continue
            is_a_stranger(evening)
            ended = {"links of the group renewed": old, "its phone ended": old[:1]}
            for link in ended.get(act, ()):
                assert evening.lost.get(link).status_code in {403, 410}
            for cookie in [*evening.lost.cookies]:
                evening.lost.client.set_cookie("scorekeeper", cookie)
                assert evening.lost.get(evening.group).status_code == 403
            assert evening.group_code not in evening.lost.get("/mine").text


def is_a_stranger(e):
    """All that is of the group is refused to the phone."""
    known = {"code": e.group_code, "match": e.code}
    for ask in asks_of(e.app, lambda _path: known, "/c/<code>"):
        if "everybody" not in LET_IN[ask.line]:
            answer = e.lost.get(ask.url) if ask.method == "GET" else e.lost.post(ask.url, **SENT)
            assert answer.status_code in REFUSED, f"{ask.line}: {answer.status_code}"
