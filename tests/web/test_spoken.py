"""A sentence in the one search: its verdict first, or the one fact that decides, alone."""

from urllib.parse import quote

import pytest

from scorekeeper.games import GAMES
from scorekeeper.rulebook import open_rulebook
from scorekeeper.rulebook.sentence.reading import Reading
from scorekeeper.web.referee import spoken
from tests.web.asking import Asking, case_of
from tests.web.phone import PARTIAL, Phone
from tests.web.table import NAMES, start

RENOUNCED = {
    "cs": "Karel hodil pikovou dámu na kárového krále a měl károvou sedmičku",
    "en": "he threw the queen of spades on the king of diamonds and had the seven of diamonds",
}
WITHOUT_TRUMP = {
    "cs": "křížového krále přebil pikovou devítkou",
    "en": "he beat the king of clubs with the nine of spades",
}
WITHOUT_HAND = {
    "cs": "na křížové eso dal srdcovou dámu",
    "en": "on the ace of clubs he put the queen of hearts",
}
NO_QUARREL = {"cs": "kolik karet dostane každý hráč", "en": "how many cards does each player get"}
LANGUAGES = ("cs", "en")


def ask(phone, path, text, **headers):
    return phone.get(f"{path}?q={quote(text)}", **headers)


def said(screen):
    found = screen.root.all("section", css="said")
    return found[0] if found else None


def answer(screen):
    found = said(screen)
    assert found, screen.text
    return found


def chips(node):
    return node.all("p", css="chips")[0].all("a")


def word(node):
    return " ".join(found.text for found in node.all("p", css="word"))


def values(node):
    """What the fact that decides may be, with its addresses."""
    (group,) = node.all("p", css="values")
    return {link.text: link.attrs["href"] for link in group.all("a")}


def offered(node):
    """What else it may ask, with the addresses."""
    (line,) = node.all("p", css="only")
    return {link.text: link.attrs["href"] for link in line.all("a")}


@pytest.fixture(params=LANGUAGES)
def speaker(request, app):
    return Phone(app, request.param)


@pytest.mark.parametrize("path", ["/rules/kocka", "/referee/kocka"])
def test_the_verdict_comes_first_and_then_what_is_found(speaker, path):
    screen = ask(speaker, path, RENOUNCED[speaker.language])
    found = screen.by_id("results" if path.startswith("/rules") else "found")
    node = answer(screen)
    assert next(each for each in found if each.tag in ("section", "ol")) is node
    assert speaker.say("NOT ALLOWED") in word(node)
    assert node.all("p", css="instead")
    assert node.all("p", css="cost")
    assert "/rules/kocka/kocka.follow" in [a.attrs["href"] for a in node.all("a")]


def test_what_was_understood_is_shown_before_the_verdict(speaker):
    screen = ask(speaker, "/referee/kocka", RENOUNCED[speaker.language])
    node, book = answer(screen), speaker.book
    told = {"trick": "KD", "card": "QS", "hand": "7D"}
    labels = {name: book.text("asked", "play", name, "label") for name in told}
    assert [chip.text.rsplit(" ", 1)[0] for chip in chips(node)] == [*labels.values()]
    named = [
        picture.attrs["aria-label"]
        for chip in chips(node)
        for picture in chip.all("span")
        if "aria-label" in picture.attrs
    ]
    assert named == [book.card(code) for code in told.values()]
    assert node.text.index(chips(node)[-1].text) < node.text.index(speaker.say("NOT ALLOWED"))
    heard = screen.by_id("found").attrs["data-say"]
    places = [heard.index(each) for each in (*named, speaker.say("NOT ALLOWED"))]
    assert places == sorted(places)


