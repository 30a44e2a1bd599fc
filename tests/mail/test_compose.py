"""Message to bytes: same bytes every time, threads whole, nothing injected."""

from dataclasses import replace
from datetime import UTC, datetime
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.mail.compose import File, Message, message_id_for, render
from pbem.mail.letter import read_letter
from pbem.mail.newtext import find_new_text
from tests.support.each import each

TOKEN = "abcdefghijklmnopqrstuvwxyz"
LONG_ID = f"<{'a' * 60}.{TOKEN}@a-rather-long-domain-name.example.org>"
MESSAGE = Message(
    to="ann@example.net",
    to_name="Ann Example",
    from_addr=f"game+{TOKEN}@example.org",
    from_name="Fnord Referee",
    reply_to=f"game+{TOKEN}@example.org",
    subject="[Fnord-7] Turn 14 - you act by Thu 24 Apr 20:00",
    text="Ann, it is your turn.\n\n  ATTACK Hackers WITH CIA\n.\n-- \n",
    message_id=message_id_for(b"k", "report:7:14:ann", "example.org", TOKEN),
    date_at=datetime(2025, 4, 23, 18, 0, tzinfo=UTC),
    list_id="Fnord-7 <fnord-7.game.example.org>",
    in_reply_to=LONG_ID,
    references=("<root@example.org>", LONG_ID),
)


def parsed(message: Message) -> EmailMessage:
    mail = message_from_bytes(render(message), policy=default)
    assert isinstance(mail, EmailMessage)
    return mail


def text_of(mail: EmailMessage) -> str:
    part = mail.get_body(("plain",))
    assert part is not None
    return str(part.get_content()).replace("\r\n", "\n")


def test_the_whole_message_as_bytes() -> None:
    assert render(replace(MESSAGE, in_reply_to="", references=())).decode("ascii").split(
        "\r\n"
    ) == [
        f"From: Fnord Referee <game+{TOKEN}@example.org>",
        "To: Ann Example <ann@example.net>",
        "Subject: [Fnord-7] Turn 14 - you act by Thu 24 Apr 20:00",
        "Date: Wed, 23 Apr 2025 18:00:00 +0000",
        f"Message-ID: {MESSAGE.message_id}",
        f"Reply-To: Fnord Referee <game+{TOKEN}@example.org>",
        "List-Id: Fnord-7 <fnord-7.game.example.org>",
        "Auto-Submitted: auto-generated",
        "X-Auto-Response-Suppress: All",
        'Content-Type: text/plain; charset="utf-8"',
        "Content-Transfer-Encoding: 7bit",
        "MIME-Version: 1.0",
        "Content-Language: en",
        "",
        *MESSAGE.text.split("\n"),
    ]


def test_thread_headers_are_never_folded_or_encoded() -> None:
    raw = render(MESSAGE).decode("ascii")
    assert f"\r\nIn-Reply-To: {LONG_ID}\r\n" in raw
    assert f"\r\nReferences: <root@example.org> {LONG_ID}\r\n" in raw


def test_references_keep_the_root_and_the_last_few() -> None:
    ids = tuple(f"<{n}@example.org>" for n in range(40))
    references = parsed(replace(MESSAGE, references=ids, in_reply_to=ids[-1]))["References"]
    assert str(references).split() == [ids[0], *ids[-5:]]


def test_html_and_text_go_together_and_are_the_same_bytes_every_time() -> None:
    message = replace(MESSAGE, html="<p>Ann, it is your turn.</p>\n")
    assert render(message) == render(replace(message))
    mail = parsed(message)
    assert mail.get_content_type() == "multipart/alternative"
    assert [part.get_content_type() for part in mail.iter_parts()] == ["text/plain", "text/html"]
    assert text_of(mail) == message.text
    assert render(message).count(b"MIME-Version") == 1


PNG = File("x.png", "image/png", b"\x89PNG\r\n\x1a\n\x00", cid="structures.abc")
ICS = File("x.ics", "text/calendar", b"BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n")
JSON = File("x.json", "application/json", b"{}\n")


def shape(mail: EmailMessage) -> object:
    """The nested content types of a mail."""
    kind = mail.get_content_type()
    parts = [shape(part) for part in mail.iter_parts()]  # type: ignore[arg-type]
    return [kind, *parts] if parts else kind


