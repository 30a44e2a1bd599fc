"""Answers to an announced script: which lines of a letter they are, and what each is worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from engine.illuminati import orders as od
from engine.illuminati.attacks.stances import weight_of
from engine.illuminati.rulings import Ruling
from engine.illuminati.state import State
from engine.illuminati.turn.announcing import AnnouncedAttack, bulletin, seen_bulletin
from engine.illuminati.turn.checking import check
from pbem.documents.layout.cast import listed
from pbem.games.contract.orders import JudgedLine, LineCost, LineStatus
from pbem.games.illuminati.judging.context import Given, all_policies, announced_script, is_frozen
from pbem.games.illuminati.judging.costs import estimate_raise, format_raise, reserve_in
from pbem.games.illuminati.judging.results import (
    Objection,
    answer,
    illegal,
    refused,
    with_need,
    with_what_stays,
)
from pbem.games.illuminati.judging.scripts import MOST_LINES
from pbem.games.illuminati.language import ParsedLine, Split, Vocabulary, as_given, script_of
from pbem.games.illuminati.language.reading.sheets import attack_named
from pbem.values import changed


def with_outdone(judged: Sequence[JudgedLine], numbers: Sequence[int]) -> tuple[JudgedLine, ...]:
    """Lines of one sheet, in its order; one that does not count everywhere says what counts."""
    counts = [line for line in judged if line.status != "REFUSED"]
    by_number = [(number, _that_counts(counts, number)) for number in numbers]
    return tuple(_warned(line, by_number) if line in counts else line for line in judged)


def _that_counts(judged: Sequence[JudgedLine], number: int) -> JudgedLine | None:
    """The closest description of the attack, of equal ones the newest."""
    found: JudgedLine | None = None
    for line in judged:
        if _is_on(line, number) and (found is None or _weight(line) >= _weight(found)):
            found = line
    return found


def _warned(line: JudgedLine, counting: Sequence[tuple[int, JudgedLine | None]]) -> JudgedLine:
    notes: dict[str, list[int]] = {}
    for number, other in counting:
        if other is not None and _is_on(line, number) and other.order != line.order:
            notes.setdefault(other.understood, []).append(number)
    if not notes:
        return line
    warning = " ".join(_sentence(note, numbers) for note, numbers in notes.items())
    return line.warned(warning)


def _sentence(note: str, numbers: Sequence[int]) -> str:
    attacks = f"attack{'' if len(numbers) == 1 else 's'} {listed([str(n) for n in numbers])}"
    return f"On {attacks} {note} counts, not this line (R12.4)."


def _is_on(line: JudgedLine, number: int) -> bool:
    return isinstance(line.order, od.Stance) and line.order.pattern.line in (None, number)


def _weight(line: JudgedLine) -> int:
    assert isinstance(line.order, od.Stance)
    return weight_of(line.order.pattern)


NOTHING_ANNOUNCED = (
    "No attack is announced in this game now, so there is no line to answer; without its number "
    "it would be a standing order."
)
OWN = (
    "The announced attacks are your own: what you would raise stands in their lines (UP TO), and "
    "nobody takes a side against himself (R12.4)."
)
CLOSED = "That script has been run; it can no longer be answered."
TOO_LONG = Objection(
    "answers-too-long", f"Answers have at most {MOST_LINES} lines, so this one is not filed."
)
ON_THE_GROUP = 2
"""Points a MB of a group's own treasury is worth against an attack on it (R5.7)."""


def why_closed(given: Given, seat: str, *, is_past: bool) -> str:
    """Why a seat without a window can answer nothing."""
    if is_past:
        return CLOSED
    return OWN if is_frozen(given, seat) else NOTHING_ANNOUNCED


@dataclass(frozen=True, slots=True)
class AnswerWindow:
    """The announced attacks as the writer of a letter knows them, by line.

    `numbers` are the lines that were announced; one that cannot be made any more has no attack.
    `reserve` is the MB his RESERVE keeps back.
    """

    state: State
    seat: str
    numbers: tuple[int, ...]
    attacks: Mapping[int, AnnouncedAttack]
    reserve: int = 0


