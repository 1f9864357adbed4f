"""The words of the code: types that say something."""

import ast

from tests.laws.test_shape import ROOT, functions, sources, statements


def test_no_local_variable_is_anything() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in sources()
        if ": Any" in path.read_text("utf-8")
        for function in functions(path)
        for node in statements(function)
        if isinstance(node, ast.AnnAssign) and ast.unparse(node.annotation) == "Any"
    ]
    assert not found, f"name the type instead of Any: {found}"
