"""README and guides keep their word: commands run, orders are read, tables and links are true."""

import json
import os
import re
import signal
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from shutil import which

import click
import pytest
from click.testing import CliRunner

from pbem.cli import COMMANDS, command_of
from pbem.games.illuminati.edit_forms import EDITS
from pbem.games.illuminati.language.verbs.table import VERBS as ORDER_VERBS
from pbem.games.inwo.edit_forms import EDITS as INWO_EDITS
from pbem.games.registry import ruleset
from pbem.grammar.commands import MODERATORS, Command, help_text, read_commands
from pbem.grammar.commands.keys import KEYS
from pbem.grammar.commands.spec import HEADINGS
from pbem.models import Person
from pbem.service.preferences import setting_rows
from pbem.settings import Settings
from tests.support.each import each
from tests.support.places import ROOT
from tests.support.servers import free_port, missing

DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", *sorted(DOCS.glob("*.md"))]
Golden = Callable[[Path, str], None]

BLOCK = re.compile(
    r"(?P<above>[^\n]*)\n```(?P<kind>\w+)\n(?P<text>.*?)\n```$", re.DOTALL | re.MULTILINE
)
FENCED = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
MADE = re.compile(r"(<!-- made by tests/test_docs.py: ([a-z ]+) -->\n)(?:\n(?:\|.*\n)+)?")
NOT_RUN = "<!-- not run by the tests"


def text_of(page: Path) -> str:
    return page.read_text(encoding="utf-8")


@cache
def blocks_of(page: Path) -> tuple[re.Match[str], ...]:
    """Its fenced blocks of any kind, looked for once."""
    return tuple(BLOCK.finditer(text_of(page)))


def blocks(kind: str) -> Iterator[tuple[Path, str, str]]:
    """Every fenced block of a kind: its page, the line above it, and its text."""
    for page in PAGES:
        for block in blocks_of(page):
            if block["kind"] == kind:
                yield page, block["above"], block["text"]


def named(found: tuple[Path, str]) -> str:
    return f"{found[0].stem}: {found[1].splitlines()[0]}"


# --- commands -----------------------------------------------------------------------------

TIDY = "trap 'kill $(jobs -p) 2>/dev/null || true' EXIT\n"
"""What a script has left running would keep the test waiting."""

