"""How states and events of INWO are stored, and who may know which of them (I31.16)."""

from __future__ import annotations

from typing import Any

from engine.inwo import events as ev
from engine.inwo.state import InwoOptions, InwoState
from engine.inwo.view import inwo_seen
from pbem.games.contract.plain import PlainCodec
from pbem.games.contract.ruleset import Secrecy


class InwoCodec(PlainCodec[InwoState, ev.InwoEvent]):
    """States and events as msgspec writes them."""

    def encode_options(self, options: Any, /) -> str:
        return super().encode_options(options or InwoOptions())


class InwoSecrecy(Secrecy[InwoState, ev.InwoEvent]):
    def seen(self, event: ev.InwoEvent, seat: str, state: InwoState, /) -> ev.InwoEvent | None:
        return inwo_seen(event, seat)

    def concerns(self, event: ev.InwoEvent, /) -> tuple[str, ...]:
        """The other party of a deal; whoever gets a card."""
        match event:
            case ev.DealOffered(deal) | ev.DealAgreed(deal) | ev.DealEnded(deal):
                return (deal.by, deal.to)
            case ev.CardsMoved() if event.to_seat:
                return (event.to_seat,)
            case ev.ResourceGiven():
                return (event.seat,)
        return ()

    def struck(self, event: ev.InwoEvent, before: InwoState, /) -> tuple[str, str] | None:
        """Who attacked or destroyed a card of whom."""
        match event:
            case ev.AttackAnnounced(attack):
                by, owner = attack.seat, before.controller(attack.target)
            case ev.GroupDestroyed():
                by, owner = event.seat, event.loser
            case _:
                return None
        return (by, owner) if owner and owner != by else None


SECRECY = InwoSecrecy()
