"""What cards laid in Faraón may break, as predicates, each with the situation it is asked in.

Rules document, sections 2 and 3. A predicate of a situation says whether its rule has a say; of a
legal play only such rules decide.
"""

from scorekeeper.games.chains import FEWEST, one_rank
from scorekeeper.games.faraon.house import HouseRules
from scorekeeper.games.faraon.referee.breaches import asks_once, keeps_last_suit
from scorekeeper.games.faraon.referee.cards import (
    ACE,
    EACH_SEVEN,
    FARAON,
    OBER,
    SEVEN,
    goes_on,
    unasked,
)
from scorekeeper.games.faraon.referee.laid import Laid
from scorekeeper.referee import Broken, Finding, Missing

# --- what a rule has a say in ---------------------------------------------------------------------


def lays_an_ace_of_two(play: Laid, house: HouseRules) -> bool:
    """True if an ace is laid that the only opponent is asked about, or was."""
    return play.players == FEWEST and play.first.rank == ACE


def answers_or_lays_an_ace(play: Laid, house: HouseRules) -> bool:
    """True if an ace has to be answered, or is laid against the only opponent."""
    return play.answers_ace or lays_an_ace_of_two(play, house)


def answers_or_lays_sevens(play: Laid, house: HouseRules) -> bool:
    """True if sevens have to be answered, or are laid for the next player to answer."""
    return play.answers_sevens or play.first.rank == SEVEN


def lays_on_or_as_unter(play: Laid, house: HouseRules) -> bool:
    """True if the first card or the one under it is the faraón."""
    return FARAON in (play.first, play.top)


def names_suit(play: Laid, house: HouseRules) -> bool:
    """True if a suit was named."""
    return play.names_suit is not None


def lays_ober(play: Laid, house: HouseRules) -> bool:
    """True if a horník was laid, or a suit named as if with one."""
    return names_suit(play, house) or OBER in (play.first.rank, play.cards[-1].rank)


def lays_last_ober(play: Laid, house: HouseRules) -> bool:
    """True if a horník may have been the last card."""
    return play.cards[-1].rank == OBER and play.last is not False


def lays_several(play: Laid, house: HouseRules) -> bool:
    """True if more than one card was laid."""
    return len(play.cards) > 1


def has_to_match(play: Laid, house: HouseRules) -> bool:
    """True if several cards were laid, or one that has to have the rank or the suit."""
    free = play.first.rank == OBER or lays_on_or_as_unter(play, house)
    return not free or lays_several(play, house)


# --- what breaks it -------------------------------------------------------------------------------


def opponent_is_asked(play: Laid) -> bool:
    """True if the only opponent is still to be asked after the first ace (faraon.ace.together)."""
    return play.players == FEWEST and not play.after_ace


def lays_aces_together(play: Laid, house: HouseRules) -> Finding:
    """faraon.ace.together (8): the opponent is asked after the first ace.

    Four are a spálená and need no asking. With more players several aces at once reach further
    round the table (19), so there they may be played together.
    """
    if play.first.rank != ACE or not opponent_is_asked(play):
        return None
    wrong = unasked(len(play.cards)) and one_rank(play.cards)
    return Broken({"cards": play.cards, "n": len(play.cards)}) if wrong else None


def lays_unter_on_ace(play: Laid, house: HouseRules) -> Finding:
    """faraon.unter (11): the faraón is no answer to an ace."""
    wrong = play.answers_ace and play.first == FARAON
    return Broken({"card": play.first, "top": play.top}) if wrong else None


def names_without_ober(play: Laid, house: HouseRules) -> Finding:
    """faraon.ober.suit (3, 15): only a horník changes the suit."""
    wrong = play.names_suit and play.cards[-1].rank != OBER
    return Broken({"suit": play.names_suit, "card": play.cards[-1]}) if wrong else None


def names_with_last_ober(play: Laid, house: HouseRules) -> Finding:
    """faraon.ober.last (15): by this house rule the last horník keeps its own suit."""
    card = play.cards[-1]
    if card.rank != OBER or play.names_suit in (None, card.suit) or play.last is False:
        return None
    if play.last is None:
        return Missing("hand")
    return Broken({"suit": play.names_suit, "card": card})


def lays_ober_as_an_answer(play: Laid, house: HouseRules) -> Finding:
    """faraon.ober (15): not on a pending seven or ace, and only it names a suit."""
    if play.first.rank == OBER and (play.answers_ace or play.answers_sevens):
        return Broken({"card": play.first, "top": play.top})
    if keeps_last_suit(house) and (finding := names_with_last_ober(play, house)):
        return finding
    return names_without_ober(play, house)


def leaves_ace_unanswered(play: Laid, house: HouseRules) -> Finding:
    """faraon.ace (8, 12): only an ace answers an ace, and several are not played without asking."""
    if play.answers_ace and play.first.rank != ACE:
        return Broken({"card": play.first, "top": play.top})
    return lays_aces_together(play, house) if asks_once(house) else None


def leaves_sevens_unanswered(play: Laid, house: HouseRules) -> Finding:
    """faraon.seven (14): only a seven or the faraón answers sevens."""
    if not play.answers_sevens or play.first.rank == SEVEN or play.first == FARAON:
        return None
    return Broken({"card": play.first, "top": play.top, "n": EACH_SEVEN * play.sevens})


def mixes_ranks(play: Laid, house: HouseRules) -> Finding:
    """faraon.match.rank (4): cards laid at once are of one rank."""
    wrong = not one_rank(play.cards)
    return Broken({"cards": play.cards, "n": len(play.cards)}) if wrong else None


def does_not_match(play: Laid, house: HouseRules) -> Finding:
    """faraon.match (3): the first card matches the top one; all are of one rank.

    >>> from scorekeeper.cards import Card
    >>> eight, nine, king = Card("8", "L"), Card("9", "L"), Card("K", "H")
    >>> does_not_match(Laid(eight, (nine,), players=4), HouseRules()) is None
    True
    >>> does_not_match(Laid(eight, (king,), players=4), HouseRules()) is None
    False
    """
    if not goes_on(play.first, play.top, play.suit):
        return Broken({"card": play.first, "top": play.top, "suit": play.suit or play.top.suit})
    return mixes_ranks(play, house)
