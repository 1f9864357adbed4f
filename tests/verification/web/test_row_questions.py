"""The page about a row of the sheet, and what it settles, at every size of every table."""

import pytest

from scorekeeper.game import AnyGame
from scorekeeper.games import GAMES
from scorekeeper.match.rows import Row
from scorekeeper.match.rulings import facts_for
from scorekeeper.sheet import sum_of
from tests.web.asking import Asking
from tests.web.phone import Phone
from tests.web.table import start
from tests.web.test_row_questions import (
    NAMES,
    WRITTEN,
    about,
    choices,
    names_of,
    row_of,
    saved,
    written,
)

SIZES = [
    (key, n)
    for key in WRITTEN
    for n in GAMES[key].player_counts(GAMES[key].house())
    if key != "durak" or n <= 6  # more need another pack
]


ASKED_WITH_NAMES = ("kocka", "durak", "taroky")
"""The games with a question that knows something from a row, and asks who did it."""


def kinds_that_know(game: AnyGame, row: Row) -> list[str]:
    return [kind for kind, declared in game.kinds.items() if facts_for(declared, row)]


@pytest.mark.parametrize(("key", "players"), SIZES)
def test_the_page_of_a_row_names_who_played_it(phone: Phone, key: str, players: int) -> None:
    table = written(phone, key, players)
    absent = row_of(table).entry.absent(row_of(table).before) if key == "taroky" else ()
    played = [name for seat, name in enumerate(NAMES[:players]) if seat not in absent]
    named = set[str]()
    for kind in kinds_that_know(table.match.game, row_of(table)):
        screen = about(table, kind)
        assert screen.status == 200, kind
        named |= choices(screen, NAMES)
        again = Asking(phone, key, table.url).tell()
        assert choices(again, NAMES) == choices(screen, NAMES), kind
    assert named == (set(played) if key in ASKED_WITH_NAMES else set())


@pytest.mark.parametrize("dealer", range(6))
@pytest.mark.parametrize("players", [4, 5, 6])
def test_a_row_is_settled_as_it_was_written(phone: Phone, players: int, dealer: int) -> None:
    dealer %= players
    table = start(phone, NAMES[:players], "taroky", dealer=str(dealer))
    four = table.match.game.playing(table.match.standing)
    declarer, partner = (
        four[(first + dealer + 1) % 4 if players == 4 else first] for first in (0, 2)
    )
    data = {
        "type": "deal",
        "dealer": dealer,
        "declarer": declarer,
        "partner": partner,
        "points": 41,
        "announcements": {str(partner): ["trul"]},
        "pagat": {"seat": partner, "declared": True, "made": True},
    }
    table.record(table.match.game.read_entry(data, players, table.match.house))
    row, asking, played = row_of(table), Asking(phone, "taroky", table.url), names_of(table)
    screen = about(table, "settle")
    assert choices(screen, NAMES) == set(played)
    asking.judge()
    judgement = saved(asking)
    paid = dict(zip(judgement.names, judgement.verdict.result["points"], strict=True))
    figures = sum_of(row.lines, players)
    assert paid == {name: figures[NAMES.index(name)] for name in paid}
    assert judgement.names[judgement.given["deal"]["declarer"]] == NAMES[declarer]
    assert judgement.given["deal"]["dealer"] == (dealer if players == 4 else 3)
