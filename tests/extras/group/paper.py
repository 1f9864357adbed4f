"""What people write down at a table of each game: entries at random that its sheet takes.

Nothing of a deal is played here, only its end is made up; whether a table can write it is asked of
the game, again and again until it can.
"""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from scorekeeper.core.game import AnyGame
from scorekeeper.core.house_rules import HouseRules
from scorekeeper.core.schema import Invalid
from scorekeeper.core.sheet import Entry, PenaltyEntry, Standing
from scorekeeper.match import Match
from scorekeeper.referee.rule_table import admissible

Plain = dict[str, Any]
TRIES = 400
CONTRACTS = ("zakladni",) * 5 + ("druha",) * 3 + ("preferanc",) * 4 + ("solo",)
CALLED = ("XIX", "XIX", "XIX", "XVIII", "XVII", "XVI")
SAID = ("trul", "tarocky", "barvy", "honery", "taroky")


def written(match: Match, random: Random, before: Standing | None = None) -> Entry | None:
    """An entry that could be written now, or in the place of a row before which all stood so."""
    standing, make = before or match.standing, MAKERS[match.game.key]
    for _ in range(TRIES if standing.next else 0):
        try:
            plain = make(match, standing, random)
            entry: Entry = match.game.read_entry(plain, len(standing.totals), match.house)
        except Invalid:
            continue
        if match.game.check(entry, standing, match.house) is None:
            return entry
    return None


def _kocka(match: Match, standing: Standing, random: Random) -> Plain:
    kind = standing.next[0]
    if random.random() < 0.02:
        return _revoke(match, standing, random)
    if kind == "dokladacka":
        return {"type": kind, "loser": random.randrange(4)}
    if kind == "barrage":
        rivals: Sequence[int] = getattr(standing, "barrage", ())
        return {"type": kind, "points": {str(seat): random.randrange(15) for seat in rivals}}
    luck = random.random()
    if luck < 0.08:
        return {"type": "round", "durch" if luck < 0.05 else "durch_caught": random.randrange(4)}
    weights = [random.random() ** 2 + (0.05 if seat else 0.1) for seat in range(4)]
    owners = random.choices(range(4), weights, k=9)
    points = [0] * 4
    for owner, worth in zip(owners, (10, 5, 4, 3, 2, 1, 1, 1, 1), strict=True):
        points[owner] += worth
    none = [seat for seat in range(4) if not points[seat] and random.random() < 0.4]
    seen = ["kadov"] if random.random() < 0.03 else []
    return {"type": "round", "points": points, "no_trick": none[:2], "milestones": seen}


def _taroky(match: Match, standing: Standing, random: Random) -> Plain:
    seats = len(standing.totals)
    if random.random() < 0.02 and seats == 4:
        return _revoke(match, standing, random)
    dealer = standing.dealer
    resting = {4: [], 5: [dealer], 6: sorted([dealer, (dealer + 3) % 6])}[seats]
    first = next(s % seats for s in range(dealer + 1, dealer + 3) if s % seats not in resting)
    contract = random.choice(CONTRACTS)
    declarer = first if contract == "zakladni" else random.randrange(seats)
    plain: Plain = {"type": "deal", "contract": contract, "declarer": declarer, "dealer": dealer}
    plain |= {"pausing": resting} if resting else {}
    if contract == "zakladni" and random.random() < 0.12:
        return plain | {"variant": "varsava", "points": _shared(random, seats, resting)}
    if contract == "preferanc":
        plain["variant"] = random.choice(("first", "first", "second", "third"))
    elif contract != "solo":
        alone = random.random() < 0.1
        mate = {"variant": "quiet-solo"} if alone else {"partner": random.randrange(seats)}
        plain |= {**mate, "called": random.choice(CALLED)}
    plain["points"] = min(70, max(0, round(random.gauss(38, 9))))
    return plain | _promises(random, contract, declarer, seats)


def _promises(random: Random, contract: str, declarer: int, seats: int) -> Plain:
    """What is said and doubled before the first card, and what became of it."""
    plain: Plain = {}
    if contract == "druha" or random.random() < 0.15:
        owner = declarer if contract == "druha" else random.randrange(seats)
        promised = contract == "druha"
        plain["pagat"] = {"seat": owner, "declared": promised, "made": random.random() < 0.6}
    if random.random() < 0.25:
        plain["announcements"] = {str(random.randrange(seats)): [random.choice(SAID)]}
    if random.random() < 0.15:
        plain["fleks"] = {"game": random.choice(("flek", "flek", "reflek"))}
    if random.random() < 0.01:
        plain |= {"valat": {"side": "declarer", "declared": random.random() < 0.5}, "points": 70}
        plain.pop("pagat", None)
    return plain


def _shared(random: Random, seats: int, resting: Sequence[int]) -> list[int]:
    """Points of the four piles of a Varšava; who pauses at a larger table has none."""
    cuts = sorted(random.randrange(5, 66) for _ in range(3))
    piles = iter([b - a for a, b in zip((0, *cuts), (*cuts, 70), strict=True)])
    return [0 if seat in resting else next(piles) for seat in range(seats)]


def _faraon(match: Match, standing: Standing, random: Random) -> Plain:
    seats = list(range(len(standing.totals)))
    if random.random() < 0.05:
        return _revoke(match, standing, random)
    random.shuffle(seats)
    plain: Plain = {"type": "game", "loser": seats[-1]}
    if random.random() < 0.3:
        plain["order"] = seats
    if random.random() < 0.3:
        plain["back"] = [seats[0]]
    if random.random() < 0.4:
        plain["burnt"] = {str(random.choice(seats)): random.randrange(1, 4)}
    if random.random() < 0.3:
        plain["drew"] = {str(seats[-1]): random.randrange(1, 9)}
    return plain


def _makao(match: Match, standing: Standing, random: Random) -> Plain:
    seats = list(range(len(standing.totals)))
    random.shuffle(seats)
    n = len(seats) - 1 if len(seats) <= 4 else 3
    if random.random() < 0.6:
        return {"type": "game", "out": seats[:n]}
    return {"type": "game", "lost": seats[n:]}


def _durak(match: Match, standing: Standing, random: Random) -> Plain:
    seats = len(standing.totals)
    if random.random() < 0.1:
        return {"type": "game", "draw": random.sample(range(seats), 2)}
    fool = min(random.randrange(seats), random.randrange(seats))
    plain: Plain = {"type": "game", "fool": fool}
    return plain | ({"epaulettes": random.randrange(1, 5)} if random.random() < 0.15 else {})


def offences(game: AnyGame, house: HouseRules) -> Sequence[str]:
    """The rules whose breach its sheet records, by an entry of its own."""
    kinds = [entry for entry in game.entries if issubclass(entry, PenaltyEntry)]
    known = {rule for entry in kinds for rule in game.recordable_rules(entry)}
    return [rule.id for rule in admissible(game.rules, house) if rule.id in known]


def _revoke(match: Match, standing: Standing, random: Random) -> Plain:
    kind = next(e.type for e in match.game.entries if issubclass(e, PenaltyEntry))
    rule = random.choice(offences(match.game, match.house))
    return {"type": kind, "seat": random.randrange(len(standing.totals)), "rule": rule}


MAKERS: Mapping[str, Callable[[Match, Standing, Random], Plain]] = {
    "kocka": _kocka,
    "taroky": _taroky,
    "faraon": _faraon,
    "makao": _makao,
    "durak": _durak,
}
