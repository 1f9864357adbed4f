"""Černá kočka and Dokládačka, from rules/kocka.md."""

from collections.abc import Sequence
from itertools import product
from random import Random

from tests.verification.second.question import Ask, Question, ask, cut, shuffled, verdict
from tests.verification.second.tricks import Played, breaches, play_out

RANKS = "789TJQKA"
PACK = [rank + suit for suit in "SHDC" for rank in RANKS]
HEARTS = {"A": 5, "K": 4, "Q": 3, "J": 2}
SAME_RANK = "HDSC"


def worth(card: str) -> int:
    """Penalty points of a card (1a)."""
    if card[-1] == "H":
        return HEARTS.get(card[0], 1)
    return 10 if card == "QS" else 0


def legal(number: int, trick: list[str], hand: list[str]) -> list[str]:
    """What may be laid: the led suit, no heart as the first card of all (1b)."""
    if trick:
        return [card for card in hand if card[-1] == trick[0][-1]] or hand
    return [card for card in hand if number > 1 or card[-1] != "H"] or hand


def winner(trick: Sequence[str]) -> int:
    """The place of the highest card of the led suit."""
    return max(
        (place for place, card in enumerate(trick) if card[-1] == trick[0][-1]),
        key=lambda place: RANKS.index(trick[place][0]),
    )


RULES = legal, winner
RULE_FOR = {False: "kocka.first-lead", True: "kocka.follow"}
"""What a wrong card breaks, on the table or on a trick."""


def deal(random: Random) -> list[list[str]]:
    """Eight cards each."""
    return cut(shuffled(random, PACK), 8, 8, 8, 8)


def points(played: Played) -> list[int]:
    """A round by its tricks (3)."""
    piles = played.piles()
    if 32 in map(len, piles.values()):
        return [-28 if len(pile) == 32 else -1 for pile in piles.values()]
    return [sum(map(worth, pile)) if pile else -1 for pile in piles.values()]


def ask_play(random: Random) -> Question:
    """May this card be laid?"""
    turn = random.choice(play_out(random, deal(random), random.randrange(4), RULES).turns)
    may, card = legal(turn.number, turn.trick, turn.hand), random.choice(turn.hand)
    given = {"trick_no": turn.number, "trick": turn.trick, "hand": turn.hand, "card": card}
    instead = [] if card in may else may
    return ask("kocka", "play", given, {"verdict": verdict(card in may), "instead": instead})


def ask_audit(random: Random) -> Question:
    """Was a whole round right?"""
    leader = random.randrange(4)
    played = play_out(random, deal(random), leader, RULES, wrong=random.choice((0, 0.02, 0.2)))
    wrong = breaches(played, legal, lambda turn: RULE_FOR[bool(turn.trick)])
    empty = [seat for seat, pile in played.piles().items() if not pile]
    return ask(
        "kocka",
        "audit",
        {"leader": leader, "tricks": [[*trick] for trick in played.tricks]},
        {
            "verdict": verdict(not wrong),
            "result": {
                "winners": [*played.winners],
                "no_trick": empty,
                "breaches": wrong,
                "durch": played.winners[0] if len(empty) == 3 else None,
                "points": points(played),
            },
        },
    )


def ask_winner(random: Random) -> Question:
    """Who takes this trick?"""
    trick, leader = random.sample(PACK, 4), random.randrange(4)
    expect = {"winner": (leader + winner(trick)) % 4}
    return ask("kocka", "winner", {"trick": trick, "leader": leader}, {"result": expect})


def ask_round(random: Random) -> Question:
    """What is a round worth, told by who took which penalty card?"""
    dear = [card for card in PACK if worth(card)]
    seats = random.sample(range(4), random.randint(2, 4))
    cards = {card: random.choice(seats) for card in dear}
    sums = [sum(worth(card) for card in dear if cards[card] == seat) for seat in range(4)]
    free = [seat for seat in range(4) if not sums[seat]]
    empty = random.sample(free, random.randint(0, min(2, len(free))))
    won = [-1 if seat in empty else total for seat, total in enumerate(sums)]
    given = {"cards": cards, "no_trick": empty}
    return ask("kocka", "round", given, {"verdict": "legal", "result": {"points": won}})


def ask_trigger(random: Random) -> Question:
    """What does a round lead to?"""
    high = random.choice((30, 49, 60, 99))
    before = [random.randint(-5, high) for _ in range(4)]
    cuts = sorted(random.randint(0, 28) for _ in range(3))
    shares = [b - a for a, b in zip((0, *cuts), (*cuts, 28), strict=True)]
    after = [a + b for a, b in zip(before, shares, strict=True)]
    most = [seat for seat in range(4) if after[seat] == max(after) >= 100]
    expect = {
        "dokladacka": max(before) < 50 <= max(after),
        "over": len(most) == 1,  # a barrage is played on
        "loser": most[0] if len(most) == 1 else None,
        "barrage": most if len(most) > 1 else [],
    }
    return ask("kocka", "trigger", {"before": before, "after": after}, {"result": expect})


