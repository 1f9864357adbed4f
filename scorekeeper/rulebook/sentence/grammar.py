"""What all languages and games share in reading a sentence: the lists of `grammar.toml`, which says
what each of them is for. They are words by their names in the lexicons, of verbs, roles or places;
with `is:` before it one is the meaning of a token, with `-` a role that is said not to be so.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.rulebook.sentence.lexicon import FOLDER, read_table

LISTS: Mapping[str, Any] = read_table(FOLDER / "grammar.toml")


def _names(name: str) -> frozenset[str]:
    return frozenset(LISTS[name])


def _meanings(name: str) -> tuple[str, ...]:
    return tuple(f"is:{word}" for word in LISTS[name])


def _denied(roles: frozenset[str]) -> frozenset[str]:
    return frozenset(f"-{role}" for role in roles)


BEFORE: Sequence[str] = LISTS["before"]
SUIT_ROLES: Sequence[str] = LISTS["suit-roles"]
SUIT_WORDS = _meanings("suit-roles")
PLACES: Mapping[str, str] = LISTS["places"]
PLACE_WORDS = _meanings("places")
WITH_OBJECT: Sequence[str] = LISTS["with-object"]
PASSIVE: Sequence[str] = LISTS["passive"]
BY_WHICH: Sequence[str] = LISTS["by-which"]
DONE = _names("done")
HAVING: str = LISTS["echoed"][0]
LACKING: str = LISTS["echoed"][1]
DENIED: Sequence[str] = LISTS["denied"]
PUTTING = _names("putting")
NOT_PUT = _denied(PUTTING)
ASIDE = _names("putting-aside")
SPENT = _names("spending")
GOES_OFF = _names("goes-off")
SUBJECTS = _meanings("subjects")
QUESTIONS = _names("questions")
COMING = _names("coming")
TAKING = _names("taking")
LISTED = _names("listed")
NAMING = _names("naming")
NOT_NAMED = _denied(NAMING)
WANTING: str = LISTS["wanting"]
IDLE = _names("idle")
WISHED = _names("wished")
LYING = _names("lies")
DENIABLE = _meanings("deniable")
ALSO_DUE = frozenset(f"do:{verb}" for verb in LISTS["also-due"])
STOCK: str = LISTS["in-stock"][0]
IN_STOCK = _meanings("in-stock")
ROW_BEFORE = _names("row-before")
