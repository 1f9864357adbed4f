"""The group's pack: begun, inscribed by vote or draw after a lost game, undone, archived."""

import gzip
from datetime import date

import pytest

from scorekeeper.extras.group.deck import CARDS, deck_of
from scorekeeper.games.kocka.entries import Dokladacka, Round
from tests.extras.group.phones import found, inscribe_all, kept, start, watcher, write
from tests.web.table import Table

LOST = (
    *(Round(points=(28, 0, 0, 0)), Round(points=(28, 0, 0, 0)), Dokladacka(loser=1)),
    *(Round(points=(28, 0, 0, 0)), Round(points=(28, 0, 0, 0))),
)
"""After these the first player, Petr, has lost."""


def deck_at(phone, url):
    deck = deck_of(kept(phone, url))
    assert deck
    return deck


def test_cards_stand_on_the_group_s_page_once_a_game_was_lost(phone):
    url = found(phone)
    table = Table(phone, lost(phone, url))
    phone.get(url)
    assert phone.say("Inscribed cards") in phone.screen.links
    table.do("undo")
    phone.get(url)
    assert phone.say("Inscribed cards") not in phone.screen.links


def begun(phone):
    """A group with a pack of Eva's that is as old as one likes; gives its address."""
    url = found(phone)
    phone.get(url)
    phone.fill(
        f"{phone.screen.url}/deck", "", phone.say("Begin a pack"), owner="3", since="2026-01-01"
    )
    return url


def lost(phone, url):
    code = start(phone, url)
    Table(phone, code).record(*LOST)
    return code


def offer(phone, code):
    """Where the sheet leads to the vote; empty if it does not."""
    phone.get(f"/m/{code}")
    return phone.screen.links.get(phone.say("Inscribe a card"), "")


@pytest.fixture
def url(phone):
    """A group with a pack, whose phone is at the votes after a lost game."""
    url = begun(phone)
    phone.get(offer(phone, lost(phone, url)))
    return url


def vote(phone, *codes):
    """Chooses a card for each who votes, and counts the votes."""
    votes = {f"vote-{turn}": code for turn, code in enumerate(codes)}
    return phone.submit("", phone.say("Count the votes"), **votes)


def votes_on(screen):
    return [str(screen.form().fields[f"vote-{turn}"]) for turn in range(4)]


def take(phone, code):
    taps = [a.attrs["href"] for a in phone.screen.root.all("a", css="face")]
    return phone.get(next(url for url in taps if url.endswith(f"={code}")))


def offered(screen):
    """The cards that whoever votes first may choose."""
    options = screen.root.all("select")[0].all("option")
    return [each.attrs["value"] for each in options if each.attrs["value"]]


def sign(phone, **changes):
    return phone.submit("", phone.say("Inscribe the card"), **changes)


def test_a_card_is_inscribed_after_a_lost_game(phone):
    url = begun(phone)
    code = lost(phone, url)
    way = offer(phone, code)
    phone.get(f"/m/{code}/result")
    assert phone.screen.links[phone.say("Inscribe a card")] == way
    screen = phone.get(way)
    asked = [label.text for label in screen.root.all("label")]
    assert asked == ["Petr", "Jana", "Karel", "Eva"], "the loser first, the owner last"
    vote(phone, "AH", "7C", "AH", "KS")
    screen = sign(phone, pub="U Lípy", town="Tovéř")
    assert screen.status == 200
    ace = deck_at(phone, url).by_card[CARDS["AH"]]
    said = ace.said
    assert (said.loser, said.signatures, said.match, said.drawn) == (0, (0, 1, 2, 3), code, False)
    assert [card for _, card in ace.ballots] == ["AH", "7C", "AH", "KS"]
    assert "U Lípy" in screen.html
    phone.get(next(to for to in screen.links.values() if "/cards/" in to))
    assert [each.text for each in phone.screen.root.all("span", css="signed")] == [
        "Petr",
        "Jana",
        "Karel",
        "Eva",
    ]
    assert offer(phone, code) == "", "a game inscribes one card"


def test_who_has_not_voted_is_named_and_a_step_back_keeps_the_votes(phone, url):
    screen = vote(phone, "AH", "", "7C", "7C")
    assert phone.say("No vote yet: %(names)s", names="Jana") in screen.text
    assert votes_on(screen) == ["AH", "", "7C", "7C"]
    vote(phone, "AH", "QS", "7C", "7C")
    screen = phone.get(phone.screen.links[phone.say("Back")])
    assert votes_on(screen) == ["AH", "QS", "7C", "7C"]


def test_a_tie_is_drawn_by_the_loser(phone, url):
    screen = vote(phone, "AH", "7C", "AH", "7C")
    assert phone.say("Which card did %(name)s draw?", name="Petr") in screen.text
    assert len(screen.root.all("a", css="face")) == 2
    take(phone, "7C")
    sign(phone, pub="U Lípy")
    assert deck_at(phone, url).by_card[CARDS["7C"]].said.drawn