RUN = [(page, text) for page, above, text in blocks("sh") if not above.startswith(NOT_RUN)]


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize(("page", "script"), RUN, ids=map(named, RUN))
def test_every_command_shown_can_be_run(page: Path, script: str, tmp_path: Path) -> None:
    for tool in ("curl",):
        if tool in script and which(tool) is None:
            missing(tool)
    # Whoever runs the tests may have a service of his own on the ports of the text.
    ports = {port: str(free_port()) for port in ("8025", "8080", "2525")}
    for port, free in ports.items():
        script = script.replace(port, free)
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    env = {
        **os.environ,
        "PATH": path,
        "PBEM_MAIL__LISTENER__PORT": ports["8025"],
        "PBEM_WEB__PORT": ports["8080"],
    }
    process = subprocess.Popen(
        ["bash", "-euo", "pipefail", "-c", TIDY + script],
        cwd=tmp_path,
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    try:
        told, _ = process.communicate(timeout=60)
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
    assert process.returncode == 0, told
    assert "Traceback" not in told


def test_what_is_run_is_most_of_what_is_shown() -> None:
    assert len(RUN) >= 2 * len(list(blocks("sh"))) / 3


def test_make_has_every_goal_shown() -> None:
    goals = re.findall(r"^([a-z]+):", text_of(ROOT / "Makefile"), re.MULTILINE)
    shown = {goal for page in PAGES for goal in re.findall(r"`make ([a-z]+)", text_of(page))}
    assert {"demo", "test"} <= shown <= set(goals)


def test_every_option_shown_is_one() -> None:
    shown = "\n".join(text for *_, text in blocks("sh")).replace("\\\n", " ")
    ours = "\n".join(line for line in shown.splitlines() if line.startswith("pbem "))
    options = set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", ours))
    outer = [command_of(name) for name in COMMANDS]
    inner = [c for g in outer if isinstance(g, click.Group) for c in g.commands.values()]
    known = {
        option
        for command in [*outer, *inner]
        for parameter in command.get_params(click.Context(command))
        for option in parameter.opts
    }
    assert options
    assert options <= known


INLINE = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")


def inline_code() -> Iterator[tuple[Path, str]]:
    """What stands between backticks in the running text and the tables, line ends undone."""
    for page in PAGES:
        flowing = re.sub(r"(?<=\S)\n(?=\S)", " ", FENCED.sub("", text_of(page)))
        for code in INLINE.findall(flowing):
            yield page, code


def known_command(words: list[str]) -> click.Command | None:
    """The command that the words after `pbem` name, with the second word where it is a group."""
    if words[0] not in COMMANDS:
        return None
    command = command_of(words[0])
    if isinstance(command, click.Group) and len(words) > 1 and words[1].islower():
        return command.commands.get(words[1])
    return command


def test_every_command_named_in_the_text_is_one() -> None:
    named_here = [(page, code) for page, code in inline_code() if code.startswith("pbem ")]
    wrong = []
    for page, code in named_here:
        command = known_command(code.split()[1:])
        options = set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", code)) - {"--help"}
        if command is None or not options <= {o for p in command.params for o in p.opts}:
            wrong.append(f"{page.name}: {code}")
    assert len(named_here) > 30
    assert wrong == []


def test_the_table_of_the_command_line_is_whole() -> None:
    listed = re.findall(r"^\| `pbem ([a-z-]+)", text_of(DOCS / "operators.md"), re.MULTILINE)
    assert sorted(set(listed)) == sorted(COMMANDS)


@pytest.mark.parametrize("text", [text for *_, text in blocks("toml")])
def test_every_setting_shown_is_one(text: str) -> None:
    Settings(**tomllib.loads(text))


# --- orders and moderators' commands ------------------------------------------------------

POSITION = """
to_move = "ann"
turn_number = 14
uncontrolled = ["yuppies", "hackers", "phone-company"]
[[seat]]
name = "ann"
illuminati = "bavarian-illuminati"
money = 20
hand = ["bribery", "deep-agent", "slush-fund", "murphys-law"]
groups = [
    { id = "mafia", master = "bavarian-illuminati", arrow = "N", money = 12 },
    { id = "cia", master = "bavarian-illuminati", arrow = "S", money = 6 },
    { id = "orbital-mind-control-lasers", master = "bavarian-illuminati", arrow = "W" },
    { id = "texas", master = "mafia", arrow = "N" },
]
[[seat]]
name = "bob"
illuminati = "gnomes-of-zurich"
money = 12
groups = [{ id = "kgb", master = "gnomes-of-zurich", arrow = "N" }]
[[seat]]
name = "cat"
illuminati = "ufos"
money = 12
groups = [{ id = "trekkies", master = "ufos", arrow = "N" }]
"""
READ = ("order", "control", "talk", "removed")
"""What a line may have become that was understood."""
ORDERS = [(page, text) for page, _, text in blocks("orders")]


@pytest.mark.parametrize(("page", "orders"), ORDERS, ids=map(named, ORDERS))
def test_every_order_shown_is_read(page: Path, orders: str, tmp_path: Path) -> None:
    position = tmp_path / "position.toml"
    position.write_text(POSITION, encoding="utf-8")
    args = ["--position", str(position), "--seat", "ann", "--json"]
    told = json.loads(CliRunner().invoke(command_of("parse"), args, input=orders).stdout)
    lines = [line for line in told["lines"] if line["fate"] in READ]
    assert told["lines"] == lines and told["ignored"] == 0
    assert len(lines) == len([line for line in orders.splitlines() if line.strip()])
    assert [(line["assumed"], line["problem"]) for line in lines] == [([], "")] * len(lines)


INWO_POSITION = """
game = "inwo"
to_move = "ann"
step = "b3"
[[seat]]
name = "ann"
illuminati = "bavarian-illuminati"
tokens = 1
plots = ["good-polls", "hoax", "jihad"]
group_hand = ["canada", "trekkies"]
groups = [
    { id = "the-mafia", master = "bavarian-illuminati", arrow = "N", tokens = 1 },
    { id = "c-i-a", master = "bavarian-illuminati", arrow = "S", tokens = 1 },
    { id = "texas", master = "the-mafia", arrow = "N", tokens = 1 },
]
[[seat]]
name = "bob"
illuminati = "the-network"
groups = [{ id = "hackers", master = "the-network", arrow = "N" }]
"""
INWO_ORDERS = [text for _, _, text in blocks("inwo")]


@pytest.mark.parametrize("orders", INWO_ORDERS)
def test_every_order_of_inwo_shown_is_read(orders: str, tmp_path: Path) -> None:
    position = tmp_path / "position.toml"
    position.write_text(INWO_POSITION, encoding="utf-8")
    args = ["--position", str(position), "--seat", "ann", "--json"]
    done = CliRunner().invoke(command_of("parse"), args, input=orders)
    lines = json.loads(done.stdout)["lines"]
    assert len(lines) == len(orders.splitlines())
    # What would be refused now, or is asked at another time, is read all the same.
    assert [line for line in lines if not line["understood"]] == []


@pytest.mark.parametrize("lines", [text for _, _, text in blocks("deck")])
def test_every_deck_shown_is_read(lines: str) -> None:
    joining = ruleset("inwo").joining
    assert joining is not None
    filed = joining.say("", ("DECK PRESET Old Money",), None).filed
    passages = [line.split("\n") for line in lines.split("\nDECK")]
    for at, passage in enumerate(passages):
        typed = tuple(f"DECK{line}" if at and not n else line for n, line in enumerate(passage))
        brought = joining.say(filed, tuple(line for line in typed if line != "END"), None)
        unread = [row for row in brought.rows if "no card is called" in row or "may be" in row]
        assert brought.text and unread == []


GIVEN = [(page, text) for page, _, text in blocks("commands")]


@each(("page", "commands"), GIVEN, ids=map(named, GIVEN))
def test_every_moderators_command_shown_is_read(page: Path, commands: str) -> None:
    read = read_commands(commands)
    assert [one for one in read if not isinstance(one, Command)] == []
    assert len(read) == len(commands.splitlines())


def test_players_and_moderators_see_examples() -> None:
    assert len(ORDERS) > 10 and len(GIVEN) > 5


# --- tables made from those of the program ------------------------------------------------


def cell(text: str) -> str:
    return text.replace("|", r"\|")


def table(head: tuple[str, str], rows: list[tuple[str, str]]) -> str:
    shown = [head, ("---", "---"), *((f"`{cell(left)}`", cell(right)) for left, right in rows)]
    return "".join(f"| {left} | {right} |\n" for left, right in shown)


def commands_table() -> str:
    ordered = [verb for kind in HEADINGS for verb in MODERATORS.rows if verb.kind == kind]
    return table(
        ("Command", "What it does"), [(", ".join(verb.forms), verb.about) for verb in ordered]
    )


def settings_table() -> str:
    rows = setting_rows(Person(email="ann@example.org", name="Ann", zone="UTC"), "pass")
    lines = [*((row.lines[0], row.about) for row in rows)]
    words = ("SET WORDS text", "Words of yours, mixed into the dice before turn 1 is run.")
    return table(("Line", "What it sets"), [*lines, words])


TABLES: dict[str, Callable[[], str]] = {
    "commands": commands_table,
    "edits": lambda: table(
        ("Form", "What it changes"),
        [(f"EDIT {form}", about) for form, about in EDITS.forms.items()],
    ),
    "inwo edits": lambda: table(
        ("Form", "What it changes"),
        [(f"EDIT {form}", about) for form, about in INWO_EDITS.forms.items()],
    ),
    "game settings": lambda: table(
        ("Line", "What it sets"),
        [(f"SET {key} {example}", about) for key, (_, example, about) in KEYS.items()],
    ),
    "settings": settings_table,
    "orders": lambda: table(
        ("Example", "What it does"), [(verb.examples[0], verb.about) for verb in ORDER_VERBS]
    ),
}


@pytest.mark.parametrize("page", [page for page in PAGES if MADE.search(text_of(page))], ids=str)
def test_the_tables_shown_are_those_of_the_program(page: Path, golden: Golden) -> None:
    golden(page, MADE.sub(lambda made: made[1] + "\n" + TABLES[made[2]](), text_of(page)))


def test_every_table_is_shown() -> None:
    shown = [made[2] for page in PAGES for made in MADE.finditer(text_of(page))]
    assert sorted(shown) == sorted(TABLES)
    assert all(verb.forms[0].split()[0] in help_text() for verb in MODERATORS.rows)


# --- what pages point to ------------------------------------------------------------------

LINK = re.compile(r"\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)")


@cache
def anchors(page: Path) -> frozenset[str]:
    """The names under which a page's headings can be linked to."""
    headings = re.findall(r"^#+ (.+)$", FENCED.sub("", text_of(page)), re.MULTILINE)
    return frozenset(
        re.sub(r"[^\w -]", "", one).strip().lower().replace(" ", "-") for one in headings
    )


@each("page", PAGES, ids=lambda page: page.stem)
def test_every_link_leads_somewhere(page: Path) -> None:
    for path, anchor in LINK.findall(text_of(page)):
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), path
        assert not anchor or anchor in anchors(target), f"{path}#{anchor}"


