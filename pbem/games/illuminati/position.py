"""POSITION.toml: a game written down by hand, read into a State and refused where it cannot be."""

from __future__ import annotations

import difflib
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from engine.core.dice import SecretDice
from engine.core.geometry import SIDES, lay_out, overlaps
from engine.core.toml_text import toml_table
from engine.core.values import changed
from engine.illuminati import abilities as ab
from engine.illuminati.cards import (
    CARDS,
    EXTRAS,
    ILLUMINATI,
    MOST_SEATS,
    OUTLINES,
    SPECIALS,
    dealt_from,
)
from engine.illuminati.cards.card import CardError
from engine.illuminati.cards.custom import (
    KINDS,
    CustomCards,
    cards_with,
    deck_with,
    groups_with,
    own_cards_of,
    read_own_cards,
    specials_with,
)
from engine.illuminati.cards.reading import plain
from engine.illuminati.state import GameOptions, Holding, SeatState, State, TurnState
from engine.illuminati.turn.parts import MOST_PARTS
from pbem.games.contract.tools import PositionFile
from pbem.games.contract.values import RulesetError
from pbem.games.illuminati.codec import CodecError, options_of


def card_id(name: str, among: Iterable[str], where: str) -> str:
    """The id of a card of `among` called by id, name, code or alias; RulesetError otherwise."""
    wanted = plain(name)
    found = [card for card in among if wanted in _calls(card)]
    if len(found) == 1:
        return found[0]
    if found:
        raise RulesetError(f"{where}: {name!r} may be {' or '.join(found)}; say which")
    known = {call: card for card in among for call in sorted(_calls(card))}
    near = difflib.get_close_matches(wanted, known, n=3, cutoff=0.6)
    hint = ", ".join(dict.fromkeys(known[call] for call in near))
    raise RulesetError(f"{where}: no such card as {name!r}" + (f"; near: {hint}" if hint else ""))


# An id means one card for ever: the ids of a table's own cards carry a digest of what they are.
@lru_cache(maxsize=1024)
def _calls(card: str) -> frozenset[str]:
    entry = CARDS.get(card) or SPECIALS[card]
    return frozenset(map(plain, (entry.short_id, entry.name, entry.code, *entry.aliases)))


def known_keys(table: Mapping[str, Any], keys: tuple[str, ...], where: str) -> None:
    for key in table:
        if key not in keys:
            near = difflib.get_close_matches(key, keys, n=1)
            hint = f"did you mean {near[0]!r}?" if near else f"known are {', '.join(keys)}"
            raise RulesetError(f"{where}: unknown key {key!r}; {hint}")


def tables(table: Mapping[str, Any], key: str, where: str) -> list[dict[str, Any]]:
    rows = table.get(key, [])
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise RulesetError(f"{where}: {key} must be a list of tables")
    return rows


def word(table: Mapping[str, Any], key: str, where: str) -> str:
    value = table.get(key)
    if not isinstance(value, str) or not value.strip():
        raise RulesetError(f"{where}: {key} is missing or not a text")
    return value.strip()


def whole(table: Mapping[str, Any], key: str, where: str, default: int) -> int:
    value = table.get(key, default)
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise RulesetError(f"{where}: {key} must be a whole number from 0, not {value!r}")
    return value


def flag(table: Mapping[str, Any], key: str, where: str) -> bool:
    value = table.get(key, False)
    if not isinstance(value, bool):
        raise RulesetError(f"{where}: {key} must be true or false")
    return value


def cards(
    table: Mapping[str, Any], key: str, among: tuple[str, ...], where: str
) -> tuple[str, ...]:
    names = table.get(key, [])
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise RulesetError(f"{where}: {key} must be a list of cards")
    return tuple(card_id(name, among, f"{where}: {key}") for name in names)


FIXED_DICE = b"position"
"""The key that shuffles the cards named nowhere, so that a position is the same every time."""


