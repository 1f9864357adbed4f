"""The law of the pack: what a phone takes along runs in a browser, and nothing of it is idle.

Beside the law of layers: that one says who may lean on whom, this one what of it may be packed.
"""

import sys
from functools import cache

from scorekeeper.extras.pocket.pack.contents import PACKAGES, app_files, library_files, word_files
from scorekeeper.games import GAMES
from scorekeeper.rulebook import DEFAULT_LANGUAGE
from tests.laws.test_layers import imports, layer, modules

ENTRY = "extras.pocket.pages.engine"
"""What the phone's worker imports."""
NOT_ASKED_FOR = ("games.", "web.games.", "extras.")
"""Modules that are found by looking into their folders, and the phone's own room."""
ASKED = ("referee.cases", "referee.cases.lines")
"""What no page needs, but whoever compares the phone's answers with a server's."""
MAY_BE_IMPORTED = set(PACKAGES) - {"blinker", "pytz"}
"""The libraries that the app itself may import in a phone: Python, and nothing compiled."""
NOT_THERE = {"multiprocessing", "resource", "subprocess"}
"""Modules of the standard library that a browser has no use for, or that it lacks."""


@cache
def packed():
    sources = (name for name in app_files() if name.endswith(".py"))
    dotted = (name.removesuffix(".py").removesuffix("/__init__") for name in sources)
    return frozenset(name.replace("/", ".").partition(".")[2] for name in dotted)


def at_once():
    """What modules of the pack import as soon as they are imported themselves."""
    return [found for found in imports() if found.module in packed() and not found.late]


def reached():
    """The modules that the entry leads to, and those that are found by looking."""
    leads = {}
    for found in imports():
        if found.ours:
            leads.setdefault(found.module, set()).add(found.target)
    named = {module for module in modules() if module.startswith(NOT_ASKED_FOR)}
    seen, to_come = set[str](), {ENTRY, *ASKED, *named}
    while to_come:
        module = to_come.pop()
        seen.add(module)
        to_come |= (leads.get(module, set()) | {module.rpartition(".")[0]}) & packed() - seen
    return seen


def test_nothing_compiled_and_no_server_is_imported_in_a_phone():
    allowed = MAY_BE_IMPORTED | (set(sys.stdlib_module_names) - NOT_THERE)
    broken = [
        str(each) for each in at_once() if not each.ours and layer(each.target) not in allowed
    ]
    assert not broken, "a phone has none of these:\n" + "\n".join(broken)


def test_what_is_imported_is_packed():
    missing = [str(each) for each in at_once() if each.ours and each.target not in packed()]
    assert not missing, "take it off scorekeeper/extras/pocket/pack/contents.py:\n" + "\n".join(
        missing
    )


def test_what_is_packed_is_used():
    idle = sorted(packed() - reached())
    assert not idle, f"leave it out in scorekeeper/extras/pocket/pack/contents.py: {idle}"


def test_a_new_version_changes_no_other_part_than_the_app():
    assert [name for name in library_files() if name.startswith("scorekeeper")] == []
    assert [name for name in app_files() if name.endswith("/METADATA")]


def test_a_phone_reads_sentences_in_every_language():
    words = word_files()
    languages = {name.split("/")[2] for name in words if name.endswith("messages.mo")}
    room = "scorekeeper/rulebook/sentence"
    needed = {f"{room}/{each}.toml" for each in {*languages, DEFAULT_LANGUAGE, "grammar"}}
    needed |= {f"scorekeeper/games/{key}/sentences.toml" for key in GAMES}
    assert needed - words.keys() == set()
