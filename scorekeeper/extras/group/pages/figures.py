"""What the pages of records share: which year one shows and the ways to the others, and the tables
of a season as text: who played best over all games, and in each of them.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import MAXYEAR, MINYEAR
from fractions import Fraction
from typing import TypeAlias

from flask import request, url_for
from flask_babel import gettext as _
from flask_babel import ngettext

from scorekeeper.core.game import AnyGame
from scorekeeper.extras.group import Group
from scorekeeper.extras.group.records import stats, summary
from scorekeeper.web.render import Values
from scorekeeper.web.wording.reader import book_of, date_text, decimal, game_points_text, money


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


def seasons_of(
    summaries: Sequence[stats.MatchSummary], year: int | None, to: str, args: Values
) -> tuple[FilterLink, ...]:
    """All the time, and each year in which anything was played."""
    every = FilterLink(_("All time"), url_for(to, **args), year is None)
    return (
        every,
        *(
            FilterLink(str(each), url_for(to, **args, year=each), year == each)
            for each in stats.years(summaries)
        ),
    )


def lines_of(game: AnyGame, account: stats.MemberStats) -> Iterator[tuple[str, str]]:
    """What is counted of a member in a game: each figure that he has, with its words."""
    for key, label in labels_of(game, account).items():
        if (tally := account.get(key)).n:
            yield label, _figure(game, key, tally)
    runs = (
        (_("Longest run of wins"), account.longest_won),
        (_("Longest run of losses"), account.longest_lost),
    )
    yield from ((label, str(length)) for label, length in runs if length > 1)
    if broken := sum(each.n for key, each in account.tallies.items() if key.kind == "offence"):
        yield _("Offences"), str(broken)


def labels_of(game: AnyGame, account: stats.MemberStats) -> Mapping[summary.Key, str]:
    """What is counted, in the order of the table, with its words; nothing under two of them."""
    words, records = book_of(game), game.records
    said = {records.won, records.lost, *records.partly_told}
    money_keys = sorted(key for key in account.tallies if key.kind == "money")
    ours = {
        summary.MATCHES: _("Matches"),
        **{key: counted_label(game, key) for key in (summary.PLAYED, summary.WON, summary.LOST)},
        # A stroke is a lost game, which stands above.
        **({} if game.drawn_as_strokes else {summary.POINTS: counted_label(game, summary.POINTS)}),
        summary.BOUGHT: _("Rounds bought"),
    }
    # The game's own order, not that of what happened first.
    own = [summary.Key("stat", id) for id in words.texts("stats")]
    return {
        **ours,
        **{key: _("Money: %(currency)s", currency=key.id) for key in money_keys},
        **{k: words.label("stats", k.id) for k in own if k.id not in said},
        **{summary.Key("milestone", id): label for id, label in words.texts("marks").items()},
    }


def counted_label(game: AnyGame, key: summary.Key) -> str:
    """What a game calls what was played, won, lost, or its points."""
    if own := {summary.WON: game.records.won, summary.LOST: game.records.lost}.get(key):
        return book_of(game).label("stats", own)
    usual = {summary.WON: _("Won"), summary.LOST: _("Lost"), summary.POINTS: _("Total points")}
    return usual[key] if key in usual else _("Played")


def _figure(game: AnyGame, key: summary.Key, tally: summary.Tally) -> str:
    if key.kind == "money":
        return money(tally.n, key.id)
    if key == summary.POINTS:
        return game_points_text(game, tally.n)
    return decimal_text(tally.value) if tally.of else str(tally.n)


def decimal_text(value: Fraction, digits: int = 1) -> str:
    """An average as the reader writes it; half is rounded up, as by hand."""
    whole = int(abs(value) * 10**digits + Fraction(1, 2)) * (1 if value > 0 else -1)
    return decimal(whole / 10**digits, digits)


Column: TypeAlias = Callable[[stats.GameRow], str]
"""What a column of a game's table shows of a member."""


@dataclass(frozen=True)
class RankedLine:
    """A member in a table: his place, empty if he has none, his name, his page, his figures."""

    place: str
    name: str
    url: str
    figures: tuple[str, ...]


@dataclass(frozen=True)
class RankedTable:
    """A table with the heads of its figures; `rule` says how it is ranked."""

    heads: tuple[str, ...]
    lines: tuple[RankedLine, ...]
    rule: str


def season_view(
    group: Group, told: Sequence[stats.MatchSummary], year: int | None, *, by_coming: bool = False
) -> RankedTable:
    """The table of a season over all games, the best first; or who came most."""
    rows = stats.season_table(group, told)
    evenings = len({each.night for row in rows for each in row.evenings})
    if by_coming:
        rows = tuple(sorted(rows, key=lambda row: (-len(row.evenings), row.member)))
    average = group.ranking.by == "average"
    return RankedTable(
        heads=(f"{_('Evenings')} / {evenings}", _("Average") if average else _("Points")),
        lines=tuple(
            _line(group, row, year, (str(len(row.evenings)), decimal_text(row.points)))
            for row in rows
        ),
        rule=" ".join(_season_rule(group, rows)),
    )


