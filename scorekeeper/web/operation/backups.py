"""A copy of everything that is kept, by one tap, for whoever runs the house and has no shell.

The address stands in the log when the app starts; who knows it has all that the house keeps.
"""

from datetime import UTC, datetime
from hmac import compare_digest
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZIP_DEFLATED, ZipFile

from flask import Blueprint, Response, current_app, send_file

from scorekeeper.instance import LEDGER, SECRET_FILE
from scorekeeper.ledger.store import LedgerStore
from scorekeeper.web.access import WrongLink
from scorekeeper.web.identifiers import mac_of
from scorekeeper.web.limits import limit_failures

backups = Blueprint("backups", __name__)


def backup_url(house: str) -> str:
    """Where the copy is of a house at an address; the same as long as the house has its secret."""
    return f"{house.rstrip('/')}/backup/{_token()}"


def _token() -> str:
    return mac_of("backup").hex()


@backups.get("/backup/<token>")
def download(token: str) -> Response:
    """A zip of the ledger as a file of SQLite and of the secret that links are made of: unpacked
    into the folder of another house, it is this one. Raises WrongLink.
    """
    with limit_failures("WRONG_LINKS_PER_ADDRESS", WrongLink):
        if not compare_digest(token.encode(), _token().encode()):
            raise WrongLink
    with TemporaryDirectory(prefix="scorekeeper-") as name:
        folder = Path(name)
        ledger: LedgerStore = current_app.extensions["matches"].ledger
        ledger.backup(str(folder / LEDGER))
        packed = folder / "backup.zip"
        _pack(packed, folder / LEDGER, Path(current_app.instance_path) / SECRET_FILE)
        # The folder goes when this returns; what is open can still be read to its end.
        return send_file(
            packed.open("rb"),
            "application/zip",
            as_attachment=True,
            download_name=f"scorekeeper-{datetime.now(UTC):%Y-%m-%d}.zip",
            max_age=0,
        )


def _pack(packed: Path, ledger: Path, secret: Path) -> None:
    """Writes the zip; a house whose settings hold the secret has no file of it."""
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        archive.write(ledger, LEDGER)
        if secret.exists():
            archive.write(secret, SECRET_FILE)
