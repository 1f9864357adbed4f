"""The hash of a fold in processes that give sets other orders."""

import subprocess
import sys
from pathlib import Path

from tests.extras.pocket.test_fold import evening, hash_of
from tests.extras.pocket.test_sending import EVENINGS

ROOT = Path(__file__).parents[3]
HASHES = """
import sys
from pathlib import Path
from scorekeeper.match import Match
from scorekeeper.match.files import load
from scorekeeper.extras.pocket.fold import state_digest
for path in sys.argv[1:]:
    print(state_digest(Match.fold(load(Path(path).read_text("utf-8")))).hash)
"""


def test_it_is_the_same_in_every_process():
    """Whatever order a process gives to sets."""
    paths = [str(path) for path in EVENINGS]
    told = {
        subprocess.run(
            [sys.executable, "-c", HASHES, *paths],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert told == {"".join(f"{hash_of(evening(path))}\n" for path in EVENINGS)}
