"""Which phones there are at a table, as far as its events say: whose one is, and which writes."""

from collections.abc import Mapping

from scorekeeper.match import MATCH, Match


def owners_of(match: Match) -> Mapping[str, int]:
    """Phone → the person in whose hand it said last to be."""
    hand = MATCH.having("hand")
    said = (event.body for event in match.events if event.kind in hand)
    return {body["phone"]: body["person"] for body in said if body["person"] is not None}


def pencil_of(match: Match) -> str:
    """The mark of the phone that writes: which took it over, or wrote last; empty if not known."""
    writes = MATCH.having("writes")
    wrote = (event for event in reversed(match.events) if event.kind in writes)
    return next(filter(None, (event.body.get("phone", "") for event in wrote)), "")
