"""Announcing a script: it is frozen, and everybody is told what to answer (R12.2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from engine.illuminati.game import AnnouncedAttack, bulletin, seen_bulletin, view
from pbem.database import Session
from pbem.documents.layout.mail_context import Mail
from pbem.games.contract.values import Step
from pbem.games.illuminati.judging.standing import reserve_of
from pbem.games.illuminati.language import script_of, vocabulary_for
from pbem.games.illuminati.language.wording.canonical import format_conditions
from pbem.games.illuminati.report.mails.bulletin import KnownAttack, announced_mail, bulletin_mail
from pbem.models import Game
from pbem.service.clocks import is_due, open_waits, shown_deadline
from pbem.service.context import ServiceContext, Transaction
from pbem.service.history.records import put_record
from pbem.service.history.timelines import game_key
from pbem.service.mailing.outbox import addressee, fresh_seat, post
from pbem.service.mailing.robot_seats import queue_robot_letters
from pbem.service.orders.submission import bulletin_key
from pbem.service.snapshots import GameSnapshot, about_for, all_policies
from pbem.service.waits import close_answered, is_excused, wait_at


@dataclass(frozen=True, slots=True)
class Announcement:
    """What is asked before the turn that is due is run: `step` leads to it.

    `is_told` says that the turn's player has just been told so, in the answer to his READY.
    """

    snapshot: GameSnapshot
    step: Step[Any, Any]
    is_told: bool = False

    @property
    def after(self) -> GameSnapshot:
        """The game once it is announced."""
        return replace(self.snapshot, state=self.step.state)


def announce(
    service: ServiceContext, session: Session, game: Game, notice: Announcement, now: datetime
) -> None:
    """Keep what is asked now, set its clock, and write to everybody who is in the game."""
    step, before = notice.step, notice.snapshot
    put_record(
        *(session, game, "act", step.state, step.events, now),
        turn=game.turn,
        seat=step.seat,
        orders=list(step.orders),
    )
    snapshot = replace(notice.after, game=game)
    status = snapshot.status
    open_waits(game, status.asks, now)
    game.error, game.attempts = None, 0
    session.add(game)
    attacks = attacks_of(snapshot)
    for name, row in snapshot.seats.items():
        if not before.is_in(name) or (name == step.seat and notice.is_told):
            continue
        key = bulletin_key(game_key(game), status.turn, status.part, name)
        to = addressee(game, fresh_seat(session, row), snapshot.players[name])
        mail = bulletin_for(snapshot, attacks, name, now)
        post(Transaction(service, session, now), to, mail, key)
    queue_robot_letters(session, service.settings.mail, snapshot, game, now)
    close_answered(session, snapshot, now)
    if is_due(game, now):
        session.hint("adjudicate", game.id)


def attacks_of(snapshot: GameSnapshot) -> tuple[AnnouncedAttack, ...]:
    """What is announced, as everybody may know it."""
    script = script_of(snapshot.announced_script())
    return bulletin(snapshot.state, script, all_policies(snapshot))


def own_bulletin(snapshot: GameSnapshot, now: datetime) -> Mail:
    """What whoever has announced is told of it; a letter that said READY was answered so."""
    return bulletin_for(snapshot, attacks_of(snapshot), snapshot.status.mover, now)


def bulletin_for(
    snapshot: GameSnapshot, attacks: Sequence[AnnouncedAttack], seat: str, now: datetime
) -> Mail:
    """One seat's bulletin, or for whoever has announced the confirmation."""
    names = vocabulary_for(snapshot.state, seat)
    announced = snapshot.announced
    assert announced is not None, "a bulletin tells of what is announced"
    deadline_at = shown_deadline(snapshot.game)
    wait = wait_at(snapshot.status)
    about = about_for(snapshot, seat, now, deadline_at=deadline_at, wait=wait)
    told = []
    for attack in attacks:
        known = seen_bulletin(attack, seat, snapshot.state)
        conditions = format_conditions(known.conditions, names).strip().rstrip(":")
        told.append(KnownAttack(known, conditions))
    mover = snapshot.status.mover
    others = [other for other in snapshot.status.playing if other != mover]
    sees = view(snapshot.state, seat)
    if seat == mover:
        return announced_mail(about, told, others, sees, announced.script)
    reserve = reserve_of(snapshot.seats[seat].policies, snapshot.names(seat))
    is_answered = is_excused(snapshot, seat)
    return bulletin_mail(about, told, others, sees, reserve, is_answered=is_answered)
