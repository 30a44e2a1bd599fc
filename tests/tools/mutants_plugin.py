"""What pytest does otherwise while mutmut counts what the tests notice: `mutants.py`."""

from __future__ import annotations

import gc
import json
import os
import resource
import signal
import traceback
from collections.abc import Iterator
from functools import _lru_cache_wrapper
from pathlib import Path
from typing import Any

import hypothesis
import pytest
from mutmut.mutation import trampoline
from mutmut.state import state

PROGRAM = (f"{Path.cwd()}/engine/", f"{Path.cwd()}/pbem/")
SECONDS = Path("seconds.json")
EXAMPLES = 10
MEMORY = 4 * 2**30
TOO_LONG = 36
"""What mutmut calls a timeout."""


class Measuring:
    """The run that finds out which test calls what, and how long it takes."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self.caches: list[Any] = []
        self.at_import: set[str] = set()

    def pytest_collection_finish(self) -> None:
        """What was called while modules were loaded is called by every test."""
        self.at_import = set(_hits())
        self.caches = [found for found in gc.get_objects() if _is_ours(found)]

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self) -> None:
        """Else a test would seem not to need what a former one has left in a cache."""
        for cache in self.caches:
            cache.cache_clear()
        _hits().update(self.at_import)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        known = self.seconds.get(report.nodeid, 0.0)
        self.seconds[report.nodeid] = known + report.duration

    def pytest_sessionfinish(self) -> None:
        SECONDS.write_text(json.dumps(self.seconds))


class Trying:
    """The run of one mutant."""

    def __init__(self, mutant: str) -> None:
        self.seconds: dict[str, float] = json.loads(SECONDS.read_text())
        self.field = "tests/language" if mutant.startswith("pbem.") else "tests/engine"
        trampoline.get_mutant_under_test = lambda: mutant  # asked at every call of a function
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        signal.signal(signal.SIGPROF, lambda *_: os._exit(TOO_LONG))

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> Iterator[None]:
        """Those of the field first, and the quickest files of them: most mutants fall to these.

        Files stay together, as some share what takes long to make.
        """
        yield
        files: dict[Path, list[float]] = {}
        for item in items:
            files.setdefault(item.path, []).append(self.seconds.get(item.nodeid, 0.0))
        usual = {path: sum(found) / len(found) for path, found in files.items()}
        items.sort(
            key=lambda item: (
                not item.nodeid.startswith(self.field),
                usual[item.path],
                item.path,
                self.seconds.get(item.nodeid, 0.0),
            )
        )

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Seconds of the processor, as others may need it too."""
        usual = self.seconds.get(item.nodeid, 0.0)
        signal.setitimer(signal.ITIMER_PROF, max(10.0, 20 * usual))
        result = yield
        signal.setitimer(signal.ITIMER_PROF, 0)
        return result

    def pytest_exception_interact(
        self, node: pytest.Item | pytest.Collector, call: pytest.CallInfo[object]
    ) -> None:
        """A program that cannot be loaded is noticed; pytest would end as if called wrongly."""
        if call.excinfo is not None and isinstance(node, pytest.Collector):
            error = call.excinfo.value
            steps = traceback.extract_tb((error.__cause__ or error).__traceback__)
            if any(step.filename.startswith(PROGRAM) for step in steps):
                os._exit(pytest.ExitCode.TESTS_FAILED)


def pytest_configure(config: pytest.Config) -> None:
    mutant = os.environ.get("MUTANT_UNDER_TEST", "")
    if mutant == "stats":
        config.pluginmanager.register(Measuring())
    elif "__mutmut_" in mutant:
        config.pluginmanager.register(Trying(mutant))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Few examples, and none made smaller: that a test fails is enough."""
    for item in items:
        test = getattr(item, "obj", None)
        if hypothesis.is_hypothesis_test(test):
            usual = test._hypothesis_internal_use_settings
            test._hypothesis_internal_use_settings = hypothesis.settings(
                usual,
                max_examples=min(usual.max_examples, EXAMPLES),
                phases=(hypothesis.Phase.explicit, hypothesis.Phase.generate),
            )


def _hits() -> set[str]:
    return state()._stats


def _is_ours(found: object) -> bool:
    return isinstance(found, _lru_cache_wrapper) and found.__module__.startswith(
        ("engine", "pbem", "tests")
    )
