"""The folder of a house: its settings, where its ledger is, and who may take a copy of it.

The server reads them, and so does every command that takes care of what is kept.
"""

import ast
import json
import os
import secrets
import time
import traceback
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from types import ModuleType

SETTINGS = "config.py"
PREFIX = "SCOREKEEPER_"
"""What the names of settings begin with in the environment of a container."""
LEDGER = "scorekeeper.db"
"""The ledger of a house whose settings name no other."""
SECRET_FILE = "secret.key"
"""What links and cookies are made of, where the settings hold no secret."""


class BadSettings(OSError):
    """The settings cannot be taken; the message names the file and the line."""


def read_settings(path: Path) -> dict[str, object]:
    """The settings of a `config.py`, if it is there, and over them those of the environment.

    Raises BadSettings.
    """
    exported = {n.removeprefix(PREFIX): t for n, t in os.environ.items() if n.startswith(PREFIX)}
    return {**_written(path), **{name: _value(text) for name, text in exported.items()}}


def _value(text: str) -> object:
    """What the environment says of a setting, `SCOREKEEPER_PROXIES=1`: JSON, or else text."""
    try:
        value: object = json.loads(text)
    except ValueError:
        return text
    return value


def _written(path: Path) -> dict[str, object]:
    if not path.exists():
        return {}
    config = ModuleType("config")
    config.__file__ = str(path)
    try:
        exec(compile(path.read_bytes(), str(path), "exec"), vars(config))
    except Exception as error:  # it is a program, and can raise anything
        what = getattr(error, "msg", None) or getattr(error, "strerror", None) or error
        line = _line(error, path)
        raise BadSettings(f"{path}{line}: {type(error).__name__}: {what}") from error
    return {name: value for name, value in vars(config).items() if name.isupper()}


def place_of(name: str, path: Path) -> str:
    """Where a setting is set, as it is said: in the environment, or in a line of a file."""
    if PREFIX + name in os.environ:
        return f"{PREFIX}{name} of the environment"
    nodes = ast.walk(ast.parse(path.read_bytes()))
    lines = [node.lineno for node in nodes if isinstance(node, ast.Name) and node.id == name]
    return f"{path}{f', line {max(lines)}' if lines else ''}"


def _line(error: Exception, path: Path) -> str:
    """The line of a file that an error comes from, as it is said; empty if none was run."""
    if isinstance(error, SyntaxError):
        return f", line {error.lineno}"
    steps = traceback.extract_tb(error.__traceback__)
    return next((f", line {step.lineno}" for step in steps if step.filename == str(path)), "")


def default_ledger_url(instance: Path) -> str:
    """The address of the ledger of a folder whose settings name no other."""
    return f"sqlite:///{instance.resolve() / LEDGER}"


def ledger_url(instance: Path) -> str:
    """The address of the ledger of a folder. Raises BadSettings."""
    named = read_settings(instance / SETTINGS).get("LEDGER")
    return str(named) if named else default_ledger_url(instance)


def is_made(instance: Path, url: str) -> bool:
    """False if the ledger at an address is the usual one of a folder, and was never made."""
    return url != default_ledger_url(instance) or (instance / LEDGER).exists()


COPY_SECONDS = 600
"""So long the address of a copy is good."""
WITH_SECRET = "secret."
"""What the token of an address begins with under which the secret goes along."""
_COPY = ".copy-"


def allow_copy(instance: Path, *, with_secret: bool) -> str:
    """The token of an address under which a copy of everything can be taken, once and soon.

    It stands nowhere but in that address: the folder has an empty file, named by the token's hash.
    What is too old there, and what an interrupted copy left behind, goes.
    """
    for path in instance.glob(f"{_COPY}*"):
        if not _is_new(path):
            path.unlink(missing_ok=True)
    token = f"{WITH_SECRET if with_secret else ''}{secrets.token_urlsafe(32)}"
    copy_path(instance, token).touch(0o600, exist_ok=False)
    return token


def may_copy(instance: Path, token: str) -> bool:
    """True if the address with this token is good; it stays so."""
    return _is_new(copy_path(instance, token))


def take_copy(instance: Path, token: str) -> bool:
    """True for the first who asks with a token that is good, in whatever process; it is used up."""
    with suppress(FileNotFoundError):  # somebody was quicker
        if may_copy(instance, token):
            copy_path(instance, token).unlink()
            return True
    return False


def copy_path(instance: Path, token: str) -> Path:
    """The file that says that an address is good, whoever may have made it."""
    return instance / f"{_COPY}{sha256(token.encode()).hexdigest()}"


def _is_new(path: Path) -> bool:
    try:
        return 0 <= time.time() - path.stat().st_mtime <= COPY_SECONDS
    except FileNotFoundError:
        return False
