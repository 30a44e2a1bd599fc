"""What lines would come to, told in their answer: need and chance, the sum, tokens, refusals."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from engine.core.rulings import Refusal
from engine.inwo import orders as od
from engine.inwo.options import percent_of, ways_of
from engine.inwo.state import InwoState
from engine.inwo.turn.leads import refuse_lead
from engine.inwo.turn.rehearsal import Rehearsal, rehearse, rehearse_answer
from pbem.games.contract.orders import JudgedLine
from pbem.games.inwo.aims import OtherAims, other_aims
from pbem.games.inwo.attack_story import format_sum
from pbem.games.inwo.card_names import names_of
from pbem.games.inwo.filed_lines import lines_of
from pbem.games.inwo.labels import label
from pbem.games.inwo.line_kinds import is_filed
from pbem.games.inwo.reasons import reason_text
from pbem.values import changed


def with_forecasts(
    view: InwoState, seat: str, text: str, lines: Sequence[JudgedLine]
) -> tuple[JudgedLine, ...]:
    """The lines of a script that is asked for now, each with what it would come to.

    `view` is the game as the seat knows it, `text` the whole sheet; lines that are not on it are as
    they were.
    """
    if not text or not is_asked_for_script(view, seat):
        return tuple(lines)
    found = rehearse(view, seat, lines_of(view, seat, text.split("\n")))
    return tuple(_with(view, seat, line, found.get(line.number or 0)) for line in lines)


def is_asked_for_script(state: InwoState, seat: str) -> bool:
    return any(ask.kind == "script" and seat in ask.seats for ask in state.asks)


def with_need(view: InwoState, seat: str, line: JudgedLine) -> JudgedLine:
    """An answer, with the need that it would leave, or why it would not be made."""
    if not is_filed(line.order):
        return line
    order, window = line.order
    if isinstance(order, od.PlaceLead):
        refusal = refuse_lead(view, seat, order)
        return _refused(line, refusal) if refusal is not None else line
    found = rehearse_answer(view, seat, od.InwoLine(1, order, window))
    if found.refusal is not None:
        return _refused(line, found.refusal, other_aims(view, seat, order, found.refusal))
    if found.success is not None:
        how = "succeed" if found.success else "fail"
        return changed(line, forecast=(f"The attack would {how} if nobody answered that.",))
    takes = [f"Takes {taken}."] if (taken := _taken(found)) else []
    if view.attack is None or found.need is None:
        return changed(line, forecast=(*takes,)) if takes else line
    text = f"The need would be {found.need} ({percent_of(found.need)} %) if nobody answered that."
    return changed(line, need=found.need, ways=ways_of(found.need), forecast=(text, *takes))


def of_leads(line: JudgedLine, find_leads: Callable[[], Sequence[str]]) -> JudgedLine:
    """A line that names its lead, with those of its wishes that are none of these."""
    order = line.order.order if is_filed(line.order) else None
    if not isinstance(order, od.PlaceLead):
        return line
    leads = find_leads()
    missing = [label(card) for card in order.cards if card.partition("#")[0] not in leads]
    if not missing:
        return line
    are = "is" if len(missing) == 1 else "are"
    none = "" if order.word or len(missing) < len(order.cards) else _SILENT
    return line.warned(
        f"{' and '.join(missing)} {are} not among the Groups you may lead with.{none}"
    )


_SILENT = " Without another wish you lead with your strongest."


def _refused(line: JudgedLine, refusal: Refusal, aims: OtherAims | None = None) -> JudgedLine:
    reason = reason_text((aims and aims.refusal) or refusal)
    why = f"As things stand it would be refused: {reason[0].lower()}{reason[1:]}"
    return line.warned(f"{why} {aims.hint}".rstrip() if aims else why)


def _with(view: InwoState, seat: str, line: JudgedLine, found: Rehearsal | None) -> JudgedLine:
    if found is None or line.status == "REFUSED":
        return line
    if found.refusal is not None:
        order = line.order.order if line.order is not None else None
        return _refused(line, found.refusal, other_aims(view, seat, order, found.refusal))
    sentences = tuple(_sentences(found))
    ways = None if found.need is None else ways_of(found.need)
    return changed(line, need=found.need, ways=ways, forecast=sentences)


def _sentences(found: Rehearsal) -> Iterator[str]:
    """The need with its sum, what is left out of the line, and the tokens."""
    if found.need is not None:
        chance = f"{percent_of(found.need)} %" if ways_of(found.need) else "which no dice make"
        yield f"Need {found.need} before answers, {chance}: {format_sum(found.terms)}."
    for part, reason, rule in found.parts:
        word, _, name = part.partition(" ")
        told = f"{word} {label(name)}" if name else part
        yield f"{told} would be left out. {reason_text((reason, rule))}"
    if taken := _taken(found):
        left = f"; tokens left: {names_of(found.left) or 'none'}" if found.spent else ""
        yield f"Takes {taken}{left}."


def _taken(found: Rehearsal) -> str:
    """What a line costs: tokens, cards of the hand, and cards off a deck."""
    costs = [
        f"the {_tokens(found.spent)}" if found.spent else "",
        f"{names_of(found.given)} of your hand" if found.given else "",
        _off_decks(found.undrawn),
    ]
    return " and ".join(filter(None, costs))


def _off_decks(number: int) -> str:
    if number < 2:
        return "the top card of a deck" if number else ""
    return f"{number} undrawn cards"


def _tokens(cards: Sequence[str]) -> str:
    return f"token{'' if len(cards) == 1 else 's'} of {names_of(cards)}"
