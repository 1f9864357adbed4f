"""What PostgreSQL says when something fails, and what would be right."""

from __future__ import annotations

from psycopg import Error, InterfaceError, OperationalError, errors
from psycopg.conninfo import conninfo_to_dict

from scorekeeper.ledger import LedgerError, Unavailable, Unusable

_LASTING: tuple[tuple[type[Error], str], ...] = (
    (errors.InvalidPassword, "refuses the password: look at LEDGER in config.py"),
    (
        errors.InvalidAuthorizationSpecification,
        "refuses the user: look at LEDGER in config.py, and at pg_hba.conf of the server",
    ),
    (errors.InvalidCatalogName, "has no such database: make it with createdb"),
    (
        errors.InsufficientPrivilege,
        "does not let this user do that: let it own the database, or grant it the tables",
    ),
    (errors.InvalidSchemaName, "has no schema that this user may use: grant it, or create it"),
    (errors.UndefinedTable, "has no ledger any more: put a backup in its place"),
    (errors.UndefinedColumn, "is no ledger of this version: put a backup in its place"),
)
_PASSING: tuple[tuple[type[Error], str], ...] = (
    (errors.DiskFull, "cannot be written, the disk is full: make room"),
    (errors.TooManyConnections, "has no connection left: let it take more (max_connections)"),
)
_CONFLICTS = (
    errors.SerializationFailure,
    errors.DeadlockDetected,
    errors.LockNotAvailable,
    errors.UniqueViolation,
    errors.DuplicateTable,
    errors.DuplicateFunction,
    errors.DuplicateObject,
)
_REFUSALS = ("password authentication failed", "no password supplied", "no pg_hba.conf entry")
"""What libpq says, without a code, where a server does not let somebody in."""


def place_of(url: str) -> str:
    """An address as it may be shown: without its user and password."""
    known = conninfo_to_dict(url)
    hosts = str(known.get("host") or known.get("hostaddr") or "local")
    return f"the database {known.get('dbname') or known.get('user') or ''} at {hosts}"


def is_conflict(error: Error) -> bool:
    """True if others stood in the way: the same will do at once."""
    return isinstance(error, _CONFLICTS)


def lasting_reason(error: Error) -> str:
    """What is wrong for good, and what would be right; empty if nothing is."""
    if reason := next((text for kind, text in _LASTING if isinstance(error, kind)), ""):
        return reason
    told = str(error)
    if any(words in told for words in _REFUSALS):
        return "refuses the user or the password: look at LEDGER in config.py"
    if "connection is bad" in told and "invalid" in told:
        return "has no such address: look at LEDGER in config.py"
    if "does not exist" in told and "connection to server" in told:
        return "has no such database or user: make them with createuser and createdb"
    return ""


def is_lost(error: Error) -> bool:
    """True if the connection or its server went away, or is a server that does not lead now."""
    # 57P01 to 57P03 are of these: it is shut down, or just starts.
    lost = (InterfaceError, OperationalError, errors.ReadOnlySqlTransaction)
    return isinstance(error, lost) and not isinstance(error, errors.DiskFull)


def as_failure(error: Error, place: str) -> LedgerError | None:
    """What every ledger says of such a failure: Unusable for good, Unavailable for a while; None
    for a fault of this program.
    """
    told = " ".join(str(error).split())
    if reason := lasting_reason(error):
        return Unusable(f"{place} {reason} ({told})")
    passing = next((text for kind, text in _PASSING if isinstance(error, kind)), "")
    if passing or is_lost(error) or is_conflict(error):
        return Unavailable(f"{place} {passing or 'does not answer'} ({told})")
    return None
