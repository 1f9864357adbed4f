"""What people can do about calls: each verb writes one event, whatever was written meanwhile."""

from typing import Any, TypeVar

from scorekeeper.extras.calls.calling import CallDetails, Organisation, waiting_calls
from scorekeeper.extras.calls.events import Appointed, CalledFromMatch, CalledFromTable, Came
from scorekeeper.extras.company import Company
from scorekeeper.extras.tournament.actions import UnknownTournament
from scorekeeper.stream.kinds import Body
from scorekeeper.stream.streams import Streams

S = TypeVar("S", bound=Organisation)


def call(streams: Streams[S], now: S, match: str, matter: CallDetails, key: str) -> S:
    """Calls a referee to the table of a match, once until one answers.

    Raises Invalid, UnknownTournament, NotNow, KeyReused.
    """
    called = _called(now, match, matter)
    if any(each.code == match for each in waiting_calls(now)):
        return now
    return _say(streams, now, called, key)


def come(streams: Streams[S], now: S, came: Came, key: str) -> S:
    """Answers a call, once. Raises KeyReused."""
    if came.event not in [each.event.seq for each in waiting_calls(now)]:
        return now
    return _say(streams, now, came, key)


def appoint(streams: Streams[S], now: S, appointed: Appointed, key: str) -> S:
    """Makes a phone a referee's, or dismisses it. Raises Invalid, KeyReused."""
    return _say(streams, now, appointed, key)


def _called(
    now: Organisation, match: str, matter: CallDetails
) -> CalledFromMatch | CalledFromTable:
    if isinstance(now, Company):
        return CalledFromMatch(match=match, **vars(matter))
    if (place := now.find_table(match)) is None:
        raise UnknownTournament(match)
    return CalledFromTable(round=place[0].number, table=place[1], **vars(matter))


def _say(streams: Streams[S], now: S, said: Body[Any, Any], key: str) -> S:
    if now.event_by_key(key) is None:
        said.validate(now)
    return streams.append_always(now, said, key)
