"""What a robot does in the turns of others: guard its own, oppose who is about to win (R12.4)."""

from __future__ import annotations

from engine.illuminati import abilities as ab
from engine.illuminati import orders as od
from engine.illuminati.advice.outlook import Outlook
from engine.illuminati.robots.danger import losses
from engine.illuminati.structure import groups_of

CRITICAL = 2.5
"""Captures lost with a group that is defended with all there is."""
MONEY_A_LOSS = 8
"""MB a capture is defended with."""
CAREFUL_AIM = 3
LAST_AIM = 1
"""Needs down to which an ordinary and a critical group are defended."""
IN_ONE_TURN = 2
"""Captures a player may make in a turn."""
MOST_NAMED = 8
"""Groups named in one policy; where more are meant, any is."""


def plain_guard(outlook: Outlook, aim: int, share: float) -> list[od.Policy]:
    """Defend every group down to an aim, with a share of the Illuminati's money at most."""
    state, seat = outlook.state, outlook.seat
    chest = state.money(state.seat(seat).illuminati)
    richest = max((state.money(card) for card in groups_of(state, seat)), default=0)
    ceiling = richest + int(share * chest)
    return [od.Stance("guard", aim=aim, ceiling=ceiling, style="all-in")] if ceiling else []


def careful_guards(outlook: Outlook) -> list[od.Policy]:
    """Defend each group with what its loss would be worth, the critical ones with everything.

    Where there are many, only the dearest are named; the others are guarded like the next.
    """
    ranked = sorted(losses(outlook).items(), key=lambda row: -row[1])
    rows: dict[int | None, list[str]] = {}
    for card, loss in ranked[:MOST_NAMED]:
        rows.setdefault(_ceiling(outlook, card, loss), []).append(card)
    found = [_guard(ceiling, tuple(cards)) for ceiling, cards in rows.items()]
    if len(ranked) > MOST_NAMED:
        found.append(_guard(_ceiling(outlook, *ranked[MOST_NAMED]), ()))
    return [stance for stance in found if stance.ceiling != 0]


def _ceiling(outlook: Outlook, card: str, loss: float) -> int | None:
    """MB a group is worth defending with; all there are for a critical one."""
    if loss >= CRITICAL:
        return None
    return outlook.state.money(card) + max(0, int(MONEY_A_LOSS * loss))


def _guard(ceiling: int | None, groups: tuple[str, ...]) -> od.Stance:
    aim = LAST_AIM if ceiling is None else CAREFUL_AIM
    pattern = od.Pattern(groups=groups)
    return od.Stance("guard", pattern, aim=aim, ceiling=ceiling, style="all-in")


def critical_groups(outlook: Outlook) -> tuple[str, ...]:
    """Groups that must not fall, the dearest first; of many only the dearest."""
    ranked = sorted(losses(outlook).items(), key=lambda row: -row[1])
    return tuple(card for card, loss in ranked[:MOST_NAMED] if loss >= CRITICAL)


def winning_targets(outlook: Outlook, rival: str, near: float) -> tuple[str, ...]:
    """Groups that bring a rival so near to his goal if he takes or destroys them."""
    state = outlook.state
    if outlook.far[rival] > near + IN_ONE_TURN:
        return ()
    theirs = Outlook(state, rival, outlook.taste)
    forms: tuple[ab.Form, ...] = ("control", "destroy")
    held = [card for card, h in state.holdings.items() if h.master and h.seat != rival]
    return tuple(
        target
        for target in (*state.uncontrolled, *held)
        if any(theirs.far_with(theirs.change(target, form).mine) <= near for form in forms)
    )


def pattern_of(rival: str, targets: tuple[str, ...]) -> od.Pattern:
    """A rival's attacks on these groups, or all of his where they are many."""
    return od.Pattern(by=rival, groups=targets if len(targets) <= MOST_NAMED else ())


def oppositions(outlook: Outlook, aim: int, share: float, near: float) -> list[od.Policy]:
    """Oppose the player whose turn it is where he would win, or come too near to it."""
    state, seat, mover = outlook.state, outlook.seat, outlook.state.turn.seat
    ceiling = int(share * state.money(state.seat(seat).illuminati))
    if mover == seat or mover not in outlook.far or ceiling <= 0:
        return []
    targets = winning_targets(outlook, mover, near)
    if not targets:
        return []
    pattern = pattern_of(mover, targets)
    return [od.Stance("oppose", pattern, aim=aim, ceiling=ceiling, style="all-in")]