def window_for(given: Given, seat: str) -> AnswerWindow | None:
    """What a seat may answer now; None for whoever has announced, and while nothing is open."""
    announced = given.state.announced
    if announced is None or announced.seat == seat or given.state.seat(seat).is_out:
        return None
    policies = all_policies(given)
    found = bulletin(given.state, script_of(announced_script(given)), policies)
    shown = {a.line: seen_bulletin(a, seat, given.state) for a in found}
    return AnswerWindow(given.state, seat, announced.lines, shown, reserve_in(policies[seat]))


def answers_in(parts: Split) -> tuple[ParsedLine, ...]:
    """The lines that answer, in a letter to an announced script.

    Beside those that name one of its lines: STAND ASIDE without more, and a card kept against
    other cards; in any other letter they would be policies.
    """
    meant = (line for line in parts.policies if _is_for_the_window(line.order))
    return (*parts.answers, *meant)


def _is_for_the_window(order: od.Order | None) -> bool:
    if isinstance(order, od.Stance):
        return order == od.Stance("aside")
    return isinstance(order, od.Cancel)


def merged(
    filed: Sequence[ParsedLine], lines: Sequence[ParsedLine], answers: Sequence[ParsedLine]
) -> tuple[ParsedLine, ...] | None:
    """The answers on file after a letter; None where it leaves them alone.

    As for scripts: unnumbered lines replace the whole sheet, numbered ones amend it.
    """
    kept = {line.number: line for line in filed}
    removed = [line.number for line in lines if line.status == "removed" and line.number in kept]
    if not answers and not removed:
        return None
    if any(not line.numbered for line in answers):
        kept = {}
    for number in removed:
        kept.pop(number, None)
    taken = {line.number for line in answers if line.numbered}
    last = 0
    for line in answers:
        last = line.number if line.numbered else _next_free(last, taken)
        kept[last] = changed(line, number=last)
    return tuple(kept[number] for number in sorted(kept))


def _next_free(last: int, taken: set[int]) -> int:
    last += 1
    while last in taken:
        last += 1
    return last


@dataclass(frozen=True, slots=True)
class AnswersFiled:
    """What a letter's answers come to; `script` is None where it leaves those on file alone."""

    judged: dict[int, JudgedLine]
    script: tuple[ParsedLine, ...] | None = None
    on_file: tuple[JudgedLine, ...] = ()


@dataclass(frozen=True, slots=True)
class AnswerSheet:
    """The lines of a letter, its answers among them, and the answers on file before it."""

    lines: Sequence[ParsedLine]
    answers: Sequence[ParsedLine]
    filed: Sequence[ParsedLine]
    names: Vocabulary

    @property
    def staying(self) -> int:
        """How many lines on file the answers leave there."""
        if any(not line.numbered for line in self.answers):
            return 0
        return len({line.number for line in self.filed} - {line.number for line in self.answers})

    def judged(self, window: AnswerWindow, answers: Sequence[ParsedLine]) -> AnswersFiled:
        """The sheet with these of the answers."""
        sheet = merged(self.filed, self.lines, answers)
        whole = tuple(self.filed) if sheet is None else sheet
        kept, lines = judge_answers(window, whole, self.names)
        of = {line.place: status for line, status in zip(whole, lines, strict=True)}
        found = {line.place: of[line.place] for line in answers if line.place in of}
        on_file = tuple(status for status in lines if status.status != "REFUSED")
        return AnswersFiled(found, None if sheet is None else kept, on_file)


def answered_by(window: AnswerWindow | None, sheet: AnswerSheet, closed: str) -> AnswersFiled:
    """Judge a letter's answers; one that is refused takes the place of nothing on file."""
    names, answers = sheet.names, sheet.answers
    if window is None:
        return AnswersFiled({line.place: answer(line, "ASK", names, closed) for line in answers})
    fitting = answers[: max(0, MOST_LINES - sheet.staying)]
    first = sheet.judged(window, fitting)
    for line in answers[len(fitting) :]:
        first.judged[line.place] = refused(line, names, TOO_LONG)
    no = {at: judged for at, judged in first.judged.items() if judged.status == "REFUSED"}
    if not no:
        return first
    again = sheet.judged(window, [line for line in answers if line.place not in no])
    found = again.judged | with_what_stays(no, again.script, sheet.filed, sheet.lines)
    return replace(again, judged=found)


