"""Places that are Devastated, and Resources that share the fate of theirs (I19.1, I36.7)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.inwo import abilities as ab
from engine.inwo import events as ev
from engine.inwo.cards import card_of
from engine.inwo.inwotable import InwoTable
from engine.inwo.state import Change, Ruin


def devastate(table: InwoTable, target: str) -> ev.AttackResult:
    """A Place and its whole branch lose their tokens and get none (I19.1).

    Nothing becomes of a Resource that only counts as a Place (I37).
    """
    if card_of(target).ability(ab.Strikable) is not None:
        return "none"
    seat = table.state.table[target].seat
    if not table.state.table[target].devastated:
        table.emit(ev.Devastated(target))
        attack = table.state.attack
        lose_with_hosts(table, attack.seat if attack is not None else seat, (target,))
        _promise_relief(table, target)
    rows = tuple(
        (copy, number)
        for copy in table.known.branch(target)
        if (number := table.state.tokens.get(copy, 0))
    )
    if rows:
        table.emit(ev.TokensTaken(seat, rows, "devastated"))
    return "devastated"


def _promise_relief(table: InwoTable, target: str) -> None:
    """A Plot that could not save the Place Relieves it in its controller's next turn (I35.36)."""
    attack, seat = table.state.attack, table.state.table[target].seat
    for play in attack.standing("plot") if attack is not None else ():
        parts = (one for one in card_of(play.card).abilities if isinstance(one, ab.AttackPlot))
        if any(part.relieves for part in parts):
            change = Change(target, "relief", "gain", "", until=f"turn-of:{seat}")
            table.emit(ev.ChangeBegan(change))


# --- Resources that share the fate of a Place (I36.7) ---------------------------------------


def ruin_resource(table: InwoTable, seat: str, copy: str) -> None:
    """A Resource is destroyed without credit; its Place is Devastated where the two share that."""
    host = table.state.table[copy].host or ""
    _destroy(table, seat, copy)
    is_shared = card_of(copy).ability(ab.SharesFate) is not None
    if is_shared and host in table.state.table and "place" in table.known.words(host):
        devastate(table, host)


def lose_with_hosts(table: InwoTable, seat: str, hosts: Sequence[str]) -> None:
    """What is lost with these cards, by the play of a seat."""
    for copy, card in tuple(table.state.table.items()):
        if card.host in hosts and card_of(copy).ability(ab.SharesFate) is not None:
            _destroy(table, seat, copy)


def lose_without_hosts(table: InwoTable) -> None:
    """What has lost its card to a hand or a pile destroys itself (I14.5)."""
    for copy, card in tuple(table.state.table.items()):
        is_shared = card_of(copy).ability(ab.SharesFate) is not None
        if is_shared and card.host is not None and card.host not in table.state.table:
            _destroy(table, card.seat, copy)


def _destroy(table: InwoTable, seat: str, copy: str) -> None:
    ruin = Ruin(copy, tuple(sorted(card_of(copy).words)), credit=False)
    table.emit(ev.GroupDestroyed(seat, ruin, table.state.table[copy].seat))
