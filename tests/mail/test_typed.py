"""Nothing a player newly wrote is lost, however much it looks like what mail programs write."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from email.header import Header

import pytest

from pbem.games.illuminati.language import carries_order, has_order
from pbem.mail.authors import Correspondents
from pbem.mail.letter import read_envelope, read_letter
from pbem.mail.newtext import find_new_text
from tests.support.each import each
from tests.support.mail_typed import MARKS, ORDERS, TALKS, TELEPHONES, TEXTS

SENT = """\
TURN 14. Ann, YOU ACT by Thu 24 Apr 2025, 20:00 CEST (Europe/Berlin).
On file: nothing yet. Silence counts as a pass (5 MB).

SAID: by bob to all:
"nobody has yet asked why the Yuppies smile"

--- orders below this line ---
# ATTACK Hackers WITH CIA    # need 6, 42 %
# TRANSFER
# READY
"""
OURS = SENT.rstrip().split("\n")
QUOTE = [f"> {line}" for line in OURS]
HALF = len(QUOTE) // 2
HEAD = "On Wed, 23 Apr 2025 at 20:00, The Referee <game@example.org> wrote:"
BLOCK = (
    "From: The Referee <game@example.org>",
    "Sent: Wednesday, April 23, 2025 8:00 PM",
    "To: Ann",
    "Subject: Turn 14",
)
PLACES: dict[str, Callable[[list[str]], list[str]]] = {
    "alone": lambda typed: typed,
    "first": lambda typed: [*typed, "", "STATUS"],
    "amid": lambda typed: ["STATUS", *typed, "", "READY"],
    "last": lambda typed: ["STATUS", *typed],
    "above a quote": lambda typed: [*typed, "", HEAD, *QUOTE],
    "right above a quote": lambda typed: [*typed, HEAD, *QUOTE],
    "amid above a quote": lambda typed: ["PASS", *typed, "", "READY", "", HEAD, "", *QUOTE],
    "above a block": lambda typed: [*typed, "", *BLOCK, "", *OURS],
    "above a ruled block": lambda typed: [*typed, "", "_" * 32, *BLOCK, "", *OURS],
    "between": lambda typed: [HEAD, *QUOTE[:HALF], "", *typed, "", *QUOTE[HALF:]],
    "right between": lambda typed: [HEAD, *QUOTE[:HALF], *typed, *QUOTE[HALF:]],
    "below": lambda typed: [HEAD, *QUOTE, "", *typed],
}
TEXTS_AMID = tuple(text for text in TEXTS if text not in MARKS)
TEXTS_LAST = tuple(text for text in TEXTS_AMID if text not in TELEPHONES)
TYPED: dict[str, tuple[list[str], ...]] = {
    "orders": tuple([order] for order in ORDERS),
    "talk": tuple([talk] for talk in TALKS),
    "amid talk": tuple(["SAY TO ALL: dear friends,", text, "so be it."] for text in TEXTS_AMID),
    "last of talk": tuple(["RUMOUR: it is said", text] for text in TEXTS_LAST),
}
OURS_ID = "<aaaabbbbccccddddeeeeffff.abcdefghijklmnopqrstuvwxyz@example.org>"


def lost(typed: list[str], place: str, sent: str | None) -> Iterator[str]:
    """What was typed and is neither read nor told as an order that was not read."""
    found = find_new_text("\n".join(PLACES[place](typed)), sent, has_order=has_order)
    read = {line.strip() for line in found.text.split("\n")}
    told = {line for line in found.ignored if has_order(line)}
    yield from (line for line in typed if line.strip() not in read | told)


@pytest.mark.long
@pytest.mark.sampled(4)
@pytest.mark.parametrize("kind", TYPED)
@pytest.mark.parametrize("place", PLACES)
def test_nothing_typed_is_lost(place: str, kind: str) -> None:
    for sent in (None, SENT):
        assert [line for typed in TYPED[kind] for line in lost(typed, place, sent)] == []


@pytest.mark.long
@pytest.mark.parametrize("place", ["above a quote", "right above a quote", "above a block"])
@pytest.mark.parametrize("sent", [None, SENT])
def test_what_we_wrote_is_no_talk_of_his(place: str, sent: str | None) -> None:
    for typed in (*TYPED["talk"], *TYPED["last of talk"]):
        body = "\n".join(PLACES[place](typed))
        text = find_new_text(body, sent, has_order=has_order).text
        assert text.rstrip("-_ \n").endswith(typed[-1].rstrip("-_ ")), body


ON_ONE_LINE = (
    *("PASS", "PASS; READY", "ATTACK Hackers WITH CIA SPEND 3", "MOVE KGB UNDER CIA AT N"),
    *("move kgb under cia at n", "OFFER bob 5 MB FOR Trekkies EXPIRES Fri", "READY Ann"),
)


@each("head", [HEAD, "Am 23.04.25 um 20:00 schrieb Referee:"])
@each("order", ON_ONE_LINE)
def test_an_order_on_the_line_of_an_attribution_is_read_without_it(order: str, head: str) -> None:
    for below in ("\n\nDROP Trekkies\n", "\n> DROP Trekkies\n"):
        found = find_new_text(f"{order} {head}{below}", has_order=has_order)
        assert found.text == order
        assert found.ignored == ("DROP Trekkies",)


def test_talk_of_an_attribution_on_one_line_is_kept_whole() -> None:
    line = f"SAY TO bob: you lie. {HEAD}"
    assert find_new_text(f"{line}\nREADY", has_order=has_order).text == f"{line}\nREADY"


ON_FILE = "== ON FILE NOW ==\n  1: ATTACK Hackers WITH CIA\n  2: IF 1 FAILS: PASS\n\nActions: 2\n"
COPIED = "1: ATTACK Hackers WITH CIA\n2: IF 1 FAILS: PASS"


def test_orders_of_ours_copied_alone_are_orders_again() -> None:
    quote = f"{HEAD}\n" + "".join(f"> {line}\n" for line in ON_FILE.split("\n"))
    for body in (
        f"{COPIED}\n\n{quote}",
        f"{quote}\n{COPIED}",
        f"> Actions: 2\n{COPIED}\n> Actions: 2",
    ):
        assert find_new_text(body, ON_FILE, has_order=has_order).text == COPIED


def test_orders_of_ours_among_other_lines_of_ours_are_none() -> None:
    for quoted in (ON_FILE, ON_FILE.partition("\n")[2]):
        body = f"CLEAR\n\n{quoted}"
        assert find_new_text(body, ON_FILE, has_order=has_order).text == "CLEAR"


def test_initials_that_change_are_a_dialogue_and_the_same_ones_a_quote() -> None:
    assert find_new_text("PASS\nMe> no\nYou> yes").text == "PASS\nMe> no\nYou> yes"
    assert find_new_text("PASS\nTR> no\nTR> yes").text == "PASS"
    assert find_new_text("PASS\nTR> no\nTR>> yes").text == "PASS"


def test_the_last_line_of_talk_may_be_a_telephone_s() -> None:
    typed = "SAY TO bob: hello\n{}\n\nREADY"
    found = find_new_text(typed.format("Sent from my iPhone"), has_order=has_order)
    assert found.text == "SAY TO bob: hello\n\nREADY"
    text = typed.format("Sent from Hell, with love")
    assert find_new_text(text, has_order=has_order).text == text


def machine(body: str, *headers: str, subject: str = "Re: [Fnord-7] Turn 1") -> str | None:
    rows = (
        "From: Ann <ann@example.net>",
        f"Subject: {Header(subject, 'utf-8').encode()}",
        *(headers or (f"In-Reply-To: {OURS_ID}",)),
    )
    raw = "\n".join((*rows, "", body, "")).encode()
    return read_envelope(raw, has_order=has_order, carries_order=carries_order).is_machine


OPENING = "The original message was received at 10:30, and I enjoyed it.\n"
ABSENT = "I am out of the office. If urgent, call 5. Away from 3 May to 9 May."


@pytest.mark.parametrize("order", ["PASS", "attack hackers with cia", "GIVE 10 TO bob", "READY"])
def test_an_answer_with_an_order_is_no_machine_s_by_its_words(order: str) -> None:
    for header in ("In-Reply-To", "References"):
        assert machine(OPENING + order, f"{header}: {OURS_ID}") is None
        assert machine(order, f"{header}: {OURS_ID}", subject="Out of office: my orders") is None


@pytest.mark.parametrize(
    "headers",
    [
        ("Message-ID: <1@example.net>",),
        ("In-Reply-To: <strange@example.net>",),
        (f"In-Reply-To: {OURS_ID}", "Auto-Submitted: auto-replied"),
        (f"In-Reply-To: {OURS_ID}", "Precedence: bulk"),
    ],
)
def test_without_our_message_id_or_with_a_machine_s_header_words_count(
    headers: tuple[str, ...],
) -> None:
    assert machine(OPENING + "PASS", *headers)


@pytest.mark.parametrize(
    "body",
    [
        ABSENT,
        OPENING,
        f"{OPENING}\n> PASS\n",
        "Thanks. Stay well.\nSupport is closed.\nPass this on to Bob.\nHelp desk",
        "Status: 5.1.1\nRules: none",
    ],
)
def test_an_answer_without_an_order_is_a_machine_s_by_its_words(body: str) -> None:
    assert machine(body, subject="Out of office: [Fnord-7] Turn 1")


def test_who_does_not_know_orders_goes_by_words() -> None:
    raw = f"From: ann@example.net\nIn-Reply-To: {OURS_ID}\n\n{OPENING}PASS\n".encode()
    assert read_letter(raw).is_machine


@pytest.mark.parametrize(
    "typed",
    [
        ["On 20 Nov 2026 bob wrote that he will take the CIA, so", "IF CIA IS FREE:"],
        ["My plan (ann@example.net, 21.11.2026)", "IF 1 FAILS:"],
        ["SET ADDRESS ann@new.example.org", "AWAY UNTIL 25 Nov 2026", "SAY TO ALL:"],
        ["On 21 Nov 2026", "ATTACK Yuppies WITH Mafia", "SAY TO bob, who wrote:"],
    ],
)
def test_a_condition_or_talk_is_no_end_of_an_attribution(typed: list[str]) -> None:
    body = "\n".join([*typed, "ATTACK CIA WITH Mafia", "", HEAD, *QUOTE])
    for sent in (None, SENT):
        new = find_new_text(body, sent, has_order=has_order)
        assert new.text.split("\n") == [*typed, "ATTACK CIA WITH Mafia"]


def test_an_order_taken_for_a_header_is_told() -> None:
    body = "PASS\n\nFrom: ann@example.net\nDate: 21 Nov 2026\nIF CIA IS FREE:\nTo: game@example.org"
    assert "IF CIA IS FREE:" in find_new_text(body, has_order=has_order).ignored


def test_an_order_right_between_quoted_lines_is_no_tail_of_one() -> None:
    above = "> This is a long line of the referee that goes on until about here or"
    body = f"{HEAD}\n\n> COVERED\n{above}\npass\n> and then the next line"
    assert find_new_text(body, has_order=has_order).text == "pass"
    wrapped = f"{body}\n{above}\nthere, but\n> it is ours"
    assert find_new_text(wrapped, has_order=has_order).text == ""


def test_the_wrapped_tail_of_a_filled_in_line_belongs_to_it() -> None:
    long = "> ATTACK Orbital Mind Control Lasers WITH Gnomes of Zurich AID Phone Phreaks"
    head = HEAD.replace("game@", "game+abc@")
    body = f"{head}\n\n> --- orders below this line ---\n{long}\nSPEND 12\n> # READY"
    found = find_new_text(body, has_order=has_order, people=Correspondents(tokens=["abc"]))
    assert found.text == f"{long[2:]}\nSPEND 12"


@pytest.mark.parametrize("head", ["\n".join(BLOCK), HEAD])
def test_an_order_of_ours_typed_once_more_below_the_quote_is_read(head: str) -> None:
    sent = "COVERED\n\nOn file:\n1: ATTACK Hackers WITH CIA\nPASS\n\nHELP explains orders.\n"
    quoted = f"STATUS\n\n{head}\n\n{sent}"
    assert find_new_text(quoted, sent, has_order=has_order).text == "STATUS"
    new = find_new_text(f"{quoted}\nPASS\nREADY", sent, has_order=has_order)
    assert new.text.split() == ["STATUS", "PASS", "READY"]
    above = find_new_text(quoted.replace("COVERED", "PASS\nCOVERED"), sent, has_order=has_order)
    assert (above.text, above.ignored) == ("STATUS", ("PASS",))


def test_an_older_mail_of_ours_below_has_no_order_in_it() -> None:
    sent = "COVERED\n\nOn file:\n1: ATTACK Hackers WITH CIA\nPASS\n\nHELP explains orders.\n"
    block = "\n".join(BLOCK)
    body = f"STATUS\n\n{block}\n\n{sent}\n{block}\n\n{sent}\n{block}\n\nPASS\n"
    assert find_new_text(body, sent, has_order=has_order).text == "STATUS"
