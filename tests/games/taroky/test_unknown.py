"""What nobody knows: a decided verdict holds whatever it was, an open one may have been both."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import Any, get_args

import pytest

from scorekeeper.cards import TAROCK_54, Card
from scorekeeper.cases import judge_case
from scorekeeper.dispute import Dispute
from scorekeeper.explanation import sentence
from scorekeeper.games.taroky import GAME
from scorekeeper.games.taroky.entries import SEATS, Announcement
from scorekeeper.games.taroky.referee.announcements import Announce, Said
from scorekeeper.games.taroky.referee.auction import CALLS, Auction, Bid, Call
from scorekeeper.games.taroky.referee.drawing import Fold, TalonRefused
from scorekeeper.games.taroky.referee.fleks import FlekSaid
from scorekeeper.games.taroky.referee.plays import Play
from scorekeeper.games.taroky.referee.settling import Settled
from scorekeeper.games.taroky.referee.talon import TAKES, Discard
from scorekeeper.games.taroky.referee.turns import Turn
from scorekeeper.games.taroky.referee.varsava import VarsavaCall
from scorekeeper.judgements import judge_question
from scorekeeper.question import fact_at, paths_in, with_facts
from scorekeeper.referee import judge
from scorekeeper.rulebook import open_rulebook
from scorekeeper.schema import Seat, dump_fields
from tests.contract.faults import Faults
from tests.games.taroky.table import USUAL
from tests.games.test_unknown import require_same
from tests.verification.second.taroky import ask_deal, ask_varsava

pytestmark = pytest.mark.slow("tries every hand that nobody knows")

Whole = Iterator[Dispute]
TRIES = 12
"""Ways in which each question is made whole at random."""

parse = TAROCK_54.parse


def rest(random: Random, *lying: Card, n: int) -> tuple[Card, ...]:
    """Some of the other cards; now and then more taroks than a hand usually has."""
    left = [card for card in TAROCK_54.cards if card not in lying]
    likes = random.choice([0, 0, 3, -3])
    left.sort(key=lambda card: likes * (card.suit == "taroks") + 4 * random.random())
    return tuple(left[:n])


def play(random: Random) -> tuple[Dispute, Whole]:
    lying = rest(random, n=random.randint(1, 4))
    variant = random.choice(["normal", "varsava"])
    asked = Play(contract="zakladni", trick=lying[1:], card=lying[0], variant=variant)  # type: ignore[arg-type]
    return asked, (
        replace(asked, hand=(lying[0], *rest(random, *lying, n=random.randrange(12))))
        for _ in range(TRIES)
    )


def announce(random: Random) -> tuple[Dispute, Whole]:
    names = random.sample(sorted(get_args(Said)), random.randint(0, 2))
    asked = Announce(announced=frozenset(names))
    return asked, (replace(asked, hand=rest(random, n=12)) for _ in range(TRIES))


def few(random: Random) -> tuple[Dispute, Whole]:
    """Barvy of a hand of which only a part is known."""
    known = rest(random, n=random.randint(1, 12))
    asked = Announce(announced=frozenset(["barvy"]), hand=known)
    more = 12 - len(known)
    return asked, (replace(asked, hand=known + rest(random, *known, n=more)) for _ in range(TRIES))


def discard(random: Random) -> tuple[Dispute, Whole]:
    took = random.choice(TAKES)
    known = rest(random, n=random.randint(1, 12 + took))
    asked = Discard(hand=known, aside=random.choice([known[:took], known[:1]]), took=took)
    return asked, (
        replace(asked, hand=known + rest(random, *known, n=asked.short)) for _ in range(TRIES)
    )


def varsava(random: Random) -> tuple[Dispute, Whole]:
    known = rest(random, n=random.randint(0, 12))
    seat = Seat(random.choice([0, 0, 0, 1]))
    asked = VarsavaCall(dealer=Seat(3), seat=seat, contract="zakladni", hand=known or None)
    more = 12 - len(known)
    return asked, (replace(asked, hand=known + rest(random, *known, n=more)) for _ in range(TRIES))


def call(random: Random) -> tuple[Dispute, Whole]:
    asked = Call(called=parse(random.choice([*CALLS, "XV"])))
    return asked, (replace(asked, hand=rest(random, n=12)) for _ in range(TRIES))


def fold(random: Random) -> tuple[Dispute, Whole]:
    contract = random.choice(["zakladni", "druha"])
    shown = random.choice([None, 4, rest(random, n=random.randint(1, 4))])
    asked = Fold(contract=contract, called=random.choice(CALLS), shown=shown)  # type: ignore[arg-type]
    known = asked.cards_shown
    more = 4 - len(known)
    return asked, (replace(asked, talon=known + rest(random, *known, n=more)) for _ in range(TRIES))


def flek(random: Random) -> tuple[Dispute, Whole]:
    item, level = random.choice(["game", "trul"]), random.choice(["flek", "reflek"])
    said = ("flek",) if level == "reflek" else ()
    asked = FlekSaid(item=item, level=level, seat=Seat(1), said=said)  # type: ignore[arg-type]
    sides = [frozenset(map(Seat, random.sample(range(SEATS), n))) for n in (1, 2, 3)]
    return asked, (replace(asked, owner=side) for side in sides)


def turn(random: Random) -> tuple[Dispute, Whole]:
    known = Seat(random.randrange(SEATS)) if random.random() < 0.5 else None
    asked = Turn(seat=Seat(1), last_winner=known, played=random.randrange(SEATS))
    leaders = (known,) if known is not None else map(Seat, range(SEATS))
    return asked, (replace(asked, leader=seat) for seat in leaders)


def refuse(random: Random) -> tuple[Dispute, Whole]:
    asked = TalonRefused(declarer=Seat(0), seat=Seat(random.randrange(SEATS)))
    befores = (False, True) if asked.unknown() else (False,)
    return asked, (replace(asked, refused_before=before) for before in befores)


def bid(random: Random) -> tuple[Dispute, Whole]:
    said = ["pass", "zakladni", "druha", "preferanc", "solo"]
    spoken = random.randint(1, SEATS)
    bids = tuple(Bid(Seat(seat), random.choice(said)) for seat in range(spoken))  # type: ignore[arg-type]
    asked = Auction(dealer=Seat(3), bids=bids)
    return asked, (replace(asked, pagat=Seat(seat)) for seat in range(SEATS))


EVERY = [play, announce, few, discard, varsava, call, fold, bid, flek, turn, refuse]


@pytest.mark.parametrize("ask", EVERY)
def test_what_is_decided_stays_so_whatever_is_unknown(
    ask: Callable[[Random], tuple[Dispute, Whole]],
) -> None:
    seen = set()
    for seed in range(150):
        asked, whole = ask(Random(seed))
        verdict = judge(GAME.rules, asked, USUAL)
        seen.add(verdict.verdict)
        if verdict.verdict == "undecidable":
            assert set(verdict.witness) == {"legal", "offence"}, asked
            for way, facts in verdict.witness.items():
                told = GAME.read_dispute(asked.kind, facts, USUAL)
                assert judge(GAME.rules, told, USUAL).verdict == way
                assert {**dump_fields(asked), **facts} == facts
            assert verdict.decides in verdict.missing
            continue
        assert verdict.whatever == bool(asked.unknown())
        for each in whole:
            assert judge(GAME.rules, each, USUAL).verdict == verdict.verdict, each
    assert "undecidable" in seen
    assert seen - {"undecidable"}


# --- a deal to be settled, of which each member may be unknown -----------------------------------

Facts = dict[str, Any]

HOUSES: tuple[Facts, ...] = (
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
DEAL: Facts = {"declarer": 0, "variant": "normal", "partner": 2, "points": 41}


def judged(deal: Facts, **house: Any) -> Facts:
    case = {"game": "taroky", "kind": "settle", "given": {"deal": deal}}
    return judge_case({**case, "house": house} if house else case)


def a_deal(random: Random) -> Facts:
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


def compare(random: Random, faults: Faults) -> int:
    """Asks a deal with less, and with what other deals have there; gives how many were compared."""
    deal, house, compared = a_deal(random), random.choice(HOUSES), 0
    paths = [path.removeprefix("deal.") for path in paths_in(Settled, {"deal": deal})]
    several = random.sample(paths, random.randint(2, 4))
    for less in (*([path] for path in paths), several):
        untold = with_facts(deal, dict.fromkeys(less))
        answer = judged(untold, **house)
        if answer.get("verdict") not in ("legal", "offence"):
            continue
        for whole in (deal, *(completed(deal, less, random) for _ in range(TRIED))):
            compared += 1
            with faults.at(house, untold, whole):
                require_same(answer, judged(whole, **house))
    return compared


def completed(deal: Facts, less: list[str], random: Random) -> Facts:
    """A deal with the facts of another one in place of those that are not told."""
    other = a_deal(random)
    told = {path: fact_at(other, path) for path in less}
    whole = with_facts(deal, told)
    return {name: value for name, value in whole.items() if value is not None}


def test_what_is_settled_holds_for_every_such_deal(faults: Faults) -> None:
    random = Random(29)
    assert sum(compare(random, faults) for _ in range(40)) > 200


@pytest.mark.walk("five thousand deals")
def test_no_deal_flips(faults: Faults) -> None:
    random, compared = Random(1), 0
    while compared < 5000:
        compared += compare(random, faults)


def test_no_member_of_a_deal_is_left_out() -> None:
    """What may be unknown is read off the declaration."""
    asked = [path for path in paths_in(Settled, {"deal": {}}) if path != "tariff"]
    assert {"deal.points", "deal.announcements", "deal.pausing"} <= set(asked)
    for path in asked:
        answer = judged(with_facts(DEAL, {path.removeprefix("deal."): None}))
        assert answer["verdict"] in ("legal", "undecidable")


@pytest.mark.parametrize(
    ("unknown", "asked"),
    [({"points": None}, "points"), ({"pagat": {"seat": 0, "made": None}}, "pagat.made")],
)
def test_what_decides_is_asked_in_the_words_of_the_sheet(unknown: Facts, asked: str) -> None:
    names = ["Č", "P", "T", "R"]
    given = {"deal": {**DEAL, **unknown}}
    judgement = judge_question(GAME, GAME.house(), names, "settle", given)
    book = open_rulebook(GAME.folder, "en")
    label = book.label("fields", "deal", *asked.split("."), "label")
    assert sentence(judgement, book) == f"{label}?"