def no_twice(names: Iterable[str], where: str) -> None:
    for name, times in Counter(names).items():
        if times > 1:
            raise RulesetError(f"{where} {name} is there twice")


def _places(state: State) -> Iterator[tuple[str, str]]:
    """Every card that is named, and where."""
    for holding in state.holdings.values():
        yield holding.card, f"{holding.seat}'s structure"
    for seat in state.seats:
        yield from ((card, f"{seat.name}'s hand") for card in seat.hand)
    for name in ("uncontrolled", "dead", "deck", "discards"):
        yield from ((card, name) for card in getattr(state, name))


def each_once(state: State) -> None:
    """No card in two places; a Special as often as it is printed."""
    places: dict[str, list[str]] = {}
    for card, place in _places(state):
        places.setdefault(card, []).append(place)
    for card, found in places.items():
        if len(found) > (SPECIALS[card].copies if card in SPECIALS else 1):
            raise RulesetError(f"{card} is in two places: {', '.join(found)}")


def check_structures(state: State) -> None:
    for seat in state.seats_in():
        rows = []
        arrows: dict[tuple[str, str], str] = {}
        for h in state.holdings.values():
            if h.seat != seat.name or h.master is None or h.arrow is None:
                continue
            other = arrows.setdefault((h.master, h.arrow), h.card)
            if other != h.card:
                raise RulesetError(
                    f"seat {seat.name}: {h.card} and {other} are on one arrow, "
                    f"{h.arrow} of {h.master}"
                )
            rows.append((h.card, h.master, h.arrow))
        ground = lay_out(seat.illuminati, rows, OUTLINES, state.options.shape)
        for one, other in overlaps(ground):
            raise RulesetError(f"seat {seat.name}: {one} and {other} overlap (R8.2)")


def with_rest(state: State) -> State:
    """The cards named nowhere, shuffled below the deck."""
    named = Counter(card for card, _ in _places(state))
    rest = []
    for card in deck_with(state.options.own_cards):
        if named[card]:
            named[card] -= 1
        else:
            rest.append(card)
    shuffled = SecretDice(FIXED_DICE).shuffle(0, "position", rest)
    return changed(state, deck=(*state.deck, *shuffled))


__all__ = ["card_id", "read_position", "state_in"]

TABLE_KEYS = ("game", "turn_number", "parts", "to_move", "players_began", "options", "seat")
PILE_KEYS = ("uncontrolled", "dead", "deck", "deck_exact", "discards")
TOP_KEYS = (*TABLE_KEYS, *PILE_KEYS, "cards", *KINDS)
PLAYER_KEYS = ("name", "illuminati", "goal", "hand", "kills", "turns_taken", "eliminated")
ADVANCED_KEYS = ("copies", "neutralized", "identified", "stated_power", "stated_income")
_TURN_KEYS = (("turn_number", "the position", 1), ("parts", "the position", 0))
SEAT_KEYS = (*PLAYER_KEYS, *ADVANCED_KEYS, "money", "groups")
GROUP_KEYS = ("id", "master", "arrow", "money")

ReadFile = Callable[[str], str]
"""What reads a file that a position names."""


