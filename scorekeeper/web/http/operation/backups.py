"""A copy of everything over the line, for whoever runs the house and has no way to its disk.

The command `backup --address` makes the address, which is good once and for ten minutes.
"""

from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO
from zipfile import ZIP_DEFLATED, ZipFile

from flask import Blueprint, Response, current_app, request, send_file
from gevent.threadpool import ThreadPool

from scorekeeper.ledger.store import LedgerStore
from scorekeeper.maintenance.instance import (
    LEDGER,
    SECRET_FILE,
    WITH_SECRET,
    copy_path,
    may_copy,
    take_copy,
)
from scorekeeper.web.http.access import WrongLink
from scorekeeper.web.http.limits import spend, visitor
from scorekeeper.web.http.operation.logs import log_attempt

backups = Blueprint("backups", __name__)

ONLY_LOOKS = ("Range", "Sec-Purpose", "Purpose", "X-Moz")
"""Headers of whoever wants a part, or wants it in case that somebody will want it."""


@backups.get("/backup/<token>")
def download(token: str) -> Response:
    """A zip of the ledger as a file of SQLite, and of the secret if that was asked for: unpacked
    into the folder of another house, it is this one. Raises WrongLink.

    A right token is not counted: nobody can keep the operator out by trying wrong ones.
    """
    instance = Path(current_app.instance_path)
    only_looks = request.method == "HEAD" or any(name in request.headers for name in ONLY_LOOKS)
    if not (may_copy if only_looks else take_copy)(instance, token):
        spend("WRONG_LINKS_PER_ADDRESS", visitor())
        raise WrongLink
    if only_looks:
        return Response(status=204)
    with_secret = token.startswith(WITH_SECRET)
    log_attempt("keys" if with_secret else "copy")
    packed = _made_aside(
        current_app.extensions["matches"].ledger,
        copy_path(instance, token).with_suffix(".db"),
        instance / SECRET_FILE if with_secret else None,
    )
    name = f"scorekeeper-{datetime.now(UTC):%Y-%m-%d}.zip"
    response = send_file(packed, "application/zip", True, name, conditional=False, etag=False)
    response.headers["Cache-Control"] = "no-store"
    return response


def _made_aside(ledger: LedgerStore, draft: Path, secret: Path | None) -> IO[bytes]:
    """The zip, made in a thread of its own, a real one: meanwhile other phones are answered."""
    threads = ThreadPool(1)
    try:
        packed: IO[bytes] = threads.apply(_made, (ledger, draft, secret))
        return packed
    finally:
        threads.kill()


def _made(ledger: LedgerStore, draft: Path, secret: Path | None) -> IO[bytes]:
    """The zip, in a file without a name, so that nothing is left of it."""
    try:
        ledger.backup(str(draft))
        with ExitStack() as failed:
            packed = failed.enter_context(TemporaryFile(dir=draft.parent))
            with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
                archive.write(draft, LEDGER)
                if secret:
                    archive.write(secret, SECRET_FILE)
            packed.seek(0)
            failed.pop_all()
        return packed
    finally:
        draft.unlink(missing_ok=True)
