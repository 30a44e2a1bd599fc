"""A game played on by its robots from any state, by its contract alone: who would have won?"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

from pbem.games.contract.orders import GameInput, LetterInput
from pbem.games.contract.ruleset import RobotSeat, Ruleset
from pbem.games.contract.values import Ask, Filed, Status

MOST_STEPS = 400
"""Asks after which a game is given up: nobody has won it."""
_AT = datetime(2000, 1, 1, tzinfo=UTC)
"""When everything happens: nothing that players allow each other lasts by the calendar."""


def play_out(game: Ruleset[Any, Any], state: Any, key: bytes) -> tuple[str, ...]:
    """The winners if robots of the usual kind play all seats from there; none where it goes on.

    The same key makes the same game. The game must have robots.
    """
    return _Playout(game, state, key).winners()


class _Playout:
    """A game under way, every seat with what its robot lets stand."""

    def __init__(self, game: Ruleset[Any, Any], state: Any, key: bytes) -> None:
        self.game, self.state = game, state
        self.dice, self.chance = game.dice(key), game.dice(key + b":robots")
        self.standing: dict[str, tuple[str, ...]] = dict.fromkeys(
            game.rules.status(state).sheets, ()
        )

    def winners(self) -> tuple[str, ...]:
        for _ in range(MOST_STEPS):
            status = self.game.rules.status(self.state)
            if status.is_over:
                return status.winners
            self._step(status)
        return ()

    def _step(self, status: Status) -> None:
        """What ends first of all that is asked is answered, and the game goes on."""
        ask = status.asks[0]
        sheets = {}
        for seat in status.playing:
            lines = self._letter(seat, ask)
            if lines:
                sheets[seat] = self._filed(seat, ask, lines)
        filed = Filed({seat: sheets.get(seat, ()) for seat in ask.seats}, self.standing)
        steps = self.game.rules.advance(self.state, ask.key, filed, self.dice, _AT)
        self.state = steps[-1].state

    def _letter(self, seat: str, ask: Ask) -> Sequence[str]:
        robots = self.game.robots
        assert robots is not None, "only a game with robots is played out"
        if not robots.writes(self.state, seat, (ask,)):
            return ()
        return robots.letter(RobotSeat(seat, robots.stand_in), self.state, (ask,), self.chance)

    def _filed(self, seat: str, ask: Ask, lines: Sequence[str]) -> tuple[str, ...]:
        """What of a letter is on file for an ask; what it does at once is done."""
        given = GameInput(self.state, self._names(), self.standing, self.chance, at=_AT)
        judged = self.game.language.judge(given, LetterInput(seat, "\n".join(lines)))
        if judged.standing is not None:
            self.standing[seat] = tuple(judged.standing)
        if judged.done is not None:
            self.state = judged.done.state
        sheet = judged.script if ask.sheet is None else judged.answers.get(ask.key)
        return tuple(sheet.text.split("\n")) if sheet and sheet.text else ()

    def _names(self) -> Any:
        state, language = self.state, self.game.language
        return lru_cache(lambda seat: language.vocabulary(state, seat))
