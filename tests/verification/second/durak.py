"""Durak, from rules/durak.md."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from tests.verification.second.question import Ask, Question, ask, shuffled, verdict

RANKS = "6789TJQKA"
PACK = [rank + suit for suit in "SHDC" for rank in RANKS]
FULL_HAND = 6
MOST = 6


def beats(card: str, attack: str, trump: str, *, spades: bool = False) -> bool:
    """Whether a card beats another (3); `spades` are beaten by spades only, diamonds are trump."""
    trump = "D" if spades else trump
    if card[-1] == attack[-1]:
        return RANKS.index(card[0]) > RANKS.index(attack[0])
    return card[-1] == trump and not (spades and attack[-1] == "S")


def ask_beat(random: Random) -> Question:
    """Does this card beat that one?"""
    attack, card = random.sample(PACK, 2)
    spades = random.random() < 0.3
    trump = "D" if spades else random.choice("SHDC")
    given = {"attack": attack, "card": card, "trump": trump}
    good = beats(card, attack, trump, spades=spades)
    house = {"spades_by_spades": True} if spades else {}
    return ask("durak", "beat", given, {"verdict": verdict(good)}, house)


# --- attacks -------------------------------------------------------------------------------------


def ask_attack(random: Random) -> Question:
    """Cards of one rank, no more than the defender holds and than this bout takes?"""
    rank, other = random.sample(RANKS, 2)
    cards = [rank + suit for suit in random.sample("SHDC", random.randint(1, 4))]
    if random.random() < 0.2:
        cards.append(other + random.choice("SHDC"))
    simple, bout = random.random() < 0.4, random.randint(1, 4)
    held = FULL_HAND if bout == 1 else random.randint(1, 7)
    given = {"cards": cards, "defender_hand": held, "bout": bout}
    good = len({card[0] for card in cards}) == 1 and len(cards) <= min(held, 2 if simple else MOST)
    house = {"variant": "simple" if simple else random.choice(("throw-in", "transfer"))}
    return ask("durak", "attack", given, {"verdict": verdict(good)}, house)


def _table(random: Random, trump: str) -> tuple[list[str], list[str]]:
    """An attack as it may lie there: some of its cards are beaten, some were thrown in."""
    rank = random.choice(RANKS)
    attack = [rank + suit for suit in random.sample("SHDC", random.randint(1, 2))]
    beat: list[str] = []
    for card in list(attack):
        over = [c for c in PACK if beats(c, card, trump) and c not in (*attack, *beat)]
        if not over or random.random() < 0.3:
            return attack, beat
        beat.append(random.choice(over))
        ranks = {c[0] for c in (*attack, *beat)}
        more = [c for c in PACK if c[0] in ranks and c not in (*attack, *beat)]
        if len(beat) == len(attack) and more and random.random() < 0.6:
            attack.append(random.choice(more))
    return attack, beat


def ask_throw_in(random: Random) -> Question:
    """May this card be thrown in?"""
    attack, beat = _table(random, random.choice("SHDC"))
    players, took = random.randint(2, 6), random.random() < 0.3
    attacker = random.randrange(players)
    defender = (attacker + 1) % players
    seats = [s for s in ((attacker + n) % players for n in range(players)) if s != defender]
    at = random.randrange(len(seats))
    seat = defender if random.random() < 0.1 else seats[at]
    rest = [card for card in PACK if card not in (*attack, *beat)]
    ranks = {card[0] for card in (*attack, *beat)}
    near = [card for card in rest if card[0] in ranks]
    card = random.choice(near if near and random.random() < 0.7 else rest)
    unbeaten = len(attack) - len(beat)
    held = random.randint(max(1, unbeaten), 7)
    given = {"attack": attack, "beat": beat, "card": card, "seat": seat, "took": took}
    given |= {"attacker": attacker, "defender": defender, "players": players}
    given |= {"defender_hand": held, "passed": seats[:at]}
    good = card[0] in ranks and seat != defender
    good &= unbeaten + 1 <= held and len(attack) + 1 <= MOST
    return ask("durak", "throw-in", given, {"verdict": verdict(good)}, {"variant": "throw-in"})


def ask_transfer(random: Random) -> Question:
    """May the attack be passed on by laying this card?"""
    trump, rank = random.choice("SHDC"), random.choice(RANKS)
    suits = random.sample("SHDC", random.randint(1, 3))
    attack = [rank + suit for suit in suits]
    rest = [card for card in PACK if card not in attack]
    same = [card for card in rest if card[0] == rank]
    card = random.choice(same if random.random() < 0.7 else rest)
    over = [c for c in rest if c != card and beats(c, attack[0], trump)]
    beat = [random.choice(over)] if over and random.random() < 0.2 else []
    bout, held = random.randint(1, 3), random.randint(1, 6)
    held = FULL_HAND if bout == 1 else held
    house: dict[str, Any] = {"variant": "transfer"}
    house |= {"transfer_trump": True} if random.random() < 0.3 else {}
    house |= {"transfer_finish": True} if random.random() < 0.3 else {}
    last = random.random() < 0.2 and bout > 1
    good = card[0] == rank and not beat and bout > 1 and held >= len(attack) + 1
    good &= "transfer_trump" in house or trump not in suits
    good &= "transfer_finish" in house or not last
    given = {"attack": attack, "beat": beat, "card": card, "next_hand": held, "bout": bout}
    given |= {"trump": trump, "last_card": last}
    return ask("durak", "transfer", given, {"verdict": verdict(good)}, house)


# --- who begins, draws, loses --------------------------------------------------------------------


def ask_first(random: Random) -> Question:
    """Who attacks whom first, by the lowest trump or under the fool?"""
    players = random.randint(2, 6)
    if random.random() < 0.4:
        fool, under = random.randrange(players), random.random() < 0.4
        attacker = (fool + (1 if under else -1)) % players
        result = {"attacker": attacker, "defender": (attacker + 1) % players}
        house = {"next_attack": "from-under-the-fool"} if under else {}
        return ask(
            "durak", "first-attack", {"players": players, "fool": fool}, {"result": result}, house
        )
    trump, dealer = random.choice("SHDC"), random.randrange(players)
    ranks = shuffled(random, RANKS)[:players]
    lowest = {seat: rank for seat, rank in enumerate(ranks) if random.random() < 0.7}
    attacker = min(lowest, key=lambda s: RANKS.index(lowest[s]), default=(dealer + 1) % players)
    cards = {str(s): lowest[s] + trump if s in lowest else None for s in range(players)}
    given = {"players": players, "lowest": cards, "trump": trump, "dealer": dealer}
    result = {"attacker": attacker, "defender": (attacker + 1) % players}
    return ask("durak", "first-attack", given, {"result": result})


def refill(hands: Sequence[int], stock: int, order: Sequence[int]) -> list[list[int]]:
    """Who draws how many, one after the other, up to six (1)."""
    draws = []
    for seat in order:
        n = min(stock, max(0, FULL_HAND - hands[seat]))
        stock -= n
        if n:
            draws.append([seat, n])
    return draws


def ask_refill(random: Random) -> Question:
    """Who draws how many?"""
    players = random.randint(2, 6)
    attacker, took = random.randrange(players), random.random() < 0.4
    defender = (attacker + 1) % players
    others = [(attacker + n) % players for n in range(2, players)]
    throwers = [seat for seat in others if random.random() < 0.5]
    hands = [FULL_HAND] * players
    for seat in (attacker, *throwers, *([] if took else [defender])):
        hands[seat] = random.randint(0, 5)
    if took:
        hands[defender] = random.randint(1, 10)
    most = len(PACK) - sum(hands)
    if most < 0:
        return ask_refill(random)
    stock = random.randint(0, min(most, 12))
    order = [attacker, *throwers, *([] if took else [defender])]
    given = {"hands": hands, "stock": stock, "attacker": attacker}
    given |= {"throwers": shuffled(random, throwers), "defender": defender, "took": took}
    draws = refill(hands, stock, order)
    return ask("durak", "refill", given, {"verdict": "legal", "result": {"draws": draws}})


def ask_draw(random: Random) -> Question:
    no_draw, others = random.random() < 0.3, random.randint(0, 2)
    both = others == 0
    given = {"attacker_out": True, "defender_out": True, "others": others}
    fool = "defender" if both and no_draw else None
    result = {"draw": both and not no_draw, "fool": fool}
    return ask("durak", "draw", given, {"result": result}, {"no_draw": True} if no_draw else {})


def ask_epaulettes(random: Random) -> Question:
    """Does the fool get epaulettes?"""
    least, trump = random.choice((1, 2)), random.choice("SHDC")
    rank = "6" if random.random() < 0.8 else random.choice(RANKS)
    attack = [rank + suit for suit in random.sample("SHDC", random.randint(1, 4))]
    beaten, left = random.random() < 0.2, 2 if random.random() < 0.8 else 3
    good = left == 2 and not beaten and rank == "6" and len(attack) >= least
    good &= any(card[-1] != trump for card in attack)
    given = {"players_left": left, "attack": attack, "beaten": beaten, "trump": trump}
    result: Mapping[str, int] = {"epaulettes": len(attack) if good else 0}
    return ask("durak", "epaulettes", given, {"result": result}, {"epaulettes": str(least)})


def _next_in(seat: int, players: int, out: Sequence[int]) -> int:
    """The next player clockwise who still has cards."""
    seat = (seat + 1) % players
    return _next_in(seat, players, out) if seat in out else seat


def ask_next(random: Random) -> Question:
    """Who attacks whom next (1)?"""
    players, took = random.randint(2, 6), random.random() < 0.5
    seats = list(range(players))
    out = random.sample(seats, random.randint(0, players - 2))
    attacker = random.randrange(players)
    defender = (attacker + 1) % players
    out = [seat for seat in out if seat != defender or not took]
    follows = defender if took or defender in out else (defender - 1) % players
    attacks = _next_in(follows, players, out)
    result = {"attacker": attacks, "defender": _next_in(attacks, players, out)}
    given = {"attacker": attacker, "defender": defender, "took": took, "out": out}
    return ask("durak", "next", {**given, "players": players}, {"result": result})


def ask_who_throws(random: Random) -> Question:
    """Whose turn is it to throw in (2)?"""
    players = random.randint(2, 6)
    attacker = random.randrange(players)
    defender = (attacker + 1) % players
    seats = [s for s in ((attacker + n) % players for n in range(players)) if s != defender]
    out = [seat for seat in seats[1:] if random.random() < 0.2]
    seats = [seat for seat in seats if seat not in out]
    passed = seats[: random.randint(0, len(seats))]
    left = seats[len(passed) :]
    given = {"attacker": attacker, "defender": defender, "passed": passed, "out": out}
    result = {"seat": (left or seats)[0]}  # round again
    return ask("durak", "who-throws", {**given, "players": players}, {"result": result})


def ask_deal(random: Random) -> Question:
    """Is there a new deal for so many cards of a suit?"""
    least = random.choice((5, 6))
    suit, other = random.sample("SHDC", 2)
    n = random.randint(3, 6)
    hand = [rank + suit for rank in random.sample(RANKS, n)]
    hand += [rank + other for rank in random.sample(RANKS, 6 - n)]
    house = {"redeal_suit": str(least)}
    return ask("durak", "deal", {"hand": hand}, {"result": {"redeal": n >= least}}, house)


ASKS: tuple[Ask, ...] = (
    *(ask_beat, ask_attack, ask_throw_in, ask_throw_in, ask_transfer, ask_first, ask_refill),
    *(ask_draw, ask_epaulettes, ask_deal, ask_next, ask_who_throws),
)
