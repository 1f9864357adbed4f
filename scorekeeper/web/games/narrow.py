"""Types of one game, out of values that all games share."""

from typing import TypeVar

T = TypeVar("T")


def narrow(value: object, cls: type[T]) -> T:
    """The same value as an instance of a game's own class. Raises TypeError for another class.

    House rules and standings of a match have their common base as type; a page of one game knows
    more of them.

    >>> narrow(3, int)
    3
    >>> narrow("3", int)
    Traceback (most recent call last):
    TypeError: 'str' is not 'int'
    """
    if not isinstance(value, cls):
        raise TypeError(f"{type(value).__name__!r} is not {cls.__name__!r}")
    return value
