"""Plain text: what players supply cannot break a mail, and nothing is wider than 72 columns."""

import textwrap
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.documents.layout import clock, plain
from pbem.documents.marks import RAIL, SOFT, marked
from tests.support.each import each


@given(st.text(max_size=500))
def test_a_line_is_one_line_without_control_characters(text: str) -> None:
    line = plain.one_line(text, 40)
    assert len(line) <= 40
    assert line.isprintable() and line == line.strip()


@given(st.text(max_size=200))
def test_a_name_is_never_a_quote_a_comment_or_a_cut_line(text: str) -> None:
    name = plain.proper_name(text)
    assert 0 < len(name) <= 24
    assert name[0].isalnum() or name[0] == "_"
    assert not set(name) & set("<>|#`[]{}\\\n\r")
    assert "--" not in name and "==" not in name


@each(
    ("typed", "shown"),
    [
        ("ann", "ann"),
        ("Annette O'Brien", "Annette O'Brien"),
        ("J. R. Dobbs", "J. R. Dobbs"),
        ("--- orders below this line ---", "orders below this line"),
        ("bob\r\nBcc: cat@example.org", "bob Bcc: cat@example.org"),
        ("\u202eevil", "evil"),
        ("> quoted", "quoted"),
        ("Zoë", "Zoë"),
        ("", "someone"),
        ("\u200b\n#", "someone"),
        ("a" * 80, "a" * 21 + "..."),
    ],
)
def test_names(typed: str, shown: str) -> None:
    assert plain.proper_name(typed) == shown


@given(st.text(alphabet=st.characters(codec="ascii"), max_size=2000))
def test_filled_text_fits(text: str) -> None:
    assert all(len(line) <= plain.WIDTH for line in plain.plain_text(text).split("\n"))


WORDS = st.text(alphabet="ab- \u00e9", min_size=0, max_size=80)


@given(st.lists(WORDS, min_size=1, max_size=30), st.integers(0, 8), st.integers(0, 40))
def test_text_hangs_as_the_library_wraps_it(words: list[str], indent: int, first: int) -> None:
    text = " ".join(words).strip()
    lines = textwrap.wrap(
        text,
        plain.WIDTH,
        initial_indent=" " * first,
        subsequent_indent=" " * indent,
        break_on_hyphens=False,
    )
    assert plain.hang(text, indent, first) == SOFT.join(lines)[first:]


def test_filled_text_hangs_under_its_marker_and_keeps_comments_comments() -> None:
    long = "word " * 30
    bullet = plain.plain_text(marked("- " + long, "item")).splitlines()
    assert bullet[0].startswith("- word") and bullet[1].startswith("  word")
    number = plain.plain_text(f"10. {RAIL}{long}").splitlines()
    assert number[0].startswith("10. word") and number[1].startswith("    word")
    comment = plain.plain_text(marked("# " + long, "form")).splitlines()
    assert len(comment) > 1 and all(line.startswith("#") for line in comment)


def test_a_box_is_square() -> None:
    rows = plain.box("one\n\n" + "word " * 40 + "I.R.S..").splitlines()
    assert {len(row) for row in rows} == {plain.WIDTH}


def test_an_abbreviation_ends_a_sentence_with_one_stop() -> None:
    assert plain.plain_text("You lose I.R.S.. Well...") == "You lose I.R.S. Well...\n"


def test_moments_are_told_in_the_players_zone() -> None:
    at = datetime(2025, 4, 24, 18, 0, tzinfo=UTC)
    assert clock.short(at, "Europe/Berlin") == "Thu 24 Apr 20:00"
    assert clock.short(at, "UTC", at - timedelta(days=299)) == "Thu 24 Apr 18:00"
    assert clock.short(at, "UTC", at - timedelta(days=301)) == "Thu 24 Apr 2025 18:00"
    assert clock.short(at, clock.Zone("UTC", "iso"), at - timedelta(days=999)) == "2025-04-24 18:00"
    assert clock.full(at, "Europe/Berlin") == "Thu 24 Apr 2025, 20:00 CEST (Europe/Berlin)"
    winter = at + timedelta(days=200)
    assert clock.full(winter, "Europe/Berlin") == "Mon 10 Nov 2025, 19:00 CET (Europe/Berlin)"
    assert clock.full(at, "UTC") == "Thu 24 Apr 2025, 18:00 UTC"


@pytest.mark.parametrize("zone", ["", "Nowhere/Land", "../../etc/passwd", "Europe", "a\0b"])
def test_an_unknown_zone_is_utc(zone: str) -> None:
    at = datetime(2025, 4, 24, 18, 0, tzinfo=UTC)
    assert clock.full(at, zone) == "Thu 24 Apr 2025, 18:00 UTC"


@each(
    ("minutes", "told"),
    [
        (-5, "less than a minute"),
        (0, "less than a minute"),
        (1, "1 minute"),
        (61, "1 hour 1 minute"),
        (24 * 60, "1 day"),
        (24 * 60 + 5, "1 day"),
        (3 * 24 * 60 + 181, "3 days 3 hours"),
    ],
)
def test_spans(minutes: int, told: str) -> None:
    assert clock.span(timedelta(minutes=minutes)) == told
