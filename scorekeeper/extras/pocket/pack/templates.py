"""The templates of the pack: as the Python that Jinja makes of them, which a phone need not do.

Making it of a large one takes a phone a second, compiling it a fiftieth of that. What is packed is
source: as bytecode it would weigh twice as much.
"""

import re

from scorekeeper.extras.pocket.pack.contents import Files
from scorekeeper.games import INSTALLED
from scorekeeper.web.packages import PLACE

TEMPLATES = "scorekeeper/templates/"
LINES = re.compile(r"^debug_info = .*$", re.MULTILINE)
"""Which line of the source is which of the template."""


def with_code(files: Files) -> Files:
    """Files of the app, its templates as code."""
    # Only here: all else of the pack is built without Flask.
    from scorekeeper.extras.pocket.pages.engine import Engine  # noqa: PLC0415
    from scorekeeper.extras.pocket.pages.phone import CODE  # noqa: PLC0415

    env = Engine("{}", "/", has_server=True).app.jinja_env
    known, made = set(env.list_templates()), Files()
    for name, data in files.items():
        template = _template_of(name)
        if template in known:
            source = env.loader.get_source(env, template)[0] if env.loader else data.decode()
            code = env.compile(source, template, raw=True)
            made[f"{name}{CODE}"] = LINES.sub("debug_info = ''", code).encode()
        else:
            made[name] = data
    return made


def _template_of(name: str) -> str:
    """The template that a file of the app, or of a game that is a package, is; else its own name.

    >>> _template_of("scorekeeper/templates/home.html")
    'home.html'
    """
    for each in INSTALLED:
        place = f"{each.game.package.replace('.', '/')}/templates/"
        if name.startswith(place):
            return f"{PLACE}/{each.game.key}/{name.removeprefix(place)}"
    return name.removeprefix(TEMPLATES)
