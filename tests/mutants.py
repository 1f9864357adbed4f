"""Small faults put into the code, one at a time: which of them do the tests see?

    make mutants G=sample N=400               a sample over all rooms, the same one each time
    make mutants G=kocka                      one game (or G=shared: the referee, what games share)
    make mutants G=sample BEFORE=before.txt   the same faults as an earlier run, and compare

The faults are those of mutmut, each known by file, function and change, so that tests may move. Its
own runner collects the tests anew for each fault, which would take days here; so a plugin of pytest
collects them once, notes which test calls which function, and forks for each fault.
"""

import gc
import json
import os
import pickle
import re
import shutil
import signal
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import wraps
from hashlib import sha256
from importlib import import_module
from importlib.machinery import SourceFileLoader
from itertools import islice
from pathlib import Path
from time import process_time
from types import CodeType
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

if TYPE_CHECKING:
    import libcst
    from mutmut.mutation.file_mutation import Mutation

HERE = Path(__file__).parents[1]
CONTRACT = "tests/contract"
"""The contract of all games: tests, in which no fault is planted."""
SAMPLE = "sample"
"""In place of a game: everything."""
SHARED = "shared"
"""In place of a game: the referee, and what the games have in common."""
ORIGINAL = "_mutmut_orig"
"""The version of a function that has no fault."""
CHILDREN = os.cpu_count() or 1
SECONDS = 20.0
"""How long the tests of one fault may take, as measured without it: of the processor's time."""
FROM_START = os.environ.get("MUTANTS_FROM_START", "")
"""The fault that is in force while everything is imported."""
INSTEAD = Path("planted")
"""The files that are imported instead of those of the code, which tests may read as they are."""
PLANTED = INSTEAD / "names.json"
"""The faults that were put in, in the order in which they are tried: name → id."""
WANTED = "not browser and not pack"
ROOMS = ("games", "core", "web", "extras")
"""Where tests ask the whole code, in `tests` and in `tests/verification`."""
EARLIER = Path("earlier.json")
"""The test that saw each fault in an earlier run: these are asked first."""
BREADTH = "tests/verification/"
"""Where the tests lie that `make test` leaves out."""
NEAR = 40
"""So many tests are asked of what only imports call."""
UNASKED = "no test calls it"
PART = 200
"""So many tests are measured in one process."""

Function = Callable[..., Any]
Versions = dict[str, Function]


class Fault(NamedTuple):
    """One fault: what it is known by, and where mutmut has it."""

    id: str
    file: Path
    key: str
    mutation: "Mutation"

    @property
    def room(self) -> str:
        """The package that it is in."""
        return room_of(self.id)


def room_of(id: str) -> str:
    """The package of a fault, games and parts of the web each by itself."""
    return "/".join(Path(id.partition("::")[0]).parent.parts[:3])


def main(which: str, count: str = "", before: str = "") -> int:
    """Tries faults in a copy of the project; writes down what became of each.

    `count` limits them; `before` is what an earlier run wrote: its faults are tried again.
    """
    earlier = verdicts_in(Path(before)) if before else {}
    copy = HERE / ".mutants" / which
    for old in (copy, copy.with_suffix(".tmp")):
        shutil.rmtree(old, ignore_errors=True)
    copy.with_suffix(".txt").unlink(missing_ok=True)
    hidden = shutil.ignore_patterns(".?*", "__pycache__", "instance")
    shutil.copytree(HERE, copy, ignore=hidden)
    os.chdir(copy)
    with Path("pyproject.toml").open("a") as file:
        file.write('\n[tool.mutmut]\nsource_paths = ["scorekeeper"]\n')
    plant(which, int(count or 0), earlier)
    named = () if which in (SAMPLE, SHARED) else ("-k", which)
    rooms = ROOMS if which == SAMPLE else ("games",)
    idle = ("xdist", "cacheprovider", "faulthandler")
    plugins = ["-p", "tests.mutants", *(word for name in idle for word in ("-p", f"no:{name}"))]
    folders = [f"{place}{room}" for place in ("tests/", BREADTH) for room in rooms]
    if which != SAMPLE:
        folders.append(f"{BREADTH}walks")
    tests = [CONTRACT, *folders, "-m", WANTED, *named]
    command = [sys.executable, "-m", "pytest", *plugins, *tests, "-q", "-s", "--assert=plain"]
    environment = {**os.environ, "PYTHONPATH": str(copy), "MUTANTS": f"{copy}.txt"}
    subprocess.run(command, env=environment, check=False)
    return compare(earlier, verdicts_in(copy.with_suffix(".txt"))) if earlier else 0


