"""The page about a row of the sheet, and what it settles, at every size of every table."""

import pytest

from scorekeeper.core.sheet import sum_of
from scorekeeper.games import GAMES
from scorekeeper.match.rulings import facts_for
from scorekeeper.referee import judgements
from tests.web.asking import Asking
from tests.web.table import start
from tests.web.test_row_questions import (
    NAMES,
    WRITTEN,
    about,
    choices,
    let_ivan_sit_down,
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


def names_of(table):
    """Those who have a figure in the row, as the sheet has them, seat by seat."""
    (row,) = table.open().rows
    return [n for n, cell in zip(table.match.names, row.cells, strict=True) if cell != "–"]


def kinds_that_know(game, row):
    return [kind for kind, declared in game.kinds.items() if facts_for(declared, row)]


@pytest.mark.parametrize(("key", "players"), SIZES)
def test_the_page_of_a_row_names_who_played_it(phone, key, players):
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
def test_a_row_is_settled_as_it_was_written(phone, players, dealer):
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
    table.write(**data)
    row, asking, played = row_of(table), Asking(phone, "taroky", table.url), names_of(table)
    assert choices(about(table, "settle"), NAMES) == set(played)
    asking.judge()
    judgement = saved(asking)
    paid = dict(zip(judgement.names, judgement.verdict.result["points"], strict=True))
    figures = sum_of(row.lines, players)
    assert paid == {name: figures[NAMES.index(name)] for name in paid}
    assert judgement.names[judgement.given["deal"]["declarer"]] == NAMES[declarer]
    assert judgement.given["deal"]["dealer"] == (dealer if players == 4 else 3)


def test_who_paused_by_agreement_is_not_asked_about(phone):
    table = written(phone, "taroky", 5, pausing=[2])
    about(table, "settle")
    assert choices(phone.screen, NAMES) == {"Petr", "Jana", "Eva", "Olga"}
    Asking(phone, "taroky", table.url).judge()
    assert saved(Asking(phone, "taroky", table.url)).names == ("Petr", "Jana", "Eva", "Olga")


CASE = {
    "deal": {"declarer": 0, "partner": 2, "points": 41, "contract": "zakladni"},
    "tariff": {"zakladni": 7},
}


def settled_verdict(phone, names, **more):
    """The code of a kept verdict on a deal that was settled by another tariff."""
    game = GAMES["taroky"]
    judgement = judgements.judge_question(game, game.house(), names, "settle", {**CASE, **more})
    return judgements.save(phone.app.extensions["matches"].ledger, judgement)


@pytest.mark.parametrize("matched", [False, True])
def test_a_tariff_of_its_own_stays_with_a_question_asked_again(phone, matched):
    table = written(phone, "taroky", 5) if matched else None
    asking = Asking(phone, "taroky", table.url if table else "")
    code = settled_verdict(phone, NAMES[:4])
    first = judgements.load(phone.app.extensions["matches"].ledger, code)
    screen = phone.get(f"{asking.at}/settle?from={code}")
    label = asking.book.label("house", "tariff", "label")
    assert tariff_on(screen) == [f"{label}: {phone.say('our own')}"]
    assert label in [term.text for term in phone.get(f"/v/{code}").root.all("dt")]
    phone.screen = screen
    asking.tell(**{"deal-points": "45"})
    assert tariff_on(phone.screen) == tariff_on(screen)
    phone.get(phone.screen.by_id("question").attrs["data-url"])
    assert tariff_on(phone.screen) == tariff_on(screen), "a page that is loaded again keeps it"
    asking.judge(**{"deal-points": "41"})
    again = saved(asking)
    assert again.given["tariff"] == CASE["tariff"]
    assert again.verdict.result == first.verdict.result
    assert again.names == first.names or not matched


def test_a_ready_made_tariff_is_called_by_its_name(phone):
    asking = Asking(phone, "taroky")
    code = settled_verdict(phone, NAMES[:4], tariff="vysocina")
    (line,) = tariff_on(phone.get(f"{asking.at}/settle?from={code}"))
    assert asking.book.label("house", "tariff", "presets", "vysocina") in line


def tariff_on(screen):
    """What is said on the page of facts that it does not ask for."""
    return [line.text for line in screen.by_id("question").all("p", css="known")]


def test_who_left_is_still_named_in_a_question_asked_again(phone):
    table = written(phone, "taroky", 5)
    code = settled_verdict(phone, ("Petr", "Jana", "Karel", "Eva"))
    let_ivan_sit_down(table)
    for asked in (f"from={code}", f"row={row_of(table).seq}"):
        screen = table.open(f"/disputes/settle?{asked}")
        assert choices(screen, NAMES) == {"Petr", "Jana", "Karel", "Eva"}
        again = Asking(phone, "taroky", table.url).tell()
        assert choices(again, NAMES) == {"Petr", "Jana", "Karel", "Eva"}
