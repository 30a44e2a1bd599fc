"""`pbem extract`: which text of a mail would be read as orders."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import click

from pbem.cli.output import print_json
from pbem.games.registry import carries_order, has_order
from pbem.mail.body import choose_body
from pbem.mail.charset import decode
from pbem.mail.html import html_to_text, is_html
from pbem.mail.letter import OurNames, read_envelope, read_letter
from pbem.mail.newtext import find_new_text
from pbem.mail.parse import parse_mail
from pbem.settings import MailSettings

_RAW_MAIL = re.compile(rb"(?:[!-9;-~]+:.*\r?\n(?:[ \t].*\r?\n)*)*?content-type:", re.IGNORECASE)


@click.command("extract")
@click.option(
    "--sent",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="The mail of ours that it answers: its text, or raw.",
)
@click.option(
    "--body", "is_body", is_flag=True, help="Standard input is only the body, not a whole mail."
)
@click.option("--json", "as_json", is_flag=True, help="Every line with its label, as JSON.")
def extract_command(sent: Path | None, is_body: bool, as_json: bool) -> None:
    """Print the new text of the mail on standard input: what would be read as orders.

    \b
    pbem extract < reply.eml
    pbem extract --sent report.txt --json < reply.eml
    """
    ours = _text_of(sent.read_bytes()) if sent else None
    raw = sys.stdin.buffer.read()
    machine = None
    if is_body:
        body = decode(raw, "utf-8")
        new = find_new_text(
            html_to_text(body) if is_html(body) else body, ours, has_order=has_order
        )
        text, lines, ignored = new.text, new.lines, new.ignored
    else:
        us = OurNames(names=(MailSettings().name,))
        letter = read_letter(raw, sent=ours, ours=us, has_order=has_order)
        text, lines, ignored = letter.text, letter.lines, letter.ignored
        machine = read_envelope(raw, has_order=has_order, carries_order=carries_order).is_machine
    if as_json:
        rows = [{"text": line.text, "label": line.label} for line in lines]
        print_json({"text": text, "machine": machine, "lines": rows, "ignored": list(ignored)})
    else:
        click.echo(text)


def _text_of(sent: bytes) -> str:
    """The text of a mail of ours, given as text or as it went out."""
    return choose_body(parse_mail(sent)) if _RAW_MAIL.match(sent) else decode(sent, "utf-8")
