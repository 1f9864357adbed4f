"""A deal as its form says it, and as files do.

A form has Varšava and folded among the contracts and "alone" among the partners. It says with one
tap who declares a pagát or a valát ("declared-2") or plays one silently ("silent-2"); a valát that
is on the sheet belongs to a side ("declared-opponents"). And it sends along what the contract has
no use for.
"""

from typing import Any

from scorekeeper.games.taroky.house import TOTAL
from scorekeeper.schema import Json
from scorekeeper.sheet import Data


def from_form(submitted: Data) -> Data:
    """JSON data of what a form sent."""
    return _with_promises(_with_points(_with_partner(_with_contract(dict(submitted)))))


def to_form(data: Data) -> Data:
    """What a form shows of JSON data: `from_form` the other way round."""
    form = dict(data)
    if data.get("variant") in ("varsava", "folded"):
        form["contract"] = data["variant"]
    if data.get("variant") == "quiet-solo":
        form["partner"] = "alone"
    if pagat := data.get("pagat"):
        form["pagat"] = {**pagat, "seat": _tap(pagat, pagat["seat"])}
    if valat := data.get("valat"):
        whose = data.get("declarer") if valat["side"] == "declarer" else "opponents"
        form["valat"] = {**valat, "side": _tap(valat, whose)}
    return form


def _with_contract(data: Data) -> Data:
    """Varšava and folded are variants of the first contract; only a preferanc has three ways."""
    if data.get("contract") in ("varsava", "folded"):
        return data | {"variant": data["contract"], "contract": "zakladni"}
    if data.get("contract") != "preferanc":
        data.pop("variant", None)
    return data


def _with_partner(data: Data) -> Data:
    """A called tarok and its holder belong to the first two contracts."""
    if data.get("contract") not in ("zakladni", "druha") or "variant" in data:
        return {key: value for key, value in data.items() if key not in ("called", "partner")}
    if data.get("partner") == "alone":
        return data | {"variant": "quiet-solo", "partner": None}
    return data


def _with_points(data: Data) -> Data:
    """Points by seat are for a Varšava only: who pauses has none, the fourth pile is the rest."""
    way, points = data.get("variant"), data.get("points")
    if way == "folded" or (isinstance(points, list) and way != "varsava"):
        data.pop("points", None)
    elif isinstance(points, list):
        pausing = data.get("pausing", ())
        told = [0 if p is None and at in pausing else p for at, p in enumerate(points)]
        # Sizes are told where the sum may be 69 or 71; then all four are.
        data["points"] = told if data.get("piles") else _with_fourth(told)
    return data


def _with_fourth(points: list[Any]) -> list[Any]:
    """The points with those of the only pile that is not told: what the others leave of 70."""
    if points.count(None) != 1 or not all(isinstance(p, int | None) for p in points):
        return points
    left = TOTAL - sum(p for p in points if p is not None)
    return [left if p is None and left >= 0 else p for p in points]


def _with_promises(data: Data) -> Data:
    """Drops a pagát without an owner (in a druha the declarer's) and a valát without a side.

    Whether one was made is never taken for granted; only of a silent valát it goes without saying.
    """
    pagat, valat = _promise(data.pop("pagat", {}), "seat"), _promise(data.pop("valat", {}), "side")
    if data.get("contract") == "druha":
        whose = {"seat": data.get("declarer"), "declared": True}
        pagat = {**pagat, **whose} if "made" in pagat else {}
    if isinstance(seat := valat.get("side"), int) and seat not in data.get("pausing", ()):
        ours = seat in (data.get("declarer"), data.get("partner"))
        valat = {**valat, "side": "declarer" if ours else "opponents"}
    if "seat" in pagat:
        data["pagat"] = {"made": None, **pagat}
    if "side" in valat:
        data["valat"] = {"made": None, **valat} if valat.get("declared") else valat
    return data


def _promise(promise: Data, member: str) -> Data:
    """What a tap told ("declared-2"), taken apart: whose it is, and whether it was declared."""
    how, _dash, whose = str(promise.get(member, "")).partition("-")
    if how not in ("declared", "silent"):
        return promise
    seat = int(whose) if whose.isascii() and whose.isdigit() else whose
    return {**promise, member: seat, "declared": how == "declared"}


def _tap(promise: Data, whose: Json) -> str:
    """What is tapped for a pagát or a valát: `_promise` the other way round."""
    return f"{'declared' if promise.get('declared') else 'silent'}-{whose}"
