"""A small evening of the load test: every game, at the real server, quick and short."""

import subprocess
import sys


def test_five_tables_play_and_nothing_goes_wrong():
    words = ["--tables", "5", "--minutes", "0.05", "--pace", "60", "--workers", "1"]
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.load", *words],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "verdicts: none lost, doubled or strange\nno errors\n" in done.stdout
    for name in ("entry saved", "preview of a tap", "what is new, for watchers", "worker 1"):
        assert f"\n{name}" in done.stdout
