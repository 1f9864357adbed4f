"""The answer to a save: on to another page, the form again, or what came between."""

from collections.abc import Callable
from dataclasses import dataclass

from werkzeug import Response

from scorekeeper.ledger import KeyReused, Stale
from scorekeeper.rulebook import unreadable
from scorekeeper.schema import Invalid
from scorekeeper.web.saving import LateNotice, Save, fresh_save, late_notice, read_save
from scorekeeper.web.stream.noun import Noun, R, S
from scorekeeper.web.wording.events import quicker_text
from scorekeeper.web.wording.reader import language

Show = Callable[[S, int, str, dict[str, str]], Response]
"""Makes the page again: for a stream, with a status, a message, and path → what is wrong there."""


@dataclass(frozen=True)
class Mine:
    """What a phone wanted to save, in words, and where that can be saved `again` as things are now:
    None for the address of this request, empty for nowhere, where it would be about something else.
    """

    text: str
    again: str | None = None


def save_in(
    noun: Noun[S, R],
    stream: S,
    write: Callable[[Save], S],
    done: Callable[[S], Response],
    show: Show[S],
    mine: Callable[[S], Mine],
) -> Response:
    """The answer to a save: what is `done` then; or the form again, with what has to be mended
    (422) or with what another phone wrote meanwhile, and what was not saved of `mine` (409).
    """
    try:
        return done(write(read_save()))
    except (Stale, KeyReused):
        now = noun.streams().get(stream.code)
        return show(now, 409, _late(noun, now, mine), {})
    except Invalid as error:
        return show(stream, 422, "", {error.path: unreadable(language(), error)})
    except noun.refusals as fault:
        now = noun.streams().get(stream.code)
        return show(now, 422, noun.refusal(now, fault), {})


def _late(noun: Noun[S, R], now: S, mine: Callable[[S], Mine]) -> LateNotice:
    """What is said of a save that lost the race: what it was, or why it cannot be any more."""
    try:
        was = mine(now)
    except Invalid as error:
        was = Mine(unreadable(language(), error).rstrip("."), again="")
    text = quicker_text(now, was.text, noun.describe)
    return late_notice(text, fresh_save(now).hidden, was.again)
