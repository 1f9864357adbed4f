"""Each way to a role, with each act that may end it."""

from flask import Flask

from tests.contract.faults import Faults
from tests.web.matrix import Ask
from tests.web.test_lost_roles import app, asks, require_ends

__all__ = ["app", "asks"]


def test_a_role_ends_with_its_key(app: Flask, asks: list[Ask], faults: Faults) -> None:
    require_ends(app, asks, faults, 1)