@each(
    ("html", "files", "wanted"),
    [
        (None, (), "text/plain"),
        (None, (PNG,), "text/plain"),
        (None, (PNG, ICS), ["multipart/mixed", "text/plain", "text/calendar"]),
        ("<p>", (), ["multipart/alternative", "text/plain", "text/html"]),
        (
            "<p>",
            (PNG,),
            [
                "multipart/alternative",
                "text/plain",
                ["multipart/related", "text/html", "image/png"],
            ],
        ),
        (
            "<p>",
            (PNG, ICS, JSON),
            [
                "multipart/mixed",
                [
                    "multipart/alternative",
                    "text/plain",
                    ["multipart/related", "text/html", "image/png"],
                ],
                "text/calendar",
                "application/json",
            ],
        ),
    ],
)
def test_parts_are_nested_no_deeper_than_needed(
    html: str | None, files: tuple[File, ...], wanted: object
) -> None:
    message = replace(MESSAGE, html=html, files=files)
    raw = render(message)
    assert raw == render(replace(message))
    mail = parsed(message)
    assert shape(mail) == wanted
    assert text_of(mail) == message.text
    assert raw.count(b"MIME-Version") == 1
    assert max(map(len, raw.split(b"\r\n"))) <= 998
    assert find_new_text(read_letter(raw).body).text.startswith("Ann, it is your turn.")


def test_files_come_back_as_they_went_in() -> None:
    mail = parsed(replace(MESSAGE, html="<p>", files=(PNG, ICS, JSON)))
    found = {part.get_content_type(): part for part in mail.walk()}
    for file in (PNG, ICS, JSON):
        assert found[file.type].get_payload(decode=True) == file.content
        assert found[file.type].get_filename() == file.name
    assert found["image/png"]["Content-ID"] == "<structures.abc>"
    assert found["image/png"].get_content_disposition() == "inline"
    assert found["text/calendar"].get_param("method") == "PUBLISH"
    assert found["text/calendar"].get_content_disposition() == "attachment"


def test_an_acknowledgement_says_that_it_replies() -> None:
    assert parsed(replace(MESSAGE, is_reply=True))["Auto-Submitted"] == "auto-replied"


def test_one_click_unsubscribing_needs_https() -> None:
    mail = parsed(replace(MESSAGE, unsubscribe="https://example.org/u/1"))
    assert mail["List-Unsubscribe"] == "<https://example.org/u/1>"
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    mail = parsed(replace(MESSAGE, unsubscribe="mailto:stop@example.org"))
    assert mail["List-Unsubscribe-Post"] is None


def test_our_own_mail_is_a_machines_and_carries_its_token() -> None:
    letter = read_letter(render(MESSAGE))
    assert letter.is_machine
    assert letter.message_id == MESSAGE.message_id


@each(
    "wrong",
    [
        {"to": "ann"},
        {"to": "ann@example.net\r\nBcc: bob@example.net"},
        {"to": "änn@example.net"},
        {"message_id": "<a@b>\r\nBcc: x"},
        {"message_id": ""},
        {"date_at": datetime(2025, 4, 23)},
    ],
)
def test_what_cannot_be_sent_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"not a|aware"):
        render(replace(MESSAGE, **wrong))  # type: ignore[arg-type]


@given(st.text(max_size=300), st.text(max_size=300))
def test_names_and_subjects_inject_nothing(name: str, subject: str) -> None:
    message = replace(MESSAGE, to_name=name, from_name=name, subject=subject, list_id=subject)
    plain = parsed(MESSAGE)
    mail = parsed(message)
    assert set(mail.keys()) <= set(plain.keys())
    assert len(mail.keys()) == len(set(mail.keys()))
    assert [address.addr_spec for address in mail["To"].addresses] == ["ann@example.net"]
    assert text_of(mail) == message.text


INJECTED = "x\r\nBcc: bob@example.net\r\n\r\nDROP Trekkies"


def test_a_line_break_in_a_name_is_a_blank() -> None:
    mail = parsed(replace(MESSAGE, to_name=INJECTED, subject=INJECTED))
    assert mail["Bcc"] is None
    assert mail["Subject"] == "x Bcc: bob@example.net DROP Trekkies"


ODD_LINE_ENDS = "\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"
TEXTS = st.text(
    st.characters(codec="utf-8", exclude_characters=ODD_LINE_ENDS),
    max_size=400,
)


@pytest.mark.long
@given(TEXTS)
def test_text_comes_back_as_it_was(text: str) -> None:
    text += "\n"
    raw = render(replace(MESSAGE, text=text))
    assert text_of(parsed(replace(MESSAGE, text=text))) == text
    assert max(map(len, raw.split(b"\r\n"))) <= 998
    assert b"\n" not in raw.replace(b"\r\n", b"")


def test_message_ids_are_stable_and_differ_by_key() -> None:
    one = message_id_for(b"k", "ack:1", "example.org", TOKEN)
    assert one == message_id_for(b"k", "ack:1", "example.org", TOKEN)
    assert one != message_id_for(b"k", "ack:2", "example.org", TOKEN)
    assert one != message_id_for(b"another", "ack:1", "example.org", TOKEN)
    assert len(one) < 78
