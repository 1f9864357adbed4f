"""The words of the code: types that say something, functions named by what they do.

Where the code does not keep a law yet, what breaks it stands here, and the list may only become
shorter.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tests.laws.test_shape import PACKAGE, Function, nodes, sources

MOST_ANY = 180
"""How often the word `Any` may stand in the code: where data comes from outside."""
PARTICIPLES = {
    *("told", "judged", "found", "held", "asked", "kept", "said", "seen", "made", "worked"),
    *("agreed", "ruled"),
}

LOCAL_ANY: dict[str, int] = {}
"""Modules with local variables annotated `Any`, with how many they have."""
NAMED_BY_PARTICIPLE: set[str] = set()
"""Functions named by a participle, as `module:function`."""


def module_of(path: Path) -> str:
    return str(path.relative_to(PACKAGE))


def test_any_is_rare() -> None:
    counted = Counter({p: len(re.findall(r"\bAny\b", p.read_text("utf-8"))) for p in sources()})
    most = [f"{n} {module_of(path)}" for path, n in counted.most_common(20)]
    assert counted.total() <= MOST_ANY, "\n".join([f"{counted.total()} in all", *most])


def functions() -> Iterator[tuple[str, Function]]:
    for path, node in nodes():
        if isinstance(node, Function):
            yield module_of(path), node


def test_no_local_variable_is_anything() -> None:
    found = Counter(
        module
        for module, function in functions()
        for node in ast.walk(function)
        if isinstance(node, ast.AnnAssign) and ast.unparse(node.annotation) == "Any"
    )
    assert dict(found) == LOCAL_ANY


def test_no_function_is_named_by_a_participle() -> None:
    found = {f"{module}:{f.name}" for module, f in functions() if f.name.strip("_") in PARTICIPLES}
    assert found == NAMED_BY_PARTICIPLE
