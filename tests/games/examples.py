"""The worked cases of the games, as the contract of all games goes through them."""

from scorekeeper.testing.examples import (
    ALL,
    NAMES,
    asked,
    can_be_broken,
    dispute_of,
    house_of,
    houses,
    judged_examples,
    unlike,
    values_of,
    verdict_of,
    verdict_on,
    worked_cases,
)

__all__ = [
    "ALL",
    "NAMES",
    "asked",
    "can_be_broken",
    "dispute_of",
    "house_of",
    "houses",
    "judged_examples",
    "unlike",
    "values_of",
    "verdict_of",
    "verdict_on",
    "worked_cases",
]
