"""Where games stand, for perft: fixed deals with fixed house rules."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations, permutations
from random import Random
from typing import Any

from tests.verification.second import durak, faraon, kocka, makao, taroky
from tests.verification.second.question import cut, shuffled
from tests.verification.second.tricks import Legal, Winner

Cards = tuple[str, ...]


def together(hand: Cards) -> list[Cards]:
    """Cards of one rank in every order, and two that are not of one."""
    moves: list[Cards] = []
    for n in (1, 2, 3, 4):
        moves += (m for m in permutations(hand, n) if len({card[0] for card in m}) == 1)
    return [*moves, *(pair for pair in combinations(hand[:3], 2) if pair[0][0] != pair[1][0])]


def without(hand: Cards, cards: Sequence[str]) -> Cards:
    """A hand after some of its cards were laid."""
    left = [*hand]
    for card in cards:
        left.remove(card)
    return tuple(left)


# --- tricks --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Tricks:
    """A trick game: `question` are its game and what every question says besides."""

    question: Mapping[str, Any]
    rules: tuple[Legal, Winner]
    hands: tuple[Cards, ...]
    leader: int
    trick: Cards = ()
    number: int = 1

    @property
    def hand(self) -> Cards:
        """Of whose turn it is."""
        return self.hands[(self.leader + len(self.trick)) % 4]

    def tries(self) -> Cards:
        """Any card of the hand."""
        return self.hand

    def is_legal(self, move: str) -> bool:
        """By the rules of the game."""
        return move in self.rules[0](self.number, [*self.trick], [*self.hand])

    def case(self, move: str) -> Mapping[str, Any]:
        """May this card be laid?"""
        number = {"trick_no": self.number} if self.question["game"] == "kocka" else {}
        told = {"trick": [*self.trick], "hand": [*self.hand], "card": move, **number}
        return {**self.question, "kind": "play", "given": {**self.question["given"], **told}}

    def after(self, move: str) -> "Tricks":
        """The card on the table; who takes the trick leads."""
        seat = (self.leader + len(self.trick)) % 4
        hands = [*self.hands]
        hands[seat] = without(self.hand, move.split())
        trick = (*self.trick, move)
        after = replace(self, hands=tuple(hands), trick=trick)
        if len(trick) < 4:
            return after
        leader = (self.leader + self.rules[1](trick)) % 4
        return replace(after, leader=leader, trick=(), number=self.number + 1)


def kocka_deal() -> Tricks:
    """Eight cards each."""
    hands = tuple(map(tuple, kocka.deal(Random("perft"))))
    return Tricks({"game": "kocka", "given": {}}, kocka.RULES, hands, 0)


def taroky_deal(legal: Legal, house: Mapping[str, Any], **given: str) -> Tricks:
    """Twelve cards each; the talon lies apart."""
    hands = tuple(map(tuple, taroky.deal(Random("perft"))[:4]))
    question = {"game": "taroky", "given": given, "house": house}
    return Tricks(question, (legal, taroky.winner), hands, 0)


# --- shedding, two players -----------------------------------------------------------------------


@dataclass(frozen=True)
class Faraon:
    """Two players; `once` says that aces are asked for once, one at a time."""

    hands: tuple[Cards, Cards]
    stock: Cards
    table: faraon.Table
    once: bool
    turn: int = 0

    def tries(self) -> list[tuple[Cards, str]]:
        """Cards with a suit named, or drawing; one ace as an answer, and no second turns."""
        if not all(self.hands):
            return []
        most = 1 if self.table.ace else 3
        moves = [m for m in together(self.hands[self.turn]) if len(m) <= most]
        laid = [(m, suit) for m in moves for suit in ("LHBA" if m[0][0] == "O" else ("",))]
        return [((), ""), *laid]

    def is_legal(self, move: tuple[Cards, str]) -> bool:
        """Drawing always is."""
        return not move[0] or faraon.may_play(self.table, move[0], 2 if self.once else 3)

    def case(self, move: tuple[Cards, str]) -> Mapping[str, Any] | None:
        """May these cards be laid?"""
        cards, suit = move
        if not cards:
            return None
        given = {**self.table.given(), "cards": [*cards], "players": 2}
        given |= {"names_suit": suit} if suit else {}
        house = {} if self.once else {"aces": "each"}
        return {"game": "faraon", "kind": "play", "given": given, "house": house}

    def after(self, move: tuple[Cards, str]) -> "Faraon":
        """The next player's turn; who asked with an ace and had no answer goes on."""
        cards, suit = move
        other = 1 - self.turn
        if not cards and self.table.ace:
            return replace(self, table=faraon.Table(self.table.top), turn=other)
        if not cards:
            n = 3 * self.table.sevens or 1
            table = replace(self.table, sevens=0)
            return self._with(self.hands[self.turn] + self.stock[:n], self.stock[n:], table)
        sevens = int(faraon.after(self.table, cards)["draw"]) // 3
        table = faraon.Table(cards[-1], suit, sevens, cards[0][0] == "A")
        return self._with(without(self.hands[self.turn], cards), self.stock, table)

    def _with(self, hand: Cards, stock: Cards, table: faraon.Table) -> "Faraon":
        hands = (hand, self.hands[1]) if self.turn == 0 else (self.hands[0], hand)
        return replace(self, hands=hands, stock=stock, table=table, turn=1 - self.turn)


