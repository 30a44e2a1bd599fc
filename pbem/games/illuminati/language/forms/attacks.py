"""Reading ATTACK and its clauses (R4 to R6)."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace

from engine.core.geometry import Side
from engine.illuminati import abilities as ab
from engine.illuminati.abilities import Form
from engine.illuminati.cards import CARDS, SPECIALS
from engine.illuminati.orders import Attack, Payment, Privilege, Wish
from pbem.games.illuminati.language.forms.branches import wishes
from pbem.games.illuminati.language.forms.raises import (
    RAISING_WORDS,
    RaiseDraft,
    not_everything,
    once,
    raising,
)
from pbem.games.illuminati.language.names import slots
from pbem.games.illuminati.language.names.slots import GameReader
from pbem.games.illuminati.language.names.vocabulary import card_name, privilege_costs
from pbem.grammar.orders.parsed import ParseError
from pbem.grammar.orders.spelling import key


def not_special(reader: GameReader, start: int, stops: Collection[str]) -> None:
    """`USING Deep Agent` behind an attacking card: Misread with PRIVILEGED BY or BY (R6.3, R7.5).

    `start` is the place of the word before the name, which ends at a mark or one of the stops.
    """
    tokens = reader.tokens
    places = range(reader.at, len(tokens))
    end = next((at for at in places if not tokens[at].key or tokens[at].key in stops), len(tokens))
    found = slots.special(reader.names).find(1, key(reader.text(reader.at, end)))
    if not found:
        return
    allows = isinstance(SPECIALS[found[0]].effect, ab.DestroyPowerless)
    lead = "BY" if allows else "PRIVILEGED BY"
    name = card_name(found[0])
    problem = f"{name} is a Special; {lead} says that it goes with the attack"
    raise ParseError(problem, span=(start, end), instead=(name,), lead=lead)


_FORMS: dict[str, Form] = {
    "control": "control",
    "take": "control",
    "capture": "control",
    "neutralize": "neutralize",
    "neutralise": "neutralize",
    "destroy": "destroy",
}
_WITH = ("with", "using")
_AID = ("aid", "aided", "aiding", "helped")
_SPEND = ("spend", "spending")


@dataclass(slots=True)
class _AttackDraft:
    form: Form | None
    target: str = ""
    attacker: str | None = None
    aid: list[str] = field(default_factory=list)
    stake: list[Payment] = field(default_factory=list)
    arrow: Side | None = None
    ship: int | None = None
    wishes: tuple[Wish, ...] = ()
    only_if_need: int | None = None
    privilege: Privilege | None = None
    by: str | None = None
    lend: int | None = None
    raises: RaiseDraft = field(default_factory=RaiseDraft)


def attack(reader: GameReader, form: Form | None = None) -> Attack:
    """ATTACK …; `form` is what the verb itself says."""
    draft = _AttackDraft(form)
    if reader.peek() == "to":
        _to(reader, draft)
    if form == "control":
        reader.take("over")
    draft.target = _target(reader, destroys=draft.form == "destroy")
    while not reader.is_done:
        if not reader.take(",", "and"):
            _clause(reader, draft)
    return Attack(
        form=draft.form or "control",
        target=draft.target,
        attacker=draft.attacker or _only_attacker(reader),
        aid=tuple(draft.aid),
        stake=tuple(draft.stake),
        arrow=draft.arrow,
        ship=draft.ship or 0,
        wishes=draft.wishes,
        aim=draft.raises.aim,
        ceiling=draft.raises.ceiling,
        style=draft.raises.style,
        overshoot=draft.raises.overshoot,
        only_if_need=draft.only_if_need,
        privilege=draft.privilege,
        by=draft.by,
        lend=draft.lend,
    )


def _target(reader: GameReader, *, destroys: bool) -> str:
    """The group attacked; where none is named, the only one there is (tier 4)."""
    slot = replace(slots.target(reader.names), doubts_codes=destroys)
    alone = reader.only(slot, "") if reader.is_done or reader.peek() in _WITH else None
    return alone or reader.name(slot, _STOPS)


def _clause(reader: GameReader, draft: _AttackDraft) -> None:
    if raising(reader, draft.raises):
        return
    clause = _CLAUSES.get(reader.peek())
    if clause is None:
        reader.end()
    else:
        clause(reader, draft)


def _to(reader: GameReader, draft: _AttackDraft) -> None:
    reader.need("to")
    form = _FORMS.get(reader.peek())
    if form is None:
        raise ParseError("I expected CONTROL, NEUTRALIZE or DESTROY after TO")
    if draft.form not in (None, form):
        raise ParseError(f"The line says both {draft.form} and {form}")
    reader.at += 1
    draft.form = form


def _with(reader: GameReader, draft: _AttackDraft) -> None:
    start = reader.at
    reader.need(*_WITH)
    if draft.attacker is None:
        draft.attacker = reader.name(slots.own_card(reader.names), _STOPS)
    else:
        not_special(reader, start, _STOPS)
        draft.wishes += wishes(reader, _STOPS)


def _aid(reader: GameReader, draft: _AttackDraft) -> None:
    reader.need(*_AID)
    reader.take("by", "from", "with")

    def item() -> None:
        draft.aid.append(reader.name(slots.own_card(reader.names), _STOPS))

    reader.series(item, lambda: reader.peek() not in _STOPS)


def _spend(reader: GameReader, draft: _AttackDraft) -> None:
    start = reader.at
    reader.need(*_SPEND)
    once("SPEND", draft.stake or None)
    not_everything(reader, start)

    def item() -> None:
        amount = reader.amount()
        card = None
        if reader.take("from"):
            card = reader.name(slots.own_card(reader.names), _STOPS)
        draft.stake.append(Payment(amount, card))

    reader.series(item, reader.is_amount)


def _at(reader: GameReader, draft: _AttackDraft) -> None:
    reader.need("at")
    once("AT", draft.arrow)
    draft.arrow = reader.arrow()


def _ship(reader: GameReader, draft: _AttackDraft) -> None:
    reader.need("ship")
    once("SHIP", draft.ship)
    draft.ship = reader.amount()


def _only(reader: GameReader, draft: _AttackDraft) -> None:
    """ONLY IF NEED >= n: withdrawn where the need before any money is lower (R6.5)."""
    reader.need("only")
    reader.need("if")
    reader.take("the")
    reader.need("need")
    reader.take("is")
    once("ONLY IF", draft.only_if_need)
    if reader.take("at"):
        reader.need("least")
    elif not reader.take(">=", "=>"):
        raise ParseError("I expected >= and a number after ONLY IF NEED")
    draft.only_if_need = reader.number()


def _privileged(reader: GameReader, draft: _AttackDraft) -> None:
    """PRIVILEGED BY a Special or FOR the MB it costs (R6.3)."""
    reader.need("privileged")
    once("PRIVILEGED", draft.privilege)
    if reader.take("by", "with"):
        draft.privilege = Privilege(reader.name(slots.special(reader.names), _STOPS))
        return
    costs = privilege_costs(reader.names)
    if not reader.take("for"):
        at = len(reader.tokens) if reader.is_done else reader.at
        raise ParseError(
            "I expected BY and a Special, or FOR and what it costs, after PRIVILEGED",
            span=(at, at),
            instead=tuple(card_name(card) for card in reader.names.hand[:3]),
            lead="BY",
        )
    start, amount = reader.at, reader.amount()
    if amount not in costs:
        told = tuple(f"{cost} MB" for cost in costs)
        problem = f"A privilege costs {' or '.join(told)}, not {amount}"
        raise ParseError(problem, span=(start, reader.at), instead=told)
    draft.privilege = Privilege()


def _by(reader: GameReader, draft: _AttackDraft) -> None:
    """BY a Special that allows the attack (R7.5)."""
    reader.need("by")
    once("BY", draft.by)
    draft.by = reader.name(slots.special(reader.names), _STOPS)


def _lend(reader: GameReader, draft: _AttackDraft) -> None:
    """LEND n: points of a card that may split its aid between two attacks (R11.6)."""
    reader.need("lend")
    once("LEND", draft.lend)
    draft.lend = reader.number()


def _only_attacker(reader: GameReader) -> str:
    """The card to attack with where none was named: the only one he has (tier 4)."""
    mine = reader.names.mine
    if len(mine) != 1:
        strong = sorted(mine, key=lambda card: -CARDS[card].power if card in CARDS else 0)
        raise ParseError(
            "I expected WITH and the card that attacks",
            span=(len(reader.tokens), len(reader.tokens)),
            instead=tuple(strong[:2]),
            lead="WITH",
        )
    reader.assumed.append(f"WITH {card_name(mine[0])} added, your only card")
    return mine[0]


_CLAUSES: dict[str, Callable[[GameReader, _AttackDraft], None]] = {
    "to": _to,
    "at": _at,
    "ship": _ship,
    "only": _only,
    "by": _by,
    "lend": _lend,
    **dict.fromkeys(_WITH, _with),
    **dict.fromkeys(_AID, _aid),
    **dict.fromkeys(_SPEND, _spend),
    "privileged": _privileged,
}
_STOPS = frozenset((*_CLAUSES, *RAISING_WORDS, "and", "from", "for"))
