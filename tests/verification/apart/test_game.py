"""A game is a folder: a copy of one under a key of its own is played and read at once, and so are
the others without the one that has a custom of its own.
"""

import shutil

from scorekeeper.games import GAMES
from tests.verification.apart.copies import copy_app, passed, play_evening


def test_a_game_is_put_in_as_a_folder(tmp_path, shared_folder):
    copy_app(tmp_path)
    folder = tmp_path / "scorekeeper" / "games" / "sedma"
    shutil.copytree(GAMES["faraon"].folder, folder)
    for path in folder.rglob("*"):
        if path.suffix in (".py", ".toml"):
            text = path.read_text("utf-8").replace("faraon", "sedma").replace("Faraón", "Sedma")
            path.write_text(text, "utf-8")
    assert passed(tmp_path, "tests/contract", "-k", "sedma").total() > 100
    play_evening(tmp_path, "sedma", tmp_path / "instance", shared_folder)


def test_a_game_with_customs_of_its_own_is_taken_out(tmp_path, shared_folder):
    """Only the loser of Černá kočka inscribes a card in the pack of a group."""
    copy_app(tmp_path)
    for place in ("scorekeeper/games", "templates/games"):
        shutil.rmtree(tmp_path / place / "kocka")
    (tmp_path / "scorekeeper" / "web" / "games" / "kocka.py").unlink()
    play_evening(tmp_path, "faraon", tmp_path / "instance", shared_folder)
