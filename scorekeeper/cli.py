"""The command line: serve, judge, score, export, import."""

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from scorekeeper.cases import Answer, Case, differences, judge_case, read_cases, score
from scorekeeper.ledger import Damaged, MatchExists, open_ledger
from scorekeeper.transfer import BrokenLine, dump, load

INSTANCE = Path("instance")
LEDGER = "scorekeeper.db"


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command; gives the exit status: 0 done, 1 cases differ, 2 something was refused."""
    options = _parser().parse_args(arguments)
    run: Callable[[argparse.Namespace], int] = options.run
    return run(options)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="scorekeeper", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    _serve_parser(commands.add_parser("serve", help="start the app for the phones"))
    _cases_parser(commands.add_parser("judge", help="judge the disputes of case files"), judge_case)
    _cases_parser(commands.add_parser("score", help="score the ledgers of case files"), score)
    export = commands.add_parser("export", help="print a match, one event a line")
    export.add_argument("match", metavar="MATCH", help="the code of the match")
    export.set_defaults(run=_export)
    load_ = commands.add_parser("import", help="take in a match that was exported")
    load_.add_argument("file", metavar="FILE", help="the file, or - for standard input")
    load_.set_defaults(run=_import)
    for each in (export, load_):
        _instance_argument(each)
    return parser


def _serve_parser(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--port", type=int, default=8000, help="default: %(default)s")
    parser.add_argument("--host", default="0.0.0.0", help="default: every address of this machine")
    parser.add_argument("--workers", type=int, default=2, help="processes; default: %(default)s")
    _instance_argument(parser)
    parser.set_defaults(run=_serve)


def _instance_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--instance", type=Path, default=INSTANCE, help="folder of the data; default: %(default)s"
    )


def _cases_parser(parser: argparse.ArgumentParser, answer: Callable[[Any], Answer]) -> None:
    parser.add_argument("files", nargs="+", metavar="FILE", help="case files, or - for input")
    parser.add_argument("--check", action="store_true", help="compare with what is expected")
    parser.set_defaults(run=lambda options: _cases(options, answer))


def _cases(options: argparse.Namespace, answer: Callable[[Any], Answer]) -> int:
    cases = _case_lines(options.files)
    try:
        return _check(cases, answer) if options.check else _print(cases, answer)
    except (OSError, UnicodeDecodeError) as error:
        return _refuse(str(error))


def _print(cases: Iterator[Case], answer: Callable[[Any], Answer]) -> int:
    status = 0
    for case in cases:
        result = answer(case.data)
        _say(json.dumps(result, ensure_ascii=False))
        status = 2 if "error" in result else status
    return status


def _say(text: str) -> None:
    """Prints a line; half a letter in what was read must not end the run."""
    print(text.encode("utf-8", "backslashreplace").decode())


def _check(cases: Iterator[Case], answer: Callable[[Any], Answer]) -> int:
    """Prints the lines that differ from what they expect, and a closing count."""
    counts = {True: 0, False: 0}
    for case in cases:
        found = _differing(case, answer(case.data))
        counts[not found] += 1
        for difference in found:
            _say(f"{case.where}: {difference}")
    print(f"{counts[True]} passed, {counts[False]} failed")
    return 1 if counts[False] else 0


def _differing(case: Case, result: Answer) -> list[str]:
    expected = case.data.get("expect") if isinstance(case.data, dict) else None
    expected = {} if expected is None else expected
    if not isinstance(expected, dict):
        return ["expect: this must be an object with named members"]
    found = differences(expected, result)
    if "error" in result and "error" not in expected:
        found.append(f"error: {result['error']} ({result.get('field')})")
    return found


def _case_lines(files: Sequence[str]) -> Iterator[Case]:
    for name in files:
        if name == "-":
            yield from read_cases("-", sys.stdin)
        else:
            with Path(name).open(encoding="utf-8") as lines:
                yield from read_cases(name, lines)


def _serve(options: argparse.Namespace) -> int:
    # Only here: scoring case files needs neither Flask nor gunicorn.
    from scorekeeper.web.serve import serve

    return serve(options.instance, options.host, options.port, options.workers)


def _ledger_url(instance: Path) -> str:
    return f"sqlite:///{instance.resolve() / LEDGER}"


def _export(options: argparse.Namespace) -> int:
    # A ledger is made when it is opened; to look for a match must not make one.
    is_there = (options.instance / LEDGER).exists()
    ledger = open_ledger(_ledger_url(options.instance) if is_there else "sqlite://")
    events = ledger.read(options.match.upper())
    if not events:
        return _refuse(f"there is no match {options.match}")
    sys.stdout.write(dump(events))
    return 0


def _import(options: argparse.Namespace) -> int:
    """Takes a match in, or nothing of it."""
    try:
        text = sys.stdin.read() if options.file == "-" else Path(options.file).read_text("utf-8")
        events = load(text)
        options.instance.mkdir(parents=True, exist_ok=True)
        open_ledger(_ledger_url(options.instance)).restore(events)
    except (BrokenLine, Damaged, OSError, UnicodeDecodeError) as error:
        return _refuse(f"{options.file}: {error}")
    except MatchExists:
        return _refuse(f"match {events[0].match} is here already")
    print(f"match {events[0].match}: {len(events)} events")
    return 0


def _refuse(why: str) -> int:
    print(f"scorekeeper: {why}", file=sys.stderr)
    return 2
