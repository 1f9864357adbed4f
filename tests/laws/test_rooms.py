"""The room law of web/ and of extras/, beside the law of layers: who may know whom.

    web/:    frame ← wording ← forms ← live ← stream ← house ← match, rulebook
             ← referee, results ← games
             frame ← operation
    extras/: seats ← television;  company ← tournament ← calls;  company ← comparing
             seats, company, tournament ← seal;  all of them ← pocket;  postgres

An import only runs to the left; match and rulebook do not know each other. Whatever of the house is
still crooked stands here by name: a list may only become shorter, and who mends something takes it
off the list.
"""

import ast
import re
from graphlib import CycleError, TopologicalSorter

import pytest

from scorekeeper.rooms import rooms_with
from tests.laws.test_layers import PACKAGE, Import, imports, modules

FRONT = {"web", "web.errors", "web.home", "web.rooms", "web.serve", "extras.pocket.pages.engine"}
"""What puts the app together, and the pages of no room; they may know everybody."""

FRAME = "frame"
KNOWS = {
    FRAME: set(),
    "operation": {FRAME},
    "wording": {FRAME},
    "forms": {FRAME, "wording"},
    "live": {FRAME, "wording", "forms"},
    "stream": {FRAME, "wording", "live"},
    "house": {FRAME, "wording", "forms"},
    "match": {FRAME, "wording", "forms", "live", "stream", "house"},
    "rulebook": {FRAME, "wording", "forms", "house"},
    "referee": {FRAME, "wording", "forms", "house", "match", "rulebook"},
    "results": {FRAME, "wording", "forms", "match", "rulebook"},
    "games": {FRAME, "wording", "forms", "match", "rulebook", "referee", "results"},
}
"""Room of web/ → the other rooms of it that it may import."""
EXTRAS = {
    "postgres": set(),
    "seats": set(),
    "television": {"seats"},
    "company": set(),
    "tournament": {"company"},
    "seal": {"seats", "company", "tournament"},
    "comparing": {"company"},
    "calls": {"company", "tournament"},
    "pocket": {"seats", "company", "tournament", "calls", "television", "comparing"},
}
"""Room of extras/ → the other rooms of it that it may import."""

SIGNS = {
    *(
        "maintenance",
        "web",
        "games",
        "rulebook",
        "match",
        "stream",
        "extras",
        "ledger",
        "ledger.sqlite",
    ),
    *(f"web.{room}" for room in KNOWS if room not in {FRAME, "house", "live"}),
    *(f"extras.{room}" for room in EXTRAS),
}
"""Packages that say at the door what belongs there and what does not."""

CROOKED: set[str] = set()
"""Imports against the law."""

FILE_OF_A_ROOM = {
    "templates": re.compile(r"(?:extends|include|import) \"extras/(\w+)/"),
    "static": re.compile(r"(?:styles|scripts|static_url)\([^)]*\"extras/(\w+)/"),
}
"""What a template names of a room, by the floor it lies on."""

LATE = {
    ("ledger", "ledger.store"),
    ("ledger", "extras.postgres"),
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


def extra_of(module: str) -> str | None:
    """The room of extras/ that a module lies in."""
    parts = module.split(".")
    return parts[1] if parts[0] == "extras" and parts[1:] and module not in FRONT else None


def is_crooked(found: Import) -> bool:
    if not found.ours:
        return False
    if here := extra_of(found.module):
        return extra_of(found.target) not in {None, here} | EXTRAS[here]
    if (here := room_of(found.module)) is None:
        return False
    return found.target in FRONT or room_of(found.target) not in {None, here} | KNOWS[here]


def test_every_room_is_known() -> None:
    folders = {path.parent.name for path in (PACKAGE / "web").glob("*/__init__.py")}
    files = {path.stem for path in (PACKAGE / "web").glob("*.py")}
    assert folders <= set(KNOWS) - {FRAME} <= folders | files
    assert set(rooms_with()) == set(EXTRAS)


def test_a_room_knows_only_rooms_to_its_left() -> None:
    found = {f"{each.module} → {each.target}" for each in imports() if is_crooked(each)}
    assert found == CROOKED


@pytest.mark.parametrize("floor", ["templates", "static"])
def test_a_page_names_what_lies_in_rooms_to_its_left(floor: str) -> None:
    """A template of the app names no file of a room of extras, nor one of a room that its own does
    not know.
    """
    root = PACKAGE.parent / "templates"
    wrong = set()
    for path in root.rglob("*.html"):
        inner = path.relative_to(root).parts
        here = inner[1] if inner[0] == "extras" else None
        may = set() if here is None else {here} | EXTRAS[here]
        for room in FILE_OF_A_ROOM[floor].findall(path.read_text("utf-8")):
            if room not in may:
                wrong.add(f"templates/{'/'.join(inner)}: take out what lies in extras/{room}")
    assert not wrong, "\n".join(sorted(wrong))


def test_what_lies_in_extras_is_of_a_room() -> None:
    root = PACKAGE.parent
    folders = {p.name for f in ("templates", "static") for p in (root / f / "extras").iterdir()}
    assert folders <= set(EXTRAS)


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
