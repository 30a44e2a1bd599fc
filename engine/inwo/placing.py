"""A state from a position as tables of text (I39.7 to I39.11), for examples, rulings and tools."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from engine.core.values import changed
from engine.inwo import abilities as ab
from engine.inwo.cards import INWO_CARDS, card_id, card_of, is_resource
from engine.inwo.copy_numbers import misnumbered, numbered, with_number
from engine.inwo.game import with_house
from engine.inwo.reach import of_chief
from engine.inwo.ruins import is_credited
from engine.inwo.state import (
    CHIEF_JUSTICE,
    OFF_HOURS,
    UNCONTROLLED,
    Change,
    InwoOptions,
    InwoSeat,
    InwoState,
    InwoTurn,
    OnTable,
    OpenAsk,
    Ruin,
)

Position = Mapping[str, Any]
COMPLETED = 3
"""Turns taken where a position does not say."""
_HANDS = ("plots", "exposed", "group_hand", "failed", "plot_deck", "group_deck", "discards")
NUMBERS = ("power", "global", "resistance")
"""What changes by a number (I39.10)."""
_IN_THIS_TURN = ("", "use:", "link:", "move:")
_IN_THE_GAME = ("", "use:", "exposed:", "victim:")
"""How the engine marks what was used."""
DEEDS = ("bring", "draw")
"""What is done for an Illuminati action once a turn and is no card (I5.5)."""
_BEFORE_TOKENS = ("b0", "b1", "b2", "b3")


class PositionError(ValueError):
    """A position that cannot be; `faults` says all that is wrong with it."""

    def __init__(self, faults: Sequence[str]) -> None:
        super().__init__("\n".join(faults))
        self.faults = tuple(faults)


class _Copies:
    """Names copies as they come, each owned by the seat that a row names."""

    def __init__(self, seats: Sequence[str]) -> None:
        self.letters = {seat: chr(ord("a") + at) for at, seat in enumerate(seats)}
        self.counts: Counter[str] = Counter()

    def new(self, id_: str, owner: str) -> str:
        if id_ not in INWO_CARDS:
            raise PositionError([f"{id_}: no such card"])
        if owner not in self.letters:
            raise PositionError([f"{id_}: {owner!r} is no seat"])
        self.counts[owner] += 1
        return f"{id_}@{self.letters[owner]}{self.counts[owner]}"

    def all(self, cards: Sequence[Any], owner: str) -> tuple[str, ...]:
        """Cards by their ids, or in tables with owners of their own."""
        rows = (card if isinstance(card, Mapping) else {"id": card} for card in cards)
        return tuple(self.new(row["id"], row.get("owner") or owner) for row in rows)


def place(position: Position) -> InwoState:
    """The state of a position; PositionError where it cannot be."""
    rows = numbered(position["seat"])
    if wrong := misnumbered(rows):
        raise PositionError([f"{wrong}: copy numbers its copies in play 1, 2, ..."])
    names = [row["name"] for row in rows]
    copies = _Copies(names)
    options = with_house(msgspec.convert(position.get("options", {}), InwoOptions))
    table: dict[str, OnTable] = {}
    tokens: dict[str, int] = {}
    seats = _placed_seats(rows, copies, table, tokens)
    _place_common(position, copies, table, tokens)
    decks: dict[str, Any] = {
        deck: copies.all(position.get(deck, ()), names[0]) for deck in options.shared
    }
    piles = (*position.get("plot_discards", ()), *position.get("group_discards", ()))
    thrown = copies.all(piles, names[0])
    seats = [
        changed(seat, **decks, discards=(*seat.discards, *(() if at else thrown)))
        for at, seat in enumerate(seats)
    ]
    state = InwoState(
        options,
        tuple(seats),
        position.get("players_began", len(seats)),
        _turn(position, table),
        table,
        tokens,
        (
            *(of for copy in table for of in _of_marks(table[copy])),
            *(_change(row, table, seats) for row in position.get("changes", ())),
            *((OFF_HOURS,) if position.get("off_hours") else ()),
        ),
        first=position.get("first", names[0]),
        barred=tuple(position.get("barred", ())),
    )
    return changed(
        state, asks=(OpenAsk(f"script-{state.turn.number}", "script", (state.turn.seat,)),)
    )


def _placed_seats(
    rows: Sequence[Mapping[str, Any]],
    copies: _Copies,
    table: dict[str, OnTable],
    tokens: dict[str, int],
) -> list[InwoSeat]:
    """The seats of a position; what they control is put onto the table, with its tokens."""
    seats = []
    for row in rows:
        seat = _seat(row, copies)
        seats.append(seat)
        if not seat.is_out:
            table[seat.illuminati] = OnTable(seat.illuminati, seat.name)
            tokens[seat.illuminati] = row.get("tokens", 0)
        for copy, number in _groups(row, seat, copies, table):
            tokens[copy] = number
    for row, seat in zip(rows, seats, strict=True):
        _resources(row, seat, copies, table, tokens)
    seats = [_secrets(row, seat, copies, table) for row, seat in zip(rows, seats, strict=True)]
    seats = [_with_used(seat, row, table) for row, seat in zip(rows, seats, strict=True)]
    _join_ends(rows, table)
    return seats


def _place_common(
    position: Position, copies: _Copies, table: dict[str, OnTable], tokens: dict[str, int]
) -> None:
    """New World Orders, and Groups that nobody controls."""
    first = next(iter(copies.letters))
    for entry in position.get("nwos", ()):
        card = entry if isinstance(entry, Mapping) else {"id": entry}
        by = card.get("by") or first
        copy = copies.new(card["id"], by)
        table[copy] = OnTable(copy, by, value=card.get("choice", ""))
    for entry in position.get("uncontrolled", ()):
        id_ = entry["id"] if isinstance(entry, Mapping) else entry
        copy = copies.new(id_, first)
        table[copy] = OnTable(copy, UNCONTROLLED)
        tokens[copy] = 0


def _seat(row: Mapping[str, Any], copies: _Copies) -> InwoSeat:
    name = row["name"]
    exposed = copies.all(row.get("exposed", ()), name)
    zones = {zone: copies.all(row.get(zone, ()), name) for zone in _HANDS if zone != "exposed"}
    held = zones.pop("group_hand")
    failed = _failed(row.get("failed", ()), held)
    return InwoSeat(
        name,
        copies.new(row["illuminati"], name),
        plots=(*exposed, *zones["plots"]),
        exposed=exposed,
        groups=held,
        failed=failed,
        plot_deck=zones["plot_deck"],
        group_deck=zones["group_deck"],
        discards=zones["discards"],
        destroyed=tuple(_ruin(ruin, name, copies) for ruin in row.get("destroyed", ())),
        agents=copies.all(row.get("agents", ()), name),
        turns_taken=row.get("turns_taken", COMPLETED),
        is_out=row.get("eliminated", False),
    )


def _with_used(seat: InwoSeat, row: Mapping[str, Any], table: Mapping[str, OnTable]) -> InwoSeat:
    """The seat with the marks of what it has used in this turn and in the game (I39.7)."""
    return changed(
        seat,
        used=tuple(_marks(row.get("used", ()), _IN_THIS_TURN, table)),
        used_up=tuple(_marks(row.get("used_up", ()), _IN_THE_GAME, table)),
    )


def _marks(ids: Sequence[str], kinds: Sequence[str], table: Mapping[str, OnTable]) -> Iterator[str]:
    """All marks by which a card counts as used, by its id and by its copies in play."""
    for entry in ids:
        id_, _, number = entry.partition("#")
        if id_ in DEEDS:
            yield id_
            continue
        if id_ not in INWO_CARDS:
            raise PositionError([f"{id_}: no such card"])
        if any(isinstance(one, ab.FreePrivilege) for one in INWO_CARDS[id_].abilities):
            yield "privilege"
        copies = [copy for copy in table if card_id(copy) == id_]
        names = (id_, *(with_number(copies, number, table) if number else copies))
        yield from (f"{kind}{name}" for kind in kinds for name in names)


def _failed(ids: Sequence[str], held: Sequence[str]) -> tuple[str, ...]:
    """Of a hand the copies that its player has failed to take, each once."""
    found: list[str] = []
    for id_ in ids:
        left = (copy for copy in held if card_id(copy) == id_ and copy not in found)
        copy = next(left, None)
        if copy is None:
            raise PositionError([f"failed: {id_} is not in group_hand"])
        found.append(copy)
    return tuple(found)


def _ruin(row: Any, name: str, copies: _Copies) -> Ruin:
    entry = row if isinstance(row, Mapping) else {"id": row}
    copy = copies.new(entry["id"], entry.get("owner") or name)
    words = tuple(sorted(card_of(copy).words))
    killed, beyond = entry.get("killed", False), entry.get("beyond", False)
    return Ruin(copy, words, killed, beyond, is_credited(copy))


def _groups(
    row: Mapping[str, Any], seat: InwoSeat, copies: _Copies, table: dict[str, OnTable]
) -> Iterator[tuple[str, int]]:
    """Groups with their tokens, masters first; what is linked to each lies after it."""
    for group in row.get("groups", ()):
        copy = copies.new(group["id"], group.get("owner") or seat.name)
        master = _named(group["master"], seat.name, table)
        if master is None:
            raise PositionError([f"{group['id']}: no master {group['master']}"])
        table[copy] = OnTable(
            copy,
            seat.name,
            master,
            group["arrow"],
            devastated=group.get("devastated", False),
            marks=tuple(group.get("marks", ())),
            value=group.get("called", ""),
            number=group.get("copy", 0),
        )
        yield copy, group.get("tokens", 0)
        for link in group.get("linked", ()):
            plot = link if isinstance(link, Mapping) else {"id": link}
            owner = plot.get("owner") or seat.name
            linked = copies.new(plot["id"], owner)
            table[linked] = OnTable(linked, owner, host=copy, value=plot.get("value", ""))


def _resources(
    row: Mapping[str, Any],
    seat: InwoSeat,
    copies: _Copies,
    table: dict[str, OnTable],
    tokens: dict[str, int],
) -> None:
    for entry in row.get("resources", ()):
        card = entry if isinstance(entry, Mapping) else {"id": entry}
        copy = copies.new(card["id"], card.get("owner") or seat.name)
        host = _named(card.get("linked", ""), seat.name, table)
        if host is None and card.get("linked"):
            raise PositionError([f"{card['id']}: linked to {card['linked']}, not in play"])
        host = host or seat.illuminati
        table[copy] = OnTable(copy, seat.name, host=host, number=card.get("copy", 0))
        if card_of(copy).action_tokens:
            tokens[copy] = card.get("tokens", 0)
    for entry in row.get("zaps", ()):
        card = entry if isinstance(entry, Mapping) else {"id": entry}
        owner = card.get("owner") or seat.name
        copy = copies.new(card["id"], owner)
        table[copy] = OnTable(copy, owner, host=seat.illuminati)


def _secrets(
    row: Mapping[str, Any], seat: InwoSeat, copies: _Copies, table: Mapping[str, OnTable]
) -> InwoSeat:
    """The notes on a seat's cards and the Plots that lie under them, which are of its hand."""
    notes: dict[str, str] = {}
    stored: dict[str, str] = {}
    for entry in (*row.get("groups", ()), *row.get("resources", ())):
        if not isinstance(entry, Mapping):
            continue
        host = _named(entry["id"], seat.name, table)
        assert host is not None
        if entry.get("note"):
            notes[host] = entry["note"]
        below = copies.all(entry.get("stores", ()), seat.name)
        if card_of(host).ability(ab.HidesResources) is not None:
            seat = changed(seat, hidden=tuple(below))
            continue
        stored |= dict.fromkeys(below, host)
    if not notes and not stored:
        return seat
    return changed(seat, notes=notes, stored=stored, plots=(*seat.plots, *stored))


