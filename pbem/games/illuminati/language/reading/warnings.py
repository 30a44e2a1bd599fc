"""Orders that are legal and foolish: they are obeyed, with a warning."""

from __future__ import annotations

from collections.abc import Iterator

from engine.illuminati import orders as od
from engine.illuminati.odds import HIGHEST
from engine.illuminati.rulings import Bares
from pbem.games.illuminati.language.names.vocabulary import Vocabulary, card_name
from pbem.grammar.orders.reader import any_of


def warnings(order: od.Order, need: int | None, names: Vocabulary) -> tuple[str, ...]:
    """A sentence for each thing the player may not have meant.

    `need` is that of an attack with its stake and before any interference, None for other orders.
    """
    match order:
        case od.Attack():
            return tuple(_attack(order, need, names))
        case od.Stance(side=side, aim=aim) if side in ("guard", "oppose") and aim == 0:
            far = "A need of 1 cannot succeed already; UNTIL 0 pays for nothing more (R5.8)."
            return (far, *without_effect(order, names))
        case od.Stance():
            return without_effect(order, names)
        case od.Offer(gives=gives, wants=od.Goods(money=0, specials=(), groups=())):
            return ("It asks nothing in return.",) if gives != od.Goods() else ()
        case _:
            return ()


_LONE = "a player without groups is out of the game from the end of his third turn on (R10.1)."
BARED: dict[Bares, str] = {
    "": "",
    "money": "It leaves your Illuminati without money.",
    "group": f"It leaves you without a group: {_LONE}",
    "maybe-group": f"It leaves you without a group unless an earlier line takes another: {_LONE}",
}
"""A warning of what gives away the last of something."""


def without_effect(order: od.Order, names: Vocabulary) -> tuple[str, ...]:
    """Why a stance can do nothing, as things stand or at all; nothing where it can."""
    if not isinstance(order, od.Stance) or order.side == "aside" or names.me is None:
        return ()
    attacks, side = order.pattern, order.side
    if attacks.by == names.me:
        return (
            "It can do nothing: it is for attacks of your own, and those you raise by SPEND "
            "and UP TO (R12.4).",
        )
    if side == "guard":
        return _unheld(attacks.groups, names)
    if side == "support" and attacks.owner == names.me:
        return ("It can do nothing: whoever is attacked only defends (R12.4).",)
    if attacks.by is not None and attacks.by == attacks.owner:
        if attacks.forms and "destroy" not in attacks.forms:
            return (f"It can do nothing: {attacks.by} takes no groups of his own.",)
        return (f"It can do nothing unless {attacks.by} destroys a group of his own.",)
    return ()


def _unheld(groups: tuple[str, ...], names: Vocabulary) -> tuple[str, ...]:
    """GUARD is for one's own groups, as they are when the attack comes (R12.4)."""
    missing = [card_name(card) for card in groups if card not in names.mine]
    if not missing:
        return ()
    what = "It can do nothing now" if len(missing) == len(groups) else "Not all of it counts now"
    them = "it" if len(missing) == 1 else "them"
    return (f"{what}: you do not hold {any_of(missing)}. If you do later, it guards {them} then.",)


def _attack(order: od.Attack, need: int | None, names: Vocabulary) -> Iterator[str]:
    stake = sum(payment.amount for payment in order.stake)
    if order.form == "destroy" and order.target in names.mine:
        yield f"{card_name(order.target)} is your own group."
    if order.ceiling is not None and order.ceiling < stake:
        yield f"UP TO {order.ceiling} is less than the {stake} MB you SPEND at once."
    if order.aim is not None and order.aim > HIGHEST + (order.overshoot or 0):
        yield f"Nobody raises beyond a need of {HIGHEST}; OVERSHOOT n allows n more (R12.4)."
    if need is None:
        return
    if stake and need - stake >= HIGHEST:
        yield f"Without these {stake} MB the need is {need - stake}; 11 and 12 fail all the same."
    elif order.aim is not None and order.aim <= need:
        yield f"The need is {need} already, so UNTIL {order.aim} raises only after interference."


def is_to_himself(order: od.Order | None, names: Vocabulary) -> bool:
    """Whether the writer himself would be opposed, helped, given or shown something."""
    match order:
        case od.Stance(pattern=od.Pattern(by=who)) | od.AcceptGroups(who) | od.Accuse(who):
            return who is not None and who == names.me
        case od.GiveMoney(to) | od.GiveSpecial(to) | od.GiveGroup(to) | od.Offer(to):
            return to == names.me
        case od.Show(_, seats) | od.ForegoTax(seats):
            return names.me in seats
        case _:
            return False
