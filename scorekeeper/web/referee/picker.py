"""Where cards go in a question ("led", "played", "in hand"), the keys that put them there, and the
board of a deal that is entered trick by trick.

A card may also be typed, by its name, by its sign and rank, or by its code.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby, zip_longest

from scorekeeper.core.cards import JOKER, Card, Pack
from scorekeeper.core.schema import Invalid
from scorekeeper.rulebook import Rulebook
from scorekeeper.rulebook.stems import normalized

SIGNS = {"♠": "S", "♥": "H", "♦": "D", "♣": "C", "♤": "S", "♡": "H", "♢": "D", "♧": "C"}


@dataclass(frozen=True)
class CardSlot:
    """A place for cards: the control that holds their codes, and its label.

    A slot of a field with one for each seat names its player, `of`. A `single` one holds one card;
    after the first card of one that is `first` the picker goes on too. The cards of the slots that
    it `contains` may lie in it as well: a hand holds the card that is played. One whose card is
    only `named` leaves it where it lies. `tricks` are cards in the order played, trick after trick.
    A slot that was `passed` over holds no card, and that is known by the cards in a later one.
    """

    name: str
    label: str
    of: str
    codes: tuple[str, ...]
    single: bool = False
    first: bool = False
    tricks: bool = False
    contains: tuple[str, ...] = ()
    named: bool = False
    passed: bool = False

    @property
    def full(self) -> bool:
        """True if the picker goes on to the next slot by itself."""
        return bool(self.codes) and (self.single or self.first)

    @property
    def whole(self) -> str:
        return " ".join(filter(None, (self.label, self.of)))

    def shares(self, other: "CardSlot") -> bool:
        lies_in = other.name in self.contains or self.name in other.contains
        return lies_in or self.named or other.named


@dataclass(frozen=True)
class CardKey:
    """A key of the picker: how many such cards are `left`, whether one lies in the chosen slot.

    One whose cards all lie somewhere already is `off`: it cannot be pressed.
    """

    code: str
    left: int
    here: bool
    off: bool


@dataclass(frozen=True)
class Picker:
    """The slots of a question for so many `seats`, and the keys of a pack that fill them.

    `chosen` is the control of the slot that was tapped, `tab` the suit; both may be empty.
    """

    pack: Pack
    slots: tuple[CardSlot, ...]
    seats: int
    chosen: str = ""
    tab: str = ""

    @cached_property
    def slot(self) -> CardSlot | None:
        """The slot that the next card goes to: the one chosen, else the first that is empty."""
        tapped = (slot for slot in self.slots if slot.name == self.chosen)
        empty = (slot for slot in self.slots if not slot.codes)
        return next(tapped, None) or next(empty, None) or next(iter(self.slots), None)

    @cached_property
    def suits(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(card.suit for card in self.pack.cards))

    @property
    def suit(self) -> str:
        """The suit whose keys are shown: the one chosen, else that of the card picked last."""
        return self.tab if self.tab in self.suits else self.suits[0]

    @property
    def tricks(self) -> CardSlot | None:
        """The slot of a deal entered trick by trick; None if the question has no such field."""
        return next((slot for slot in self.slots if slot.tricks), None)

    @property
    def led(self) -> str:
        """The code of the card led to the trick being entered; empty before its first card."""
        if self.tricks is None:
            return next((slot.codes[0] for slot in self.slots if slot.first and slot.codes), "")
        played = self.tricks.codes
        at = len(played) // self.seats * self.seats
        return played[at] if at < len(played) else ""

    def keys(self, suit: str) -> list[CardKey]:
        cards = [card for card in self.pack.cards if card.suit == suit]
        return [self._key(card) for card in reversed(cards)]

    def picked(self, code: str) -> "Picker":
        """The picker after a key: a card more in its slot, or less if it lay there already.

        Raises Invalid for a card that the pack does not have.
        """
        slot = self.slot
        if slot is None:
            return self
        if code not in self.pack.by_code:
            raise Invalid(slot.name, "unknown-card", code=code[:20])
        if self._key(self.pack.parse(code)).off:
            return self
        grown = self.holding(slot, self._with(slot, code))
        return replace(grown, tab=self.pack.by_code[code].suit)._moved_on(slot.name)

    def erased(self) -> "Picker":
        return self.holding(self.slot, self.slot.codes[:-1]) if self.slot else self

    def holding(self, slot: CardSlot, codes: Sequence[str]) -> "Picker":
        fresh = replace(slot, codes=tuple(codes))
        slots = tuple(fresh if each.name == slot.name else each for each in self.slots)
        return replace(self, slots=slots)

    def _moved_on(self, name: str) -> "Picker":
        """The picker after a card came into a slot: at the next slot, at the suit that was led."""
        names = [slot.name for slot in self.slots]
        now, later = self.slots[names.index(name)], self.slots[names.index(name) + 1 :]
        after = next((slot.name for slot in later if not slot.codes), "")
        moved = replace(self, chosen=after) if now.full and after else self
        if self.led and (now.full or moved.tricks == moved.slot):
            return replace(moved, tab=self.pack.by_code[self.led].suit)
        return moved

    def _key(self, card: Card) -> CardKey:
        code, slot = str(card), self.slot
        left = self.pack.number(card) - self._used(code)
        here = slot is not None and code in map(physical, slot.codes)
        # A second tap takes a card back, but not out of a trick that was played.
        gone = left <= 0 and (not here or slot == self.tricks)
        return CardKey(
            code, left, here, slot is None or (gone and not self._names_joker(slot, code))
        )

    def _used(self, code: str) -> int:
        """How many such cards lie where they cannot be in the chosen slot as well."""
        here = self.slot
        lying = (s.codes for s in self.slots if s == here or not (here and here.shares(s)))
        return sum(physical(each) == code for codes in lying for each in codes)

    def _with(self, slot: CardSlot, code: str) -> Sequence[str]:
        if self._names_joker(slot, code):
            return [*slot.codes[:-1], f"{JOKER}={code}"]
        if slot.single:
            return [] if code in slot.codes else [code]
        if self._used(code) >= self.pack.number(self.pack.parse(code)):
            return [each for each in slot.codes if physical(each) != code]
        return [*slot.codes, code]

    def _names_joker(self, slot: CardSlot, code: str) -> bool:
        """True if a card says what the joker before it stands for; in a hand it stands for none."""
        return not slot.contains and slot.codes[-1:] == (JOKER,) and code != JOKER


@dataclass(frozen=True)
class Trick:
    """A trick: its number, its cards with who played them, and who took it (or None)."""

    number: int
    cards: tuple[tuple[str, str], ...]
    taken_by: str | None


@dataclass(frozen=True)
class Board:
    """The trick being entered, whose turn it is, and the finished tricks, newest first.

    `places` are the players in the order of this trick, each with his card or "".
    """

    now: Trick
    turn: str
    places: tuple[tuple[str, str], ...]
    done: tuple[Trick, ...]


def board_of(
    codes: Sequence[str], leader: int, winners: Sequence[int], names: Sequence[str]
) -> Board:
    """The board of cards in the order played: the leader begins, then who won the trick before."""
    seats, tricks, order, cards = len(names), list[Trick](), list[str](), codes[:0]
    for at, first in enumerate((leader, *winners)):
        order = [names[(first + place) % seats] for place in range(seats)]
        cards = codes[at * seats : (at + 1) * seats]
        taken_by = names[winners[at]] if at < len(winners) else None
        tricks.append(Trick(at + 1, tuple(zip(order, cards, strict=False)), taken_by))
    *done, now = tricks
    places = tuple(zip_longest(order, cards, fillvalue=""))
    return Board(now, order[len(cards) % seats], places, tuple(reversed(done)))


def in_groups(slots: Sequence[CardSlot]) -> Iterator[tuple[str, tuple[CardSlot, ...]]]:
    """Slots side by side: those of the seats under the label that they share."""
    for label, group in groupby(slots, lambda slot: slot.label if slot.of else ""):
        yield label, tuple(group)


def physical(code: str) -> str:
    """The code of a card as it lies on the table: a joker is a joker, whatever it stands for."""
    return JOKER if code.startswith(JOKER) else code


def card_named(book: Rulebook, pack: Pack, text: str) -> str:
    """The code of a card that was typed: its name, its sign and rank, or its code.

    Raises Invalid if the pack has no such card.
    """
    name = normalized(text)
    either = {name, name.replace(" ", "")}
    for card in pack.cards:
        if either & _names(book, card):
            return str(card)
    raise Invalid("say", "unknown-card", code=text[:20])


def _names(book: Rulebook, card: Card) -> set[str]:
    """All that a card may be called, as plain text."""
    named = normalized(book.card(str(card)))
    signs = [sign for sign, letter in SIGNS.items() if letter == card.suit]
    ranks = {card.rank, book.rank(card.rank)}
    short = {normalized(a + b) for sign in signs for r in ranks for a, b in ((sign, r), (r, sign))}
    return {named, " ".join(reversed(named.split())), str(card).casefold(), *short}
