"""The press rules of a game, kept at a letter: what of its talk is passed on, and in whose name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pbem.documents.layout.cast import listed, person
from pbem.games.contract.orders import JudgedLine
from pbem.grammar.orders.parsed import ALL, TalkText
from pbem.models import FINISHED
from pbem.service.game_settings import game_settings_of
from pbem.service.orders.submission import Submission
from pbem.service.snapshots import GameSnapshot
from pbem.values import changed

MOST_OF_A_TEXT = 2000
"""Characters of one text."""
MOST_TEXTS = 20
"""Texts of one letter."""
UNTOLD = "Nobody is told whose it is."


def with_press_rules(
    submission: Submission, lines: tuple[JudgedLine, ...], *, has_orders: bool
) -> tuple[JudgedLine, ...]:
    """The lines of a letter with what becomes of each text; nothing is cut short.

    When the game is over, only the press rules about names are left.
    """
    snapshot, seat = submission.snapshot, submission.seat.name
    judged: list[JudgedLine] = []
    kept = 0
    for line in lines:
        talk = line.talk
        if talk is not None:
            problem = _too_much(talk, kept)
            problem = problem or press_problem(snapshot, seat, talk, has_orders=has_orders)
            line = _refused(line, problem) if problem else _passed(snapshot, line, talk)
            kept += not problem
        judged.append(line)
    return tuple(judged)


def _refused(line: JudgedLine, problem: str) -> JudgedLine:
    return changed(line, status="REFUSED", note=problem, talk=None)


def _passed(snapshot: GameSnapshot, line: JudgedLine, talk: TalkText) -> JudgedLine:
    note = _how_passed_on(talk, is_over=snapshot.game.phase == FINISHED)
    return _signed(changed(line, note=note), talk, game_settings_of(snapshot.game).sender)


def _too_much(talk: TalkText, count: int) -> str:
    if len(talk.text) > MOST_OF_A_TEXT:
        return (
            f"A text may have {MOST_OF_A_TEXT:,} letters and this one has {len(talk.text):,}. "
            "Nothing of it was passed on; send it in parts."
        )
    if count == MOST_TEXTS:
        return f"A letter may bring {MOST_TEXTS} texts. This one was not passed on; send it again."
    return ""


def _how_passed_on(talk: TalkText, *, is_over: bool) -> str:
    """How and when a text reaches whom it is for."""
    if talk.kind == "diary":
        return "Noted. It is yours alone until the game is over."
    if talk.kind == "rumour":
        return "It will stand in everybody's next report, and nobody will be told whose it is."
    if talk.kind == "letter":
        return "It will stand among the letters to the editor, in everybody's next report."
    if talk.to == ALL:
        if is_over:
            return "Sent to everybody now."
        return "It will stand in everybody's next report."
    if not talk.to:
        return (
            "It goes to whoever moderates this game, or to the operator where nobody does, and to "
            "nobody else."
        )
    hearers = listed([str(person(name, None)) for name in talk.to])
    return f"Sent to {hearers} now; it will stand in the next report too."


def press_problem(
    snapshot: GameSnapshot, seat: str, talk: TalkText, *, has_orders: bool = False
) -> str:
    """Why a text of a seat is not passed on; "" where it is."""
    rules = game_settings_of(snapshot.game).press_rules
    if snapshot.game.phase == FINISHED:
        if talk.kind in ("rumour", "diary", "letter"):
            return "The game is over and the presses have stopped. SAY TO ALL still goes out."
        rules = replace(rules, press="all", window_press="same", late_talk=True)
    is_late = not has_orders and is_overdue(snapshot, seat)
    return rules.refusal(talk, in_window=snapshot.game.is_window, is_late=is_late)


def _signed(line: JudgedLine, talk: TalkText, sender: str) -> JudgedLine:
    """The line with the name that its text will bear, where that is not its writer's."""
    if talk.kind not in ("say", "letter") or not talk.to:
        return line
    signed = "" if sender == "anonymous" else talk.signed
    notes = [line.note, *_false_names(signed, talk.shown_to)]
    return changed(line, talk=replace(talk, signed=signed), note=" ".join(filter(None, notes)))


def _false_names(signed: str | None, shown_to: tuple[str, ...] | None) -> Iterator[str]:
    """What its writer is told of the names on a text."""
    if signed is not None:
        yield f"It is signed {signed}." if signed else UNTOLD
    if shown_to:
        names = listed([str(person(name, None)) for name in shown_to])
        yield f"Each reader sees it as sent to himself and to {names}."


def is_overdue(snapshot: GameSnapshot, seat: str) -> bool:
    """Whether the game waits for a seat that has missed the deadline, or its turn before this."""
    row, game = snapshot.seats[seat], snapshot.game
    is_asked = any(seat in ask.seats for ask in snapshot.status.asks)
    has_missed = bool(row.misses) and row.misses[-1]
    at = snapshot.at
    is_past = at is not None and game.deadline_at is not None and at > game.deadline_at
    return is_asked and (has_missed or is_past)
