"""The pack of a group: its cards in the order of honour, what is written on each, the archive."""

from dataclasses import dataclass
from datetime import date
from typing import Literal, NamedTuple

from flask import Blueprint, Response, abort, request, url_for
from werkzeug import Response as AnyResponse

from scorekeeper.core.cards import Card
from scorekeeper.extras.group import Group
from scorekeeper.extras.group.deck import (
    CUSTOM,
    GAME,
    Deck,
    InscribedCard,
    decks_of,
    fastest,
    initials,
)
from scorekeeper.extras.group.evenings import night_of
from scorekeeper.extras.group.pages.entrance import GroupPage, group_for, groups
from scorekeeper.extras.group.pages.figures import zone
from scorekeeper.extras.group.pages.presenter import write_in
from scorekeeper.ledger import now
from scorekeeper.rulebook import Rulebook
from scorekeeper.web.forms.labels import number
from scorekeeper.web.http.saving import fresh_save
from scorekeeper.web.render import page
from scorekeeper.web.wording.reader import book_of, date_text

deck_pages = Blueprint("deck", __name__, url_prefix="/c/<code>/deck")


@dataclass(frozen=True)
class Signature:
    """A name on a card: that of the loser is underlined, once or twice."""

    name: str
    line: Literal["", "single", "double"]


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
    initials: tuple[Signature, ...]


@dataclass(frozen=True)
class CardView:
    """A card of the pack; nothing is written on a blank one."""

    code: str
    writing: InscriptionView | None


@dataclass(frozen=True)
class BookPage(GroupPage):
    """A page of the inscribed cards."""

    @property
    def book(self) -> Rulebook:
        return book_of(GAME)

    @property
    def finest(self) -> dict[str, str]:
        return {"code": str(CUSTOM.cards[0]), "game": GAME.key}


class PackView(NamedTuple):
    """A pack: whose it is, since when and until when, and whether it was the fastest."""

    deck: Deck
    owner: str
    since: str
    until: str
    quickest: bool


@dataclass(frozen=True)
class DeckPage(BookPage):
    """A pack, the archive, and a form for a new one."""

    decks: tuple[Deck, ...]
    deck: Deck | None
    """The one whose cards are shown."""
    message: str
    owner: int | str | None
    """The member who is chosen in the form."""
    since: str
    hidden: list[tuple[str, str]]

    @property
    def packs(self) -> list[PackView]:
        quickest, members = fastest(self.decks), self.group.members
        return [
            PackView(
                each,
                members[each.owner].name,
                date_text(each.since),
                date_text(each.until),
                each is quickest,
            )
            for each in self.decks
        ]

    @property
    def shown(self) -> int:
        """The event of the pack whose cards are shown; 0 if there is none."""
        return self.deck.seq if self.deck else 0

    @property
    def cards(self) -> list[CardView]:
        """The cards of that pack, in the order of honour."""
        deck = self.deck
        return [_card(self.group, deck, each) for each in CUSTOM.cards] if deck else []

    @property
    def owners(self) -> list[tuple[int, str]]:
        """Whose a new pack can be: number and name."""
        return [(member.number, member.name) for member in self.members if not member.guest]


@dataclass(frozen=True)
class CardPage(BookPage):
    """An inscribed card."""

    written: InscribedCard
    back: str

    @property
    def card(self) -> CardView:
        return CardView(str(self.written.card), inscription_view(self.group, self.written))

    @property
    def ballots(self) -> list[tuple[str, str]]:
        members = self.group.members
        return [(members[who].name, str(vote)) for who, vote in self.written.ballots]

    @property
    def match(self) -> str | None:
        codes = [self.written.match] if self.written.match else []
        return next(iter(groups().own(self.group, codes)), None)


@deck_pages.get("", endpoint="show")
def deck_page(code: str) -> Response:
    """The newest pack, or an earlier one (`?pack=`); the archive; and how a new one is begun."""
    return _deck_with_errors(group_for(code))


@deck_pages.post("")
def begin(code: str) -> AnyResponse:
    """Begins a new pack: whose it is, and since when."""
    group = group_for(code, write=True)
    body = {"owner": number(request.form.get("owner")), "since": request.form.get("since", "")}
    return write_in(group, "deck", body, url_for("deck.show", code=code), _deck_with_errors)


@deck_pages.get("/cards/<int:seq>")
def card(code: str, seq: int) -> Response:
    """What is written on a card: where, when, who signed, and how it was chosen."""
    group = group_for(code)
    deck, written = _inscription_or_404(group, seq)
    back = url_for("deck.show", code=code, pack=deck.seq)
    return page("extras/group/deck/card.html", context=CardPage(group, written, back))


def tonight() -> date:
    return night_of(now(), zone())


def inscription_view(group: Group, written: InscribedCard) -> InscriptionView:
    """What is written on a card; the loser signs first."""
    others = (each for each in written.signatures if each != written.loser)
    members = [group.members[number] for number in (written.loser, *others)]
    lines: list[Literal["", "single", "double"]] = ["double" if written.twice else "single"]
    lines += [""] * (len(members) - 1)
    return InscriptionView(
        url_for("deck.card", code=group.code, seq=written.seq),
        written.pub.name or written.pub.town,
        written.pub.text,
        date_text(written.night),
        date_text(written.night, "small"),
        tuple(Signature(m.name, line) for m, line in zip(members, lines, strict=True)),
        tuple(Signature(initials([m]), line) for m, line in zip(members, lines, strict=True)),
    )


def _deck_with_errors(
    group: Group,
    status: int = 200,
    message: str = "",
    errors: dict[str, str] | None = None,
) -> Response:
    decks = decks_of(group)
    context = DeckPage(
        group,
        decks,
        _deck_shown(decks),
        message=message or next(iter((errors or {}).values()), ""),
        owner=number(request.form.get("owner")) or (decks[-1].owner if decks else None),
        since=request.form.get("since") or tonight().isoformat(),
        hidden=fresh_save(group).hidden,
    )
    return page("extras/group/deck/deck.html", status=status, context=context)


def _deck_shown(decks: tuple[Deck, ...]) -> Deck | None:
    wanted = request.args.get("pack", type=int)
    return next((deck for deck in reversed(decks) if wanted in (deck.seq, None)), None)


def _card(group: Group, deck: Deck, card: Card) -> CardView:
    written = deck.by_card.get(card)
    return CardView(str(card), inscription_view(group, written) if written else None)


def _inscription_or_404(group: Group, seq: int) -> tuple[Deck, InscribedCard]:
    found = ((deck, each) for deck in decks_of(group) for each in deck.inscribed)
    return next((pair for pair in found if pair[1].seq == seq), None) or abort(404)
