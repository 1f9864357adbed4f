"""What is installed: under which name, and which version of it."""

from importlib import metadata

DISTRIBUTION = "pubscorekeeper"
"""The name in the package index, where `scorekeeper` is somebody else's program."""


def version() -> str:
    return metadata.version(DISTRIBUTION)
