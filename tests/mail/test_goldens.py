"""Replies as four mail programs write them, and the text we read in them."""

from pathlib import Path

from pbem.mail.letter import read_letter
from tests.support.each import each
from tests.support.places import TESTS

FOLDER = TESTS / "mail"
TOKEN = "abcdefghijklmnopqrstuvwxyz"
LETTERS = sorted(FOLDER.glob("*.eml"))


def sent_for(letter: Path) -> str | None:
    sent = letter.with_suffix(".sent")
    return sent.read_text(encoding="utf-8") if sent.exists() else None


def test_there_are_letters_of_every_program() -> None:
    programs = {letter.stem.partition("-")[0] for letter in LETTERS}
    assert programs >= {"gmail", "outlook", "apple", "thunderbird"}


@each("line_end", [b"\n", b"\r\n"], ids=["lf", "crlf"])
@each("letter", LETTERS, ids=lambda letter: letter.stem)
def test_new_text(letter: Path, line_end: bytes) -> None:
    raw = letter.read_bytes().replace(b"\n", line_end)
    read = read_letter(raw, sent=sent_for(letter))
    assert read.text + "\n" == letter.with_suffix(".txt").read_text(encoding="utf-8")


@each("letter", LETTERS, ids=lambda letter: letter.stem)
def test_the_rest_of_the_letter(letter: Path) -> None:
    read = read_letter(letter.read_bytes())
    assert read.tokens == (TOKEN,)
    assert (read.from_name, read.from_addr) == ("Ann Example", "ann@example.net")
    assert read.in_reply_to == f"<aaaabbbbccccddddeeeeffff.{TOKEN}@example.org>"
    assert read.references == (read.in_reply_to,)
    assert read.is_machine is None
    assert not read.is_cut


@each("letter", LETTERS, ids=lambda letter: letter.stem)
def test_every_line_has_a_label_and_none_is_lost(letter: Path) -> None:
    read = read_letter(letter.read_bytes(), sent=sent_for(letter))
    assert [line.text for line in read.lines] == read.body.split("\n")