def judge_answers(
    window: AnswerWindow, lines: Sequence[ParsedLine], names: Vocabulary
) -> tuple[tuple[ParsedLine, ...], tuple[JudgedLine, ...]]:
    """The answers that can stand, and what is said of each line of the sheet."""
    rulings = check(window.state, window.seat, as_given(lines))
    judged = [_judged(window, *pair, names) for pair in zip(lines, rulings, strict=True)]
    found = with_outdone(judged, window.numbers)
    kept = [line for line, result in zip(lines, found, strict=True) if result.status != "REFUSED"]
    return tuple(kept), found


def _judged(
    window: AnswerWindow, line: ParsedLine, ruling: Ruling, names: Vocabulary
) -> JudgedLine:
    assert line.order is not None
    number = attack_named(line.order)
    if number is not None and number not in window.numbers:
        announced = listed([str(n) for n in window.numbers])
        text = f"No attack {number} is announced; there is {announced} (R12.2)."
        return refused(line, names, Objection("attack-not-announced", text, "R12.2"))
    if ruling.status == "illegal":
        return illegal(line, names, ruling)
    attack = window.attacks.get(number) if number is not None else None
    if isinstance(line.order, od.Stance):
        return _stance(window, line, line.order, attack, names)
    status: LineStatus = "ASSUMED" if line.assumed else "OK"
    notes = [line.assumption]
    if isinstance(line.order, od.Abolish | od.JoinIn) and attack and not attack.privilege:
        status = "WARNING"
        notes.append("The attack is not privileged (R6.3), so the card stays where it is.")
    return answer(line, status, names, " ".join(note for note in notes if note))


def _stance(
    window: AnswerWindow,
    line: ParsedLine,
    stance: od.Stance,
    attack: AnnouncedAttack | None,
    names: Vocabulary,
) -> JudgedLine:
    """A stance with the need now and at its ceiling, and what it may cost."""
    status: LineStatus = "ASSUMED" if line.assumed else "OK"
    if stance.side == "aside" or attack is None:
        note = "You spend nothing." if stance.side == "aside" else ""
        return answer(line, status, names, " ".join(filter(None, [line.assumption, note])))
    is_owner = attack.owner == window.seat
    wrong = _wrong_side(stance, is_owner=is_owner)
    if wrong:
        return refused(line, names, wrong)
    need = attack.need + attack.stake
    found = estimate_raise(
        stance, need, budget_of(window, attack, is_owner=is_owner), is_owner=is_owner
    )
    raised, is_vain = format_raise(found, need)
    notes = [line.assumption, raised]
    if is_vain:
        status = "WARNING"
    if stance.ceiling is not None and found.most < stance.ceiling:
        status = "WARNING"
        notes.append(f"That is all you have for it, not {stance.ceiling}.")
    if attack.privilege and not is_owner:
        status = "WARNING"
        notes.append("The attack is privileged: nothing is spent unless that ends (R6.3).")
    judged = answer(line, status, names, " ".join(note for note in notes if note))
    group = attack.target if is_owner else None
    cost = LineCost(0, stance.ceiling, found.most, group=group)
    return changed(with_need(judged, need), cost=cost)


def _wrong_side(stance: od.Stance, *, is_owner: bool) -> Objection | None:
    if stance.side == "guard" and not is_owner:
        text = "Only the owner of the group guards it; you may OPPOSE the attack (R12.4)."
        return Objection("guards-others", text, "R12.4")
    if stance.side == "support" and is_owner:
        text = "It is your own group that is attacked; you may GUARD it (R12.4)."
        return Objection("supports-attack-on-own", text, "R12.4")
    return None


def budget_of(
    window: AnswerWindow, attack: AnnouncedAttack, *, is_owner: bool
) -> tuple[tuple[int, int], ...]:
    """MB that a stance may use and what a MB is worth, in the order of use (R5.7, R12.8)."""
    state = window.state
    on_lord = max(0, state.money(state.seat(window.seat).illuminati) - window.reserve)
    on_group = ((state.money(attack.target), ON_THE_GROUP),) if is_owner else ()
    return (*on_group, (on_lord, 1))
