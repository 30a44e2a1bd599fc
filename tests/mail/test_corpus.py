"""Public mail from other projects' tests, where the corpus lies beside the checkout."""

import json
import re
from typing import Any

import pytest

from pbem.games.illuminati.language import carries_order, has_order
from pbem.mail.html import html_to_text
from pbem.mail.letter import read_envelope, read_letter
from pbem.mail.marks import is_sent_from, is_signature_mark
from pbem.mail.newtext import find_new_text
from tests.support.each import each
from tests.support.places import ROOT

CORPUS = ROOT.parent / "shared" / "mail-corpus"
MANIFEST = CORPUS / "manifest.json"
ENTRIES: list[dict[str, Any]] = (
    json.loads(MANIFEST.read_text(encoding="utf-8"))["messages"] if MANIFEST.exists() else []
)
REPLIES = [entry for entry in ENTRIES if entry["kind"] == "reply"]
LEAST_RIGHT = 48

pytestmark = pytest.mark.skipif(not ENTRIES, reason="the mail corpus is not there")


def name_of(entry: dict[str, Any]) -> str:
    return str(entry["id"])


def new_text_of(entry: dict[str, Any]) -> str:
    raw = (CORPUS / entry["file"]).read_bytes()
    if entry["body_kind"] == "eml":
        return read_letter(raw, has_order=has_order).text
    body = raw.decode("utf-8", "replace")
    text = html_to_text(body) if entry["body_kind"] == "text/html" else body
    return find_new_text(text, has_order=has_order).text


def comparable(text: str) -> list[str]:
    """The lines above the signature, as the corpus says they are to be compared."""
    lines: list[str] = []
    for line in (" ".join(row.split()) for row in text.splitlines()):
        if is_signature_mark(line):
            break
        if line and line[0] not in ">|" and not is_sent_from(line):
            lines.append(line)
    return lines


def is_right(entry: dict[str, Any]) -> bool:
    text = new_text_of(entry)
    if entry.get("compare") == "lines":
        return comparable(text) == comparable(entry["expected_new_text"])
    if entry.get("compare"):
        return re.sub(r"\W", "", text) == re.sub(r"\W", "", entry["expected_new_text"])
    return all(part in text for part in entry.get("expected_contains", [])) and not any(
        part in text for part in entry.get("expected_absent", [])
    )


def test_new_text_of_replies() -> None:
    wrong = [name_of(entry) for entry in REPLIES if not is_right(entry)]
    assert len(REPLIES) - len(wrong) >= LEAST_RIGHT, wrong


@each("entry", ENTRIES, ids=name_of)
def test_every_mail_is_read(entry: dict[str, Any]) -> None:
    raw = (CORPUS / entry["file"]).read_bytes()
    letter = read_letter(raw)
    if not letter.is_cut:
        assert [line.text for line in letter.lines] == letter.body.split("\n")
    if entry["kind"] == "machine":
        assert letter.is_machine
        assert read_envelope(raw, has_order=has_order, carries_order=carries_order).is_machine
    if entry["kind"] == "reply":
        assert letter.is_machine is None
    if entry["kind"] == "mime":
        assert letter.text.strip()


def test_names_and_subjects_in_odd_charsets_are_readable() -> None:
    raw = (CORPUS / "messages/flanker-from-encoding.eml").read_bytes()
    assert read_letter(raw).from_name == "Ingo Lütkebohle"
    raw = (CORPUS / "messages/mail-japanese-iso-2022.eml").read_bytes()
    assert read_letter(raw).body.strip() == "すみません。"
