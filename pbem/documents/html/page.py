"""A mail's text as a page of HTML that mail programs show as it is meant."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any
from urllib.parse import quote

from css_inline import CSSInliner
from jinja2 import Environment, StrictUndefined, Template

from pbem.documents.html.blocks import Block, OrderForm
from pbem.documents.html.reading import blocks_of
from pbem.documents.layout.render import text_templates

_UNFIT = re.compile(r"[\x00\x01\x06-\x09\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")
_FORM_HEAD = re.compile(r"^# [^#]*\bturn (\d+),")
_OFFERED = re.compile(r"^# ([A-Z]{2,}(?: [^#]*[^# ])?)(?: {2,}#.*)?$")
"""A line that is an order without its mark; what stands behind a second one is a remark."""
_BAR = re.compile(r"^([\d/]+ +)(#*)(\.*)$")


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture that travels with the mail: `cid` without brackets, sizes in CSS pixels."""

    cid: str
    alt: str
    width: int
    height: int


def to_html(
    body: str, *, subject: str = "", picture: Picture | None = None, reply_to: str = ""
) -> str:
    """The page for a mail's marked text: its words in their order, nothing else but the picture.

    Everything of the text is escaped; the same arguments make the same page. Nothing is linked but
    the orders of the form, where there is an address `reply_to`: each line is a button that
    writes it to there. The picture stands below the heading of the world, or last where there
    is none.
    """
    subject = _UNFIT.sub(" ", subject)
    blocks = blocks_of(_UNFIT.sub(" ", body))
    links = reply_links(blocks, reply_to, subject) if reply_to else {}
    page = _template().render(subject=subject, blocks=blocks, picture=picture, links=links)
    return _inliner().inline(page) + "\n"


def reply_links(blocks: Sequence[Block], reply_to: str, subject: str) -> dict[str, str]:
    """The lines of a form that can be sent as they are, each with its address (RFC 6068).

    The order names the turn of its form, so that one sent a turn late is refused. A form without a
    turn is for a turn to come: of it STATUS alone is sent.
    """
    answer = subject if subject.lower().startswith("re:") else f"Re: {subject}"
    found: dict[str, str] = {}
    for form in blocks:
        if not isinstance(form, OrderForm):
            continue
        heads = (_FORM_HEAD.match(line) for line in form.lines)
        turn = next((head[1] for head in heads if head), None)
        for line in form.lines:
            offered = _OFFERED.match(line)
            order = offered[1] if offered else ""
            if order == "STATUS" or (turn and (" " in order or order in ("READY", "PASS"))):
                sent = order if order == "STATUS" else f"TURN {turn}: {order}"
                found[line] = f"mailto:{reply_to}?subject={quote(answer)}&body={quote(sent)}"
    return found


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
