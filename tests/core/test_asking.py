"""A sentence is read as the question that it asks, and says nothing that it does not say."""

import json
import random
from collections.abc import Mapping
from pathlib import Path

import pytest

from scorekeeper.games import GAMES
from scorekeeper.referee.cases.asking import ask, check_sentence
from scorekeeper.referee.hands import HAND, HOLDS, LACKS
from scorekeeper.rulebook.sentence.lexicon import open_lexicon
from scorekeeper.rulebook.sentence.reading import read_sentence
from scorekeeper.rulebook.sentence.tokens import tokens_of
from tests.core.spoken import LANGUAGES, SLOTS, said_at_random

SENTENCES = Path(__file__).with_name("sentences.jsonl")
AT_ONCE = 8
"""Random sentences of a game and language here; `tests/verification` reads a thousand of each."""
SHORT = 12
"""Sentences here of which each word is taken out."""


def lines():
    yield from map(json.loads, SENTENCES.read_text("utf-8").splitlines())


def test_written_sentences_are_understood(faults):
    for line in lines():
        with faults.at(str(line["say"])):
            assert check_sentence(line) == []


AT_TABLE = ("Petr", "Jana", "Karel", "Eva")
BY_NAMES = [
    ("durak", "Karel útočil na Janu a ta to vzala, kdo teď útočí?", {"attacker": 2, "defender": 1}),
    ("durak", "Na Janu útočil Karel, kdo teď může přihazovat?", {"attacker": 2, "defender": 1}),
    ("faraon", "Janě dal Karel dvě sedmičky, kolik bere?", {"plays": [{"seat": 2, "cards": 2}]}),
    ("faraon", "Míchala jsem já a minule prohrál Petr, kdo začíná?", {"last_loser": 0}),
    ("kocka", "Rozdával Karel a do prvního štychu jsem vynesl já", {"dealer": 2}),
]


@pytest.mark.parametrize(("game", "sentence", "seats"), BY_NAMES)
def test_who_sits_where_is_read_by_names(game, sentence, seats):
    """Nobody is taken for the first one because he is told first, and "I" sits nowhere."""
    of_seats = {"attacker", "defender", "plays", "shuffled", "last_loser", "dealer", "seat"}
    reading = read_sentence(GAMES[game], GAMES[game].house(), sentence, "cs", AT_TABLE)[0]
    assert {path: told for path, told in reading.given.items() if path in of_seats} == seats


def test_a_form_of_two_names_is_nobodys():
    durak, said = GAMES["durak"], "Jana útočila na Petru a ta to vzala, kdo teď útočí?"
    of_one = read_sentence(durak, durak.house(), said, "cs", ("Karel", "Petra", "Jana"))[0]
    of_two = read_sentence(durak, durak.house(), said, "cs", ("Petr", "Petra", "Jana"))[0]
    assert (of_one.given["defender"], "defender" in of_two.given) == (1, False)


def require_read_back(language, each, faults):
    for game in GAMES.values():
        rng = random.Random(f"{game.key} {language}")
        for _ in range(each):
            sentence, given = said_at_random(game, language, rng)
            with faults.at(game.key, sentence):
                reading = read_sentence(game, game.house(), sentence, language)[0]
                assert reading.kind == SLOTS[game.key][0]
                assert reading.given == given


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_random_question_comes_back(language, faults):
    require_read_back(language, AT_ONCE, faults)


def require_nothing_of_random_words(language, each, faults):
    for game in GAMES.values():
        lexicon = open_lexicon(game.folder, language)
        rng = random.Random(f"noise {game.key} {language}")
        for _ in range(each):
            words = ("".join(rng.choices(lexicon.letters, k=rng.randint(2, 9))) for _ in range(8))
            sentence = " ".join(words)
            with faults.at(game.key, sentence):
                verdict = ask(game, sentence, language)["verdict"]
                assert not isinstance(verdict, Mapping) or verdict["verdict"] == "undecidable"


