"""How many mutants of engine and language the tests notice: `make mutants`.

A mutant is the program with one small change: `<` for `<=`, `None` for an argument. mutmut makes
them, in a copy of one commit, and runs for each the tests that call what was changed, each in a
process that loads the program anew, for what is done while it is loaded counts too, and what a
former test left in a cache does not. Results are kept for each mutant: an interrupted run goes on.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import platform
import random
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from itertools import starmap
from pathlib import Path
from typing import Any

from tests.support.places import ROOT, TESTS

PLUGIN = "tests.tools.mutants_plugin"
REPORT = TESTS / "MUTANTS.md"
MUTATED = (
    *("engine/core/*", "engine/illuminati/*"),
    *("pbem/grammar/orders/*", "pbem/games/illuminati/language/*"),
)
FIELDS = ("tests/rulings", "tests/engine", "tests/language")
LEFT_OUT = (
    "tests/engine/test_own_cards.py::test_no_list_of_cards_has_them_but_that_of_their_game",
    "tests/engine/test_robots.py::test_a_planner_with_half_the_deck_thinks_less_than_a_second",
    "tests/engine/test_secrecy.py::test_what_a_seat_may_not_know_changes_no_byte",
    "tests/engine/test_simulation.py",
    "tests/language/test_bad_input.py::test_twice_the_letter_is_at_most_twice_the_work",
    "tests/language/test_sheets.py::test_no_card_id_in_the_language",
    "tests/language/test_work.py",
)
"""They time, count calls, read the source or want a cache kept, which is otherwise here, or are
slow."""

BESIDE = ("worker", "templates", "config", "README.md", "docs", "Makefile")
LOADED_BEFORE = ("alembic", "celery", "flask", "hypothesis", "msgspec", "psycopg", "sqlmodel")

OUTCOMES = {0: "survived", 1: "killed", 3: "killed", 5: "no tests", 33: "no tests"}
NOTICED = ("killed", "timeout")
OUTCOMES |= dict.fromkeys((-24, 24, 36, 152), "timeout")
"""By mutmut's exit codes; any other, as 255, says that the mutant was not tried."""


PART = (
    "- Not all are tried yet: first come those with the quickest tests, so this share may change."
)


class NotTried(Exception):
    """Some mutants ended in a way that says nothing of the tests."""


@dataclass(frozen=True)
class Sample:
    made: int
    count: int
    seed: int


@dataclass(frozen=True)
class Result:
    mutant: str
    outcome: str

    @property
    def package(self) -> str:
        """engine.core, engine.illuminati.attacks, pbem.games.illuminati.language.reading: at most
        five parts."""
        modules = re.split(r"\.x[_ǁ]", self.mutant)[0].split(".")
        inside = modules if ROOT.joinpath(*modules).is_dir() else modules[:-1]
        return ".".join(inside[:5])


def outcomes(codes: Mapping[str, int | None]) -> list[Result]:
    """What became of each mutant that was tried.

    >>> outcomes({"engine.core.dice.x_roll__mutmut_1": 1, "engine.core.dice.x_y": None})
    [Result(mutant='engine.core.dice.x_roll__mutmut_1', outcome='killed')]
    """
    odd = {name: code for name, code in codes.items() if code is not None and code not in OUTCOMES}
    if odd:
        raise NotTried("\n".join(f"{name} ended with {code}" for name, code in odd.items()))
    return [
        Result(name, OUTCOMES[code]) for name, code in sorted(codes.items()) if code is not None
    ]


