"""The page of a bout: what attacks beside what beats it, and whether each card may lie there.

Cards are put on spots in the order in which they came; each is judged with those that lay there
lawfully before it (durak.beat, durak.throw-in, durak.attack-size, durak.transfer). A tap changes
the board: "trump.H", "hand.-1", "first", "beat.0.KH". What may lie there is asked of the referee.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Literal, NamedTuple

from flask import Response, request

from scorekeeper.core.cards import Pack
from scorekeeper.core.schema import Invalid
from scorekeeper.games.durak.house_rules import HouseRules
from scorekeeper.games.durak.referee.layout import HAND, MOST_CARDS, simple, transferring, trump_in
from scorekeeper.referee.judgements import Judgement
from scorekeeper.rulebook import Rulebook
from scorekeeper.web.forms.labels import number
from scorekeeper.web.games import helper
from scorekeeper.web.wording.verdicts import VerdictView, verdict_view

Action = Literal["attack", "beat", "transfer"]
ATTACKS: tuple[Action, Action] = ("attack", "transfer")
CHOICES = ("trump", "hand", "first", "took", "last", "attack", "beat", "transfer")
MOST_PAIRS = 12
"""Cards of an attack that the page has room for: no pack lets more lie there."""


@dataclass(frozen=True)
class Spot:
    """A spot on the table: the pair it belongs to (0-based), and what a card does there."""

    action: Action
    pair: int

    def __str__(self) -> str:
        return f"{self.action}.{self.pair}"


@dataclass(frozen=True)
class BoutBoard:
    """The board of a bout; `cards` are codes, in the order in which they came.

    `hand` is how many cards the defender held before the bout (whoever it was passed on to: he
    defends now), `trump` a suit or empty. `first` says that it is the first bout of the game,
    `took` that he takes, `last` that it is passed on with a last card.
    """

    trump: str = ""
    hand: int = HAND
    first: bool = False
    took: bool = False
    last: bool = False
    cards: Mapping[Spot, str] = field(default_factory=dict)

    @property
    def attacks(self) -> list[Spot]:
        return sorted((s for s in self.cards if s.action != "beat"), key=lambda spot: spot.pair)

    @property
    def pairs(self) -> list[tuple[Spot, Spot]]:
        """The spot of each attacking card, and of what beats it."""
        return [(spot, Spot("beat", spot.pair)) for spot in self.attacks]

    @property
    def attacking(self) -> list[str]:
        return [self.cards[spot] for spot in self.attacks]

    @property
    def beating(self) -> list[str]:
        spots = {beat for _attack, beat in self.pairs}
        return [code for spot, code in self.cards.items() if spot in spots]

    def spot(self, text: str) -> Spot | None:
        """The spot that a text names ("beat.0"): in a pair that is there, or the one after."""
        action, _, number_of = text.partition(".")
        pair, pairs = number(number_of), len(self.attacks)
        if not isinstance(pair, int) or not 0 <= pair <= min(pairs, MOST_PAIRS):
            return None
        if action == "beat":
            return Spot("beat", pair) if pair < pairs else None
        fresh: Mapping[str, Spot] = {each: Spot(each, pair) for each in ATTACKS}
        return (self.attacks[pair] if pair < pairs else fresh[action]) if action in fresh else None

    def tap(self, move: str, pack: Pack) -> "BoutBoard":
        """The board after one tap. Raises Invalid.

        >>> from scorekeeper.core.cards import FRENCH_36
        >>> board = BoutBoard().tap("trump.H", FRENCH_36).tap("attack.0.7S", FRENCH_36)
        >>> board.tap("beat.0.9S", FRENCH_36).beating
        ['9S']
        >>> board.tap("beat.0.7S", FRENCH_36)
        Traceback (most recent call last):
        scorekeeper.core.schema.Invalid: move: twice
        """
        match move.split("."):
            case ["trump", suit] if suit in dict(pack.suits):
                return replace(self, trump=suit)
            case ["hand", by] if isinstance(n := number(by), int):
                return replace(self, hand=min(max(1, self.hand + n), MOST_CARDS))
            case ["first"]:
                return replace(self, first=not self.first)
            case ["took"]:
                return replace(self, took=not self.took)
            case ["last"]:
                return replace(self, last=not self.last)
            case [action, pair, code] if spot := self.spot(f"{action}.{pair}"):
                return self.put(code, spot, pack)
        raise Invalid("move", "not-a-choice", choices=", ".join(CHOICES))

    def put(self, code: str, spot: Spot, pack: Pack) -> "BoutBoard":
        """The board with a card on a spot.

        Raises Invalid if the pack has no such card, if it is on the table already, or if no trump
        was chosen.
        """
        if code not in pack.by_code:
            raise Invalid("move", "unknown-card", code=code[:20])
        if not self.trump:
            raise Invalid("trump", "missing")
        if any(each == code for at, each in self.cards.items() if at != spot):
            raise Invalid("move", "twice", item=code)
        return replace(self, cards={**self.cards, spot: code})


ASKED_BY_FORM = ("who-throws", "transfer")
"""What is asked by a form: who may throw in, and whether a trump need only be shown to pass on."""
ATTACKER, DEFENDER = 0, 1
"""Seats for questions that ask for them; on this page it is always the attacker who adds cards."""


@dataclass(frozen=True)
class BoutCard:
    """A card (its code) on its spot, with the referee's judgement; the book has its words."""

    spot: Spot
    code: str
    judgement: Judgement
    book: Rulebook

    @cached_property
    def view(self) -> VerdictView:
        return verdict_view(self.judgement, self.book)

    @property
    def legal(self) -> bool:
        return self.judgement.verdict.verdict == helper.LEGAL


