"""What a moderator may change by hand: a line of his to another state, told and audited.

The forms are in `FORMS`; what none of them can do is done by `STATE path = json`, on the state as
it is stored.
"""

from __future__ import annotations

import re
from dataclasses import replace

from engine.core.geometry import SIDES, Side
from engine.core.values import changed
from engine.illuminati.cards import CARDS, SPECIALS
from engine.illuminati.events import Event, ThrowAllowed
from engine.illuminati.evolve import evolve
from engine.illuminati.evolve.ledger import put_right
from engine.illuminati.state import Holding, SeatState, State, TurnState
from engine.illuminati.winning import choosable_goals
from pbem.documents.layout.plain import capitalized
from pbem.games.contract.editing import (
    CARD,
    SEAT,
    EditForms,
    StateEdit,
    edit_form,
    edit_of,
    how_to_edit,
)
from pbem.games.contract.values import RulesetError, Step, seat_called
from pbem.games.illuminati.edit_forms import EDITS
from pbem.games.illuminati.edited_states import broken_in, name_of, public_name, set_at, touched_by
from pbem.games.illuminati.language.names.vocabulary import (
    card_index,
    illuminati_index,
    special_index,
)
from pbem.grammar.orders.spelling import key


def moved_to(state: State, card: str, seat: str, master: str, arrow: Side) -> State:
    """The group under another master, its own puppets and all their money with it."""
    moved = _subtree(state, card)
    old = state.holdings.get(card)
    head = Holding(card, seat, master, arrow, old.money if old else 0)
    rest = {name: held for name, held in state.holdings.items() if name not in moved}
    below = {name: changed(state.holdings[name], seat=seat) for name in moved if name != card}
    loose = state if old else _without(state, card)
    return changed(loose, holdings={**rest, card: head, **below})


def hand_over(state: State, special: str, seat: str) -> State:
    """The Special in that hand, taken from wherever it was."""
    loose = _without(state, special)
    seats = tuple(
        changed(row, hand=(*row.hand, special)) if row.name == seat else row for row in loose.seats
    )
    return changed(loose, seats=seats)


def put_away(state: State, card: str, place: str) -> State:
    """The card alone at the end of a pile: "uncontrolled", "dead", "deck" or "discards"."""
    loose = _without(state, card)
    match place:
        case "uncontrolled":
            return changed(loose, uncontrolled=(*loose.uncontrolled, card))
        case "dead":
            return changed(loose, dead=(*loose.dead, card))
        case "deck":
            return changed(loose, deck=(*loose.deck, card))
        case _:
            return changed(loose, discards=(*loose.discards, card))


