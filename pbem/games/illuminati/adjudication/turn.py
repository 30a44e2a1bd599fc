"""One turn from lines of all seats: what is done before, the script with its answers, gifts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from engine.core.dice import Dice
from engine.core.values import changed
from engine.illuminati import events as ev
from engine.illuminati import rulings as rl
from engine.illuminati.game import begin_turn, play_turn
from engine.illuminati.gametable import Instructions, OpenScript
from engine.illuminati.orders import HANDS_OVER, Attack, Line, Offer, Policy, Script, ScriptOrder
from engine.illuminati.rulings import HOLDING, Ruling
from engine.illuminati.state import State
from engine.illuminati.turn.acting import act
from engine.illuminati.turn.announcing import bulletin
from engine.illuminati.turn.checking import check
from engine.illuminati.turn.outcome import Outcome
from engine.illuminati.turn.upkeep import income_of
from engine.illuminati.turn.waiting import waits
from pbem.games.illuminati.language import ParsedLine, read, script_of, vocabulary_for

NO_ORDER = "does not begin like an order"
NO_SEAT = "does not begin with a seat and a colon"

LetterLines = tuple[ParsedLine, ...]
PlacedLine = tuple[str, int, ParsedLine]
"""A line with its seat and its place among all that the seat has written, from 1."""
RulingsByPlace = dict[tuple[str, int], Ruling]
"""What became of lines that were carried out, by seat and place."""


@dataclass(frozen=True, slots=True)
class AdjudicatedLine:
    """What became of a line; `reason` is a code, or plain English where it could not be read."""

    seat: str
    line: int
    text: str
    status: str
    reason: str = ""
    rule: str = ""


def letters_of(text: str, state: State) -> tuple[dict[str, LetterLines], list[AdjudicatedLine]]:
    """Every seat's letter read, the seat to move last, and the lines that are nobody's."""
    texts, strays = _by_seat(text, state)
    seats = sorted(texts, key=lambda name: name == state.turn.seat)
    return {name: read(texts[name], vocabulary_for(state, name)) for name in seats}, strays


def _by_seat(text: str, state: State) -> tuple[dict[str, str], list[AdjudicatedLine]]:
    names = {seat.name.casefold(): seat.name for seat in state.seats}
    texts: dict[str, str] = {}
    strays = []
    for number, row in enumerate(text.splitlines(), 1):
        if not row.strip() or row.lstrip().startswith(("#", "//")):
            continue
        head, colon, order = row.partition(":")
        seat = names.get(head.strip().casefold())
        if not colon or seat is None:
            strays.append(AdjudicatedLine("", number, row.strip(), "unreadable", NO_SEAT))
            continue
        texts[seat] = texts.get(seat, "") + order.strip() + "\n"
    return {seat.name: texts[seat.name] for seat in state.seats if seat.name in texts}, strays


def waiting(letter: LetterLines, script: Script) -> Script:
    """What waits for an attack, a card or a moment of this turn.

    Of the seat to move that is what stands in its script; the rest of its letter is policies.
    """
    if script:
        return tuple(line for line in script if waits(line.order))
    return tuple(
        Line(line.number, line.order, line.conditions, line.text)
        for line in letter
        if line.order is not None and waits(line.order)
    )


def standing(letter: LetterLines, script: Script | None = None) -> tuple[Policy, ...]:
    """What stands from turn to turn: for the seat to move all that its script has not."""
    taken = {line.order for line in script or ()}
    return tuple(
        line.order
        for line in letter
        if isinstance(line.order, Policy)
        and line.order not in taken
        and (script is not None or not waits(line.order))
    )


def judge(
    state: State,
    seat: str,
    letter: LetterLines,
    statuses: RulingsByPlace,
    first: int = 1,
) -> list[AdjudicatedLine]:
    """The status of each line of a letter, in the order written; they count from `first`.

    `state` is the one before the turn. A line of the
    script is told by its number there, any other by its own or by its place in the letter.
    """
    judged = []
    is_mover = seat == state.turn.seat
    for at, line in enumerate(letter, first):
        is_own = line.number and first == 1 and (is_mover or line.numbered)
        number = line.number if is_own else at
        if line.status == "order" and line.order is not None:
            ruling = statuses.get((seat, at)) or _not_run(state, seat, line)
            judged.append(_judged(seat, number, line.text, ruling))
        elif line.status in ("unreadable", "ambiguous"):
            judged.append(AdjudicatedLine(seat, number, line.text, line.status, line.problem))
        elif line.status == "ignored":
            judged.append(AdjudicatedLine(seat, number, line.text, "unreadable", NO_ORDER))
        else:
            judged.append(AdjudicatedLine(seat, number, line.text, "ok"))
    return judged


def _not_run(state: State, seat: str, line: ParsedLine) -> Ruling | None:
    """Of an answer or a policy what it is worth; else its number was lost."""
    if line.order is None:
        return None
    if isinstance(line.order, Policy) or waits(line.order):
        return check(state, seat, (Line(line.number, line.order),))[0]
    return None


def _judged(seat: str, number: int, text: str, ruling: Ruling | None) -> AdjudicatedLine:
    if ruling is None:
        return AdjudicatedLine(seat, number, text, "skipped", "a later line took its number away")
    return AdjudicatedLine(seat, number, text, ruling.status, ruling.reason, ruling.rule)


def placed(seat: str, letter: LetterLines, first: int = 1) -> tuple[PlacedLine, ...]:
    """The lines of a seat's letter, which count from `first`."""
    return tuple((seat, at, line) for at, line in enumerate(letter, first))


