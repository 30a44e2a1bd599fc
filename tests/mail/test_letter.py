"""Bytes to Letter: charsets, parts, headers, machines, and bytes that are no mail at all."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.mail.body import unflow
from pbem.mail.charset import decode
from pbem.mail.html import html_to_text
from pbem.mail.letter import OurNames, read_letter
from tests.support.each import each

TOKEN = "abcdefghijklmnopqrstuvwxyz"
MIB = 1024 * 1024
HEAD = b"From: Ann <ann@example.net>\r\nTo: game+" + TOKEN.encode() + b"@example.org\r\n"


def letter_of(headers: str, body: str = "PASS") -> bytes:
    return HEAD + headers.encode() + b"\r\n\r\n" + body.encode()


def test_a_plain_letter() -> None:
    letter = read_letter(
        letter_of(
            "Subject: =?utf-8?q?Z=C3=BCge?=\r\nMessage-ID: <1@x>\r\nIn-Reply-To: <2@x>\r\n"
            "References: <0@x>\r\n <2@x>\r\nDate: Wed, 23 Apr 2025 20:00:00 +0200"
        )
    )
    assert letter.subject == "Züge"
    assert letter.from_addr == "ann@example.net"
    assert letter.to == (f"game+{TOKEN}@example.org",)
    assert letter.message_id == "<1@x>"
    assert letter.in_reply_to == "<2@x>"
    assert letter.references == ("<0@x>", "<2@x>")
    assert letter.date == "Wed, 23 Apr 2025 20:00:00 +0200"
    assert letter.tokens == (TOKEN,)
    assert letter.text == "PASS"
    assert letter.is_machine is None


@each(
    ("data", "declared", "text"),
    [
        (b"Zug", "utf-8", "Zug"),
        ("Züge".encode("cp1252"), "utf-8", "Züge"),
        ("Züge".encode(), "iso-8859-1", "Züge"),
        ("Züge".encode(), "us-ascii", "Züge"),
        ("“Zug”".encode("cp1252"), "iso-8859-1", "“Zug”"),
        ("攻击".encode("gb18030"), "GB2312", "攻击"),
        ("공격".encode("cp949"), "ks_c_5601-1987", "공격"),
        ("Züge".encode(), "no-such-charset", "Züge"),
        ("Züge".encode(), None, "Züge"),
        (b"abc", "unicode_escape", "abc"),
        (b"\x81\x8d", "x\0y", "\ufffd\ufffd"),
        (b"abc", "base64", "abc"),
        ("Grüße aus Zürich\nPASS ".encode() + b"\xff", "utf-8", "Grüße aus Zürich\nPASS \ufffd"),
        ("Grüße aus Zürich\nPASS ".encode() + b"\xff", "", "Grüße aus Zürich\nPASS \ufffd"),
        (b"ATTACK Hackers WITH CIA \xff", "utf8", "ATTACK Hackers WITH CIA \ufffd"),
        (b"ATTACK Hackers WITH the caf\xe9", "iso-8859-1", "ATTACK Hackers WITH the caf\xe9"),
        ("Grüße aus Zürich".encode("cp1252"), "utf-8", "Grüße aus Zürich"),
    ],
)
def test_charsets(data: bytes, declared: str | None, text: str) -> None:
    assert decode(data, declared) == text


def test_flowed_text_is_joined() -> None:
    assert unflow("one \ntwo\n three \n-- \nAnn") == "one two\nthree \n-- \nAnn"
    assert unflow("> one \n> two\n>> three \nfour") == "> one two\n>> three \nfour"
    assert unflow("one \ntwo", del_sp=True) == "onetwo"


def test_html_is_text_with_marked_quotes() -> None:
    markup = "<p>PASS &amp; go</p><blockquote>old<br>lines<blockquote>x</blockquote></blockquote>b"
    assert html_to_text(markup).split("\n") == ["PASS & go", "", "> old", "> lines", "> > x", "b"]
    assert html_to_text("<head><style>p{}</style></head>1 < 2<!-- no --><td>a</td>") == "1 < 2 a"


def test_html_is_read_where_the_plain_text_is_missing_or_flattened() -> None:
    html = "<div>PASS</div><div>READY</div>"
    assert read_letter(letter_of("Content-Type: text/html", html)).text == "PASS\nREADY"
    for plain, text in (("PASS READY", "PASS\nREADY"), ("", "PASS\nREADY"), ("A\nB", "A\nB")):
        body = (
            f"--b\r\nContent-Type: text/plain\r\n\r\n{plain}\r\n"
            f"--b\r\nContent-Type: text/html\r\n\r\n{html}\r\n--b--"
        )
        headers = "Content-Type: multipart/alternative; boundary=b"
        assert read_letter(letter_of(headers, body)).text == text


def test_attached_letters_and_files_are_not_read() -> None:
    body = (
        "--b\r\nContent-Type: text/plain\r\n\r\nPASS\r\n"
        "--b\r\nContent-Type: message/rfc822\r\n\r\nSubject: x\r\n\r\nREADY\r\n"
        "--b\r\nContent-Type: text/plain; name=x.txt\r\n\r\nDROP Trekkies\r\n--b--"
    )
    assert read_letter(letter_of("Content-Type: multipart/mixed; boundary=b", body)).text == "PASS"


ATTACHED = (
    "--b\r\nContent-Type: text/plain\r\n\r\n{body}\r\n"
    "--b\r\nContent-Type: text/plain; name=orders.txt\r\n"
    "Content-Disposition: attachment\r\n\r\nDROP Trekkies\r\n"
    "--b\r\nContent-Type: text/plain; name=x.log\r\n\r\nRESIGN\r\n--b--"
)


@pytest.mark.parametrize(
    ("body", "text"),
    [("", "DROP Trekkies"), ("See file.", "DROP Trekkies\n\nSee file."), ("PASS", "PASS")],
)
def test_a_text_file_counts_where_the_body_has_no_order(body: str, text: str) -> None:
    raw = letter_of("Content-Type: multipart/mixed; boundary=b", ATTACHED.format(body=body))
    letter = read_letter(raw, has_order=lambda text: "PASS" in text)
    assert letter.text == text
    assert [line.text for line in letter.lines] == letter.body.split("\n")


def test_html_is_read_where_the_plain_text_is_much_shorter() -> None:
    orders = "".join(f"<p>ATTACK Hackers WITH CIA SPEND {n}</p>" for n in range(9))
    body = (
        "--b\r\nContent-Type: text/plain\r\n\r\nThis is HTML.\r\nYou need a viewer.\r\n"
        f"--b\r\nContent-Type: text/html\r\n\r\n{orders}\r\n--b--"
    )
    letter = read_letter(letter_of("Content-Type: multipart/alternative; boundary=b", body))
    assert letter.text.count("ATTACK") == 9


def test_what_nobody_sees_is_gone() -> None:
    assert read_letter(letter_of("X: y", "\ufeffPA\u200bSS\u00a0now\x00")).text == "PASS now"


@each(
    "header",
    [
        "Return-Path: <>",
        "Auto-Submitted: auto-replied (vacation)",
        "Auto-Submitted: auto-generated; x=y",
        "Precedence: bulk",
        "Precedence: auto_reply",
        "Precedence: junk",
        "Content-Type: multipart/report; boundary=b",
        "X-Autoreply: yes",
        "X-Autorespond: yes",
        "X-Failed-Recipients: bob@example.net",
        "Subject: Out of Office: away",
        "Subject: Automatische Antwort: Zug",
        "Subject: =?utf-8?q?R=C3=A9ponse_automatique?=",
        "Sender: MAILER-DAEMON@example.net",
        "Sender: Mail Delivery System <x@example.net>",
        "Subject: Undelivered Mail Returned to Sender",
        "Subject: Automatikus válasz: Zug",
        "Subject: Warning: could not send message for past 4 hours",
        "X-MS-Exchange-Inbox-Rules-Loop: x@example.net",
        "Content-Type: message/disposition-notification",
        "Delivered-To: autoresponder@example.net",
    ],
)
def test_machines_are_known(header: str) -> None:
    assert read_letter(letter_of(header)).is_machine


@each(
    "header",
    [
        "Return-Path: <ann@example.net>",
        "Auto-Submitted: no",
        "Auto-Submitted: No (typed)",
        "X-Auto-Response-Suppress: All",
        "Precedence: normal",
        "Subject: Re: Out of Office",
        "Subject: Undelivered goods",
        "Subject: Re: Undelivered Mail",
        "Sender: Mail Delivery Fan <x@example.net>",
        "Delivered-To: ann@example.net",
        "Content-Type: text/plain",
        "List-Id: <club.example.net>",
        "Precedence: list",
    ],
)
def test_people_are_not_taken_for_machines(header: str) -> None:
    assert read_letter(letter_of(header)).is_machine is None


@pytest.mark.parametrize("header", [b"List-Id: <club.example.net>", b"Precedence: list"])
def test_a_mailing_list_without_our_token_is_a_machine(header: bytes) -> None:
    raw = b"From: ann@example.net\r\nTo: club@example.net\r\n" + header + b"\r\n\r\nPASS"
    assert read_letter(raw).is_machine


def test_envelope_and_own_addresses_tell_machines() -> None:
    raw = letter_of("X: y")
    assert read_letter(raw, mail_from="").is_machine == "null return path"
    assert read_letter(raw, mail_from="MAILER-DAEMON@example.net").is_machine
    assert read_letter(raw, mail_from="ann@example.net").is_machine is None
    ours = raw.replace(b"ann@example.net", b"game+" + TOKEN.encode() + b"@example.org")
    assert read_letter(ours, ours=OurNames(["game@example.org"])).is_machine
    assert read_letter(raw, ours=OurNames(["game@example.org"])).is_machine is None
    assert read_letter(raw, ours=OurNames(["an@example.net"])).is_machine is None


def test_no_bytes_at_all() -> None:
    letter = read_letter(b"")
    assert (letter.subject, letter.from_addr, letter.to, letter.text) == ("", "", (), "")


def test_not_mail_at_all_is_a_body() -> None:
    assert read_letter(b"PASS\nREADY\n").text == "PASS\nREADY"


NASTY = {
    "nuls": b"\0" * MIB,
    "newlines": HEAD + b"\r\n" + b"\n" * MIB,
    "headers": b"a:b\n" * (MIB // 4),
    "one line": HEAD + b"\r\n" + b"a" * MIB,
    "quote marks": HEAD + b"\r\n" + b">" * MIB,
    "nested parts": b"Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n" * (MIB // 52),
    "many parts": HEAD
    + b"Content-Type: multipart/mixed; boundary=a\r\n\r\n"
    + b"--a\n" * (MIB // 4),
    "encoded words": b"Subject: " + b"=?a?q?" * (MIB // 6) + b"\n\nx",
    "parentheses": b"From: " + b"(" * MIB + b"\n\nx",
    "references": b"References: " + b"<a@b> " * (MIB // 6) + b"\n\nx",
    "open tags": HEAD + b"Content-Type: text/html\r\n\r\n" + b"<" * MIB + b">",
    "comments": HEAD + b"Content-Type: text/html\r\n\r\n" + b"<!--" * (MIB // 4),
    "attributions": HEAD + b"\r\n" + b"On 1 Jan 2024 10:00, a@b wrote:\n" * (MIB // 32),
    "header blocks": HEAD + b"\r\n" + b"From: a@b.c\nSent: 10:00\n" * (MIB // 24),
    "parameters": HEAD + b"Content-Type: text/plain; " + b'a="' * (MIB // 3) + b"\r\n\r\nx",
}


@pytest.mark.long
@pytest.mark.parametrize("name", NASTY)
def test_a_megabyte_of_anything_is_read_in_a_second(name: str) -> None:
    sent = "attack yuppies with mafia\n" * 8000
    started = time.process_time()
    read_letter(NASTY[name][:MIB], sent=sent)
    assert time.process_time() - started < 10, "reading grows faster than the letter"


PIECES = st.sampled_from(
    [b"From: ", b"Subject: ", b"Content-Type: ", b"multipart/mixed; boundary=b", b"text/html",
     b"; charset=", b"utf-7", b"idna", b"Content-Transfer-Encoding: ", b"base64", b"x-uuencode",
     b"quoted-printable", b"\r\n", b"\n", b"\r\n\r\n", b"--b", b"--b--", b"=?utf-8?b?", b"?=",
     b"<", b">", b"@", b"=", b"(", b'"', b";", b"> ", b"format=flowed", b"message/rfc822", b"begin",
     b"Content-Disposition: ", b"attachment; filename*=", b"''", b"%", b"\xff", b"\0", b"To: "]
)  # fmt: skip


@given(st.lists(st.one_of(PIECES, st.binary(max_size=8)), max_size=60))
def test_any_bytes_are_read(pieces: list[bytes]) -> None:
    letter = read_letter(b"".join(pieces), sent="PASS\n")
    assert letter == read_letter(b"".join(pieces), sent="PASS\n")
    letter.text.encode("utf-8")
    letter.subject.encode("utf-8")
    assert "\n" not in letter.subject + letter.from_name + letter.from_addr


TYPED = "ATTACK Hackers WITH CIA\nREADY"
MARKUP = "<html><body><div>ATTACK Hackers WITH CIA</div><div>READY</div></body></html>"
AMP = "--m\nContent-Type: text/x-amp-html\n\n<b>PASS</b>\n"
CALENDAR = "--m\nContent-Type: text/calendar\n\nBEGIN:VCALENDAR\nPASS\nEND:VCALENDAR\n"
ALTERNATIVE = "Content-Type: multipart/alternative; boundary=m\n\n"


@each(
    "rest",
    [
        f"{ALTERNATIVE}{TYPED}",
        f"Content-Type: text/plain\n\n{MARKUP}",
        f"\n{MARKUP}",
        f"{ALTERNATIVE}--m\n\n{MARKUP}\n--m\nContent-Type: text/html\n\n{MARKUP}\n--m--\n",
        f"Content-Type: text/plain\nContent-Transfer-Encoding: base64\n\n{TYPED}",
        f"{ALTERNATIVE}{AMP}--m\n\n{TYPED}\n--m\nContent-Type: text/html\n\n{MARKUP}\n--m--\n",
        f"{ALTERNATIVE}--m\n\n{TYPED}\n{CALENDAR}--m--\n",
        f"{ALTERNATIVE}--m\nContent-Type: text/html\n\n{MARKUP}\n{CALENDAR}--m--\n",
        f"Content-Type: text/enriched\n\n{TYPED}",
    ],
)
def test_a_body_called_what_it_is_not_is_read_as_what_it_is(rest: str) -> None:
    assert read_letter(f"From: ann@example.net\n{rest}".encode()).text == TYPED