def plant(which: str, count: int, earlier: Mapping[str, str]) -> None:
    """Writes the code with faults in it to a folder, with so many versions of each function."""
    from mutmut.mutation.file_mutation import combine_mutations_to_source, create_mutations

    package, games = Path("scorekeeper"), Path("scorekeeper", "games")
    code = set(package.rglob("*.py")) - set(Path(CONTRACT).rglob("*.py"))
    files = {SAMPLE: code, SHARED: [*games.glob("*.py"), *(package / "referee").rglob("*.py")]}
    named = {id.partition("::")[0] for id in earlier}
    parsed = {
        file: create_mutations(str(file), file.read_text("utf-8"))
        for file in sorted(files.get(which, (games / which).rglob("*.py")))
        if not earlier or str(file) in named
    }
    every = [
        fault
        for file, (module, *_) in parsed.items()
        for fault in faults_of(file, module, parsed[file][1])
    ]
    chosen = [each for each in every if each.id in earlier] if earlier else spread(every)
    names, of_file = {}, defaultdict(list)
    for fault in chosen[: count or None]:
        of_file[fault.file].append(fault)
    for file, faults in of_file.items():
        module, _, *ignored = parsed[file]
        written = combine_mutations_to_source(module, [each.mutation for each in faults], *ignored)
        with_faults = INSTEAD / file
        with_faults.parent.mkdir(parents=True, exist_ok=True)
        with_faults.write_text(written.code, "utf-8")
        within: Counter[str] = Counter()
        for fault in faults:
            within[fault.key] += 1
            dotted = ".".join(file.with_suffix("").parts).removesuffix(".__init__")
            names[fault.id] = f"{dotted}.{fault.key}__mutmut_{within[fault.key]}"
    killers = {id: said.partition("\t")[2] for id, said in earlier.items() if "::" in said}
    EARLIER.write_text(json.dumps(killers))
    order = [each.id for each in chosen[: count or None]]
    INSTEAD.mkdir(exist_ok=True)
    PLANTED.write_text(json.dumps({names[id]: id for id in order}, ensure_ascii=False))
    gone = len(earlier) - len(order) if earlier else 0
    print(
        f"{len(order)} of {len(every)} faults" + (f", {gone} of before are gone" if gone else ""),
        flush=True,
    )


def spread(faults: Iterable[Fault]) -> list[Fault]:
    """All of them in an order that chance made once and for all.

    However many are taken from its beginning, every room has its share; a change of the code moves
    those few that it touches.
    """
    of_room = defaultdict(list)
    for fault in sorted(faults, key=lambda each: sha256(each.id.encode()).digest()):
        of_room[fault.room].append(fault)
    places = {
        each.id: (place / len(room), each.id)
        for room in of_room.values()
        for place, each in enumerate(room)
    }
    return sorted((each for room in of_room.values() for each in room), key=lambda f: places[f.id])


def faults_of(
    file: Path, module: "libcst.Module", mutations: Iterable["Mutation"]
) -> Iterator[Fault]:
    """What mutmut would change in the functions of a file."""
    from mutmut.mutation.trampoline_templates import mangle_function_name

    functions = dict(functions_in(module))
    seen: Counter[str] = Counter()
    for mutation in mutations:
        function = mutation.contained_by_top_level_function
        if function not in functions:
            continue
        owner = functions[function]
        old, new = map(module.code_for_node, (mutation.original_node, mutation.mutated_node))
        name = function.name.value
        said = f"{file}::{owner + '.' if owner else ''}{name}: {change(old, new)}"
        seen[said] += 1
        id = f"{said} #{seen[said]}" if seen[said] > 1 else said
        yield Fault(id, file, mangle_function_name(name=name, class_name=owner), mutation)


def functions_in(module: "libcst.Module") -> Iterator[tuple["libcst.FunctionDef", str | None]]:
    """The functions and methods of a module, each with the class that it belongs to."""
    import libcst

    for signed_text in module.body:
        if isinstance(signed_text, libcst.FunctionDef):
            yield signed_text, None
        elif isinstance(signed_text, libcst.ClassDef):
            for each in signed_text.body.body:
                if isinstance(each, libcst.FunctionDef):
                    yield each, signed_text.name.value


def change(old: str, new: str) -> str:
    """What differs between two pieces of code, and a little around it, in one line."""
    old, new = (re.sub(r"\s+", " ", text).strip() for text in (old, new))
    start = max(0, alike(old, new) - 30)
    end = max(0, alike(old[start:][::-1], new[start:][::-1]) - 30)
    return " → ".join(text[start : len(text) - end] for text in (old, new))


