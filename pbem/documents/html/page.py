"""A mail's text as a page of HTML that mail programs show as it is meant."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import chain
from urllib.parse import quote

from pbem.documents.html.reading import LineGroup, group_blocks, line_groups
from pbem.documents.html.start_tags import inliner, read_source, start_tags, style_sheet
from pbem.documents.html.writing import block_html, text_html, value_html

_UNFIT = re.compile(r"[\x00\x01\x06-\x09\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")

PARTS_KEPT = 1024
"""Parts of texts, and groups of lines, whose HTML is kept: the readers of a turn share most."""


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
    answer = subject if subject.lower().startswith("re:") else f"Re: {subject}"
    # RFC 6068.
    link = f"mailto:{reply_to}?subject={quote(answer)}&body=" if reply_to else ""
    parts: list[str] = []
    world: int | None = None
    for group, blocks in chain.from_iterable(map(part_html, body.split("\n\n"))):
        if world is None and group.mark == "world":
            world = len(parts)
        parts += _form(group, link) if group.mark == "form" else blocks
    if picture:
        parts.insert(len(parts) if world is None else world + 1, _image(picture))
    if page and parts:
        parts.insert(1, _way(page))
    head, body_start, end = _frame()
    return "".join([head, text_html(subject), body_start, *parts, end])


def _form(group: LineGroup, link: str) -> list[str]:
    return [block_html(block, link) for block in group_blocks(group)]


@lru_cache(maxsize=PARTS_KEPT)
def part_html(part: str) -> tuple[tuple[LineGroup, tuple[str, ...]], ...]:
    """The groups of lines up to an empty line, and the blocks of each."""
    return tuple([(group, group_html(group)) for group in line_groups(_UNFIT.sub(" ", part))])


@lru_cache(maxsize=PARTS_KEPT)
def group_html(group: LineGroup) -> tuple[str, ...]:
    """The blocks of some lines; none of a form, whose links are one reader's."""
    if group.mark == "form":
        return ()
    return tuple([block_html(block) for block in group_blocks(group)])


def forget_html() -> None:
    """Write all anew from here on, as benchmarks need it."""
    for known in (part_html, group_html):
        known.cache_clear()


def _image(picture: Picture) -> str:
    tag = start_tags()["picture"].replace("{cid}", value_html(picture.cid))
    tag = tag.replace("{width}", str(picture.width)).replace("{height}", str(picture.height))
    return tag.replace("{alt}", value_html(picture.alt)) + "\n"


def _way(page: str) -> str:
    tags = start_tags()
    link = tags["open"].replace("{href}", value_html(page))
    return f"{tags['way']}{link}Open your page</a></p>\n"


@cache
def _frame() -> tuple[str, str, str]:
    """What stands before the subject of every page, between that and the blocks, and below."""
    whole = inliner().inline(read_source("page.html").replace("{{ style }}", style_sheet()))
    head, rest = whole.split("{{ subject }}")
    between, end = rest.split("{{ blocks }}\n")
    return head, between, end + "\n"
