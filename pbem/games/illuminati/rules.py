"""Illuminati's rules as the contract has them: turns, announced scripts, and who answers them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final

from engine.core.dice import Dice
from engine.core.values import changed
from engine.illuminati import events as ev
from engine.illuminati.audit import audit as audit
from engine.illuminati.cards import ILLUMINATI
from engine.illuminati.events import Event
from engine.illuminati.evolve import evolve as evolve
from engine.illuminati.state import GameOptions, State
from engine.illuminati.turn.setup import new_game
from engine.illuminati.turn.upkeep import scripts_wanted
from engine.illuminati.winning import nearness
from pbem.games.contract.fairness import draws_to_come
from pbem.games.contract.values import (
    Ask,
    Filed,
    Rank,
    RulesetError,
    SheetKey,
    Status,
    Step,
    Wait,
    ranked,
)
from pbem.games.illuminati import running
from pbem.games.illuminati.running import excused as excused
from pbem.games.illuminati.running import leave as leave
from pbem.games.illuminati.running import may_leave as may_leave
from pbem.games.illuminati.running import settle as settle

SCRIPT: Final = "script"
ANSWERS: Final = "answers"
ROUND: Final = "round"
"""The kinds of wait: a turn's script, everybody's answers to it, all scripts of a round (R12.2)."""
AGREED: Final = "agreed"
"""How a seat has won that the table let win."""


def new(
    seats: Sequence[str],
    options: GameOptions | None,
    dice: Dice,
    likes: Mapping[str, Sequence[str]],
) -> Step[State, Event]:
    """A game up to the first script, dealt by choice where a table wants it (R1)."""
    wanted = {seat: _illuminati(names) for seat, names in likes.items()}
    done = new_game(seats, options or GameOptions(), dice, wanted)
    return Step(done.state, done.events)


def _illuminati(likes: Sequence[str]) -> tuple[str, ...]:
    """Card ids of Illuminati given by any of their names."""
    found: list[str] = []
    for like in likes:
        wanted = like.strip().casefold()
        ids = [
            card.id
            for card in ILLUMINATI.values()
            if wanted in (n.casefold() for n in (card.id, card.name, card.code, *card.aliases))
        ]
        if not ids:
            raise RulesetError(f"{like!r} is not an Illuminati; they are: {', '.join(ILLUMINATI)}")
        found += ids
    return tuple(found)


def status(state: State) -> Status:
    """Whose turn it is and what is waited for (R12.2)."""
    playing = tuple(seat.name for seat in state.seats_in())
    is_over = bool(state.winners) or not playing
    turn = state.turn
    return Status(
        turn=turn.number,
        part=turn.parts,
        mover=turn.seat,
        playing=playing,
        winners=state.winners,
        is_over=is_over,
        asks=() if is_over else (_ask(state, playing),),
        sheets={
            seat.name: SheetKey(
                SCRIPT, seat.turns_taken + 1, turn.parts if turn.seat == seat.name else 0
            )
            for seat in state.seats
        },
    )


def _ask(state: State, playing: tuple[str, ...]) -> Ask:
    """Where the one to move has left, or all but one have, nobody is asked any more."""
    turn, is_round = state.turn, state.options.pace == "conclave"
    is_left = (turn.seat not in playing and not is_round) or len(playing) < 2
    when = f"{turn.number}.{turn.parts}"
    if state.announced is not None:
        others = tuple(name for name in playing if name != turn.seat and not is_left)
        return Ask(f"{ANSWERS}:{when}", ANSWERS, others, SheetKey(ANSWERS, turn.number, turn.parts))
    kind: Wait = ROUND if is_round else SCRIPT
    wanted = () if is_left else scripts_wanted(state)
    return Ask(f"{kind}:{when}", kind, wanted, on_silence="miss")


# --- going on ---------------------------------------------------------------------------


def advance(
    state: State, ask: str, filed: Filed, dice: Dice, at: datetime
) -> tuple[Step[State, Event], ...]:
    """A script is announced, or run; in a round all that are left are (R12.2)."""
    assert [ask] == [one.key for one in status(state).asks], "one thing is asked at a time"
    return running.advanced(state, filed, dice, at)


def asks_others(state: State) -> bool:
    """Whether scripts are announced before they are run, for all to answer."""
    return state.options.is_announced


def reopen(state: State) -> Step[State, Event]:
    """A script that was announced is announced no longer."""
    if state.announced is None:
        return Step(state)
    event = ev.ScriptWithdrawn(state.announced.seat)
    return Step(evolve(state, event), (event,))


def reshuffle(state: State, dice: Dice) -> Step[State, Event]:
    """The deck shuffled by the next draw."""
    if not state.deck:
        return Step(state)
    event = ev.Shuffled(dice.shuffle(state.draws, "shuffle", state.deck), state.draws)
    return Step(evolve(state, event), (event,))


def from_draw(state: State, number: int) -> State:
    """The state with another number of its next draw."""
    return changed(state, draws=number)


def would_repeat(state: State, events: Sequence[Event]) -> bool:
    """Whether a roll among the events would be made again in this timeline."""
    to_come = draws_to_come(state.draws)
    return any(isinstance(event, ev.Attacked) and event.draw in to_come for event in events)


def share(state: State, seats: Sequence[str]) -> Step[State, Event] | None:
    """These seats win together because the table has agreed on it, as several may (R10.4)."""
    in_game = {seat.name for seat in state.seats_in()}
    if state.winners or not seats or not in_game.issuperset(seats):
        return None
    event = ev.Won(tuple((seat, AGREED) for seat in seats))
    return Step(evolve(state, event), (event,))


# --- the end ----------------------------------------------------------------------------


def ranking(state: State) -> tuple[Rank, ...]:
    """The winners, then who came nearest to a goal, then who is out (R10)."""
    near = {seat.name: nearness(state, seat) for seat in state.seats}
    return ranked(near, state.winners, [seat.name for seat in state.seats if seat.is_out])
