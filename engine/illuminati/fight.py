"""An attack while it is fought, as a value: whose, at whom, and who is kept out (R6)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.illuminati import orders as od
from engine.illuminati.abilities import Form


@dataclass(slots=True)
class Fight:
    """An attack under way: whose, which, and what stands between others and their money."""

    seat: str
    line: int
    order: od.Attack
    owner: str | None
    need: int
    is_privileged: bool = False
    joined: tuple[str, ...] = ()

    @property
    def target(self) -> str:
        return self.order.target

    @property
    def form(self) -> Form:
        return self.order.form

    @property
    def defender(self) -> str | None:
        """The seat that defends; nobody when a seat attacks its own group."""
        return None if self.owner == self.seat else self.owner
