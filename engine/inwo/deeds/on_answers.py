"""Deeds that answer a play: Disasters sent back, Zaps turned, attackers cancelled (I35.15)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.core.rulings import Refusal
from engine.inwo import abilities as ab
from engine.inwo import events as ev
from engine.inwo import rulings as rl
from engine.inwo.attacks import legality as lg
from engine.inwo.attacks.aftermath import take_back
from engine.inwo.cards import card_of
from engine.inwo.deeds.aimed import Aimed, AimedEffect, play_meant
from engine.inwo.deeds.cancels import record, settle_cancels
from engine.inwo.deeds.freeing import zaps_on
from engine.inwo.deeds.on_players import refuse_player, victim_of
from engine.inwo.deeds.questions import ask
from engine.inwo.inwotable import InwoTable, find
from engine.inwo.rulings import refuse
from engine.inwo.state import AttackPlay, Change, InwoState, Question

EXPOSING: tuple[ab.DeedName, ...] = (
    *("expose", "look", "pick-discard", "pick-take", "fish", "expose-both", "expose-but-one"),
    *("discard-random", "look-decks"),
)
"""Deeds that open or look at hidden Plots."""


# --- Disasters (I35.15) ---------------------------------------------------------------------


def _refuse_sending(aimed: Aimed) -> Refusal | None:
    play, attack = play_meant(aimed), aimed.known.state.attack
    if play is None or attack is None or attack.by_card != play.card or not attack.disaster:
        return refuse(rl.NO_OPEN_PLAY, card=aimed.card)
    return lg.refuse_taking_part(aimed.known, attack, aimed.seat)


def _send_back(table: InwoTable, aimed: Aimed) -> None:
    """It is in its player's hand, exposed, and waits until his next turn is over."""
    number = next(p.cancels for p in table.state.plays if p.card == aimed.card)
    play = next(p for p in table.state.plays if p.full == number)
    take_back(table, play.seat, play.card)
    is_his = table.state.turn.seat == play.seat
    until = f"{'second-' if is_his else ''}end-of:{play.seat}"
    table.emit(ev.ChangeBegan(Change(play.card, "unplayable", "gain", "", until=until)))


# --- looks and exposures (I36.16) -----------------------------------------------------------


def _exposes(deed: ab.Deed) -> bool:
    return deed.does in EXPOSING and not deed.groups


def _refuse_stopping(aimed: Aimed) -> Refusal | None:
    """An attempt to expose his own Plots."""
    play = next(
        (
            one
            for one in aimed.known.state.plays
            if aimed.order.on and aimed.order.on[0] in (one.full, one.full.removesuffix(".1"))
        ),
        None,
    )
    play = play or play_meant(aimed)
    deeds = (
        [one for one in card_of(play.card).abilities if isinstance(one, ab.Deed)] if play else []
    )
    is_at_me = play is not None and play.order is not None and aimed.seat in play.order.on
    if play is None or not deeds or play.done or not _exposes(deeds[play.deed]):
        return refuse(rl.NO_OPEN_PLAY, card=aimed.card)
    return (
        None if is_at_me and play.seat != aimed.seat else refuse(rl.NO_OPEN_PLAY, card=aimed.card)
    )


def _nothing(table: InwoTable, aimed: Aimed) -> None:
    """All of it is the cancel itself."""


# --- Zaps (I35.5) ---------------------------------------------------------------------------


def _refuse_turning(aimed: Aimed) -> Refusal | None:
    """A Zap just laid on him."""
    play, known = play_meant(aimed), aimed.known
    zap = card_of(play.card).ability(ab.Zap) if play else None
    root = known.state.seat(aimed.seat).illuminati
    is_mine = play is not None and play.card in known.table and known.table[play.card].host == root
    return None if zap is not None and is_mine else refuse(rl.NO_OPEN_PLAY, card=aimed.card)


def _turn_zap(table: InwoTable, aimed: Aimed) -> None:
    """It binds its own player instead."""
    name = aimed.order.on[0]
    zap = find(zaps_on(table.state, aimed.seat), name)
    plays = (p for p in table.state.plays if name in (p.full, p.full.removesuffix(".1")))
    zap = zap or next((play.card for play in plays), None)
    if zap is not None and zap in table.state.table:
        seat = table.state.table[zap].seat
        table.emit(ev.Relinked(zap, table.state.seat(seat).illuminati))


def _zaps_meant(aimed: Aimed) -> str | None:
    """The Zap that is named, else the newest on the player named, else on himself."""
    state, on = aimed.known.state, aimed.order.on
    laid = [zap for seat in state.seats for zap in zaps_on(state, seat.name)]
    name = next(iter(on), aimed.seat)
    mine = zaps_on(state, name) if any(seat.name == name for seat in state.seats) else []
    return mine[-1] if mine else find(laid, name)


