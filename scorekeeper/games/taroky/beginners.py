"""What who never saw Taroky is told first, and what each word of the form is worth at a table."""

from collections.abc import Mapping
from typing import get_args

from scorekeeper.core.sheet import Sentence
from scorekeeper.games.taroky.entries import HALF, SMALL, Announcement
from scorekeeper.games.taroky.house_rules import HouseRules, Tariff
from scorekeeper.games.taroky.scoring import COUNTED, adjusted, why_counted

POINTS = 41
"""The card points of the declarer's side in the deal that is told."""
COUNTS = {(False, False): "won", (True, False): "unless-draw", (True, True): "always"}
"""Whether an announcement counts for the side that lost, and in a draw, as the book says it."""


def first_deal(house: HouseRules) -> tuple[Sentence, ...]:
    """How a deal is won, and how a first one goes."""
    return (
        *map(Sentence, ("won", "deal", "bid", "call", "partner", "talon")),
        Sentence("announce", {"n": house.tariff.small}),
        *map(Sentence, ("lead", "follow", "count")),
        Sentence("pay", {"points": POINTS, "above": POINTS - HALF, "n": _paid(house.tariff)}),
    )


def _paid(tariff: Tariff) -> int:
    """What each opponent pays for the base of the deal that is told."""
    base = (POINTS - HALF) * tariff.zakladni
    return base if tariff.pot else base + sum(each.amount for each in adjusted(base, tariff))


def worth(house: HouseRules) -> Mapping[str, tuple[Sentence, ...]]:
    """What is won or lost by each word of the form: the term of the glossary → sentences."""
    tariff = house.tariff
    pot = "-with-pot" if tariff.pot else ""
    pagat = {"declared": tariff.pagat_declared, "silent": tariff.pagat_silent}
    valat = {"declared": tariff.valat_declared, "silent": tariff.valat_silent}
    preferanc = {way: tariff.rate("preferanc", way) for way in ("first", "second", "third")}
    promised = Sentence(f"druha{pot}", {"n": tariff.pagat_declared})
    return {
        **{one: (_announcement(one, house),) for one in get_args(Announcement)},
        "zakladni": (Sentence("rate", {"n": tariff.zakladni}),),
        "druha": (Sentence("rate", {"n": tariff.druha}), promised),
        "preferanc": (Sentence("preferanc", preferanc), Sentence("alone")),
        "solo": (Sentence("rate", {"n": tariff.solo}), Sentence("alone")),
        "quiet-solo": (Sentence("alone"),),
        "varsava": (_varsava(house),),
        "folded": (Sentence("nothing"),),
        "pagat": (Sentence(f"pagat{pot}", pagat),),
        "valat": (Sentence(f"valat{pot}", valat),),
    }


def _announcement(one: Announcement, house: HouseRules) -> Sentence:
    tariff = house.tariff
    lost, drawn = (why_counted(one, points, house) in COUNTED for points in (0, HALF))
    return Sentence(COUNTS[lost, drawn], {"n": tariff.small if one in SMALL else tariff.large})


def _varsava(house: HouseRules) -> Sentence:
    if house.tariff.pot:
        return Sentence("varsava-with-pot")
    if house.varsava_pays == "difference":
        return Sentence("varsava")
    return Sentence("varsava-fixed", {"n": house.varsava_pays})
