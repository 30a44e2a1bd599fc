"""Rulings of INWO as text: `tests/inwo/rulings/README.txt` says how one is written."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from engine.core.dice import LoadedDice, Roll, SecretDice
from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo.abilities import WorldOrder
from engine.inwo.audit import audit_inwo
from engine.inwo.cards import card_id, card_of
from engine.inwo.facts import Facts, facts
from engine.inwo.game import advance
from engine.inwo.placing import place
from engine.inwo.selectors import ATTRIBUTES, TEN
from engine.inwo.state import InwoState
from pbem.games.inwo.adjudication.ruled import rulings_of
from pbem.games.inwo.adjudication.turn import InOrder, adjudicate_turn
from tests.support.places import TESTS

FOLDER = TESTS / "inwo" / "rulings"
_KEYWORDS = re.compile(r"\b[A-Z]{2,}(?: [A-Z]{2,})*\b")


@dataclass(frozen=True)
class InwoCase:
    """One ruling: its number, its title and what its table says."""

    number: str
    title: str
    row: Mapping[str, Any]


@cache
def inwo_cases() -> tuple[InwoCase, ...]:
    """Every ruling of the folder, in the order of its files."""
    return tuple(case for path in sorted(FOLDER.glob("*.toml")) for case in _cases(path))


def _cases(path: Path) -> Iterator[InwoCase]:
    for row in tomllib.loads(path.read_text(encoding="utf-8"))["case"]:
        yield InwoCase(row["id"], row["title"], row)


# --- positions ------------------------------------------------------------------------------


def position_of(row: Mapping[str, Any]) -> dict[str, Any]:
    """The position of I39 that a case's short form stands for."""
    keys: tuple[str, ...] = (
        "step",
        "first",
        "players_began",
        "options",
        "nwos",
        "changes",
    )
    keys += ("off_hours", "turn_number", "uncontrolled", "plot_deck", "group_deck")
    position = {key: row[key] for key in keys if key in row}
    position["options"] = {"pace": "policies", **row.get("options", {})}
    position["to_move"] = row.get("to_move", next(iter(row["seats"])))
    position["seat"] = [_seat_of(name, text) for name, text in row["seats"].items()]
    return position


def _seat_of(name: str, text: str) -> dict[str, Any]:
    first, *rest = [part.strip() for part in text.split("|")]
    root = _group_of(first)
    seat: dict[str, Any] = {"name": name, "illuminati": root["id"], "tokens": root["tokens"]}
    seat["groups"] = []
    for part in rest:
        key, colon, value = part.partition(":")
        if not colon:
            seat["groups"].append(_group_of(part, root["id"]))
        elif key == "turns":
            seat["turns_taken"] = int(value)
        elif key == "eliminated":
            seat[key] = value.strip() == "yes"
        elif key == "resources":
            rows = [one.strip().split(" > ") for one in value.split(",")]
            seat["resources"] = [{"id": r[0], "linked": (r + [""])[1], "tokens": 1} for r in rows]
        elif key == "destroyed":
            rows = [one.split() for one in value.split(",")]
            seat[key] = [{"id": r[0], "killed": r[1:] == ["K"]} for r in rows]
        else:
            seat[key] = [one.strip() for one in value.split(",")]
    return seat


def _group_of(text: str, root: str = "") -> dict[str, Any]:
    """`id [master] ARROW [+tokens] [D] [>linked-to] [*mark] [{linked, ...}]`."""
    linked = re.search(r"\{(.*)\}", text)
    words = text[: linked.start()].split() if linked else text.split()
    group: dict[str, Any] = {"id": words[0], "master": root, "tokens": 0}
    for word in words[1:]:
        if word in ("N", "E", "S", "W"):
            group["arrow"] = word
        elif word == "D":
            group["devastated"] = True
        elif word.startswith(">"):
            group["linked_to"] = word[1:]
        elif word.startswith("+"):
            group["tokens"] = int(word)
        elif word.startswith("*"):
            group["marks"] = [word[1:]]
        else:
            group["master"] = word
    if linked:
        group["linked"] = [one.strip() for one in linked[1].split(",")]
    return group


# --- orders ---------------------------------------------------------------------------------


def _names(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())


def _clauses(text: str) -> list[tuple[str, str]]:
    """(KEYWORD, what follows) in their order; `AT E` and the like keep their capital."""
    marks = list(_KEYWORDS.finditer(text))
    ends = [mark.start() for mark in marks[1:]] + [len(text)]
    return [
        (mark[0], text[mark.end() : end].strip()) for mark, end in zip(marks, ends, strict=True)
    ]


def _helpers(text: str) -> tuple[od.Helper, ...]:
    found = []
    for part in _names(text):
        card, *boosts = part.split(" +")
        found.append(od.Helper(card, tuple(boosts)))
    return tuple(found)


