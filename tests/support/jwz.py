"""A small reference of the algorithm by which mail programs make threads (Zawinski, 1997).

Steps 1 to 4: an id table of containers, linked by References and In-Reply-To, then pruned; the
subject is not looked at, so that only the ids can hold a thread together.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from email import message_from_bytes
from email.message import Message

_ID = re.compile(r"<[^<>\s]+>")


@dataclass(eq=False)
class Container:
    """A place in a thread: a mail, or one that is only referred to."""

    mail: Message | None = None
    parent: Container | None = None
    children: list[Container] = field(default_factory=list)

    def is_above(self, other: Container) -> bool:
        """Whether the other hangs somewhere under this one."""
        return any(child is other or child.is_above(other) for child in self.children)

    def adopt(self, child: Container) -> None:
        """Hang a container under this one, unless that would make a circle."""
        if child is self or child.is_above(self):
            return
        if child.parent is not None:
            child.parent.children.remove(child)
        child.parent = self
        self.children.append(child)


def ids_of(mail: Message, name: str) -> list[str]:
    """The ids of a header as a mail program sees them: folding undone, nothing decoded."""
    return _ID.findall(str(mail.get(name, "")).replace("\r\n", "").replace("\n", ""))


def threads(raws: Iterable[bytes]) -> list[Container]:
    """The roots of the threads of some mails, in order of first appearance."""
    table: dict[str, Container] = {}
    for raw in raws:
        mail = message_from_bytes(raw)
        (own,) = ids_of(mail, "Message-ID")
        container = table.setdefault(own, Container())
        container.mail = mail
        references = ids_of(mail, "References") or ids_of(mail, "In-Reply-To")[:1]
        above: Container | None = None
        for reference in references:
            found = table.setdefault(reference, Container())
            if above is not None and found.parent is None:
                above.adopt(found)
            above = found
        if above is not None:
            above.adopt(container)
    return [one for top in table.values() if top.parent is None for one in _pruned(top)]


def _pruned(container: Container) -> list[Container]:
    """Empty containers give way to their children; an empty root with several stays."""
    container.children = [one for child in container.children for one in _pruned(child)]
    if container.mail is not None:
        return [container]
    if container.parent is None and len(container.children) > 1:
        return [container]
    return container.children


def mails_in(root: Container) -> int:
    """How many mails a thread holds."""
    return (root.mail is not None) + sum(mails_in(child) for child in root.children)
