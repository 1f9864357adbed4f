"""The import law: who may lean on whom.

Three floors: core ← app ← nothing; the rooms of `extras` import both and are imported by neither.
The core must run where there is neither Flask nor a database, and a game must not know another
game. Imports are read off the source, so a module is held to the law wherever it imports.
"""

import ast
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "scorekeeper"

SHARED_BY_GAMES = {"tricks", "guards", "audits", "conduct", "shedding"}


@dataclass(frozen=True)
class Law:
    """What a layer may import: layers of our own, and packages of others."""

    own: frozenset[str]
    others: frozenset[str] | None = frozenset()  # None: whatever it likes

    @classmethod
    def of(cls, *own, others=frozenset()):
        return cls(frozenset(own), None if others is None else frozenset(others))


BELOW = ("core", "referee", "games", "rulebook", "ledger", "stream", "match", "maintenance")
"""The core: all that is no page. A layer is a folder of the package."""
APP = (*BELOW, "web", "cli", "")
EXTRAS = (*BELOW, "extras")
"""What the rooms of the third floor are made of, but for their pages."""
LAWS = {
    "core": Law.of("core", "referee", "games"),
    "games": Law.of("core", "referee", "games"),
    "referee": Law.of("core", "referee", "games", "rulebook", "ledger", "match"),
    "rulebook": Law.of("core", "referee", "games", "rulebook", others={"snowballstemmer"}),
    "ledger": Law.of("core", "ledger", others={"sqlite_utils"}),
    "stream": Law.of("core", "games", "rulebook", "ledger", "stream"),
    "match": Law.of("core", "referee", "games", "rulebook", "ledger", "stream", "match"),
    "maintenance": Law.of("core", "referee", "ledger", "stream", "match", "maintenance"),
    "web": Law.of(*APP, others=None),
    "cli": Law.of(*APP, others=None),
    "__main__": Law.of("cli"),
    "": Law.of(*APP, others=None),  # scorekeeper/__init__.py
    "extras": Law.of(*EXTRAS, others={"psycopg"}),
    "pages": Law.of(*EXTRAS, "web", "cli", "", "pages", others=None),
}
"""What may import what. `core.rooms` besides names the types of its hooks, for type checkers. That
no two modules import each other, in whichever folders, is the last law of `test_rooms`.
"""


@dataclass(frozen=True)
class Import:
    """One name imported by one module: `target` is dotted, without the leading package."""

    module: str
    target: str
    ours: bool
    line: int
    late: bool  # inside a function, or only for type checkers

    def __str__(self):
        target = f"scorekeeper.{self.target}".strip(".") if self.ours else self.target
        path = modules()[self.module].relative_to(PACKAGE.parent)
        return f"{path}:{self.line} imports {target}"


def layer(module):
    """The layer of a module; that of what a room of `extras` does with Flask is "pages"."""
    first, *rest = module.split(".")
    with_flask = {"pages", "room", "commands"} & set(rest[1:2]) or rest[:2] == ["pocket", "pack"]
    return "pages" if first == "extras" and with_flask else first


def game_of(module):
    """The game whose folder a module lies in, if any."""
    parts = module.split(".")
    is_game = len(parts) > 1 and parts[0] == "games" and (PACKAGE / "games" / parts[1]).is_dir()
    return parts[1] if is_game else None


@cache
def modules():
    """Every module by its dotted name; "" is the package itself."""
    return {dotted(path): path for path in sorted(PACKAGE.rglob("*.py"))}


def dotted(path):
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


HOOKS = "core.rooms"


@cache
def imports():
    """All imports but those by which the hooks of rooms name their types: nothing runs them."""
    found = (each for module, path in modules().items() for each in imports_of(module, path))
    return tuple(each for each in found if not (each.late and each.module == HOOKS))


def imports_of(module, path):
    for node, late in statements(ast.parse(path.read_text("utf-8"), str(path))):
        for name in dict.fromkeys(names(node)):
            ours = name == "scorekeeper" or name.startswith("scorekeeper.")
            target = name.partition(".")[2] if ours else name
            yield Import(module, target, ours, node.lineno, late)


def statements(node, late=False):
    """Every statement below a node, and whether it is late; into expressions nobody looks."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.stmt):
            yield child, late
        if not isinstance(child, ast.expr):
            yield from statements(child, late or is_later(child))


def is_later(node):
    """Whether what is inside is not run by an import: a function, or only for type checkers."""
    if isinstance(node, ast.If):
        return ast.unparse(node.test) == "TYPE_CHECKING"
    return isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)


def names(node):
    """The full dotted names that one statement imports; no import is relative."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        assert node.module
        assert not node.level
        origin = node.module
        for alias in node.names:
            # `from scorekeeper import cards` is about cards, not about the package.
            inner = f"{origin}.{alias.name}"
            yield inner if inner.removeprefix("scorekeeper.") in modules() else origin


def test_there_is_something_to_look_at():
    assert len(modules()) > 1, f"no modules under {PACKAGE}"
    assert imports(), "no imports found"


def test_every_module_belongs_to_a_layer():
    strangers = sorted(module for module in modules() if layer(module) not in LAWS)
    assert not strangers, f"say in LAWS of tests/laws/test_layers.py what these import: {strangers}"


def test_layers_import_only_what_is_below_them():
    broken = [above for found in imports() if (above := reaches_up(found))]
    assert not broken, "\n".join(broken)


def reaches_up(found):
    """What is wrong with an import from a layer above, and what is right; empty if it is fine."""
    law = LAWS.get(layer(found.module))
    if not found.ours or law is None or layer(found.target) in law.own:
        return ""
    below = ", ".join(sorted(law.own)) or "nothing of ours"
    return f"{found}: take it out there; {layer(found.module)} may import {below}"


def test_foreign_packages_stay_in_their_layer():
    broken = [str(found) for found in imports() if is_foreign(found)]
    assert not broken, "\n".join(broken)


def is_foreign(found):
    package = layer(found.target)
    law = LAWS.get(layer(found.module))
    if found.ours or package in sys.stdlib_module_names or law is None or law.others is None:
        return False
    return package not in law.others


def test_the_core_can_be_imported_without_the_web():
    """Python runs scorekeeper/__init__.py for each import of the core, so that must be light."""
    heavy = [
        str(found)
        for found in imports()
        if found.module == ""
        and not found.late
        and (
            layer(found.target) in {"web", "cli"}
            if found.ours
            else layer(found.target) not in sys.stdlib_module_names
        )
    ]
    assert not heavy, "import these inside create_app:\n" + "\n".join(heavy)


def test_a_game_knows_no_other_game():
    broken = [str(found) for found in imports() if not is_at_home(found)]
    assert not broken, "\n".join(broken)


def is_at_home(found):
    """A game sees itself and what games share; what games share sees no game."""
    if not (found.ours and layer(found.module) == layer(found.target) == "games"):
        return True
    mine, theirs = game_of(found.module), game_of(found.target)
    if theirs:
        return mine == theirs
    shared = found.target.split(".")[1:]
    return mine is None or not shared or shared[0] in SHARED_BY_GAMES
