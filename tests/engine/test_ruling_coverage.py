"""No rule and no card is without its ruling: what `tests/rulings/` must hold, counted.

Rules come from the rulebook and cards from their files, so that a new one is missed here at once.
"""

from __future__ import annotations

import ast
import re

from engine.illuminati.abilities import SecretChoice
from engine.illuminati.cards import CARDS, ILLUMINATI, SPECIALS
from pbem.games.illuminati.rulebook import BOOK
from tests.support.each import each
from tests.support.places import TESTS
from tests.support.ruling_cases import every_case, table_of

CASES = every_case()
TAGS = {tag for case in CASES for tag in case.tags}
DECIDED = "R13"
"""The chapter of points decided for this game; they are shown with the rules they explain."""
BY_TESTS = (
    ("R12.3", "clock/test_deadlines.py", "test_ready_runs_the_turn_at_once"),
    ("R12.3", "clock/test_absence.py", "test_a_window_does_not_wait_for_whoever_is_away"),
    ("R12.7", "clock/test_deadlines.py", "test_no_orders_is_a_pass"),
    ("R12.7", "clock/test_missed_turns.py", "test_policy_bot_writes_the_turn_of_who_sends_nothing"),
    ("R12.7", "clock/test_missed_turns.py", "test_two_in_a_row_or_three_of_six_are_too_many"),
    (
        "R12.7",
        "clock/test_missed_turns.py",
        "test_the_second_miss_in_a_row_offers_the_seat_and_its_player_is_told",
    ),
    ("R12.7", "clock/test_missed_turns.py", "test_any_letter_of_its_player_keeps_the_seat"),
    (
        "R12.7",
        "seats/test_standby.py",
        "test_the_first_to_take_a_seat_has_it_and_the_second_is_told",
    ),
)
"""Rules of the clock, which no table can show: the tests that do."""


def functions_of(file: str) -> set[str]:
    """The names of the functions of a test file."""
    tree = ast.parse((TESTS / file).read_text(encoding="utf-8"))
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


def test_every_rule_has_a_ruling_or_a_test() -> None:
    shown = {rule for case in CASES for rule in case.rules}
    book = [rule.number for rule in BOOK.rules() if rule.chapter != DECIDED]
    by_tests = {number for number, _, _ in BY_TESTS}
    assert [number for number in book if number not in shown and number not in by_tests] == []


@each(("number", "file", "name"), BY_TESTS)
def test_what_a_test_shows_needs_one_that_is_there(number: str, file: str, name: str) -> None:
    assert name in functions_of(file)
    assert number in {rule.number for rule in BOOK.rules()}


def test_rulings_cite_rules_that_are_in_the_book() -> None:
    book = {rule.number for rule in BOOK.rules()}
    cited = {rule: case.number for case in CASES for rule in case.rules}
    assert {rule: case for rule, case in cited.items() if rule not in book} == {}


def test_every_card_with_an_ability_is_shown_both_ways() -> None:
    """Where it helps, and where it does not."""
    able = [card.id for card in CARDS.values() if card.abilities]
    able += SPECIALS
    wanted = [f"{card} {way}" for card in able for way in ("helps", "idle")]
    assert [tag for tag in wanted if tag not in TAGS] == []


def _says_won(row: str, seat: str) -> bool:
    """Whether a line of AFTER or EVENTS names the seat among the winners."""
    return re.match(rf"(winners .*|Won winners=.*)\b{seat}\b", row) is not None


def test_every_special_goal_is_met_and_missed() -> None:
    """By the seat to move, in a ruling of special goals (R10.6, R11.6)."""
    shown = set()
    for case in CASES:
        if not {"R10.6", "R11.6"} & {*case.rules} or "TABLE" not in case.sections:
            continue
        state = table_of(case)
        mover = state.seat(state.turn.seat)
        rows = [*case.sections.get("AFTER", ()), *case.sections.get("EVENTS", ())]
        shown |= {(mover.illuminati, True) for row in rows if _says_won(row, mover.name)}
        shown |= {(mover.illuminati, False) for row in rows if row in ("winners none", "no Won")}
    goals = [card for card in ILLUMINATI.values() if card.goal is not None]
    assert any(isinstance(card.goal, SecretChoice) for card in goals)
    wanted = [(card.id, is_met) for card in goals for is_met in (True, False)]
    assert [goal for goal in wanted if goal not in shown] == []
