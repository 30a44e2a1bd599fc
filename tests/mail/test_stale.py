"""Heads of quotes in many tongues, as they were flattened and wrapped: nothing below is read."""

from __future__ import annotations

from textwrap import wrap

import pytest

from pbem.games.illuminati.language import has_order
from pbem.mail.letter import read_letter
from tests.support.clients import _BLOCKS
from tests.support.places import TESTS

SENT = (TESTS / "mail" / "replies" / "sent.txt").read_text(encoding="utf-8")
TYPED = "ATTACK C.I.A. WITH Convenience Stores AID MIB SPEND 3\nTRANSFER 1 FROM MIB TO CTHU"
STALE = (
    "TRANSFER 3 FROM Convenience Stores TO Servants of Cthulhu",
    "ATTACK F.B.I. WITH Convenience Stores SPEND 7",
    "GIVE 10 TO bob",
    "PASS",
    "READY",
)
LETTER = """\
From: Ann Conda <ann@example.net>
To: Illuminati by mail <game+abcdefghijklmnopqrstuvwxyz@example.org>
Subject: Re: [Fnord-5] Turn 11
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 8bit

{}
"""
WRITERS = {
    "bob": ("Bob", "bob@example.com"),
    "the writer": ("Ann Conda", "ann@example.net"),
    "the writer as somebody else": ("Anna C.", "anna@example.com"),
}
SAMSUNG = tuple(
    f"-------- {frame} --------{said} {{who}} <{{address}}> {date} 22/11/2026  19:10  (GMT+01:00) "
    f"{to} Illuminati by mail <game@example.org> {subject} Re: [Fnord-5] Turn 11 "
    for frame, said, date, to, subject in (
        ("Original message", "From:", "Date:", "To:", "Subject:"),
        ("Ursprüngliche Nachricht", "Von:", "Datum:", "An:", "Betreff:"),
        ("Message d'origine", "De :", "Date :", "À :", "Objet :"),
        ("Mensaje original", "De:", "Fecha:", "Para:", "Asunto:"),
        ("Messaggio originale", "Da:", "Data:", "A:", "Oggetto:"),
        ("Mensagem original", "De:", "Data:", "Para:", "Assunto:"),
        ("Oorspronkelijk bericht", "Van:", "Datum:", "Aan:", "Onderwerp:"),
        ("Oryginalna wiadomość", "Od:", "Data:", "Do:", "Temat:"),
        ("Ursprungligt meddelande", "Från:", "Datum:", "Till:", "Ämne:"),
        ("Oprindelig besked", "Fra:", "Dato:", "Til:", "Emne:"),
        ("Исходное сообщение", "От:", "Дата:", "Кому:", "Тема:"),
        ("Původní zpráva", "Od:", "Datum:", "Komu:", "Předmět:"),
        ("Forwarded message", "From:", "Date:", "To:", "Subject:"),
    )
)
FLATTENED = tuple(
    " ".join(
        block.replace("Mittwoch, 23. April 2025", "22.11.2026")
        .replace("{subject}", "Re: [Fnord-5] Turn 11")
        .split("\n")
    )
    for block in _BLOCKS
)
RUN_TOGETHER = tuple(
    head.replace("> ", ">").replace("20:00 ", "20:00").replace("net>", "net>") for head in FLATTENED
)
BARE = tuple(
    f'{frame}{said} "{{who}}" {mark}\n{to} "Illuminati by mail" <game@example.org>\n'
    f"{date} 22/11/2026 19:10:00\n{subject} Re: [Fnord-5] Turn 11\n"
    for mark in ("<{address}>", "‹{address}›")
    for frame, said, to, date, subject in (
        ("------ Original Message ------\n", "From", "To", "Date", "Subject"),
        ("", "From", "To", "Date", "Subject"),
        ("------ Originalnachricht ------\n", "Von", "An", "Datum", "Betreff"),
        ("", "Von", "An", "Datum", "Betreff"),
        ("------ Message d'origine ------\n", "De", "À", "Date", "Objet"),
        ("", "De", "Para", "Fecha", "Asunto"),
        ("", "Da", "A", "Data", "Oggetto"),
        ("------ Původní zpráva ------\n", "Od", "Komu", "Datum", "Předmět"),
    )
)
ATTRIBUTIONS = (
    "Support {who} <{address}> schrieb am 22.11.2026 um 19:10:",
    "Support DE <{address}> schrieb am 22.11.2026 um 19:10:",
    "Support DE ‹{address}› schrieb am 22.11.2026 um 19:10:",
    "Support DE <{address}>\nschrieb am 22.11.2026 um 19:10:",
    "Support DE <{address}> hat am 22.11.2026 19:10 CET geschrieben:",
    "Support DE <{address}> wrote on 22 November 2026 at 19:10:",
    "Guard Dog <{address}> a écrit le 22/11/2026 à 19:10 :",
    "Pass Word <{address}> escribió el 22/11/2026 19:10:",
    "Give Peace <{address}> ha scritto il 22/11/2026 19:10:",
    "Will Power <{address}> schreef op 22-11-2026 om 19:10:",
    "Help Desk <{address}> napisał(a) 22.11.2026 o 19:10:",
    "Take That <{address}> skrev den 22.11.2026 kl. 19:10:",
    "Drop <{address}> wrote:",
    "Move On ({address}) wrote:",
    "Support DE schrieb am 22.11.2026 um 19:10:",
    "Wait Here wrote on 11/22/26, 7:10 PM:",
)


def wrapped(head: str, width: int) -> str:
    rows = (
        wrap(row, width, break_long_words=False, break_on_hyphens=False) for row in head.split("\n")
    )
    return "\n".join("\n".join(lines) for lines in rows)


def read(body: str, sent: str | None) -> str:
    return read_letter(LETTER.format(body).encode(), sent=sent, has_order=has_order).text


@pytest.mark.sampled(6)
@pytest.mark.parametrize("width", [998, 76, 60, 44])
@pytest.mark.parametrize("writer", WRITERS)
@pytest.mark.parametrize(
    "head",
    [*SAMSUNG, *FLATTENED, *RUN_TOGETHER, *BARE, *ATTRIBUTIONS],
    ids=lambda head: " ".join(head.split())[:40],
)
def test_below_a_head_nothing_old_is_read(head: str, writer: str, width: int) -> None:
    who, address = WRITERS[writer]
    head = wrapped(head.format(who=who, address=address), width)
    for mark in ("", "> "):
        quoted = "\n".join(f"{mark}{line}" for line in STALE)
        for body in (f"{TYPED}\n\n{head}\n{quoted}", f"{TYPED}\n{head}\n\n{quoted}"):
            for sent in (SENT, None):
                assert read(body, sent) == TYPED, body
