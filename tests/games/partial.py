"""Hands told in part, at random: what is said of one has to be so in every whole hand that agrees.

A situation is dealt with a whole hand; of that only some cards are told, and some that it lacks. A
decided verdict is compared with other whole hands that agree. One that cannot be told has to show
two that agree and are judged as it says.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from random import Random
from typing import Any

from scorekeeper.core.cards import JOKER, TAROK, Card, Pack, codes
from scorekeeper.core.game import AnyGame
from scorekeeper.core.house_rules import load_house
from scorekeeper.core.schema import Invalid, allows_none, fields_of, spec_of, type_of
from scorekeeper.referee.dispute import Dispute
from scorekeeper.referee.undecided import judge_question
from scorekeeper.referee.verdict import Verdict, judge
from tests.contract.faults import Faults

Given = dict[str, Any]
Deal = Callable[[Random, list[Card]], tuple[Given, tuple[int, int]]]
"""Facts with cards taken off a shuffled pack, and how many cards a whole hand may have then."""
TRIES = 8
"""So many other whole hands are compared."""


def take(pack: list[Card], number: int) -> list[str]:
    return codes(pack.pop() for _ in range(number))


def dealt_rows(rng: Random, pack: list[Card]) -> list[str]:
    """Rows of a dokládačka, unbroken from their jacks."""
    table = []
    for suit in rng.sample("SHDC", rng.randint(1, 4)):
        low, high = rng.randint(0, 4), rng.randint(4, 7)
        table += [Card(rank, suit) for rank in "789TJQKA"[low : high + 1]]
    for card in table:
        pack.remove(card)
    return codes(table)


def kocka_play(rng: Random, pack: list[Card]) -> tuple[Given, tuple[int, int]]:
    trick_no = rng.randint(1, 8)
    size = 9 - trick_no
    trick = take(pack, rng.randint(0, 3))
    return {"trick": trick, "card": take(pack, 1)[0], "trick_no": trick_no}, (size, size)


def dokladacka(rng: Random, pack: list[Card]) -> tuple[Given, tuple[int, int]]:
    return {"table": dealt_rows(rng, pack), "card": take(pack, 1)[0]}, (1, 8)


def cink(rng: Random, pack: list[Card]) -> tuple[Given, tuple[int, int]]:
    table = dealt_rows(rng, pack)
    later = take(pack, rng.randint(0, 2)) if len(pack) > 3 else []
    return {"table": table, "laid_later": later or None}, (max(1, len(later)), 8)


def durch(rng: Random, pack: list[Card]) -> tuple[Given, tuple[int, int]]:
    others = rng.choice((0, 0, 2))
    return {"seat": 0, "leader": 0, "others_tricks": others}, (8 - others, 8 - others)


CONTRACTS = (
    *(("zakladni", variant) for variant in ("normal", "varsava", "varsava", "varsava")),
    ("druha", "normal"),
    ("solo", "quiet-solo"),
)
SAID = ("trul", "honery", "tarocky", "barvy", "taroky", "kralovske-honery", "trulhonery")


def taroky_play(rng: Random, pack: list[Card]) -> tuple[Given, tuple[int, int]]:
    contract, variant = rng.choice(CONTRACTS)
    if rng.random() < 0.5:
        pack.sort(key=lambda card: (card.suit == TAROK) + rng.random())
    trick = take(pack, rng.randint(0, 3))
    return {"contract": contract, "variant": variant, "trick": trick, "card": take(pack, 1)[0]}, (
        1,
        12,
    )


def announce(rng: Random, pack: list[Card]) -> tuple[Given, tuple[int, int]]:
    said = rng.sample((*SAID, "barvy-honery", "pagat", "valat"), rng.randint(1, 2))
    return {"announced": said, "variant": rng.choice((None, "normal", "varsava"))}, (12, 12)


def call(rng: Random, pack: list[Card]) -> tuple[Given, tuple[int, int]]:
    return {"called": rng.choice(("XIX", "XVIII", "XVII", "XVI", "XV"))}, (12, 12)


def discard(rng: Random, pack: list[Card]) -> tuple[Given, tuple[int, int]]:
    took = rng.choice((0, 1, 3, 4))
    return {"aside": take(pack, rng.randint(0, took)), "took": took}, (12 + took, 12 + took)


def varsava(rng: Random, pack: list[Card]) -> tuple[Given, tuple[int, int]]:
    contract = rng.choice(("zakladni", "zakladni", "zakladni", "solo"))
    return {"dealer": 3, "seat": 0, "contract": contract}, (12, 12)


def faraon_play(rng: Random, pack: list[Card]) -> tuple[Given, tuple[int, int]]:
    if rng.random() < 0.7:
        pack.sort(key=lambda card: (card.rank == "O") + rng.random())
    cards = take(pack, rng.choice((1, 1, 1, 2)))
    top = take(pack, 1)[0]
    named = rng.choice((None, *"LHBA"))
    given = {"top": top, "cards": cards, "players": rng.randint(2, 5), "names_suit": named}
    return given, (len(cards), len(cards) + rng.choice((0, 1, 5)))


def makao_play(rng: Random, pack: list[Card]) -> tuple[Given, tuple[int, int]]:
    suited = [card for card in pack if card.suit != JOKER]
    cards, top = codes(suited[: rng.choice((1, 1, 2))]), str(suited[5])
    return {"top": top, "cards": cards, "players": rng.randint(2, 5)}, (len(cards), 9)


def makao_joker(rng: Random, pack: list[Card]) -> tuple[Given, tuple[int, int]]:
    given, size = makao_play(rng, pack)
    return {**given, "cards": [rng.choice(("JOKER", "JOKER=KH", "JOKER=5S"))]}, (1, size[1])


def beat(rng: Random, pack: list[Card]) -> tuple[Given, tuple[int, int]]:
    attack, card = take(pack, 2)
    return {"attack": attack, "card": card, "trump": rng.choice("HDC")}, (1, 8)


def attack(rng: Random, pack: list[Card]) -> tuple[Given, tuple[int, int]]:
    cards = take(pack, rng.randint(1, 2))
    return {"cards": cards, "defender_hand": rng.randint(1, 6), "bout": 2}, (len(cards), 8)


def throw_in(rng: Random, pack: list[Card]) -> tuple[Given, tuple[int, int]]:
    seats = {"players": 3, "seat": rng.choice((0, 2)), "attacker": 0, "defender": 1}
    lying = take(pack, 1)
    alike = [card for card in pack if str(card)[0] == lying[0][0]]
    card = str(rng.choice((*alike, pack[0])))
    return {"attack": lying, "card": card, "defender_hand": rng.randint(1, 4), **seats}, (1, 8)


def transfer(rng: Random, pack: list[Card]) -> tuple[Given, tuple[int, int]]:
    first = pack.pop()
    alike = [card for card in pack if card.rank == first.rank]
    card, last = rng.choice(alike), rng.choice((False, None, True))
    size = {False: (2, 8), True: (1, 1), None: (1, 8)}[last]
    given = {"attack": [str(first)], "card": str(card), "next_hand": 6, "bout": 2, "trump": "H"}
    return {**given, "last_card": last}, size


def durak_take(rng: Random, pack: list[Card]) -> tuple[Given, tuple[int, int]]:
    unbeaten = pack.pop()
    alike = [card for card in pack if card.rank == unbeaten.rank]
    cards = [str(unbeaten), *codes(rng.sample(alike, rng.randint(0, 2)))]
    return {"unbeaten": cards, "trump": rng.choice("HDC"), "beaten": rng.randint(0, 2)}, (0, 8)


def durak_deal(rng: Random, pack: list[Card]) -> tuple[Given, tuple[int, int]]:
    return {}, (6, 6)


DEALS: Mapping[str, Mapping[str, Deal]] = {
    "kocka": {
        "play": kocka_play,
        "dokladacka-play": dokladacka,
        "dokladacka-cink": cink,
        "durch-shown": durch,
    },
    "taroky": {
        "play": taroky_play,
        "announce": announce,
        "call": call,
        "discard": discard,
        "varsava-call": varsava,
    },
    "faraon": {"play": faraon_play},
    "makao": {"play": makao_play, "joker": makao_joker},
    "durak": {
        "beat": beat,
        "attack": attack,
        "throw-in": throw_in,
        "transfer": transfer,
        "take": durak_take,
        "deal": durak_deal,
    },
}
HOUSES: Mapping[str, Sequence[Given]] = {
    "taroky": ({}, {"varsava_overtake_ruffs": True}),
    "faraon": ({"last_ober": "own-suit"}, {}),
    "durak": (
        {"variant": "transfer", "transfer_finish": False, "beat_thrown_in": True},
        {"variant": "transfer", "spades_by_spades": True, "beat_thrown_in": True},
        {"variant": "transfer", "transfer_finish": True, "redeal_suit": "5"},
    ),
}
MAY_BE_NULL = ("trick_no", "contract", "variant", "players", "trump", "took", "beaten", "last_card")


def kinds_with_a_hand(game: AnyGame) -> Iterator[type[Dispute]]:
    for kind in game.disputes:
        cls: type = kind
        if "hand" in fields_of(cls) and allows_none(type_of(cls, "hand")):
            yield kind


def require_sound(game: AnyGame, number: int, seed: int, faults: Faults) -> dict[str, int]:
    """Asks so many questions of a game; gives how often each verdict of each kind was given."""
    rng = Random(seed)
    counts: dict[str, int] = {}
    for at in range(number):
        kind, deal = rng.choice(sorted(DEALS[game.key].items()))
        asked = PartlyTold(game, kind, deal, rng)
        with faults.at(game.key, kind, at, asked.given):
            if asked.can_be:
                verdict = asked.verdict()
                said = f"{kind} {verdict.verdict}"
                counts[said] = counts.get(said, 0) + 1
                found = list(asked.faults(verdict))
                assert not found, (found[0], verdict)
    return counts


class PartlyTold:
    """A question of which the hand is told in part, and whole hands that agree with that."""

    def __init__(self, game: AnyGame, kind: str, deal: Deal, rng: Random) -> None:
        self.game, self.kind, self.rng = game, kind, rng
        houses = HOUSES.get(game.key, ({},))
        self.house = load_house(game.house, rng.choice(houses))
        self.pack: Pack = game.pack(self.house)
        cards = list(self.pack)
        rng.shuffle(cards)
        self.whole, self.sizes = deal(rng, cards)
        self.played = self._cards_of(self._within)
        self.away = self._cards_of(tuple(n for n in self.whole if n not in self._within))
        for card in (*self.played, *self.away):
            if card.physical in cards:
                cards.remove(card.physical)
        self.free = cards
        self.hand, self.holds, self.lacks = self._tell()
        self.some = self._some()
        self.given = self._told()

    @property
    def _within(self) -> tuple[str, ...]:
        cls: type = self.game.kinds[self.kind]
        return spec_of(fields_of(cls)["hand"]).contains

    def _cards_of(self, names: Sequence[str]) -> list[Card]:
        told = (self.whole.get(name) for name in names if name != "called")
        listed = [each if isinstance(each, list) else [each] for each in told]
        return [self.pack.parse(c) for each in listed for c in each if c in self.pack.by_code]

    def _tell(self) -> tuple[list[Card], list[Card], list[str]]:
        """Some cards of a hand that may have been, and some suits, ranks and cards that are not."""
        rng, (fewest, most) = self.rng, self.sizes
        room = rng.randint(fewest, most) - len(self.played)
        hand = self.free[: max(room, 0)]
        if rng.random() < 0.3:
            hand = sorted(self.free, key=lambda card: card.suit)[: max(room, 0)]
        lies = {card.physical for card in self.played}
        hand = [card for card in hand if card not in lies]  # Of two alike one would be enough.
        holds = rng.sample(hand, rng.randint(0, min(len(hand), rng.choice((1, 3, 12)))))
        held = {card.physical for card in (*hand, *self.played)}
        sets = [suit for suit, _ranks in self.pack.suits]
        sets += [f"*{suit}" for suit in sets if suit != TAROK]
        sets += [f"{rank}*" for suit, ranks in self.pack.suits for rank in ranks if suit != TAROK]
        sets += [str(card) for card in self.pack.cards]
        fit = [code for code in sets if not held & {*cards_of(code, self.pack)}]
        suits = [code for code in fit if code in dict(self.pack.suits)]
        chosen = rng.sample(suits, rng.randint(0, len(suits)))
        chosen += rng.sample(fit, min(len(fit), rng.choice((0, 1, 3, 20))))
        return hand, holds, chosen or rng.sample(fit, 1)

    def _some(self) -> list[str]:
        """Sometimes a suit of which the hand holds a card, without saying which."""
        suits = sorted({card.suit for card in self.hand} & dict(self.pack.suits).keys())
        chosen = self.rng.sample(suits, 1) if suits and self.rng.random() < 0.2 else []
        return [suit if suit == TAROK else f"*{suit}" for suit in chosen]

    def _told(self) -> Given:
        """The facts with the hand told in part, some of the others not known."""
        told = dict(self.whole)
        for name in MAY_BE_NULL:
            if name in told and self.rng.random() < 0.25:
                told[name] = None
        also = self.played if self.rng.random() < 0.5 else []
        return {**told, "holds": [*codes([*self.holds, *also]), *self.some], "lacks": self.lacks}

    @property
    def can_be(self) -> bool:
        """True if the situation can be so with the hand that was dealt."""
        with suppress(Invalid):
            self.verdict({**self.whole, "hand": codes([*self.played, *self.hand])})
            return True
        return False

    def verdict(self, given: Given | None = None) -> Verdict:
        question = self.game.read_question(self.kind, given or self.given, self.house)
        return judge_question(self.game.rules, question, self.house)

    def faults(self, verdict: Verdict) -> Iterator[str]:
        others = {**self.given, "holds": [*codes(self.holds), *self.some]}
        if self.verdict(others) != verdict:
            yield "the played card matters"
        if verdict.verdict == "undecidable":
            yield from self._faults_of_witness(verdict)
            return
        for hand in self._hands():
            try:
                whole = self.verdict({**self.whole, "hand": codes(hand)})
            except Invalid:
                continue
            yield from (f"{fault} with {codes(hand)}" for fault in _differing(verdict, whole, hand))

    def _hands(self) -> Iterator[list[Card]]:
        """Whole hands that agree."""
        lacking = {card for code in self.lacks for card in cards_of(code, self.pack)}
        known = [*self.played, *self.holds]
        free = list(self.free)
        for card in (*self.holds, *[card for card in free if card in lacking]):
            free.remove(card)
        for _ in range(TRIES):
            self.rng.shuffle(free)
            if self.rng.random() < 0.5:
                key = self.rng.choice((lambda c: c.suit, lambda c: c.rank))
                first = key(free[0]) if free else ""
                free.sort(key=lambda card, key=key, first=first: key(card) != first)
            size = self.rng.choice((*self.sizes, self.rng.randint(*self.sizes)))
            room = max(size - len(known), 0)
            for code in self.some:
                alike = [card for card in free if card in cards_of(code, self.pack)]
                if alike and not {*known} & {*cards_of(code, self.pack)}:
                    free.remove(alike[0])
                    free.insert(0, alike[0])
            if self.sizes[0] <= len(known) + min(room, len(free)) <= self.sizes[1]:
                hand = [*known, *free[:room]]
                if all({*hand} & {*cards_of(code, self.pack)} for code in self.some):
                    yield hand

    def _faults_of_witness(self, verdict: Verdict) -> Iterator[str]:
        """Two whole hands that agree, and are judged as it is said."""
        if not verdict.witness:
            if self.kind != "durch-shown":
                yield "no witness"
            return
        for way, facts in verdict.witness.items():
            if "hand" not in facts:
                continue
            hand = [self.pack.parse(str(code)).physical for code in facts["hand"]]
            if not {card.physical for card in (*self.played, *self.holds)} <= {*hand}:
                yield f"{way} without a card that is held"
            if {card for code in self.lacks for card in cards_of(code, self.pack)} & {*hand}:
                yield f"{way} with a card that is lacking"
            dispute = self.game.read_dispute(self.kind, facts, self.house)
            found = judge(self.game.rules, dispute, self.house).verdict
            if way in ("legal", "offence") and found != way:
                yield f"{way} is {found}"


def _differing(verdict: Verdict, whole: Verdict, hand: Sequence[Card]) -> Iterator[str]:
    """In what a whole hand is judged otherwise than was said of it told in part."""
    if whole.verdict != verdict.verdict:
        yield f"{whole.verdict}"
        return
    parts = {
        "instead": {*map(str, verdict.instead)} <= {*map(str, whole.instead)},
        "customs": {*verdict.customs} <= {*whole.customs},
        "penalty": verdict.penalty == whole.penalty or bool(verdict.decides),
        "result": verdict.result.items() <= whole.result.items(),
        "facts": whole.rules[:1] != verdict.rules[:1] or _is_told(verdict.facts, whole.facts),
    }
    yield from (f"{name} of {whole}" for name, same in parts.items() if not same)


def _is_told(told: Mapping[str, Any], whole: Mapping[str, Any]) -> bool:
    """True if every fact is so of a whole hand, too: each card of a list is in that one's."""
    return all(_is_part(value, whole.get(name)) for name, value in told.items())


def _is_part(value: object, whole: object) -> bool:
    listed = isinstance(value, list) and isinstance(whole, list)
    return value == whole or (listed and all(card in whole for card in value))


def cards_of(code: str, pack: Pack) -> list[Card]:
    """The cards of a code, worked out in another way than the product does."""
    if code in pack.by_code:
        return [pack.by_code[code].physical]
    suit = code.removeprefix("*")
    if suit in dict(pack.suits):
        return [card for card in pack.cards if card.suit == suit]
    plain = [card for card in pack.cards if card.suit not in (TAROK, JOKER)]
    return [card for card in plain if f"{card.rank}*" == code]