def test_what_is_wrong_is_said_where_it_is_and_nothing_is_lost(phone, url):
    vote(phone, *["AH"] * 4)
    screen = sign(phone, pub=" ", town="", night="2026-02-02")
    assert screen.status == 422
    assert screen.form().fields["night"] == "2026-02-02"
    screen = sign(phone, pub="U Lípy", town="Tovéř", night="2025-12-31")
    assert screen.status == 422
    assert "2026-01-01" in screen.text, "no card is older than its pack"
    sign(phone, night="2026-02-02")
    assert "AH" not in offered(phone.get(offer(phone, lost(phone, url))))
    vote(phone, *["QS"] * 4)
    screen = sign(phone, pub="u lípy", town="tovéř")
    assert screen.status == 422
    assert "ace of hearts" in screen.text, "this pub has its card"
    assert sign(phone, pub="Na Rychtě").status == 200
    assert len(deck_at(phone, url).inscribed) == 2


def test_a_double_tap_writes_once_and_a_late_phone_is_told(phone, url):
    form = vote(phone, "AH", "AH", "AH", "AH")
    sign(phone, pub="U Lípy")
    phone.screen = form
    assert sign(phone, pub="U Lípy").status == 200
    assert len(deck_at(phone, url).inscribed) == 1
    phone.screen = form
    assert sign(phone, pub="Jiná").status == 409


def test_an_inscription_is_undone_on_the_page_of_the_group(phone, url):
    vote(phone, *["AH"] * 4)
    sign(phone, pub="U Lípy")
    phone.fill(url, f"{url}/undo")
    assert not deck_at(phone, url).inscribed


def test_who_lost_is_said_by_hand_where_no_match_tells(phone):
    url = begun(phone)
    phone.get(f"{url}/deck/inscribe?player=0&player=1&loser=1")
    assert phone.screen.strips, "four play"
    players = "&".join(f"player={n}" for n in range(4))
    phone.get(f"{url}/deck/inscribe?{players}&loser=1&twice=y")
    vote(phone, "QS", "AH", "KH", "QH")
    take(phone, "KH")
    sign(phone, pub="U Lípy", signature=["0", "3"])
    said = deck_at(phone, url).by_card[CARDS["KH"]].said
    assert (said.loser, said.twice, said.signatures) == (1, True, (1, 0, 3))
    lost(phone, url)
    phone.get(f"{url}/deck/inscribe")
    ways = [to for to in phone.screen.links.values() if "match=" in to]
    assert len(ways) == 1, "a lost game is a tap away"


def test_a_full_pack_goes_to_the_archive(phone):
    url = begun(phone)
    inscribe_all(phone, url, date(2026, 1, 1))
    phone.get(f"{url}/deck")
    assert "31 day" in phone.screen.text
    assert len(gzip.compress(phone.screen.html.encode())) < 8_000
    phone.submit("", phone.say("Begin a pack"), owner="1", since="2026-02-01")
    assert deck_at(phone, url).owner == 1
    assert len(deck_at(phone, url).left) == 32
    archived = next(to for to in phone.screen.links.values() if "pack=2" in to)
    phone.get(archived)
    assert len(phone.screen.root.all("a", css="written")) == 32
    assert phone.say("the fastest") in phone.screen.text


def test_a_watcher_reads_the_pack_and_inscribes_nothing(phone):
    url = begun(phone)
    other = watcher(phone, url)
    assert other.get(f"{url}/deck").status == 200
    assert "inscribe" not in " ".join(other.screen.links.values())


def test_a_card_from_before_the_book_needs_no_vote(phone):
    url = begun(phone)
    phone.get(f"{url}/deck/inscribe?player=0&player=2&loser=2&before=y")
    assert len(phone.screen.root.all("a", css="face")) == 32
    take(phone, "QS")
    assert sign(phone, pub="U Lípy", night="2026-01-05").status == 200
    said = deck_at(phone, url).by_card[CARDS["QS"]].said
    assert (said.loser, said.signatures, said.ballots, said.drawn) == (2, (2, 0), (), False)


def test_votes_for_a_card_that_was_inscribed_meanwhile_are_given_anew(phone, url):
    late = vote(phone, "AH", "QS", "AH", "AH")
    phone.get(offer(phone, lost(phone, url)))
    vote(phone, *["AH"] * 4)
    sign(phone, pub="U Lípy")
    phone.screen = late
    screen = sign(phone, pub="Na Rychtě")
    assert phone.say("No vote yet: %(names)s", names="Petr, Karel, Eva") in screen.text
    assert votes_on(screen) == ["", "QS", "", ""], "Jana's vote stands"
    assert len(offered(screen)) == 31
    assert len(deck_at(phone, url).inscribed) == 1


def test_no_card_is_offered_in_a_pub_that_has_one(phone):
    url = begun(phone)
    first = lost(phone, url)
    phone.get(offer(phone, first))
    vote(phone, *["AH"] * 4)
    sign(phone, pub="U Lípy", town="Tovéř")
    second, third = lost(phone, url), lost(phone, url)
    for code, pub in ((second, "u lípy"), (third, "Na Rychtě")):
        write(phone, url, "located", matches=[code], pub=pub, town="Tovéř")
    assert offer(phone, second) == ""
    phone.get(offer(phone, third))
    vote(phone, *["QS"] * 4)
    assert phone.screen.form().fields["pub"] == "Na Rychtě", "the pub of the evening is filled in"