def interval(noticed: int, of: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share."""
    z, share = 1.96, noticed / of
    middle = share + z * z / (2 * of)
    half = z * math.sqrt(share * (1 - share) / of + z * z / (4 * of * of))
    return (middle - half) / (1 + z * z / of), (middle + half) / (1 + z * z / of)


def copy_of(commit: str, into: Path) -> Path:
    """The commit in a folder of its own, the way mutmut wants it."""
    folder = into.resolve() / commit
    if folder.exists():
        return folder
    half = folder.with_suffix(".half")
    shutil.rmtree(half, ignore_errors=True)
    half.mkdir(parents=True)
    archive = subprocess.run(["git", "archive", commit], cwd=ROOT, check=True, capture_output=True)
    subprocess.run(["tar", "-x"], cwd=half, input=archive.stdout, check=True)
    shutil.copytree(TESTS / "tools", half / "tests" / "tools", dirs_exist_ok=True)
    half.joinpath("loaded_before.txt").write_text("\n".join(LOADED_BEFORE))
    half.joinpath("setup.cfg").write_text(configuration())
    return half.rename(folder)


def configuration() -> str:
    """Of mutmut: each mutant in a process that has loaded nothing of ours."""
    options = ["no:randomly", "no:xdist", "no:cacheprovider", PLUGIN]
    plugins = [part for option in options for part in ("-p", option)]
    rewrite = ("-W", "ignore::pytest.PytestAssertRewriteWarning")
    chosen = ("-m", "not server and not long")
    left_out = [f"--deselect={test}" for test in LEFT_OUT]
    values: dict[str, str | Iterable[str]] = {
        "source_paths": ("engine", "pbem"),
        "only_mutate": MUTATED,
        "also_copy": BESIDE,
        "pytest_add_cli_args": [*plugins, *rewrite, *chosen, *left_out],
        "pytest_add_cli_args_test_selection": FIELDS,
        "process_isolation": "forkserver",
        "forkserver_warmup": "import",
        "preload_modules_file": "loaded_before.txt",
        "timeout_constant": "20.0",
        "timeout_multiplier": "20.0",
        "use_git_change_detection": "false",
        "track_dependencies": "false",
        "use_setproctitle": "false",
    }
    return "\n".join(["[mutmut]", *starmap(setting, values.items()), ""])


def setting(name: str, value: str | Iterable[str]) -> str:
    """A line of a configuration, or one for each of several values."""
    return f"{name} = " + (value if isinstance(value, str) else "\n    ".join(["", *value]))


def make_sample(folder: Path, count: int, seed: int, processes: int) -> Sample:
    """The mutants of a commit, made once."""
    told = folder / "sample.json"
    if not told.exists():
        os.chdir(folder)
        every = sorted(make_mutants(folder, processes, frozenset()))
        chosen = random.Random(seed).sample(every, count)
        make_mutants(folder, processes, frozenset(chosen))
        for meta in metas(folder):
            forget_others(meta, frozenset(chosen))
        told.write_text(json.dumps({"made": len(every), "count": count, "seed": seed}))
    return Sample(**json.loads(told.read_text()))


def make_mutants(folder: Path, processes: int, chosen: frozenset[str]) -> list[str]:
    """All that mutmut knows, or those of the functions of some: what is not changed stays quick."""
    from mutmut import __main__ as mutmut
    from mutmut.mutation import file_mutation

    find_all = file_mutation.create_mutations
    functions = {name.partition("__mutmut_")[0] for name in chosen}
    named = {re.split(r"\.x_|ǁ", name)[-1] for name in functions}

    def find_some(*given: Any) -> tuple[Any, ...]:
        module, mutations, *rest = find_all(*given)
        kept = [one for one in mutations if function_of(one) in named]
        return module, kept, *rest

    shutil.rmtree(folder / "mutants", ignore_errors=True)
    Path("mutants").mkdir()
    mutmut.copy_src_dir()
    mutmut.copy_also_copy_files()
    if chosen:
        file_mutation.create_mutations = find_some
    mutmut.create_mutants(processes)
    file_mutation.create_mutations = find_all
    return [name for meta in metas(folder) for name in codes_of(meta)]


def function_of(mutation: Any) -> str | None:
    """Nothing for a change outside of functions, which mutmut leaves out."""
    function = mutation.contained_by_top_level_function
    return getattr(getattr(function, "name", None), "value", None)


def metas(folder: Path) -> list[Path]:
    """What mutmut keeps, a file for each module."""
    return sorted(folder.glob("mutants/**/*.py.meta"))


def codes_of(meta: Path) -> dict[str, int | None]:
    codes: dict[str, int | None] = json.loads(meta.read_text())["exit_code_by_key"]
    return codes


def forget_others(meta: Path, keep: frozenset[str]) -> None:
    kept = json.loads(meta.read_text())
    codes = kept["exit_code_by_key"]
    kept["exit_code_by_key"] = {name: code for name, code in codes.items() if name in keep}
    meta.write_text(json.dumps(kept))


def try_all(folder: Path, processes: int) -> None:
    """Have mutmut try what has no result yet, or one that says nothing."""
    codes = {name: code for meta in metas(folder) for name, code in codes_of(meta).items()}
    if all(code in OUTCOMES for code in codes.values()):
        return
    for meta in metas(folder):
        forget_odd(meta)
    mutmut = Path(sys.executable).with_name("mutmut")
    # Every mutant loads the program anew: from bytecode, or it takes twice as long.
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    run = [str(mutmut), "run", "--max-children", str(processes)]
    subprocess.run(run, cwd=folder, env=kept, check=True)


def forget_odd(meta: Path) -> None:
    kept = json.loads(meta.read_text())
    codes = kept["exit_code_by_key"]
    kept["exit_code_by_key"] = {
        name: code if code in OUTCOMES else None for name, code in codes.items()
    }
    meta.write_text(json.dumps(kept))


def report(commit: str, sample: Sample, results: list[Result]) -> str:
    """What `MUTANTS.md` says."""
    found = Counter(result.outcome for result in results)
    counts = ", ".join(
        f"{outcome} {found[outcome]}" for outcome in dict.fromkeys(OUTCOMES.values())
    )
    lines = [
        "# How many mutants the tests notice",
        "",
        "Made by `make mutants`, never by hand. A mutant is the program with one small change; a",
        "test that fails, or an endless loop, notices it. Some survivors change nothing that",
        "anybody could see, so the share of real faults noticed is higher.",
        "",
        f"- Date: {datetime.now(UTC):%d %B %Y}, commit {commit}",
        f"- Tools: mutmut {version('mutmut')}, pytest {version('pytest')}, Python "
        f"{platform.python_version()}",
        f"- Mutants: {len(results)} tried of a random sample of {sample.count} "
        f"(seed {sample.seed}) of {sample.made},",
        f"  in {' and '.join(f'`{name}`' for name in MUTATED)}",
        f"- Tests: {', '.join(f'`{name}`' for name in FIELDS)}, without the marks `server` and "
        "`long`,",
        "  with at most 10 examples a property, without:",
        *(f"  `{name}`" for name in LEFT_OUT),
        f"- Found: {counts}",
        f"- **Score: {share(results)}** (killed and timeout, of all tried)",
        *([PART] if len(results) < sample.count else []),
        "",
        *table(results),
        "",
        *listed(results),
    ]
    return "\n".join(lines) + "\n"


def share(results: list[Result]) -> str:
    """With its 95 % interval.

    >>> share([Result("", "killed")] * 75 + [Result("", "survived")] * 25)
    '75.0 % (95 % interval: 65.7 % to 82.5 %)'
    """
    noticed = sum(result.outcome in NOTICED for result in results)
    low, high = interval(noticed, len(results))
    return (
        f"{100 * noticed / len(results):.1f} % "
        f"(95 % interval: {100 * low:.1f} % to {100 * high:.1f} %)"
    )


def table(results: list[Result]) -> Iterator[str]:
    outcomes_in_order = list(dict.fromkeys(OUTCOMES.values()))
    yield f"| Package | tried | {' | '.join(outcomes_in_order)} | noticed |"
    yield "|---" * (len(outcomes_in_order) + 3) + "|"
    for package in sorted({result.package for result in results}):
        inside = [result for result in results if result.package == package]
        found = Counter(result.outcome for result in inside)
        noticed = sum(found[outcome] for outcome in NOTICED) / len(inside)
        counts = " | ".join(str(found[outcome]) for outcome in outcomes_in_order)
        yield f"| {package} | {len(inside)} | {counts} | {noticed:.0%} |"


def listed(results: list[Result]) -> Iterator[str]:
    """Those that no test noticed; `mutmut show NAME` in the copy shows the change."""
    for outcome in dict.fromkeys(OUTCOMES.values()):
        names = [result.mutant for result in results if result.outcome == outcome]
        if outcome not in NOTICED and names:
            yield from (f"## {outcome.capitalize()}", "", *(f"- `{name}`" for name in names), "")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--commit", default="HEAD", help="what to change (default: %(default)s)")
    options.add_argument("--count", type=int, default=510, help="mutants (default: %(default)s)")
    options.add_argument("--seed", type=int, default=12, help="(default: %(default)s)")
    options.add_argument("--processes", type=int, default=2, help="at once (default: %(default)s)")
    options.add_argument("--folder", type=Path, default=ROOT / ".mutants", help="for the copy")
    options.add_argument("--report-only", action="store_true", help="of the results there are")
    given = options.parse_args()
    name = ["git", "rev-parse", "--short", given.commit]
    commit = subprocess.run(name, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    folder = copy_of(commit.strip(), given.folder)
    sample = make_sample(folder, given.count, given.seed, given.processes)
    if not given.report_only:
        try_all(folder, given.processes)
    codes = {name: code for meta in metas(folder) for name, code in codes_of(meta).items()}
    try:
        REPORT.write_text(report(commit.strip(), sample, outcomes(codes)), encoding="utf-8")
    except NotTried as odd:
        sys.exit(
            f"{odd}\nThese were not tried, so there is no score; `make mutants` tries them again."
        )
    print(f"{REPORT.relative_to(ROOT)}: {share(outcomes(codes))}")


if __name__ == "__main__":
    main()
