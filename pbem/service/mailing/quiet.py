"""When a mail may go out: at once, or at the end of its reader's quiet hours."""

from __future__ import annotations

from datetime import datetime

from pbem.documents.layout.mail_context import Mail
from pbem.mails.kinds import ANSWER, KINDS, QUESTION, purpose_of
from pbem.models import RUNNING, Game, Person
from pbem.service.preferences import after_quiet


def send_at(mail: Mail, player: Person | None, game: Game | None, now: datetime) -> datetime:
    """The moment a mail may go out; `now` where nothing holds it back.

    Quiet hours never cost a player more than half of the time that is left to him, except for
    reminders, which are for people who are awake.
    """
    waits = KINDS[mail.kind].waits
    if player is None or waits == "never" or purpose_of(mail) in (ANSWER, QUESTION):
        return now
    at = after_quiet(player, now)
    if waits == "always":
        return at
    due_at = game.due_at if game is not None and game.phase == RUNNING else None
    if due_at is not None and at > now + (due_at - now) / 2:
        return now
    return at


def is_told_before(deadline_at: datetime, player: Person, now: datetime) -> bool:
    """Whether what is written now reaches its reader before a deadline, his quiet hours kept."""
    return after_quiet(player, now) < deadline_at
