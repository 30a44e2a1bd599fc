"""What a letter does at once: gifts, plays, deals, a goal, leaving; and what must wait (R9.1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.illuminati import events as ev
from engine.illuminati import orders as od
from engine.illuminati import rulings as rl
from engine.illuminati.events import Event
from engine.illuminati.evolve import evolve
from engine.illuminati.gametable import Instructions
from engine.illuminati.rulings import Ruling
from engine.illuminati.state import State
from engine.illuminati.turn.acting import act, must_wait
from engine.illuminati.turn.checking import check
from engine.illuminati.turn.outcome import Outcome, bared, ruling_of
from engine.illuminati.turn.waiting import needs_own_turn, waits
from pbem.games.contract.orders import TOO_MANY_DEEDS, JudgedLine, LetterInput, LineStatus
from pbem.games.contract.values import Step
from pbem.games.illuminati.judging.context import Given, all_policies, waiting_script
from pbem.games.illuminati.judging.results import Objection, answer, illegal, refused
from pbem.games.illuminati.language import BARED, ParsedLine, explain, format_line, read

MOST_DEEDS = 40
"""Lines of a letter that are done at once: each is told to others, and offers stay open."""
TOO_MANY = Objection(
    TOO_MANY_DEEDS,
    f"At most {MOST_DEEDS} lines of a letter are done at once; send the rest again.",
)
ENDED = Objection("game-ended", "The game is over; it was ended without a winner.")


@dataclass(frozen=True, slots=True)
class ActResult:
    """What a letter did at once, or has wait in the state, and its canonical lines.

    `judged` is what is said of each line, by its place.
    """

    done: Step[State, Event] | None
    acted: tuple[str, ...]
    resigned: bool
    judged: dict[int, JudgedLine]


def is_act(line: ParsedLine, *, is_own: bool, is_free: bool) -> bool:
    """Whether a line is carried out when it is read: a goal, leaving; for others a gift (R9.1).

    `is_free` says that the letter makes no script of the writer's own turn. Whoever waits for
    answers to his script may still show and play what can be any time, but give nothing away.
    """
    if isinstance(line.order, od.ChooseGoal | od.Resign):
        return True
    if not is_free or line.order is None or line.conditions:
        return False
    if isinstance(line.order, od.GiveMoney | od.GiveSpecial):
        return not is_own
    if isinstance(line.order, od.Show):
        return True
    if not isinstance(line.order, od.Play) or waits(line.order):
        return False
    return not needs_own_turn(line.order)


@dataclass(slots=True)
class _Deeds:
    """What was done so far, and what is said of each line by its place."""

    given: Given
    seat: str
    state: State
    events: list[Event] = field(default_factory=list)
    acted: list[str] = field(default_factory=list)
    judged: dict[int, JudgedLine] = field(default_factory=dict)
    resigned: bool = False

    def hold(self, text: str) -> None:
        event = ev.LineHeld(self.seat, text)
        self.state = evolve(self.state, event)
        self.events.append(event)
        self.acted.append(text)

    def result(self) -> ActResult:
        done = Step(self.state, tuple(self.events)) if self.events else None
        return ActResult(done, tuple(self.acted), self.resigned, self.judged)


def carry_out(
    given: Given, letter: LetterInput, acts: Sequence[ParsedLine], *, is_preview: bool
) -> ActResult:
    """Carry out what needs no turn, line by line; a resignation only with its word.

    Whoever resigns has a day to take it back, but for a game to learn by.

    In a preview it is only checked, for what the deed itself would bring out costs the deed (R9.3).
    """
    deeds, names = _Deeds(given, letter.seat, given.state), given.names(letter.seat)
    if given.is_over and not given.state.winners:
        deeds.judged = {line.place: refused(line, names, ENDED) for line in acts}
        return deeds.result()
    deeds.judged = {line.place: refused(line, names, TOO_MANY) for line in acts[MOST_DEEDS:]}
    for line in acts[:MOST_DEEDS]:
        leaves = isinstance(line.order, od.Resign)
        if leaves and not letter.is_resign_code(line.code):
            deeds.judged[line.place] = answer(line, "ASK", names, letter.asks_for_code)
        else:
            _do(deeds, line, has_time=leaves and given.keeps_leavers, is_preview=is_preview)
    return deeds.result()


def _do(deeds: _Deeds, line: ParsedLine, *, has_time: bool, is_preview: bool) -> None:
    """One line carried out, or where it has time, or in a preview, no more than checked."""
    assert line.order is not None
    state, seat, names = deeds.state, deeds.seat, deeds.given.names(deeds.seat)
    one = od.Line(line.number, line.order, text=line.text)
    if is_preview or has_time:
        outcome = Outcome(state, (), _checked(deeds, one, has_time))
    else:
        outcome = _act(deeds, one)
    ruling = outcome.rulings[0]
    if ruling.reason in rl.HOLDING:
        deeds.judged[line.place] = illegal(line, names, ruling, "HELD")
        if not is_preview:
            deeds.hold(format_line(line, names))
        return
    deeds.events += outcome.events
    if ruling.status != "ok":
        deeds.judged[line.place] = illegal(line, names, ruling)
        return
    deeds.resigned = deeds.resigned or isinstance(line.order, od.Resign)
    left = ruling.bares or bared(state, outcome.state, seat, line.order)
    vain = " ".join(filter(None, (_beyond(outcome.state, seat, line.order), BARED[left])))
    deeds.state = outcome.state
    if not has_time:
        deeds.acted.append(format_line(line, names))
    note = " ".join(filter(None, (line.assumption, _numbered(outcome.events), vain)))
    status: LineStatus = "WARNING" if vain else "OK" if has_time else "DONE"
    deeds.judged[line.place] = answer(line, status, names, note)


def _numbered(events: Sequence[Event]) -> str:
    """The number of an offer that was made, as its maker counts those that he made or got."""
    made = [event.number for event in events if isinstance(event, ev.Offered)]
    return f"It is offer {made[-1]}; WITHDRAW {made[-1]} takes it back." if made else ""


def _beyond(state: State, seat: str, order: od.Order) -> str:
    """A warning of promises that the purse cannot keep together."""
    purse = state.money(state.seat(seat).illuminati)
    sums = [offer.gives.money for offer in state.offers if offer.by == seat]
    if isinstance(order, od.Offer) and order.gives.money and sum(sums) > purse and len(sums) > 1:
        return (
            f"Your open offers give {sum(sums)} MB together, and your Illuminati has {purse} MB: "
            "the first taker gets it."
        )
    return ""


def _checked(deeds: _Deeds, line: od.Line, has_time: bool) -> tuple[Ruling, ...]:
    """What is said of a deed that is not done now."""
    given, seat = deeds.given, deeds.seat
    waiting = waiting_script(given)
    if waiting is not None and not has_time:
        instructions = Instructions(all_policies(given), announced=waiting)
        refusal = must_wait(deeds.state, seat, line, instructions)
        if refusal is not None and refusal.reason.code in (*rl.HOLDING, rl.TRADE_ANNOUNCED.code):
            return (ruling_of(line.number, refusal),)
    return check(deeds.state, seat, (line,))


def _act(deeds: _Deeds, line: od.Line) -> Outcome:
    """In a game to learn by one may leave at any time; in others that waits for its day."""
    given = deeds.given
    waiting = None if isinstance(line.order, od.Resign) else waiting_script(given)
    instructions = Instructions(all_policies(given), announced=waiting)
    return act(deeds.state, deeds.seat, (line,), given.dice, instructions)


def judge_late(given: Given, step: Step[State, Event]) -> JudgedLine:
    """What became of a line that had waited in the game as it was given, by what it did."""
    names, end = given.names(step.seat), step.events[-1]
    assert isinstance(end, ev.LineReleased)
    line = read(end.line, names)[0]
    if not end.reason:
        return answer(line, "DONE", names, "")
    return refused(
        line, names, Objection(end.reason, explain(end.reason, dict(end.facts), names), end.rule)
    )
