"""How a card comes to be inscribed: who lost, the list of votes, perhaps a draw, the signatures.

Until it is saved, all of it stands in the address: the browser's way back leads to the votes.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from flask import Blueprint, Response, abort, redirect, request, url_for
from flask_babel import gettext as _
from werkzeug import Response as AnyResponse
from werkzeug.datastructures import MultiDict

from scorekeeper.core.cards import Card
from scorekeeper.core.schema import Invalid
from scorekeeper.extras.group import NOWHERE, Group, Pub
from scorekeeper.extras.group import deck as decks
from scorekeeper.extras.group.deck import CUSTOM, GAME, Deck, deck_of
from scorekeeper.extras.group.pages.deck import finest_card
from scorekeeper.extras.group.pages.entrance import NO_FAULT, Fault, group_for, typed
from scorekeeper.extras.group.pages.hooks import group_book, tonight
from scorekeeper.extras.group.pages.presenter import write_in
from scorekeeper.match import Match
from scorekeeper.rulebook import unreadable
from scorekeeper.web.forms.labels import number
from scorekeeper.web.http.saving import fresh_save, read_save
from scorekeeper.web.render import Values, page
from scorekeeper.web.rulebook.links import rule_url
from scorekeeper.web.wording.reader import book_of, date_text, language

FormValues = MultiDict[str, str]


@dataclass(frozen=True)
class Vote:
    """A vote so far: those who vote, the loser first, and for each the card, or None as long as
    nobody said which.

    `match` is the code of the lost game, or empty; `chosen_card` is the card that was drawn at
    equal votes, or of one that was inscribed `before`, without a vote here, that card.
    """

    deck: Deck
    match: str
    loser: int
    twice: bool
    voters: tuple[int, ...]
    votes: tuple[Card | None, ...] = ()
    chosen_card: Card | None = None
    before: bool = False

    @property
    def ballots(self) -> list[tuple[int, Card]]:
        return [(voter, card) for voter, card in zip(self.voters, self.votes, strict=False) if card]

    @property
    def cast(self) -> bool:
        """True if nobody has to vote any more; for the last card there is nothing to vote on."""
        return all(self.votes) or self.before or len(self.deck.left) == 1

    @property
    def drawn(self) -> bool:
        return self.chosen_card is not None and not self.before

    @property
    def elected(self) -> tuple[Card, ...]:
        """The card that is elected, or those to choose from."""
        if self.chosen_card:
            return (self.chosen_card,)
        votes = tuple(card for _, card in self.ballots)
        return self.deck.left if self.before else self.deck.elected(votes)

    @property
    def beginning(self) -> list[tuple[str, str]]:
        """Who lost and who votes, as pairs for an address or a form."""
        lost = [("loser", self.loser), *(("player", each) for each in self.voters)]
        pairs: list[tuple[str, object]] = [("match", self.match)] if self.match else [*lost]
        pairs += [("twice", "y")] if self.twice and not self.match else []
        pairs += [("before", "y")] if self.before else []
        return [(name, str(value)) for name, value in pairs]

    @property
    def carried(self) -> list[tuple[str, str]]:
        votes = [(f"vote-{turn}", str(card)) for turn, card in enumerate(self.votes) if card]
        drawn = [("card", str(self.chosen_card))] if self.chosen_card else []
        return [*self.beginning, *votes, *drawn]


def vote_of(group: Group, deck: Deck, sent: FormValues) -> Vote | None:
    """The vote as far as an address or a form tells it; None if it is not known who lost."""
    begun = _vote_begun(group, deck, sent)
    if begun is None:
        return None
    # What was inscribed meanwhile is voted on again.
    free = {str(card): card for card in deck.left}
    votes = [free.get(sent.get(f"vote-{turn}", "")) for turn in range(len(begun.voters))]
    vote = replace(begun, votes=() if begun.before else tuple(votes))
    chosen_card = decks.CARDS.get(sent.get("card", ""))
    tied = vote.elected if vote.cast else ()
    return replace(vote, chosen_card=chosen_card) if chosen_card in tied and len(tied) > 1 else vote


def _vote_begun(group: Group, deck: Deck, sent: FormValues) -> Vote | None:
    """Who lost and who votes: as a match says, else as it was said by hand."""
    if lost := lost_match(group, sent.get("match", "")):
        match, loser, players = lost
        loss = decks.loss_in(match)
        twice = loss is not None and loss.twice
        return Vote(deck, match.code, loser, twice, decks.voters(players, loser, deck.owner))
    players, before = tuple(_members(group, sent.getlist("player"))), "before" in sent
    for loser in _members(group, sent.getlist("loser")):
        if loser in players and (before or len(players) in GAME.seats):
            turns = decks.voters(players, loser, deck.owner)
            return Vote(deck, "", loser, "twice" in sent, turns, before=before)
    return None


def lost_match(group: Group, code: str) -> tuple[Match, int, tuple[int, ...]] | None:
    """A match of the group that was lost: the member who lost, and all who played to the end.

    None also if the group does not know one of them.
    """
    for played in group_book(group, [code]):
        players = [played.members[person] for person in played.match.seating.seats]
        known = tuple(each for each in players if each is not None)
        loss = decks.loss_in(played.match)
        if loss and len(known) == len(players):
            return played.match, known[loss.seat], known
    return None


def _members(group: Group, sent: Sequence[str]) -> list[int]:
    """The members that a form names by their numbers, each once."""
    numbers = dict.fromkeys(number(each) for each in sent)
    return [member.number for member in group.members if member.number in numbers]


def _vote_values(group: Group, vote: Vote) -> Values:
    """What each step of a vote shows; one goes `back` to the votes, as they were given."""
    again, members = f"{_address(group, vote)}&again=y", group.members
    return {
        "group": group,
        "vote": vote,
        "book": book_of(GAME),
        "rule": rule_url(GAME.key, CUSTOM.rule),
        "ballots": [(members[voter].name, str(card)) for voter, card in vote.ballots],
        "back": again if vote.ballots else url_for("deck.show", code=group.code),
    }


inscription = Blueprint("inscription", __name__, url_prefix="/c/<code>/deck/inscribe")
LATELY = 12
"""Among so many of the latest matches a lost one is looked for."""


@inscription.get("", endpoint="show")
def inscription_page(code: str) -> AnyResponse:
    """The next step: who lost, the votes, the draw, or what is written on the card."""
    group = group_for(code, write=True)
    deck = deck_of(group)
    if deck is None or deck.full:
        return redirect(url_for("deck.show", code=code), 303)
    vote = vote_of(group, deck, request.args)
    if vote is None:
        return _players_page(group)
    if not vote.cast or "again" in request.args:
        return _ballots_page(group, vote)
    if len(vote.elected) > 1:
        return _draw_page(group, vote)
    return _signing_page(group, vote, _prefilled(group, vote), NO_FAULT)


@inscription.post("")
def sign(code: str) -> AnyResponse:
    """Writes the card."""
    then = group = group_for(code, write=True)
    save = read_save()
    if group.event_by_key(save.key, save.version):  # sent again, it says the same
        then = Group.fold(group.events[: max(save.version, 1)])
    deck = deck_of(then)
    vote = vote_of(then, deck, request.form) if deck else None
    if vote is None:
        abort(422)
    if not vote.cast:
        # Somebody inscribed one of the cards meanwhile: the votes for it are given anew.
        return redirect(_address(then, vote), 303)
    return write_in(
        group,
        "inscribed",
        _body(vote),
        url_for("deck.show", code=code),
        lambda now, fault: _signing_page(now, vote, request.form, fault),
    )


def _body(vote: Vote) -> Mapping[str, object]:
    card = vote.elected[0] if vote.cast and len(vote.elected) == 1 else None
    optional = {"drawn": vote.drawn, "twice": vote.twice, "match": vote.match}
    return {
        "card": str(card or ""),
        "loser": vote.loser,
        "signatures": [vote.loser, *_others(vote, request.form.getlist("signature"))],
        "ballots": [[voter, str(card)] for voter, card in vote.ballots],
        "night": request.form.get("night", ""),
        **{name: typed(name) for name in ("pub", "town")},
        **{name: said for name, said in optional.items() if said},
    }


def _others(vote: Vote, sent: Sequence[str]) -> list[int]:
    numbers = (number(each) for each in sent)
    return [each for each in dict.fromkeys(numbers) if isinstance(each, int) and each != vote.loser]


def _prefilled(group: Group, vote: Vote) -> FormValues:
    """What the form says at first: the match's evening, and the signatures of all who played."""
    for played in group_book(group, [vote.match] if vote.match else []):
        return _form(played.night.isoformat(), played.pub, played.members)
    return _form(tonight().isoformat(), NOWHERE, vote.voters)