def _join_ends(rows: Sequence[Mapping[str, Any]], table: dict[str, OnTable]) -> None:
    """The other ends of links that join two cards (I39.8)."""
    for row in rows:
        own = [copy for copy, card in table.items() if card.seat == row["name"] and card.master]
        for copy, group in zip(own, row.get("groups", ()), strict=True):
            ends = [(copy, group.get("linked_to", ""))]
            links = [one for one in table if table[one].host == copy and not is_resource(one)]
            for linked, plot in zip(links, group.get("linked", ()), strict=True):
                ends.append((linked, plot.get("to", "") if isinstance(plot, Mapping) else ""))
            for one, name in ends:
                if name:
                    table[one] = changed(table[one], tied=_end(name, row["name"], table))


def _end(name: str, seat: str, table: Mapping[str, OnTable]) -> str:
    found = _named(name, seat, table)
    if found is None:
        raise PositionError([f"{name}: a link to what is not in play"])
    return found


def _named(name: str, seat: str, table: Mapping[str, OnTable]) -> str | None:
    """The copy of that number in play, else one of the same seat first (I39.9)."""
    id_, _, number = name.partition("#")
    fitting = [copy for copy in table if copy.startswith(f"{id_}@")]
    if number:
        return next(iter(with_number(fitting, number, table)), None)
    mine = [copy for copy in fitting if table[copy].seat == seat]
    return next(iter((*mine, *fitting)), None)