def read_position(text: str, read_file: ReadFile | None = None) -> State:
    """The state written in POSITION.toml (all keys: the design's "Interfaces").

    Cards go by id, name, code or alias. The table's own cards stand in it as [[group]] and
    [[special]], or in the file that `cards` names (R13.14). RulesetError says what is wrong with
    the text.
    """
    try:
        table = toml_table(text)
    except tomllib.TOMLDecodeError as error:
        raise RulesetError(f"the position is not TOML: {error}") from error
    known_keys(table, TOP_KEYS, "the position")
    rows = tables(table, "seat", "the position")
    if not 2 <= len(rows) <= MOST_SEATS:
        most = f"2 to {MOST_SEATS}"
        raise RulesetError(f"the position: {most} seats play, not {len(rows)} (R1.1)")
    own = _own_cards(table, read_file).texts
    options = _options(table.get("options", {}), own)
    groups, specials = groups_with(own), specials_with(own)
    seats = tuple(_seat(row, options) for row in rows)
    # In the lines of a letter case does not matter.
    no_twice([seat.name.casefold() for seat in seats], "the position: seat")
    no_twice([seat.illuminati for seat in seats], "the position: Illuminati")
    state = State(
        options=options,
        seats=seats,
        players_began=_players_began(table, len(seats)),
        turn=_turn(table, seats),
        holdings=_holdings(rows, seats, own),
        uncontrolled=cards(table, "uncontrolled", groups, "the position"),
        dead=cards(table, "dead", groups, "the position"),
        deck=cards(table, "deck", (*groups, *specials), "the position"),
        discards=cards(table, "discards", specials, "the position"),
    )
    each_once(state)
    check_structures(state)
    return state if flag(table, "deck_exact", "the position") else with_rest(state)


def _players_began(table: Mapping[str, Any], listed: int) -> int:
    began = whole(table, "players_began", "the position", listed)
    if not listed <= began <= MOST_SEATS:
        most = f"{listed} to {MOST_SEATS}"
        raise RulesetError(f"the position: players_began must be {most}, not {began} (R1.1)")
    return began


def state_in(file: PositionFile) -> State:
    """The state written in a file; RulesetError says what is wrong with it."""
    try:
        return read_position(file.text, file.read_file)
    except RulesetError as error:
        raise RulesetError(f"{file.name}: {error}") from error


def _own_cards(table: Mapping[str, Any], read_file: ReadFile | None) -> CustomCards:
    written = {kind: table[kind] for kind in KINDS if kind in table}
    try:
        if "cards" not in table:
            return own_cards_of(written) if written else CustomCards()
        name = word(table, "cards", "the position")
        if written:
            raise RulesetError("the position: its own cards stand in it or in a file, not both")
        if read_file is None:
            raise RulesetError(f"the position: cards: no file {name!r} can be read here")
        return read_own_cards(read_file(name))
    except CardError as error:
        raise RulesetError("\n".join(error.errors)) from error


def _options(table: object, own: tuple[str, ...]) -> GameOptions:
    if not isinstance(table, dict):
        raise RulesetError("the position: options must be a table")
    known = tuple(key for key in GameOptions.__struct_fields__ if key != "own_cards")
    known_keys(table, known, "options")
    try:
        options = options_of(table)
    except CodecError as error:
        raise RulesetError(str(error)) from error
    extras = tuple(card_id(extra, EXTRAS, "options: extras") for extra in options.extras)
    return changed(options, extras=extras, own_cards=own)


def _turn(table: Mapping[str, Any], seats: tuple[SeatState, ...]) -> TurnState:
    mover = word(table, "to_move", "the position")
    seat = next((seat for seat in seats if seat.name == mover), None)
    if seat is None:
        names = ", ".join(seat.name for seat in seats)
        raise RulesetError(f"the position: to_move {mover!r} is not a seat; seats are {names}")
    if seat.is_out:
        raise RulesetError(f"the position: to_move {mover!r} is eliminated")
    number, parts = (whole(table, *key) for key in _TURN_KEYS)
    if parts >= MOST_PARTS:
        raise RulesetError(f"the position: parts: a turn has at most {MOST_PARTS} (R12.1)")
    return TurnState(number, mover, parts=parts)


# --- seats and what they hold -----------------------------------------------------------


