"""What players of INWO type, and what comes of it: sheets, standing orders, deals done at once."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from engine.inwo import events as ev
from engine.inwo import game as inwo
from engine.inwo import orders as od
from engine.inwo.state import InwoState
from engine.inwo.turn.lines import ANY_TIME
from engine.inwo.view import inwo_view
from pbem.games.contract.orders import STANDING, GameInput, JudgedLine, Judgement, LetterInput
from pbem.games.contract.plain import PlainLanguage
from pbem.games.contract.values import Ask, Step
from pbem.games.inwo.forecasts import with_forecasts, with_need
from pbem.games.inwo.formats import TypedOrder
from pbem.games.inwo.reading import WORDS, EndStanding, InwoNames, order_verb
from pbem.games.inwo.reasons import reason_text
from pbem.games.inwo.rules import status
from pbem.games.inwo.suggestions import refused_answer, suggested
from pbem.games.inwo.verbs import INNER, VERBS
from pbem.grammar.orders.parsed import ParsedLine

Inwo = GameInput[InwoState]
DEALS = (
    *(od.OfferDeal, od.AcceptDeal, od.DeclineDeal, od.CounterDeal),
    *(od.GiveCards, od.ShowPlot),
)
"""What is done as its letter is read (I21.5)."""
ANSWERS = (
    od.PlaceLead,
    od.JoinAttack,
    od.DefendTarget,
    od.SendAgents,
    od.PassRound,
    od.Choose,
    od.CallOff,
    od.CommitAttack,
    od.WithdrawVictory,
)
"""What answers a window and nothing else."""
MOST_EXAMPLES = 3
MOST_TRIGGERS = 60
INTRODUCTION = (
    "One order a line, the verb first. On your turn you send a script: a takeover, attacks, Plots, "
    "moves. When others act, you are asked, and may AID, OPPOSE, DEFEND, PLAY a Plot or PASS. A "
    "card goes by any clear part of its name."
)


def is_script(order: Any) -> bool:
    """Whether an order is a line of a script, which others may name by its number."""
    kinds = (od.InwoPolicy, *DEALS, *ANSWERS)
    return isinstance(order, TypedOrder) and not isinstance(order.order, kinds)


class InwoLanguage(PlainLanguage[InwoState, ev.InwoEvent]):
    """Scripts and answers are filed; deals are made at once; what stands is kept beside."""

    are_numbered = True
    names_class = InwoNames

    def __init__(self) -> None:
        super().__init__(
            status,
            tuple(map(order_verb, VERBS)),
            INTRODUCTION,
            inner_words=INNER,
            may_be_script=is_script,
            **WORDS,
        )

    def vocabulary(self, state: InwoState, seat: str, /, *, is_moderated: bool = True) -> InwoNames:
        names = super().vocabulary(state, seat, is_moderated=is_moderated)
        assert isinstance(names, InwoNames)
        # As its player knows the game: what he names must tell him nothing.
        return replace(names, state=inwo_view(state, seat))

    def is_filed(self, order: Any, /) -> bool:
        return isinstance(order, TypedOrder) and not isinstance(
            order.order, (od.InwoPolicy, *DEALS)
        )

    def answers(self, order: Any, ask: Ask, /) -> bool:
        """Before the game a LEAD, to a question a CHOOSE, else what needs no turn."""
        kind = ask.key.partition("-")[0].partition(".")[0]
        takes: dict[str, tuple[type, ...]] = {
            "leads": (od.PlaceLead,),
            "question": (od.Choose,),
            "victory": (*ANSWERS, *ANY_TIME, od.DeclareVictory),
        }
        return isinstance(order.order, takes.get(kind, (*ANSWERS, *ANY_TIME)))

    def problem(self, state: InwoState, seat: str, order: Any, /) -> str:
        """An answer where nothing is asked will never be carried out, nor a day by a game."""
        if isinstance(order, TypedOrder) and isinstance(order.order, od.OfferDeal):
            return _problem_of(order.order)
        if not isinstance(order, TypedOrder) or not isinstance(order.order, ANSWERS):
            return ""
        is_asked = status(state).windows_of(seat) or isinstance(order.order, od.PassRound)
        return "" if is_asked else "You are asked for no answer now (I31.6)."

    def warning(self, state: InwoState, seat: str, order: Any, /) -> str:
        if not isinstance(order, TypedOrder) or isinstance(order.order, (od.InwoPolicy, *DEALS)):
            return ""
        if not status(state).windows_of(seat):
            return ""
        refusal = refused_answer(inwo_view(state, seat), seat, order)
        return f"As things stand it would be refused: {reason_text(refusal)}" if refusal else ""

    def judge(self, game: Inwo, letter: LetterInput, /) -> Judgement[InwoState, ev.InwoEvent]:
        base, seat = super().judge(game, letter), letter.seat
        deals = _Deals(game, seat)
        before = game.standing.get(seat, ())
        script = base.script
        foreseen = {}
        if script.text is not None:
            script = replace(
                script, lines=with_forecasts(game.state, seat, script.text, script.lines)
            )
            foreseen = {line.place: line for line in script.lines}
        lines = tuple(
            map(
                deals.line,
                _within_limit([foreseen.get(line.place, line) for line in base.lines], before),
            )
        )
        standing = standing_after(before, lines)
        return replace(
            base,
            lines=lines,
            script=script,
            standing=standing if standing != tuple(before) else None,
            done=deals.step,
            acted=tuple(deals.acted),
        )

    def judge_script(self, game: Inwo, seat: str, text: str, /) -> tuple[JudgedLine, ...]:
        return with_forecasts(game.state, seat, text, super().judge_script(game, seat, text))

    def _told(self, game: Inwo, seat: str, line: ParsedLine) -> JudgedLine:
        told = super()._told(game, seat, line)
        is_asked = told.status in STANDING and status(game.state).windows_of(seat)
        return with_need(game.state, seat, told) if is_asked else told

    def examples(self, game: Inwo, seat: str, /) -> tuple[str, ...]:
        told = (one.text for one in suggested(game.state, seat)[:MOST_EXAMPLES])
        return (*told, "PASS", "STATUS", "HELP")


LANGUAGE = InwoLanguage()


def _problem_of(offer: od.OfferDeal) -> str:
    """An offer ends with a turn, or by DECLINE."""
    if not offer.expires or re.fullmatch(r"(?i)TURN \d{1,4}", offer.expires):
        return ""
    return "An offer ends with a turn, as in EXPIRES TURN 16, or by DECLINE and its number (I21.4)."


class _Deals:
    """Deals of a letter, each made on what the one before it has left."""

    def __init__(self, game: Inwo, seat: str) -> None:
        self._game, self._seat = game, seat
        self._state = game.state
        self._events: tuple[ev.InwoEvent, ...] = ()
        self.acted: list[str] = []

    def line(self, line: JudgedLine) -> JudgedLine:
        """The line with what came of it, if it is a deal."""
        order = line.order.order if isinstance(line.order, TypedOrder) else None
        if not isinstance(order, DEALS) or line.status == "REFUSED":
            return line
        done = inwo.act(self._state, self._seat, (od.InwoLine(1, order),), self._game.dice)
        refused = next((e for e in done.events if _is_refusal(e, self._seat)), None)
        if isinstance(refused, ev.LineSettled):
            note = reason_text((refused.reason, refused.rule))
            return replace(
                line, status="REFUSED", note=note, reason=refused.reason, rule=refused.rule
            )
        self._state, self._events = done.state, (*self._events, *done.events)
        self.acted.append(line.told)
        return replace(line, status="DONE")

    @property
    def step(self) -> Step[InwoState, ev.InwoEvent] | None:
        if not self.acted:
            return None
        return Step(self._state, self._events, self._seat, tuple(self.acted))


def _within_limit(lines: Sequence[JudgedLine], before: Sequence[str]) -> Iterator[JudgedLine]:
    """The lines, with WHEN orders refused that are more than a seat may have on file."""
    number = sum(text.startswith("WHEN ") for text in before)
    for line in lines:
        is_trigger = isinstance(line.order, TypedOrder) and isinstance(line.order.order, od.Trigger)
        number += is_trigger
        if is_trigger and number > MOST_TRIGGERS:
            note = f"You have {MOST_TRIGGERS} WHEN orders on file; CANCEL ORDER n takes one back."
            yield replace(line, status="REFUSED", order=None, note=note, rule="I31.14")
        else:
            yield line


def _is_refusal(event: ev.InwoEvent, seat: str) -> bool:
    return isinstance(event, ev.LineSettled) and event.seat == seat and event.status == "illegal"


def standing_after(before: Sequence[str], lines: Sequence[JudgedLine]) -> tuple[str, ...]:
    """The standing orders after a letter: a new one takes the place of the one it is like."""
    found = dict(enumerate(before, 1))
    for line in lines:
        if isinstance(line.order, EndStanding):
            found.pop(line.order.number, None)
    kept = {_place(text): text for text in found.values()}
    for line in lines:
        if isinstance(line.order, TypedOrder) and isinstance(line.order.order, od.InwoPolicy):
            place = _place(line.told)
            kept.pop(place, None)
            kept[place] = line.told
    return tuple(kept.values())


def _place(text: str) -> str:
    """What only one standing order can be about."""
    words = text.split()
    if words[0] in ("DRAW", "SKIP"):
        return "DRAW" + text.partition(" IN MY TURN ")[2]
    if words[0] in _MANY or text.startswith("ACCEPT GROUPS"):
        return text
    end = _ONE_EACH.get(words[0])
    if end is not None:
        return text.partition(end)[0]
    return " ".join(words[:2]) if words[1:2] == ["NEPHEWS"] else words[0]


_MANY = ("WHEN", "STAND", "ALLOW", "KEEP")
"""Standing orders that stand beside each other."""
_ONE_EACH = {"GUARD": " UNTIL ", "OPPOSE": " UNTIL ", "SUPPORT": " WITH "}
"""Of those there is one for what stands before these words."""
