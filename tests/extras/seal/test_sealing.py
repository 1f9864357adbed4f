"""The seal on the closing page and on paper: players sign it from their own seats."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
import segno
from flask import Flask

from scorekeeper.cli import main
from scorekeeper.extras.seal import (
    fingerprint,
    head_of,
    letters_of,
    paper_letters,
    paper_text,
    signatures_of,
    signed_text,
    text_of,
)
from scorekeeper.ledger.chain import Head
from scorekeeper.match import Match
from scorekeeper.match.files import NameEraser
from scorekeeper.web.render import qr
from tests.extras.seal.signer import key_and_signature, signed_body
from tests.web.phone import Phone
from tests.web.screen import Node, Screen
from tests.web.table import KEY, Table, start

Capture = pytest.CaptureFixture[str]
PETR, JANA, KAREL, EVA = range(4)
HEAD = Head("7KQ4", 42, "ab" * 32)
ROUND = (7, 7, 7, 7)


@pytest.fixture
def played(table: Table) -> Table:
    table.rounds(ROUND, ROUND)
    return table


def result(phone: Phone, table: Table) -> Screen:
    return phone.get(f"{table.url}/result")


def sign(phone: Phone, table: Table, person: int, secret: bytes | None = None) -> Screen:
    """Signs on a player's phone as its script does; without a secret as it does without one."""
    page = result(phone, table)
    (form,) = (node for node in page.root.all("form") if "data-says" in node.attrs)
    head = head_of(table.match.events)
    assert form.attrs["data-says"] == signed_text(head, person)
    body = signed_body(head, person, secret)
    fields = {"signer": body["key"], "signature": body["signature"]}
    return phone.submit(f"{table.url}/sign", **fields)


def signers(page: Screen) -> list[str]:
    """What the card says of each who signed, but for the letters of his phone."""
    return [li.text.removesuffix(phone_of(li)).rstrip() for li in lines(page)]


def phones(page: Screen) -> list[str]:
    """The letters of the phones of those who signed; empty for a tap."""
    return list(map(phone_of, lines(page)))


def lines(page: Screen) -> list[Node]:
    return [li for ul in page.root.all("ul", css="signers") for li in ul.all("li")]


def phone_of(line: Node) -> str:
    return "".join(span.text for span in line.all("span", css="letters"))


def letters_by(secret: bytes) -> str:
    """The first letters of the key that a phone with such a secret has."""
    return fingerprint(key_and_signature(secret, b"")[0].hex())


def signed(match: Match) -> list[int]:
    return [event.seq for event in match.events if event.kind == "signed"]


def may_sign(page: Screen) -> bool:
    return any("data-says" in form.attrs for form in page.root.all("form"))


# --- what is shown -------------------------------------------------------------------------------


@pytest.mark.parametrize("where", ["/result", "/print"])
@pytest.mark.parametrize("language", ["cs", "en", "sk", "pl", "be"])
def test_the_seal_stands_on_the_card_and_on_paper(app: Flask, language: str, where: str) -> None:
    table = start(Phone(app, language))
    table.rounds(ROUND)
    head = head_of(table.match.events)
    page = table.open(where)
    assert qr(f"{text_of(head)} + 0") in page.html
    assert f"{fingerprint(head.hash)} + 0" in page.text
    assert f"{table.code} · {head.seq}" in page.text
    assert table.phone.say("Seal of the evening") in page.text


def test_the_code_of_the_seal_is_small() -> None:
    """All its letters are of the alphabet that a QR code holds in five and a half bits each."""
    letters = letters_of(HEAD.hash)
    for text, modules, size in (
        (f"{text_of(HEAD)} + 0", 33, 4_000),
        (f"SCOREKEEPER 7KQ47KQ4 4242 {letters} + 4246 {letters}", 41, 6_000),
    ):
        width, _ = segno.make(text, error="m").symbol_size(border=0)
        assert (width, len(qr(text)) < size) == (modules, True)


def test_an_old_evening_has_a_seal_too(table: Table) -> None:
    table.rounds(ROUND)
    events = [replace(event, stream="QLDE", hash="") for event in table.match.events]
    table.phone.app.extensions["matches"].ledger.restore(events)
    with table.phone.client.session_transaction() as session:
        session["roles"] = [("QLDE", "scorer")]
    old = Table(table.phone, "QLDE")
    assert fingerprint(head_of(events).hash) in old.open("/result").text
    assert not any(event.hash for event in old.match.events)


