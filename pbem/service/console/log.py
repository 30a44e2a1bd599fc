"""The dated log of a game in the web console: every act of a moderator, and what it changed."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlmodel import col, select

from pbem.database import Session
from pbem.grammar.commands import read_commands
from pbem.grammar.commands.spec import Command
from pbem.log import scrub
from pbem.models import Act, Game
from pbem.service.console.access import GameAccess, Page, access_of, newest, page_of
from pbem.service.context import ServiceContext
from pbem.service.moderating.logbook import reveals_hidden

MOST_TOLD = 20_000
"""Characters of what was before and after that are shown; a whole state is longer."""


@dataclass(frozen=True, slots=True)
class ActLine:
    """One act; `command`, `why`, `before` and `after` are "" where they are hidden from him.

    `undo` is the command that takes it back, "" where no single one does.
    """

    number: int
    at: datetime
    by: str
    turn: int
    verb: str
    command: str
    said: str
    why: str
    undone: int
    is_hidden: bool
    before: str = ""
    after: str = ""
    undo: str = ""


def log_page(
    service: ServiceContext, person_id: int, game_id: int, before: int | None = None
) -> tuple[GameAccess, Page[ActLine]] | None:
    """The acts in a game, the newest first; None where it is not his."""
    with service.database.read() as session:
        access = access_of(session, person_id, game_id, service.clock())
        if access is None:
            return None
        wanted = select(Act).where(Act.game_id == game_id)
        rows = newest(session, wanted, col(Act.number), before)
        newer = [] if before is None else _newer(session, game_id, before)
        undo = undoing([*newer, *rows], access.game)
    return access, page_of(rows, lambda row: _line(row, access, undo), lambda row: row.number)


def _newer(session: Session, game_id: int, before: int) -> Sequence[Act]:
    """The acts that are not on a page, as they came later."""
    wanted = select(Act).where(Act.game_id == game_id, col(Act.number) >= before)
    return session.exec(wanted.order_by(col(Act.number).desc())).all()


def act_page(
    service: ServiceContext, person_id: int, game_id: int, number: int
) -> tuple[GameAccess, ActLine] | None:
    """One act with what it changed; None where there is none such."""
    with service.database.read() as session:
        access = access_of(session, person_id, game_id, service.clock())
        wanted = select(Act).where(Act.game_id == game_id, Act.number == number)
        row = session.exec(wanted).first()
        if access is None or row is None:
            return None
    return access, _line(row, access, {}, in_full=True)


def _line(
    row: Act, access: GameAccess, undo: Mapping[int, str], *, in_full: bool = False
) -> ActLine:
    hides = access.is_blind and reveals_hidden(row.verb)
    shows = in_full and not access.is_blind
    return ActLine(
        number=row.number,
        at=row.at,
        by=scrub(row.by),
        turn=row.turn,
        verb=row.verb,
        command="" if hides else scrub(row.command),
        said=scrub(row.said),
        why="" if hides else scrub(row.why),
        undone=row.undone,
        is_hidden=access.is_blind and (hides or in_full),
        before=_format(row.before) if shows else "",
        after=_format(row.after) if shows else "",
        undo="" if hides else scrub(undo.get(row.number, "")),
    )


def _format(kept: Any) -> str:
    """What was kept, as people read it; a whole state is kept as text."""
    if kept is None:
        return ""
    value = json.loads(kept) if isinstance(kept, str) else kept
    text = scrub(json.dumps(value, indent=1, ensure_ascii=False))
    return text if len(text) <= MOST_TOLD else f"{text[:MOST_TOLD]}\n[...]"


_OPPOSITES: Mapping[str, str] = {
    "EXTEND": "SHORTEN",
    "SHORTEN": "EXTEND",
    "PAUSE": "RESUME",
    "RESUME": "PAUSE",
    "ARCHIVE": "UNARCHIVE",
    "UNARCHIVE": "ARCHIVE",
    "ROLLBACK": "ROLLFORWARD",
    "HOLD SEAT": "RELEASE SEAT",
    "HOLD SENDER": "RELEASE SENDER",
}
_OF_ONE_THING = (
    ("EXTEND", "SHORTEN", "SET DEADLINE"),
    ("PAUSE", "RESUME"),
    ("ARCHIVE", "UNARCHIVE"),
    ("ROLLBACK", "ROLLFORWARD", "EDIT"),
)
"""Of these only the newest act can be taken back: the others have been gone on from."""
_WITH_SPAN, _WITH_SEAT = ("EXTEND", "SHORTEN"), ("HOLD SEAT", "HOLD SENDER")


def undoing(acts: Iterable[Act], game: Game) -> Mapping[int, str]:
    """The command that takes back each of some acts, given the newest first."""
    done: set[str] = set()
    lines: dict[int, str] = {}
    for act in acts:
        line = "" if act.undone or act.verb in done else _undo_line(act, game)
        done |= {verb for verbs in _OF_ONE_THING if act.verb in verbs for verb in verbs}
        if line:
            lines[act.number] = line
    return lines


def _undo_line(act: Act, game: Game) -> str:
    opposite = _OPPOSITES.get(act.verb, "")
    command = next(iter(read_commands(act.command)), None)
    if not opposite or not isinstance(command, Command):
        return ""
    if act.verb in _WITH_SEAT:
        return f"{opposite} {command.seat or command.text}".strip()
    if act.verb not in _WITH_SPAN:
        return opposite
    is_span = bool(command.when) and not command.when.upper().startswith("TO ")
    return f"{opposite} {command.when}" if is_span and act.turn == game.turn else ""
