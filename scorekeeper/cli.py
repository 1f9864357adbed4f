"""The command line: serve, judge, score, link, export, import, pack, site, and maintenance."""

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path

from scorekeeper.core.rooms import rooms
from scorekeeper.core.schema import Invalid
from scorekeeper.core.version import version
from scorekeeper.games import GAMES
from scorekeeper.ledger import Damaged, Event, LedgerError, MatchExists, Unavailable, open_ledger
from scorekeeper.maintenance import (
    add_maintenance_commands,
    base_url_argument,
    instance_argument,
    instance_ledger,
)
from scorekeeper.maintenance.instance import is_made, ledger_url
from scorekeeper.match.files import load_file, stream_type_of, streams_of
from scorekeeper.referee.cases import (
    LANGUAGE,
    Answer,
    differences,
    explain,
    judge_case,
    score,
)
from scorekeeper.referee.cases.lines import Case, read_cases
from scorekeeper.stream.files import BrokenLine, Events, dump_all


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command, `serve` without one; gives the exit status: 0 done, 1 cases differ, 2
    something was refused.
    """
    options = _parser().parse_args((sys.argv[1:] if arguments is None else arguments) or ["serve"])
    run: Callable[[argparse.Namespace], int] = options.run
    try:
        return run(options)
    except BrokenPipeError:  # whoever reads has read enough, and what is left goes nowhere
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (LedgerError, OSError) as error:
        return _refuse(_sentence(error))


def _sentence(error: Exception) -> str:
    if isinstance(error, OSError) and error.filename:
        return f"{error.filename}: {error.strerror}"
    if isinstance(error, Unavailable):
        return f"{error}: nothing of this was done, try again"
    return str(error)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="scorekeeper", description=__doc__)
    parser.add_argument("--version", action=_Version, nargs=0, help="say which version this is")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    _serve_parser(commands.add_parser("serve", help="start the app for the phones"))
    _cases_parser(commands.add_parser("judge", help="judge the disputes of case files"), judge_case)
    scoring = commands.add_parser("score", help="score the ledgers of case files")
    _cases_parser(scoring, score)
    scoring.add_argument(
        "--explain",
        dest="answer",
        action="store_const",
        const=explain,
        help="say of each entry how its points come about, too",
    )
    _ask_parser(commands.add_parser("ask", help="ask the referee in one sentence"))
    link = commands.add_parser("link", help="print the links of a match or group")
    what = "the code of the match or group"
    link.add_argument("match", metavar="CODE", help=what)
    link.set_defaults(run=_link)
    export = commands.add_parser("export", help="print a match or group, one event a line")
    export.add_argument("match", metavar="CODE", help="the code of the match or group")
    export.set_defaults(run=_export)
    load_ = commands.add_parser("import", help="import what was exported")
    load_.add_argument("file", metavar="FILE", help="the file, or - for standard input")
    load_.set_defaults(run=_import)
    for each in (link, load_):
        base_url_argument(each)
    for each in (link, export, load_):
        instance_argument(each)
    add_maintenance_commands(commands)
    for room in rooms():
        room.add_commands(commands)
    return parser


class _Version(argparse.Action):
    """Says the version; looked up only when it is asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *given: object) -> None:
        print(f"scorekeeper {version()}")
        parser.exit()


