"""A deal to be settled, of which each member may be unknown: what is decided stays so."""

from random import Random
from typing import get_args

from scorekeeper.games.taroky.entries import Announcement
from scorekeeper.games.taroky.referee.settling import Settled
from scorekeeper.referee.cases import judge_case
from scorekeeper.referee.question import fact_at, paths_in, with_facts
from tests.verification.breadth import WHOLE
from tests.verification.second.taroky import ask_deal, ask_varsava
from tests.verification.unknown import differing

# --- a deal to be settled, of which each member may be unknown -----------------------------------


HOUSES = (
    {},
    {},
    {"tariff": "taroky.net"},
    {"tariff": "pocitadlo"},
    {"honours_in_draw": True},
    {"honours_always": "all-honours"},
    {"tariff": {"ceiling": 20, "rounding": 2}},
)
TRIED = 4
"""Values of each fact, taken from other deals."""
DEAL = {"declarer": 0, "variant": "normal", "partner": 2, "points": 41}


def judged(deal, **house):
    case = {"game": "taroky", "kind": "settle", "given": {"deal": deal}}
    return judge_case({**case, "house": house} if house else case)


def a_deal(random):
    """A deal or a Varšava; announcements that no hand can have are drawn as well."""
    ask = random.choice((ask_deal, ask_deal, ask_deal, ask_varsava))
    (entry,) = ask(random).case["entries"]
    if random.random() < 0.5 and entry.get("variant") != "varsava":
        ids, seats = get_args(Announcement), random.sample(range(4), random.randint(0, 3))
        announced = {str(seat): random.sample(ids, random.randint(1, 2)) for seat in seats}
        entry = {**entry, "announcements": announced}
    if random.random() < 0.2:
        entry = {**entry, "points": 35}
    if random.random() < 0.1:
        entry = {**entry, "valat": {"side": "declarer", "declared": True, "made": False}}
    return dict(entry)


def compare(random, faults):
    """Asks a deal with less, and with what other deals have there; gives how many were compared."""
    deal, house, compared = a_deal(random), random.choice(HOUSES), 0
    paths = [path.removeprefix("deal.") for path in paths_in(Settled, {"deal": deal})]
    for less in (*([path] for path in paths), random.sample(paths, random.randint(2, 4))):
        untold = with_facts(deal, dict.fromkeys(less))
        answer = judged(untold, **house)
        if answer.get("verdict") not in ("legal", "offence"):
            continue
        for whole in (deal, *(completed(deal, less, random) for _ in range(TRIED))):
            compared += 1
            with faults.at(house, untold, whole):
                assert differing(answer, judged(whole, **house)) == ""
    return compared


def completed(deal, less, random):
    """A deal with the facts of another one in place of those that are not told."""
    other = a_deal(random)
    whole = with_facts(deal, {path: fact_at(other, path) for path in less})
    return {name: value for name, value in whole.items() if value is not None}


def test_no_deal_flips(faults):
    random, compared = Random(1), 0
    while compared < (5000 if WHOLE else 1500):
        compared += compare(random, faults)


def test_no_member_of_a_deal_is_left_out():
    """What may be unknown is read off the declaration."""
    asked = [path for path in paths_in(Settled, {"deal": {}}) if path != "tariff"]
    assert {"deal.points", "deal.announcements", "deal.pausing"} <= set(asked)
    for path in asked:
        answer = judged(with_facts(DEAL, {path.removeprefix("deal."): None}))
        assert answer["verdict"] in ("legal", "undecidable")
