"""What becomes of a signature when the head that it signs gets another hash on its way home.

The time of an event may be mended by the server, and the key of an opening is its own: then the
head says the same and has another hash. What was signed is no more; who agreed, and with which
event, stays, as if he had agreed by a tap.
"""

from collections.abc import Mapping, Sequence

from scorekeeper.ledger import Event


def resigned(body: Mapping[str, object], events: Sequence[Event]) -> dict[str, object]:
    """The body of a signature under one of these events."""
    head = body.get("head")
    if type(head) is not int or not 1 <= head <= len(events) or not body.get("hash"):
        return {**body}
    right = events[head - 1].hash
    if body["hash"] == right:
        return {**body}
    return {**body, "hash": right, "key": "", "signature": ""}
