"""The group's packs of cards to inscribe: what is inscribed in them, and who voted how.

A pack is the newest one until another is begun; those before it lie in the archive. How votes elect
a card is asked of the game that has the custom.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import cast

from scorekeeper.core.cards import Card
from scorekeeper.core.game import Inscription, Loss
from scorekeeper.core.schema import Invalid, spec
from scorekeeper.extras.group import GROUP, NOWHERE, Group, GroupBody, Pub, events
from scorekeeper.games import GAMES
from scorekeeper.match import Match
from scorekeeper.stream.roles import Day, Keyword, MemberNo, StreamCode, Text

NOBODY = Inscription("", (), lambda left, votes: (), lambda standing: None)
"""No card is inscribed: where the game that has the custom is not there."""
GAME = next((game for game in GAMES.values() if game.inscription), next(iter(GAMES.values())))
"""The game whose loser inscribes a card; any other where there is none."""
CUSTOM = GAME.inscription or NOBODY
"""How the loser of that game inscribes a card."""
CARDS = {str(card): card for card in CUSTOM.cards}
"""Code → card, in the order of honour."""


@GROUP.declare("deck", undoable=True)
@dataclass(frozen=True, kw_only=True)
class DeckBody(GroupBody):
    """A new pack of cards to inscribe; whose it is, and since when."""

    owner: MemberNo
    since: Day

    def validate(self, group: Group) -> None:
        events.validate_members(group, "owner", (self.owner,))
        events.validate_day("since", self.since)


@GROUP.declare("inscribed", undoable=True)
@dataclass(frozen=True, kw_only=True)
class InscribedBody(GroupBody):
    """The loser wrote himself on a card of the newest pack.

    `ballots` are the cards that members voted for, a member and a card each; `drawn` says that a
    tie was decided by lot, and `twice` that the name is underlined twice. `match` is the lost game,
    where it is kept here.
    """

    card: Keyword
    loser: MemberNo
    signatures: tuple[MemberNo, ...]
    ballots: tuple[tuple[MemberNo | Keyword, ...], ...]
    night: Day
    pub: Text = spec(max_length=events.LONGEST_TEXT)
    town: Text = spec(max_length=events.LONGEST_TEXT)
    drawn: bool = False
    twice: bool = False
    match: StreamCode | None = None

    def validate(self, group: Group) -> None:
        """The pack has the card left, and the votes elect it."""
        events.validate_members(group, "loser", (self.loser,))
        events.validate_members(group, "signatures", self.signatures)
        events.validate_once("signatures", self.signatures)
        events.validate_day("night", self.night)
        if self.match is not None:
            events.validate_match(group, "match", self.match)
        if (deck := deck_of(group)) is None:
            raise Invalid("deck", "missing")
        if self.loser not in self.signatures:
            raise Invalid("signatures", "missing")
        if self.night < deck.since.isoformat():
            raise Invalid("night", "too-small", least=deck.since.isoformat())
        if not self.pub.strip() and not self.town.strip():
            raise Invalid("pub", "missing")
        if deck.inscribed_in(Pub(self.pub, self.town)):
            raise Invalid("pub", "twice", item=self.pub or self.town)
        _check_votes(group, deck, self)


@dataclass(frozen=True)
class InscribedCard:
    """A card as event number `seq` inscribed it."""

    seq: int
    said: InscribedBody

    @property
    def card(self) -> Card:
        return CARDS[self.said.card]

    @property
    def ballots(self) -> list[tuple[int, str]]:
        """The votes, a member and the code of a card each; none where nobody remembers them."""
        return [(int(member), str(code)) for member, code in self.said.ballots]

    @property
    def night(self) -> date:
        return date.fromisoformat(self.said.night)

    @property
    def pub(self) -> Pub:
        return Pub(self.said.pub, self.said.town)


@dataclass(frozen=True)
class Deck:
    """A pack: whose it is (a member's number), since when, and what is inscribed in it so far.

    `seq` is the number of the event that began it.
    """

    seq: int
    owner: int
    since: date
    inscribed: tuple[InscribedCard, ...]

    @cached_property
    def by_card(self) -> Mapping[Card, InscribedCard]:
        return {each.card: each for each in reversed(self.inscribed)}

    @property
    def left(self) -> tuple[Card, ...]:
        """The cards that are not inscribed, in the order of honour."""
        return tuple(card for card in CUSTOM.cards if card not in self.by_card)

    @property
    def full(self) -> bool:
        """True if every card is inscribed: the pack goes to the archive."""
        return not self.left

    @property
    def until(self) -> date:
        return max((each.night for each in self.inscribed), default=self.since)

    @property
    def days(self) -> int:
        """How many days there are from its beginning to the latest inscription."""
        return (self.until - self.since).days

    def inscribed_in(self, pub: Pub) -> InscribedCard | None:
        """The card of this pack that was inscribed in a pub: there can be only one."""
        return next((each for each in self.inscribed if _typed(each.pub) == _typed(pub)), None)

    def elected(self, votes: Sequence[Card]) -> tuple[Card, ...]:
        """The card that votes elect, or those to draw from; none as long as they do not decide.

        Raises Invalid, with the number of the vote (`votes.1`).
        """
        return CUSTOM.elect(self.left, votes)


def decks_of(group: Group) -> tuple[Deck, ...]:
    """The packs of a group, the newest last."""
    decks = group.bodies_of(DeckBody)
    begun = [seq for seq, _ in decks]
    ends = [*begun[1:], group.version + 1][: len(begun)]
    written = [InscribedCard(seq, body) for seq, body in group.bodies_of(InscribedBody)]
    return tuple(
        Deck(
            seq,
            body.owner,
            date.fromisoformat(body.since),
            tuple(each for each in written if seq < each.seq < end),
        )
        for (seq, body), end in zip(decks, ends, strict=True)
    )


def deck_of(group: Group) -> Deck | None:
    """The pack that is inscribed now, or was last; None before the first one."""
    return next(reversed(decks_of(group)), None)


def fastest(decks: Iterable[Deck]) -> Deck | None:
    """The pack that was full in the fewest days, the first one of equals."""
    return min((deck for deck in decks if deck.full), key=lambda deck: deck.days, default=None)


def loss_in(match: Match) -> Loss | None:
    """Who lost a match and so inscribes a card; None if it is not over, or is another game."""
    return CUSTOM.lost(match.standing) if match.game is GAME else None


def may_inscribe(group: Group, match: Match) -> bool:
    """True if the loser of a match may inscribe a card of the newest pack: there was none in that
    pub yet, as far as it is known where that was.
    """
    deck = deck_of(group)
    if deck is None or deck.full or loss_in(match) is None:
        return False
    pub = group.pubs.get(match.code, NOWHERE)
    done = any(each.said.match == match.code for each in deck.inscribed)
    return not done and (pub == NOWHERE or deck.inscribed_in(pub) is None)


def voters(players: Sequence[int], loser: int, owner: int) -> tuple[int, ...]:
    """The players (by number, in the order of play) as they vote: the loser first, the owner last.

    >>> voters([4, 7, 1, 3], loser=7, owner=1)
    (7, 3, 4, 1)
    >>> voters([4, 7, 1, 3], loser=7, owner=7)
    (7, 1, 3, 4)
    """
    at = players.index(loser) if loser in players else 0
    in_turn = (*players[at:], *players[:at])
    return tuple(sorted(in_turn, key=lambda one: (one != loser, one == owner)))


def _check_votes(group: Group, deck: Deck, body: InscribedBody) -> None:
    """Raises Invalid unless the card is not inscribed yet, and the votes (if any) elect it."""
    card = _card("card", body.card)
    if card not in deck.left:
        raise Invalid("card", "twice", item=body.card)
    voted = [_voter(group, f"ballots.{at}", each) for at, each in enumerate(body.ballots)]
    for at, member in enumerate(voted):
        if member in voted[:at]:
            raise Invalid(f"ballots.{at}", "twice", item=group.members[member].name)
    if not voted:
        return
    elected = _elected_cards(deck, [str(code) for _, code in body.ballots])
    if card not in elected:
        raise Invalid("card", "not-a-choice", choices=", ".join(map(str, elected)))
    if body.drawn != (len(elected) > 1):
        raise Invalid("drawn", "not-a-choice", choices=str(len(elected) > 1).lower())


def _voter(group: Group, path: str, ballot: Sequence[object]) -> int:
    """The member of a vote (member and card). Raises Invalid for one of another shape."""
    if [type(part) for part in ballot] != [int, str]:
        raise Invalid(path, "not-a-list")
    member = cast(int, ballot[0])
    if member not in range(len(group.members)):
        raise Invalid(path, "unknown-member", number=member)
    return member


def _elected_cards(deck: Deck, codes: Sequence[str]) -> tuple[Card, ...]:
    """The cards that votes elect. Raises Invalid, also if votes that miss can decide."""
    votes = [_card(f"ballots.{at}", code) for at, code in enumerate(codes)]
    try:
        elected = deck.elected(votes)
    except Invalid as error:
        at = error.path.rpartition(".")[2]
        raise Invalid(f"ballots.{at}", error.code, **error.params) from None
    if not elected:
        raise Invalid("ballots", "missing")
    return elected


def _card(path: str, code: str) -> Card:
    if code not in CARDS:
        raise Invalid(path, "unknown-card", code=code[:20])
    return CARDS[code]


def _typed(pub: Pub) -> tuple[str, str]:
    name, town = (" ".join(part.casefold().split()) for part in (pub.name, pub.town))
    return name, town
