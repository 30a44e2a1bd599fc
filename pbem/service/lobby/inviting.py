"""INVITE and STOP: a person asks others into his game, in our words, and once an address ever."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa
from sqlmodel import col, select

from pbem.games.registry import ruleset
from pbem.grammar.commands.spec import Command
from pbem.mail.address import is_address
from pbem.mails.lobby import LobbyResult, invitation
from pbem.models import Invitation, OpenGame, Person, key_of
from pbem.recent import recently
from pbem.service.context import Transaction, log
from pbem.service.lobby.places import offered, seats_of
from pbem.service.lobby.visitors import LobbyAnswer, LobbyRefusal, Visitor, own_game
from pbem.service.lobby.visits import (
    DAY,
    addressee_at,
    is_too_much,
    new_visit,
    refuse_invitations,
)
from pbem.service.mailing.outbox import post
from pbem.service.players.addresses import addresses_of, is_ours, player_at
from pbem.service.players.refusals import is_refused

MOST_A_DAY = 5
"""Addresses that a person may invite in a day."""


def invite(tx: Transaction, visitor: Visitor, command: Command) -> LobbyAnswer:
    """Let addresses join a game, and tell those that were never told of one."""
    game = own_game(tx, visitor, command.key)
    if isinstance(game, LobbyRefusal):
        return game
    emails = list(dict.fromkeys(command.value.split()))
    had = {email: _had(tx, game, email) for email in emails}
    new = [email for email in emails if not had[email]]
    left = _left_today(tx, visitor.person)
    refusal = _address_refusal(tx, emails) or _too_many(left, len(new))
    if refusal is not None:
        return refusal
    text = " ".join(had[email] or _invited(tx, visitor, game, email) for email in emails)
    text = f"{text} {_may_invite(left - len(new))}" if new else text
    return LobbyResult(command.line, True, text, (f"START {game.name} WITH ROBOTS",))


def is_invited(tx: Transaction, game: OpenGame, person: Person) -> bool:
    """Whether a person has created a game, or was asked into it at one of his addresses."""
    if game.creator_id == person.id:
        return True
    rows = addresses_of(tx.session, person)
    own = {person.email, *(row.email for row in rows if row.proved_at is not None)}
    asked = select(Invitation.id).where(Invitation.open_game_id == game.id)
    return tx.session.exec(asked.where(col(Invitation.email).in_(sorted(own)))).first() is not None


def stop_invitations(tx: Transaction, visitor: Visitor, command: Command) -> LobbyResult:
    """Let nobody invite an address any more."""
    refuse_invitations(tx, visitor.address)
    text = (
        f"Nobody can invite {visitor.address} to a game by mail any more. You can still play: just "
        "write."
    )
    return LobbyResult(command.line, True, text, ("GAMES",))


def _address_refusal(tx: Transaction, emails: Sequence[str]) -> LobbyRefusal | None:
    """Why one of these cannot be invited."""
    for email in emails:
        if not is_address(email):
            return LobbyRefusal(f"{email[:60]!r} is not a mail address such as eve@example.org.")
        if is_ours(email, tx.mail.addresses):
            return LobbyRefusal(f"{email} is the referee's own address.")
    return None


def _left_today(tx: Transaction, person: Person) -> int:
    """How many addresses a person may still invite."""
    today = recently(col(Invitation.at), tx.now - DAY, tx.now)
    counted = sa.select(sa.func.count()).select_from(Invitation)
    had = tx.session.scalar(counted.where(col(Invitation.person_id) == person.id, today)) or 0
    return max(0, MOST_A_DAY - had)


def _too_many(left: int, many: int) -> LobbyRefusal | None:
    if many <= left:
        return None
    return LobbyRefusal(
        f"You can invite {MOST_A_DAY} addresses in a day, and {left or 'no'} more today. Others "
        "can join if you tell them how yourself."
    )


def _may_invite(left: int) -> str:
    """How many addresses more a person may invite."""
    addresses = "one more address" if left == 1 else f"{left or 'no'} more addresses"
    return f"You can invite {addresses} today."


def _had(tx: Transaction, game: OpenGame, email: str) -> str:
    """What is told of an address that nobody need invite; "" of others."""
    known = player_at(tx.session, email)
    if known is not None and known.id in {seat.person_id for seat in seats_of(tx.session, game)}:
        return f"{email} has joined {game.name} already."
    asked = select(Invitation.id).where(
        Invitation.open_game_id == game.id, Invitation.email == email
    )
    invited = tx.session.exec(asked).first() is not None
    return f"{email} is invited to {game.name} already." if invited else ""


def _invited(tx: Transaction, visitor: Visitor, game: OpenGame, email: str) -> str:
    """Invite one address; what its inviter is told of it."""
    is_mailed = _may_be_mailed(tx, email)
    row = Invitation(
        open_game_id=key_of(game),
        person_id=key_of(visitor.person),
        email=email,
        is_mailed=is_mailed,
        at=tx.now,
    )
    tx.session.add(row)
    tx.session.flush()
    log.info("invited", game=game.id, player=visitor.person.id, mailed=is_mailed)
    if not is_mailed:
        return (
            f"{email} may join {game.name}, but no mail goes there: an address is invited by mail "
            f"once. Tell its owner to write JOIN {game.name} AS and a name."
        )
    # Who plays an anonymous game is told nobody, not even whom he invites.
    is_anonymous = bool((game.settings or {}).get("anonymous"))
    host = "" if is_anonymous else visitor.person.email
    mail = invitation(host, offered(tx.session, game), _first_line(game))
    new_visit(tx, email, line="INVITE")
    post(tx, addressee_at(tx, email), mail, f"invitation:{row.id}")
    about_sender = (
        "nothing in that mail tells who you are" if is_anonymous else "your own address is in it"
    )
    return f"{email} is invited to {game.name} by mail; {about_sender}."


def _may_be_mailed(tx: Transaction, email: str) -> bool:
    """Whether an invitation may go there: never a second one, nor where none is wanted."""
    had = select(Invitation.id).where(Invitation.email == email, col(Invitation.is_mailed))
    if tx.session.exec(had).first() is not None or is_refused(tx.session, email):
        return False
    return not is_too_much(tx, email)


def _first_line(game: OpenGame) -> str:
    """What is played, in its first paragraph."""
    return next(iter(ruleset(game.ruleset).about), "")