@pytest.mark.parametrize("language", LANGUAGES)
def test_random_words_decide_nothing(language, faults):
    require_nothing_of_random_words(language, AT_ONCE, faults)


def require_no_flip(line, faults):
    """A word that is taken out, if it denies nothing, never turns legal into an offence or back."""
    game, language, said = GAMES[str(line["game"])], str(line["language"]), str(line["say"])
    lexicon = open_lexicon(game.folder, language)
    words = said.split()
    whole = verdict_of(ask(game, said, language))
    for at, word in enumerate(words):
        denies = any(
            token.negated or token.means("is:not", "is:no", "is:without")
            for token in tokens_of(word, lexicon)
        )
        if not denies:
            with faults.at(said, f"without {word}"):
                less = ask(game, " ".join(words[:at] + words[at + 1 :]), language)
                assert {whole, verdict_of(less)} != {"legal", "offence"}


def verdict_of(answer):
    verdict = answer["verdict"]
    return str(verdict.get("verdict")) if isinstance(verdict, Mapping) else ""


def test_a_word_less_never_turns_a_verdict(faults):
    for line in [*lines()][:SHORT]:
        require_no_flip(line, faults)


def test_what_is_not_said_is_null():
    answer = ask(GAMES["kocka"], "na kulovou devitku dala pikovyho kluka", "cs")
    question = answer["question"]
    assert isinstance(question, Mapping)
    assert question["given"] == {"trick": ["9D"], "card": "JS", "trick_no": None, "hand": None}


def test_what_nobody_would_do_there_is_left_out():
    answer = ask(GAMES["faraon"], "na žaluďovú deviatku položil guľovú desiatku", "sk", players=4)
    question = answer["question"]
    assert isinstance(question, Mapping)
    given = {"top": "9A", "cards": ["TB"], "players": 4, "second_turn": None, "hand": None}
    assert question["given"] == given


@pytest.mark.parametrize(
    ("game", "language", "said"),
    [
        ("durak", "en", "He attacked with the six of and the seven of spades at once"),
        ("durak", "pl", "zaatakował i damą pik naraz"),
        ("faraon", "sk", "na zelenú deviatku dal naraz zelenú osmu a guľovú, vraj to nejde"),
        ("faraon", "cs", "Vyložil zeleného krále, a když už hrál soused, přiložil kulového krále"),
        (
            "taroky",
            "en",
            "He put five away, the seven, nine and ten of spades and the jack of clubs",
        ),
        ("kocka", "be", "дала дзясятку чырвовую на валета крыж, крыжоў у яе не"),
        ("durak", "cs", "dotkllat inmbn bnbscsei espdiv kmhodsmto ap ir"),
        ("kocka", "cs", "cqjibbsc up vkgofslon ugrkdhbag sahennomz dmimq kr"),
        ("faraon", "sk", "ddsmmps dojtkq umqyd tzekyuz gmofgksog ckn lec naoud"),
    ],
)
def test_half_of_something_decides_nothing(game, language, said):
    """A rank, a verb, a card of a list or a denial whose other half is missing; one word."""
    assert ask(GAMES[game], said, language)["verdict"] is None


@pytest.mark.parametrize(
    ("game", "language", "said", "unread"),
    [
        ("kocka", "cs", "hodil pikovou dámu na kule, a přitom měl kulovou osmičku", "kule"),
        ("kocka", "en", "hearts were led, she threw the queen of spades", "hearts"),
        ("taroky", "cs", "na piky dal pagáta a měl pikového krále", "piky"),
    ],
)
def test_of_a_card_half_told_the_other_half_is_asked(game, language, said, unread):
    """The card that was led, of which only the suit is said; what else is said is told."""
    answer = ask(GAMES[game], said, language)
    given = answer["question"]["given"]
    assert given["card"] in ("QS", "I")
    assert (given["trick"], answer["unread"], answer["verdict"]) == (None, [unread], None)


