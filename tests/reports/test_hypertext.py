"""The HTML of a mail: the words of the text, all of them, in order, and nothing that acts."""

from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import get_args
from urllib.parse import parse_qs, urlsplit

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pbem.documents.html import Picture, to_html, writing
from pbem.documents.html import page as html_page
from pbem.documents.html.blocks import ChapterLine, DataTable, Paragraph, Rulings, Sum
from pbem.documents.html.reading import blocks_of as read_blocks
from pbem.documents.html.start_tags import PATHS, inliner, style_sheet
from pbem.documents.layout.plain import plain_text
from pbem.documents.marks import CELL, RAIL, Mark, marked
from pbem.mail.html import html_to_text
from pbem.mail.newtext import find_new_text
from tests.support.each import each
from tests.support.golden import body_of
from tests.support.places import TESTS

HERE = TESTS / "reports"
GOLDENS = sorted(path.with_suffix(".txt") for path in HERE.glob("*.marked"))
REPORTS = [path for path in GOLDENS if path.stem.startswith(("first", "later", "last"))]
MOST_BYTES = 90_000
REPLY = "mailto:game+abc@example.org?"
VOID = {"meta", "img", "br", "col"}
ALLOWED = {
    *("html", "head", "meta", "title", "style", "body", "table", "tbody", "tr", "th", "td"),
    *("h1", "h2", "h3", "p", "div", "span", "b", "ul", "li", "pre", "img", "colgroup", "col", "a"),
}


def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8").partition("\n\n")[2]


def words(text: str) -> list[str]:
    """What stands between blanks and has a letter or figure in it; frames have none."""
    return [word for word in text.split() if re.search(r"\w", word)]


def words_of_html(page: str) -> list[str]:
    body = page.partition("<body")[2].partition(">")[2]
    return words(unescape(re.sub(r"<[^>]*>", " ", body)))


