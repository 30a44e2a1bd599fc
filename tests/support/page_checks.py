"""What a page must have so that everybody can use it (WCAG 2.2 AA), told from its HTML alone."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = {"meta", "link", "input", "br", "hr", "img", "source", "wbr", "col"}
FIELDS = {"input", "select", "textarea"}
_HEADING = re.compile(r"h[1-6]")


@dataclass(slots=True)
class Node:
    """An element with all that stands in it."""

    tag: str
    attributes: dict[str, str]
    parent: Node | None = None
    children: list[Node] = field(default_factory=list)
    words: list[str] = field(default_factory=list)

    def walk(self) -> Iterator[Node]:
        """Itself and all below it, in their order."""
        yield self
        for child in self.children:
            yield from child.walk()

    def above(self) -> Iterator[Node]:
        """All that it stands in, the nearest first."""
        node = self.parent
        while node is not None:
            yield node
            node = node.parent

    @property
    def text(self) -> str:
        """What is read of it aloud."""
        own = [self.attributes.get("aria-label", ""), *self.words]
        return " ".join((*own, *(child.text for child in self.children))).strip()

    @property
    def is_hidden(self) -> bool:
        """Whether nobody meets it."""
        chain = (self, *self.above())
        return any(
            "hidden" in one.attributes or one.attributes.get("type") == "hidden" for one in chain
        )


class _Tree(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.root = Node("#", {})
        self.open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        node = Node(tag, {key: value or "" for key, value in attrs}, self.open[-1])
        self.open[-1].children.append(node)
        if tag not in VOID:
            self.open.append(node)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open[-1].children.append(Node(tag, {k: v or "" for k, v in attrs}, self.open[-1]))

    def handle_endtag(self, tag: str) -> None:
        for at in range(len(self.open) - 1, 0, -1):
            if self.open[at].tag == tag:
                del self.open[at:]
                return

    def handle_data(self, data: str) -> None:
        if data.strip():
            self.open[-1].words.append(data.strip())


def tree_of(page: str) -> Node:
    """A page as a tree."""
    reader = _Tree()
    reader.feed(page)
    reader.close()
    return reader.root


def problems_of(page: str) -> list[str]:
    """All that keeps somebody from using a page by keyboard, by ear, or at all."""
    nodes = [node for node in tree_of(page).walk() if not node.is_hidden]
    checks = (_of_the_page, _of_headings, _of_fields, _of_controls, _of_tables, _of_references)
    return [problem for check in checks for problem in check(nodes)]


def _of_the_page(nodes: list[Node]) -> Iterator[str]:
    by_tag = Counter(node.tag for node in nodes)
    if not any(node.tag == "html" and node.attributes.get("lang") for node in nodes):
        yield "no language (3.1.1)"
    if not any(node.tag == "title" and node.text for node in nodes):
        yield "no title (2.4.2)"
    if by_tag["main"] != 1:
        yield f"{by_tag['main']} main parts"
    first = next((node for node in nodes if node.tag in ("a", "button", "input")), None)
    if first is None or first.attributes.get("href") != "#main":
        yield "the first thing that Tab reaches leads not to the page's own part (2.4.1)"
    navs = [node for node in nodes if node.tag == "nav"]
    names = [node.attributes.get("aria-label", "") for node in navs]
    if len(navs) > 1 and (not all(names) or len({*names}) < len(names)):
        yield f"several navs that cannot be told apart: {names}"
    if any(int(node.attributes.get("tabindex", "0") or 0) > 0 for node in nodes):
        yield "an order of its own for Tab (2.4.3)"


def _of_headings(nodes: list[Node]) -> Iterator[str]:
    levels = [int(node.tag[1]) for node in nodes if _HEADING.fullmatch(node.tag)]
    if levels.count(1) != 1:
        yield f"{levels.count(1)} headings of the first level"
    for before, after in zip(levels, levels[1:], strict=False):
        if after > before + 1:
            yield f"a heading h{after} right below h{before} (1.3.1)"
    yield from (
        f"an empty {one.tag}" for one in nodes if _HEADING.fullmatch(one.tag) and not one.text
    )


def _of_fields(nodes: list[Node]) -> Iterator[str]:
    labels = {node.attributes.get("for") for node in nodes if node.tag == "label" and node.text}
    for node in nodes:
        if node.tag not in FIELDS or node.attributes.get("type") in ("hidden", "submit"):
            continue
        is_within = any(one.tag == "label" and one.text for one in node.above())
        named = node.attributes.get("aria-label") or node.attributes.get("aria-labelledby")
        if not (named or is_within or node.attributes.get("id") in labels):
            yield f"a field without a label (3.3.2): {node.attributes}"


def _of_controls(nodes: list[Node]) -> Iterator[str]:
    for node in nodes:
        if node.tag in ("button", "a", "summary") and not node.text:
            yield f"a {node.tag} without a name (4.1.2): {node.attributes}"
        if any(name.startswith("on") for name in node.attributes):
            yield f"a script in {node.tag}"
        is_picture = node.tag == "img" or (
            node.tag == "svg" and not any(one.tag == "svg" for one in node.above())
        )
        is_named = {*node.attributes} & {"alt", "aria-label", "aria-hidden", "aria-labelledby"}
        has_title = any(child.tag == "title" for child in node.children)
        has_caption = any(one.tag == "figure" and one.text for one in node.above())
        if is_picture and not (is_named or has_title or has_caption):
            yield f"a picture without words (1.1.1): {node.attributes}"


def _of_tables(nodes: list[Node]) -> Iterator[str]:
    for node in nodes:
        if node.tag == "th" and not node.attributes.get("scope"):
            yield f"a head of a table that does not say of what (1.3.1): {node.text[:40]}"
        if node.tag == "table" and not any(child.tag == "th" for child in node.walk()):
            yield f"a table without heads: {node.text[:40]}"


def _of_references(nodes: list[Node]) -> Iterator[str]:
    ids = Counter(node.attributes["id"] for node in nodes if node.attributes.get("id"))
    yield from (
        f"the id {name} stands there {many} times" for name, many in ids.items() if many > 1
    )
    for node in nodes:
        for key in ("for", "aria-labelledby", "aria-describedby", "aria-controls"):
            for name in node.attributes.get(key, "").split():
                if name not in ids:
                    yield f"{key}={name} leads nowhere"
        href = node.attributes.get("href", "")
        if href.startswith("#") and href[1:] not in ids:
            yield f"the link {href} leads nowhere"