def _form(night: str, pub: Pub, signing: Sequence[int | None]) -> FormValues:
    pairs = [("night", night), ("pub", pub.name), ("town", pub.town)]
    return MultiDict([*pairs, *(("signature", str(each)) for each in signing)])


def _address(group: Group, vote: Vote) -> str:
    return f"{url_for('inscription.show', code=group.code)}?{urlencode(vote.carried)}"


def _players_page(group: Group) -> Response:
    """Who played, and who of them lost: lost games to choose from, or said by hand."""
    wrong = unreadable(language(), Invalid("player", "wrong-number", n=GAME.seats[0]))
    latest = group_book(group, tuple(group.matches)[-LATELY:])
    due = [each for each in reversed(latest) if decks.may_inscribe(group, each.match)]
    return page(
        "extras/group/deck/players.html",
        group=group,
        message=wrong if "player" in request.args else "",
        lost=[
            (
                url_for("inscription.show", code=group.code, match=each.match.code),
                " · ".join(filter(None, (date_text(each.night, "named"), each.pub.text))),
                ", ".join(each.match.names),
            )
            for each in due
            if lost_match(group, each.match.code)
        ],
        members=[member for member in group.members if member.came],
        sent=request.args,
        back=url_for("deck.show", code=group.code),
    )


def _ballots_page(group: Group, vote: Vote) -> Response:
    """Everybody who votes, the loser first, with the card; with none as long as he has not."""
    voted = dict(vote.ballots)
    turns = [(group.members[each].name, str(voted.get(each, ""))) for each in vote.voters]
    silent = ", ".join(name for name, card in turns if not card)
    wrong = _("No vote yet: %(names)s", names=silent) if silent and voted else ""
    shown = _vote_values(group, vote) | {"back": url_for("deck.show", code=group.code)}
    return page("extras/group/deck/ballots.html", **shown, turns=turns, wrong=wrong)


