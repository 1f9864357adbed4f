"""Node, which runs Pyodide while the pack is built, and Pyodide itself, fetched as it is locked."""

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

HERE = Path(__file__).parent
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
