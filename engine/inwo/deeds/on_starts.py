"""Deeds at the start of a turn: draws barred or taken, takeovers undone or added (I36.11)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.rulings import Refusal
from engine.inwo import abilities as ab
from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo import rulings as rl
from engine.inwo.attacks import legality as lg
from engine.inwo.attacks.results import remove_branch
from engine.inwo.cards import card_id, card_of
from engine.inwo.deeds.aimed import Aimed, AimedEffect, is_claimed
from engine.inwo.deeds.automatic import take_one
from engine.inwo.deeds.laying import immune_mark, is_spared
from engine.inwo.deeds.questions import ask
from engine.inwo.deeds.takeovers import bring_in, refuse_coming
from engine.inwo.inwotable import InwoTable, find
from engine.inwo.rulings import refuse
from engine.inwo.state import (
    BARRED,
    ONLY_DRAWS,
    PICKS_AGAIN,
    Change,
    InwoState,
    Question,
)


def pass_plagues(table: InwoTable) -> None:
    """Its host is immune now; his controller gives it on, or it is over once all are immune."""
    for card, _ in tuple(table.known.of_kind(ab.Plague)):
        host = card.host or ""
        if host not in table.state.table:
            continue
        table.emit(ev.Marked(host, immune_mark(card.copy)))
        known = table.known
        left = [
            copy
            for copy in known.table
            if known.is_group(copy) and "personality" in known.words(copy)
            if known.table[copy].seat and not is_spared(known, card.copy, copy)
        ]
        if left:
            seat = table.state.table[host].seat
            key = f"question-plague-{table.state.turn.number}.{card.copy}"
            ask(table, Question(key, seat, "infect", card.copy, cards=tuple(left)))
        else:
            owner = table.state.owner_of(card.copy).name
            table.emit(ev.LeftPlay(((card.copy, owner),), "discards", "over"))


# --- B0 (M9) --------------------------------------------------------------------------------


def _refuse_start(aimed: Aimed, *, own: bool) -> Refusal | None:
    """Only as a turn begins, before any draw: his own, or a rival's (I5.1)."""
    turn = aimed.known.state.turn
    is_his = turn.seat == aimed.seat
    if turn.step != "b0" or is_his is not own:
        return refuse(rl.NOT_TURN_START, card=aimed.card)
    return None


def refuse_victim(aimed: Aimed) -> Refusal | None:
    """The player whose turn begins; some are spared."""
    state, known = aimed.known.state, aimed.known
    refusal, seat = _refuse_start(aimed, own=False), state.turn.seat
    if refusal:
        return refusal
    if aimed.order.on and aimed.order.on[0] != seat:
        return refuse(rl.NO_SUCH_PLAYER, seat=aimed.order.on[0])
    if state.shelters(seat, aimed.seat):
        return refuse(rl.FIRST_TURN, seat=seat)
    spared = aimed.deed.without
    is_spared = spared is not None and known.fits(spared, state.seat(seat).illuminati)
    return refuse(rl.TARGET_UNFIT, card=aimed.card, on=seat) if is_spared else None


def bar_draws(table: InwoTable, aimed: Aimed) -> None:
    """He draws no Plots until his turn ends."""
    table.emit(ev.OnceUsed(table.state.turn.seat, BARRED["plots"]))


def investigate(table: InwoTable, aimed: Aimed) -> None:
    """He only draws and places tokens; a second time in a game does nothing (I38.48)."""
    seat, mark = table.state.turn.seat, f"victim:{card_id(aimed.card)}"
    if mark not in table.state.seat(seat).used_up:
        table.emit(ev.OnceUsed(seat, mark, True))
        table.emit(ev.OnceUsed(seat, ONLY_DRAWS))


def refuse_offer(aimed: Aimed) -> Refusal | None:
    """One rival or two, who have undrawn Plots (I36.11)."""
    refusal, state, on = _refuse_start(aimed, own=True), aimed.known.state, aimed.order.on
    if refusal:
        return refusal
    rivals = [seat for seat in state.seats_after(aimed.seat) if seat.name in on]
    if not rivals or len(rivals) < len(on) or len(on) > 2:
        return refuse(rl.NO_SUCH_PLAYER, seat=next(iter(on), ""))
    for rival in rivals:
        if state.shelters(rival.name, aimed.seat):
            return refuse(rl.FIRST_TURN, seat=rival.name)
        if not rival.plot_deck:
            return refuse(rl.EMPTY_DECK, seat=rival.name)
    return None


