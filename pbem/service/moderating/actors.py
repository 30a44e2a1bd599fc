"""Who gives a command: the operator, or a moderator as he is at this moment."""

from __future__ import annotations

import hashlib
from datetime import datetime

from sqlmodel import col, func, select

from pbem.database import Session
from pbem.models import Act, Game, Moderator, Person
from pbem.service.clocks import clock_of
from pbem.service.game_settings import is_anonymous
from pbem.service.moderating.command_context import Actor, CommandContext
from pbem.service.players.addresses import used_address
from pbem.service.seats.moderators import is_blind, is_rival, zone_in

PLAYING = "a player who moderates"
"""What one is called by whose name others would know who plays with them."""
OPERATOR = Actor("operator")
"""Whoever runs the service, at his machine; logged as such, and never blind."""


def actor_for(session: Session, game: Game, moderator: Moderator, now: datetime) -> Actor:
    """A moderator with what he may know of a game at `now`."""
    player = session.get_one(Person, moderator.person_id)
    blind = is_blind(session, game, player, now)
    rival = is_rival(session, game, player, now)
    return Actor(acting_name(game, player, plays=rival), moderator, player, blind, rival)


def acting_name(game: Game, player: Person, *, plays: bool) -> str:
    """What a moderator is called in the log and in mails about what he does."""
    return PLAYING if plays and is_anonymous(game) else player.name


def refreshed(session: Session, game: Game, actor: Actor, now: datetime) -> Actor | None:
    """The actor as he is now, which may have changed while he typed; None if he is none of the
    game's any more."""
    if actor.moderator is None:
        return actor
    row = session.get(Moderator, actor.moderator.id, populate_existing=True)
    if row is None or row.game_id not in (None, game.id):
        return None
    return actor_for(session, game, row, now)


def version_for(session: Session, game: Game, actor: Actor) -> int:
    """What the game is compared with that he had before him; it grows with all he may know of.

    To one who plays the game's own would count the letters of his rivals.
    """
    if actor.sees_letters(game):
        return game.version
    acts = session.exec(select(func.max(col(Act.number))).where(Act.game_id == game.id)).one()
    known = (game.turn, game.timeline, game.waits, game.phase, acts)
    times = (game.deadline_at, game.closed_at, game.paused_at, game.resumes_at, game.archived_at)
    digest = hashlib.sha256(repr((known, times)).encode()).digest()
    return int.from_bytes(digest[:6], "big")


def zone_of_actor(game: Game, actor: Actor) -> str:
    """Where he reads his clock: his own zone, or the game's for the operator."""
    return zone_in(game, actor.player) if actor.player else clock_of(game).zone


def contact_of(context: CommandContext) -> str:
    """Where a player can write about what was done: to the moderator himself, or the operator."""
    if context.actor.player is not None:
        return used_address(context.session, context.actor.player)
    return f"postmaster@{context.service.settings.mail.domain}"
