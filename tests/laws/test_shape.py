"""The shape of the code: small files, small functions, plain names, nothing left for later."""

import ast
import hashlib
import io
import re
from collections.abc import Iterator
from pathlib import Path
from statistics import median, quantiles

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "scorekeeper"
TRANSLATIONS = PACKAGE / "translations"
VENDOR = ROOT / "static" / "vendor"

LONGEST_FILE = 300
MEDIAN_FUNCTION = 8
LONG_FUNCTION = 25  # nine of ten are no longer

EMPTY_NAMES = re.compile(r"manager|service|utils", re.IGNORECASE)
LEFT_FOR_LATER = re.compile(r"\b(TODO|FIXME)\b")

Function = ast.FunctionDef | ast.AsyncFunctionDef


def sources() -> list[Path]:
    found = sorted(PACKAGE.rglob("*.py"))
    assert found, f"no modules under {PACKAGE}"
    return found


def nodes() -> Iterator[tuple[Path, ast.AST]]:
    for path in sources():
        for node in ast.walk(ast.parse(path.read_text("utf-8"), str(path))):
            yield path, node


def lines_of(function: Function) -> int:
    """From `def` to the last line, without the docstring."""
    whole = (function.end_lineno or function.lineno) - function.lineno + 1
    if ast.get_docstring(function) is None:
        return whole
    docstring = function.body[0]
    return whole - ((docstring.end_lineno or docstring.lineno) - docstring.lineno + 1)


def function_lengths() -> list[int]:
    found = [lines_of(node) for _, node in nodes() if isinstance(node, Function)]
    assert len(found) > 1, "no functions found"
    return found


def test_files_are_short() -> None:
    lengths = {path: len(path.read_text("utf-8").splitlines()) for path in sources()}
    long = {str(p.relative_to(ROOT)): n for p, n in lengths.items() if n > LONGEST_FILE}
    assert not long, f"longer than {LONGEST_FILE} lines: {long}"


def test_functions_are_short() -> None:
    lengths = function_lengths()
    assert median(lengths) <= MEDIAN_FUNCTION
    assert quantiles(lengths, n=10)[-1] <= LONG_FUNCTION


def test_names_say_something() -> None:
    names = [str(path.relative_to(PACKAGE)) for path in sources()]
    names += [f"{path.name}:{n.name}" for path, n in nodes() if isinstance(n, ast.ClassDef)]
    empty = [name for name in names if EMPTY_NAMES.search(name)]
    assert not empty, f"these names say nothing: {empty}"


def test_nothing_is_left_for_later() -> None:
    left = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in our_texts()
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if LEFT_FOR_LATER.search(line)
    ]
    assert not left, f"write an issue instead: {left}"


def our_texts() -> Iterator[Path]:
    kinds = {".py", ".html", ".css", ".js", ".toml", ".svg"}
    for folder in (PACKAGE, ROOT / "templates", ROOT / "static"):
        for path in sorted(folder.rglob("*")):
            if path.suffix in kinds and VENDOR not in path.parents:
                yield path


def test_compiled_words_are_fresh() -> None:
    stale = [str(po.relative_to(ROOT)) for po in TRANSLATIONS.rglob("*.po") if not is_fresh(po)]
    assert not stale, f"run `make words`: {stale}"


def is_fresh(po: Path) -> bool:
    mo = po.with_suffix(".mo")
    compiled = io.BytesIO()
    with po.open("rb") as file:
        write_mo(compiled, read_po(file, locale=po.parent.parent.name))
    return mo.exists() and mo.read_bytes() == compiled.getvalue()


def test_vendored_files_are_as_published() -> None:
    listed = dict(
        re.findall(
            r"^\| `(\S+)` \|.*\| `([0-9a-f]{64})` \|$",
            (VENDOR / "README.md").read_text("utf-8"),
            re.MULTILINE,
        )
    )
    present = {p.name: hashlib.sha256(p.read_bytes()).hexdigest() for p in VENDOR.glob("*.js")}
    assert present
    assert present == listed
