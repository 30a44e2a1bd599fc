"""The press rules of a game, kept at a letter: what of its talk is passed on, and in whose name."""

from __future__ import annotations

from dataclasses import replace

from pbem.games.contract.orders import JudgedLine
from pbem.grammar.orders.parsed import TalkText
from pbem.models import FINISHED
from pbem.service.game_settings import game_settings_of
from pbem.service.orders.submission import Submission
from pbem.service.snapshots import GameSnapshot

TO_MODERATOR = "It goes to whoever moderates this game, and to nobody else."
UNTOLD = "Nobody is told whose it is."


def with_press_rules(
    submission: Submission, lines: tuple[JudgedLine, ...], *, has_orders: bool
) -> tuple[JudgedLine, ...]:
    """The lines of a letter, their texts refused or signed as the game's press rules have it.

    When the game is over, only the rules about names are left.
    """
    snapshot, seat = submission.snapshot, submission.seat.name
    sender = game_settings_of(snapshot.game).sender

    def checked(line: JudgedLine) -> JudgedLine:
        if line.talk is None:
            return line
        problem = press_problem(snapshot, seat, line.talk, has_orders=has_orders)
        if problem:
            return replace(line, fate="REFUSED", note=problem, talk=None)
        if line.talk.kind == "say" and not line.talk.to:
            return replace(line, note=TO_MODERATOR)
        return _signed(line, line.talk, sender)

    return tuple(checked(line) for line in lines)


def press_problem(
    snapshot: GameSnapshot, seat: str, talk: TalkText, *, has_orders: bool = False
) -> str:
    """Why a text of a seat is not passed on; "" where it is."""
    rules = game_settings_of(snapshot.game).press_rules
    if snapshot.game.phase == FINISHED:
        rules = replace(rules, press="all", window_press="same", late_talk=True)
    is_late = not has_orders and is_overdue(snapshot, seat)
    return rules.refusal(talk, in_window=snapshot.game.is_window, is_late=is_late)


def _signed(line: JudgedLine, talk: TalkText, sender: str) -> JudgedLine:
    """The line with the name that its text will bear, where that is not its writer's."""
    if talk.kind not in ("say", "letter"):
        return line
    signed = "" if sender == "anonymous" else talk.signed
    if signed is None:
        return line
    told = f"It is signed {signed}." if signed else UNTOLD
    return replace(line, talk=replace(talk, signed=signed), note=f"{line.note} {told}".lstrip())


def is_overdue(snapshot: GameSnapshot, seat: str) -> bool:
    """Whether the game waits for a seat that has missed the deadline, or its turn before this."""
    row, game = snapshot.seats[seat], snapshot.game
    is_asked = any(seat in ask.seats for ask in snapshot.status.asks)
    has_missed = bool(row.misses) and row.misses[-1]
    at = snapshot.at
    is_past = at is not None and game.deadline_at is not None and at > game.deadline_at
    return is_asked and (has_missed or is_past)
