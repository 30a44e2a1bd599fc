"""The only place where a state is made: one event, one next state."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, assert_never

from engine.core.values import changed
from engine.inwo import events as ev
from engine.inwo.cards import card_of
from engine.inwo.evolve.piles import LOSSES, PILES, evolve_pile, with_losses
from engine.inwo.evolve.plays import ATTACK, PLAYS, evolve_attack, evolve_play, resolved
from engine.inwo.state import InwoSeat, InwoState, InwoTurn, OnTable

_LAID = (ev.CameIntoPlay, ev.Relinked, ev.Tied, ev.BranchLaid, ev.LeftPlay, ev.GroupDestroyed)
_MARKED = (ev.CopySwapped, ev.Devastated)


def evolve_inwo(state: InwoState | None, event: ev.InwoEvent) -> InwoState:
    """The state after an event; before `InwoBegan` there is none."""
    if isinstance(event, ev.InwoBegan):
        return _began(event)
    assert state is not None
    state = _drawn(state, event)
    if isinstance(event, LOSSES):
        state = with_losses(state, event)
    if isinstance(event, PILES):
        return evolve_pile(state, event)
    if isinstance(event, ATTACK):
        return evolve_attack(state, event)
    if isinstance(event, PLAYS):
        return evolve_play(state, event)
    if isinstance(event, (*_LAID, *_MARKED)):
        return _laid(state, event)
    return _evolve(state, event)


def _drawn(state: InwoState, event: ev.InwoEvent) -> InwoState:
    """The next draw of chance has the next number."""
    draw: int = getattr(event, "draw", -1)
    return changed(state, draws=draw + 1) if draw >= state.draws else state


def _began(event: ev.InwoBegan) -> InwoState:
    seats = tuple(InwoSeat(name, illuminati) for name, illuminati in event.seats)
    table = {seat.illuminati: OnTable(seat.illuminati, seat.name) for seat in seats}
    turn = InwoTurn(0, seats[0].name, "leads")
    return InwoState(event.options, seats, len(seats), turn, table, dict.fromkeys(table, 0))


def _evolve(state: InwoState, event: Any) -> InwoState:  # noqa: C901  one row an event
    match event:
        case ev.LineSettled():
            return _settled(state, event)
        case ev.TurnCut():
            return changed(state, turn=changed(state.turn, is_cut=True))
        case ev.TriggerTested():
            turn = changed(state.turn, fired=(*state.turn.fired, event.key))
            return state if event.reason else changed(state, turn=turn)
        case ev.TokensTaken():
            return changed(state, tokens=_counted(state.tokens, event.rows, -1))
        case ev.TokensPlaced():
            return changed(state, tokens=_counted(state.tokens, event.rows, 1))
        case ev.CardsMoved():
            return _moved(state, event)
        case ev.StepBegan():
            return changed(state, turn=changed(state.turn, step=event.step))
        case ev.AttackResolved():
            return resolved(state, event)
        case ev.ScriptTaken():
            return changed(state, turn=changed(state.turn, script=event.lines))
        case ev.PlotExposed():
            seat = state.seat(event.seat)
            return _with(state, changed(seat, exposed=(*seat.exposed, event.card)))
        case ev.TakeoverUsed():
            return changed(state, turn=changed(state.turn, taken_over=event.card is not None))
        case ev.OnceUsed():
            return _once(state, event)
        case ev.ChangeBegan():
            return changed(state, changes=(*state.changes, event.change))
        case ev.ChangesEnded():
            left = tuple(note for note in state.changes if note.until != event.until)
            return state if len(left) == len(state.changes) else changed(state, changes=left)
        case ev.InwoTurnBegan():
            turn = InwoTurn(event.number, event.seat)
            seats = tuple(changed(seat, used=(), failed=()) for seat in state.seats)
            return changed(state, turn=turn, seats=seats)
        case ev.InwoTurnEnded():
            seat = state.seat(event.seat)
            return _with(state, changed(seat, turns_taken=seat.turns_taken + 1))
        case ev.DeckLocked():
            seat = state.seat(event.seat)
            return _with(state, changed(seat, plot_deck=event.plots, group_deck=event.groups))
        case ev.DeckShuffled():
            return _put_all(state, event.seat, event.deck, event.cards)
        case (
            ev.FirstRolled() | ev.CardsShown() | ev.PickedByLot() | ev.CardRolled() | ev.DieRolled()
        ):
            return state
        case ev.PlotsHidden():
            seat = state.seat(event.seat)
            return _with(state, changed(seat, exposed=_without(seat.exposed, event.cards)))
        case ev.QuestionAsked():
            return changed(state, questions=(*state.questions, event.question))
        case ev.QuestionClosed():
            return changed(
                state, questions=tuple(one for one in state.questions if one.key != event.key)
            )
        case ev.PlotStored():
            seat = state.seat(event.seat)
            return _with(state, changed(seat, stored=_stored(seat.stored, event)))
        case ev.NoteWritten() | ev.NoteOpened():
            seat = state.seat(event.seat)
            return _with(state, changed(seat, notes={**seat.notes, event.card: event.name}))
        case ev.ResourceGiven():
            given = changed(state.table[event.card], seat=event.seat, host=event.host)
            return changed(state, table={**state.table, event.card: given})
        case ev.DealOffered():
            for name in (event.deal.by, event.deal.to):
                seat = state.seat(name)
                state = _with(state, changed(seat, offers=seat.offers + 1))
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


def _stored(stored: Mapping[str, str], event: ev.PlotStored) -> Mapping[str, str]:
    """One Plot under each Group: what lay there before is in the hand again."""
    kept = {
        plot: host for plot, host in stored.items() if plot != event.card and host != event.host
    }
    return {**kept, event.card: event.host} if event.host else kept


def _with(state: InwoState, seat: InwoSeat) -> InwoState:
    seats = tuple(seat if old.name == seat.name else old for old in state.seats)
    return changed(state, seats=seats)


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
        return _with(state, changed(seat, used_up=(*seat.used_up, event.what)))
    return _with(state, changed(seat, used=(*seat.used, event.what)))


# --- zones ----------------------------------------------------------------------------------


def _without(cards: tuple[str, ...], gone: Iterable[str]) -> tuple[str, ...]:
    lost = tuple(gone)
    return tuple(card for card in cards if card not in lost)


def _placed(cards: tuple[str, ...], new: tuple[str, ...], zone: str, place: int) -> tuple[str, ...]:
    """Hands take new cards last, piles and decks at a place from the top."""
    if zone in ("plots", "groups", "bounced", "removed") or place < 0:
        return (*cards, *new)
    return (*cards[:place], *new, *cards[place:])


def _take(state: InwoState, name: str, zone: str, cards: tuple[str, ...]) -> InwoState:
    seat = state.seat(name)
    fields: dict[str, Any] = {zone: _without(getattr(seat, zone), cards)}
    if zone == "plots":
        fields["exposed"] = _without(seat.exposed, cards)
        kept = {plot: host for plot, host in seat.stored.items() if plot not in cards}
        fields["stored"] = kept if len(kept) < len(seat.stored) else seat.stored
    if zone == "groups":
        fields["failed"] = _without(seat.failed, cards)
    return _with(state, changed(seat, **fields))


def _put(
    state: InwoState, name: str, zone: str, cards: tuple[str, ...], place: int = 0
) -> InwoState:
    seat = state.seat(name)
    return _put_all(state, name, zone, _placed(getattr(seat, zone), cards, zone, place))


def _put_all(state: InwoState, name: str, zone: str, cards: tuple[str, ...]) -> InwoState:
    fields: dict[str, Any] = {zone: cards}
    return _with(state, changed(state.seat(name), **fields))


def _moved(state: InwoState, event: ev.CardsMoved) -> InwoState:
    to = event.to_seat or event.seat
    was_open = [card for card in event.cards if card in state.seat(event.seat).exposed]
    state = _take(state, event.seat, event.source, event.cards)
    state = _put(state, to, event.target, event.cards, event.place)
    if event.target == "plots" and (was_open or event.is_open):
        seat = state.seat(to)
        shown = tuple(event.cards if event.is_open else was_open)
        state = _with(state, changed(seat, exposed=(*seat.exposed, *shown)))
    return state


# --- the table ------------------------------------------------------------------------------


def _laid(state: InwoState, event: Any) -> InwoState:
    match event:
        case ev.CameIntoPlay():
            return _came(state, event)
        case ev.Relinked():
            card = changed(state.table[event.card], host=event.host)
            return changed(state, table={**state.table, event.card: card})
        case ev.Tied():
            card = changed(state.table[event.card], tied=event.to)
            return changed(state, table={**state.table, event.card: card})
        case ev.BranchLaid():
            return _branch(state, event)
        case ev.LeftPlay():
            for copy, seat in event.cards:
                state = _put(_lifted(state, copy), seat, event.target, (copy,))
            return state
        case ev.CopySwapped():
            return _swapped(state, event)
        case ev.Devastated():
            card = changed(state.table[event.card], devastated=not event.is_relieved)
            return changed(state, table={**state.table, event.card: card})
        case ev.GroupDestroyed():
            state = _lifted(state, event.ruin.copy)
            destroyer = state.seat(event.seat)
            ruins = (*destroyer.destroyed, event.ruin)
            return _with(state, changed(destroyer, destroyed=ruins))
        case _:
            assert_never(event)


def _came(state: InwoState, event: ev.CameIntoPlay) -> InwoState:
    card = event.card
    if event.source != "table":
        state = _take(state, card.seat, event.source, (card.copy,))
    tokens = state.tokens
    printed = card_of(card.copy)
    if "group" in printed.words or printed.action_tokens:
        tokens = {**tokens, card.copy: 0}
    late = (*state.turn.late, card.copy) if event.late else state.turn.late
    table = {**state.table, card.copy: card}
    return changed(state, table=table, tokens=tokens, turn=changed(state.turn, late=late))


def _lifted(state: InwoState, copy: str) -> InwoState:
    table = {key: card for key, card in state.table.items() if key != copy}
    tokens = {key: number for key, number in state.tokens.items() if key != copy}
    return changed(state, table=table, tokens=tokens)


def _branch(state: InwoState, event: ev.BranchLaid) -> InwoState:
    """Cards that change hands join last, and lose their tokens (I14.4)."""
    table = dict(state.table)
    tokens = dict(state.tokens)
    late = list(state.turn.late)
    for row in event.laid:
        old = table[row.card]
        card = changed(old, seat=event.seat, master=row.master, arrow=row.arrow)
        if event.why != "moved":
            del table[row.card]
        if event.why == "captured":
            tokens[row.card] = 0
            late.append(row.card)
        table[row.card] = card
    moved = {row.card for row in event.laid}
    if event.why != "moved":
        for copy, card in tuple(table.items()):
            if card.host in moved:
                table[copy] = changed(card, seat=event.seat)
                if event.why == "captured" and copy in tokens:
                    tokens[copy] = 0
                    late.append(copy)
    return changed(state, table=table, tokens=tokens, turn=changed(state.turn, late=tuple(late)))


def _swapped(state: InwoState, event: ev.CopySwapped) -> InwoState:
    def new(copy: str | None) -> str | None:
        return event.new if copy == event.old else copy

    table = {}
    for copy, card in state.table.items():
        name = event.new if copy == event.old else copy
        card = changed(card, master=new(card.master), host=new(card.host), tied=new(card.tied))
        table[name] = changed(card, copy=name)
    tokens = {new(copy) or copy: number for copy, number in state.tokens.items()}
    turn = changed(state.turn, late=tuple(new(copy) or copy for copy in state.turn.late))
    state = _take(state, state.owner_of(event.new).name, "discards", (event.new,))
    state = changed(state, table=table, tokens=tokens, turn=turn)
    return _put(state, state.owner_of(event.old).name, "discards", (event.old,))


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
    removed = (*removed, *seat.bounced, *seat.agents)
    for copy in gone:
        state = _lifted(state, copy)
    empty: dict[str, Any] = dict.fromkeys(
        ("plots", "exposed", "groups", "failed", "plot_deck", "group_deck", "bounced", "agents"), ()
    )
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
    state = _with(state, seat)
    if event.by is not None and event.why == "eliminated":
        winner = state.seat(event.by)
        state = _with(state, changed(winner, ousted=winner.ousted + 1))
    return state


def replay_inwo(events: Iterable[ev.InwoEvent]) -> InwoState:
    """The state that a game's events lead to."""
    state: InwoState | None = None
    for event in events:
        state = evolve_inwo(state, event)
    assert state is not None
    return state
