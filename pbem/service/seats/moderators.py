"""Who moderates a game: their addresses, their mail, coming and going."""

from __future__ import annotations

from datetime import datetime

from sqlmodel import col, select

from pbem.database import Session, lock_game
from pbem.documents.layout.clock import Zone
from pbem.documents.layout.mail_context import Mail
from pbem.grammar.commands import help_text
from pbem.mail.address import is_address
from pbem.mails.moderation import ModeratorHeader, farewell_mail, welcome_mail
from pbem.models import FINISHED, Game, Moderator, Player, Seat, Sitter, key_of
from pbem.service.clocks import clock_of, is_due, shown_deadline
from pbem.service.context import ServiceContext, log
from pbem.service.game_settings import game_settings_of
from pbem.service.mailing.outbox import Addressee, post
from pbem.service.named_games import game_named
from pbem.service.players.addresses import player_at, player_or_new
from pbem.service.players.tokens import first_digest
from pbem.service.preferences import zone_for
from pbem.service.seats.moderator_rows import moderators_address as moderators_address
from pbem.service.seats.moderator_rows import moderators_of as moderators_of

_SEED_BYTES = 16
MOST = 8
"""Moderators of one game."""


class ModeratorError(ValueError):
    """Somebody cannot be made or unmade a moderator; the text says why."""


def is_blind(session: Session, game: Game, player: Player, now: datetime) -> bool:
    """Whether what is hidden in a game is kept from a moderator: he plays or sits in for somebody,
    or the game is a blind one, and it is not over."""
    if game.phase == FINISHED:
        return False
    return game_settings_of(game).blind or is_rival(session, game, player, now)


def is_rival(session: Session, game: Game, player: Player, now: datetime) -> bool:
    """Whether a moderator plays in a game, or sits in for somebody, over or not."""
    plays = select(Seat.id).where(Seat.game_id == game.id, Seat.player_id == player.id)
    sits = (
        select(Sitter.id)
        .where(Sitter.seat_id == Seat.id, Seat.game_id == game.id)
        .where(Sitter.player_id == player.id, col(Sitter.until_at) > now)
        .where(col(Sitter.ended_at).is_(None))
    )
    return any(session.exec(wanted.limit(1)).first() is not None for wanted in (plays, sits))


def zone_in(game: Game, player: Player) -> Zone:
    """Where a moderator reads his clock: his own zone, or else the game's as it is now."""
    return zone_for(player, clock_of(game).zone)


def watch_for(game: Game, player: Player, now: datetime) -> ModeratorHeader:
    """The game at the head of a moderator's mail."""
    return ModeratorHeader(
        game=game.name,
        name=player.name,
        zone=zone_in(game, player),
        turn=game.turn,
        to_move=game.to_move,
        phase=game.phase,
        deadline_at=shown_deadline(game),
        now=now,
        is_closed=game.closed_at is not None and game.released != game.turn,
        is_due=is_due(game, now),
    )


def notify_moderator(
    service: ServiceContext,
    session: Session,
    game: Game,
    moderator: Moderator,
    player: Player,
    mail: Mail,
    *,
    key: str,
    now: datetime,
) -> None:
    """Write to a moderator at his player's address, in his own thread of that game."""
    to = Addressee(
        player.email, player.name, game, None, player.format, player, moderator=moderator
    )
    post(session, service.settings.mail, to, mail, key=key, now=now, turn=game.turn)


def add_moderator(
    service: ServiceContext, session: Session, game: Game, email: str, name: str, now: datetime
) -> Moderator:
    """Let somebody moderate a game, and mail him what he can do; a new player if he is none.

    Raises ModeratorError.
    """
    player = _player(session, email, name, now)
    own = [row for row, _ in moderators_of(session, key_of(game)) if row.game_id == game.id]
    if any(row.player_id == player.id for row in own):
        raise ModeratorError(f"{player.name} ({player.email}) moderates {game.name} already.")
    if len(own) >= MOST:
        raise ModeratorError(f"{game.name} has {MOST} moderators already; DEMOTE one of them.")
    moderator = _appointed(service, session, player, game.id, now)
    address = moderators_address(service, session, moderator)
    watch, blind = watch_for(game, player, now), is_blind(session, game, player, now)
    plays = not game_settings_of(game).blind
    mail = welcome_mail(watch, address, help_text(), is_blind=blind, plays=plays)
    key = f"moderator:{moderator.id}:welcome"
    notify_moderator(service, session, game, moderator, player, mail, key=key, now=now)
    log.info("moderator added", game=game.id, moderator=moderator.id)
    return moderator


def make_operator(service: ServiceContext, email: str) -> None:
    """Let who has this address moderate every game; nothing new where he does.

    Raises ModeratorError.
    """
    now = service.clock()
    with service.database.write() as session:
        player = _player(session, email, "", now)
        of_all = select(Moderator.id).where(
            Moderator.player_id == player.id, col(Moderator.game_id).is_(None)
        )
        if session.exec(of_all).first() is not None:
            return
        _appointed(service, session, player, None, now)
    log.warning("moderator of all games added", player=player.id)


def _appointed(
    service: ServiceContext, session: Session, player: Player, game_id: int | None, now: datetime
) -> Moderator:
    """A moderator's row, with an address of his own; of all games where none is given."""
    seed = service.random_bytes(_SEED_BYTES).hex()
    moderator = Moderator(
        game_id=game_id,
        player_id=key_of(player),
        token_hash=first_digest(session, service.settings.mail, seed),
        token_seed=seed,
        added_at=now,
    )
    session.add(moderator)
    session.flush()
    return moderator


def remove_moderator(
    service: ServiceContext,
    session: Session,
    game: Game,
    moderator: Moderator,
    by: str,
    now: datetime,
) -> None:
    """Somebody moderates no longer: his address is closed, and he is told."""
    player = session.get_one(Player, moderator.player_id)
    mail = farewell_mail(watch_for(game, player, now), by)
    # Not from the address that ends with it.
    to = Addressee(player.email, player.name, game, None, player.format, player)
    post(session, service.settings.mail, to, mail, key=f"moderator:{moderator.id}:gone", now=now)
    session.delete(moderator)
    session.flush()
    log.info("moderator removed", game=game.id, moderator=moderator.id)


def named_moderator(session: Session, game: Game, email: str) -> tuple[Moderator, Player]:
    """The moderator of a game who has that address; ModeratorError lists who there is."""
    found = moderators_of(session, key_of(game))
    player = player_at(session, email)
    for moderator, one in found:
        if player is not None and one.id == player.id and moderator.game_id == game.id:
            return moderator, one
    listed = ", ".join(one.email for row, one in found if row.game_id == game.id) or "nobody"
    raise ModeratorError(f"{email} does not moderate {game.name}; its moderators: {listed}.")


def _player(session: Session, email: str, name: str, now: datetime) -> Player:
    """Who has an address; somebody new has no zone of his own, and so that of each game."""
    email = email.strip().lower()
    if not is_address(email):
        raise ModeratorError(f"{email[:60]!r} is no mail address such as eve@example.org.")
    return player_or_new(session, email, name, now, zone="")


def appoint(service: ServiceContext, name: str, email: str, called: str) -> None:
    """`add_moderator` for the game of that name, in a transaction of its own.

    Raises NoSuchGame or ModeratorError.
    """
    with service.database.write() as session:
        game = lock_game(session, key_of(game_named(session, name)))
        assert game is not None, "games are never deleted"
        add_moderator(service, session, game, email, called, service.clock())
