"""Every line that our own mails give as an example can be sent back as it stands."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from pbem.games.illuminati.language import read
from pbem.games.illuminati.language.definition import LANGUAGE
from pbem.games.illuminati.language.verbs.table import VERBS
from tests.support.each import each
from tests.support.examples import check_read, commented, read_one
from tests.support.places import ROOT, TESTS
from tests.support.strategies import NAMES

MAILS = TESTS / "reports"
MADE = sorted(MAILS.glob("*.txt"))
TEMPLATES = sorted((ROOT / "templates" / "email").glob("**/*.txt"))
STANDS_FOR = {
    "group": ("Yuppies", "Hackers", "KGB"),
    "card": ("Mafia", "CIA", "FBI", "Texas"),
    "player": ("bob", "cat"),
    "special": ("Bribery", "Slush Fund"),
    "alignment": ("Weird",),
    "illuminati": ("Network",),
    "arrow": ("N", "E", "S", "W"),
    "turn": ("14",),
    "goods": ("5 MB", "3 MB"),
    "day": ("Friday", "Sunday"),
    "verb": ("ATTACK",),
    "word": ("privilege",),
    "name": ("Mafia",),
    "text": ("fnord",),
    "code": ("K7PX",),
    "n": ("3", "4", "5"),
}
"""Things for each word in small letters that forms are written with, in the order they come."""
OF_A_VERB = {
    "PLAY": {"special": ("Computer Espionage",)},
    "SET": {"text": ("text",)},
    **dict.fromkeys(("TURN", "REPEAT"), {"order": ("PASS",)}),
}
"""The same where it matters which."""
NUMBERED = re.compile(r"\b([0-9]+: none\b|[0-9]+: [A-Z]{3,}[^),;\n]*(?=[),;]))")
WELCOME_ROW = re.compile(r"^  ([A-Z]{2,}[ ,].*)$", re.MULTILINE)


def filled(form: str, verb: str = "") -> str:
    """A form with things in the places of its words, without what explains it."""
    bare = re.sub(r"\s*\([^)]*\)", "", form)
    used: Counter[str] = Counter()

    def thing(word: re.Match[str]) -> str:
        things = OF_A_VERB.get(verb, {}).get(word[0]) or STANDS_FOR.get(word[0], (word[0],))
        used[word[0]] += 1
        return things[(used[word[0]] - 1) % len(things)]

    return re.sub(r"\b[a-z]+\b", thing, bare)


def rows(mail: str) -> Iterator[str]:
    """The table of orders of the welcome: several in a row, parted by blanks."""
    for row in WELCOME_ROW.findall(mail):
        for part in re.split(r"\s{2,}", row):
            parts = part.split(", ")
            every = parts if all(p.split()[0] in UPPER for p in parts) else [part]
            yield from (p for p in every if p.split()[0] in UPPER)


UPPER = {word.upper() for word in (*LANGUAGE.by_word, "if")}


def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@each("path", MADE, ids=lambda path: path.stem)
def test_what_a_mail_says_can_be_sent_is_read(path: Path) -> None:
    mail = text_of(path)
    for line in commented(mail):
        check_read(line)
    for line in rows(mail):
        told = filled(line, line.split()[0]).replace("another order", "PASS").rstrip(".")
        check_read(told)
    for line in NUMBERED.findall(mail):
        check_read(line.rstrip(". "))


def test_there_is_something_to_send_in_the_mails() -> None:
    every = "\n\n".join(map(text_of, MADE))
    assert len(list(commented(every))) > 20
    assert len(list(rows(every))) > 9
    assert len(NUMBERED.findall(every)) > 5


@each("path", TEMPLATES, ids=lambda path: path.stem)
def test_numbered_examples_of_a_template_are_read(path: Path) -> None:
    for line in NUMBERED.findall(text_of(path)):
        check_read(line.rstrip(". "))


def alternatives(verb: str, form: str) -> Iterator[str]:
    """The lines a form stands for; its clauses alone are none."""
    parts = [part.strip() for part in form.split("  |  ")]
    first = verb.split()[0]
    if parts[0].split()[0].rstrip(":") != first:
        return
    yield parts[0]
    head = parts[0].split()
    for part in parts[1:]:
        if part.split()[0] == first:
            yield part
        elif part.split()[0].isupper() or part.split()[0] in ("n", "html", "brief", "digest"):
            keep = _kept(head, part.split()[0])
            yield " ".join([*head[:keep], part])


def _kept(head: list[str], first: str) -> int:
    """How much of the first alternative stands before another: to where it says the same."""
    if first in head:
        return head.index(first)
    if head[0] == "CHEAT":
        return 1
    return head.index("ON") if "ON" in head else len(head) - 1


@each("verb", VERBS, ids=lambda verb: verb.name)
def test_every_form_of_the_help_is_read(verb) -> None:  # type: ignore[no-untyped-def]
    lines = [line for form in verb.forms for line in alternatives(verb.name, form)]
    assert lines
    for line in lines:
        text = filled(line, verb.name)
        found = read_one(text)
        assert found.status in ("order", "control", "talk"), (text, found.problem)


@each("verb", VERBS, ids=lambda verb: verb.name)
def test_every_example_of_the_help_is_read(verb) -> None:  # type: ignore[no-untyped-def]
    for example in verb.examples:
        (line,) = read(example, NAMES)
        assert line.status in ("order", "control", "talk")
        assert line.assumed == ()


SUGGESTED = re.compile(r"^ {4}instead: (.+)$", re.MULTILINE)
TOLD = sorted((TESTS / "language").glob("*.txt"))


@each("path", TOLD, ids=lambda path: path.stem)
def test_every_suggestion_is_read(path: Path) -> None:
    suggested = SUGGESTED.findall(text_of(path))
    assert suggested
    for line in suggested:
        (found, *_) = read(line, NAMES)
        assert found.status in ("order", "control", "talk"), (line, found.problem)
