"""Seals: Ed25519 as RFC 8032 has it, heads on paper, and what `scorekeeper check FILE` says."""

import contextlib
import json
import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from scorekeeper.cli import main
from scorekeeper.extras.company.actions import Companies
from scorekeeper.extras.company.forgetting import forget
from scorekeeper.extras.seal import (
    L,
    P,
    PaperEvent,
    SignatureStatus,
    fingerprint,
    fits,
    head_of,
    letters_of,
    paper_letters,
    paper_text,
    proves,
    read_head,
    signatures_of,
    signed_text,
    text_of,
)
from scorekeeper.ledger import Event, Ledger, open_ledger
from scorekeeper.ledger.chain import Head, hashes_of
from scorekeeper.match.files import NameEraser, load, streams_of
from scorekeeper.stream.files import dump, dump_all
from tests.drills.imports import FOLDER
from tests.extras.seal.signer import key_and_signature, signed_body

Capture = pytest.CaptureFixture[str]
OLD = load((FOLDER / "taroky-1.jsonl").read_text("utf-8"))
CODE = OLD[0].stream
PETR, JANA, FORGER = b"p" * 32, b"j" * 32, b"f" * 32
PHONE = fingerprint(key_and_signature(PETR, b"")[0].hex())
"""What Petr's phone shows of its key."""

# --- Ed25519: RFC 8032, 7.1 ----------------------------------------------------------------------

VECTORS = {
    "1": (
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b"
        "46bd25bf5f0595bbe24655141438e7a100b",
    ),
    "2": (
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11"
        "d8c387b2eaeb4302aeeb00d291612bb0c00",
    ),
    "3": (
        "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc"
        "6594a7c15e9716ed28dc027beceea1ec40a",
    ),
    "SHA(abc)": (
        "833fe62409237b9d62ec77587520911e9a759cec1d19755b7da901b96dca3d42",
        "ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf",
        "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3fee"
        "bbd454d4423643ce80e2a9ac94fa54ca49f",
        "dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b58909351fc9ac90b3ecfdfbc7c66431e"
        "0303dca179c138ac17ad9bef1177331a704",
    ),
}
EACH = pytest.mark.parametrize(
    ("secret", "key", "message", "signature"),
    [[bytes.fromhex(part) for part in vector] for vector in VECTORS.values()],
    ids=VECTORS,
)
SMALL = [
    bytes(32),  # of order 4
    (1).to_bytes(32, "little"),  # the neutral point
    (P - 1).to_bytes(32, "little"),  # of order 2
    bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"),  # of order 8
]


@EACH
def test_the_signatures_of_the_rfc_fit(
    secret: bytes, key: bytes, message: bytes, signature: bytes
) -> None:
    assert fits(key, message, signature)
    assert key_and_signature(secret, message) == (key, signature)


@EACH
def test_nothing_else_fits(secret: bytes, key: bytes, message: bytes, signature: bytes) -> None:
    other = bytes.fromhex(VECTORS["2" if key[0] != 0x3D else "1"][1])
    s = int.from_bytes(signature[32:], "little")
    assert not fits(other, message, signature)
    assert not fits(key, message + b"!", signature)
    for more in (L, 2 * L, 8 * L):
        if s + more < 2**256:
            malleable = signature[:32] + (s + more).to_bytes(32, "little")
            assert not fits(key, message, malleable), "the same signature in another form"
    for cut in (signature[:-1], signature + b"\0", b"", signature[:32]):
        assert not fits(key, message, cut)
    assert not fits(key[:-1], message, signature)