def _turn(position: Position, table: Mapping[str, OnTable]) -> InwoTurn:
    step = position.get("step", "main")
    late = tuple(copy for copy, card in table.items() if "captured" in card.marks)
    return InwoTurn(
        position.get("turn_number", 1),
        position["to_move"],
        "b3" if step in _BEFORE_TOKENS else step,
        late=late,
    )


def _of_marks(card: OnTable) -> tuple[Change, ...]:
    """What a mark of a position brings with it (I39.11)."""
    return of_chief(card.copy) if CHIEF_JUSTICE in card.marks else ()


def _change(
    row: Mapping[str, Any], table: Mapping[str, OnTable], seats: Sequence[InwoSeat]
) -> Change:
    """On what is in play, or else on a Group card of a hand, which may be attacked (I1.5)."""
    on = row["on"]
    if on != "all" and on not in [seat.name for seat in seats]:
        held = (copy for seat in seats for copy in seat.groups if card_id(copy) == on)
        found = _named(on, "", table) or next(held, None)
        if found is None:
            raise PositionError([f"{on}: a change of what is neither in play nor in a hand"])
        on = found
    is_number = row["stat"] in NUMBERS
    until = row.get("until", "turn")
    if until == "action":
        until = f"action:{on}"
    return Change(
        on,
        row["stat"],
        row.get("op", "add" if is_number else "gain"),
        row.get("value", 0 if is_number else ""),
        row.get("for", ""),
        until,
        row.get("is", ""),
    )
