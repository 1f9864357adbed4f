"""What stands in the place of each guard of phones with ledgers of their own."""

from scorekeeper.extras.pocket import batch_import, rebasing
from scorekeeper.extras.pocket.ledger import PocketLedger
from scorekeeper.extras.pocket.pages.phone_storage import PhoneStorage
from tests.simulation.switches import Swap


def known_to_nobody() -> tuple[Swap, ...]:
    return ((batch_import._Taking, "_known", lambda taking: iter(())),)


def never_ahead() -> tuple[Swap, ...]:
    return ((batch_import._Taking, "_others", lambda taking, known: False),)


def taken_over() -> tuple[Swap, ...]:
    return ((PocketLedger, "_lost", lambda ledger, code, remaining: []),)


def believed() -> tuple[Swap, ...]:
    return ((batch_import, "_check_lines", lambda match, event: None),)


def old_numbers() -> tuple[Swap, ...]:
    return (
        (batch_import, "renumbered", lambda event, number: {**event.body}),
        (rebasing, "renumbered", lambda event, number: {**event.body}),
    )


def kept_in_memory() -> tuple[Swap, ...]:
    return ((PhoneStorage, "reload", lambda phone_storage, records: None),)
