"""The form of a question to the referee: what it asks for, the cards picked so far, the answer.

Everything is read off the declaration of the dispute. Fields that hold cards are roles ("led",
"played", "in hand"): a key of the picker gives its card to the role that is chosen.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from scorekeeper.cards import JOKER, Card
from scorekeeper.plain import Unreadable, declared
from scorekeeper.verdicts import Judged, judged
from scorekeeper.web.bench import Bench
from scorekeeper.web.forms import form_of
from scorekeeper.web.parts import DeclaredForm, Item, Part, Words
from scorekeeper.web.roles import Key, Role, physical
from scorekeeper.web.spoken import card_named
from scorekeeper.web.typed import CARDS, MOST_ROWS, Typed, plain_of

SINGLE = ("card", "card-by-seat")
SEVERAL = ("choices", "choices-by-seat", "seats")
"""Kinds of which more than one may be ticked: one tick does not say that this is all."""


@dataclass(frozen=True)
class Question:
    """A kind of dispute at a table: with what was `typed` so far, or `plain` data of one.

    `errors` are paths of fields with what is wrong there.
    """

    bench: Bench
    cls: Any
    typed: Typed | None = None
    plain: Mapping[str, Any] = field(default_factory=dict)
    errors: tuple[tuple[str, str], ...] = ()

    @cached_property
    def form(self) -> DeclaredForm:
        """The form with everything that is told so far."""
        words = Words(self.bench.book, ("asked", self.cls.kind), self.bench.names)
        form = form_of(self.cls, words, self.typed, {**self._usual(), **self.plain})
        for path, text in self.errors:
            form = form.with_error(path, text)
        return form

    @cached_property
    def given(self) -> dict[str, Any]:
        """What was told, as case files say it."""
        told = Typed(self.form.typed) if self.typed is None else self.typed
        known = {name: self.bench.known[name] for name in self._hidden()}
        given = {**known, **plain_of(self.cls, told, len(self.bench.names))}
        given |= {name: [] for name in self._passed_over(given)}
        return {name: self._whole(name, value, given) for name, value in given.items()}

    @cached_property
    def judged(self) -> Judged:
        """The question with its answer. Raises Unreadable."""
        bench, given = self.bench, self.given
        found = judged(bench.game, bench.house, bench.names, self.cls.kind, given)
        if self.tricks and not given[self.tricks.name]:
            raise Unreadable(self.tricks.name, "missing")
        return found

    @property
    def needed(self) -> list[Part]:
        """What has to be told besides cards."""
        return [part for part in self._plain_parts() if not part.spared]

    @property
    def open(self) -> bool:
        """Whether something that has to be told besides cards is not told yet."""
        return any(all(held in (None, "", []) for held in part.held) for part in self.needed)

    @property
    def asking(self) -> bool:
        """Whether what is asked first stays unfolded: until it is told, cards or not."""
        several = any(part.kind in SEVERAL for part in self.needed)
        return self.open or (several and not any(role.codes for role in self.roles))

    @property
    def more(self) -> list[Part]:
        """What may be told, or is usually so."""
        return [part for part in self._plain_parts() if part.spared]

    @property
    def summary(self) -> str:
        """What was told besides cards, in short; empty as long as something is missing."""
        return "" if self.open else " · ".join(part.said for part in self.needed)

    @cached_property
    def roles(self) -> tuple[Role, ...]:
        """The places for cards, in the order in which they are asked."""
        return tuple(self._roles(self.form.order))

    @cached_property
    def role(self) -> Role | None:
        """The role that the next card goes to: the one chosen, else the first that is not told."""
        chosen = self.typed.get("role") if self.typed else None
        named = next((role for role in self.roles if role.name == chosen), None)
        return named or next((r for r in self.roles if not r.codes), next(iter(self.roles), None))

    @property
    def suit(self) -> str:
        """The suit whose keys are shown: the one chosen, else that of the card picked last."""
        chosen = self.typed.get("tab", "") if self.typed else ""
        return chosen if chosen in self.suits else self.suits[0]

    @cached_property
    def suits(self) -> tuple[str, ...]:
        """The suits of the pack, and jokers if it has some."""
        return tuple(dict.fromkeys(card.suit for card in self._pack.cards))

    def keys(self, suit: str) -> list[Key]:
        """The keys of a suit, high to low."""
        cards = [card for card in self._pack.cards if card.suit == suit]
        return [self._key(card) for card in reversed(cards)]

    def picked(self, code: str) -> "Question":
        """The question with a card more in its role, or without it if it lay there already."""
        role = self.role
        if role is None:
            return self
        if code not in self._pack.by_code:
            raise Unreadable(role.name, "unknown-card", code=code[:20])
        if self._key(self._pack.parse(code)).off:
            return self
        typed = self._copied
        typed[role.name] = " ".join(self._with(role, code))
        typed["tab"] = self._pack.by_code[code].suit
        grown = replace(self, typed=typed)
        now = next(r for r in grown.roles if r.name == role.name)
        if now.full and (after := self._next(role)):
            typed["role"] = after.name
            grown = replace(grown, typed=typed)
        if (now.full or grown.tricks == grown.role) and grown.led:
            typed["tab"] = self._pack.by_code[grown.led].suit
        return grown

    def chosen(self, name: str, value: str) -> "Question":
        """The question with another role or suit chosen."""
        typed = self._copied
        typed[name] = value
        return replace(self, typed=typed)

    def erased(self) -> "Question":
        """The question without the card picked last in the chosen role."""
        typed = self._copied
        if self.role:
            typed[self.role.name] = " ".join(self.role.codes[:-1])
        return replace(self, typed=typed)

    @property
    def tricks(self) -> Role | None:
        """The role that is told trick by trick, if there is one."""
        parts = (part for part in self.form.order if part.kind == "tricks")
        return next((r for part in parts for r in self.roles if r.name == part.name), None)

    @property
    def led(self) -> str:
        """The card led to the trick that is being told, if its first card is there."""
        if self.tricks is None:
            return next((role.codes[0] for role in self.roles if role.first and role.codes), "")
        played = self.tricks.codes
        at = len(played) // len(self.bench.names) * len(self.bench.names)
        return played[at] if at < len(played) else ""

    def with_row(self, name: str) -> "Question":
        """The question with one row more of a field that is told in rows."""
        typed = self._copied
        rows = len(self.form.parts[name].inner)
        typed[f"{name}-rows"] = str(min(rows + 1, MOST_ROWS))
        return replace(self, typed=typed)

    def typed_in(self, text: str) -> "Question":
        """The question with the cards of a typed text. Raises Unreadable at the first unknown."""
        asked = self
        for word in filter(None, map(str.strip, text.replace(";", ",").split(","))):
            asked = asked.picked(card_named(self.bench.book, self._pack, word))
        return asked

    @property
    def _copied(self) -> Typed:
        return Typed(list((self.typed or Typed()).items(multi=True)))

    @property
    def _pack(self) -> Any:
        return self.bench.game.pack(self.bench.house)

    def _usual(self) -> dict[str, Any]:
        """What the table knows, and what is usually so."""
        fields = declared(self.cls)
        usual = {n: f.metadata["usual"] for n, f in fields.items() if "usual" in f.metadata}
        return {**usual, **{n: v for n, v in self.bench.known.items() if n in fields}}

    def _hidden(self) -> list[str]:
        """Fields that nobody is asked, because the table itself says them."""
        return [name for name in ("players",) if name in declared(self.cls)]

    def _plain_parts(self) -> Iterator[Part]:
        for part in self.form.order:
            if part.name not in self._hidden() and part.kind not in CARDS:
                yield part

    def _whole(self, name: str, value: Any, given: Mapping[str, Any]) -> Any:
        """A hand with the cards that were played from it: they need not be picked twice."""
        parts = declared(self.cls)[name].metadata.get("includes", ())
        if parts and isinstance(value, list):
            played = Counter(code for part in parts for code in _codes(given.get(part)))
            return [*value, *(played - Counter(value)).elements()]
        return value

    def _passed_over(self, given: Mapping[str, Any]) -> list[str]:
        """Fields without cards that have to be told, where one after them has some."""
        parts = [part for part in self.form.order if part.kind in CARDS]
        told = [at for at, part in enumerate(parts) if part.name in given]
        over = (part for part in parts[: max(told, default=0)] if part.kind == "cards")
        return [
            part.name
            for part in over
            if part.name not in given
            and not part.spared
            and not self._declared(part.name).get("includes")
        ]

    def _roles(self, parts: Any, label: str = "") -> Iterator[Role]:
        for part in parts:
            if part.kind == "rows":
                for row in part.inner:
                    yield from self._roles(row.inner, row.label)
            elif part.kind in CARDS:
                for item in part.items:
                    yield self._role_of(part, item, label)

    def _role_of(self, part: Part, item: Item, row: str) -> Role:
        of = item.label if part.kind.endswith("by-seat") else ""
        label = " ".join(filter(None, (row, part.label)))
        name, codes = str(item.field.name), tuple((item.field.data or "").split())
        first = bool(self._declared(name).get("first"))
        passed = not codes and name in self.given
        return Role(name, label, of, codes, part.kind in SINGLE, first, passed)

    def _declared(self, control: str) -> Mapping[str, Any]:
        field = declared(self.cls).get(control)
        return field.metadata if field else {}

    def _key(self, card: Card) -> Key:
        code, role = str(card), self.role
        left = self._pack.number(card) - self._used(code)
        here = role is not None and code in map(physical, role.codes)
        # A second tap takes a card back, but not out of a trick that was played.
        taken = left <= 0 and (not here or role == self.tricks)
        return Key(code, left, here, role is None or (taken and not self._named(role, code)))

    def _used(self, code: str) -> int:
        lying = (role.codes for role in self.roles if self._excludes(role))
        return sum(physical(each) == code for codes in lying for each in codes)

    def _excludes(self, other: Role) -> bool:
        """Whether a card of another role cannot be in the chosen one, too.

        A hand is the hand before a card of it was played: it includes that card.
        """
        if self.role is None or other.name == self.role.name:
            return True
        return not (self._includes(self.role, other) or self._includes(other, self.role))

    def _includes(self, role: Role, other: Role) -> bool:
        return other.name in self._declared(role.name).get("includes", ())

    def _with(self, role: Role, code: str) -> list[str]:
        if self._named(role, code):
            return [*role.codes[:-1], f"{JOKER}={code}"]
        if role.single:
            return [] if code in role.codes else [code]
        if self._used(code) >= self._pack.number(self._pack.parse(code)):
            return [each for each in role.codes if physical(each) != code]
        return [*role.codes, code]

    def _named(self, role: Role, code: str) -> bool:
        """Whether a card says what the joker before it stands for; in a hand it stands for none."""
        played = "includes" not in self._declared(role.name)
        return played and role.codes[-1:] == (JOKER,) and code != JOKER

    def _next(self, role: Role) -> Role | None:
        names = [each.name for each in self.roles]
        later = self.roles[names.index(role.name) + 1 :]
        return next((each for each in later if not each.codes), None)


def _codes(value: Any) -> list[str]:
    """The codes of a field that holds a card, or some, or none yet."""
    return value if isinstance(value, list) else [value] if value else []
