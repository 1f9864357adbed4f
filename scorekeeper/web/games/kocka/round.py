"""The page of a round: by cards, which a brush gives to the players, or by numbers."""

from collections.abc import Mapping

from flask import request


def round_view(data: Mapping[str, object]) -> Mapping[str, object]:
    """The round is entered `by` "cards" or "numbers"; the `brush` gives cards to one seat.

    `data` is the entry as JSON (empty for a form that was sent): a correction opens by what the
    round was entered by. The brush is a seat as text.
    """
    by = request.values.get("by", "numbers" if "points" in data else "cards")
    return {"by": by, "brush": request.values.get("brush", "0")}
