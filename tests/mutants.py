"""Small faults put into a game, one at a time: how many of them do the game's tests see?

`make mutants G=kocka` takes the faults from mutmut. Mutmut's own runner collects the tests anew for
each fault, which would take days here; so a plugin of pytest collects them once, and forks.
"""

import gc
import json
import os
import pickle
import shutil
import signal
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from difflib import unified_diff
from functools import cached_property, wraps
from inspect import getsource
from itertools import accumulate
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

import pytest

HERE = Path(__file__).parents[1]
SHARED = "shared"
"""In place of a game: the referee, and what the games have in common."""
ORIGINAL = "_mutmut_orig"
"""The version of a function that has no fault."""
CHILDREN = int(os.environ.get("MUTANTS_CHILDREN", os.cpu_count() or 1))
SECONDS = float(os.environ.get("MUTANTS_SECONDS", "10"))
"""How long the tests of one fault take at most; the most promising are asked first."""
NOT = os.environ.get("MUTANTS_NOT", "")
"""Which tests not to ask, as `-k` has it: "and not test_play"."""
SAMPLE = int(os.environ.get("MUTANTS_SAMPLE", "0"))
"""So many faults, drawn at random, instead of all."""
ONLY = os.environ.get("MUTANTS_ONLY", "")
"""A file of an earlier run: only what was not seen then."""
FROM_START = os.environ.get("MUTANTS_FROM_START", "")
"""The fault that is in force while the game is imported."""
CHOSEN = Path("chosen_tests.json")
CLOCKS = "not at_once"
"""A test of how quick something is says nothing here."""

Function = Callable[..., Any]
Versions = dict[str, Function]

# --- the faults ----------------------------------------------------------------------------------


def main(game: str) -> int:
    """Tries every fault of a game in a copy of the project; writes down those that nobody sees."""
    copy = HERE / ".mutants" / game
    shutil.rmtree(copy, ignore_errors=True)
    hidden = shutil.ignore_patterns(".?*", "__pycache__", "instance")
    shutil.copytree(HERE, copy, ignore=hidden)
    os.chdir(copy)
    with Path("pyproject.toml").open("a") as file:
        file.write('\n[tool.mutmut]\nsource_paths = ["scorekeeper"]\n')
    plant(game)
    named = f"{CLOCKS} {NOT}" if game == SHARED else f"{game} and {CLOCKS} {NOT}"
    idle = ("xdist", "cacheprovider", "rerunfailures", "logging", "faulthandler")
    plugins = ["-p", "tests.mutants", *(word for name in idle for word in ("-p", f"no:{name}"))]
    tests = ["tests/games", "tests/walks", "-m", "not walk", "-k", named]
    command = [sys.executable, "-m", "pytest", *plugins, *tests, "-q", "-s", "--assert=plain"]
    environment = {**os.environ, "PYTHONPATH": "", "MUTANTS": f"{copy}.json"}
    return subprocess.run(command, env=environment, check=False).returncode


def plant(game: str) -> None:
    """Writes every fault of a game into its files, as so many versions of each function."""
    from mutmut.mutation.file_mutation import mutate_file_contents

    games = Path("scorekeeper", "games")
    shared = [*games.glob("*.py"), games.with_name("referee.py")]
    for file in shared if game == SHARED else (games / game).rglob("*.py"):
        file.write_text(mutate_file_contents(str(file), file.read_text("utf-8")).code, "utf-8")


# --- which of them is in force -------------------------------------------------------------------

versions_of: dict[str, list[Versions]] = defaultdict(list)
"""The versions of every function, by its module."""
called: set[int] = set()
"""The functions that were called, by the id of their versions."""


def choose(versions: Versions, is_classmethod: bool = False) -> Callable[[Function], Function]:
    """Stands in for mutmut's own switch, which reads the environment at every call."""

    def decorate(function: Function) -> Function:
        versions_of[function.__module__].append(versions)
        at_import = FROM_START.removeprefix(f"{function.__module__}.")

        @wraps(function)
        def call(*args: object, **more: object) -> object:
            called.add(id(versions))
            version = versions.get(at_import) or versions[ORIGINAL]
            return bare(version)(*args, **more)

        return call

    return decorate


def bare(version: Function) -> Function:
    """The function of a class method."""
    return getattr(version, "__func__", version)


