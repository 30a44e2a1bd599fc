"""The wheel in an environment of its own, with what it names and nothing else."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.places import ROOT
from tests.support.servers import PATIENCE, free_port, wait_for

pytestmark = [pytest.mark.long, pytest.mark.slow]
PIP = ("-m", "pip", "--quiet", "--disable-pip-version-check")
THAT_DAY = {"SOURCE_DATE_EPOCH": "1700000000"}
EVERYTHING = """
import importlib, pkgutil
import engine, pbem, worker
for package in (engine, pbem, worker):
    for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        if not found.name.startswith("pbem.migrations."):
            importlib.import_module(found.name)
print(pbem.__file__)
"""


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Where the programs of the new environment are."""
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "source"
    for name in ("config", "engine", "pbem", "templates", "worker"):
        shutil.copytree(ROOT / name, source / name)
    for name in ("NOTICE", "README.md", "pyproject.toml"):
        shutil.copy(ROOT / name, source)
    wheel = built(source, folder, **THAT_DAY)
    run(sys.executable, "-m", "venv", "--without-pip", folder / "venv")
    programs = folder / "venv" / "bin"
    run(sys.executable, *PIP, *into(programs), "install", "--no-compile", wheel)
    yield programs
    shutil.rmtree(folder)


def into(programs: Path) -> tuple[str, Path]:
    """What tells our pip to work on that environment."""
    return "--python", programs / "python"


def built(source: Path, folder: Path, **environment: str) -> Path:
    """The wheel of a source, in that folder."""
    words = ("wheel", "--no-deps", "--wheel-dir", folder, source)
    run(sys.executable, *PIP, *words, **environment)
    (wheel,) = folder.glob("pbem-*.whl")
    return wheel


def run(*words: str | Path, folder: Path | None = None, **environment: str) -> str:
    """What a program prints that must succeed; it knows nothing of this checkout."""
    known = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    done = subprocess.run(
        words, capture_output=True, text=True, cwd=folder, env=known | environment, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_it_brings_all_that_it_imports(programs: Path, tmp_path: Path) -> None:
    told = run(programs / "python", "-c", EVERYTHING, folder=tmp_path)
    assert str(programs.parent) in told
    checked = run(sys.executable, "-m", "pip", *into(programs), "check")
    assert checked.strip() == "No broken requirements found."
    listed = ("list", "--format=freeze", "--disable-pip-version-check")
    installed = run(sys.executable, "-m", "pip", *into(programs), *listed)
    assert "pytest" not in installed and "pbem==" in installed


def test_the_same_source_is_the_same_wheel(programs: Path, tmp_path: Path) -> None:
    """Whenever it was written and whoever builds it."""
    folder = programs.parent.parent
    shutil.copytree(folder / "source", copy := tmp_path / "source of yesterday")
    for path in copy.rglob("*"):
        os.utime(path, (86_400, 86_400))
    (wheel,) = folder.glob("pbem-*.whl")
    assert built(copy, tmp_path, **THAT_DAY).read_bytes() == wheel.read_bytes()


def test_it_says_its_version_and_whose_the_games_are(programs: Path, tmp_path: Path) -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    assert run(programs / "pbem", "--version", folder=tmp_path) == f"pbem, version {version}\n"
    assert f"## {version}" in (ROOT / "CHANGELOG.md").read_text()
    (notice,) = programs.parent.rglob("pbem-*.dist-info/licenses/NOTICE")
    assert "Steve Jackson Games" in notice.read_text()


def test_it_brings_its_templates_and_settings(programs: Path, tmp_path: Path) -> None:
    """A whole game by mail, and a file of settings, without the checkout."""
    pbem = programs / "pbem"
    ports = {f"PBEM_{key}__PORT": str(free_port()) for key in ("MAIL__LISTENER", "WEB")}
    run(pbem, "demo", "--players=2", "--seed=7", "--folder=demo", folder=tmp_path, **ports)
    run(pbem, "verify", "demo/game.json", folder=tmp_path)
    run(pbem, "init", "--domain=play.fnord.org", "--yes", folder=tmp_path)
    assert run(pbem, "migrate", "--config=pbem.toml", folder=tmp_path).strip()


def test_a_shell_completes_it(programs: Path, tmp_path: Path) -> None:
    at = {"COMP_WORDS": "pbem letters re", "COMP_CWORD": "2", "_PBEM_COMPLETE": "bash_complete"}
    assert run(programs / "pbem", folder=tmp_path, **at).split() == ["plain,release", "plain,retry"]


def test_it_sets_up_a_game_and_serves(programs: Path, tmp_path: Path) -> None:
    pbem = programs / "pbem"
    players = [f"--player={name}={name}@example.org" for name in ("ann", "bob")]
    run(pbem, "new", "Fnord-7", *players, folder=tmp_path)
    assert run(pbem, "games", folder=tmp_path).startswith("Fnord-7  running  turn 1")
    ports = {f"PBEM_{key}__PORT": str(free_port()) for key in ("MAIL__LISTENER", "WEB")}
    log = tmp_path / "log"
    with log.open("wb") as out:
        serving = subprocess.Popen(
            [pbem, "serve"], cwd=tmp_path, env=os.environ | ports, stdout=out, stderr=out
        )
    try:
        wait_for(lambda: "pbem serves" in log.read_text() or serving.poll() is not None, "it")
    finally:
        serving.send_signal(signal.SIGTERM)
        assert serving.wait(PATIENCE) == 0, log.read_text()
    assert "Traceback" not in log.read_text()


@pytest.mark.parametrize("part", ["listen", "web", "sweeper", "worker"])
def test_a_part_of_a_cluster_starts_without_its_broker_being_there(
    part: str, programs: Path, tmp_path: Path
) -> None:
    """As far as to say that it is not there: all that it imports has been found."""
    known = os.environ | {"PBEM_BROKER__URL": f"redis://127.0.0.1:{free_port()}/0"}
    run_it = [programs / "pbem", part]
    told = subprocess.run(
        run_it, capture_output=True, text=True, cwd=tmp_path, env=known, check=False
    )
    assert told.returncode == 2
    assert "the broker cannot be reached" in told.stderr and "Traceback" not in told.stderr
