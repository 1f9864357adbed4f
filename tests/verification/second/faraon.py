"""Faraón, from rules/faraon.md."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from tests.verification.second.question import Ask, Question, ask, verdict

RANKS = "789TUOKA"
PACK = [rank + suit for suit in "LHBA" for rank in RANKS]
FARAON = "UL"


@dataclass(frozen=True)
class Table:
    """What the player finds: the top card, a demanded suit, sevens or an ace to be answered."""

    top: str
    suit: str = ""
    sevens: int = 0
    ace: bool = False

    def given(self) -> dict[str, Any]:
        """The same as a question says it."""
        return {name: value for name, value in vars(self).items() if value}


def may_lie(table: Table, card: str) -> bool:
    """May this card be the first of a play (2, 3)?"""
    if table.ace:
        return card[0] == "A"
    if card == FARAON:
        return True
    if table.sevens:
        return card[0] == "7"
    if table.top == FARAON or card[0] == "O":
        return True
    return card[-1] == (table.suit or table.top[-1]) or card[0] == table.top[0]


def may_play(table: Table, cards: Sequence[str], players: int) -> bool:
    """May these cards be laid? Of two players one asks with one ace first."""
    if players == 2 and cards[0][0] == "A" and len(cards) > 1:
        return False
    return len({card[0] for card in cards}) == 1 and may_lie(table, cards[0])


def after(table: Table, cards: Sequence[str]) -> Mapping[str, Any]:
    """The top card, cards that the next one would have to draw, and whether he plays again."""
    sevens = 0 if FARAON in cards else table.sevens + sum(card[0] == "7" for card in cards)
    return {"top": cards[-1], "draw": 3 * sevens, "again": len(cards) >= 4}


def some_table(random: Random) -> Table:
    """Something that a player may find."""
    top = random.choice(PACK)
    if top[0] == "7" and random.random() < 0.7:
        return Table(top, sevens=random.randint(1, 4))
    if top[0] == "O" and random.random() < 0.9:
        return Table(top, suit=random.choice("LHBA"))
    return Table(top, ace=top[0] == "A" and random.random() < 0.6)


def ask_play(random: Random) -> Question:
    """May these cards be laid?"""
    table, players = some_table(random), random.randint(2, 5)
    rest = [card for card in PACK if card != table.top]
    near = [card for card in rest if may_lie(table, card)]
    first = random.choice(near if near and random.random() < 0.6 else rest)
    same = [card for card in rest if card[0] == first[0] and card != first]
    cards = [first, *random.sample(same, random.choice((0, 0, 0, 1, 1, 2, len(same))))]
    # How many may answer an ace, and four aces at once, is said elsewhere.
    if cards[0][0] == "A" and (table.ace or len(cards) == 4):
        cards = cards[:1]
    elif random.random() < 0.1:
        cards.append(random.choice([card for card in rest if card[0] != first[0]]))
    good = may_play(table, cards, players)
    expect: dict[str, Any] = {"verdict": verdict(good)}
    expect |= {"result": after(table, cards)} if good else {}
    return ask("faraon", "play", {**table.given(), "cards": cards, "players": players}, expect)


def ask_sevens(random: Random) -> Question:
    """Who draws how many after a chain of sevens?"""
    players, left = random.randint(2, 5), 4
    seat, plays, total = random.randrange(players), [], 0
    for _ in range(random.randint(1, 3)):
        n = random.randint(1, left)
        plays.append({"seat": seat, "cards": n})
        total, seat, left = total + n, (seat + 1) % players, left - n
        if not left:
            break
    result = {"takes": {str(seat): 3 * total}, "next": (seat + 1) % players}
    given = {"players": players, "plays": plays}
    return ask("faraon", "sevens", given, {"verdict": "legal", "result": result})


def ask_aces(random: Random) -> Question:
    """Who plays after some aces and the answers to them (4)?"""
    players, aces = random.randint(3, 5), random.randint(1, 3)
    by = random.randrange(players)
    answers: list[int] = []
    stopped = [(by + n) % players for n in range(1, min(aces, players - 1) + 1)]
    if random.random() < 0.5 and aces < 4:
        answers = [random.choice(stopped)]
    after_last = (by + aces + len(answers) + 1) % players
    given = {"players": players, "aces": aces, "by": by, "answers": answers}
    return ask("faraon", "ace-answer", given, {"verdict": "legal", "result": {"next": after_last}})


def ask_start(random: Random) -> Question:
    """Does the start card work?"""
    start, *bottom = random.sample(PACK, 6)
    if random.random() < 0.5:
        start = random.choice("A7O") + start[-1]
    bottom = [card for card in bottom if card != start]
    given = {"start": start, "bottom": bottom}
    if start[0] in "A7":
        result: dict[str, Any] = {"works": bottom[0][0] == start[0]}
    elif start[0] == "O":
        if all(card[0] == "O" for card in bottom):
            return ask_start(random)
        result = {"suit": next(card for card in bottom if card[0] != "O")[-1]}
    else:
        result = {}
    return ask("faraon", "start", given, {"verdict": "legal", "result": result})


def ask_burnt(random: Random) -> Question:
    """Four cards of a rank, and the card after them."""
    rank = random.choice("89TK")
    cards = [rank + suit for suit in random.sample("LHBA", 4)]
    rest = [card for card in PACK if card not in cards]
    card = random.choice(rest) if random.random() < 0.8 else None
    good = card is None or may_lie(Table(cards[-1]), card)
    return ask("faraon", "burnt", {"cards": cards, "after": card}, {"verdict": verdict(good)})


def ask_olympic(random: Random) -> Question:
    """How many cards has everybody in the next deal?"""
    start, players = random.randint(3, 6), random.randint(2, 5)
    losses = {str(seat): random.randint(0, start) for seat in range(players)}
    if sum(lost < start for lost in losses.values()) < 1:
        return ask_olympic(random)
    result = {"cards": {seat: start - lost for seat, lost in losses.items()}}
    return ask("faraon", "olympic", {"start": start, "losses": losses}, {"result": result})


def ask_return(random: Random) -> Question:
    """May the red seven bring him back?"""
    players, same = random.randint(2, 5), random.random() < 0.7
    last, card = random.sample(PACK, 2)
    card = "7H" if random.random() < 0.7 and last != "7H" else card
    good = card == "7H" and same and not (last[0] == "A" and players == 2)
    given = {"players": players, "finished_with": last, "same_round": same, "card": card}
    expect: dict[str, Any] = {"verdict": verdict(good)}
    return ask("faraon", "return", given, {**expect, "result": {"takes": 3}} if good else expect)


def ask_camouflage(random: Random) -> Question:
    """Cards that are hidden and called equal when they are not."""
    rank = random.choice(RANKS)
    cards = [rank + suit for suit in random.sample("LHBA", random.randint(2, 4))]
    honest = random.random() < 0.5
    if not honest:
        cards[0] = random.choice([card for card in PACK if card[0] != rank])
    as_found, checked = random.random() < 0.5, random.random() < 0.5
    good = honest or (as_found and not checked)
    house = {} if as_found else {"camouflage": "forbidden"}
    given = {"cards": cards, "said": rank, "checked": checked}
    return ask("faraon", "camouflage", given, {"verdict": verdict(good)}, house)


def ask_restock(random: Random) -> Question:
    """The top card stays; the rest is turned over, so that its lowest card lies on top (2)."""
    *rest, top = pile = random.sample(PACK, random.randint(2, 12))
    turned = random.random() < 0.5
    expect: dict[str, Any] = {"verdict": verdict(turned)}
    expect |= {"result": {"stock": rest[::-1], "top": top}} if turned else {}
    given = {"pile": pile, "done": "turned" if turned else "shuffled"}
    return ask("faraon", "restock", given, expect)


def ask_wrong_seven(random: Random) -> Question:
    """Three for the pajchel, and the sevens besides (5)."""
    sevens, card = random.randint(1, 3), random.choice([c for c in PACK if c[0] not in "7AO"])
    if card == FARAON:
        return ask_wrong_seven(random)
    given = {"sevens": sevens, "cards": [card]}
    expect = {"verdict": "offence", "result": {"takes": 3 + 3 * sevens}}
    return ask("faraon", "wrong-seven", given, expect)


ASKS: tuple[Ask, ...] = (
    *(ask_play, ask_play, ask_play, ask_sevens, ask_aces, ask_start, ask_burnt),
    *(ask_olympic, ask_return, ask_camouflage, ask_restock, ask_wrong_seven),
)
