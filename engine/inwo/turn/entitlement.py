"""B4: the tokens that each card is entitled to, and how they are placed (I6.1, I6.2)."""

from __future__ import annotations

from engine.core.values import changed
from engine.inwo import abilities as ab
from engine.inwo import events as ev
from engine.inwo.benefits import mark_givers
from engine.inwo.cards import card_of
from engine.inwo.deeds.laying import bars_tokens
from engine.inwo.deeds.on_drawn import times
from engine.inwo.facts import Facts, facts
from engine.inwo.inwotable import InwoTable
from engine.inwo.state import Change, InwoState


def finish_start(table: InwoTable) -> None:
    """B4: tokens up to what each card is entitled to; then the main phase (I6.1, I6.2)."""
    seat = table.state.turn.seat
    table.emit(ev.StepBegan("b4"))
    if rows := tokens_due(table, seat):
        table.emit(ev.TokensPlaced(seat, rows))
    for card, _ in tuple(table.known.of_seat(seat, ab.TokenDuty)):
        table.emit(ev.TokensPlaced(seat, ((table.state.seat(seat).illuminati, 1),)))
        due = Change(seat, "token-due", "gain", "", until=f"due:{card.copy}")
        table.emit(ev.ChangeBegan(due))
    for change in table.known.changes:
        if change.stat == "no-token" and table.state.controller(change.on) == seat:
            table.emit(ev.ChangesEnded(change.until))
    for card, _ in tuple(table.known.of_players(ab.RivalPhase)):
        is_barred = bars_tokens(table.known, card.copy)
        if card.seat != seat and not table.state.tokens.get(card.copy, 0) and not is_barred:
            table.emit(ev.TokensPlaced(card.seat, ((card.copy, 1),)))
    table.emit(ev.StepBegan("main"))


def tokens_due(table: InwoTable, seat: str) -> tuple[tuple[str, int], ...]:
    """What each of his cards gets now; a link that brings a token has given something (I20.3)."""
    mark_givers(table, lambda state: _due(state, seat))
    return _due(table.state, seat)


def _due(state: InwoState, seat: str) -> tuple[tuple[str, int], ...]:
    """What each card of a seat gets in B4; in a duel a takeover costs one Illuminati's (I28.2)."""
    known = facts(state)
    rows: list[tuple[str, int]] = []
    skipped = [change.on for change in known.changes if change.stat == "no-token"]
    for copy, card in state.table.items():
        if card.seat != seat or copy not in state.tokens or copy in skipped:
            continue
        entitled = entitlement(known, copy)
        costs = state.is_duel or state.options.game_form == "subgenius"
        if copy == state.seat(seat).illuminati and state.is_extra_for(seat):
            continue
        if copy == state.seat(seat).illuminati and costs and state.turn.taken_over:
            entitled -= 1
        missing = entitled if keeps_tokens(known, copy) else entitled - state.tokens[copy]
        if missing > 0:
            rows.append((copy, missing))
    return tuple(rows)


def tokens_to_come(state: InwoState, seat: str, takes_over: bool) -> InwoState:
    """The state with the tokens that B4 will place, for who plans his script before it."""
    if state.turn.step != "b3":
        return state
    turn = changed(state.turn, taken_over=takes_over or state.turn.taken_over)
    asked = changed(state, turn=turn)
    due = dict(_due(asked, seat))
    tokens = {copy: number + due.get(copy, 0) for copy, number in state.tokens.items()}
    return changed(asked, tokens=tokens, turn=changed(turn, step="main"))


def entitlement(known: Facts, copy: str) -> int:
    """How many tokens a card may have at B4 (I6.1, I6.2)."""
    card = card_of(copy)
    if card.family == "resource":
        return card.action_tokens
    if card.family == "group" and bars_tokens(known, copy):
        return 0
    return 1 + sum(
        extra.amount * times(known, source, extra.per)
        for source, extra in known.of_kind(ab.ExtraTokens)
        if known.reaches(source, extra.whom, copy) and known.fits(extra.of, copy)
    )


def keeps_tokens(known: Facts, copy: str) -> bool:
    """Whether it gets one more each turn whatever it holds (I6.1)."""
    return any(
        extra.keeps and source.copy == copy for source, extra in known.of_kind(ab.ExtraTokens)
    )