def test_a_chip_leads_to_its_fact_with_all_others_told(phone):
    asking = Asking(phone)
    for name, chip in zip(
        ("trick", "card", "hand"),
        chips(answer(ask(phone, asking.at, RENOUNCED["cs"]))),
        strict=True,
    ):
        phone.get(chip.attrs["href"])
        assert (asking.held("trick"), asking.held("card")) == ("KD", "QS")
        assert asking.role == name
    assert asking.held("hand") == ""
    assert asking.so_far.startswith(phone.say("NOT ALLOWED").capitalize())
    asking.pick("7H")
    asking.judge()
    assert phone.say("ALLOWED") == asking.word
    assert case_of(phone, asking.verdict)["given"]["hand"] == ["7H", "QS"]


def test_no_other_of_a_suit_is_heard_as_the_suit(phone):
    screen = ask(phone, "/referee/taroky", "na monda dal pagáta, jiný tarok neměl")
    heard, book = screen.by_id("found").attrs["data-say"], phone.book
    assert book.card("I") in heard
    assert book.card("II") not in heard
    assert chips(answer(screen))[-1].text.endswith(book.suit("taroks"))


def test_a_word_that_tells_nothing_stays_beside_the_chips(other):
    text = f"{RENOUNCED['en']} zzyzx"
    line = answer(ask(other, "/referee/kocka", text)).all("p", css="chips")[0]
    assert line.all("span", css="help")[0].text.endswith("zzyzx")


def test_one_question_is_asked_and_its_answer_decides(speaker):
    path = {"cs": "/referee/durak", "en": "/rules/durak"}[speaker.language]
    node = answer(ask(speaker, path, WITHOUT_TRUMP[speaker.language]))
    assert not node.all("p", css="word")
    asked = values(node)
    assert len(asked) == len(set(asked.values())) == 4
    words = set()
    for url in asked.values():
        decided = answer(speaker.get(url))
        assert not decided.all("p", css="values")
        words.add(word(decided))
        assert len(chips(decided)) == 3
    assert words == {speaker.say("NOT ALLOWED"), speaker.say("ALLOWED")}
    assert speaker.screen.by_id("q").attrs["value"] == WITHOUT_TRUMP[speaker.language]


def test_a_hand_is_asked_for_by_the_form(speaker):
    node = answer(ask(speaker, "/referee/kocka", WITHOUT_HAND[speaker.language]))
    assert not node.all("p", css="word")
    assert not node.all("p", css="values")
    screen = speaker.get(speaker.screen.links[speaker.say("Add what is missing")])
    fields = screen.form("form").fields
    assert (fields["trick"], fields["card"], fields["hand"]) == ("AC", "QH", "")


HALF_TOLD = ("threw the queen of spades on diamonds and had the seven of diamonds",
             "threw the queen of spades and had the seven of diamonds")  # fmt: skip


@pytest.mark.parametrize("text", HALF_TOLD)
def test_cards_that_are_not_told_are_asked_for_by_the_form(other, text):
    """Nobody said that nothing lay there, and that the queen was led."""
    answer(ask(other, "/referee/kocka", text))
    form = other.get(other.screen.links[other.say("Add what is missing")])
    assert "What lay in the trick?" in form.root.all(css="foot")[0].text
    lead = other.get(form.url.replace("role=trick", "role=card"))
    assert "Allowed" in lead.root.all(css="foot")[0].text


def test_what_was_not_in_the_hand_is_told_in_the_form_too(phone):
    asking = Asking(phone)
    node = answer(ask(phone, asking.at, "na křížové eso dal srdcovou dámu, kříže neměl"))
    assert word(node) == phone.say("ALLOWED")
    phone.get(chips(node)[-1].attrs["href"])
    assert [p.text for p in phone.screen.root.all("p", css="known")]
    asking.judge()
    assert asking.word == phone.say("ALLOWED")
    given = case_of(phone, asking.verdict)["given"]
    assert given["lacks"]
    assert not given.get("hand")
    phone.get(phone.screen.links[phone.say("Change the question")])
    assert [p.text for p in phone.screen.root.all("p", css="known")]
    assert asking.so_far.startswith(phone.say("ALLOWED").capitalize())


