"""The cards of Durak: how high they are, what beats what, how many there can be; and what all rules
that an invalid card breaks have in common.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import combinations
from typing import Literal

from scorekeeper.core.cards import FRENCH_52, Card
from scorekeeper.core.schema import Invalid
from scorekeeper.games.durak.house_rules import HouseRules, most_players, team_sizes
from scorekeeper.referee.dispute import require_at_most, require_some, require_within
from scorekeeper.referee.rule_table import Penalty, Rule

Suit = Literal["S", "H", "D", "C"]
Teams = bool | Literal["none", "2v2", "3v3"]
"""Whether teams play, or which."""
Cards = tuple[Card, ...]
MOST_CARDS, MOST_PLAYERS, MOST_BOUTS = 52, 8, 1000
FIRST_OR_LATER = (1, 2)
"""The bouts that make a difference: whether it was the first."""
HAND = 6
"""Cards dealt to each, and up to which hands are refilled (durak.deal, durak.refill)."""
SUITS = ("S", "H", "D", "C")
DIAMONDS, SPADES = "D", "S"


def height(card: Card) -> int:
    """How high a card is in its suit: 2 … A (the same in both packs)."""
    return FRENCH_52.height[card]


def trump_in(house: HouseRules, trump: str) -> str:
    """The suit that is trump: where spades beat only spades it is always diamonds."""
    return DIAMONDS if house.spades_by_spades else trump


def beats(attack: Card, card: Card, trump: str) -> bool:
    """True if a card beats another: higher in its suit, or a trump (durak.beat).

    >>> nine, ten, six = Card("9", "H"), Card("T", "H"), Card("6", "S")
    >>> beats(nine, ten, trump="S"), beats(nine, six, trump="S"), beats(nine, six, trump="D")
    (True, True, False)
    """
    if card.suit == attack.suit:
        return height(card) > height(attack)
    return card.suit == trump


def of_one_rank(cards: Iterable[Card]) -> Iterator[Cards]:
    """Every choice of cards that share a rank."""
    ranks: dict[str, list[Card]] = {}
    for card in cards:
        ranks.setdefault(card.rank, []).append(card)
    for alike in ranks.values():
        for n in range(1, len(alike) + 1):
            yield from combinations(alike, n)


def require_table(attack: Cards, beat: Cards) -> None:
    """Raises Invalid for cards that cannot lie so: no attack, more that beat than are to be beaten.

    A bout begins with cards of one rank; each other rank of it came to the table with a card that
    beat one (durak.attack-rank, durak.throw-in.rank).

    >>> six, seven, high = Card("6", "H"), Card("7", "S"), Card("7", "H")
    >>> require_table((six, seven), (high,))
    >>> require_table((six, seven), ())
    Traceback (most recent call last):
    scorekeeper.core.schema.Invalid: attack: refused
    """
    require_some("attack", attack)
    require_at_most("beat", beat, len(attack))
    came_by_beating = {card.rank for card in beat}
    if len({card.rank for card in attack} - came_by_beating) > 1:
        raise Invalid("attack", "refused", rule="durak.given.table")


def require_trump(place: str, trump: str | None, house: HouseRules) -> None:
    """Raises Invalid for a trump that this table cannot have (durak.spades)."""
    if trump is not None and trump_in(house, trump) != trump:
        raise Invalid(place, "refused", rule="durak.given.diamonds")


def require_seats(place: str, players: int, house: HouseRules) -> None:
    """Raises Invalid if more play than the pack is for (durak.pack)."""
    require_within(place, players, most_players(house))


def in_teams(teams: Teams | None, house: HouseRules) -> bool:
    """True if teams play: as was said, else as the house does (durak.teams)."""
    return (house.teams if teams is None else teams) not in (False, "none")


def require_teams(
    teams: Teams | None, players: int, attacker: int, defender: int, house: HouseRules
) -> None:
    """Raises Invalid where teams play at a table of no size for them, or partners attack."""
    if not in_teams(teams, house):
        return
    sizes = team_sizes(teams if isinstance(teams, str) else house.teams)
    if players not in sizes:
        raise Invalid("players", "not-a-choice", choices=", ".join(map(str, sizes)))
    if (attacker - defender) % 2 == 0:
        raise Invalid("defender", "refused", rule="durak.given.partners")


def may_beat(attack: Card, card: Card, trump: str, house: HouseRules) -> bool:
    """True if a card beats another at this table (durak.beat, durak.spades)."""
    if house.spades_by_spades and attack.suit == SPADES != card.suit:
        return False
    return beats(attack, card, trump_in(house, trump))


def matched(cards: Cards, others: Cards, fits: Callable[[Card, Card], bool]) -> Cards | None:
    """For each of some cards one of others that fits it, each once; None if that cannot be.

    >>> six, nine, ten = Card("6", "H"), Card("9", "H"), Card("T", "H")
    >>> matched((six,), (nine, ten), lambda card, by: beats(card, by, "S"))
    (Card(rank='9', suit='H'),)
    >>> matched((six, nine), (ten,), lambda card, by: beats(card, by, "S")) is None
    True
    """
    if not cards:
        return ()
    first, *rest = cards
    for other in others:
        if fits(first, other):
            left = tuple(each for each in others if each != other)
            if (found := matched(tuple(rest), left, fits)) is not None:
                return (other, *found)
    return None


def require_beaten(attack: Cards, beat: Cards, trumps: Iterable[str], house: HouseRules) -> None:
    """Raises Invalid if no card of its own lies under each that beat, whichever of some suits is
    trump.

    >>> seven, nine, ten = Card("7", "H"), Card("9", "H"), Card("T", "H")
    >>> require_beaten((nine,), (ten,), "S", HouseRules())
    >>> require_beaten((nine,), (seven,), "H", HouseRules())
    Traceback (most recent call last):
    scorekeeper.core.schema.Invalid: beat: refused
    """

    def have_beaten(trump: str) -> bool:
        return matched(beat, attack, lambda card, on: may_beat(on, card, trump, house)) is not None

    if not any(map(have_beaten, trumps)):
        raise Invalid("beat", "refused", rule="durak.given.beat")


def require_opponents(attacker: int, defender: int) -> None:
    """Raises Invalid if one seat is said to attack itself."""
    if attacker == defender:
        raise Invalid("defender", "twice", item=defender)


def penalty(house: HouseRules) -> Penalty:
    """What an invalid card costs at this table (durak.invalid)."""
    if house.invalid_penalty == "lose-game":
        return Penalty("lost", what="game" if house.teams == "none" else "team")
    return Penalty(house.invalid_penalty)


rule = partial(Rule, offence="invalid", penalty=penalty, ours=("penalty", "onward"))
"""A rule that an invalid card breaks; the source tells no penalty, nor how play goes on."""


def simple(house: HouseRules) -> bool:
    return house.variant == "simple"


def transferring(house: HouseRules) -> bool:
    return house.variant == "transfer"