def test_no_flipped_bit_fits() -> None:
    _, key, message, signature = (bytes.fromhex(part) for part in VECTORS["3"])
    chance = random.Random(15)
    for data, place in ((signature, 64), (key, 32)):
        for bit in chance.sample(range(place * 8), 12):
            flipped = bytearray(data)
            flipped[bit // 8] ^= 1 << bit % 8
            pair = (key, bytes(flipped)) if data is signature else (bytes(flipped), signature)
            assert not fits(pair[0], message, pair[1]), bit


@pytest.mark.parametrize("key", SMALL, ids=bytes.hex)
def test_a_key_that_fits_everything_fits_nothing(key: bytes) -> None:
    neutral = (1).to_bytes(32, "little")
    assert not any(fits(key, b"%d" % n, neutral + bytes(32)) for n in range(8))


def test_a_point_has_one_form() -> None:
    neutral, twice = (1).to_bytes(32, "little"), (P + 1).to_bytes(32, "little")
    negative_zero = (1 | 1 << 255).to_bytes(32, "little")
    _, key, message, signature = (bytes.fromhex(part) for part in VECTORS["1"])
    for point in (twice, negative_zero, b"\xff" * 32, (2).to_bytes(32, "little")):
        assert not fits(point, message, signature)
        assert not fits(key, message, point + signature[32:])
    assert not fits(key, message, neutral + signature[32:])


# --- heads on paper ------------------------------------------------------------------------------

HEAD = Head("7KQ4", 42, "00443214c74254b635cf84653a56d7c675be77df" + "ab" * 12)


def test_a_head_is_read_as_it_is_written() -> None:
    text = text_of(HEAD)
    assert text == "SCOREKEEPER 7KQ4 42 ABCDEFGHIJKLMNOPQRSTUVWXYZ234567VOV2XK5LVOV2XK5LVOVQ"
    assert set(text) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 "), "a QR code holds it cheaply"
    assert fingerprint(HEAD.hash) == "ABCD EFGH IJKL MNOP"
    typed = ("7kq4 42 abcd efgh ijkl mnop", "7KQ4  42 ABCDEFGH1JKLMN0P", text, text.lower())
    for each in typed:
        assert read_head(each).fits(HEAD), each
        assert read_head(each).signed is None, "older paper says nothing of signatures"


def test_the_last_signature_is_read_as_it_is_written() -> None:
    events = evening((0, PETR), (1, None))
    text, letters = paper_text(events), letters_of(events[-1].hash)
    assert text == f"{text_of(head_of(events))} + 26 {letters}"
    assert set(text) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 +"), "a QR code holds it cheaply"
    assert paper_letters(events) == (
        fingerprint(head_of(events).hash),
        f"26 {fingerprint(events[-1].hash)}",
    )
    typed = f"{CODE} 24 {'+'.join(paper_letters(events))}".lower()
    for each, whole in (
        (text, True),
        (typed, False),
        (f"{text_of(HEAD)} + 26 ABCDEFGHIJKLMNOP", False),
    ):
        read = read_head(each)
        assert (read.signed and read.signed.seq, read.last >= 26) == (26, True), each
        assert read.is_whole == whole, each
    assert read_head(text).signed == read_head(f"{text_of(HEAD)}+26 {letters}").signed
    misread = read_head("7KQ4 42 ABCDEFGHIJKLMNOP + 18 0BCDEFGH1JKLMNOP").signed
    assert misread == PaperEvent(18, "OBCDEFGHIJKLMNOP")


def test_where_nobody_signed_paper_says_so() -> None:
    events = evening()
    assert paper_text(events) == f"{text_of(head_of(events))} + 0"
    assert paper_letters(events)[1] == "0"
    read = read_head(paper_text(events))
    assert (read.signed, read.last, read.is_whole) == (PaperEvent(0, ""), 24, True)


@pytest.mark.parametrize(
    "text",
    [
        *("", "7KQ4", "7KQ4 42", "7KQ4 42 ABCD", "7KQ4 x ABCDEFGHIJKLMNOP"),
        *("7KQ4 42 ABCDEFGHIJKLMNO9", "SCOREKEEPER", "SCOREKEEPER 7K-4 42 ABCDEFGHIJKLMNOP"),
        *(
            f"7KQ4 42 ABCDEFGHIJKLMNOP + {end}"
            for end in ("", "43", "43 ABCD", "0 ABCDEFGHIJKLMNOP")
        ),
        "7KQ4 42 ABCDEFGHIJKLMNOP + 43 ABCDEFGHIJKLMNOP + 44 ABCDEFGHIJKLMNOP",
    ],
)
def test_what_is_no_head_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"no head|at least 16"):
        read_head(text)


