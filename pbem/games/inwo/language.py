"""What players of INWO type, and what comes of it: sheets, standing orders, deals done at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from engine.inwo import events as ev
from engine.inwo.state import InwoState
from engine.inwo.view import inwo_view
from pbem.games.contract.orders import STANDING, GameInput, JudgedLine, Judgement, LetterInput
from pbem.games.contract.plain import PlainLanguage
from pbem.games.contract.values import Ask
from pbem.games.inwo import line_kinds as kinds
from pbem.games.inwo.dealing import MadeDeals
from pbem.games.inwo.forecasts import of_leads, with_forecasts, with_need
from pbem.games.inwo.reading import WORDS, InwoNames, order_verb, with_verb
from pbem.games.inwo.rules import status
from pbem.games.inwo.standing import as_standing, standing_after, within_limit
from pbem.games.inwo.suggestions import leads_of, suggested
from pbem.games.inwo.verbs import VERBS
from pbem.grammar.orders.parsed import ParsedLine

Inwo = GameInput[InwoState]
MOST_EXAMPLES = 3
INTRODUCTION = (
    "One order a line, the verb first. On your turn you send a script: a takeover, attacks, Plots, "
    "moves. When others act, you are asked, and may AID, OPPOSE, DEFEND, PLAY a Plot or PASS. A "
    "card goes by any clear part of its name."
)


class InwoLanguage(PlainLanguage[InwoState, ev.InwoEvent]):
    """Scripts and answers are filed; deals are made at once; what stands is kept beside."""

    are_numbered = True
    names_class = InwoNames

    def __init__(self) -> None:
        super().__init__(
            status,
            tuple(map(order_verb, VERBS)),
            INTRODUCTION,
            may_be_script=kinds.is_script,
            **WORDS,
        )

    def vocabulary(self, state: InwoState, seat: str, /, *, is_moderated: bool = True) -> InwoNames:
        names = super().vocabulary(state, seat, is_moderated=is_moderated)
        assert isinstance(names, InwoNames)
        # As its player knows the game: what he names must tell him nothing.
        return replace(names, state=inwo_view(state, seat))

    def is_filed(self, order: Any, /) -> bool:
        return kinds.is_filed(order)

    def may_be_ahead(self, order: Any, /) -> bool:
        return kinds.is_script(order) or kinds.is_pass(order)

    def answers(self, order: Any, ask: Ask, /) -> bool:
        return kinds.answers(order, ask)

    def problem(self, state: InwoState, seat: str, order: Any, /) -> str:
        return kinds.problem(order, is_asked=bool(status(state).windows_of(seat)))

    def _lines(
        self, game: Inwo, letter: LetterInput, turns: Sequence[int]
    ) -> tuple[ParsedLine, ...]:
        lines = kinds.as_written(super()._lines(game, letter, turns), game.at, letter)
        names = game.names(letter.seat)
        return tuple(with_verb(line, names.state, letter.seat) for line in lines)

    def judge(self, game: Inwo, letter: LetterInput, /) -> Judgement[InwoState, ev.InwoEvent]:
        base, seat = super().judge(game, letter), letter.seat
        deals = MadeDeals(game, seat)
        before = game.standing.get(seat, ())
        script = base.script
        foreseen = {}
        if script.text is not None:
            rows = with_forecasts(game.names(seat).state, seat, script.text, script.lines)
            script = replace(script, lines=rows)
            foreseen = {line.place: line for line in script.lines}
        judged = [foreseen.get(line.place, line) for line in base.lines]
        lines = tuple(map(deals.line, within_limit(judged, before)))
        standing = standing_after(before, lines)
        return replace(
            base,
            lines=tuple(as_standing(line, standing) for line in lines),
            script=script,
            standing=standing if standing != tuple(before) else None,
            done=deals.step,
            acted=tuple(deals.acted),
        )

    def judge_script(self, game: Inwo, seat: str, text: str, /) -> tuple[JudgedLine, ...]:
        lines = super().judge_script(game, seat, text)
        return with_forecasts(game.names(seat).state, seat, text, lines)

    def _judged(self, game: Inwo, seat: str, line: ParsedLine) -> JudgedLine:
        judged = super()._judged(game, seat, line)
        if judged.status not in STANDING or not status(game.state).windows_of(seat):
            return judged
        judged = with_need(game.names(seat).state, seat, judged)
        return of_leads(judged, partial(leads_of, game.state, seat))

    def examples(self, game: Inwo, seat: str, /) -> tuple[str, ...]:
        texts = (one.text for one in suggested(game.state, seat)[:MOST_EXAMPLES])
        return (*texts, "PASS", "STATUS", "HELP")


LANGUAGE = InwoLanguage()
