"""What the mails that a letter asks for are made from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pbem.database import Session
from pbem.documents.layout.mail_context import MailContext
from pbem.games.contract.reports import Reporter
from pbem.models import Letter, Person
from pbem.service.orders.sheet_context import SheetContext


@dataclass(frozen=True, slots=True)
class ReplyInput:
    """What the mails are made from; `script` and `answers` are what is on file after the letter.

    `is_ready` says that nobody need wait for the writer any more, `policies` are standing
    instructions as lines, `standing` words about when he is asked, `changed` sentences about
    settings that were changed just now.
    """

    session: Session
    sheet_context: SheetContext
    context: MailContext
    state: Any
    script: str
    answers: Sequence[str]
    letter: Letter
    is_ready: bool
    policies: Sequence[str]
    changed: Sequence[str] = ()
    standing: Sequence[str] = ()

    @property
    def reporter(self) -> Reporter[Any, Any]:
        return self.sheet_context.snapshot.ruleset.reporter

    @property
    def player(self) -> Person:
        return self.sheet_context.snapshot.players[self.sheet_context.seat]

    def sheet_lines(self, text: str) -> list[str]:
        """The lines of a sheet."""
        known = self.sheet_context
        return list(known.language.format_sheet(known.snapshot.given, known.seat, text))
