"""The places for cards in a question ("led", "played", "in hand"), and the keys that fill them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from scorekeeper.cards import JOKER


@dataclass(frozen=True)
class Role:
    """A place for cards: the control that holds their codes, and its label.

    A role of a field that is told seat by seat says whose cards it is `of`. One that was passed
    over holds nothing, and that is told by the cards in a later one.
    """

    name: str
    label: str
    of: str
    codes: tuple[str, ...]
    single: bool
    first: bool
    passed: bool

    @property
    def full(self) -> bool:
        """Whether the picker goes on to the next role by itself."""
        return bool(self.codes) and (self.single or self.first)

    @property
    def whole(self) -> str:
        """The label with the player, as it is said where it stands alone."""
        return " ".join(filter(None, (self.label, self.of)))


@dataclass(frozen=True)
class Key:
    """A key of the picker: how many such cards are `left`, whether one lies in the role `here`.

    One whose cards all lie somewhere already is `off`: it cannot be pressed.
    """

    code: str
    left: int
    here: bool
    off: bool


def in_groups(roles: Sequence[Role]) -> Iterator[tuple[str, tuple[Role, ...]]]:
    """Roles side by side: those of the seats under the label that they share."""
    for label, group in groupby(roles, lambda role: role.label if role.of else ""):
        yield label, tuple(group)


def physical(code: str) -> str:
    """The code of a card as it lies on the table: a joker is a joker, whatever it was named."""
    return JOKER if code.startswith(JOKER) else code