def _serve_parser(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--port", type=int, default=8000, help="default: %(default)s")
    parser.add_argument("--host", default="0.0.0.0", help="default: every address of this machine")
    parser.add_argument("--workers", type=int, default=1, help="processes; default: %(default)s")
    parser.add_argument("--check-config", action="store_true", help="only look at config.py")
    instance_argument(parser)
    parser.set_defaults(run=_serve)


def _cases_parser(parser: argparse.ArgumentParser, answer: Callable[[object], Answer]) -> None:
    parser.add_argument("files", nargs="+", metavar="FILE", help="case files, or - for input")
    parser.add_argument("--check", action="store_true", help="compare with what is expected")
    parser.set_defaults(run=_cases, answer=answer)


def _cases(options: argparse.Namespace) -> int:
    answer: Callable[[object], Answer] = options.answer
    cases = _case_lines(options.files)
    if options.check:
        return _check(cases, lambda data: _differing(data, answer(data)))
    return _print(cases, answer, several=len(options.files) > 1)


def _ask_parser(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("words", nargs="+", metavar="GAME SENTENCE", help="or files to check")
    parser.add_argument("--language", default=LANGUAGE, help="cs, sk, pl, be, en (default)")
    parser.add_argument("--players", type=int, help="how many play")
    parser.add_argument("--house", metavar="FILE", help="house rules as a JSON object")
    parser.add_argument("--check", action="store_true", help="compare lines of sentences")
    parser.set_defaults(run=_ask)


def _ask(options: argparse.Namespace) -> int:
    # Only here: what judges and scores reads no sentences.
    from scorekeeper.referee.cases.asking import ask, check_sentence
    from scorekeeper.rulebook.sentence.lexicon import languages

    if options.check:
        return _check(_case_lines(options.words), check_sentence)
    game, *words = options.words
    if game not in GAMES:
        return _refuse(f"there is no game {game}: {', '.join(GAMES)}")
    if options.language not in languages():
        return _refuse(f"no sentence is read in {options.language}: {', '.join(languages())}")
    try:
        house = json.loads(Path(options.house).read_text("utf-8")) if options.house else None
        answer = ask(GAMES[game], " ".join(words), options.language, options.players, house)
    except (Invalid, ValueError) as error:
        return _refuse(f"{options.house}: {error}")
    _say(json.dumps(answer, ensure_ascii=False))
    return 0 if answer["question"] else 1


def _print(cases: Iterator[Case], answer: Callable[[object], Answer], *, several: bool) -> int:
    """Prints an answer a line, with its place: the file where there are several, or an error."""
    status = 0
    for case in cases:
        result = answer(case.data)
        status = 2 if "error" in result else status
        if several or "error" in result:
            result["file"] = case.file
        _say(json.dumps({**result, "line": case.line}, ensure_ascii=False))
    return status


def _say(text: str) -> None:
    """Prints a line; half a letter in what was read must not end the run."""
    print(text.encode("utf-8", "backslashreplace").decode())


def _check(cases: Iterator[Case], differing: Callable[[object], list[str]]) -> int:
    """Prints the lines that differ from what they expect, and a closing count."""
    counts = {True: 0, False: 0}
    for case in cases:
        try:
            wrong = differing(case.data)
        except Invalid as error:
            wrong = [f"{error}"]
        counts[not wrong] += 1
        for difference in wrong:
            _say(f"{case.where}: {difference}")
    print(f"{counts[True]} passed, {counts[False]} failed")
    return 1 if counts[False] else 0


def _differing(data: object, result: Answer) -> list[str]:
    expected = data.get("expect") if isinstance(data, dict) else None
    expected = expected if isinstance(expected, dict) else {}  # the answer says what is wrong
    wrong = differences(expected, result)
    if "error" in result and "error" not in expected:
        wrong.append(f"error: {result['error']} ({result.get('field')})")
    return wrong


def _case_lines(files: Sequence[str]) -> Iterator[Case]:
    for name in files:
        if name == "-":
            yield from read_cases("-", _input())
        else:
            with Path(name).open("rb") as lines:
                yield from read_cases(name, lines)


def _input() -> Iterable[bytes]:
    """The lines of standard input; also where it is a text in memory."""
    if hasattr(sys.stdin, "buffer"):
        return sys.stdin.buffer
    return (line.encode("utf-8", "surrogatepass") for line in sys.stdin)


def _serve(options: argparse.Namespace) -> int:
    # Only here: scoring case files needs neither Flask nor gunicorn.
    from scorekeeper.web.http.serve import check_config, serve

    if options.check_config:
        return check_config(options.instance)
    return serve(options.instance, options.host, options.port, options.workers)


def _streams(options: argparse.Namespace) -> list[Events]:
    """The events of the match that is asked for, or of the group and its matches; none if it is
    not here.
    """
    if not is_made(options.instance, ledger_url(options.instance)):
        return []
    with instance_ledger(options.instance) as ledger:
        return streams_of(ledger, options.match.upper())


def _link(options: argparse.Namespace) -> int:
    streams = _streams(options)
    if not streams:
        return _refuse(f"there is no match {options.match}")
    _print_links(options, streams[0])
    return 0


def _print_links(options: argparse.Namespace, events: Sequence[Event]) -> None:
    # Only here: what scores and judges does without Flask.
    from scorekeeper.web import create_app

    app = create_app(options.instance, {"LEDGER": "sqlite://"})
    base = str(options.base_url or app.config["BASE_URL"]).rstrip("/")
    with closing(app.extensions["matches"].ledger), app.test_request_context():
        for role, path in _link_paths(events):
            print(f"{role}: {base}{path}")


def _link_paths(events: Sequence[Event]) -> Iterator[tuple[str, str]]:
    from scorekeeper.web.http.access import link_path
    from scorekeeper.web.match.sheet import MATCH_PRESENTER
    from scorekeeper.web.stream import AnyPresenter
    from scorekeeper.web.stream.tournament import TOURNAMENT_PRESENTER

    type = stream_type_of(events)
    added = (presenter for room in rooms() for presenter in room.presenters())
    known: list[AnyPresenter] = [MATCH_PRESENTER, TOURNAMENT_PRESENTER, *added]
    presenter = next(each for each in known if each.streams().noun is type.noun)
    stream = type.noun.fold(events)
    yield from ((role, link_path(stream, role, presenter.pages)) for role in presenter.roles)


def _export(options: argparse.Namespace) -> int:
    streams = _streams(options)
    if not streams:
        return _refuse(f"there is no match {options.match}")
    sys.stdout.write(dump_all(streams))
    return 0


def _import(options: argparse.Namespace) -> int:
    """Takes a match in, or a group with its matches, or nothing of it."""
    try:
        text = sys.stdin.read() if options.file == "-" else Path(options.file).read_text("utf-8")
        streams = load_file(text)
        options.instance.mkdir(mode=0o700, parents=True, exist_ok=True)
        with closing(open_ledger(ledger_url(options.instance))) as ledger:
            ledger.restore(*streams)
    except (BrokenLine, Damaged, OSError, UnicodeDecodeError) as error:
        return _refuse(f"{options.file}: {error}")
    except MatchExists as error:
        return _refuse(f"match {error.match} is here already")
    events, *matches = streams
    type = stream_type_of(events)
    parts = f", {len(matches)} matches" if type.part else ""
    print(f"{type.name} {events[0].stream}: {len(events)} events{parts}")
    _print_links(options, events)
    return 0


def _refuse(why: str) -> int:
    for line in why.splitlines():
        print(f"scorekeeper: {line}", file=sys.stderr)
    return 2