def faraon_deal(*, once: bool) -> Faraon:
    """Five cards each."""
    cards = shuffled(Random("perft"), faraon.PACK)
    first, second, top, stock = cut(cards, 5, 5, 1, 21)
    hands = tuple(first), tuple(second)
    return Faraon(hands, tuple(stock), faraon.Table(top[0]), once)


@dataclass(frozen=True)
class Makao:
    """Two players; `missing` are turns that a player has yet to miss."""

    hands: tuple[Cards, Cards]
    stock: Cards
    table: makao.Table
    turn: int = 0
    demanded_by: int | None = None
    missing: tuple[int, int] = (0, 0)

    def tries(self) -> list[tuple[Cards, str]]:
        """Cards with a demand, or what one does who lays none."""
        if not all(self.hands):
            return []
        demands = {"J": ("", "5", "Q", "K"), "A": ("", "S", "C")}
        moves = together(self.hands[self.turn])
        return [((), ""), *((m, what) for m in moves for what in demands.get(m[0][0], ("",)))]

    def is_legal(self, move: tuple[Cards, str]) -> bool:
        """Drawing always is."""
        return not move[0] or makao.may_play(self.table, *move)

    def case(self, move: tuple[Cards, str]) -> Mapping[str, Any] | None:
        """May these cards be laid?"""
        cards, demand = move
        if not cards:
            return None
        given = {**self.table.given(), "cards": [*cards], "players": 2}
        given |= {"demands": demand} if demand else {}
        return {"game": "makao", "kind": "play", "given": given}

    def after(self, move: tuple[Cards, str]) -> "Makao":
        """The next player's turn."""
        cards, demand = move
        if not cards:
            return self._idle()
        pending = makao.after(self.table, cards)
        table = replace(self.table, top=cards[-1], attack=pending["attack"], skips=pending["skips"])
        by = self.demanded_by
        if demand:
            suit = cards[0][0] == "A"
            table = replace(table, rank="" if suit else demand, suit=demand if suit else "")
            by = self.turn
        hand = without(self.hands[self.turn], cards)
        return replace(self._with(hand), table=table, demanded_by=by)._next()

    def _idle(self) -> "Makao":
        """What one does who lays nothing: takes cards, or begins to miss turns."""
        if self.table.skips:
            mine = self.table.skips - 1
            missing = (mine, self.missing[1]) if self.turn == 0 else (self.missing[0], mine)
            return replace(self, table=replace(self.table, skips=0), missing=missing)._next()
        n = self.table.attack or 1
        taken = self._with(self.hands[self.turn] + self.stock[:n])
        table = replace(self.table, attack=0)
        return replace(taken, stock=self.stock[n:], table=table)._next()

    def _with(self, hand: Cards) -> "Makao":
        hands = (hand, self.hands[1]) if self.turn == 0 else (self.hands[0], hand)
        return replace(self, hands=hands)

    def _next(self) -> "Makao":
        """The turn goes on; a demand ends with the one who made it."""
        turn, table, by = 1 - self.turn, self.table, self.demanded_by
        if turn == by:
            table, by = replace(table, rank="", suit=""), None
        after = replace(self, turn=turn, table=table, demanded_by=by)
        if not self.missing[turn]:
            return after
        left = self.missing[turn] - 1
        missing = (left, self.missing[1]) if turn == 0 else (self.missing[0], left)
        return replace(after, missing=missing)._next()


def makao_deal(seed: str) -> Makao:
    """Five cards each of one pack."""
    cards = shuffled(Random(seed), makao.PACK)
    first, second, top, stock = cut(cards, 5, 5, 1, 41)
    return Makao((tuple(first), tuple(second)), tuple(stock), makao.Table(top[0]))


def _subsets(hand: Cards) -> Iterator[Cards]:
    """Cards of one rank, and any two."""
    for n in (1, 2, 3, 4):
        each = combinations(hand, n)
        yield from (cards for cards in each if n < 3 or len({card[0] for card in cards}) == 1)


# --- durak, two players --------------------------------------------------------------------------


