"""Removing names for good: of matches that are named or old, or of one player of a group."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import chain

from scorekeeper.ledger import TIME_FORMAT, Event
from scorekeeper.ledger.store import LedgerStore, batches
from scorekeeper.match.files import NameEraser, Verdicts, stream_type_of
from scorekeeper.referee.judgements import is_verdict_code


def forget_matches(
    ledger: LedgerStore, codes: Sequence[str], player: str | None, *, drop: bool
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


def forget_person(ledger: LedgerStore, code: str, player: str) -> Sequence[str] | None:
    """Removes one person from a stream and all its parts; None if there is none so called.

    Gives the codes of all that was rewritten.
    """
    events = ledger.read(code)
    return stream_type_of(events).forget(ledger, events, player) if events else None


def old_matches(ledger: LedgerStore, days: int) -> list[str]:
    """The codes of the matches whose last event is so many days old, to the second."""
    last = (datetime.now(UTC) - timedelta(days=days)).strftime(TIME_FORMAT)
    oldest = ledger.matches()[::-1]

    def last_at(code: str) -> str:
        [(newest, _key)] = ledger.newest([code]).values()
        return ledger.read(code, newest - 1)[-1].at

    return oldest[: bisect_right(oldest, last, key=last_at)]


def _without_names(
    ledger: LedgerStore, codes: Sequence[str], player: str | None, forgotten: list[str]
) -> Iterator[list[Event]]:
    """The events of one match after another that change, and of its verdicts; its code is added to
    those that are `forgotten`, also where nothing is left to change.
    """
    some = batches(filter(is_verdict_code, ledger.matches()))
    verdicts = Verdicts(kept[0] for each in some for kept in ledger.read_many(each).values())
    for code, events in _with_parts(ledger, codes):
        type = stream_type_of(events)
        if type.without_names:
            if player is None or player.casefold() in type.names_in(events):
                forgotten.append(code)
                yield _if_changed(events, type.without_names(events, player))
        elif "names" in events[0].body:
            forgetting = NameEraser(player)
            without = [forgetting.event(event) for event in events]
            if player is None or forgetting.names:
                forgotten.append(code)
                each = (_if_changed((v,), [forgetting.verdict(v)]) for v in verdicts.of(events))
                yield [*_if_changed(events, without), *chain.from_iterable(each)]


def _if_changed(events: Sequence[Event], without: Iterable[Event]) -> list[Event]:
    """The events without the names; none if nobody is named there any more."""
    changed = list(without)
    same = all(one.body == other.body for one, other in zip(events, changed, strict=True))
    return [] if same else changed


def _with_parts(ledger: LedgerStore, codes: Sequence[str]) -> Iterator[tuple[str, list[Event]]]:
    """Some streams by their codes, and those that name one of them as their owner."""
    known, owners = set(codes), dict[str, set[str]]()
    for some in batches(dict.fromkeys(codes)):
        streams = ledger.read_many(some)
        for code, events in streams.items():
            if member := stream_type_of(events).owner:
                owners.setdefault(member, set()).add(code)
        yield from streams.items()
    if owners:
        # Looked for in all matches: older versions opened tables that no round knows.
        for some in batches(code for code in ledger.matches() if code not in known):
            for code, events in ledger.read_many(some).items():
                if any(events[0].body.get(member) in owners[member] for member in owners):
                    yield code, events
