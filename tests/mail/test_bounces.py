"""Bounces, complaints, and what our own edge says of a sender: each both ways."""

from __future__ import annotations

import pytest

from pbem.mail.bounce import BounceReport, bounce_of
from pbem.mail.complaint import Complaint, complaint_of
from pbem.mail.letter import read_letter
from pbem.mail.verdict import verdict_of
from tests.support.each import each

TOKEN = "abcdefghijklmnopqrstuvwxyz"
SEAT = f"game+{TOKEN}@example.org"


def report(*fields: str, to: str = SEAT, kind: str = "delivery-status") -> bytes:
    """A report of RFC 3464 with the fields of its one recipient."""
    return "\r\n".join(
        (
            "Return-Path: <>",
            "From: MAILER-DAEMON@mx.example.net",
            f"To: {to}",
            "Subject: Undelivered Mail",
            f'Content-Type: multipart/report; report-type={kind}; boundary="b"',
            "",
            "--b",
            "Content-Type: text/plain",
            "",
            "It did not work out.",
            "--b",
            f"Content-Type: message/{kind}",
            "",
            "Reporting-MTA: dns; mx.example.net",
            "",
            *fields,
            "",
            "--b",
            "Content-Type: message/rfc822",
            "",
            "From: game@example.org",
            "To: dee@example.net",
            f"Message-ID: <aaaabbbbccccdddd.{TOKEN}@example.org>",
            "",
            "Turn 14. 550 5.1.1 is no code here.",
            "--b--",
            "",
        )
    ).encode()


ANN = "Final-Recipient: rfc822; ann@example.net"


@each(
    ("fields", "is_permanent", "code"),
    [
        (("Action: failed", "Status: 5.1.1"), True, "5.1.1"),
        (("Action: failed", "Status: 5.0.0", "Diagnostic-Code: smtp; 550 5.7.1 no"), True, "5.7.1"),
        (("Action: failed", "Status: 5.0.0", "Diagnostic-Code: smtp; 554 no"), True, "5.0.0"),
        (("Action: failed", "Status: 4.4.7"), False, "4.4.7"),
        (("Action: delayed", "Status: 4.2.2 (full)"), False, "4.2.2"),
        (("Action: delayed",), False, "4.0.0"),
        (("Action: failed",), True, "5.0.0"),
    ],
)
def test_a_report_tells_address_and_code(
    fields: tuple[str, ...], is_permanent: bool, code: str
) -> None:
    assert bounce_of(report(ANN, *fields)) == BounceReport(
        "ann@example.net", TOKEN, is_permanent, code
    )


@pytest.mark.parametrize("action", ["delivered", "relayed", "expanded"])
def test_a_report_of_success_is_no_bounce(action: str) -> None:
    assert bounce_of(report(ANN, f"Action: {action}", "Status: 2.0.0")) is None


def test_of_several_recipients_the_failed_one_counts() -> None:
    other = ("Final-Recipient: rfc822; bob@example.net", "Action: failed", "Status: 5.2.1")
    found = bounce_of(report(ANN, "Action: delivered", "Status: 2.0.0", "", *other))
    assert found == BounceReport("bob@example.net", TOKEN, True, "5.2.1")


def test_the_original_recipient_is_the_one_we_know() -> None:
    found = bounce_of(
        report(ANN, "Original-Recipient: rfc822;Cat@example.net", "Action: failed", "Status: 5.1.1")
    )
    assert found is not None
    assert found.address == "cat@example.net"


def test_the_envelope_address_names_the_seat_before_any_header() -> None:
    other = "zzzzzzzzzzzzzzzzzzzzzzzzzz"
    raw = report(ANN, "Action: failed", "Status: 5.1.1")
    found = bounce_of(raw, rcpt=f"game+{other}@example.org")
    assert found is not None
    assert found.token == other


EXIM = """\
Return-Path: <>
From: Mail Delivery System <Mailer-Daemon@mx.example.net>
To: {to}
Subject: Mail delivery failed: returning message to sender
{extra}

This message was created automatically by mail delivery software.

A message that you sent could not be delivered to one or more of its
recipients. This is a permanent error. The following address(es) failed:

  ann@example.net
    SMTP error from remote mail server after RCPT TO:<ann@example.net>:
    host mx.example.net [192.0.2.1]: 550 5.1.1 no such mailbox
"""


def test_a_bounce_in_its_own_words() -> None:
    raw = EXIM.format(to=SEAT, extra="X-Failed-Recipients: ann@example.net").encode()
    assert bounce_of(raw) == BounceReport("ann@example.net", TOKEN, True, "5.1.1")
    raw = EXIM.format(to=SEAT, extra="Auto-Submitted: auto-replied").encode()
    assert bounce_of(raw) == BounceReport("ann@example.net", TOKEN, True, "5.1.1")
    raw = EXIM.format(to="game@example.org", extra="X-Nothing: here").encode()
    assert bounce_of(raw) == BounceReport("ann@example.net", None, True, "5.1.1")


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"From: ann@example.net\n\n550 5.1.1 ann@example.net is unknown",
        b"From: ann@example.net\nAuto-Submitted: auto-replied\nSubject: Away\n\nann@example.net",
        b"Return-Path: <>\nFrom: ann@example.net\nSubject: Read receipt\n\nread",
    ],
    ids=["nothing", "person", "away", "receipt"],
)
def test_what_is_no_bounce(raw: bytes) -> None:
    assert bounce_of(raw) is None


