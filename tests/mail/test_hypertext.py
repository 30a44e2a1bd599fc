"""HTML as its reader sees it: quotes, lists, signatures, and what is not to be seen."""

from __future__ import annotations

import time

import pytest

from pbem.games.illuminati.language import has_order
from pbem.mail.html import html_to_text
from pbem.mail.newtext import find_new_text
from tests.support.each import each

GMAIL = '<div class="gmail_signature" data-smartmail="gmail_signature">Ann<br>Head of PASS</div>'
QUOTE = "On 21 Nov 2026 10:00, Fnord <a@b.cd> wrote:<br><blockquote type=cite>COVERED</blockquote>"


@each(
    ("markup", "text"),
    [
        ("<html><head><title>x</title><body><p>PASS</p></body></html>", "PASS"),
        ("<HTML><HEAD><BODY>PASS<BR>READY</BODY></HTML>", "PASS\nREADY"),
        ("<head><meta charset=utf-8><div>PASS</div>", "PASS"),
        ("<head><style>p > b {}</style><title>a <b>", ""),
        ("<body><style/><div>PASS</div>", "PASS"),
        ("<head><style>x</style></head>PASS", "PASS"),
        ('<div title="a > b">PASS</div>', "PASS"),
        ('<div data-x=\'{"q":"<b>"}\'>PASS</div>', "PASS"),
        ('<div title="a>PASS</div>', "PASS"),
        ("<ol><li>PASS<li>READY</ol>", "1. PASS\n2. READY"),
        ('<ol start="4"><li>PASS</li></ol><ul><li>READY</li></ul>', "4. PASS\n\nREADY"),
        ('<div style="white-space: pre-wrap">PASS\nREADY</div>a\nb', "PASS\nREADY\na b"),
        ('<p style="line-break: after-white-space">a\npre</p>', "a pre"),
        ('<div style="display:none">x<div>y</div>z</div>PASS', "PASS"),
        ('<div style="display:none">x<p>PASS', "x\n\nPASS"),
    ],
)
def test_html_is_read_as_it_is_shown(markup: str, text: str) -> None:
    assert html_to_text(markup).strip() == text


@pytest.mark.parametrize(
    "tag",
    [
        'blockquote style="margin:0 0 0 40px;border:none;padding:0px"',
        'blockquote style="margin-left:30.0pt;margin-right:0in"',
    ],
)
def test_what_is_indented_is_no_quote(tag: str) -> None:
    markup = f"<div>My orders are</div><{tag}>PASS</blockquote>{QUOTE}"
    assert html_to_text(markup).split("\n")[:2] == ["My orders are", "PASS"]
    assert "> COVERED" in html_to_text(markup)


@each(
    "markup",
    [
        "READY<br>On 21 Nov 2026, Fnord &lt;a@b.cd&gt; wrote:<blockquote>PASS</blockquote>",
        'READY<br>Em 21 x Fnord:<blockquote style="margin-left:9px">PASS</blockquote>',
        'READY<blockquote style="border-left:2px solid">PASS</blockquote>',
        'READY<blockquote class="q">PASS</blockquote>',
        "READY<blockquote>PASS</blockquote>Ann",
        f"{QUOTE}READY<blockquote>PASS</blockquote>",
    ],
)
def test_what_is_below_a_head_or_drawn_as_a_quote_is_one(markup: str) -> None:
    assert "> PASS" in html_to_text(markup).split("\n")


@each(
    "signature",
    [
        GMAIL,
        '<div class="protonmail_signature_block">Ann<br>Head of PASS</div>',
        '<pre class="moz-signature" cols="72">Ann\nHead of PASS</pre>',
        '<div name="messageSignatureSection">Ann<br>Head of PASS</div>',
        '<div id="Signature"><div>Ann</div>Head of PASS</div>',
        '<div id="AppleMailSignature">Ann<br>Head of PASS</div>',
    ],
)
@each("below", ["", QUOTE, f"{QUOTE}<div>READY</div>", "<div>READY</div>"])
def test_a_signature_that_a_program_marks_is_one(signature: str, below: str) -> None:
    new = find_new_text(html_to_text(f"<div>PASS</div>{signature}{below}"), has_order=has_order)
    assert new.text.split() == (["PASS", "READY"] if "READY" in below else ["PASS"])
    assert "Head of PASS" in new.ignored


def test_typing_within_a_signature_is_typing() -> None:
    for markup in (GMAIL, f"PASS{GMAIL}{GMAIL.replace('Head of PASS', 'READY')}"):
        assert "-- " not in html_to_text(markup)


@pytest.mark.long
@pytest.mark.parametrize(
    "piece",
    [
        '<blockquote style="border:none">',
        "<br><blockquote>",
        '<a title="',
        "<a b=' c=",
        '<p style="white-space:pre">',
        '<div style="display:none">',
        '<div id="Signature">',
        "<ol><li>",
    ],
)
def test_half_a_megabyte_of_anything_takes_no_time(piece: str) -> None:
    for markup in (piece * (500_000 // len(piece)), "x" * 250_000 + "<br>" + piece * 9000):
        start = time.process_time()
        html_to_text(markup)
        assert time.process_time() - start < 10, "reading grows faster than the letter"