def _draw_page(group: Group, vote: Vote) -> Response:
    """Which of the cards with equal votes the loser drew; or which one was inscribed before."""
    loser = group.members[vote.loser].name
    drawn = _("Which card did %(name)s draw?", name=loser)
    question = _("Which card was inscribed?") if vote.before else drawn
    choices = [
        (str(card), _address(group, replace(vote, chosen_card=card))) for card in vote.elected
    ]
    return page(
        "extras/group/deck/draw.html",
        **_vote_values(group, vote),
        owner=group.members[vote.deck.owner].name,
        finest=finest_card(),
        question=question,
        choices=choices,
    )


def _signing_page(group: Group, vote: Vote, sent: FormValues, fault: Fault) -> Response:
    """Where and when it was, and who signs."""
    elected = vote.elected if vote.cast else ()
    wrong, pub = dict(fault.errors), Pub(sent.get("pub", ""), sent.get("town", ""))
    if "pub" in wrong and (written := vote.deck.inscribed_in(pub)):
        known = {"pub": written.pub.text, "card": book_of(GAME).card(str(written.card))}
        wrong["pub"] = _("A card of this pack was already inscribed in %(pub)s: %(card)s.", **known)
    # What is not said beside its field.
    elsewhere = (text for path, text in wrong.items() if path not in ("pub", "town", "night"))
    return page(
        "extras/group/deck/signing.html",
        status=fault.status,
        **_vote_values(group, vote),
        message=fault.message or " ".join(elsewhere),
        wrong=wrong,
        sent=sent,
        hidden=[*vote.carried, *fresh_save(group).hidden],
        card=str(next(iter(elected), CUSTOM.cards[0])),
        loser=group.members[vote.loser].name,
        others=[each for each in group.members if each.came and each.number != vote.loser],
        signing=_others(vote, sent.getlist("signature")),
    )
