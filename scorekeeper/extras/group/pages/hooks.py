"""What pages read of a group: its matches, nights and figures; and what it brings to other pages:
its sets of house rules, members, evening and pack to those of a match, and this phone's groups to
the first page.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date
from zoneinfo import ZoneInfo

from flask import current_app, url_for
from flask_babel import gettext as _

from scorekeeper.core.game import AnyGame
from scorekeeper.core.named_house import NamedHouse
from scorekeeper.core.schema import Invalid
from scorekeeper.extras.group import Group, evenings
from scorekeeper.extras.group.actions import Groups
from scorekeeper.extras.group.deck import may_inscribe
from scorekeeper.extras.group.events import Agreed
from scorekeeper.extras.group.pages import entrance
from scorekeeper.extras.group.records.stats import MatchSummary
from scorekeeper.extras.group.records.stats_cache import StatsCache
from scorekeeper.ledger import now
from scorekeeper.match import Match
from scorekeeper.web.home import HeldRole, HomeLink, RoleList
from scorekeeper.web.http.access import link_path, match_or_none, matches, role_of_phone
from scorekeeper.web.http.grants import GROUPS
from scorekeeper.web.match.setup import PlayerGroup
from scorekeeper.web.stream.live import version_with

LATEST = 30
"""Matches that the page of a group shows, and that are followed; nobody plays older ones."""


def zone() -> ZoneInfo:
    """Where the clocks of the pubs are."""
    return ZoneInfo(current_app.config["BABEL_DEFAULT_TIMEZONE"])


def tonight() -> date:
    return evenings.night_of(now(), zone())


def group_book(group: Group, codes: Sequence[str]) -> tuple[evenings.PlayedMatch, ...]:
    """The matches with these codes, the oldest first, but for those that are not here any more, or
    not the group's own.
    """
    return evenings.played(group, own_matches(group, codes), zone())


def summaries_of(group: Group) -> tuple[MatchSummary, ...]:
    """What a group played, in figures, the oldest first."""
    sums: StatsCache = current_app.extensions["records"]
    return sums.summarise(group, zone())


def calendar_of(group: Group, told: Iterable[MatchSummary]) -> evenings.Calendar:
    """Which nights the matches of a group have, and had."""
    begun = {each.summary.code: each.summary.begun for each in told}
    return evenings.Calendar(group, begun, zone())


def own_match(group: Group, code: str) -> Match | None:
    """The match with this code if it is here and a group's own."""
    match = match_or_none(code)
    return match if match and group.has(match) else None


def own_matches(group: Group, codes: Iterable[str]) -> Iterator[Match]:
    """The matches with these codes that are here and a group's own."""
    return filter(None, (own_match(group, code) for code in codes))


def latest_matches(known: Groups, group: Group) -> tuple[str, ...]:
    """The codes of the matches that a group took in last."""
    return known.own(group, tuple(group.matches)[-LATEST:])


def version_now(group: Group) -> str:
    """How far a group and its latest matches are written, as its stream says it."""
    return version_with(matches().ledger, group.version, latest_matches(entrance.groups(), group))


def last_match(group: Group, game: AnyGame) -> Match | None:
    known = own_matches(group, reversed(tuple(group.matches)))
    return next((match for match in known if match.game is game), None)


def tables_link(group: Group, night: date | None = None) -> tuple[str, str]:
    """The last evening at several tables, or that of a night, and its page; empty without one."""
    known = evenings.at_several_tables(group)
    if night:
        known = tuple(e for e in known if night in evenings.nights_of_tables(group, e))
    if not known:
        return "", url_for("group.show", code=group.code)
    number = known[-1][-1][1].round
    text = _("Several tables: round %(n)d", n=number)
    return text, url_for("rounds.show", code=group.code, first=known[-1][0][0])


def house_sets(game: AnyGame) -> Iterable[NamedHouse]:
    """The sets of a game that the groups of this phone keep."""
    return (named for group in entrance.my_groups() for named in house_sets_of(group, game))


def house_sets_of(group: Group, game: AnyGame) -> list[NamedHouse]:
    """The sets of a game that a group keeps, the latest first."""
    sets: dict[str, Agreed] = {}
    for _seq, body in reversed(group.bodies_of(Agreed)):
        if body.game == game.key:
            sets.setdefault(body.name, body)
    return [NamedHouse(game, each.name, game.read_house(each.house)) for each in sets.values()]


def evening_url(match: Match) -> str:
    """The page that settles the whole evening; empty where no group of the phone has it."""
    group = entrance.group_of(match)
    if group is None:
        return ""
    (played,) = group_book(group, [match.code])
    return night_url(group, played.night)


def night_url(group: Group, night: date) -> str:
    """The page of an evening."""
    return url_for("evenings.show", code=group.code, night=night.isoformat())


def inscribe_url(match: Match) -> str:
    """Where the loser inscribes a card of the group’s pack; empty if that is not due."""
    group = entrance.group_of(match) if match.standing.over else None
    if group is None or not entrance.may_write_in(group) or not may_inscribe(group, match):
        return ""
    return url_for("inscription.show", code=group.code, match=match.code)


class GroupCircle(PlayerGroup):
    """A group that plays a new match."""

    def __init__(self, group: Group) -> None:
        self._group = group

    def last_match(self, game: AnyGame) -> Match | None:
        return last_match(self._group, game)

    @property
    def members(self) -> Sequence[str]:
        return [m.name for m in self._group.by_last_table if not m.guest]

    def known(self, used: Sequence[str]) -> list[str]:
        return [m.name for m in self._group.by_last_table if m.name not in used]

    def meant(self, name: str, asked: Collection[str]) -> Sequence[str]:
        return [member.name for member in self._group.meant(name, asked)]

    @property
    def carried_fields(self) -> list[tuple[str, str]]:
        return [("group", self._group.code)]

    def add_match(self, match: Match, key: str) -> None:
        with suppress(Invalid):  # whom two call by one name is sorted out by hand
            entrance.groups().add_match(self._group.code, match, key)


def player_group(values: Mapping[str, str]) -> PlayerGroup | None:
    """The group that a form or an address names, if this phone may write in it."""
    group = entrance.my_group(values.get("group", ""))
    return GroupCircle(group) if group else None


def home_links() -> Sequence[HomeLink]:
    mine = entrance.my_groups()
    return [HomeLink(each.name, url_for("group.show", code=each.code)) for each in mine]


def role_lists() -> Sequence[RoleList]:
    return [RoleList(_("Groups"), GROUPS, [_held(each) for each in entrance.my_groups()])]


def _held(group: Group) -> HeldRole:
    url = url_for("group.show", code=group.code)
    back = link_path(group, role_of_phone(group, GROUPS) or "watcher", entrance.PAGES)
    return HeldRole(GROUPS, group.code, group.name, "", url, back)
