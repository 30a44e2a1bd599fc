"""What pbem stands on: each package's licence, the bill of materials, and known holes."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from urllib.request import urlopen

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.support.places import ROOT
from tests.tools.inventory import closure, licence_of, sbom

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
FREE = re.compile(r"MIT|BSD|Apache|ISC|PSF|ZPL|MPL-2\.0|LGPL-3\.0")
"""Licences under which a program may use a library unchanged, whatever its own licence is to be."""


def test_every_package_may_be_used_unchanged() -> None:
    told = {name: licence_of(one) for name, (one, _) in closure().items() if name != "pbem"}
    assert {name: said for name, said in told.items() if not FREE.search(said)} == {}
    assert len(told) > 40


def test_the_bill_of_materials_is_whole() -> None:
    bill = json.loads(json.dumps(sbom()))
    versions = {one["name"]: one["version"] for one in bill["components"]}
    for line in PROJECT["dependencies"]:
        wanted = Requirement(line)
        assert wanted.specifier.contains(versions[canonicalize_name(wanted.name)]), line
    refs = {one["bom-ref"] for one in bill["components"]}
    needed = {ref for one in bill["dependencies"] for ref in one["dependsOn"]}
    assert needed == refs, "each is there because something needs it"
    assert not {"pytest", "mypy", "ruff"} & versions.keys()


def can_be_asked() -> bool:
    """Whether advisories are there to be asked for, by one package's: to install and run what asks
    for all takes half a minute."""
    version = closure()["click"][0].version
    try:
        with urlopen(f"https://pypi.org/pypi/click/{version}/json", timeout=10) as answer:
            return "vulnerabilities" in json.load(answer)
    except (OSError, ValueError):
        return False


@pytest.mark.long
def test_no_package_has_a_known_hole(tmp_path: Path) -> None:
    """By the advisories of the package index, where they can be asked for."""
    if not can_be_asked():
        pytest.skip("no advisories can be reached here: no package is looked up")
    (auditor,) = PROJECT["optional-dependencies"]["audit"]
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "install"]
    pip += ["--no-compile", "--target", str(tmp_path / "audit"), auditor]
    if subprocess.run(pip, capture_output=True).returncode:
        pytest.skip(f"{auditor} cannot be installed here: no package is looked up")
    lines = [f"{name}=={one.version}\n" for name, (one, _) in closure().items() if name != "pbem"]
    (tmp_path / "needs.txt").write_text("".join(lines))
    asked = [sys.executable, "-m", "pip_audit", "--no-deps", "--disable-pip", "--format=json", "-r"]
    alone = {**os.environ, "PYTHONPATH": str(tmp_path / "audit")}
    done = subprocess.run(
        [*asked, tmp_path / "needs.txt"], capture_output=True, text=True, env=alone
    )
    if not done.stdout.startswith("{"):
        pytest.skip(f"no advisories can be reached here: {done.stderr.splitlines()[-1:]}")
    found = json.loads(done.stdout)["dependencies"]
    known = [one for one in found if "skip_reason" not in one]
    if not known:
        pytest.skip("the index here has no advisories: no package was looked up")
    assert [one for one in known if one["vulns"]] == []
