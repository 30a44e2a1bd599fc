"""What a script's attacks look like to everybody before they are made (R12.2, R6.3)."""

from __future__ import annotations

from engine.core.dice import SecretDice
from engine.core.values import Value
from engine.illuminati import orders as od
from engine.illuminati import rulings as rl
from engine.illuminati.abilities import AttackForm
from engine.illuminati.advanced.cheating import overstated
from engine.illuminati.advanced.hidden import masks_for, renamed, settle_stated
from engine.illuminati.events import Part
from engine.illuminati.gametable import GameTable, Instructions, Policies
from engine.illuminati.odds import need_of, parts_of, whole_stake
from engine.illuminati.orders import Condition
from engine.illuminati.state import State
from engine.illuminati.turn.checking import ScriptPreview, preview
from engine.illuminati.turn.conditions import in_running_order
from engine.illuminati.turn.waiting import waits

_PERSONS = ("seat", "owner")
"""Fields of an announcement and its conditions that name seats."""
NO_DICE = SecretDice(b"announcing")
"""Nothing is left to chance here."""


class AnnouncedAttack(Value):
    """One attack of a script as everybody may know it (R12.2).

    `by` is the Special that allows it (R7.5). `parts` add up to `need`, before any money; `stake`
    is the MB he opens with. Privilege is paid with "card", which is `privilege_card`, or with the
    "fee" of his Illuminati. `conditions` are as written: while one fails the attack is not made.
    """

    line: int
    seat: str
    form: AttackForm
    attacker: str
    target: str
    owner: str | None
    aid: tuple[str, ...]
    by: str | None
    parts: tuple[Part, ...]
    need: int
    stake: int
    privilege: str | None
    privilege_card: str | None
    conditions: tuple[Condition, ...]
    only_if_need: int | None


def bulletin(
    state: State, script: od.Script, policies: Policies | None = None
) -> tuple[AnnouncedAttack, ...]:
    """The attacks of the mover's script up to its MORE, in the order they will come up.

    An attack that its player's own check refuses however the others go is left out, and so are
    all other lines; one whose condition is not met as things stand is announced. What only rivals'
    secrets would refuse is announced too, so that leaving out tells nothing of them. The same for
    every reader; `seen_bulletin` makes it one seat's. With policies, a hidden Illuminati has the
    Power its player has stated last (R11.3).
    """
    seat = state.turn.seat
    if state.winners or state.seat(seat).is_out:
        return ()
    table = GameTable(state, NO_DICE, Instructions(policies or {}))
    if not state.turn.parts:
        settle_stated(table, seat)
    table.hear(seat, tuple(row for row in script if waits(row.order) and not row.conditions))
    rows = {id(row.line): row for row in preview(table.state, seat, script)}
    found = (_announced(table, seat, rows[id(line)]) for line in in_running_order(script))
    return tuple(row for row in found if row is not None)


def _announced(table: GameTable, seat: str, row: ScriptPreview) -> AnnouncedAttack | None:
    order, ruling, state = row.line.order, row.ruling, table.state
    if not isinstance(order, od.Attack):
        return None
    if ruling.reason not in ("", rl.CONDITION_FALSE.code):
        return None
    owner = state.owner(order.target) if row.parts is None else row.owner
    parts = parts_of(state, seat, order) if row.parts is None else row.parts
    parts = overstated(table, seat, row.line.number, order, parts)
    privilege = order.privilege
    card = privilege.card if privilege else None
    return AnnouncedAttack(
        line=row.line.number,
        seat=seat,
        form=order.form,
        attacker=order.attacker,
        target=order.target,
        owner=owner,
        aid=order.aid,
        by=order.by,
        parts=parts,
        need=need_of(parts),
        stake=whole_stake(order),
        privilege=None if privilege is None else "card" if card else "fee",
        privilege_card=card,
        conditions=row.line.conditions,
        only_if_need=order.only_if_need,
    )


def seen_bulletin(announcement: AnnouncedAttack, seat: str, state: State) -> AnnouncedAttack:
    """What a seat is shown of it: hidden Illuminati under their stand-ins (R11.3)."""
    masks = masks_for(state, seat)
    return renamed(announcement, masks, keep=_PERSONS) if masks else announcement
