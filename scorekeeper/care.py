"""The commands that take care of what is kept: backup, check, forget."""

import argparse
import errno
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import perf_counter
from typing import TypeAlias

from scorekeeper.company import Company
from scorekeeper.company import fold as fold_all
from scorekeeper.company.files import fold_company, is_company
from scorekeeper.company.forgetting import forget
from scorekeeper.judgements import load_judgement
from scorekeeper.ledger import Damaged, Event, Unusable
from scorekeeper.ledger.checks import check_whole
from scorekeeper.ledger.sqlite import SqliteLedger
from scorekeeper.match import fold
from scorekeeper.match.files import BrokenLine
from scorekeeper.match.forgetting import Forgetting, verdicts_in, verdicts_of
from scorekeeper.match.nonsense import Nonsense
from scorekeeper.seal import read_head
from scorekeeper.seal.proofs import load_file, proofs_of
from scorekeeper.tournament import fold as fold_tournament
from scorekeeper.tournament.files import is_tournament, tables_of
from scorekeeper.tournament.forgetting import names_in, without_names

INSTANCE = Path("instance")
LEDGER = "scorekeeper.db"
RECORDING = ("recorded", "corrected")
"""Kinds of event that have an entry."""
FORGOTTEN = "hráč {number}"
"""What a player of a company is called who was forgotten, as the rules say it."""
BACKUPS = "in backups made before they still stand"

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"


def add_care_commands(commands: Commands) -> None:
    """Adds the commands to the command line."""
    backup = commands.add_parser("backup", help="copy everything into a new file, while in use")
    backup.add_argument("file", type=Path, metavar="FILE", help="the copy; it must not be there")
    backup.set_defaults(run=_backup)
    _check_parser(commands.add_parser("check", help="look at all that is kept, or at one file"))
    forget = commands.add_parser("forget", help="remove names for good; scores stay")
    which = forget.add_mutually_exclusive_group(required=True)
    which.add_argument("match", nargs="?", metavar="MATCH", help="the code of the match")
    which.add_argument(
        "--older-than", type=int, metavar="DAYS", help="all matches whose last event is older"
    )
    which.add_argument("--company", metavar="CODE", help="a player of a company, in all it keeps")
    forget.add_argument("--player", metavar="NAME", help="only this player")
    forget.add_argument("--drop", action="store_true", help="the scores go too")
    forget.set_defaults(run=_forget)
    for each in (backup, forget):
        instance_argument(each)


def _check_parser(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Without FILE: look at the ledger, and fold all that is in it. With FILE: prove that an "
        "exported evening is as it was written, and say who signed it; nothing else is needed."
    )
    parser.add_argument("file", nargs="?", metavar="FILE", help="an exported file, or - for input")
    what = "the head from paper: the text of its QR code, or its code, number and fingerprint"
    parser.add_argument("head", nargs="*", metavar="HEAD", help=what)
    instance_argument(parser)
    parser.set_defaults(run=lambda options: (_check_file if options.file else _check)(options))


def instance_argument(parser: argparse.ArgumentParser) -> None:
    """Adds the folder of the data."""
    parser.add_argument(
        "--instance", type=Path, default=INSTANCE, help="folder of the data; default: %(default)s"
    )


def ledger_of(instance: Path, *, reads: bool = True) -> "closing[SqliteLedger]":
    """The ledger of a folder, for a while; one that only `reads` may lie on a full disk.

    Raises Unusable if there is none: to look at a ledger must not make it.
    """
    path = instance.resolve() / LEDGER
    if not path.exists():
        raise Unusable(f"{path} is not there: name its folder with --instance")
    return closing(SqliteLedger(str(path), reads=reads))


def _backup(options: argparse.Namespace) -> int:
    if options.file.exists():
        raise FileExistsError(errno.EEXIST, "there is a file already", str(options.file))
    with ledger_of(options.instance) as ledger:
        ledger.backup(str(options.file))
    print(f"{options.file}: keep {options.instance / 'secret.key'} with it, links depend on that")
    return 0


def _check(options: argparse.Namespace) -> int:
    begun = perf_counter()
    with ledger_of(options.instance) as ledger:
        faults, codes = ledger.faults(), ledger.matches()
        faults += [f"{code}: {fault}" for code in codes for fault in _fault_of(ledger, code)]
    for fault in faults:
        print(f"scorekeeper: {fault}", file=sys.stderr)
    took = perf_counter() - begun
    print(f"{len(codes)} matches, verdicts and companies, {len(faults)} faults, {took:.1f} s")
    return 1 if faults else 0


