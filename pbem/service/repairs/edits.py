"""An edit kept: its record, what waits after it, and a letter to every seat it concerns."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import datetime
from typing import Any

from pbem.database import Session
from pbem.games.contract import StateEdit
from pbem.games.illuminati.report.parts.lengths import Issue
from pbem.games.registry import ruleset
from pbem.mails.notices import edited_mail
from pbem.models import Game, key_of
from pbem.service.clocks import shown_deadline
from pbem.service.context import ServiceContext
from pbem.service.history.pending_events import pending_events
from pbem.service.history.records import put_record
from pbem.service.history.reporting import on_file_for, report_for
from pbem.service.history.timelines import game_key
from pbem.service.mailing.outbox import addressee, fresh_seat, post
from pbem.service.mailing.robot_seats import queue_robot_letters
from pbem.service.repairs.restoring import drop_answers
from pbem.service.repairs.rewinding import reopen_turn
from pbem.service.snapshots import GameSnapshot, about_for, load_game
from pbem.service.waits import next_wait

DROPPED = (
    "The script that was announced is announced no longer; it is on file. Gifts that waited for "
    "it, if any did, are gone: send them again."
)
"""Said whether or not a gift waits, for that is its giver's secret."""


def keep_edit(
    service: ServiceContext,
    session: Session,
    game: Game,
    change: StateEdit[Any],
    now: datetime,
    *,
    act: int,
    why: str,
) -> list[str]:
    """Make the state the game's; the game's row is locked, the state is sound.

    Returns what else has changed by it, in sentences. `act` is the number of the moderator's act.
    Where a script was announced an era begins, so that the next bulletin is another.
    """
    mover, was_announced = game.to_move, game.announced is not None
    orders: dict[str, object] = {"act": act, "why": why, "what": change.told}
    if was_announced:
        game.era += 1
        orders["era"] = game.era
    row = orders | {"state": json.loads(ruleset(game.ruleset).codec.encode_state(change.state))}
    seq = put_record(session, game, "edit", change.state, (), now, turn=game.turn, orders=row)
    told = []
    if was_announced:
        drop_answers(session, game, game.turn, seq)
        told.append(DROPPED)
    if was_announced or game.to_move != mover:
        game.wait, game.announced, game.held = next_wait(change.state), None, "[]"
        reopen_turn(game, now)
        told.append("The time for the turn begins anew.")
    session.add(game)
    session.flush()
    snapshot = load_game(session, key_of(game))
    for name, text in change.to.items():
        if name not in snapshot.seats:
            continue
        about = about_for(snapshot, name, now, deadline_at=shown_deadline(game))
        to = addressee(game, fresh_seat(session, snapshot.seats[name]), snapshot.players[name])
        mail = edited_mail(about, text, why)
        key = f"edited:{game_key(game)}:{act}:{name}"
        post(session, service.settings.mail, to, mail, key=key, now=now, turn=game.turn)
    if game.to_move != mover:
        _notify_mover(service, session, snapshot, game, now, act)
    if told:
        queue_robot_letters(session, service.settings.mail, replace(snapshot, game=game), game, now)
    return told


def _notify_mover(
    service: ServiceContext,
    session: Session,
    snapshot: GameSnapshot,
    game: Game,
    now: datetime,
    act: int,
) -> None:
    """The report of the turn to the seat that is to move now, which had none of it."""
    name = game.to_move
    before, on_file = (
        pending_events(session, snapshot)[name],
        on_file_for(session, snapshot, snapshot.state),
    )
    report = report_for(
        replace(snapshot, game=game),
        name,
        snapshot.state,
        before.new,
        now,
        shown_deadline(game),
        on_file[name],
        wait=game.wait,
        issue=Issue(since=before.since, is_anew=True),
    )
    if report is None:
        return
    seat = fresh_seat(session, snapshot.seats[name])
    seat.told_seq = game.seq
    session.add(seat)
    key = f"report:{game_key(game)}:{game.turn}:edit{act}:{name}"
    to = addressee(game, seat, snapshot.players[name])
    post(session, service.settings.mail, to, report, key=key, now=now, turn=game.turn)
