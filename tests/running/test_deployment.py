"""Containers and units: what they start, set, copy and ask for is there; units are closed tight."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import click
import pytest

from pbem.cli import COMMANDS
from pbem.cli.alive import alive_command
from pbem.settings import load_settings
from tests.support.places import ROOT
from tests.support.servers import missing

COMPOSE = (ROOT / "compose.yaml").read_text(encoding="utf-8")
CONTAINER = (ROOT / "Containerfile").read_text(encoding="utf-8")
UNITS = (ROOT / "config" / "pbem.service", *sorted((ROOT / "config" / "systemd").glob("*.service")))
MOST_EXPOSED = 3.0
PARTS = {"listen", "web", "worker", "sweeper"}


def composed() -> dict[str, Any]:
    """compose.yaml as a container engine reads it."""
    try:
        import yaml
    except ImportError:
        missing("PyYAML", "python3-yaml")
    read: dict[str, Any] = yaml.safe_load(COMPOSE)
    return read


def of_ours() -> dict[str, dict[str, Any]]:
    return {name: one for name, one in composed()["services"].items() if one.get("image") == "pbem"}


def test_every_part_of_the_cluster_is_started_by_a_command_there_is() -> None:
    started = {one["command"][0]: one["profiles"] for one in of_ours().values()}
    assert started == {"serve": ["one"], **dict.fromkeys((*PARTS, "migrate"), ["cluster"])}
    assert started.keys() <= COMMANDS.keys()
    assert re.findall(r'CMD \["(\w+)"\]', CONTAINER) == ["serve"]
    for unit in UNITS:
        (command,) = re.findall(
            r"^ExecStart=/opt/pbem/venv/bin/pbem (\w+)$", unit.read_text(), re.M
        )
        assert command in COMMANDS
    by_unit = {unit.name.partition(".")[0].rstrip("@") for unit in UNITS}
    assert by_unit == {"pbem", *(f"pbem-{part}" for part in PARTS)}
    replicas = {
        name: one["deploy"]["replicas"] for name, one in of_ours().items() if "deploy" in one
    }
    assert replicas == {"worker": 2, "sweeper": 2}


def test_what_the_services_name_is_there() -> None:
    read = composed()
    services, volumes = read["services"], read["volumes"].keys()
    for one in services.values():
        for other, wanted in one.get("depends_on", {}).items():
            assert one["profiles"] == services[other]["profiles"]
            if wanted["condition"] == "service_healthy":
                assert services[other]["healthcheck"]["test"]
        taken = {volume.partition(":")[0] for volume in one.get("volumes", ())}
        assert taken <= volumes | {"./secrets"}
        if "build" in one:
            assert (ROOT / one["build"]["context"] / one["build"]["dockerfile"]).exists()
    published = {port for one in services.values() for port in one.get("ports", ())}
    assert published == {"25:25", "127.0.0.1:8080:8080"}, "nothing else is open to the world"


@pytest.mark.parametrize("profile", ["one", "cluster"])
def test_every_setting_that_is_set_is_one(profile: str, monkeypatch: pytest.MonkeyPatch) -> None:
    inside = dict(re.findall(r"(PBEM_\w+__\w+)=(\S+)", CONTAINER))
    assert len(inside) >= 5
    for one in of_ours().values():
        if one["profiles"] == [profile]:
            for name, value in (inside | one["environment"]).items():
                monkeypatch.setenv(name, re.sub(r"\$\{\w+:-([^}]*)\}", r"\1", value))
            settings = load_settings()
            assert settings.mail.address == "game@localhost"
            assert settings.broker.is_embedded == settings.database.is_sqlite == (profile == "one")
            relay = settings.mail.smtp_out
            assert (relay.host, relay.port) == ("postfix", 2525)


def sources() -> set[str]:
    """What is copied into the container."""
    copied = re.findall(r"^COPY (?!--)(.+) \S+$", CONTAINER, re.M)
    return {name for row in copied for name in row.split()}


def test_what_is_copied_into_the_container_is_all_that_the_wheel_takes() -> None:
    assert all((ROOT / name).exists() for name in sources())
    wheel = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]
    wanted = {*wheel["targets"]["wheel"]["packages"], *wheel["targets"]["wheel"]["force-include"]}
    assert wanted <= sources()
    at = ROOT / "config" / "postfix"
    for name in re.findall(r"^COPY (\S+)", (at / "Containerfile").read_text(), re.M):
        assert (at / name).exists()


def test_nothing_runs_as_root_or_writes_beside_its_data() -> None:
    assert re.search(r"^USER pbem$", CONTAINER, re.M)
    for one in of_ours().values():
        assert one["read_only"] and one["cap_drop"] == ["ALL"]
        assert one["security_opt"] == ["no-new-privileges:true"] and one["tmpfs"] == ["/tmp"]
    ignored = (ROOT / ".dockerignore").read_text().splitlines()
    assert "*" in ignored and {line[1:] for line in ignored if line.startswith("!")} == sources()


def test_every_part_is_asked_whether_it_is_alive() -> None:
    assert re.findall(r'^HEALTHCHECK .* CMD \["pbem", "alive", "(\w+)"\]', CONTAINER, re.M) == [
        "serve"
    ]
    checks = {name: one["healthcheck"] for name, one in of_ours().items() if name != "serve"}
    assert checks.pop("migrate") == {"disable": True}
    assert {name: one["test"] for name, one in checks.items()} == {
        part: ["CMD", "pbem", "alive", part] for part in PARTS
    }
    known = alive_command.params[0].type
    assert isinstance(known, click.Choice) and {*known.choices} == {"serve", *PARTS}


def test_the_lines_that_postfix_is_started_with_are_those_that_are_tried() -> None:
    tried = (ROOT / "config" / "postfix" / "own-domain.cf").read_text()
    start = (ROOT / "config" / "postfix" / "start.sh").read_text()
    for pattern in re.findall(r"s/(\S+?)/", start):
        assert re.search(pattern, tried), f"{pattern} changes nothing"


@pytest.mark.long
def test_postfix_relays_for_nobody_on_the_port_that_is_open(tmp_path: Path) -> None:
    """Started twice, as a container is that was stopped: its lines are there once."""
    if shutil.which("postconf") is None:
        missing("postfix")
    (tmp_path / "main.cf").write_text("compatibility_level = 3.6\nmynetworks = 10.0.0.0/8\n")
    (tmp_path / "master.cf").write_text("smtp inet n - y - - smtpd\nlmtp unix - - y - - lmtp\n")
    (tmp_path / "postfix").write_text("#!/bin/sh\n")
    (tmp_path / "postfix").chmod(0o755)
    at = ROOT / "config" / "postfix"
    env = {
        **os.environ,
        "PATH": f"{tmp_path}:{os.environ['PATH']}",
        "MAIL_CONFIG": str(tmp_path),
        "PBEM_DOMAIN": "play.fnord.org",
        "PBEM_LINES": str(at / "own-domain.cf"),
    }
    for _start in range(2):
        subprocess.run(["sh", at / "start.sh"], env=env, check=True)
    shown = subprocess.run(["postconf", "-c", tmp_path, "-P"], capture_output=True, text=True)
    ports = subprocess.run(
        ["postconf", "-c", tmp_path, "-M"], capture_output=True, text=True
    ).stdout
    lines = subprocess.run(["postconf", "-c", tmp_path, "-n"], capture_output=True, text=True)
    assert lines.stderr == "" and "mynetworks_style = host\n" in lines.stdout
    assert "mynetworks =" not in lines.stdout
    assert "transport_maps = inline:{play.fnord.org=lmtp:inet:[pbem]:8024}\n" in lines.stdout
    assert "2525/inet/mynetworks_style = subnet" in shown.stdout
    assert {row.split()[4] for row in ports.splitlines()} == {"n"}, "no chroot without resolv.conf"


def engine() -> str:
    """The container engine of this machine, if it can be used."""
    for name in ("podman", "docker"):
        if (
            shutil.which(name)
            and subprocess.run([name, "info"], capture_output=True).returncode == 0
        ):
            return name
    pytest.skip("neither podman nor docker can be used here: the container is not built")


@pytest.mark.long
def test_the_container_is_built_and_runs_read_only() -> None:
    name = engine()
    run = [name, "run", "--rm", "--read-only", "--cap-drop=ALL", "--tmpfs=/tmp", "pbem-test"]
    built = [name, "build", "--tag=pbem-test", "--file=Containerfile", "."]
    subprocess.run(built, cwd=ROOT, check=True, capture_output=True)
    try:
        for words in (["--version"], ["migrate"], ["rules", "income"]):
            told = subprocess.run([*run, *words], capture_output=True, text=True)
            assert told.returncode == 0, told.stdout + told.stderr
    finally:
        subprocess.run([name, "rmi", "pbem-test"], capture_output=True)


@pytest.mark.long
@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_systemd_understands_a_unit(unit: Path, tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is not here: whether it understands units is not looked at")
    copy = tmp_path / unit.name
    # What is started must be there, and is not on this machine.
    copy.write_text(re.sub(r"/opt/pbem/venv/bin/pbem", "/bin/true", unit.read_text()))
    target = tmp_path / "pbem.target"
    target.write_text((ROOT / "config" / "systemd" / "pbem.target").read_text())
    asked = ["systemd-analyze", "verify", "--man=no", str(copy), str(target)]
    told = subprocess.run(asked, capture_output=True, text=True, check=False)
    wrong = [line for line in told.stderr.splitlines() if str(tmp_path) in line]
    assert told.returncode == 0 and wrong == [], told.stderr


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