@dataclass(frozen=True)
class Durak:
    """Two players in a bout; a move is `(what, cards)`."""

    variant: str
    hands: tuple[Cards, Cards]
    stock: Cards
    trump: str
    attacker: int = 0
    attack: Cards = ()
    beat: Cards = ()
    took: bool = False
    bout: int = 1

    @property
    def defender(self) -> int:
        """The other one."""
        return 1 - self.attacker

    @property
    def open(self) -> int:
        """How many cards have yet to be beaten."""
        return len(self.attack) - len(self.beat)

    def tries(self) -> list[tuple[str, Cards]]:
        """Whatever the one whose turn it is could think of."""
        mine, his = self.hands[self.attacker], self.hands[self.defender]
        if not mine or not his:
            return []
        if not self.attack:
            return [("attack", cards) for cards in _subsets(mine)]
        if self.open and not self.took:
            moves = [("beat", (card,)) for card in his]
            if self.variant == "transfer":
                moves += [("transfer", (card,)) for card in his]
            return [("take", ()), *moves]
        added = [] if self.variant == "simple" else [("throw-in", (card,)) for card in mine]
        return [("done", ()), *added]

    def is_legal(self, move: tuple[str, Cards]) -> bool:
        """By the rules of the bout."""
        what, cards = move
        his = len(self.hands[self.defender])
        if what == "attack":
            return durak.may_attack(cards, his, 2 if self.variant == "simple" else durak.MOST)
        if what == "beat":
            return durak.beats(cards[0], self.attack[len(self.beat)], self.trump)
        if what == "throw-in":
            ranks = {card[0] for card in self.attack + self.beat}
            return cards[0][0] in ranks and self.open < his and len(self.attack) < durak.MOST
        if what == "transfer":
            return self._may_transfer(cards[0])
        return True

    def _may_transfer(self, card: str) -> bool:
        right = card[0] == self.attack[0][0] and not self.beat and self.bout > 1
        right &= self.trump not in [c[-1] for c in self.attack]
        right &= len(self.hands[self.defender]) > 1
        return right and len(self.hands[self.attacker]) > len(self.attack)

    def case(self, move: tuple[str, Cards]) -> Mapping[str, Any] | None:
        """The question that is asked of a move, if there is one."""
        what, cards = move
        if what in ("take", "done"):
            return None
        told = {"cards": [*cards]} if what == "attack" else {"card": cards[0]}
        given = {**self._given(what), **told}
        return {"game": "durak", "kind": what, "given": given, "house": {"variant": self.variant}}

    def _given(self, what: str) -> dict[str, Any]:
        """What a question says of the table."""
        his, both = len(self.hands[self.defender]), {"attack": [*self.attack], "beat": [*self.beat]}
        if what == "attack":
            return {"defender_hand": his, "bout": self.bout}
        if what == "beat":
            return {"attack": self.attack[len(self.beat)], "trump": self.trump}
        if what == "throw-in":
            seats = {"seat": self.attacker, "attacker": self.attacker, "defender": self.defender}
            return {**both, **seats, "players": 2, "defender_hand": his, "took": self.took}
        other = {"next_hand": len(self.hands[self.attacker]), "last_card": his == 1}
        return {**both, **other, "bout": self.bout, "trump": self.trump}

    def after(self, move: tuple[str, Cards]) -> "Durak":
        """The table, or the next bout."""
        what, cards = move
        if what == "take":
            return replace(self, took=True)
        if what == "done":
            return self._next_bout()
        who = self.defender if what in ("beat", "transfer") else self.attacker
        hands = [*self.hands]
        hands[who] = without(self.hands[who], cards)
        laid = replace(self, hands=(hands[0], hands[1]))
        if what == "beat":
            return replace(laid, beat=self.beat + cards)
        turned = replace(laid, attacker=self.defender) if what == "transfer" else laid
        return replace(turned, attack=self.attack + cards)

    def _next_bout(self) -> "Durak":
        """Cards are drawn; who beat all attacks next."""
        hands, stock = [*self.hands], self.stock
        if self.took:
            hands[self.defender] += self.attack + self.beat
        order = [self.attacker] if self.took else [self.attacker, self.defender]
        for seat, n in durak.refill([len(hand) for hand in hands], len(stock), order):
            hands[seat], stock = hands[seat] + stock[:n], stock[n:]
        attacker = self.attacker if self.took else self.defender
        both = hands[0], hands[1]
        return Durak(self.variant, both, stock, self.trump, attacker, bout=self.bout + 1)


def durak_deal(variant: str) -> Durak:
    """Six cards each."""
    cards = shuffled(Random("perft"), durak.PACK)
    first, second, stock = cut(cards, 6, 6, 24)
    bout = 2 if variant == "transfer" else 1
    hands = tuple(first), tuple(second)
    return Durak(variant, hands, tuple(stock), stock[-1][-1], bout=bout)


# --- all of them ---------------------------------------------------------------------------------

VARSAVA = {"contract": "zakladni", "variant": "varsava"}
NO_RUFFS = partial(taroky.legal_varsava, ruffs=False)
POSITIONS: Mapping[str, Callable[[], Any]] = {
    "taroky": partial(taroky_deal, taroky.legal, {}, contract="solo"),
    "taroky varsava": partial(taroky_deal, taroky.legal_varsava, {}, **VARSAVA),
    "taroky varsava, no ruffs": partial(
        taroky_deal, NO_RUFFS, {"varsava_overtake_ruffs": False}, **VARSAVA
    ),
    "kocka": kocka_deal,
    "faraon": partial(faraon_deal, once=True),
    "faraon aces each": partial(faraon_deal, once=False),
    "makao": partial(makao_deal, "perft"),
    "makao again": partial(makao_deal, "again"),
    "durak simple": partial(durak_deal, "simple"),
    "durak throw-in": partial(durak_deal, "throw-in"),
    "durak transfer": partial(durak_deal, "transfer"),
}
"""Name → the beginning; the first word is the game."""
