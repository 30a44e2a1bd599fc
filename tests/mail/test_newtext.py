"""New text of replies: labels, limits, and the comparison with the mail we sent."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pbem.games.illuminati.language import has_order
from pbem.mail.authors import Correspondents
from pbem.mail.marks import Label, quote_depth
from pbem.mail.newtext import LINE_LIMIT, LINES_LIMIT, TEXT_LIMIT, find_new_text
from pbem.mail.sent import SentText, key_of
from tests.support.each import each

TOKEN = "abcdefghijklmnopqrstuvwxyz"
SENT = """\
Turn 14. Ann, it is your turn.
The Yuppies are uncontrolled, and nobody has yet asked why they smile.

# ATTACK Hackers WITH CIA
# TRANSFER 5 FROM Mafia TO Illuminati
Bob may still oppose:
PASS
"""


def quote(text: str, mark: str = "> ") -> str:
    return "".join(f"{mark}{line}\n" for line in text.splitlines())


def labels(body: str, sent: str | None = None) -> list[tuple[str, Label]]:
    return [(line.text, line.label) for line in find_new_text(body, sent).lines]


def test_a_plain_letter_is_all_new() -> None:
    found = find_new_text("ATTACK Hackers WITH CIA\n\nThanks,\nAnn")
    assert found.text == "ATTACK Hackers WITH CIA\n\nThanks,\nAnn"
    assert found.ignored == ()


def test_text_between_and_below_a_marked_quote_is_new() -> None:
    body = "On 23 Apr 2025, at 20:00, Referee wrote:\n> one?\n\nPASS\n\n> two?\nREADY\n"
    assert find_new_text(body).text == "PASS\n\nREADY"


def test_every_kind_of_line_has_its_label() -> None:
    body = (
        "PASS\nOn 23 Apr 2025 at 20:00, Referee wrote:\n> quoted\nREADY\n-- \nAnn\n"
        "-----Original Message-----\nFrom: Bob <bob@example.net>\nSent: 3 May 2025\n\nold"
    )
    assert [label for _line, label in labels(body)] == [
        Label.NEW,
        Label.ATTRIBUTION,
        Label.QUOTED,
        Label.NEW,
        Label.SIGNATURE,
        Label.SIGNATURE,
        Label.SEPARATOR,
        Label.HEADER,
        Label.HEADER,
        Label.QUOTED,
        Label.QUOTED,
    ]


@pytest.mark.parametrize(
    "mark",
    [
        "---------- Forwarded message ---------",
        "-------- Weitergeleitete Nachricht --------",
        "Begin forwarded message:",
    ],
)
def test_nothing_below_a_forward_mark_is_new(mark: str) -> None:
    body = f"PASS\n\n{mark}\nFrom: bob\n\nDESTROY Hackers WITH CIA\n> READY\nREADY"
    found = find_new_text(body)
    assert found.text == "PASS"
    assert "DESTROY Hackers WITH CIA" in found.ignored


@pytest.mark.parametrize("close", ["Best regards,", "Thanks", "Cheers, Ann", "Hi referee,", "--x"])
def test_a_greeting_or_close_ends_nothing(close: str) -> None:
    assert find_new_text(f"{close}\nPASS").text == f"{close}\nPASS"


def test_a_signature_ends_at_a_quote() -> None:
    found = find_new_text("PASS\n-- \nAnn\nDROP Trekkies\n\n> old\n\nREADY")
    assert found.text == "PASS\n\nREADY"
    assert found.ignored == ("--", "Ann", "DROP Trekkies", "old")


@pytest.mark.parametrize("line", ["Sent from my iPhone", "Von meinem iPhone gesendet"])
def test_a_line_of_the_program_hides_only_itself(line: str) -> None:
    assert find_new_text(f"PASS\n{line}\nREADY").text == "PASS\n\nREADY"


@each(
    "order",
    [
        "TRANSFER 5 FROM Phone Company TO Illuminati",
        "SAY TO bob: see you on Friday",
        "SAY TO ALL:",
        "3: none",
        "| a drawn line",
        "GIVE 10 TO bob",
        "-----",
    ],
)
def test_an_order_is_no_mark(order: str) -> None:
    assert find_new_text(f"PASS\n{order}\nREADY").text == f"PASS\n{order}\nREADY"


@pytest.mark.parametrize("word", ["SIGNOFF", "signoff", " Signoff. "])
def test_signoff_ends_reading(word: str) -> None:
    found = find_new_text(f"PASS\n{word}\nREADY")
    assert found.text == "PASS"
    assert found.ignored == (word.strip(), "READY")


def test_signoff_inside_a_line_ends_nothing() -> None:
    assert find_new_text("SAY TO bob: SIGNOFF means stop\nPASS").text.endswith("PASS")


@pytest.mark.parametrize(
    "head",
    [
        "On Wed, Apr 23, 2025 at 8:00 PM Referee <game+abc@example.org\n> wrote:",
        "On Wed, Apr 23, 2025 at 8:00 PM Referee <\ngame+abc@example.org\n> wrote:",
        "Am Mi., 23. Apr. 2025 um 20:00 Uhr schrieb Referee <game+abc@example.org\n>:",
    ],
)
def test_an_attribution_broken_before_its_bracket_is_one(head: str) -> None:
    body = f"READY\n\n{head}\n{quote(SENT)}\nPASS"
    assert find_new_text(body, SENT, has_order=has_order).text == "READY\n\nPASS"
    assert find_new_text(body).text == "READY\n\nPASS"


def test_a_line_with_an_address_above_a_quoted_colon_is_typed() -> None:
    body = "Mail bob@example.net on 21 Nov 2026 at 10:00\n> SAID:\n> hello"
    assert find_new_text(body).text == "Mail bob@example.net on 21 Nov 2026 at 10:00"


@each(
    "attribution",
    [
        "On Wed, 23 Apr 2025 at 20:00, Referee <\ngame@example.org> wrote:",
        "Am 23.04.25 um 20:00 schrieb Referee:",
        "Le mer. 23 avr. 2025 à 20:00, Referee <game@example.org>\na écrit :",
        "El mié, 23 abr 2025 a las 20:00, Referee (<game@example.org>) escribió:",
        "Op wo 23 apr 2025 om 20:00 schreef Referee <game@example.org>:",
        "Den ons 23 apr. 2025 kl 20:00 skrev Referee <game@example.org>:",
        "ср, 23 апр. 2025 г. в 20:00, Referee <game@example.org>:",
        "2025年4月23日(水) 20:00 Referee <game@example.org>:",
        "---- On Wed, 23 Apr 2025 20:00:00 +0200 Referee <game@example.org> wrote ----",
        "Referee <game@example.org> wrote on 23 April 2025, 20:00:",
    ],
)
def test_below_an_attribution_an_unmarked_quote_runs_to_the_end(attribution: str) -> None:
    assert find_new_text(f"PASS\n{attribution}\n\nDROP Trekkies\n").text == "PASS"


@pytest.mark.parametrize(
    "block",
    [
        "From: Referee <game@example.org>\nSent: Wednesday\nTo: Ann\nSubject: Turn 14",
        "Von: Referee <game@example.org>\nGesendet: Mittwoch\nAn: Ann\nBetreff: Zug",
        "*De :* Referee <game@example.org>\n*Envoyé :* mercredi\n*À :* Ann\n*Objet :* Tour",
        "From: Referee <game@example.org>\nTo: Ann <ann@example.net>,\n  Bob\nSubject: Turn 14",
    ],
)
def test_below_a_header_block_all_is_quoted(block: str) -> None:
    assert find_new_text(f"PASS\n\n{block}\n\nDROP Trekkies\n").text == "PASS"


def test_one_key_or_no_date_or_address_makes_no_header_block() -> None:
    for block in ("From: bob@example.net", "To: bob\nSubject: money"):
        assert find_new_text(f"PASS\n{block}\nREADY").text.endswith("READY")


def test_a_sentence_that_begins_like_the_line_of_a_telephone_is_text() -> None:
    line = "Sent from my desk, which is much easier than my mobile phone."
    assert find_new_text(f"PASS\n{line}").text == f"PASS\n{line}"


def test_the_footer_of_a_mailing_list_is_a_signature() -> None:
    rule = "_" * 47
    body = f"PASS\n\n{rule}\nPlayers mailing list\nplayers@example.net\n"
    assert find_new_text(body).text == "PASS"
    assert find_new_text(f"PASS\n{rule}\nREADY").text == f"PASS\n{rule}\nREADY"


FORM = "# ATTACK Hackers WITH CIA\n--- orders below this line ---\n# ATTACK\n# READY\n"


def test_below_our_cut_line_a_form_is_read_without_our_mail() -> None:
    filled = FORM.replace("# ATTACK\n", "ATTACK Hackers WITH FBI\n")
    ours = Correspondents(our_addresses=["game@example.org"], tokens=[TOKEN])
    heads = (
        "On 3 May 2025, Referee <{}> wrote:\n",
        "Am 3. Mai 2025 um 10:00 schrieb Referee <\n{}>:\n",
        "From: Referee <{}>\nSent: 3 May 2025\nTo: Ann\n\n",
    )
    for head in heads:
        quoted = filled if head.startswith("From") else quote(filled)
        body = f"Hello\n{head.format(f'game+{TOKEN}@example.org')}{quoted}"
        assert find_new_text(body, people=ours).text == "Hello\n\nATTACK Hackers WITH FBI"
        others = body.replace(TOKEN, TOKEN[::-1]), body.replace("example.org", "example.com")
        for other in (*others, f"Hello\n{quoted}" if "From" not in head else ""):
            assert "ATTACK" not in find_new_text(other, people=ours).text


def test_below_the_cut_line_another_quote_or_a_signature_ends_the_form() -> None:
    body = quote(FORM) + "\nAm 3.5.2025 um 10:00 schrieb Bob:\n" + quote("DROP Trekkies\n")
    assert find_new_text(body).text == ""
    assert find_new_text(quote(FORM) + "-- \nDROP Trekkies\n").text == ""
    assert find_new_text(quote(FORM) + quote("DROP Trekkies\n", "> > ")).text == ""


def test_below_the_end_of_a_form_nothing_quoted_is_read() -> None:
    ours = Correspondents(our_addresses=["game@example.org"], tokens=[TOKEN])
    head = f"On 3 May 2025, Referee <game+{TOKEN}@example.org> wrote:\n"
    filled = FORM.replace("# ATTACK\n", "ATTACK Hackers WITH FBI\n")
    below = "END\n\n== THE WORLD ==\nRumour has it:\n| DROP Trekkies\nPASS\n"
    body = f"{head}{quote(filled + below)}\nGIVE 1 TO bob\n"
    assert find_new_text(body, people=ours).text == "ATTACK Hackers WITH FBI\n\nGIVE 1 TO bob"


def test_above_the_cut_line_nothing_quoted_is_read_without_our_mail() -> None:
    found = find_new_text(quote(FORM.replace("# ATTACK Hackers", "ATTACK Hackers")))
    assert found.text == ""
    assert "ATTACK Hackers WITH CIA" in found.ignored


# With the mail we sent


def test_an_order_that_we_proposed_is_typed_where_nothing_else_of_ours_stands_by_it() -> None:
    sent = "For example:\nATTACK Hackers WITH CIA\nor so.\n"
    for body in ("ATTACK Hackers WITH CIA\n\n" + quote(sent), "ATTACK Hackers WITH CIA\n"):
        found = find_new_text(body, sent, has_order=has_order)
        assert found.text == "ATTACK Hackers WITH CIA"
    assert find_new_text(f"READY\n\n{sent}", sent, has_order=has_order).text == "READY"


def test_an_unquoted_line_of_ours_that_is_no_order_is_not_new() -> None:
    story = SENT.splitlines()[1]
    assert (
        find_new_text(f"{story}\nREADY\n{quote(SENT)}", SENT, has_order=has_order).text == "READY"
    )


def test_a_form_line_filled_in_behind_its_comment_mark_is_named() -> None:
    body = quote(FORM.replace("# READY", "# READY, I think"))
    found = find_new_text(body, FORM)
    assert "READY, I think" in found.ignored
    assert find_new_text(quote(FORM), FORM).ignored == ()


def test_quotes_with_bars_are_quotes_and_can_be_filled_in() -> None:
    body = quote(SENT.replace("# ATTACK", "ATTACK"), "| ")
    assert find_new_text(body, SENT).text == "ATTACK Hackers WITH CIA"


def test_a_strange_line_in_the_quote_is_an_answer() -> None:
    body = quote(SENT + "GIVE 3 TO bob\n")
    assert find_new_text(body, SENT).text == "GIVE 3 TO bob"
    assert find_new_text(body).text == ""


def test_a_line_of_ours_with_more_behind_it_is_an_answer() -> None:
    body = quote(SENT.replace("oppose:", "oppose: SUPPORT bob MAX 2"))
    assert find_new_text(body, SENT).text == "Bob may still oppose: SUPPORT bob MAX 2"


def test_an_uncommented_line_is_an_answer() -> None:
    body = quote(SENT.replace("# ATTACK", "ATTACK"))
    assert find_new_text(body, SENT).text == "ATTACK Hackers WITH CIA"
    unmarked = "Here:\n" + SENT.replace("# ATTACK", "ATTACK")
    assert find_new_text(unmarked, SENT).text == "Here:\n\nATTACK Hackers WITH CIA"


def test_another_sign_before_a_number_makes_an_answer() -> None:
    sent = "COVERED\n1: IF MONEY >= 10: PASS\n2: STAY > 3\nIF A<B\n"
    quoted = quote(sent).replace("MONEY >=", "MONEY <")
    assert find_new_text(f"{quoted}\nREADY", sent).text == "1: IF MONEY < 10: PASS\n\nREADY"
    for same in (quote(sent), quote(sent).replace(">= 10", ">=10"), quote(sent, ">> ")):
        assert find_new_text(f"{same}\nREADY", sent).text == "READY"


def test_our_own_lines_unquoted_are_not_new() -> None:
    found = find_new_text(f"READY\n\n{SENT}", SENT)
    assert found.text == "READY"
    assert found.ignored == ()


def test_a_short_order_that_we_wrote_too_is_still_an_order() -> None:
    assert find_new_text("PASS\n\n" + quote(SENT), SENT, has_order=has_order).text == "PASS"


def test_our_lines_wrapped_by_a_program_are_ours() -> None:
    first, second = SENT.splitlines()[1].split(", and ")
    wrapped = (
        quote(SENT.splitlines()[0]) + f"> {first},\nand {second}\n> # ATTACK Hackers\nWITH CIA\n"
    )
    assert find_new_text(f"READY\n{wrapped}", SENT).text == "READY"


def test_our_lines_run_together_are_ours() -> None:
    assert find_new_text("> " + " ".join(SENT.splitlines()[:2]) + "\nREADY", SENT).text == "READY"


def test_an_older_letter_of_the_player_is_not_read_again() -> None:
    mine = "ATTACK Yuppies WITH FBI\nMOVE CIA UNDER FBI AT S\nGIVE 3 TO bob\nDROP Trekkies\n"
    body = "READY\nOn 23 Apr 2025 at 20:00, Ann wrote:\n" + quote(mine) + quote(SENT, ">> ")
    found = find_new_text(body, SENT)
    assert found.text == "READY"
    assert found.ignored == tuple(mine.splitlines())


def test_an_older_letter_quoted_without_marks_is_not_read_again() -> None:
    heads = "From: {} <x@example.net>\nSent: 3 May 2025 10:00\nTo: y\nSubject: Turn 14\n\n"
    old = "ATTACK Hackers WITH CIA\nDROP Trekkies\n\n"
    report = SENT.replace("# TRANSFER", "TRANSFER")
    body = "CLEAR\n\n" + heads.format("Ann") + old + heads.format("Referee") + report
    found = find_new_text(body, SENT)
    assert found.text == "CLEAR\n\nTRANSFER 5 FROM Mafia TO Illuminati"
    assert "DROP Trekkies" in found.ignored


def test_a_quote_of_some_other_mail_is_not_read() -> None:
    other = "".join(f"Line {word} of quite another mail.\n" for word in "abcdefg")
    assert find_new_text("READY\n" + quote(other), SENT).text == "READY"


def test_a_quote_of_an_older_mail_of_ours_is_not_read() -> None:
    older = "Turn 13\nOn file:\nATTACK FBI WITH KGB\n" + "".join(SENT.splitlines(True)[:2])
    assert find_new_text(f"READY\n{quote(older)}", SENT).text == "READY"


def test_without_a_key_there_is_no_match() -> None:
    assert SentText("").cover(["", "pass"]) == [False, False]
    assert key_of("> # Attack  Yuppies!") == "#attackyuppies"
    assert key_of("----") == ""


# Limits


def test_limits_cut_and_say_so() -> None:
    assert len(find_new_text("x" * (LINE_LIMIT + 1)).lines[0].text) == LINE_LIMIT
    assert len(find_new_text("x\n" * (LINES_LIMIT + 5)).lines) == LINES_LIMIT
    long = find_new_text(("x" * 900 + "\n") * 100)
    assert sum(len(line.text) + 1 for line in long.lines) <= TEXT_LIMIT + 1
    assert long.is_cut
    assert find_new_text("x" * (LINE_LIMIT + 1)).is_cut
    assert find_new_text("x\n" * (LINES_LIMIT + 5)).is_cut


def test_within_the_limits_nothing_is_cut() -> None:
    assert not find_new_text("\u200bPASS\r\n" * 100).is_cut
    assert not find_new_text("").is_cut


BITS = st.sampled_from(
    ["> ", ">> ", "| ", "# ", "-- ", "From: a@b.c", "Sent: 10:00", "On 1 May 2025 wrote:", "\n",
     "PASS", " ", "-----Original Message-----", "____________", "SIGNOFF", "\r", "\u2028", "é"]
)  # fmt: skip


@example(["| ", "On 1 May 2025 wrote:"], None)
@given(st.lists(st.one_of(BITS, st.text(max_size=6)), max_size=60), st.none() | st.just(SENT))
def test_any_text_is_read_and_new_lines_come_from_it(bits: list[str], sent: str | None) -> None:
    found = find_new_text("".join(bits), sent)
    new = [line.text for line in found.lines if line.label is Label.NEW]
    typed = [row for line in new if (row := quote_depth(line)[1].rstrip())]
    read = [row for row in found.text.split("\n") if row]
    assert len(read) == len(typed)
    for row, whole in zip(read, typed, strict=True):
        # A program's own "On … wrote:" may stand behind what was typed on the same line.
        assert row == whole or (whole.startswith(row) and whole.endswith("wrote:"))


ARMOURED = """\
-----BEGIN PGP SIGNED MESSAGE-----
Hash: SHA256

