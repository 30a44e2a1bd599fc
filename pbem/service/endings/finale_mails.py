"""When a game is over its finale is worked out apart from any letter, and mailed to its players."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from sqlmodel import select

from pbem.mails.finale import finale_mail
from pbem.models import FINISHED, Ending, Game, game_key, key_of
from pbem.service.context import MOST_TRIES, RETRY, ServiceContext, begin, log
from pbem.service.cpu_use import charged_to, cpu_left, payer_of, write_down
from pbem.service.endings.chances import PlayedOut, chances_after, picked
from pbem.service.endings.finale import load_finale
from pbem.service.endings.gathering import states_after
from pbem.service.endings.proofs import proof_of
from pbem.service.endings.ratings import is_rated, rate
from pbem.service.mailing.outbox import addressee
from pbem.service.mailing.page_links import address_of_page
from pbem.service.notices import add_notice
from pbem.service.snapshots import GameSnapshot, load_game
from pbem.service.transaction import GameTx, begin_game


def mail_finale(service: ServiceContext, ending_id: int, now: datetime) -> bool:
    """Work out the finale of a game and mail it; True if done here. Done twice, it is told once."""
    with service.database.read() as session:
        row = session.get(Ending, ending_id)
        game = session.get(Game, row.game_id) if row else None
        if row is None or game is None or row.next_try_at is None:
            return False
        game_id = key_of(game)
        snapshot = load_game(session, game_id)
        states = {} if row.chances else states_after(session, snapshot)
        payer = payer_of(session, game)
        seconds = min(service.settings.finale.cpu_seconds, cpu_left(service, session, payer))
    with charged_to(service, payer):
        played = _chances(snapshot, states, seconds)
    write_down(service)
    with begin_game(service, game_id, now) as tx:
        assert tx is not None, "games are never deleted"
        row = tx.session.exec(select(Ending).where(Ending.id == ending_id).with_for_update()).one()
        if row.next_try_at is None:
            return False
        row.next_try_at = None
        if tx.game.phase == FINISHED and row.timeline == tx.game.timeline:
            row.chances = played.as_row()
            _post_finale(tx, row)
            row.mailed_at = now
        tx.session.add(row)
    return True


def _chances(snapshot: GameSnapshot, states: dict[int, object], seconds: float) -> PlayedOut:
    """The chances after some turns; none for a game without robots or of two turns."""
    turns = picked(sorted(states))
    if snapshot.ruleset.robots is None or len(turns) < 2 or not seconds:
        return PlayedOut(0, ())
    return chances_after(snapshot.ruleset, {turn: states[turn] for turn in turns}, seconds)


def _rated(tx: GameTx) -> dict[str, list[int]]:
    """Count a game that counts: the ratings of each seat before and after it."""
    snapshot = tx.snapshot
    turns = len(states_after(tx.session, snapshot))
    if not is_rated(tx.session, snapshot, turns, tx.now):
        return {}
    places = snapshot.ruleset.rules.ranking(snapshot.state)
    found = rate(tx.session, snapshot, places, tx.now)
    return {seat: [one.before, one.after] for seat, one in found.items()}


def mail_finale_again(tx: GameTx, opened: int) -> bool:
    """Mail the finale again with so many private texts that are open; False where none was mailed.

    Once a number, as every text is opened once.
    """
    wanted = select(Ending).where(Ending.game_id == tx.id, Ending.timeline == tx.game.timeline)
    row = tx.session.exec(wanted).first()
    if row is None or row.mailed_at is None:
        return False
    _post_to_all(tx, row, f":{opened}")
    return True


def _post_finale(tx: GameTx, row: Ending) -> None:
    row.ratings = _rated(tx)
    _post_to_all(tx, row)


def _post_to_all(tx: GameTx, row: Ending, again: str = "") -> None:
    finale = load_finale(tx.session, tx.snapshot, row, tx.now)
    finale = replace(finale, replay=address_of_page(tx.service.settings, tx.game))
    proof = proof_of(tx.session, tx.game)
    for name in tx.snapshot.seats:
        seat = tx.seat(name)
        to = addressee(tx.game, seat, tx.snapshot.players[name])
        tx.post(
            to,
            finale_mail(finale, name, proof),
            f"finale:{game_key(tx.game)}:{row.id}:{name}{again}",
        )


def finale_failed(service: ServiceContext, ending_id: int, trace: str) -> None:
    """Try a finale again some time later; the operator hears of one that fails for good."""
    why = trace.strip().rpartition("\n")[2]
    log.error("finale failed", ending=ending_id, error=why)
    with service.database.write() as session:
        row = session.get(Ending, ending_id)
        if row is None or row.next_try_at is None:
            return
        row.attempts += 1
        is_last = row.attempts >= MOST_TRIES
        row.next_try_at = None if is_last else service.clock() + RETRY[row.attempts - 1]
        session.add(row)
    if is_last:
        _notify_operator(service, ending_id, why)


def _notify_operator(service: ServiceContext, ending_id: int, why: str) -> None:
    with begin(service, service.clock()) as tx:
        text = f"The finale of a game could not be written: {why}"
        add_notice(tx, "finale failed", text, f"finale:{ending_id}")
