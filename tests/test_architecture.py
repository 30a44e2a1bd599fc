"""Who may import whom, how long things may get, and where card ids may stand."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from engine.illuminati.cards import CARDS, SPECIALS
from engine.inwo.cards import INWO_CARDS
from tests.support.each import each
from tests.support.places import ROOT

PACKAGES = ("engine", "pbem", "worker")
MODULES = sorted(path for name in PACKAGES for path in ROOT.glob(f"{name}/**/*.py"))
MOST_LINES = 400
MOST_FUNCTION_LINES = 50

PLATFORM = {
    *("pbem.settings", "pbem.models", "pbem.database", "pbem.log", "pbem.startup"),
    *("pbem.background", "pbem.recent", "pbem.budget", "pbem.fair_lock", "pbem.values"),
    "pbem.prepared",
}
SERVICE_SIDE = {
    *("pbem.games.contract", "pbem.grammar", "pbem.grammar.times"),
    *("pbem.documents", "pbem.clock", "pbem.mail"),
}
EDGE = {"pbem.service", "pbem.games.registry", *SERVICE_SIDE, *PLATFORM}
MAY_IMPORT: dict[str, set[str]] = {
    "engine": set(),
    "pbem": set(),
    "pbem.budget": set(),
    "pbem.fair_lock": set(),
    "pbem.values": set(),
    "pbem.recent": set(),
    "pbem.clock": {"pbem.grammar.times"},
    "pbem.grammar.times": set(),
    "pbem.settings": set(),
    "pbem.log": set(),
    "pbem.background": set(),
    "pbem.startup": set(),
    "pbem.grammar": {"pbem.budget", "pbem.clock", "pbem.grammar.times", "pbem.values"},
    "pbem.documents": {"pbem.clock"},
    "pbem.mail": {"pbem.budget"},
    "pbem.models": set(),
    "pbem.prepared": set(),
    "pbem.database": {
        *("pbem.engines", "pbem.fair_lock", "pbem.models", "pbem.prepared", "pbem.settings")
    },
    "pbem.engines": {"pbem.settings"},
    "pbem.migrations": {"pbem", "pbem.database", "pbem.models"},
    "pbem.games": set(),
    "pbem.games.contract": {"pbem.grammar", "pbem.documents", "pbem.budget", "pbem.values"},
    "pbem.games.illuminati": {
        *("engine", "pbem.games.contract", "pbem.grammar", "pbem.documents"),
        *("pbem.budget", "pbem.clock", "pbem.grammar.times", "pbem.values"),
    },
    "pbem.games.inwo": {
        *("engine", "pbem.games.contract", "pbem.grammar", "pbem.documents"),
        *("pbem.grammar.times", "pbem.values"),
    },
    "pbem.games.registry": {
        *("pbem.budget", "pbem.games.contract", "pbem.games.illuminati", "pbem.grammar"),
    },
    "pbem.mails": {"pbem.documents", "pbem.games.contract", "pbem.clock"},
    "pbem.service": {"pbem.games.registry", "pbem.mails", *SERVICE_SIDE, *PLATFORM},
    "pbem.benchmarks": {"pbem.migrations", "pbem.transports", "pbem.web", *EDGE},
    "pbem.demo": {"pbem.transports", *EDGE},
    "pbem.web": EDGE,
    "pbem.transports": EDGE,
    "worker": {"pbem.transports", *EDGE},
    "pbem.cli": {
        *("pbem.web", "pbem.transports", "worker", "pbem.demo", "pbem.migrations"),
        *("pbem.benchmarks", *EDGE),
    },
}
"""The arrows of the design; what a unit has besides is the standard library and packages."""


def name_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def unit_of(module: str) -> str:
    first, *rest = module.split(".")
    if first == "pbem" and rest[:1] == ["games"] and len(rest) > 1:
        return ".".join(("pbem", *rest[:2]))
    if rest[:2] == ["grammar", "times"]:
        return "pbem.grammar.times"
    return f"pbem.{rest[0]}" if first == "pbem" and rest else first


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def nodes_of(path: Path) -> tuple[ast.AST, ...]:
    """All parts of a module, found once for all tests."""
    return tuple(ast.walk(tree_of(path)))


@cache
def imports_of(path: Path) -> tuple[str, ...]:
    """Absolute names of everything a module imports, wherever in it."""
    found: list[str] = []
    for node in nodes_of(path):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0 and node.module, f"{path}: relative import"
            found += _from(node.module, node)
    return tuple(found)


def _from(module: str, node: ast.ImportFrom) -> Iterator[str]:
    """`from pbem import log` imports pbem.log; other names are in the module itself."""
    for alias in node.names:
        inner = ROOT.joinpath(*module.split("."), alias.name)
        is_module = inner.with_suffix(".py").exists() or (inner / "__init__.py").exists()
        yield f"{module}.{alias.name}" if is_module else module


def ours(module: str) -> bool:
    return module.split(".")[0] in ("engine", "pbem", "worker")


def test_imports_follow_the_design() -> None:
    units = {unit_of(name_of(path)) for path in MODULES}
    assert units == set(MAY_IMPORT), "what is in the design"
    offenders = {
        f"{name_of(path)} -> {unit_of(module)}"
        for path in MODULES
        for module in imports_of(path)
        if ours(module)
        if unit_of(module) not in (unit := unit_of(name_of(path)), *MAY_IMPORT[unit])
    }
    assert sorted(offenders) == []


KNOWS_NO_GAME = {
    *("pbem.service", "pbem.web", "worker", "pbem.transports", "pbem.mail", "pbem.mails"),
    *("pbem.clock", "pbem.grammar", "pbem.grammar.times", "pbem.documents", "pbem.models"),
    *("pbem.games.contract", "pbem.cli", "pbem.demo", "pbem.benchmarks"),
}
GAMES = ("pbem.games.illuminati", "pbem.games.inwo")


def test_the_house_knows_no_game() -> None:
    """Whatever a room may import, and wherever in a function it does."""
    offenders = {
        name_of(path): module
        for path in MODULES
        if unit_of(name_of(path)) in KNOWS_NO_GAME
        for module in imports_of(path)
        if unit_of(module) == "engine" or unit_of(module) in GAMES
    }
    assert offenders == {}


WORDS_OF_A_GAME = re.compile(r"\bMB\b|\bIlluminati\b|\b(?:R(?:[1-9]|10|11)|I\d+)\.\d")
"""Money, cards and the numbers of rules that hold in one game alone."""


def test_the_mails_of_the_house_name_no_game() -> None:
    """What only one game's rules say comes from its record, as `Ruleset.lost` does."""
    folder = ROOT / "templates" / "email"
    offenders = {
        f"{path.name}:{number}": line
        for path in sorted(folder.glob("*.txt"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if WORDS_OF_A_GAME.search(line)
    }
    assert offenders == {}


def test_the_service_looks_into_no_state() -> None:
    """All that it may know of a state is its status."""
    offenders = [
        f"{name_of(path)}:{node.lineno}: {ast.unparse(node)}"
        for path in MODULES
        if unit_of(name_of(path)) in KNOWS_NO_GAME
        for node in nodes_of(path)
        if isinstance(node, ast.Attribute)
        if ast.unparse(node.value) in ("state", "snapshot.state", "plan.after")
        or ast.unparse(node.value).endswith((".snapshot.state", "goal.state", "step.state"))
    ]
    assert offenders == []


CLOCKS = ("time", "datetime", "random", "secrets", "logging", "os", "pathlib", "socket")
"""What would give the engine a clock, a file, a log, or a chance of its own."""


def test_the_engine_stands_on_the_standard_library_and_msgspec() -> None:
    offenders = [
        f"{name_of(path)} imports {module}"
        for path in MODULES
        if "engine" in path.parts
        for module in imports_of(path)
        if (top := module.split(".")[0]) in CLOCKS
        or top not in (*sys.stdlib_module_names, "engine", "msgspec")
    ]
    assert offenders == []


def test_the_core_knows_no_game() -> None:
    for path in ROOT.glob("engine/core/*.py"):
        known = ("engine.illuminati", "engine.inwo")
        assert [m for m in imports_of(path) if m.startswith(known)] == []


def test_no_module_imports_itself_in_a_circle() -> None:
    graph = {
        name_of(path): sorted({m for m in imports_of(path) if ours(m)} - {name_of(path)})
        for path in MODULES
    }
    done: set[str] = set()

    def visit(module: str, trail: tuple[str, ...]) -> None:
        assert module not in trail, " -> ".join((*trail[trail.index(module) :], module))
        if module in done:
            return
        for inner in graph.get(module, []):
            # A package's face gathers its modules; they do not import the face back.
            visit(inner, (*trail, module))
        done.add(module)

    for module in graph:
        visit(module, ())


ROOMS = {
    "engine.illuminati": (
        *("cards", "state", "events", "event_counts", "evolve", "gametable", "structure"),
        *("odds", "deeds", "winning", "advanced", "attacks", "deals", "turn"),
        *("view", "options", "audit", "game", "advice", "robots"),
    ),
    "engine.inwo": (
        *("selectors", "abilities", "cards", "orders", "state", "decks", "events", "evolve"),
        *(
            "ruins",
            "values",
            "reach",
            "facts",
            "wards",
            "structure",
            "inwotable",
            "benefits",
            "rulings",
            "attacks",
            "deeds",
            "goals",
        ),
        *("turn", "options", "view", "audit", "game", "copy_numbers", "placing", "robots"),
    ),
    "pbem.service": (
        *("players", "history", "arriving", "mailing", "transaction"),
        *(
            "orders",
            "seats",
            "endings",
            "turns",
            "repairs",
            "moderating",
            "console",
            "lobby",
            "letters",
            "sending",
            "due",
            "pages",
            "system",
        ),
    ),
    "pbem.games.illuminati.language": (
        *("names", "reasons", "forms", "verbs", "reading", "definition"),
    ),
    "pbem.documents": ("layout", "html"),
    "pbem.games.illuminati.report": ("parts", "picture", "mails"),
}
"""The rooms of the four large packages, from the ground up: each stands on those before it.

A room is a folder, or one module that stands between folders.
"""


@each("package", ROOMS)
def test_a_room_stands_on_the_rooms_before_it(package: str) -> None:
    rooms = ROOMS[package]
    folder = ROOT.joinpath(*package.split("."))
    folders = {path.parent.name for path in folder.glob("*/__init__.py")}
    modules = {path.stem for path in folder.glob("*.py")}
    assert folders <= set(rooms) <= folders | modules
    for path in sorted(folder.glob("**/*.py")):
        room = path.relative_to(folder).with_suffix("").parts[0]
        if room not in rooms:
            continue
        above = [f"{package}.{later}" for later in rooms[rooms.index(room) + 1 :]]
        wrong = [m for m in imports_of(path) if any(f"{m}.".startswith(f"{a}.") for a in above)]
        assert wrong == [], name_of(path)


def test_what_lies_outside_the_rooms_is_their_ground() -> None:
    for package, rooms in ROOMS.items():
        folder = ROOT.joinpath(*package.split("."))
        ground = {path for path in folder.glob("*.py") if path.stem not in rooms}
        for path in sorted(ground - {folder / "__init__.py"}):
            doors = [f"{package}.{room}." for room in rooms]
            wrong = [m for m in imports_of(path) if any(f"{m}.".startswith(d) for d in doors)]
            assert wrong == [], name_of(path)


def test_only_service_opens_sessions() -> None:
    """`database.write()` and `.read()` are called in service, and where tests and tools wire it."""
    for path in MODULES:
        unit = unit_of(name_of(path))
        if unit in ("pbem.service", "pbem.database", "pbem.migrations", "worker", "pbem.cli"):
            continue
        text = path.read_text(encoding="utf-8")
        assert ".commit()" not in text, path


def is_list_of_values(tree: ast.Module) -> bool:
    """Whether a module only declares classes and tables, as events and abilities do."""
    return not any(isinstance(node, ast.FunctionDef) for node in tree.body)


def test_modules_stay_small() -> None:
    offenders = {
        name_of(path): length
        for path in MODULES
        if not is_list_of_values(tree_of(path)) and "versions" not in path.parts
        if (length := len(path.read_text(encoding="utf-8").splitlines())) > MOST_LINES
    }
    assert offenders == {}


def test_functions_stay_small() -> None:
    offenders = {
        f"{name_of(path)}.{node.name}": length
        for path in MODULES
        for node in nodes_of(path)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        if (length := (node.end_lineno or 0) - node.lineno + 1) > MOST_FUNCTION_LINES
    }
    assert offenders == {}


MOST_PARAMETERS = 5


def parameters_of(node: ast.FunctionDef | ast.AsyncFunctionDef) -> list[str]:
    found = node.args
    names = [one.arg for one in (*found.posonlyargs, *found.args, *found.kwonlyargs)]
    return [name for name in names if name not in ("self", "cls")]


def test_functions_take_five_parameters_at_most() -> None:
    """Whatever needs more needs an object."""
    offenders = {
        f"{name_of(path)}.{node.name}"
        for path in MODULES
        for node in nodes_of(path)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        if len(parameters_of(node)) > MOST_PARAMETERS
    }
    assert sorted(offenders) == []


def test_every_module_says_in_a_sentence_what_it_is() -> None:
    said = {name_of(path): ast.get_docstring(tree_of(path)) for path in MODULES}
    assert [name for name, words in said.items() if not words] == []


MOST_IMPORTS = 15
"""Modules of ours that one module stands on; more of them are several topics in one."""


def test_modules_import_fifteen_of_ours_at_most() -> None:
    offenders = [
        name_of(path)
        for path in MODULES
        if len({module for module in imports_of(path) if ours(module)}) > MOST_IMPORTS
    ]
    assert offenders == []


def types_of(tree: ast.Module) -> Iterator[str]:
    """Names of the classes and aliases of types of a module, own or not for others."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            yield node.name
        targets = node.targets if isinstance(node, ast.Assign) else ()
        targets = [node.target] if isinstance(node, ast.AnnAssign) else targets
        for one in targets:
            if isinstance(one, ast.Name) and re.match(r"_*[A-Z]\w*[a-z]", one.id):
                yield one.id


def test_a_type_name_stands_in_one_module() -> None:
    found: dict[str, list[str]] = {}
    for path in MODULES:
        for name in dict.fromkeys(types_of(tree_of(path))):
            found.setdefault(name, []).append(name_of(path))
    assert {name: modules for name, modules in found.items() if len(modules) > 1} == {}


def literals(path: Path) -> Iterator[str]:
    """Every text of a module that is not a docstring."""
    told = {
        id(node.body[0].value)
        for node in nodes_of(path)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in nodes_of(path):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            yield node.value


WORDS_BESIDES = {"anonymous", "assassination", "exposed", "reload", "unmasked"}
"""Ids of cards that are words of the rules as well."""


def test_no_card_id_outside_the_card_files() -> None:
    ids = {*CARDS, *SPECIALS, *INWO_CARDS} - WORDS_BESIDES
    long_ids = sorted(card for card in ids if "-" in card)
    offenders = [
        f"{name_of(path)}: {text}"
        for path in MODULES
        for text in literals(path)
        if text in ids or ("-" in text and any(card in text for card in long_ids))
    ]
    assert offenders == []


PATH = re.compile(r"`((?:engine|pbem|worker|templates|tests|config|docs)/[^\s`]*)`")
MAP = re.compile(r"^```text\n(engine/.*?)^```", re.DOTALL | re.MULTILINE)
MAP_WIDTH = 24
"""Columns of the map in the guide for developers that hold paths."""


def on_the_map(text: str) -> Iterator[str]:
    """The paths of a map; those of an indented row lie in the row above that is not."""
    outer = ""
    for row in text.splitlines():
        paths = row[:MAP_WIDTH].split()
        if not row.startswith(" "):
            outer = paths[0]
            yield outer
        else:
            yield from (f"{outer}{path}" for path in paths)


def test_the_guides_name_paths_that_are_there() -> None:
    pages = [ROOT / "README.md", *sorted(ROOT.glob("docs/*.md"))]
    guide = (ROOT / "docs" / "developers.md").read_text(encoding="utf-8")
    drawn = [path for found in MAP.findall(guide) for path in on_the_map(found)]
    named = [path for page in pages for path in PATH.findall(page.read_text(encoding="utf-8"))]
    assert len(drawn) > 30 and len(named) > 30
    assert [path for path in (*drawn, *named) if not (ROOT / path).exists()] == []


def test_what_tests_share_lies_in_packages() -> None:
    """At the top of tests/ lie tests of the whole tree, and the game that others begin with."""
    names = {path.stem for path in ROOT.glob("tests/*.py") if not path.name.startswith("test_")}
    assert names == {"__init__", "conftest", "toy_game"}
