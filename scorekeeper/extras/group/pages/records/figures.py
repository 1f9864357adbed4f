"""What the pages of records share: which year one shows and the ways to the others, and figures of
the book as text.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import MAXYEAR, MINYEAR
from fractions import Fraction
from zoneinfo import ZoneInfo

from flask import current_app, request, url_for
from flask_babel import gettext as _

from scorekeeper.core.game import AnyGame
from scorekeeper.extras.group import Group
from scorekeeper.extras.group.evenings import Calendar
from scorekeeper.extras.group.records.stats import MatchSummary, MemberStats, years
from scorekeeper.extras.group.records.stats_cache import StatsCache
from scorekeeper.extras.group.records.summary import (
    BOUGHT,
    LOST,
    MATCHES,
    PLAYED,
    POINTS,
    WON,
    Key,
    Tally,
)
from scorekeeper.web.render import Values
from scorekeeper.web.wording.reader import book_of, decimal, game_points_text, money


@dataclass(frozen=True)
class FilterLink:
    """A way to another season or game; the one that is shown is `chosen`."""

    text: str
    url: str
    chosen: bool


def asked_year() -> int | None:
    """The year that this request's address asks for; None for all the time."""
    number = request.args.get("year", type=int)
    return number if number is not None and MINYEAR <= number <= MAXYEAR else None


def year_args(year: int | None) -> Values:
    return {} if year is None else {"year": str(year)}


def zone() -> ZoneInfo:
    """Where the clocks of the pubs are."""
    return ZoneInfo(current_app.config["BABEL_DEFAULT_TIMEZONE"])


def summaries_of(group: Group) -> tuple[MatchSummary, ...]:
    sums: StatsCache = current_app.extensions["records"]
    return sums.summarise(group, zone())


def calendar_of(group: Group, told: Iterable[MatchSummary]) -> Calendar:
    """Which nights the matches of a group have, and had."""
    return Calendar(group, {each.summary.code: each.summary.begun for each in told}, zone())


def seasons_of(
    summaries: Sequence[MatchSummary], year: int | None, to: str, args: Values
) -> tuple[FilterLink, ...]:
    """All the time, and each year in which anything was played."""
    every = FilterLink(_("All time"), url_for(to, **args), year is None)
    return (
        every,
        *(
            FilterLink(str(each), url_for(to, **args, year=each), year == each)
            for each in years(summaries)
        ),
    )


def lines_of(game: AnyGame, account: MemberStats) -> Iterator[tuple[str, str]]:
    """What is counted of a member in a game: each figure that he has, with its words."""
    for key, label in labels_of(game, account).items():
        if (tally := account.get(key)).n:
            yield label, _figure(game, key, tally)
    runs = {
        _("Longest run of wins"): account.longest_won,
        _("Longest run of losses"): account.longest_lost,
    }
    yield from ((label, str(length)) for label, length in runs.items() if length > 1)
    if broken := sum(each.n for key, each in account.tallies.items() if key.kind == "offence"):
        yield _("Offences"), str(broken)


def labels_of(game: AnyGame, account: MemberStats) -> Mapping[Key, str]:
    """What is counted, in the order of the table, with its words; nothing under two of them."""
    words, records = book_of(game), game.records
    said = {records.won, records.lost, *records.partly_told}
    money_keys = sorted(key for key in account.tallies if key.kind == "money")
    ours = {
        MATCHES: _("Matches"),
        **{key: counted_label(game, key) for key in (PLAYED, WON, LOST)},
        # A stroke is a lost game, which stands above.
        **({} if game.drawn_as_strokes else {POINTS: counted_label(game, POINTS)}),
        BOUGHT: _("Rounds bought"),
    }
    # The game's own order, not that of what happened first.
    stats = [Key("stat", id) for id in words.texts("stats")]
    return {
        **ours,
        **{key: _("Money: %(currency)s", currency=key.id) for key in money_keys},
        **{k: words.label("stats", k.id) for k in stats if k.id not in said},
        **{Key("milestone", id): label for id, label in words.texts("marks").items()},
    }


def counted_label(game: AnyGame, key: Key) -> str:
    """What a game calls what was played, won, lost, or its points."""
    if own := {WON: game.records.won, LOST: game.records.lost}.get(key):
        return book_of(game).label("stats", own)
    usual = {WON: _("Won"), LOST: _("Lost"), POINTS: _("Total points")}
    return usual[key] if key in usual else _("Played")


def _figure(game: AnyGame, key: Key, tally: Tally) -> str:
    if key.kind == "money":
        return money(tally.n, key.id)
    if key == POINTS:
        return game_points_text(game, tally.n)
    return decimal_text(tally.value) if tally.of else str(tally.n)


def decimal_text(value: Fraction, digits: int = 1) -> str:
    """An average as the reader writes it; half is rounded up, as by hand."""
    whole = int(abs(value) * 10**digits + Fraction(1, 2)) * (1 if value > 0 else -1)
    return decimal(whole / 10**digits, digits)
