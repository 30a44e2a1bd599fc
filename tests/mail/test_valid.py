"""Every kind of mail we send is valid by RFC 5322, says what it should, and is no spam by form."""

from __future__ import annotations

import email
import re
import shutil
import subprocess
from datetime import UTC, datetime
from email.message import EmailMessage
from email.policy import default
from email.utils import parsedate_to_datetime
from pathlib import Path

import pytest

from pbem.documents.html import Picture, to_html
from pbem.games.illuminati.reporter import picture_alt
from pbem.mail.compose import File, Message, message_id_for, render
from tests.support.each import each
from tests.support.golden import body_of
from tests.support.places import TESTS

FOLDER = TESTS / "reports"
KINDS = sorted(path.stem for path in FOLDER.glob("*.marked"))
TOKEN = "abcdefghijklmnopqrstuvwxyz"
AT = datetime(2026, 11, 21, 12, tzinfo=UTC)
PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489"
    "0000000d49444154789c6360606060000000050001a5f645400000000049454e44ae426082"
)
ONCE = ("From", "To", "Date", "Message-ID", "Subject", "MIME-Version")
AT_MOST_ONCE = ("Sender", "Reply-To", "Cc", "In-Reply-To", "References", "List-Id", "Content-Type")
_FIELD = re.compile(rb"[!-9;-~]+: \S")
_ID = re.compile(r"<[!#-'*+\-/-9=?A-Z^-~.]+@[A-Za-z0-9.-]+>")
FORM_RULES = re.compile(
    r"MALFORMED|BADHDR|BAD_HEADER|INVALID|MISSING_|MIME_BAD|MIME_QP|MIME_HTML_ONLY|MPART_ALT_DIFF"
    r"|MSGID_|HEADER_|HDR_|UNPARSEABLE|NO_HEADERS|DATE_IN|TVD_|FORGED|FAKE|BASE64|ILLEGAL|_8BIT"
    r"|ENCODED|CHARSET|DOUBLE|EMPTY_MESSAGE|T_MIME|HTML_MIME|HTML_TAG|HTML_IMAGE_ONLY|SUBJ_ALL"
)
"""Rules of SpamAssassin about how a mail is made, not about what it says or where it comes from."""


def mail_of(kind: str) -> Message:
    """A golden mail as it would be sent, with HTML, a picture and everything else it can have."""
    head, _, text = (FOLDER / f"{kind}.txt").read_text(encoding="utf-8").partition("\n\n")
    subject = head.removeprefix("Subject: ")
    picture = Picture("structures.abc", picture_alt, PNG)
    return Message(
        to="ann@example.net",
        to_name="Ann \u201cFnord\u201d M\u00fcller, esq.",
        subject=subject,
        text=text,
        html=to_html(body_of(FOLDER / f"{kind}.txt"), subject=subject, picture=picture),
        files=(
            File("structures.png", "image/png", PNG, "structures.abc"),
            File("deadline.ics", "text/calendar", b"BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n"),
        ),
        message_id=message_id_for(b"k", f"x:{kind}", "play.example.org", TOKEN),
        from_addr="game@play.example.org",
        from_name="The Referee",
        date_at=AT,
        in_reply_to=f"<{'x' * 90}.{TOKEN}@play.example.org>",
        references=(f"<{'y' * 90}.{TOKEN}@play.example.org>",),
        reply_to=f"game+{TOKEN}@play.example.org",
        list_id="Fnord-7 <Fnord-7.play.example.org>",
        unsubscribe=f"https://play.example.org/stop/1/{kind}/{'0' * 32}",
    )


def plain_of(kind: str) -> Message:
    """The same as text alone, as who asked for that gets it, and strangers do."""
    mail = mail_of(kind)
    return Message(
        to=mail.to,
        subject=mail.subject,
        text=mail.text,
        message_id=mail.message_id,
        from_addr=mail.from_addr,
        date_at=AT,
    )


def test_there_are_golden_mails() -> None:
    assert len(KINDS) > 15


