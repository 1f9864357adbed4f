"""The room law of web/, beside the law of layers: who may know whom.

    frame ← wording ← forms ← live ← stream ← company ← house ← match, rulebook
        ← referee, results, book, records, comparing ← games
    match ← tournament, television
    referee ← seats
    tournament ← tables, calls
    frame, wording ← pocket
    frame ← operation

An import only runs to the left; match and rulebook do not know each other. Whatever of the house is
still crooked stands here by name: a list may only become shorter, and who mends something takes it
off the list.
"""

import ast
import re
from graphlib import CycleError, TopologicalSorter

from tests.laws.test_layers import PACKAGE, Import, imports, modules

FRONT = {"web", "web.errors", "web.home", "web.serve", "web.pocket.engine"}
"""What puts the app together, and the pages of no room; they may know everybody."""

FRAME = "frame"
KNOWS = {
    FRAME: set(),
    "operation": {FRAME},
    "wording": {FRAME},
    "forms": {FRAME, "wording"},
    "live": {FRAME, "wording", "forms"},
    "stream": {FRAME, "wording", "live"},
    "company": {FRAME, "wording", "forms", "live", "stream"},
    "house": {FRAME, "wording", "forms", "company"},
    "match": {FRAME, "wording", "forms", "live", "stream", "company", "house"},
    "rulebook": {FRAME, "wording", "forms", "house"},
    "referee": {FRAME, "wording", "forms", "company", "match", "rulebook"},
    "book": {FRAME, "wording", "forms", "stream", "company", "match", "rulebook"},
    "results": {FRAME, "wording", "forms", "match", "rulebook"},
    "seats": {FRAME, "wording", "forms", "company", "match", "referee"},
    "television": {FRAME, "wording", "forms", "match"},
    "tournament": {FRAME, "wording", "forms", "live", "stream", "house", "match"},
    "tables": {FRAME, "wording", "forms", "stream", "tournament"},
    "calls": {FRAME, "wording", "forms", "live", "company", "tournament"},
    "records": {FRAME, "wording", "forms", "company"},
    "comparing": {FRAME, "wording", "forms", "company", "house", "rulebook"},
    "evenings": {FRAME, "wording", "forms", "stream", "company", "records", "results"},
    "games": {FRAME, "wording", "forms", "match", "rulebook", "referee", "results"},
    "pocket": {FRAME, "wording"},
}
"""Room of web/ → the other rooms that it may import."""

SIGNS = {
    *("care", "web", "games", "rulebook", "match", "pack", "pocket", "presence", "seal", "stream"),
    *("ledger", "ledger.postgres", "ledger.sqlite"),
    *(f"web.{room}" for room in KNOWS if room != FRAME),
}
"""Packages that say at the door what belongs there and what does not."""

CROOKED: set[str] = set()
"""Imports against the law, without `web.`."""

LATE = {
    ("ledger", "ledger.house"),
    ("ledger", "ledger.postgres"),
    ("ledger", "ledger.sqlite"),
    ("ledger", "ledger.sqlite.opening"),
}
"""Imports inside a function that lead back: the protocol opens its stores."""


def room_of(module: str) -> str | None:
    """The room of web/ that a module lies in; None outside, and for the front."""
    if module in FRONT or not module.startswith("web."):
        return None
    name = module.split(".")[1]
    return name if name in KNOWS else FRAME


def is_crooked(found: Import) -> bool:
    here = room_of(found.module)
    if here is None or not found.ours:
        return False
    return found.target in FRONT or room_of(found.target) not in {None, here} | KNOWS[here]


def test_every_room_is_known() -> None:
    rooms = {path.parent.name for path in (PACKAGE / "web").glob("*/__init__.py")}
    assert rooms == set(KNOWS) - {FRAME}


def test_a_room_knows_only_rooms_to_its_left() -> None:
    found = {f"{each.module} → {each.target}" for each in imports() if is_crooked(each)}
    assert {each.replace("web.", "") for each in found} == CROOKED


def test_no_module_leads_back_to_itself() -> None:
    graph: dict[str, set[str]] = {module: set() for module in modules()}
    for found in imports():
        if found.ours and (found.module, found.target) not in LATE:
            graph[found.module] |= {found.target} - {found.module}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        raise AssertionError(" → ".join(reversed(error.args[1]))) from None


def test_every_package_has_a_sign_at_its_door() -> None:
    packages = {name: path for name, path in modules().items() if path.name == "__init__.py"}
    signs = {name: docstring(path.read_text("utf-8")) for name, path in packages.items()}
    assert not [name for name, sign in signs.items() if not sign], "no sign"
    assert set(signs) >= SIGNS
    unclear = [
        name
        for name in SIGNS
        if not {"belong", "not"} <= set(re.findall(r"\w+?(?=s?\b)", signs[name]))
    ]
    assert not unclear, "say what belongs there, and what does not"


def docstring(source: str) -> str:
    return ast.get_docstring(ast.parse(source)) or ""
