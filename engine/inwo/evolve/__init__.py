"""The only place where a state is made: one event, one next state."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, get_args

from engine.core.values import changed
from engine.inwo import events as ev
from engine.inwo.cards import card_id, card_of, is_made
from engine.inwo.evolve.deals import DEALS, questions_left
from engine.inwo.evolve.piles import LOSSES, PILES, with_losses
from engine.inwo.evolve.plays import PLAYS, with_taken
from engine.inwo.evolve.table import LAID, lifted
from engine.inwo.evolve.zones import (
    EvolveRow,
    EvolveTable,
    in_seat,
    in_turn,
    moved,
    put_all,
    with_seat,
    without,
)
from engine.inwo.state import (
    SHOWN_BEFORE,
    SHOWN_PLOTS,
    UNCONTROLLED,
    InwoSeat,
    InwoState,
    InwoTurn,
    OnTable,
    OpenAsk,
)


def evolve_inwo(state: InwoState | None, event: ev.InwoEvent) -> InwoState:
    """The state after an event; before `InwoBegan` there is none."""
    if isinstance(event, ev.InwoBegan):
        return _began(event)
    assert state is not None
    return _shared(state, _applied(_drawn(state, event), event), event)


def _applied(state: InwoState, event: ev.InwoEvent) -> InwoState:
    kind = type(event)
    if kind in PROVOKING:
        state = with_provoked(state, event)
    if kind in LOSSES:
        state = with_losses(state, event)
    change = _CHANGES.get(kind)
    return change(state, event) if change else state


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


def _named(state: InwoState, event: ev.IlluminatiNamed) -> InwoState:
    """Nothing hangs on an Illuminati yet: another takes its place."""
    old = state.seat(event.seat).illuminati
    table = {(event.card if copy == old else copy): card for copy, card in state.table.items()}
    table[event.card] = changed(table[event.card], copy=event.card)
    tokens = {(event.card if copy == old else copy): at for copy, at in state.tokens.items()}
    state = with_seat(state, changed(state.seat(event.seat), illuminati=event.card))
    return changed(state, table=table, tokens=tokens)


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


def _turn_began(state: InwoState, event: ev.InwoTurnBegan) -> InwoState:
    turn = InwoTurn(event.number, event.seat, before=event.before)
    ended = state.turn.seat
    seats = tuple(
        changed(seat, used=_still_spared(seat, is_ended=seat.name == ended), failed=())
        for seat in state.seats
    )
    return changed(state, turn=turn, seats=seats)


def _still_spared(seat: InwoSeat, *, is_ended: bool) -> tuple[str, ...]:
    """Who has shown his Plots is not asked for one to the end of his next turn (I38.62)."""
    lasting = (SHOWN_PLOTS,) if is_ended else (SHOWN_PLOTS, SHOWN_BEFORE)
    return (SHOWN_BEFORE,) if any(mark in seat.used for mark in lasting) else ()


def _turn_ended(state: InwoState, event: ev.InwoTurnEnded) -> InwoState:
    if state.turn.before:
        return state
    return in_seat(state, event.seat, turns_taken=state.seat(event.seat).turns_taken + 1)


def _takeover_used(state: InwoState, event: ev.TakeoverUsed) -> InwoState:
    is_taken = event.card is not None
    return in_turn(state, taken_over=is_taken, others=event.others, taken=event.card or "")


def _exposed(state: InwoState, event: ev.PlotExposed) -> InwoState:
    return in_seat(state, event.seat, exposed=(*state.seat(event.seat).exposed, event.card))


def _hidden(state: InwoState, event: ev.PlotsHidden) -> InwoState:
    left = without(state.seat(event.seat).exposed, event.cards)
    return in_seat(state, event.seat, exposed=left)


def _copied(state: InwoState, event: ev.PlotCopied) -> InwoState:
    seat = state.seat(event.seat)
    plots, exposed = (*seat.plots, event.card), (*seat.exposed, event.card)
    return in_seat(state, event.seat, plots=plots, exposed=exposed)


def _purged(state: InwoState, event: ev.AgentsPurged) -> InwoState:
    seat = state.seat(event.seat)
    agents = tuple(copy for copy in seat.agents if copy not in event.cards)
    return in_seat(state, event.seat, agents=agents, removed=(*seat.removed, *event.cards))


def _noted(state: InwoState, event: ev.NoteWritten | ev.NoteOpened) -> InwoState:
    notes = {**state.seat(event.seat).notes, event.card: event.name}
    return in_seat(state, event.seat, notes=notes)


def _withdrawn(state: InwoState, event: ev.VictoryWithdrawn) -> InwoState:
    declared = {who: by for who, by in state.turn.declared.items() if who != event.seat}
    return in_turn(state, declared=declared)


def _asked(state: InwoState, event: ev.Asked) -> InwoState:
    others = tuple(ask for ask in state.asks if ask.key != event.ask.key)
    number = state.turn.asked + 1
    asks = (*others, changed(event.ask, number=number))
    interrupted = tuple(ask for ask in state.turn.interrupted if ask.key != event.ask.key)
    return changed(in_turn(state, asked=number, interrupted=interrupted), asks=asks)


def _ask_closed(state: InwoState, event: ev.AskClosed) -> InwoState:
    asks = tuple(ask for ask in state.asks if ask.key != event.key)
    number = state.turn.closed + bool(asks)
    return changed(in_turn(state, closed=number, interrupted=_interrupted(state, event)), asks=asks)


def _interrupted(state: InwoState, event: ev.AskClosed) -> tuple[OpenAsk, ...]:
    """The windows of moments in which an attack has begun, the last one behind (I23.1)."""
    closed = (ask for ask in state.asks if ask.key == event.key and ask.moment)
    others = tuple(ask for ask in state.turn.interrupted if ask.key != event.key)
    return (*others, *closed) if state.attack is not None else others


def _but(name: str, is_it: Callable[[Any, Any], bool]) -> EvolveRow:
    """The rows of a field of the state without those that the event is about."""

    def change(state: InwoState, event: Any) -> InwoState:
        rows = getattr(state, name)
        left: dict[str, Any] = {name: tuple(row for row in rows if not is_it(row, event))}
        return state if len(left[name]) == len(rows) else changed(state, **left)

    return change


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


def _without(ask: OpenAsk, seat: str) -> OpenAsk:
    """What is asked of others, too, is asked of them alone."""
    left = tuple(one for one in ask.seats if one != seat)
    return changed(ask, seats=left) if left else ask


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
    # A deck that all have in common stays with the others (I29.1, I30.1).
    own: list[str] = [deck for deck in get_args(ev.DeckZone) if deck not in state.options.shared]
    zones = ("plots", "groups", *own, "bounced", "agents", "hidden")
    removed = (*seat.removed, *gone, *(copy for zone in zones for copy in getattr(seat, zone)))
    removed = tuple(copy for copy in removed if not is_made(copy))
    for copy in gone:
        state = lifted(state, copy)
    empty: dict[str, Any] = dict.fromkeys((*zones, "exposed", "failed"), ())
    deals = tuple(deal for deal in state.deals if seat.name not in (deal.by, deal.to))
    state = changed(state, deals=deals)
    left = questions_left(state, seat.name)
    keys = [one.key for one in state.questions if one not in left]
    state = changed(
        state,
        questions=tuple(one for one in state.questions if one.key not in keys),
        asks=tuple(_without(ask, seat.name) for ask in state.asks if ask.key not in keys),
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


_CHANGES: EvolveTable = {
    **PILES,
    **PLAYS,
    **LAID,
    ev.LineSettled: _settled,
    ev.TurnCut: lambda s, _: in_turn(s, is_cut=True),
    ev.TriggerTested: _triggered,
    ev.TokensTaken: _spent,
    ev.TokensPlaced: lambda s, e: changed(s, tokens=_counted(s.tokens, e.rows, 1)),
    ev.CardsMoved: moved,
    ev.StepBegan: lambda s, e: in_turn(s, step=e.step, interrupted=()),
    ev.ScriptTaken: lambda s, e: in_turn(s, script=e.lines),
    ev.LinesTaken: lambda s, e: in_turn(s, script=s.turn.script[e.number :]),
    ev.DrawsPaid: lambda s, e: in_turn(s, paid=e.draws),
    ev.PlotExposed: _exposed,
    ev.PlotsHidden: _hidden,
    ev.TakeoverUsed: _takeover_used,
    ev.OnceUsed: _once,
    ev.ChangeBegan: lambda s, e: changed(s, changes=(*s.changes, e.change)),
    ev.ChangesEnded: _but("changes", lambda row, e: row.until == e.until),
    ev.PlotBarred: lambda s, e: changed(s, barred=(*s.barred, e.name)),
    ev.PlotCopied: _copied,
    ev.AgentsPurged: _purged,
    ev.ActionOver: lambda s, e: _acted(s, e.card),
    ev.InwoTurnBegan: _turn_began,
    ev.TurnSeized: lambda s, e: in_turn(s, seized_by=e.seat),
    ev.InwoTurnEnded: _turn_ended,
    ev.IlluminatiNamed: _named,
    ev.DeckLocked: lambda s, e: in_seat(s, e.seat, plot_deck=e.plots, group_deck=e.groups),
    ev.DeckShuffled: lambda s, e: put_all(s, e.seat, e.deck, e.cards),
    ev.QuestionAsked: lambda s, e: changed(s, questions=(*s.questions, e.question)),
    ev.QuestionClosed: _but("questions", lambda row, e: row.key == e.key),
    ev.PlotStored: lambda s, e: in_seat(s, e.seat, stored=_stored(s.seat(e.seat).stored, e)),
    ev.NoteWritten: _noted,
    ev.NoteOpened: _noted,
    ev.VictoryDeclared: lambda s, e: in_turn(s, declared={**s.turn.declared, e.seat: e.goals}),
    ev.VictoryWithdrawn: _withdrawn,
    ev.FirstChosen: lambda s, e: changed(s, first=e.seat),
    **DEALS,
    ev.Asked: _asked,
    ev.AskClosed: _ask_closed,
    ev.PlayerOut: _out,
    ev.InwoWon: lambda s, e: changed(s, winners=e.seats, asks=()),
}
"""What comes of every event that changes anything."""
_CHANGES_NOTHING = (
    *(ev.FirstRolled, ev.ClaimRolled, ev.CardsShown, ev.PickedByLot, ev.CardRolled),
    *(ev.DieRolled, ev.ConsentGiven),
)
assert {ev.InwoBegan, *_CHANGES, *_CHANGES_NOTHING} == {*get_args(ev.InwoEvent)}, "a row an event"


PROVOKING = (ev.AttackAnnounced, ev.PlayMade, ev.CameIntoPlay)


def with_provoked(state: InwoState, event: ev.InwoEvent) -> InwoState:
    """The state with the rivals whom an attack, a play or a linked Plot is aimed at."""
    pairs = tuple(_aimed(state, event))
    new = tuple(pair for pair in dict.fromkeys(pairs) if pair not in state.turn.provoked)
    if not new:
        return state
    return changed(state, turn=changed(state.turn, provoked=(*state.turn.provoked, *new)))


def _aimed(state: InwoState, event: ev.InwoEvent) -> Iterator[tuple[str, str]]:
    by, names = "", tuple[str, ...]()
    match event:
        case ev.AttackAnnounced():
            by, names = event.attack.seat, (event.attack.target,)
        case ev.PlayMade():
            order = event.play.order
            by, names = event.play.seat, order.on if order is not None else ()
        case ev.CameIntoPlay():
            card = event.card
            by, names = card.seat, tuple(one for one in (card.host, card.tied) if one)
    if not by or state.seat(by).turns_taken:
        return
    seats = [seat.name for seat in state.seats]
    for name in names:
        rival = name if name in seats else state.controller(name)
        if rival not in (None, by, UNCONTROLLED):
            yield by, str(rival)
