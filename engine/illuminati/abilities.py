"""What a card can do, as data: rules ask for these values, cards never act by themselves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

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


@dataclass(frozen=True, slots=True)
class Bonus:
    """MB-like points added to attacks of the owner, or of this card alone if direct (R5.4)."""

    amount: int
    forms: tuple[Form, ...]
    is_direct: bool
    targets: tuple[str, ...] = ()
    aligned: tuple[Alignment, ...] = ()
    kind: Literal["bonus"] = "bonus"


@dataclass(frozen=True, slots=True)
class ConditionalResistance:
    """Resistance against attacking cards with one of these alignments (R5.5)."""

    amount: int
    attackers: tuple[Alignment, ...]
    kind: Literal["conditional-resistance"] = "conditional-resistance"


@dataclass(frozen=True, slots=True)
class Shield:
    """Resistance added to the owner's other groups (R5.5)."""

    amount: int
    kind: Literal["shield"] = "shield"


@dataclass(frozen=True, slots=True)
class CountsAs:
    """An alignment worn in place of another when this card attacks such groups (R3.4)."""

    alignment: Alignment
    instead_of: Alignment
    forms: tuple[Form, ...]
    aligned: tuple[Alignment, ...]
    kind: Literal["counts-as"] = "counts-as"


@dataclass(frozen=True, slots=True)
class FarTransfer:
    """Its transfers reach any card of its structure (R2.8)."""

    kind: Literal["far-transfer"] = "far-transfer"


@dataclass(frozen=True, slots=True)
class Realign:
    """Changes one alignment of another group until the turn ends (R2.13)."""

    kind: Literal["realign"] = "realign"


@dataclass(frozen=True, slots=True)
class BuyCard:
    """One more card a turn, paid from its own treasury (R2.12)."""

    cost: int
    kind: Literal["buy-card"] = "buy-card"


@dataclass(frozen=True, slots=True)
class Tax:
    """MB taken from every opponent in the owner's income step (R2.2)."""

    amount: int
    kind: Literal["tax"] = "tax"


@dataclass(frozen=True, slots=True)
class Upkeep:
    """MB its master or the Illuminati pays after income (R2.3)."""

    amount: int
    kind: Literal["upkeep"] = "upkeep"


@dataclass(frozen=True, slots=True)
class Immunity:
    """Groups so aligned may neither attack the owner's structure nor aid such an attack (R4.7)."""

    alignments: tuple[Alignment, ...]
    kind: Literal["immunity"] = "immunity"


@dataclass(frozen=True, slots=True)
class Attacks:
    """Attacks a turn in which the card may take part (R4.2)."""

    per_turn: int
    kind: Literal["attacks"] = "attacks"


@dataclass(frozen=True, slots=True)
class Draw:
    """Cards drawn at the start of the owner's turn (R2.5)."""

    cards: int
    kind: Literal["draw"] = "draw"


@dataclass(frozen=True, slots=True)
class BuyPrivilege:
    """Once a turn the Illuminati may pay for a privilege (R6.3)."""

    cost: int
    kind: Literal["buy-privilege"] = "buy-privilege"


@dataclass(frozen=True, slots=True)
class SpreadMoney:
    """Special power: the owner's money rearranged at will (R2.10)."""

    kind: Literal["spread-money"] = "spread-money"


@dataclass(frozen=True, slots=True)
class RearrangeStructure:
    """Special power: the owner's structure rearranged (R2.10)."""

    kind: Literal["rearrange-structure"] = "rearrange-structure"


@dataclass(frozen=True, slots=True)
class CopyIlluminati:
    """Copies power and income of one Illuminati in play at the start of its turn (R11.6)."""

    kind: Literal["copy-illuminati"] = "copy-illuminati"


@dataclass(frozen=True, slots=True)
class SplitAid:
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


@dataclass(frozen=True, slots=True)
class TotalPower:
    at_least: int
    kind: Literal["total-power"] = "total-power"


@dataclass(frozen=True, slots=True)
class TotalTransferable:
    at_least: int
    kind: Literal["total-transferable"] = "total-transferable"


@dataclass(frozen=True, slots=True)
class TotalMoney:
    at_least: int
    kind: Literal["total-money"] = "total-money"


@dataclass(frozen=True, slots=True)
class AllAlignments:
    kind: Literal["all-alignments"] = "all-alignments"


@dataclass(frozen=True, slots=True)
class AlignedGroups:
    alignment: Alignment
    at_least: int
    kind: Literal["aligned-groups"] = "aligned-groups"


@dataclass(frozen=True, slots=True)
class Kills:
    at_least: int
    kind: Literal["kills"] = "kills"


@dataclass(frozen=True, slots=True)
class SecretChoice:
    """Another Illuminati's goal, chosen in secret before the first turn (R1.5)."""

    kind: Literal["secret-choice"] = "secret-choice"


@dataclass(frozen=True, slots=True)
class FewerGroups:
    """The basic goal with so many groups fewer (R11.6)."""

    fewer: int
    kind: Literal["fewer-groups"] = "fewer-groups"


@dataclass(frozen=True, slots=True)
class TouchedAlignments:
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


@dataclass(frozen=True, slots=True)
class Gain:
    amount: int
    kind: Literal["gain"] = "gain"


@dataclass(frozen=True, slots=True)
class Bribe:
    kind: Literal["bribe"] = "bribe"


@dataclass(frozen=True, slots=True)
class Spy:
    kind: Literal["spy"] = "spy"


@dataclass(frozen=True, slots=True)
class RepeatIncome:
    kind: Literal["repeat-income"] = "repeat-income"


@dataclass(frozen=True, slots=True)
class Revive:
    kind: Literal["revive"] = "revive"


@dataclass(frozen=True, slots=True)
class RearrangeMoney:
    amount: int
    kind: Literal["rearrange-money"] = "rearrange-money"


@dataclass(frozen=True, slots=True)
class SetRoll:
    total: int
    kind: Literal["set-roll"] = "set-roll"


@dataclass(frozen=True, slots=True)
class AbolishPrivilege:
    kind: Literal["abolish-privilege"] = "abolish-privilege"


@dataclass(frozen=True, slots=True)
class Interfere:
    kind: Literal["interfere"] = "interfere"


@dataclass(frozen=True, slots=True)
class CancelSpecial:
    kind: Literal["cancel-special"] = "cancel-special"


@dataclass(frozen=True, slots=True)
class SkipTurnEffect:
    kind: Literal["skip-turn"] = "skip-turn"


@dataclass(frozen=True, slots=True)
class DestroyPowerless:
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