def test_who_has_no_seat_is_asked_whose_phone_it_is(played: Table) -> None:
    page = played.open("/result")
    assert not may_sign(page)
    assert page.links[played.phone.say("Whose phone is this?")] == f"{played.url}/me"
    assert played.phone.post(f"{played.url}/sign", {"key": KEY}).status == 403
    watcher = Phone(played.phone.app)
    watcher.get(played.link("watcher"))
    page = result(watcher, played)
    assert not may_sign(page)
    assert watcher.say("Whose phone is this?") not in page.links
    assert watcher.post(f"{played.url}/sign", {"key": KEY}).status == 403


def test_the_scorer_who_said_who_he_is_signs_too(played: Table) -> None:
    before = head_of(played.match.events)
    played.phone.get(played.open("/result").links[played.phone.say("Whose phone is this?")])
    played.phone.submit(f"{played.url}/me", "Karel")
    assert head_of(played.match.events) == before, "who holds the pencil moves no head"
    page = sign(played.phone, played, KAREL, b"k" * 32)
    assert signers(page) == [f"Karel · {before.seq} · podpis sedí"]


# --- signing -------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["cs", "en", "sk", "pl", "be"])
def test_all_who_sign_stand_on_the_card(app: Flask, language: str) -> None:
    table = start(Phone(app, language))
    table.rounds(ROUND)
    head = head_of(table.match.events)
    eva, jana = table.seat(EVA), table.seat(JANA)
    eva.language = jana.language = language
    page = sign(eva, table, EVA, b"e" * 32)
    assert page.url == f"{table.url}/result"
    assert not may_sign(page), "once is enough"
    same = jana.say("Players see the same letters on their own phones.")
    assert same in page.text
    page = sign(jana, table, JANA)
    fits, tapped = map(eva.say, ("the signature matches", "agreed by a tap, without a signature"))
    assert signers(page) == [f"Jana · {head.seq} · {tapped}", f"Eva · {head.seq} · {fits}"]
    assert phones(page) == ["", letters_by(b"e" * 32)]
    events = table.match.events
    for where in ("/result", "/print"):
        paper = table.open(where)
        assert qr(paper_text(events)) in paper.html
        assert " + ".join(paper_letters(events)) in paper.text
    assert paper_letters(events)[1] == f"{len(events)} {fingerprint(events[-1].hash)}"
    history = table.open("/history").text
    assert eva.say("%(name)s signs", name="Eva") in history


def test_what_is_written_later_is_told(played: Table) -> None:
    eva = played.seat(EVA)
    sign(eva, played, EVA, b"e" * 32)
    before = head_of(played.match.events)
    played.rounds(ROUND)
    page = result(eva, played)
    assert signers(page)[0].endswith(" · pak přibyl 1 zápis")
    page = sign(eva, played, EVA, b"e" * 32)
    head = head_of(played.match.events)
    assert head.seq == before.seq + 2
    assert signers(page) == [f"Eva · {head.seq} · podpis sedí"]


def test_one_phone_for_two_is_named(played: Table) -> None:
    for person in (EVA, JANA):
        page = sign(played.seat(person), played, person, b"one" + b"1" * 29)
    assert [line.rpartition(" · ")[2] for line in signers(page)] == [
        f"týž telefon jako {name}" for name in ("Eva", "Jana")
    ]


def test_to_sign_disturbs_no_open_form(played: Table) -> None:
    eva = played.seat(EVA)
    played.phone.get(f"{played.url}/new/round?by=numbers")
    sign(eva, played, EVA, b"e" * 32)
    fields = {f"points-{seat}": "7" for seat in range(4)}
    played.phone.submit(f"{played.url}/entries", **fields)
    assert len(played.match.rows) == 3


def test_who_saw_another_head_is_late(played: Table) -> None:
    eva = played.seat(EVA)
    result(eva, played)
    played.rounds(ROUND)
    late = eva.submit(f"{played.url}/sign")
    assert late.status == 409
    assert late.root.all("div", css="refused")
    assert may_sign(late), "with the head of now"
    assert signed(played.match) == []
    assert eva.submit(f"{played.url}/sign").status == 200
    assert len(signed(played.match)) == 1


