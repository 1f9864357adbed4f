"""Two logs on the app's own: attempts at what is not allowed, and, if it is wanted, requests.

Neither holds a token, a name or the code of a match: a request is named by its rule
(/m/<code>/entries), an attempt by its kind. Only attempts carry an address, for those who want to
shut it out.
"""

import logging
from time import perf_counter
from typing import Literal

from flask import Flask, Response, current_app, g, request

Attempt = Literal["link", "token", "code", "limit", "host", "cut", "site"]
ATTEMPTS: dict[Attempt, str] = {
    "link": "a link with a wrong token",
    "token": "a form without the token of its session",
    "code": "a code that no match has",
    "limit": "more requests than the limit",
    "host": "a host that is none of ours",
    "cut": "a request that was cut short",
    "site": "a form of another site",
}
"""What is logged as a security event, in words."""
SECURITY, REQUESTS = "security", "requests"
"""Loggers below the app's own."""


def log_requests(app: Flask) -> None:
    """Logs each request if the setting REQUEST_LOG says so."""
    if app.config["REQUEST_LOG"]:
        app.logger.getChild(REQUESTS).setLevel(logging.INFO)
        app.before_request(_begin)
        app.after_request(_with_request_logged)


def log_attempt(attempt: Attempt) -> None:
    """Logs an attempt at what is not allowed, in one line."""
    logger = current_app.logger.getChild(SECURITY)
    logger.warning("security: %s from %s", ATTEMPTS[attempt], request.remote_addr)


def _begin() -> None:
    g.began = perf_counter()


def _with_request_logged(response: Response) -> Response:
    rule = request.url_rule.rule if request.url_rule else "no such page"
    took = (perf_counter() - g.began) * 1000 if "began" in g else 0
    logger = current_app.logger.getChild(REQUESTS)
    logger.info("%s %s %s %.1f ms", _method(), rule, response.status_code, took)
    return response


def _method() -> str:
    """The method, as far as HTTP knows it: anything else is a stranger's text."""
    return request.method if request.method in KNOWN_METHODS else "?"


KNOWN_METHODS = {"GET", "HEAD", "POST", "OPTIONS", "PUT", "PATCH", "DELETE"}
