"""Illuminati's rules as the contract has them: turns, announced scripts, and who answers them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from engine.core.dice import Dice
from engine.core.values import changed
from engine.illuminati import events as ev
from engine.illuminati.attacks.stances import covers
from engine.illuminati.audit import audit as audit
from engine.illuminati.cards import ILLUMINATI
from engine.illuminati.events import Event
from engine.illuminati.evolve import evolve as evolve
from engine.illuminati.game import (
    AnnouncedAttack,
    Instructions,
    OpenScript,
    act,
    bulletin,
    end_by_clock,
    must_wait,
    nearness,
    new_game,
    resolve,
    scripts_wanted,
)
from engine.illuminati.gametable import Policies
from engine.illuminati.orders import Line, Policy, Resign, Script, Stance
from engine.illuminati.state import GameOptions, HeldLine, State
from pbem.games.contract.fairness import DRAWS_OF_A_TIMELINE
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
from pbem.games.illuminati.language import (
    ParsedLine,
    as_given,
    format_line,
    policies_in,
    reread,
    script_of,
    vocabulary_for,
)
from pbem.grammar.times.kept import moment_kept

SCRIPT: Final = "script"
ANSWERS: Final = "answers"
ROUND: Final = "round"
"""The kinds of wait: a turn's script, everybody's answers to it, all scripts of a round (R12.2)."""
ASK_ALWAYS, ASK_NEVER, UNLESS_ATTACKED = "ASK ME", "ASK ME NEVER", "READY UNLESS ATTACKED"
"""Standing lines about being asked (R12.3)."""
AGREED: Final = "agreed"
"""How a seat has won that the table let win."""
_LEAVING = Line(1, Resign(), text="RESIGN")


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


# --- what is on file --------------------------------------------------------------------


def _lines(state: State, seat: str, texts: Sequence[str]) -> tuple[ParsedLine, ...]:
    return reread("\n".join(texts), vocabulary_for(state, seat)) if texts else ()


def policies_of(
    state: State, filed: Filed, at: datetime | None = None
) -> dict[str, tuple[Policy, ...]]:
    """The standing orders of every seat, without those that are over by then."""
    standing = filed.standing.items()
    return {seat: policies_in(texts, vocabulary_for(state, seat), at) for seat, texts in standing}


def announced_lines(state: State) -> tuple[ParsedLine, ...]:
    """The script that is being answered, as its writer may name things."""
    announced = state.announced
    return _lines(state, announced.seat, announced.script) if announced else ()


def open_script(state: State) -> OpenScript | None:
    """What has been announced and not run, from which no deed may take anything (R12.2)."""
    if state.announced is None:
        return None
    return OpenScript(script_of(announced_lines(state)), state.announced.lines)


# --- going on ---------------------------------------------------------------------------


def advance(
    state: State, ask: str, filed: Filed, dice: Dice, at: datetime
) -> tuple[Step[State, Event], ...]:
    """A script is announced, or run; in a round all that are left are (R12.2)."""
    assert [ask] == [one.key for one in status(state).asks], "one thing is asked at a time"
    announced = announcement(state, filed)
    if announced is not None:
        return (announced,)
    waiting = [(row, _lines(state, row.seat, (row.line,))[0]) for row in state.held]
    before = settle(state, filed, dice, at)
    state, left, steps = before.state, set(scripts_wanted(state)), []
    while True:
        mover, number = state.turn.seat, state.turn.number
        steps.append(_play(state, filed, dice, at))
        state = steps[-1].state
        left.discard(mover)
        if state.turn.number == number or state.winners or state.turn.seat not in left:
            break
    steps[0] = replace(steps[0], events=(*before.events, *steps[0].events))
    for row, line in waiting:
        steps.append(
            _released(steps[-1].state, row, line, policies_of(steps[-1].state, filed, at), dice)
        )
    return tuple(steps)


def _released(
    state: State, row: HeldLine, line: ParsedLine, said: Policies, dice: Dice
) -> Step[State, Event]:
    """A line that was held is carried out as things stand when it comes up (R9.1)."""
    done = act(state, row.seat, as_given((line,)), dice, Instructions(said))
    (ruling,) = done.rulings
    facts = tuple(sorted(ruling.facts.items()))
    event = ev.LineReleased(row.seat, row.line, ruling.reason, ruling.rule, facts)
    return Step(evolve(done.state, event), (*done.events, event), row.seat, (row.line,))


def asks_others(state: State) -> bool:
    """Whether scripts are announced before they are run, for all to answer."""
    return state.options.is_announced


def announcement(state: State, filed: Filed) -> Step[State, Event] | None:
    """The script of the open turn is announced before it is run; None where it is run at once.

    A script without an attack is, one that has been announced already, and one nobody is left to
    answer.
    """
    seat = state.turn.seat
    if state.announced or not asks_others(state) or len(list(state.seats_in())) < 2:
        return None
    lines = _lines(state, seat, filed.sheets.get(seat, ()))
    attacks = bulletin(state, script_of(lines), policies_of(state, filed))
    if not attacks:
        return None
    texts, numbers = _texts(state, seat, lines), tuple(attack.line for attack in attacks)
    event = ev.ScriptAnnounced(seat, texts, numbers)
    return Step(evolve(state, event), (event,), seat, texts)


def _texts(state: State, seat: str, lines: Sequence[ParsedLine]) -> tuple[str, ...]:
    names = vocabulary_for(state, seat)
    return tuple(format_line(line, names) for line in lines)


def _play(state: State, filed: Filed, dice: Dice, at: datetime) -> Step[State, Event]:
    """One turn, or one part of it, with everybody's answers."""
    seat, announced = state.turn.seat, state.announced
    answers: dict[str, Script] = {}
    if announced is None:
        lines = _lines(state, seat, filed.sheets.get(seat, ()))
    else:
        lines = announced_lines(state)
        answers = {
            name: as_given(_lines(state, name, texts)) for name, texts in filed.sheets.items()
        }
    script = script_of(lines)
    waiting = OpenScript(script, announced.lines) if announced else None
    said = Instructions(policies_of(state, filed, at), answers, waiting)
    done = resolve(state, script, dice, said)
    return Step(done.state, done.events, seat, _texts(state, seat, lines), is_turn=True)