@each("kind", KINDS)
def test_its_bytes_keep_to_the_lines_of_the_rfc(kind: str) -> None:
    for message in (mail_of(kind), plain_of(kind)):
        raw = render(message)
        assert re.search(rb"(?<!\r)\n|\r(?!\n)|\0", raw) is None
        assert max(map(len, raw.split(b"\r\n"))) <= 998
        head = raw.partition(b"\r\n\r\n")[0]
        assert head.isascii()
        for line in re.sub(rb"\r\n[ \t]+", b" ", head).split(b"\r\n"):
            assert _FIELD.match(line), line
        # A line of white space alone within a header would end it for some readers.
        assert re.search(rb"\r\n[ \t]+\r\n", head + b"\r\n") is None


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_its_headers_are_there_once_and_parse(kind: str) -> None:
    for message in (mail_of(kind), plain_of(kind)):
        mail = email.message_from_bytes(render(message), policy=default)
        counts = {name: len(mail.get_all(name, [])) for name in (*ONCE, *AT_MOST_ONCE)}
        assert {name: counts[name] for name in ONCE} == dict.fromkeys(ONCE, 1)
        assert max(counts.values()) == 1
        for name, value in mail.items():
            assert not getattr(value, "defects", ()), (name, value)
        assert all(not part.defects for part in mail.walk())
        assert parsedate_to_datetime(str(mail["Date"])) == AT
        assert mail["From"].addresses[0].addr_spec == message.from_addr
        assert mail["To"].addresses[0].addr_spec == message.to
        for name in ("Message-ID", "In-Reply-To", "References"):
            for one in str(mail.get(name, "")).split():
                assert _ID.fullmatch(one), one


@each("kind", KINDS)
def test_it_parses_back_to_what_was_said(kind: str) -> None:
    message = mail_of(kind)
    mail = email.message_from_bytes(render(message), policy=default)
    assert isinstance(mail, EmailMessage)
    assert str(mail["Subject"]) == message.subject
    assert mail["To"].addresses[0].display_name == message.to_name
    for shape, said in (("plain", message.text), ("html", message.html)):
        part = mail.get_body((shape,))
        assert part is not None
        assert part.get_content().replace("\r\n", "\n") == said


@pytest.fixture(scope="module")
def spam_rules() -> str:
    program = shutil.which("spamassassin")
    if program is None:
        pytest.skip("SpamAssassin is not installed (apt-get install spamassassin)")
    return program


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("shape", ["plain", "full"])
def test_no_rule_says_that_a_mail_is_badly_made(
    spam_rules: str, tmp_path: Path, shape: str
) -> None:
    made = plain_of if shape == "plain" else mail_of
    received = (
        b"Received: from mail.play.example.org (mail.play.example.org [93.184.215.14])\r\n"
        b"\tby mx.example.net with ESMTPS id 1 for <ann@example.net>;\r\n"
        b"\tSat, 21 Nov 2026 12:00:01 +0000\r\n"
    )
    box = b"".join(
        b"From game@play.example.org Sat Nov 21 12:00:01 2026\n"
        + (received + render(made(kind))).replace(b"\r\n", b"\n").replace(b"\nFrom ", b"\n>From ")
        + b"\n"
        for kind in KINDS
    )
    path = tmp_path / "mails.mbox"
    path.write_bytes(box)
    run = [spam_rules, "--local", "--mbox", "--nocreate-prefs", str(path)]
    done = subprocess.run(
        run,
        capture_output=True,
        check=True,
        timeout=600,
        env={"HOME": str(tmp_path), "PATH": "/usr/bin:/bin"},
    )
    told = re.sub(r"(,?)\n[ \t]+", lambda m: m[1] or " ", done.stdout.decode("utf-8", "replace"))
    verdicts = re.findall(r"^X-Spam-Status: (.*)$", told, re.MULTILINE)
    assert len(verdicts) == len(KINDS)
    for kind, verdict in zip(KINDS, verdicts, strict=True):
        found = re.search(r"tests=(\S*)", verdict)
        assert found is not None, verdict
        rules = [rule for rule in found[1].split(",") if FORM_RULES.search(rule)]
        assert rules == [], (kind, verdict)
        assert verdict.startswith("No"), (kind, verdict)