def alike(one: str, other: str) -> int:
    """How many characters two texts have in common at their beginning."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((place for place, (a, b) in pairs if a != b), min(len(one), len(other)))


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
            return getattr(version, "__func__", version)(*args, **more)

        return call

    return decorate


class Planted(NamedTuple):
    """A fault as it is in memory: its name, its id, the versions of its function, its key there."""

    name: str
    id: str
    versions: Versions
    key: str

    @property
    def function(self) -> int:
        """What its function is known by here."""
        return id(self.versions)


def planted() -> list[Planted]:
    """The faults that were put in, in the order in which they are tried.

    What is imported late is imported now: otherwise each child would have versions of its own.
    """
    named = json.loads(PLANTED.read_text())
    for module in sorted({name.rpartition(".")[0] for name in named}):
        with suppress(ImportError):
            import_module(module)
    here = {
        f"{module}.{key}": (versions, key)
        for module, each in versions_of.items()
        for versions in each
        for key in versions
    }
    missing = [id for name, id in named.items() if name not in here]
    print(f"{len(missing)} cannot be imported:", *missing, sep="\n", flush=True)
    return [Planted(name, id, *here[name]) for name, id in named.items() if name in here]


def take_over() -> None:
    """Takes mutmut's place; random tests are the same each time and look for no simpler case."""
    import mutmut.mutation.trampoline
    from hypothesis import HealthCheck, Phase, settings

    mutmut.mutation.trampoline.wrap_in_trampoline = choose
    SourceFileLoader.get_code = with_faults(SourceFileLoader.get_code)  # type: ignore[method-assign]
    settings.register_profile(
        "mutants",
        phases=[Phase.explicit, Phase.generate],
        database=None,
        derandomize=True,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    settings.load_profile("mutants")


def with_faults(usual: Function) -> Function:
    """How a module is loaded: if there is a file with faults in it, from that one."""
    here = Path.cwd()

    def get_code(loader: SourceFileLoader, name: str) -> CodeType | None:
        file = Path(loader.path)
        instead = here / INSTEAD / file.relative_to(here) if here in file.parents else file
        if instead != file and instead.exists():
            return compile(instead.read_text("utf-8"), loader.path, "exec", dont_inherit=True)
        code: CodeType | None = usual(loader, name)
        return code

    return get_code


class Child:
    """A fork that does some work; what comes of it is pickled into a file."""

    said: Path
    """Where a child says what came of it; a pipe is too small for what many tests call."""
    failed: Callable[[str], None]
    """What is done when a test fails, by its id."""

    def __init__(self, work: Callable[[], object]) -> None:
        folder = Path(os.environ["MUTANTS"]).with_suffix(".tmp")
        self.pid = os.fork()
        self.folder = folder / str(self.pid or os.getpid())
        if self.pid:
            return
        os.setpgid(0, 0)
        self.folder.mkdir(parents=True)
        Child.said = self.folder / "said"
        os.environ["PYTEST_DEBUG_TEMPROOT"] = str(self.folder)
        for standard in (1, 2):
            os.dup2(os.open(os.devnull, os.O_WRONLY), standard)
        with suppress(BaseException):
            Child.leave(work())
        os._exit(1)

    @classmethod
    def leave(cls, said: object) -> None:
        """Ends this child, which said something."""
        for timer in (signal.ITIMER_PROF, signal.ITIMER_REAL):
            signal.setitimer(timer, 0)
        cls.said.write_bytes(pickle.dumps(said))
        os._exit(0)

    def result(self) -> Any:
        """What it said; None if it was ended because it took too long. Its servers end with it."""
        with suppress(ProcessLookupError):
            os.killpg(self.pid, signal.SIGKILL)
        file = self.folder / "said"
        said = pickle.loads(file.read_bytes()) if file.exists() else None
        shutil.rmtree(self.folder, ignore_errors=True)
        return said


def side_by_side(works: Iterable[tuple[Any, Callable[[], object]]]) -> Iterator[tuple[Any, Any]]:
    """Does works in children, a few at a time; what each is called and what came of it."""
    waiting = iter(works)
    running: dict[int, tuple[Any, Child]] = {}
    while True:
        for name, work in islice(waiting, CHILDREN - len(running)):
            child = Child(work)
            running[child.pid] = (name, child)
        if not running:
            return
        name, child = running.pop(os.wait()[0])
        yield name, child.result()


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
    """Runs tests in this process; a signal ends it if one takes five times as long as it did.

    The machine's clock is for those that wait for what never comes.
    """
    items[0].config.pluginmanager.unregister(name="terminalreporter")
    for item, following in zip(items, [*items[1:], None], strict=True):
        allowed = 2 + 5 * seconds.get(item.nodeid, SECONDS)
        signal.setitimer(signal.ITIMER_PROF, allowed)
        signal.setitimer(signal.ITIMER_REAL, 30 + 10 * allowed)
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        yield item


@dataclass
class Tests:
    """The tests: those that call a function, with their seconds, by the id of its versions."""

    items: Mapping[str, pytest.Item]
    earlier: Mapping[str, str]
    calling: dict[int, dict[str, float]] = field(default_factory=lambda: defaultdict(dict))
    failed: set[str] = field(default_factory=set)

    def measure(self, ids: Sequence[str]) -> None:
        """Notes what each of some tests calls, and those that fail as the code is now."""
        parts = [ids[start : start + PART] for start in range(0, len(ids), PART)]
        works = ((part, lambda part=part: self.measured(part)) for part in parts)
        for part, said in side_by_side(works):
            calls, failed = said or ({}, {f"{part[0]} and the next {len(part)}"})
            self.failed |= failed
            for function, seconds in calls.items():
                self.calling[function] |= seconds

    def measured(self, ids: Sequence[str]) -> tuple[dict[int, dict[str, float]], set[str]]:
        """What each of some tests calls, and which fail; in a child."""
        calls: dict[int, dict[str, float]] = defaultdict(dict)
        failed: set[str] = set()
        Child.failed = failed.add
        called.clear()
        start = process_time()
        for item in run([self.items[id] for id in ids], {}):
            seconds = process_time() - start
            for function in called if item.nodeid not in failed else ():
                calls[function][item.nodeid] = seconds
            called.clear()
            start = process_time()
        return dict(calls), failed

    def promising(self, fault: Planted) -> list[str]:
        """The tests of a function, as far as there is time.

        The one that saw it in an earlier run comes first; then of each test function the quickest
        case, and the next ones when all had their turn.
        """
        times = self.calling.get(fault.function, {})
        cases: Counter[str] = Counter()
        turns = {}
        for id in sorted(times, key=lambda id: (times[id], id)):
            turns[id] = cases[id.partition("[")[0]]
            cases[id.partition("[")[0]] += 1
        first = self.earlier.get(fault.id)
        chosen, spent = [], 0.0
        for id in sorted(turns, key=lambda id: (id != first, turns[id], times[id], id)):
            if spent + times[id] <= SECONDS:
                chosen.append(id)
                spent += times[id]
        return chosen

    def try_one(self, fault: Planted, ids: Sequence[str]) -> str:
        """The id of the first test that sees a fault, or nothing; ends a child."""
        Child.failed = Child.leave
        fault.versions[ORIGINAL] = fault.versions[fault.key]
        for _ in run([self.items[id] for id in ids], self.calling[fault.function]):
            pass
        return ""

    def try_all(self, faults: Iterable[Planted]) -> Iterator[tuple[Planted, str]]:
        """What became of each fault: a verdict and a word about it."""
        asked = [(fault, self.promising(fault)) for fault in faults]
        for fault, ids in asked:
            if not ids:
                yield fault, f"survived\t{UNASKED}"
        works = (
            ((fault, len(ids)), lambda fault=fault, ids=ids: self.try_one(fault, ids))
            for fault, ids in asked
            if ids
        )
        for (fault, count), said in side_by_side(works):
            of = len(self.calling[fault.function])
            if said is None:
                yield fault, "timeout\t"
            else:
                yield fault, f"killed\t{said}" if said else f"survived\t{count} of {of} tests asked"


def from_start(
    faults: Iterable[Planted], near: Mapping[str, Counter[str]]
) -> Iterator[tuple[Planted, str]]:
    """What becomes of faults in functions that only imports call: asked in processes of their own.

    Those tests are asked that call most of what is near: in the same room.
    """
    sound: dict[str, bool] = {}
    for fault in faults:
        room = room_of(fault.id)
        tests = [id for id, _ in near[room].most_common(NEAR)]
        if room not in sound:
            sound[room] = bool(tests) and passes("nothing", tests)
        if not sound[room]:
            yield fault, "survived\tonly imports call it"
        elif passes(fault.name, tests):
            yield fault, f"survived\tonly imports call it: {len(tests)} tests of its room asked"
        else:
            yield fault, "killed\timport"


def passes(name: str, tests: Iterable[str]) -> bool:
    """Whether tests pass in a process in which a fault is in force from its start."""
    environment = {**os.environ, "MUTANTS_FROM_START": name}
    options = [word for word in sys.orig_argv[1:] if not word.startswith(("tests/", CONTRACT))]
    command = [sys.executable, *options, *tests]
    try:
        ended = subprocess.run(
            command, env=environment, capture_output=True, check=False, timeout=20 * SECONDS
        )
    except subprocess.TimeoutExpired:
        return False
    return ended.returncode == 0


def pytest_runtestloop(session: pytest.Session) -> bool:
    """Asks the tests about each fault: those of `make test` before the rest.

    Before both come those that saw a fault in an earlier run: most are seen again by them.
    """
    if FROM_START:
        Child.failed = lambda id: os._exit(1)
        list(run(session.items, {}))
        os._exit(0)
    faults, early = planted(), frozenset(called)
    # What lies in memory now is shared by all children as long as nobody writes to it.
    gc.collect()
    gc.freeze()
    gc.disable()
    verdicts: dict[str, str] = {}
    near: dict[str, Counter[str]] = defaultdict(Counter)
    earlier = json.loads(EARLIER.read_text())
    breadth = {item.nodeid for item in session.items if item.nodeid.startswith(BREADTH)}
    at_once = {item.nodeid for item in session.items} - breadth
    left = faults
    for chosen in (set(earlier.values()) & at_once, at_once, breadth):
        items = {item.nodeid: item for item in session.items if item.nodeid in chosen}
        if not items or not left:
            continue
        tests = Tests(items, earlier)
        tests.measure(list(items))
        # At once: a fork would say again what still waits to be written.
        print(f"\n{len(items)} tests, {len(tests.failed)} left out as they fail", flush=True)
        print(*sorted(tests.failed), sep="\n", flush=True)
        for fault in faults:
            near[room_of(fault.id)].update(tests.calling.get(fault.function, ()))
        for fault, verdict in tests.try_all(left):
            write(verdicts, fault, verdict)
        left = [each for each in left if verdicts[each.id].startswith("survived")]
    unasked = [each for each in left if "asked" not in verdicts[each.id]]
    for fault, verdict in from_start((each for each in unasked if each.function in early), near):
        write(verdicts, fault, verdict)
    print(table(verdicts))
    return True


def write(verdicts: dict[str, str], fault: Planted, verdict: str) -> None:
    """Adds a verdict, and writes all of them to a file: what is there when it breaks off counts."""
    is_new = fault.id not in verdicts
    if verdict.startswith("survived") and not is_new:
        verdict = "; ".join((verdicts[fault.id], verdict.partition("\t")[2]))
    verdicts[fault.id] = verdict
    lines = sorted(f"{id}\t{said}" for id, said in verdicts.items())
    Path(os.environ["MUTANTS"]).write_text("".join(f"{line}\n" for line in lines), "utf-8")
    if is_new and len(verdicts) % 50 == 0:
        print(f"{len(verdicts)} tried", flush=True)


def verdicts_in(file: Path) -> dict[str, str]:
    """What a run wrote: the id of each fault → its verdict, and a word about it."""
    lines = (line.partition("\t") for line in file.read_text("utf-8").splitlines())
    return {id: said for id, _, said in lines}


def table(verdicts: Mapping[str, str]) -> str:
    """How many faults were killed, survived, and came to no end, room by room."""
    rooms: dict[str, Counter[str]] = defaultdict(Counter)
    for id, verdict in verdicts.items():
        for room in (room_of(id), "all"):
            rooms[room][verdict.partition("\t")[0]] += 1
    columns = ("killed", "survived", "timeout")
    lines = [
        f"{room:32}" + "".join(f"{rooms[room][column]:10}" for column in columns)
        for room in sorted(rooms, key=lambda room: (room == "all", room))
    ]
    return "\n".join([" " * 32 + "".join(f"{column:>10}" for column in columns), *lines])


def compare(before: Mapping[str, str], now: Mapping[str, str]) -> int:
    """Says what was seen before and is no longer; the exit status: 1 if there is any."""
    lost = [
        id
        for id, said in now.items()
        if said.startswith("survived") and not before[id].startswith("survived")
    ]
    won = sum(
        not said.startswith("survived") and before[id].startswith("survived")
        for id, said in now.items()
    )
    print(f"{len(now)} of {len(before)} tried again: {len(lost)} lost, {won} won")
    for id in lost:
        print(f"  {id}\n    before: {before[id]}\n    now: {now[id]}")
    return 1 if lost else 0


if "MUTANTS" in os.environ:
    take_over()

if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
