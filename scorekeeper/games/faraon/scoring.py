"""The score of Faraón: a lost game is a stroke, in an Olympic match also a card less.

Rules: faraon.loser (source 19), faraon.deal (2), faraon.olympic and .beggar (20).
"""

from collections.abc import Iterable, Mapping

from scorekeeper.core import sheet
from scorekeeper.core.arithmetic import Account, Term, Terms, value
from scorekeeper.core.schema import Json, copy_with
from scorekeeper.games.faraon.entries import Beggar, FinishedGame, Paper, Standing
from scorekeeper.games.faraon.house_rules import HouseRules, pack_of
from scorekeeper.games.shedding import following


def start(players: int, dealer: int, house: HouseRules) -> Standing:
    """The standing before the first game."""
    none = (0,) * players
    cards = (house.olympic_start,) * players if house.mode == "olympic" else ()
    standing = Standing(
        totals=none,
        dealer=dealer,
        next=("game", "pajchel"),
        wins=none,
        cards=cards,
    )
    return copy_with(standing, notices=_notices(standing, house))


def score(entry: sheet.Entry, standing: Standing, house: HouseRules) -> tuple[sheet.Line, ...]:
    """The lines of an entry: a point (a stroke) for the loser of a game, nothing else.

    >>> before = start(3, 0, HouseRules())
    >>> [line.points for line in score(FinishedGame(loser=1), before, HouseRules())]
    [(0, 1, 0)]
    >>> score(Beggar(seat=1), before, HouseRules())
    ()
    """
    if isinstance(entry, Paper):
        return (sheet.paper_line(entry),)
    if not isinstance(entry, FinishedGame):
        return ()
    seats, loser = len(standing.totals), entry.loser
    if not standing.cards:
        return (sheet.typed_line("faraon.loser", seats, {loser: 1}),)
    left = () if standing.over or loser in standing.out else _card_less(standing, loser)
    account = Account({loser: (Term(1),)}, unit="cards", beside=left)
    return (sheet.Line.of("faraon.olympic", seats, account),)


def _card_less(standing: Standing, loser: int) -> Terms:
    return (Term(standing.cards[loser]), Term(1, "-"))


def after(
    standing: Standing, entry: sheet.Entry, lines: tuple[sheet.Line, ...], house: HouseRules
) -> Standing:
    """The standing that follows when `lines` are written for `entry`; an Olympic match is over once
    one seat is left (source 20).
    """
    match entry:
        case FinishedGame():
            moved = _after_game(standing, entry, lines)
        case Beggar():
            moved = _after_begging(standing, entry.seat)
        case Paper():
            moved = _after_paper(standing, entry, lines)
        case _:
            moved = standing
    left = moved.playing
    over = bool(moved.cards) and len(left) == 1
    moved = copy_with(moved, over=over, winner=left[0] if over else None)
    return copy_with(
        moved,
        next=_next(moved),
        milestones=_milestones(entry, standing, moved),
        notices=_notices(moved, house),
    )


def reseat(fresh: Standing, places: sheet.Places, before: Standing, house: HouseRules) -> Standing:
    """The standing of another company: everybody keeps what he lost and won."""
    return copy_with(fresh, wins=sheet.carry_over(places, "wins", 0))


def state(standing: Standing) -> Mapping[str, Json]:
    """The standing as case files print it (`expect.state`)."""
    classic = {"losses": list(standing.totals), "wins": list(standing.wins)}
    if not standing.cards:
        return classic
    return {
        **classic,
        "cards": list(standing.cards),
        "out": list(standing.out),
        "beggars": list(standing.beggars),
        "over": standing.over,
        "winner": standing.winner,
    }


def lives(standing: Standing) -> tuple[sheet.Lives, ...]:
    """The cards that each gets in the next game of an Olympic match, and who is out of it or plays
    on as a žobrák.
    """
    out = set(standing.out) - set(standing.begging)
    state = {**dict.fromkeys(out, "out"), **dict.fromkeys(standing.beggars, "beggar")}
    return tuple(
        sheet.Lives(n, "cards", state.get(seat, "")) for seat, n in enumerate(standing.cards)
    )


def preset(type: str, standing: Standing, house: HouseRules) -> Mapping[str, Json]:
    """What a new entry usually says: who may ask for a žobrák."""
    return {"seat": standing.begging[0]} if type == "beggar" and standing.begging else {}


