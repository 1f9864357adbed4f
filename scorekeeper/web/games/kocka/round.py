"""The page of a round: by cards, which a brush gives to the players, or by numbers."""

from collections.abc import Mapping

from flask import request

from scorekeeper.games.kocka.entries import takes_all


def round_view(data: Mapping[str, object]) -> Mapping[str, object]:
    """The round is entered `by` "cards" or "numbers"; the `brush` gives cards to one seat.

    `data` is the entry as JSON: a correction opens by what the round was entered by. The brush is a
    seat as text. Where one seat has all the points (`whole`) it is asked who of the others `took` a
    trick, unless it is ticked who did not.
    """
    by = request.values.get("by", "numbers" if "points" in data else "cards")
    whole = None if data.get("no_trick") else takes_all(data)
    view = {"whole": whole, "took": data.get("took") or ()}
    return {"by": by, "brush": request.values.get("brush", "0"), **view}
