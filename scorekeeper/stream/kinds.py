"""Kinds of event, each declared once: a frozen dataclass, from which all else follows.

Its fields are the members of the body, by their types and `roles`; its `Traits` say what undo, late
saves and phones make of it; `validate` says whether it makes sense after other events, and `apply`
what comes of it. What makes no sense is `InvalidEvent`: the field, and what would be right.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, make_dataclass, replace
from functools import cached_property
from importlib import import_module
from typing import Annotated, Any, ClassVar, Generic, TypeVar

from scorekeeper.core.cards import Pack
from scorekeeper.core.rooms import rooms
from scorekeeper.core.schema import Invalid, LoadContext, fields_of, load, spec_of
from scorekeeper.ledger import Event
from scorekeeper.rulebook import unreadable

LANGUAGE = "en"
"""The language of the reasons; a book says the same things in each of its languages."""
T = TypeVar("T")


class InvalidEvent(ValueError):
    """An event makes no sense here: `field` leads to the fault, `why` says what is right."""

    def __init__(self, field: str, why: str) -> None:
        super().__init__(f"{field}: {why}")
        self.field, self.why = field, why

    def prefixed(self, prefix: str) -> "InvalidEvent":
        """The same fault, its field seen from one level further out."""
        return InvalidEvent(f"{prefix}.{self.field}".rstrip("."), self.why)


def prefix_path(prefix: str, check: Callable[[], T]) -> T:
    """What a check gives; its errors are seen from one level further out."""
    try:
        return check()
    except (Invalid, InvalidEvent) as fault:
        raise fault.prefixed(prefix) from None


N = TypeVar("N")
"""A noun: a match, a group."""
S = TypeVar("S")
"""What its fold goes on from, event by event."""
STRICT = LoadContext(0, Pack("none", ()))
AS_WRITTEN = replace(STRICT, lenient=True)


@dataclass(frozen=True)
class Traits:
    """What a kind of event is."""

    undoable: bool = False
    """Undo takes it back."""
    never_conflicts: bool = False
    """It makes no save come too late: no form shows what it changes."""
    applied_if_struck: bool = False
    """It is applied though it was struck."""
    claims_phone: bool = False
    """It says in whose hand a phone is."""
    takes_pencil: bool = False
    """It says which phone writes."""
    settles_question: bool = False
    """A question before the table is no more after it."""
    by_seats: bool = False
    """It counts by who sits there."""
    answers_row: bool = False
    """It says whether a person agrees with a row."""
    undone_in_turn: bool = False
    """Rows stand on it: only Undo takes it back, in its turn."""


NO_TRAITS = Traits()


class Body(Generic[N, S]):
    """What an event says: the base of every declaration."""

    kind: ClassVar[str]
    traits: ClassVar[Traits]
    retired: ClassVar[bool] = False
    """It is of a kind of an older version."""

    def validate(self, noun: N) -> None:
        """Raises Invalid or InvalidEvent, with the field, unless this can follow in a noun."""

    def validate_opening(self) -> None:
        raise InvalidEvent("kind", f"no stream begins with {self.kind!r}")

    def apply(self, state: S, event: Event) -> S:
        """What the fold is with this; asked of what holds, and of what is `applied_if_struck`."""
        return state


AnyBody = Body[Any, Any]
B = TypeVar("B", bound=AnyBody)


class Kinds(Generic[N, S]):
    """The kinds of event of a noun, declared in some modules of its own, and in the
    `event_modules` of rooms.
    """

    def __init__(self, noun: str, *modules: str) -> None:
        self.noun = noun
        self._modules = modules
        self._declared: dict[str, type[Body[N, S]]] = {}

    @cached_property
    def body_types(self) -> Mapping[str, type[Body[N, S]]]:
        """Kind → its declaration."""
        of_rooms = (module for room in rooms() for module in room.event_modules)
        for module in (*self._modules, *of_rooms):
            import_module(module)
        declared = self._declared.items()
        place = {module: number for number, module in enumerate(self._modules)}

        def order(each: tuple[str, type[Body[N, S]]]) -> tuple[int, str]:
            module = each[1].__module__
            return place.get(module, len(place)), module

        return {**retired_types(self.noun), **dict(sorted(declared, key=order))}

    def declare(self, kind: str, **traits: bool) -> Callable[[type[B]], type[B]]:
        """Declares a kind of event of this noun, with its `Traits`, by a dataclass."""

        def declared(body_type: type[B]) -> type[B]:
            body_type.kind, body_type.traits = kind, Traits(**traits)
            self._declared[kind] = body_type
            for name in ("body_types", "_kinds_by_trait"):
                vars(self).pop(name, None)
            return body_type

        return declared

    def kinds_with(self, trait: str) -> frozenset[str]:
        """The kinds that have one of the `Traits`."""
        return self._kinds_by_trait[trait]

    @cached_property
    def _kinds_by_trait(self) -> Mapping[str, frozenset[str]]:
        traits = {kind: vars(body_type.traits) for kind, body_type in self.body_types.items()}
        return {
            trait: frozenset(kind for kind, its in traits.items() if its[trait])
            for trait in vars(NO_TRAITS)
        }

    def apply(self, state: S, event: Event) -> S:
        if not self.applies(event.kind):  # what changes nothing need not be read
            return state
        return body_of(event, self.body_types[event.kind]).apply(state, event)

    def applies(self, kind: str) -> bool:
        """True if what an event of a kind says changes the fold; in a match a row does, too."""
        body_type = self.body_types.get(kind)
        return body_type is not None and body_type.apply is not Body.apply

    def validate_body(self, noun: N | None, kind: str, body: Mapping[str, object]) -> None:
        """Raises Invalid or InvalidEvent, with the member of the body, unless an event of a kind
        can say this in a noun (None: it opens one).
        """
        if kind not in self.body_types:
            known = ", ".join(self.body_types)
            raise InvalidEvent(
                "", f"a {self.noun} of this version has no event {kind!r}, but {known}"
            )
        if self.body_types[kind].retired:
            if noun is None:
                self.body_types[kind]().validate_opening()
            return
        body_type: type = self.body_types[kind]
        said: Body[N, S] = load(body_type, body, STRICT)
        # What is not said is left out, so that whoever asks whether it is there is answered.
        for name, declared in fields_of(body_type).items():
            null = name in body and body[name] is None is declared.default
            if null and not spec_of(declared).null_is_answer:
                raise Invalid(name, "missing")
        if noun is None:
            said.validate_opening()
        else:
            said.validate(noun)

    def validate_event(self, noun: N | None, event: Event) -> None:
        """Raises InvalidEvent if an event from outside makes no sense in a noun (None: it opens
        one): what passes here can be shown on every page, for ever.
        """
        try:
            self.validate_body(noun, event.kind, event.body)
        except Invalid as error:
            raise InvalidEvent(
                f"body.{error.path}".rstrip("."), unreadable(LANGUAGE, error)
            ) from None
        except InvalidEvent as fault:
            raise fault.prefixed("body") from None


AnyKinds = Kinds[Any, Any]


def body_of(event: Event, body_type: type[T]) -> T:
    """The body of an event of the ledger in its shape; members that it does not know are left."""
    return load(body_type, event.body, AS_WRITTEN)


# Kinds of event that older versions wrote and that no code declares any more. They stay in the
# ledger, in files and in the history; `check` accepts them, `forget` reaches the names in them, and
# they have no other effect. What a body holds beside names is never read.

Places = Mapping[str, "str | tuple[str] | Places"]
"""Member of a body → the role (stream/roles.py) of what it holds; in a tuple, of each part of
a list; of a list of objects, the same of their members.
"""


@dataclass(frozen=True)
class RetiredKind:
    """Where a body names people or events, and the traits that its events keep: an older strike of
    one is still a strike of something that can be undone.
    """

    places: Places = field(default_factory=dict)
    traits: Traits = NO_TRAITS


LIGHT, UNDOABLE = Traits(never_conflicts=True), Traits(undoable=True)
CALLS = {
    "appointed": RetiredKind({"name": "label", "phone": "mark"}, LIGHT),
    "called": RetiredKind({"note": "text"}, LIGHT),
    "came": RetiredKind({"event": "event", "referee": "text"}, LIGHT),
}
"""Calls for a referee."""
SIGNATURE = dict.fromkeys(("hash", "key", "signature"), "text")
"""Of a signature nothing stays where all names go."""
RETIRED: Mapping[str, Mapping[str, RetiredKind]] = {
    "match": {"signed": RetiredKind({"head": "event", **SIGNATURE}, LIGHT)},
    "group": {
        **CALLS,
        "hosted": RetiredKind({}, UNDOABLE),
        "recalled": RetiredKind(
            {
                "guests": ("name",),
                "results": {"called": ("text",), "pub": "text", "town": "text"},
            },
            Traits(undoable=True, applied_if_struck=True),
        ),
    },
    "tournament": {
        **CALLS,
        "opened": RetiredKind(),
        "entered": RetiredKind({"players": {"name": "name", "licence": "licence"}}, UNDOABLE),
        "relinked": RetiredKind({"phone": "mark"}),
        "struck": RetiredKind({"event": "event"}),
        "claimed": RetiredKind({"phone": "mark"}, UNDOABLE),
        "shown": RetiredKind(),
        **dict.fromkeys(
            ("closed", "drawn", "lot", "moved", "result", "returned", "substituted", "withdrew"),
            RetiredKind({}, UNDOABLE),
        ),
    },
}
"""Noun → kind → what is left of it."""


class RetiredBody(AnyBody):
    """What an event of a kind of an older version says; only what names somebody is known of it."""

    retired = True

    def validate_opening(self) -> None:
        if self.kind != "opened":
            super().validate_opening()


def retired_types(noun: str) -> dict[str, type[RetiredBody]]:
    """Kind → the declaration that is left of it, of the retired kinds of a noun."""
    types: dict[str, type[RetiredBody]] = {}
    for kind, retired in RETIRED.get(noun, {}).items():
        types[kind] = _shape_of(kind, retired.places, RetiredBody)
        types[kind].kind, types[kind].traits = kind, retired.traits
    return types


def _shape_of(name: str, places: Places, *bases: type) -> type:
    fields = [(member, _type_at(member, place), None) for member, place in places.items()]
    return make_dataclass(name, fields, bases=bases)


def _type_at(member: str, place: "str | tuple[str] | Places") -> Any:
    if isinstance(place, tuple):
        return tuple[_type_at(member, place[0]), ...]  # type: ignore[misc]
    if isinstance(place, str):
        is_number = place in ("event", "licence")
        return Annotated[int if is_number else str, place]
    return tuple[_shape_of(member, place), ...]  # type: ignore[misc]