def test_another_head_does_not_fit() -> None:
    typed = ("7KQ5 42 ABCDEFGHIJKLMNOP", "7KQ4 43 ABCDEFGHIJKLMNOP", "7KQ4 42 ABCDEFGHIJKLMNOQ")
    assert not any(read_head(each).fits(HEAD) for each in typed)


# --- check FILE ----------------------------------------------------------------------------------


def evening(*signers: tuple[int, bytes | None]) -> list[Event]:
    """An evening that was sealed as it was written, and signed by some."""
    with contextlib.closing(open_ledger("sqlite://")) as ledger:
        for event in OLD:
            ledger.append(CODE, event.seq - 1, event.key, event.kind, event.body)
        sign(ledger, *signers)
        return ledger.read(CODE)


def sign(ledger: Ledger, *signers: tuple[int, bytes | None]) -> None:
    for person, secret in signers:
        events = ledger.read(CODE)
        body = signed_body(head_of(events), person, secret)
        ledger.append(CODE, len(events), f"by {person} at {len(events)}", "signed", body)


def check(tmp_path: Path, events: Sequence[Event] | str, *head: str) -> int:
    file = tmp_path / "evening.jsonl"
    file.write_text(events if isinstance(events, str) else dump(events), "utf-8")
    return main(["check", str(file), *head])


def test_a_signed_evening_is_proven(tmp_path: Path, capsys: Capture) -> None:
    events = evening((0, PETR), (1, None))
    head = paper_text(events)
    assert check(tmp_path, events, *head.split()) == 0
    told = capsys.readouterr()
    assert not told.err
    assert f"match {CODE}: taroky, Petr, Jana, Karel, Žofie, 26 events" in told.out
    for line in (
        f"  head: {head}",
        "  the chain holds up to event 26",
        f"  fingerprint: {fingerprint(head_of(events).hash)} + 26 {fingerprint(events[-1].hash)}\n",
        "  the paper says the same, of signatures too\n",
        f"  Petr signed head 24: the signature fits, phone {PHONE}\n",
        "  Jana agreed to head 24 by a tap: that is no proof",
    ):
        assert line in told.out, told.out


def test_one_changed_digit_is_found(tmp_path: Path, capsys: Capture) -> None:
    events = evening((0, PETR))
    lines = dump(events).splitlines()
    row = next(n for n, line in enumerate(lines) if '"points": [' in line)
    data = json.loads(lines[row])
    points = data["body"]["lines"][0]["points"]
    points[0], points[1] = points[0] + 1, points[1] - 1
    lines[row] = json.dumps(data, ensure_ascii=False, sort_keys=True)
    assert check(tmp_path, "\n".join(lines)) == 1
    assert f"line {row + 1}: hash: event {row + 1} of {CODE} is not" in capsys.readouterr().err


def test_who_forges_the_whole_chain_is_betrayed_by_paper_and_signatures(
    tmp_path: Path, capsys: Capture
) -> None:
    events = evening((0, PETR))
    paper = text_of(head_of(events))
    forged: list[Event] = []
    with contextlib.closing(open_ledger("sqlite://")) as ledger:
        for event in events:
            body = {**event.body, "dealer": 2} if event.seq == 1 else event.body
            ledger.append(CODE, event.seq - 1, event.key, event.kind, body)
        forged = ledger.read(CODE)
    assert check(tmp_path, forged) == 1
    assert "the signature of event 25 does not fit" in capsys.readouterr().err
    assert check(tmp_path, forged[:-1]) == 0, "nobody signed it, and nobody looks at the paper"
    assert check(tmp_path, forged[:-1], paper) == 1
    assert "this is NOT what stands on paper" in capsys.readouterr().err


def test_a_signature_is_of_one_person_and_one_head() -> None:
    events = evening((0, PETR))
    [signature] = signatures_of(events)
    assert signature.status is SignatureStatus.VALID
    body = events[-1].body
    doubts = {
        "person": (1, SignatureStatus.INVALID),
        "head": (23, SignatureStatus.INVALID),
        "hash": ("", SignatureStatus.INVALID),
        "key": (signed_body(head_of(events), 0, JANA)["key"], SignatureStatus.INVALID),
        "signature": ("", SignatureStatus.INVALID),
    }
    for member, (said, status) in doubts.items():
        changed = replace(events[-1], body={**body, member: said})
        assert signatures_of([*events[:-1], changed])[0].status is status, member


