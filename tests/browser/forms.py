"""Forms that are sent without a page, for those who look at what comes after them."""

import re
from collections.abc import Sequence
from urllib.parse import urlencode

from playwright.sync_api import APIRequestContext

Fields = dict[str, str | list[str]]
SENT = ("csrf_token", "key", "seen", "type", "plan")
"""Hidden controls that go along as they are."""


def send(phone: APIRequestContext, form: str, to: str, fields: Fields) -> str:
    """Sends a form with the hidden fields that it has; gives the address that it leads to."""
    page = phone.get(form).text()
    hidden = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', page))
    kept = {name: hidden[name] for name in SENT if name in hidden}
    body = urlencode({**kept, **fields}, doseq=True)
    return phone.post(
        to, data=body, headers={"Content-Type": "application/x-www-form-urlencoded"}
    ).url


def sit_down(phone: APIRequestContext, game: str, names: Sequence[str], **house: str) -> str:
    """Begins a match, whose last player deals; gives its address."""
    typed: Fields = {f"player-{at}": name for at, name in enumerate(names)}
    last = {"dealer": str(len(names) - 1), "seats": str(len(names))}
    return send(phone, f"/new/{game}", f"/new/{game}", {**typed, **last, **house})
