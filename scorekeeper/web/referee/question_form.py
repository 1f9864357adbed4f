"""The form of a question to the referee: what it asks for, what is known so far, and the answer.

Everything is read off the declaration of the dispute. Fields that hold cards are filled by the
picker, the others by controls.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import MISSING, dataclass, field, is_dataclass, replace
from functools import cached_property
from typing import get_args

from scorekeeper.core.cards import Card, Pack
from scorekeeper.core.schema import (
    Invalid,
    Json,
    Seat,
    Spec,
    default_of,
    dump,
    fields_of,
    spec_of,
    type_of,
)
from scorekeeper.referee.dispute import AnyDispute, optional_facts
from scorekeeper.referee.hands import HAND, HOLDS, LACKS
from scorekeeper.referee.judgements import Judgement
from scorekeeper.referee.question import fact_at, may_be_unknown, objects_in, with_facts
from scorekeeper.web.forms import BoundForm
from scorekeeper.web.forms.kinds.kind import (
    NONE,
    Control,
    FieldKind,
    FormData,
    Part,
    data_of,
    kinds_of,
    path_of,
)
from scorekeeper.web.forms.kinds.nested import MOST_ROWS, Group, Rows
from scorekeeper.web.forms.kinds.simple import Cards, Tricks
from scorekeeper.web.forms.labels import Labels, number
from scorekeeper.web.referee.picker import Board, CardSlot, Picker, board_of, card_named
from scorekeeper.web.referee.table import RefereeTable


@dataclass(frozen=True)
class QuestionForm:
    """A kind of dispute at a table: with what was `submitted` so far, or the JSON `data` of one.

    `source_facts` are those of its source (JSON) that no control asks for, and `errors` are paths
    of fields with what is wrong there.
    """

    table: RefereeTable
    kind: type[AnyDispute]
    submitted: FormData | None = None
    data: Mapping[str, Json] = field(default_factory=dict)
    errors: tuple[tuple[str, str], ...] = ()
    source_facts: Mapping[str, Json] = field(default_factory=dict)

    @cached_property
    def bound(self) -> BoundForm:
        """Everything that is known so far, bound to the declaration of the dispute."""
        labels = Labels(self.table.book, ("asked", self.kind.kind), self.table.names)
        data = {**self.table.known(self.kind), **self.data}
        return BoundForm(self.kind, labels, self.submitted, data, self.errors)

    @cached_property
    def given(self) -> dict[str, Json]:
        """The question so far, as case files say it."""
        given = with_facts(self._known_facts, {part.path: None for part in self._unknown_facts})
        whole = {name: self._whole(name, value, given) for name, value in given.items()}
        # What its source says of a hand in part counts until somebody tells it whole.
        parts = {HOLDS, LACKS} if whole.get(HAND) else set()
        known = {name: fact for name, fact in self.source_facts.items() if name not in parts}
        return self.kind.from_form({**whole, **known})

    @cached_property
    def judgement(self) -> Judgement:
        """The question with its answer. Raises Invalid."""
        judgement = self.table.judge(self.kind.kind, self.given)
        if self.picker.tricks and not self.given[self.picker.tricks.name]:
            raise Invalid(self.picker.tricks.name, "missing")
        return judgement

    @property
    def needed(self) -> list[Part]:
        """The parts besides cards that cannot be left empty, and those that every object has."""
        return [part for part in self._parts_without_cards if self._stands_first(part)]

    @property
    def more(self) -> list[Part]:
        asked = self.asked
        rest = (part for part in self._parts_without_cards if not self._stands_first(part))
        return [part for part in rest if part not in asked]

    @property
    def open_lists(self) -> list[Part]:
        lists = (part for part in self._unknown_facts if "." in part.path and part.kind.lists)
        return [part for part in lists if self._offers(part, NONE)]

    @cached_property
    def asked(self) -> list[Part]:
        """The parts of those that stand open: what decides now, the first of it before the others,
        and what did before.
        """
        asked = ((self.submitted or FormData()).get("asked") or "").split()
        rest = [part for part in self._parts_without_cards if not self._stands_first(part)]
        decide = [part.name for part in rest if f"{self.decides}.".startswith(f"{part.path}.")]
        with suppress(Invalid):
            asked += self.judgement.verdict.missing
        return sorted(
            (part for part in rest if part.name in (*asked, *decide)),
            key=lambda part: part.name not in decide,
        )

    @cached_property
    def decides(self) -> str:
        """The path of the fact that decides now; of several one that stands first on the page."""
        with suppress(Invalid):
            verdict = self.judgement.verdict
            within = (part.path for part in self.needed if "." in part.path)
            first = (path for path in within if path in verdict.missing)
            return next(first, verdict.decides or "")
        return ""

    @property
    def counts_players(self) -> bool:
        """True if it is asked how many play, or who."""
        return self.names_seats or bool(self._hidden)

    @property
    def names_seats(self) -> bool:
        """True if it is asked who: then there have to be as many names as players."""
        return any(kind.by_seat or any(map(_has_seat, kind.types)) for kind in kinds_of(self.kind))

    @property
    def open(self) -> bool:
        """True if a part that is needed is still empty."""
        return bool(self.wanted)

    @property
    def wanted(self) -> str:
        """The first of the needed facts that is still untold, if one is: the page asks it first."""
        needed = (part for part in self.needed if not part.optional)
        return next((part.path for part in needed if not _holds(part)), "")

    @property
    def asking(self) -> bool:
        several = any(part.kind.ticks_several for part in self.needed)
        return self.open or (several and not any(slot.codes for slot in self.picker.slots))

    @property
    def summary(self) -> str:
        """The parts that are needed in short; empty as long as one of them is."""
        return "" if self.open else " · ".join(part.summary for part in self.needed)

    @cached_property
    def picker(self) -> Picker:
        """The slots for cards, in the order in which they are asked, and the keys of the picker."""
        slots = tuple(self._slots(self.bound.order))
        chosen = (self.submitted or FormData()).get
        seats = len(self.table.names)
        return Picker(self._pack, slots, seats, chosen("role") or "", chosen("tab") or "")

    @property
    def board(self) -> Board | None:
        """The board of a question entered trick by trick; None until somebody leads, and where
        nobody can say who won a trick.
        """
        slot = self.picker.tricks
        if slot is None or self.open or (leader := self._leader) is None:
            return None
        winners = self._winners(slot.codes)
        return None if winners is None else board_of(slot.codes, leader, winners, self.table.names)

    @property
    def _leader(self) -> int | None:
        """The seat that leads to the first trick, if the form asks and says who."""
        declared = fields_of(self.kind).items()
        leads = (name for name, field in declared if spec_of(field).known == "leader")
        held = (self.bound.parts[name].controls[0].field.data for name in leads)
        seat: object = number(next(held, None))
        return seat if isinstance(seat, int) and seat in range(len(self.table.names)) else None

    def _winners(self, codes: Sequence[str]) -> tuple[int, ...] | None:
        """Who won each finished trick, whatever else is unknown; None if that cannot be said."""
        if len(codes) < len(self.table.names):
            return ()
        with suppress(Invalid):
            question = self.judgement.question
            won = {way.trick_winners() for way in question.candidates} if question else set()
            return won.pop() if len(won) == 1 else None
        return None

    def picked(self, code: str) -> "QuestionForm":
        """The question after a key. Raises Invalid for a card that the pack does not have."""
        return self._with_picker(self.picker.picked(code))

    def chosen(self, name: str, value: str) -> "QuestionForm":
        """The question with another slot (`role`) or suit (`tab`) chosen."""
        return self._with({name: value})

    def erased(self) -> "QuestionForm":
        """The question without the card picked last in the chosen slot."""
        return self._with_picker(self.picker.erased())

    def assume_rest_false(self) -> "QuestionForm":
        return self._with({part.name: NONE for part in self.open_lists})

    def with_row(self, name: str) -> "QuestionForm":
        rows = len(self.bound.parts[name].inner)
        return self._with({f"{name}-rows": str(min(rows + 1, MOST_ROWS))})

    def with_typed_cards(self, text: str) -> "QuestionForm":
        """The question with cards that were typed, parted by commas. Raises Invalid."""
        form = self
        for word in filter(None, map(str.strip, text.replace(";", ",").split(","))):
            form = form.picked(card_named(self.table.book, self._pack, word))
        return form

    @property
    def _pack(self) -> Pack:
        pack: Pack = self.table.game.pack(self.table.house)
        return pack

    def _with_picker(self, picker: Picker) -> "QuestionForm":
        """The question with the cards of a picker, as far as they are others."""
        now = {slot.name: slot.codes for slot in self.picker.slots}
        moved = {s.name: " ".join(s.codes) for s in picker.slots if s.codes != now[s.name]}
        chosen = {"role": picker.chosen} if picker.chosen else {}
        tab = {"tab": picker.tab} if picker.tab else {}
        return self._with({**moved, **chosen, **tab})

    def _with(self, controls: Mapping[str, str]) -> "QuestionForm":
        submitted = FormData(list((self.submitted or FormData()).items(multi=True)))
        for name, value in controls.items():
            submitted[name] = value
        return replace(self, submitted=submitted)

    @cached_property
    def _hidden(self) -> tuple[str, ...]:
        """The fields that no control asks for, because the match says them."""
        declared = fields_of(self.kind).items()
        return tuple(name for name, field in declared if spec_of(field).known == "players")

    @cached_property
    def _parts_without_cards(self) -> tuple[Part, ...]:
        """What stands on the page: in place of an object what it holds, as far as it is asked."""
        parts = (p for p in _within(self.bound.order) if not p.kind.picks_cards)
        return tuple(
            each for part in parts if part.name not in self._hidden for each in self._shown(part)
        )

    def _shown(self, part: Part) -> Iterator[Part]:
        """A part with what it offers, if it is asked for; of a group within an object its first
        part as long as nothing is told of it.
        """
        if "." not in part.path:
            yield part
        elif (told := _holds(part, NONE)) or part.path not in self._not_shown:
            inner = tuple(each for shown in part.inner for each in self._shown(shown))
            controls = tuple(self._offered(part))
            yield replace(part, controls=controls, inner=inner if told else inner[:1])

    def _offered(self, part: Part) -> Iterator[Control]:
        """The controls of a part with their choices, as far as they are asked for or tell."""
        for control in part.controls:
            field = control.field
            held = field.data if isinstance(field.data, list) else [field.data]
            if field.data or path_of(field.name) not in self._not_shown:
                field.choices = [
                    (value, label)
                    for value, label in field.choices or ()
                    if value in held or self._offers(part, value)
                ]
                yield control

    def _offers(self, part: Part, value: str) -> bool:
        return f"{part.path}.{'none' if value == NONE else value}" not in self._not_shown

    def _stands_first(self, part: Part) -> bool:
        within = "." in part.path and not part.kind.lists and not part.kind.spec.in_details
        return within or not part.optional

    def _whole(self, name: str, value: Json, given: Mapping[str, Json]) -> Json:
        """A hand with the cards that were played from it: they need not be picked twice."""
        parts = spec_of(fields_of(self.kind)[name]).contains
        if not parts or not isinstance(value, list):
            return value
        played = Counter(code for part in parts for code in _codes(given.get(part)))
        return [*value, *(played - Counter(_codes(value))).elements()]

    @cached_property
    def _sent(self) -> FormData:
        return FormData(self.bound.carried_fields) if self.submitted is None else self.submitted

    @cached_property
    def _known_facts(self) -> dict[str, Json]:
        """The facts that somebody told, or the match."""
        known = {name: self.table.known(self.kind)[name] for name in self._hidden}
        told = {**known, **data_of(kinds_of(self.kind), self._sent, len(self.table.names))}
        return told | {name: [] for name in self._passed_over(told)}

    @cached_property
    def _unasked(self) -> frozenset[str]:
        return frozenset(self.kind.hidden_fields(self._known_facts))

    @property
    def _not_shown(self) -> frozenset[str]:
        return self._unasked.union(self.kind.idle_facts)

    @cached_property
    def _unknown_facts(self) -> list[Part]:
        """The facts that nobody told, of those that may be."""
        left_out = {*self._hidden, *self._unasked}
        facts = (
            part
            for part in _within(self.bound.order, self._known_facts)
            if part.path not in left_out
        )
        untold = (part for part in facts if fact_at(self._known_facts, part.path) is None)
        named = (part for part in untold if self._sent.get(part.name) != NONE)
        return [each for each in named if self._may_be_untold(each)]

    def _may_be_untold(self, part: Part) -> bool:
        """True for what may be left out or is a yes or no; of cards for one that is the usual."""
        if not may_be_unknown(self.kind, part.path):
            return False
        if not part.kind.picks_cards:
            return part.optional or part.widget == "flag"
        usual = default_of(fields_of(self.kind)[part.name])
        return part.kind.picks_one and isinstance(usual, Card)

    def _passed_over(self, given: Mapping[str, Json]) -> list[str]:
        """Fields without cards that cannot be left out, where one after them has some; but for the
        one whose cards are picked now.
        """
        parts = [part for part in self.bound.order if part.kind.picks_cards]
        filled = [at for at, part in enumerate(parts) if part.name in given]
        over = (part for part in parts[: max(filled, default=0)] if isinstance(part.kind, Cards))
        told = {*given, self._sent.get("role")}
        return [
            part.name
            for part in over
            if part.name not in told and not part.optional and not part.kind.spec.contains
        ]

    def _slots(self, parts: Iterable[Part], row: str = "") -> Iterator[CardSlot]:
        """The slots of some parts; those of a row under its number."""
        for part in parts:
            if isinstance(part.kind, Rows):
                for each in part.inner:
                    yield from self._slots(each.inner, each.label)
            elif part.kind.picks_cards:
                yield from (self._slot(part, control, row) for control in part.controls)

    def _slot(self, part: Part, control: Control, row: str) -> CardSlot:
        name, codes = str(control.field.name), tuple((control.field.data or "").split())
        # The spec of the field that has one control of this name.
        declared = None if part.kind.by_seat else fields_of(self.kind).get(name)
        spec = part.kind.spec if part.kind.by_seat else spec_of(declared) if declared else Spec()
        return CardSlot(
            name,
            label=" ".join(filter(None, (row, part.label))),
            of=control.label if part.kind.by_seat else "",
            codes=codes,
            single=part.kind.picks_one,
            first=spec.advance,
            tricks=isinstance(part.kind, Tricks),
            contains=spec.contains,
            named=part.kind.spec.named,
            passed=not codes and name in self.given,
        )


def _has_seat(kind: object) -> bool:
    """True for a seat, and for what is made of some."""
    inner = kind if isinstance(kind, type) and is_dataclass(kind) else None
    declared = [type_of(inner, name) for name in fields_of(inner)] if inner else get_args(kind)
    return kind is Seat or any(map(_has_seat, declared))


def with_defaults(kind: type[AnyDispute], given: Mapping[str, Json]) -> Mapping[str, Json]:
    """The facts of a case with what it leaves out: that is the usual there, and not unknown."""
    usual = {each.name: _usual(kind, each) for each in kinds_of(kind)}
    told = {name: value for name, value in usual.items() if name not in optional_facts(kind)}
    return {**told, **with_whole_objects(kind, given)}


def with_whole_objects(cls: type, given: Mapping[str, Json]) -> Mapping[str, Json]:
    """The facts of a case, or of a row of the sheet, whose objects leave nothing out."""
    whole = dict(given)
    for name, nested in objects_in(cls).items():
        if isinstance(told := given.get(name), Mapping):
            usual = {each.name: _usual(nested, each) for each in kinds_of(nested, facts=True)}
            whole[name] = {**usual, **with_whole_objects(nested, told)}
    return whole


def _usual(cls: type, kind: FieldKind) -> Json:
    """What leaving a fact out means, as its controls hold it; None where it has to be told."""
    default = default_of(fields_of(cls)[kind.name])
    if default is None:
        return NONE if kind.may_be_none else None
    return None if default is MISSING else dump(default)


def _within(parts: Iterable[Part], told: Mapping[str, Json] | None = None) -> Iterator[Part]:
    """Parts, and in place of an object its own: of one that has to be told, or was."""
    for part in parts:
        known = None if told is None else fact_at(told, part.path)
        is_told = not part.optional if told is None else isinstance(known, Mapping)
        is_object = isinstance(part.kind, Group) and is_told
        yield from _within(part.inner, told) if is_object else (part,)


def _holds(part: Part, *besides: str) -> bool:
    """True if its controls hold something `besides` what is named."""
    nothing = (None, "", [], *besides, *([each] for each in besides))
    return any(value not in nothing for value in part.values)


def _codes(value: Json) -> list[str]:
    """The codes of a field that holds a card, or some, or none yet."""
    if isinstance(value, list):
        return [str(code) for code in value]
    return [str(value)] if value else []
