"""The lessons of a tutorial: a few paragraphs on top of its first reports."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from engine.core.values import changed
from engine.illuminati.advice.advising import advised
from engine.illuminati.game import check
from engine.illuminati.odds import LOWEST
from engine.illuminati.orders import (
    Attack,
    Line,
    LineResult,
    Pass,
    Payment,
    Script,
    Transfer,
)
from engine.illuminati.state import State
from engine.illuminati.structure import groups_of
from pbem.documents.layout.mail_context import Mail
from pbem.documents.layout.plain import WIDTH
from pbem.documents.marks import marked
from pbem.games.contract.reports import Teaching
from pbem.games.illuminati.judging.context import Given
from pbem.games.illuminati.language import Vocabulary, card_name, format_order
from pbem.games.illuminati.language.forms.conditions import format_conditions
from pbem.games.illuminati.report.parts.suggested_orders import fitting

_PLACE = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, slots=True)
class Lesson:
    """What is said before and after the lines a player may try.

    A line with a {place} is made from the table; where the table has nothing for it, it is left
    out: {attack} is the best one, {second} can follow it, {card} is a card of the reader's.
    """

    title: str
    before: tuple[str, ...]
    examples: tuple[str, ...]
    after: tuple[str, ...] = ()


LESSONS = (
    Lesson(
        "READING, AND A FIRST ATTACK",
        (
            "This is a game like any other, against two robots that answer at once. Nobody else "
            "sees it, and you have 14 days for a turn.",
            "The box below says what is asked of you. THE WORLD shows everybody's structure: a "
            "tree with the Illuminati on top. Groups without a master stand under UNCONTROLLED; "
            "you want them.",
            "YOUR OPTIONS, near the end, lists attacks with their need: roll that or less with "
            "two dice. Reply to this mail with a good one on top, without the # in front. Each "
            "MB added with SPEND makes the need one better. Do get a group: a player without one "
            "after his third turn is out (R10.1). It may look like this:",
        ),
        ("{attack}", "READY"),
    ),
    Lesson(
        "A WHOLE SCRIPT",
        (
            "You have two actions a turn. Lines are run in their order, and one may depend on "
            "another. Money lies on cards: income comes to the card that has it, TRANSFER moves "
            "it between neighbours, and an attack can be paid from the attacking card and the "
            "Illuminati:",
        ),
        (
            "{attack}",
            "{second}",
            "{transfer}",
            "PREVIEW",
        ),
        (
            "PREVIEW files nothing: it shows what each line would need. Leave it out when you "
            "mean it. "
            "The first word of the answer, COVERED, says that your orders are safely filed.",
        ),
    ),
    Lesson(
        "DEFENCE, AND LOOKING THINGS UP",
        (
            "When an attack is announced you get a bulletin, with lines to answer it, and the game "
            "waits for you. READY UNLESS ATTACKED spares you that for attacks on others. GUARD "
            "spends for your groups even if you send nothing; you are still asked about attacks "
            "on them, unless you say ASK ME NEVER. RESERVE keeps that much in your Illuminati. "
            "The last three lines look things up:",
        ),
        (
            "READY UNLESS ATTACKED",
            "GUARD ALL UNTIL 5 MAX {guard}",
            "RESERVE {reserve}",
            "STATUS",
            "RULES privilege",
            "CARD {card}",
        ),
        (
            "That was the last lesson; play on as long as you like. RESIGN ends the game, and so "
            "does a turn for which you send nothing.",
        ),
    ),
)
_WAIT = (
    "It is not your turn yet; the robots move at once, so your next mail is on its way. Read this "
    "one in the meantime."
)
_END = (
    "The tutorial is over: your turn came and went without a letter, you are out, or it had gone "
    "on for very long. TUTORIAL in a letter of another game begins a new one."
)


def taught(given: Given, seat: str, mail: Mail, teaching: Teaching) -> Mail:
    """The report with what it is to teach on top; the first turns alone have lessons."""
    state = given.state
    if teaching == "end":
        return replace(mail, body=_with_end(mail.body))
    number, is_own = state.seat(seat).turns_taken + 1, state.turn.seat == seat
    if not teaching or number > len(LESSONS) or not (is_own or number == 1):
        return mail
    places = _places(state, seat, given.names(seat))
    return replace(mail, body=_with_lesson(mail.body, number, places, is_own=is_own))


def _with_lesson(body: str, number: int, places: Mapping[str, str], *, is_own: bool) -> str:
    """A report's text with a lesson above it; numbers from 1. `places` are those of its lines."""
    lesson = LESSONS[number - 1]
    said = [marked(f"LESSON {number} OF {len(LESSONS)}: {lesson.title}", "heading")]
    said += [line for paragraph in lesson.before for line in (paragraph, "")]
    said += [*(f"  {line}" for line in _filled(lesson.examples, places)), ""]
    after = lesson.after if is_own else (*lesson.after, _WAIT)
    said += [line for paragraph in after for line in (paragraph, "")]
    return "\n".join([*said, "", body])


