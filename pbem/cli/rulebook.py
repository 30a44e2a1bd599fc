"""`pbem rules`: the rules as adjudicated, by number or by word."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

import click

from pbem.cli.output import print_json
from pbem.games.illuminati.rulebook import Rule, rules, would_work

_WIDTH = 72
_INDENT = 8


@click.command("rules")
@click.argument("word", required=False)
@click.option("--json", "as_json", is_flag=True, help="Number, title, text and marks, as JSON.")
def rules_command(word: str | None, as_json: bool) -> None:
    """Print the rules as adjudicated: all, a number's, a chapter's, or those with a word.

    (ours) marks a decision of this referee, (mail) an adaptation to play by mail.

    \b
    pbem rules R5.4
    pbem rules R5
    pbem rules privilege
    """
    found = rules(word)
    if word is not None and not found:
        raise click.UsageError(f"No rule has {word!r}. {would_work(word)}")
    if as_json:
        print_json([_row(rule) for rule in found])
    else:
        click.echo("\n".join(_format(found)))


def _row(rule: Rule) -> dict[str, str | list[str]]:
    return {
        "number": rule.number,
        "title": rule.title,
        "text": rule.text,
        "marks": list(rule.marks),
    }


def _format(found: list[Rule]) -> Iterator[str]:
    chapter = ""
    for rule in found:
        if rule.chapter != chapter:
            yield from ([""] if chapter else [])
            chapter = rule.chapter
            yield f"{chapter} {rule.title}"
        yield from wrap(
            rule.text,
            _WIDTH,
            initial_indent=rule.number.ljust(_INDENT),
            subsequent_indent=" " * _INDENT,
            break_on_hyphens=False,
        )
