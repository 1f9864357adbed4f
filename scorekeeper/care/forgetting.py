"""Removing names for good: of matches that are named or old, or of one player of a company."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import chain

from scorekeeper.extras.company import fold as fold_company
from scorekeeper.extras.company.files import is_company
from scorekeeper.extras.company.forgetting import forget
from scorekeeper.extras.tournament.files import is_tournament
from scorekeeper.extras.tournament.forgetting import names_in, without_names
from scorekeeper.judgements import is_code
from scorekeeper.ledger import AT, Event
from scorekeeper.ledger.house import HouseLedger, batches
from scorekeeper.match.forgetting import Forgetting, Verdicts

FORGOTTEN = "hráč {number}"
"""What a player of a company is called who was forgotten, as the rules say it."""


def forget_matches(
    ledger: HouseLedger, codes: Sequence[str], player: str | None, *, drop: bool
) -> list[str]:
    """Removes the names of all, or of one player, from matches with their verdicts and tables;
    with `drop` the scores go too. Gives the codes of the matches in which there were any.
    """
    forgotten: list[str] = []
    streams = _without_names(ledger, codes, player, forgotten)
    # An unknown match leaves the ledger as it is: nothing is tidied up.
    if (first := next(streams, None)) is not None:
        changed = chain.from_iterable(chain((first,), streams))
        # What is dropped is known once all of that was taken in.
        ledger.rewrite(changed, forgotten if drop else ())
    return forgotten


def forget_member(ledger: HouseLedger, code: str, player: str) -> Sequence[str] | None:
    """Removes a player of a company, who goes by his number then; None if there is none so called.

    Gives the codes of all that was rewritten.
    """
    events = ledger.read(code)
    member = fold_company(events).called(player) if is_company(events) else None
    if member is None:
        return None
    return forget(ledger, code, member.number, FORGOTTEN.format(number=member.number + 1))


def old_matches(ledger: HouseLedger, days: int) -> list[str]:
    """The codes of the matches whose last event is so many days old, to the second."""
    last = (datetime.now(UTC) - timedelta(days=days)).strftime(AT)
    oldest = ledger.matches()[::-1]

    def last_at(code: str) -> str:
        [(newest, _key)] = ledger.newest([code]).values()
        return ledger.read(code, newest - 1)[-1].at

    return oldest[: bisect_right(oldest, last, key=last_at)]


def _without_names(
    ledger: HouseLedger, codes: Sequence[str], player: str | None, forgotten: list[str]
) -> Iterator[list[Event]]:
    """The events of one match after another that change, and of its verdicts; its code is added to
    those that are `forgotten`, also where nothing is left to change.
    """
    verdicts = _verdicts_in(ledger)
    for code, events in _with_tables(ledger, codes):
        if is_tournament(events) and (player is None or player.casefold() in names_in(events)):
            forgotten.append(code)
            yield _if_changed(events, without_names(events, player))
        elif "names" in events[0].body:
            forgetting = Forgetting(player)
            without = [forgetting.event(event) for event in events]
            if player is None or forgetting.names:
                forgotten.append(code)
                yield [*_if_changed(events, without), *_verdicts(events, verdicts, forgetting)]


def _verdicts_in(ledger: HouseLedger) -> Verdicts:
    """All kept verdicts, read some at a time."""
    streams = (ledger.read_all(some) for some in batches(filter(is_code, ledger.matches())))
    firsts = (events[0] for some in streams for events in some.values())
    return Verdicts(event for event in firsts if "judged" in event.body)


def _verdicts(
    events: Sequence[Event], verdicts: Verdicts, forgetting: Forgetting
) -> Iterator[Event]:
    """The verdicts of a match without the names, where that changes them."""
    for verdict in verdicts.of(events):
        yield from _if_changed((verdict,), [forgetting.verdict(verdict)])


def _if_changed(events: Sequence[Event], without: Iterable[Event]) -> list[Event]:
    """The events without the names; none if nobody is named there any more."""
    changed = list(without)
    same = all(one.body == other.body for one, other in zip(events, changed, strict=True))
    return [] if same else changed


def _with_tables(ledger: HouseLedger, codes: Sequence[str]) -> Iterator[tuple[str, list[Event]]]:
    """Some matches by their codes, and those that are tables of them."""
    known, halls = set(codes), set[str]()
    for some in batches(dict.fromkeys(codes)):
        streams = ledger.read_all(some)
        halls |= {code for code, events in streams.items() if is_tournament(events)}
        yield from streams.items()
    if halls:
        # Looked for in all matches: older versions opened tables that no round knows.
        for some in batches(code for code in ledger.matches() if code not in known):
            for code, events in ledger.read_all(some).items():
                if events[0].body.get("table_of") in halls:
                    yield code, events
