"""What becomes of a letter's texts: passed on whole or refused, and in which words he is told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pbem.documents.layout.cast import listed, person
from pbem.games.contract.orders import JudgedLine, LineStatus
from pbem.games.illuminati.language import ParsedLine, Vocabulary, format_line
from pbem.grammar.player_words import ALL, TalkText
from pbem.models import FINISHED

MOST_LETTERS = 2000
"""Letters of one text."""
MOST_TEXTS = 20
"""Texts of one letter."""


@dataclass(frozen=True, slots=True)
class Texts:
    """The texts of a letter that are passed on, and what is said of each line."""

    kept: tuple[TalkText, ...]
    told: dict[int, JudgedLine]


def texts_in(lines: Sequence[ParsedLine], names: Vocabulary, phase: str) -> Texts:
    """What becomes of a letter's texts in a game of that phase; nothing is cut short."""
    kept: list[TalkText] = []
    told: dict[int, JudgedLine] = {}
    for line in lines:
        if line.talk is None:
            continue
        problem = _problem(line.talk, len(kept), phase)
        fate: LineStatus = "REFUSED" if problem else "DONE"
        note = problem or _way(line.talk, phase)
        told[id(line)] = JudgedLine(None, line.text, fate, format_line(line, names), note)
        if not problem:
            kept.append(line.talk)
    return Texts(tuple(kept), told)


def _problem(talk: TalkText, count: int, phase: str) -> str:
    if len(talk.text) > MOST_LETTERS:
        return (
            f"A text may have {MOST_LETTERS:,} letters and this one has {len(talk.text):,}. "
            "Nothing of it was passed on; send it in parts."
        )
    if count == MOST_TEXTS:
        return f"A letter may bring {MOST_TEXTS} texts. This one was not passed on; send it again."
    if phase == FINISHED and talk.kind in ("rumour", "diary"):
        return "The game is over and the presses have stopped. SAY TO ALL still goes out."
    return ""


def _way(talk: TalkText, phase: str) -> str:
    """How and when a text reaches whom it is for."""
    if talk.kind == "diary":
        return "Noted. It is yours alone until the game is over."
    if talk.kind == "rumour":
        return "It will stand in everybody's next report, and nobody will be told whose it is."
    if talk.to == ALL:
        if phase == FINISHED:
            return "Sent to everybody now."
        return "It will stand in everybody's next report."
    hearers = listed([str(person(name, None)) for name in talk.to])
    return f"Sent to {hearers} now; it will stand in the next report too."
