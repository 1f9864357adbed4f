"""What an answer says otherwise than a case expects."""

import json
from collections.abc import Callable, Mapping

from scorekeeper.schema import Json


def differences(expected: Mapping[str, Json], answer: Mapping[str, Json]) -> list[str]:
    """What an answer says otherwise than expected, one text for each key; nested keys too."""
    if expected.get("error") is True and "error" in answer:
        expected = {key: value for key, value in expected.items() if key != "error"}
    return [
        f"{key}: expected {_json(value)}, got {_json(answer.get(key))}"
        for key, value in expected.items()
        if not _COMPARED.get(key, _agrees)(value, answer.get(key))
    ]


def _agrees(expected: object, got: object) -> bool:
    if isinstance(expected, Mapping) and isinstance(got, Mapping):
        return all(_agrees(value, got.get(key)) for key, value in expected.items())
    return bool(expected == got)


def _contained(expected: object, got: object) -> bool:
    """Rules are named at least."""
    return isinstance(expected, list) and set(_texts(expected)) <= set(_texts(got))


def _same_set(expected: object, got: object) -> bool:
    """The same in whatever order; nothing is an empty list."""
    return isinstance(expected or [], list) and sorted(_texts(expected)) == sorted(_texts(got))


def _same(expected: object, got: object) -> bool:
    """A penalty is compared whole."""
    return bool(expected == got)


_COMPARED: Mapping[str, Callable[[object, object], bool]] = {
    "rules": _contained,
    "instead": _same_set,
    "missing": _same_set,
    "doubts": _same_set,
    "penalty": _same,
}


def _texts(values: object) -> list[str]:
    """The items of a list as JSON texts; of nothing none."""
    return [_json(value) for value in values] if isinstance(values, list | tuple) else []


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
