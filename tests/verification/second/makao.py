"""Makao, from rules/makao.md."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from tests.verification.second.question import Ask, Question, ask, verdict

RANKS = "23456789TJQKA"
PACK = [rank + suit for suit in "SHDC" for rank in RANKS]
MAY_BE_DEMANDED = "56789TQ"
ATTACKING = {"2", "3", "KH", "KS"}


@dataclass(frozen=True)
class Table:
    """What the player finds: the top card, and a demand, an attack or turns to miss."""

    top: str
    rank: str = ""
    suit: str = ""
    attack: int = 0
    skips: int = 0

    def given(self) -> dict[str, Any]:
        """The same as a question says it."""
        return {name: value for name, value in vars(self).items() if value}


def force(card: str) -> int:
    """How many cards a card makes somebody take (3)."""
    return {"2": 2, "3": 3}.get(card[0], 5 if card in ATTACKING else 0)


def may_lie(table: Table, card: str) -> bool:
    """May this card be the first of a play?"""
    fits = card[-1] == table.top[-1]
    if table.attack:
        return force(card) > 0 and (card[0] == table.top[0] or fits)
    if table.skips:
        return card[0] == "4"
    if table.rank:
        return card[0] in (table.rank, "J")
    if table.suit:
        return card[-1] == table.suit or card[0] == "A"
    return fits or card[0] == table.top[0]


def may_play(table: Table, cards: Sequence[str], demand: str) -> bool:
    asks = {"": demand == "", "J": demand in MAY_BE_DEMANDED, "A": demand in "SHDC"}
    right = demand == "" or asks.get(cards[0][0], False)
    return len({card[0] for card in cards}) == 1 and may_lie(table, cards[0]) and right


def after(table: Table, cards: Sequence[str]) -> dict[str, int]:
    """What is pending after a play; the direction where the last card attacks."""
    attack = table.attack + sum(map(force, cards))
    result = {"attack": attack, "skips": table.skips + sum(card[0] == "4" for card in cards)}
    if force(cards[-1]):
        result["direction"] = -1 if cards[-1] == "KS" else 1
    return result


def some_table(random: Random) -> Table:
    """Something that a player may find."""
    top = random.choice(PACK)
    kind = random.random()
    if force(top) and kind < 0.7:
        return Table(top, attack=force(top) + random.choice((0, 0, 2, 3, 4, 5)))
    if top[0] == "4" and kind < 0.7:
        return Table(top, skips=random.randint(1, 3))
    if top[0] == "J" and kind < 0.7:
        return Table(top, rank=random.choice(MAY_BE_DEMANDED))
    if top[0] == "A" and kind < 0.7:
        return Table(top, suit=random.choice("SHDC"))
    return Table(top)


def some_cards(random: Random, table: Table) -> list[str]:
    """Cards that may fit: often of the rank or suit that is asked for."""
    near = [card for card in PACK if may_lie(table, card)]
    first = random.choice(near if near and random.random() < 0.6 else PACK)
    same = [card for card in PACK if card[0] == first[0] and card != first]
    cards = [first, *random.sample(same, random.choice((0, 0, 0, 1, 2)))]
    other = random.choice([card for card in PACK if card not in (*cards, table.top)])
    return [*cards, other] if random.random() < 0.1 else cards


def ask_play(random: Random) -> Question:
    """May these cards be laid?"""
    table = some_table(random)
    cards, players = some_cards(random, table), random.randint(2, 6)
    demand = ""
    if cards[0][0] in "JA" and random.random() < 0.6:
        demand = random.choice(RANKS if cards[0][0] == "J" else "SHDC")
    given: dict[str, Any] = {**table.given(), "cards": cards, "players": players}
    given |= {"demands": demand} if demand else {}
    good = may_play(table, cards, demand)
    expect: dict[str, Any] = {"verdict": verdict(good)}
    expect |= {"result": after(table, cards)} if good else {}
    return ask("makao", "play", given, expect)


def ask_attack(random: Random) -> Question:
    """Who takes how many after a chain of attacks?"""
    players = random.randint(2, 6)
    seat, plays, total = random.randrange(players), [], 0
    left = [card for card in PACK * 2 if card[0] in "23K"]
    top = random.choice([card for card in left if force(card)])
    for n in range(random.randint(1, 4)):
        near = [c for c in left if may_lie(Table(top, attack=1), c)] if n else [top]
        first = random.choice(near)
        left.remove(first)
        same = [c for c in left if c[0] == first[0]]
        cards = [first, *random.sample(same, random.randint(0, min(1, len(same))))]
        left = [*(Counter(left) - Counter(cards[1:])).elements()]
        if not force(cards[-1]):  # whom it meets is not said of these
            left += cards[1:]
            cards = cards[:1]
        plays.append({"seat": seat, "cards": cards})
        total, top = total + sum(map(force, cards)), cards[-1]
        seat = (seat + (-1 if top == "KS" else 1)) % players
    back = top == "KS"  # then the turn goes back to him who takes
    result = {"takes": {str(seat): total}, "next": seat if back else (seat + 1) % players}
    given = {"players": players, "plays": plays}
    return ask("makao", "attack", given, {"verdict": "legal", "result": result})


def ask_skip(random: Random) -> Question:
    """Who misses how many turns after a chain of fours?"""
    players, fours = random.randint(2, 6), ["4S", "4H", "4D", "4C"] * 2
    seat, plays, total = random.randrange(players), [], 0
    for _ in range(random.randint(1, 3)):
        cards = random.sample(fours, random.randint(1, 2))
        for card in cards:
            fours.remove(card)
        plays.append({"seat": seat, "cards": cards})
        total, seat = total + len(cards), (seat + 1) % players
    result = {"misses": {str(seat): total}, "next": (seat + 1) % players}
    given = {"players": players, "plays": plays}
    return ask("makao", "skip", given, {"verdict": "legal", "result": result})


def ask_drawn(random: Random) -> Question:
    """May the drawn card be played at once?"""
    table, card = some_table(random), random.choice(PACK)
    if table.attack or table.skips:
        table = Table(table.top)
    given = {**table.given(), "card": card}
    return ask("makao", "drawn", given, {"verdict": verdict(may_lie(table, card))})


def ask_finish(random: Random) -> Question:
    """Is it over, and who lost?"""
    players = random.randint(2, 6)
    most = 3 if players >= 5 else players - 1
    out = random.sample(range(players), random.randint(1, most))
    over = len(out) == most
    losers = [seat for seat in range(players) if seat not in out] if over else []
    result = {"over": over, "losers": losers}
    return ask("makao", "finish", {"players": players, "out": out}, {"result": result})


ASKS: tuple[Ask, ...] = (ask_play, ask_play, ask_play, ask_attack, ask_skip, ask_drawn, ask_finish)
