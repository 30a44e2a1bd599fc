"""Who moderates a game: their addresses, their mail, coming and going."""

from __future__ import annotations

from datetime import datetime

from sqlmodel import col, select

from pbem.database import Session
from pbem.documents.layout.clock import Zone
from pbem.documents.layout.mail_context import Mail
from pbem.grammar.commands import help_text
from pbem.mails.moderation import ModeratorHeader, farewell_mail, welcome_mail
from pbem.models import FINISHED, Game, Moderator, Person, Seat, Sitter, key_of
from pbem.service.clocks import clock_of, is_due, shown_deadline
from pbem.service.context import ServiceContext, ServiceRefusal, Transaction, begin, log
from pbem.service.game_settings import game_settings_of
from pbem.service.mailing.outbox import Addressee
from pbem.service.players.addresses import player_at, player_to_be
from pbem.service.players.tokens import first_digest
from pbem.service.preferences import arrange_lists, zone_for
from pbem.service.seats.moderator_rows import moderators_address as moderators_address
from pbem.service.seats.moderator_rows import moderators_of as moderators_of
from pbem.service.transaction import GameTx, begin_named

_SEED_BYTES = 16
MOST = 8
"""Moderators of one game."""


def is_blind(session: Session, game: Game, player: Person, now: datetime) -> bool:
    """Whether what is hidden in a game is kept from a moderator: he plays or sits in for somebody,
    or the game is a blind one, and it is not over."""
    if game.phase == FINISHED:
        return False
    return game_settings_of(game).blind or is_rival(session, game, player, now)


def is_rival(session: Session, game: Game, player: Person, now: datetime) -> bool:
    """Whether a moderator plays in a game, or sits in for somebody, over or not."""
    plays = select(Seat.id).where(Seat.game_id == game.id, Seat.person_id == player.id)
    sits = (
        select(Sitter.id)
        .where(Sitter.seat_id == Seat.id, Seat.game_id == game.id)
        .where(Sitter.person_id == player.id, col(Sitter.until_at) > now)
        .where(col(Sitter.ended_at).is_(None))
    )
    return any(session.exec(wanted.limit(1)).first() is not None for wanted in (plays, sits))


def zone_in(game: Game, player: Person) -> Zone:
    """Where a moderator reads his clock: his own zone, or else the game's as it is now."""
    return zone_for(player, clock_of(game).zone)


def header_for(game: Game, player: Person, now: datetime) -> ModeratorHeader:
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
    tx: GameTx, moderator: Moderator, player: Person, mail: Mail, key: str
) -> None:
    """Write to a moderator at his player's address, in his own thread of that game."""
    to = Addressee(player.email, player.name, tx.game, None, player.format, player, moderator)
    tx.post(to, mail, key)


def add_moderator(tx: GameTx, email: str, name: str) -> Moderator | ServiceRefusal:
    """Let somebody moderate a game, and mail him what he can do; a new player if he is none."""
    game = tx.game
    player = _player(tx, email, name)
    if isinstance(player, ServiceRefusal):
        return player
    own = [row for row, _ in moderators_of(tx.session, tx.id) if row.game_id == game.id]
    if any(row.person_id == player.id for row in own):
        text = f"{player.name} ({player.email}) moderates {game.name} already."
        return ServiceRefusal("moderates-already", text)
    if len(own) >= MOST:
        text = f"{game.name} has {MOST} moderators already; DEMOTE one of them."
        return ServiceRefusal("too-many", text)
    moderator = _appointed(tx, player, tx.id)
    address = moderators_address(tx.service, tx.session, moderator)
    header, blind = header_for(game, player, tx.now), is_blind(tx.session, game, player, tx.now)
    plays = not game_settings_of(game).blind
    mail = welcome_mail(header, address, help_text(), is_blind=blind, plays=plays)
    notify_moderator(tx, moderator, player, mail, f"moderator:{moderator.id}:welcome")
    log.info("moderator added", game=game.id, moderator=moderator.id)
    return moderator


def make_operator(service: ServiceContext, email: str) -> ServiceRefusal | None:
    """Let who has this address moderate every game; nothing new where he does."""
    with begin(service) as tx:
        player = _player(tx, email, "")
        if isinstance(player, ServiceRefusal):
            return player
        of_all = select(Moderator.id).where(
            Moderator.person_id == player.id, col(Moderator.game_id).is_(None)
        )
        if tx.session.exec(of_all).first() is not None:
            return None
        _appointed(tx, player, None)
    log.warning("moderator of all games added", player=player.id)
    return None


def _appointed(tx: Transaction, player: Person, game_id: int | None) -> Moderator:
    """A moderator's row, with an address of his own; of all games where none is given."""
    seed = tx.service.random_bytes(_SEED_BYTES).hex()
    moderator = Moderator(
        game_id=game_id,
        person_id=key_of(player),
        token_hash=first_digest(tx.session, tx.mail, seed),
        token_seed=seed,
        added_at=tx.now,
    )
    arrange_lists(player, moderates=True)
    tx.session.add_all((moderator, player))
    tx.session.flush()
    return moderator


def remove_moderator(tx: GameTx, moderator: Moderator, by: str) -> None:
    """Somebody moderates no longer: his address is closed, and he is told."""
    player = tx.session.get_one(Person, moderator.person_id)
    mail = farewell_mail(header_for(tx.game, player, tx.now), by)
    # Not from the address that ends with it.
    to = Addressee(player.email, player.name, tx.game, None, player.format, player)
    tx.post(to, mail, f"moderator:{moderator.id}:gone")
    tx.session.delete(moderator)
    tx.session.flush()
    log.info("moderator removed", game=tx.id, moderator=moderator.id)


def named_moderator(
    session: Session, game: Game, email: str
) -> tuple[Moderator, Person] | ServiceRefusal:
    """The moderator of a game who has that address; a refusal lists who there is."""
    found = moderators_of(session, key_of(game))
    player = player_at(session, email)
    for moderator, one in found:
        if player is not None and one.id == player.id and moderator.game_id == game.id:
            return moderator, one
    listed = ", ".join(one.email for row, one in found if row.game_id == game.id) or "nobody"
    text = f"{email} does not moderate {game.name}; its moderators: {listed}."
    return ServiceRefusal("no-moderator", text)


def _player(tx: Transaction, email: str, name: str) -> Person | ServiceRefusal:
    """Who has an address; somebody new has no zone of his own, and so that of each game."""
    return player_to_be(tx.session, email.strip().lower(), name, tx.now, zone="")


def appoint(
    service: ServiceContext, name: str, email: str, called: str
) -> Moderator | ServiceRefusal:
    """`add_moderator` for the game of that name, in a transaction of its own.

    Raises NoSuchGame.
    """
    with begin_named(service, name) as tx:
        return add_moderator(tx, email, called)
