"""What keeps a match from being sent, and what the table has yet to look at.

A trouble has a `kind`. Whatever is new, two members of it stay until the table has looked: what was
`left` out when two sides were settled, and a `case` in which phone and server differ.
"""

from collections.abc import Mapping

from scorekeeper.extras.pocket.ledger import PocketLedger, Trouble

STAY = {"left": "left", "case": "differs"}
"""Members that stay → the kind of trouble that is left when they are all there is."""


IN_THE_WAY = ("ahead", "refused", "forbidden", "gone", "unreadable")
"""Kinds of trouble that sending again does not end: the table has to choose."""


def tell(ledger: PocketLedger, match: str, kind: str, **members: object) -> None:
    """Keeps a trouble of a match, with what stays of an older one."""
    ledger.set_trouble(match, {**_staying(ledger, match), "kind": kind, **members})


def sendable(ledger: PocketLedger) -> list[str]:
    """The matches of which something waits that nothing keeps from being sent, oldest first."""
    kinds = {code: trouble_of(ledger, code).get("kind") for code in ledger.waits()}
    return [code for code, kind in kinds.items() if kind not in IN_THE_WAY]


def clear(ledger: PocketLedger, code: str) -> None:
    """Nothing is in the way any more; only what the table has yet to look at stays."""
    staying = _staying(ledger, code)
    kinds = [STAY[member] for member in STAY if member in staying]
    ledger.set_trouble(code, {**staying, "kind": kinds[0]} if kinds else None)


def trouble_of(ledger: PocketLedger, code: str) -> Trouble:
    """The trouble of a match; empty if there is none."""
    return ledger.troubles.get(code, {})


def _staying(ledger: PocketLedger, code: str) -> Mapping[str, object]:
    trouble = trouble_of(ledger, code)
    return {name: trouble[name] for name in STAY if name in trouble}
