"""The rulings: every case of `tests/rulings/`, and that none is missing."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

from engine.core.dice import LoadedDice, Roll, SecretDice
from engine.core.values import Value, changed
from engine.illuminati import events as ev
from engine.illuminati import orders as od
from engine.illuminati.audit import audit
from engine.illuminati.cards import CARDS, SPECIALS
from engine.illuminati.gametable import Instructions, OpenScript
from engine.illuminati.rulings import REASONS
from engine.illuminati.state import OfferObject, State
from engine.illuminati.turn.acting import act
from engine.illuminati.turn.checking import check
from engine.illuminati.view import seen, view
from pbem.games.illuminati.adjudication import Adjudication, adjudicate, attacks_of
from tests.support.each import each
from tests.support.ruling_cases import Case, cards_in, every_case, read_row, table_of, unknown_to
from tests.support.ruling_setups import check_setup

CASES = every_case()
STRONG_ROLLS = re.compile(r"(\d)\+(\d)")


def rolls_of(text: str) -> list[Roll]:
    return [(int(a), int(b)) for a, b in STRONG_ROLLS.findall(text)]


@each("case", CASES, ids=lambda case: case.number)
def test_ruling(case: Case) -> None:
    dice = LoadedDice(rolls_of(" ".join(case.sections.get("DICE", []))), SecretDice(b"ruling"))
    if "NEW" in case.sections:
        outcome = check_setup(case, dice)
        check_events(case.sections.get("EVENTS", []), outcome.events)
        return
    before = table_of(case)
    text = "\n".join(case.sections["ORDERS"])
    later = "\n".join(case.sections.get("LATER", []))
    is_begun = "UPKEEP" in case.sections
    result = adjudicate(before, text, dice, with_upkeep=is_begun, meanwhile=later)
    check_ruled(case, result)
    check_facts(result)
    check_sums(case.sections.get("SUM", []), result)
    if "RAISES" in case.sections:
        check_raises(case.sections["RAISES"], result)
    check_events(case.sections.get("EVENTS", []), result.events)
    for line in case.sections.get("AFTER", []):
        check_after(line, before, result.after)
    check_seen(case.sections.get("SEES", []), result)
    if not any("exactly" in line for line in case.sections["TABLE"]):
        wanted = [f"{card}:" for seat in before.seats if seat.is_out for card in [seat.illuminati]]
        assert [row for row in audit(result.after) if not row.startswith(tuple(wanted))] == []


# --- each section -----------------------------------------------------------------------


def check_ruled(case: Case, result: Adjudication) -> None:
    """Every line is ok but those named under RULED."""
    expected: dict[tuple[str, int], tuple[str, str]] = {}
    for row in case.sections.get("RULED", []):
        found = re.fullmatch(r"(\w+) (\d+): (\S+)(?: (R[\d.]+))?", row)
        assert found, f"RULED {row}"
        expected[found[1], int(found[2])] = found[3], found[4] or ""
    assert set(expected) <= {(line.seat, line.line) for line in result.lines}
    for line in result.lines:
        key = line.seat, line.line
        reason, rule = expected.get(key, ("ok", ""))
        read = line.status in ("illegal", "skipped")
        actual = line.reason if read else line.status
        assert (key, actual) == (key, reason), line
        assert rule in ("", line.rule), line


def check_facts(result: Adjudication) -> None:
    """A refusal knows all that its words can tell: the card, the arrow, the amount."""
    for event in result.events:
        if isinstance(event, ev.LineRuled) and event.reason:
            assert unknown_to(event.reason, dict(event.facts)) == set(), event


Summed = ev.Attacked | ev.CalledOff


def check_sums(rows: list[str], result: Adjudication) -> None:
    """The parts of an attack add up by name to those written, and to the need."""
    attacks = {event.line: event for event in result.events if isinstance(event, Summed)}
    for row in rows:
        found = re.fullmatch(r"(\d+): (.*) = (-?\d+)(?:; (.*))?", row)
        assert found, f"SUM {row}"
        event = attacks[int(found[1])]
        whats: Counter[str] = Counter()
        for term in found[2].split(", "):
            what, value, *who = term.split(" ", 2)
            whats[what] += int(value)
            if who:
                held = sum(p.value for p in event.parts if (p.what, p.who) == (what, who[0]))
                assert held == int(value), (term, event.parts)
        actual: Counter[str] = Counter()
        for part in event.parts:
            actual[part.what] += part.value
        assert _not_zero(actual) == _not_zero(whats), event.parts
        assert event.need == int(found[3]) == sum(part.value for part in event.parts)
        check_end(found[4], event)


def check_end(row: str | None, event: Summed) -> None:
    """`3+1 wins`, `6+5 = 2 wins` where a card replaced the roll, `called off`."""
    assert isinstance(event, ev.CalledOff) is (row == "called off"), event
    if row is None or isinstance(event, ev.CalledOff):
        return
    found = re.fullmatch(r"(\d)\+(\d)(?: = (\d+))? (wins|fails)", row)
    assert found, f"SUM {row}"
    assert event.roll == (int(found[1]), int(found[2]))
    assert event.total == (int(found[3]) if found[3] else sum(event.roll))
    assert event.success is (found[4] == "wins")


def check_raises(rows: list[str], result: Adjudication) -> None:
    """Every raise of the turn in its order, as the JSON tells it; `none` for no raise at all."""
    told = [row for attack in attacks_of(result.events) for row in attack["raises"]]
    shown_rows = [
        f"raised {row['seat']} {row['money']} {row['from']} need={row['need']}" for row in told
    ]
    assert shown_rows == [row for row in rows if row != "none"]


def _not_zero(counts: Counter[str]) -> dict[str, int]:
    return {key: value for key, value in counts.items() if value}


def shown(value: Any) -> str:
    """A field of an event as cases write it."""
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
        case ():
            return ""
        case tuple() if all(isinstance(item, Value) for item in value):
            return "+".join(f"{row.card}@{row.master}.{row.arrow}" for row in value)
        case tuple() if all(isinstance(item, tuple) for item in value):
            return "+".join(f"{card}:{amount}" for card, amount in value)
        case tuple():
            return "+".join(str(item) for item in value)
        case _:
            return str(value)


def matches(pattern: str, event: ev.Event) -> bool:
    kind, *wanted = pattern.split()
    if type(event).__name__ != kind:
        return False
    names = event.__struct_fields__
    for pair in wanted:
        name, _, value = pair.partition("=")
        assert name in names, f"{kind} has no field {name}; it has {names}"
        if shown(getattr(event, name)) != value:
            return False
    return True


def check_events(patterns: list[str], events: tuple[ev.Event, ...]) -> None:
    """The patterns occur in this order among the events; those with "no" nowhere."""
    at = 0
    for pattern in patterns:
        if pattern.startswith("no "):
            assert not [event for event in events if matches(pattern[3:], event)], pattern
            continue
        while at < len(events) and not matches(pattern, events[at]):
            at += 1
        assert at < len(events), (pattern, [e for e in events if type(e).__name__ in pattern])
        at += 1


def check_after(line: str, before: State, after: State) -> None:
    word, _, rest = line.partition(" ")
    piles = {"free": after.uncontrolled, "dead": after.dead, "discards": after.discards}
    if word in piles:
        assert sorted(piles[word]) == sorted(cards_in(rest))
    elif word in ("hand", "kills"):
        name, _, cards = rest.partition(" ")
        assert sorted(getattr(after.seat(name), word)) == sorted(cards_in(cards))
    elif word in ("out", "winners"):
        names = [] if rest == "none" else [name.strip() for name in rest.split(",")]
        actual = [seat.name for seat in after.seats if seat.is_out]
        assert (actual if word == "out" else list(after.winners)) == names
    else:
        row = read_row(line, before.seat(re.split(r"[ :]", line)[0]).illuminati)
        held = [h for h in after.holdings.values() if h.seat == row.name]
        assert after.money(str(row.illuminati)) == row.money
        tree = {(h.card, h.master, h.arrow, h.money) for h in held if h.master is not None}
        assert tree == set(row.groups)


def check_seen(rows: list[str], result: Adjudication) -> None:
    """What a seat can find anywhere in its view and in the events it is shown."""
    state = result.after
    for row in rows:
        name, _, word = row.partition(" ")
        told = [seen(event, name, state) for event in result.events]
        text = f"{view(state, name)} {[event for event in told if event is not None]}"
        if word.startswith("not "):
            assert word[4:] not in text
        else:
            assert word in text


# --- none is missing --------------------------------------------------------------------
def test_tags_name_cards_and_rules() -> None:
    for case in CASES:
        for tag in case.tags:
            card, _, way = tag.partition(" ")
            known = card in CARDS or card in SPECIALS
            assert re.fullmatch(r"R\d+\.\d+", tag) or (known and way in ("helps", "idle")), tag


BY_VALUE = (
    (od.GiveMoney("zed", 1), "no-such-seat"),
    (od.UseBuyCard("mafia"), "not-its-power"),
    (od.Offer("bob", od.Goods(groups=("bermuda-triangle",))), "trades-illuminati"),
)
"""Orders that the language refuses to read, so that only their values can show the reason."""


BEHIND_THE_BULLETIN = "not-announced"
"""Needs a script that was announced in another state: `test_paces` shows it."""
WHILE_ANNOUNCED = ("privileged-open", "attack-announced", BEHIND_THE_BULLETIN)
"""What is held meanwhile is done later, and told then: `test_what_is_held` shows the reason."""
CANCELLED = "card-cancelled"
"""Told of an announced attack alone: R12.2-22 shows it."""


@pytest.mark.parametrize(
    ("number", "order", "code", "rule"),
    [
        ("R12.2-21", od.GiveMoney("cat", 1), "privileged-open", "R6.3"),
        ("R9.1-7", od.Accept(1), "attack-announced", "R9.1"),
    ],
)
def test_what_is_held(number: str, order: od.Order, code: str, rule: str) -> None:
    (case,) = [row for row in CASES if row.number == number]
    state = table_of(case)
    giver = "bob" if isinstance(order, od.GiveMoney) else "dee"
    mover = state.turn.seat
    state = changed(state, offers=(OfferObject(1, mover, giver, od.Goods(5), od.Goods()),))
    privilege = od.Privilege("bribery") if code == "privileged-open" else None
    attack = od.Attack("control", "mafia", "yuppies", privilege=privilege)
    waiting = OpenScript((od.Line(1, attack),), (1,))
    lines = (od.Line(1, order),)
    held = act(state, giver, lines, SecretDice(b"x"), Instructions(announced=waiting))
    assert (held.state, held.events) == (state, ())
    assert (held.rulings[0].reason, held.rulings[0].rule) == (code, rule)
    assert act(state, giver, lines, SecretDice(b"x")).rulings[0].status == "ok"


@pytest.mark.parametrize(("order", "code"), BY_VALUE)
def test_reasons_that_no_letter_can_show(order: od.Order, code: str) -> None:
    groups = [row for row in CASES if row.number == "R2.8-2"]
    (ruling,) = check(table_of(groups[0]), "ann", (od.Line(1, order),))
    assert (ruling.status, ruling.reason) == ("illegal", code)


def test_every_reason_code_is_shown() -> None:
    rows = [row for case in CASES for row in case.sections.get("RULED", [])]
    codes = {row.split(": ")[1].split()[0] for row in rows} | {code for _, code in BY_VALUE}
    codes |= {*WHILE_ANNOUNCED, CANCELLED}
    assert [reason.code for reason in REASONS if reason.code not in codes] == []


def test_numbers_are_unique() -> None:
    counts = Counter(case.number for case in CASES)
    assert [number for number, count in counts.items() if count > 1] == []
