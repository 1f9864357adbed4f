"""What stands in the place of each guard of phones with ledgers of their own."""

from scorekeeper.extras.pocket import receiving, settling
from scorekeeper.extras.pocket.ledger import PocketLedger
from scorekeeper.extras.pocket.pages.keeping import Keeping
from tests.simulation.switches import Swap


def known_to_nobody() -> tuple[Swap, ...]:
    return ((receiving._Taking, "_known", lambda taking: iter(())),)


def never_ahead() -> tuple[Swap, ...]:
    return ((receiving._Taking, "_others", lambda taking, known: False),)


def taken_over() -> tuple[Swap, ...]:
    return ((PocketLedger, "_lost", lambda ledger, code, remaining: []),)


def believed() -> tuple[Swap, ...]:
    return ((receiving, "_check_lines", lambda match, event: None),)


def old_numbers() -> tuple[Swap, ...]:
    return (
        (receiving, "renumbered", lambda event, number: {**event.body}),
        (settling, "renumbered", lambda event, number: {**event.body}),
    )


def kept_in_memory() -> tuple[Swap, ...]:
    return ((Keeping, "reload", lambda keeping, records: None),)
