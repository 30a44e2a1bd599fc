"""What became of each line of a run, and of its parts (I39.12)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.inwo import events as ev
from engine.inwo import orders as od
from engine.inwo import rulings as rl
from engine.inwo.cards import INWO_CARDS, card_id
from engine.inwo.turn.script_lines import CONDITION_FALSE
from pbem.games.inwo.adjudication.letters import RunLine
from pbem.games.inwo.adjudication.lines import ReadOrder
from pbem.games.inwo.adjudication.turn import InwoRun


@dataclass(frozen=True)
class InwoRuling:
    """What became of a line or of a part of it (I39.12)."""

    seat: str
    line: int | None
    text: str
    status: str
    reason: str = ""
    rule: str = ""


_STANDING = (od.InwoPolicy, od.PassRound, od.Knock, od.PlaceLead, od.EndSegment)
"""What is done by being there."""
_NOTHING_DONE = (rl.NOT_FIRED.code, rl.NOT_NEEDED.code, CONDITION_FALSE)
"""Why a line has rightly done nothing."""
_OF_ALL_CARDS = {
    *(rl.TARGET_UNFIT.code, rl.COST_NOT_MET.code, rl.NOT_PLAYABLE.code),
    *(rl.ALREADY_LINKED.code, rl.ONCE_A_GAME.code, rl.ONCE_A_TURN.code),
    rl.ONCE_AN_ATTACK.code,
}
"""Refusals whose rule is that of the card where one is named."""


def rulings_of(run: InwoRun) -> list[InwoRuling]:
    """Of every line in the order of the file: its refused parts, then itself."""
    settled: dict[tuple[str, int], list[ev.LineSettled]] = {}
    tested: dict[tuple[str, int], ev.TriggerTested] = {}
    for event in run.events:
        if isinstance(event, ev.LineSettled):
            settled.setdefault((event.seat, event.line), []).append(event)
        elif isinstance(event, ev.TriggerTested):
            key = (event.seat, event.number)
            tested[key] = min(event, tested.get(key, event), key=lambda one: bool(one.reason))
    is_declared = any(isinstance(event, ev.VictoryDeclared) for event in run.events)
    return [
        ruling
        for line in run.lines
        for ruling in (
            _ruled_trigger(line, tested.get((line.seat, line.place)))
            if line.status == "ok" and line.read and isinstance(line.read.order, od.Trigger)
            else _ruled(line, settled.get((line.seat, line.key), []))
        )
        for ruling in (_of_victory(line, ruling, is_declared),)
    ]


def _of_victory(line: RunLine, ruling: InwoRuling, is_declared: bool) -> InwoRuling:
    """What answers a declaration is refused where nobody has declared (I26.14)."""
    order = line.read.order if line.read is not None else None
    is_yield = isinstance(order, od.PassRound) and order.yields
    is_withdrawal = isinstance(order, od.WithdrawVictory) and ruling.status == "skipped"
    if is_declared and is_yield or not (is_yield or is_withdrawal):
        return ruling
    why = rl.NO_VICTORY if is_yield else rl.NOT_DECLARED
    return replace(ruling, status="illegal", reason=why.code, rule=why.rule)


def _ruled_trigger(line: RunLine, tested: ev.TriggerTested | None) -> list[InwoRuling]:
    """A WHEN order is made, refused, or never set off (I39.12)."""
    status, reason, rule = "skipped", rl.NOT_FIRED.code, rl.NOT_FIRED.rule
    if tested is not None:
        is_idle = tested.reason in _NOTHING_DONE
        status = "skipped" if is_idle else "illegal" if tested.reason else "ok"
        order = line.read.order if line.read is not None else None
        made = order.orders[0] if isinstance(order, od.Trigger) else None
        reason, rule = tested.reason, _narrowest(tested, _card_named(made) if made else "")
    return [InwoRuling(line.seat, line.number, line.text, status, reason, rule)]


def _ruled(line: RunLine, events: Sequence[ev.LineSettled]) -> list[InwoRuling]:
    if line.read is None or line.status != "ok":
        return [InwoRuling(line.seat, line.number, line.text, line.status, line.reason, line.rule)]
    found = [
        InwoRuling(line.seat, line.number, _typed(line.read, e.part), e.status, e.reason, rule)
        for e in events
        for rule in (_narrowest(e, e.part.partition(" ")[2]),)
        if e.part
    ]
    whole = [event for event in events if not event.part]
    # Whether a victory is declared shows at the knock, after its line.
    is_open = isinstance(line.read.order, od.DeclareVictory)
    done = (event for event in whole if event.status == "ok" and not is_open)
    made = next(done, whole[-1] if whole else None)
    if made is None:
        stands = isinstance(line.read.order, _STANDING)
        why = CONDITION_FALSE if line.read.conditions else "not-needed"
        status, reason, rule = ("ok", "", "") if stands else ("skipped", why, "I31.2")
    elif made.reason in _NOTHING_DONE:
        status, reason, rule = "skipped", made.reason, made.rule or "I31.2"
    elif made.reason == rl.NEED_TOO_LOW.code:
        status, reason, rule = "skipped", CONDITION_FALSE, made.rule
    else:
        # That a Resource is brought once a turn is no rule of the Resource (I5.5).
        is_brought = isinstance(line.read.order, od.BringResource | od.StorePlot)
        is_brought &= made.reason == rl.ONCE_A_TURN.code or not isinstance(
            line.read.order, od.StorePlot
        )
        rule = _narrowest(made, "" if is_brought else _card_named(line.read.order))
        status, reason = made.status, made.reason
    return [*found, InwoRuling(line.seat, line.number, line.text, status, reason, rule)]


def _card_named(order: od.InwoOrder | od.InwoPolicy) -> str:
    """The card that an order is about; of an attack, what makes it privileged, Instant, a bar."""
    if isinstance(order, od.LaunchAttack):
        own = order.attacker if order.assassin or order.strip else ""
        return order.privileged_by or order.instant_by or own
    if isinstance(order, od.PlaceBet | od.StorePlot):
        return order.by if isinstance(order, od.PlaceBet) else order.under
    return getattr(order, "card", "")


def _narrowest(event: ev.LineSettled | ev.TriggerTested, named: str) -> str:
    """The rule of the card, or of its family, before the one for all cards (I39.12)."""
    card = INWO_CARDS.get(card_id(named))
    is_general = event.reason in _OF_ALL_CARDS and card is not None
    return card.listing if card is not None and is_general and card.listing else event.rule


def _typed(read: ReadOrder, part: str) -> str:
    """A part of a line with its card as it was typed."""
    word, _, card = part.partition(" ")
    return f"{word} {read.typed.get(card, card)}".strip()
