"""A phone that took the app along, without a browser: both sides in one process.

The test says when there is a signal: to follow and to send is the worker's work.
"""

import json
from typing import Any

from flask import Flask

from scorekeeper.extras.pocket.pages.engine import Engine
from scorekeeper.web.http.security import TOKEN_HEADER
from tests.extras.pocket.table import have
from tests.web.phone import Phone
from tests.web.table import Table


class Pocket:
    """A phone with the app in it: `server` is its way to the one on the server, `page` to its own;
    `stored` is what it has put away.
    """

    def __init__(self, server: Flask | Phone, language: str = "cs") -> None:
        self.server = server if isinstance(server, Phone) else Phone(server, language)
        self.stored: dict[str, str] = {}
        self.begin()

    def begin(self) -> None:
        """Python begins anew on what was put away."""
        self.engine = Engine(json.dumps(self.stored), "/", has_server=True)
        self.page = Phone(self.engine.app, self.server.language)

    def table(self, code: str) -> Table:
        return Table(self.page, code)

    def put(self, changes: str = "") -> None:
        for key, text in json.loads(changes or self.engine._drained()).items():
            if text is None:
                self.stored.pop(key, None)
            else:
                self.stored[key] = text

    @property
    def waits(self) -> dict[str, Any]:
        """What the worker knows of what waits."""
        self.put()
        known: dict[str, Any] = json.loads(self.stored["waits"])
        return known

    def follow(self) -> None:
        """Asks the server what is new."""
        self.put()
        asked = {
            "version": "0",
            "have": have(self.engine.phone_storage.ledger),
            "chosen": json.loads(self.stored.get("chosen", "{}")),
        }
        headers = {TOKEN_HEADER: self.server.client.get("/pocket/follow").json["token"]}
        answer = self.server.client.post("/pocket/follow", json=asked, headers=headers)
        assert answer.status_code == 200
        self.put(self.engine.follow(answer.get_data(as_text=True)))

    def send(self) -> list[int]:
        """Sends what waits, as far as it goes; the server's answers."""
        answers: list[int] = []
        while (batch := json.loads(self.engine.batch())) and len(answers) < 9:
            headers = {**batch["headers"], "Content-Type": "application/json"}
            url = f"/{batch['path']}"
            answer = self.server.client.post(url, data=batch["body"], headers=headers)
            answers.append(answer.status_code)
            self.put(self.engine.take_answer(answer.status_code, answer.get_data(as_text=True)))
        return answers
