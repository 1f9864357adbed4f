"""A question about a row of the sheet is about who played it, whoever plays by now."""

from dataclasses import replace

from scorekeeper.core.schema import RuleId, Seat
from scorekeeper.core.sheet import sum_of
from scorekeeper.games.makao.entries import needed
from scorekeeper.games.taroky.entries import Renonc
from scorekeeper.referee import judgements
from tests.web.asking import Asking, ruled
from tests.web.table import start

NAMES = ("Petr", "Jana", "Karel", "Eva", "Olga", "Ivan", "Nora", "Hugo", "Iva", "Ota")
WRITTEN = {
    "kocka": {"type": "round", "points": [28, 0, 0, 0]},
    "faraon": {"type": "game", "loser": 1},
    "makao": {"type": "game", "lost": [1]},
    "durak": {"type": "game", "fool": 1},
    "taroky": {"type": "deal", "declarer": 0, "partner": 1, "points": 41},
}
"""A row of each game; at Taroky the first seat plays, whoever deals."""


FOLLOW = RuleId("taroky.play.follow")


def written(phone, key, players, **entry):
    """A match with one row, and everybody after the dealer in another place than at first."""
    table = start(phone, NAMES[:players], key, dealer=str(players - 1))
    data = {**WRITTEN[key], **entry}
    if key == "makao":
        data["lost"] = [*range(players - needed(players))]
    table.write(**data)
    return table


def row_of(table):
    return table.match.rows[0]


def about(table, kind):
    return table.open(f"/disputes/{kind}?row={row_of(table).seq}")


def choices(screen, names):
    """The names that the page lets somebody tap."""
    labels = {label.text.split(" ")[0] for label in screen.root.all("label")}
    return labels.intersection(names)


def test_a_varsava_of_five_has_four_piles(phone):
    points = {"variant": "varsava", "partner": None, "points": [30, 20, 10, 10, 0]}
    table = written(phone, "taroky", 5, **points)
    asking = Asking(phone, "taroky", table.url)
    about(table, "settle")
    asking.judge()
    judgement = saved(asking)
    paid = dict(zip(judgement.names, judgement.verdict.result["points"], strict=True))
    figures = sum_of(row_of(table).lines, 5)
    assert paid == {name: figures[NAMES.index(name)] for name in NAMES[:4]}


def test_a_row_is_judged_by_the_house_rules_of_then(phone):
    table = written(phone, "taroky", 5)
    then = table.match
    other = "honery" if then.house.honours_always == "all-honours" else "all-honours"
    house = replace(then.house, honours_always=other)
    table.do("agree", replace(then.named_house, house=house))
    about(table, "settle")
    asking = Asking(phone, "taroky", table.url)
    asking.judge()
    assert table.match.house == house
    assert saved(asking).house == row_of(table).house == then.house
    table.open(f"/disputes/settle?from={asking.verdict}")
    asking.judge(**{"deal-points": "45"})
    assert saved(asking).house == then.house, "whoever asks again asks by the same rules"


def buttons_on(screen):
    """Those to whom a penalty can be written."""
    return [each.all("b")[0].text for each in screen.root.all("button", css="seat")]


def test_the_penalty_of_a_verdict_is_written_to_whom_it_is_about(phone):
    table = written(phone, "taroky", 5)
    screen = table.open(f"/verdicts/{seen(table, NAMES[:4])}")
    assert buttons_on(screen) == [*NAMES[:4]], "though Petr pauses by now"
    ruled(screen, phone, "Karel")
    assert table.match.rows[-1].entry == Renonc(Seat(2), FOLLOW)
    assert table.match.rulings[0].body["ruling"]["seat"] == 2
    assert table.open().rows[0].told.startswith("Karel: ")


def test_nobody_who_left_is_given_a_penalty_in_anothers_name(phone):
    table = written(phone, "taroky", 5)
    code = seen(table, NAMES[:4])
    let_ivan_sit_down(table)
    assert buttons_on(table.open(f"/verdicts/{code}")) == ["Petr", "Jana", "Eva"]


def let_ivan_sit_down(table):
    """Karel gets up, and somebody else takes his seat."""
    table.do("seat", (0, 1, 5, 3, 4), ("Petr", "Jana", "Ivan", "Eva", "Olga"), 0)


def seen(table, names):
    """The code of a kept verdict on an offence that some players agree on."""
    match, rule = table.match, {"rule": FOLLOW}
    judgement = judgements.judge_question(match.game, match.house, names, "seen", rule)
    return judgements.save(table.phone.app.extensions["matches"].ledger, judgement)


def saved(asking):
    return judgements.load(asking.phone.app.extensions["matches"].ledger, asking.verdict)


def test_a_question_asked_again_stays_about_the_same_people(phone):
    table = written(phone, "taroky", 5)
    asking = Asking(phone, "taroky", table.url)
    about(table, "settle")
    asking.judge()
    first = saved(asking)
    table.open(f"/disputes/settle?from={asking.verdict}")
    assert choices(phone.screen, NAMES) == {"Petr", "Jana", "Karel", "Eva"}
    asking.tell()
    assert choices(phone.screen, NAMES) == {"Petr", "Jana", "Karel", "Eva"}
    asking.judge()
    assert saved(asking).names == first.names
    assert saved(asking).verdict.result == first.verdict.result
