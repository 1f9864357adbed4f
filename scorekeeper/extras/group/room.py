"""What the room of groups adds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.core.rooms import Room

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from flask import Blueprint, Flask

    from scorekeeper.core.game import AnyGame
    from scorekeeper.core.named_house import NamedHouse
    from scorekeeper.match import Match
    from scorekeeper.stream.files import AnyType
    from scorekeeper.web.home import HomeLink, RoleList
    from scorekeeper.web.match.setup import PlayerGroup
    from scorekeeper.web.rulebook.sent_house import Keeper
    from scorekeeper.web.stream import AnyPresenter


class GroupRoom(Room):
    """Those who play together: members, evenings, accounts, records, inscribed cards."""

    event_modules = ("scorekeeper.extras.group.events",)
    parts = frozenset(
        {
            "home_links",
            "home_more",
            "match_people",
            "match_share",
            "match_stays",
            "group_menu",
            "setup_menu",
        }
    )

    def stream_types(self) -> Sequence[AnyType]:
        from scorekeeper.extras.group.forgetting import STREAM

        return (STREAM,)

    def prepare(self, app: Flask) -> None:
        from zoneinfo import ZoneInfo

        from scorekeeper.extras.group.actions import Groups
        from scorekeeper.extras.group.records.stats_cache import StatsCache
        from scorekeeper.web.http.identifiers import writing_phone

        ledger = app.extensions["matches"].ledger
        zone = ZoneInfo(app.config["BABEL_DEFAULT_TIMEZONE"])
        app.extensions["groups"] = Groups(ledger, phone=writing_phone, zone=zone)
        app.extensions["records"] = StatsCache(ledger)

    def blueprints(self) -> Sequence[Blueprint]:
        from scorekeeper.extras.group.deck import CUSTOM
        from scorekeeper.extras.group.pages.accounts import accounts, group_tables
        from scorekeeper.extras.group.pages.deck import deck_pages
        from scorekeeper.extras.group.pages.entrance import founding
        from scorekeeper.extras.group.pages.evenings import (
            belonging,
            evening_pages,
            finding,
        )
        from scorekeeper.extras.group.pages.inscription import inscription
        from scorekeeper.extras.group.pages.members import group_members, member_forgetting
        from scorekeeper.extras.group.pages.pages import group_pages, keeping
        from scorekeeper.extras.group.pages.presenter import phones
        from scorekeeper.extras.group.pages.records import member_records, record_pages, years
        from scorekeeper.extras.group.pages.rounds import rounds

        return (
            founding,
            group_pages,
            group_members,
            member_forgetting,
            *((deck_pages, inscription) if CUSTOM.cards else ()),
            record_pages,
            member_records,
            evening_pages,
            rounds,
            finding,
            belonging,
            accounts,
            group_tables,
            years,
            keeping,
            phones,
        )

    def template_globals(self) -> Mapping[str, Callable[..., object]]:
        from scorekeeper.extras.group.pages.entrance import group_of_match

        return {"group_of_match": group_of_match}

    def macros(self) -> Mapping[str, str]:
        return {"faces": "extras/group/deck/face.html"}

    def presenters(self) -> Sequence[AnyPresenter]:
        from scorekeeper.extras.group.pages.presenter import GROUP_PRESENTER

        return (GROUP_PRESENTER,)

    def not_found_errors(self) -> Sequence[type[LookupError]]:
        from scorekeeper.extras.group.actions import UnknownGroup

        return (UnknownGroup,)

    def home_links(self) -> Sequence[HomeLink]:
        from scorekeeper.extras.group.pages import hooks

        return hooks.home_links()

    def role_lists(self) -> Sequence[RoleList]:
        from scorekeeper.extras.group.pages import hooks

        return hooks.role_lists()

    def long_code_url(self, typed: str) -> str:
        from scorekeeper.extras.group.pages.presenter import come_back

        return come_back(typed)

    def lets_read(self, match: Match, group: str) -> bool:
        from scorekeeper.extras.group.pages.entrance import reads

        return reads(match, group)

    def group_name(self, code: str) -> str:
        from scorekeeper.extras.group.pages.entrance import name_of

        return name_of(code)

    def player_group(self, values: Mapping[str, str]) -> PlayerGroup | None:
        from scorekeeper.extras.group.pages import hooks

        return hooks.player_group(values)

    def evening_url(self, match: Match) -> str:
        from scorekeeper.extras.group.pages import hooks

        return hooks.evening_url(match)

    def inscribe_url(self, match: Match) -> str:
        from scorekeeper.extras.group.pages import hooks

        return hooks.inscribe_url(match)

    def house_sets(self, game: AnyGame) -> Iterable[NamedHouse]:
        from scorekeeper.extras.group.pages import hooks

        return hooks.house_sets(game)

    def keepers(self, named: NamedHouse) -> Sequence[Keeper]:
        from scorekeeper.extras.group.pages.pages import keepers

        return keepers(named)


ROOM = GroupRoom()
