"""Puts the pack together: each part in the form that a phone needs, named by what it holds, packed
tight once, and listed in a manifest.

Compressing is what takes long, and most of the pack stays as it is from version to version. So what
was compressed or compiled is kept in the workshop by the hash of what went in. Node runs Pyodide
meanwhile, which is fetched as it is locked.

Templates are packed as the Python that Jinja makes of them: making it of a large one takes a phone
a second, compiling it a fiftieth of that. As bytecode it would weigh twice as much.
"""

import io
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from functools import partial
from hashlib import sha256
from pathlib import Path

from scorekeeper.core.version import version
from scorekeeper.extras.pocket.pack import contents
from scorekeeper.extras.pocket.pages.engine import Engine
from scorekeeper.extras.pocket.pages.pack import MANIFEST, Pack, Part
from scorekeeper.extras.pocket.pages.phone import CODE

TEMPLATES = "scorekeeper/templates/"
LINES = re.compile(r"^debug_info = .*$", re.MULTILINE)
"""Which line of the source is which of the template."""


def with_code(files: contents.Files) -> contents.Files:
    """Files of the app, its templates as code."""
    env = Engine("{}", "/", has_server=True).app.jinja_env
    known, made = set(env.list_templates()), contents.Files()
    for name, data in files.items():
        template = name.removeprefix(TEMPLATES)
        if template in known:
            source = env.loader.get_source(env, template)[0] if env.loader else data.decode()
            code = env.compile(source, template, raw=True)
            made[f"{name}{CODE}"] = LINES.sub("debug_info = ''", code).encode()
        else:
            made[name] = data
    return made


LOCKED = ("package.json", "package-lock.json")
OLDEST = 20
"""The oldest version of Node that runs this Pyodide."""
NO_NETWORK = ("ENOTFOUND", "EAI_AGAIN", "ECONNREFUSED", "ECONNRESET", "ETIMEDOUT", "ENETUNREACH")


class CannotBuild(Exception):
    """What is missing on this machine, in a sentence for whoever wants the pack."""


