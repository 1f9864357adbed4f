"""What Pyodide runs to compile the pack: a zip of sources → a zip of their bytecode.

It runs there, with the Python that will read the bytecode, and nowhere else. Left out is what only
readers of the source need: docstrings, assertions, the types of parameters, and in which column of
a line something stands. That is half of it.
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
NO_COLUMNS, NO_LINE = 13, 15
"""Kinds of place in the table of lines."""


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
    code = without_columns(compile(tree, name, "exec", dont_inherit=True, optimize=1))
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


def without_columns(code: CodeType) -> CodeType:
    """The same code, and that of its functions, that knows its lines but not their columns."""
    inner = (without_columns(c) if isinstance(c, CodeType) else c for c in code.co_consts)
    return code.replace(co_consts=tuple(inner), co_linetable=bytes(_lines(code)))


def _lines(code: CodeType) -> Iterator[int]:
    """The table of lines, as CPython's `InternalDocs/code_objects.md` describes it."""
    before = code.co_firstlineno
    for start, end, line in code.co_lines():
        for at in range(start, end, 2 * LONGEST):
            kind = NO_LINE if line is None else NO_COLUMNS
            yield 0x80 | kind << 3 | min(LONGEST, (end - at) // 2) - 1
            if line is not None:
                yield from _varint(line - before)
                before = line


def _varint(number: int) -> Iterator[int]:
    """A number in groups of six bits, the lowest one its sign."""
    left = -number << 1 | 1 if number < 0 else number << 1
    while left >= 0x40:
        yield 0x40 | left & 0x3F
        left >>= 6
    yield left
