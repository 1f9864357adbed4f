"""Short evenings of each game: why their last entry is refused, or what it is worth and why.

A line of `refused.jsonl` is a match of which the last entry cannot be taken: for which reason, at
which field, with which facts, and what was perhaps meant. A line of `lines.jsonl` is one of which
the last entry is scored so, and what a Czech table reads beside it. A line of `rows.jsonl` says all
that follows of the last entry, and all that is counted of them; one without `after` only what is
counted. A line of `forms.jsonl` is an entry as a form has `sent` it and as it is `read`, or as it
is `held` and a form has `shown` it.
"""

import json
from os.path import relpath
from pathlib import Path

from scorekeeper.core.house_rules import load_house
from scorekeeper.core.schema import dump
from scorekeeper.core.sheet import Entry, dump_entry
from scorekeeper.rulebook import open_rulebook
from scorekeeper.rulebook.sums import line_text, signed_figures
from tests.contract.books import EACH_BOOK, EACH_GAME, refusals_of_games
from tests.contract.examples import NAMES
from tests.games.matches import refusal, rows_at

HERE = Path(__file__).parent


def lines_of(game, name):
    path = HERE / game.key / f"{name}.jsonl"
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        yield f"{relpath(path)}:{number}", json.loads(line)


def assert_told(line, member, found):
    """Fails where a line tells something else; it says what to write if that is meant."""
    text = json.dumps(found, ensure_ascii=False)
    assert found == line.get(member), f'if that is meant, write "{member}": {text}'


def refused_in(game, line):
    """Why the last entry of a line is refused; those before it are taken."""
    house, (*entries, last) = load_house(game.house, line.get("house", {})), line["entries"]
    rows = rows_at(game, house, line["players"], entries)
    before = rows[-1].after if rows else game.start(line["players"], 0, house)
    found = refusal(game, last, before, house)
    assert found
    return found


@EACH_GAME
def test_an_entry_is_refused_as_the_line_says(game, faults):
    for place, line in lines_of(game, "refused"):
        with faults.at(place):
            found = refused_in(game, line)
            assert (found.id, found.field) == (line["refused"], line["field"])
            assert dump(found.facts) == line.get("facts", {})
            meant = found.instead and dump_entry(found.instead)
            assert meant == line.get("instead")


@EACH_GAME
def test_every_refusal_of_an_entry_has_a_line(game):
    told = {
        line["refused"] for _, line in lines_of(game, "refused") if ".paper." not in line["refused"]
    }
    known = refusals_of_games(open_rulebook(game.folder, "cs"))
    assert told <= known
    assert known - told <= OF_QUESTIONS


@EACH_BOOK
def test_every_refusal_is_said_in_words(game, language, faults):
    book = open_rulebook(game.folder, language)
    for place, line in lines_of(game, "refused"):
        found = refused_in(game, line)
        with faults.at(place):
            for section in ("refusals", "short"):
                said = book.say(section, found.id, found.facts, NAMES)
                assert said
                assert "{" not in said


OF_QUESTIONS = {
    *("dokladacka.order.gap", "dokladacka.turn.begins", "dokladacka.turn.out", "faraon.ace.top"),
    *("faraon.added.again", "faraon.goal.packs", "faraon.match.last", "faraon.round.two"),
    *("faraon.seven.top", "faraon.unanswered.ace", "faraon.unanswered.seven"),
    *("kocka.deal.misdeal.sum", "kocka.inscription.inscribed", "kocka.lead.durch"),
    *("kocka.lead.early.first", "kocka.round.durch-caught.cards"),
}
"""What only a question is refused for, or who comes."""


@EACH_GAME
def test_an_entry_is_worth_what_the_line_says_and_reads_so(game, faults):
    book, figures = open_rulebook(game.folder, "cs"), signed_figures(game.higher_wins)
    for place, line in lines_of(game, "lines"):
        with faults.at(place):
            house = load_house(game.house, line.get("house", {}))
            *_, last = rows_at(game, house, line["players"], line["entries"])
            worth = [[each.rule, list(each.points), dump(each.facts)] for each in last.lines]
            lines = game.explained(last.entry, last.before, house)
            told = [line_text(each, book, "ABCDEF", figures) for each in lines]
            for member, found in (("lines", worth), ("told", told)):
                with faults.at(place, member):
                    assert_told(line, member, found)


def followed(game, line):
    """All that follows of the last entry of a line, and all that is counted of its entries."""
    house, players = load_house(game.house, line.get("house", {})), line["players"]
    read = [game.read_entry(plain, players, house) for plain in line["entries"]]
    counted = {stat.id: dump(stat) for stat in game.statistics(read, players) if any(stat.values)}
    if "after" not in line:
        return {"counted": counted}
    rows = rows_at(game, house, players, line["entries"], line.get("dealer", 0))
    last = rows[-1]
    return {
        "lines": [[each.rule, list(each.points)] for each in last.lines],
        "story": dump(game.story(last.entry, last.before, house)),
        "after": dump(last.after),
        "state": dump(game.state(last.after)),
        "outcome": dump(game.records.outcome(last)),
        "feats": dump(game.records.feats(rows, house)),
        "counted": counted,
    }


@EACH_GAME
def test_what_follows_of_an_entry_is_what_the_line_says(game, faults):
    for place, line in lines_of(game, "rows"):
        for member, found in followed(game, line).items():
            with faults.at(place, line["note"]):
                assert_told(line, member, found or None)


@EACH_GAME
def test_a_form_says_an_entry_as_the_line_does(game, faults):
    """What every entry does that has a shorthand of its own."""
    known = game.entry_types
    own = {type for type, each in known.items() if is_own(each)}
    lines = list(lines_of(game, "forms")) if own else []
    with faults.at("types with a shorthand"):
        assert {line["type"] for _, line in lines} == own
    for place, line in lines:
        entry = known[line["type"]]
        with faults.at(place):
            if "sent" in line:
                assert_told(line, "read", entry.from_shorthand(dict(line["sent"])))
            else:
                assert_told(line, "shown", entry.to_shorthand(line["held"]))


def is_own(entry):
    """True if a form has a shorthand for a type of entry."""
    return entry.from_shorthand.__func__ is not Entry.from_shorthand.__func__
