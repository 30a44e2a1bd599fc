"""The only place where a state is made: one event, one next state."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, assert_never

from engine.core.values import changed
from engine.inwo import events as ev
from engine.inwo.cards import card_id, card_of, is_made
from engine.inwo.evolve.piles import LOSSES, PILES, evolve_pile, with_losses
from engine.inwo.evolve.plays import ATTACK, PLAYS, evolve_attack, evolve_play, resolved, with_taken
from engine.inwo.evolve.provoked import PROVOKING, with_provoked
from engine.inwo.evolve.table import LAID, laid, lifted, unmasked
from engine.inwo.evolve.zones import moved, put_all, with_seat, without
from engine.inwo.state import InwoSeat, InwoState, InwoTurn, OnTable


def evolve_inwo(state: InwoState | None, event: ev.InwoEvent) -> InwoState:
    """The state after an event; before `InwoBegan` there is none."""
    if isinstance(event, ev.InwoBegan):
        return _began(event)
    assert state is not None
    return _shared(state, _applied(_drawn(state, event), event), event)


def _applied(state: InwoState, event: ev.InwoEvent) -> InwoState:
    if isinstance(event, PROVOKING):
        state = with_provoked(state, event)
    if isinstance(event, LOSSES):
        state = with_losses(state, event)
    if isinstance(event, PILES):
        return evolve_pile(state, event)
    if isinstance(event, ATTACK):
        return evolve_attack(state, event)
    if isinstance(event, PLAYS):
        return evolve_play(state, event)
    if isinstance(event, LAID):
        return laid(state, event)
    return _evolve(state, event)


def _shared(before: InwoState, state: InwoState, event: ev.InwoEvent) -> InwoState:
    """A common deck is one deck: what is drawn by one is gone for all (I30.1)."""
    decks = before.options.shared
    if not decks or isinstance(event, ev.PlayerOut):
        return state
    for deck in decks:
        pairs = zip(before.seats, state.seats, strict=True)
        rows = [(getattr(old, deck), getattr(new, deck)) for old, new in pairs]
        cards = next((new for old, new in rows if old is not new and old != new), None)
        if cards is not None:
            seats = tuple(changed(seat, **{deck: cards}) for seat in state.seats)
            state = changed(state, seats=seats)
    return state


def _drawn(state: InwoState, event: ev.InwoEvent) -> InwoState:
    """The next draw of chance has the next number."""
    draw: int = getattr(event, "draw", -1)
    return changed(state, draws=draw + 1) if draw >= state.draws else state


def _began(event: ev.InwoBegan) -> InwoState:
    seats = tuple(InwoSeat(name, illuminati) for name, illuminati in event.seats)
    table = {seat.illuminati: OnTable(seat.illuminati, seat.name) for seat in seats}
    turn = InwoTurn(0, seats[0].name, "leads")
    return InwoState(event.options, seats, len(seats), turn, table, dict.fromkeys(table, 0))


def _triggered(state: InwoState, event: ev.TriggerTested) -> InwoState:
    """One that was made is not made again for what is open still, or never."""
    if event.reason:
        return state
    if event.mark:
        seat = state.seat(event.seat)
        state = with_seat(state, changed(seat, spent=(*seat.spent, event.mark)))
    return changed(state, turn=changed(state.turn, fired=(*state.turn.fired, event.key)))


def _evolve(state: InwoState, event: Any) -> InwoState:  # noqa: C901  one row an event
    match event:
        case ev.LineSettled():
            return _settled(state, event)
        case ev.TurnCut():
            return changed(state, turn=changed(state.turn, is_cut=True))
        case ev.TriggerTested():
            return _triggered(state, event)
        case ev.TokensTaken():
            return _spent(state, event)
        case ev.TokensPlaced():
            return changed(state, tokens=_counted(state.tokens, event.rows, 1))
        case ev.CardsMoved():
            return moved(state, event)
        case ev.StepBegan():
            return changed(state, turn=changed(state.turn, step=event.step))
        case ev.AttackResolved():
            return resolved(state, event)
        case ev.ScriptTaken():
            return changed(state, turn=changed(state.turn, script=event.lines))
        case ev.PlotExposed():
            seat = state.seat(event.seat)
            return with_seat(state, changed(seat, exposed=(*seat.exposed, event.card)))
        case ev.TakeoverUsed():
            turn = changed(state.turn, taken_over=event.card is not None, others=event.others)
            return changed(state, turn=changed(turn, taken=event.card or ""))
        case ev.OnceUsed():
            return _once(state, event)
        case ev.ChangeBegan():
            return changed(state, changes=(*state.changes, event.change))
        case ev.ChangesEnded():
            left = tuple(note for note in state.changes if note.until != event.until)
            return state if len(left) == len(state.changes) else changed(state, changes=left)
        case ev.PlotBarred():
            return changed(state, barred=(*state.barred, event.name))
        case ev.PlotCopied():
            seat = state.seat(event.seat)
            plots, exposed = (*seat.plots, event.card), (*seat.exposed, event.card)
            return with_seat(state, changed(seat, plots=plots, exposed=exposed))
        case ev.Unmasked():
            return unmasked(state, event)
        case ev.AgentsPurged():
            seat = state.seat(event.seat)
            agents = tuple(copy for copy in seat.agents if copy not in event.cards)
            removed = (*seat.removed, *event.cards)
            return with_seat(state, changed(seat, agents=agents, removed=removed))
        case ev.ActionOver():
            return _acted(state, event.card)
        case ev.InwoTurnBegan():
            turn = InwoTurn(event.number, event.seat, before=event.before)
            seats = tuple(changed(seat, used=(), failed=()) for seat in state.seats)
            return changed(state, turn=turn, seats=seats)
        case ev.TurnSeized():
            return changed(state, turn=changed(state.turn, seized_by=event.seat))
        case ev.InwoTurnEnded() if state.turn.before:
            return state
        case ev.InwoTurnEnded():
            seat = state.seat(event.seat)
            return with_seat(state, changed(seat, turns_taken=seat.turns_taken + 1))
        case ev.DeckLocked():
            seat = state.seat(event.seat)
            return with_seat(state, changed(seat, plot_deck=event.plots, group_deck=event.groups))
        case ev.DeckShuffled():
            return put_all(state, event.seat, event.deck, event.cards)
        case (
            ev.FirstRolled()
            | ev.ClaimRolled()
            | ev.CardsShown()
            | ev.PickedByLot()
            | ev.CardRolled()
            | ev.DieRolled()
            | ev.ConsentGiven()
        ):
            return state
        case ev.PlotsHidden():
            seat = state.seat(event.seat)
            return with_seat(state, changed(seat, exposed=without(seat.exposed, event.cards)))
        case ev.QuestionAsked():
            return changed(state, questions=(*state.questions, event.question))
        case ev.QuestionClosed():
            return changed(
                state, questions=tuple(one for one in state.questions if one.key != event.key)
            )
        case ev.PlotStored():
            seat = state.seat(event.seat)
            return with_seat(state, changed(seat, stored=_stored(seat.stored, event)))
        case ev.NoteWritten() | ev.NoteOpened():
            seat = state.seat(event.seat)
            return with_seat(state, changed(seat, notes={**seat.notes, event.card: event.name}))
        case ev.ResourceGiven():
            given = changed(state.table[event.card], seat=event.seat, host=event.host)
            return changed(state, table={**state.table, event.card: given})
        case ev.DealOffered():
            for name in (event.deal.by, event.deal.to):
                seat = state.seat(name)
                state = with_seat(state, changed(seat, offers=seat.offers + 1))
            return changed(state, deals=(*state.deals, event.deal))
        case ev.DealEnded():
            return changed(state, deals=tuple(d for d in state.deals if d != event.deal))
        case ev.VictoryDeclared():
            declared = {**state.turn.declared, event.seat: event.goals}
            return changed(state, turn=changed(state.turn, declared=declared))
        case ev.VictoryWithdrawn():
            declared = {who: by for who, by in state.turn.declared.items() if who != event.seat}
            return changed(state, turn=changed(state.turn, declared=declared))
        case ev.FirstChosen():
            return changed(state, first=event.seat)
        case ev.Asked():
            others = tuple(ask for ask in state.asks if ask.key != event.ask.key)
            number = state.turn.asked + 1
            asked = changed(event.ask, number=number)
            turn = changed(state.turn, asked=number)
            return changed(state, asks=(*others, asked), turn=turn)
        case ev.AskClosed():
            return changed(state, asks=tuple(a for a in state.asks if a.key != event.key))
        case ev.PlayerOut():
            return _out(state, event)
        case ev.InwoWon():
            return changed(state, winners=event.seats, asks=())
        case _:
            assert_never(event)


def _acted(state: InwoState, copy: str) -> InwoState:
    """What was for one action of a card is over; where that was its last, it is doomed."""
    over = [one for one in state.changes if one.until == f"action:{copy}"]
    left = tuple(one for one in state.changes if one not in over)
    doomed = tuple(
        changed(one, until="doomed") for one in over if one.stat == "doom" and not one.off
    )
    return changed(state, changes=(*left, *doomed))


def _stored(stored: Mapping[str, str], event: ev.PlotStored) -> Mapping[str, str]:
    """One Plot under each Group: what lay there before is in the hand again."""
    kept = {
        plot: host for plot, host in stored.items() if plot != event.card and host != event.host
    }
    return {**kept, event.card: event.host} if event.host else kept


NOT_SPENT = ("buy", "gift", "removed", "effect", "disaster", "devastated", "powerless")
"""Why tokens go that were not spent on an action."""


def _spent(state: InwoState, event: ev.TokensTaken) -> InwoState:
    """Tokens go; which Illuminati have acted by theirs is kept for the turn (I38.80)."""
    state = changed(state, tokens=_counted(state.tokens, event.rows, -1))
    if event.play:
        state = with_taken(state, event.play, event.rows)
    root = state.seat(event.seat).illuminati
    is_first = event.why not in NOT_SPENT and root not in state.turn.spent
    if not is_first or all(copy != root for copy, _ in event.rows):
        return state
    return changed(state, turn=changed(state.turn, spent=(*state.turn.spent, root)))


def _counted(
    tokens: Mapping[str, int], rows: Iterable[tuple[str, int]], sign: int
) -> Mapping[str, int]:
    after = dict(tokens)
    for copy, number in rows:
        after[copy] = after.get(copy, 0) + sign * number
    return after


def _settled(state: InwoState, event: ev.LineSettled) -> InwoState:
    if event.part or event.seat != state.turn.seat or event.status == "skipped":
        return state
    results = {event.line: event.status == "ok", **state.turn.results}
    acted = state.turn.acted or (event.status == "ok" and state.turn.step == "main")
    return changed(state, turn=changed(state.turn, results=results, acted=acted))


def _once(state: InwoState, event: ev.OnceUsed) -> InwoState:
    seat = state.seat(event.seat)
    if event.for_game:
        return with_seat(state, changed(seat, used_up=(*seat.used_up, event.what)))
    return with_seat(state, changed(seat, used=(*seat.used, event.what)))


# --- leaving -------------------------------------------------------------------------------


def _out(state: InwoState, event: ev.PlayerOut) -> InwoState:
    """Hand, decks, Resources and Illuminati leave the game (I27.2)."""
    seat = state.seat(event.seat)
    gone = [
        copy
        for copy, card in state.table.items()
        if card.seat == seat.name
        and (copy == seat.illuminati or card_of(copy).family != "plot" or event.why == "left")
    ]
    lost = set(gone)
    gone += [copy for copy, card in state.table.items() if card.host in lost and copy not in lost]
    removed = (*seat.removed, *gone, *seat.plots, *seat.groups, *seat.plot_deck, *seat.group_deck)
    removed = (*removed, *seat.bounced, *seat.agents, *seat.hidden)
    removed = tuple(copy for copy in removed if not is_made(copy))
    for copy in gone:
        state = lifted(state, copy)
    empty: dict[str, Any] = dict.fromkeys(
        ("plots", "exposed", "groups", "failed", "plot_deck", "group_deck", "bounced", "agents"), ()
    )
    empty["hidden"] = ()
    deals = tuple(deal for deal in state.deals if seat.name not in (deal.by, deal.to))
    state = changed(state, deals=deals)
    keys = [one.key for one in state.questions if one.seat == seat.name]
    state = changed(
        state,
        questions=tuple(one for one in state.questions if one.key not in keys),
        asks=tuple(ask for ask in state.asks if ask.key not in keys),
    )
    seat = changed(
        seat, stored={}, notes={}, removed=removed, is_out=True, bereft_by=event.by, **empty
    )
    state = with_seat(state, seat)
    if event.by is not None and event.why == "eliminated":
        winner = state.seat(event.by)
        is_kin = card_id(winner.illuminati) == card_id(seat.illuminati)
        kin = winner.kin + is_kin
        state = with_seat(state, changed(winner, ousted=winner.ousted + 1, kin=kin))
    for name in event.helped:
        helper = state.seat(name)
        state = with_seat(state, changed(helper, helped=helper.helped + 1))
    return state


def replay_inwo(events: Iterable[ev.InwoEvent]) -> InwoState:
    """The state that a game's events lead to."""
    state: InwoState | None = None
    for event in events:
        state = evolve_inwo(state, event)
    assert state is not None
    return state
