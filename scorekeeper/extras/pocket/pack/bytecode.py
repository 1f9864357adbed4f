"""What Pyodide runs to compile the pack: a zip of sources → a zip of their bytecode.

It runs there, with the Python that will read the bytecode, and nowhere else. Left out is what only
readers of the source need: docstrings, assertions, the types of parameters, and in which line of a
function something stands. That is half of it.
"""

import ast
import importlib._bootstrap_external as loaders
import io
import zipfile
from collections.abc import Iterator
from types import CodeType

WORDLESS = ast.Expr(ast.Constant("."))
"""Instead of the docstring of a dataclass: without any it writes one, which takes a while."""
Function = ast.FunctionDef | ast.AsyncFunctionDef

LONGEST = 8
"""So many instructions one place in the table of lines may stand for."""
NO_COLUMNS = 13
"""The kind of place in the table of lines."""


def compile_all(sources: bytes) -> bytes:
    """A zip in which every source is compiled, and all else is as it was; nothing is packed."""
    out = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(sources)) as given,
        zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as made,
    ):
        for name in given.namelist():
            data, is_source = given.read(name), name.endswith(".py")
            info = zipfile.ZipInfo(f"{name}c" if is_source else name)
            made.writestr(info, bytecode(name, data) if is_source else data)
    return out.getvalue()


def bytecode(name: str, source: bytes) -> bytes:
    """A module's bytecode, that no date makes old."""
    tree = bare(ast.parse(source, name))
    code = without_lines(compile(tree, name, "exec", dont_inherit=True, optimize=1))
    return bytes(loaders._code_to_hash_pyc(code, b"\0" * 8, False))  # type: ignore[attr-defined]


def bare(tree: ast.Module) -> ast.Module:
    """The same code without docstrings and without the types of parameters."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | Function):
            if ast.get_docstring(node, clean=False) is not None:
                del node.body[0]
            if isinstance(node, ast.ClassDef) and _is_dataclass(node):
                node.body.insert(0, WORDLESS)
            elif not isinstance(node, ast.Module):
                node.body = node.body or [ast.Pass()]
            if isinstance(node, Function):
                node.returns = None
        elif isinstance(node, ast.arg):
            node.annotation = None
    return ast.fix_missing_locations(tree)


def _is_dataclass(node: ast.ClassDef) -> bool:
    return any("dataclass" in ast.unparse(decorator) for decorator in node.decorator_list)


def without_lines(code: CodeType) -> CodeType:
    """The same code, and that of its functions, that knows its first line only."""
    inner = (without_lines(c) if isinstance(c, CodeType) else c for c in code.co_consts)
    return code.replace(co_consts=tuple(inner), co_linetable=bytes(_lines(code)))


def _lines(code: CodeType) -> Iterator[int]:
    """The table of lines, as CPython's `InternalDocs/code_objects.md` describes it."""
    count = len(code.co_code) // 2
    for at in range(0, count, LONGEST):
        yield 0x80 | NO_COLUMNS << 3 | min(LONGEST, count - at) - 1
        yield 0  # as far from the first line as the place before
