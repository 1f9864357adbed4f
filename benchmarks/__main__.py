"""Measures, and prints each figure with what it is held against."""

import argparse
import sys
from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules

import benchmarks
from benchmarks.ratio import Ratio


def main() -> int:
    """Prints the table; with `--check` the exit status says whether an aim was missed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("only", nargs="*", help="modules to run; default: all")
    parser.add_argument("--check", action="store_true", help="exit with 1 if an aim is missed")
    options = parser.parse_args()
    print(f"{'':52}{'ratio':>7}  {'aim':8}{'':8}{'subject':>11}{'baseline':>11}")
    missed = 0
    for ratio in measured(options.only):
        print(line(ratio), flush=True)
        missed += not ratio.ok
    return 1 if missed and options.check else 0


def measured(only: list[str]) -> Iterator[Ratio]:
    """What the modules here measure."""
    for found in iter_modules(benchmarks.__path__):
        if found.name == "__main__" or (only and found.name not in only):
            continue
        module = import_module(f"benchmarks.{found.name}")
        if hasattr(module, "measure"):
            yield from module.measure()


def line(ratio: Ratio) -> str:
    """A row of the table."""
    aim = f"{'≥' if ratio.speed else '≤'} {ratio.aim:g}"
    verdict = "ok" if ratio.ok else "MISSED"
    figures = f"{ratio.subject:>8.0f} {ratio.unit:2}{ratio.baseline:>8.0f} {ratio.unit:2}"
    return f"{ratio.name:52}{ratio.value:>7.2f}  {aim:8}{verdict:8}{figures}".rstrip()


if __name__ == "__main__":
    sys.exit(main())
