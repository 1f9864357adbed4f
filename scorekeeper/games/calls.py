"""The call before one's last card, which tables agree on and no source has: forgotten or not?"""

from dataclasses import dataclass
from typing import Any, ClassVar, Literal, TypedDict

from scorekeeper.dispute import Dispute
from scorekeeper.referee import Broken, Finding


class CallResult(TypedDict):
    """Whether the table has `agreed` on the call."""

    agreed: bool


@dataclass(frozen=True)
class Call(Dispute):
    """Was it `said`, and if not, when was that `noticed`: in time or later?

    In time is before the next player's turn.
    """

    kind: ClassVar[str] = "call"
    said: bool
    noticed: Literal["in-time", "late"]

    def in_force(self, house: Any) -> bool:
        """True if the table has agreed on the call."""
        raise NotImplementedError

    def result(self, house: Any) -> CallResult:
        """Whether there is anything to be said at this table."""
        return {"agreed": self.in_force(house)}


def forgets_the_call(call: Call, house: Any) -> Finding:
    """Where it is agreed on: not said, and noticed before the next player's turn."""
    forgotten = call.in_force(house) and not call.said and call.noticed == "in-time"
    return Broken() if forgotten else None
