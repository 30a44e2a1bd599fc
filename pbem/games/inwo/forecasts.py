"""What lines would come to, told in their answer: need and chance, the sum, tokens, refusals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from engine.core.rulings import Refusal
from engine.inwo import orders as od
from engine.inwo.events import Term
from engine.inwo.options import ways_of
from engine.inwo.state import InwoState
from engine.inwo.turn.rehearsal import Rehearsal, need_after, refused_answer, rehearse
from engine.inwo.view import inwo_view
from pbem.games.contract.orders import JudgedLine
from pbem.games.inwo.line_kinds import is_filed
from pbem.games.inwo.reasons import reason_text
from pbem.games.inwo.rules import lines_of
from pbem.games.inwo.story import in_words, name_of, names_of

_PARTS = {
    "power": "Power of {}",
    "card": "{} itself",
    "boost": "boost {}",
    "aid": "aid of {}",
    "bonus": "bonus of {}",
    "alignment": "alignments of {}",
    "agents": "agents {}",
    "faction": "kind of {}",
    "resistance": "Resistance of {}",
    "target_power": "Power of {}",
    "loyalty": "loyalty of {}",
    "position": "position of {}",
    "oppose": "opposition of {}",
    "defense": "defense of {}",
}
SURE = 36
"""All ways in which two dice can fall."""


def with_forecasts(
    state: InwoState, seat: str, text: str, lines: Sequence[JudgedLine]
) -> tuple[JudgedLine, ...]:
    """The lines of a script that is asked for now, each with what it would come to.

    `text` is the whole sheet; lines that are not on it are as they were.
    """
    if not text or not is_asked_for_script(state, seat):
        return tuple(lines)
    view = inwo_view(state, seat)
    found = rehearse(view, seat, lines_of(view, seat, text.split("\n")))
    return tuple(_with(line, found.get(line.number or 0)) for line in lines)


def is_asked_for_script(state: InwoState, seat: str) -> bool:
    return any(ask.kind == "script" and seat in ask.seats for ask in state.asks)


def with_need(state: InwoState, seat: str, line: JudgedLine) -> JudgedLine:
    """An answer, with the need that it would leave, or why it would not be made."""
    if not is_filed(line.order):
        return line
    order, window = line.order
    view, row = inwo_view(state, seat), od.InwoLine(1, order, window)
    refusal = refused_answer(view, seat, row)
    if refusal is not None:
        return _refused(line, refusal)
    need = None if view.attack is None else need_after(view, seat, row)
    if need is None:
        return line
    told = f"The need would be {need} ({percent(need)} %) if nobody answered that."
    return replace(line, need=need, ways=ways_of(need), forecast=(told,))


def _refused(line: JudgedLine, refusal: Refusal) -> JudgedLine:
    why = f"As things stand it would be refused: {reason_text(refusal)}"
    return replace(line, status="WARNING", note="; ".join(filter(None, (line.note, why))))


def percent(need: int) -> int:
    """How many of a hundred attacks with that need succeed."""
    return round(100 * ways_of(need) / SURE)


def _with(line: JudgedLine, found: Rehearsal | None) -> JudgedLine:
    if found is None or line.status == "REFUSED":
        return line
    if found.refusal is not None:
        return _refused(line, found.refusal)
    told = tuple(_told(found))
    ways = None if found.need is None else ways_of(found.need)
    return replace(line, need=found.need, ways=ways, forecast=told)


def _told(found: Rehearsal) -> Iterator[str]:
    """The need with its sum, what is left out of the line, and the tokens."""
    if found.need is not None:
        chance = f"{percent(found.need)} %" if ways_of(found.need) else "which no dice make"
        yield f"Need {found.need} before answers, {chance}: {sum_told(found.terms)}."
    for part, reason, rule in found.parts:
        yield f"{part} would be left out. {reason_text((reason, rule))}"
    if found.spent:
        left = names_of(found.left) or "none"
        yield f"Takes the {_tokens(found.spent)}; tokens left: {left}."


def _tokens(cards: Sequence[str]) -> str:
    return f"token{'' if len(cards) == 1 else 's'} of {names_of(cards)}"


def sum_told(terms: Sequence[Term]) -> str:
    """The parts of a sum in a row, each with its number."""
    return in_words(
        [f"{_PARTS[one.what].format(name_of(one.who))} {one.value:+d}" for one in terms]
    )
