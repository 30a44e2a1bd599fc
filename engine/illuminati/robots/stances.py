"""What rivals could take, and what a robot does in their turns: guard and oppose (R12.4)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.illuminati import abilities as ab
from engine.illuminati import orders as od
from engine.illuminati.advice.outlook import Outlook, tally_of
from engine.illuminati.attacks.raising import DOUBLE
from engine.illuminati.cards import CARDS
from engine.illuminati.odds import PROXIMITY, ways
from engine.illuminati.robots.raids import ROLLS
from engine.illuminati.state import State
from engine.illuminati.structure import branch_cards, cards_of, depth, groups_of, puppets_of
from engine.illuminati.structure.in_force import full_income, power_of, transferable_of
from engine.illuminati.winning import SAFE_TURNS

LAST_GROUPS = 6.0
"""Captures the last groups are worth besides, for a seat is out without them (R10.1)."""
SPENT_ON_ONE = 2
"""A rival is expected to spend this part of his money, one half, on one attack."""


def strengths(state: State, seat: str) -> dict[str, int]:
    """The Power each rival could bring against one group: his best attacker, aid and money."""
    found = {}
    for rival in state.seats_after(seat):
        cards = cards_of(state, rival.name)
        points = {card: transferable_of(state, card) for card in cards}
        best = max(power_of(state, card) - points[card] for card in cards)
        chest = state.money(rival.illuminati) + full_income(state, rival.illuminati)
        found[rival.name] = max(0, best) + sum(points.values()) + chest // SPENT_ON_ONE
    return found


def losses(outlook: Outlook) -> dict[str, float]:
    """What each of the seat's groups would cost it if it were taken with its branch."""
    state, seat = outlook.state, outlook.seat
    mine, far = outlook.tallies[seat], outlook.far[seat]
    groups, puppets = groups_of(state, seat), puppets_of(state, seat)
    is_safe = state.seat(seat).turns_taken + 1 < SAFE_TURNS
    found = {}
    for card in groups:
        branch = branch_cards(puppets, card)
        left = mine.less(tally_of(state, branch))
        found[card] = outlook.worth(far) - outlook.worth(outlook.distance(seat, left))
        if len(branch) == len(groups) and not is_safe:
            found[card] += LAST_GROUPS
    return found


def danger(outlook: Outlook, against: Mapping[str, int]) -> float:
    """Captures the seat must expect to lose: the worst attack of each rival."""
    state, seat = outlook.state, outlook.seat
    chest = state.money(state.seat(seat).illuminati)
    rows = [
        (
            loss,
            CARDS[card].resistance
            + PROXIMITY.get(depth(state, card), 0)
            + DOUBLE * state.money(card)
            + chest,
        )
        for card, loss in losses(outlook).items()
    ]
    return sum(
        max((ways(strength - walls) * loss / ROLLS for loss, walls in rows), default=0.0)
        for strength in against.values()
    )


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
    forms: tuple[ab.AttackForm, ...] = ("control", "destroy")
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
