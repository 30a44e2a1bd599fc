"""The first line of an answer: whether its reader has anything to fear from the deadline."""

from __future__ import annotations

from pbem.reports.layout.mail_context import Acknowledgement


def verdict(answer: Acknowledgement, questions: int | None = None) -> str:
    """The first line: COVERED or NOT COVERED, with what is open; NO NEED TO ACT out of turn.

    `questions` counts those of all letters that are answered.
    """
    if answer.is_over:
        return "THE GAME IS OVER"
    asked = answer.questions if questions is None else questions
    open_now = [f"{asked} question{'' if asked == 1 else 's'}"] if asked else []
    if answer.is_covered:
        return ", ".join(["COVERED", *open_now])
    if answer.is_your_turn or answer.is_answering:
        return "NOT COVERED"
    refused = sum(line.fate == "REFUSED" for line in answer.lines)
    if refused:
        open_now.append(f"{refused} line{'' if refused == 1 else 's'} refused")
    return ", ".join(["NO NEED TO ACT", *open_now])