def _check_file(options: argparse.Namespace) -> int:
    """Proves a file; 1 says that it is not as it was written, or that this cannot be proven."""
    try:
        paper = read_head(" ".join(options.head)) if options.head else None
        proofs = proofs_of(load_file(_text_of(options.file)), paper)
    except (BrokenLine, LookupError, UnicodeDecodeError) as error:
        print(f"scorekeeper: {options.file}: {error}", file=sys.stderr)
        return 1
    except ValueError as error:
        raise Unusable(str(error)) from None
    faults = [f"{proof.code}: {fault}" for proof in proofs for fault in proof.faults]
    for line in (line for proof in proofs for line in proof.report()):
        print(line)
    for fault in faults:
        print(f"scorekeeper: {options.file}: {fault}", file=sys.stderr)
    return 1 if faults else 0


def _text_of(name: str) -> str:
    return sys.stdin.read() if name == "-" else Path(name).read_text("utf-8")


def _fault_of(ledger: SqliteLedger, code: str) -> Iterator[str]:
    """Why a match or a kept verdict cannot be read from its start, if it cannot."""
    try:
        events = ledger.read(code)
        check_whole(events)
        if "judged" in events[0].body:
            load_judgement(events[0].body["judged"])
        elif is_company(events):
            yield from _faults_of_company(ledger, events)
        elif is_tournament(events):
            yield from _faults_of_tournament(ledger, events)
        else:
            fold(events)
            empty = (e.seq for e in events if e.kind in RECORDING and "entry" not in e.body)
            yield from (f"event {seq} records no entry" for seq in empty)
    except (Damaged, Nonsense) as error:
        yield str(error)
    except Exception as error:  # whatever a fold raises is what is looked for
        yield f"it cannot be folded: {error!r}"


def _faults_of_company(ledger: SqliteLedger, events: Sequence[Event]) -> Iterator[str]:
    """What makes no sense in a company, and which of its matches are not here."""
    company: Company | None = None
    for event in events:
        company = fold_company(company, event)
    for code in company.matches if company else ():
        if not ledger.read(code):
            yield f"its match {code} is not here"


def _faults_of_tournament(ledger: SqliteLedger, events: Sequence[Event]) -> Iterator[str]:
    """Which tables of a tournament are not here; it is folded, too."""
    fold_tournament(events)
    missing = (code for code in tables_of(events) if not ledger.read(code))
    yield from (f"its table {code} is not here" for code in missing)


def _forget(options: argparse.Namespace) -> int:
    if options.company:
        return _forget_member(options)
    one, player = options.match, options.player
    with ledger_of(options.instance, reads=False) as ledger:
        codes = [one.upper()] if one else _old_matches(ledger, options.older_than)
        changed, forgotten = _without_names(ledger, codes, player)
        if one and not forgotten:
            who = f" with a player {player}" if player else ""
            raise Unusable(f"there is no match {one}{who}")
        ledger.rewrite(changed, forgotten if options.drop else ())
    print(f"{len(forgotten)} matches without names; {BACKUPS}")
    return 0


def _forget_member(options: argparse.Namespace) -> int:
    """Forgets one player of a company: nobody goes by mistake, and no score does."""
    code, player = options.company.upper(), options.player or ""
    if options.drop or not player:
        raise Unusable("of a company one player is forgotten, and scores stay: name --player")
    with ledger_of(options.instance, reads=False) as ledger:
        events = ledger.read(code)
        member = fold_all(events).called(player) if is_company(events) else None
        if member is None:
            raise Unusable(f"there is no company {options.company} with a player {player}")
        codes = forget(ledger, code, member.number, FORGOTTEN.format(number=member.number + 1))
    print(f"{len(codes)} matches, verdicts and companies without the name; {BACKUPS}")
    return 0


def _old_matches(ledger: SqliteLedger, days: int) -> list[str]:
    """The codes of the matches whose last event is older than so many days."""
    first = (datetime.now(UTC) - timedelta(days=days)).strftime("%Y-%m-%dT%H:%M:%SZ")
    return [code for code in ledger.matches() if ledger.read(code)[-1].at < first]


def _with_tables(ledger: SqliteLedger, codes: Sequence[str]) -> list[str]:
    """Some codes, and those of the matches that are tables of them."""
    streams = (ledger.read(code) for code in codes)
    tables = [table for events in streams if is_tournament(events) for table in tables_of(events)]
    return list(dict.fromkeys([*codes, *tables]))


def _without_names(
    ledger: SqliteLedger, codes: Sequence[str], player: str | None
) -> tuple[list[Event], list[str]]:
    """The events of matches and of their verdicts without names; and the matches that had some."""
    verdicts = verdicts_in(ledger)
    changed: list[Event] = []
    forgotten: list[str] = []
    for code in _with_tables(ledger, codes):
        events, forgetting = ledger.read(code), Forgetting(player)
        if is_tournament(events) and (player is None or player.casefold() in names_in(events)):
            changed += without_names(events, player)
            forgotten.append(code)
        if not events or "names" not in events[0].body:
            continue
        without = [forgetting.event(event) for event in events]
        if player is None or forgetting.names:
            theirs = verdicts_of(events, verdicts)
            changed += [*without, *map(forgetting.verdict, theirs)]
            forgotten.append(code)
    return changed, forgotten
