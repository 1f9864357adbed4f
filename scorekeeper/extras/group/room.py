"""What the room of groups adds to the app."""

from flask import Flask

from scorekeeper.extras.group.actions import Groups, UnknownGroup
from scorekeeper.extras.group.pages import slots
from scorekeeper.extras.group.pages.deck.deck import deck_pages
from scorekeeper.extras.group.pages.deck.inscription import inscription
from scorekeeper.extras.group.pages.entrance import founding, group_of_match
from scorekeeper.extras.group.pages.evenings.accounts import accounts
from scorekeeper.extras.group.pages.evenings.belonging import belonging
from scorekeeper.extras.group.pages.evenings.evenings import evening_pages
from scorekeeper.extras.group.pages.evenings.finding import finding
from scorekeeper.extras.group.pages.evenings.rounds import rounds
from scorekeeper.extras.group.pages.evenings.tables import group_tables
from scorekeeper.extras.group.pages.evenings.years import years
from scorekeeper.extras.group.pages.keeping import keeping
from scorekeeper.extras.group.pages.members import group_members, member_forgetting
from scorekeeper.extras.group.pages.pages import group_pages
from scorekeeper.extras.group.pages.presenter import GROUP_PRESENTER
from scorekeeper.extras.group.pages.records.member_pages import member_records
from scorekeeper.extras.group.pages.records.pages import record_pages
from scorekeeper.extras.group.records.stats_cache import StatsCache
from scorekeeper.web.rooms import Room


def _prepare(app: Flask) -> None:
    ledger = app.extensions["matches"].ledger
    app.extensions["groups"], app.extensions["records"] = Groups(ledger), StatsCache(ledger)


ROOM = Room(
    blueprints=(
        founding,
        group_pages,
        group_members,
        member_forgetting,
        deck_pages,
        inscription,
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
    ),
    template_globals={"group_of_match": group_of_match},
    macros={"faces": "extras/group/deck/face.html"},
    init_app=_prepare,
    not_found_errors=(UnknownGroup,),
    presenters=(GROUP_PRESENTER,),
    slot_modules=(slots,),
)
