"""Taroky, from rules/taroky.md: tricks, counting, settlement, what may be announced together."""

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache, partial
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import scorekeeper
from tests.verification.second.question import Ask, Question, ask, cut, shuffled, verdict
from tests.verification.second.tricks import Legal, Turn, breaches, play_out

ROMAN = (
    *("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI"),
    *("XII", "XIII", "XIV", "XV", "XVI", "XVII", "XVIII", "XIX", "XX", "XXI", "SKYZ"),
)
ORDER = {"H": "432AJCQK", "D": "432AJCQK", "S": "789TJCQK", "C": "789TJCQK"}
PACK = [*ROMAN, *(rank + suit for suit, ranks in ORDER.items() for rank in ranks)]
WORTH = {"K": 5, "Q": 4, "C": 3, "J": 2}
DEAR = {"I", "XXI", "SKYZ"}


def is_tarok(card: str) -> bool:
    """Taroks are a suit too."""
    return card in ROMAN


def suit(card: str) -> str:
    """The suit of a card; all taroks have one."""
    return "taroks" if is_tarok(card) else card[-1]


def height(card: str) -> int:
    """How high a card is within its suit."""
    return ROMAN.index(card) if is_tarok(card) else ORDER[card[-1]].index(card[0])


def worth(card: str) -> int:
    """Card points (1)."""
    if is_tarok(card):
        return 5 if card in DEAR else 1
    return WORTH.get(card[0], 1)