def _without(state: State, card: str) -> State:
    """The state with the card nowhere."""

    def less(pile: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(one for one in pile if one != card)

    return changed(
        state,
        seats=tuple(changed(row, hand=less(row.hand)) for row in state.seats),
        holdings={name: held for name, held in state.holdings.items() if name != card},
        uncontrolled=less(state.uncontrolled),
        dead=less(state.dead),
        deck=less(state.deck),
        discards=less(state.discards),
    )


def _subtree(state: State, card: str) -> list[str]:
    """The card and all below it, masters first."""
    found = [card]
    for name in found:
        found += [
            one for one, held in state.holdings.items() if held.master == name and one not in found
        ]
    return found


MOST_MONEY = 9999


def edited(state: State, text: str) -> StateEdit[State]:
    """The change that a line asks for; RulesetError for no such line."""
    change = edit_of(FORMS, HOW, state, text)
    after = put_right(state, change.state)
    return replace(change, state=after, broken=tuple(broken_in(after)))


HOW = how_to_edit(EDITS.forms)


def _money(state: State, found: re.Match[str]) -> StateEdit[State]:
    card, amount = _card(state, found["card"]), int(found["n"][:12])
    holding = state.holdings.get(card)
    if holding is None:
        raise RulesetError(f"{name_of(card)} is in no structure, so it has no treasury.")
    if amount < 0:
        raise RulesetError(f"{amount} MB cannot be: a treasury has from 0 to {MOST_MONEY}.")
    if amount > MOST_MONEY:
        raise RulesetError(f"{amount} MB is more than any treasury holds; at most {MOST_MONEY}.")
    held = changed(holding, money=amount)
    what = f"has {amount} MB instead of {holding.money}."
    text = f"{name_of(card)} of {holding.seat} {what}"
    is_hidden_card = public_name(state, card) != name_of(card)
    whose = public_name(state, card) if is_hidden_card else f"{name_of(card)} of {holding.seat}"
    said = f"The money on {whose} was put right."
    if state.options.treasuries == "open":
        said = f"{capitalized(whose)} {what}"
    after = changed(state, holdings={**state.holdings, card: held})
    return StateEdit(after, text, said, {holding.seat: text})


def _give(state: State, found: re.Match[str]) -> StateEdit[State]:
    seat = _seat(state, found["seat"])
    if found["master"] is None:
        special = _special(state, found["card"])
        if special is None:
            name = name_of(_card(state, found["card"]))
            raise RulesetError(
                f"Where does it go? GIVE {name} TO {seat} UNDER master AT N, E, S or W"
            )
        return _to_hand(state, special, seat)
    card, master = _card(state, found["card"]), _card(state, found["master"])
    if CARDS[card].is_illuminati:
        raise RulesetError(f"{name_of(card)} is an Illuminati, and stays where it is.")
    arrow = next(side for side in SIDES if side == found["arrow"].upper())
    owner = state.owner(card)
    from_ = f" instead of {owner}" if owner not in (None, seat) else ""
    head = f"{seat} controls {name_of(card)}{from_}: it is under"
    text = f"{head} {name_of(master)}, at arrow {arrow}."
    said = f"{head} {public_name(state, master)}, at arrow {arrow}."
    return StateEdit(moved_to(state, card, seat, master, arrow), text, said)


def _to_hand(state: State, special: str, seat: str) -> StateEdit[State]:
    owner = next((one.name for one in state.seats if special in one.hand), None)
    text = f"{seat} has the Special {name_of(special)}."
    to = {seat: f"You have the Special {name_of(special)}."}
    if owner not in (None, seat):
        text = f"{seat} has the Special {name_of(special)} instead of {owner}."
        to[str(owner)] = f"You no longer have the Special {name_of(special)}."
    return StateEdit(hand_over(state, special, seat), text, _hidden("a hand"), to)


def _hidden(what: str) -> str:
    return f"Something hidden was put right: {what}."


def _put(state: State, found: re.Match[str]) -> StateEdit[State]:
    place = found["place"].lower()
    card = _special(state, found["card"]) or _card(state, found["card"])
    if card in CARDS and CARDS[card].is_illuminati:
        raise RulesetError(f"{name_of(card)} is an Illuminati, and stays where it is.")
    if place in (("uncontrolled", "dead") if card in SPECIALS else ("discards",)):
        raise RulesetError(f"{name_of(card)} cannot be there. {HOW}")
    where = {"dead": "dead", "discards": "in the discards", "deck": "at the bottom of the deck"}
    text = f"{name_of(card)} is {where.get(place, place)}."
    owner = next((one.name for one in state.seats if card in one.hand), None)
    to = {owner: f"You no longer have {name_of(card)}: it was taken away."} if owner else {}
    said = _hidden("the deck, or a hand") if card in SPECIALS else text
    return StateEdit(put_away(state, card, place), text, said, to)


def _hand(state: State, found: re.Match[str]) -> StateEdit[State]:
    seat, special = _seat(state, found["seat"]), _special(state, found["card"])
    if special is None:
        raise RulesetError(f'"{found["card"][:30]}" is not a Special of this game.')
    if found["how"].upper() == "ADD":
        return _to_hand(state, special, seat)
    if special not in state.seat(seat).hand:
        raise RulesetError(f"{seat} does not have {name_of(special)}.")
    text = f"{seat} no longer has the Special {name_of(special)}; it is in the discards."
    to = {seat: f"You no longer have the Special {name_of(special)}; it is in the discards."}
    return StateEdit(put_away(state, special, "discards"), text, _hidden("a hand"), to)


def _move(state: State, found: re.Match[str]) -> StateEdit[State]:
    seat = _seat(state, found["seat"])
    if state.seat(seat).is_out:
        raise RulesetError(f"{seat} is out of the game.")
    if state.turn.seat == seat:
        raise RulesetError(f"It is the turn of {seat} already.")
    text = f"It is the turn of {seat}, not of {state.turn.seat}; no income or card comes with it."
    return StateEdit(changed(state, turn=TurnState(state.turn.number, seat)), text, text)


def _goal(state: State, found: re.Match[str]) -> StateEdit[State]:
    seat, typed = _seat(state, found["seat"]), found["card"]
    goal = None
    if typed.upper() != "NONE":
        ids = illuminati_index().exact(key(typed))
        goal = ids[0] if len(ids) == 1 and ids[0] in choosable_goals() else None
        if goal is None:
            raise RulesetError(f'"{typed[:30]}" is the goal of none of the Illuminati.')
    row = changed(state.seat(seat), goal=goal)
    text = f"The secret goal of {seat} is {name_of(goal) if goal else 'none'}."
    to = {seat: f"Your secret goal is {name_of(goal) if goal else 'none'}."}
    return StateEdit(_with(state, row), text, _hidden("a secret goal"), to)


def _kills(state: State, found: re.Match[str]) -> StateEdit[State]:
    seat, card = _seat(state, found["seat"]), _card(state, found["card"])
    row = state.seat(seat)
    owner = state.owner(card)
    if found["how"].upper() == "ADD" and owner is not None:
        raise RulesetError(
            f"{name_of(card)} is in the structure of {owner}, and what is destroyed is in none. "
            f"Write EDIT {name_of(card)} TO DEAD first."
        )
    if found["how"].upper() == "ADD":
        kills = (*(one for one in row.kills if one != card), card)
        text = f"{name_of(card)} counts as destroyed by {seat}."
    elif card in row.kills:
        kills = tuple(one for one in row.kills if one != card)
        text = f"{name_of(card)} no longer counts as destroyed by {seat}."
    else:
        raise RulesetError(f"{name_of(card)} does not count as destroyed by {seat}.")
    return StateEdit(_with(state, changed(row, kills=kills)), text, text)


def _path(state: State, found: re.Match[str]) -> StateEdit[State]:
    after, text = set_at(state, found["path"], found["json"])
    seat, what = touched_by(state, found["path"])
    said = f"The state of the game was put right: {what}." if what else _hidden("by hand")
    return StateEdit(after, text, said, {seat: text} if seat else {})


def _with(state: State, row: SeatState) -> State:
    seats = tuple(row if seat.name == row.name else seat for seat in state.seats)
    return changed(state, seats=seats)


def _seat(state: State, typed: str) -> str:
    return seat_called(typed, [seat.name for seat in state.seats])


def _special(state: State, typed: str) -> str | None:
    found = special_index(state.options.own_cards).exact(key(typed))
    return found[0] if len(found) == 1 else None


def _card(state: State, typed: str) -> str:
    index = card_index(state.options.own_cards)
    found = index.exact(key(typed)) or index.parts(key(typed))
    if len(found) != 1:
        own = next((seat for seat in state.seats if seat.name == typed.casefold()), None)
        if own is not None:
            such = public_name(state, own.illuminati)
            raise RulesetError(f"{own.name} is a player; this takes a card, such as {such}.")
        near = ", ".join(map(name_of, found[:4] or index.nearest(key(typed))))
        meant = f"; did you mean {near}?" if near else "."
        raise RulesetError(f'"{typed[:30]}" is not a card that can lie on the table{meant}')
    return found[0]


FORMS: EditForms[State] = (
    (edit_form(r"STATE (?P<path>\S+?) ?= ?(?P<json>.+)"), _path),
    (edit_form(rf"MONEY (?:OF|ON) {CARD}(?: TO| =)? (?P<n>-?[0-9]+)(?: ?MB)?"), _money),
    (edit_form(rf"HAND OF {SEAT} (?P<how>ADD|REMOVE) {CARD}"), _hand),
    (edit_form(rf"KILLS OF {SEAT} (?P<how>ADD|REMOVE) {CARD}"), _kills),
    (edit_form(rf"GOAL OF {SEAT}(?: TO)? {CARD}"), _goal),
    (edit_form(rf"MOVE TO {SEAT}"), _move),
    (
        edit_form(rf"GIVE {CARD} TO {SEAT}(?: UNDER (?P<master>.+?) (?:AT|ON) (?P<arrow>[NESW]))?"),
        _give,
    ),
    (edit_form(rf"{CARD} TO (?:THE )?(?P<place>UNCONTROLLED|DEAD|DECK|DISCARDS)"), _put),
)


def allow(state: State, seat: str) -> Step[State, Event]:
    """Until the open turn ends the seat's gifts and trades may give the game away (R9.4)."""
    if state.seat(seat).is_out:
        raise RulesetError(f"{seat} is out of the game and has nothing left to give.")
    if seat in state.turn.allowed:
        raise RulesetError(f"{seat} may do it already, until turn {state.turn.number} ends.")
    event = ThrowAllowed(seat)
    return Step(evolve(state, event), (event,))
