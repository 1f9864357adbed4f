"""Checks, builds and tags a release; what it built lies in `dist/`, and nothing is uploaded.

    python -m tests.release 0.11.0

A file that is built twice has to be the same, byte by byte: so whoever doubts what the package
index holds builds it from the tag and compares.
"""

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from shutil import copy
from tempfile import TemporaryDirectory

from scorekeeper.core.version import DISTRIBUTION
from tests.languages import release as languages

ROOT = Path(__file__).parents[1]
BUILD = ("uv", "build", "--no-build-isolation", "--offline", "--quiet")


class NotReady(Exception):
    """What has to be mended before a release, in one sentence."""


def main() -> int:
    """The exit status: 1 with the reason if a release of this version cannot be made."""
    if len(sys.argv) != 2:
        print("Which version? make release V=0.11.0", file=sys.stderr)
        return 2
    try:
        files = release(sys.argv[1])
    except NotReady as error:
        print(error, file=sys.stderr)
        return 1
    print("\n".join([f"Tagged v{sys.argv[1]}. To be uploaded by whoever may:", *map(str, files)]))
    return 0


def release(version: str) -> list[Path]:
    """Builds and tags a version → its files. Raises NotReady."""
    check_texts(version, (ROOT / "pyproject.toml").read_text(), (ROOT / "CHANGELOG.md").read_text())
    if run("git", "status", "--porcelain"):
        raise NotReady("commit first: a release is what the tag says")
    if languages.main():
        raise NotReady("these texts are missing")
    if not (ROOT / "static" / "pack").is_dir():
        raise NotReady("make pack first: a wheel brings the phone's pack along")
    files = built_twice(build)
    run(sys.executable, "-m", "twine", "check", "--strict", *map(str, files))
    run("git", "tag", f"v{version}")
    return files


def check_texts(version: str, project: str, changelog: str) -> None:
    """Raises NotReady unless `pyproject.toml` and the changelog are of this version."""
    if f'\nversion = "{version}"\n' not in project:
        raise NotReady(f'write version = "{version}" into pyproject.toml')
    newest = re.search(r"^## (.+)$", changelog, re.MULTILINE)
    if newest is None or not version.startswith(newest[1]):
        raise NotReady(f"the newest heading of CHANGELOG.md has to be ## {version}")


def build(folder: Path) -> None:
    """Builds the sdist of the tree into a folder, and of that the wheel."""
    run(sys.executable, "-m", *BUILD, "--out-dir", str(folder), str(ROOT))


def built_twice(make: Callable[[Path], None]) -> list[Path]:
    """Builds two times → the files in `dist/`. Raises NotReady if they are not the same."""
    with TemporaryDirectory() as first, TemporaryDirectory() as second:
        for folder in (first, second):
            make(Path(folder))
        files = sorted(Path(first).glob(f"{DISTRIBUTION}-*"))
        if unlike := [*_unlike(files, Path(second))]:
            raise NotReady(f"built twice, these are not the same: {', '.join(unlike)}")
        (ROOT / "dist").mkdir(exist_ok=True)
        return [Path(copy(file, ROOT / "dist")) for file in files]


def _unlike(files: list[Path], other: Path) -> Iterator[str]:
    for file in files:
        if file.read_bytes() != (other / file.name).read_bytes():
            yield file.name


def run(*command: str) -> str:
    """What a command prints. Raises NotReady if it fails."""
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        raise NotReady(f"{' '.join(command[:4])} …: {done.stderr or done.stdout}")
    return done.stdout


if __name__ == "__main__":
    sys.exit(main())