def settle(state: State, filed: Filed, dice: Dice, at: datetime) -> Step[State, Event]:
    """Offers whose day has passed are closed, and policies are at an end (R9.3, R12.4)."""
    offers = [offer for offer in state.offers if _has_passed(offer.until_at, at)]
    ended = [
        (seat, order)
        for seat, orders in policies_of(state, filed).items()
        for order in dict.fromkeys(orders)
        if isinstance(order, Stance) and _has_passed(order.until_at, at)
    ]
    if not offers and not ended:
        return Step(state)
    done = end_by_clock(state, offers, ended, dice)
    return Step(done.state, done.events)


def _has_passed(until_at: str | None, at: datetime) -> bool:
    ends_at = moment_kept(until_at)
    return ends_at is not None and ends_at < at


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
    to_come = range(state.draws, (state.draws // DRAWS_OF_A_TIMELINE + 1) * DRAWS_OF_A_TIMELINE)
    return any(isinstance(event, ev.Attacked) and event.draw in to_come for event in events)


# --- who is waited for ------------------------------------------------------------------


def excused(state: State, ask: str, filed: Filed) -> tuple[str, ...]:
    """The seats whose standing orders answer what is announced (R12.3)."""
    if state.announced is None:
        return ()
    asked = [name for name, texts in filed.standing.items() if ASK_ALWAYS not in texts]
    said = policies_of(state, filed)
    attacks = bulletin(state, script_of(announced_lines(state)), said)
    return tuple(
        name
        for name in asked
        if _is_covered(state, name, filed.standing[name], said[name], attacks)
    )


def _is_covered(
    state: State,
    seat: str,
    texts: Sequence[str],
    said: Sequence[Policy],
    attacks: Sequence[AnnouncedAttack],
) -> bool:
    is_attacked = any(attack.owner == seat for attack in attacks)
    if is_attacked and ASK_NEVER not in texts:
        return False
    if UNLESS_ATTACKED in texts and not is_attacked:
        return True
    return bool(attacks) and all(covers(state, seat, said, attack) for attack in attacks)


# --- leaving ----------------------------------------------------------------------------


def leave(state: State, seat: str, filed: Filed, dice: Dice) -> Step[State, Event] | None:
    """A seat resigns (R10.3)."""
    done = act(state, seat, (_LEAVING,), dice, Instructions(policies_of(state, filed)))
    if done.rulings[0].status != "ok":
        return None
    return Step(done.state, done.events, seat, ("RESIGN",))


def share(state: State, seats: Sequence[str]) -> Step[State, Event] | None:
    """These seats win together because the table has agreed on it, as several may (R10.4)."""
    in_game = {seat.name for seat in state.seats_in()}
    if state.winners or not seats or not in_game.issuperset(seats):
        return None
    event = ev.Won(tuple((seat, AGREED) for seat in seats))
    return Step(evolve(state, event), (event,))


def may_leave(state: State, seat: str, filed: Filed) -> bool:
    """Whether announced attacks could be made as announced once the seat has left (R12.2)."""
    waiting = open_script(state)
    if waiting is None:
        return True
    said = Instructions(policies_of(state, filed), announced=waiting)
    return must_wait(state, seat, _LEAVING, said) is None


# --- the end ----------------------------------------------------------------------------


def ranking(state: State) -> tuple[Rank, ...]:
    """The winners, then who came nearest to a goal, then who is out (R10)."""
    near = {seat.name: nearness(state, seat) for seat in state.seats}
    inside = [seat.name for seat in state.seats if not seat.is_out]
    lost = [seat for seat in inside if seat not in state.winners]
    out = [seat.name for seat in state.seats if seat.is_out and seat.name not in state.winners]
    return ranked(near, (state.winners, lost, out))