def ask_claim(random: Random) -> Question:
    """Who throws his cards in takes what is left."""
    seat, tricks = random.randrange(4), random.randint(1, 7)
    played = play_out(random, deal(random), random.randrange(4), RULES, tricks=tricks)
    piles = played.piles()
    if not any(pile for other, pile in piles.items() if other != seat):
        return ask_claim(random)
    sums = [sum(map(worth, pile)) for pile in piles.values()]
    sums[seat] += 28 - sum(sums)
    taken = {str(other): pile for other, pile in piles.items() if pile}
    return ask("kocka", "claim", {"seat": seat, "taken": taken}, {"result": {"points": sums}})


def ask_lead(random: Random) -> Question:
    dealer, seat, number = random.randrange(4), random.randrange(4), random.randint(1, 8)
    given = {"dealer": dealer, "seat": seat, "trick_no": number}
    leads = (dealer + 1) % 4
    if number > 1:
        leads = given["last_winner"] = random.randrange(4)
    expect = {"verdict": verdict(seat == leads), "result": {"leads": leads}}
    return ask("kocka", "lead", given, expect)


def rows(random: Random) -> list[str]:
    """Rows on the table, each unbroken from its jack."""
    table = []
    for suit in "SHDC":
        if random.random() < 0.7:
            low, high = random.randint(0, 4), random.randint(4, 7)
            table += [rank + suit for rank in RANKS[low : high + 1]]
    return table


def playable(table: Sequence[str], hand: Sequence[str]) -> list[str]:
    """Jacks, and what goes on at an end of its suit's row (5)."""
    return [card for card in hand if card[0] == "J" or _goes_on(table, card)]


def _goes_on(table: Sequence[str], card: str) -> bool:
    at = RANKS.index(card[0])
    beside = [RANKS[i] + card[-1] for i in (at - 1, at + 1) if 0 <= i < 8]
    return any(each in table for each in beside)


def _at_table(random: Random) -> tuple[list[str], list[str]]:
    table = rows(random)
    rest = [card for card in PACK if card not in table]
    return table, random.sample(rest, random.randint(1, min(8, len(rest)))) if rest else ["JS"]


def ask_laid(random: Random) -> Question:
    """May this card be laid in a dokládačka?"""
    table, hand = _at_table(random)
    if not set(hand).isdisjoint(table):
        return ask_laid(random)
    may, card = playable(table, hand), random.choice(hand)
    expect = {"verdict": verdict(card in may), "instead": [] if card in may else may}
    return ask("kocka", "dokladacka-play", {"table": table, "hand": hand, "card": card}, expect)


def ask_cink(random: Random) -> Question:
    """May he say cink?"""
    table, hand = _at_table(random)
    if not set(hand).isdisjoint(table):
        return ask_cink(random)
    may = playable(table, hand)
    expect = {"verdict": verdict(not may), "instead": may}
    return ask("kocka", "dokladacka-cink", {"table": table, "hand": hand}, expect)


def ask_first_dealer(random: Random) -> Question:
    """Who drew the lowest card deals first (1d)."""
    drawn = random.sample(PACK, 4)
    lowest = min(drawn, key=lambda card: (RANKS.index(card[0]), -SAME_RANK.index(card[-1])))
    cards = {str(seat): card for seat, card in enumerate(drawn)}
    return ask(
        "kocka", "first-dealer", {"cards": cards}, {"result": {"dealer": drawn.index(lowest)}}
    )


def takes_all(hand: frozenset[str], others: tuple[frozenset[str], ...]) -> bool:
    """Whether who leads can take every trick, whatever the others do."""
    return not hand or any(_holds(card, hand, others) for card in hand)


def _holds(card: str, hand: frozenset[str], others: tuple[frozenset[str], ...]) -> bool:
    """Whether a card led takes its trick, and all that follow can be taken too."""
    answers = [legal(2, [card], sorted(held)) for held in others]
    return all(
        winner([card, *laid]) == 0
        and takes_all(hand - {card}, tuple(o - {c} for o, c in zip(others, laid, strict=True)))
        for laid in product(*answers)
    )


def ask_durch(random: Random) -> Question:
    """Is a durch that was shown caught (3)?"""
    n, seat = random.randint(1, 3), random.randrange(4)
    hand = shuffled(random, [card for card in PACK if card[0] in "AKQ"])[:n]
    others = cut(shuffled(random, [card for card in PACK if card not in hand]), n, n, n)
    good = takes_all(frozenset(hand), tuple(map(frozenset, others)))
    seats = [other for other in range(4) if other != seat]
    held = {str(other): cards for other, cards in zip(seats, others, strict=True)}
    given = {"seat": seat, "others_tricks": 0, "hand": hand, "others": held}
    mine, theirs = (-28, -1) if good else (28, 0)
    points = [mine if s == seat else theirs for s in range(4)]
    result = {"caught": not good, "points": points}
    return ask("kocka", "durch-shown", given, {"result": result})


ASKS: tuple[Ask, ...] = (
    *(ask_play, ask_play, ask_audit, ask_winner, ask_round, ask_trigger, ask_claim),
    *(ask_lead, ask_laid, ask_cink, ask_first_dealer, ask_durch),
)