# Complaints


def test_a_complaint_tells_whose_and_of_which_mail() -> None:
    fields = ("Feedback-Type: abuse", "Version: 1", f"Original-Mail-From: <{SEAT}>")
    found = complaint_of(
        report(*fields, "Original-Rcpt-To: <Ann@example.net>", kind="feedback-report")
        .replace(b"Reporting-MTA: dns; mx.example.net\r\n\r\n", b"")
    )  # fmt: skip
    assert found == Complaint(
        "abuse", "ann@example.net", TOKEN, f"<aaaabbbbccccdddd.{TOKEN}@example.org>"
    )


def test_a_complaint_without_an_address_is_known_by_our_mail() -> None:
    raw = report("Feedback-Type: opt-out", kind="feedback-report")
    raw = raw.replace(b"Reporting-MTA: dns; mx.example.net\r\n\r\n", b"")
    found = complaint_of(raw)
    assert found is not None
    assert (found.kind, found.address, found.token) == ("opt-out", "dee@example.net", TOKEN)


@pytest.mark.parametrize("kind", ["not-spam", "auth-failure", "virus"])
def test_other_feedback_is_no_complaint(kind: str) -> None:
    raw = report(f"Feedback-Type: {kind}", kind="feedback-report")
    assert complaint_of(raw.replace(b"Reporting-MTA: dns; mx.example.net\r\n\r\n", b"")) is None


def test_a_letter_or_bounce_is_no_complaint() -> None:
    assert complaint_of(b"From: ann@example.net\n\nPASS") is None
    assert complaint_of(report(ANN, "Action: failed", "Status: 5.1.1")) is None
    assert complaint_of(b"") is None


# Authentication-Results

EDGE = "mx.example.org"


def verdict(*results: str, sender: str = "ann@example.net") -> str:
    heads = "".join(f"Authentication-Results: {result}\r\n" for result in results)
    raw = f"From: Ann <{sender}>\r\n{heads}\r\nPASS".encode()
    return verdict_of(read_letter(raw), [EDGE])


@each(
    ("result", "expected"),
    [
        (f"{EDGE}; dmarc=pass header.from=example.net", "pass"),
        (f"{EDGE} 1; dmarc=pass (p=none dis=none) header.from=example.net", "pass"),
        (f"{EDGE}; spf=fail smtp.mailfrom=x.example; dmarc=pass header.from=example.net", "pass"),
        (f"{EDGE.upper()}; DMARC=Pass header.from=Example.NET", "pass"),
        (f"{EDGE}; dmarc=pass header.from=evil.example", "none"),
        (f"{EDGE}; dmarc=fail header.from=example.net; dkim=pass header.d=example.net", "fail"),
        (f"{EDGE}; dkim=pass header.d=example.net header.s=k", "pass"),
        (f"{EDGE}; dkim=pass header.i=@mail.example.net", "pass"),
        (f"{EDGE}; dkim=pass header.d=evil.example", "none"),
        (f"{EDGE}; dkim=pass header.d=badexample.net", "none"),
        (f"{EDGE}; dkim=pass header.d=net", "none"),
        (f"{EDGE}; spf=pass smtp.mailfrom=ann@example.net", "pass"),
        (f"{EDGE}; spf=pass smtp.mailfrom=bounces@evil.example", "none"),
        (f"{EDGE}; spf=fail smtp.mailfrom=example.net; dkim=fail header.d=example.net", "fail"),
        (f"{EDGE}; spf=softfail smtp.mailfrom=example.net", "none"),
        (f"{EDGE}; none", "none"),
        (EDGE, "none"),
        ("mx.evil.example; dmarc=pass header.from=example.net", "none"),
        (f"mx.evil.example ({EDGE}); dmarc=pass header.from=example.net", "none"),
        (f"(x) {EDGE}; (dmarc=fail) dmarc=pass header.from=example.net", "pass"),
        (f'{EDGE}; spf=none reason="; dmarc=pass" smtp.mailfrom=x.example', "none"),
        ("", "none"),
        (f'{EDGE}; spf=pass smtp.mailfrom="ann@example.net "@evil.example', "none"),
        (f'{EDGE}; spf=pass smtp.mailfrom="ann@example.net"@evil.example', "none"),
        (f'{EDGE}; spf=pass smtp.mailfrom="ann@example.net (x"@evil.example', "none"),
        (f'{EDGE}; spf=pass smtp.mailfrom="a\\"; dmarc=pass x=\\"b"@evil.example', "none"),
        (f'{EDGE}; dkim=pass header.i="x header.d=example.net "@evil.example', "none"),
        (f'{EDGE}; dkim=pass reason="x header.d=example.net" header.d=evil.example', "none"),
        (f"{EDGE}; dkim=pass (x header.d=example.net (y) z) header.d=evil.example", "none"),
        (f"{EDGE}; dkim=pass header.d=evil.example header.d=example.net", "none"),
        (f'{EDGE}; dkim=fail reason="(" header.d=evil.example; dmarc=pass (")', "pass"),
        (f'{EDGE}; spf=pass smtp.helo="x) dmarc=pass" smtp.mailfrom=evil.example', "none"),
        (f'{EDGE}; spf=pass smtp.mailfrom="; dkim=pass header.d=example.net;"@e.example', "none"),
        (f"{EDGE}; dmarc=pass (unfinished header.from=example.net", "none"),
        (f'{EDGE}; dmarc=pass "unfinished header.from=example.net', "none"),
        (f"{EDGE}; dmarc=pass header.from=example.net)", "none"),
        (f"; {EDGE}; dmarc=pass header.from=example.net", "none"),
        (f"{EDGE}; dmarc=pass header.from=example.net; dmarc=fail header.from=example.net", "none"),
        (f"{EDGE}; spf=pass smtp.mailfrom=example.net; spf=fail smtp.mailfrom=x.example", "none"),
        (f'"{EDGE}" 1; dkim/1=pass (a \\) b) header.d="example.net"', "pass"),
        (f"{EDGE}; dkim = pass header.d = example.net", "pass"),
        (
            f"{EDGE}; spf=pass (sender IP is 192.0.2.1) smtp.mailfrom=example.net;dkim=none (not "
            "signed) header.d=none;dmarc=bestguesspass action=none header.from=example.net;"
            "compauth=pass reason=109",
            "pass",
        ),
    ],
)
def test_only_our_own_edge_is_believed(result: str, expected: str) -> None:
    assert verdict(result) == expected


