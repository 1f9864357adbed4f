"""What this phone may do in tournaments, for the page of all that it may do."""

from collections.abc import Sequence

from flask import url_for
from flask_babel import gettext as _

from scorekeeper.extras.tournament import Tournament
from scorekeeper.extras.tournament.pages.access import PAGES, my_role, my_tournaments
from scorekeeper.web.access import link_path
from scorekeeper.web.home import ROLE_LISTS, HeldRole, RoleList
from scorekeeper.web.shelves import SIDES, TOURNAMENTS
from scorekeeper.web.wording.reader import day


@ROLE_LISTS.fill(2)
def roles() -> Sequence[RoleList]:
    """The roles in tournaments; with one the sides of its tables are left."""
    mine = [_role(each) for each in my_tournaments()]
    return [RoleList(_("Tournaments"), TOURNAMENTS, mine, (SIDES,))]


def _role(tournament: Tournament) -> HeldRole:
    url, written = url_for("board.show", code=tournament.code), day(tournament.events[-1].at)
    back = link_path(tournament, my_role(tournament) or "watcher", PAGES)
    return HeldRole(TOURNAMENTS, tournament.code, tournament.name, written, url, back)