def test_a_signature_is_written_once(played: Table) -> None:
    eva = played.seat(EVA)
    result(eva, played)
    page = eva.screen
    for _ in range(2):
        eva.screen = page
        eva.submit(f"{played.url}/sign")
    assert len(signed(played.match)) == 1
    assert phones(eva.screen) == [""]
    assert eva.say("Players see the same letters on their own phones.") not in eva.screen.text
    eva.screen = page
    eva.submit(f"{played.url}/sign", key=KEY)
    assert len(signed(played.match)) == 1, "to agree again says nothing new"
    body = signed_body(head_of(played.match.events), EVA, b"e" * 32)
    eva.screen = page
    fields = {"signer": body["key"], "signature": body["signature"]}
    eva.submit(f"{played.url}/sign", key=KEY.replace("3", "4"), **fields)
    assert len(signed(played.match)) == 2, "to sign says more than to tap"


@pytest.mark.parametrize("part", ["signer", "signature", "both", "other", "long"])
def test_a_signature_that_does_not_fit_is_refused(played: Table, part: str) -> None:
    eva = played.seat(EVA)
    result(eva, played)
    head = head_of(played.match.events)
    right, other = (signed_body(head, person, b"e" * 32) for person in (EVA, JANA))
    fields = {
        "signer": {"signer": right["key"]},
        "signature": {"signature": right["signature"]},
        "both": {"signer": "x" * 43, "signature": "y" * 86},
        "other": {"signer": other["key"], "signature": other["signature"]},
        "long": {"signer": right["key"], "signature": f"{right['signature']}=="},
    }[part]
    page = eva.submit(f"{played.url}/sign", **fields)
    assert page.status == 422
    assert eva.say("This signature does not match. Sign once more.") in page.text
    assert signed(played.match) == []


def test_a_broken_key_is_refused(played: Table) -> None:
    eva = played.seat(EVA)
    result(eva, played)
    assert eva.submit(f"{played.url}/sign", key="half").status == 422
    assert signed(played.match) == []


# --- taken away, brought back, forgotten ---------------------------------------------------------


def test_a_signed_evening_is_exported_proven_and_taken_in(
    played: Table, tmp_path: Path, capsys: Capture
) -> None:
    sign(played.seat(EVA), played, EVA, b"e" * 32)
    file = tmp_path / "evening.jsonl"
    file.write_text(played.phone.client.get(f"{played.url}/export").text, "utf-8")
    assert main(["check", str(file), paper_text(played.match.events)]) == 0
    fits = f"Eva signed head 3: the signature fits, phone {letters_by(b'e' * 32)}\n"
    assert fits in capsys.readouterr().out
    assert main(["import", str(file), "--instance", str(tmp_path / "there")]) == 0
    lines = file.read_text("utf-8").splitlines()
    event = json.loads(lines[-1])
    for member, wrong in {
        "person": 4,
        "head": 4,
        "hash": "AB" * 32,
        "key": "",
        "signature": "short",
    }.items():
        body = {**event["body"], member: wrong}
        changed = {name: part for name, part in event.items() if name != "hash"} | {"body": body}
        file.write_text("\n".join([*lines[:-1], json.dumps(changed)]), "utf-8")
        assert main(["import", str(file), "--instance", str(tmp_path / "nowhere")]) == 2
        assert re.search(r"line 4: body\.\w+: ", capsys.readouterr().err), member


def test_forgotten_names_make_a_signature_void(played: Table) -> None:
    sign(played.seat(EVA), played, EVA, b"e" * 32)
    events, forgetting = played.match.events, NameEraser()
    ledger = played.phone.app.extensions["matches"].ledger
    ledger.rewrite([forgetting.event(event) for event in events])
    [signature] = signatures_of(played.match.events)
    assert not signature.key
    assert signers(played.open("/result")) == ["4 · 3 · neplatí, jména byla zapomenuta"]


def test_undo_takes_back_no_signature(played: Table) -> None:
    sign(played.seat(EVA), played, EVA, b"e" * 32)
    played.open()
    played.phone.submit(f"{played.url}/undo")
    assert len([row for row in played.match.rows if not row.undone]) == 1
    assert signers(result(played.seat(EVA), played))[0].endswith("pak přibyl 1 zápis")
