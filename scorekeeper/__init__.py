"""Scorekeeper keeps the score of card games played with real cards, and settles their disputes."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask


def create_app(instance: Path | None = None, settings: Mapping[str, object] | None = None) -> Flask:
    """The web app on the data of a folder (default: the project's `instance/`).

    Settings come from `config.py` in that folder, then from `settings`. Flask is imported only
    here: the core runs without it.
    """
    from scorekeeper.web import create_app as create

    return create(instance or Path.cwd() / "instance", settings or {})