def count(cards: Sequence[str]) -> int:
    """Three cards minus two (1)."""
    rest = 1 if len(cards) % 3 else 0
    return sum(map(worth, cards)) - 2 * (len(cards) // 3) - rest


# --- play (9, 6) ---------------------------------------------------------------------------------


def follow(trick: Sequence[str], hand: Sequence[str]) -> list[str]:
    """The led suit, else taroks, else anything."""
    if not trick:
        return [*hand]
    same = [card for card in hand if suit(card) == suit(trick[0])]
    return same or [card for card in hand if is_tarok(card)] or [*hand]


def legal(number: int, trick: list[str], hand: list[str]) -> list[str]:
    """What may be laid where nobody has to overtake."""
    return follow(trick, hand)


def legal_varsava(
    number: int, trick: list[str], hand: list[str], *, ruffs: bool = True
) -> list[str]:
    """What may be laid in a Varšava."""
    may, mine = follow(trick, hand), [card for card in hand if is_tarok(card)]
    there = [height(card) for card in trick if is_tarok(card)]
    if there and (ruffs or is_tarok(trick[0])):
        over = [card for card in mine if height(card) > max(there)]
        may = [card for card in may if not is_tarok(card) or card in over or not over]
    if "SKYZ" in trick and not set(mine) <= {"XXI", "I"}:
        may = [card for card in may if card != "XXI"]
    return [card for card in may if card != "I" or mine == ["I"]]


def winner(trick: Sequence[str]) -> int:
    """The place of the highest tarok, else of the highest card of the led suit, of four cards."""
    wins = "taroks" if any(map(is_tarok, trick[:4])) else suit(trick[0])
    places = [place for place in range(4) if suit(trick[place]) == wins]
    return max(places, key=lambda place: height(trick[place]))


RULES = legal, winner
CONTRACTS: tuple[tuple[str, str | None], ...] = (
    *(("zakladni", "normal"), ("zakladni", "quiet-solo"), ("druha", "normal")),
    *(("preferanc", "first"), ("solo", None), ("zakladni", "varsava"), ("zakladni", "varsava")),
)


def deal(random: Random) -> list[list[str]]:
    """Twelve cards each, and six besides."""
    return cut(shuffled(random, PACK), 12, 12, 12, 12, 6)


def ask_play(random: Random) -> Question:
    """May this card be laid?"""
    contract, variant = random.choice(CONTRACTS)
    house = {"varsava_overtake_ruffs": False} if random.random() < 0.3 else {}
    plain: Legal = partial(legal_varsava, ruffs=not house) if variant == "varsava" else legal
    played = play_out(random, deal(random)[:4], random.randrange(4), (plain, winner))
    turn = random.choice(played.turns)
    may, card = plain(turn.number, turn.trick, turn.hand), random.choice(turn.hand)
    given = {"contract": contract, "trick": turn.trick, "hand": turn.hand, "card": card}
    given |= {"variant": variant} if variant else {}
    expect = {"verdict": verdict(card in may), "instead": [] if card in may else may}
    return ask("taroky", "play", given, expect, house)


def ask_winner(random: Random) -> Question:
    """Who takes this trick, perhaps with a card of the talon in it?"""
    varsava, leader = random.random() < 0.3, random.randrange(4)
    trick = random.sample(PACK, 5 if varsava else 4)
    given = {"contract": "zakladni", "trick": trick, "leader": leader}
    given |= {"variant": "varsava"} if varsava else {}
    expect = {"winner": (leader + winner(trick)) % 4, "card": trick[winner(trick)]}
    return ask("taroky", "winner", given, {"result": expect})


def ask_audit(random: Random) -> Question:
    """Was a whole deal of one against three right?"""
    *hands, talon = deal(random)
    declarer, dealer = random.randrange(4), random.randrange(4)
    played = play_out(random, hands, declarer, RULES, wrong=random.choice((0, 0.02, 0.2)))
    wrong, piles = breaches(played, legal, _broken), played.piles()
    given = {
        "contract": "solo",
        "dealer": dealer,
        "declarer": declarer,
        "leader": declarer,
        "tricks": [[*trick] for trick in played.tricks],
        "talon": talon,
    }
    result = {
        "breaches": wrong,
        "winners": [*played.winners],
        "tricks": {str(seat): played.winners.count(seat) for seat in range(4)},
        "points": {str(declarer): count(piles[declarer])},
    }
    return ask("taroky", "audit", given, {"verdict": verdict(not wrong), "result": result})


def _broken(turn: Turn) -> str:
    """By which rule a card was wrong: he had the led suit, or else a tarok."""
    had = any(suit(card) == suit(turn.trick[0]) for card in turn.hand)
    return "taroky.play.follow" if had else "taroky.play.tarok"


def ask_count(random: Random) -> Question:
    """What is a pile worth?"""
    cards = random.sample(PACK, random.randint(1, 54))
    result = {"points": count(cards), "cards": len(cards), "other": 70 - count(cards)}
    return ask("taroky", "count", {"cards": cards}, {"verdict": "legal", "result": result})


# --- settlement (11) -----------------------------------------------------------------------------

DEFAULTS = Path(scorekeeper.__file__).with_name("games") / "taroky" / "defaults.toml"


@cache
def tariff() -> Mapping[str, int]:
    """What everything costs by default: of each figure the newest line."""
    versions = tomllib.loads(DEFAULTS.read_text("utf-8"))
    return {
        name: figure
        for version, values in versions.items()
        if version != "presets"
        for name, figure in values.get("tariff", {}).items()
    }


FACTORS = {"": 1, "flek": 2, "reflek": 4, "superflek": 8}
SMALL, LARGE = ("tarocky", "honery", "trul", "barvy"), ("taroky", "kralovske-honery")


def rate(contract: str, variant: str) -> int:
    """Points for each point of difference (default tariff)."""
    return tariff()[f"preferanc_{variant}" if contract == "preferanc" else contract]


def settle(entry: Mapping[str, Any]) -> list[int]:
    """What each player gets and pays for a deal."""
    declarer, partner = entry["declarer"], entry.get("partner")
    side = [declarer] if partner is None else [declarer, partner]
    total = _base(entry) + _pagat(entry, side) + _announced(entry, side)
    if partner is None:
        return [3 * total if seat == declarer else -total for seat in range(4)]
    return [total if seat in side else -total for seat in range(4)]


def _base(entry: Mapping[str, Any]) -> int:
    factor = FACTORS[entry.get("fleks", {}).get("game", "")]
    difference: int = entry["points"] - 35
    return difference * rate(entry["contract"], entry.get("variant", "")) * factor


def _pagat(entry: Mapping[str, Any], side: Sequence[int]) -> int:
    if "pagat" not in entry:
        return 0
    pagat, flek = entry["pagat"], FACTORS[entry.get("fleks", {}).get("pagat", "")]
    told = "declared" if pagat["declared"] else "silent"
    worth_it = tariff()[f"pagat_{told}"] * (flek if pagat["declared"] else 1)
    for_side = 1 if pagat["seat"] in side else -1
    return worth_it * for_side * (1 if pagat["made"] else -1)


def _announced(entry: Mapping[str, Any], side: Sequence[int]) -> int:
    """Small and large ones for who won; honéry for their side always, but in a draw."""
    won = (entry["points"] > 35) - (entry["points"] < 35)
    total = 0
    for seat, ids in entry.get("announcements", {}).items():
        way = 1 if int(seat) in side else -1
        for id in ids:
            counts = won and (won == way or id == "honery")
            total += way * tariff()["large" if id in LARGE else "small"] if counts else 0
    return total


def ask_deal(random: Random) -> Question:
    """What does a deal cost?"""
    contract = random.choice(("zakladni", "druha", "preferanc", "solo"))
    dealer = random.randrange(4)
    first = (dealer + 1) % 4
    declarer = first if contract == "zakladni" else random.randrange(4)
    entry: dict[str, Any] = {"type": "deal", "dealer": dealer, "declarer": declarer}
    entry |= {"contract": contract, "points": random.randint(10, 50)}
    if contract == "preferanc":
        entry["variant"] = random.choice(("first", "second", "third"))
    if contract in ("zakladni", "druha"):
        entry |= _partnership(random, declarer)
    owner = declarer if contract == "druha" else random.randrange(4)
    if contract == "druha" or random.random() < 0.4:
        declared = contract == "druha" or random.random() < 0.5
        entry["pagat"] = {"seat": owner, "declared": declared, "made": random.random() < 0.5}
    entry["fleks"] = _fleks(random, entry)
    entry["announcements"] = _announcements(random)
    case = {"game": "taroky", "players": ["Č", "P", "T", "R"], "entries": [entry]}
    return Question(case, {"scores": [settle(entry)], "totals": settle(entry)})


def _partnership(random: Random, declarer: int) -> Mapping[str, Any]:
    if random.random() < 0.3:
        return {"variant": "quiet-solo", "called": "XIX"}
    partner = (declarer + random.randint(1, 3)) % 4
    return {"variant": "normal", "called": "XIX", "partner": partner}


def _fleks(random: Random, entry: Mapping[str, Any]) -> Mapping[str, str]:
    items = ["game", *(["pagat"] if entry.get("pagat", {}).get("declared") else [])]
    said = {item: random.choice((*FACTORS, "")) for item in items}
    return {item: level for item, level in said.items() if level}


def _announcements(random: Random) -> Mapping[str, list[str]]:
    """One each at most, of those that always go together: taročky twice, barvy once."""
    seats = random.sample(range(4), random.randint(0, 3))
    ids = random.sample(["tarocky", "tarocky", "barvy"], len(seats))
    return {str(seat): [id] for seat, id in zip(seats, ids, strict=True)}


def ask_varsava(random: Random) -> Question:
    """Who has most pays everybody the difference."""
    dealer = random.randrange(4)
    cards = shuffled(random, PACK)
    taken = [random.randrange(4) for _ in range(12)]
    sizes = [
        sum((5 if trick < 6 else 4) for trick in range(12) if taken[trick] == s) for s in range(4)
    ]
    points = [count(pile) for pile in cut(cards, *sizes)]
    most = max(points)
    losers = [seat for seat in range(4) if points[seat] == most]
    won = [(most - p) * len(losers) for p in points]
    for seat in losers:
        won[seat] = -sum(most - p for p in points)
    entry = {"type": "deal", "dealer": dealer, "declarer": (dealer + 1) % 4}
    entry |= {"contract": "zakladni", "variant": "varsava", "points": points, "piles": sizes}
    case = {"game": "taroky", "players": ["Č", "P", "T", "R"], "entries": [entry]}
    return Question(case, {"scores": [won]})


# --- the pot (14) --------------------------------------------------------------------------------

POT_RATES = {"zakladni": 1, "druha": 2, "solo": 4, "first": 1, "second": 2, "third": 3}
ANTE = 10


def pot_deal(entry: Mapping[str, Any], pot: int) -> list[int]:
    """What each player gets from the others and from the pot for a deal."""
    side = [s for s in (entry["declarer"], entry.get("partner")) if s is not None]
    others = [seat for seat in range(4) if seat not in side]
    factor = FACTORS[entry.get("fleks", {}).get("game", "")]
    difference = (entry["points"] - 35) * POT_RATES[entry.get("variant", "")] * factor
    for seat, ids in entry.get("announcements", {}).items():
        worth_it = sum(10 if id in LARGE else 5 for id in ids)
        difference += worth_it if int(seat) in side else -worth_it
    total = len(others) * difference
    won = [total // len(side) if s in side else -total // len(others) for s in range(4)]
    if "pagat" in entry:
        mine = side if entry["pagat"]["seat"] in side else others
        for seat, more in _pot_pagat(entry, pot, mine).items():
            won[seat] += more
    return won


def _pot_pagat(entry: Mapping[str, Any], pot: int, side: Sequence[int]) -> Mapping[int, int]:
    """Half the pot for a silent pagát; the pot for a declared one, as often as it was doubled."""
    pagat, factor = entry["pagat"], FACTORS[entry.get("fleks", {}).get("pagat", "")]
    others = [seat for seat in range(4) if seat not in side]
    if not pagat["declared"]:
        return dict.fromkeys(side, pot // 2 // len(side) if pagat["made"] else 0)
    way, beyond = (1 if pagat["made"] else -1), (pot if factor > 1 else 0)
    rest = pot * (factor - 1) if pagat["made"] else beyond
    return dict.fromkeys(side, way * pot * factor // len(side)) | dict.fromkeys(
        others, -way * rest // len(others)
    )


def ask_pot(random: Random) -> Question:
    """What does a first deal with a pot cost?"""
    question = ask_deal(random)
    (deal,) = question.case["entries"]
    contract = deal["contract"]
    entry = {**deal, "variant": deal["variant"] if contract == "preferanc" else contract}
    won = pot_deal(entry, 4 * ANTE)
    if deal.get("pagat", {}).get("declared") and deal.get("partner") is None:
        return ask_pot(random)  # how three pay what does not divide is not said
    case = {**question.case, "house": {"tariff": "pocitadlo", "ante": ANTE}}
    totals = [each - ANTE for each in won]
    left = -sum(totals)
    if not left:  # then everybody puts in again, which is of the next deal
        return ask_pot(random)
    return Question(case, {"totals": totals, "state": {"pot": left}})


def ask_settle(random: Random) -> Question:
    """What does a deal cost, without a match?"""
    (entry,) = ask_deal(random).case["entries"]
    deal = {name: value for name, value in entry.items() if name != "type"}
    return ask("taroky", "settle", {"deal": deal}, {"result": {"points": settle(entry)}})


# --- announcements (7) ---------------------------------------------------------------------------

IDS = (
    *("trul", "honery", "tarocky", "barvy", "taroky"),
    *("kralovske-honery", "trulhonery", "barvy-honery"),
)
EXCLUDES = {
    "trulhonery": ("trul", "honery"),
    "taroky": ("tarocky",),
    "kralovske-honery": ("honery", "trulhonery", "barvy-honery"),
    "barvy-honery": ("barvy", "honery"),
    "trul": ("honery",),
}


def has(id: str, kings: int, trul: int, taroks: int) -> bool:
    """Whether a hand of so many kings, cards of the trul and taroks has an announcement."""
    honery = (kings >= 3 and trul >= 1) or (kings >= 2 and trul >= 2)
    return {
        "trul": trul == 3,
        "honery": honery,
        "tarocky": taroks >= 8,
        "barvy": taroks <= 2,
        "taroky": taroks >= 10,
        "kralovske-honery": kings == 4,
        "trulhonery": trul == 3 and kings >= 1,
        "barvy-honery": taroks <= 2 and honery,
    }[id]


def combine(ids: Sequence[str]) -> bool:
    """No card is announced twice."""
    return not any(other in ids for id in ids for other in EXCLUDES.get(id, ()))


def ask_announce(random: Random) -> Question:
    hand = random.sample(PACK, 12)
    if random.random() < 0.7:
        dear = ["KS", "KH", "KD", "KC", "SKYZ", "XXI", "I"]
        cards = [*random.sample(dear, random.randint(3, 7)), *shuffled(random, PACK)]
        hand = [*dict.fromkeys(cards)][:12]
    kings = sum(card[0] == "K" and not is_tarok(card) for card in hand)
    trul, taroks = len(DEAR & {*hand}), sum(map(is_tarok, hand))
    held = [id for id in IDS if has(id, kings, trul, taroks)]
    ids = random.sample(held, random.randint(0, min(2, len(held)))) if random.random() < 0.8 else []
    ids = ids or random.sample(IDS, random.randint(1, 2))
    good = set(ids) <= set(held) and combine(ids)
    return ask("taroky", "announce", {"hand": hand, "announced": ids}, {"verdict": verdict(good)})


def together(announced: Mapping[int, Sequence[str]]) -> bool:
    """Whether there is a deal in which everybody holds what he announced."""
    return all(map(combine, announced.values())) and any(
        _fits(announced, kings, trul) for kings in _shares(4) for trul in _shares(3)
    )


@cache
def _shares(n: int) -> tuple[tuple[int, ...], ...]:
    """Every way in which n cards lie in four hands; the rest lies apart."""
    return tuple(each for each in product(range(n + 1), repeat=4) if sum(each) <= n)


def _fits(
    announced: Mapping[int, Sequence[str]], kings: tuple[int, ...], trul: tuple[int, ...]
) -> bool:
    """Whether there are numbers of taroks for every hand that fit the pack."""
    low, high = 0, 0
    for seat in range(4):
        may = _taroks(tuple(announced.get(seat, ())), kings[seat], trul[seat])
        if not may:
            return False
        low, high = low + may[0], high + may[-1]
    # Six cards lie outside the hands: so many kings, taroks and others.
    lost, apart = 3 - sum(trul), 6 - (4 - sum(kings))
    return lost <= apart and low <= 22 - lost and high >= 22 - apart


@cache
def _taroks(ids: tuple[str, ...], kings: int, trul: int) -> tuple[int, ...]:
    """How many taroks a hand may have that announces this."""
    numbers = range(trul, 12 - kings + 1)
    return tuple(n for n in numbers if all(has(id, kings, trul, n) for id in ids))


def ask_together(random: Random) -> Question:
    """Can all this have been announced in one deal?"""
    seats = random.sample(range(4), random.randint(2, 4))
    announced = {seat: random.sample(IDS, random.choice((1, 1, 1, 2))) for seat in seats}
    if not all(map(combine, announced.values())):
        return ask_together(random)
    given = {"announced": {str(seat): ids for seat, ids in announced.items()}}
    return ask("taroky", "announce-together", given, {"verdict": verdict(together(announced))})


# --- before the play -----------------------------------------------------------------------------

BIDS = ("pass", "zakladni", "druha", "preferanc", "solo")


def first_wrong_bid(dealer: int, bids: Sequence[tuple[int, str]], pagat: int | None) -> int | None:
    """The place of the first bid that was wrong (3)."""
    highest = 0
    for at, (seat, bid) in enumerate(bids):
        worth_it = BIDS.index(bid)
        wrong = seat != (dealer + 1 + at) % 4
        wrong |= at == 0 and bid == "pass"
        wrong |= 0 < worth_it <= highest
        wrong |= bid == "druha" and pagat is not None and pagat != seat
        if wrong:
            return at
        highest = max(highest, worth_it)
    return None


def ask_bid(random: Random) -> Question:
    """Was the bidding right up to the last bid?"""
    dealer, pagat = random.randrange(4), random.randrange(4)
    bids = [
        (
            (dealer + 1 + at) % 4,
            random.choice(BIDS[0 if at else 1 :] if random.random() < 0.9 else BIDS),
        )
        for at in range(random.randint(1, 4))
    ]
    at = first_wrong_bid(dealer, bids, pagat)
    given = {"dealer": dealer, "bids": [{"seat": s, "bid": b} for s, b in bids], "pagat": pagat}
    expect: dict[str, Any] = {"verdict": verdict(at is None)}
    expect |= {"result": {"at": at}} if at is not None else {}
    return ask("taroky", "bid", given, expect)


ASKS: tuple[Ask, ...] = (
    *(ask_play, ask_play, ask_winner, ask_audit, ask_count, ask_deal, ask_deal, ask_varsava),
    *(ask_pot, ask_settle),
    *(ask_announce, ask_together, ask_bid),
)
