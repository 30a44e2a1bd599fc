"""What an announced attack can do to its reader: what is lost, what could still be added, who wins.

All of it is taken from the reader's own view, so that it tells him nothing he may not know.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.core.values import changed
from engine.illuminati import abilities as ab
from engine.illuminati.cards import CARDS, SPECIALS
from engine.illuminati.turn.announcing import AnnouncedAttack
from engine.illuminati.view import CardView, SeatView, View
from engine.illuminati.winning import SAFE_TURNS
from pbem.documents.layout.cast import listed
from pbem.games.illuminati.report.parts.names import card_name
from pbem.games.illuminati.report.parts.standing import GoalProgress, goal_of, progress

FEE = 5
"""MB that privilege costs where it is not paid with a card (R6.3)."""


@dataclass(frozen=True, slots=True)
class AttackOutcome:
    """What success would bring the attacker: the game, or all of it but one group.

    `goal` says how, such as "12 groups, and 12 are enough". `is_last` says that its owner is left
    without a group, `is_out` that he is then out of the game (R10.1).
    """

    wins: bool = False
    is_near: bool = False
    goal: str = ""
    is_last: bool = False
    is_out: bool = False


def seat_in(view: View, name: str) -> SeatView:
    """The seat of that name."""
    return next(seat for seat in view.seats if seat.name == name)


def below(view: View, card: str) -> tuple[str, ...]:
    """The groups that hang below a card, as far down as they go."""
    rows = [row for seat in view.seats for row in seat.cards]
    found: list[str] = []
    above = [card]
    while above:
        above = [row.card for row in rows if row.master in above]
        found += above
    return tuple(found)


# --- money ------------------------------------------------------------------------------


def could_add(
    view: View, attack: AnnouncedAttack, attacks: Sequence[AnnouncedAttack]
) -> int | None:
    """The most MB the attacker can raise after his stake; None where nobody has counted (R12.9).

    The attacking card and his Illuminati pay. With an action to spare he may move another card's
    money there first (R2.7).
    """
    seat = seat_in(view, attack.seat)
    rows = {row.card: row for row in seat.cards}
    paying = {attack.attacker, seat.illuminati}
    held = [_most(row) for card, row in rows.items() if card in paying]
    others = {card: _most(row) for card, row in rows.items() if card not in paying}
    if attack.attacker not in rows:
        held.append(_half(view, attack.attacker))
    if None in held or None in others.values():
        return None if seat.most is None else _left(attack, seat.most)
    room = sum(amount or 0 for amount in held)
    if sum(not row.conditions for row in attacks) < view.actions_left:
        room += max((amount or 0 for amount in others.values()), default=0)
    elif seat.most is not None and attack.attacker in rows:
        room = min(room, seat.most - sum(rows[card].has_money for card in others))
    return _left(attack, room)


def could_defend(view: View, attack: AnnouncedAttack) -> tuple[int, int] | None:
    """The most MB with which the owner can guard the target, and the points they are worth.

    None where nobody owns it, or nobody has counted.
    """
    if attack.owner is None or attack.owner == attack.seat:
        return None
    seat = seat_in(view, attack.owner)
    held = {row.card: _most(row) for row in seat.cards}
    group, lord = held.get(attack.target), held.get(seat.illuminati)
    if group is None or lord is None or seat.most is None:
        return None
    group = min(group, seat.most)
    lord = min(lord, seat.most - group)
    return group + lord, 2 * group + lord


def _left(attack: AnnouncedAttack, money: int) -> int:
    fee = FEE if attack.privilege == "fee" else 0
    return max(0, money - attack.stake - fee)


def _most(row: CardView) -> int | None:
    return row.most if row.has_money else 0


def _half(view: View, card: str) -> int | None:
    """What a card would bring along that he must capture first (R7.2)."""
    found = next((row for seat in view.seats for row in seat.cards if row.card == card), None)
    most = _most(found) if found else 0
    return None if most is None else most // 2


def money_cards(view: View, shown: Sequence[str]) -> str:
    """The Specials that bring money at once and that somebody may hold unseen, in words.

    `shown` are those of the attacker that are announced.
    """
    seen = (*view.discards, *view.hand, *shown)
    found = [
        f"{card_name(card)} ({special.effect.amount} MB)"
        for card, special in SPECIALS.items()
        if isinstance(special.effect, ab.Gain) and card not in seen
    ]
    return " or ".join(found)


# --- winning ----------------------------------------------------------------------------


def outcome_of(view: View, attacks: Sequence[AnnouncedAttack]) -> AttackOutcome:
    """What it would mean if all these attacks of one seat succeeded, as far as that is public."""
    first = attacks[0]
    after = view
    for attack in attacks:
        after = _after(after, attack)
    seat, owner = seat_in(after, first.seat), attacks[-1].owner
    is_last = owner is not None and _has_groups(view, owner) and not _has_groups(after, owner)
    is_out = is_last and owner is not None and seat_in(view, owner).turns_taken >= SAFE_TURNS
    if is_out and owner is not None and owner != seat.name:
        seat = changed(seat, kills=(*seat.kills, seat_in(view, owner).illuminati))
    left = [one.name for one in view.seats if not one.is_out and not (is_out and one.name == owner)]
    if left == [seat.name]:
        return AttackOutcome(True, False, "nobody else is left in the game", is_last, is_out)
    if view.options.length == "very-long":
        return AttackOutcome(is_last=is_last, is_out=is_out)
    wins, near = _goals_met(after, seat, 0), _goals_met(after, seat, 1)
    return AttackOutcome(bool(wins), bool(near) and not wins, wins or near, is_last, is_out)


def has_secret_goal(view: View, seat: str) -> bool:
    """Whether a rival may win in a way that is not public."""
    row = seat_in(view, seat)
    is_secret = row.is_hidden or isinstance(goal_of(view, row), ab.SecretChoice)
    return is_secret and seat != view.seat and view.options.length != "very-long"


def _has_groups(view: View, seat: str) -> bool:
    return any(row.master is not None for row in seat_in(view, seat).cards)


def _after(view: View, attack: AnnouncedAttack) -> View:
    """The table after one success: who holds what, and who is credited with what."""
    gone = {attack.target, *below(view, attack.target)}
    rows = {row.card: row for seat in view.seats for row in seat.cards}
    taken = sorted(gone) if attack.form == "control" else []
    gained = tuple(_captured(view, rows, card) for card in taken)
    left = [
        changed(seat, cards=tuple(row for row in seat.cards if row.card not in gone))
        for seat in view.seats
    ]
    seats = [_credited(one, attack, gained) if one.name == attack.seat else one for one in left]
    return changed(view, seats=tuple(seats))


def _captured(view: View, rows: Mapping[str, CardView], card: str) -> CardView:
    if card in rows:
        row = rows[card]
        half = None if row.most is None else row.most // 2
        return changed(row, master=row.master or "", money=None, most=half)
    alignments = dict(view.realigned).get(card, CARDS[card].alignments)
    return CardView(card, "", None, None, False, alignments, (), 0)


def _credited(seat: SeatView, attack: AnnouncedAttack, gained: tuple[CardView, ...]) -> SeatView:
    if seat.most is not None:
        seat = changed(seat, most=max(0, seat.most - attack.stake))
    match attack.form:
        case "destroy":
            return changed(seat, kills=(*seat.kills, attack.target))
        case "neutralize":
            return changed(seat, neutralized=(*seat.neutralized, attack.target))
    money = [row.most for row in gained if row.most is not None]
    most = None if seat.most is None or len(money) < len(gained) else seat.most + sum(money)
    return changed(seat, cards=(*seat.cards, *gained), most=most)


def _goals_met(view: View, seat: SeatView, lacking: int) -> str:
    """The goals that a seat meets once it has so many groups more, in words; "" for none."""
    found = []
    if len(seat.cards) + lacking >= view.basic_goal:
        found.append(_enough(len(seat.cards), "groups", view.basic_goal))
    goal = _goal(view, seat)
    if goal is not None and not isinstance(goal, ab.SecretChoice):
        with_it = [seat] if not lacking else _with_one_more(view, seat, goal)
        if any(_is_met(view, one, goal) for one in with_it):
            found.append(_format(progress(view, seat, goal), seat, goal))
    return listed(found)


def _goal(view: View, seat: SeatView) -> ab.Goal | None:
    """The special goal of a seat as far as the reader knows it."""
    if seat.name == view.seat and view.goal is not None:
        return CARDS[view.goal].goal
    return None if seat.is_hidden and seat.name != view.seat else goal_of(view, seat)


def _with_one_more(view: View, seat: SeatView, goal: ab.Goal) -> list[SeatView]:
    """The seat with each group that it could take or destroy next."""
    if isinstance(goal, ab.TotalMoney):
        return []
    own = {row.card for row in seat.cards}
    rows = {row.card: row for one in view.seats for row in one.cards if row.master is not None}
    free = {card: _captured(view, rows, card) for card in (*view.uncontrolled, *rows)}
    more = [row for card, row in free.items() if card not in own]
    if isinstance(goal, ab.Kills):
        return [changed(seat, kills=(*seat.kills, row.card)) for row in more[:1]]
    return [changed(seat, cards=(*seat.cards, row)) for row in more]


def _is_met(view: View, seat: SeatView, goal: ab.Goal) -> bool:
    if isinstance(goal, ab.TotalMoney):
        return seat.most is not None and seat.most >= goal.at_least
    found = progress(view, seat, goal)
    return found.has is not None and found.has >= found.needs


def _format(found: GoalProgress, seat: SeatView, goal: ab.Goal) -> str:
    if isinstance(goal, ab.TotalMoney):
        return f"up to {seat.most} MB, and {goal.at_least} are enough"
    return _enough(found.has, _WHAT.get(found.what, f"{found.what} groups"), found.needs)


def _enough(has: int | None, what: str, needs: int) -> str:
    if has is not None and has >= needs:
        return f"{has} {what}, and {needs} are enough"
    return f"{has} {what} of the {needs} that win"


_WHAT = {
    "Power": "points of Power",
    "transferable": "points of transferable Power",
    "kills": "destroyed groups",
    "alignments": "alignments",
    "groups": "groups",
}
