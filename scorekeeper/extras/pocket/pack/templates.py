"""The templates of the pack: as the Python that Jinja makes of them, which a phone need not do.

Making it of a large one takes a phone a second, compiling it a fiftieth of that. What is packed is
source: as bytecode it would weigh twice as much.
"""

import re

from scorekeeper.extras.pocket.pack.contents import Files

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
        template = name.removeprefix(TEMPLATES)
        if template in known:
            source = env.loader.get_source(env, template)[0] if env.loader else data.decode()
            code = env.compile(source, template, raw=True)
            made[f"{name}{CODE}"] = LINES.sub("debug_info = ''", code).encode()
        else:
            made[name] = data
    return made
