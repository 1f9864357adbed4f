"""What stands in the place of each guard while it is switched off: swaps of names in the app."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from functools import partial
from itertools import count
from typing import Any
from uuid import uuid4

from flask import request
from itsdangerous import SignatureExpired

from scorekeeper.ledger import Event, KeyReused, sqlite
from scorekeeper.ledger.sqlite import SqliteLedger, opening
from scorekeeper.match import Match
from scorekeeper.match.actions import Matches
from scorekeeper.web import access, identifiers, saving, security
from scorekeeper.web.match import sheet
from scorekeeper.web.operation import request_checks
from scorekeeper.web.shelves import MATCHES, grants_on
from tests.simulation import phone, plan
from tests.simulation.line import FATES
from tests.simulation.server import apps
from tests.simulation.wishes import Fields

Swap = tuple[Any, str, Any]
"""Where something has a name, the name, and what stands there instead."""


def everywhere(function: Callable[..., Any], stand_in: Callable[..., Any]) -> tuple[Swap, ...]:
    """A function swapped in every module of the app that knows it."""
    ours = [module for name, module in sys.modules.items() if name.startswith("scorekeeper")]
    return tuple(
        (module, name, stand_in)
        for module in ours
        for name, value in list(vars(module).items())
        if value is function
    )


# --- saves ---------------------------------------------------------------------------------------


def keys_unknown() -> tuple[Swap, ...]:
    return (
        (sqlite, "event_with", lambda db, match, key: None),
        (Match, "event_by_key", lambda match, key, version: None),
    )


def any_body() -> tuple[Swap, ...]:
    is_resend, append = Matches._is_resend, SqliteLedger.append

    def same_key(matches: Matches, match: Match, kind: str, body: Any, *save: Any) -> bool:
        try:
            return is_resend(matches, match, kind, body, *save)
        except KeyReused:
            return True

    def known(ledger: SqliteLedger, match: str, after: int, key: str, *what: Any) -> Event:
        written = [event for event in ledger.read(match) if event.key == key]
        return written[0] if written else append(ledger, match, after, key, *what)

    return (Matches, "_is_resend", same_key), (SqliteLedger, "append", known)


def any_version() -> tuple[Swap, ...]:
    def newest() -> saving.Save:
        code = (request.view_args or {})["code"]
        return saving.Save(access.matches().get(code).version, saving.read_key())

    return everywhere(saving.read_save, newest)


def append_anywhere() -> tuple[Swap, ...]:
    append = SqliteLedger.append

    def at_the_end(ledger: SqliteLedger, match: str, after: int, *what: Any) -> Event:
        newest = ledger.read(match)[-1].seq if after else 0
        return append(ledger, match, newest, *what)

    return ((SqliteLedger, "append", at_the_end),)


# --- half a form ---------------------------------------------------------------------------------


def _in_order(fields: Fields, order: tuple[str, ...], names: tuple[str, ...]) -> Fields:
    """Fields by these names; those that are not named stand where the empty name does."""
    return tuple(sorted(fields, key=lambda f: names.index(f[0] if f[0] in names else "")))


def token_first() -> tuple[Swap, ...]:
    names = ("csrf_token", "seen", "key", "")
    return ((phone, "in_order", partial(_in_order, names=names)),)


def content_last() -> tuple[Swap, ...]:
    """As forms were before they ended with their token; and nobody passes half of one on."""
    fates = list(plan.FATE)
    fates[list(FATES).index("trimmed")] = 0
    return (*token_first(), (plan, "FATE", tuple(fates)))


def any_length() -> tuple[Swap, ...]:
    checks = {app: app.before_request_funcs for app in apps()}
    return tuple(
        (
            app,
            "before_request_funcs",
            {None: [f for f in of[None] if f != request_checks._check_arrival]},
        )
        for app, of in checks.items()
    )


def key_last() -> tuple[Swap, ...]:
    names = ("csrf_token", "seen", "", "key")
    return ((phone, "in_order", partial(_in_order, names=names)),)


def any_key() -> tuple[Swap, ...]:
    class AnyText:
        fullmatch = staticmethod(bool)

    return ((saving, "KEY", AnyText),)


# --- the file ------------------------------------------------------------------------------------


def unsynced() -> tuple[Swap, ...]:
    set_up = opening._set_up

    def quickly(db: Any, patience: float) -> None:
        set_up(db, patience)
        db.execute("pragma synchronous = normal")

    return ((opening, "_set_up", quickly),)


def no_transaction() -> tuple[Swap, ...]:
    return (
        (sqlite, "_begun", lambda db, deadline: True),
        (sqlite, "_all_or_nothing", nullcontext),
    )


def no_rollback() -> tuple[Swap, ...]:
    @contextmanager
    def commits_only(db: Any) -> Iterator[None]:
        yield
        db.execute("commit")

    return ((sqlite, "_all_or_nothing", commits_only),)


# --- what is remembered --------------------------------------------------------------------------


def old_folds() -> tuple[Swap, ...]:
    get, calls = Matches.get, count(1)

    def remembered(matches: Matches, code: str) -> Match:
        # Now and then it is read: who appends whatever came in between would try for ever.
        known = matches._folds.get(code) if next(calls) % 50 else None
        return known or get(matches, code)

    return ((Matches, "get", remembered),)


def old_pages() -> tuple[Swap, ...]:
    pages: dict[tuple[str, str], str] = {}

    def page(view: Any) -> str:
        return pages.setdefault((view.seals[0], view.language), sheet._page(view))

    return ((sheet, "_cached_page", page),)


# --- who gets in ---------------------------------------------------------------------------------


def watchers_write() -> tuple[Swap, ...]:
    match_or_403 = access.match_or_403
    return everywhere(match_or_403, lambda code, write=False: match_or_403(code))


def any_link() -> tuple[Swap, ...]:
    return everywhere(access.role_by_token, lambda code, token, linked, roles: roles[0])


def links_for_ever() -> tuple[Swap, ...]:
    role_by_token = access.role_by_token

    def role_at_any_time(
        code: str, token: str, linked: Callable[[str], access.HasLinks], roles: Sequence[access.R]
    ) -> access.R:
        try:
            return role_by_token(code, token, linked, roles)
        except access.EndedLink:
            return roles[0]

    return everywhere(role_by_token, role_at_any_time)


def roles_for_ever() -> tuple[Swap, ...]:
    def role_at_any_time(linked: access.HasLinks, shelf: str = MATCHES) -> access.Role | None:
        roles = {code: role for code, role, *_ in grants_on(shelf)}
        return roles.get(linked.code)

    return everywhere(access.role_of_phone, role_at_any_time)


def no_token() -> tuple[Swap, ...]:
    return ((security.MaskedTokens, "protect", lambda csrf, apply_exemptions=False: None),)


def key_of_anybody() -> tuple[Swap, ...]:
    return everywhere(identifiers.phone_scoped_key, lambda key: key)


def other_codes() -> tuple[Swap, ...]:
    codes_for = identifiers.codes_for
    return everywhere(codes_for, lambda key: codes_for(str(uuid4())))


def ages() -> tuple[Swap, ...]:
    read = security.Sessions._read

    def young(sessions: Any, app: Any, asked: Any, name: str) -> Any:
        try:
            cookie = asked.cookies.get(name)
            sessions.get_signing_serializer(app).loads(cookie, max_age=10**9) if cookie else None
        except SignatureExpired:
            return None
        return read(sessions, app, asked, name)

    return ((security.Sessions, "_read", young),)