def by_place(
    lines: Sequence[PlacedLine], script: Script, ruled: Mapping[int, Ruling]
) -> RulingsByPlace:
    """The rulings of a script as the statuses of the lines of its letter."""
    numbers = {line.number for line in script}
    return {
        (seat, at): ruled[line.number]
        for seat, at, line in lines
        if line.number in numbers and line.number in ruled
    }


def lost(lines: Sequence[PlacedLine]) -> RulingsByPlace:
    """The lines of a script whose turn was lost (R9.7)."""
    return {
        (seat, at): Ruling(line.number, "skipped", rl.TURN_LOST.code, rl.TURN_LOST.rule)
        for seat, at, line in lines
        if line.order and not isinstance(line.order, Policy) and not waits(line.order)
    }


def script_in(letters: Mapping[str, LetterLines], mover: str) -> Script:
    """The script of the seat to move."""
    return script_of(letters.get(mover, ()))


@dataclass(frozen=True, slots=True)
class Adjudication:
    """A turn as it went: every line's status, every event in order, the state after."""

    lines: tuple[AdjudicatedLine, ...]
    events: tuple[ev.Event, ...]
    after: State


def adjudicate(
    state: State, text: str, dice: Dice, *, with_upkeep: bool = False, meanwhile: str = ""
) -> Adjudication:
    """The turn of the seat to move, from lines `ann: ORDER` of any seats.

    The mover's lines are his script; what others do at any time (gifts, plays, deals) is done
    first, offers before all else, and what waits for an attack or a card is their answer (R12.4,
    R12.6). Others' gifts wait for a script with a privileged attack (R9.1). With upkeep, income
    and draw of the turn come before anything else (R2.6); without, the position stands after them.
    `meanwhile` are deeds of any seats that come once the script is announced (R12.2).
    """
    letters, strays = letters_of(text, state)
    later, strays_later = letters_of(meanwhile, state)
    strays += strays_later
    mover = state.turn.seat
    script = script_in(letters, mover)
    policies = {
        name: standing(letter, script if name == mover else None)
        for name, letter in letters.items()
    }
    begun: tuple[ev.Event, ...] = ()
    if with_upkeep:
        outcome = begin_turn(_before_turn(state), policies, dice)
        state, begun = outcome.state, outcome.events
    else:
        state = _with_income(state)
    turn = _Turn(state, dice, letters, policies, script, list(begun), later)
    turn.play()
    if any(isinstance(event, ev.TurnSkipped) for event in turn.events):
        turn.statuses = lost(placed(mover, letters.get(mover, ()))) | turn.statuses
    judged = list(strays)
    for name, letter in letters.items():
        judged += judge(state, name, letter, turn.statuses)
    for name, letter in later.items():
        first = len(letters.get(name, ())) + 1
        judged += judge(state, name, letter, turn.statuses, first)
    return Adjudication(tuple(judged), tuple(turn.events), turn.state)


