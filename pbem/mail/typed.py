"""Lines that a player typed although they look like a mail program's: orders, and what he says."""

import re
from collections.abc import Callable, Sequence

from pbem.budget import Budget
from pbem.mail.attribution import is_opened_attribution, opens_attribution

_MOST_WORDS = 40
# Steps that it takes to say whether a line begins as orders do.
_AN_ORDER = 3
_LETTERS_A_STEP = 32
# Neither a digit nor a weekday nor AT: these end orders, and no part of one may be lost.
_DATE_OPENING = re.compile(r"(?:On|Am|Le|Il|El|Em|Op|Den|Dnia|Dne|Dňa|På|Pe) ")
# Behind it another order may begin, or a sentence of the referee's that looks like one.
_SENTENCE_END = re.compile(r"(?<=[^\W\d]{3}[.!;])\s")


def _first_sentence(line: str) -> str:
    has_end = "." in line or "!" in line or ";" in line
    return _SENTENCE_END.split(line, 1)[0] if has_end else line


class TypedLines:
    """What the language of orders says of a letter's lines, asked only where a mark is in doubt.

    `contents` are the lines without quote marks, `is_quoted` says which had any. Without
    `has_order`, which says whether a line begins as orders do, nothing is known to be typed.
    """

    def __init__(
        self,
        contents: Sequence[str],
        is_quoted: Sequence[bool],
        has_order: Callable[[str], bool] | None,
        budget: Budget,
    ) -> None:
        self._contents = contents
        self._is_quoted = is_quoted
        self._has_order = has_order
        self._budget = budget
        self._orders: dict[int, bool] = {}
        self._texts: dict[int, bool] = {}

    @property
    def is_known(self) -> bool:
        """Say whether anything is known of what orders are like."""
        return self._has_order is not None

    def is_order(self, at: int) -> bool:
        """Say whether a line without a quote mark begins as orders do."""
        if self._has_order is None or self._is_quoted[at]:
            return False
        if at not in self._orders:
            line = self._contents[at]
            # Where the budget is gone, marks alone decide: nobody reads on below.
            steps = _AN_ORDER + len(line) // _LETTERS_A_STEP + line.count(";")
            self._orders[at] = self._budget.spend(steps) and self._has_order(_first_sentence(line))
        return self._orders[at]

    def is_text(self, at: int) -> bool:
        """Say whether a line goes on with a text to others, as below `SAY TO ALL: dear friends`.

        Such a text runs to a blank line; each line is looked at once.
        """
        if self._has_order is None:
            return False
        walked = []
        above, is_text = at - 1, False
        while above >= 0 and self._contents[above].strip() and not self._is_quoted[above]:
            if above in self._texts:
                is_text = self._texts[above]
            if is_text or (":" in self._contents[above] and self.is_order(above)):
                is_text = True
                break
            if above in self._texts:
                break
            walked.append(above)
            above -= 1
        self._texts.update((line, is_text) for line in (*walked, at))
        return is_text

    def before_attribution(self, at: int) -> str:
        """Return what was typed in front of an attribution on one line, or the empty string.

        A program lost the line end between `PASS` and `On … wrote:`. Behind a colon it is part
        of what the player says. What is not an order must not look like a part of the attribution.
        """
        line = self._contents[at]
        end = line.find(" ")
        for _ in range(_MOST_WORDS):
            if end < 0 or ":" in line[:end]:
                return ""
            tail = line[end:].strip()
            if _DATE_OPENING.match(tail) and is_opened_attribution(tail):
                typed = line[:end].rstrip()
                return typed if self.is_order(at) else _as_prose(typed)
            end = line.find(" ", end + 1)
        return ""


def _as_prose(text: str) -> str:
    """Return words without the dashes of `--- On … wrote:`; nothing where it may be its sender."""
    is_part = "@" in text or "<" in text or opens_attribution(text + " ")
    return "" if is_part else text.rstrip("- ")
