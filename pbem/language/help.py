"""The help mail, made from the table of verbs, so that it cannot be out of date."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from pbem.language.script_verbs import Verb, VerbKind
from pbem.language.verbs import BY_WORD, VERBS

WIDTH = 72

_INTRODUCTION = (
    "Write one order a line, the verb first; capitals do not matter. Groups and players go by "
    "name, code or any clear part of the name. Money is a number. A text after # is a comment.",
    "Lines may be numbered: 3: PASS changes line 3 of what is on file and leaves the others, "
    "3: none removes it. Lines without numbers replace the whole script.",
    "A line may begin with a condition: IF 1 FAILS:, IF 1 SUCCEEDS:, IF Yuppies IS MINE:, IF "
    "Yuppies IS FREE:, IF Yuppies IS BOB'S:, IF MONEY >= 10:, IF NEED 2 < 6: (the need of line "
    "2), and the next one with ELSE:.",
)
_HEADINGS: tuple[tuple[VerbKind, str], ...] = (
    ("script", "Lines of a script, run in their order in your turn"),
    ("answer", "Answers to an announced attack by its number; without one they stand"),
    ("deal", "Done as your letter is read"),
    ("standing", "Standing instructions"),
    ("act", "Once in a game"),
    ("control", "Words to the referee"),
)


def help_text(verb: str | None = None) -> str:
    """Help on one verb, or on all for None, "" and words that are no verb; 72 columns at most."""
    found = BY_WORD.get((verb or "").strip().casefold())
    return "\n".join(_of_one(found) if found else _of_all())


def _of_all() -> Iterator[str]:
    for paragraph in _INTRODUCTION:
        yield from (*wrap(paragraph, WIDTH), "")
    for kind, heading in _HEADINGS:
        yield f"{heading}:"
        for verb in VERBS:
            if verb.kind == kind:
                yield from wrap(
                    f"{verb.name:<11} {verb.about}",
                    WIDTH,
                    initial_indent="  ",
                    subsequent_indent=" " * 14,
                )
        yield ""
    yield "HELP and a verb tells all of its forms, for example HELP ATTACK."


def _of_one(verb: Verb) -> Iterator[str]:
    rule = f" ({verb.rule})" if verb.rule else ""
    yield from wrap(f"{verb.name}: {verb.about}{rule}", WIDTH)
    if verb.aliases:
        yield from wrap(f"Also: {', '.join(verb.aliases)}", WIDTH)
    for heading, rows in (("Forms", verb.forms), ("Examples", verb.examples)):
        yield from ("", f"{heading}:")
        for row in rows:
            yield from wrap(row, WIDTH, initial_indent="  ", subsequent_indent="      ")
