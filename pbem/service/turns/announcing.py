"""Announcing a script: it is frozen, and everybody is told what to answer (R12.2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from engine.illuminati.game import AnnouncedAttack, bulletin, seen_bulletin, view
from pbem.database import Session
from pbem.documents.layout.mail_context import Mail
from pbem.games.illuminati.judging.standing import reserve_of
from pbem.games.illuminati.language import script_of, vocabulary_for
from pbem.games.illuminati.language.wording.canonical import format_conditions
from pbem.games.illuminati.report.mails.bulletin import KnownAttack, announced_mail, bulletin_mail
from pbem.models import ANSWERS, Game
from pbem.service.clocks import end_early, is_due, leaves_time, open_wait, shown_deadline
from pbem.service.context import ServiceContext
from pbem.service.covering import is_covered, still_waited_for
from pbem.service.history.reporting import format_script
from pbem.service.history.timelines import game_key
from pbem.service.mailing.outbox import addressee, fresh_seat, post
from pbem.service.mailing.robot_seats import queue_robot_letters
from pbem.service.orders.submission import bulletin_key
from pbem.service.snapshots import (
    GameSnapshot,
    about_for,
    all_policies,
    lines_on_file,
    sheet_on_file,
)
from pbem.service.waits import AnnouncedScript, announces


@dataclass(frozen=True, slots=True)
class Announcement:
    """A script that is to be announced: what is frozen, and its attacks as everybody may know.

    `is_told` says that its player has just been told so, in the answer to his READY.
    """

    snapshot: GameSnapshot
    announced: AnnouncedScript
    attacks: tuple[AnnouncedAttack, ...]
    is_told: bool = False


def announcement_of(session: Session, snapshot: GameSnapshot) -> Announcement | None:
    """What is to be announced before the open turn is run; None where it is run at once.

    A script without an attack is, one that has been announced already, and one nobody is left to
    answer.
    """
    state = snapshot.state
    mover = state.turn.seat
    if snapshot.announced or not announces(state) or len(list(state.seats_in())) < 2:
        return None
    names = snapshot.names(mover)
    sheet = sheet_on_file(session, snapshot.seats[mover], state)
    lines = lines_on_file(sheet, names)
    attacks = bulletin(state, script_of(lines), all_policies(snapshot))
    if not attacks:
        return None
    script = tuple(format_script(lines, names))
    numbers = tuple(attack.line for attack in attacks)
    announced = AnnouncedScript(state.turn.number, state.turn.parts, mover, script, numbers)
    is_told = sheet is not None and sheet.is_ready and not leaves_time(snapshot.game)
    return Announcement(snapshot, announced, attacks, is_told)


def announce(
    service: ServiceContext, session: Session, game: Game, notice: Announcement, now: datetime
) -> None:
    """Freeze the script, set the clock for answers, and write to everybody who is in the game."""
    game.wait, game.announced = ANSWERS, notice.announced.encode()
    open_wait(game, now)
    game.version += 1
    game.error, game.attempts = None, 0
    session.add(game)
    announced = notice.announced
    snapshot = replace(notice.snapshot, game=game)
    for name, row in snapshot.seats.items():
        if snapshot.state.seat(name).is_out or (name == announced.seat and notice.is_told):
            continue
        post(
            session,
            service.settings.mail,
            addressee(game, fresh_seat(session, row), snapshot.players[name]),
            bulletin_for(snapshot, notice.attacks, name, now),
            key=bulletin_key(game_key(game), announced.turn, announced.part, name),
            now=now,
            turn=game.turn,
        )
    queue_robot_letters(session, service.settings.mail, snapshot, game, now)
    if not still_waited_for(session, snapshot):
        end_early(game, now)
        if is_due(game, now):
            session.hint("adjudicate", game.id)


def own_bulletin(snapshot: GameSnapshot, now: datetime) -> Mail:
    """What whoever has announced is told of it; a letter that said READY was answered so."""
    attacks = bulletin(
        snapshot.state, script_of(snapshot.announced_script()), all_policies(snapshot)
    )
    return bulletin_for(snapshot, attacks, snapshot.state.turn.seat, now)


def bulletin_for(
    snapshot: GameSnapshot, attacks: Sequence[AnnouncedAttack], seat: str, now: datetime
) -> Mail:
    """One seat's bulletin, or for whoever has announced the confirmation."""
    names = vocabulary_for(snapshot.state, seat)
    announced = snapshot.announced
    assert announced is not None, "a bulletin tells of what is announced"
    deadline_at = shown_deadline(snapshot.game)
    about = about_for(snapshot, seat, now, deadline_at=deadline_at, wait=ANSWERS)
    told = []
    for attack in attacks:
        known = seen_bulletin(attack, seat, snapshot.state)
        conditions = format_conditions(known.conditions, names).strip().rstrip(":")
        told.append(KnownAttack(known, conditions))
    others = [
        other.name for other in snapshot.state.seats_in() if other.name != snapshot.state.turn.seat
    ]
    sees = view(snapshot.state, seat)
    if seat == snapshot.state.turn.seat:
        return announced_mail(about, told, others, sees, announced.script)
    reserve = reserve_of(snapshot.seats[seat].policies, snapshot.names(seat))
    is_answered = is_covered(snapshot, seat)
    return bulletin_mail(about, told, others, sees, reserve, is_answered=is_answered)
