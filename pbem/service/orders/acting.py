"""What a letter does at once: gifts, plays, deals, a goal, leaving; and what must wait (R9.1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.illuminati import events as ev
from engine.illuminati import orders as od
from engine.illuminati import rulings as rl
from engine.illuminati.events import Event
from engine.illuminati.game import Outcome, act, check, must_wait
from engine.illuminati.rulings import Ruling
from engine.illuminati.state import State
from engine.illuminati.turn.legality import needs_own_turn, waits
from engine.illuminati.turn.outcome import bared, ruling_of
from pbem.games.contract.orders import JudgedLine, LineStatus
from pbem.games.illuminati.language import BARED, ParsedLine, Vocabulary, explain, format_line
from pbem.models import FINISHED, TUTORIAL
from pbem.service.codes import code_of, is_one_of
from pbem.service.orders.verdicts import answer, assumed
from pbem.service.snapshots import GameSnapshot, all_policies, dice_of

MOST_DEEDS = 40
"""Lines of a letter that are done at once: each is told to others, and offers stay open."""
TOO_MANY = f"At most {MOST_DEEDS} lines of a letter are done at once; send the rest again."
ENDED = "The game is over; it was ended without a winner."


@dataclass(frozen=True, slots=True)
class ActResult:
    """What a letter did at once: the events, its canonical lines; `held` are those that wait."""

    outcome: Outcome | None
    acted: tuple[str, ...]
    resigned: bool
    held: tuple[str, ...]


def resign_code(secret: str, seat: str, turn: int) -> str:
    """The word a player adds to RESIGN, so that no slip ends his game; good for that turn of the
    game and the next."""
    return code_of(bytes.fromhex(secret), "resign", seat, turn)


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


def carry_out(
    snapshot: GameSnapshot,
    seat: str,
    acts: Sequence[ParsedLine],
    names: Vocabulary,
    answered: dict[int, JudgedLine],
    *,
    is_preview: bool,
) -> ActResult:
    """Carry out what needs no turn, line by line; a resignation only with its word.

    Whoever resigns has a day to take it back, but for a game to learn by.

    In a preview it is only checked, for what the deed itself would bring out costs the deed (R9.3).
    """
    if snapshot.game.phase == FINISHED and not snapshot.state.winners:
        answered |= {id(line): answer(line, "REFUSED", names, ENDED) for line in acts}
        return ActResult(None, (), False, ())
    state, told, held = snapshot.state, [], []
    events: list[Event] = []
    resigned = False
    answered |= {id(line): answer(line, "REFUSED", names, TOO_MANY) for line in acts[MOST_DEEDS:]}
    for line in acts[:MOST_DEEDS]:
        assert line.order is not None
        if isinstance(line.order, od.Resign):
            turn = snapshot.state.turn.number
            codes = [resign_code(snapshot.game.secret, seat, at) for at in (turn, turn - 1)]
            if not is_one_of(line.code, codes):
                note = f"This ends your game. If you mean it, send: RESIGN {codes[0]}"
                answered[id(line)] = answer(line, "ASK", names, note)
                continue
        one = (od.Line(line.number, line.order, text=line.text),)
        has_time = isinstance(line.order, od.Resign) and snapshot.game.kind != TUTORIAL
        if is_preview or has_time:
            outcome = Outcome(state, (), _checked(snapshot, state, seat, one[0], has_time))
        else:
            outcome = _act(snapshot, state, seat, one)
        ruling = outcome.rulings[0]
        if ruling.reason in rl.HOLDING:
            why = explain(ruling.reason, ruling.facts, names)
            answered[id(line)] = answer(line, "HELD", names, why)
            held.append(format_line(line, names))
            continue
        if ruling.status != "ok":
            note = explain(ruling.reason, ruling.facts, names)
            answered[id(line)] = answer(line, "REFUSED", names, note)
            events += outcome.events
            continue
        resigned = resigned or isinstance(line.order, od.Resign)
        left = ruling.bares or bared(state, outcome.state, seat, line.order)
        vain = " ".join(filter(None, (_beyond(outcome.state, seat, line.order), BARED[left])))
        state = outcome.state
        events += outcome.events
        if not has_time:
            told.append(format_line(line, names))
        note = " ".join(filter(None, (assumed(line), _numbered(outcome.events), vain)))
        fate: LineStatus = "WARNING" if vain else "OK" if has_time else "DONE"
        answered[id(line)] = answer(line, fate, names, note)
    done = Outcome(state, tuple(events)) if events else None
    return ActResult(done, tuple(told), resigned, tuple(held))


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


def _checked(
    snapshot: GameSnapshot, state: State, seat: str, line: od.Line, has_time: bool
) -> tuple[Ruling, ...]:
    """What is said of a deed that is not done now."""
    waiting = snapshot.open_script()
    if waiting is not None and not has_time:
        refusal = must_wait(state, seat, line, all_policies(snapshot), waiting)
        if refusal is not None and refusal.reason.code in (*rl.HOLDING, rl.TRADE_ANNOUNCED.code):
            return (ruling_of(line.number, refusal),)
    return check(state, seat, (line,))


def _act(snapshot: GameSnapshot, state: State, seat: str, one: od.Script) -> Outcome:
    """In a game to learn by one may leave at any time; in others that waits for its day."""
    leaves = isinstance(one[0].order, od.Resign)
    waiting = None if leaves else snapshot.open_script()
    dice = dice_of(snapshot.game, snapshot.seats)
    return act(state, seat, one, dice, all_policies(snapshot), waiting=waiting)


def touched_by(event: Event) -> tuple[str, ...]:
    """The seats that a deed between turns concerns beside the one who did it."""
    match event:
        case ev.GaveMoney() | ev.GaveSpecial():
            return (event.to,)
        case ev.Showed():
            return event.to
        case ev.SpiedHand():
            return (event.against,)
        case ev.Offered() | ev.OfferClosed() | ev.Traded():
            return (event.seat, event.to)
        case _:
            return ()