def take_offer(table: InwoTable, aimed: Aimed) -> None:
    """Two Plots of one rival's deck, or one each; no Group card is drawn in this turn."""
    rivals = aimed.order.on
    for name in rivals:
        top = table.state.seat(name).plot_deck[: 2 // len(rivals)]
        table.emit(ev.CardsMoved(name, top, "plot_deck", "plots", "effect", to_seat=aimed.seat))
    table.emit(ev.OnceUsed(aimed.seat, BARRED["groups"]))


def refuse_seizing(aimed: Aimed) -> Refusal | None:
    """As a rival's turn begins, once everybody has completed one; no turn that was seized (I37)."""
    refusal, state = _refuse_start(aimed, own=False), aimed.known.state
    if refusal or state.turn.before or state.turn.seized_by:
        return refusal or refuse(rl.NOT_TURN_START, card=aimed.card)
    if aimed.order.on and aimed.order.on[0] != state.turn.seat:
        return refuse(rl.NO_SUCH_PLAYER, seat=aimed.order.on[0])
    if is_claimed(aimed):
        return refuse(rl.SEIZED, card=aimed.card)
    late = next((one.name for one in state.seats if not one.is_out and not one.turns_taken), None)
    return None if late is None else refuse(rl.SEIZED_EARLY, seat=late)


def seize(table: InwoTable, aimed: Aimed) -> None:
    """He has a turn first; the other's begins anew behind it."""
    if not table.state.turn.seized_by:
        table.emit(ev.TurnSeized(aimed.seat))


# --- the automatic takeover (M8) ------------------------------------------------------------


def taken_group(state: InwoState) -> str:
    """The Group that has come by the automatic takeover, while that can be answered."""
    copy = state.turn.taken
    is_over = state.options.pace == "policies" and state.turn.step != "b3"
    is_here = copy in state.table and "group" in card_of(copy).words
    return copy if is_here and not is_over else ""


def refuse_undoing(aimed: Aimed) -> Refusal | None:
    """Only a rival's, of a Group (I38.45)."""
    state = aimed.known.state
    copy, on = taken_group(state), aimed.order.on
    is_other = bool(on) and on[0] not in (copy, card_id(copy))
    if not copy or state.turn.seat == aimed.seat or is_other or is_claimed(aimed):
        return refuse(rl.NO_TAKEOVER, card=aimed.card)
    is_first = state.shelters(state.turn.seat, aimed.seat)
    return refuse(rl.FIRST_TURN, seat=state.turn.seat) if is_first else None


def undo_takeover(table: InwoTable, aimed: Aimed) -> None:
    """It goes back to the hand; the next card that was named may come in its place.

    Where he has named none his script stops there, and he may choose another (I38.45).
    """
    copy, seat, others = taken_group(table.state), table.state.turn.seat, table.state.turn.others
    if not copy:
        return
    remove_branch(table, copy, "groups", "undone")
    if not aimed.deed.again:
        return
    table.emit(ev.TakeoverUsed(seat, None))
    if not others:
        table.emit(ev.OnceUsed(seat, PICKS_AGAIN))
        table.emit(ev.ScriptTaken(seat, ()))
    for at, name in enumerate(others):
        order = od.TakeOver((name,))
        if refuse_coming(table.state, seat, name, order) is None:
            take_one(table, seat, order, others[at + 1 :])
            return


def _refuse_step(aimed: Aimed, *, used: bool) -> Refusal | None:
    """In his own B3, before or after his automatic takeover."""
    turn = aimed.known.state.turn
    is_so = turn.seat == aimed.seat and turn.step == "b3" and turn.taken_over is used
    return None if is_so else refuse(rl.NOT_AT_TAKEOVER, card=aimed.card)


def refuse_grab(aimed: Aimed) -> Refusal | None:
    """Right after his own: any other Group or Resource of the hand (I38.47)."""
    refusal = _refuse_step(aimed, used=True)
    if refusal or not aimed.order.on:
        return refusal or refuse(rl.TARGET_UNFIT, card=aimed.card)
    name = aimed.order.on[0]
    return refuse_coming(aimed.known.state, aimed.seat, name, od.TakeOver((name,)))


def grab(table: InwoTable, aimed: Aimed) -> None:
    bring_in(table, aimed.seat, od.TakeOver(aimed.order.on[:1]))


def refuse_forging(aimed: Aimed) -> Refusal | None:
    """A Unique Resource of the hand, of which another player has one in play."""
    refusal, state = _refuse_step(aimed, used=False), aimed.known.state
    held = find(state.seat(aimed.seat).groups, next(iter(aimed.order.on), ""))
    if refusal or held is None:
        return refusal or refuse(rl.NOT_IN_HAND, card=next(iter(aimed.order.on), ""))
    other = _original(state, held)
    if "unique" not in card_of(held).words or not other or state.table[other].seat == aimed.seat:
        return refuse(rl.TARGET_UNFIT, card=aimed.card, on=held)
    if state.shelters(state.table[other].seat, aimed.seat):
        return refuse(rl.FIRST_TURN, seat=state.table[other].seat)
    is_zapped = lg.is_barred(aimed.known, aimed.seat, "resources")
    return refuse(rl.ZAPPED, card=held) if is_zapped else None


def _original(state: InwoState, held: str) -> str:
    return next((copy for copy in state.table if card_id(copy) == card_id(held)), "")


def forge(table: InwoTable, aimed: Aimed) -> None:
    """The other is discarded; his is the one."""
    held = find(table.state.seat(aimed.seat).groups, aimed.order.on[0])
    original = _original(table.state, held) if held else ""
    if held is None or not original:
        return
    owner = table.state.owner_of(original).name
    table.emit(ev.LeftPlay(((original, owner),), "discards", "forged"))
    bring_in(table, aimed.seat, od.TakeOver((held,)))
    table.emit(ev.TakeoverUsed(aimed.seat, held))


def refuse_beaming(aimed: Aimed) -> Refusal | None:
    """In his B3, while it is linked to no Group: a Resource of the hand (I38.55)."""
    state = aimed.known.state
    name = next(iter(aimed.order.on), "")
    held = find(state.seat(aimed.seat).groups, name)
    if state.turn.seat != aimed.seat or state.turn.step != "b3":
        return refuse(rl.NOT_AT_TAKEOVER, card=aimed.card)
    if state.table[aimed.card].host != state.seat(aimed.seat).illuminati:
        return refuse(rl.LINK_UNFIT, card=aimed.card)
    if held is None:
        return refuse(rl.NOT_IN_HAND, card=name)
    if "resource" not in card_of(held).words:
        return refuse(rl.NOT_A_RESOURCE, card=held)
    return lg.refuse_takeover(aimed.known, aimed.seat, held)


# --- bars on winning (I36.22) ---------------------------------------------------------------


def refuse_barring_wins(aimed: Aimed) -> Refusal | None:
    """Not against a victory that is declared."""
    is_late = bool(aimed.known.state.turn.declared)
    return refuse(rl.NOT_PLAYABLE, card=aimed.card) if is_late else None


def bar_wins(table: InwoTable, aimed: Aimed) -> None:
    """Until his next turn nobody wins by a Special Goal with fewer tokens than he has (I38.79)."""
    source = table.state.plays[-1].full
    change = Change(aimed.seat, "sultan", "gain", "", until=f"turn-of:{aimed.seat}", source=source)
    table.emit(ev.ChangeBegan(change))


# --- agents purged (I35.34) -----------------------------------------------------------------


def _spies(state: InwoState, seat: str) -> dict[str, tuple[str, ...]]:
    """Spare Illuminati of rivals that are the same as his own."""
    mine = card_id(state.seat(seat).illuminati)
    found = {
        rival.name: tuple(copy for copy in rival.agents if card_id(copy) == mine)
        for rival in state.seats_after(seat)
    }
    return {name: copies for name, copies in found.items() if copies}


def refuse_purging(aimed: Aimed) -> Refusal | None:
    """In his own turn, where there are any."""
    if aimed.order.on:
        return refuse(rl.TARGET_UNFIT, card=aimed.card)
    spies = _spies(aimed.known.state, aimed.seat)
    return None if spies else refuse(rl.NO_AGENTS, card=aimed.card)


def purge_agents(table: InwoTable, aimed: Aimed) -> None:
    for seat, copies in _spies(table.state, aimed.seat).items():
        table.emit(ev.AgentsPurged(seat, copies))


ON_STARTS: Mapping[ab.DeedName, AimedEffect] = {
    "purge-agents": AimedEffect(refuse_purging, purge_agents),
    "bar-wins": AimedEffect(refuse_barring_wins, bar_wins, waits=False),
    "bar-draws": AimedEffect(refuse_victim, bar_draws),
    "investigate": AimedEffect(refuse_victim, investigate),
    "seize": AimedEffect(refuse_seizing, seize),
    "take-offer": AimedEffect(refuse_offer, take_offer),
    "undo-takeover": AimedEffect(refuse_undoing, undo_takeover),
    "grab": AimedEffect(refuse_grab, grab),
    "forge": AimedEffect(refuse_forging, forge),
    "beam": AimedEffect(refuse_beaming, grab),
}
"""A row a deed."""
