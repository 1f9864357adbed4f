"""Questions of Faraón asked by the full form, at a table and without one."""

import re

import pytest

from tests.web.asking import Asking
from tests.web.phone import Phone
from tests.web.table import start

EACH_PLACE = pytest.mark.parametrize("at_table", [True, False])


def asking(phone: Phone, at_table: bool) -> Asking:
    """Somebody at a table of four, or at none with four players."""
    return Asking(phone, "faraon", start(phone, game="faraon").url if at_table else "")


@EACH_PLACE
def test_aces_that_answer_at_once_are_told_with_their_number(phone: Phone, at_table: bool) -> None:
    ask = asking(phone, at_table)
    rows = {"answers-0-seat": "1", "answers-0-n": "2", "answers-1-seat": "2"}
    players = {} if at_table else {"players": "4"}
    screen = ask.ask("ace-answer", by="0", aces="1", late="n", **rows, **players)
    assert ask.word == "V POŘÁDKU"
    name = "Jana" if at_table else "hráč 2"
    assert f"Hraje: {name}." in screen.text
    assert "2×" in screen.text, "the facts are told again"


@EACH_PLACE
def test_the_faraon_in_a_chain_of_sevens(phone: Phone, at_table: bool) -> None:
    ask = asking(phone, at_table)
    rows = {"plays-0-seat": "0", "plays-0-cards": "2", "plays-1-seat": "1", "plays-1-cards": "1"}
    screen = ask.ask("sevens", **rows, **{"plays-1-how": "faraon"})
    assert ask.word == "V POŘÁDKU"
    assert "Nebere nikdo." in screen.text


@EACH_PLACE
def test_who_begins(phone: Phone, at_table: bool) -> None:
    ask = asking(phone, at_table)
    names = (
        ("Petr", "Jana", "Karel", "Eva") if at_table else tuple(f"hráč {n}" for n in range(1, 5))
    )
    assert f"Začíná: {names[2]}." in ask.ask("begins", shuffled="1", last_loser="-").text
    assert f"Začíná: {names[0]}." in ask.ask("begins", shuffled="1", last_loser="0").text


def test_the_sheet_knows_who_shuffled(phone: Phone) -> None:
    ask = asking(phone, at_table=True)
    assert ask.open("begins").form("form").fields["shuffled"] == "3"


@EACH_PLACE
def test_a_pile_that_was_shuffled(phone: Phone, at_table: bool) -> None:
    ask = asking(phone, at_table)
    screen = ask.ask("restock", "8L", "8H", "KB", done="shuffled")
    assert ask.word == "NEDOVOLENO"
    assert "otočit" in screen.text
    assert "turned" not in screen.text
    assert "Nový balíček, odspodu: " in ask.ask("restock", "8L", "8H", "KB", done="turned").text
    assert "Nový balíček je prázdný." in ask.ask("restock", "KB", done="turned").text


@EACH_PLACE
def test_a_wrong_answer_to_sevens_costs_both(phone: Phone, at_table: bool) -> None:
    ask = asking(phone, at_table)
    screen = ask.ask("wrong-seven", "8L", sevens="1")
    assert ask.word == "NEDOVOLENO"
    assert "Trest: vzít 6 karet (3 za pajchel + 3 za sedmy)." in screen.text
    assert "Hráč nebere nic." in ask.ask("wrong-seven", "UL", sevens="1").text


def test_where_the_turn_stays_only_the_pajchel_is_paid(phone: Phone) -> None:
    ask = asking(phone, at_table=False)
    screen = ask.ask("wrong-seven", "8L", sevens="1", **{"house-pajchel_turn": "stays"})
    assert "Trest: vzít 3 karty." in screen.text


@EACH_PLACE
def test_of_several_who_ran_out_one_is_chosen(phone: Phone, at_table: bool) -> None:
    ask = asking(phone, at_table)
    screen = ask.ask("return", "KB", "7H", same_round="y", several="y")
    assert "Koho z nich vrátí, si vybírá ten, kdo ji vykládá." in screen.text


def test_the_rules_are_listed_by_their_numbers(phone: Phone) -> None:
    texts = [link.text for link in phone.get("/rules/faraon").root.all("a")]
    numbers = [found[1] for text in texts if (found := re.match(r"(\d+(?:\.\d+)?) ", text))]
    assert len(numbers) > 25
    assert numbers == sorted(numbers, key=lambda number: [int(n) for n in number.split(".")])
