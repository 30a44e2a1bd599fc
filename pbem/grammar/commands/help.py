"""Help on the moderator's commands, made from their table, so that it cannot be out of date."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from textwrap import wrap

from pbem.grammar.commands.keys import KEYS
from pbem.grammar.commands.moderators import MODERATORS
from pbem.grammar.commands.spec import HEADINGS, CommandSpec
from pbem.grammar.preferences import OF_MODERATORS

WIDTH = 68
"""Columns: a mail has 72, of which an answer leaves the first four free."""
_INDENT = " " * 6
_INTRODUCTION = (
    "One command a line, the verb first; capitals do not matter, # begins a comment, SIGNOFF ends "
    "the letter. BECAUSE and a reason may stand at the end of most: all players read it. Each "
    "line is done or refused by itself. Players are told at once, in general terms, of all that "
    "changes the game; LOG keeps it. Dates: Fri 18:00, tomorrow noon, 24 Dec 20:00, in 36h."
)


def help_text(verb: str = "", edits: Mapping[str, str] | None = None) -> str:
    """All commands, or one in full, WIDTH columns wide. An unknown word brings all.

    `edits` are the forms behind EDIT and what each does, as the game has them.
    """
    found = MODERATORS.by_words.get(verb.strip().upper())
    return "\n".join(_of_one(found, edits or {}) if found else _of_all())


def _of_all() -> Iterator[str]:
    yield from wrap(_INTRODUCTION, WIDTH)
    for topic, heading in HEADINGS.items():
        yield from ("", f"{heading}:")
        for verb in MODERATORS.rows:
            if verb.kind == topic:
                yield from wrap(
                    ", ".join(verb.forms), WIDTH, initial_indent="  ", subsequent_indent=_INDENT
                )
                yield from _indented(verb.about)
    yield ""
    yield from wrap("HELP ROLLBACK explains one command, HELP SET lists what can be set.", WIDTH)


def _indented(text: str) -> list[str]:
    return wrap(text, WIDTH, initial_indent=_INDENT, subsequent_indent=_INDENT)


def _of_one(verb: CommandSpec, edits: Mapping[str, str]) -> Iterator[str]:
    yield from wrap(", ".join(verb.forms), WIDTH)
    yield ""
    yield from wrap(verb.about, WIDTH)
    yield from ("", f"Example: {verb.examples[0]}")
    if verb.aliases:
        yield f"The same: {', '.join(verb.aliases)}"
    if verb.guarded:
        yield from wrap("A misspelt word of this command is asked about, never assumed.", WIDTH)
    if verb.shows_hidden:
        yield from wrap(
            "Not for a moderator who plays in the game, nor in a blind game that still runs.", WIDTH
        )
    if verb.name == "EDIT":
        yield ""
        for form, about in edits.items():
            yield from wrap(f"EDIT {form}", WIDTH, initial_indent="  ", subsequent_indent=_INDENT)
            yield from _indented(about)
        yield from wrap(
            "An edit that breaks what must always hold is refused. The players it concerns are "
            "told of it; of hidden things, the others learn only that something was put right.",
            WIDTH,
        )
    if verb.name == "SET":
        yield ""
        for key, (_, example, about) in KEYS.items():
            yield f"  SET {key} {example}"
            yield from _indented(about)
        yield from wrap(
            "NEXT to DELAY may have SETUP, SCRIPT, ANSWERS or OFFERS before them, as in SET "
            "ANSWERS NEXT 1d; without one they are the script's.",
            WIDTH,
        )
    if verb.name == "SET MY":
        yield ""
        for row in OF_MODERATORS:
            yield f"  SET MY {row.name} {row.example}"
            yield from _indented(row.moderators)
