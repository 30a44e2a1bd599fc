"""Cards on the table: they come, hang, are linked and marked, and leave (I9, I20)."""

from __future__ import annotations

from typing import Any

from engine.core.values import changed
from engine.inwo import events as ev
from engine.inwo.cards import card_of
from engine.inwo.evolve.zones import EvolveTable, in_seat, in_turn, put, take, with_seat
from engine.inwo.state import AttackPlay, Change, InwoState, OnTable, ReliefOffer, RunningAttack


def _is_same(one: ReliefOffer, other: ReliefOffer) -> bool:
    return (one.place, one.seat) == (other.place, other.seat)


def on_card(state: InwoState, copy: str, **changes: Any) -> InwoState:
    """The state with something else about a card on the table."""
    return changed(state, table={**state.table, copy: changed(state.table[copy], **changes)})


def _revived(state: InwoState, event: ev.RuinRevived) -> InwoState:
    pile = state.seat(event.seat).destroyed
    left = tuple(ruin for ruin in pile if ruin.copy != event.card.copy)
    state = in_seat(state, event.seat, destroyed=left)
    return _came(state, ev.CameIntoPlay(event.card, "table", "by-card", late=True))


def _left(state: InwoState, event: ev.LeftPlay) -> InwoState:
    for copy, seat in event.cards:
        state = put(lifted(state, copy), seat, event.target, (copy,), event.place)
    return state


def _relief_offered(state: InwoState, event: ev.ReliefOffered) -> InwoState:
    others = (one for one in state.turn.offered if not _is_same(one, event.offer))
    return in_turn(state, offered=(*others, event.offer))


def _destroyed(state: InwoState, event: ev.GroupDestroyed) -> InwoState:
    state = take(lifted(state, event.ruin.copy), event.seat, "groups", (event.ruin.copy,))
    return _with_ruin(state, event)


def _with_ruin(state: InwoState, event: ev.GroupDestroyed | ev.LeaderLost) -> InwoState:
    pile = state.seat(event.seat).destroyed
    return in_seat(state, event.seat, destroyed=(*pile, event.ruin))


def _marked(card: OnTable, event: ev.Marked) -> OnTable:
    others = tuple(mark for mark in card.marks if mark != event.mark)
    return changed(card, marks=others if event.is_off else (*others, event.mark))


def _came(state: InwoState, event: ev.CameIntoPlay) -> InwoState:
    card, turn = event.card, state.turn
    if event.source == "table":
        state = lifted(state, card.copy)
    else:
        seat = card.seat
        if event.source == "discards":
            seat = state.owner_of(card.copy).name
        elif not seat or card.copy not in getattr(state.seat(seat), event.source):
            seat = _holder(state, event)
        state = take(state, seat, event.source, (card.copy,))
    if event.why == "turned-up" and turn.step in ("b2", "b2-drawn"):
        turn = changed(turn, turned=(*turn.turned, card.copy))
    tokens = state.tokens
    printed = card_of(card.copy)
    if "group" in printed.words or printed.action_tokens:
        tokens = {**tokens, card.copy: 0}
    late = (*turn.late, card.copy) if event.late else turn.late
    table = {**state.table, card.copy: card}
    return changed(state, table=table, tokens=tokens, turn=changed(turn, late=late))


def _holder(state: InwoState, event: ev.CameIntoPlay) -> str:
    """From whose hand or deck a card goes that nobody controls, or another than he."""
    zones = ((seat.name, getattr(seat, event.source)) for seat in state.seats)
    return next((name for name, cards in zones if event.card.copy in cards), event.card.seat)


def lifted(state: InwoState, copy: str) -> InwoState:
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


def _changes_of(state: InwoState, old: str, new: str) -> tuple[Change, ...]:
    """What has changed a card holds for the one in its place, until its action too."""
    ends = {f"{what}:{old}": f"{what}:{new}" for what in ("action", "token")}
    return tuple(
        changed(one, on=new if one.on == old else one.on, until=ends.get(one.until, one.until))
        for one in state.changes
    )


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
    changes = _changes_of(state, event.old, event.new)
    state = take(state, state.owner_of(event.new).name, "discards", (event.new,))
    state = changed(state, table=table, tokens=tokens, turn=turn, changes=changes)
    return put(state, state.owner_of(event.old).name, "discards", (event.old,))


def _replaced(state: InwoState, event: ev.Replaced) -> InwoState:
    """The new card lies where the old one lay; puppets and links hang on it."""
    old, new = state.table[event.old], state.table[event.new]
    table: dict[str, OnTable] = {}
    for copy, card in state.table.items():
        if copy == event.old:
            table[event.new] = changed(new, master=old.master, arrow=old.arrow)
        elif copy != event.new:
            master = event.new if card.master == event.old else card.master
            table[copy] = changed(card, master=master)
    tokens = {copy: number for copy, number in state.tokens.items() if copy != event.old}
    return changed(state, table=table, tokens=tokens)


def unmasked(state: InwoState, event: ev.Unmasked) -> InwoState:
    """Puppets, links, tokens and what it does in an attack are the new Illuminati's."""

    def new(copy: str | None) -> str | None:
        return event.new if copy == event.old else copy

    def acting(plays: tuple[AttackPlay, ...]) -> tuple[AttackPlay, ...]:
        rows = ((play, tuple(new(copy) or "" for copy in play.paid)) for play in plays)
        return tuple(changed(play, card=new(play.card) or "", paid=paid) for play, paid in rows)

    def led(attack: RunningAttack | None) -> RunningAttack | None:
        if attack is None:
            return None
        return changed(attack, attacker=new(attack.attacker), plays=acting(attack.plays))

    table: dict[str, OnTable] = {}
    for copy, card in state.table.items():
        card = changed(card, master=new(card.master), host=new(card.host))
        table[new(copy) or copy] = changed(card, copy=new(copy) or copy)
    tokens = {new(copy) or copy: number for copy, number in state.tokens.items()}
    changes = _changes_of(state, event.old, event.new)
    state = take(state, event.seat, "plots", (event.new,))
    seat = changed(state.seat(event.seat), illuminati=event.new)
    state = changed(with_seat(state, seat), table=table, tokens=tokens, changes=changes)
    attack, paused, segment = led(state.attack), led(state.paused), acting(state.segment)
    state = changed(state, attack=attack, paused=paused, segment=segment)
    return put(state, state.owner_of(event.old).name, "discards", (event.old,))


LAID: EvolveTable = {
    ev.CameIntoPlay: _came,
    ev.Relinked: lambda s, e: on_card(s, e.card, host=e.host),
    ev.Tied: lambda s, e: on_card(s, e.card, tied=e.to),
    ev.Marked: lambda s, e: changed(s, table={**s.table, e.card: _marked(s.table[e.card], e)}),
    ev.Chosen: lambda s, e: on_card(s, e.card, value=e.value),
    ev.RuinRevived: _revived,
    ev.Replaced: _replaced,
    ev.LeaderLost: _with_ruin,
    ev.BranchLaid: _branch,
    ev.LeftPlay: _left,
    ev.CopySwapped: _swapped,
    ev.ReliefOffered: _relief_offered,
    ev.Devastated: lambda s, e: on_card(s, e.card, devastated=not e.is_relieved),
    ev.GroupDestroyed: _destroyed,
    ev.Unmasked: unmasked,
    ev.ResourceGiven: lambda s, e: on_card(s, e.card, seat=e.seat, host=e.host),
}
"""What comes of each event of cards on the table."""