def _refuse_unzapping(aimed: Aimed) -> Refusal | None:
    return None if _zaps_meant(aimed) else refuse(rl.NO_ZAPS, seat=aimed.seat)


def _unzap(table: InwoTable, aimed: Aimed) -> None:
    """One Zap is discarded."""
    zap = _zaps_meant(aimed._replace(known=table.known))
    if zap is not None:
        owner = table.state.owner_of(zap).name
        table.emit(ev.LeftPlay(((zap, owner),), "discards", "removed"))


# --- attackers of a kind (I35.15) -----------------------------------------------------------


def _attackers(aimed: Aimed) -> Iterator[AttackPlay]:
    """The actions of rival Groups of the kind on the attacker's side."""
    state, known = aimed.known.state, aimed.known
    attack = state.attack
    for play in state.plays if attack is not None else ():
        if attack is None or play.line != attack.number or play.cancelled:
            continue
        is_attacking = play.what in ("attack", "aid") and known.fits(aimed.deed.of, play.card)
        if is_attacking and play.seat != known.state.controller(attack.target):
            yield play


def _refuse_side(aimed: Aimed) -> Refusal | None:
    attack = aimed.known.state.attack
    if attack is None or "personality" not in aimed.known.words(attack.target):
        return refuse(rl.NO_ATTACK, seat=aimed.seat)
    refusal = lg.refuse_taking_part(aimed.known, attack, aimed.seat)
    any_ = next(_attackers(aimed), None)
    return refusal or (None if any_ else refuse(rl.NO_OPEN_PLAY, card=aimed.card))


def _cancel_side(table: InwoTable, aimed: Aimed) -> None:
    """All of them are cancelled; no other may aid the attack."""
    target = table.attack.target
    for play in tuple(_attackers(aimed)):
        cancel = AttackPlay(0, aimed.seat, "cancel", aimed.card, cancels=play.full)
        record(table, cancel)
    until = f"attack:{table.attack.number}"
    word = next(iter(sorted(aimed.deed.of.words)), "")
    table.emit(ev.ChangeBegan(Change(target, "closed", "gain", word, until=until)))
    settle_cancels(table)


# --- a Plot that leaves (I36.2) -------------------------------------------------------------


def _refuse_leaving(aimed: Aimed) -> Refusal | None:
    """Its player removes it for nothing, others for what it costs them."""
    is_his = aimed.known.table[aimed.card].seat == aimed.seat
    return refuse(rl.NOT_YOURS, card=aimed.card) if is_his is aimed.deed.anyone else None


def _leave(table: InwoTable, aimed: Aimed) -> None:
    if aimed.card in table.state.table:
        owner = table.state.owner_of(aimed.card).name
        table.emit(ev.LeftPlay(((aimed.card, owner),), "discards", "removed"))


# --- a Plot by lot, used or lost (I36.15) ---------------------------------------------------


def _loose_plots(aimed: Aimed, state: InwoState) -> tuple[str, ...]:
    """The Plots of the rival's hand, exposed or not, but for those laid under a Group."""
    holder = state.seat(victim_of(aimed))
    return tuple(plot for plot in holder.plots if plot not in holder.stored)


def _refuse_jest(aimed: Aimed) -> Refusal | None:
    refusal = refuse_player(aimed)
    if refusal:
        return refusal
    has_some = bool(_loose_plots(aimed, aimed.known.state))
    return None if has_some else refuse(rl.NO_PLOTS, seat=victim_of(aimed))


def _jest(table: InwoTable, aimed: Aimed) -> None:
    """A Goal is exposed; of any other Plot he is asked, unseen, for what he uses it."""
    rival, pool = victim_of(aimed), _loose_plots(aimed, table.state)
    if not pool:
        return
    draw = table.state.draws
    copy = table.dice.shuffle(draw, "random", pool)[0]
    table.emit(ev.PickedByLot(rival, 1, draw))
    if "goal" not in card_of(copy).words:
        key = f"use-{table.state.turn.number}.{draw}.{rival}"
        ask(table, Question(key, rival, "use-or-lose", aimed.card, 1, (copy,)))
    elif copy not in table.state.seat(rival).exposed:
        table.emit(ev.PlotExposed(rival, copy))
        table.spare(rival)


ON_ANSWERS: Mapping[ab.DeedName, AimedEffect] = {
    "send-back": AimedEffect(_refuse_sending, _send_back),
    "cancel-exposing": AimedEffect(_refuse_stopping, _nothing, waits=False),
    "leave": AimedEffect(_refuse_leaving, _leave),
    "turn-zap": AimedEffect(_refuse_turning, _turn_zap, waits=False),
    "remove-zap": AimedEffect(_refuse_unzapping, _unzap),
    "jest": AimedEffect(_refuse_jest, _jest),
    "cancel-side": AimedEffect(_refuse_side, _cancel_side, waits=False),
}
"""A row a deed."""
