"""What a card can do, as data: rules ask for these values, cards never act by themselves."""

from __future__ import annotations

from typing import Literal, get_args

from engine.core.values import Kind

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
AttackForm = Literal["control", "neutralize", "destroy"]

ALIGNMENTS: tuple[Alignment, ...] = get_args(Alignment)
FORMS: tuple[AttackForm, ...] = get_args(AttackForm)

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


class Ability(Kind):
    """What a Group or Illuminati can do."""


class Bonus(Ability):
    """MB-like points added to attacks of the owner, or of this card alone if direct (R5.4)."""

    amount: int
    forms: tuple[AttackForm, ...]
    is_direct: bool
    targets: tuple[str, ...] = ()
    aligned: tuple[Alignment, ...] = ()


class ConditionalResistance(Ability):
    """Resistance against attacking cards with one of these alignments (R5.5)."""

    amount: int
    attackers: tuple[Alignment, ...]


class Shield(Ability):
    """Resistance added to the owner's other groups (R5.5)."""

    amount: int


class CountsAs(Ability):
    """An alignment worn in place of another when this card attacks such groups (R3.4)."""

    alignment: Alignment
    instead_of: Alignment
    forms: tuple[AttackForm, ...]
    aligned: tuple[Alignment, ...]


class FarTransfer(Ability):
    """Its transfers reach any card of its structure (R2.8)."""


class Realign(Ability):
    """Changes one alignment of another group until the turn ends (R2.13)."""


class BuyCard(Ability):
    """One more card a turn, paid from its own treasury (R2.12)."""

    cost: int


class Tax(Ability):
    """MB taken from every opponent in the owner's income step (R2.2)."""

    amount: int


class Upkeep(Ability):
    """MB its master or the Illuminati pays after income (R2.3)."""

    amount: int


class Immunity(Ability):
    """Groups so aligned may neither attack the owner's structure nor aid such an attack (R4.7)."""

    alignments: tuple[Alignment, ...]


class Attacks(Ability):
    """Attacks a turn in which the card may take part (R4.2)."""

    per_turn: int


class Draw(Ability):
    """Cards drawn at the start of the owner's turn (R2.5)."""

    cards: int


class BuyPrivilege(Ability):
    """Once a turn the Illuminati may pay for a privilege (R6.3)."""

    cost: int


class SpreadMoney(Ability):
    """Special power: the owner's money rearranged at will (R2.10)."""


class RearrangeStructure(Ability):
    """Special power: the owner's structure rearranged (R2.10)."""


class CopyIlluminati(Ability):
    """Copies power and income of one Illuminati in play at the start of its turn (R11.6)."""


class SplitAid(Ability):
    """Its transferable Power may aid its own attack, and be split between attacks (R11.6)."""

    attacks: int


# --- special goals (R10.6) --------------------------------------------------------------


class Goal(Kind):
    """What wins besides the basic goal."""


class TotalPower(Goal):
    at_least: int


class TotalTransferable(Goal):
    at_least: int


class TotalMoney(Goal):
    at_least: int


class AllAlignments(Goal):
    """A group of every alignment."""


class AlignedGroups(Goal):
    alignment: Alignment
    at_least: int


class Kills(Goal):
    at_least: int


class SecretChoice(Goal):
    """Another Illuminati's goal, chosen in secret before the first turn (R1.5)."""


class FewerGroups(Goal):
    """The basic goal with so many groups fewer (R11.6)."""

    fewer: int


class TouchedAlignments(Goal):
    """A group of each alignment controlled, destroyed or neutralized (R11.6)."""


# --- one-shot effects of Specials (R9.6) ------------------------------------------------


class Effect(Kind):
    """What a Special does once."""


class Gain(Effect):
    amount: int


class Bribe(Effect):
    """An uncontrolled group joins without a roll."""


class Spy(Effect):
    """One treasury or one hand is seen."""


class RepeatIncome(Effect):
    """The turn's income once more."""


class Revive(Effect):
    """A dead group is uncontrolled again."""


class RearrangeMoney(Effect):
    amount: int


class SetRoll(Effect):
    total: int


class AbolishPrivilege(Effect):
    """A privilege ends, by this card alone."""


class Interfere(Effect):
    """Its user may spend in a privileged attack."""


class CancelSpecial(Effect):
    """Another Special has no effect."""


class SkipTurnEffect(Effect):
    """A player loses a whole turn."""


class DestroyPowerless(Effect):
    """A group without Power may be destroyed."""