OURS = ("docs", "engine", "pbem", "worker", "tests", "config", "templates")
"""The folders of the project: a name that begins with one is a path."""
DEFINED = re.compile(r"`(\w+)`(?: in|, in) `((?:pbem|engine|worker)/[\w./]+\.py)`")
TREE = re.compile(r"^( *)((?:\w+/)+)((?: \w+/)*)  ", re.MULTILINE)


def paths_in_text() -> Iterator[tuple[Path, str]]:
    for page, code in inline_code():
        if code.startswith(tuple(f"{folder}/" for folder in OURS)) and " " not in code:
            yield page, code


def paths_in_trees() -> Iterator[tuple[Path, str]]:
    """The folders that a drawing of the project shows, the indented ones below the last other."""
    for page, _, text in blocks("text"):
        outer = ""
        for indent, first, more in TREE.findall(text if page.name == "developers.md" else ""):
            outer = outer if indent else first
            for folder in (first, *more.split()):
                yield page, f"{outer}{folder}" if indent else folder


def test_every_path_named_is_there() -> None:
    found = [*paths_in_text(), *paths_in_trees()]
    assert len(found) > 80
    assert [f"{page.name}: {path}" for page, path in found if not (ROOT / path).exists()] == []


def test_what_is_said_to_stand_in_a_module_does() -> None:
    placed = [one for page in PAGES for one in DEFINED.findall(text_of(page))]
    assert len(placed) > 5
    for name, path in placed:
        assert re.search(rf"^(?:def|class) {name}\b|^{name}\b.*=", text_of(ROOT / path), re.M), name


def test_the_readme_leads_to_every_guide() -> None:
    linked = {path for path, _ in LINK.findall(text_of(ROOT / "README.md"))}
    assert linked >= {f"docs/{page.name}" for page in DOCS.glob("*.md")}


# --- how pages look -----------------------------------------------------------------------


@each("page", PAGES, ids=lambda page: page.stem)
def test_lines_are_wrapped(page: Path) -> None:
    outside = re.sub(r"^\|.*?$", "", FENCED.sub("", text_of(page)), flags=re.MULTILINE)
    assert [line for line in outside.splitlines() if len(line) > 100] == []


def test_the_readme_is_one_screen() -> None:
    mails = re.compile(r"^```text$.*?^```$", re.DOTALL | re.MULTILINE)
    assert len(mails.sub("", text_of(ROOT / "README.md")).splitlines()) <= 70


def test_the_glossary_is_in_order() -> None:
    words = re.findall(r"^- \*\*(.+?)\*\*: \S", text_of(DOCS / "glossary.md"), re.MULTILINE)
    lines = [line for line in text_of(DOCS / "glossary.md").splitlines() if line.startswith("- ")]
    assert len(words) == len(lines) > 40
    assert words == sorted(words, key=str.casefold)
