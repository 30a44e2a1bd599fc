"""An edit kept: its record, what waits after it, and a letter to every seat it concerns."""

from __future__ import annotations

import json
from typing import Any

from pbem.games.contract.editing import StateEdit
from pbem.games.contract.reports import Issue
from pbem.mails.notices import edited_mail
from pbem.models import game_key
from pbem.service.clocks import shown_deadline
from pbem.service.history.reporting import on_file_for, pending_events, report_for
from pbem.service.mailing.robot_seats import queue_robot_letters
from pbem.service.repairs.restoring import drop_answers
from pbem.service.repairs.rewinding import reopen_turn
from pbem.service.snapshots import context_for
from pbem.service.transaction import GameTx

DROPPED = (
    "The script that was announced is announced no longer; it is on file. Gifts that waited for "
    "it, if any did, are gone: send them again."
)
"""Said whether or not a gift waits, for that is its giver's secret."""


def keep_edit(tx: GameTx, change: StateEdit[Any], act: int, why: str) -> list[str]:
    """Make the state the game's; it is sound.

    Returns what else has changed by it, in sentences. `act` is the number of the moderator's act.
    Where a script was announced a timeline begins, so that the next bulletin is another.
    """
    game, found = tx.game, tx.snapshot.ruleset
    step = found.rules.reopen(change.state)
    mover, was_announced = game.to_move, bool(step.events)
    orders: dict[str, object] = {"act": act, "why": why, "what": change.text}
    if was_announced:
        game.timeline += 1
        orders["era"] = game.timeline
    row = orders | {"state": json.loads(found.codec.encode_state(step.state))}
    seq = tx.put_record("edit", step.state, (), orders=row)
    notified, status = [], found.rules.status(step.state)
    if was_announced:
        drop_answers(tx.session, game, status, seq)
        notified.append(DROPPED)
    if was_announced or game.to_move != mover:
        reopen_turn(game, status, tx.now)
        notified.append("The time for the turn begins anew.")
    tx.session.add(game)
    tx.reload()
    for name, text in change.to.items():
        if name in tx.snapshot.seats:
            context = tx.context_for(name, deadline_at=shown_deadline(game))
            key = f"edited:{game_key(game)}:{act}:{name}"
            tx.post_to(name, edited_mail(context, text, why), key)
    if game.to_move != mover:
        _notify_mover(tx, act)
    if notified:
        queue_robot_letters(tx.session, tx.mail, tx.snapshot, game, tx.now)
    return notified


def _notify_mover(tx: GameTx, act: int) -> None:
    """The report of the turn to the seat that is to move now, which had none of it."""
    game, snapshot, name = tx.game, tx.snapshot, tx.game.to_move
    before = pending_events(tx.session, snapshot)[name]
    context = context_for(snapshot, name, tx.now, deadline_at=shown_deadline(game))
    on_file = on_file_for(tx.session, snapshot, snapshot.status)[name]
    report = report_for(
        snapshot,
        context,
        Issue(events=before.new, since=before.since, on_file=on_file, is_anew=True),
    )
    if report is None:
        return
    seat = tx.seat(name)
    seat.reported_seq = game.seq
    tx.session.add(seat)
    tx.post_to(name, report, f"report:{game_key(game)}:{game.turn}:edit{act}:{name}")
