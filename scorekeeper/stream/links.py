"""Which links of a stream count: those of its newest generation."""

from dataclasses import dataclass
from typing import Protocol

from scorekeeper.stream.nonsense import Nonsense
from scorekeeper.stream.roles import Mark


@dataclass(frozen=True, kw_only=True)
class Links:
    """`generation` counts from 1, the links of the opening have 0; the `phone` of this mark renewed
    them and keeps its role.
    """

    generation: int
    phone: Mark

    def check(self, linked: "Linked") -> None:
        """These are the next links."""
        if self.generation != (following := linked.links.generation + 1):
            raise Nonsense("generation", f"the next links are number {following}")


class Linked(Protocol):
    """What has links."""

    @property
    def links(self) -> Links: ...


FIRST_LINKS = Links(generation=0, phone="")
