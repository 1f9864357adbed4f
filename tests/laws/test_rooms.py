"""The room law of web/ and of extras/, beside the law of layers: who may know whom.

    web/:    frame (http and what lies loose) ← wording ← forms ← stream ← house
             ← match, rulebook ← referee, results ← games
    extras/: seats, group
             all of them ← pocket;  postgres

An import only runs to the left; match and rulebook do not know each other.
"""

import ast
import re
from functools import cache
from graphlib import CycleError, TopologicalSorter

from scorekeeper.core.rooms import Room, rooms
from tests.laws.test_layers import PACKAGE, imports, modules

FRONT = {
    *("web", "web.http.errors", "web.home", "web.http.serve", "web.import_file"),
    "extras.pocket.pages.engine",
}
"""What puts the app together, and the pages of no room; they may know everybody."""

FRAME = "frame"
KNOWS = {
    FRAME: set(),
    "wording": {FRAME},
    "forms": {FRAME, "wording"},
    "stream": {FRAME, "wording", "forms"},
    "house": {FRAME, "wording", "forms"},
    "match": {FRAME, "wording", "forms", "stream", "house"},
    "rulebook": {FRAME, "wording", "forms", "house"},
    "referee": {FRAME, "wording", "forms", "house", "match", "rulebook"},
    "results": {FRAME, "wording", "forms", "match", "rulebook"},
    "games": {FRAME, "wording", "forms", "match", "rulebook", "referee", "results"},
}
"""Room of web/ → the other rooms of it that it may import."""
EXTRAS = {"postgres": set(), "seats": set(), "group": set(), "pocket": {"seats", "group"}}
"""Room of extras/ → the other rooms of it that it may import."""


FILE_OF_A_ROOM = re.compile(
    r"(?:(?:extends|include|import) |(?:styles|scripts|static_url)\([^)]*)\"extras/(\w+)/"
)
"""A template, a style or a script of a room."""
VIEW = re.compile(r"url_for\(\s*\"(\w+)\.")
BLUEPRINT = re.compile(r"Blueprint\(\s*\"(\w+)\"")

LATE = {
    ("ledger", "ledger.store"),
    ("ledger", "extras.postgres"),
    ("ledger", "ledger.sqlite"),
    ("ledger", "ledger.sqlite.opening"),
}
"""Imports inside a function that lead back: the protocol opens its stores."""


def room_of(module):
    """The room of web/ that a module lies in; None outside, and for the front."""
    if module in FRONT or not module.startswith("web."):
        return None
    name = module.split(".")[1]
    return name if name in KNOWS else FRAME


def extra_of(module):
    """The room of extras/ that a module lies in."""
    parts = module.split(".")
    return parts[1] if parts[0] == "extras" and parts[1:] and module not in FRONT else None


def is_crooked(found):
    if not found.ours:
        return False
    if here := extra_of(found.module):
        return extra_of(found.target) not in {None, here} | EXTRAS[here]
    if (here := room_of(found.module)) is None:
        return False
    return found.target in FRONT or room_of(found.target) not in {None, here} | KNOWS[here]


def test_every_room_is_known():
    folders = {path.parent.name for path in (PACKAGE / "web").glob("*/__init__.py")}
    files = {path.stem for path in (PACKAGE / "web").glob("*.py")}
    assert folders - {"http"} <= set(KNOWS) - {FRAME} <= folders | files
    assert {room.name for room in rooms()} == set(EXTRAS)


def test_a_room_knows_only_rooms_to_its_left():
    found = {f"{each.module} → {each.target}" for each in imports() if is_crooked(each)}
    assert not found


def test_a_page_names_what_lies_in_rooms_to_its_left():
    """A template of the app names no file and no view of a room of extras, nor one of a room that
    its own does not know.
    """
    root = PACKAGE.parent / "templates"
    wrong = [told for path in sorted(root.rglob("*.html")) for told in named_beyond(path, root)]
    assert not wrong, "\n".join(wrong)


def named_beyond(path, root):
    """What a template names of rooms that it does not know, with its line and what is right."""
    inner = path.relative_to(root)
    here = inner.parts[1] if inner.parts[0] == "extras" else None
    may = set() if here is None else {here} | EXTRAS[here]
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        views = (rooms_of_views().get(name) for name in VIEW.findall(line))
        for room in filter(None, (*FILE_OF_A_ROOM.findall(line), *views)):
            if room not in may:
                place = f"templates/{inner}:{number}: names what lies in extras/{room}:"
                slot = f"make it a macro of templates/extras/{room}/parts.html"
                yield f"{place} {slot}, asked for by room_parts()"


@cache
def rooms_of_views():
    """The name of each blueprint of a room of extras → the room."""
    files = sorted((PACKAGE / "extras").rglob("*.py"))
    named = ((path, BLUEPRINT.findall(path.read_text("utf-8"))) for path in files)
    found = {n: path.relative_to(PACKAGE / "extras").parts[0] for path, ns in named for n in ns}
    assert found
    return found


def test_what_lies_in_extras_is_of_a_room():
    root = PACKAGE.parent
    folders = {p.name for f in ("templates", "static") for p in (root / f / "extras").iterdir()}
    assert folders <= set(EXTRAS)


MACRO = re.compile(r"{%-? macro (\w+)\(")


def test_a_room_lists_what_it_adds_to_pages():
    """Each of its parts is a macro of its `parts.html`, and a place that some page names."""
    root = PACKAGE.parent / "templates"
    pages = "".join(path.read_text("utf-8") for path in sorted(root.rglob("*.html")))
    places = set(re.findall(r"room_parts\(\"(\w+)\"", pages))
    for room in rooms():
        file = root / "extras" / room.name / "parts.html"
        macros = MACRO.findall(file.read_text("utf-8")) if file.exists() else []
        assert room.parts == set(macros), f"say in parts of {type(room).__name__} what it adds"
        assert room.parts <= places, f"no page asks for {room.parts - places}"


def test_a_room_has_no_method_that_nobody_asks_for():
    hooks = {name for name in vars(Room) if not name.startswith("_")}
    for room in rooms():
        named = {name for name in vars(type(room)) if not name.startswith("_")}
        assert named <= hooks, f"{type(room).__name__}: no hook of core.rooms.Room"


def test_no_module_leads_back_to_itself():
    graph = {module: set() for module in modules()}
    for found in imports():
        if found.ours and (found.module, found.target) not in LATE:
            graph[found.module] |= {found.target} - {found.module}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        raise AssertionError(" → ".join(reversed(error.args[1]))) from None


def test_every_package_has_a_sign_at_its_door():
    """Each says what it is; a room says what belongs there, and what does not."""
    packages = {name: path for name, path in modules().items() if path.name == "__init__.py"}
    signs = {n: ast.get_docstring(ast.parse(p.read_text("utf-8"))) for n, p in packages.items()}
    assert not [name for name, sign in signs.items() if not sign], "no sign"
    rooms = {f"web.{room}" for room in KNOWS} | {f"extras.{room}" for room in EXTRAS}
    unclear = [
        name
        for name in sorted(rooms & signs.keys())
        if not {"belong", "not"} <= set(re.findall(r"\w+?(?=s?\b)", signs[name] or ""))
    ]
    assert not unclear, "say what belongs there, and what does not"
