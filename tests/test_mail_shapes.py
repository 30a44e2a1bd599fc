"""What stands above a quote and below a letter, in the shapes mail programs give it."""

from __future__ import annotations

import pytest

from pbem.mail.marks import Label, is_sent_from
from pbem.mail.newtext import find_new_text

NEW = "ATTACK Hackers WITH CIA\nREADY"

HEADS = (
    "On Wed, Dec 9, Ann Example\n<ann@example.net>\nwrote:",
    "On Wed, 9 Dec 2020 at 8:59 AM, Ann Example\n<ann@example.net>wrote:",
    "On Wed, 9 Dec 2020 20:00:00 +0200\nAnn Example <ann@example.net> wrote:",
    "Ann Example <ann@example.net> wrote:",
    "Ann Example (ann@example.net) wrote:",
    "Ann <ann@example.net> schrieb:",
    "ann via The Club wrote:",
    "In message <a.b@example.net>, Ann Example writes:",
    "At 10:12 AM 3/4/2011, Ann said:",
    "Le 3 mars 2012 à 10:00, Ann nous a dit :",
    "Am 12.3.2013 um 10:11 schrieben Sie:",
    "Annさんは2019/05/03 10:11に書きました:",
    "Posted by ann on 01/21/2016",
    "Quoting Ann Example <ann@example.net>:",
    ">>> Ann Example <ann@example.net> 3/4/2011 10:12 AM >>>",
    "Forwarded message:",
    "*----- Original Message -----*",
    "----- Reply message -----",
    "-------- Oprindelig besked --------",
    "----- Mail original -----",
    "-------- Oorspronkelijke bericht --------",
    "-------- Исходное письмо --------",
    "-------- Originalnachricht --------",
    "-------- Välitetty viesti --------",
    "-------- 转发邮件 --------",
    "\u2010\u2010\u2010\u2010\u2010 Original Message \u2010\u2010\u2010\u2010\u2010",
    "Original Message processed by david",
    "------------ Anything ------------\nFrom: Ann <ann@example.net>\nDate: 3 May 2019",
    "---- Replied Message ----\n| From | Ann<ann@example.net> |\n| Date | 05/03/2019 10:11 |",
    "------ Original Message ------\nFrom Ann <ann@example.net>\nDate 5/3/2019 10:11",
    "Date: Tue, 2 Oct 2012 From: ann@example.net To: Bob Subject: Turn 3",
)


@pytest.mark.parametrize("head", HEADS)
def test_below_a_head_the_unmarked_quote_is_not_new(head: str) -> None:
    assert find_new_text(f"{NEW}\n\n{head}\n\nDROP Trekkies\nPASS\n").text == NEW
    assert find_new_text(f"{NEW}\n{head}\nDROP Trekkies\nPASS\n").text == NEW


@pytest.mark.parametrize("head", HEADS)
def test_below_a_marked_quote_text_is_new_again(head: str) -> None:
    found = find_new_text(f"{NEW}\n\n{head}\n> DROP Trekkies\n\nPASS\n")
    assert found.text == f"{NEW}\n\nPASS"


@pytest.mark.parametrize(
    "line",
    [
        "Read https://example.net/2024/what-nobody-wrote",
        "On the 3rd of May 2019 nobody wrote",
        "I said:",
        "The 2019 report said:",
        "SAY TO ALL: see you at 10:00, as ann said:",
        "From Mafia 10:00 to CIA",
        "=== my plan ===",
        "-- my plan --",
        "A> B",
        "Message of the day: 3 May 2019",
    ],
)
def test_a_sentence_that_only_resembles_a_head_is_new(line: str) -> None:
    assert find_new_text(f"PASS\n{line}\nREADY").text == f"PASS\n{line}\nREADY"


@pytest.mark.parametrize(
    "line",
    [
        "Sent from Nine<http://example.net>",
        "Sent with Canary",
        "Sent from the all new AOL app for iOS",
        "Sent from my Android phone with K-9. Please excuse my brevity.",
        "Get BlueMail for Android",
        "Versendet mit Tuta",
        "Envoyé avec la messagerie sécurisée Proton Mail.",
        "Enviado con Proton Mail",
        "Outlook voor Android downloaden",
        "Hanki Outlook Androidille",
        "iOS 版 Outlook を入手",
        "来自我的 iPhone",
        "發送自 HUAWEI",
        "Virus-free.www.avast.com",
        "Ann from mobile",
    ],
)
def test_a_line_of_the_program_is_known(line: str) -> None:
    found = find_new_text(f"PASS\n\n{line}\n")
    assert found.text == "PASS"
    assert found.lines[2].label is Label.SIGNATURE


@pytest.mark.parametrize(
    "line",
    [
        "Sent from my desk, which is easier.",
        "sent from home, ann",
        "Outlook for the game: grim",
        "Transfer 5 from Mobile to CIA",
    ],
)
def test_a_line_of_a_person_is_not_the_program_s(line: str) -> None:
    assert not is_sent_from(line)


def test_initials_mark_a_quote_only_in_a_run() -> None:
    assert find_new_text("PASS\nTR> old\nTR> older\nREADY").text == "PASS\n\nREADY"
    assert find_new_text("PASS\nTR> old\nREADY").text == "PASS\nTR> old\nREADY"


def test_a_header_block_inside_the_quote_is_no_answer() -> None:
    sent = "Bob may still oppose this.\n# PASS\n"
    block = "> De : Ann <ann@example.net>\n> A : Bob\n> Objet : 3 mai 2019\n>\n"
    body = f"{block}> Bob may still oppose this.\n> PASS\n"
    assert find_new_text(body, sent).text == "PASS"


def test_lines_freed_of_their_mark_are_orders_where_nothing_else_is_left() -> None:
    sent = "Some options:\n# ATTACK Hackers WITH CIA\n# DROP Trekkies\n"
    assert find_new_text("> DROP Trekkies\n", sent).text == "DROP Trekkies"
    assert find_new_text("> GIVE 3 TO bob\n", sent).text == ""


def test_long_drawn_lines_are_read_letter_by_letter() -> None:
    # A pattern that tries every place where a frame may end takes minutes here.
    rows = ["-" * 900 + "x", "-=" * 450 + "x", "-- a " * 180] * 24
    assert find_new_text("\n".join(rows)).text.count("\n") >= 60
