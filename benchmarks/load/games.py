"""What people at a table of each game enter and ask, tap by tap, as the controls of the forms."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

Taps = Sequence[Mapping[str, str]]
"""What is chosen in a form, one tap after another; each is shown what saving would write."""
POINTS = ("AH", "KH", "QH", "JH", "TH", "9H", "8H", "7H", "QS")
NAMES = ("Anežka", "Bohouš", "Cecílie", "Dušan", "Emil")


Shown = Mapping[str, str]
"""What stands in a form when it is opened."""
Entered = Callable[[Random, int, Shown], Taps]
"""What is tapped into a form by so many players."""


@dataclass(frozen=True)
class Customs:
    """How a game is kept and quarrelled about.

    `sizes` are how many play; `forms` entry type → what is tapped for one; `kind` is the question
    that is asked, `roles` to whom its cards go, and `more` what else it has to know.
    """

    sizes: Sequence[int]
    forms: Mapping[str, Entered]
    kind: str
    roles: Sequence[str]
    more: Mapping[str, str]


def taroky_deal(random: Random, players: int, shown: Shown) -> Taps:
    """A deal of Taroky: mostly the first contract, which the forehand plays."""
    contract = random.choice(("zakladni", "zakladni", "zakladni", "preferanc", "solo"))
    forehand = (int(shown["dealer"]) + 1) % players
    declarer = forehand if contract == "zakladni" else random.randrange(players)
    partner, teller = random.sample([seat for seat in range(players) if seat != declarer], 2)
    taps: list[Mapping[str, str]] = [{"declarer": str(declarer)}, {"contract": contract}]
    if contract == "zakladni":
        taps.append({"partner": random.choice((str(partner), str(partner), "alone"))})
    if contract == "preferanc":
        taps.append({"variant": random.choice(("first", "second", "third"))})
    if random.random() < 0.3:
        taps.append({f"announcements-{teller}": "barvy"})
    points = str(random.randint(20, 50))
    return [*taps, {"points": points[0]}, {"points": points}]


def kocka_round(random: Random, players: int, shown: Shown) -> Taps:
    """A round of Černá kočka: its nine penalty cards, one after another; now and then a durch."""
    has_cards = any(shown.get(f"cards-{card}") for card in POINTS)
    if shown.get("durch") or (random.random() < 0.1 and not has_cards):
        return seat_in("durch")(random, players, shown)
    owners = random.choices(range(players), k=len(POINTS))
    return [
        {"brush": str(seat), f"cards-{card}": str(seat)}
        for card, seat in zip(POINTS, owners, strict=True)
    ]


def seat_in(control: str) -> Entered:
    """An entry that says one player, and another one than before where it is corrected."""

    def entered(random: Random, players: int, shown: Shown) -> Taps:
        seats = {str(seat) for seat in range(players)} - {shown.get(control)}
        return [{control: random.choice(sorted(seats))}]

    return entered


CUSTOMS: Mapping[str, Customs] = {
    "taroky": Customs((4,), {"deal": taroky_deal}, "play", ("trick", "card", "hand", "hand"), {}),
    "kocka": Customs(
        (4,),
        {"round": kocka_round, "dokladacka": seat_in("loser")},
        "play",
        ("trick", "card", "hand", "hand"),
        {"trick_no": "2"},
    ),
    "faraon": Customs(
        (4, 4, 3, 5), {"game": seat_in("loser")}, "play", ("top", "cards", "hand"), {}
    ),
    "makao": Customs((3, 4), {"game": seat_in("lost")}, "play", ("top", "cards", "hand"), {}),
    "durak": Customs(
        (4, 3, 5), {"game": seat_in("fool")}, "beat", ("attack", "card"), {"trump": "S"}
    ),
}
"""Game → its customs; a table plays one of them, and all are played equally often."""
