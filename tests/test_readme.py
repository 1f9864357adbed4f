"""The pages keep their word: links lead somewhere, the tour runs, files and commands are there."""

import doctest
import re
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest

from scorekeeper.cli import main

ROOT = Path(__file__).parents[1]
FOLDERS = ("scorekeeper", "templates", "static", "tests", "benchmarks")
TOUR = ROOT / "scorekeeper" / "TOUR.md"
PAGES = (
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")),
    TOUR,
    ROOT / "scorekeeper" / "web" / "http" / "operation" / "OPERATING.md",
    ROOT / "static" / "pictures" / "README.md",
    ROOT / "tests" / "PROVEN.md",
)
"""The pages that tell a stranger of files and commands."""
LINK = re.compile(r"(?<=\]\()[^)\s]+(?=\))")
FENCED = re.compile(r"^ *```.*?\n(.*?)^ *```", re.MULTILINE | re.DOTALL)
INLINE = re.compile(r"`([^`\n]+)`")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
IN_FOLDER = re.compile(rf"(?:{'|'.join(FOLDERS)})/[\w./-]*")
FILE = re.compile(r"\w[\w./-]*\.(?:conf|html|js|md|py|service|toml|txt)")
WRITTEN_BY_OTHERS = {"config.py", "instance/config.py"}
"""Files that whoever runs the app writes."""


@cache
def text_of(page):
    return page.read_text("utf-8")


@cache
def anchors(page):
    """What a link can name in a page, as GitHub makes it of headings."""
    titles = HEADING.findall(FENCED.sub("", text_of(page)))
    return frozenset(re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles)


def code_in(page):
    """The lines of code of a page, and the code within its sentences."""
    text = text_of(page)
    lines = (line.strip() for block in FENCED.findall(text) for line in block.splitlines())
    return [*lines, *INLINE.findall(FENCED.sub("", text))]


def words_in(page):
    return [word for code in code_in(page) for word in re.split(r"[\s,;]+", code)]


@cache
def files():
    places = [ROOT.glob("*"), *((ROOT / folder).rglob("*") for folder in FOLDERS)]
    return frozenset(f"/{path.relative_to(ROOT).as_posix()}" for place in places for path in place)


def every_page():
    others = (path for folder in FOLDERS for path in (ROOT / folder).rglob("*.md"))
    yield from dict.fromkeys((*PAGES, *sorted(others)))


def named(pattern):
    return {
        found for page in PAGES for code in code_in(page) for found in re.findall(pattern, code)
    }


def lost_links(page):
    for link in LINK.findall(FENCED.sub("", text_of(page))):
        name, _, anchor = link.partition("#")
        target = (page.parent / name).resolve() if name else page
        if ":" in name:
            continue
        if not target.exists() or (anchor and anchor not in anchors(target)):
            yield f"{page.relative_to(ROOT)} links to {link}"


def test_the_readme_is_read_in_five_minutes():
    assert len((ROOT / "README.md").read_bytes()) <= 7_000


def test_the_guides_stay_small():
    assert sum(len(page.read_bytes()) for page in every_page()) <= 150_000


def test_the_readme_leads_to_every_page():
    readme = ROOT / "README.md"
    led = {(ROOT / link.partition("#")[0]).resolve() for link in LINK.findall(text_of(readme))}
    assert not {*PAGES} - led - {readme}


def test_the_tour_runs():
    failed, tried = doctest.testfile(str(TOUR), module_relative=False)
    assert tried >= 17
    assert not failed


def test_every_link_leads_somewhere():
    assert len(LINK.findall(text_of(ROOT / "README.md"))) > 15
    assert not [lost for page in every_page() for lost in lost_links(page)]


def test_every_picture_is_shown():
    folder = ROOT / "static" / "pictures"
    shown = {Path(link).name for page in PAGES for link in LINK.findall(text_of(page))}
    assert not [path.name for path in folder.glob("*.png") if path.name not in shown]


def is_there(word):
    """False for a path that leads nowhere, and for the name of a file that no file has."""
    if IN_FOLDER.fullmatch(word):
        return (ROOT / word).exists()
    if not FILE.fullmatch(word) or word in WRITTEN_BY_OTHERS:
        return True
    return any(file.endswith(f"/{word}") for file in files())


def test_the_files_that_they_name_are_there():
    lost = [(page.name, word) for page in PAGES for word in words_in(page) if not is_there(word)]
    assert not lost


def test_the_make_targets_that_they_name_exist():
    targets = set(re.findall(r"^([a-z-]+):", text_of(ROOT / "Makefile"), re.MULTILINE))
    targets_named = named(r"^make ([a-z][a-z-]*)")
    assert {"run", "test", "quick", "proof"} <= targets_named
    assert not targets_named - targets


def test_the_modules_that_they_run_exist():
    modules = named(r"python -m ([\w.]+)")
    assert len(modules) > 5
    assert not [module for module in modules if find_spec(module) is None]


def test_the_commands_that_they_name_exist(capsys):
    commands = named(r"^(?:\.venv/bin/)?scorekeeper ([a-z-]+)\b")
    assert commands >= {"serve", "judge", "score", "export", "import"}
    for name in commands:
        with pytest.raises(SystemExit) as left:
            main([name, "--help"])
        assert left.value.code == 0, name
    assert "usage" in capsys.readouterr().out