def order_of(text: str) -> od.InwoOrder | od.InwoPolicy:
    """An order of the short form."""
    (verb, what), *rest = _clauses(text)
    has = dict(rest)
    until = int(has["UNTIL"]) if "UNTIL" in has else None
    at: Any = has.get("AT")
    if verb in ("ATTACK", "DESTROY"):
        return _attack_of(verb, what, has)
    if verb in ("AID", "OPPOSE"):
        return od.JoinAttack(verb.lower(), _helpers(has["WITH"]), until, what or None)
    if verb == "DEFEND":
        boosts = _names(has.get("BOOST", ""))
        return od.DefendTarget(boosts, until, "ALL IN" in has, what or None)
    simple: Mapping[str, Any] = {
        "AGENTS FOR": lambda: od.SendAgents("aid", what or None),
        "AGENTS AGAINST": lambda: od.SendAgents("oppose", what or None),
        "PLAY": lambda: od.PlayPlot(
            what,
            _names(has.get("ON", "")),
            paying=_names(has.get("PAYING", "")),
            boosts=_names(has.get("BOOST", "")),
            value=_value_of(has),
            when=_when_of(has),
        ),
        "RELIEVE": lambda: od.Relieve(what, _names(has["WITH"]), _names(has.get("BOOST", ""))),
        "REMOVE ZAPS FROM": lambda: od.RemoveZaps(what),
        "FREE": lambda: od.FreeGroup(what, has.get("PAYING")),
        "USE": lambda: od.UseAbility(
            what,
            _names(has.get("ON", "")),
            _value_of(has),
            _when_of(has),
            paying=_names(has.get("DISCARDING", "")),
            discards=int(has.get("DISCARDS", "0")),
            under=has.get("UNDER"),
            at=at,
        ),
        "CANCEL": lambda: od.UseAbility(has["WITH"], (what,)),
        "TAKEOVER": lambda: od.TakeOver(
            _names(what), has.get("UNDER"), at, has.get("LINK"), _value_of(has)
        ),
        "MOVE": lambda: od.MoveGroup(
            what, has["UNDER"], at, has.get("PAYING"), discarding=_plots_of(has)
        ),
        "LINK": lambda: od.LinkResource(what, has.get("TO"), _value_of(has)),
        "BRING": lambda: od.BringResource(what, has.get("LINK"), _value_of(has)),
        "UNITE": lambda: od.UniteHalves(what),
        "TURN": lambda: od.TurnGroup(what, at),
        "BUY PLOT WITH": lambda: od.BuyPlot(_names(what)),
        "DRAW GROUP": od.DrawGroupCard,
        "REMOVE TOKEN FROM": lambda: od.RemoveToken(what),
        "EXPOSE": lambda: od.ExposePlot(what),
        "DISCARD": lambda: od.DiscardCard(what),
        "RETURN": lambda: od.ReturnPlot(what, -1 if "TO BOTTOM" in has else 0),
        "KNOCK": od.Knock,
        "NAME": lambda: od.NameCard(what, has["CALLED"]),
        "ARRANGE": lambda: od.ArrangeGroups(((what, has["UNDER"], at),), _plots_of(has)),
        "PREFER": lambda: od.PreferPolicy(tuple(map(od.ShedChoice, _names(what)))),
        "BUSH": lambda: od.BushPolicy(what),
        "ABOUT": lambda: od.Trigger("about-to-draw", (od.UseAbility(what),)),
        "CHOOSE": lambda: od.Choose(_names(what)),
        "STORE": lambda: od.StorePlot(what, has["UNDER"]),
        "WRITE": lambda: od.WriteNote(what, has["NAMING"]),
        "GIVE": lambda: od.GiveCards(has["TO"], _names(what)),
        "OFFER": lambda: od.OfferDeal(
            what,
            _names(has.get("GIVING", "")),
            _names(has.get("FOR", "")),
            has.get("UNDER"),
            at,
            lies="AND LIE" in has,
        ),
        "ACCEPT": lambda: od.AcceptDeal(int(what), has.get("UNDER"), at, "AND LIE" in has),
        "BET": lambda: od.PlaceBet(int(what), has["WITH"], has["BY"]),
        "ASK": lambda: od.AskAll(what, has["ON"]),
        "DECLINE": lambda: od.DeclineDeal(int(what)),
        "GUARD": lambda: od.GuardPolicy(what or None, until or 1, 0, "ALL IN" in has),
        "TAX": lambda: od.TaxPolicy(what),
        "SHED": lambda: od.ShedPolicy(tuple(map(od.ShedChoice, _names(what)))),
        "DECLARE NEVER": lambda: od.DeclarePolicy(False),
        "SKIP PLOT DRAW": lambda: od.DrawPolicy(plots=False),
    }
    order: od.InwoOrder | od.InwoPolicy = simple[verb]()
    return order


