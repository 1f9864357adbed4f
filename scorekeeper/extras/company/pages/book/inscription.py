"""How a card comes to be inscribed: who lost, the votes one by one, perhaps a draw, the signatures.

Until it is saved, all of it stands in the address: the browser's way back takes a vote back.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from urllib.parse import urlencode

from flask import Blueprint, Response, abort, redirect, request, url_for
from flask_babel import gettext as _
from werkzeug import Response as AnyResponse
from werkzeug.datastructures import MultiDict

from scorekeeper.extras.company import NOWHERE, Company, Pub, fold
from scorekeeper.extras.company.deck import CUSTOM, GAME, deck_of, may_inscribe
from scorekeeper.extras.company.evenings import Played
from scorekeeper.extras.company.pages.book.deck import FINEST, place_of, tonight
from scorekeeper.extras.company.pages.book.vote import Sent, Vote, lost_match, vote_of
from scorekeeper.extras.company.pages.entrance import company_for
from scorekeeper.extras.company.pages.noun import write_in
from scorekeeper.extras.company.pages.playing import book_of as matches_of
from scorekeeper.rulebook import unreadable
from scorekeeper.schema import Invalid
from scorekeeper.web.forms.numbers import number
from scorekeeper.web.render import page
from scorekeeper.web.rulebook.addresses import rule_url
from scorekeeper.web.saving import Save, fresh_save, read_save
from scorekeeper.web.wording.reader import book_of, date_text, language

inscription = Blueprint("inscription", __name__, url_prefix="/c/<code>/deck/inscribe")
LATELY = 12
"""Among so many of the latest matches a lost one is looked for."""


@inscription.get("")
def show(code: str) -> AnyResponse:
    """The next step: who lost, the next vote, the draw, or what is written on the card."""
    company = company_for(code, write=True)
    deck = deck_of(company)
    if deck is None or deck.full:
        return redirect(url_for("deck.show", code=code), 303)
    vote = vote_of(company, deck, request.args)
    if vote is None:
        return _players_page(company)
    if not vote.cast:
        return _vote_page(company, vote)
    if len(vote.elected) > 1:
        return _draw_page(company, vote)
    return _signing_page(company, vote, _prefilled(company, vote))


@inscription.post("")
def sign(code: str) -> AnyResponse:
    """Writes the card."""
    company, save = company_for(code, write=True), read_save()
    then = _as_first_sent(company, save)
    deck = deck_of(then)
    vote = vote_of(then, deck, request.form) if deck else None
    if vote is None:
        abort(422)
    if not vote.cast:
        # Somebody inscribed one of the cards meanwhile: the votes for it are given anew.
        return redirect(_address(then, vote), 303)

    def late(now: Company, status: int, message: str, errors: dict[str, str]) -> Response:
        return _signing_page(now, vote, request.form, status, message, errors)

    return write_in(
        company,
        "inscribed",
        _body(vote),
        lambda now: url_for("deck.show", code=now.code),
        late,
    )


def _as_first_sent(company: Company, save: Save) -> Company:
    """The company that a save was made on, if it was written: sent again, it says the same."""
    if company.saved(save.key, save.version) is None:
        return company
    return fold(company.events[: max(save.version, 1)])


def _body(vote: Vote) -> Mapping[str, object]:
    """The event that a form writes."""
    card = vote.elected[0] if vote.cast and len(vote.elected) == 1 else None
    optional = {"drawn": vote.drawn, "twice": vote.twice, "match": vote.match}
    return {
        "card": str(card or ""),
        "loser": vote.loser,
        "signatures": [vote.loser, *_others(vote, request.form.getlist("signature"))],
        "ballots": [list(pair) for pair in zip(vote.voters, map(str, vote.votes), strict=False)],
        "night": request.form.get("night", ""),
        **{name: " ".join(request.form.get(name, "").split()) for name in ("pub", "town")},
        **{name: said for name, said in optional.items() if said},
    }


def _others(vote: Vote, sent: Sequence[str]) -> list[int]:
    """Who signs besides the loser."""
    numbers = (number(each) for each in sent)
    return [each for each in dict.fromkeys(numbers) if isinstance(each, int) and each != vote.loser]


def _prefilled(company: Company, vote: Vote) -> Sent:
    """What the form says at first: the match's evening, and the signatures of all who played."""
    for played in matches_of(company, [vote.match] if vote.match else []):
        return _form(played.night.isoformat(), played.pub, played.members)
    return _form(tonight().isoformat(), NOWHERE, vote.voters)


def _form(night: str, pub: Pub, signing: Sequence[int | None]) -> Sent:
    pairs = [("night", night), ("pub", pub.name), ("town", pub.town)]
    return MultiDict([*pairs, *(("signature", str(each)) for each in signing)])


