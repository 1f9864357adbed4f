"""Ways to a role, each with acts that may end it: twice as many as `tests/web` asks."""

from tests.verification.breadth import sample
from tests.web.test_lost_roles import app, asks, outcomes, require_ends

__all__ = ["app", "asks"]


def test_a_role_ends_with_its_key(app, asks, faults):
    pairs = [*outcomes()]
    require_ends(app, asks, faults, sample(pairs, len(pairs) // 2))