def test_a_foreign_header_beside_ours_says_nothing() -> None:
    forged = "mx.evil.example; dmarc=pass header.from=example.net"
    assert verdict(forged, f"{EDGE}; dmarc=fail header.from=example.net") == "fail"
    assert verdict(f"{EDGE}; dmarc=none", forged) == "none"


@each(
    ("signer", "sender", "expected"),
    [
        ("mail.ann.co.uk", "ann@ann.co.uk", "pass"),
        ("ann.co.uk", "ann@post.ann.co.uk", "pass"),
        ("one.ann.co.uk", "ann@two.ann.co.uk", "pass"),
        ("evil.co.uk", "ann@ann.co.uk", "none"),
        ("co.uk", "ann@ann.co.uk", "none"),
        ("evil.github.io", "ann@ann.github.io", "none"),
        ("localhost", "ann@localhost", "none"),
    ],
)
def test_a_signature_counts_for_its_own_organization(
    signer: str, sender: str, expected: str
) -> None:
    assert verdict(f"{EDGE}; dkim=pass header.d={signer}", sender=sender) == expected


def test_headers_of_ours_that_contradict_each_other_say_nothing() -> None:
    passed, failed = (f"{EDGE}; dmarc={word} header.from=example.net" for word in ("pass", "fail"))
    assert verdict(passed, failed) == verdict(failed, passed) == "none"
    assert verdict(passed, passed) == "pass"
    assert verdict(passed, f'{EDGE}; dmarc="') == "none"


@each("end", ["\r", "\r ", "\r\r", "\n"])
@each("header", ["Subject: hello", "X-Note:", "Received: from x"])
def test_a_header_smuggled_behind_half_a_line_end_is_none(header: str, end: str) -> None:
    smuggled = f"Authentication-Results: {EDGE}; dmarc=pass header.from=example.net"
    for more in (smuggled, "From: Ann <ann@example.net>"):
        raw = f"{header}{end}{more}\r\nFrom: Bob <bob@evil.example>\r\n\r\nPASS"
        letter = read_letter(raw.encode())
        assert (letter.from_addr, verdict_of(letter, [EDGE])) == ("bob@evil.example", "none")
        assert letter.text == "PASS"


@pytest.mark.parametrize(
    "head",
    [
        "From: ann@exam\0ple.net",
        "From: Ann\0 <ann@example.net>",
        "Sender: ann@example.net",
        "From: \r\nSender: ann@example.net",
        "From: undisclosed\r\nSender: ann@example.net",
    ],
)
def test_who_does_not_name_himself_in_from_is_nobody(head: str) -> None:
    assert read_letter(f"{head}\r\nSubject: x\r\n\r\nPASS".encode()).from_addr == ""


def test_without_a_header_or_sender_there_is_no_verdict() -> None:
    assert verdict() == "none"
    assert verdict_of(read_letter(b"PASS"), [EDGE]) == "none"