class Tags(HTMLParser):
    """Every tag with its attributes, and that all are closed in their order."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def assert_harmless(page: str) -> None:
    tags = Tags(page)
    assert tags.open == []
    assert {tag for tag, _ in tags.found} <= ALLOWED
    for _, attributes in tags.found:
        assert not any(name.startswith("on") for name in attributes)
        assert (attributes.get("href") or REPLY).startswith(REPLY)
        assert (attributes.get("src") or "cid:").startswith("cid:")


# --- the same words ---------------------------------------------------------------------


@each("path", GOLDENS, ids=lambda path: path.stem)
def test_the_words_of_every_golden_are_those_of_its_html(path: Path) -> None:
    text = text_of(path)
    page = to_html(body_of(path), subject="x")
    assert words_of_html(page) == words(text)
    assert_harmless(page)
    assert len(page.encode()) < MOST_BYTES


TEXT_MARKS = [m for m in get_args(Mark) if m not in ("terms", "table", "words", "ruling", "quote")]
"""Marks of lines that hold any words; the others have columns of ours."""
LINES = st.tuples(
    st.sampled_from(["", *(marked("x", mark)[:-1] for mark in TEXT_MARKS)]),
    st.one_of(
        st.text(st.characters(categories=["L", "N", "P", "S", "Zs"]), max_size=90),
        st.sampled_from(
            [
                *("", "+----+", "| a |", "== HEAD ==", "- item", "  more", "# ATTACK"),
                *("Power +3", "------------", "* TURN 1: x"),
                *("<script>alert(1)</script>", "</td></tr></table>", "&lt;b&gt; &amp; &#60;"),
                *("<!-- ", "]]>", "{{ subject }}", "<style>", "</style>", 'x" onclick="y'),
            ]
        ),
    ),
).map("".join)


@pytest.mark.long
@given(st.lists(LINES, max_size=12).map("\n".join))
@example("<pre>\n\n</pre>\n<plaintext>")
@example("  a  b  c\n\n== \n+---+\n| <td> |\n+---+")
def test_no_text_loses_a_word_or_becomes_markup(text: str) -> None:
    page = to_html(text, subject=text)
    assert words_of_html(page) == words(plain_text(text))
    assert_harmless(page)


def test_no_address_becomes_a_link() -> None:
    page = to_html("See https://example.org/ or ann@example.org.\n")
    assert "https://example.org/ or ann@example.org." in page
    assert "href" not in page


def test_the_same_text_makes_the_same_page() -> None:
    body = body_of(HERE / "later_mover.txt")
    assert to_html(body) == to_html(body)


def test_control_characters_are_blanks() -> None:
    assert words_of_html(to_html("a\x00b\x1bc\ud800d\n")) == ["a", "b", "c", "d"]


@pytest.mark.parametrize("path", GOLDENS, ids=lambda path: path.stem)
def test_every_style_is_where_the_style_sheet_puts_it(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    body = body_of(path)
    page = to_html(body, reply_to="game@example.org", page="https://example.org/")
    bare = {name: chain[chain.rindex("<") :] for name, chain in PATHS.items()}
    for module in (html_page, writing):
        monkeypatch.setattr(module, "start_tags", lambda: bare)
    for kept in ("part_html", "group_html"):
        monkeypatch.setattr(html_page, kept, getattr(html_page, kept).__wrapped__)
    plain = to_html(body, reply_to="game@example.org", page="https://example.org/")
    found = inliner().inline(plain.replace("<style>", f"<style>{style_sheet()}", 1))
    assert blocks_in(found) == blocks_in(page)


def blocks_in(page: str) -> str:
    return page.partition('class="inside"')[2].partition(">")[2].rpartition("</table>")[0]


# --- what is made of the text -----------------------------------------------------------


def blocks_of(name: str, kind: type) -> list[object]:
    return [b for b in read_blocks(body_of(HERE / f"{name}.txt")) if isinstance(b, kind)]


def test_trees_and_standings_are_tables_with_heads() -> None:
    tables = [b for b in blocks_of("later_mover", DataTable) if isinstance(b, DataTable)]
    names = [table.head.name for table in tables]
    assert {"YOU", "UNCONTROLLED"} <= set(names)
    for table in tables:
        assert {len(row.cells) for row in table.rows} == {len(table.head.cells)}
    page = to_html(body_of(HERE / "later_mover.txt"))
    assert page.count('scope="col"') > 20 and page.count('scope="row"') > 20


def test_the_chart_has_a_column_a_turn() -> None:
    tables = [b for b in blocks_of("later_mover", DataTable) if isinstance(b, DataTable)]
    chart = next(table for table in tables if table.head.name == "groups after turn")
    assert [*map(str, range(8, 18))] == list(chart.head.cells)
    assert {row.name for row in chart.rows} == {"You", "bob", "cat", "dee"}
    assert all(str(cell).isdigit() for row in chart.rows for cell in row.cells)


def test_the_story_has_a_headline_a_chapter_and_a_paragraph_a_sentence() -> None:
    body = body_of(HERE / "later_mover.txt")
    heads = re.findall(r"^\* TURN .*", text_of(HERE / "later_mover.txt"), re.M)
    found = [b.text for b in read_blocks(body) if isinstance(b, ChapterLine)]
    assert len(heads) > 1 and [f"* {head}" for head in found] == heads
    assert [*map(unescape, re.findall(r"<h3[^>]*>(.*?)</h3>", to_html(body)))] == found
    full = "cat moves a great deal of money about, under cover of an early dark."
    told = read_blocks(f"{full}\nEverybody goes home.\n")
    assert [b.text for b in told if isinstance(b, Paragraph)] == [full, "Everybody goes home."]


def test_a_chance_is_never_parted_from_its_sign() -> None:
    page = to_html(body_of(HERE / "bulletin_bob.txt"))
    assert "(28&nbsp;%)" in page and "(28 %)" not in page


def test_every_attack_is_a_sum_and_every_line_of_a_letter_a_row() -> None:
    text = text_of(HERE / "later_mover.txt")
    assert len(blocks_of("later_mover", Sum)) == len(re.findall("^ +need +", text, re.M))
    (rulings,) = blocks_of("questions", Rulings)
    assert isinstance(rulings, Rulings)
    assert [r.status for r in rulings.rulings] == ["OK", "ASK", "REFUSED", "SKIPPED-IF"]
    assert rulings.rulings[0].notes[-1] == "need 8, 72 %"
    assert rulings.rulings[0].text.endswith("SPEND 4 FROM Anti-Nuclear Activists")


@each("path", REPORTS, ids=lambda path: path.stem)
def test_paragraphs_are_whole_again(path: Path) -> None:
    page = to_html(body_of(path))
    assert "HELP in a reply brings the list of orders, STATUS how things stand" in page


def test_dark_screens_and_phones_are_served() -> None:
    page = to_html("x\n")
    assert "prefers-color-scheme: dark" in page and "max-width: 620px" in page
    assert '<meta name="color-scheme" content="light dark">' in page


def test_the_picture_stands_above_the_tables_of_the_world() -> None:
    png = bytes(16) + (1200).to_bytes(4) + (800).to_bytes(4)
    picture = Picture("a.b", 'x" onerror="y', png)
    page = to_html(body_of(HERE / "later_mover.txt"), picture=picture)
    assert page.index("THE WORLD</h2>") < page.index('src="cid:a.b"') < page.index(">pow/tr<")
    assert page.count("<img") == 1 and 'width="600"' in page
    assert_harmless(page)
    assert to_html("x\n", picture=picture).count("<img") == 1


@pytest.mark.parametrize("path", sorted(HERE.glob("first*.txt")), ids=lambda path: path.stem)
def test_the_ten_rules_are_ten_paragraphs(path: Path) -> None:
    page = to_html(body_of(path))
    assert len(re.findall(r">\d{1,2}\. \w", page)) >= 10


def test_a_dark_screen_is_dark_to_its_edges() -> None:
    dark = (
        (TESTS.parent / "templates/email/page.css")
        .read_text()
        .partition("(prefers-color-scheme")[2]
    )
    assert re.search(r"body, \.sheet \{ background: #1", dark)


def test_examples_are_large_enough_on_a_phone() -> None:
    page = to_html(marked("  GIVE 5 TO player      PLAY special ON card", "columns"))
    phone = page.partition("max-width: 620px")[2].partition("prefers-color-scheme")[0]
    sizes = dict(re.findall(r"(\S+) \{ font-size: ([\d.]+(?:px|vw))", phone))
    del sizes[".bar"]
    assert sizes and all(size.endswith("px") and float(size[:-2]) >= 12 for size in sizes.values())


def test_a_deep_branch_keeps_its_side_and_its_name() -> None:
    """On a phone a level is one blank wide, and in text the name is cut rather than lost."""
    rails = "|  " * 4 + "`-"
    body = f"ann{CELL} code{CELL}\n  {rails}W {RAIL}Fluoridationists*{CELL} FLUO{CELL}"
    (table,) = read_blocks(marked(body, "table"))
    assert isinstance(table, DataTable)
    assert table.rows[0].branch.strip("\u00a0") == "`-W"
    assert len(table.rows[0].branch) <= 8
    assert table.rows[0].name == "Fluoridationists*"


# --- buttons ----------------------------------------------------------------------------


def buttons(name: str) -> dict[str, str]:
    """The lines that are buttons, and the letters they write."""
    path = HERE / f"{name}.txt"
    page = to_html(body_of(path), subject="[F] Turn 18", reply_to="game+abc@example.org")
    assert words_of_html(page) == words(text_of(path))
    assert_harmless(page)
    found = re.findall(r'<a class="send" href="([^"]+)"[^>]*>([^<]*)</a>', page)
    for link, _ in found:
        assert parse_qs(urlsplit(unescape(link)).query)["subject"] == ["Re: [F] Turn 18"]
    return {
        unescape(line): parse_qs(urlsplit(unescape(link)).query)["body"][0] for link, line in found
    }


def test_the_lines_of_a_form_are_buttons_that_name_the_turn() -> None:
    found = buttons("later_mover")
    assert found["# READY"] == "TURN 18: READY"
    assert found["# STATUS"] == "STATUS"
    attacks = [line for line in found if line.startswith("# ATTACK")]
    assert len(attacks) >= 8 and "# ATTACK" not in found
    for line in attacks:
        assert f"TURN 18: {line[2:].partition('  #')[0].strip()}" == found[line]


def test_a_form_for_a_turn_to_come_asks_for_the_status_alone() -> None:
    assert buttons("later_other") == {"# STATUS": "STATUS"}


def test_the_answers_of_a_bulletin_are_buttons() -> None:
    found = buttons("bulletin_bob")
    assert found["# READY"] == "TURN 5: READY"
    assert found["# STAND ASIDE"] == "TURN 5: STAND ASIDE"


def test_a_game_named_in_capitals_is_no_order() -> None:
    """What a line looks like does not make it a button: its mark does."""
    body = body_of(HERE / "later_mover.txt").replace("Fnord-7", "FNORD SEVEN")
    page = to_html(body, subject="x", reply_to="game+abc@example.org")
    assert "# FNORD SEVEN, turn 18" in page
    assert all("FNORD" not in link for link in re.findall(r'<a class="send"[^>]*>([^<]*)<', page))


def test_without_an_address_there_is_no_button() -> None:
    assert "<a " not in to_html(body_of(HERE / "later_mover.txt"))


# --- replies to it ----------------------------------------------------------------------

SAID = marked("| RESIGN\n| ATTACK Mafia WITH CIA", "quote")
TYPED = ["attack Trekkies with Discordian Society", "2: pass"]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("cells", ["in a row", "in lines"])
@pytest.mark.parametrize("width", [None, 76, 60])
@pytest.mark.parametrize("path", GOLDENS, ids=lambda path: path.stem)
def test_a_reply_that_quotes_the_html_says_only_what_is_new(
    path: Path, width: int | None, cells: str
) -> None:
    """Programs make the quote of the HTML, line ends and all, not of our text."""
    text = text_of(path)
    page = to_html(body_of(path), reply_to="game+abc@example.org")
    if cells == "in lines":
        page = re.sub("(<t[dh][ >])", r"<br>\1", page)
    quoted = quoted_by_a_program(page, width)
    body = "\n".join([*TYPED, "", "On Mon, 21 Apr 2025 at 17:00, Referee wrote:", "", *quoted])
    new = find_new_text(body, text).text
    assert new.split("\n")[: len(TYPED)] == TYPED
    assert [line for line in new.split("\n")[len(TYPED) :] if line] == []


def test_an_option_made_an_order_in_the_quoted_html_is_read() -> None:
    text = text_of(HERE / "later_mover.txt")
    quoted = quoted_by_a_program(to_html(body_of(HERE / "later_mover.txt")), None)
    at = next(i for i, line in enumerate(quoted) if "# ATTACK EVIL WITH" in line)
    quoted[at] = quoted[at].replace("# ", "", 1)
    new = find_new_text("\n".join(["On Mon, Referee wrote:", *quoted]), text).text
    assert re.sub(" +", " ", new) == "ATTACK EVIL WITH DISC AID YUPP SPEND 3 # need 10, 92 %"


def quoted_by_a_program(page: str, width: int | None) -> list[str]:
    """The page as plain text with marks of quoting, wrapped where the program does that."""
    rows: list[str] = []
    for line in html_to_text(page).split("\n"):
        while width and len(line) > width and " " in line[:width].strip():
            at = line.rindex(" ", 0, width)
            rows.append(f"> {line[:at]}")
            line = line[at + 1 :]
        rows.append(f"> {line}")
    return rows


def test_a_players_text_keeps_its_bar_in_html() -> None:
    """Else an answer in HTML alone could bring another player's words back as orders."""
    blocks = read_blocks(f"bob to you:\n{SAID}\n\nMore.\n")
    assert [block.kind for block in blocks] == ["paragraph", "quote", "paragraph"]
    page = to_html(f"bob to you:\n{SAID}\n")
    assert "| RESIGN\n| ATTACK Mafia WITH CIA" in html_to_text(page)


def test_the_charts_are_two_tables() -> None:
    blocks = [b for b in blocks_of("later_mover", DataTable) if isinstance(b, DataTable)]
    assert [b.head.name for b in blocks][-2:] == ["groups after turn", "Power after turn"]


def test_an_address_that_was_not_escaped_is_text() -> None:
    markup = (
        "<div>From: Ann <ann+b.c@example.net><br>To: <a href='mailto:b@example.net'>bob</a></div>"
    )
    assert html_to_text(markup) == "From: Ann <ann+b.c@example.net>\nTo: bob"
