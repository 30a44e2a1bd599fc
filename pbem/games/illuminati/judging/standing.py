"""A seat's standing orders: what is new, what is at odds, what is at an end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from engine.illuminati.attacks.contradictions import Code, Contradiction, contradictions, replaced
from engine.illuminati.events import Event, PolicyEnded
from engine.illuminati.orders import Line, Order, Policy, Stance, Understate
from engine.illuminati.state import State
from engine.illuminati.turn.checking import check
from pbem.games.contract.orders import JudgedLine, LineStatus
from pbem.games.illuminati.judging.context import Given
from pbem.games.illuminati.judging.costs import format_policy, reserve_in
from pbem.games.illuminati.judging.moments import ends_at
from pbem.games.illuminati.judging.results import Objection, answer, illegal, refused
from pbem.games.illuminati.language import (
    ParsedLine,
    Vocabulary,
    card_name,
    format_line,
    reread,
    without_effect,
)

MOST_POLICIES = 60
"""Standing orders of a seat that are kept, the newest."""


@dataclass(frozen=True, slots=True)
class FiledPolicies:
    """Instructions as canonical lines with what each says, oldest first."""

    texts: tuple[str, ...]
    orders: tuple[Policy, ...]

    def __len__(self) -> int:
        return len(self.texts)


def filed_policies(texts: Iterable[str], names: Vocabulary) -> FiledPolicies:
    """Those of the lines that still say something; of the same said twice the newest."""
    found: dict[str, Policy] = {}
    for text in texts:
        for line in reread(text, names):
            if isinstance(line.order, Policy):
                found.pop(text, None)
                found[text] = line.order
    return FiledPolicies(tuple(found), tuple(found.values()))


def reserve_of(texts: Iterable[str], names: Vocabulary) -> int:
    """MB that the newest RESERVE of these leaves on the Illuminati (R12.8)."""
    return reserve_in(filed_policies([t for t in texts if _is_reserve(t)], names).orders)


def _is_reserve(text: str) -> bool:
    """Nothing else of a seat's standing orders need be read to know it."""
    return text.split(maxsplit=1)[:1] == ["RESERVE"]


def kept_texts(before: Sequence[str], new: Sequence[str], names: Vocabulary) -> list[str]:
    """What is on file after a letter: what newer lines replace for good is gone."""
    filed = filed_policies([*before, *new], names)
    gone = replaced(filed.orders)
    texts = [text for at, text in enumerate(filed.texts) if at not in gone]
    return texts[-MOST_POLICIES:]


def odds_of(
    state: State, seat: str, texts: Sequence[str], names: Vocabulary, since: int = 0
) -> dict[str, str]:
    """What is at odds in these lines, told of each line; `since` leaves out what is older."""
    filed = filed_policies(texts, names)
    found: dict[str, list[str]] = {}
    for row in contradictions(state, seat, filed.orders):
        number = _number_of(row)
        if number >= since:
            found.setdefault(filed.texts[number], []).append(explain_odds(row, filed.orders, names))
    return {text: " ".join(notes) for text, notes in found.items()}


def _number_of(row: Contradiction) -> int:
    """The newer of the two lines."""
    return row.second if row.first is None else max(row.first, row.second)


def without_ended(
    texts: Sequence[str], seat: str, events: Sequence[Event], names: Vocabulary
) -> list[str] | None:
    """The standing orders without those that events say are at an end; None where none is."""
    ended = [e.order for e in events if isinstance(e, PolicyEnded) and e.seat == seat]
    if not ended:
        return None
    filed = filed_policies(texts, names)
    return [t for t, order in zip(filed.texts, filed.orders, strict=True) if order not in ended]


@dataclass(frozen=True, slots=True)
class NewPolicies:
    """What a letter adds to the standing orders, as canonical lines, and what is said of each."""

    texts: tuple[str, ...]
    judged: dict[int, JudgedLine]


FROZEN = Objection(
    "script-announced",
    "Your script of this turn is announced; it can no longer be changed (R12.2).",
    "R12.2",
)


def new_policies(
    given: Given, seat: str, lines: Sequence[ParsedLine], *, is_frozen: bool
) -> NewPolicies:
    """The new standing orders, each told with what it is at odds with (R12.4)."""
    names, judged = given.names(seat), {}
    found: dict[str, ParsedLine] = {}
    for line in lines:
        assert line.order is not None
        ruling = check(given.state, seat, (Line(1, line.order),))[0]
        if is_frozen and isinstance(line.order, Understate):
            judged[line.place] = refused(line, names, FROZEN)
        elif ruling.status == "ok":
            found[format_line(line.unnumbered, names)] = line
        else:
            judged[line.place] = illegal(line, names, ruling)
    on_file = given.standing[seat]
    before = [text for text in on_file if text not in found]
    odds = odds_of(given.state, seat, [*before, *found], names, len(before)) if found else {}
    reserve = reserve_of(on_file, names)
    for text, line in found.items():
        assert isinstance(line.order, Policy)
        vain = " ".join(without_effect(line.order, names))
        status: LineStatus = "WARNING" if vain or text in odds else "DONE"
        stands = "" if ends_at(line.order) else _how_long(line.order)
        worst = "" if vain else format_policy(line.order, given.state, names, reserve)
        notes = (line.assumption, vain, worst, stands, odds.get(text, ""))
        note = " ".join(part for part in notes if part)
        judged[line.place] = answer(line, status, names, note)
    return NewPolicies(tuple(found), judged)


def _how_long(order: Order) -> str:
    last = order.until_turn if isinstance(order, Stance) else None
    return f"It stands until turn {last} ends." if last else "It stands until you change it."


_TEXTS: dict[Code, str] = {
    "both-ways": "{second} and {first} pull the same attacks opposite ways; the newer one counts",
    "aside-too": "{second} and {first} overlap; the newer one counts",
    "said-twice": "{first} takes the place of {second}",
    "two-reserves": "{first} takes the place of {second}",
    "card-twice": "{card} is kept for {second} and for {first}; what comes up first uses it",
    "above-purse": "{second} allows more than the {money} MB that your Illuminati has now",
    "below-hopeless": "{second}: no roll succeeds at a need of 1 or less, so it aims too low",
    "above-certain": "{second}: no roll above 10 succeeds, so it aims too high and stops at {most}",
    "ended": "{second} can do nothing: {why}",
}
_WHY = {
    "no-card": "its Special is not in your hand",
    "group-dead": "what it is number is destroyed",
    "seat-out": "it is number a player who is out of the game",
    "out": "you are out of the game",
    "unmasked": "your Illuminati lies face up",
}


def explain_odds(row: Contradiction, policies: Sequence[Policy], names: Vocabulary) -> str:
    """One sentence; `policies` are those in which it was found."""
    facts, format_ = dict(row.facts), partial(names.language.format_order, names=names)
    card = facts.get("card")
    words = {
        "second": format_(policies[row.second]),
        "first": "" if row.first is None else format_(policies[row.first]),
        "card": card_name(str(card)) if card else "",
        "why": _WHY.get(str(facts.get("why")), ""),
        "money": facts.get("money", ""),
        "most": facts.get("most", ""),
    }
    return f"{_TEXTS[row.code].format_map(words)} ({row.rule})."
