"""The commands that take care of what is kept: backup, check, forget, migrate.

Here belongs what the operator does with all of a ledger. What a store does by itself, and
what a page does, does not.
"""

import argparse
import errno
import sys
from contextlib import closing
from pathlib import Path
from time import perf_counter
from typing import TypeAlias

from scorekeeper.ledger import Unusable, open_ledger
from scorekeeper.ledger.store import LedgerStore, shared_by
from scorekeeper.maintenance.checking import all_faults, check_file
from scorekeeper.maintenance.forgetting import forget_matches, forget_person, old_matches
from scorekeeper.maintenance.instance import (
    LEDGER,
    SECRET_FILE,
    SETTINGS,
    allow_copy,
    is_made,
    ledger_url,
    read_settings,
)
from scorekeeper.maintenance.migrating import migrate
from scorekeeper.stream.files import BrokenLine

INSTANCE = Path("instance")
BACKUPS = "in backups made before they still stand"

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"


def add_maintenance_commands(commands: Commands) -> None:
    """Adds the commands to the command line."""
    backup = commands.add_parser("backup", help="copy everything into a new file, while in use")
    _backup_parser(backup)
    _check_parser(commands.add_parser("check", help="check all stored data, or one file"))
    forget = commands.add_parser("forget", help="remove names for good; scores stay")
    _forget_parser(forget)
    _migrate_parser(commands.add_parser("migrate", help="copy a whole ledger into another one"))
    for each in (backup, forget):
        instance_argument(each)


def _backup_parser(parser: argparse.ArgumentParser) -> None:
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument(
        "file", nargs="?", type=Path, metavar="FILE", help="the copy; must not exist yet"
    )
    where.add_argument(
        "--address",
        action="store_true",
        help="print an address that gives the copy, once, within ten minutes",
    )
    parser.add_argument(
        "--with-secret",
        action="store_true",
        help=f"at that address, with {SECRET_FILE}: who has it can make every link of the house",
    )
    base_url_argument(parser)
    parser.set_defaults(run=_backup)


def _check_parser(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Without FILE: look at the ledger, and fold all that is in it. With FILE: prove that an "
        "exported file is as it was written; nothing else is needed."
    )
    parser.add_argument("file", nargs="?", metavar="FILE", help="an exported file, or - for input")
    instance_argument(parser)
    parser.set_defaults(run=lambda options: (_check_file if options.file else _check)(options))


def _forget_parser(parser: argparse.ArgumentParser) -> None:
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument("match", nargs="?", metavar="MATCH", help="the code of the match")
    which.add_argument(
        "--older-than", type=int, metavar="DAYS", help="all matches whose last event is older"
    )
    which.add_argument(
        "--group", "--company", metavar="CODE", help="a player of a group, in all it keeps"
    )
    parser.add_argument("--player", metavar="NAME", help="only this player")
    parser.add_argument("--drop", action="store_true", help="the scores go too")
    parser.set_defaults(run=_forget)


def _migrate_parser(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Copies everything that is kept from one ledger into another, which is empty, and proves "
        "that it is the same there. Stop the app first; what is interrupted can be run again."
    )
    address = "sqlite:///FILE or postgresql://USER@HOST/DATABASE"
    parser.add_argument("source", metavar="FROM", help=address)
    parser.add_argument("target", metavar="TO", help=address)
    parser.set_defaults(run=lambda options: migrate(options.source, options.target))


def instance_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--instance", type=Path, default=INSTANCE, help="folder of the data; default: %(default)s"
    )


def base_url_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--base-url",
        default="",
        metavar="URL",
        help="what the links begin with; default: BASE_URL of config.py, else only their paths",
    )


def instance_ledger(instance: Path, *, read_only: bool = True) -> "closing[LedgerStore]":
    """The ledger of a folder, for a while; one that only `read_only` may lie on a full disk.

    Raises Unusable if there is none: to look at a ledger must not make it.
    """
    url = ledger_url(instance)
    if not is_made(instance, url):
        path = instance.resolve() / LEDGER
        raise Unusable(f"{path} is not there: name its folder with --instance")
    try:
        return closing(open_ledger(url, create=False, read_only=read_only))
    except ValueError as error:
        raise Unusable(f"{instance / SETTINGS}: LEDGER: {error}") from None


def _backup(options: argparse.Namespace) -> int:
    if options.address:
        return _print_address(options)
    if options.with_secret:
        raise Unusable(f"into a file the ledger goes alone: copy {SECRET_FILE} beside it")
    if options.file.exists():
        raise FileExistsError(errno.EEXIST, "there is a file already", str(options.file))
    with instance_ledger(options.instance) as ledger:
        ledger.backup(str(options.file))
    own = read_settings(options.instance / SETTINGS).get("SECRET_KEY")
    secret = options.instance / (SETTINGS if own else SECRET_FILE)
    print(f"{options.file}: keep {secret} with it, links depend on that")
    return 0


def _print_address(options: argparse.Namespace) -> int:
    instance: Path = options.instance
    with instance_ledger(instance) as ledger:
        if shared_by(ledger):
            raise Unusable("this ledger is in PostgreSQL: pg_dump copies it, and no address does")
    if options.with_secret and not (instance / SECRET_FILE).exists():
        raise Unusable(f"{instance / SECRET_FILE} is not there: {SETTINGS} holds the secret")
    base = options.base_url or read_settings(instance / SETTINGS).get("BASE_URL", "")
    token = allow_copy(instance, with_secret=options.with_secret)
    print(f"{str(base).rstrip('/')}/backup/{token}")
    return 0


def _check(options: argparse.Namespace) -> int:
    begun = perf_counter()
    with instance_ledger(options.instance) as ledger:
        count, faults = all_faults(ledger, ledger_url(options.instance))
    for fault in faults:
        print(f"scorekeeper: {fault}", file=sys.stderr)
    took = perf_counter() - begun
    print(f"{count} matches, verdicts and groups, {len(faults)} faults, {took:.1f} s")
    return 1 if faults else 0


def _check_file(options: argparse.Namespace) -> int:
    """Proves a file; 1 says that it is not as it was written, or that nothing proves it."""
    name = options.file
    try:
        count = check_file(sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes())
    except BrokenLine as fault:
        print(f"scorekeeper: {name}: {fault}", file=sys.stderr)
        return 1
    print(f"{name}: {count} events, all as they were written")
    return 0


def _forget(options: argparse.Namespace) -> int:
    one, player = options.match, options.player
    with instance_ledger(options.instance, read_only=False) as ledger:
        if options.group:
            return _forget_member(ledger, options)
        codes = [one.upper()] if one else old_matches(ledger, options.older_than)
        forgotten = forget_matches(ledger, codes, player, drop=options.drop)
        if one and not forgotten:
            who = f" with a player {player}" if player else ""
            raise Unusable(f"there is no match {one}{who}")
    what = "dropped, names and scores" if options.drop else "without names"
    print(f"{len(forgotten)} matches {what}; {BACKUPS}")
    return 0


def _forget_member(ledger: LedgerStore, options: argparse.Namespace) -> int:
    """Forgets one player of a group: nobody goes by mistake, and no score does."""
    if options.drop or not options.player:
        raise Unusable("of a group one player is forgotten, and scores stay: name --player")
    codes = forget_person(ledger, options.group.upper(), options.player)
    if codes is None:
        raise Unusable(f"there is no group {options.group} with a player {options.player}")
    print(f"{len(codes)} matches, verdicts and groups without the name; {BACKUPS}")
    return 0
