"""A deed is paid and announced, and carried out at once or once it stands (I22.10)."""

from __future__ import annotations

from engine.core.rulings import Refusal
from engine.core.values import changed
from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo.attacks.aftermath import take_back
from engine.inwo.attacks.costs import pay
from engine.inwo.deeds.aimed import Aimed, AimedOrder, play_meant
from engine.inwo.deeds.cancels import record, settle_cancels
from engine.inwo.deeds.card_deeds import CANCELS, REACTIONS, deeds_of, ends_turn
from engine.inwo.deeds.choosing import actor_of, chosen, limit_of
from engine.inwo.deeds.deed_prices import price_of_deed
from engine.inwo.deeds.effects import EFFECTS, plays_stopped, token_rows
from engine.inwo.deeds.undoing import carry_move
from engine.inwo.inwotable import InwoTable
from engine.inwo.state import AttackPlay


def do_deed(table: InwoTable, seat: str, order: AimedOrder) -> Refusal | None:
    """Pay, announce, and carry out what counts at once (I22.10)."""
    aimed = chosen(table.state, seat, order)
    if isinstance(aimed, Refusal):
        return aimed
    effect, target = EFFECTS[aimed.deed.does], play_meant(aimed)
    paid = _spend(table, aimed)
    placed, taken = token_rows(aimed)
    play = AttackPlay(0, seat, "effect", aimed.card, paid=paid, waits=effect.waits, order=order)
    play = changed(play, tokens=placed, taken=taken, once=limit_of(aimed))
    play = changed(play, deed=deeds_of(aimed.card).index(aimed.deed))
    if target is not None and aimed.deed.does in CANCELS:
        play = changed(play, what="cancel", cancels=target.full, line=target.line)
    if stopped := plays_stopped(aimed):
        play = changed(play, cancels=" ".join(one.full for one in stopped))
    record(table, play)
    if play.cancels:
        settle_cancels(table)
    if not effect.waits:
        effect.carry(table, aimed)
    return None


def _spend(table: InwoTable, aimed: Aimed) -> tuple[str, ...]:
    """What the deed costs; the Groups that acted for it."""
    payment, used = price_of_deed(aimed), limit_of(aimed)
    assert payment is not None
    if used is not None:
        table.emit(ev.OnceUsed(*used))
    if not (isinstance(aimed.order, od.PlayPlot) or aimed.deed.free):
        table.spend(aimed.seat, actor_of(aimed), "ability")
    pay(table, aimed.seat, payment)
    if isinstance(aimed.order, od.PlayPlot):
        table.discard(aimed.seat, aimed.card, "plots", "played")
    return payment.cards


def carry_waiting(table: InwoTable, is_last: bool = False) -> None:
    """Plays that waited and stand take effect as the round after them closes (I22.10)."""
    for play in table.state.plays:
        if not play.waits or (play.round >= table.state.round and not is_last):
            continue
        if _stands(table, play):
            table.emit(ev.PlayCarriedOut(play.full))
            if play.what == "move":
                carry_move(table, play)
                continue
            deed = deeds_of(play.card)[play.deed]
            assert play.order is not None
            aimed = Aimed(table.known, play.seat, play.card, deed, play.order)
            if deed.does in REACTIONS or EFFECTS[deed.does].refuse(aimed) is None:
                EFFECTS[deed.does].carry(table, aimed)
            elif isinstance(play.order, od.PlayPlot):
                # What it was aimed at is gone: it is illegal by now (I22.5).
                table.emit(ev.PlayCancelled(play.full))
                take_back(table, play.seat, play.card)
    if is_last:
        _cut(table)


def _cut(table: InwoTable) -> None:
    """What stands and ends its player's turn ends it, once its effect is settled (I5.7)."""
    for play in table.state.plays:
        if ends_turn(play) and _stands(table, play):
            table.emit(ev.TurnCut(play.card))


def _stands(table: InwoTable, play: AttackPlay) -> bool:
    return any(one.full == play.full and not one.cancelled for one in table.state.plays)
