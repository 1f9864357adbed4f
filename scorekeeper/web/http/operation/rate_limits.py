"""How often something is done, as each worker counts it in its memory.

What has to hold for the whole house (tries of codes, what strangers store) is divided among the
workers, so that all of them together let through no more than the settings say. What everybody does
all the time keeps one visitor from taking all the time of a worker, and each has its own to give.
"""

from functools import lru_cache

from flask import Flask, abort, current_app, request
from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter

from scorekeeper.web.http.limits import LIMITER, visitor


def limit_requests(app: Flask) -> None:
    counter = Counter()
    app.before_request(counter.count_request)
    app.extensions[LIMITER] = counter


class Counter:
    """The counts of this worker."""

    def __init__(self) -> None:
        self._windows = FixedWindowRateLimiter(MemoryStorage())

    def count_request(self) -> None:
        """Counts the request in hand; answers 429 if it is one too many."""
        settings, view = current_app.config, request.endpoint
        if view is None or not settings["RATELIMIT_ENABLED"]:
            return
        limit = _parsed(settings["RATELIMIT_DEFAULT"])
        if not self._windows.hit(limit, view, visitor()):
            abort(429)

    def is_free(self, limit: str, who: tuple[str, ...], *, spend: bool) -> bool:
        """True if something is left of a limit of the settings; `spend` takes one of it."""
        if not current_app.config["RATELIMIT_ENABLED"]:
            return True
        ask = self._windows.hit if spend else self._windows.test
        return ask(_share(limit), limit, *who)

    def wait(self, limit: str) -> int:
        return _share(limit).get_expiry()


def _share(limit: str) -> RateLimitItem:
    """What one worker may let through of a limit of the settings."""
    return _parsed(current_app.config[limit], current_app.config["WORKERS"])


@lru_cache(maxsize=64)
def _parsed(limit: str, workers: int = 1) -> RateLimitItem:
    """A limit divided among workers, of whom each lets one through at least.

    >>> _parsed("20 per minute", 3), _parsed("1 per hour", 2)
    (6 per 1 minute, 1 per 1 hour)
    """
    whole = parse(limit)
    return type(whole)(max(1, whole.amount // workers), whole.multiples, whole.namespace)