def _before_turn(state: State) -> State:
    """The state in which the seat to move is the next to begin."""
    names = [seat.name for seat in state.seats]
    last = names[names.index(state.turn.seat) - 1]
    return changed(state, turn=changed(state.turn, number=state.turn.number - 1, seat=last))


def _with_income(state: State) -> State:
    """What this turn's income was, for what repeats it or takes it back (R2.4, R9.7)."""
    income = income_of(state, state.turn.seat)
    return changed(state, turn=changed(state.turn, income=income))


@dataclass(slots=True)
class _Turn:
    """One turn as it is played: the state so far, and what became of the lines."""

    state: State
    dice: Dice
    letters: Mapping[str, LetterLines]
    policies: Mapping[str, tuple[Policy, ...]]
    script: Script
    events: list[ev.Event]
    later: Mapping[str, LetterLines] = field(default_factory=dict)
    statuses: RulingsByPlace = field(default_factory=dict)

    def play(self) -> None:
        mover = self.state.turn.seat
        acts = [row for name in self.letters for row in self._acts(name)]
        held = [row for row in acts if row[0] != mover and self._is_held(row[2])]
        now = [row for row in acts if row not in held]
        self._act(sorted(now, key=lambda row: _rank(row[2])))
        waiting = self._announced() if self.later else None
        late = [
            row
            for name, letter in self.later.items()
            for row in placed(name, letter, len(self.letters.get(name, ())) + 1)
        ]
        late.sort(key=lambda row: _rank(row[2]))
        held += [row for row in late if waiting and not self._act([row], waiting)]
        self._run(mover, waiting)
        self._act(held)

    def _announced(self) -> OpenScript:
        """The script as all are told of it, with the attacks that stand in it then."""
        attacks = bulletin(self.state, self.script, self.policies)
        return OpenScript(self.script, tuple(attack.line for attack in attacks))

    def _acts(self, name: str) -> list[PlacedLine]:
        """What is carried out at once: the mover's script waits for his turn."""
        is_mover = name == self.state.turn.seat
        return [
            row
            for row in placed(name, self.letters[name])
            for line in row[2:]
            if line.status == "order"
            and line.order is not None
            and not isinstance(line.order, Policy)
            and not waits(line.order)
            and not (is_mover and isinstance(line.order, ScriptOrder))
        ]

    def _is_held(self, line: ParsedLine) -> bool:
        """Whether it hands something over while a privileged attack is announced (R9.1)."""
        return isinstance(line.order, HANDS_OVER) and any(
            isinstance(row.order, Attack) and row.order.privilege is not None for row in self.script
        )

    def _act(self, rows: Iterable[PlacedLine], waiting: OpenScript | None = None) -> bool:
        """Carry out lines that need no turn; False if one of them must wait for the script."""
        for name, at, line in rows:
            assert line.order is not None
            done = Line(line.number, line.order, line.conditions, line.text)
            instructions = Instructions(self.policies, self._answers(), waiting)
            acted = act(self.state, name, (done,), self.dice, instructions)
            self.statuses[name, at] = acted.rulings[0]
            self._took(acted)
            if acted.rulings[0].reason in HOLDING:
                return False
        return True

    def _answers(self) -> dict[str, Script]:
        """What each seat's letter keeps for an attack, a card or a moment (R12.6)."""
        mover = self.state.turn.seat
        return {
            name: waiting(letter, self.script if name == mover else ())
            for name, letter in self.letters.items()
        }

    def _run(self, mover: str, waiting: OpenScript | None) -> None:
        instructions = Instructions(self.policies, self._answers(), waiting)
        played = play_turn(self.state, self.script, self.dice, instructions)
        # Whoever has left in this very letter has no turn; his lines are refused for that.
        is_out = self.state.seat(mover).is_out
        ruled = check(self.state, mover, self.script) if is_out else played.rulings
        self._took(played)
        lines = placed(mover, self.letters.get(mover, ()))
        self.statuses |= by_place(lines, self.script, {ruling.line: ruling for ruling in ruled})

    def _took(self, outcome: Outcome) -> None:
        self.state = outcome.state
        self.events += outcome.events


def _rank(line: ParsedLine) -> int:
    """An offer comes before what answers it."""
    if isinstance(line.order, Offer):
        return 0 if line.order.counters is None else 1
    return 2
