"""Why an order is not allowed, as data: a code, the rule that decides it, the facts of the case."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.values import Value, field

RefusalFacts = Mapping[str, str | int]


class Reason(Value):
    """Why an order is not allowed: `code` is stable, `rule` is a number of the rules."""

    code: str
    rule: str


class Refusal(Value):
    """A reason with the facts of the case: card ids, seats, amounts."""

    reason: Reason
    facts: RefusalFacts = field(default_factory=dict)