def _address(company: Company, vote: Vote) -> str:
    """The address of a vote as far as it went."""
    return f"{url_for('inscription.show', code=company.code)}?{urlencode(vote.carried)}"


def _back(company: Company, vote: Vote) -> str:
    """The address of one step earlier."""
    if vote.votes or vote.taken:
        return _address(company, vote.back)
    return url_for("deck.show", code=company.code)


def _players_page(company: Company) -> Response:
    """Who played, and who of them lost: lost games to choose from, or said by hand."""
    wrong = unreadable(language(), Invalid("player", "wrong-number", n=GAME.seats[0]))
    latest = matches_of(company, tuple(company.matches)[-LATELY:])
    lost = [each for each in reversed(latest) if may_inscribe(company, each.match)]
    return page(
        "book/players.html",
        company=company,
        message=wrong if "player" in request.args else "",
        lost=[_offered(company, each) for each in lost if lost_match(company, each.match.code)],
        members=[member for member in company.members if member.came],
        sent=request.args,
        back=url_for("deck.show", code=company.code),
    )


def _offered(company: Company, lost: Played) -> tuple[str, str, str]:
    """A lost game to choose: the address of its vote, the day with the pub, and who played."""
    url = url_for("inscription.show", code=company.code, match=lost.match.code)
    day = " · ".join(filter(None, (date_text(lost.night, "named"), place_of(lost.pub))))
    return url, day, ", ".join(lost.match.names)


def _vote_page(company: Company, vote: Vote) -> Response:
    """A card for whoever votes next."""
    voter = company.members[vote.voters[len(vote.votes)]]
    return _choice_page(
        company,
        vote,
        _("%(name)s votes", name=voter.name),
        [(str(card), _address(company, vote.voted(card))) for card in vote.deck.left],
    )


def _draw_page(company: Company, vote: Vote) -> Response:
    """Which of the cards with equal votes the loser drew; or which one was inscribed before."""
    loser = company.members[vote.loser].name
    drawn = _("Which card did %(name)s draw?", name=loser)
    return _choice_page(
        company,
        vote,
        _("Which card was inscribed?") if vote.before else drawn,
        [(str(card), _address(company, replace(vote, taken=card))) for card in vote.elected],
    )


def _choice_page(
    company: Company, vote: Vote, question: str, choices: Sequence[tuple[str, str]]
) -> Response:
    return page(
        "book/vote.html",
        company=company,
        book=book_of(GAME),
        finest=FINEST,
        question=question,
        choices=choices,
        voting=not vote.cast,
        before=vote.before,
        rule=rule_url(GAME.key, CUSTOM.rule),
        first=not vote.votes,
        last=len(vote.votes) + 1 == len(vote.voters) and vote.voters[-1] == vote.deck.owner,
        owner=company.members[vote.deck.owner].name,
        ballots=_ballots(company, vote),
        back=_address(company, vote.back)
        if vote.votes
        else url_for("deck.show", code=company.code),
    )


def _signing_page(
    company: Company,
    vote: Vote,
    sent: Sent,
    status: int = 200,
    message: str = "",
    errors: Mapping[str, str] | None = None,
) -> Response:
    """Where and when it was, and who signs."""
    wrong = dict(errors or {})
    pub = Pub(sent.get("pub", ""), sent.get("town", ""))
    if "pub" in wrong and (written := vote.deck.inscribed_in(pub)):
        known = {"pub": place_of(written.pub), "card": book_of(GAME).card(str(written.card))}
        wrong["pub"] = _("A card of this pack was already inscribed in %(pub)s: %(card)s.", **known)
    elsewhere = [text for path, text in wrong.items() if path not in ("pub", "town", "night")]
    card = next(iter(vote.elected if vote.cast else ()), None)
    return page(
        "book/signing.html",
        status=status,
        company=company,
        book=book_of(GAME),
        vote=vote,
        card=str(card or CUSTOM.cards[0]),
        loser=company.members[vote.loser].name,
        ballots=_ballots(company, vote),
        sent=sent,
        signing=_others(vote, sent.getlist("signature")),
        others=[m for m in company.members if m.came and m.number != vote.loser],
        wrong=wrong,
        message=message or " ".join(elsewhere),
        hidden=[*vote.carried, *fresh_save(company).hidden],
        back=_back(company, vote),
    )


def _ballots(company: Company, vote: Vote) -> list[tuple[str, str]]:
    pairs = zip(vote.voters, vote.votes, strict=False)
    return [(company.members[member].name, str(card)) for member, card in pairs]