def _value_of(has: Mapping[str, str]) -> str:
    """What is chosen: `CHOOSING Liberal`, `CHOOSING ADD Liberal`."""
    for key, word in has.items():
        if key.startswith("CHOOSING"):
            chosen = f"{key.removeprefix('CHOOSING')} {word}".strip()
            return {"down": "DOWN", "up": "UP"}.get(chosen, chosen)
    return ""


def _plots_of(has: Mapping[str, str]) -> tuple[str, ...]:
    """`DISCARDING jihad`, or `DISCARDS 2` from the top of the deck."""
    return (*_names(has.get("DISCARDING", "")), *("top",) * int(has.get("DISCARDS", "0")))


def _when_of(has: Mapping[str, str]) -> str:
    """`IF SUCCESS`, `IF FAILURE`: of dice."""
    return next((key[3:].lower() for key in has if key.startswith("IF ")), "")


def _attack_of(verb: str, what: str, has: Mapping[str, str]) -> od.LaunchAttack:
    at: Any = has.get("AT")
    plays = (
        (od.PlayPlot(has["PLAY"], paying=_names(has.get("PAYING", ""))),) if "PLAY" in has else ()
    )
    return od.LaunchAttack(
        "control" if verb == "ATTACK" else "destroy",
        has["WITH"],
        what,
        from_hand=True if "FROM HAND" in has else None,
        at=at,
        boosts=_names(has.get("BOOST", "")),
        aid=_helpers(has.get("AID", "")),
        plays=plays,
        agents="AGENTS" in has,
        privileged="PRIVILEGED" in has or "PRIVILEGED BY" in has,
        privileged_by=has.get("PRIVILEGED BY"),
        reserves=_helpers(has.get("RESERVES", "")),
        until=int(has["UNTIL"]) if "UNTIL" in has else None,
        only_if_need=int(has["ONLY IF NEED"]) if "ONLY IF NEED" in has else None,
        uses=_names(has.get("USE", "")),
        assassin="AS ASSASSINATION" in has,
        instant_by=has.get("INSTANT BY"),
        strip=has.get("STRIP", ""),
        bars=has.get("BARRING"),
    )


# --- running --------------------------------------------------------------------------------


@dataclass
class Ruled:
    """What became of a case."""

    before: InwoState
    state: InwoState
    events: tuple[ev.InwoEvent, ...]
    resolved: list[ev.AttackResolved] = field(default_factory=list)
    refused: tuple[str, ...] | None = None
    """Of typed lines, as they are ruled."""

    def all(self, kind: type[Any]) -> list[Any]:
        return [event for event in self.events if isinstance(event, kind)]


def rolls_of(text: str) -> list[Roll]:
    pairs = [part.split("+") for part in text.split(",") if part]
    return [(int(pair[0]), int(pair[1]) if len(pair) > 1 else 0) for pair in pairs]


def _rule_typed(case: InwoCase) -> Ruled:
    """Play the turn of a case from lines as players type them."""
    state = place(position_of(case.row))
    dice = LoadedDice(rolls_of(case.row.get("dice", "")), InOrder())
    text = "\n".join(case.row["lines"])
    run = adjudicate_turn(state, case.row.get("step", "main"), text, dice)
    refused: list[str] = []
    at: Counter[str] = Counter()
    rulings = rulings_of(run)
    for one in rulings:
        is_part = one.text not in case.row["lines"] and not any(
            line.endswith(f": {one.text}") for line in case.row["lines"]
        )
        at[one.seat] += not is_part
        if one.status != "ok":
            number = at[one.seat] + is_part
            part = f": {one.text}" if is_part else ""
            refused.append(f"{one.seat} {number}{part} {one.reason} {one.rule}".strip())
    ruled = Ruled(run.before, run.after, run.events, refused=tuple(refused))
    ruled.resolved = ruled.all(ev.AttackResolved)
    return ruled


