"""A vote for the card to inscribe, as an address or a form tells it: who lost, who voted how."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from werkzeug.datastructures import MultiDict

from scorekeeper.cards import Card
from scorekeeper.extras.company import Company
from scorekeeper.extras.company.deck import CARDS, GAME, Deck, loss_in, voters
from scorekeeper.extras.company.pages.playing import book_of
from scorekeeper.match import Match
from scorekeeper.web.forms.numbers import number

Sent = MultiDict[str, str]


@dataclass(frozen=True)
class Vote:
    """A vote so far: those who vote in their turn, the loser first, and the cards they are for.

    `match` is the code of the lost game, or empty; `taken` is the card that was drawn at equal
    votes, or of one that was inscribed `before`, without a vote here, that card.
    """

    deck: Deck
    match: str
    loser: int
    twice: bool
    voters: tuple[int, ...]
    votes: tuple[Card, ...] = ()
    taken: Card | None = None
    before: bool = False

    @property
    def cast(self) -> bool:
        """True if nobody has to vote any more; for the last card there is nothing to vote on."""
        whole = len(self.votes) == len(self.voters)
        return whole or self.before or len(self.deck.left) == 1

    @property
    def drawn(self) -> bool:
        """True if the card was drawn."""
        return self.taken is not None and not self.before

    @property
    def elected(self) -> tuple[Card, ...]:
        """The card that is elected, or those to choose from."""
        if self.taken:
            return (self.taken,)
        return self.deck.left if self.before else self.deck.elected(self.votes)

    @property
    def back(self) -> "Vote":
        """The vote one step earlier."""
        return replace(self, taken=None) if self.taken else replace(self, votes=self.votes[:-1])

    def voted(self, card: Card) -> "Vote":
        """The vote with one more."""
        return replace(self, votes=(*self.votes, card))

    @property
    def carried(self) -> list[tuple[str, str]]:
        """All of it as pairs, for an address or a form."""
        lost = [("loser", self.loser), *(("player", each) for each in self.voters)]
        pairs: list[tuple[str, object]] = [("match", self.match)] if self.match else [*lost]
        pairs += [("twice", "y")] if self.twice and not self.match else []
        pairs += [("before", "y")] if self.before else []
        pairs += [("vote", card) for card in self.votes]
        pairs += [("card", self.taken)] if self.taken else []
        return [(name, str(value)) for name, value in pairs]


def vote_of(company: Company, deck: Deck, sent: Sent) -> Vote | None:
    """The vote as far as an address or a form tells it; None if it is not known who lost."""
    begun = _begun(company, deck, sent)
    if begun is None:
        return None
    votes: list[Card] = []
    for code in sent.getlist("vote")[: 0 if begun.before else len(begun.voters)]:
        # What was inscribed meanwhile is voted on again, and all that came after it.
        if CARDS.get(code) not in deck.left:
            break
        votes.append(CARDS[code])
    vote = replace(begun, votes=tuple(votes))
    taken = CARDS.get(sent.get("card", ""))
    tied = vote.elected if vote.cast else ()
    return replace(vote, taken=taken) if taken in tied and len(tied) > 1 else vote


def _begun(company: Company, deck: Deck, sent: Sent) -> Vote | None:
    """Who lost and who votes: as a match says, else as it was said by hand."""
    if lost := lost_match(company, sent.get("match", "")):
        match, loser, players = lost
        loss = loss_in(match)
        twice = loss is not None and loss.twice
        return Vote(deck, match.code, loser, twice, voters(players, loser, deck.owner))
    players, before = tuple(_members(company, sent.getlist("player"))), "before" in sent
    for loser in _members(company, sent.getlist("loser")):
        if loser in players and (before or len(players) in GAME.seats):
            turns = voters(players, loser, deck.owner)
            return Vote(deck, "", loser, "twice" in sent, turns, before=before)
    return None


def lost_match(company: Company, code: str) -> tuple[Match, int, tuple[int, ...]] | None:
    """A match of the company that was lost: the member who lost, and all who played to the end.

    None also if the company does not know one of them.
    """
    for played in book_of(company, [code] if code in company.matches else []):
        players = [played.members[person] for person in played.match.seating.seats]
        known = tuple(each for each in players if each is not None)
        loss = loss_in(played.match)
        if loss and len(known) == len(players):
            return played.match, known[loss.seat], known
    return None


def _members(company: Company, sent: Sequence[str]) -> list[int]:
    """The members that a form names by their numbers, each once."""
    numbers = dict.fromkeys(number(each) for each in sent)
    return [member.number for member in company.members if member.number in numbers]
