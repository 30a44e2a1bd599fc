"""Containers and units: what they start, set, copy and ask for is there; units are closed tight."""

from __future__ import annotations

import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest
from places import ROOT
from service_rows import Hands

from pbem.cli import COMMANDS
from pbem.database import open_database
from pbem.migrations import migrate
from pbem.service.context import ServiceContext
from pbem.settings import Settings, load_settings
from pbem.web import create_app

COMPOSE = (ROOT / "compose.yaml").read_text(encoding="utf-8")
CONTAINER = (ROOT / "Containerfile").read_text(encoding="utf-8")
UNITS = (ROOT / "config" / "pbem.service", *sorted((ROOT / "config" / "systemd").glob("*.service")))
OF_OTHERS = {"redis-server"}
MOST_EXPOSED = 3.0
PARTS = {"listen", "web", "worker", "sweeper"}


def test_every_part_of_the_cluster_is_started_by_a_command_there_is() -> None:
    started = {*re.findall(r"command: \[([\w-]+)", COMPOSE)} - OF_OTHERS
    assert started == {*PARTS, "serve", "migrate"} <= {*COMMANDS}
    assert re.findall(r'CMD \["(\w+)"\]', CONTAINER) == ["serve"]
    for unit in UNITS:
        (command,) = re.findall(
            r"^ExecStart=/opt/pbem/venv/bin/pbem (\w+)$", unit.read_text(), re.M
        )
        assert command in COMMANDS
    by_unit = {unit.name.partition(".")[0].rstrip("@") for unit in UNITS}
    assert by_unit == {"pbem", *(f"pbem-{part}" for part in PARTS)}
    assert COMPOSE.count("replicas: 2") == 2, "two workers and two sweepers"


def test_every_setting_that_is_set_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    set_ = dict(re.findall(r"^\s+(PBEM_\w+__\w+): (.+)$", COMPOSE, re.M))
    set_ |= dict(re.findall(r"(PBEM_\w+__\w+)=(\S+)", CONTAINER))
    assert len(set_) >= 10
    for name, value in set_.items():
        plain = re.sub(r"\$\{\w+:-(\w*)\}", r"\1", value).strip('"')
        monkeypatch.setenv(name, plain)
    assert load_settings().mail.address == "game@localhost"


def test_what_is_copied_into_the_container_is_all_that_the_wheel_takes() -> None:
    copied = set(re.findall(r"^COPY (?!--)(.+) \S+$", CONTAINER, re.M))
    sources = {name for row in copied for name in row.split()}
    assert all((ROOT / name).exists() for name in sources)
    wheel = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]
    wanted = {*wheel["targets"]["wheel"]["packages"], *wheel["targets"]["wheel"]["force-include"]}
    assert wanted <= sources
    at = ROOT / "config" / "postfix"
    for name in re.findall(r"^COPY (\S+)", (at / "Containerfile").read_text(), re.M):
        assert (at / name).exists()


def test_nothing_runs_as_root_or_writes_beside_its_data() -> None:
    assert re.search(r"^USER pbem$", CONTAINER, re.M)
    shared = COMPOSE.partition("x-settings")[0]
    assert "read_only: true" in shared and "cap_drop: [ALL]" in shared
    for service in ("serve", "migrate", "listen", "web", "worker", "sweeper"):
        assert f"  {service}:\n    <<: *pbem\n" in COMPOSE


def test_the_health_check_asks_for_a_page_there_is(tmp_path: Path) -> None:
    (path,) = re.findall(r"http://127\.0\.0\.1:8080(/\S+?)'", CONTAINER)
    url = f"sqlite:///{tmp_path}/pbem.db"
    settings = Settings.model_validate({"database": {"url": url}, "web": {"host": "0.0.0.0"}})
    database = open_database(settings)
    migrate(database)
    service = ServiceContext(database, settings, Hands())
    pages = create_app(service, lambda *_letter: 0, lambda _rcpt: False).test_client()
    asked = pages.get(path, headers={"Host": "127.0.0.1:8080"})
    database.close()
    assert asked.status_code == 200


def test_the_lines_that_postfix_is_started_with_are_those_that_are_tried() -> None:
    tried = (ROOT / "config" / "postfix" / "own-domain.cf").read_text()
    start = (ROOT / "config" / "postfix" / "start.sh").read_text()
    for pattern in re.findall(r"s/(\S+?)/", start):
        assert re.search(pattern, tried), f"{pattern} changes nothing"


@pytest.mark.long
@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_a_unit_is_closed_to_what_it_does_not_need(unit: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is not here: the exposure of units is not looked at")
    asked = ["systemd-analyze", "security", "--offline=true", str(unit)]
    told = subprocess.run(asked, capture_output=True, text=True, check=False).stdout
    found = re.search(r"Overall exposure level for \S+: ([0-9.]+)", told)
    assert found, told
    assert float(found[1]) < MOST_EXPOSED
