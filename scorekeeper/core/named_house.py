"""House rules under a name, as a value that fits into a link: sent, looked at, played by.

The text of a link holds the game, the name, and the house rules that differ from the first
defaults, so it means the same for ever. It comes from anybody: everything in it is checked when it
is read.
"""

import json
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass
from unicodedata import normalize

from scorekeeper.core.game import AnyGame
from scorekeeper.core.house_rules import HouseRules
from scorekeeper.core.names import validate_visible
from scorekeeper.core.schema import Invalid, Json, unique_members

MAX_HOUSE_NAME_LENGTH = 40
MAX_LINK_LENGTH = 2000
"""Characters of a text: a set in which nothing is as usual has not half as many."""
MOST_BYTES = 8000
"""A text of that many characters could hold megabytes of noughts."""
RAW = -15
"""The window of zlib without head and checksum: a link is short."""


@dataclass(frozen=True)
class NamedHouse:
    """House rules of a game under the name that their table gave them; empty if it gave none."""

    game: AnyGame
    name: str
    house: HouseRules

    def dump(self) -> str:
        """The text of a link: letters, digits, - and _.

        >>> from scorekeeper.games.kocka import GAME
        >>> text = NamedHouse(GAME, "U Raka", GAME.house(renonc_penalty="points")).dump()
        >>> load_named(GAME, text).house.renonc_penalty
        'points'
        """
        parts: Json = [self.game.key, self.name, self.game.abridge_house(self.house)]
        written = json.dumps(parts, ensure_ascii=False, separators=(",", ":")).encode()
        packer = zlib.compressobj(9, wbits=RAW)
        packed = packer.compress(written) + packer.flush()
        return urlsafe_b64encode(packed).decode().rstrip("=")


def load_named(game: AnyGame, text: str) -> NamedHouse:
    """The house rules in the text of a link. Raises Invalid, which names what is wrong with it."""
    data = _unpacked(text)
    if not (isinstance(data, list) and len(data) == len(("game", "name", "house"))):
        raise Invalid("link", "cut-link")
    key, name, house = data
    if key != game.key:
        raise Invalid("game", "not-a-choice", choices=game.key)
    try:
        return NamedHouse(game, clean_house_name(name), game.read_house(house))
    except Invalid as unreadable:
        raise unreadable if unreadable.path == "name" else unreadable.prefixed("house") from None


def clean_house_name(name: object, field: str = "name") -> str:
    """A name for house rules, tidied; an empty one is none. Raises Invalid, which names the field.

    >>> clean_house_name("  U  Raka ")
    'U Raka'
    """
    if not isinstance(name, str):
        raise Invalid(field, "not-a-text")
    validate_visible(field, name.replace("\t", " "))
    tidy = " ".join(normalize("NFC", name).split())
    if len(tidy) > MAX_HOUSE_NAME_LENGTH:
        raise Invalid(field, "too-long", longest=MAX_HOUSE_NAME_LENGTH)
    return tidy


def _unpacked(text: str) -> object:
    if len(text) > MAX_LINK_LENGTH:
        raise Invalid("link", "too-long", longest=MAX_LINK_LENGTH)
    try:
        packed = urlsafe_b64decode(text.encode("ascii") + b"=" * (-len(text) % 4))
        unpacker = zlib.decompressobj(wbits=RAW)
        written = unpacker.decompress(packed, MOST_BYTES)
        if not unpacker.eof:
            raise Invalid("link", "cut-link")
        data: object = json.loads(written, object_pairs_hook=unique_members)
    except (ValueError, zlib.error, RecursionError) as error:
        raise error if isinstance(error, Invalid) else Invalid("link", "cut-link") from None
    return data
