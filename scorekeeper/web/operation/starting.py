"""What must be right before the server says that it is there: its settings and its address."""

import errno
import os
import socket
import traceback
from pathlib import Path

from flask import Flask

HIGHEST_PORT = 65535


class CannotStart(OSError):
    """The server cannot start as it was told to; the message says what would be right."""


def read_config(app: Flask, path: Path) -> None:
    """Takes the settings of `config.py`, if it is there. Raises CannotStart, naming the line."""
    # Asked here, because `silent` also hides a file that the settings look for in vain.
    if not path.exists():
        return
    try:
        app.config.from_pyfile(str(path))
    except Exception as error:  # it is a program, and can raise anything
        what = getattr(error, "msg", None) or getattr(error, "strerror", None) or error
        line = _line(error, path)
        raise CannotStart(f"{path}{line}: {type(error).__name__}: {what}") from error


def _line(error: Exception, path: Path) -> str:
    """The line of a file that an error comes from, as it is said; empty if none was run."""
    if isinstance(error, SyntaxError):
        return f", line {error.lineno}"
    steps = traceback.extract_tb(error.__traceback__)
    return next((f", line {step.lineno}" for step in steps if step.filename == str(path)), "")


def require_workers(workers: int) -> None:
    """Raises CannotStart unless there is somebody to serve."""
    if workers < 1:
        raise CannotStart(f"{workers} workers would serve nobody: take --workers 1 or more")


def require_free(host: str, port: int) -> None:
    """Raises CannotStart unless this process can listen at the address."""
    if not 0 < port <= HIGHEST_PORT:
        raise CannotStart(f"there is no port {port}: take one from 1 to {HIGHEST_PORT}")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        socket.create_server((host, port), family=family).close()
    except (OSError, UnicodeError) as error:
        raise CannotStart(_reason(error, host, port)) from error


def _reason(error: OSError | UnicodeError, host: str, port: int) -> str:
    """Why nobody can listen at an address, and what would be right."""
    # Below 0 are the errors of looking a name up.
    number = error.errno if isinstance(error, OSError) and error.errno else -1
    if number == errno.EADDRINUSE:
        return f"port {port} is taken: stop what listens there, or take another, as {port + 1}"
    if number == errno.EACCES:
        return f"port {port} is the system's own: take one from 1024 on, as 8000"
    if number == errno.EADDRNOTAVAIL or number < 0:
        return f"{host} is no address of this machine: take 127.0.0.1, or 0.0.0.0 for all"
    return f"{host}, port {port}: {os.strerror(number)}"


def address(host: str, port: int) -> str:
    """Host and port as they stand in a URL.

    >>> address("::", 8000), address("pub.example", 80)
    ('[::]:8000', 'pub.example:80')
    """
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
