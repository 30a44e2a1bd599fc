"""Moves, Relief, Zaps and paralysis removed: actions that can be cancelled (M4, I22.10)."""

from __future__ import annotations

from engine.core.arrangement import Arrangement, Laid
from engine.core.values import changed
from engine.inwo import events as ev
from engine.inwo.deeds.cancels import record
from engine.inwo.deeds.laying import bars_tokens
from engine.inwo.deeds.undoing import carry_move
from engine.inwo.evolve import evolve_inwo
from engine.inwo.facts import facts
from engine.inwo.inwotable import InwoTable
from engine.inwo.state import AttackPlay, InwoState, PlayKind

# --- linked Plots and Devastation removed ---------------------------------------------------


def announce_act(
    table: InwoTable, seat: str, what: PlayKind, card: str, paid: tuple[str, ...]
) -> AttackPlay:
    """Groups act on a card."""
    return record(table, AttackPlay(0, seat, what, card, paid=paid))


def set_off(table: InwoTable, play: AttackPlay, cards: list[str]) -> None:
    """Cards are out of force by a play, and go for good as the window closes."""
    for copy in cards:
        table.emit(ev.CardSetOff(copy, play.full))


# --- moves (I9.5, I9.6) ---------------------------------------------------------------------


def as_move(
    state: InwoState, seat: str, root: str, laid: Arrangement, paid: tuple[str, ...]
) -> AttackPlay:
    """A move as a play, with the tokens it costs its branch. One that loses cards waits: that
    cannot be undone."""
    rows = tuple(zip(_lying(state, laid), laid.laid, strict=True))
    moved = evolve_inwo(state, ev.BranchLaid(seat, laid.laid, "moved"))
    known, held = facts(moved), state.tokens
    lost = [row.card for row in laid.laid if held.get(row.card) and bars_tokens(known, row.card)]
    play = AttackPlay(0, seat, "move", root, paid=paid, moved=rows, waits=bool(laid.lost))
    return changed(play, taken=tuple((copy, held[copy]) for copy in lost), lost=laid.lost)


def _lying(state: InwoState, laid: Arrangement) -> list[Laid]:
    """How the cards that are laid anew lie now."""
    cards = [state.table[row.card] for row in laid.laid]
    return [Laid(card.copy, card.master or "", card.arrow or "N") for card in cards]


def announce_move(table: InwoTable, play: AttackPlay, *, is_free: bool) -> None:
    """It is paid, and can be cancelled from now on."""
    payer = play.paid[0]
    if is_free:
        play = changed(play, once=(play.seat, f"move:{payer}", False))
        table.emit(ev.OnceUsed(play.seat, f"move:{payer}"))
    else:
        table.spend(play.seat, payer, "move")
    play = record(table, play)
    if not play.waits:
        carry_move(table, play)