def _after_game(standing: Standing, entry: FinishedGame, lines: tuple[sheet.Line, ...]) -> Standing:
    players, loser = len(standing.totals), entry.loser
    won = sheet.points_by_seat(players, dict.fromkeys(set(standing.playing) - {loser}, 1))
    moved = copy_with(
        sheet.with_lines(standing, entry, lines),
        wins=sheet.add(standing.wins, won),
        begging=(),
    )
    moved = _with_card_less(moved, loser, standing.begging) if standing.cards else moved
    return copy_with(moved, dealer=_dealer(moved.playing, loser, players))


def _after_paper(standing: Standing, entry: Paper, lines: tuple[sheet.Line, ...]) -> Standing:
    """The losses of the paper; in an Olympic match so many cards less, and who has none is out."""
    left = zip(standing.cards, entry.points, strict=False)
    cards = tuple(max(card - lost, 0) for card, lost in left)
    out = tuple(seat for seat, n in enumerate(cards) if not n)
    moved = sheet.with_paper(standing, entry, lines)
    return copy_with(moved, cards=cards, out=out)


def _dealer(playing: Iterable[int], loser: int, players: int) -> int:
    """Who deals so that the loser begins (faraon.deal); the next seat does if the loser is out."""
    seats = tuple(playing)
    first = following(seats, (loser - 1) % players, players)
    before = tuple(seat for seat in seats if seat != first) or seats
    return max(before, key=lambda seat: (seat - first) % players)


def _with_card_less(standing: Standing, loser: int, begging: tuple[int, ...]) -> Standing:
    """The loser gets a card less next time; with none left the seat is out, or may beg (20).

    Once a correction has put the loser out before, or ended the match, nobody has less for it, and
    whoever was `begging` may still ask.
    """
    if standing.over or loser in standing.out:
        return copy_with(standing, begging=begging)
    left = value(_card_less(standing, loser))
    cards = tuple(left if s == loser else n for s, n in enumerate(standing.cards))
    if left:
        return copy_with(standing, cards=cards)
    begged = loser in standing.beggars
    return copy_with(
        standing,
        cards=cards,
        out=(*standing.out, loser),
        begging=() if begged else (loser,),
        beggars=tuple(seat for seat in standing.beggars if seat != loser),
    )


def _after_begging(standing: Standing, seat: int) -> Standing:
    """A žobrák plays on with one card, and begins the next game as its last loser.

    Who has cards, because the loss was struck out, was asked for nothing: the right is not spent.
    """
    if seat not in standing.out:
        return standing
    players = len(standing.totals)
    back = copy_with(
        standing,
        cards=tuple(1 if s == seat else n for s, n in enumerate(standing.cards)),
        out=tuple(s for s in standing.out if s != seat),
        begging=(),
        beggars=(*standing.beggars, seat),
    )
    return copy_with(back, dealer=_dealer(back.playing, seat, players))


def _next(now: Standing) -> tuple[str, ...]:
    """The types of entry that may be written now; a žobrák may still undo the end."""
    usual = () if now.over else ("game", "pajchel")
    return (*usual, "beggar") if now.begging else usual


def _milestones(entry: sheet.Entry, before: Standing, now: Standing) -> tuple[sheet.Notice, ...]:
    match entry:
        case FinishedGame():
            back = (sheet.Notice("back", tuple(sorted(entry.back))),) if entry.back else ()
            burnt = sorted((seat, times) for seat, times in entry.burnt.items() if times)
            fours = (sheet.Notice("burnt", (seat,), {"n": times}) for seat, times in burnt)
            out = (sheet.Notice("out", (seat,)) for seat in now.out if seat not in before.out)
            return (*back, *fours, *out)
        case Beggar():
            return (sheet.Notice("beggar", (entry.seat,)),)
    return ()


def _notices(now: Standing, house: HouseRules) -> tuple[sheet.Notice, ...]:
    if now.dealt > (most := len(pack_of(house))):
        return (sheet.Notice("pack", (), {"n": now.dealt, "most": most}, offers=sheet.HOUSE),)
    begging = (sheet.Notice("begging", now.begging, offers="beggar"),) if now.begging else ()
    if now.winner is None:
        return begging
    return (sheet.Notice("over", (now.winner,), {"n": now.cards[now.winner]}), *begging)
