"""Every guard switched off in turn: a search that finds nothing then would prove nothing.

A guard is switched off by putting something else in its place, here and never in the product. Some
guards stand behind others; for those the others are switched off too (`behind`), and with these
alone switched off nothing is found.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from unittest.mock import patch

from tests.simulation import pocket_switches, switches
from tests.simulation.pocket import engines
from tests.simulation.search import Finding, first_finding
from tests.simulation.server import apps, remembered_pages
from tests.simulation.switches import Swap

MOST_SEEDS = 200
"""Within so many worlds the search has to find what a missing guard lets through."""

Swaps = Callable[[], tuple[Swap, ...]]


def _nothing() -> tuple[Swap, ...]:
    return ()


@dataclass(frozen=True)
class Ablation:
    """A guard, what switches it `off`, and what does so with those that stand in front of it.

    Some are missed only where phones have ledgers of their own (`pockets`). A world in which it was
    missed once (`seen`) is looked at before the others: a rare one is not searched for each time.
    """

    guard: str
    off: Swaps
    behind: Swaps = _nothing
    pockets: bool = False
    seen: int = 0


@contextmanager
def switched(swaps: Iterable[Swap]) -> Iterator[None]:
    """The app while guards are switched off."""
    with ExitStack() as stack:
        for place, name, stand_in in swaps:
            stack.enter_context(patch.object(place, name, stand_in))
        yield


def hunt(ablation: Ablation, numbers: Iterable[int]) -> Finding | None:
    """What the search finds without a guard in the worlds of these numbers that may miss it."""
    # Made with all guards, once for all worlds.
    apps()
    engines()
    remembered_pages()
    with switched((*ablation.behind(), *ablation.off())):
        worlds = (ablation.seen, *numbers)
        return first_finding(2 * number + ablation.pockets for number in worlds)


ABLATIONS = (
    Ablation("a save sent again is known by its key", switches.keys_unknown),
    Ablation("a key stands for one save only", switches.any_body, seen=11),
    Ablation("a save is made on what its form showed", switches.any_version),
    Ablation("the ledger looks at that again", switches.append_anywhere, seen=14),
    Ablation("half a body is refused", switches.any_length, switches.content_last, seen=57),
    Ablation("a form ends with its token", switches.token_first, seen=3),
    Ablation("a key is whole", switches.any_key, switches.key_last, seen=3),
    Ablation("a commit waits for the disk", switches.unsynced),
    Ablation("a transaction is all or nothing", switches.no_transaction, seen=48),
    Ablation("a failed save is rolled back", switches.no_rollback, seen=1),
    Ablation("a fold takes in what others wrote", switches.old_folds, seen=1),
    Ablation("a page is remembered by its version", switches.old_pages),
    Ablation("a watcher does not write", switches.watchers_write, seen=1),
    Ablation("a link is made by the app only", switches.any_link),
    Ablation("a link that was renewed opens nothing", switches.links_for_ever, seen=1),
    Ablation("a role ends with its link", switches.roles_for_ever, seen=60),
    Ablation("a form carries its session's token", switches.no_token, seen=3),
    Ablation("an exported file opens nothing", switches.key_of_anybody, seen=26),
    Ablation("a form opens one match", switches.other_codes),
    Ablation("a role outlives a wrong clock", switches.ages, seen=40),
    Ablation(
        "what a phone sends again is known", pocket_switches.known_to_nobody, pockets=True, seen=3
    ),
    Ablation("nothing is merged in silence", pocket_switches.never_ahead, pockets=True),
    Ablation("what waits is not dropped unasked", pocket_switches.taken_over, pockets=True),
    Ablation("what a phone scored is scored anew", pocket_switches.believed, pockets=True, seen=3),
    Ablation("an event is about the same", pocket_switches.old_numbers, pockets=True, seen=11),
    Ablation("what cannot be put away is undone", pocket_switches.kept_in_memory, pockets=True),
)
"""The guards in turn: saves, half a form, the file, what is remembered, who gets in, phones."""
