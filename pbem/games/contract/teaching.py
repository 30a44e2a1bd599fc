"""The lessons of a tutorial: a few paragraphs, and lines to send, on top of its first reports."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from pbem.documents.marks import marked

INDENT = 2
"""How far the lines of a lesson stand from the edge."""
_PLACE = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, slots=True)
class Lesson:
    """What is said before and after the lines a player may try.

    A line with a {place} is made from the table; where the table has nothing for it, it is left
    out. Paragraphs may have places too, which the table always fills.
    """

    title: str
    before: tuple[str, ...]
    examples: tuple[str, ...]
    after: tuple[str, ...] = ()


def with_lesson(
    body: str,
    heading: str,
    lesson: Lesson,
    places: Mapping[str, str],
    fitted: Callable[[str], str] = str,
) -> str:
    """A report's text with a lesson above it; `fitted` makes a line short enough."""
    lines = [marked(f"{heading}: {lesson.title}", "heading"), *_paragraphs(lesson.before, places)]
    lines += [*(f"{' ' * INDENT}{fitted(line)}" for line in lines_of(lesson, places)), ""]
    return "\n".join([*lines, *_paragraphs(lesson.after, places), "", body])


def lines_of(lesson: Lesson, places: Mapping[str, str]) -> Iterator[str]:
    """The lines of a lesson that the table can fill."""
    for line in lesson.examples:
        if set(_PLACE.findall(line)) <= places.keys():
            yield line.format_map(places)


def with_end(body: str, paragraphs: Sequence[str], places: Mapping[str, str]) -> str:
    """The last report of a tutorial, with what has come of it above."""
    end = [marked("THE TUTORIAL ENDS", "heading"), *_paragraphs(paragraphs, places)]
    return "\n".join([*end, body])


def _paragraphs(paragraphs: Sequence[str], places: Mapping[str, str]) -> Iterator[str]:
    for paragraph in paragraphs:
        yield paragraph.format_map(places)
        yield ""
