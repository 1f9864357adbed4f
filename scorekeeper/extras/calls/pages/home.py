"""Where this phone is a referee's: on the first page, and on the page of what it may do."""

from collections.abc import Sequence

from flask_babel import gettext as _

from scorekeeper.extras.calls.pages.halls import my_halls, referees_link, url_in
from scorekeeper.web.home import PLACES, ROLE_LISTS, Place, Role, RoleList
from scorekeeper.web.shelves import REFEREES


@PLACES.fill(2)
def places() -> Sequence[Place]:
    """The tables that wait, for each who has referees."""
    referee = _("Referee")
    return [Place(f"{referee}: {hall.name}", url_in(hall, "show"), "scales") for hall in my_halls()]


@ROLE_LISTS.fill(3)
def roles() -> Sequence[RoleList]:
    """The roles as a referee."""
    mine = [
        Role(REFEREES, hall.code, hall.name, "", url_in(hall, "show"), referees_link(hall))
        for hall in my_halls()
    ]
    return [RoleList(_("Referee"), REFEREES, mine)]
