"""The files that the drill runs on, as the page of federations tells them."""

import re
from pathlib import Path

import pytest

from tests.verification.drills.failover.node import FILES, filled

PAGE = (FILES.parent / "FEDERATION.md").read_text("utf-8")
NAMES = ("etcd.env", "patroni.yml", "config.py.in")


@pytest.mark.parametrize("name", NAMES)
def test_a_file_is_filled_in_with_what_the_page_names(name):
    """Every `$name` of a file is set in the lines that the page tells to write down."""
    assert "$" not in filled(name, dict.fromkeys(re.findall(r"\b([a-z_]+)=", PAGE), "x"))
    assert f"({FILES.name}/{name})" in PAGE


def test_the_files_lie_where_the_page_says():
    assert sorted(path.name for path in Path(FILES).iterdir()) == sorted(NAMES)
