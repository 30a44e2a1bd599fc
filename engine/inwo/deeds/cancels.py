"""Plays that are open: which can be cancelled, what that takes out, what waits (I22, M3, M4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.core.values import changed
from engine.inwo import abilities as ab
from engine.inwo import events as ev
from engine.inwo.attacks.devastation import ruin_resource
from engine.inwo.cards import card_id, card_of, is_resource
from engine.inwo.deeds.undoing import undo_move, undo_relief
from engine.inwo.inwotable import InwoTable
from engine.inwo.state import REPLACED, AttackPlay, InwoState

_ACTIONS = ("attack", "aid", "oppose", "self-defense", "effect", "cancel", "plot")


def record(table: InwoTable, play: AttackPlay) -> AttackPlay:
    """The play with its number, in the list of the attack or of the segment (I31.20)."""
    attack = table.state.attack
    line = attack.number if attack is not None else play.line or table.line
    same = [one for one in table.state.plays if one.line == line]
    filled = changed(play, line=line, number=len(same) + 1, round=table.state.round)
    table.emit(ev.PlayMade(filled))
    return filled


# --- which play is meant (I38.3, I38.4) -----------------------------------------------------


def open_play(state: InwoState, name: str) -> AttackPlay | None:
    """The play of that number, or the last of that card, if it can still be cancelled.

    `hoax BY bob` is the last that this player made.
    """
    name, _, seat = name.partition(" BY ")
    for play in reversed(state.plays):
        if seat not in ("", play.seat):
            continue
        if name in _names(play) or play.full == f"{name}.1":
            is_late = play.done or play.round < state.round - 1
            if not play.cancelled and not is_late:
                return play
    return None


def names_of(play: AttackPlay) -> tuple[str, ...]:
    """By what a play is called: its number, its card."""
    return (play.full, play.card, card_id(play.card))


def _names(play: AttackPlay) -> tuple[str, ...]:
    """The same; of Relief each Group that acts for it too (I19.5)."""
    acting = play.paid if play.what == "relief" else ()
    return (*names_of(play), *acting, *map(card_id, acting))


def is_plot(play: AttackPlay) -> bool:
    """Whether the play is of a Plot, linked, New World Order or Zap too (I38.3)."""
    card = card_of(play.card)
    is_dual = play.what == "effect" and card.ability(ab.LinkedChange) is not None
    return card.family == "plot" or is_dual


def acting(play: AttackPlay) -> tuple[str, ...]:
    """The cards whose action the play is, or is powered by (I22.4, I38.4)."""
    is_action = play.what in _ACTIONS and not is_plot(play)
    return (*((play.card,) if is_action else ()), *play.paid)


# --- what a cancel does (I10.7, I22.3) ------------------------------------------------------


def settle_cancels(table: InwoTable) -> None:
    """Every play is out that a cancel in force names: of the last played downwards.

    So is what a Group did that was not freed after all (I22.4, I22.6, I22.7).
    """
    plays = table.state.plays
    off = _cancelled(plays, frozenset(_not_free(plays, _cancelled(plays, frozenset()))))
    for play in plays:
        is_off = play.full in off
        if is_off != play.cancelled and not play.done:
            table.emit(ev.PlayCancelled(play.full, is_restored=not is_off))
            _move_tokens(table, play, is_off)
            undo_move(table, play, is_off)
            undo_relief(table, play)


def _cancelled(plays: Sequence[AttackPlay], never: frozenset[str]) -> frozenset[str]:
    """The numbers of the plays that are out, where some were `never` made."""
    off = set(never)
    for play in reversed(plays):
        if any(play.full in c.cancels.split() and c.full not in off for c in plays):
            off.add(play.full)
    return frozenset(off)


def _not_free(plays: Sequence[AttackPlay], off: frozenset[str]) -> Iterator[str]:
    """The actions, later than that which freed them, of Groups that stay paralyzed."""
    bound: set[str] = set()
    for play in plays:
        if bound.intersection(acting(play)):
            yield play.full
        if play.what == "free" and play.full in off:
            bound.add(play.card)


def _move_tokens(table: InwoTable, play: AttackPlay, is_off: bool) -> None:
    """Tokens that the play placed go with it, as far as they are still there."""
    held = table.state.tokens
    rows = tuple(row for row in play.tokens if not is_off or held.get(row[0], 0) >= row[1])
    lost = tuple(row for row in play.taken if is_off or held.get(row[0], 0) >= row[1])
    gone, back = (rows, lost) if is_off else (lost, rows)
    back = tuple(row for row in back if row[0] in held)
    if gone:
        table.emit(ev.TokensTaken(play.seat, gone, "cancelled"))
    if back:
        table.emit(ev.TokensPlaced(play.seat, back))


def _ruin(table: InwoTable, copy: str) -> None:
    """A Resource is destroyed without credit, for the player of the Plot or for its own (I14.5)."""
    card = table.state.table[copy]
    by = next(mark for mark in card.marks if mark.startswith(REPLACED)).removeprefix(REPLACED)
    deed = card_of(by).ability(ab.Deed)
    is_own = deed is not None and deed.does == "self-ruin"
    ruin_resource(table, card.seat if is_own else table.state.owner_of(by).name, copy)


def close_segment(table: InwoTable) -> None:
    """What is out of force leaves the table; nothing played can be answered any more."""
    state = table.state
    for copy, card in state.table.items():
        if card.is_off and is_resource(copy):
            _ruin(table, copy)
        elif card.is_off:
            owner = state.owner_of(copy).name
            table.emit(ev.LeftPlay(((copy, owner),), "discards", "cancelled"))
    is_marked = any(card.marks for card in table.state.table.values())
    if state.segment or is_marked or any(one.off or one.source for one in state.changes):
        table.emit(ev.SegmentClosed())
