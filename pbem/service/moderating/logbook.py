"""A game's log of its moderators' acts: for moderators whole, for players in general terms."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlmodel import col, select

from pbem.database import Session
from pbem.documents.layout.clock import instant
from pbem.documents.layout.mail_context import Mail
from pbem.grammar.commands import MODERATORS
from pbem.mails.moderation_log import Entry, log_mail
from pbem.models import FINISHED, Act, Game, key_of
from pbem.service.moderating.actors import zone_of_actor
from pbem.service.moderating.command_context import CommandContext
from pbem.service.turns.printed import NOTICE, RULE

MOST_STATE = 1500
"""Characters of what an act changed that are shown."""


def acts_of(session: Session, game_id: int) -> Sequence[Act]:
    """Every act of a game, in order, those undone among them."""
    return session.exec(select(Act).where(Act.game_id == game_id).order_by(col(Act.number))).all()


def rulings_of(session: Session, game_id: int) -> list[tuple[int, str]]:
    """The rulings of a game with their numbers."""
    rows = [act for act in acts_of(session, game_id) if act.verb == RULE]
    return [(number, act.said) for number, act in enumerate(rows, 1)]


def entries_for_players(session: Session, game: Game) -> list[Entry]:
    """What players may read: while the game runs what was said to all, after it everything."""
    is_over = game.phase == FINISHED
    acts = [act for act in acts_of(session, key_of(game)) if is_over or act.said]
    return [entry_of(act, with_command=is_over, with_state=is_over) for act in acts]


def log_mail_for(context: CommandContext) -> Mail:
    """The whole log for a moderator, without what is hidden from him."""
    acts = acts_of(context.session, key_of(context.game))
    entries = [
        entry_of(act, with_command=not _is_hidden(act, context), with_state=False) for act in acts
    ]
    game = context.game
    return log_mail(game.name, zone_of_actor(game, context.actor), entries, is_whole=True)


def one_act(context: CommandContext, number: int) -> str | None:
    """One act in full, as lines; None where there is none of that number."""
    wanted = select(Act).where(Act.game_id == context.game.id, Act.number == number)
    act = context.session.exec(wanted).first()
    if act is None:
        return None
    hidden = _is_hidden(act, context)
    lines = [f"{act.number}. {instant(act.at)}, turn {act.turn}, by {act.by}"]
    lines.append(act.verb if hidden else act.command)
    lines += [f"Told to all: {act.said}"] if act.said else []
    lines += [f"Why: {act.why}"] if act.why and hidden else []
    if not hidden:
        for name, value in (("Before", act.before), ("After", act.after)):
            lines += [f"{name}: {shortened(value)}"] if value is not None else []
    lines += [f"Undone by act {act.undone}."] if act.undone else []
    return "\n".join(lines)


def entry_of(act: Act, *, with_command: bool, with_state: bool) -> Entry:
    """One act as a line of a log."""
    has_state = with_state and (act.before or act.after)
    is_text = act.verb in (NOTICE, RULE)
    return Entry(
        number=act.number,
        at=act.at,
        turn=act.turn,
        by=act.by,
        verb=act.verb,
        said=f"{act.verb} {act.said}" if is_text else act.said,
        why=act.why,
        command=act.command if with_command and not is_text else "",
        before=shortened(act.before) if has_state else "",
        after=shortened(act.after) if has_state else "",
        undone=act.undone,
    )


def shortened(value: Any) -> str:
    """What an act changed, as plain as it can be told; a whole state only by its size."""
    if value is None:
        return ""
    size = len(value if isinstance(value, str) else json.dumps(value))
    if size > MOST_STATE:
        return f"the whole state ({size} characters; it is in the exported game)"
    if isinstance(value, dict):
        return ", ".join(f"{_called(name)} {_plain(one)}" for name, one in value.items())
    return _plain(value)


def _called(name: str) -> str:
    return name.removesuffix("_at").replace("_", " ")


def _plain(value: object) -> str:
    """A value as a reader of the log would have it: times for his zone to be told in."""
    if value is None:
        return "none"
    if isinstance(value, str):
        try:
            at = datetime.fromisoformat(value)
        except ValueError:
            return value
        return instant(at) if at.tzinfo else value
    if isinstance(value, list):
        return ", ".join(map(_plain, value)) or "none"
    return str(value)


def reveals_hidden(verb: str) -> bool:
    """Whether a command's words may tell what is hidden; one nobody knows any more may."""
    known = MODERATORS.by_name.get(verb)
    return known is None or known.shows_hidden or known.reveals_hidden


def _is_hidden(act: Act, context: CommandContext) -> bool:
    return context.actor.is_blind and reveals_hidden(act.verb)
