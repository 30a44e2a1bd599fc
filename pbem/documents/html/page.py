"""A mail's text as a page of HTML that mail programs show as it is meant."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from urllib.parse import quote

from css_inline import CSSInliner
from jinja2 import Environment, StrictUndefined, Template

from pbem.documents.html.reading import blocks_of
from pbem.documents.layout.render import text_templates

_UNFIT = re.compile(r"[\x00\x01\x06-\x09\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")


@dataclass(frozen=True, slots=True)
class Picture:
    """A PNG that travels with the mail: `cid` without brackets.

    It is shown at half its pixels, for fine screens.
    """

    cid: str
    alt: str
    png: bytes

    @property
    def width(self) -> int:
        return self._pixels(16) // 2

    @property
    def height(self) -> int:
        return self._pixels(20) // 2

    def _pixels(self, at: int) -> int:
        # The first chunk of a PNG begins with its width and height.
        return int.from_bytes(self.png[at : at + 4])


def to_html(
    body: str,
    *,
    subject: str = "",
    picture: Picture | None = None,
    reply_to: str = "",
    page: str = "",
) -> str:
    """The page for a mail's marked text: its words in their order, nothing else but the picture.

    Everything of the text is escaped; the same arguments make the same page. Nothing is linked but
    the orders of the form, where there is an address `reply_to`: each line is a button that
    writes it to there, and the reader's own `page`, if he has one. The picture stands below the
    heading of the world, or last where there is none.
    """
    subject = _UNFIT.sub(" ", subject)
    blocks = blocks_of(_UNFIT.sub(" ", body))
    answer = subject if subject.lower().startswith("re:") else f"Re: {subject}"
    # RFC 6068.
    link = f"mailto:{reply_to}?subject={quote(answer)}&body=" if reply_to else ""
    values = {"subject": subject, "blocks": blocks, "picture": picture, "link": link, "page": page}
    return _inliner().inline(_template().render(**values)) + "\n"


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
    environment.filters["quote"] = quote
    return environment.get_template("page.html.j2")


@cache
def _inliner() -> CSSInliner:
    # Without the at-rules neither phones nor dark screens would be served.
    return CSSInliner(keep_at_rules=True, load_remote_stylesheets=False)
