"""The pages of a match of any game: what the lines of `pages.jsonl` tell; and what a form answers
to an entry that cannot be taken: the reason, at its field.
"""

from uuid import uuid4

import pytest
from werkzeug.datastructures import MultiDict

from scorekeeper.core.house_rules import load_house
from scorekeeper.core.schema import Invalid, dump_fields
from scorekeeper.games import GAMES
from scorekeeper.web.forms.kinds.kind import FormData, data_of, kinds_of
from tests.contract.books import EACH_GAME
from tests.games.screens import follow
from tests.games.test_evenings import lines_of, refused_in
from tests.games.test_kept import lines_of as kept_lines
from tests.web.helps import Help
from tests.web.phone import Phone
from tests.web.played import NAMES
from tests.web.table import Table, start
from tests.web.test_untouched import sent

LEAST = {"durak": (22, 18), "faraon": (28, 21), "kocka": (56, 29), "makao": (17, 16)}
"""So many lines a form can say at least, and of so many the reason stands beside a field, too."""


def opened(phone, game, line):
    """The match of a line before its last entry."""
    table, names = Table(phone, uuid4().hex), NAMES[: line["players"]]
    house = load_house(game.house, line.get("house", {}))
    phone.app.extensions["matches"].open(table.code, game, names, 0, house, table.code)
    with phone.client.session_transaction() as session:
        session["roles"] = [(table.code, "scorer")]
    for plain in line["entries"][:-1]:
        table.write(**plain)
    return table


def says(table, entry, fields):
    """True if what a form sends is read as that entry."""
    cls, players = type(entry), len(table.match.names)
    data = cls.from_shorthand(data_of(kinds_of(cls), FormData(fields), players))
    try:
        read = table.match.game.read_entry({**data, "type": entry.type}, players, table.match.house)
    except Invalid:
        return False
    return read == entry


@EACH_GAME
def test_an_entry_that_is_refused_is_told_why_at_its_field_and_kept(phone, game, faults):
    told = beside = 0
    for place, line in lines_of(game, "refused"):
        table, why = opened(Phone(phone.app), game, line), refused_in(game, line)
        match = table.match
        entry = game.read_entry(line["entries"][-1], line["players"], match.house)
        fields = sent(type(entry), dump_fields(entry), line["players"], match.house)
        if why.instead or why.field == "piles" or not says(table, entry, fields):
            continue
        typed = dict(MultiDict(fields).lists())
        save = {"type": entry.type, "seen": str(match.version), "key": str(uuid4())}
        screen = table.phone.post(f"{table.url}/entries", {**save, **typed})
        part, text = (
            f"part-{why.field.partition('.')[0]}",
            table.told("refusals", why.id, **why.facts),
        )
        wrong = [node.text for node in screen.root.all(css="wrong")]
        with faults.at(place):
            anchor = part if screen.has_id(part) else "form"
            assert (screen.status, screen.errors) == (422, [(anchor, text)])
            assert {*wrong} <= {text}
            kept = screen.form("form").fields
            own = [name for name in typed if name in kept]
            assert {n: {*kept.getlist(n)} for n in own} == {n: {*typed[n]} for n in own}
            assert table.match == match
        told, beside = told + 1, beside + bool(wrong)
    with faults.at(game.key):
        least, of_these = LEAST.get(game.key, (72, 71))
        assert told >= least
        assert beside >= of_these


PAGES = [
    pytest.param(game, line, id=f"{game}: {line['says']}")
    for game in ("durak", "kocka", "taroky")
    for line in kept_lines(GAMES[game], "pages.jsonl")
]


@pytest.mark.parametrize(("game", "line"), PAGES)
def test_a_page_says_what_the_line_does(phone, game, line):
    names = tuple(line.get("names", NAMES[:4]))
    table = start(phone, names, game, **line.get("house", {}))
    follow(Help(phone, f"{table.url}/ask/", game), line)
