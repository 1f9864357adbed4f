"""What `scorekeeper check FILE` says: is a file as it was written, and who signed it."""

import argparse
import sys
from pathlib import Path

from scorekeeper.extras.seal import read_head
from scorekeeper.extras.seal.proofs import proofs_of
from scorekeeper.ledger import Unusable
from scorekeeper.maintenance import PROOFS
from scorekeeper.match.files import load_file
from scorekeeper.stream.files import BrokenLine


@PROOFS.fill()
def check_file(options: argparse.Namespace) -> int:
    """Proves a file; 1 says that it is not as it was written, or that this cannot be proven."""
    try:
        paper = read_head(" ".join(options.head)) if options.head else None
        proofs = proofs_of(load_file(_text_of(options.file)), paper)
    except (BrokenLine, LookupError, UnicodeDecodeError) as error:
        print(f"scorekeeper: {options.file}: {error}", file=sys.stderr)
        return 1
    except ValueError as error:
        raise Unusable(str(error)) from None
    faults = [f"{proof.code}: {fault}" for proof in proofs for fault in proof.faults]
    for line in (line for proof in proofs for line in proof.report()):
        print(line)
    for fault in faults:
        print(f"scorekeeper: {options.file}: {fault}", file=sys.stderr)
    return 1 if faults else 0


def _text_of(name: str) -> str:
    return sys.stdin.read() if name == "-" else Path(name).read_text("utf-8")