class BoutPair(NamedTuple):
    """An attacking card, the spot of what beats it, and the card there."""

    attack: BoutCard
    spot: Spot
    beat: BoutCard | None


def bout_page(table: helper.HelperTable) -> Response:
    """The page after the taps that were sent; the next card goes to the spot `at`."""
    house = helper.narrow(table.referee_table.house, HouseRules)
    start = BoutBoard(trump=trump_in(house, ""))
    done = helper.replay(start, helper.taps_of_request(), partial(_tap, table))
    board = done.state
    cards = _cards(table, board)
    last = _last(board, cards, done.moves)
    if asked := helper.verdict_page(table, last.judgement if last else None):
        return asked
    at = _next_spot(board, cards)
    passes = any(spot.action == "transfer" for spot in (*board.cards, at))
    suits = {suit: [f"{rank}{suit}" for rank in reversed(of)] for suit, of in table.pack.suits}
    tab = request.values.get("tab", "")
    return helper.render_helper(
        "games/durak/bout.html",
        table,
        done.moves,
        done.invalid,
        board=board,
        pairs=[BoutPair(cards[attack], beat, cards.get(beat)) for attack, beat in board.pairs],
        at=at,
        fresh=_fresh(board, house),
        wrongs=[card for card in cards.values() if not card.legal],
        last=last,
        hint=_hint(table.book, board, at),
        asked_by_form=table.form_links(ASKED_BY_FORM),
        asks_first=house.first_bout_five or transferring(house),
        facts=_facts(board, house),
        hand_label="bout-next-hand" if passes else "bout-hand",
        suits=suits,
        tab=tab if tab in suits else next(iter(suits)),
        used={*board.cards.values()},
    )


def _fresh(board: BoutBoard, house: HouseRules) -> list[Spot]:
    """The spots for one more card: of the attack, and one that passes it on."""
    pair = len(board.attacks)
    if pair >= MOST_PAIRS:
        return []
    passes = [Spot("transfer", pair)] if pair and transferring(house) else []
    return [Spot("attack", pair), *passes]


def _hint(book: Rulebook, board: BoutBoard, at: Spot) -> str:
    """What the next card does."""
    if at.action == "beat":
        return book.say("texts", "bout-answer", {"card": board.cards[board.attacks[at.pair]]})
    return book.label("texts", "bout-lay" if at.action == "attack" else "bout-pass")


def _facts(board: BoutBoard, house: HouseRules) -> list[tuple[str, bool]]:
    """What else can be said, once cards lie there: that he takes, that it is a last card."""
    if not board.cards or simple(house):
        return []
    may_finish = [("last", board.last)] if transferring(house) else []
    return [("took", board.took), *may_finish]


def _tap(table: helper.HelperTable, board: BoutBoard, move: str) -> BoutBoard:
    """The board after one tap, if every card on it can be judged. Raises Invalid."""
    changed = board.tap(move, table.pack)
    _cards(table, changed)
    return changed


def _cards(table: helper.HelperTable, board: BoutBoard) -> dict[Spot, BoutCard]:
    """Spot → its card, judged, in the order in which the cards came. Raises Invalid.

    A card that may not lie there goes back to the hand: those after it are judged without it.
    """
    lawful, cards = replace(board, cards={}), dict[Spot, BoutCard]()
    for spot, code in board.cards.items():
        judgement = table.judge(*_question(table, board, lawful, spot))
        cards[spot] = BoutCard(spot, code, judgement, table.book)
        if cards[spot].legal:
            lawful = replace(lawful, cards={**lawful.cards, spot: code})
    return cards


def _question(
    table: helper.HelperTable, board: BoutBoard, lawful: BoutBoard, spot: Spot
) -> tuple[str, helper.DisputeFacts]:
    """The question that a card asks: its kind, and its fields as JSON data."""
    code, attack, beat = board.cards[spot], lawful.attacking, lawful.beating
    trump, number_of = {"trump": board.trump}, {"bout": 1 if board.first else 2}
    cards: helper.DisputeFacts = {"attack": attack, "beat": beat, "card": code, **number_of}
    if spot.action == "beat":
        return "beat", {"attack": board.cards[board.attacks[spot.pair]], "card": code, **trump}
    if spot.action == "transfer":
        facts = {"next_hand": board.hand, "last_card": board.last}
        return "transfer", {**cards, **trump, **facts}
    if not beat and not (board.took and attack):
        return "attack", {"cards": [*attack, code], "defender_hand": board.hand, **number_of}
    seats = {"players": table.size, "seat": ATTACKER, "attacker": ATTACKER, "defender": DEFENDER}
    held = {"defender_hand": max(0, board.hand - len(beat)), "took": board.took}
    # On the board all cards are the attacker's: whose turn it is to add one, `who-throws` asks.
    return "throw-in", {**cards, **seats, **held, "passed": []}


def _last(
    board: BoutBoard, cards: Mapping[Spot, BoutCard], moves: Sequence[str]
) -> BoutCard | None:
    spots = (board.spot(move.rpartition(".")[0]) for move in reversed(moves))
    return next((cards[spot] for spot in spots if spot and spot in cards), None)


def _next_spot(board: BoutBoard, cards: Mapping[Spot, BoutCard]) -> Spot:
    """Where the next card goes: where was tapped, else where one is missing or has to go back."""
    if spot := board.spot(request.values.get("at", "")):
        return spot
    legal = {spot for spot, card in cards.items() if card.legal}
    wanting = (spot for pair in board.pairs for spot in pair if spot not in legal)
    return next(wanting, Spot("attack", len(board.attacks)))
