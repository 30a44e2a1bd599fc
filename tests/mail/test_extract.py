"""`pbem extract`: mail, bare text and HTML in; the new text, or every line's label, out."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner

from pbem.cli.extracting import extract_command

SENT = "Bob may still oppose.\n# ATTACK Hackers WITH CIA\n"
REPLY = "From: a@b.c\n\nPASS\n\n> Bob may still oppose.\n> ATTACK Hackers WITH CIA\n"


def extract(typed: str, *options: str) -> str:
    done = CliRunner().invoke(extract_command, options, input=typed.encode())
    assert done.exit_code == 0, done.output
    return done.output


def test_a_mail_with_and_without_ours(tmp_path: Path) -> None:
    text, raw = tmp_path / "sent.txt", tmp_path / "sent.eml"
    text.write_text(SENT, encoding="utf-8")
    raw.write_text(f"Subject: x\nContent-Type: text/plain\n\n{SENT}", encoding="utf-8")
    assert extract(REPLY) == "PASS\n"
    for sent in (text, raw):
        assert extract(REPLY, "--sent", str(sent)) == "PASS\n\nATTACK Hackers WITH CIA\n"


def test_a_bare_body_of_text_or_html() -> None:
    assert extract(REPLY.partition("\n\n")[2], "--body") == "PASS\n"
    markup = "<div>PASS &amp; go</div><blockquote>old</blockquote>"
    assert extract(markup, "--body") == "PASS & go\n"
    assert extract("<ann@example.net> said so", "--body") == "<ann@example.net> said so\n"


def test_every_line_has_its_label() -> None:
    told = json.loads(extract(REPLY + "-- \nREADY\n", "--json"))
    assert told["text"] == "PASS"
    assert [line["label"] for line in told["lines"] if line["text"]] == [
        "new",
        "quoted",
        "quoted",
        "signature",
        "signature",
    ]
    assert "READY" in told["ignored"]
    assert told["machine"] is None


def test_a_file_counts_where_the_body_has_no_order() -> None:
    mail = (
        "From: a@b.c\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\n{}\n"
        "--b\nContent-Type: text/plain; name=o.txt\n\nDROP Trekkies\n--b--\n"
    )
    assert extract(mail.format("Orders are in the file.")).startswith("DROP Trekkies\n")
    assert extract(mail.format("PASS")) == "PASS\n"
