"""What the room of tournaments adds to the app."""

from scorekeeper.extras.tournament.actions import UnknownTournament
from scorekeeper.extras.tournament.pages import home, hosting, wording
from scorekeeper.extras.tournament.pages.board import board
from scorekeeper.extras.tournament.pages.drawing import seats
from scorekeeper.extras.tournament.pages.live import hall
from scorekeeper.extras.tournament.pages.opening import opening
from scorekeeper.extras.tournament.pages.paper import sheets
from scorekeeper.extras.tournament.pages.people import people
from scorekeeper.extras.tournament.pages.presenter import TOURNAMENT_PRESENTER
from scorekeeper.extras.tournament.pages.tables.pages import tables
from scorekeeper.extras.tournament.pages.tables.sides import sides
from scorekeeper.web.rooms import Room

ROOM = Room(
    blueprints=(opening, board, people, hall, seats, tables, sides, sheets, hosting.hosting),
    template_globals={"tournaments_of": hosting.tournaments_of},
    not_found_errors=(UnknownTournament,),
    presenters=(TOURNAMENT_PRESENTER,),
    slot_modules=(home, wording),
)
