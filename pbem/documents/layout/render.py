"""Templates to mails: the template is the message, its first line the subject."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from jinja2.ext import Extension

from pbem.documents.layout import plain
from pbem.documents.layout.mail_context import Mail
from pbem.documents.marks import CELL, LETTERS, LINE, RAIL, Mark, lists_kept, marked

_PACKAGE = Path(__file__).resolve().parents[2]
_PLACES = (_PACKAGE.parent / "templates" / "email", _PACKAGE / "_templates" / "email")
_SUBJECT = "Subject: "
_MOST_SUBJECT = 120


class _LineMarks(Extension):
    """Marks in a template's source: a line that begins so is of that block.

    `# ` an order of the form, `- ` an item, `* ` a chapter, `--- ` the cut, `== ` a heading.
    """

    _STARTS = re.compile(r"^(?=(# |- |\* |--- |== ))", re.M)
    _BY_START: dict[str, Mark] = {
        "# ": "form",
        "- ": "item",
        "* ": "chapter",
        "--- ": "cut",
        "== ": "heading",
    }

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        def mark(found: re.Match[str]) -> str:
            return LINE + LETTERS[self._BY_START[found[1]]]

        is_mail = bool(name and name.endswith(".txt"))
        return self._STARTS.sub(mark, source) if is_mail else source


def _add_marks(environment: Environment) -> None:
    """A filter for every mark and the two marks within a line."""

    def filter_of(mark: Mark) -> Any:
        return lambda text: marked(text, mark)

    environment.filters["lists_kept"] = lambda text: lists_kept(text, plain.WIDTH)
    environment.filters |= {mark: filter_of(mark) for mark in LETTERS}
    environment.globals |= {"rail": RAIL, "cell": CELL}


@cache
def text_templates() -> Environment:
    """The environment of plain-text mails, from the checkout or the installed package."""
    environment = Environment(
        loader=FileSystemLoader([place for place in _PLACES if place.is_dir()]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        autoescape=False,
        auto_reload=False,
        extensions=[_LineMarks],
    )
    _add_marks(environment)
    environment.filters |= {
        "capitalized": plain.capitalized,
        "hang": plain.hang,
        "indented": plain.indented,
        "left": plain.left,
        "paragraph": plain.paragraph,
        "right": plain.right,
    }
    return environment


def render_part(name: str, context: Mapping[str, Any]) -> str:
    """What the template `name`.txt says, to stand in a mail."""
    return text_templates().get_template(f"{name}.txt").render(context)


def render(name: str, context: Mapping[str, Any]) -> Mail:
    """The mail of the template `name`.txt; one without a subject line is a ValueError.

    A game's templates stand in a folder of its own: its `illuminati/turn` is a mail of kind `turn`.
    """
    first, _, body = render_part(name, context).lstrip("\n").partition("\n")
    if not first.startswith(_SUBJECT):
        raise ValueError(f"template {name}.txt must begin with {_SUBJECT!r}")
    subject = plain.one_line(first.removeprefix(_SUBJECT), _MOST_SUBJECT)
    return Mail(subject, plain.one_stop(body.strip("\n")) + "\n", name.rpartition("/")[2])
