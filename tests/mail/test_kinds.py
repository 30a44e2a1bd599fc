"""Every kind of mail has a row, and every row a template."""

import re

from pbem.mails.kinds import COPY, KINDS
from tests.support.places import ROOT

TEMPLATES = ROOT / "templates" / "email"
INCLUDE = re.compile(r'{%-? include "([a-z_/]+\.txt)"')


def is_mail(name: str) -> bool:
    """Whether a template makes a whole mail, by itself or by what it begins with."""
    text = (TEMPLATES / name).read_text(encoding="utf-8")
    return "Subject: " in text or any(is_mail(other) for other in INCLUDE.findall(text)[:1])


def test_the_table_has_every_kind_of_mail() -> None:
    made = {
        path.stem for path in TEMPLATES.glob("**/*.txt") if is_mail(path.relative_to(TEMPLATES))
    }
    assert made - {"bulletin_head", "past"} == set(KINDS) - {COPY}
