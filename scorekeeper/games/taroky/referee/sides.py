"""Who plays with whom in a contract, and how many cards of the talon each takes (section 4)."""

from scorekeeper.games.taroky.entries import SEATS, Variant
from scorekeeper.games.taroky.house import Contract
from scorekeeper.schema import Invalid

TAKEN, TAKEN_EACH = 4, 1
"""Cards of the talon that the declarer of a povinnost takes, and each of two others."""
OF_PREFERANC = 3


def is_alone(contract: Contract, variant: Variant | None) -> bool:
    """True if the declarer has no partner, or in a Varšava nobody has."""
    return contract in ("preferanc", "solo") or variant in ("quiet-solo", "varsava")


def takes(contract: Contract, variant: Variant | None, declares: bool) -> int:
    """How many cards of the talon a player takes at most, and lays aside."""
    if contract == "solo" or variant == "varsava":
        return 0
    if contract == "preferanc":
        return OF_PREFERANC if declares else 0
    return TAKEN if declares else TAKEN_EACH


def check_sides(
    contract: Contract, variant: Variant | None, seats: tuple[int, int], partner: int | None
) -> None:
    """Raises Invalid for a declarer who cannot be it, and a partner who cannot be one.

    `seats` are the forehand and the declarer.
    """
    forehand, declarer = seats
    if contract == "zakladni" and declarer != forehand:
        raise Invalid("declarer", "refused", rule="taroky.bid.forehand.declarer", seat=forehand)
    if partner == declarer:
        others = (str(seat) for seat in range(SEATS) if seat != declarer)
        raise Invalid("partner", "not-a-choice", choices=", ".join(others))
    if partner is not None and is_alone(contract, variant):
        rule = "taroky.contract.partner.alone"
        raise Invalid("partner", "refused", rule=rule, seat=declarer)