def test_also_after_what_is_not_understood_tells_nothing():
    said = "predak hlasil honery a ten za nim taky honery"
    readings = read_sentence(GAMES["taroky"], GAMES["taroky"].house(), said, "cs")
    assert all("bids" not in each.given for each in readings)


def test_chatter_is_no_quarrel():
    answer = ask(GAMES["taroky"], "kdo dneska platí útratu", "cs")
    assert (answer["question"], answer["verdict"], answer["others"]) == (None, None, [])


HANDS = (
    ("cs", "cink řekla, měla už jen kulovou osmu a na stole byl kulový kluk", {"hand": ["8D"]}),
    ("en", "he said cink, he only had the eight of diamonds", {"hand": ["8D"]}),
    (
        "cs",
        "v prvním štychu vynesla srdcovou dámu, měla samé srdce",
        {"holds": ["*H"], "lacks": ["*S", "*D", "*C"]},
    ),
    (
        "cs",
        "na křížovou sedmu hodil osmu pikovou, z kříže měl jen krále křížového",
        {"holds": ["8S", "KC"], "lacks": ["7C", "8C", "9C", "TC", "JC", "QC", "AC"]},
    ),
    (
        "cs",
        "na křížovou sedmu dal křížového krále, jiný kříž neměl",
        {"lacks": ["7C", "8C", "9C", "TC", "JC", "QC", "AC"]},
    ),
    ("cs", "na pikovou sedmu hodil srdcovou devítku a nikdo neví, jestli měl piky", {}),
    ("pl", "na siódemkę pik rzucił dziewiątkę kier, nie wiem czy miał piki", {}),
    ("be", "на сямёрку пік кінуў дзявятку чырвовую, а ці былі ў яго пікі, ніхто не ведае", {}),
    ("en", "he threw the queen of hearts on the seven of spades, maybe he had spades", {}),
    (
        "cs",
        "nesl se pikový kluk, Věra hodila křížovou dámu, prej žádnej pik, pak měla pikovou osmu",
        {"holds": ["QC", "8S"]},
    ),
    (
        "cs",
        "na pikovou sedmu dal křížovou devítku, srdce neměl a piky mu zbývaly",
        {"holds": ["*S"], "lacks": ["*H"]},
    ),
)


@pytest.mark.parametrize(("language", "said", "told"), HANDS)
def test_of_a_hand_it_is_told_what_is_known(language, said, told):
    """Only these: all of it; whether: nothing; what was seen counts before what was claimed."""
    reading = read_sentence(GAMES["kocka"], GAMES["kocka"].house(), said, language)[0]
    assert {n: reading.given[n] for n in (HAND, HOLDS, LACKS) if n in reading.given} == told


@pytest.mark.parametrize(
    ("name", "form"), [("Zdislav", "Zdislava"), ("Ulrika", "Ulriky"), ("A", "A")]
)
def test_a_form_of_the_name_of_a_player_is_somebody(name, form):
    said = f"od {form} na moji srdcovou desítku přišla piková sedma"
    reading, *_ = read_sentence(GAMES["kocka"], GAMES["kocka"].house(), said, "cs", [name])
    assert not reading.unread


def test_who_says_that_an_ace_waits_had_to_answer_it():
    """Then it is no second turn; where nothing waits that stays open."""
    said = "na žaludové eso, které čekalo na odpověď, hodil žaludovou desítku"
    assert verdict_of(ask(GAMES["faraon"], said, "cs")) == "offence"
    answer = ask(GAMES["faraon"], "na žaludové eso hodil zelenou desítku", "cs")
    assert isinstance(answer["question"], Mapping)
    assert answer["question"]["given"]["second_turn"] is None


def test_half_of_a_card_that_may_be_two_is_none():
    """A nine or a ten."""
    said = "na srdcovou sedmu hodil pikovou deítku"
    readings = read_sentence(GAMES["kocka"], GAMES["kocka"].house(), said, "cs")
    assert all("card" not in reading.given for reading in readings)