def test_what_was_written_after_paper_and_signature_is_told(
    tmp_path: Path, capsys: Capture
) -> None:
    before = evening((0, PETR))
    with contextlib.closing(open_ledger("sqlite://")) as ledger:
        ledger.restore(before)
        note = {"event": 2, "note": "jinak"}
        ledger.append(CODE, len(before), "later", "noted", note)
        sign(ledger, (1, JANA))
        events = ledger.read(CODE)
    assert check(tmp_path, events) == 0
    out = capsys.readouterr().out
    assert "Petr signed head 24: the signature fits" in out
    assert "events 25 to 26 were written since" in out
    assert "Jana signed head 26: the signature fits" in out
    assert check(tmp_path, events, text_of(head_of(before))) == 1
    assert "events 25 to 26 were written after the paper" in capsys.readouterr().err


def added_to(before: Sequence[Event]) -> list[Event]:
    """An evening to which somebody who has its file added signatures by a key of his own."""
    with contextlib.closing(open_ledger("sqlite://")) as ledger:
        ledger.restore(before)
        sign(ledger, *((person, FORGER) for person in range(4)))
        return ledger.read(CODE)


@pytest.mark.parametrize("signers", [[], [(0, PETR)], [(0, PETR), (1, None)]], ids=len)
def test_signatures_that_somebody_added_are_found(
    tmp_path: Path, capsys: Capture, signers: list[tuple[int, bytes | None]]
) -> None:
    before = evening(*signers)
    events = added_to(before)
    short = [CODE, "24", "+".join(paper_letters(before))]
    for paper in (paper_text(before).split(), short):
        assert check(tmp_path, before, *paper) == 0
        assert check(tmp_path, events, *paper) == 1
        added = ", ".join(str(len(before) + n) for n in range(1, 5))
        told = capsys.readouterr()
        assert f"the paper knows nothing of the signatures in events {added}\n" in told.err
    assert "signed under several names: Petr, Jana, Karel, Žofie" in told.out


def test_signatures_that_somebody_made_others_are_found(tmp_path: Path, capsys: Capture) -> None:
    """On paper all four signed; who has the file signs for them, or leaves some out."""
    signed = evening(
        *((person, secret) for person, secret in enumerate((PETR, JANA, b"k" * 32, None)))
    )
    paper = paper_text(signed)
    assert check(tmp_path, added_to(signed[:24]), paper) == 1
    assert "up to event 28 the signatures are NOT those on paper" in capsys.readouterr().err
    assert check(tmp_path, signed[:26], paper) == 1
    assert "the paper goes on to event 28, the file ends with 26" in capsys.readouterr().err


def test_older_paper_covers_no_signatures(tmp_path: Path, capsys: Capture) -> None:
    before = evening()
    assert check(tmp_path, added_to(before), text_of(head_of(before))) == 0
    out = capsys.readouterr().out
    assert "  the paper says the same\n" in out
    assert "  the paper does not cover the signatures: nothing of them was read off it\n" in out
    behind = "behind what the paper proves: 4 events, 4 of them signatures"
    assert f"  {behind}; whoever has the file can add such" in out
    signed = evening((0, PETR))
    assert check(tmp_path, signed, paper_text(signed)) == 0
    out = capsys.readouterr().out
    assert "does not cover" not in out
    assert "behind what the paper proves" not in out


def test_what_says_nothing_of_the_game_may_stand_behind_the_signatures(
    tmp_path: Path, capsys: Capture
) -> None:
    before = evening((0, PETR))
    with contextlib.closing(open_ledger("sqlite://")) as ledger:
        ledger.restore(before)
        ledger.append(CODE, len(before), "pencil", "took", {"phone": "f" * 16, "person": None})
        events = ledger.read(CODE)
    assert check(tmp_path, events, paper_text(before)) == 0
    behind = "behind what the paper proves: 1 events, 0 of them signatures"
    assert behind in capsys.readouterr().out


