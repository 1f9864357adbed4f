"""Whole games of Makao by the table of rules, against the same games played by hand-made code."""

from collections.abc import Callable, Iterator
from random import Random
from statistics import median
from time import perf_counter

from benchmarks.ratio import Ratio
from scorekeeper.games.makao import GAME
from scorekeeper.games.makao.house import HouseRules
from tests.verification.walks.contract import played
from tests.verification.walks.makao import TURNS, WALK

PLAYERS = 4
GAMES = 10
ROUNDS = 11
HOUSE = HouseRules(jokers="out")
AIM = 0.01
"""Every card of a hand is asked of every rule, and again with more of its rank behind it."""
TAKES = {"2": 2, "3": 3}


def by_the_rules(random: Random) -> int:
    """A game from the shuffle to its line on the sheet; how many moves it took."""
    state, why = played(WALK, random, WALK.deal(random, PLAYERS, HOUSE))
    if why != "over":
        raise RuntimeError(f"a game is {why}")
    entry, standing = WALK.entry(state), GAME.start(PLAYERS, 0, HOUSE)
    if refusal := GAME.check(entry, standing, HOUSE):
        raise RuntimeError(f"a game was refused: {refusal.id}")
    GAME.score(entry, standing, HOUSE)
    return state.moves


class ByHand:
    """The same cards as texts: what fits is asked once, and no rule has a name."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.stock = [rank + suit for rank in "23456789TJQKA" for suit in "SHDC"] * 2
        random.shuffle(self.stock)
        self.hands = [[self.stock.pop() for _ in range(5)] for _ in range(PLAYERS)]
        self.pile = [self.stock.pop()]
        self.missing, self.turn, self.moves = [0] * PLAYERS, 0, 0
        self.attack = self.skips = 0
        self.demand, self.by = "", -1

    def fits(self, card: str) -> bool:
        """Whether a card may be laid first."""
        top = self.pile[-1]
        alike = card[0] == top[0] or card[1] == top[1]
        if self.attack:
            return alike and (card[0] in "23" or card in ("KH", "KS"))
        if self.skips:
            return card[0] == "4"
        if self.demand:
            return self.demand in card or card[0] == ("A" if self.demand in "SHDC" else "J")
        return alike

    def play(self) -> int:
        """The game to its end; how many moves it took."""
        while sum(map(bool, self.hands)) > 1 and self.moves < TURNS:
            self.moves += 1
            may = [card for card in self.hands[self.turn] if self.fits(card)]
            self.pass_on(self.lay(self.random.choice(may)) if may else self.take())
        return self.moves

    def lay(self, card: str) -> int:
        """Lays a card, half the time with more of its rank; which way the turn goes."""
        hand, laid = self.hands[self.turn], [card]
        hand.remove(card)
        while self.random.random() < 0.5 and (more := [c for c in hand if c[0] == card[0]]):
            laid.append(self.random.choice(more))
            hand.remove(laid[-1])
        self.pile += laid
        self.attack += sum(TAKES.get(c[0], 5 if c in ("KH", "KS") else 0) for c in laid)
        self.skips += len(laid) if card[0] == "4" else 0
        if card[0] in "JA":
            self.demand, self.by = self.random.choice("56789TQ" if card[0] == "J" else "SHDC"), -1
        return -1 if laid[-1] == "KS" else 1

    def take(self) -> int:
        """Takes cards, or begins to miss turns."""
        if self.skips:
            self.missing[self.turn] += self.skips - 1
        else:
            for _ in range(self.attack or 1):
                if not self.stock:
                    self.stock, self.pile = self.pile[:-1], self.pile[-1:]
                    self.random.shuffle(self.stock)
                if self.stock:
                    self.hands[self.turn].append(self.stock.pop())
        self.attack = self.skips = 0
        return 1

    def pass_on(self, way: int) -> None:
        """Passes the turn on, past who is out or misses it."""
        if self.demand and self.by < 0:
            self.by = self.turn
        while True:
            self.turn = (self.turn + way) % PLAYERS
            if self.turn == self.by:
                self.demand, self.by = "", -1
            if self.missing[self.turn]:
                self.missing[self.turn] -= 1
            elif self.hands[self.turn]:
                return


def by_hand(random: Random) -> int:
    """A game without the table of rules."""
    return ByHand(random).play()


def measure() -> Iterator[Ratio]:
    """Microseconds for a move of a random game, and so games in a second; the two take turns."""
    turns = [(_took(by_the_rules, turn), _took(by_hand, turn)) for turn in range(ROUNDS + 1)]
    ours, theirs = zip(*turns[1:], strict=True)
    games = 1e6 / median(game for game, _ in ours)
    moves = median(move for _, move in ours), median(move for _, move in theirs)
    name = f"{games:.0f} random Makao games a second: speed of bare Python"
    yield Ratio(name, *moves, AIM, speed=True)


def _took(way: Callable[[Random], int], seed: int) -> tuple[float, float]:
    """Microseconds for a game, and for a move: games are not equally long."""
    random = Random(seed)
    began = perf_counter()
    moves = sum(way(random) for _game in range(GAMES))
    took = (perf_counter() - began) * 1e6
    return took / GAMES, took / moves
