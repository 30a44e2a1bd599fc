"""What a moderator may change by hand in a game of INWO: a line of his to another state, audited.

What none of the forms can do is done by `STATE path = json`, on the state as it is stored.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import msgspec

from engine.core.geometry import SIDES
from engine.core.values import changed
from engine.inwo.audit import audit_inwo, everything
from engine.inwo.cards import INWO_CARDS, card_id, card_of, is_resource
from engine.inwo.options import inwo_options
from engine.inwo.state import InwoSeat, InwoState, OnTable
from engine.inwo.view import inwo_view
from pbem.games.contract.editing import (
    CARD,
    SEAT,
    EditForms,
    StateEdit,
    edit_form,
    edit_of,
    how_to_edit,
    with_value,
)
from pbem.games.contract.values import RulesetError, seat_called
from pbem.games.inwo.adjudication.names import cards_called, names_near
from pbem.games.inwo.card_names import name_of
from pbem.games.inwo.edit_forms import EDITS

InwoEdit = StateEdit[InwoState]
MOST_TOKENS = 99
_FIXED = ("options", "winners", "draws", "players_began", "asks", "first")
"""Fields that other things rest on."""
_ZONES = ("plots", "exposed", "groups", "failed", "plot_deck", "group_deck", "discards", "unseen")
HOW = how_to_edit(EDITS.forms)


def edited(state: InwoState, text: str) -> InwoEdit:
    """The change that a line asks for; RulesetError for no such line."""
    change = edit_of(FORMS, HOW, state, text)
    return replace(change, broken=tuple(_broken(change.state)))


def _broken(state: InwoState) -> list[str]:
    """What is wrong with a state: invariants, and whatever cannot be shown of it."""
    unknown = [copy for copy in everything(state) if card_id(copy) not in INWO_CARDS]
    if unknown:
        return [f"there is no card {copy}" for copy in unknown]
    try:
        found = audit_inwo(state)
        for seat in () if found else state.seats:
            inwo_options(inwo_view(state, seat.name), seat.name)
    except (LookupError, ValueError, TypeError, AssertionError) as error:
        return [f"nothing can be told of it ({type(error).__name__}: {error})"]
    return found


# --- the forms ----------------------------------------------------------------------------------


def _tokens(state: InwoState, found: re.Match[str]) -> InwoEdit:
    copy, number = _on_table(state, found["card"]), int(found["n"][:6])
    if number > MOST_TOKENS:
        raise RulesetError(f"{number} tokens are more than any card holds; at most {MOST_TOKENS}.")
    before = state.tokens.get(copy, 0)
    many = "1 token" if number == 1 else f"{number} tokens"
    text = f"{name_of(copy)} of {state.table[copy].seat} has {many} instead of {before}."
    return StateEdit(changed(state, tokens={**state.tokens, copy: number}), text, text)


def _give(state: InwoState, found: re.Match[str]) -> InwoEdit:
    seat, copy = _seat(state, found["seat"]), _copy(state, found["card"])
    if is_resource(copy):
        after = _without(state, copy)
        after = changed(after, table={**after.table, copy: OnTable(copy, seat)})
        text = f"{seat} has the Resource {name_of(copy)}."
        return StateEdit(after, text, text)
    if card_of(copy).family != "group":
        raise RulesetError(f"{name_of(copy)} is neither a Group nor a Resource. {HOW}")
    if found["master"] is None:
        name = name_of(copy)
        raise RulesetError(f"Where does it go? GIVE {name} TO {seat} UNDER master AT N, E, S or W")
    master = _on_table(state, found["master"], seat)
    arrow = next(side for side in SIDES if side == found["arrow"].upper())
    loose = state if copy in state.table else _without(state, copy)
    rest = loose.table.get(copy) or OnTable(copy, seat)
    moved = changed(rest, seat=seat, master=master, arrow=arrow)
    table = {**loose.table, copy: moved}
    for one in _hanging(loose, copy):
        table[one] = changed(table[one], seat=seat)
    tokens = {**loose.tokens, copy: loose.tokens.get(copy, 0)}
    text = f"{seat} controls {name_of(copy)}: it is under {name_of(master)}, at arrow {arrow}."
    return StateEdit(changed(loose, table=table, tokens=tokens), text, text)


def _hanging(state: InwoState, copy: str) -> list[str]:
    """What is below a card of the table, and what is linked to any of that."""
    found = [copy]
    for one in found:
        found += [name for name, card in state.table.items() if one in (card.master, card.host)]
    return found[1:]


def _put(state: InwoState, found: re.Match[str]) -> InwoEdit:
    seat, copy = _seat(state, found["seat"]), _copy(state, found["card"])
    place = found["place"].upper()
    if copy == state.owner_of(copy).illuminati:
        raise RulesetError(
            f"{name_of(copy)} is the Illuminati of its player, and stays where it is."
        )
    if hanging := _hanging(state, copy):
        raise RulesetError(f"{name_of(hanging[0])} hangs on {name_of(copy)}: move that first.")
    if place != "HAND" and state.owner_of(copy).name != seat:
        owner = state.owner_of(copy).name
        raise RulesetError(
            f"{name_of(copy)} belongs to the deck of {owner}, and goes to nobody else."
        )
    loose = _without(state, copy)
    row = loose.seat(seat)
    is_plot = card_of(copy).is_plot
    zone = {"HAND": "plots" if is_plot else "groups", "DISCARDS": "discards"}.get(
        place, "plot_deck" if is_plot else "group_deck"
    )
    cards: tuple[str, ...] = getattr(row, zone)
    placed = (*cards, copy) if place in ("HAND", "BOTTOM") else (copy, *cards)
    words = {
        "HAND": "in the hand",
        "DECK": "on top of the deck",
        "BOTTOM": "at the bottom of the deck",
        "DISCARDS": "in the discards",
    }
    text = f"{name_of(copy)} is {words[place]} of {seat}."
    was_open = copy in state.table or place == "DISCARDS"
    said = text if was_open else "Something hidden was corrected: a hand, or a deck."
    holder = next((one.name for one in state.seats if copy in (*one.plots, *one.groups)), None)
    to = {name: text for name in dict.fromkeys((seat, holder)) if name} if not was_open else {}
    put: dict[str, Any] = {zone: placed}
    return StateEdit(_with(loose, changed(row, **put)), text, said, to)


def _devastated(state: InwoState, found: re.Match[str]) -> InwoEdit:
    copy, is_so = _on_table(state, found["card"]), found["what"].upper() == "DEVASTATED"
    if "place" not in card_of(copy).words:
        raise RulesetError(f"{name_of(copy)} is not a Place (I19.1).")
    card = changed(state.table[copy], devastated=is_so)
    text = f"{name_of(copy)} is {'Devastated' if is_so else 'Devastated no longer'}."
    return StateEdit(changed(state, table={**state.table, copy: card}), text, text)


def _path(state: InwoState, found: re.Match[str]) -> InwoEdit:
    encoded = msgspec.json.encode(state).decode()
    whole, text = with_value(encoded, found["path"], found["json"], _FIXED, ("tokens", "table"))
    try:
        after = msgspec.json.decode(whole, type=InwoState)
    except msgspec.ValidationError as error:
        raise RulesetError(f"That is not a state: {error}") from error
    names = [seat.name for seat in state.seats]
    if [seat.name for seat in after.seats] != names:
        raise RulesetError("Seats keep their names and their order.")
    if (after.turn.number, after.turn.asked) != (state.turn.number, state.turn.asked):
        raise RulesetError("The open turn keeps its number; ROLLBACK goes back to another.")
    first, _, rest = found["path"].partition(".")
    seat = rest.partition(".")[0]
    seat = names[int(seat)] if seat.isdecimal() and int(seat) < len(names) else seat
    to = {seat: text} if first == "seats" and seat in names else {}
    said = "Something hidden was corrected."
    return StateEdit(after, text, said, to)


# --- cards, seats, and states without one -------------------------------------------------------


def _without(state: InwoState, copy: str) -> InwoState:
    """The state with the card nowhere."""
    return changed(
        state,
        seats=tuple(_seat_without(seat, copy) for seat in state.seats),
        table={name: card for name, card in state.table.items() if name != copy},
        tokens={name: number for name, number in state.tokens.items() if name != copy},
    )


def _seat_without(seat: InwoSeat, copy: str) -> InwoSeat:
    zones = (*_ZONES, "bounced", "removed", "agents")
    left: dict[str, Any] = {
        zone: tuple(one for one in getattr(seat, zone) if one != copy) for zone in zones
    }
    destroyed = tuple(ruin for ruin in seat.destroyed if ruin.copy != copy)
    stored = {plot: host for plot, host in seat.stored.items() if plot != copy}
    return changed(seat, **left, destroyed=destroyed, stored=stored)


def _with(state: InwoState, row: InwoSeat) -> InwoState:
    seats = tuple(row if seat.name == row.name else seat for seat in state.seats)
    return changed(state, seats=seats)


def _seat(state: InwoState, typed: str) -> str:
    return seat_called(typed, [seat.name for seat in state.seats])


def _copy(state: InwoState, typed: str) -> str:
    """The copy of that name, on the table before any other; with `OF seat` one of his deck."""
    name, _, owner = typed.rpartition(" ")
    head, _, of = name.rpartition(" ")
    whose = [seat.name for seat in state.seats if seat.name.casefold() == owner.casefold()]
    is_owned = bool(whose) and of.casefold() == "of"
    copies = _copies(state, head if is_owned else typed)
    if is_owned:
        copies = [copy for copy in copies if state.owner_of(copy).name == whose[0]]
    on_table = [copy for copy in copies if copy in state.table]
    found = on_table or copies
    if not found:
        raise RulesetError(f'"{typed[:40]}" is not a card of this game.')
    owners = {state.owner_of(copy).name for copy in found}
    if len(owners) > 1:
        names = " or ".join(f"{name_of(found[0])} OF {one}" for one in sorted(owners))
        raise RulesetError(f"Whose is meant? {names}.")
    return found[0]


def _copies(state: InwoState, name: str) -> list[str]:
    ids = cards_called(name)
    here = list(everything(state))
    found = [copy for copy in here if card_id(copy) in ids]
    if len({card_id(copy) for copy in found}) > 1:
        there = sorted({name_of(copy) for copy in found})
        raise RulesetError(f'"{name[:40]}" may be {" or ".join(there[:5])}.')
    near = names_near(name) if not ids else ()
    if near:
        raise RulesetError(f'No card is called "{name[:40]}"; did you mean {near[0]}?')
    return found


def _on_table(state: InwoState, typed: str, seat: str = "") -> str:
    if typed.casefold() in ("illuminati", "his illuminati") and seat:
        return state.seat(seat).illuminati
    copy = _copy(state, typed)
    if copy not in state.table:
        raise RulesetError(f"{name_of(copy)} is not on the table.")
    return copy


FORMS: EditForms[InwoState] = (
    (edit_form(r"STATE (?P<path>\S+?) ?= ?(?P<json>.+)"), _path),
    (edit_form(rf"TOKENS (?:OF|ON) {CARD}(?: TO| =)? (?P<n>[0-9]+)"), _tokens),
    (edit_form(rf"(?P<what>DEVASTATED|RELIEVED) {CARD}"), _devastated),
    (
        edit_form(rf"GIVE {CARD} TO {SEAT}(?: UNDER (?P<master>.+?) (?:AT|ON) (?P<arrow>[NESW]))?"),
        _give,
    ),
    (edit_form(rf"{CARD} TO (?:THE )?(?P<place>HAND|DECK|BOTTOM|DISCARDS) OF {SEAT}"), _put),
)
