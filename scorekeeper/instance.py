"""The folder of a house: its settings, and where its ledger is.

The server reads them, and so does every command that takes care of what is kept.
"""

import traceback
from pathlib import Path
from types import ModuleType

SETTINGS = "config.py"
LEDGER = "scorekeeper.db"
"""The ledger of a house whose settings name no other."""


class BadSettings(OSError):
    """The settings cannot be taken; the message names the file and the line."""


def read_settings(path: Path) -> dict[str, object]:
    """The settings of a `config.py`; none if it is not there. Raises BadSettings."""
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
