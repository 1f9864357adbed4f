"""The promise of the shelf: a sixth game is a package, and no file of the product is touched.

Prší is installed as pip installs any package. The contract of all games is run on it, its pages are
crawled, and an evening is played in a house that has it.
"""

from pathlib import Path

import pytest

from scorekeeper.games import GAMES
from tests.packages.site import PRSI, install, passed
from tests.packages.test_contract import contract

pytestmark = pytest.mark.slow("installs a package")
ROOT = Path(__file__).parents[2]
PRODUCT = ("scorekeeper", "templates", "static")
EVENING = "tests/packages/evening.py"
CRAWL = "tests/crawl/test_crawl.py::test_pages"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which pip has installed Prší."""
    return install(PRSI, tmp_path_factory.mktemp("site"))


def test_it_is_no_game_of_ours() -> None:
    assert "prsi" not in GAMES
    kinds = {".py", ".toml", ".html", ".js", ".css", ".svg"}
    files = (path for folder in PRODUCT for path in (ROOT / folder).rglob("*"))
    ours = (path for path in files if path.suffix in kinds)
    assert not [path for path in ours if "prsi" in path.read_text("utf-8")]


def test_it_keeps_the_contract_and_plays_at_random(site: Path, tmp_path: Path) -> None:
    said = contract(tmp_path, site, "prsi")
    assert int(said.split()[0]) >= 105, said
    assert "skipped" not in said


@pytest.mark.walk("its contract and its pages are asked at once")
def test_an_evening_is_played(site: Path) -> None:
    assert passed(site, EVENING)[EVENING] >= 20


def test_its_pages_keep_the_laws(site: Path) -> None:
    assert passed(site, CRAWL, "-k", "prsi").total() >= 6
