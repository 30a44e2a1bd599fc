"""Blocks as HTML: the words of the text, in its order, each block by a function of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any
from urllib.parse import quote

from pbem.documents.html.blocks import (
    Bar,
    Block,
    Box,
    ChapterLine,
    Cut,
    DataTable,
    FormLine,
    Glosses,
    Heading,
    Items,
    OrderForm,
    Paragraph,
    Pre,
    Quote,
    RulingRow,
    Rulings,
    Sum,
    TableRow,
    VerdictLine,
)
from pbem.documents.html.start_tags import StartTags, start_tags

_WIDTHS = {
    **{"code": 46, "pow/tr": 46, "res": 26, "inc": 26, "align": 48},
    **{"MB": 32, "open": 42, "Power": 46, "token": 42},
}
_WIDTH = 38
"""Of a column whose head is none of these."""


def block_html(block: Block, link: str = "") -> str:
    """A block; where there is a `link`, what a form sends is added to it."""
    if isinstance(block, OrderForm):
        return _form(block, link)
    return _WRITERS[type(block)](block, start_tags())


def text_html(text: str) -> str:
    """A text as it stands between tags."""
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return text.replace("\u00a0", "&nbsp;")


def value_html(text: str) -> str:
    """A text as it stands in an attribute."""
    return text.replace("&", "&amp;").replace('"', "&quot;").replace("\u00a0", "&nbsp;")


def _box(box: Box, tags: StartTags) -> str:
    line, gap = tags["box line"], tags["gap"] + "</div>\n"
    lines = "".join([f"{line}{text_html(one)}</p>\n" if one else gap for one in box.lines])
    return (
        f"{tags['box']}<tbody><tr>{tags['box cell']}\n"
        f"{tags['box title']}{text_html(box.title)}</h1>\n{lines}</td></tr></tbody></table>\n\n"
    )


def _heading(heading: Heading, tags: StartTags) -> str:
    tag = tags["secret" if heading.role == "secret" else "heading"]
    return f"{tag}{text_html(heading.text)}</h2>\n"


def _chapter(line: ChapterLine, tags: StartTags) -> str:
    return f"{tags['chapter']}{text_html(line.text)}</h3>\n"


def _verdict(line: VerdictLine, tags: StartTags) -> str:
    return f"{tags['verdict']}{text_html(line.text)}</h1>\n"


def _paragraph(block: Paragraph, tags: StartTags) -> str:
    tag = tags[f"{'tight' if block.is_tight else 'para'}{block.level}"]
    return f"{tag}{text_html(block.text)}</p>\n"


def _items(block: Items, tags: StartTags) -> str:
    tag = tags["item"]
    items = "".join([f"{tag}{text_html(item)}</li>\n" for item in block.items])
    return f"{tags['items']}{items}</ul>\n"


def _sum(block: Sum, tags: StartTags) -> str:
    rows, kind = "", "sum"
    for term in block.terms:
        if term.is_rule:
            kind = "ruled"
            continue
        note = tags[f"{kind} {term.mood or 'label'}"]
        rows += (
            f"{tags[kind + ' row']}{tags[kind + ' label']}{text_html(term.label)}</td> "
            f"{tags[kind + ' value']}<b>{text_html(term.value)}</b></td> "
            f"{note}{text_html(term.note)}</td></tr>\n"
        )
        kind = "sum"
    return f"{tags['sum']}\n{_in_body(rows)}</table>\n\n"


def _table(block: DataTable, tags: StartTags) -> str:
    kind = "words" if block.is_text else "world"
    columns = "" if block.is_text else _columns(block.head.cells)
    cell, head = f" {tags[kind + ' cell']}", f" {tags[kind + ' head']}"
    name, odd, even = (tags[f"{kind} {part}"] for part in ("name", "row", "even row"))
    cells = "".join([f"{head}{text_html(str(one))}</th>" for one in block.head.cells])
    rows = (
        f"{tags[kind + ' top']}{tags[kind + ' first']}{_named(block.head, tags)}</th>{cells}</tr>\n"
    )
    for at, row in enumerate(block.rows):
        cells = "".join([f"{cell}{_cell(one, tags)}</td>" for one in row.cells])
        rows += f"{even if at % 2 else odd}{name}{_named(row, tags)}</th>{cells}</tr>\n"
    return f"{tags[kind + ' table']}\n{columns}{_in_body(rows)}</table>\n\n"


def _columns(heads: Sequence[str | Bar]) -> str:
    if heads and heads[0] in _WIDTHS:
        cols = "".join([f'<col width="{_WIDTHS.get(str(head), _WIDTH)}">' for head in heads])
        return f"<colgroup><col>{cols}</colgroup>\n"
    return f'<colgroup><col width="30%">{"<col>" * len(heads)}</colgroup>\n'


def _named(row: TableRow, tags: StartTags) -> str:
    branch = f"{tags['rails']}{text_html(row.branch)}</span> " if row.rails else ""
    return branch + text_html(row.name)


def _cell(cell: str | Bar, tags: StartTags) -> str:
    if isinstance(cell, str):
        return text_html(cell)
    return (
        f"{text_html(cell.text)}{tags['bar']}{tags['bar full']}{text_html(cell.full)}</span>"
        f"{tags['bar rest']}{text_html(cell.rest)}</span></span>"
    )


def _glosses(block: Glosses, tags: StartTags) -> str:
    rows = ""
    for at, (typed, gloss) in enumerate(block.rows):
        about = f"</td> {tags['words cell']}{text_html(gloss)}" if gloss else ""
        rows += (
            f"{tags['words even row' if at % 2 else 'words row']}"
            f"{tags['typed' if gloss else 'typed alone']}{text_html(typed)}{about}</td></tr>\n"
        )
    return f"{tags['words table']}\n{_in_body(rows)}</table>\n\n"


def _rulings(block: Rulings, tags: StartTags) -> str:
    is_numbered = any(ruling.number for ruling in block.rulings)
    rows = "".join([_ruling(ruling, tags, is_numbered) for ruling in block.rulings])
    return f"{tags['rulings']}\n{_in_body(rows)}</table>\n\n"


def _ruling(ruling: RulingRow, tags: StartTags, is_numbered: bool) -> str:
    number = f"{tags['number']}{text_html(ruling.number)}</td> " if is_numbered else ""
    notes = "".join([f"{tags['note']}{text_html(note)}</div>\n" for note in ruling.notes])
    return (
        f"<tr>{number}{tags['ruling']}{tags['fate ' + ruling.mood]}{text_html(ruling.status)}"
        f"</span> {tags['order']}{text_html(ruling.text)}</span>\n{notes}</td></tr>\n"
    )


def _in_body(rows: str) -> str:
    return f"<tbody>{rows}</tbody>" if rows else ""


def _form(form: OrderForm, link: str) -> str:
    tags = start_tags()
    tag = tags["form line"]
    lines = "".join([f"{tag}{_form_line(line, link)}</div>\n" for line in form.lines])
    return f"{tags['form']}{lines}</div>\n"


def _form_line(line: FormLine, link: str) -> str:
    if not (link and line.sends):
        return text_html(line.text)
    tag = start_tags()["send"].replace("{href}", value_html(link + quote(line.sends)))
    return f"{tag}{text_html(line.text)}</a>"


def _quote(block: Quote, tags: StartTags) -> str:
    tag = tags["said"]
    lines = "".join([f"{tag}| {text_html(line)}</div>\n" for line in block.lines])
    return f"{tags['quote']}{lines}</div>\n"


def _cut(block: Cut, tags: StartTags) -> str:
    return f"{tags['cut']}{text_html(block.text)}</div>\n"


def _pre(block: Pre, tags: StartTags) -> str:
    lines = "".join([f"{text_html(line)}\n" for line in block.lines])
    # A reader drops a line's end that comes first.
    return f"{tags['wide']}{tags['columns']}{lines.removeprefix(chr(10))}</pre></div>\n"


_WRITERS: dict[type, Callable[[Any, StartTags], str]] = {
    Box: _box,
    Heading: _heading,
    ChapterLine: _chapter,
    VerdictLine: _verdict,
    Paragraph: _paragraph,
    Items: _items,
    Sum: _sum,
    DataTable: _table,
    Glosses: _glosses,
    Rulings: _rulings,
    Quote: _quote,
    Cut: _cut,
    Pre: _pre,
}