def test_in_a_match_nothing_is_written_until_somebody_goes_on(table):
    asking, before = Asking(table.phone, "kocka", table.url), table.match.version
    ask(table.phone, asking.at, RENOUNCED["cs"])
    screen = table.phone.submit(f"{table.url}/said")
    assert screen.url.startswith(f"{table.url}/verdicts/")
    assert asking.word == table.phone.say("NOT ALLOWED")
    assert table.match.version == before
    assert [seat.text.split()[0] for seat in screen.root.all("button", css="seat")] == [*NAMES]
    assert case_of(table.phone, asking.verdict)["given"]["holds"] == ["QS", "7D"]


def test_an_answer_goes_along_to_the_kept_verdict(other):
    asked = values(answer(ask(other, "/referee/durak", WITHOUT_TRUMP["en"])))
    other.fill(asked["spades"], "/referee/durak/said")
    case = case_of(other, Asking(other, "durak").verdict)
    assert (case["kind"], case["given"]["trump"]) == ("beat", "S")
    assert case["expect"]["verdict"] == "legal"


def test_what_the_match_knows_nobody_has_to_say(table):
    text = "Eva rozdala špatný počet karet a všimli jsme si toho až po výnosu"
    node = answer(ask(table.phone, f"{table.url}/disputes", text))
    told = " ".join(chip.text for chip in chips(node))
    assert table.book.text("asked", "misdeal", "dealer", "label") not in told
    url = chips(node)[0].attrs["href"]
    assert table.phone.get(url).form("form").fields["dealer"] == "3"


def test_who_sits_where_is_known_by_the_names_of_the_match(table):
    """The second dealt, so that the third leads, and not the fourth."""
    text = "Jana rozdávala a do prvního štychu vynesla Eva"
    node = answer(ask(table.phone, f"{table.url}/disputes", text))
    assert word(node) == table.phone.say("NOT ALLOWED")
    fields = table.phone.get(chips(node)[0].attrs["href"]).form("form").fields
    assert (fields["dealer"], fields["seat"]) == ("1", "3")


def test_a_match_goes_by_its_own_rules(phone):
    other = start(phone, renonc_penalty="points")
    at_match = answer(ask(phone, f"{other.url}/disputes", RENOUNCED["cs"]))
    alone = answer(ask(phone, "/referee/kocka", RENOUNCED["cs"]))
    costs = [node.all("p", css="cost")[0].text for node in (at_match, alone)]
    assert costs[0] != costs[1]


def test_another_reading_is_offered_and_can_be_chosen(phone):
    text = "rozdal špatný počet karet a všimli jsme si toho až po výnosu"
    node = answer(ask(phone, "/referee/kocka", text))
    first, other = phone.book.question("misdeal"), phone.book.question("claimed")
    assert node.all("h2")[0].text == first
    node = answer(phone.get(offered(node)[other]))
    assert node.all("h2")[0].text == other
    back = offered(node)[first]
    for url in values(node).values():
        assert answer(phone.get(url)).all("h2")[0].text == other
    assert answer(phone.get(back)).all("h2")[0].text == first


def test_two_readings_of_one_kind_say_what_they_read(phone, monkeypatch):
    def readings(*_sentence):
        told = ({"trick": ["AC"], "card": "QH"}, {"trick": ["QH"], "card": "AC"})
        return tuple(Reading("play", given, (), (), score=9 - at) for at, given in enumerate(told))

    monkeypatch.setattr(spoken, "read_sentence", readings)
    node = answer(ask(phone, "/referee/kocka", "eso a dáma potom"))
    ((name, url),) = offered(node).items()
    assert phone.book.question("play") in name
    assert phone.book.card("QH") in name
    assert [a.attrs["href"].split("trick=")[1][:2] for a in chips(node)] == ["AC", "AC"]
    node = answer(phone.get(url))
    assert [a.attrs["href"].split("trick=")[1][:2] for a in chips(node)] == ["QH", "QH"]


