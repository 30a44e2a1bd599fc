"""A turn of INWO in a line: who did what is plain."""

from __future__ import annotations

from engine.inwo import events as ev
from engine.inwo.state import OnTable
from pbem.games.inwo.finale import headline


def came(seat: str, card: str, why: ev.ComesBy) -> ev.CameIntoPlay:
    return ev.CameIntoPlay(OnTable(f"{card}@{seat[0]}1", seat), "groups", why)


def test_whoever_comes_behind_another_is_named() -> None:
    """I4.6: the leads lie before the first turn, whose mover the finale names."""
    events = (
        came("ann", "california", "lead"),
        came("bob", "japan", "lead"),
        came("bob", "texas", "takeover"),
    )
    told = "led with California; bob led with Japan; took over Texas."
    assert headline("ann", events) == told
    told = "ann led with California; bob led with Japan; took over Texas."
    assert headline("bob", events) == told


def test_what_its_mover_alone_did_names_nobody() -> None:
    events = (came("bob", "japan", "lead"), came("bob", "texas", "takeover"))
    assert headline("bob", events) == "led with Japan; took over Texas."