def faults() -> Iterator[tuple[str, Versions, str]]:
    """The name of every fault, all versions of its function, and its key among them."""
    for module, each in sorted(versions_of.items()):
        for versions in each:
            for key in versions:
                if key != ORIGINAL:
                    yield f"{module}.{key}", versions, key


def take_over() -> None:
    """Takes mutmut's place; random tests are the same each time and look for no simpler case."""
    import mutmut.mutation.trampoline
    from hypothesis import HealthCheck, Phase, settings

    mutmut.mutation.trampoline.wrap_in_trampoline = choose
    settings.register_profile(
        "mutants",
        phases=[Phase.explicit, Phase.generate],
        database=None,
        derandomize=True,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    settings.load_profile("mutants")


# --- a child for each ----------------------------------------------------------------------------


class Child:
    """A fork that does some work; what comes of it is pickled into a pipe."""

    out = -1
    failed: Callable[[str], None]
    """What is done when a test fails, by its id."""

    def __init__(self, work: Callable[[], object]) -> None:
        self.pipe, out = os.pipe()
        self.pid = os.fork()
        if self.pid:
            os.close(out)
            return
        Child.out = out
        for standard in (1, 2):
            os.dup2(os.open(os.devnull, os.O_WRONLY), standard)
        with suppress(BaseException):
            Child.leave(work())
        os._exit(1)

    @classmethod
    def leave(cls, said: object) -> None:
        """Ends this child, which said something."""
        with os.fdopen(cls.out, "wb") as pipe:
            pickle.dump(said, pipe)
        os._exit(0)

    def result(self) -> Any:
        """What it said; None if it was ended because it took too long."""
        with os.fdopen(self.pipe, "rb") as pipe:
            said = pipe.read()
        return pickle.loads(said) if said else None


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Iterator[None]:
    """Says at once that a test failed: nobody reads how."""
    yield from told(item)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Says at once that a test failed: nobody reads how."""
    yield from told(item)


def told(item: pytest.Item) -> Iterator[None]:
    """A step of a test; what it raises is told before pytest looks at it."""
    try:
        yield
    except pytest.skip.Exception:
        raise
    except BaseException:
        Child.failed(item.nodeid)
        raise


def run(items: Sequence[pytest.Item], seconds: Mapping[str, float]) -> Iterator[pytest.Item]:
    """Runs tests in this process; SIGPROF ends it if one takes five times as long as it did."""
    items[0].config.pluginmanager.unregister(name="terminalreporter")
    for item, following in zip(items, [*items[1:], None], strict=True):
        signal.setitimer(signal.ITIMER_PROF, 2 + 5 * seconds.get(item.nodeid, SECONDS))
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        yield item


@dataclass
class Tests:
    """The tests: those that call a function, with their seconds, by the id of its versions."""

    items: Mapping[str, pytest.Item]
    calling: dict[int, dict[str, float]] = field(default_factory=lambda: defaultdict(dict))
    saw: Counter[str] = field(default_factory=Counter)
    saw_there: dict[int, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))

    def measure(self) -> tuple[dict[int, dict[str, float]], set[str]]:
        """What each test calls; and those that fail as the code has so many versions now."""
        failed: set[str] = set()
        Child.failed = failed.add
        called.clear()
        start = process_time()
        for item in run([*self.items.values()], {}):
            seconds = process_time() - start
            for function in called if item.nodeid not in failed else ():
                self.calling[function][item.nodeid] = seconds
            called.clear()
            start = process_time()
        return dict(self.calling), failed

    def promising(self, function: int) -> list[str]:
        """The tests of a function as far as there is time, those first that saw most so far."""
        times, there = self.calling.get(function, {}), self.saw_there[function]
        best = sorted(times, key=lambda id: (-there[id], -self.worth(id) / (times[id] + 0.05)))
        spent = accumulate(times[id] for id in best)
        return [id for id, sum_ in zip(best, spent, strict=True) if sum_ <= SECONDS]

    def worth(self, id: str) -> float:
        """How much a test may see: what it saw, and before that what it calls."""
        return self.saw[id] + self.breadth[id] / 10

    @cached_property
    def breadth(self) -> Counter[str]:
        """How many functions each test calls."""
        return Counter(id for times in self.calling.values() for id in times)

    def try_one(self, versions: Versions, key: str, ids: Sequence[str]) -> str:
        """The id of the first test that sees a fault, or nothing; ends a child."""
        Child.failed = Child.leave
        versions[ORIGINAL] = versions[key]
        for _ in run([self.items[id] for id in ids], self.calling[id(versions)]):
            pass
        return ""


def try_all(tests: Tests, wanted: Container[str]) -> dict[str, str]:
    """The test that saw each fault; '' where none did, and a word where they came to no end."""
    seen: dict[str, str] = {}
    running: dict[int, tuple[str, int, Child]] = {}

    def gather() -> None:
        name, function, child = running.pop(os.wait()[0])
        seen[name] = said = "no end" if (said := child.result()) is None else said
        if said:
            tests.saw[said] += 1
            tests.saw_there[function][said] += 1

    for name, versions, key in faults():
        if name not in wanted:
            continue
        if len(running) == CHILDREN:
            gather()
        if ids := tests.promising(id(versions)):
            child = Child(lambda v=versions, k=key, i=ids: tests.try_one(v, k, i))  # type: ignore[misc]
            running[child.pid] = (name, id(versions), child)
        else:
            seen[name] = ""
        report(seen)
    while running:
        gather()
    return seen


def report(seen: Mapping[str, str], every: int = 100) -> None:
    """Says how far it is."""
    if seen and len(seen) % every == 0:
        lost = sum(not by for by in seen.values())
        print(f"{lost} of {len(seen)} not seen", flush=True)


def from_start(names: Iterable[str], tests: Iterable[str]) -> dict[str, str]:
    """What is seen of faults in functions that are called while the game is imported."""
    CHOSEN.write_text(json.dumps(sorted(tests)))
    seen = {}
    for name in names:
        environment = {**os.environ, "MUTANTS_FROM_START": name}
        command = [sys.executable, *sys.orig_argv[1:]]
        ended = subprocess.run(command, env=environment, capture_output=True, check=False)
        seen[name] = "import" if ended.returncode else ""
    return seen


# --- the plugin ----------------------------------------------------------------------------------


def pytest_runtestloop(session: pytest.Session) -> bool:
    """Asks the tests about each fault."""
    tests = Tests({item.nodeid: item for item in session.items})
    if FROM_START:
        Child.failed = lambda id: os._exit(1)
        chosen = json.loads(CHOSEN.read_text())
        list(run([tests.items[id] for id in chosen], {}))
        os._exit(0)
    early = frozenset(called)
    tests.calling, strange = Child(tests.measure).result()
    os.wait()
    print("\nLeft out, as they read the code or the clock:", *sorted(strange), sep="\n  ")
    every = [name for name, _, _ in faults()]
    lost = json.loads(Path(ONLY).read_text())["lost"] if ONLY else every
    wanted = set(Random(13).sample(lost, SAMPLE) if 0 < SAMPLE < len(lost) else lost)
    # What lies in memory now is shared by all children as long as nobody writes to it.
    gc.collect()
    gc.freeze()
    gc.disable()
    seen = try_all(tests, wanted)
    early -= set(tests.calling)
    lost = [name for name, versions, _ in faults() if name in wanted and id(versions) in early]
    seen |= from_start(lost, {id for each in tests.calling for id in tests.promising(each)})
    write(seen, tests)
    return True


def write(seen: Mapping[str, str], tests: Tests) -> None:
    """Says how many were seen; writes the others to a file, and what they are beside it."""
    lost = sorted(name for name, by in seen.items() if not by)
    endless = sum(by == "no end" for by in seen.values())
    killed = len(seen) - len(lost)
    print(f"{killed} of {len(seen)} seen: {killed / len(seen):.1%} ({endless} had no end)")
    file = Path(os.environ["MUTANTS"])
    file.write_text(json.dumps({"seen": seen, "lost": lost}, indent=1))
    file.with_suffix(".txt").write_text("\n".join(shown(set(lost), tests)))


def shown(names: set[str], tests: Tests) -> Iterator[str]:
    """What each of some faults changed."""
    for name, versions, key in faults():
        if name in names:
            yield f"# {name}: {len(tests.calling.get(id(versions), ()))} tests"
            before, after = (
                getsource(bare(versions[each])).splitlines()[1:] for each in (ORIGINAL, key)
            )
            changed = unified_diff(before, after, n=0, lineterm="")
            yield from (line for line in changed if not line.startswith(("---", "+++", "@@")))


if "MUTANTS" in os.environ:
    take_over()

if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
