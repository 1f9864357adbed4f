"""The shape of the code: short functions, plain names, nothing left for later."""

import ast
import hashlib
import io
import re
from pathlib import Path
from statistics import median, quantiles

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from tests.laws.test_layers import statements

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "scorekeeper"
TRANSLATIONS = PACKAGE / "translations"
VENDOR = ROOT / "static" / "vendor"
COLOURS = ROOT / "static" / "colours.css"
COLOUR = re.compile(r"(?:#[0-9a-fA-F]{3,8}\b|\b(?:rgb|hsl)a?\([^)]*\))(?![^{}]*\{)")
TOKEN = re.compile(r"(--[\w-]+):")
PAPER = frozenset({"#fff", "#000", "#0005", "#777"})
"""Black on white, whatever the theme is: paper, codes to be scanned; shadows and a dark board."""

MEDIAN_FUNCTION = 8
LONG_FUNCTION = 25
"""Nine functions of ten are no longer."""
LONGEST_FUNCTION = 60
"""No function is longer."""

FILES = {"Makefile", "README.md", "LICENSE", "CONTRIBUTING.md", "CHANGELOG.md", "pyproject.toml"}
LOCKS = {"requirements.lock", *(f"requirements-{one}.lock" for one in ("pack", "postgres", "test"))}
FOLDERS = {"benchmarks", "scorekeeper", "static", "templates", "tests", "instance", "build", "dist"}
TOP = FILES | LOCKS | FOLDERS
"""What may lie at the top beside dotfiles: what the customer fixed, and what is built there."""

CLASS = re.compile(r"^\s*class (\w+)", re.MULTILINE)
EMPTY_NAMES = re.compile(r"manager|service|utils", re.IGNORECASE)
LEFT_FOR_LATER = re.compile(r"\b(TODO|FIXME)\b")

Function = ast.FunctionDef | ast.AsyncFunctionDef


def sources():
    found = sorted(PACKAGE.rglob("*.py"))
    assert found, f"no modules under {PACKAGE}"
    return found


def functions(path):
    tree = ast.parse(path.read_text("utf-8"), str(path))
    return (node for node, _late in statements(tree) if isinstance(node, Function))


def lines_of(function):
    """From `def` to the last line, without the docstring."""
    whole = (function.end_lineno or function.lineno) - function.lineno + 1
    if ast.get_docstring(function) is None:
        return whole
    docstring = function.body[0]
    return whole - ((docstring.end_lineno or docstring.lineno) - docstring.lineno + 1)


def function_lengths():
    found = {
        f"{path.relative_to(ROOT)}:{node.lineno} {node.name}": lines_of(node)
        for path in sources()
        for node in functions(path)
    }
    assert len(found) > 1, "no functions found"
    return found


def test_functions_are_short():
    fault = too_long(function_lengths())
    assert not fault, fault


def too_long(lengths):
    """What to shorten, and where; empty if the functions are short."""
    longest = sorted(lengths, key=lambda name: -lengths[name])
    if lengths[longest[0]] > LONGEST_FUNCTION:
        over = [f"{name}: {lengths[name]}" for name in longest if lengths[name] > LONGEST_FUNCTION]
        return "\n".join([f"split what is longer than {LONGEST_FUNCTION} lines:", *over])
    middle, long = median(lengths.values()), quantiles(lengths.values(), n=10)[-1]
    if middle <= MEDIAN_FUNCTION and long <= LONG_FUNCTION:
        return ""
    shares = f"half have {middle} lines or fewer ({MEDIAN_FUNCTION} allowed), nine of ten {long} or"
    told = (
        f"{shares} fewer ({LONG_FUNCTION} allowed). Split one that you have touched; the longest:"
    )
    return "\n".join([told, *(f"{name}: {lengths[name]}" for name in longest[:20])])


def test_nothing_else_lies_at_the_top():
    lying = {path.name for path in ROOT.iterdir() if path.name[0] != "."} - TOP
    assert not lying, f"move these into one of the folders, or take them away: {sorted(lying)}"


def test_names_say_something():
    names = [str(path.relative_to(PACKAGE)) for path in sources()]
    for path in sources():
        names += [f"{path.name}:{name}" for name in CLASS.findall(path.read_text("utf-8"))]
    empty = [name for name in names if EMPTY_NAMES.search(name)]
    assert not empty, f"these names say nothing: {empty}"


def test_no_local_variable_is_anything():
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in sources()
        if ": Any" in path.read_text("utf-8")
        for function in functions(path)
        for node, _late in statements(function)
        if isinstance(node, ast.AnnAssign) and ast.unparse(node.annotation) == "Any"
    ]
    assert not found, f"name the type instead of Any: {found}"


def test_nothing_is_left_for_later():
    left = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in our_texts()
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if LEFT_FOR_LATER.search(line)
    ]
    assert not left, f"write an issue instead: {left}"


def our_texts():
    kinds = {".py", ".html", ".css", ".js", ".toml", ".svg"}
    for folder in (PACKAGE, ROOT / "templates", ROOT / "static"):
        for path in sorted(folder.rglob("*")):
            if path.suffix in kinds and VENDOR not in path.parents:
                yield path


def test_every_colour_has_a_name_and_stands_once():
    styles = [path for path in our_texts() if path.suffix == ".css"]
    wrong = [told for path in styles for told in strange_colours(path)]
    assert not wrong, "\n".join(wrong)


def strange_colours(path):
    named = set()
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        place = f"{path.relative_to(ROOT)}:{number}"
        if path == COLOURS:
            twice = set(TOKEN.findall(line)) & named - {"--day", "--night"}
            yield from (f"{place}: {name} stands above: take one away" for name in twice)
            named |= {*TOKEN.findall(line)}
        else:
            own = [each for each in COLOUR.findall(line) if each not in PAPER]
            write = "--name: var(--day, …) var(--night, …), and here var(--name)"
            yield from (f"{place}: {each}: write in static/colours.css {write}" for each in own)


def test_compiled_words_are_fresh():
    stale = [str(po.relative_to(ROOT)) for po in TRANSLATIONS.rglob("*.po") if not is_fresh(po)]
    assert not stale, f"run `make words`: {stale}"


def is_fresh(po):
    mo = po.with_suffix(".mo")
    compiled = io.BytesIO()
    with po.open("rb") as file:
        write_mo(compiled, read_po(file, locale=po.parent.parent.name))
    return mo.exists() and mo.read_bytes() == compiled.getvalue()


def test_vendored_files_are_as_published():
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
