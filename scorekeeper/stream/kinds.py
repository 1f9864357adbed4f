"""Kinds of event, each declared once: a frozen dataclass, from which all else follows.

Its fields are the members of the body, by their types and `roles`; its `Traits` say what undo, late
saves, phones and the seal make of it; `check` says whether it makes sense after other events, and
`apply` what comes of it. What makes no sense is `Nonsense`: the field, and what would be right.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from importlib import import_module
from typing import Any, ClassVar, Generic, Literal, TypeVar, get_args

from scorekeeper.cards import Pack
from scorekeeper.ledger import Event
from scorekeeper.rooms import import_rooms
from scorekeeper.rulebook import unreadable
from scorekeeper.schema import Invalid, LoadContext, fields_of, load, spec_of

LANGUAGE = "en"
"""The language of the reasons; a book says the same things in each of its languages."""
T = TypeVar("T")


class Nonsense(ValueError):
    """An event makes no sense here: `field` leads to the fault, `why` says what is right."""

    def __init__(self, field: str, why: str) -> None:
        super().__init__(f"{field}: {why}")
        self.field, self.why = field, why

    def under(self, prefix: str) -> "Nonsense":
        """The same fault, its field seen from one level further out."""
        return Nonsense(f"{prefix}.{self.field}".rstrip("."), self.why)


def under(prefix: str, check: Callable[[], T]) -> T:
    """What a check gives; its errors are seen from one level further out."""
    try:
        return check()
    except (Invalid, Nonsense) as fault:
        raise fault.under(prefix) from None


N = TypeVar("N")
"""A noun: a match, a company, a tournament."""
S = TypeVar("S")
"""What its fold goes on from, event by event."""
STRICT = LoadContext(0, Pack("none", ()))
AS_WRITTEN = replace(STRICT, lenient=True)
Trait = Literal[
    "undoable",
    "aside",
    "stays",
    "hand",
    "writes",
    "unsealed",
    "settles",
    "seated",
    "answers",
    "base",
    "afterwards",
    "told",
]


@dataclass(frozen=True)
class Traits:
    """What a kind of event is."""

    undoable: bool = False
    """Undo takes it back."""
    aside: bool = False
    """It makes no save come too late: no form shows what it changes."""
    stays: bool = False
    """It is applied though it was struck."""
    hand: bool = False
    """It says in whose hand a phone is."""
    writes: bool = False
    """It says which phone writes."""
    unsealed: bool = False
    """It says nothing of what was played."""
    settles: bool = False
    """A question before the table is no more after it."""
    seated: bool = False
    """It counts by who sits there."""
    answers: bool = False
    """It says whether a person agrees with a row."""
    base: bool = False
    """Rows stand on it: only Undo takes it back, in its turn."""
    afterwards: bool = False
    """It may be written after the end, too."""
    told: bool = False
    """It is news to whoever looks on, as is what Undo takes back."""
    conflicts: tuple[str, ...] | None = None
    """The kinds that, written since its form was shown, make it another thing; None: all that are
    not `aside`.
    """


class Body(Generic[N, S]):
    """What an event says: the base of every declaration."""

    kind: ClassVar[str]
    traits: ClassVar[Traits]

    def check(self, noun: N) -> None:
        """Raises Invalid or Nonsense, with the field, unless this can follow in a noun."""

    def check_opening(self) -> None:
        """The same of what may open a stream."""
        raise Nonsense("kind", f"no stream begins with {self.kind!r}")

    def apply(self, state: S, event: Event) -> S:
        """What the fold is with this; it is asked of what holds, and of what `stays`."""
        return state


AnyBody = TypeVar("AnyBody", bound="Body[Any, Any]")


class Kinds(Generic[N, S]):
    """The kinds of event of a noun, declared in some modules of its own, and in the module `events`
    of any room that has something to say of it.
    """

    def __init__(self, noun: str, *modules: str) -> None:
        self.noun = noun
        self._modules = modules
        self._declared: dict[str, type[Body[N, S]]] = {}

    @cached_property
    def shapes(self) -> Mapping[str, type[Body[N, S]]]:
        """Kind → its declaration."""
        for module in self._modules:
            import_module(module)
        import_rooms("events")
        declared = self._declared.items()
        place = {module: number for number, module in enumerate(self._modules)}

        def order(each: tuple[str, type[Body[N, S]]]) -> tuple[int, str]:
            module = each[1].__module__
            return place.get(module, len(place)), module

        return dict(sorted(declared, key=order))

    def declare(self, kind: str, **traits: Any) -> Callable[[type[AnyBody]], type[AnyBody]]:
        """Declares a kind of event of this noun, with its `Traits`, by a dataclass."""

        def declared(shape: type[AnyBody]) -> type[AnyBody]:
            shape.kind, shape.traits = kind, Traits(**traits)
            self._declared[kind] = shape
            self._forget_what_follows()
            return shape

        return declared

    def withdraw(self, kind: str) -> None:
        """Takes a declaration back."""
        del self._declared[kind]
        self._forget_what_follows()

    def _forget_what_follows(self) -> None:
        for name in ("shapes", "_having"):
            vars(self).pop(name, None)

    def having(self, trait: Trait) -> frozenset[str]:
        """The kinds with a trait."""
        return self._having[trait]

    @cached_property
    def _having(self) -> Mapping[str, frozenset[str]]:
        shapes = self.shapes.items()
        return {
            trait: frozenset(kind for kind, shape in shapes if getattr(shape.traits, trait))
            for trait in get_args(Trait)
        }

    def conflicts(self, kind: str, other: str) -> bool:
        """True if an event of another kind, written since its form was shown, makes one of this
        kind come too late.
        """
        declared = self.shapes[kind].traits.conflicts if kind in self.shapes else None
        return other not in self.having("aside") if declared is None else other in declared

    def apply(self, state: S, event: Event) -> S:
        """What a fold is with an event of the ledger more."""
        shape = self.shapes.get(event.kind)
        if shape is None or shape.apply is Body.apply:  # what changes nothing need not be read
            return state
        return body_of(event, shape).apply(state, event)

    def validate(self, noun: N | None, kind: str, body: Mapping[str, object]) -> None:
        """Raises Invalid or Nonsense, with the member of the body, unless an event of a kind can
        say this in a noun (None: it opens one).
        """
        if kind not in self.shapes:
            known = ", ".join(self.shapes)
            raise Nonsense("", f"a {self.noun} of this version has no event {kind!r}, but {known}")
        shape: type = self.shapes[kind]
        said: Body[N, S] = load(shape, body, STRICT)
        # What is not said is left out, so that whoever asks whether it is there is answered.
        for name, field in fields_of(shape).items():
            null = name in body and body[name] is None is field.default
            if null and not spec_of(field).null_tells:
                raise Invalid(name, "missing")
        if noun is None:
            said.check_opening()
        else:
            said.check(noun)

    def check(self, noun: N | None, event: Event) -> None:
        """Raises Nonsense if an event from outside makes no sense in a noun (None: it opens one):
        what passes here can be shown on every page, for ever.
        """
        try:
            self.validate(noun, event.kind, event.body)
        except Invalid as error:
            raise Nonsense(f"body.{error.path}".rstrip("."), unreadable(LANGUAGE, error)) from None
        except Nonsense as fault:
            raise fault.under("body") from None


AnyKinds = Kinds[Any, Any]


def body_of(event: Event, shape: type[T]) -> T:
    """The body of an event of the ledger in its shape; members that it does not know are left."""
    return load(shape, event.body, AS_WRITTEN)
