"""The pack of a group: its cards in the order of honour, what is written on each, the archive."""

from dataclasses import dataclass
from typing import Literal, NamedTuple

from flask import Blueprint, Response, abort, request, url_for
from werkzeug import Response as AnyResponse

from scorekeeper.extras.group import Group
from scorekeeper.extras.group import deck as decks
from scorekeeper.extras.group.deck import CUSTOM, GAME, Deck, InscribedCard
from scorekeeper.extras.group.pages import entrance
from scorekeeper.extras.group.pages.entrance import group_for
from scorekeeper.extras.group.pages.hooks import tonight
from scorekeeper.extras.group.pages.presenter import write_in
from scorekeeper.web.forms.labels import number
from scorekeeper.web.render import page
from scorekeeper.web.wording.reader import book_of, date_text

deck_pages = Blueprint("deck", __name__, url_prefix="/c/<code>/deck")


@dataclass(frozen=True)
class Signature:
    """A name on a card: that of the loser is underlined, once or twice."""

    name: str
    line: Literal["", "single", "double"]

    @property
    def initial(self) -> str:
        """As much as fits on a small card."""
        return self.name[:1].upper()


@dataclass(frozen=True)
class InscriptionView:
    """What is written on a card, and the page that tells more of it.

    `pub` is what fits on a small card of the `place`.
    """

    url: str
    pub: str
    place: str
    day: str
    short_day: str
    signatures: tuple[Signature, ...]


@dataclass(frozen=True)
class CardView:
    """A card of the pack; nothing is written on a blank one."""

    code: str
    writing: InscriptionView | None


def finest_card() -> dict[str, str]:
    """The highest card, which bears the mark of its game; asked only where its game is here."""
    return {"code": str(CUSTOM.cards[0]), "game": GAME.key}


class PackView(NamedTuple):
    """A pack: whose it is, since when and until when, and whether it was the fastest."""

    deck: Deck
    owner: str
    since: str
    until: str
    quickest: bool


@deck_pages.get("", endpoint="show")
def deck_page(code: str) -> Response:
    """The newest pack, or an earlier one (`?pack=`); the archive; and how a new one is begun."""
    return _deck_page(group_for(code))


@deck_pages.post("")
def begin(code: str) -> AnyResponse:
    """Begins a new pack: whose it is, and since when."""
    group = group_for(code, write=True)
    body = {"owner": number(request.form.get("owner")), "since": request.form.get("since", "")}
    return write_in(group, "deck", body, url_for("deck.show", code=code), _deck_page)


@deck_pages.get("/cards/<int:seq>")
def card(code: str, seq: int) -> Response:
    """What is written on a card: where, when, who signed, and how it was chosen."""
    group = group_for(code)
    every = ((deck, each) for deck in decks.decks_of(group) for each in deck.inscribed)
    deck, written = next((pair for pair in every if pair[1].seq == seq), None) or abort(404)
    lost = [written.said.match] if written.said.match else []
    return page(
        "extras/group/deck/card.html",
        group=group,
        book=book_of(GAME),
        written=written,
        card=CardView(str(written.card), _inscription_view(group, written)),
        ballots=[(group.members[who].name, vote) for who, vote in written.ballots],
        match=next(iter(entrance.groups().own(group, lost)), None),
        back=url_for("deck.show", code=code, pack=deck.seq),
    )


def _inscription_view(group: Group, written: InscribedCard) -> InscriptionView:
    """What is written on a card; the loser signs first."""
    said = written.said
    others = (each for each in said.signatures if each != said.loser)
    members = [group.members[number] for number in (said.loser, *others)]
    lines: list[Literal["", "single", "double"]] = ["double" if said.twice else "single"]
    lines += [""] * (len(members) - 1)
    return InscriptionView(
        url_for("deck.card", code=group.code, seq=written.seq),
        written.pub.name or written.pub.town,
        written.pub.text,
        date_text(written.night),
        date_text(written.night, "small"),
        tuple(Signature(m.name, line) for m, line in zip(members, lines, strict=True)),
    )


def _deck_page(group: Group, fault: entrance.Fault = entrance.NO_FAULT) -> Response:
    """A pack – `shown` is its event, 0 if there is none –, the archive, a form for a new one."""
    every, wanted = decks.decks_of(group), request.args.get("pack", type=int)
    deck = next((deck for deck in reversed(every) if wanted in (deck.seq, None)), None)
    quickest = decks.fastest(every)
    latest = every[-1].owner if every else None
    shown = entrance.form_values(group, fault) | {"message": fault.text}
    return page(
        "extras/group/deck/deck.html",
        status=fault.status,
        **shown,
        book=book_of(GAME),
        finest=finest_card(),
        packs=[
            PackView(
                each,
                group.members[each.owner].name,
                date_text(each.since),
                date_text(each.until),
                each is quickest,
            )
            for each in every
        ],
        shown=deck.seq if deck else 0,
        cards=_cards(group, deck) if deck else [],
        # Whose a new pack can be, and who is chosen in the form.
        owners=[(member.number, member.name) for member in shown["members"] if not member.guest],
        owner=number(request.form.get("owner")) or latest,
        since=request.form.get("since") or tonight().isoformat(),
    )


def _cards(group: Group, deck: Deck) -> list[CardView]:
    """The cards of a pack, in the order of honour."""
    views = {card: _inscription_view(group, each) for card, each in deck.by_card.items()}
    return [CardView(str(each), views.get(each)) for each in CUSTOM.cards]
