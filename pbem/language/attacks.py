"""Reading ATTACK and its clauses, and MOVE, which lays a branch in the same way (R4, R8)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from engine.core.geometry import Side
from engine.illuminati.abilities import Form
from engine.illuminati.cards import CARDS
from engine.illuminati.orders import Attack, Move, Payment, Wish
from pbem.language import slots
from pbem.language.fates import Misread
from pbem.language.names import card_name
from pbem.language.reader import Reader

_FORMS: dict[str, Form] = {
    "control": "control",
    "take": "control",
    "capture": "control",
    "neutralize": "neutralize",
    "neutralise": "neutralize",
    "destroy": "destroy",
}
_NOT_YET = {
    "up": "UP TO",
    "aim": "AIM",
    "all": "ALL IN",
    "save": "SAVE",
    "overshoot": "OVERSHOOT",
    "only": "ONLY IF",
    "privileged": "PRIVILEGED",
    "by": "BY",
}
_WITH = ("with", "using")
_AID = ("aid", "aided", "aiding", "helped")
_SPEND = ("spend", "spending")


@dataclass(slots=True)
class _Draft:
    form: Form | None
    target: str = ""
    attacker: str | None = None
    aid: list[str] = field(default_factory=list)
    stake: list[Payment] = field(default_factory=list)
    arrow: Side | None = None
    ship: int | None = None
    wishes: list[Wish] = field(default_factory=list)


def attack(reader: Reader, form: Form | None = None) -> Attack:
    """ATTACK …; `form` is what the verb itself says."""
    draft = _Draft(form)
    if reader.peek() == "to":
        _to(reader, draft)
    draft.target = reader.name(slots.target(reader.names), _STOPS)
    while not reader.is_done:
        if reader.take(",", "and"):
            continue
        _clause(reader, draft)
    return Attack(
        form=draft.form or "control",
        target=draft.target,
        attacker=draft.attacker or _only_attacker(reader),
        aid=tuple(draft.aid),
        stake=tuple(draft.stake),
        arrow=draft.arrow,
        ship=draft.ship or 0,
        wishes=tuple(draft.wishes),
    )


def _clause(reader: Reader, draft: _Draft) -> None:
    word = reader.peek()
    if word in _NOT_YET:
        raise Misread(f"{_NOT_YET[word]} is not taken in an attack yet")
    clause = _CLAUSES.get(word)
    if clause is None:
        reader.end()
    else:
        clause(reader, draft)


def _to(reader: Reader, draft: _Draft) -> None:
    reader.need("to")
    form = _FORMS.get(reader.peek())
    if form is None:
        raise Misread("I expected CONTROL, NEUTRALIZE or DESTROY after TO")
    if draft.form not in (None, form):
        raise Misread(f"The line says both {draft.form} and {form}")
    reader.at += 1
    draft.form = form


def _with(reader: Reader, draft: _Draft) -> None:
    reader.need(*_WITH)
    if draft.attacker is None:
        draft.attacker = reader.name(slots.own_card(reader.names), _STOPS)
    else:
        draft.wishes += wishes(reader)


def _aid(reader: Reader, draft: _Draft) -> None:
    reader.need(*_AID)
    reader.take("by", "from", "with")
    _once("AID", draft.aid)

    def item() -> None:
        draft.aid.append(reader.name(slots.own_card(reader.names), _STOPS))

    reader.series(item, lambda: reader.peek() not in _STOPS)


def _spend(reader: Reader, draft: _Draft) -> None:
    reader.need(*_SPEND)
    _once("SPEND", draft.stake)

    def item() -> None:
        amount = reader.amount()
        card = None
        if reader.take("from"):
            card = reader.name(slots.own_card(reader.names), _STOPS)
        draft.stake.append(Payment(amount, card))

    reader.series(item, reader.is_amount)


def _at(reader: Reader, draft: _Draft) -> None:
    reader.need("at")
    _once("AT", draft.arrow)
    draft.arrow = reader.arrow()


def _ship(reader: Reader, draft: _Draft) -> None:
    reader.need("ship")
    _once("SHIP", draft.ship is not None)
    draft.ship = reader.amount()


def _once(clause: str, found: object) -> None:
    if found:
        raise Misread(f"{clause} stands twice in the line")


def _only_attacker(reader: Reader) -> str:
    """The card to attack with where none was named: the only one he has (tier 4)."""
    mine = reader.names.mine
    if len(mine) != 1:
        strong = sorted(mine, key=lambda card: -CARDS[card].power if card in CARDS else 0)
        raise Misread(
            "I expected WITH and the card that attacks",
            span=(len(reader.tokens), len(reader.tokens)),
            instead=tuple(strong[:2]),
            lead="WITH",
        )
    reader.assumed.append(f"WITH {card_name(mine[0])} added, your only card")
    return mine[0]


def wishes(reader: Reader) -> list[Wish]:
    """card AT arrow, card DROPPED: how the puppets of a branch are laid (R8.3)."""
    found: list[Wish] = []

    def item() -> None:
        card = reader.name(slots.any_card(reader.names), ("at", "dropped"))
        found.append(Wish(card, None if reader.take("dropped") else _arrow_of(reader)))

    reader.series(item, lambda: reader.peek() not in _STOPS)
    return found


def _arrow_of(reader: Reader) -> Side:
    reader.need("at")
    return reader.arrow()


def move(reader: Reader) -> Move:
    """MOVE group UNDER card AT arrow WITH …"""
    card = reader.name(slots.own_card(reader.names), ("under", "to", "onto"))
    reader.need("under", "to", "onto")
    master = reader.name(slots.own_card(reader.names), ("at", "with"))
    arrow = _arrow_of(reader) if reader.peek() == "at" else None
    laid = wishes(reader) if reader.take("with") else []
    return Move(card, master, arrow, tuple(laid))


_CLAUSES: dict[str, Callable[[Reader, _Draft], None]] = {
    "to": _to,
    "at": _at,
    "ship": _ship,
    **dict.fromkeys(_WITH, _with),
    **dict.fromkeys(_AID, _aid),
    **dict.fromkeys(_SPEND, _spend),
}
_STOPS = frozenset((*_CLAUSES, *_NOT_YET, "and", "from", "for"))
