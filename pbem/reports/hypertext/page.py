"""A mail's text as a page of HTML that mail programs show as it is meant."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Any

from css_inline import CSSInliner
from jinja2 import Environment, StrictUndefined, Template

from pbem.reports.hypertext.parsing import read_blocks
from pbem.reports.paper.render import text_templates

_UNFIT = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")
_BAR = re.compile(r"^([\d/]+ +)(#*)(\.*)$")


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture that travels with the mail: `cid` without brackets, sizes in CSS pixels."""

    cid: str
    alt: str
    width: int
    height: int


def to_html(text: str, *, subject: str = "", picture: Picture | None = None) -> str:
    """The page for a mail's text: its words in their order, nothing else but the picture.

    Everything of the text is escaped and nothing is linked; the same arguments make the same
    page. The picture stands below the heading of the world, or last where there is none.
    """
    blocks = read_blocks(_UNFIT.sub(" ", text))
    page = _template().render(subject=_UNFIT.sub(" ", subject), blocks=blocks, picture=picture)
    return _inliner().inline(page) + "\n"


@cache
def _template() -> Template:
    environment = Environment(
        loader=text_templates().loader,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        autoescape=True,
        auto_reload=False,
    )
    environment.filters["bar"] = _bar
    return environment.get_template("page.html.j2")


@cache
def _inliner() -> CSSInliner:
    # Without the at-rules neither phones nor dark screens would be served.
    return CSSInliner(keep_at_rules=True, load_remote_stylesheets=False)


def _bar(cell: str) -> dict[str, Any] | None:
    """A cell such as `4/12  ###.......` as its number and the lengths of its bar."""
    found = _BAR.match(cell)
    return {"text": found[1], "full": found[2], "rest": found[3]} if found else None
