"""How a player has his mails: the list of settings, and the mail that tests his mail program."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pbem.documents.layout.letterhead import letterhead
from pbem.documents.layout.mail_context import Mail, MailContext
from pbem.documents.layout.plain import WIDTH
from pbem.documents.layout.render import render


@dataclass(frozen=True, slots=True)
class SettingRow:
    """One setting: what it is now, what it does, and the lines that would change it."""

    name: str
    now: str
    about: str
    lines: tuple[str, ...]


def settings_mail(context: MailContext, rows: Sequence[SettingRow], changed: Sequence[str]) -> Mail:
    """Every setting with ready lines; `changed` are sentences about what was set just now."""
    values = {"head": letterhead(context), "rows": list(rows), "changed": list(changed)}
    return render("settings", values)


def display_mail(context: MailContext, *, has_html: bool, has_picture: bool) -> Mail:
    """A box, a ruler, letters of many scripts: what is wrong with it is mended by one line."""
    values = {
        "head": letterhead(context),
        "ruler": "".join(str(at % 10) for at in range(1, WIDTH + 1)),
        "tens": "".join(f"{at:>10}" for at in range(10, WIDTH + 1, 10)),
        "has_html": has_html,
        "has_picture": has_picture,
    }
    return render("display", values)


def tutorial_mail(context: MailContext, name: str, title: str, robots: int) -> Mail:
    """A tutorial of that name is set up, of a game against so many robots."""
    values = {"name": name, "title": title, "robots": robots}
    return render("tutorial", {"head": letterhead(context)} | values)
