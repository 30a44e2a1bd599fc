"""Start tags with their styles on them, since mail programs drop style sheets."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from css_inline import CSSInliner

from pbem.documents.layout.render import text_templates

StartTags = Mapping[str, str]

_SUM = '<table class="sum" cellpadding="2" cellspacing="0">'
_WORLD = '<table class="world" width="100%" cellpadding="3" cellspacing="0">'
_WORDS = '<table class="words" width="100%" cellpadding="3" cellspacing="0">'
_RULINGS = '<table class="rulings" width="100%" cellpadding="0" cellspacing="0">'
_BOX = '<table role="presentation" class="box" width="100%" cellpadding="0" cellspacing="0">'
_TOP = '<tr class="top"><th scope="col" align="{side}"{first}>'
_BAR = '<span class="bar">'

PATHS = {
    "box": _BOX,
    "box cell": _BOX + '<tr><td class="boxed">',
    "box title": "<h1>",
    "box line": '<p class="boxline">',
    "gap": '<div class="gap">',
    "heading": "<h2>",
    "secret": '<h2 class="secret">',
    "chapter": "<h3>",
    "verdict": '<h1 class="verdict">',
    **{
        f"{name}{level}": f'<p class="{name}{f" in{level}" if level else ""}">'
        for name in ("para", "tight")
        for level in range(4)
    },
    "items": "<ul>",
    "item": "<ul><li>",
    "sum": _SUM,
    "sum row": _SUM + "<tr>",
    "sum label": _SUM + "<tr><td>",
    "sum value": _SUM + '<tr><td align="right">',
    "sum good": _SUM + '<tr><td class="good">',
    "sum bad": _SUM + '<tr><td class="bad">',
    "ruled row": _SUM + '<tr class="ruled">',
    "ruled label": _SUM + '<tr class="ruled"><td>',
    "ruled value": _SUM + '<tr class="ruled"><td align="right">',
    "ruled good": _SUM + '<tr class="ruled"><td class="good">',
    "ruled bad": _SUM + '<tr class="ruled"><td class="bad">',
    **{
        f"{kind} {name}": table + path
        for kind, table, side in (("world", _WORLD, "right"), ("words", _WORDS, "left"))
        for name, path in {
            "table": "",
            "top": '<tr class="top">',
            "first": _TOP.format(side="left", first=' class="first"'),
            "head": _TOP.format(side=side, first=""),
            "row": "<tr>",
            "even row": '<tr class="even">',
            "name": '<tr><th scope="row" align="left">',
            "cell": "<tr><td>" if kind == "words" else '<tr><td align="right">',
        }.items()
    },
    "typed": _WORDS + '<tr><td class="order">',
    "typed alone": _WORDS + '<tr><td class="order" colspan="2">',
    "rails": '<span class="rails">',
    "bar": _BAR,
    "bar full": _BAR + '<span class="full">',
    "bar rest": _BAR + '<span class="rest">',
    "rulings": _RULINGS,
    "number": _RULINGS + '<tr><td class="number">',
    "ruling": _RULINGS + '<tr><td class="ruled-on">',
    "fate good": '<span class="fate good">',
    "fate bad": '<span class="fate bad">',
    "fate fair": '<span class="fate fair">',
    "order": '<span class="order">',
    "note": '<div class="note">',
    "form": '<div class="form">',
    "form line": '<div class="line">',
    "send": '<a class="send" href="{href}">',
    "quote": '<div class="quote">',
    "said": '<div class="said">',
    "cut": '<div class="cut">',
    "wide": '<div class="wide">',
    "columns": "<pre>",
    "way": '<p class="way">',
    "open": '<a class="open" href="{href}">',
    "picture": (
        '<img class="picture" src="cid:{cid}" alt="{alt}" width="{width}" height="{height}">'
    ),
}
"""Each tag behind those that it stands in, as far as the style sheet looks at them."""


@cache
def start_tags() -> StartTags:
    """The tags by their names; what stands in braces is to be filled in."""
    return MappingProxyType({name: _styled(path) for name, path in PATHS.items()})


def style_sheet() -> str:
    return read_source("page.css")


@cache
def read_source(name: str) -> str:
    """A file that stands beside the templates of mails."""
    environment = text_templates()
    assert environment.loader is not None
    return environment.loader.get_source(environment, name)[0].removesuffix("\n")


@cache
def inliner() -> CSSInliner:
    # Without the at-rules neither phones nor dark screens would be served.
    return CSSInliner(keep_at_rules=True, load_remote_stylesheets=False)


def _styled(path: str) -> str:
    """The last tag of a path as the inliner writes it."""
    name = path[path.rindex("<") + 1 :].split(" ")[0].rstrip(">")
    page = inliner().inline(f"<style>{style_sheet()}</style>{path}")
    *_, last = re.finditer(rf"<{name}\b[^>]*>", page)
    return last[0]
