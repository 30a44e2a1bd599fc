"""However hostile a letter is, reading it takes so many steps and no more."""

import random
import string
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.budget import A_LETTER, Budget
from pbem.games.illuminati.language import ParsedLine, Vocabulary, format_line, read
from pbem.games.illuminati.language.verbs.table import VERBS
from pbem.grammar.orders.overlooked import meant_in
from tests.support.counting import calls
from tests.support.strategies import NAMES

A_STEP, A_LETTER_OF_TEXT = 40, 4
"""Calls of functions that a step may take, and that a letter of a text may take beside."""
SIZE = 65536
CHOICE = random.Random(7)


def repeated(line: str) -> str:
    """A letter of such lines, each as long as a line that is read may be."""
    return f"{line[:990]}\n" * (SIZE // 990)


HOSTILE = {
    "noise": "".join(CHOICE.choices(string.printable, k=SIZE)),
    "one word": "a" * SIZE,
    "one line": "ATTACK " + "with " * (SIZE // 5),
    "short lines": "ATTACK a WITH b\n" * (SIZE // 16),
    "other words": "".join(
        f"ATTACK {''.join(CHOICE.choices(string.ascii_lowercase, k=7))} WITH Mafia AID x, y\n"
        for _ in range(SIZE // 36)
    ),
    "other verbs": "".join(
        f"{''.join(CHOICE.choices(string.ascii_lowercase, k=4))} Mafia\n" for _ in range(SIZE // 11)
    ),
    "conditions": "IF 1 FAILS:\n" * (SIZE // 12),
    "ifs": "if\n" * (SIZE // 3),
    "semicolons": ";" * SIZE,
    "sentences": "PASS. " * (SIZE // 6),
    "spends": "PASS\n" + "SPEND 1\n" * (SIZE // 8),
    "commas": "ATTACK Yuppies WITH Mafia AID " + "CIA," * (SIZE // 4),
    "digits": "GIVE " + "9" * SIZE + " TO bob",
    "lists": "1,1" * (SIZE // 3),
    "blanks": " " * SIZE + "PASS",
    "blanks within": "PASS" + " " * SIZE + "x",
    "blanks before if": "PASS x" + " " * SIZE + "if it works",
    "ifs within": "PASS" + " if it works" * (SIZE // 12),
    "links": "PASS " + "<http://" * (SIZE // 8),
    "elses": "PASS" + " else:" * (SIZE // 6),
    "marks": "PASS " + ".! " * (SIZE // 3),
    "stars": "*-" * (SIZE // 2),
    "turns": "TURN 3:\n" * (SIZE // 8),
    "ats": "@" * SIZE,
    "quotes": '"' * SIZE,
    "readies": "PASS" + " and ready" * (SIZE // 10),
    "possessives": repeated("IF Yuppies IS " + "x's " * 300),
    "ons": repeated("SUPPORT bob " + "ON GIVE " * 200),
    "aids": repeated("ATTACK a " + "AID " * 300),
    "iss": repeated("IF " + "IS " * 400),
    "offers": repeated("OFFER " + "bob FOR " * 200),
    "spend from": repeated("ATTACK Yuppies " + "SPEND 3 FROM " * 100),
    "texts": "SAY TO bob: x\nGIVE ON GIVE ON GIVE ON\n\n" * (SIZE // 40),
}


@pytest.mark.long
@pytest.mark.sampled(4)
@pytest.mark.parametrize("kind", sorted(HOSTILE))
def test_a_letter_of_64_kb_is_so_many_steps(kind: str) -> None:
    text, budget = HOSTILE[kind], Budget()
    read("PASS", NAMES)
    made = calls(lambda: read(text, NAMES, budget=budget))
    assert budget.spent <= A_LETTER
    assert made <= A_STEP * budget.spent + A_LETTER_OF_TEXT * len(text)


GLUE = """
ON OF IN IF IS AND OR NOT ELSE THE TO FROM WITH BY FOR AT UP UNTIL MAX AID SPEND ANY ALL AS UNDER
1 99 , : ; . 's GIVE ATTACK SUPPORT OPPOSE PLAY SAY ann bob Mafia Yuppies xqzw
"""
_glue = st.sampled_from(GLUE.split())
_verbs = st.sampled_from([verb.name for verb in VERBS])
_phrases = st.lists(_glue, min_size=1, max_size=4).map(" ".join)
_lines = st.builds(
    lambda verb, start, phrase, times: f"{verb} {start} {' '.join([phrase] * times)}"[:990],
    _verbs,
    _phrases,
    _phrases,
    st.integers(1, 200),
)


@settings(max_examples=40, deadline=None)
@given(st.lists(_lines, min_size=1, max_size=4), st.sampled_from([400, 3_000]))
def test_no_line_takes_more_than_its_steps(lines: list[str], steps: int) -> None:
    text, budget = "\n".join(lines), Budget(steps)
    read("PASS", NAMES)
    made = calls(lambda: read(text, NAMES, budget=budget))
    assert budget.spent <= steps
    assert made <= A_STEP * budget.spent + 20 * len(text) + 2_000


# --- what is left unread -------------------------------------------------------------------------


def read_up_to(lines: Sequence[ParsedLine]) -> int | None:
    """How many lines were read before the first that was not; None for all."""
    return next((at for at, line in enumerate(lines) if line.status == "unread"), None)


def test_one_hostile_line_harms_no_other() -> None:
    hostile = HOSTILE["ons"].partition("\n")[0]
    lines = read(f"PASS\n{hostile}\n{hostile}\nATTACK Yupies WITH Mafia", NAMES)
    assert lines[0].status == lines[-1].status == "order"
    assert read_up_to(lines) is None


def test_what_the_budget_does_not_last_for_is_unread() -> None:
    lines = read("DROP Texas\n" * 30 + "READY", NAMES, budget=Budget(100))
    read_lines = read_up_to(lines)
    assert read_lines is not None and 5 < read_lines < 30
    assert {line.status for line in lines[:read_lines]} == {"order"}
    assert {line.status for line in lines[read_lines:]} == {"unread"}
    assert all(line.problem for line in lines[read_lines:])
    assert all(line.order is None and line.control is None for line in lines[read_lines:])


def test_no_more_than_so_many_lines_are_read() -> None:
    lines = read("PASS\n" * 5000, NAMES)
    assert read_up_to(lines) == 1000 == len(lines) - 1


def test_a_budget_is_shared_by_all_that_read_a_letter() -> None:
    budget = Budget()
    assert not budget.spend(A_LETTER + 1)
    (line,) = read("PASS", NAMES, budget=budget)
    assert line.status == "unread"
    typed = "I think I will attack yuppies with mafia"
    assert meant_in([typed], NAMES) is not None
    assert meant_in([typed], NAMES, budget) is None


def test_without_guesses_a_plain_line_is_still_read() -> None:
    typed = "ATTACK Yuppies WITH Mafia AID CIA SPEND 3"
    (line,) = read(typed, NAMES, budget=Budget(1000))
    assert format_line(line, NAMES) == "1: ATTACK Yuppies WITH Mafia AID C.I.A. SPEND 3"
    (line,) = read("ATTACK Yupies WITH Mafia", NAMES, budget=Budget(1000))
    assert (line.status, line.suggestions) == ("unreadable", ())


def test_an_honest_letter_is_far_below_its_budget() -> None:
    budget = Budget()
    read("ATTACK Yupies WITH Mafja AID XYZ\n" * 50 + "hello there\n" * 200, NAMES, budget=budget)
    assert budget.spent < A_LETTER // 2
    assert read_up_to(read("PASS\n" * 500, Vocabulary())) is None
