"""What a card can do, as data: rules ask for these values, cards never act by themselves."""

from __future__ import annotations

from typing import Literal, get_args

from engine.core.values import Value

Alignment = Literal[
    "government",
    "communist",
    "liberal",
    "conservative",
    "peaceful",
    "violent",
    "straight",
    "weird",
    "criminal",
    "fanatic",
]
Form = Literal["control", "neutralize", "destroy"]

ALIGNMENTS: tuple[Alignment, ...] = get_args(Alignment)
FORMS: tuple[Form, ...] = get_args(Form)

OPPOSITE: dict[Alignment, Alignment] = {
    "government": "communist",
    "communist": "government",
    "liberal": "conservative",
    "conservative": "liberal",
    "peaceful": "violent",
    "violent": "peaceful",
    "straight": "weird",
    "weird": "straight",
}
"""True opposites (R3.1); Criminal has none and Fanatic opposes itself."""


# --- abilities of Groups and Illuminati -------------------------------------------------


class Bonus(Value):
    """MB-like points added to attacks of the owner, or of this card alone if direct (R5.4)."""

    amount: int
    forms: tuple[Form, ...]
    is_direct: bool
    targets: tuple[str, ...] = ()
    aligned: tuple[Alignment, ...] = ()
    kind: Literal["bonus"] = "bonus"


class ConditionalResistance(Value):
    """Resistance against attacking cards with one of these alignments (R5.5)."""

    amount: int
    attackers: tuple[Alignment, ...]
    kind: Literal["conditional-resistance"] = "conditional-resistance"


class Shield(Value):
    """Resistance added to the owner's other groups (R5.5)."""

    amount: int
    kind: Literal["shield"] = "shield"


class CountsAs(Value):
    """An alignment worn in place of another when this card attacks such groups (R3.4)."""

    alignment: Alignment
    instead_of: Alignment
    forms: tuple[Form, ...]
    aligned: tuple[Alignment, ...]
    kind: Literal["counts-as"] = "counts-as"


class FarTransfer(Value):
    """Its transfers reach any card of its structure (R2.8)."""

    kind: Literal["far-transfer"] = "far-transfer"


class Realign(Value):
    """Changes one alignment of another group until the turn ends (R2.13)."""

    kind: Literal["realign"] = "realign"


class BuyCard(Value):
    """One more card a turn, paid from its own treasury (R2.12)."""

    cost: int
    kind: Literal["buy-card"] = "buy-card"


class Tax(Value):
    """MB taken from every opponent in the owner's income step (R2.2)."""

    amount: int
    kind: Literal["tax"] = "tax"


class Upkeep(Value):
    """MB its master or the Illuminati pays after income (R2.3)."""

    amount: int
    kind: Literal["upkeep"] = "upkeep"


class Immunity(Value):
    """Groups so aligned may neither attack the owner's structure nor aid such an attack (R4.7)."""

    alignments: tuple[Alignment, ...]
    kind: Literal["immunity"] = "immunity"


class Attacks(Value):
    """Attacks a turn in which the card may take part (R4.2)."""

    per_turn: int
    kind: Literal["attacks"] = "attacks"


class Draw(Value):
    """Cards drawn at the start of the owner's turn (R2.5)."""

    cards: int
    kind: Literal["draw"] = "draw"


class BuyPrivilege(Value):
    """Once a turn the Illuminati may pay for a privilege (R6.3)."""

    cost: int
    kind: Literal["buy-privilege"] = "buy-privilege"


class SpreadMoney(Value):
    """Special power: the owner's money rearranged at will (R2.10)."""

    kind: Literal["spread-money"] = "spread-money"


class RearrangeStructure(Value):
    """Special power: the owner's structure rearranged (R2.10)."""

    kind: Literal["rearrange-structure"] = "rearrange-structure"


class CopyIlluminati(Value):
    """Copies power and income of one Illuminati in play at the start of its turn (R11.6)."""

    kind: Literal["copy-illuminati"] = "copy-illuminati"


class SplitAid(Value):
    """Its transferable Power may aid its own attack, and be split between attacks (R11.6)."""

    attacks: int
    kind: Literal["split-aid"] = "split-aid"


Ability = (
    Bonus
    | ConditionalResistance
    | Shield
    | CountsAs
    | FarTransfer
    | Realign
    | BuyCard
    | Tax
    | Upkeep
    | Immunity
    | Attacks
    | Draw
    | BuyPrivilege
    | SpreadMoney
    | RearrangeStructure
    | CopyIlluminati
    | SplitAid
)


# --- special goals (R10.6) --------------------------------------------------------------


class TotalPower(Value):
    at_least: int
    kind: Literal["total-power"] = "total-power"


class TotalTransferable(Value):
    at_least: int
    kind: Literal["total-transferable"] = "total-transferable"


class TotalMoney(Value):
    at_least: int
    kind: Literal["total-money"] = "total-money"


class AllAlignments(Value):
    kind: Literal["all-alignments"] = "all-alignments"


class AlignedGroups(Value):
    alignment: Alignment
    at_least: int
    kind: Literal["aligned-groups"] = "aligned-groups"


class Kills(Value):
    at_least: int
    kind: Literal["kills"] = "kills"


class SecretChoice(Value):
    """Another Illuminati's goal, chosen in secret before the first turn (R1.5)."""

    kind: Literal["secret-choice"] = "secret-choice"


class FewerGroups(Value):
    """The basic goal with so many groups fewer (R11.6)."""

    fewer: int
    kind: Literal["fewer-groups"] = "fewer-groups"


class TouchedAlignments(Value):
    """A group of each alignment controlled, destroyed or neutralized (R11.6)."""

    kind: Literal["touched-alignments"] = "touched-alignments"


Goal = (
    TotalPower
    | TotalTransferable
    | TotalMoney
    | AllAlignments
    | AlignedGroups
    | Kills
    | SecretChoice
    | FewerGroups
    | TouchedAlignments
)


# --- one-shot effects of Specials (R9.6) ------------------------------------------------


class Gain(Value):
    amount: int
    kind: Literal["gain"] = "gain"


class Bribe(Value):
    kind: Literal["bribe"] = "bribe"


class Spy(Value):
    kind: Literal["spy"] = "spy"


class RepeatIncome(Value):
    kind: Literal["repeat-income"] = "repeat-income"


class Revive(Value):
    kind: Literal["revive"] = "revive"


class RearrangeMoney(Value):
    amount: int
    kind: Literal["rearrange-money"] = "rearrange-money"


class SetRoll(Value):
    total: int
    kind: Literal["set-roll"] = "set-roll"


class AbolishPrivilege(Value):
    kind: Literal["abolish-privilege"] = "abolish-privilege"


class Interfere(Value):
    kind: Literal["interfere"] = "interfere"


class CancelSpecial(Value):
    kind: Literal["cancel-special"] = "cancel-special"


class SkipTurnEffect(Value):
    kind: Literal["skip-turn"] = "skip-turn"


class DestroyPowerless(Value):
    kind: Literal["destroy-powerless"] = "destroy-powerless"


Effect = (
    Gain
    | Bribe
    | Spy
    | RepeatIncome
    | Revive
    | RearrangeMoney
    | SetRoll
    | AbolishPrivilege
    | Interfere
    | CancelSpecial
    | SkipTurnEffect
    | DestroyPowerless
)
