"""Two entries that pay differently never read alike, in any game and any language."""

from functools import cache

from scorekeeper.core.house_rules import dump_house
from scorekeeper.core.sheet import Entry, PaperEntry, PenaltyEntry, dump_entry, sum_of
from scorekeeper.rulebook import open_rulebook
from tests.contract.books import EACH_GAME, languages_of
from tests.contract.examples import ALL, NAMES, house_of, houses
from tests.games.neighbours import Neighbours

TYPED = {"kocka.points", "kocka.game.barrage"}
"""Rules of lines whose points are what the table typed: the figures of the row are the entry."""
NO_PAY = {"dealer", "forehand"}
"""What a standing says of who sits where next, not of what anybody has to pay."""
STEPS = 3
"""Entries that are played on from an empty sheet, so that not all is looked at on the first one."""
NEEDED = {
    "taroky": {"played", "piles", "flek", "announced", "pagat", "pagat-lost", "renonc"},
    "kocka": {
        *("no-trick", "durch", "durch-caught", "renonc-round", "dokladacka-lost", "dokladacka-due")
    },
    "faraon": {"lost"},
    "makao": {"lost", "order"},
    "durak": {"fool", "team", "draw", "epaulettes"},
}
"""Notices without which entries of a game would read alike."""


class Written:
    """An entry with what it pays, and what a row of the sheet tells of it."""

    def __init__(self, game, entry, before, house):
        self.entry = entry
        lines, seats = game.score(entry, before, house), len(before.totals)
        self.after = game.after(before, entry, lines, house)
        self.notices = (*game.story(entry, before, house), *self.after.milestones)
        self.figures = sum_of(lines, seats)
        self.dashes = frozenset(seat for seat in entry.absent(before) if not self.figures[seat])
        self.derived = sum_of([line for line in lines if not is_typed(entry, line)], seats)
        state = game.state(self.after).items()
        self.owed = {name: value for name, value in state if name not in NO_PAY}

    def read(self, book, without=""):
        """What is read of it: what it is called, its story and its marks, and who has a dash.

        `without` is a notice that is left out.
        """
        told = tuple(sentence(book, notice) for notice in self.notices if notice.id != without)
        return self.entry.type, told, self.dashes


def is_typed(entry, line):
    """True if the points of a line were typed as they are, or agreed on by the table."""
    agreed = isinstance(entry, PenaltyEntry) and getattr(entry, "points", None) is not None
    return isinstance(entry, PaperEntry) or line.rule in TYPED or agreed


def sentence(book, notice):
    facts = {**notice.facts, "seats": notice.seats, "seat": next(iter(notice.seats), None)}
    if "rule" in facts:
        facts["offence"] = book.offence(str(facts["rule"]))
    return book.say("notices", notice.id, facts, NAMES)


@cache
def seeds_of(game):
    """The entries of the worked cases, and what has none there: paper, what has no members."""
    cases = [example.case for each, example in ALL if each is game and example.scored]
    written = [dict(entry) for case in cases for entry in case["entries"]]
    papers = ({"type": "paper", "points": [0] * n, "dealer": 0} for n in game.seats)
    more = (*papers, *({"type": type} for type in game.entry_types))
    return (*written, *(data for data in more if data["type"] in game.entry_types))


def ledgers(game, house):
    """The worked cases that are played by house rules, with so many players; empty ones too."""
    sizes = set()
    for each, example in ALL:
        players = len(example.case.get("players", ()))
        if each is game and example.scored and players in game.player_counts(house):
            sizes.add(players)
            if house_of(game, example) == house:
                yield players, list(example.case["entries"])
    larger = min((n for n in game.player_counts(house) if n > max(sizes, default=0)), default=0)
    yield from ((players, []) for players in (*sorted(sizes), larger) if players)


def written(game, house, tries, seed):
    """Entries that may follow on one and the same standing, for several standings."""
    for players, ledger in ledgers(game, house):
        grown = Neighbours(game, players, house, seed)
        before = game.start(players, 0, house)
        for at in range(len(ledger) or STEPS):
            entries = list(grown.grow(before, seeds_of(game), tries))
            yield [Written(game, entry, before, house) for entry in entries]
            entry = entries[-1] if entries else None
            if at < len(ledger):
                entry = game.read_entry(ledger[at], players, house)
            if entry is None:
                break
            before = Written(game, entry, before, house).after


def collisions(book, told, without=""):
    """Entries that read alike and are not worth the same.

    Where the text is the same, all that is worked out is; and where the figures are the same too,
    all that anybody owes afterwards.
    """
    texts = {}
    rows = {}
    for one in told:
        text = one.read(book, without)
        if texts.setdefault(text, one).derived != one.derived:
            yield texts[text], one
        row = (text, one.figures)
        if rows.setdefault(row, one).owed != one.owed:
            yield rows[row], one


def shown(pair, book):
    return {
        "read": pair[0].read(book),
        "entries": [dump_entry(each.entry) for each in pair],
        "figures": [each.figures for each in pair],
        "owed": [each.owed for each in pair],
    }


@EACH_GAME
def test_entries_that_pay_differently_never_read_alike(game):
    types, needed = require_told_apart(game, 20, houses(game))
    assert types == set(game.entries)
    assert needed == NEEDED.get(game.key, set())


def require_told_apart(game, tries, at):
    """Of entries on the same standing, each read as a row of the sheet tells it: its type, its
    story and its marks, and who has a dash in place of a figure.

    Where that is the same, all that the game works out is the same: who pays whom how much, all
    lines together. Left out are points that the table typed as they are (`is_typed`): there the
    figure of the row is the entry. Where the figures are the same too, so is all that anybody owes
    afterwards: the pot, rounds of drinks, cards. That enough entries were looked at is seen by what
    is given: their types, and the notices without which some would read alike. Every other page
    that tells a row is held to the words of the sheet in `tests/web/test_row_words.py`.
    """
    books = [open_rulebook(game.folder, language) for language in languages_of(game)]
    types, needed = set[type[Entry]](), set[str]()
    for seed, house in enumerate(at):
        for told in written(game, house, tries, seed):
            types |= {type(one.entry) for one in told}
            for book in books:
                alike = next(collisions(book, told), None)
                assert alike is None, (book.language, dump_house(house), shown(alike, book))
            others = NEEDED.get(game.key, set()) - needed
            needed |= {id for id in others if any(collisions(books[0], told, id))}
    return types, needed
