"""What is installed is locked: exact versions with their hashes, as `pyproject.toml` asks for."""

import re
import tomllib
from functools import cache
from importlib.metadata import requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
RUNNING = "requirements.lock"
PACKING = "requirements-pack.lock"
"""What builds the pack where the machine has no Node: not installed here, nor what it needs."""
HASH = re.compile(r"--hash=sha256:[0-9a-f]{64}")
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
PROJECT = PYPROJECT["project"]
BUILDING = PYPROJECT["dependency-groups"]["build"]
NEEDED = {RUNNING: [*PROJECT["dependencies"], *BUILDING]}
NEEDED |= {
    f"requirements-{extra}.lock": [*NEEDED[RUNNING], *needed]
    for extra, needed in PROJECT["optional-dependencies"].items()
}
"""Lock → the requirements that it is made for."""
locks = pytest.mark.parametrize("lock", NEEDED)


@cache
def pins(lock):
    """Name → what is pinned, and the hashes of its files."""
    text = (ROOT / lock).read_text("utf-8")
    lines = re.sub(r"^\s*#.*\n", "", text, flags=re.MULTILINE).replace("\\\n", " ").splitlines()
    parts = [HASH.split(line)[0].strip() for line in lines]
    pinned = [
        (Requirement(part), frozenset(HASH.findall(line)))
        for part, line in zip(parts, lines, strict=True)
    ]
    assert len({each.name for each, _ in pinned}) == len(pinned)
    return {each.name: (each, hashes) for each, hashes in pinned}


def agrees(wanted, lock):
    """True if the lock holds a version that this requirement takes."""
    pinned, _ = pins(lock).get(canonicalize_name(wanted.name), (None, None))
    if pinned is None:
        return False
    (version,) = pinned.specifier
    return wanted.specifier.contains(version.version)


def here(marker, extra=""):
    """True if a requirement counts on this machine."""
    requirement = Requirement(marker)
    return requirement.marker is None or requirement.marker.evaluate({"extra": extra})


def needed_by(name, extras):
    """What an installed package needs on this machine; it is an error if it is not installed."""
    texts = requires(name) or []
    return [
        Requirement(text)
        for text in texts
        if any(here(text, extra) for extra in (extras or frozenset({""})))
    ]


def closure(wanted):
    """Name → every requirement that leads to it on this machine, from these on."""
    found = {}
    to_come = [Requirement(text) for text in wanted if here(text)]
    while to_come:
        next_ = to_come.pop()
        name = canonicalize_name(next_.name)
        if name not in found:
            to_come.extend(needed_by(name, frozenset(next_.extras)))
        found.setdefault(name, []).append(next_)
    return found


@locks
def test_the_lock_holds_what_is_asked_for(lock, faults):
    for text in NEEDED[lock]:
        with faults.at("requirement", text):
            assert agrees(Requirement(text), lock), "run: make lock"


@pytest.mark.parametrize("lock", [each for each in NEEDED if each != PACKING])
def test_what_that_needs_is_locked_and_nothing_else(lock, faults):
    reached = closure(NEEDED[lock])
    locked = {name for name, (pinned, _) in pins(lock).items() if here(str(pinned))}
    assert locked == set(reached), "run: make lock"
    for name, wanted in reached.items():
        with faults.at("package", name):
            assert [str(each) for each in wanted if not agrees(each, lock)] == []


@locks
def test_every_version_is_exact_and_has_hashes(lock, faults):
    for name, (pinned, hashes) in pins(lock).items():
        with faults.at("package", name):
            assert [version.operator for version in pinned.specifier] == ["=="]
            assert hashes


@locks
def test_no_address_stands_in_the_lock(lock):
    text = (ROOT / lock).read_text("utf-8")
    assert "//" not in text
    assert re.findall(r"^\s*--(?!hash=)\S+", text, flags=re.MULTILINE) == []


@pytest.mark.parametrize("larger", [each for each in NEEDED if each != RUNNING])
def test_the_tests_run_with_the_versions_that_the_app_runs_with(larger):
    running, testing = pins(RUNNING), pins(larger)
    assert set(running) <= set(testing)
    for name, (pinned, hashes) in running.items():
        also, their_hashes = testing[name]
        assert (pinned.specifier, hashes) == (also.specifier, their_hashes)


def test_the_project_is_built_by_what_is_locked():
    """`make` builds without an environment of its own, so it may need nothing else."""
    assert set(PYPROJECT["build-system"]["requires"]) <= set(BUILDING)
