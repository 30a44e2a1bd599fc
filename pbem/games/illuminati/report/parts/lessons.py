"""The lessons of a tutorial: a few paragraphs on top of its first reports."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pbem.documents.layout.plain import WIDTH
from pbem.documents.marks import marked
from pbem.games.illuminati.report.parts.suggested_orders import fitting

_PLACE = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, slots=True)
class Lesson:
    """What is said before and after the lines a player may try.

    A line with a {place} is made from the table; where the table has nothing for it, it is left
    out: {attack} is the best one, {second} can follow it, {card} is a card of the reader's.
    """

    title: str
    before: tuple[str, ...]
    examples: tuple[str, ...]
    after: tuple[str, ...] = ()


LESSONS = (
    Lesson(
        "READING, AND A FIRST ATTACK",
        (
            "This is a game like any other, against two robots that answer at once. Nobody else "
            "sees it, and you have 14 days for a turn.",
            "The box below says what is asked of you. THE WORLD shows everybody's structure: a "
            "tree with the Illuminati on top. Groups without a master stand under UNCONTROLLED; "
            "you want them.",
            "YOUR OPTIONS, near the end, lists attacks with their need: roll that or less with "
            "two dice. Reply to this mail with a good one on top, without the mark in front. Each "
            "MB added with SPEND makes the need one better. Do get a group: who has none after "
            "his third turn is out (R10.1). It may look like this:",
        ),
        ("{attack}", "READY"),
    ),
    Lesson(
        "A WHOLE SCRIPT",
        (
            "You have two actions a turn. Lines are run in their order, and one may depend on "
            "another. Money lies on cards: income comes to the card that has it, TRANSFER moves "
            "it between neighbours, and an attack can be paid from the attacking card and the "
            "Illuminati:",
        ),
        (
            "{attack}",
            "{second}",
            "{transfer}",
            "PREVIEW",
        ),
        (
            "PREVIEW keeps nothing: it tells what each line would need. Leave it out to mean it. "
            "The first word of the answer, COVERED, says that your orders are safely filed.",
        ),
    ),
    Lesson(
        "DEFENCE, AND LOOKING THINGS UP",
        (
            "When an attack is announced you get a bulletin, with lines to answer it, and the game "
            "waits for you. READY UNLESS ATTACKED spares you that for attacks on others. GUARD "
            "spends for your groups even if you send nothing; you are still asked about attacks "
            "on them, unless you say ASK ME NEVER. RESERVE keeps that much in your Illuminati. "
            "The last three lines look things up:",
        ),
        (
            "READY UNLESS ATTACKED",
            "GUARD ALL UNTIL 5 MAX {guard}",
            "RESERVE {reserve}",
            "STATUS",
            "RULES privilege",
            "CARD {card}",
        ),
        (
            "That was the last lesson; play on as long as you like. RESIGN ends the game, and so "
            "does a turn for which you send nothing.",
        ),
    ),
)
_WAIT = (
    "It is not your turn yet; the robots move at once, so your next mail is on its way. Read this "
    "one in the meantime."
)
_END = (
    "The tutorial is over: your turn came and went without a letter, you are out, or it had gone "
    "on for very long. TUTORIAL in a letter of another game begins a new one."
)


def with_lesson(body: str, number: int, places: Mapping[str, str], *, is_own: bool) -> str:
    """A report's text with a lesson above it; numbers from 1. `places` are those of its lines."""
    lesson = LESSONS[number - 1]
    said = [marked(f"LESSON {number} OF {len(LESSONS)}: {lesson.title}", "heading")]
    said += [line for paragraph in lesson.before for line in (paragraph, "")]
    said += [*(f"  {line}" for line in _filled(lesson.examples, places)), ""]
    after = lesson.after if is_own else (*lesson.after, _WAIT)
    said += [line for paragraph in after for line in (paragraph, "")]
    return "\n".join([*said, "", body])


def _filled(lines: Sequence[str], places: Mapping[str, str]) -> Iterator[str]:
    for line in lines:
        if set(_PLACE.findall(line)) <= places.keys():
            whole = line.format_map(places)
            yield fitting(whole, WIDTH - 2) or whole


def with_end(body: str) -> str:
    """The last report of a tutorial that nobody won."""
    return "\n".join([marked("THE TUTORIAL ENDS", "heading"), _END, "", body])