def test_one_key_has_one_form() -> None:
    """Or a phone could sign under two names, and its keys would read differently."""
    head = head_of(OLD)
    body = signed_body(head, 0, PETR)
    said, key, signature = signed_text(head, 0), str(body["key"]), str(body["signature"])
    assert proves(said, key, signature)
    for text in (key, signature):
        letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
        twin = text[:-1] + letters[letters.index(text[-1]) + 1]
        assert not proves(said, *(twin if text == each else each for each in (key, signature)))


# --- void ----------------------------------------------------------------------------------------

EMPTY = {"hash": "", "key": "", "signature": ""}


def emptied(events: Sequence[Event], *seqs: int) -> list[Event]:
    """An evening in whose file somebody emptied signatures and worked the chain out anew."""
    changed = [
        replace(event, body={**event.body, **EMPTY}) if event.seq in seqs else event
        for event in events
    ]
    hashes = hashes_of(changed)
    return [replace(event, hash=hash) for event, hash in zip(changed, hashes, strict=True)]


def test_who_empties_a_signature_forgets_no_name(tmp_path: Path, capsys: Capture) -> None:
    events = evening((0, PETR))
    assert check(tmp_path, emptied(events, 25)) == 1
    told = capsys.readouterr()
    assert "the signature of event 25 does not fit" in told.err
    assert "Petr signed head 24: the signature does NOT fit" in told.out


@pytest.mark.parametrize("secret", [JANA, None], ids=["signed", "tapped"])
def test_what_holds_was_signed_after_names_were_forgotten(
    tmp_path: Path, capsys: Capture, secret: bytes | None
) -> None:
    """So no later signature is void by that."""
    with contextlib.closing(open_ledger("sqlite://")) as ledger:
        ledger.restore(evening((0, PETR)))
        ledger.rewrite([NameEraser("Petr").event(event) for event in ledger.read(CODE)])
        sign(ledger, (1, secret), (2, PETR))
        events = ledger.read(CODE)
    assert check(tmp_path, events) == 0
    assert "1 signed head 24: forgotten names made it void" in capsys.readouterr().out
    assert check(tmp_path, emptied(events, 27)) == 1
    assert "the signature of event 27 does not fit" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("third", "people", "called"),
    [
        *(("Petr", [2, 0, 1, "Žofie"], name) for name in ("hráč 3", "гулец 3", "gracz 3 (1)")),
        ("Zdislava", ["Petr", 0, 1, "Žofie"], "hráč 3"),
    ],
    ids=["hráč", "гулец", "another has that", "only a note named her"],
)
def test_who_was_forgotten_by_a_company_makes_a_signature_void(
    third: str, people: list[object], called: str
) -> None:
    with contextlib.closing(open_ledger("sqlite://")) as ledger:
        ledger.restore(OLD)
        note = {"event": 2, "note": "psala Zdislava"}
        ledger.append(CODE, len(OLD), "a note", "noted", note)
        sign(ledger, (1, JANA))
        companies = Companies(ledger)
        company = companies.open("PARTA", "Tovéř", ["Jana", "Karel", third], "k1")
        belongs: dict[str, object] = {"match": CODE, "people": people}
        companies.write(company, "belongs", belongs, company.version, "k2")
        forget(ledger, "PARTA", 2, called)
        [signature] = signatures_of(ledger.read(CODE))
    assert signature.status is SignatureStatus.VOID


def test_the_end_cannot_be_cut_off_the_paper(tmp_path: Path, capsys: Capture) -> None:
    events = evening()
    assert check(tmp_path, events[:-2], text_of(head_of(events))) == 1
    assert "the paper goes on to event 24, the file ends with 22" in capsys.readouterr().err


