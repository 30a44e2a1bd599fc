"""What the program is made of: `make sbom` writes it for machines, `make licences` for people.

Of every package that pbem needs, and those that these need, as they are installed here.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from importlib.metadata import Distribution, distribution

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

LICENCE = "License :: "
VAGUE = ("Copyright", "Dual")
"""How a package begins that names its licence elsewhere."""


def needs(of: Distribution, extras: frozenset[str]) -> Iterator[tuple[str, frozenset[str]]]:
    """What a package needs on this machine, with the extras it needs of that."""
    for line in of.requires or ():
        wanted = Requirement(line)
        asked = ({"extra": extra} for extra in (*sorted(extras), ""))
        if wanted.marker is None or any(map(wanted.marker.evaluate, asked)):
            yield canonicalize_name(wanted.name), frozenset(wanted.extras)


def closure(root: str = "pbem") -> dict[str, tuple[Distribution, list[str]]]:
    """Every package that is needed, by its name, with the names of what it needs itself."""
    found: dict[str, tuple[Distribution, list[str]]] = {}
    seen: set[tuple[str, frozenset[str]]] = set()
    waiting = [(root, frozenset[str]())]
    while waiting:
        name, extras = one = waiting.pop()
        if one in seen:
            continue
        seen.add(one)
        there, inner = distribution(name), list(needs(distribution(name), extras))
        known = found.get(name, (there, []))[1]
        found[name] = there, sorted({*known, *(other for other, _ in inner)})
        waiting += inner
    return dict(sorted(found.items()))


def licence_of(one: Distribution) -> str:
    """Its licence in a line, as the package itself says; "" where it does not."""
    told = one.metadata
    if "License-Expression" in told:
        return told["License-Expression"]
    said = told["License"].strip().split("\n")[0] if "License" in told else ""
    if said and not said.startswith(VAGUE):
        return said
    classed = [line for line in told.get_all("Classifier") or () if line.startswith(LICENCE)]
    return " OR ".join(line.rpartition("::")[2].strip() for line in classed)


def sbom() -> dict[str, object]:
    """A bill of materials, CycloneDX 1.6; the same for the same packages."""
    parts = closure()
    refs = {name: f"pkg:pypi/{name}@{one.version}" for name, (one, _) in parts.items()}

    def component(name: str) -> dict[str, object]:
        one, ref = parts[name][0], refs[name]
        told = {"type": "library", "bom-ref": ref, "name": name, "version": one.version}
        return told | {"purl": ref, "licenses": [{"license": {"name": licence_of(one)}}]}

    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": refs["pbem"],
                "name": "pbem",
                "version": parts["pbem"][0].version,
            }
        },
        "components": [component(name) for name in parts if name != "pbem"],
        "dependencies": [
            {"ref": refs[name], "dependsOn": [refs[other] for other in inner]}
            for name, (_, inner) in parts.items()
        ],
    }


if __name__ == "__main__":
    if sys.argv[1:] == ["sbom"]:
        print(json.dumps(sbom(), indent=1))
    else:
        for name, (one, _) in closure().items():
            print(f"{name:28} {one.version:18} {licence_of(one)}")