def rule(case: InwoCase) -> Ruled:
    """Play the turn of a case, with everybody's lines on file."""
    if "lines" in case.row:
        return _rule_typed(case)
    state = place(position_of(case.row))
    answers: dict[str, list[od.InwoLine]] = {}
    policies: dict[str, list[od.InwoPolicy]] = {}
    for text in case.row.get("orders", ()):
        name, _, order_text = text.partition(": ")
        seat, _, window = name.partition("@")
        order = order_of(order_text)
        if isinstance(order, od.InwoPolicy):
            policies.setdefault(seat, []).append(order)
        else:
            lines = answers.setdefault(seat, [])
            lines.append(od.InwoLine(len(lines) + 1, order, window))
    dice = LoadedDice(rolls_of(case.row.get("dice", "")), SecretDice(b"rulings"))
    policies_of = {seat: tuple(lines) for seat, lines in policies.items()}
    done = advance(
        state,
        state.asks[0].key,
        {seat: tuple(lines) for seat, lines in answers.items()},
        policies_of,
        dice,
    )
    events = list(done.events)
    # What nobody answers any more closes: rivals' lines on file have been tried in each round.
    while done.state.asks and done.state.asks[0].kind == "victory":
        made = {(e.seat, e.line) for e in events if isinstance(e, ev.LineSettled)}
        left = {
            seat: tuple(one for one in lines if one.window and (seat, one.number) not in made)
            for seat, lines in answers.items()
        }
        done = advance(done.state, done.state.asks[0].key, left, dict(policies_of), dice)
        events += done.events
    faults = audit_inwo(done.state)
    assert faults == [], faults
    ruled = Ruled(state, done.state, tuple(events))
    ruled.resolved = _as_announced(ruled, ev.AttackResolved)
    return ruled


def _as_announced(ruled: Ruled, kind: type[Any]) -> list[Any]:
    """What became of attacks in the order of their announcement (I39.13)."""
    announced = [event.attack.number for event in ruled.all(ev.AttackAnnounced)]
    return sorted(ruled.all(kind), key=lambda event: announced.index(event.number))


def told(case: InwoCase, ruled: Ruled) -> dict[str, Any]:
    """The expected fields of a case as they came out."""
    state = ruled.state
    known = facts(state)
    ended = [e.result for e in _as_announced(ruled, ev.AttackEnded)]
    done = {(e.seat, e.line) for e in ruled.all(ev.LineSettled) if e.status == "ok"}
    refusals = [
        f"{e.seat} {e.line}{': ' + e.part if e.part else ''} {e.reason} {e.rule}"
        for e in ruled.all(ev.LineSettled)
        if e.status != "ok" and (e.part or (e.seat, e.line) not in done)
    ]
    made: dict[str, Any] = {
        "needs": [e.need for e in ruled.resolved],
        "parts": [f"{t.what} {card_id(t.who)} {t.value}" for e in ruled.resolved for t in e.terms],
        "results": ended,
        "refused": refusals if ruled.refused is None else list(ruled.refused),
        "numbers": [e.attack.number for e in ruled.all(ev.AttackAnnounced)],
        "winners": list(state.winners),
        "out": [seat.name for seat in state.seats if seat.is_out],
        "next": state.turn.seat,
        "devastated": [card_id(c.copy) for c in state.table.values() if c.devastated],
        "nwos": [card_id(c) for c, row in state.table.items() if _is_order(c) and not row.host],
    }
    made["shown"] = [
        f"{e.to or 'all'}: {', '.join(card_id(card) for card in e.cards)}"
        for e in ruled.all(ev.CardsShown)
    ]
    for key in ("holds", "plots", "hand", "piles", "destroyed", "deck", "exposed", "unseen"):
        made[key] = {seat: _cards(state, seat, key) for seat in case.row.get(key, {})}
    made["tokens"] = {c: state.tokens.get(_copy(state, c), 0) for c in case.row.get("tokens", {})}
    made["values"] = {text: _value(known, text) for text in case.row.get("values", {})}
    made["words"] = {c: _words(known, _copy(state, c)) for c in case.row.get("words", {})}
    made["master"] = {c: _place(state, c) for c in case.row.get("master", {})}
    return made


def _words(known: Facts, copy: str) -> str:
    """Its alignments and attributes, by the alphabet."""
    return ", ".join(sorted(word for word in known.words(copy) if word in (*TEN, *ATTRIBUTES)))


def _is_order(copy: str) -> bool:
    return card_of(copy).ability(WorldOrder) is not None


def _copy(state: InwoState, name: str) -> str:
    return next((copy for copy in state.table if card_id(copy) == name), name)


def _place(state: InwoState, name: str) -> str:
    card = state.table[_copy(state, name)]
    return f"{card_id(card.master or card.host or '')} {card.arrow or ''}".strip()


def _value(known: Any, text: str) -> Any:
    name, stat, *purpose = text.split()
    copy = _copy(known.state, name)
    if stat == "alignments":
        return " ".join(known.alignments(copy))
    return known.value(copy, stat, purpose[0] if purpose else "")


def _cards(state: InwoState, name: str, key: str) -> str:
    seat = state.seat(name)
    cards: Sequence[str] = {
        "holds": facts(state).groups[name][1:],
        "plots": seat.plots,
        "hand": seat.groups,
        "piles": seat.discards,
        "destroyed": [ruin.copy for ruin in seat.destroyed],
        "deck": seat.plot_deck,
        "exposed": seat.exposed,
        "unseen": seat.unseen,
    }[key]
    return ", ".join(card_id(copy) for copy in cards)
