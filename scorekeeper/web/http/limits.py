"""Rate limits, as the pages ask for them. Only a server counts (operation/rate_limits.py): an app
in a phone has nobody to keep out.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from typing import Protocol

from flask import current_app, request

NETWORK = 64
"""Bits of an IPv6 address that stand for one subscriber; the others are free to choose."""


class RateLimitReached(Exception):
    """A limit is reached: `limit` is its setting, and `wait` the seconds until it is free again."""

    def __init__(self, limit: str, wait: int) -> None:
        super().__init__(limit)
        self.limit, self.wait = limit, wait


def visitor() -> str:
    """Who asks, as limits count: an IPv4 address, or the network of an IPv6 address."""
    return visitor_of(request.remote_addr or "")


@lru_cache(maxsize=1024)
def visitor_of(text: str) -> str:
    """Who has an address, as limits count; what is none stands for itself."""
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return text
    if not isinstance(address, IPv6Address):
        return text
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return f"{IPv6Address(int(address) >> 128 - NETWORK << 128 - NETWORK)}/{NETWORK}"


class Limiter(Protocol):
    """What counts, for this app."""

    def is_free(self, limit: str, who: tuple[str, ...], *, spend: bool) -> bool:
        """True if something is left of a limit of the settings; `spend` takes one of it."""

    def wait(self, limit: str) -> int:
        """The seconds after which a limit is free again."""


LIMITER = "counter"
"""The extension of an app that counts."""


def require_below_limit(limit: str, *who: str) -> None:
    """Raises RateLimitReached if nothing is left of a limit of the settings, for all or for one
    visitor.
    """
    _require(limit, who, spend=False)


def spend(limit: str, *who: str) -> None:
    """Counts one more under a limit of the settings. Raises RateLimitReached if it is too many."""
    _require(limit, who, spend=True)


@contextmanager
def limit_failures(limit: str, wrong: type[Exception]) -> Iterator[None]:
    """What a visitor may do as often as it is right; each time it is `wrong` counts under a limit.

    Raises RateLimitReached once that is reached.
    """
    require_below_limit(limit, visitor())
    try:
        yield
    except wrong:
        spend(limit, visitor())
        raise


def _require(limit: str, who: tuple[str, ...], *, spend: bool) -> None:
    counter: Limiter | None = current_app.extensions.get(LIMITER)
    if counter and not counter.is_free(limit, who, spend=spend):
        raise RateLimitReached(limit, counter.wait(limit))
