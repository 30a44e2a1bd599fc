"""Why a Group may not lie under a master (I8.3, I36.6, I37)."""

from __future__ import annotations

from engine.core.rulings import Refusal
from engine.inwo import abilities as ab
from engine.inwo import rulings as rl
from engine.inwo.cards import card_id, card_of
from engine.inwo.facts import Facts
from engine.inwo.rulings import refuse


def refuse_master(known: Facts, copy: str, master: str) -> Refusal | None:
    """Why a Group may not come under a master by takeover or move (I36.6)."""
    barred = refuse_under(known, copy, master)
    if barred:
        return barred
    for card, _ in known.of_kind(ab.NoPuppets):
        if card.host == master and copy not in known.puppets.get(master, ()):
            return refuse(rl.MAY_NOT_CONTROL, card=copy, by=card.copy)
    rule = card_of(copy).ability(ab.NoMaster)
    if rule is None or not known.fits(rule.by, master):
        return None
    return refuse(rl.MAY_NOT_CONTROL, card=copy, by=master)


def refuse_under(known: Facts, copy: str, master: str) -> Refusal | None:
    """Why a Group never lies under a master, whatever brings it there (I36.6, I37)."""
    only = card_of(master).ability(ab.RulesOnly)
    if only is not None and not known.fits(only.of, copy):
        return refuse(rl.MAY_NOT_CONTROL, card=copy, by=master)
    rule = card_of(copy).ability(ab.Follows)
    if rule is None:
        return None
    others = (one for one in known.puppets.get(master, ()) if one != copy)
    has_one = any(card_id(one) == card_id(copy) for one in others)
    is_fit = known.fits(rule.of, master) and not has_one
    return None if is_fit else refuse(rl.MASTER_UNFIT, card=copy, by=master)
