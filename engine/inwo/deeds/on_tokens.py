"""Deeds about many tokens at once: all of two players, a wave of new ones (I35.16, I35.20)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.rulings import Refusal
from engine.inwo import abilities as ab
from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo import rulings as rl
from engine.inwo.deeds.aimed import Aimed, AimedEffect, TokenRows, may_touch, named_card
from engine.inwo.deeds.cancels import acting
from engine.inwo.deeds.laying import bars_tokens
from engine.inwo.deeds.on_players import refuse_player, victim_of
from engine.inwo.inwotable import InwoTable, find, on_table
from engine.inwo.rulings import refuse
from engine.inwo.state import AttackPlay, InwoState

MOST_SOLD = 10


# --- all tokens of two players (I38.49) -----------------------------------------------------


def tire_all(table: InwoTable, aimed: Aimed) -> None:
    """Every token of a rival's Groups and of his own; those of Resources stay."""
    for seat in (victim_of(aimed), aimed.seat):
        held = table.state.tokens
        rows = tuple((c, held[c]) for c in table.known.groups[seat] if held.get(c, 0))
        if rows:
            table.emit(ev.TokensTaken(seat, rows, "effect"))


# --- cards for tokens (I36.11) --------------------------------------------------------------


def _sold(aimed: Aimed) -> list[str] | None:
    """The Group cards of the hand that are named, then the top of the deck: one a token. That is
    not for who shares it with all (I30.3)."""
    holder = aimed.known.state.seat(aimed.seat)
    names = [name.strip() for name in aimed.order.value.split(",") if name.strip()]
    held = [find(holder.groups, name) for name in (*names, *aimed.order.paying)]
    number = len(aimed.order.on)
    cards = [copy for copy in held if copy is not None]
    is_fit = len(cards) == len(held) == len(set(held)) <= number
    if aimed.known.state.options.game_form != "one-big-deck":
        cards += holder.group_deck[: number - len(cards)]
    return cards if is_fit and len(cards) == number else None


def refuse_selling(aimed: Aimed) -> Refusal | None:
    """Each card puts a token on another Group of his; no more than ten."""
    known, named = aimed.known, [named_card(aimed.known.state, n) for n in aimed.order.on]
    if not named or len(set(named)) < len(named) or len(named) > MOST_SOLD:
        return refuse(rl.TARGET_UNFIT, card=aimed.card)
    for copy in named:
        if copy not in known.groups[aimed.seat] or bars_tokens(known, copy):
            return refuse(rl.TARGET_UNFIT, card=aimed.card, on=copy)
    return None if _sold(aimed) is not None else refuse(rl.COST_NOT_MET, card=aimed.card)


def sell_out(table: InwoTable, aimed: Aimed) -> None:
    for copy in _sold(aimed) or ():
        in_hand = copy in table.state.seat(aimed.seat).groups
        table.discard(aimed.seat, copy, "groups" if in_hand else "group_deck", "cost")
    table.emit(ev.TokensPlaced(aimed.seat, sold_rows(aimed)))


def sold_rows(aimed: Aimed) -> TokenRows:
    """A token for each Group named."""
    return tuple((named_card(aimed.known.state, name), 1) for name in aimed.order.on)


# --- tokens lost and actions cancelled (I35.20) ---------------------------------------------


def silenced(aimed: Aimed) -> TokenRows:
    """The tokens of the Groups that are named."""
    tokens = aimed.known.state.tokens
    named = dict.fromkeys(on_table(aimed.known.state, name) for name in aimed.order.on)
    return tuple((copy, tokens[copy]) for copy in named if copy and tokens.get(copy, 0))


def plays_silenced(aimed: Aimed) -> list[AttackPlay]:
    """The actions just taken by the Groups named, and the plays named by their number."""
    state = aimed.known.state
    named = {on_table(state, name) for name in aimed.order.on}
    numbers = {name if "." in name else f"{name}.1" for name in aimed.order.on}
    return [
        play
        for play in _open_plays(state)
        if play.card != aimed.card and any(may_touch(aimed, copy) for copy in acting(play))
        if play.full in numbers or named & set(acting(play))
    ]


def _open_plays(state: InwoState) -> list[AttackPlay]:
    late = state.round - 1
    return [p for p in state.plays if not p.cancelled and not p.done and p.round >= late]


def refuse_silencing(aimed: Aimed) -> Refusal | None:
    """Only such Groups are named, and one of them has something to lose."""
    state = aimed.known.state
    for name in aimed.order.on:
        copy = on_table(state, name)
        if copy is not None and not may_touch(aimed, copy):
            return refuse(rl.TARGET_UNFIT, card=aimed.card, on=copy)
        seat = state.controller(copy) if copy else None
        if state.shelters(seat or "", aimed.seat):
            return refuse(rl.FIRST_TURN, seat=seat or "")
    has_effect = silenced(aimed) or plays_silenced(aimed)
    return None if has_effect else refuse(rl.NO_TOKEN_TO_USE, card=aimed.card)


def silence(table: InwoTable, aimed: Aimed) -> None:
    for copy, number in silenced(aimed._replace(known=table.known)):
        seat = table.state.table[copy].seat
        table.emit(ev.TokensTaken(seat, ((copy, number),), "effect"))


# --- the end of a turn ----------------------------------------------------------------------


def is_last(state: InwoState) -> bool:
    """Whether nothing but the knock is left of the mover's script (I38.49)."""
    return all(isinstance(line.order, od.Knock) for line in state.turn.script)


ON_TOKENS: Mapping[ab.DeedName, AimedEffect] = {
    "tire-all": AimedEffect(refuse_player, tire_all),
    "sell-out": AimedEffect(refuse_selling, sell_out, waits=False),
    "silence": AimedEffect(refuse_silencing, silence, waits=False),
}
"""A row a deed."""
