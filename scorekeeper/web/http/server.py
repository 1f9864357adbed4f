"""What an app stands on where it serves many phones: a ledger and limits; and
what must be right before it says that it is there – its settings, its secret, by which it knows its
cookies and links again, and its address.

What has to hold for the whole installation (tries of codes, what strangers store) is divided among
the workers, so that all of them together let through no more than the settings say. What everybody
does all the time keeps one visitor from taking all the time of a worker, and each has its own to
give.

The command `backup --address` makes the address of a copy of everything, for an operator who has no
way to the disk; it is good once and for ten minutes.
"""

import errno
import hmac
import os
import resource
import secrets
import socket
import stat
from contextlib import ExitStack, suppress
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO
from zipfile import ZIP_DEFLATED, ZipFile

from flask import Blueprint, Flask, Response, abort, current_app, request, send_file
from gevent.threadpool import ThreadPool
from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter
from werkzeug.middleware.proxy_fix import ProxyFix

from scorekeeper.ledger import Ledger, open_ledger
from scorekeeper.ledger.following import Follower
from scorekeeper.ledger.sqlite.opening import give_name
from scorekeeper.ledger.store import LedgerStore, SharedTables, shared_by
from scorekeeper.maintenance import instance
from scorekeeper.web.http.access import WrongLink
from scorekeeper.web.http.limits import LIMITER, check_arrivals, spend, visitor
from scorekeeper.web.http.security import log_attempt
from scorekeeper.web.http.settings import GONE, fault_of


class Counter:
    """The counts of this worker."""

    def __init__(self) -> None:
        self._windows = FixedWindowRateLimiter(MemoryStorage())

    def count_request(self) -> None:
        """Counts the request in hand; answers 429 if it is one too many."""
        settings, view = current_app.config, request.endpoint
        if view is None or not settings["RATELIMIT_ENABLED"]:
            return
        limit = _parsed(settings["RATELIMIT_DEFAULT"])
        if not self._windows.hit(limit, view, visitor()):
            abort(429)

    def is_free(self, limit: str, who: tuple[str, ...], *, spend: bool) -> bool:
        """True if something is left of a limit of the settings; `spend` takes one of it."""
        if not current_app.config["RATELIMIT_ENABLED"]:
            return True
        ask = self._windows.hit if spend else self._windows.test
        return ask(_share(limit), limit, *who)

    def wait(self, limit: str) -> int:
        return _share(limit).get_expiry()


def _share(limit: str) -> RateLimitItem:
    """What one worker may let through of a limit of the settings."""
    return _parsed(current_app.config[limit], current_app.config["WORKERS"])


