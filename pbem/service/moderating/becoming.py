"""`BECOME bob`: orders that a moderator writes in a player's name, as a letter of that seat."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from email import message_from_bytes, policy
from email.message import EmailMessage

from pbem.documents.layout.mail_context import Mail
from pbem.mails.moderation import copy_mail
from pbem.models import Letter, Person
from pbem.service.moderating.command_context import CommandContext
from pbem.service.players.addresses import player_at
from pbem.service.seats.moderators import header_for, moderators_of, notify_moderator
from pbem.service.transaction import GameTx

MODERATOR = "moderator"
"""What a letter has `accepted_by` by that a moderator wrote."""


def write_as(context: CommandContext) -> Letter:
    """Store the lines as an unread letter of the seat that came just now.

    It is from the player's address; the moderator's own is in its Sender field (RFC 5322 3.6.2).
    """
    game, seat = context.game, context.snapshot.seats[context.command.seat]
    player, settings = context.snapshot.players[seat.name], context.service.settings.mail
    raw = _mail(context, player, settings.address, settings.domain)
    letter = Letter(
        received_at=context.now,
        mail_from=player.email,
        rcpt=settings.address,
        raw=raw,
        digest=hashlib.sha256(raw).hexdigest(),
        game_id=game.id,
        seat_id=seat.id,
        next_try_at=context.now,
        accepted_by=MODERATOR,
    )
    context.session.add(letter)
    context.session.flush()
    context.session.hint("read_letter", letter.id)
    return letter


def _mail(context: CommandContext, player: Person, to: str, domain: str) -> bytes:
    mail = EmailMessage(policy=policy.SMTP)
    mail["From"] = player.email
    if context.actor.player is not None:
        mail["Sender"] = context.actor.player.email
    mail["To"] = to
    mail["Subject"] = f"[{context.game.name}] orders by the moderator"
    mail["Date"] = context.now
    mail["Message-ID"] = f"<become.{context.game.id}.{context.number}@{domain}>"
    mail.set_content(context.command.text + "\n")
    return mail.as_bytes()


def copy_answers(tx: GameTx, seat: str, letter: Letter, mails: Sequence[Mail]) -> None:
    """What a letter written by a moderator was answered goes to him as well."""
    if letter.accepted_by != MODERATOR or letter.read_at is None:
        return
    writer = message_from_bytes(letter.raw, policy=policy.SMTP)["Sender"]
    player = player_at(tx.session, str(writer)) if writer else None
    for moderator, one in moderators_of(tx.session, tx.id):
        if player is None or one.id != player.id:
            continue
        for at, mail in enumerate(mails):
            copy = copy_mail(header_for(tx.game, one, letter.read_at), seat, mail)
            notify_moderator(tx, moderator, one, copy, f"copy:{letter.id}:{at}")
        return
