"""Machines known by what they write first, where their headers say nothing."""

from __future__ import annotations

from email.header import Header

import pytest

from pbem.mail.letter import read_letter
from tests.support.each import each

OURS = "[Fnord-7] Turn 1 - you act by Thu 26 Nov 20:30"


def machine(subject: str, *headers: str, body: str = "PASS") -> str | None:
    rows = (
        "From: Ann <ann@example.net>",
        f"Subject: {Header(subject, 'utf-8').encode()}",
        *headers,
    )
    return read_letter("\n".join((*rows, "", body, "")).encode()).is_machine


@each(
    "subject",
    [
        "OOO: x", "Automated reply: x", "[AUTO GENERATED] x", "Away from the office: x",
        "Vacation autoreply", "Thank you for contacting us", "We have received your message",
        "Automatische Rückantwort", "Auto-Antwort: x", "Ich bin im Urlaub", "Réponse auto : x",
        "Message d'absence", "Contestación automática", "Fuori ufficio: x", "Buiten kantoor",
        "Frånvaromeddelande", "Frånvaro: [Fnord]", "Ausência temporária: [Fnord]",
        "Samodejni odgovor: x", "Automatski odgovor: x", "Autoresponder: x", "부재 중: x",
        "Fraværsassistent: x", "Ikke på kontoret: x", "Automaattivastaus: x",
        "Poissa: x", "Autoodpowiedź: x", "Poza biurem: x", "Mimo kancelář: x", "Házon kívül: x",
        "Ofis dışında", "自动答复: x", "不在通知: x", "Balasan Otomatis: x",
        "Nicht zustellbar: x", "Message non remis", "No se puede entregar: x", "Mancato recapito",
        "Não entregue: x", "Onbestelbaar: x", "Kan inte levereras: x", "Niedostarczone: x",
        "Недоставлено: x", "Nem kézbesíthető: x", "配信できません", "系统退信",
        "Delayed Mail (still being retried)", "Non delivery report: 5.1.1", "failure delivery",
        "Lesebestätigung", "Accusé de réception (affiché) - x", "Conferma di lettura", "已读回执",
    ],
)  # fmt: skip
def test_a_subject_only_machines_write(subject: str) -> None:
    assert machine(subject)


@each("word", ["Read", "Lu ", "Leído", "Vacation", "Urlaub", "Ferie", "Accepted", "Zugesagt"])
def test_a_word_people_use_too_counts_before_our_subject(word: str) -> None:
    assert machine(f"{word}: {OURS}")
    assert machine(f"{word}: my next three turns") is None
    assert machine(f"Re: {OURS}") is None


@each(
    "subject",
    ["Vacation next week", "absent", "Read this", "I accept", "poissa ollaan", "Undelivered goods",
     "Message to all", "Your message", "Delivery of the goods", "Autumn orders", "Ferie"],
)  # fmt: skip
def test_a_subject_of_people(subject: str) -> None:
    assert machine(subject) is None


@pytest.mark.parametrize(
    "header",
    ["Sender: no-reply@example.net", "Sender: do_not_reply+7@example.net",
     "X-Vacation: yes", "Sender: System Administrator <x@example.net>",
     "Content-Type: text/calendar; method=REPLY"],
)  # fmt: skip
def test_a_header_only_machines_write(header: str) -> None:
    assert machine(OURS, header)


def test_an_empty_sender_is_a_machine_s() -> None:
    assert read_letter(b"From: <>\nSubject: x\n\nPASS\n").is_machine


def test_a_click_on_an_invitation_beside_a_text_is_a_machine_s() -> None:
    parts = (
        "--b\nContent-Type: text/plain\n\nPASS\n--b\nContent-Type: text/calendar; method={}\n\nx"
    )
    kind = "Content-Type: multipart/alternative; boundary=b"
    assert machine(OURS, kind, body=parts.format("REPLY"))
    assert machine(OURS, kind, body=parts.format("REQUEST")) is None


@pytest.mark.parametrize(
    "body",
    [
        "Hi. This is the qmail-send program at example.net.",
        "This is the mail system at host mx.example.net.",
        "This message was created automatically by mail delivery software.",
        "Your message to bob@example.net\ncould not be delivered.",
        "Diese Nachricht wurde automatisch erzeugt.",
    ],
)
def test_the_first_words_of_a_machine(body: str) -> None:
    assert machine("x", body=body)
    assert machine("x", body=f"PASS\n\n> {body}") is None
