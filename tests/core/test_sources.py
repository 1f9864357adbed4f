"""A document as a game keeps it: what it says on a rule, with a mark for what lies between."""

from pathlib import Path

import pytest

from scorekeeper.rulebook import RuleText
from scorekeeper.rulebook.sources import NOWHERE, Excerpt, source_of

SMALL = """
title = "A game"
language = "en"
digest = ""
decisions = [{ rule = "game.end", sentences = [] }, { rule = "game.follow", sentences = [2, 3] }]
[[sections]]
name = "1"
heading = "1. Play"
passages = [
  { text = "Follow suit.", rule = ["game.follow"] },
  { text = "Nobody overtakes.", phrase = "overtakes", rule = ["game.overtake"], sheet = ["play"] },
  { text = "Else play what you like.", rule = ["game.follow"] },
]
[[sections]]
name = "1"
heading = "Tricks"
passages = [{ text = "Taroks are a suit.", custom = ["game.follow"] }]
[[sections]]
name = "2"
passages = [
  { text = "The end.", story = ["game.follow", "game.end"] },
  { text = "Home.", ours = "no", why = "a link" },
]
"""


def test_a_document_says_section_by_section_what_became_a_rule(tmp_path: Path) -> None:
    (tmp_path / "source.toml").write_text(SMALL, "utf-8")
    source = source_of(tmp_path)
    assert source.excerpts["game.follow"] == (
        Excerpt("1", "Follow suit. … Else play what you like. Taroks are a suit."),
        Excerpt("2", "The end."),
    )
    assert set(source.excerpts) == {"game.follow", "game.overtake", "game.end"}


def test_a_document_says_which_sentences_of_a_rule_are_ours(tmp_path: Path) -> None:
    (tmp_path / "source.toml").write_text(SMALL, "utf-8")
    source = source_of(tmp_path)
    assert set(source.ours) == {"game.end", "game.follow"}
    assert source.ours["game.follow"] == {2, 3}
    assert not source.ours["game.end"]


def test_a_statement_knows_its_places_or_why_it_has_none(tmp_path: Path) -> None:
    (tmp_path / "source.toml").write_text(SMALL, "utf-8")
    sections = source_of(tmp_path).sections
    overtake, home = sections[0].passages[1], sections[-1].passages[-1]
    assert overtake.places == {"rule": ("game.overtake",), "sheet": ("play",)}
    assert (overtake.phrases, home.phrases) == (("overtakes",), ())
    assert (home.places, home.rules, home.why) == ({}, (), "a link")


def test_a_game_may_come_without_a_document(tmp_path: Path) -> None:
    assert not source_of(tmp_path).excerpts
    assert not source_of(tmp_path).ours


@pytest.mark.parametrize(
    ("id", "section", "ours"),
    [("game.end", "2", True), ("game.overtake", "1", False), ("game.hint", NOWHERE, True)],
)
def test_a_rule_of_no_section_is_ours(tmp_path: Path, id: str, section: str, ours: bool) -> None:
    (tmp_path / "source.toml").write_text(SMALL, "utf-8")
    assert source_of(tmp_path).decides(RuleText(id, "1", "", "", section)) == ours