def test_the_first_page_asks_which_game_if_several_fit(speaker):
    (form,) = (f for f in speaker.get("/").forms if f.node.attrs.get("role") == "search")
    screen = ask(speaker, form.action, RENOUNCED[speaker.language])
    assert said(screen) is None
    question, *_found = screen.by_id("results").all("p", css="only")
    assert question.text.startswith(speaker.say("Which game is it about?"))
    assert (
        screen.by_id("results").attrs["data-say"].startswith(speaker.say("Which game is it about?"))
    )
    games = {link.text: link.attrs["href"] for link in question.all("a")}
    node = answer(speaker.get(games[speaker.book.title]))
    assert word(node) == speaker.say("NOT ALLOWED")


def test_the_first_page_knows_a_game_by_its_cards(phone):
    node = answer(ask(phone, "/rules", "na pagáta dal srdcovou trojku a měl mond"))
    assert word(node) == phone.say("NOT ALLOWED")
    assert "/referee/taroky/play" in chips(node)[0].attrs["href"]


def test_the_first_page_offers_the_next_game(phone, monkeypatch):
    scores = {"kocka": 12.0, "taroky": 5.0, "durak": 2.0}

    def readings(game, *_sentence):
        if game.key not in scores:
            return ()
        return (Reading("claimed", {}, (), (), scores[game.key]),)

    monkeypatch.setattr(spoken, "read_sentence", readings)
    node = answer(ask(phone, "/rules", "kdo přišel pozdě"))
    assert node.all("h2")[0].text == phone.book.question("claimed")
    taroky = open_rulebook(GAMES["taroky"].folder, phone.language).title
    assert [*offered(node)] == [taroky]
    assert offered(node)[taroky].startswith("/referee/taroky?q=")


@pytest.mark.parametrize(
    ("path", "id"),
    [("/rules", "results"), ("/rules/kocka", "results"), ("/referee/kocka", "found")],
)
def test_what_is_no_quarrel_is_searched_for(speaker, path, id):
    screen = ask(speaker, path, NO_QUARREL[speaker.language])
    assert said(screen) is None
    assert screen.by_id(id).all("ol", css="hits")
    assert speaker.say("Which game is it about?") not in screen.by_id(id).text


@pytest.mark.parametrize("text", ["", "   ", "pikovou", "hodil dámu", "Q♠ K♦"])
def test_less_than_three_words_are_not_read(phone, text):
    assert said(ask(phone, "/referee/kocka", text)) is None


def test_as_it_is_typed_only_what_answers_is_sent(phone):
    for path, id in (("/rules/kocka", "results"), ("/referee/kocka", "found")):
        box = phone.get(path).by_id("q")
        form = next(f for f in phone.screen.forms if box in list(f.node))
        assert form.node.attrs["hx-target"] == f"#{id}"
        part = ask(phone, form.node.attrs["hx-get"], RENOUNCED["cs"], **PARTIAL)
        assert word(answer(part)) == phone.say("NOT ALLOWED")
        assert not part.root.all("h1")


@pytest.mark.parametrize(
    "more",
    [
        *("fact-trump=[[[", f"fact-trump={'[' * 5000}", "fact-trump=%22X%22", "fact-trump=NaN"),
        *("fact-nothing=1", "fact-=1", "fact-card=%22QS%22&fact-card=1", "reading=7", "reading=-1"),
        *("reading=x", "players=99"),
    ],
)
def test_whatever_the_address_says_is_answered(other, more):
    assert other.get(f"/referee/durak?q={quote(WITHOUT_TRUMP['en'])}&{more}").status == 200


def test_what_is_no_quarrel_cannot_be_kept(phone):
    for text in ("", NO_QUARREL["cs"]):
        assert phone.post("/referee/kocka/said", {"q": text}).status == 422
