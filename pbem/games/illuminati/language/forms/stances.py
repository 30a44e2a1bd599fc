"""Reading GUARD, OPPOSE, SUPPORT and STAND ASIDE (R12.4, R12.5)."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.illuminati.orders import Stance, StanceSide
from pbem.games.illuminati.language.forms.pattern_draft import PatternDraft
from pbem.games.illuminati.language.forms.patterns import piece
from pbem.games.illuminati.language.forms.raises import RaiseDraft, once, raising
from pbem.games.illuminati.language.names.slots import GameReader
from pbem.games.illuminati.language.names.vocabulary import Vocabulary
from pbem.grammar.orders.parsed import ParseError
from pbem.grammar.times.dates import MONTHS, NoDate, NoMoment
from pbem.grammar.times.kept import MOST_WORDS, day_within

_DAY_BEHIND = frozenset(("am", "pm", "uhr", "oclock", ":", "of", *MONTHS))
"""What makes a number behind UNTIL part of a day or hour."""


@dataclass(slots=True)
class _StanceDraft:
    attacks: PatternDraft
    raises: RaiseDraft = field(default_factory=RaiseDraft)
    per_round: int | None = None
    until_turn: int | None = None
    until_at: str | None = None


def stance(reader: GameReader, side: StanceSide) -> Stance:
    """Which attacks, how far and how long, in any order."""
    if side == "aside":
        reader.need("aside")
    is_led = reader.take("with", "in", "on") or side != "aside"
    draft = _StanceDraft(PatternDraft(guards=side == "guard", is_led=is_led))
    while not reader.is_done:
        if not reader.take(",", "and"):
            _clause(reader, draft)
    raises = draft.raises
    if side == "aside":
        if raises != RaiseDraft() or draft.per_round is not None:
            raise ParseError("STAND ASIDE spends nothing; leave UNTIL and MAX out")
    elif not draft.attacks.is_said:
        raise ParseError("I expected ALL, a player, a group or the number of an attack")
    return Stance(
        side=side,
        pattern=draft.attacks.pattern(),
        aim=raises.aim,
        ceiling=raises.ceiling,
        style=raises.style,
        overshoot=raises.overshoot,
        per_round=draft.per_round,
        until_turn=draft.until_turn,
        until_at=draft.until_at,
    )


def _clause(reader: GameReader, draft: _StanceDraft) -> None:
    if _of_how_far(reader, draft):
        draft.attacks.is_led = False
    else:
        piece(reader, draft.attacks)


def _of_how_far(reader: GameReader, draft: _StanceDraft) -> bool:
    """Reads how far or how long; False, with nothing read, if neither comes next."""
    last, at = _end(reader)
    if last is not None or at is not None:
        once("An end", draft.until_turn)
        once("An end", draft.until_at)
        draft.until_turn, draft.until_at = last, at
        return True
    a_round = _per_round(reader)
    if a_round is not None:
        once("A ROUND", draft.per_round)
        draft.per_round = a_round
        return True
    if not raising(reader, draft.raises):
        return False
    if reader.take("each"):
        reader.take("attack")
    return True


def _end(reader: GameReader) -> tuple[int | None, str | None]:
    """When the order ends: a last turn or a day; neither, with nothing read, if none comes."""
    if reader.take("expires", "expiring"):
        return expiry(reader)
    last = last_turn(reader)
    if last is not None:
        return last, None
    before = reader.at
    found = day(reader) if reader.take("until") and not _is_need(reader) else None
    reader.at = before if found is None else reader.at
    return None, found


def _is_need(reader: GameReader) -> bool:
    """UNTIL 5, but for UNTIL 5 pm and UNTIL 5 Jan."""
    return reader.is_amount() and reader.peek(1) not in _DAY_BEHIND


def expiry(reader: GameReader) -> tuple[int | None, str | None]:
    """What stands behind EXPIRES: TURN n, IN n TURNS from the one now open, or a day."""
    reader.take("after", "at", "with", "on")
    if reader.take("turn"):
        return reader.number(), None
    before = reader.at
    if reader.take("in") and reader.is_amount():
        turns = reader.number()
        if reader.take("turns", "turn"):
            return turn_now(reader.names) + turns, None
    reader.at = before
    found = day(reader)
    if found is not None:
        return None, found
    raise ParseError(
        "I expected EXPIRES TURN n, EXPIRES IN n TURNS or a day such as EXPIRES FRI",
        span=(reader.at, len(reader.tokens)),
        instead=("IN 4 TURNS",),
    )


def _per_round(reader: GameReader) -> int | None:
    """n A ROUND, MAX n A ROUND; None, with nothing read, if that does not come."""
    before = reader.at
    reader.take("max", "maximum")
    if reader.is_amount():
        amount = reader.amount()
        if reader.take("a", "per", "every", "each") and reader.take("round"):
            return amount
    reader.at = before
    return None


def last_turn(reader: GameReader) -> int | None:
    """UNTIL TURN n, FOR n TURNS (this one is the first), THIS TURN; None if that does not come."""
    before = reader.at
    if reader.take("until"):
        reader.take("the")
        reader.take("end")
        reader.take("of")
        if reader.take("turn"):
            return reader.number()
    elif reader.take("for"):
        if reader.is_amount():
            turns = reader.number()
            if turns and reader.take("turns", "turn"):
                return turn_now(reader.names) + turns - 1
    elif reader.take("this") and reader.take("turn"):
        return turn_now(reader.names)
    reader.at = before
    return None


def turn_now(names: Vocabulary) -> int:
    """The turn now open; turns are counted from it."""
    if names.turn is None:
        raise ParseError("I do not know which turn it is; write UNTIL TURN and its number")
    return names.turn


def day(reader: GameReader) -> str | None:
    """A day with or without an hour; None, with nothing read, if none comes next.

    Misread for what is one and cannot be, such as 30 Feb.
    """
    reader.names.demand(MOST_WORDS // 2)
    words = [token.text for token in reader.tokens[reader.at : reader.at + MOST_WORDS]]
    if not words:
        return None
    try:
        many, kept = day_within(words)
    except NoDate:
        return None
    except NoMoment as why:
        raise ParseError(str(why).rstrip(".")) from None
    reader.at += many
    return kept