@lru_cache(maxsize=64)
def _parsed(limit: str, workers: int = 1) -> RateLimitItem:
    """A limit divided among workers, of whom each lets one through at least.

    >>> _parsed("20 per minute", 3), _parsed("1 per hour", 2)
    (6 per 1 minute, 1 per 1 hour)
    """
    whole = parse(limit)
    return type(whole)(max(1, whole.amount // workers), whole.multiples, whole.namespace)


backups = Blueprint("backups", __name__)

ONLY_LOOKS = ("Range", "Sec-Purpose", "Purpose", "X-Moz")
"""Headers of whoever wants a part, or wants it in case that somebody will want it."""


@backups.get("/backup/<token>")
def download(token: str) -> Response:
    """A zip of the ledger as a file of SQLite, and of the secret if that was asked for: unpacked
    into the folder of another house, it is this one. Raises WrongLink.

    A right token is not counted: nobody can keep the operator out by trying wrong ones.
    """
    folder = Path(current_app.instance_path)
    only_looks = request.method == "HEAD" or any(name in request.headers for name in ONLY_LOOKS)
    if not (instance.may_copy if only_looks else instance.take_copy)(folder, token):
        spend("WRONG_LINKS_PER_ADDRESS", visitor())
        raise WrongLink
    if only_looks:
        return Response(status=204)
    with_secret = token.startswith(instance.WITH_SECRET)
    log_attempt("keys" if with_secret else "copy")
    packed = _zip_in_thread(
        current_app.extensions["matches"].ledger,
        instance.copy_path(folder, token).with_suffix(".db"),
        folder / instance.SECRET_FILE if with_secret else None,
    )
    name = f"scorekeeper-{datetime.now(UTC):%Y-%m-%d}.zip"
    response = send_file(packed, "application/zip", True, name, conditional=False, etag=False)
    response.headers["Cache-Control"] = "no-store"
    return response


def _zip_in_thread(ledger: LedgerStore, draft: Path, secret: Path | None) -> IO[bytes]:
    """The zip, made in a thread of its own, a real one: meanwhile other phones are answered."""
    threads = ThreadPool(1)
    try:
        packed: IO[bytes] = threads.apply(_zip_file, (ledger, draft, secret))
        return packed
    finally:
        threads.kill()


def _zip_file(ledger: LedgerStore, draft: Path, secret: Path | None) -> IO[bytes]:
    """The zip, in a file without a name, so that nothing is left of it."""
    try:
        ledger.backup(str(draft))
        with ExitStack() as failed:
            packed = failed.enter_context(TemporaryFile(dir=draft.parent))
            with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
                archive.write(draft, instance.LEDGER)
                if secret:
                    archive.write(secret, instance.SECRET_FILE)
            packed.seek(0)
            failed.pop_all()
        return packed
    finally:
        draft.unlink(missing_ok=True)


class ServerPlatform:
    """A `Platform`: the data lie in the app's instance folder, which is made if it is missing."""

    def configure(self, app: Flask) -> None:
        """Takes the settings of the folder's config.py. Raises BadSettings."""
        folder = Path(app.instance_path)
        # Names lie in it: it is its owner's alone.
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        app.config.from_mapping(LEDGER=instance.default_ledger_url(folder))
        read_config(app, folder / instance.SETTINGS)

    def begin(self, app: Flask) -> Ledger:
        """The ledger of the settings, and what is looked at before a request is read.

        Raises OSError for a secret that cannot be used, or is not that of the machines which share
        the ledger, and what `open_ledger` raises.
        """
        folder = Path(app.instance_path)
        app.secret_key = app.config["SECRET_KEY"] or secret_key(folder / instance.SECRET_FILE)
        check_arrivals(app)
        if hops := app.config["PROXIES"]:
            app.wsgi_app = ProxyFix(  # type: ignore[method-assign]
                app.wsgi_app, x_for=hops, x_proto=hops, x_host=hops, x_prefix=hops
            )
        ledger = open_ledger(app.config["LEDGER"])
        shared = shared_by(ledger)
        if shared:
            try:
                require_one_secret(shared, app.secret_key)
            except BaseException:
                ledger.close()
                raise
        app.extensions["follower"] = Follower(ledger)
        return ledger

    def finish(self, app: Flask) -> None:
        app.register_blueprint(backups)
        counter = Counter()
        app.before_request(counter.count_request)
        app.extensions[LIMITER] = counter


HIGHEST_PORT = 65535
MOST_PHONES = 4_000
"""A phone that follows a match holds one connection all evening; each takes some 20 kB."""
FEW_PHONES = 900
"""Fewer than what the usual limit of open files leaves: it is said at the start."""
FILES_BESIDE = 100
"""What a worker has open besides: ledger, limits, logs, files on their way to phones."""
MORE_FILES = "let it open {} files (ulimit -n, or LimitNOFILE of systemd)"
LEAST_SECRET = 32
"""Bytes of a secret that nobody guesses."""


class CannotStart(OSError):
    """The server cannot start as it was told to; the message says what would be right."""


def read_config(app: Flask, path: Path) -> None:
    """Takes the settings of `config.py`, if it is there, and those of the environment.

    Raises BadSettings, which names each that is at fault with its line.
    """
    settings = instance.read_settings(path)
    faults = {name: fault for name in settings if (fault := fault_of(name, settings[name]))}
    if faults:
        said = (f"{instance.place_of(name, path)}: {fault}" for name, fault in faults.items())
        raise instance.BadSettings("\n".join(said))
    app.config.from_mapping(settings)


def gone_settings(app: Flask) -> list[str]:
    """What to say at the start of settings that do nothing any more."""
    path = Path(app.instance_path) / instance.SETTINGS
    gone = [name for name in GONE if name in app.config]
    return [
        f"{instance.place_of(name, path)}: {name} does nothing any more: remove it" for name in gone
    ]


def phones_at_once() -> int:
    """How many connections a worker may have, once it may open as many files as the system lets it.

    Usually it is 1024 until a process asks for more. Raises CannotStart if it is next to none.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_PHONES + FILES_BESIDE
    allowed = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < allowed:
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
    if allowed <= FILES_BESIDE:
        raise CannotStart(f"a process may open {allowed}: {MORE_FILES.format(wanted)}")
    return allowed - FILES_BESIDE


def too_few(phones: int) -> list[str]:
    """What to say at the start if a worker can serve only so many phones at once."""
    more = MORE_FILES.format(MOST_PHONES + FILES_BESIDE)
    return [f"Only {phones} phones at once for each worker: {more}"] if phones < FEW_PHONES else []


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


class UnusableSecret(OSError):
    """`secret.key` cannot be used; the message says why, and what would be right."""


OTHERS = stat.S_IRWXG | stat.S_IRWXO
"""What anybody but its owner may do with a file."""


def secret_key(path: Path) -> bytes:
    """The app's secret, made once and readable by its owner only.

    Raises OSError if it cannot be read or made; UnusableSecret for a file that is too short, or
    that others may read: who has it can make every link of the house.
    """
    if not path.exists():
        _write_once(path, secrets.token_bytes(LEAST_SECRET))
    secret = path.read_bytes()
    if len(secret) < LEAST_SECRET:
        raise UnusableSecret(
            f"{path} has {len(secret)} bytes, but a secret has at least {LEAST_SECRET}: put back "
            "the copy you kept, or remove the file and a new one is made (links end, matches stay)"
        )
    if os.name == "posix" and path.stat().st_mode & OTHERS:
        raise UnusableSecret(f"{path} is open to others, and is a secret: chmod 600 {path}")
    return secret


def _write_once(path: Path, secret: bytes) -> None:
    """Atomic: written aside, then linked; of two processes that start at once the first one wins.

    The file is on the disk before it has its name, and the name before anything is signed.
    """
    draft = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    try:
        with open(os.open(draft, os.O_CREAT | os.O_WRONLY | os.O_EXCL, 0o600), "wb") as file:
            file.write(secret)
            file.flush()
            os.fsync(file.fileno())
        with suppress(FileExistsError):
            give_name(str(draft), str(path))
    except OSError as error:
        raise UnusableSecret(f"{path} cannot be made: {error.strerror}") from error
    finally:
        draft.unlink(missing_ok=True)


SECRET = "secret"
"""The row of `shared` that says by which secret the installation signs."""
_FINGERPRINT = b"which secret"
_FIRST = """
insert into shared (name, body, at) values (:name, :body, {}) on conflict (name) do nothing
"""
_BODY = "select body from shared where name = :name"


def require_one_secret(tables: SharedTables, secret: str | bytes) -> None:
    """Raises CannotStart if the installation signs by another secret: this machine would refuse
    links and cookies of the others. The first that starts says which it is.
    """
    key = secret.encode() if isinstance(secret, str) else secret
    # Of a secret it tells no more than any cookie that was signed by it.
    own = hmac.digest(key, _FINGERPRINT, "sha256").hex()
    tables.rows(_FIRST.format(tables.clock), {"name": SECRET, "body": own})
    if (own,) not in tables.rows(_BODY, {"name": SECRET}):
        raise CannotStart(
            "this machine signs by another secret than those that share its database: set the same "
            "SECRET_KEY in config.py on every machine; or, to change it for all (links and "
            "remembered phones end), stop them, and let psql do: "
            f"delete from shared where name = '{SECRET}'"
        )