def run_node(script: Path, arguments: Sequence[str | Path]) -> None:
    """Runs a script. Raises CannotBuild with the last that it said."""
    command = [_program("node"), str(script), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        # Node quotes the line that failed, and Pyodide is one line of a megabyte.
        lines = [line for line in done.stderr.splitlines() if line.strip() and len(line) < 500]
        raise CannotBuild("\n".join([f"{script.name} failed:", *lines[-20:]]))


def fetch_pyodide(workshop: Path) -> Path:
    """The folder of the Pyodide that is locked; fetched into the workshop if it is not there."""
    lock = (HERE / "package-lock.json").read_bytes()
    packages, stamp = workshop / "node_modules", workshop / "fetched.json"
    if not (stamp.exists() and stamp.read_bytes() == lock and packages.exists()):
        workshop.mkdir(parents=True, exist_ok=True)
        for name in LOCKED:
            shutil.copyfile(HERE / name, workshop / name)
        _npm_ci(workshop)
        stamp.write_bytes(lock)
    return packages / "pyodide"


def _npm_ci(workshop: Path) -> None:
    quiet = ("--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
    # With its own waits npm takes more than a minute before it says what is wrong.
    waits = ("--fetch-retry-mintimeout=1000", "--fetch-retry-maxtimeout=5000")
    command = [_program("npm"), "ci", *waits, *quiet]
    # npm is a script of Node's: it must find the one that was chosen.
    path = os.pathsep.join([str(Path(_program("node")).parent), os.environ.get("PATH", "")])
    done = subprocess.run(
        command,
        cwd=workshop,
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise CannotBuild(_why_not_fetched(done.stderr))


def _why_not_fetched(said: str) -> str:
    """What keeps npm from fetching, in a sentence.

    >>> _why_not_fetched("npm error code SELF_SIGNED_CERT_IN_CHAIN")
    'Node does not know the certificate of this network: NODE_EXTRA_CA_CERTS=its.pem make pack'
    """
    if any(sign in said for sign in NO_NETWORK):
        return "offline: Pyodide has to be fetched once, so connect and run this again"
    if "CERT" in said:
        known = "NODE_EXTRA_CA_CERTS=its.pem make pack"
        return f"Node does not know the certificate of this network: {known}"
    lines = [line for line in said.splitlines() if line.strip()]
    return f"npm could not fetch Pyodide: {' '.join(lines[:3]) or 'it does not say why'}"


def _program(name: str) -> str:
    """The path of `node` or `npm`: the machine's if its Node is new enough, else ours.

    Raises CannotBuild if there is neither.
    """
    for folder in (None, str(Path(sys.executable).parent)):
        node, wanted = shutil.which("node", path=folder), shutil.which(name, path=folder)
        if node and wanted and _version(node) >= OLDEST:
            return wanted
    raise CannotBuild(
        f"building the pack needs Node {OLDEST} or newer with npm:"
        " install it, or pip install --requirement requirements-pack.lock"
    )


def _version(node: str) -> int:
    """The first number of a Node's version; 0 if it does not say."""
    done = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
    number = done.stdout.strip().removeprefix("v").partition(".")[0]
    return int(number) if number.isdigit() else 0


PACKED = ".br"
"""What the name of a packed part ends with."""


def once(workshop: Path, what: str, source: bytes, make: Callable[[], bytes]) -> bytes:
    """What is made of a source, if it was not made before under the name `what`."""
    kept = workshop / "kept" / f"{what}-{_hash(source)}"
    if not kept.exists():
        write(kept, make())
    return kept.read_bytes()


def write(path: Path, data: bytes) -> None:
    """Puts a file in its place, whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    draft.write_bytes(data)
    draft.replace(path)


def zip_of(files: Mapping[str, bytes]) -> bytes:
    """A zip of some files in their order, the same for the same files; nothing is packed."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as made:
        for name, data in files.items():
            made.writestr(zipfile.ZipInfo(name), data)
    return out.getvalue()


def write_part(to: Path, workshop: Path, name: str, data: bytes) -> Part:
    """Puts a part into a folder, plain and packed."""
    stem, _, suffix = name.rpartition(".")
    file = f"{stem}.{_hash(data)[:8]}.{suffix}"
    packed = once(workshop, "br", data, partial(_by_node, "brotli.mjs", (), data))
    write(to / file, data)
    write(to / f"{file}{PACKED}", packed)
    return Part(name, file, len(data), len(packed))


def write_manifest(to: Path, version: str, parts: Sequence[Part], source: str = "") -> Pack:
    """Lists the parts in their folder, and removes what belongs to an older pack."""
    told = json.dumps([version, *(part.file for part in parts)])
    sizes = sum(part.bytes for part in parts), sum(part.packed for part in parts)
    pack = Pack(version, _hash(told.encode())[:12], tuple(parts), *sizes, source)
    write(to / MANIFEST, json.dumps(asdict(pack), indent=1).encode() + b"\n")
    ours = {MANIFEST, *(part.file for part in parts), *(f"{part.file}{PACKED}" for part in parts)}
    for path in to.iterdir():
        if path.name not in ours:
            path.unlink()
    return pack


def _hash(data: bytes) -> str:
    return sha256(data).hexdigest()


HERE = Path(__file__).parent
PACK_FOLDER = contents.ROOT / "static" / "pack"
"""Where the app looks for the pack."""
WORKSHOP = Path(sys.prefix) / "pack"
"""Where it is built: in the environment, which git does not see."""
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
"""What is taken from Pyodide as it is."""


def build(
    to: Path = PACK_FOLDER, workshop: Path = WORKSHOP, say: Callable[[Part], None] = print
) -> Pack:
    """Builds the pack into a folder that holds nothing else, and says each part that is done.

    Raises CannotBuild, OSError.
    """
    pyodide, source = fetch_pyodide(workshop), contents.source_hash()
    parts = []
    for name, data in _contents(workshop, pyodide):
        parts.append(write_part(to, workshop, name, data))
        say(parts[-1])
    return write_manifest(to, version(), parts, source)


def _contents(workshop: Path, pyodide: Path) -> Iterator[tuple[str, bytes]]:
    """The parts by name, in the order in which a phone needs them."""
    for name in RUNTIME:
        yield name, (pyodide / name).read_bytes()
    zips = {
        "stdlib.zip": contents.standard_files(pyodide),
        "libs.zip": contents.library_files(),
        "words.zip": contents.word_files(),
        "app.zip": with_code(contents.app_files()),
    }
    for name, files in zips.items():
        yield name, _with_bytecode(workshop, pyodide, files)


def _with_bytecode(workshop: Path, pyodide: Path, files: contents.Files) -> bytes:
    tools = (HERE / "bytecode.py", HERE / "package-lock.json")
    source = zip_of(files | {f"tools/{path.name}": path.read_bytes() for path in tools})
    words = pyodide, HERE / "bytecode.py"
    return once(workshop, "zip", source, lambda: _by_node("bytecode.mjs", words, zip_of(files)))


def _by_node(script: str, words: Sequence[str | Path], data: bytes) -> bytes:
    """What a script for Node makes of a file's content. Raises CannotBuild."""
    with tempfile.TemporaryDirectory() as folder:
        given, made = Path(folder, "given"), Path(folder, "made")
        given.write_bytes(data)
        run_node(HERE / script, (*words, given, made))
        return made.read_bytes()
