"""What tests of pages ask a page in its own language: the parts of `scripts.js`, by their names."""

import re
from pathlib import Path
from types import SimpleNamespace

HEAD = re.compile(r"^// ([A-Z_]+)(?:: .*(?:\n// .*)*)?\n", re.MULTILINE)
"""Stands above each part, perhaps with what it is; `/*NAME*/` within one stands for another."""


def parts(path: Path) -> dict[str, str]:
    _, *told = HEAD.split(path.read_text("utf-8"))
    found = dict(zip(told[::2], map(str.strip, told[1::2]), strict=True))
    for name, text in found.items():
        found[name] = re.sub(r"/\*([A-Z_]+)\*/", lambda other: found[other[1]], text)
    return found


JS = SimpleNamespace(**parts(Path(__file__).with_suffix(".js")))
