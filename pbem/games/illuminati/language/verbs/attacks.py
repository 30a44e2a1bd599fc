"""ATTACK, TAKE, NEUTRALIZE and DESTROY, with their clauses (R4 to R6)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from engine.core.geometry import Side
from engine.illuminati import orders
from engine.illuminati.abilities import AttackForm
from engine.illuminati.cards import CARDS
from engine.illuminati.orders import Attack, Payment, Privilege, PuppetPlace
from pbem.games.illuminati.language.forms.branches import format_wishes, wishes
from pbem.games.illuminati.language.forms.raises import (
    RAISING_WORDS,
    RaiseDraft,
    format_raising,
    not_everything,
    once,
    raising,
)
from pbem.games.illuminati.language.names import slots
from pbem.games.illuminati.language.names.slots import GameReader
from pbem.games.illuminati.language.names.vocabulary import Vocabulary, card_name, privilege_costs
from pbem.grammar.orders.language import OrderVerb
from pbem.grammar.orders.parsed import ParseError
from pbem.values import changed

_FORMS: dict[str, AttackForm] = {
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
    form: AttackForm | None
    target: str = ""
    attacker: str | None = None
    aid: list[str] = field(default_factory=list)
    stake: list[Payment] = field(default_factory=list)
    arrow: Side | None = None
    ship: int | None = None
    wishes: tuple[PuppetPlace, ...] = ()
    only_if_need: int | None = None
    privilege: Privilege | None = None
    by: str | None = None
    lend: int | None = None
    raises: RaiseDraft = field(default_factory=RaiseDraft)


def attack(reader: GameReader, form: AttackForm | None = None) -> Attack:
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
    slot = changed(slots.target(reader.names), doubts_codes=destroys)
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
        slots.not_special(reader, start, _STOPS)
        draft.wishes += wishes(reader, _STOPS)


def _aid(reader: GameReader, draft: _AttackDraft) -> None:
    reader.need(*_AID)
    reader.take("by", "from", "with")
    slot = slots.own_card(reader.names)
    draft.aid += reader.series(
        lambda: reader.name(slot, _STOPS), lambda: reader.peek() not in _STOPS
    )


def _spend(reader: GameReader, draft: _AttackDraft) -> None:
    start = reader.at
    reader.need(*_SPEND)
    once("SPEND", draft.stake or None)
    not_everything(reader, start)

    def payment() -> Payment:
        amount, slot = reader.amount(), slots.own_card(reader.names)
        return Payment(amount, reader.name(slot, _STOPS) if reader.take("from") else None)

    draft.stake += reader.series(payment, reader.is_amount)


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
        prices = tuple(f"{cost} MB" for cost in costs)
        problem = f"A privilege costs {' or '.join(prices)}, not {amount}"
        raise ParseError(problem, span=(start, reader.at), instead=prices)
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


_VERB = {"control": "ATTACK", "neutralize": "ATTACK TO NEUTRALIZE", "destroy": "ATTACK TO DESTROY"}


def format_attack(order: orders.Attack, names: Vocabulary) -> str:
    """An attack with all its clauses; what a privilege costs is in the names."""
    parts = [_VERB[order.form], card_name(order.target), "WITH", card_name(order.attacker)]
    if order.aid:
        parts += ["AID", ", ".join(card_name(card) for card in order.aid)]
    if order.by is not None:
        parts += ["BY", card_name(order.by)]
    if order.lend is not None:
        parts += ["LEND", str(order.lend)]
    if order.stake:
        parts += ["SPEND", ", ".join(_payment(payment) for payment in order.stake)]
    if order.ceiling is not None:
        parts += ["UP TO", str(order.ceiling)]
    parts += format_raising(order.aim, order.style, order.overshoot)
    if order.only_if_need is not None:
        parts += ["ONLY IF NEED >=", str(order.only_if_need)]
    if order.privilege is not None:
        parts += ["PRIVILEGED", _paid_by(order.privilege, names)]
    if order.arrow:
        parts += ["AT", order.arrow]
    text = " ".join(parts) + format_wishes(order.wishes)
    return f"{text} SHIP {order.ship}" if order.ship else text


def _paid_by(privilege: orders.Privilege, names: Vocabulary) -> str:
    if privilege.card is not None:
        return f"BY {card_name(privilege.card)}"
    return f"FOR {privilege_costs(names)[0]} MB"


def _payment(payment: orders.Payment) -> str:
    source = f" FROM {card_name(payment.card)}" if payment.card else ""
    return f"{payment.amount}{source}"


# --- the rows ----

_BRANCH = "AT arrow WITH card AT arrow, card DROPPED (how its branch is laid)"

_CLAUSE_FORMS = (
    "AID card, card",
    "SPEND n  |  SPEND n FROM card, n FROM card",
    "UP TO n  |  UNTIL n (MB in all; the need at which you stop)",
    "ALL IN  |  SAVE (all you allow, or nothing, where the aim is out of reach)",
    "OVERSHOOT n (points beyond a need of 10)",
    "ONLY IF NEED >= n (else it is withdrawn)",
    "PRIVILEGED BY special  |  PRIVILEGED FOR 5 MB (Bavaria)",
    "AT arrow (N, E, S or W: where the captive goes)",
    _BRANCH,
    "SHIP n (money from the attacker to the captive)",
    "LEND n (points of aid; Anonymous)",
)

ATTACK_VERBS: tuple[OrderVerb, ...] = (
    OrderVerb(
        "ATTACK",
        "script",
        "Attacks a group; to control it unless you say otherwise. An action.",
        (
            "ATTACK group WITH card",
            "ATTACK TO NEUTRALIZE group WITH card",
            "ATTACK TO DESTROY group WITH card",
            *_CLAUSE_FORMS,
        ),
        (
            "ATTACK Yuppies WITH Mafia AID CIA, FBI SPEND 3",
            "ATTACK Yuppies WITH Mafia SPEND 3",
            "ATTACK TO NEUTRALIZE Hackers WITH CIA",
            "ATTACK Yuppies WITH Mafia SPEND 2 FROM Mafia, 3 FROM Illuminati",
            "ATTACK Trekkies WITH Texas AT N SHIP 4",
            "ATTACK Hackers WITH Texas AT N WITH Yuppies AT S, KGB DROPPED",
            "ATTACK Yuppies WITH Mafia SPEND 3 UP TO 9 UNTIL 8 SAVE",
            "ATTACK Yuppies WITH Mafia UP TO 9 OVERSHOOT 4 ONLY IF NEED >= 7",
            "ATTACK Yuppies WITH Mafia PRIVILEGED BY Deep Agent",
            "ATTACK Yuppies WITH Mafia PRIVILEGED FOR 5 MB",
        ),
        "R4",
        ("ASSAULT",),
        ("ATACK", "ATTAK", "ATTCK", "ATTACH", "ATTTACK", "ATTACKE"),
        gloss="control; each MB adds 1",
        parse=attack,
        makes=(orders.Attack,),
        format=format_attack,
        is_attack=True,
    ),
    OrderVerb(
        "TAKE",
        "script",
        "Attacks a group to control it. An action.",
        ("TAKE group WITH card", *_CLAUSE_FORMS),
        ("TAKE Hackers WITH CIA", "CONTROL Hackers WITH CIA SPEND 5 MB"),
        "R4.4",
        ("CONTROL", "CAPTURE", "SEIZE"),
        ("CONTROLL", "CONTOL"),
        gloss="attack to control",
        parse=partial(attack, form="control"),
        is_attack=True,
    ),
    OrderVerb(
        "NEUTRALIZE",
        "script",
        "Attacks another player's group to make it uncontrolled. An action.",
        ("NEUTRALIZE group WITH card", *_CLAUSE_FORMS[:7]),
        ("NEUTRALIZE Hackers WITH CIA AID FBI",),
        "R4.5",
        ("NEUTRALISE",),
        ("NEUTRALISZE", "NUETRALIZE", "NEUTRALZE"),
        gloss="attack to set it free",
        parse=partial(attack, form="neutralize"),
        is_attack=True,
    ),
    OrderVerb(
        "DESTROY",
        "script",
        "Attacks a group to destroy it. An action.",
        (
            "DESTROY group WITH card",
            *_CLAUSE_FORMS[:7],
            "BY Whispering Campaign (a group of Power 0)",
        ),
        (
            "DESTROY Hackers WITH CIA SPEND 3",
            "DESTROY Trekkies WITH CIA BY Whispering Campaign",
        ),
        "R4.6",
        ("KILL",),
        guarded=True,
        gloss="attack to destroy",
        parse=partial(attack, form="destroy"),
        is_attack=True,
    ),
)
