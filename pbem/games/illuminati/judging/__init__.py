"""What players write to Illuminati, judged: the game's order language as the contract has it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.illuminati.options import options
from engine.illuminati.orders import Attack
from engine.illuminati.state import State
from engine.illuminati.turn.announcing import bulletin
from pbem.games.contract.orders import JudgedLine
from pbem.games.illuminati.judging.answers import judge_answers as _judge_answers
from pbem.games.illuminati.judging.answers import window_for
from pbem.games.illuminati.judging.context import Given, all_policies, lines_of
from pbem.games.illuminati.judging.costs import with_costs
from pbem.games.illuminati.judging.letters import judge as judge
from pbem.games.illuminati.judging.results import judge_on_file
from pbem.games.illuminati.judging.scripts import format_ahead as _format_ahead
from pbem.games.illuminati.judging.standing import odds_of, reserve_of
from pbem.games.illuminati.judging.standing import without_ended as without_ended
from pbem.games.illuminati.language import (
    Vocabulary,
    format_line,
    format_order,
    script_of,
    vocabulary_for,
)
from pbem.games.illuminati.language import carries_order as carries_order
from pbem.games.illuminati.language import has_order as has_order
from pbem.games.illuminati.language import help_text as help_text


def vocabulary(state: State, seat: str, *, is_moderated: bool = True) -> Vocabulary:
    """What a seat may name in its letters."""
    return vocabulary_for(state, seat, is_moderated=is_moderated)


def judge_script(given: Given, seat: str, text: str) -> tuple[JudgedLine, ...]:
    """What can be said now of each line of a script on file."""
    names = given.names(seat)
    lines = judge_on_file(given, seat, lines_of(given, seat, text))
    return with_costs(lines, given.state, names, reserve_of(given.standing[seat], names))


def judge_answers(given: Given, seat: str, _ask: str, text: str) -> tuple[JudgedLine, ...]:
    """What can be said now of each answer on file; nothing where nothing is announced."""
    window = window_for(given, seat)
    if window is None or not text:
        return ()
    return _judge_answers(window, lines_of(given, seat, text), given.names(seat))[1]


def format_sheet(given: Given, seat: str, text: str) -> tuple[str, ...]:
    """The lines of a sheet on file, as its seat names things now."""
    names = given.names(seat)
    return tuple(format_line(line, names) for line in lines_of(given, seat, text))


def format_ahead(given: Given, seat: str, sheets: Mapping[int, str]) -> tuple[str, ...]:
    """The lines on file for turns to come, each as it is typed."""
    lines = {own: lines_of(given, seat, text) for own, text in sheets.items()}
    return tuple(_format_ahead(given, seat, lines))


def announces(given: Given, seat: str, text: str) -> bool:
    """Whether the script has attacks that all may answer before it is run (R12.2)."""
    if not given.state.options.is_announced:
        return False
    script = script_of(lines_of(given, seat, text))
    has_attack = any(isinstance(line.order, Attack) for line in script)
    return has_attack and bool(bulletin(given.state, script, all_policies(given)))


def examples(given: Given, seat: str) -> tuple[str, ...]:
    """A few lines that would be read and be legal now."""
    best = options(given.state, seat)[:1]
    names = given.names(seat)
    return (*(format_order(option.order, names) for option in best), "PASS", "STATUS", "HELP")


def explain_standing(given: Given, seat: str, texts: Sequence[str]) -> Mapping[str, str]:
    """What is at odds in these standing orders, told of each line that is."""
    return odds_of(given.state, seat, texts, given.names(seat))
