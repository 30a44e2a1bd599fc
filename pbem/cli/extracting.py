"""`pbem extract`: which text of a mail would be read as orders."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from pbem.cli.inputs import read_text
from pbem.cli.settling import say_json
from pbem.mail.letter import read_letter
from pbem.mail.newtext import find_new_text


@click.command("extract")
@click.option(
    "--sent",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="The text of the mail of ours that it answers.",
)
@click.option("--body", "is_body", is_flag=True, help="Standard input is a bare body, no mail.")
@click.option("--json", "as_json", is_flag=True, help="Every line with its label, as JSON.")
def extract_command(sent: Path | None, is_body: bool, as_json: bool) -> None:
    """Print the new text of the mail on standard input: what would be read as orders.

    \b
    pbem extract < reply.eml
    pbem extract --sent report.txt --json < reply.eml
    """
    ours = read_text(str(sent)) if sent else None
    raw = sys.stdin.buffer.read()
    machine = None
    if is_body:
        new = find_new_text(raw.decode("utf-8", "replace"), ours)
        text, lines, ignored = new.text, new.lines, new.ignored
    else:
        letter = read_letter(raw, sent=ours)
        text, lines, ignored = letter.text, letter.lines, letter.ignored
        machine = letter.is_machine
    if as_json:
        rows = [{"text": line.text, "label": line.label} for line in lines]
        say_json({"text": text, "machine": machine, "lines": rows, "ignored": list(ignored)})
    else:
        click.echo(text)
