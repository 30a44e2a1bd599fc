"""GUARD, OPPOSE, SUPPORT and STAND ASIDE: money for and against attacks (R12.4, R12.5)."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial

from engine.illuminati.orders import Pattern, Stance, StanceSide
from pbem.games.illuminati.language.forms.patterns import (
    PatternDraft,
    format_attackers,
    format_guarded,
    piece,
)
from pbem.games.illuminati.language.forms.raises import RaiseDraft, format_raising, once, raising
from pbem.games.illuminati.language.names.slots import GameReader
from pbem.games.illuminati.language.names.vocabulary import Vocabulary
from pbem.grammar.orders.ends import ending
from pbem.grammar.orders.language import OrderVerb
from pbem.grammar.orders.parsed import ParseError
from pbem.grammar.times.kept import format_day


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
    elif not draft.attacks.has_prepared:
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
    last, at = ending(reader)
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


_SIDE: dict[StanceSide, str] = {
    "guard": "GUARD",
    "oppose": "OPPOSE",
    "support": "SUPPORT",
    "aside": "STAND ASIDE",
}


def _format(order: Stance, names: Vocabulary) -> str:
    parts = [_SIDE[order.side]]
    if order.side == "guard":
        parts += format_guarded(order.pattern, names)
    elif order.pattern != Pattern() or order.side != "aside":
        parts += ["ON"] if order.side == "aside" else []
        parts += format_attackers(order.pattern, names)
    most = f"MAX {order.ceiling}" if order.ceiling is not None else ""
    if order.per_round is not None:
        a_round = f"{order.per_round} A ROUND"
        most = f"{most} EACH, {a_round}" if most else f"MAX {a_round}"
    raising = format_raising(order.aim, order.style, order.overshoot)
    parts += [*raising[: order.aim is not None], most, *raising[order.aim is not None :]]
    if order.until_turn is not None:
        parts.append(f"UNTIL TURN {order.until_turn}")
    if order.until_at is not None:
        parts.append(f"EXPIRES {format_day(order.until_at)}")
    return " ".join(part for part in parts if part)


_HOW_FAR = (
    "UNTIL n (the need at which you stop)",
    "MAX n  |  MAX n EACH, n A ROUND (your MB an attack; from turn to turn of yours)",
    "ALL IN  |  SAVE (all you allow, or nothing, where the aim is out of reach)",
    "UNTIL TURN n  |  FOR n TURNS  |  EXPIRES FRI  |  EXPIRES 24 Apr 20:00",
)

_WHICH = (
    "player TAKING group  |  NEUTRALIZING  |  DESTROYING  |  ATTACKING",
    "ANY alignment  |  player TAKING ANY alignment",
    "ONLY AGAINST player",
)

STANCE_VERBS: tuple[OrderVerb, ...] = (
    OrderVerb(
        "GUARD",
        "answer",
        "Spends against attacks on your own groups: 2 a MB from the group's own treasury.",
        ("GUARD ALL", "GUARD group, group", "GUARD group AGAINST player", *_HOW_FAR),
        (
            "GUARD ALL UNTIL 5 MAX 4 EACH, 10 A ROUND",
            "GUARD Mafia ALL IN",
            "GUARD Mafia, CIA AGAINST bob DESTROYING UNTIL 3 SAVE",
        ),
        "R12.4",
        ("DEFEND", "PROTECT"),
        ("GAURD", "GARD"),
        gloss="defend what is yours",
        parse=partial(stance, side="guard"),
        makes=(Stance,),
        format=_format,
    ),
    OrderVerb(
        "OPPOSE",
        "answer",
        "Spends against attacks of others, from your Illuminati.",
        ("OPPOSE n (an announced attack)", "OPPOSE player", *_WHICH, *_HOW_FAR),
        (
            "OPPOSE bob TAKING ANY Weird UNTIL 6 MAX 3",
            "OPPOSE 1 UNTIL 5 MAX 6",
            "OPPOSE ALL MAX 2 FOR 3 TURNS",
        ),
        "R12.4",
        ("INTERFERE", "HINDER", "BLOCK"),
        ("OPOSE", "OPPPOSE"),
        gloss="spend against an attack",
        parse=partial(stance, side="oppose"),
    ),
    OrderVerb(
        "SUPPORT",
        "answer",
        "Spends for attacks of others, from your Illuminati. HELP and a player's name means the "
        "same.",
        (
            "SUPPORT n (an announced attack)",
            "SUPPORT player",
            *_WHICH,
            *_HOW_FAR,
            "OVERSHOOT n (points beyond a need of 10)",
        ),
        ("SUPPORT cat MAX 2 ONLY AGAINST bob", "SUPPORT 1 UNTIL 8 MAX 5 OVERSHOOT 2"),
        "R12.4",
        ("ASSIST",),
        ("SUPORT", "SUPPPORT"),
        gloss="spend for somebody's attack",
        parse=partial(stance, side="support"),
    ),
    OrderVerb(
        "STAND",
        "answer",
        "STAND ASIDE spends nothing: the default; it ends broader standing orders.",
        ("STAND ASIDE", "STAND ASIDE ON n  |  ON player  |  ON group", "STAND ASIDE FOR n TURNS"),
        ("STAND ASIDE", "STAND ASIDE ON 1", "STAND ASIDE ON bob TAKING Yuppies"),
        "R12.5",
        guarded=True,
        gloss="spend nothing",
        parse=partial(stance, side="aside"),
    ),
)
