"""An engine that begins from a picture: this file is run by packed Python under Node."""

import json
import random

from scorekeeper.extras.pocket.pages.engine import PREPARED, begin


def woken(_given: object) -> list[object]:
    """A secret, a number by chance, and the key in a form: what no two phones may share."""
    assert len(PREPARED) == 1
    engine = begin("{}", "/", has_server=True)
    headers = json.dumps([["accept-language", "cs"]])
    status, _headers, body, _changes = engine.call("GET", "https://a.example/", headers, b"", True)
    assert status == 200
    return [engine.phone_storage.secret, random.random(), body.decode()]
