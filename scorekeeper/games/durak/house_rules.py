"""What a table may agree on in Durak."""

from dataclasses import dataclass
from typing import Literal

from scorekeeper.core import house_rules
from scorekeeper.core.cards import FRENCH_36, FRENCH_52, Pack
from scorekeeper.core.house_rules import house_rule
from scorekeeper.games.conduct import CardStands
from scorekeeper.games.shedding import ClaimedUntil, MisdealCosts


@dataclass(frozen=True)
class HouseRules(house_rules.HouseRules):
    """House rules of Durak; `epaulettes` is the fewest sixes that make them."""

    variant: Literal["simple", "throw-in", "transfer"] = house_rule(
        "throw-in", rule="durak.variant"
    )
    pack: Literal["36", "52"] = house_rule("36", rule="durak.pack")
    next_attack: Literal["on-the-fool", "from-under-the-fool"] = house_rule(
        "on-the-fool", rule="durak.first"
    )
    simple_takes: Literal["all", "unbeaten"] = house_rule("all", rule="durak.all-or-nothing")
    at_most_six: bool = house_rule(True, rule="durak.attack-size")
    first_bout_five: bool = house_rule(False, rule="durak.attack-size")
    neighbours_only: bool = house_rule(False, rule="durak.throw-in.who")
    beat_thrown_in: bool = house_rule(False, rule="durak.throw-in.beat")
    transfer_first_bout: Literal["never", "first-game", "always"] = house_rule(
        "never", rule="durak.transfer.first-bout", former={False: "never", True: "always"}
    )
    transfer_trump: bool = house_rule(False, rule="durak.transfer.trump")
    transfer_finish: bool = house_rule(False, rule="durak.transfer.finish")
    transfer_by_show: bool = house_rule(False, rule="durak.transfer.show")
    spades_by_spades: bool = house_rule(False, rule="durak.spades")
    redeal_suit: Literal["off", "5", "6"] = house_rule("off", rule="durak.redeal")
    no_draw: bool = house_rule(False, rule="durak.draw")
    epaulettes: Literal["off", "1", "2"] = house_rule("off", rule="durak.epaulettes")
    teams: Literal["none", "2v2", "3v3"] = house_rule("none", rule="durak.teams")
    partners_throw_in: bool = house_rule(True, rule="durak.throw-in.who")
    take_back: Literal["never", "until-added"] = house_rule("never", rule="durak.take")
    invalid_penalty: Literal["take-back", "take-table", "lose-game"] = house_rule(
        "take-back", rule="durak.invalid"
    )
    misdeal: MisdealCosts = house_rule("anew", rule="durak.deal.misdeal")
    card_stands: CardStands = house_rule("laid", rule="durak.card-stands")
    claimed_until: ClaimedUntil = house_rule("end", rule="durak.invalid.until")


TEAM_TABLE = {"none": 0, "2v2": 4, "3v3": 6}
"""How many sit at the table of a team game (durak.teams)."""


def pack_of(house: HouseRules) -> Pack:
    """The pack that the table plays with (durak.pack)."""
    return FRENCH_52 if house.pack == "52" else FRENCH_36


def most_players(house: HouseRules) -> int:
    """How many can be dealt six cards each (durak.pack)."""
    return len(pack_of(house).cards) // 6


def team_sizes(teams: str) -> tuple[int, ...]:
    """How many may sit at a table of these teams, or of any if it is not told which."""
    return (
        (TEAM_TABLE[teams],) if TEAM_TABLE.get(teams) else tuple(filter(None, TEAM_TABLE.values()))
    )


def plays_in_teams(players: int, house: HouseRules) -> bool:
    """True if so many sit at a table of teams (durak.teams)."""
    return players == TEAM_TABLE[house.teams]


def fewest_sixes(house: HouseRules) -> int | None:
    """How many sixes it takes to hang epaulettes, or None if the house does not."""
    return None if house.epaulettes == "off" else int(house.epaulettes)