def _line(
    group: Group, row: stats.SeasonRow | stats.GameRow, year: int | None, figures: Iterable[str]
) -> RankedLine:
    url = url_for("member_records.show", code=group.code, member=row.member, **year_args(year))
    place, name = f"{row.place}." if row.place else "", group.members[row.member].name
    return RankedLine(place, name, url, tuple(figures))


def _season_rule(group: Group, rows: Sequence[stats.SeasonRow]) -> Iterator[str]:
    """How the place is found, who has one, and how somebody came to the points of an evening."""
    if group.ranking.by == "average":
        yield _(
            "Players are ranked by the average of their evenings. An evening is the average of its "
            "matches that were played to the end, and each of those gives up to 10 points: for "
            "every player left behind; a tie counts half."
        )
    else:
        yield _(
            "Players are ranked by the sum of their evenings. An evening is the average of its "
            "matches that were played to the end, and each of those gives up to 10 points: for "
            "every player left behind; a tie counts half."
        )
    least = stats.least_of(group.ranking, [len(row.evenings) for row in rows])
    yield ngettext(
        "To be ranked: at least %(num)d evening.", "To be ranked: at least %(num)d evenings.", least
    )
    for row in rows[:1]:
        evening = max(row.evenings, key=lambda each: (len(each.matches), each.night))
        yield _(
            "Example: %(name)s, %(day)s: %(sum)s.",
            name=group.members[row.member].name,
            day=date_text(evening.night, "named"),
            sum=f"{_written_out(evening)} = {decimal_text(evening.points)}",
        )


def _written_out(evening: stats.Attended) -> str:
    """How the points of an evening are found: "10 × (3/3 + 1,5/3) / 2"."""
    shares = [_others(*share) for share in evening.matches]
    if len(shares) == 1:
        return f"{summary.MOST} × {shares[0]}"
    return f"{summary.MOST} × ({' + '.join(shares)}) / {len(shares)}"


def _others(n: int, of: int) -> str:
    """How many of the others somebody left behind in a match: "2/3"."""
    behind, others = Fraction(n, 2 * summary.MOST), of // 2
    return f"{behind if behind.denominator == 1 else decimal_text(behind)}/{others}"


def game_view(group: Group, game: AnyGame, book: stats.GameStats, year: int | None) -> RankedTable:
    """The table of a game in its own figures, the best first."""
    rows = stats.game_table(group, game, book)
    columns = list(_columns(game, book))
    return RankedTable(
        heads=tuple(head for head, _of in columns),
        lines=tuple(_line(group, row, year, [of(row) for _head, of in columns]) for row in rows),
        rule=_game_rule(group, game, [row.stats.get(summary.MATCHES).n for row in rows]),
    )


def _columns(game: AnyGame, book: stats.GameStats) -> Iterator[tuple[str, Column]]:
    """The heads of a game's figures, each with what it counts, that first by which it ranks."""
    rows = list(book.accounts.values())
    heading = _("Per match") if game.higher_wins else _("Losses per game")
    yield heading, lambda row: decimal_text(row.average, 2) if row.average is not None else "–"
    if not game.drawn_as_strokes:
        yield counted_label(game, summary.POINTS), lambda row: _points(game, row.stats)
    for key in (
        (summary.PLAYED, summary.WON)
        if game.higher_wins
        else (summary.PLAYED, summary.LOST, summary.WON)
    ):
        if any(account.get(key).n for account in rows):
            yield counted_label(game, key), _counting(key)


def _counting(key: summary.Key) -> Column:
    return lambda row: str(row.stats.get(key).n)


def _points(game: AnyGame, account: stats.MemberStats) -> str:
    """What somebody has from all matches: in money where they were played for it, or points."""
    tallies = account.tallies.items()
    paid = [money(tally.n, key.id) for key, tally in tallies if key.kind == "money"]
    return ", ".join(paid) or game_points_text(game, account.get(summary.POINTS).n)


def _game_rule(group: Group, game: AnyGame, matches: Sequence[int]) -> str:
    least = stats.least_of(group.ranking, matches)
    how = (
        _("Players are ranked by the points per match.")
        if game.higher_wins
        else _("Players are ranked by the losses per game.")
    )
    who = ngettext(
        "To be ranked: at least %(num)d match.", "To be ranked: at least %(num)d matches.", least
    )
    return f"{how} {who}"
