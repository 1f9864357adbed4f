"""What the room of companies adds to the app."""

from flask import Flask

from scorekeeper.extras.company.actions import Companies, UnknownCompany
from scorekeeper.extras.company.pages import slots
from scorekeeper.extras.company.pages.deck.deck import deck_pages
from scorekeeper.extras.company.pages.deck.inscription import inscription
from scorekeeper.extras.company.pages.entrance import founding, group_of_match
from scorekeeper.extras.company.pages.evenings.accounts import accounts
from scorekeeper.extras.company.pages.evenings.belonging import belonging
from scorekeeper.extras.company.pages.evenings.evenings import evening_pages
from scorekeeper.extras.company.pages.evenings.finding import finding
from scorekeeper.extras.company.pages.evenings.rounds import rounds
from scorekeeper.extras.company.pages.evenings.tables import company_tables
from scorekeeper.extras.company.pages.evenings.years import years
from scorekeeper.extras.company.pages.keeping import keeping
from scorekeeper.extras.company.pages.members import company_members, member_forgetting
from scorekeeper.extras.company.pages.pages import company_pages
from scorekeeper.extras.company.pages.presenter import COMPANY_PRESENTER
from scorekeeper.extras.company.pages.records.member_pages import member_records
from scorekeeper.extras.company.pages.records.pages import record_pages
from scorekeeper.extras.company.records.stats_cache import StatsCache
from scorekeeper.web.rooms import Room


def _prepare(app: Flask) -> None:
    ledger = app.extensions["matches"].ledger
    app.extensions["companies"], app.extensions["records"] = Companies(ledger), StatsCache(ledger)


ROOM = Room(
    blueprints=(
        founding,
        company_pages,
        company_members,
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
        company_tables,
        years,
        keeping,
    ),
    template_globals={"group_of_match": group_of_match},
    macros={"faces": "extras/company/deck/face.html"},
    init_app=_prepare,
    not_found_errors=(UnknownCompany,),
    presenters=(COMPANY_PRESENTER,),
    slot_modules=(slots,),
)