READY
- - PASS
{}
-----BEGIN PGP SIGNATURE-----

iQEzBAEBCAAdFiEE
PASS
=abcd
-----END PGP SIGNATURE-----{}"""


def test_the_frame_of_a_signed_letter_is_taken_off() -> None:
    assert find_new_text(ARMOURED.format("", "")).text == "READY\n- PASS"
    assert find_new_text(ARMOURED.format("- -- \nAnn\nDROP KGB", "")).text == "READY\n- PASS"
    quoted = "\n".join(f"> {line}" for line in ARMOURED.format("", "").split("\n"))
    found = find_new_text(ARMOURED.format(f"On 3/5/25 10:30, Ann wrote:\n{quoted}", "\nSTATUS"))
    assert found.text == "READY\n- PASS\n\nSTATUS"
    assert found.lines[-2].label is Label.OTHER


def test_a_frame_without_a_signature_or_a_signature_alone_loses_nothing() -> None:
    top, _, rest = ARMOURED.format("", "").partition("-----BEGIN PGP SIGNATURE-----")
    assert find_new_text(top).text == "READY\n- PASS"
    assert find_new_text(f"READY\n-----BEGIN PGP SIGNATURE-----{rest}").text.count("PASS") == 1
    assert find_new_text(top.replace("\n\n", "\n")).text == "READY\n- PASS"
    cut = ARMOURED.format("", "").partition("-----END")[0]
    assert find_new_text(f"{cut}\nDROP KGB").text == "READY\n- PASS\n\nDROP KGB"


def test_a_wrapped_line_of_our_form_is_ours_in_one_piece_too() -> None:
    """HTML has the line whole, as a program that leaves out all marks quotes it."""
    sent = (
        f"{SENT}# ATTACK Bank of England WITH Tobacco Companies\n#     # need 14, 92 %\n# STATUS\n"
    )
    whole = "# ATTACK Bank of England WITH Tobacco Companies    # need 14, 92 %"
    found = find_new_text(f"PASS\nREADY\n\n{SENT}{whole}\n# STATUS\n", sent)
    assert (found.text, found.ignored) == ("PASS\nREADY", ())


def test_a_wrapped_line_of_our_form_is_known_in_one_piece() -> None:
    text = "# PASS\n# TAKEOVER Hackers UNDER CIA    # free, as the\n#   first line\n# READY\n"
    sent = SentText(text)
    assert sent.has_line(key_of("# TAKEOVER Hackers UNDER CIA    # free, as the first line"))
    assert not sent.has_line(key_of("# TAKEOVER Hackers UNDER CIA AT E # free, as the first line"))
    assert not sent.has_line(key_of("# PASS first line"))


def test_a_calendar_entry_that_is_quoted_is_not_new() -> None:
    """Mutt quotes that part of our mail below its text."""
    sent = "Turn 1 of 30\n\nYou act by Monday.\nIf this line is missing, so are you.\n"
    entry = ("BEGIN:VCALENDAR", "SUMMARY:orders", "ACTION:DISPLAY", "END:VCALENDAR")
    quote = [f"> {line}".rstrip() for line in sent.splitlines()]
    below = [f"> {line}" for line in entry]
    body = "\n".join(["STATUS", "", "On Friday the referee wrote:", *quote, "", *below])
    found = find_new_text(body, sent)
    assert found.text == "STATUS" and found.ignored == ()
    assert find_new_text("BEGIN:VCALENDAR\nPASS\nEND:VCALENDAR", sent).text.count("\n") == 2