def _filled(lines: Sequence[str], places: Mapping[str, str]) -> Iterator[str]:
    for line in lines:
        if set(_PLACE.findall(line)) <= places.keys():
            whole = line.format_map(places)
            yield fitting(whole, WIDTH - 2) or whole


def _with_end(body: str) -> str:
    """The last report of a tutorial that nobody won."""
    return "\n".join([marked("THE TUTORIAL ENDS", "heading"), _END, "", body])


def _places(state: State, seat: str, names: Vocabulary) -> dict[str, str]:
    """What stands in the lines of a lesson: all of it can be done, and paid, at this table."""
    own = state.seat(seat).illuminati
    orders = [option.order for option in advised(state, seat)]
    attacks = [order for order in orders if isinstance(order, Attack)]
    script = {"attack": Line(1, attacks[0] if attacks else Pass())}
    seconds = [*_if_it_fails(state, seat, attacks), *_if_it_succeeds(attacks)]
    transfers = [Line(3, order) for order in orders if isinstance(order, Transfer)]
    for place, lines in (("second", seconds), ("transfer", transfers)):
        legal = (line for line in lines if _is_legal(state, seat, (*script.values(), line)))
        if best := next(legal, None):
            script[place] = best
    found = {place: _format(line, names) for place, line in script.items()}
    found["card"] = card_name(next(iter(groups_of(state, seat)), own))
    if money := state.money(own):
        found |= {"guard": str(min(4, money)), "reserve": str(min(3, money))}
    return found


def _if_it_fails(state: State, seat: str, attacks: Sequence[Attack]) -> Iterator[Line]:
    """Each attack with no more money than the first of them leaves."""
    spent = sum(payment.amount for attack in attacks[:1] for payment in attack.stake)
    left = max(0, state.money(state.seat(seat).illuminati) - spent)
    for attack in attacks:
        stake = min(left, sum(payment.amount for payment in attack.stake))
        paid = changed(attack, stake=(Payment(stake),) if stake else ())
        yield Line(2, paid, (LineResult(1, succeeds=False),))


def _if_it_succeeds(attacks: Sequence[Attack]) -> list[Line]:
    """Money for the group that the first attack takes."""
    return [
        Line(2, Transfer(1, attack.attacker, attack.target), (LineResult(1, succeeds=True),))
        for attack in attacks[:1]
        if attack.form == "control"
    ]


def _format(line: Line, names: Vocabulary) -> str:
    return format_conditions(line.conditions, names) + format_order(line.order, names)


def _is_legal(state: State, seat: str, script: Script) -> bool:
    """Whether every line can be run whatever is rolled, and every attack succeed."""
    rulings = check(state, seat, script)
    if any(ruling.status != "ok" or ruling.may_fail for ruling in rulings):
        return False
    return all(ruling.need is None or ruling.need >= LOWEST for ruling in rulings)
