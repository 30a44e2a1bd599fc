"""Answers and policies told back in the language itself (R12.4 to R12.6)."""

from __future__ import annotations

from typing import assert_never

from engine.illuminati import orders
from engine.illuminati.abilities import Form
from engine.illuminati.orders import Pattern
from pbem.games.illuminati.language.names.vocabulary import Vocabulary, card_name, group_index
from pbem.games.illuminati.language.wording.deed_wording import format_raising
from pbem.grammar.orders.spelling import key
from pbem.grammar.times.kept import format_day

_KIND: dict[Form, str] = {
    "control": "TAKING",
    "neutralize": "NEUTRALIZING",
    "destroy": "DESTROYING",
}
_SIDE: dict[orders.StanceSide, str] = {
    "guard": "GUARD",
    "oppose": "OPPOSE",
    "support": "SUPPORT",
    "aside": "STAND ASIDE",
}


def format_answer(order: orders.Answer, names: Vocabulary) -> str:
    """What waits for an attack, a card or a turn; names that two things have get their kind."""
    match order:
        case orders.Stance():
            return _stance(order, names)
        case orders.FixRoll(card, pattern, if_succeeds):
            told = f"PLAY {card_name(card)} ON {_attack_meant(pattern, names)}"
            if if_succeeds is None:
                return told
            return f"{told} IF IT {'SUCCEEDS' if if_succeeds else 'FAILS'}"
        case orders.Abolish(cards, pattern):
            paid = ", ".join(card_name(card) for card in cards)
            return f"ABOLISH PRIVILEGE ON {_attack_meant(pattern, names)} WITH {paid}"
        case orders.JoinIn(card, pattern):
            return f"PLAY {card_name(card)} ON {_attack_meant(pattern, names)}"
        case orders.Cancel():
            return _cancel(order)
        case orders.SkipTurn(card, seat):
            return f"PLAY {card_name(card)} ON {seat}"
        case _:
            assert_never(order)


def _cancel(order: orders.Cancel) -> str:
    which = "ANY Special" if order.special is None else card_name(order.special)
    whose = f" BY {order.by}" if order.by is not None else ""
    me = " AGAINST ME" if order.against_me else ""
    return f"PLAY {card_name(order.card)} ON {which}{whose}{me}"


def _stance(order: orders.Stance, names: Vocabulary) -> str:
    parts = [_SIDE[order.side]]
    if order.side == "guard":
        parts += _guarded(order.pattern, names)
    elif order.pattern != Pattern() or order.side != "aside":
        parts += ["ON"] if order.side == "aside" else []
        parts += _attackers(order.pattern, names)
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


# --- which attacks --------------------------------------------------------------------------


def _guarded(pattern: Pattern, names: Vocabulary) -> list[str]:
    """group, group AGAINST player DESTROYING."""
    things = _things(pattern, names)
    parts = [str(pattern.line)] if pattern.line is not None else []
    parts += ["ATTACKING"] if parts and things else []
    parts += things or ([] if parts else ["ALL"])
    if pattern.by is not None or pattern.forms:
        parts += ["AGAINST", pattern.by or "ANYONE", *_kinds(pattern)]
    return parts


def _attackers(pattern: Pattern, names: Vocabulary) -> list[str]:
    """player TAKING group ONLY AGAINST player."""
    if pattern.line is not None:
        return [_attack_meant(pattern, names)]
    parts = [_player(pattern.by, names)] if pattern.by is not None else []
    if not parts and (pattern.forms or pattern.owner is not None):
        parts = ["ANYONE"]
    parts += _at_whom(pattern, names, "ATTACKING" if parts else "")
    return parts or ["ALL"]


def _attack_meant(pattern: Pattern, names: Vocabulary) -> str:
    """n, or ANY ATTACK BY player TAKING group ONLY AGAINST player."""
    parts = ["ANY ATTACK" if pattern.line is None else str(pattern.line)]
    parts += ["BY", pattern.by] if pattern.by is not None else []
    return " ".join([*parts, *_at_whom(pattern, names, "ON")])


def _at_whom(pattern: Pattern, names: Vocabulary, link: str) -> list[str]:
    """The kinds of attack and its targets; `link` stands before targets of any kind of attack."""
    things = _things(pattern, names)
    parts = _kinds(pattern)
    if link and things and not parts:
        parts = [link]
    parts += things
    return parts + (["ONLY AGAINST", pattern.owner] if pattern.owner is not None else [])


def _kinds(pattern: Pattern) -> list[str]:
    return [" OR ".join(_KIND[form] for form in pattern.forms)] if pattern.forms else []


def _things(pattern: Pattern, names: Vocabulary) -> list[str]:
    if pattern.groups:
        return [", ".join(_group(card, names) for card in pattern.groups)]
    if pattern.alignments:
        return ["ANY " + " OR ".join(a.capitalize() for a in pattern.alignments)]
    return []


def _group(card: str, names: Vocabulary) -> str:
    """Its name, with GROUP where a player is called the same."""
    told = card_name(card)
    return f"GROUP {told}" if names.seat_index.exact(key(told)) else told


def _player(seat: str, names: Vocabulary) -> str:
    """His name, with PLAYER where a group is called the same."""
    is_group = bool(group_index(names.own_cards).exact(key(seat)))
    return f"PLAYER {seat}" if is_group else seat