def test_an_old_evening_is_sealed_by_paper_or_not_at_all(tmp_path: Path, capsys: Capture) -> None:
    assert check(tmp_path, OLD) == 1
    assert "events 1 to 24 were not sealed: nothing proves them" in capsys.readouterr().err
    assert check(tmp_path, OLD, text_of(head_of(OLD))) == 0
    with contextlib.closing(open_ledger("sqlite://")) as ledger:
        ledger.restore(OLD)
        sign(ledger, (0, PETR))
        assert check(tmp_path, ledger.read(CODE)) == 0
    assert "events 1 to 24 were older: sealed by event 25" in capsys.readouterr().out
    signed = evening((0, PETR))
    bare = [replace(event, hash="") for event in signed]
    assert check(tmp_path, bare, text_of(head_of(bare))) == 1
    assert "event 25 was not sealed: nothing proves them" in capsys.readouterr().err
    assert check(tmp_path, bare, paper_text(signed)) == 0, "its last signature is on paper too"


def test_the_first_letters_of_paper_are_enough(tmp_path: Path, capsys: Capture) -> None:
    events = evening()
    head = head_of(events)
    assert check(tmp_path, events, CODE, "24", *fingerprint(head.hash).split()) == 0
    assert "the paper says the same, as far as it was read" in capsys.readouterr().out
    wrong = letters_of(head.hash)[:15] + "A7"[letters_of(head.hash)[15] == "A"]
    assert check(tmp_path, events, CODE, "24", wrong) == 1


@pytest.mark.parametrize(
    ("head", "status", "why"),
    [
        (["7KQ4", "24", "ABCDEFGHIJKLMNOP"], 1, f"the paper is of 7KQ4; in the file is {CODE}"),
        (["hello"], 2, "'hello' is no head; one looks like SCOREKEEPER 7KQ4 42"),
    ],
)
def test_a_head_of_something_else_is_refused(
    tmp_path: Path, capsys: Capture, head: list[str], status: int, why: str
) -> None:
    assert check(tmp_path, OLD, *head) == status
    assert why in capsys.readouterr().err


def test_a_forgotten_evening_is_whole_and_signed_by_nobody(tmp_path: Path, capsys: Capture) -> None:
    with contextlib.closing(open_ledger(f"sqlite:///{tmp_path / 'scorekeeper.db'}")) as ledger:
        ledger.restore(evening((0, PETR), (1, None)))
    here = ["--instance", str(tmp_path)]
    assert main(["forget", CODE, *here]) == main(["check", *here]) == 0
    capsys.readouterr()
    assert main(["export", CODE, *here]) == 0
    assert check(tmp_path, capsys.readouterr().out) == 0
    told = capsys.readouterr().out
    assert "1 signed head 24: forgotten names made it void" in told
    assert "2 signed head 24: forgotten names made it void" in told
    assert "Petr" not in told


def test_a_file_of_more_than_a_match_is_proven_stream_by_stream(
    tmp_path: Path, capsys: Capture
) -> None:
    with contextlib.closing(open_ledger("sqlite://")) as ledger:
        ledger.restore(evening((0, PETR)))
        companies = Companies(ledger)
        company = companies.open("PARTA", "Tovéř", ["Petr", "Jana"], "k1")
        people: dict[str, object] = {"match": CODE, "people": [0, 1, "Karel", "Žofie"]}
        companies.write(company, "belongs", people, company.version, "k2")
        streams = streams_of(ledger, "PARTA")
    text = dump_all(streams)
    assert check(tmp_path, text, text_of(head_of(streams[1]))) == 0
    told = capsys.readouterr().out
    assert "company PARTA: Tovéř, 2 events" in told
    assert f"match {CODE}: taroky" in told
    assert "Petr signed head 24: the signature fits" in told
    assert check(tmp_path, text.replace("Tovéř", "Tovér")) == 1
    assert "line 1: hash: event 1 of PARTA is not" in capsys.readouterr().err


@pytest.mark.parametrize("content", ["", "no JSON", "{}", "[]"])
def test_what_is_no_file_of_ours_is_refused(tmp_path: Path, capsys: Capture, content: str) -> None:
    assert check(tmp_path, content) == 1
    assert "line 1: " in capsys.readouterr().err
    assert main(["check", str(tmp_path / "nowhere.jsonl")]) == 2
    assert "nowhere.jsonl: No such file" in capsys.readouterr().err
