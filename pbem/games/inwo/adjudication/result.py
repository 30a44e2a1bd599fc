"""A run as plain values for `pbem adjudicate --json`, and told to a person (I39.12 to I39.15)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from engine.inwo import abilities as ab
from engine.inwo import events as ev
from engine.inwo.attacks.bonuses import takes_magic
from engine.inwo.attacks.sum import need_of, terms_of
from engine.inwo.cards import card_id, card_of, is_resource
from engine.inwo.evolve import evolve_inwo
from engine.inwo.facts import facts
from engine.inwo.selectors import ATTRIBUTES
from engine.inwo.state import UNCONTROLLED, AttackPlay, InwoSeat, InwoState, RunningAttack
from engine.inwo.structure import outlines_in
from engine.inwo.view import inwo_view
from pbem.games.inwo.adjudication.ruled import rulings_of
from pbem.games.inwo.adjudication.turn import InwoRun

CARD_MARKS = ("vampire", "chief-justice", "half", "any-side", "captured", "flu-immune")
_AFTER_A_PLAY = (ev.AttackJoined, ev.PlayMade, ev.LineSettled, ev.RoundBegan, ev.AttackResolved)
"""With what the effect of the play before is over."""
_OF_ATTACKS = (ev.AttackAnnounced, ev.AttackJoined, ev.AttackResolved, ev.AttackEnded)
FLAGS = ("instant", "privileged", "disaster", "assassination", "magic", "cancelled")


def as_plain(run: InwoRun) -> dict[str, Any]:
    """The run as the dict that `--json` prints."""
    views = {seat.name: _view(run, seat.name) for seat in run.after.seats}
    return {
        "rulings": [
            {
                "seat": one.seat,
                "line": one.line,
                "text": one.text,
                "status": one.status,
                "reason": one.reason,
                "rule": one.rule,
            }
            for one in rulings_of(run)
        ],
        "attacks": attacks_of(run),
        "events": [msgspec.to_builtins(event) for event in run.events],
        "after": _after(run.after, run),
        "views": views,
        "winners": list(run.after.winners),
    }


# --- attacks ------------------------------------------------------------------------------------


def attacks_of(run: InwoRun) -> list[dict[str, Any]]:
    """Every attack as announced, with its sum as it last stood (I39.13)."""
    attacks = _Attacks(run.before)
    state = run.before
    for event in run.events:
        last, state = state, evolve_inwo(state, event)
        if isinstance(event, _OF_ATTACKS) or state.attack is not None:
            attacks.take(event, last, state)
    return list(attacks.rows.values())


class _Attacks:
    """The rows of the attacks of a run, by number, as its events fill them."""

    def __init__(self, first: InwoState) -> None:
        self.rows: dict[str, dict[str, Any]] = {}
        self._first = first
        self._settled: set[str] = set()
        self._made: dict[str, Any] | None = None
        """A play whose effect is still to come, and with it the need."""

    def take(self, event: ev.InwoEvent, last: InwoState, state: InwoState) -> None:
        names, attack = CallNames(last, self._first), state.attack
        if isinstance(event, ev.AttackAnnounced):
            self.rows[event.attack.number] = _announced(event.attack, names)
        if attack is not None and attack.number in self.rows and attack.number not in self._settled:
            self.rows[attack.number] |= _standing(state, attack, names)
        row = self.rows.get(last.attack.number) if last.attack is not None else None
        if row is not None:
            self._join(event, row, names)
            self._end(event, row, names)
        if isinstance(event, ev.AttackEnded) and row is not None and last.attack is not None:
            row["cancelled"] = event.is_cancelled or last.attack.cancelled

    def _join(self, event: ev.InwoEvent, row: dict[str, Any], names: CallNames) -> None:
        if self._made is not None:
            self._made["need"] = row["need"]
        if isinstance(event, _AFTER_A_PLAY):
            self._made = None
        if isinstance(event, ev.AttackJoined):
            row["plays"].append(_play(event.play, event.need, names))
        elif isinstance(event, ev.PlayMade):
            self._made = _play(event.play, row["need"], names)
            row["plays"].append(self._made)

    def _end(self, event: ev.InwoEvent, row: dict[str, Any], names: CallNames) -> None:
        if isinstance(event, ev.AttackResolved):
            row |= _sum(event.terms, names) | _rolled(event)
            self._settled.add(event.number)
        elif isinstance(event, ev.AttackEnded):
            row |= {"result": event.result, "called_off": event.is_called_off}


def _announced(attack: RunningAttack, names: CallNames) -> dict[str, Any]:
    card = attack.attacker or attack.by_card
    assert card is not None
    return {
        "n": attack.number,
        "by": attack.seat,
        "attacker": names[card],
        "target": names[attack.target],
        "kind": attack.form,
        **dict.fromkeys(FLAGS, False),
        "called_off": False,
        "parts": [],
        "need": 0,
        "roll": None,
        "total": None,
        "success": False,
        "result": "none",
        "plays": [],
    }


def _standing(state: InwoState, attack: RunningAttack, names: CallNames) -> dict[str, Any]:
    flags = {name: getattr(attack, name) for name in FLAGS}
    flags["magic"] = takes_magic(facts(state), attack)
    return flags if attack.roll is not None else flags | _sum(terms_of(state, attack), names)


def _sum(terms: tuple[ev.Term, ...], names: CallNames) -> dict[str, Any]:
    parts = [{"what": t.what, "who": names[t.who], "value": t.value} for t in terms]
    return {"parts": parts, "need": need_of(terms)}


def _play(play: AttackPlay, need: int, names: CallNames) -> dict[str, Any]:
    cards = ", ".join(names[card] for card in (play.card, *play.boosts))
    return {"no": play.full, "seat": play.seat, "text": f"{play.what} {cards}", "need": need}


def _rolled(event: ev.AttackResolved) -> dict[str, Any]:
    roll = list(event.roll) if event.roll is not None else None
    return {"roll": roll, "total": event.total, "success": event.success}


# --- the state after ----------------------------------------------------------------------------


class CallNames:
    """What the cards of a state are called: `id#n` where several copies are in play (I39.9).

    The copies of the position have the first numbers, in its order.
    """

    def __init__(self, state: InwoState, first: InwoState) -> None:
        number = Counter(card_id(copy) for copy in state.table)
        count: Counter[str] = Counter()
        self.names: dict[str, str] = {}
        for copy in dict.fromkeys((*first.table, *state.table)):
            id_ = card_id(copy)
            count[id_] += 1
            told = (first.table.get(copy) or state.table[copy]).number or count[id_]
            self.names[copy] = f"{id_}#{told}" if number[id_] > 1 else id_

    def __getitem__(self, copy: str) -> str:
        return self.names.get(copy) or card_id(copy)


def _after(state: InwoState, run: InwoRun) -> dict[str, Any]:
    names = CallNames(state, run.before)
    orders = [c for c, row in state.table.items() if card_of(c).ability(ab.WorldOrder)]
    return {
        **_by_seat(state, names),
        **_by_card(state, names),
        "devastated": [names[c] for c, row in state.table.items() if row.devastated],
        "paralyzed": [names[c] for c in state.table if _is_paralyzed(state, c)],
        "nwos": [names[copy] for copy in orders if state.table[copy].host is None],
        "uncontrolled": [names[c] for c, row in state.table.items() if row.seat == UNCONTROLLED],
        "eliminated": [seat.name for seat in state.seats if seat.is_out],
        "first": state.first,
        "to_move": run.to_move,
    }


def _is_paralyzed(state: InwoState, copy: str) -> bool:
    known = facts(state)
    return known.is_group(copy) and known.is_paralyzed(copy)


def _by_seat(state: InwoState, names: CallNames) -> dict[str, Any]:
    rows = {seat.name: _seat(state, seat, names) for seat in state.seats}
    keys = next(iter(rows.values()))
    return {key: {name: row[key] for name, row in rows.items()} for key in keys}


def _seat(state: InwoState, seat: InwoSeat, names: CallNames) -> dict[str, Any]:
    known = facts(state)
    resources = [c for c, row in state.table.items() if is_resource(c) and row.seat == seat.name]
    zaps = [c for c in known.linked.get(seat.illuminati, ()) if _is_zap(c)]
    return {
        "illuminati": card_id(seat.illuminati),
        "holds": [names[copy] for copy in known.groups[seat.name][1:]],
        "resources": [names[copy] for copy in resources],
        "zaps": [names[copy] for copy in zaps],
        "agents": [card_id(copy) for copy in seat.agents],
        "plots": [card_id(copy) for copy in seat.plots if copy not in seat.exposed],
        "exposed": [card_id(copy) for copy in seat.exposed],
        "group_hand": [card_id(copy) for copy in seat.groups],
        "decks": [len(seat.plot_deck), len(seat.group_deck)],
        "piles": [card_id(copy) for copy in (*seat.discards, *seat.unseen)],
        "destroyed": [{"id": card_id(r.copy), "killed": r.killed} for r in seat.destroyed],
    }


def _is_zap(copy: str) -> bool:
    return card_of(copy).ability(ab.Zap) is not None


def _by_card(state: InwoState, names: CallNames) -> dict[str, Any]:
    held = [(copy, row) for copy, row in state.table.items() if row.master is not None]
    linked = [
        (copy, row.host or state.seat(row.seat).illuminati)
        for copy, row in state.table.items()
        if row.master is None and row.seat != UNCONTROLLED
        if is_resource(copy) or row.host and not _is_zap(copy)
    ]
    return {
        "master": {names[copy]: names[row.master] for copy, row in held if row.master},
        "arrow": {names[copy]: row.arrow for copy, row in held},
        "tokens": {names[copy]: number for copy, number in state.tokens.items()},
        "linked": {names[copy]: names[host] for copy, host in linked},
        "values": {names[copy]: _values(state, copy) for copy, _ in held},
        "marks": {names[copy]: marks for copy, _ in held if (marks := _marks(state, copy))},
    }


def _marks(state: InwoState, copy: str) -> list[str]:
    """Its marks, and whether it hangs on a side without arrow (I39.11)."""
    row = state.table[copy]
    arrows = outlines_in(state)[row.master or ""].arrows_out
    marks = {mark.partition(":")[0] for mark in row.marks}
    found = {mark: mark in marks for mark in CARD_MARKS}
    found["any-side"] = row.arrow not in arrows
    return [mark for mark in CARD_MARKS if found[mark]]


def _values(state: InwoState, copy: str) -> dict[str, Any]:
    known = facts(state)
    words = known.words(copy)
    return {
        **{stat: known.value(copy, stat) for stat in ("power", "global", "resistance")},
        "alignments": known.alignments(copy),
        "attributes": [word for word in ATTRIBUTES if word in words],
    }


# --- what a seat knows --------------------------------------------------------------------------


def _view(run: InwoRun, reader: str) -> dict[str, Any]:
    """The fields of `after` as a seat knows them, and the cards shown to it (I39.15)."""
    known = inwo_view(run.after, reader)
    view = _after(known, run)
    for seat in known.seats:
        covered = ("hidden-plot", "hidden-group")
        piles = view["piles"][seat.name]
        view["piles"][seat.name] = [None if card in covered else card for card in piles]
        if seat.name == reader:
            continue
        for key in ("plots", "group_hand"):
            view[key][seat.name] = len(view[key][seat.name])
    view["seen"] = [
        card_id(card)
        for event in run.events
        if isinstance(event, ev.CardsShown) and event.to in (reader, "") and event.seat != reader
        for card in event.cards
    ]
    return view


# --- for a person -------------------------------------------------------------------------------


def format_result(run: InwoRun) -> Iterator[str]:
    """What became of each line, each attack with its sum, and who holds what."""
    for one in rulings_of(run):
        number = f" {one.line}" if one.line else ""
        why = f": {one.reason}" if one.reason else ""
        rule = f" ({one.rule})" if one.rule else ""
        yield f"{one.seat}{number}  {one.text}  {one.status}{why}{rule}"
    for attack in attacks_of(run):
        yield from _format_attack(attack)
    after = _after(run.after, run)
    for seat, held in after["holds"].items():
        yield f"{seat}: {after['illuminati'][seat]}; {_listed(held)}"
        plots, groups = after["plots"][seat], after["group_hand"][seat]
        yield f"    Plots: {_listed([*plots, *after['exposed'][seat]])}; Groups: {_listed(groups)}"
        if after["destroyed"][seat]:
            yield f"    destroyed: {_listed([one['id'] for one in after['destroyed'][seat]])}"
    if run.after.winners:
        yield f"won by {_listed(run.after.winners)}"
    else:
        yield f"next to move: {run.to_move}"


def _listed(cards: Any) -> str:
    return ", ".join(cards) or "nothing"


def _format_attack(attack: Mapping[str, Any]) -> Iterator[str]:
    yield f"attack {attack['n']}: {attack['attacker']} to {attack['kind']} {attack['target']}"
    for part in attack["parts"]:
        yield f"    {part['what']}, {part['who']}  {part['value']:+}"
    roll = attack["roll"]
    dice = f"{roll[0]}+{roll[1]}, total {attack['total']}" if roll else "none"
    yield f"    need {attack['need']}, dice {dice}: {attack['result']}"
