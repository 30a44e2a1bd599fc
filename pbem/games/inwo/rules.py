"""INWO's rules as the contract has them: scripts, windows, questions, and who is asked (I31)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from engine.core.dice import Dice
from engine.core.values import changed
from engine.inwo import events as ev
from engine.inwo import game
from engine.inwo.audit import audit_inwo
from engine.inwo.goals import nearness
from engine.inwo.inwotable import InwoPolicies, InwoTable
from engine.inwo.state import InwoOptions, InwoState, OpenAsk
from engine.inwo.turn.victory import may_share
from pbem.games.contract.fairness import draws_to_come
from pbem.games.contract.values import Ask, Filed, Rank, SheetKey, Status, Step, Wait, ranked
from pbem.games.inwo.by_clock import free_time, over_by_clock
from pbem.games.inwo.decks import decks_for
from pbem.games.inwo.filed_lines import lines_of, passes, policies_of

InwoStep = Step[InwoState, ev.InwoEvent]
_WAITS: Mapping[str, Wait] = {"script": "script", "illuminati": "round", "leads": "round"}
_HIDDEN = ("answers", "rolls", "question")
"""What nobody is told of whom else it asks (I31.5)."""
_UNTOLD = (ev.AskClosed, ev.QuestionClosed, ev.LieMeant, ev.LineSettled, ev.RoundBegan)
"""What happens when one of several things asked is over, and nothing has come of it yet."""


def new(
    seats: Sequence[str],
    options: InwoOptions | None,
    dice: Dice,
    likes: Mapping[str, Sequence[str]],
) -> InwoStep:
    """A game up to the leads, each seat with the deck that it brings, or one that is ready."""
    table = game.with_house(options or InwoOptions())
    done = game.new(decks_for(seats, likes, table, dice), table, dice)
    return Step(done.state, done.events)


def status(state: InwoState) -> Status:
    """Whose turn it is and what is waited for (I31.5)."""
    playing = tuple(seat.name for seat in state.seats if not seat.is_out)
    is_over = bool(state.winners) or not state.asks
    return Status(
        turn=max(state.turn.number, 1),
        part=_part(state),
        mover=state.turn.seat,
        playing=playing,
        winners=state.winners,
        is_over=is_over,
        asks=() if is_over else tuple(_ask(state, ask) for ask in state.asks),
        sheets={
            seat.name: SheetKey("script", _next_turn(state, seat.name)) for seat in state.seats
        },
    )


def _part(state: InwoState) -> int:
    """How often the turn has paused: for every window once, and again where others stay open.

    What is asked before the first turn, Illuminati and leads, are parts of it.
    """
    before = game.asks_before_turns(state.options) if state.turn.number == 1 else 0
    return max(0, before + state.turn.asked + state.turn.closed - 1)


def _ask(state: InwoState, ask: OpenAsk) -> Ask:
    is_script = ask.kind == "script"
    return Ask(
        key_of(ask),
        _WAITS.get(ask.kind, "answers"),
        ask.seats,
        None if is_script else SheetKey(f"answers {key_of(ask)}", max(state.turn.number, 1)),
        shows_seats=ask.kind not in _HIDDEN,
        on_silence="miss" if is_script else "pass",
    )


def key_of(ask: OpenAsk) -> str:
    """The name of an ask for good: a window has one for each of its rounds."""
    return f"{ask.key}.{ask.number}"


def _next_turn(state: InwoState, seat: str) -> int:
    """The number of the seat's own turn for which its script is filed: once that of the open turn
    is taken, the next."""
    number = state.seat(seat).turns_taken + 1
    is_asked = any(ask.kind == "script" for ask in state.asks)
    is_open = not state.is_beginning and state.turn.step != "e4"
    is_taken = state.turn.seat == seat and not is_asked and is_open
    return number + (is_taken and state.turn.number > 0)


# --- going on -------------------------------------------------------------------------------


def advance(
    state: InwoState, ask: str, filed: Filed, dice: Dice, _at: datetime
) -> tuple[InwoStep, ...]:
    """What was asked is closed; the game goes on to what it asks next, a part of the turn (I31)."""
    row = next(one for one in state.asks if key_of(one) == ask)
    answers = {seat: lines_of(state, seat, texts) for seat, texts in filed.sheets.items()}
    policies, by_clock = _policies(state, filed), free_time(state, filed)
    for event in by_clock:
        state = game.evolve_inwo(state, event)
    done = game.advance(state, row.key, answers, policies, dice)
    if done.state.asks and all(isinstance(event, _UNTOLD) for event in done.events):
        return (Step(done.state, (*by_clock, *done.events)),)
    seat = state.turn.seat
    orders = filed.sheets.get(seat, ()) if row.kind == "script" else ()
    return (Step(done.state, (*by_clock, *done.events), seat, orders, is_turn=True),)


def _policies(state: InwoState, filed: Filed, but: str = "") -> InwoPolicies:
    """The standing orders of all, or of all but one."""
    rows = filed.standing.items()
    return {seat: policies_of(state, seat, texts) for seat, texts in rows if seat != but}


def evolve(state: InwoState | None, event: ev.InwoEvent) -> InwoState:
    return game.evolve_inwo(state, event)


def audit(state: InwoState) -> Sequence[str]:
    return audit_inwo(state)


def excused(state: InwoState, ask: str, filed: Filed) -> tuple[str, ...]:
    """Whom nobody waits for: who has passed in all rounds, or says PASS ALWAYS (I31.6, I31.11)."""
    row = next((one for one in state.asks if key_of(one) == ask), None)
    if row is None or row.kind not in ("answers", "rolls"):
        return () if row is None else row.passed
    standing = filed.standing
    return tuple(
        seat
        for seat in row.seats
        if seat in row.passed or passes(state, seat, standing.get(seat, ()))
    )


def settle(state: InwoState, filed: Filed, _dice: Dice, at: datetime) -> InwoStep:
    """Offers whose day has passed are closed (I21.4), and free time begins or ends (I33.7)."""
    events = over_by_clock(state, filed, at)
    for event in events:
        state = game.evolve_inwo(state, event)
    return Step(state, events)


def reopen(state: InwoState) -> InwoStep:
    """What has been asked in a turn cannot be asked anew: what came of it stands."""
    return Step(state)


def leave(state: InwoState, seat: str, filed: Filed, dice: Dice) -> InwoStep | None:
    """A seat leaves the game, and its Groups with it (I27.4); standing orders go on for others."""
    if state.seat(seat).is_out or state.winners:
        return None
    done = game.leave(state, seat, dice, _policies(state, filed, but=seat))
    return Step(done.state, done.events, seat, ("RESIGN",))


def share(state: InwoState, seats: Sequence[str]) -> InwoStep | None:
    """These seats win together because the table has agreed on it, as several may (I26.8)."""
    if not may_share(state, seats):
        return None
    event = ev.InwoWon(tuple(seats))
    return Step(game.evolve_inwo(state, event), (event,))


def may_leave(_state: InwoState, _seat: str, _filed: Filed) -> bool:
    return True


def asks_others(state: InwoState) -> bool:
    """Whether attacks and plays are announced for all to answer."""
    return state.options.pace != "policies"


def reshuffle(state: InwoState, dice: Dice) -> InwoStep:
    """Every deck in a new order, which nobody knows."""
    table = InwoTable(state, dice)
    for seat in state.seats:
        if not seat.is_out:
            table.shuffle(seat.name, "plot_deck")
            table.shuffle(seat.name, "group_deck")
    return Step(table.state, tuple(table.events))


def from_draw(state: InwoState, number: int) -> InwoState:
    """The state with another number of its next draw."""
    return changed(state, draws=number)


def would_repeat(state: InwoState, events: Sequence[ev.InwoEvent]) -> bool:
    """Whether dice among the events would fall again from that state on."""
    to_come = draws_to_come(state.draws)
    rolled = (ev.DiceRolled, ev.CardRolled, ev.AttackResolved)
    return any(isinstance(event, rolled) and event.draw in to_come for event in events)


def ranking(state: InwoState) -> tuple[Rank, ...]:
    """The winners, then who came nearest to one of his Goals, then who is out (I26, I27)."""
    near = {seat.name: nearness(state, seat) for seat in state.seats}
    return ranked(near, state.winners, [seat.name for seat in state.seats if seat.is_out])
