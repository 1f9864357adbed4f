"""A play of cards in Faraón: the rules that it may break, and what follows from it.

Rules document, sections 2 and 3; source (3)–(8), (11)–(16), (18). The referee's verdict, what was
allowed instead, the answer of a dispute and the choices of a game played at random all come from
the rules here.
"""

from dataclasses import dataclass
from typing import ClassVar, TypedDict

from scorekeeper.cards import Card
from scorekeeper.games.faraon.house import HouseRules
from scorekeeper.games.faraon.referee.breaches import asks_once, keeps_last_suit, rule
from scorekeeper.games.faraon.referee.cards import EACH_SEVEN, is_spalena
from scorekeeper.games.faraon.referee.laid import Laid
from scorekeeper.games.faraon.referee.laying import (
    answers_or_lays_an_ace,
    answers_or_lays_sevens,
    does_not_match,
    has_to_match,
    lays_aces_together,
    lays_an_ace_of_two,
    lays_last_ober,
    lays_ober,
    lays_ober_as_an_answer,
    lays_on_or_as_unter,
    lays_several,
    lays_unter_on_ace,
    leaves_ace_unanswered,
    leaves_sevens_unanswered,
    mixes_ranks,
    names_suit,
    names_with_last_ober,
    names_without_ober,
)
from scorekeeper.referee import AnyRule, breaks


class PlayResult(TypedDict):
    """What follows: the `top` card, how many cards the next player has to `draw`, and whether the
    same player goes on (`again`).
    """

    top: Card
    draw: int
    again: bool


@dataclass(frozen=True)
class Play(Laid):
    """Cards laid: may they lie there, and what follows?"""

    depends_on: ClassVar[tuple[str, ...]] = ("packs", "aces", "last_ober", "pajchel_turn")

    def result(self, house: HouseRules) -> PlayResult:
        """What follows; an invalid move is taken back, so all stays as it was (section 5).

        >>> eight, nine, king = Card("8", "L"), Card("9", "L"), Card("K", "H")
        >>> Play(eight, (nine,), players=4).result(HouseRules())["top"] == nine
        True
        >>> Play(eight, (king,), players=4).result(HouseRules())["top"] == eight
        True
        """
        if breaks(PLAY_RULES, self, house):
            stays = house.pajchel_turn == "stays"
            return {"top": self.top, "draw": EACH_SEVEN * self.sevens, "again": stays}
        draw = EACH_SEVEN * self.pending
        return {"top": self.cards[-1], "draw": draw, "again": is_spalena(self.cards)}


PLAY_RULES: tuple[AnyRule, ...] = (
    rule(
        "faraon.ace.together",
        Play,
        lays_aces_together,
        when=asks_once,
        applies=lays_an_ace_of_two,
    ),
    rule("faraon.unter", Play, lays_unter_on_ace, applies=lays_on_or_as_unter),
    rule("faraon.ober.suit", Play, names_without_ober, applies=names_suit),
    rule(
        "faraon.ober.last",
        Play,
        names_with_last_ober,
        when=keeps_last_suit,
        applies=lays_last_ober,
    ),
    rule("faraon.ober", Play, lays_ober_as_an_answer, applies=lays_ober),
    rule("faraon.ace", Play, leaves_ace_unanswered, applies=answers_or_lays_an_ace),
    rule("faraon.seven", Play, leaves_sevens_unanswered, applies=answers_or_lays_sevens),
    rule("faraon.match.rank", Play, mixes_ranks, applies=lays_several),
    rule("faraon.match", Play, does_not_match, applies=has_to_match),
)