def _seat(row: Mapping[str, Any], options: GameOptions) -> SeatState:
    name = word(row, "name", "a seat")
    where = f"seat {name}"
    known_keys(row, SEAT_KEYS, where)
    illuminati = card_id(word(row, "illuminati", where), ILLUMINATI, where)
    own = options.own_cards
    return SeatState(
        name=name,
        illuminati=illuminati,
        goal=_goal(row, illuminati, options, where),
        hand=cards(row, "hand", specials_with(own), where),
        kills=cards(row, "kills", cards_with(own), where),
        turns_taken=whole(row, "turns_taken", where, 0),
        is_out=flag(row, "eliminated", where),
        neutralized=cards(row, "neutralized", groups_with(own), where),
        copies=_copied(row, illuminati, where),
        is_identified=flag(row, "identified", where),
        stated_power=_stated(row, "stated_power", where),
        stated_income=_stated(row, "stated_income", where),
    )


def _copied(row: Mapping[str, Any], illuminati: str, where: str) -> str | None:
    if "copies" not in row:
        return None
    if ILLUMINATI[illuminati].ability(ab.CopyIlluminati) is None:
        raise RulesetError(f"{where}: {illuminati} copies nobody (R11.6)")
    return card_id(word(row, "copies", where), ILLUMINATI, f"{where}: copies")


def _stated(row: Mapping[str, Any], key: str, where: str) -> int | None:
    return whole(row, key, where, 0) if key in row else None


def _goal(row: Mapping[str, Any], illuminati: str, options: GameOptions, where: str) -> str | None:
    if "goal" not in row:
        return None
    own = ILLUMINATI[illuminati].goal
    if not options.hidden_goals and not isinstance(own, ab.SecretChoice):
        raise RulesetError(f"{where}: {illuminati} does not choose its goal (R1.5)")
    chosen = card_id(word(row, "goal", where), dealt_from(()), f"{where}: goal")
    if isinstance(ILLUMINATI[chosen].goal, ab.SecretChoice):
        raise RulesetError(f"{where}: goal: one of the other seven is chosen (R1.5)")
    return chosen


def _holdings(
    rows: list[dict[str, Any]], seats: tuple[SeatState, ...], own: tuple[str, ...]
) -> dict[str, Holding]:
    held: dict[str, Holding] = {}
    for row, seat in zip(rows, seats, strict=True):
        for holding in _held(row, seat, own):
            other = held.setdefault(holding.card, holding)
            if other is not holding:
                raise RulesetError(f"{holding.card} is held by {other.seat} and by {seat.name}")
    return held


def _held(row: Mapping[str, Any], seat: SeatState, own: tuple[str, ...]) -> list[Holding]:
    where = f"seat {seat.name}"
    rows = tables(row, "groups", where)
    money = whole(row, "money", where, 0)
    if seat.is_out:
        if rows or money or seat.hand:
            raise RulesetError(f"{where}: an eliminated seat has no groups, money or hand (R10.1)")
        return []
    held = [Holding(seat.illuminati, seat.name, None, None, money)]
    for group in rows:
        held.append(_group(group, seat, held, own))
    return held


def _group(
    row: Mapping[str, Any], seat: SeatState, held: list[Holding], own: tuple[str, ...]
) -> Holding:
    where, before = f"seat {seat.name}", [holding.card for holding in held]
    card = card_id(word(row, "id", f"{where}: a group"), groups_with(own), where)
    here = f"{where}: {card}"
    known_keys(row, GROUP_KEYS, here)
    if card in before:
        raise RulesetError(f"{here} is listed twice")
    master = card_id(word(row, "master", here), cards_with(own), f"{here}: master")
    if master not in before:
        raise RulesetError(f"{here}: its master {master} is missing; list the master before it")
    arrow = next((side for side in SIDES if side == row.get("arrow")), None)
    printed = OUTLINES[master].arrows_out
    if arrow is None or arrow not in printed:
        shown = ", ".join(printed) or "none"
        raise RulesetError(f"{here}: arrow {row.get('arrow')!r} is not printed on {master} "
                            f"(it has {shown})")  # fmt: skip
    return Holding(card, seat.name, master, arrow, whole(row, "money", here, 0))
