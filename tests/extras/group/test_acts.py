"""Laws over all acts of the room: an error writes nothing, and a second writer is told so."""

import re
from itertools import product
from uuid import uuid4

from scorekeeper.core.named_house import NamedHouse
from scorekeeper.web.rulebook.sent_house import house_url
from tests.extras.group import phones
from tests.extras.group.phones import found, kept, start, writer
from tests.extras.group.test_phones import mark
from tests.web.phone import Phone

ELSEWHERE = ("1999-01-01", "ZZZZ", "99", "99"), ("today", "", "0", "0")
"""Nights, matches, members and events that are not there, or not to be acted on."""
NONSENSE = (
    {},
    {"match": [], "day": "2026-11-01", "pub": "U Lípy"},
    {"match": ["ZZZZ"], "day": "2026-11-01", "member": "99", "into": "99", "text": "x"},
    {"buyer": "0", "what": "rum", "guests": ["0", "0"], "night": "1999-01-01"},
    {"payer": "0", "payee": "1", "amount": "5", "currency": "CZK", "night": "1999-01-01"},
    {"buyer": "0", "what": "rum", "guests": ["1"], "into": "1", "day": "9999-12-31"},
    {"name": "\u200b", "by": "x", "least": "-1", "owner": "99", "since": "9"},
)


def acts(app):
    """The addresses of all acts of a group, as the app knows them."""
    rules = [rule for rule in app.url_map.iter_rules() if "POST" in (rule.methods or ())]
    return sorted(each.rule for each in rules if each.rule.startswith("/c/<code>"))


def written(phone):
    """How far everything is written."""
    ledger = phone.app.extensions["matches"].ledger
    return dict(ledger.newest(ledger.matches()))


def test_an_act_that_answers_with_an_error_writes_nothing(app):
    hold_the_law(app, NONSENSE[1:2])


def hold_the_law(app, forms):
    """Each act is sent with nothing, with nonsense, and about what is not there."""
    phone = Phone(app, "en")
    group = found(phone)
    match = start(phone, group)
    (night, *_) = phones.evening_ways(phone, group)
    phones.deck_pages(phone, group), phones.round_ways(phone, group)
    known, refused = acts(app), 0
    assert len(known) > 20
    for rule, form in product(known, forms):
        for about in ((night[-10:], match, "1", "2"), *ELSEWHERE):
            names = dict(zip(("night", "match", "member", "seq"), about, strict=True))
            url = re.sub(r"<(?:\w+:)?(\w+)>", lambda at, names=names: names[at[1]], rule[9:])
            if url == rule[9:] and about is not ELSEWHERE[0]:
                continue  # it names nothing: once is enough
            before = written(phone)
            seen = before[group[3:]][0]
            phone.post(group + url, {"seen": str(seen), "key": str(uuid4()), **form})
            if phone.screen.status >= 400:
                refused += 1
                assert written(phone) == before, (url, form, phone.screen.status)
    assert refused > len(known) * len(forms)


class Writers:
    """Two phones of a group with a match; the second one looked at it a while ago."""

    def __init__(self, app):
        self.one = Phone(app, "en")
        self.group = found(self.one)
        self.match = start(self.one, self.group)
        self.two = writer(self.one, self.group, "two")
        self.night = phones.evening_of(self.one, self.group).removeprefix(f"{self.group}/")
        self.write(self.one, "members", name="Ota", guest="y")
        self.write(self.one, "undo")
        self.write(self.one, "members", name="Iva", guest="y")

    @property
    def version(self):
        return kept(self.one, self.group).version

    def write(self, who, path, seen=0, /, **fields):
        save = {"seen": str(seen or self.version), "key": str(uuid4())}
        url = path if path.startswith("/") else f"{self.group}/{path}"
        return who.post(url, {**save, **fields}).status

    def meanwhile(self):
        assert self.write(self.one, "members/group-name", name=f"Tovéř {self.version}") == 200

    def acts(self):
        """Kind of event, where its form goes, what it sends."""
        match, night = self.match, self.night
        people = {f"person-{n}": str(n) for n in range(4)}
        yield "joined", "members", {"name": "Zbyněk"}
        yield "named", "members/0/name", {"name": "Petr N."}
        yield "named", "members/group-name", {"name": "Středa"}
        yield "admitted", "members/5/admit", {}
        yield "left", "members/0/left", {}
        yield "returned", "members/0/returned", {}
        yield "merged", "members/5/merge", {"into": "1"}
        yield "belongs", f"matches/{match}", people
        yield "withdrawn", f"matches/{match}/withdraw", {}
        yield "located", f"{night}/pub", {"match": match, "pub": "U Lípy", "town": "Tovéř"}
        yield "dated", f"{night}/day", {"match": match, "day": "2026-01-02"}
        yield "bought", f"{night}/rounds", {"buyer": "1", "guests": "0", "what": "rum"}
        paid = {"payer": "0", "payee": "1", "amount": "5", "currency": "CZK"}
        yield "paid", "payments", paid
        yield "ranked", "records/ranking", {"by": "sum", "least": "0"}
        yield "deck", "deck", {"since": "2026-01-01"}
        seats = {"game": "durak", "size": "2", "how": "drawn", "in": ["0", "1", "2", "3"]}
        yield "seated", "rounds/seats", {**seats, "plan": "0.1.2.3__2.2"}
        known = self.one.app.extensions["matches"].get(match)
        with self.one.app.test_request_context():
            url = house_url(NamedHouse(known.game, "U nás", known.house))
        yield "agreed", url, {"group": self.group[3:]}
        yield "struck", "undo", {}
        yield "struck", "redo", {}
        last = max(e.seq for e in kept(self.one, self.group).events if e.kind == "joined")
        yield "struck", f"taken-back/{last}", {}
        yield "relinked", "links", {}


def test_of_two_at_once_the_second_is_told_and_nothing_is_written(app):
    """A few of the acts: all of them are verification's."""
    require_told(Writers(app), 5)


def require_told(writers, each):
    """Of each so many acts: it is refused where another phone wrote, which is named. Gives the
    kinds of event of all.
    """
    told, group = set[str](), writers.group
    writers.write(writers.one, "phones/keeper", phone=mark(writers.one, group, "two"))
    for number, (kind, path, fields) in enumerate(writers.acts()):
        told.add(kind)
        if number % each:
            continue
        seen = writers.version
        writers.meanwhile()
        before = kept(writers.two, group)
        assert writers.write(writers.two, path, seen, **fields) == 409, path
        assert kept(writers.two, group).events == before.events, path
        assert before.name in writers.two.screen.text, path
    return told


def test_what_changes_no_form_never_comes_too_late(app):
    writers = Writers(app)
    group = writers.group
    two = mark(writers.one, group, "two")
    for path, fields in (
        ("phones", {"name": "one"}),
        ("phones/keeper", {"phone": two}),
        ("phones/secret", {}),
        ("phones/end", {"phone": two}),
    ):
        seen = writers.version
        writers.meanwhile()
        assert writers.write(writers.one, path, seen, **fields) == 200, path
        assert writers.version == seen + 2, path


def test_an_act_that_is_sent_twice_is_written_once(app):
    writers = Writers(app)
    save = {"seen": str(writers.version), "key": str(uuid4())}
    last = kept(writers.one, writers.group).undo
    assert last
    for _ in range(2):
        writers.one.post(f"{writers.group}/taken-back/{last.seq}", save)
        assert writers.one.screen.url == f"{writers.group}/history"
    assert writers.version == int(save["seen"]) + 1
