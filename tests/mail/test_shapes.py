"""What stands above a quote and below a letter, in the shapes mail programs give it."""

from __future__ import annotations

import pytest

from pbem.games.illuminati.language import has_order
from pbem.mail.authors import Correspondents
from pbem.mail.marks import Label, is_sent_from
from pbem.mail.newtext import find_new_text
from tests.support.each import each

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
    "* Ann Example [23.11.2026 20:30]:",
    "Вы писали 23 ноября 2026 г., 20:30:12:",
    "Ann 写于 2026-11-23 20:30:",
    "-----Antwort Nachricht-----",
    "-------- 원본 이메일 --------\n발신: Ann <ann@example.net>\n날짜: 26/11/23 20:30",
    "Gönderen: Ann <ann@example.net>\nGönderildi: 23 Kasım 2026 20:30\nKonu: Turn 3",
    "Pošiljatelj: Ann <ann@example.net>\nPoslano: 23. november 2026\nPrejemnik: Bob",
    "จาก: Ann <ann@example.net>\nส่ง: 23 พฤศจิกายน 2026 20:30\nถึง: Bob\nเรื่อง: Turn 3",
    "From:\nAnn <ann@example.net>\nSent:\nMonday, 23 November 2026 20:30\nSubject:\nTurn 3",
    "_____________\nFrom: ann@example.net",
    "________________________________\nOn 11/23/26 20:30, Ann wrote:",
)
WRAPPED = (
    "Illuminati by mail\n<game@example.org> wrote:",
    "Illuminati by mail <game+abcdefghijklmnop@example.org> hat am 23.\nNovember 2026 geschrieben:",
    "Illuminati by mail <game+abcdefghijklmnop@example.org> hat\nam 23.11.2026 geschrieben:",
    "pon., 23 lis 2026 o 20:30 Illuminati by mail\n<game@example.org> napisał(a):",
    "Wiadomość napisana przez Illuminati by mail\n<game@example.org> w dniu 23.11.2026, o 20:30:",
    "Illuminati by mail <game+abcdefghijklmnop@example.org> escreveu no\ndia segunda, 23/11/2026:",
    "Illuminati by mail <game+abcdefghijklmnopqr@example.org>\n于2026年11月23日周一 20:30写道：",
    "Illuminati by mail <game+abcdefghijklmnop@example.org>, 23 Kas\n2026 Pzt, 20:30 yazdı:",
    "Illuminati by mail <game+abcdefghijklmnop@example.org> kirjoitti\n23.11.2026 kello 20.30:",
    "In article <abc@example.org>, Illuminati by mail\n<game@example.org> wrote:",
    '-----"Illuminati by mail" <game+abcdefghijklmnopq@example.org>\nschrieb: -----',
)


@each("head", HEADS + WRAPPED)
def test_below_a_head_the_unmarked_quote_is_not_new(head: str) -> None:
    assert find_new_text(f"{NEW}\n\n{head}\n\nDROP Trekkies\nPASS\n").text == NEW
    assert find_new_text(f"{NEW}\n{head}\nDROP Trekkies\nPASS\n").text == NEW


@each("head", HEADS + WRAPPED)
def test_below_a_marked_quote_text_is_new_again(head: str) -> None:
    found = find_new_text(f"{NEW}\n\n{head}\n> DROP Trekkies\n\nPASS\n")
    assert found.text == f"{NEW}\n\nPASS"


@each("head", WRAPPED)
def test_an_order_above_the_rest_of_a_wrapped_head_is_kept(head: str) -> None:
    rest = head.partition("\n")[2]
    body = f"GIVE 5 MB TO bob, who is the best friend I have in this world\n{rest}\n> PASS\n"
    assert find_new_text(body, has_order=has_order).text.startswith("GIVE 5 MB TO bob, who")


def test_prose_on_the_line_of_an_attribution_is_read_without_it() -> None:
    for line in ("reply On Wed, Apr 4, 2012 at 3:59 PM, bob@example.com wrote:",
                 "reply--- On Wed, Apr 4, 2012 at 3:59 PM, bob@example.com wrote:"):  # fmt: skip
        assert find_new_text(f"{line}\n> PASS").text == "reply"
    line = "Ann <ann@example.net> On Wed, Apr 4, 2012 at 3:59 PM wrote:"
    assert find_new_text(f"READY\n{line}\n> PASS").text == "READY"


def test_what_a_telephone_adds_goes_to_the_end_unless_an_order_is_there() -> None:
    body = "READY\n\nSent from my Fnord 4G\n\nBuy more of them.\nThey are cheap."
    assert find_new_text(body, has_order=has_order).text == "READY"
    for below in ("\n\nPASS", "\nThey are cheap.", "\n\n> DROP Trekkies\nno"):
        found = find_new_text(f"READY\n\nSent from my Fnord 4G{below}", has_order=has_order)
        assert found.text == f"READY\n\n{below.split(chr(10))[-1]}"


@each(
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


@each(
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
        "Från min iPhone",
        "Elküldve az iPhone készülékemről",
        "Đã gửi từ iPhone của tôi",
        "ส่งจาก iPhone ของฉัน",
        "تم الإرسال من الـ iPhone",
        "从我的iPhone发送",
        "Enviado via iPhone",
        "This email has been checked for viruses by Avast antivirus software.",
        "Diese E-Mail wurde von Avast-Antivirussoftware auf Viren geprüft.",
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
        "Från min sida är det klart",
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


def test_a_quote_of_nothing_but_a_line_of_the_form_without_its_mark_is_anybody_s() -> None:
    sent = "Some options:\n# ATTACK Hackers WITH CIA  # need 6\n# DROP Trekkies\n"
    for line in ("DROP Trekkies", "GIVE 3 TO bob", "ATTACK Hackers WITH CIA  # need 6"):
        found = find_new_text(f"> {line}\n", sent)
        assert (found.text, found.ignored) == ("", (line,))
    ours = Correspondents(our_names=["The Referee"])
    body = "On 3 May 2025, The Referee wrote:\n> ATTACK Hackers WITH CIA  # need 6\n> DROP Trekkies"
    assert find_new_text(body, sent, people=ours).text.endswith("\nDROP Trekkies")
    by_bob = body.replace("The Referee", "Bob")
    assert find_new_text(by_bob, sent, people=ours).text == ""


def test_long_drawn_lines_are_read_letter_by_letter() -> None:
    # A pattern that tries every place where a frame may end takes minutes here.
    rows = ["-" * 900 + "x", "-=" * 450 + "x", "-- a " * 180] * 24
    assert find_new_text("\n".join(rows)).text.count("\n") >= 60


@each("mark", ["\uff1e", "\uff1e ", "&gt; ", "&gt; &gt; ", "      > ", "| > ", "|> "])
def test_a_quote_may_be_marked_in_other_ways(mark: str) -> None:
    sent = "Some options:\n# DROP Trekkies\n# PASS\nThat is all."
    quote = [f"{mark}{line}" for line in sent.split("\n")]
    head = "On Wed, 23 Apr 2025 at 20:00, Ann wrote:"
    body = "\n".join((NEW, "", head, *quote, "", "STATUS"))
    for known in (sent, None):
        assert find_new_text(body, known, has_order=has_order).text == f"{NEW}\n\nSTATUS"
    freed = "\n".join((head, *quote)).replace("# PASS", "PASS")
    assert find_new_text(freed, sent, has_order=has_order).text == "PASS"
