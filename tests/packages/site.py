"""A folder of installed packages, as pip leaves one: what begins with it on its path finds them."""

import os
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from scorekeeper.installed import GROUP
from tests.toy import copies
from tests.toy.copies import ROOT

BORROWED = """\
from dataclasses import replace
from scorekeeper.games.makao import GAME as MAKAO
GAME = replace(MAKAO, key="{key}", package=__name__)
"""
"""A game that is another one under a key of its own."""


def put(site: Path, key: str, source: str = BORROWED, author: str = "Ota Novák") -> Path:
    """Installs a package with a game; gives the folder of the package."""
    package = site / f"pub_{key}"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text(source.replace("{key}", key), "utf-8")
    said = {
        "METADATA": f"Metadata-Version: 2.4\nName: pub-{key}\nVersion: 1.2\n"
        + (f"Author-email: {author} <ota@example.org>\n" if author else ""),
        "entry_points.txt": f"[{GROUP}]\n{key} = pub_{key}:GAME\n",
    }
    told = site / f"pub_{key}-1.2.dist-info"
    told.mkdir()
    for name, text in said.items():
        (told / name).write_text(text, "utf-8")
    return package


def borrow(site: Path, key: str, **more: str) -> Path:
    """Installs Makao under another key, with all its words; gives the folder of the package."""
    from scorekeeper.games.makao import GAME as MAKAO

    package = put(site, key, **more)
    for path in MAKAO.folder.iterdir():
        if path.is_dir() and path.name in ("rulebook", "decisions"):
            shutil.copytree(path, package / path.name)
        elif path.suffix == ".toml":
            shutil.copy(path, package)
    return package


PRSI = Path(__file__).parent / "prsi"
"""The project of a game that is a package of its own."""


def install(project: Path, site: Path) -> Path:
    """Lets pip build and install a project, and nothing that it asks for; gives the site."""
    options = ("--quiet", "--no-deps", "--no-build-isolation", "--no-index")
    command = [sys.executable, "-m", "pip", "install", *options, "--target", str(site)]
    run = subprocess.run([*command, str(project)], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    return site


def environment(site: Path) -> Mapping[str, str]:
    """What a process is begun with that finds the packages of a folder."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join((str(site), str(ROOT)))}


def passed(site: Path, *arguments: str) -> Counter[str]:
    """How many tests of each file pass where packages are installed; complains if any does not."""
    return copies.passed(ROOT, *arguments, environment=environment(site))
